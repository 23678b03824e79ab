"""A chain in memory: for hosts without a database, and for tests."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any

from pydantic import BaseModel

from judgment_console.errors import JudgmentError
from judgment_console.judgment import turns
from judgment_console.judgment.context import GateContext, freeze
from judgment_console.judgment.definitions import check_hook
from judgment_console.judgment.engine import (
    ChainState,
    due,
    not_open,
    open_gate,
    require_gate,
    step,
)
from judgment_console.judgment.events import Event, Settled, Started
from judgment_console.judgment.hooks import HookError
from judgment_console.judgment.records import Outcome
from judgment_console.judgment.results import RunResult, failed, standing
from judgment_console.judgment.specs import ChainSpec, GateSpec
from judgment_console.judgment.states import dump_state, load_state


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """A definition bound to a host's clock."""

    spec: ChainSpec
    now: Callable[[], str]

    def create_run(self, *, inputs: Mapping[str, Any] | None = None) -> "Run":
        """A chain that has not started; `inputs` is what its hooks find under it."""
        return Run(self, ChainState(), inputs or {})

    def restore_run(
        self, state: Mapping[str, Any], *, inputs: Mapping[str, Any] | None = None
    ) -> "Run":
        """The chain that wrote this `Run.state`, to go on where it stands.

        Raises JudgmentError UNSUPPORTED_VALUE for any other state.
        """
        return Run(self, load_state(self.spec, state), inputs or {})


def create_judgment_chain(
    id: str,
    gates: Sequence[GateSpec],
    now: Callable[[], str],
    *,
    version: int = 1,
    on_complete: Callable[[Outcome, GateContext], None] | None = None,
    context: type[BaseModel] | None = None,
) -> Chain:
    """Define a chain and bind it to a clock that gives ISO text.

    Raises JudgmentError BAD_GATE for a definition that cannot work.
    """
    spec = ChainSpec(
        id, gates, version=version, on_complete=on_complete, context=context
    )
    check_hook(now, f"chain {id}: now")
    return Chain(spec=spec, now=now)


class Run:
    """One execution of a chain, one open gate at a time.

    Every call takes the request context of its own request; none is kept. A refused
    call raises JudgmentError and changes nothing, as long as it settled no gate. A
    hook that raises gives a result `failed`: what was settled before it is kept,
    nothing of the hook is. After a failed decision the gate is still parked; after
    failed evidence or a failed on_complete, `start` tries it again.
    """

    def __init__(
        self, chain: Chain, state: ChainState, inputs: Mapping[str, Any]
    ) -> None:
        self._chain = chain
        self._spec = chain.spec
        self._state = state
        self._inputs = freeze(inputs)
        self._lock = Lock()

    @property
    def state(self) -> dict[str, Any]:
        """Where the chain stands, as fresh JSON for `Chain.restore_run`."""
        return dump_state(self._spec, self._state)

    @property
    def result(self) -> RunResult:
        """How the chain stands now. Raises CHAIN_NOT_OPEN before the start."""
        return standing(self._spec, self._state)

    def start(self, context: Mapping[str, Any] | None = None) -> RunResult:
        """Begin, or try again what failed between two gates."""
        with self._turn(context) as turn:
            again = bool(due(self._spec, self._state))
            if not again and self._state.status != "new":
                raise not_open(self._spec, self._state)
            return self._drive(None if again else Started(), turn)

    def resume(
        self,
        gate_id: str,
        decision: Mapping[str, Any],
        context: Mapping[str, Any] | None = None,
        *,
        verb: str | None = None,
    ) -> RunResult:
        """Decide the parked gate; `decision` holds the rationale and the values.

        Without a verb the values decide: approve if they equal the proposed ones,
        else adjust. Reject and return hold a rationale alone.
        """
        with self._turn(context) as turn:
            gate = require_gate(self._spec, self._state, gate_id, "suspended")
            return self._settle(
                lambda: turns.decide(gate, self._state, turn, decision, verb), turn
            )

    def confirm_skip(
        self, gate_id: str, context: Mapping[str, Any] | None = None
    ) -> RunResult:
        """Skip the parked gate that a resume refused with GATE_MOOT."""
        with self._turn(context) as turn:
            gate = require_gate(self._spec, self._state, gate_id, "suspended")
            return self._settle(
                lambda: turns.confirm_skip(gate, self._state, turn), turn
            )

    def answer(
        self, gate_id: str, text: str, context: Mapping[str, Any] | None = None
    ) -> RunResult:
        """Answer a returned gate; its evidence is gathered again."""
        with self._turn(context) as turn:
            gate = require_gate(self._spec, self._state, gate_id, "returned")
            return self._drive(turns.answer(gate, text, turn), turn)

    def recall(
        self, rationale: str, context: Mapping[str, Any] | None = None
    ) -> RunResult:
        """End the chain at its parked gate, in the owner's words."""
        with self._turn(context) as turn:
            gate = open_gate(self._spec, self._state)
            if gate is None:
                raise not_open(self._spec, self._state)
            require_gate(self._spec, self._state, gate.id, "suspended", "returned")
            return self._drive(turns.recall(gate, rationale, turn), turn)

    def _settle(self, read: Callable[[], Event], turn: turns.Turn) -> RunResult:
        try:
            event = read()
        except HookError as error:
            return failed(self._spec, self._state, error)
        return self._drive(event, turn)

    def _drive(self, event: Event | None, turn: turns.Turn) -> RunResult:
        """Take the event, then do what is due until a gate parks or the end."""
        before = self._state
        effects = event.applied.effects if isinstance(event, Settled) else ()
        try:
            if event is not None:
                self._state, _ = step(self._spec, before, event)
            while what := due(self._spec, self._state):
                done = turns.perform(self._spec, self._state, what[0], turn)
                self._state, _ = step(self._spec, self._state, done)
        except HookError as error:
            return failed(self._spec, self._state, error, effects)
        except JudgmentError as error:
            if len(self._state.trail) == len(before.trail):
                self._state = before
                raise
            return failed(self._spec, self._state, error, effects)
        return standing(self._spec, self._state, effects)

    @contextmanager
    def _turn(self, context: Mapping[str, Any] | None) -> Iterator[turns.Turn]:
        """One call at a time: a second one, also from a hook, is refused."""
        if not self._lock.acquire(blocking=False):
            message = "Another call works on this chain; nothing was changed."
            raise JudgmentError("CONFLICT", message)
        try:
            yield turns.Turn(
                context=turns.checked_context(self._spec, context),
                now=self._chain.now,
                inputs=self._inputs,
            )
        finally:
            self._lock.release()
