"""A host's own Django app beside the console: one chain whose hooks can be held up."""

import os
import time
from pathlib import Path

from django.apps import AppConfig
from pydantic import BaseModel

from judgment_console.judgment import (
    Application,
    ChainSpec,
    GateContext,
    GateSpec,
    NewLedgerEntry,
    Proposal,
)

CHAIN = "held-up"
GATES = ("first", "second", "third", "fourth", "fifth")


class Factor(BaseModel):
    factor: float
    rationale: str


def hold(what: str) -> None:
    """Say that ``what`` has begun; go on when nobody holds it up any more."""
    folder = Path(os.environ["VAR_DIR"])
    (folder / f"begun-{what}").touch()
    while (folder / f"hold-{what}").exists():
        time.sleep(0.02)


def evidence(ctx: GateContext) -> Proposal:
    hold("gather")
    return Proposal("Use 1.5.", {"seen": len(ctx.trail)}, proposed={"factor": 1.5})


def applied(ctx: GateContext, decision: Factor) -> Application:
    hold("apply")
    return Application(
        ledger_entries=(NewLedgerEntry("factor", decision.factor),),
        summary=f"factor {decision.factor}",
    )


SPEC = ChainSpec(
    CHAIN,
    tuple(
        GateSpec(key, key, Factor, evidence, applied, question=f"Which {key} factor?")
        for key in GATES
    ),
)


class HostConfig(AppConfig):
    """Registers the chain when Django starts."""

    name = "tests.harness.host"

    def ready(self) -> None:
        from judgment_console.chains.catalogue import register

        register(SPEC)
