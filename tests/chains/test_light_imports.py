"""The web process imports chains and evidence, and never what computes."""

import subprocess
import sys

HEAVY = ("chainladder", "pandas", "numpy", "scipy", "sklearn", "matplotlib", "django")

SCRIPT = """
import importlib, pkgutil, sys
for layer in ("chains", "evidence", "intake"):
    package = importlib.import_module(f"judgment_console.{layer}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
from judgment_console.chains.catalogue import all_specs, register_shipped
from judgment_console.evidence.engine import engine_stamp
register_shipped()
assert all_specs() and engine_stamp()["version"]
print(*sorted(set(sys.argv[1:]) & set(sys.modules)))
"""


def test_importing_chains_evidence_and_intake_loads_no_heavy_library() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *HEAVY],
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == []
