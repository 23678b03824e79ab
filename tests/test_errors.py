import pickle
import re

import pytest

from judgment_console.errors import ERROR_CODES, RESERVED_CODES, JudgmentError

SEED_CODES = {
    "NO_TENANT_CONTEXT",
    "TENANT_IN_SCHEMA",
    "BAD_INPUT_SCHEMA",
    "BAD_GATE",
    "MISSING_RATIONALE",
    "DUPLICATE_TOOL_ID",
    "BAD_PROMOTION_OPTIONS",
    "EMPTY_STUDY",
    "TOLERANCE_CEILING_EXCEEDED",
    "SEGMENT_UNRESOLVED",
    "SEGMENT_AMBIGUOUS",
    "VERDICT_NOT_DISAGREE",
    "DIVERGENCE_INPUT_MISMATCH",
    "NO_DIVERGENCE_EVIDENCE",
    "REMOTE_RESULT_INVALID",
    "MCP_SELF_TEST_FAILED",
}


def test_error_carries_code_message_and_facts() -> None:
    error = JudgmentError("GATE_DECIDED", "Ann decided it.", who="Ann", verb="approve")

    assert error.code == "GATE_DECIDED"
    assert error.message == str(error) == "Ann decided it."
    assert error.facts == {"who": "Ann", "verb": "approve"}


def test_error_with_a_code_outside_the_registry_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown error code: 'NO_SUCH_CODE'"):
        JudgmentError("NO_SUCH_CODE", "It cannot be.")


def test_error_survives_pickling() -> None:
    error = JudgmentError("CONFLICT", "Somebody was faster.", table="entry")

    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - made one line above

    assert (again.code, again.message, again.facts) == (
        "CONFLICT",
        "Somebody was faster.",
        {"table": "entry"},
    )


def test_registry_holds_the_sixteen_seed_codes() -> None:
    assert len(SEED_CODES) == 16
    assert SEED_CODES - ERROR_CODES.keys() == set()


def test_reserved_codes_are_the_seed_codes_without_a_module() -> None:
    assert SEED_CODES - {"BAD_GATE", "MISSING_RATIONALE"} == RESERVED_CODES


def test_registry_cannot_be_extended_from_outside() -> None:
    with pytest.raises(TypeError):
        ERROR_CODES["MINE"] = "Mine."  # type: ignore[index]


@pytest.mark.parametrize("code", sorted(ERROR_CODES))
def test_code_is_upper_case_and_said_in_one_sentence(code: str) -> None:
    assert re.fullmatch(r"[A-Z]+(_[A-Z]+)*", code)
    assert re.fullmatch(r"[A-Z][^.!]*\.", ERROR_CODES[code])
