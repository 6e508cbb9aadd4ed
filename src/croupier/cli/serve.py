"""`croupier serve`: what was written on the command line, checked, and the house opened with it."""

from __future__ import annotations

from pathlib import Path

from croupier.errors import BadInput
from croupier.extras import need_house


def serve(
    host: str,
    port: int,
    data: Path,
    database: str,
    submissions: tuple[Path, ...],
    gaming_day: str,
    company: int,
    links: bool,
    metrics_port: int,
    heads: str,
    node: str,
    settings_file: Path | None,
    times: dict[str, float | None],
) -> int:
    need_house()
    from croupier.house.gaming_days import day_begins
    from croupier.house.serving import run
    from croupier.house.settings import Settings, read_posted

    for name, number in (("--port", port), ("--metrics-port", metrics_port)):
        if not 0 <= number <= 65_535:
            raise BadInput(f"{name} {number}: a port is a number from 0 to 65535")
    if not 0 <= company <= 6:
        raise BadInput(f"--company {company}: from 0 to 6 simple players at a table")
    posted = read_posted(settings_file, times)
    settings = Settings(
        host=host,
        port=port,
        data=data,
        database=database,
        submissions=submissions,
        gaming_day=day_begins(gaming_day),
        company=company,
        links=links,
        metrics_port=metrics_port,
        heads=heads,
        node=node,
        times=posted.times,
        limits=posted.limits,
        scribe=posted.scribe,
    )
    return run(settings)
