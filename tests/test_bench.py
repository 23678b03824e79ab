"""The benchmark runs, and writes every number that is promised."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
KEYS = {
    "chain_64_vs_4",
    "core_transitions_per_s",
    "db_transitions_per_s_postgresql",
    "db_transitions_per_s_sqlite",
    "decide_vs_create",
    "decide_vs_create_sqlite",
    "evidence_vs_engine",
    "gate_page_cold_vs_trivial",
    "gate_page_vs_trivial",
    "inbox_100k_vs_100",
    "inbox_vs_trivial",
    "transition_vs_create",
    "transition_vs_create_sqlite",
    "verify_linearity",
    "verify_vs_hash",
    "web_rss_mb",
    "worker_rss_mb",
}


def _bench(output: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            *(sys.executable, "-m", "tests.bench", "--quick"),
            *("--output", str(output), *arguments),
        ],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
    )


@pytest.mark.delivery
def test_bench_writes_every_key_as_a_number(tmp_path: Path) -> None:
    output = tmp_path / "deep" / "bench.json"

    done = _bench(output)

    assert done.returncode == 0, done.stderr
    found = json.loads(output.read_text())
    assert set(found) >= KEYS
    assert {type(value) for value in found.values()} <= {int, float}
    assert all(found[key] > 0 for key in KEYS)
    assert all(f"\n{key} " in done.stdout for key in KEYS)


def test_bench_measures_one_key_alone(tmp_path: Path) -> None:
    output = tmp_path / "bench.json"

    done = _bench(output, "--only", "core_transitions_per_s")

    assert done.returncode == 0, done.stderr
    assert set(json.loads(output.read_text())) == {"core_transitions_per_s"}


def test_bench_refuses_a_key_that_does_not_exist(tmp_path: Path) -> None:
    done = _bench(tmp_path / "bench.json", "--only", "speed")

    assert done.returncode == 2
    assert "invalid choice: 'speed'" in done.stderr
