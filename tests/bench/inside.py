"""What is done inside an installation: a task's name, its facts in, its answer out."""

import json
import sys
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import django

django.setup()

from tests.bench import crowd, durable, reviewing, sealed  # noqa: E402
from tests.bench.measuring import Sizes  # noqa: E402

TASKS: dict[str, Callable[..., Any]] = {
    "transitions": durable.transitions,
    "chains": durable.chains,
    "verify": sealed.verify,
    "crowd": crowd.fill,
    "queries": crowd.queries,
    "reviews": reviewing.reviews,
}


def main() -> None:
    """Do the task that the command line names."""
    given = json.load(sys.stdin)
    sizes = Sizes(**{each.name: given.pop(each.name) for each in fields(Sizes)})
    answer = TASKS[sys.argv[1]](sizes, **given)
    sys.stdout.write(f"\n{json.dumps(answer)}\n")


if __name__ == "__main__":
    main()
