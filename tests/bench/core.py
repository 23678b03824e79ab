"""The engine alone: a chain in memory, no database."""

from judgment_console.judgment import Chain, Run
from tests.bench.chains import RATIONALE, chain_of
from tests.bench.measuring import Sizes, timed

GATES = 4
INPUTS = {"dataset": {"name": "GL paid"}, "metadata": {}, "prior": None}


def transitions_per_second(sizes: Sizes) -> list[float]:
    """Gates settled in a second, for each repeat: decided, applied, the next parked."""
    chain = Chain(spec=chain_of(GATES), now=lambda: "2026-03-02T09:30:00.000000Z")
    _walk(chain.create_run(inputs=INPUTS))
    rates = []
    for _ in range(sizes.repeats):
        runs = [chain.create_run(inputs=INPUTS) for _ in range(sizes.core_chains)]
        seconds = sum(timed(lambda run=run: _walk(run)) for run in runs)  # type: ignore[misc]
        rates.append(GATES * len(runs) / seconds)
    return rates


def _walk(run: Run) -> None:
    result = run.start()
    for position in range(GATES):
        decision = {"factor": 1.5, "rationale": RATIONALE}
        result = run.resume(f"gate-{position}", decision)
    assert result.status == "success", result
