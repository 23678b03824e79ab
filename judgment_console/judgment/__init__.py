"""The pure engine: define a chain of judgments, run it, read what it decided."""

from judgment_console.errors import ERROR_CODES, JudgmentError
from judgment_console.judgment.context import ACTOR_IDENTITY_KEY, GateContext
from judgment_console.judgment.decisions import (
    Actor,
    Judged,
    Rationale,
    Verb,
    declared_actor,
    identity_of,
)
from judgment_console.judgment.definitions import definition_digest
from judgment_console.judgment.gates import Applied, apply, apply_skip, skip_of
from judgment_console.judgment.hooks import HookError
from judgment_console.judgment.proposals import (
    proposal_from_text,
    proposal_text,
    propose,
)
from judgment_console.judgment.reading import offered_verbs, read_decision
from judgment_console.judgment.records import (
    Alternative,
    Application,
    Effect,
    Finding,
    NewLedgerEntry,
    Outcome,
    Payload,
    Proposal,
    Skip,
    TrailEntry,
)
from judgment_console.judgment.results import Failure, RunResult
from judgment_console.judgment.runs import Chain, Run, create_judgment_chain
from judgment_console.judgment.specs import ChainSpec, GateSpec
from judgment_console.judgment.trail import ending_reason, said, skipped
from judgment_console.ledger.entries import ActorClass, LedgerEntry

__all__ = [
    "ACTOR_IDENTITY_KEY",
    "ERROR_CODES",
    "Actor",
    "ActorClass",
    "Alternative",
    "Application",
    "Applied",
    "Chain",
    "ChainSpec",
    "Effect",
    "Failure",
    "Finding",
    "GateContext",
    "GateSpec",
    "HookError",
    "Judged",
    "JudgmentError",
    "LedgerEntry",
    "NewLedgerEntry",
    "Outcome",
    "Payload",
    "Proposal",
    "Rationale",
    "Run",
    "RunResult",
    "Skip",
    "TrailEntry",
    "Verb",
    "apply",
    "apply_skip",
    "create_judgment_chain",
    "declared_actor",
    "definition_digest",
    "ending_reason",
    "identity_of",
    "offered_verbs",
    "proposal_from_text",
    "proposal_text",
    "propose",
    "read_decision",
    "said",
    "skip_of",
    "skipped",
]
