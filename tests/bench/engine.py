"""The evidence of each gate against the engine calls that it cannot do without.

The bare calls build the triangle once and fit each thing once; nothing is drawn,
checked, compared or written down.
"""

import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import judgment_console
from judgment_console.chains.reserve_review.chain import RESERVE_REVIEW
from judgment_console.evidence.factors import AVERAGES
from judgment_console.evidence.grid import Grid, paid_grid
from judgment_console.evidence.warming import warm
from judgment_console.intake.triangle_csv import read_triangle
from judgment_console.judgment import GateContext, propose
from tests.bench.chains import RATIONALE
from tests.bench.measuring import Sizes, in_turns, ratio

TRIANGLE = Path(judgment_console.__file__).parent / "chains/data/taylor_ashe.csv"
CURVES = (("exponential", 100), ("inverse_power", 100), ("inverse_power", 10))


def evidence(sizes: Sizes) -> dict[str, list[float]]:
    """Per repeat: evidence over bare calls for each gate, by its id, and in ms."""
    warm()
    found: dict[str, list[float]] = {}
    for name, context in _contexts().items():
        acts = [_gathering(name, context), _bare(name, context)]
        in_turns(acts, 1)
        pairs = [in_turns(acts, sizes.evidence) for _ in range(sizes.repeats)]
        found[name] = ratio((whole, bare) for whole, bare in pairs)
        found[f"{name} ms"] = [1000 * whole for whole, _ in pairs]
        found[f"{name} engine ms"] = [1000 * bare for _, bare in pairs]
    return found


def _contexts() -> dict[str, GateContext]:
    """What each gate sees when all before it were approved as proposed."""
    decisions: dict[str, Mapping[str, Any]] = {}
    found = {}
    for gate in RESERVE_REVIEW.gates:
        found[gate.id] = GateContext(
            now=lambda: "2026-03-02T09:30:00.000000Z",
            inputs={"dataset": _dataset(), "metadata": {}, "prior": None},
            decisions=decisions,
        )
        proposed = propose(gate, found[gate.id]).proposed
        decisions[gate.id] = {**(proposed or {}), "rationale": RATIONALE}
    return found


def _dataset() -> dict[str, Any]:
    read = read_triangle(TRIANGLE.read_bytes(), filename=TRIANGLE.name)
    return {
        "name": "Taylor and Ashe",
        "digest": "0" * 64,
        "currency": "USD",
        "unit": 1,
        "valuation_date": "2010-12-31",
        "control_total": None,
        "triangles": [read.triangle],
    }


def _gathering(name: str, context: GateContext) -> Callable[[], object]:
    (gate,) = (each for each in RESERVE_REVIEW.gates if each.id == name)
    return lambda: propose(gate, context)


def _bare(name: str, context: GateContext) -> Callable[[], None]:
    grid = paid_grid(context.inputs["dataset"])
    tail = context.decisions.get("tail", {}).get("tail", 1.0)
    calls: dict[str, Callable[[Any], None]] = {
        "data-review": _data_review,
        "development-factors": _factors,
        "tail": _tails,
        "booked-reserve": lambda triangle: _mack(triangle, _fits(triangle)[0], tail),
    }

    def act() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            calls[name](_triangle(grid))

    return act


def _data_review(triangle: Any) -> None:
    _looked_at(_fit(triangle, {}), "sigma_", "ldf_", "std_err_")
    _calendar(triangle)
    _looked_at(
        triangle.development_correlation(p_critical=0.5),
        *("t_expectation", "confidence_interval"),
    )


def _factors(triangle: Any) -> None:
    fits = _fits(triangle)
    _calendar(triangle)
    _mack(triangle, fits[0], 1.0)


def _tails(triangle: Any) -> None:
    import chainladder as cl

    fit = _fits(triangle)[0]
    pattern = fit.transform(triangle)
    methods = [cl.TailBondy()]
    methods += [
        cl.TailCurve(curve=curve, extrap_periods=periods) for curve, periods in CURVES
    ]
    factors = [method.fit(pattern).tail_.iloc[0, 0] for method in methods]
    for tail in (1.0, *factors):
        _mack(triangle, fit, float(tail))


def _triangle(grid: Grid) -> Any:
    import chainladder as cl
    import pandas as pd

    frame = pd.DataFrame(
        [
            (pd.Timestamp(grid.starts[i]), pd.Timestamp(grid.valuation(i, j)), amount)
            for i, j, amount in grid.cells()
        ],
        columns=["origin", "valuation", "paid"],
    )
    names = {"origin": "origin", "development": "valuation", "columns": "paid"}
    return cl.Triangle(frame, **names, cumulative=True)


def _fit(triangle: Any, parameters: Mapping[str, Any]) -> Any:
    import chainladder as cl

    return cl.Development(sigma_interpolation="mack", **parameters).fit(triangle)


def _fits(triangle: Any) -> list[Any]:
    fits = [_fit(triangle, each.parameters) for each in AVERAGES]
    for fit in fits:
        _looked_at(fit, "ldf_", "w_")
    _looked_at(fits[0], "sigma_", "std_err_")
    return fits


def _mack(triangle: Any, fit: Any, tail: float) -> None:
    import chainladder as cl

    pattern = fit.transform(triangle)
    if tail != 1.0:
        pattern = cl.TailConstant(tail).fit_transform(pattern)
    _looked_at(
        cl.MackChainladder().fit(pattern),
        *("total_mack_std_err_", "mack_std_err_"),
        *("total_process_risk_", "total_parameter_risk_"),
    )


def _calendar(triangle: Any) -> None:
    test = triangle.valuation_correlation(total=True)
    _looked_at(test, "z", "z_expectation", "z_variance")


def _looked_at(result: Any, *names: str) -> None:
    # Some figures are computed when they are looked at.
    for name in names:
        getattr(result, name)
