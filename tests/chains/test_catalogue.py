from typing import Any

import pytest
from pydantic import BaseModel, Field

from judgment_console.chains import catalogue
from judgment_console.chains.reserve_review.chain import RESERVE_REVIEW
from judgment_console.errors import JudgmentError
from judgment_console.judgment import Application, ChainSpec, GateSpec, Proposal


class Decision(BaseModel):
    rationale: str


class WithActor(Decision):
    actor: str = "actuary"


class WithIdentity(Decision):
    actor_identity: str = ""


class WithAlias(Decision):
    who: str = Field(default="", validation_alias="actor")


def gather(ctx: Any) -> Proposal:
    return Proposal("Say yes.", {})


def apply(ctx: Any, decision: Any) -> Application:
    return Application()


def chain(
    id: str = "of-a-host",
    version: int = 1,
    question: str | None = "Is it so?",
    decision: type[BaseModel] = Decision,
) -> ChainSpec:
    gate = GateSpec("only", "only", decision, gather, apply, question=question)
    return ChainSpec(id, (gate,), version=version)


@pytest.fixture(autouse=True)
def empty_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_SPECS", {})


def refused(spec: ChainSpec) -> str:
    with pytest.raises(JudgmentError) as refusal:
        catalogue.register(spec)
    assert refusal.value.code == "BAD_GATE"
    assert catalogue.all_specs() == ()
    return refusal.value.message


def test_register_makes_a_chain_known() -> None:
    spec = chain()
    catalogue.register(spec)
    assert catalogue.spec_of("of-a-host") is spec
    assert catalogue.spec_of("of-a-host", 1) is spec


def test_register_the_same_definition_again_changes_nothing() -> None:
    catalogue.register(chain())
    catalogue.register(chain())
    assert catalogue.all_specs() == (chain(),)


def test_register_another_definition_under_the_same_version_is_refused() -> None:
    catalogue.register(chain())
    with pytest.raises(JudgmentError) as refusal:
        catalogue.register(chain(question="Is it not?"))
    assert refusal.value.code == "BAD_GATE"
    assert catalogue.all_specs() == (chain(),)


def test_register_a_gate_without_question_is_refused() -> None:
    assert "question" in refused(chain(question=None))


@pytest.mark.parametrize(
    ("decision", "word"),
    [(WithActor, "actor"), (WithIdentity, "actor_identity"), (WithAlias, "actor")],
)
def test_register_a_decision_that_says_who_decides_is_refused(
    decision: type[BaseModel], word: str
) -> None:
    assert f"declares {word};" in refused(chain(decision=decision))


def test_spec_of_without_version_is_the_newest() -> None:
    for version in (2, 10, 9):
        catalogue.register(chain(version=version))
    assert catalogue.spec_of("of-a-host").version == 10


@pytest.mark.parametrize(("id", "version"), [("unknown", None), ("of-a-host", 2)])
def test_spec_of_an_unknown_chain_is_not_found(id: str, version: int | None) -> None:
    catalogue.register(chain())
    with pytest.raises(JudgmentError) as refusal:
        catalogue.spec_of(id, version)
    assert refusal.value.code == "NOT_FOUND"


def test_all_specs_are_in_order() -> None:
    for id, version in (("b", 1), ("a", 2), ("a", 1)):
        catalogue.register(chain(id=id, version=version))
    found = [(spec.id, spec.version) for spec in catalogue.all_specs()]
    assert found == [("a", 1), ("a", 2), ("b", 1)]


def test_register_shipped_may_be_called_again() -> None:
    catalogue.register_shipped()
    catalogue.register_shipped()
    assert catalogue.all_specs() == (RESERVE_REVIEW,)
