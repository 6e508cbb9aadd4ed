"""Check the options of ``croupier serve`` and start the server."""

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
    migrate: bool,
    settings_file: Path | None,
    times: dict[str, float | None],
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
) -> int:
    need_house()
    from croupier.casino.gaming_day.boundaries import day_begins
    from croupier.server.runner import run
    from croupier.server.settings import Settings, read_posted

    for name, number in (("--port", port), ("--metrics-port", metrics_port)):
        if not 0 <= number <= 65_535:
            raise BadInput(f"{name} {number}: a port must be a number from 0 to 65535")
    if not 0 <= company <= 6:
        raise BadInput(f"--company {company}: choose 0 to 6 bots per table")
    posted = read_posted(settings_file, times, origins, proxies)
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
        migrate=migrate,
        times=posted.times,
        limits=posted.limits,
        controls=posted.controls,
        tax=posted.tax,
        table_test=posted.table_test,
        unused=posted.unused,
        origins=frozenset(posted.web.origins),
        proxies=posted.web.proxies,
    )
    return run(settings)
