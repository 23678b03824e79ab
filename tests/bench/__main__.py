"""The benchmark: prints a table and writes one flat JSON object, key to number.

Ratios within one run, so that they say the same on any machine that is not busy with
something else. Each value is the median of several repeats, shown with the lowest and
the highest; in a repeat with many calls the lower quartile of their times counts. The
private PostgreSQL does not wait for the disk, SQLite does.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.goals import GOALS, Goal
from tests.bench.groups import GROUPS, Values
from tests.bench.measuring import QUICK, Sizes
from tests.bench.places import Places
from tests.harness.children import ROOT

OUTPUT = ROOT / "var" / "bench.json"
KEYS = [goal.key for goal in GOALS]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what the command line asks for."""
    options = _options(arguments)
    wanted = {goal.group for goal in GOALS if options.only in (None, goal.key)}
    places = Places(QUICK if options.quick else Sizes())
    values: Values = {}
    try:
        for name in GROUPS:
            if name in wanted:
                start = perf_counter()
                values |= GROUPS[name](places)
                _say(f"{name}: {perf_counter() - start:.0f} s\n", to=sys.stderr)
    finally:
        places.close()
    _say(_table([goal for goal in GOALS if goal.key in values], values))
    _say(_others(values))
    _save(options.output, values)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("tests.bench", description=__doc__)
    parser.add_argument("--only", choices=KEYS, help="measure what this key needs")
    parser.add_argument("--quick", action="store_true", help="tiny sizes, no meaning")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    return parser.parse_args(arguments)


def _table(goals: Sequence[Goal], values: Values) -> str:
    lines = [f"{'key':34}{'value':>10}{'lowest':>10}{'highest':>10}{'goal':>8}  met"]
    for goal in goals:
        found = values[goal.key]
        value = median(found)
        limit = "" if goal.most is None else f"<= {goal.most:g}"
        met = "" if goal.most is None else "yes" if value <= goal.most else "NO"
        shown = "".join(f"{_figure(each):>10}" for each in _spread(found))
        lines.append(f"{goal.key:34}{shown}{limit:>8}  {met:4}{goal.says}")
    return "\n".join(lines) + "\n"


def _others(values: Values) -> str:
    lines = [
        f"{key:34}" + "".join(f"{_figure(each):>10}" for each in _spread(found))
        for key, found in values.items()
        if key not in KEYS
    ]
    busy = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    return "\n".join(["", *lines, "", busy, ""])


def _spread(found: Sequence[float]) -> tuple[float, float, float]:
    return median(found), min(found), max(found)


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def _save(path: Path, values: Values) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    flat = {key: round(median(found), 4) for key, found in values.items()}
    path.write_text(json.dumps(flat, indent=2) + "\n")


def _say(text: str, *, to: object = None) -> None:
    stream = to or sys.stdout
    stream.write(text)  # type: ignore[attr-defined]
    stream.flush()  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
