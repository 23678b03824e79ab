"""The one error of the product and the closed registry of its codes."""

from collections.abc import Mapping
from types import MappingProxyType

_SEED_CODES = {
    "NO_TENANT_CONTEXT": "A tool was called without a workspace in its context.",
    "TENANT_IN_SCHEMA": "A tool's input schema lets the caller name a workspace.",
    "BAD_INPUT_SCHEMA": "A tool's input schema cannot be checked for a workspace key.",
    "BAD_GATE": "A chain definition is not valid; the message names the gate.",
    "MISSING_RATIONALE": "A decision or a judgment entry has no reason in words.",
    "DUPLICATE_TOOL_ID": "Two tools have the same id.",
    "BAD_PROMOTION_OPTIONS": "A study promotion was set up with options it refuses.",
    "EMPTY_STUDY": "The study to promote holds no selections.",
    "TOLERANCE_CEILING_EXCEEDED": "The stated tolerance is above the allowed ceiling.",
    "SEGMENT_UNRESOLVED": "A selection names a segment that nothing resolves.",
    "SEGMENT_AMBIGUOUS": "Two selections resolve to the same segment.",
    "VERDICT_NOT_DISAGREE": "A divergence is explained only where engines disagree.",
    "DIVERGENCE_INPUT_MISMATCH": "The results do not belong to the compared engines.",
    "NO_DIVERGENCE_EVIDENCE": "No evidence was given for the divergence.",
    "REMOTE_RESULT_INVALID": "A remote engine answered with an unverifiable result.",
    "MCP_SELF_TEST_FAILED": "The tool server answered a call that it must refuse.",
}

_OWN_CODES = {
    "UNSUPPORTED_VALUE": "A value has no canonical JSON form; the message names it.",
    "BAD_DECISION": "The decision holds values that the gate or the ledger refuses.",
    "DECISION_STOPPED": "A check of the gate does not allow these values.",
    "CONFIRMATION_NEEDED": "A check asks for these values to be confirmed first.",
    "VERB_NOT_OFFERED": "The gate does not offer this way of deciding.",
    "GATE_MISMATCH": "The answer is for a gate that is not the open one.",
    "CHAIN_NOT_OPEN": "The chain has not started, or it has ended.",
    "BAD_CONTEXT": "The request context does not have the form the chain asks for.",
    "HIDDEN_CHARACTERS": "The text holds characters that hide or reorder what is read.",
    "MISSING_ANSWER": "A returned gate was answered without any words.",
    "TEXT_TOO_LONG": "The text is longer than the limit.",
    "EVIDENCE_MOVED": "The evidence changed after the page was opened.",
    "GATE_DECIDED": "Somebody decided the gate already.",
    "GATE_NOT_OPEN": "The gate is not waiting for a decision now.",
    "GATE_MOOT": "The gate is no longer needed; its skip can be confirmed.",
    "NOT_ELIGIBLE": "This person may not decide this gate.",
    "NOT_SIGNED_IN": "A decision needs a signed-in person.",
    "BAD_REQUEST": "The form holds unknown, repeated or malformed fields.",
    "NOT_FOUND": "There is nothing at this address for this person.",
    "UPLOAD_REFUSED": "The file could not be read as data; every problem is listed.",
    "UPLOAD_NOT_READY": "The file has not been read yet, or it was refused.",
    "BAD_METADATA": "The engagement metadata is missing or not valid.",
    "EVIDENCE_FAILED": "The evidence for a gate could not be computed.",
    "LEDGER_BROKEN": "The entries of a chain do not verify.",
    "CONFLICT": "Somebody else wrote at the same moment; nothing was changed.",
}

ERROR_CODES: Mapping[str, str] = MappingProxyType({**_SEED_CODES, **_OWN_CODES})
"""Each code and what it says, in one plain sentence for the documents."""

RESERVED_CODES: frozenset[str] = frozenset(_SEED_CODES) - {
    "BAD_GATE",
    "MISSING_RATIONALE",
}
"""Codes kept for modules to come; nothing raises them yet."""


class JudgmentError(Exception):
    """A refusal with a stable code, a message for people and facts for a page.

    A code outside ERROR_CODES is a mistake of the program: ValueError.
    """

    code: str
    message: str
    facts: Mapping[str, object]

    def __init__(self, code: str, message: str, **facts: object) -> None:
        if code not in ERROR_CODES:
            raise ValueError(f"unknown error code: {code!r}")
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.facts = facts

    def __str__(self) -> str:
        return self.message
