"""Run the fast server and client tests with the oldest dependencies that pyproject.toml allows.

python tools/oldest_versions.py          # a new environment in a temporary folder
python tools/oldest_versions.py --list   # only print the versions
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = ("cli", "maths", "client", "house", "papers")
TOOLS = "test"  # the extra with the test tools, of which the newest versions are installed
TESTS = ("tests/server", "tests/store", "tests/casino")  # the server tests also run the client
BOUND = re.compile(r"(?P<name>[A-Za-z0-9._-]+(\[[a-z,]+\])?)>=(?P<version>[0-9.]+)\s*(?P<marker>;.*)?$")


def oldest(requirement: str) -> str:
    """Pin a requirement to its lower bound."""
    found = BOUND.match(requirement)
    if found is None:
        raise SystemExit(f"{requirement}: a requirement must have the form NAME>=VERSION")
    return f"{found['name']}=={found['version']}{found['marker'] or ''}"


def pins(project: dict[str, object]) -> list[str]:
    """Return the oldest version of every dependency in the extras, without duplicates."""
    table = project["project"]
    assert isinstance(table, dict)
    asked = [*table["dependencies"]]
    for extra in EXTRAS:
        asked += table["optional-dependencies"][extra]
    return sorted({oldest(requirement) for requirement in asked})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--list", action="store_true", help="only print the versions")
    parser.add_argument("tests", nargs="*", help=f"tests to run: {' '.join(TESTS)}")
    given = parser.parse_args()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    found = pins(project)
    print("\n".join(found), flush=True)
    if given.list:
        return 0
    with tempfile.TemporaryDirectory(prefix="croupier-oldest-") as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        install = [python, "-m", "pip", "install", "-q"]
        if uv := shutil.which("uv"):  # uv resolves versions faster than pip
            install = [uv, "pip", "install", "-q", "--python", python]
        tools = project["project"]["optional-dependencies"][TOOLS]
        if subprocess.run([*install, *found, *tools], check=False).returncode != 0:
            print("the oldest versions cannot be installed together", file=sys.stderr)
            return 2
        tests = given.tests or TESTS
        command = [python, "-m", "pytest", "-n", "2", "-m", "not long and not whole", *tests]
        with_source = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        return subprocess.run(command, cwd=ROOT, env=with_source, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
