"""A definition that cannot work is refused when it is made."""

import functools
from collections.abc import Callable
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, RootModel

from judgment_console.judgment import (
    Application,
    ChainSpec,
    GateSpec,
    Proposal,
    create_judgment_chain,
    definition_digest,
)
from judgment_console.judgment.definitions import has_words
from tests.judgment.conftest import (
    Reason,
    cap_gate,
    chain,
    clock,
    elr_gate,
    gate,
    refused,
)


class Optional(BaseModel):
    rationale: str | None


class Defaulted(BaseModel):
    rationale: str = "none given"


class Numeric(BaseModel):
    rationale: int


class Renamed(BaseModel):
    rationale: str = Field(alias="why")


class Rooted(RootModel[dict[str, str]]):
    pass


class Camel(BaseModel):
    model_config = ConfigDict(alias_generator=lambda name: name.title())
    rationale: str


class Unknown(BaseModel):
    cap: "NotDefinedAnywhere"  # type: ignore[name-defined]  # noqa: F821
    rationale: str


class Long(BaseModel):
    rationale: Annotated[str, Field(min_length=3), AfterValidator(str.strip)]


class Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    rationale: str


async def coroutine_hook(*args: Any) -> None: ...


class CallableObject:
    async def __call__(self, *args: Any) -> None: ...


async def generator_hook(*args: Any) -> Any:
    yield None


@pytest.mark.parametrize(
    "model",
    [Optional, Defaulted, Numeric, Renamed, Rooted, Camel, Unknown, BaseModel, dict, 3],
)
def test_definition_with_an_unfit_decision_model_is_refused(model: Any) -> None:
    with refused("BAD_GATE"):
        chain(gate("one", model))


@pytest.mark.parametrize("model", [Long, Frozen, Reason])
def test_definition_with_a_required_text_rationale_is_taken(model: Any) -> None:
    assert chain(gate("one", model)).spec.gates[0].decision is model


@pytest.mark.parametrize(
    "slug", ["", "One", "1one", "a.b", "__proto__", "a_b", "one\n", "a" * 65, None, 3]
)
def test_definition_with_a_bad_slug_is_refused(slug: Any) -> None:
    with refused("BAD_GATE"):
        chain(gate(slug, stage="stage"))
    with refused("BAD_GATE"):
        chain(gate("one", stage=slug))
    with refused("BAD_GATE"):
        create_judgment_chain(slug, [gate("one")], clock())


def test_definition_with_a_slug_of_64_characters_is_taken() -> None:
    assert chain(gate("a" * 64)).spec.gates[0].id == "a" * 64


def test_definition_with_a_repeated_stage_is_refused() -> None:
    with refused("BAD_GATE"):
        chain(gate("one", stage="same"), gate("two", stage="same"))


HOOKS = ["gather_evidence", "apply_decision", "skip_when", "check", "what_if", "verbs"]
COROUTINES: list[Any] = [
    coroutine_hook,
    CallableObject(),
    generator_hook,
    functools.partial(coroutine_hook, 1),
]


@pytest.mark.parametrize("name", HOOKS)
@pytest.mark.parametrize("hook", [*COROUTINES, "text"])
def test_definition_with_a_hook_that_is_no_plain_function_is_refused(
    name: str, hook: Any
) -> None:
    with refused("BAD_GATE") as caught:
        chain(gate("one", **{name: hook}))

    assert name in caught.value.message


@pytest.mark.parametrize("name", HOOKS[:2])
def test_definition_without_a_needed_hook_is_refused(name: str) -> None:
    with refused("BAD_GATE"):
        chain(gate("one", **{name: None}))


@pytest.mark.parametrize("hook", [*COROUTINES, "text"])
def test_definition_with_a_bad_clock_or_last_hook_is_refused(hook: Any) -> None:
    with refused("BAD_GATE"):
        create_judgment_chain("one", [gate("one")], hook)
    with refused("BAD_GATE"):
        chain(gate("one"), on_complete=hook)


@pytest.mark.parametrize(
    "changes",
    [{"effect": "network"}, {"question": " "}, {"question": 3}],
)
def test_definition_with_a_bad_option_is_refused(changes: dict[str, Any]) -> None:
    with refused("BAD_GATE"):
        chain(gate("one", **changes))


@pytest.mark.parametrize(
    "options",
    [{"version": 0}, {"version": True}, {"version": "1"}, {"context": dict}],
)
def test_definition_with_a_bad_chain_option_is_refused(options: dict[str, Any]) -> None:
    with refused("BAD_GATE"):
        chain(gate("one"), **options)


@pytest.mark.parametrize("gates", [None, (), "gates", ["gate"], {}])
def test_definition_whose_gates_are_no_gates_is_refused(gates: Any) -> None:
    with refused("BAD_GATE"):
        ChainSpec("one", gates)


def test_definition_with_needs_that_are_no_names_is_refused() -> None:
    with refused("BAD_GATE"):
        ChainSpec("one", [gate("one")], needs=[3])  # type: ignore[list-item]
    with refused("BAD_GATE"):
        ChainSpec("one", [gate("one")], needs="dataset")


def test_definition_reports_the_first_problem_in_order() -> None:
    problems = [
        gate("complete", dict),
        gate("one"),
        gate("one", dict),
    ]
    with refused("BAD_GATE") as reserved:
        chain(*problems)
    with refused("BAD_GATE") as repeated:
        chain(*problems[1:])
    with refused("BAD_GATE") as model:
        chain(gate("Not-A-Slug", dict))

    assert "reserved" in reserved.value.message
    assert "two gates have this id" in repeated.value.message
    assert "not a pydantic model" in model.value.message


def test_gate_spec_takes_its_first_six_parts_by_position_or_name() -> None:
    def gather(ctx: Any) -> Proposal:
        return Proposal("Go on.", None)

    def apply(ctx: Any, decision: Any) -> Application:
        return Application()

    def skip(ctx: Any) -> None:
        return None

    assert GateSpec("one", "stage", Reason, gather, apply, skip) == GateSpec(
        id="one",
        stage="stage",
        decision=Reason,
        gather_evidence=gather,
        apply_decision=apply,
        skip_when=skip,
    )


def digest(*changed: Callable[[dict[str, Any]], None]) -> str:
    parts: dict[str, Any] = {
        "id": "chain",
        "gates": [cap_gate(question="At what size?"), elr_gate()],
        "version": 1,
    }
    for change in changed:
        change(parts)
    return definition_digest(
        ChainSpec(parts["id"], parts["gates"], version=parts["version"])
    )


def test_definition_digest_ignores_what_hooks_do() -> None:
    def other_hooks(parts: dict[str, Any]) -> None:
        parts["gates"][1] = elr_gate(skip_when=lambda ctx: "always")

    assert digest() == digest()
    assert digest(other_hooks) == digest()


@pytest.mark.parametrize(
    "change",
    [
        lambda parts: parts.update(id="other"),
        lambda parts: parts.update(version=2),
        lambda parts: parts["gates"].reverse(),
        lambda parts: parts["gates"].pop(),
        lambda parts: parts["gates"].__setitem__(0, cap_gate(question="How big?")),
        lambda parts: parts["gates"].__setitem__(1, elr_gate(id="other")),
        lambda parts: parts["gates"].__setitem__(1, elr_gate(stage="other")),
        lambda parts: parts["gates"].__setitem__(1, elr_gate(decision=Reason)),
        lambda parts: parts["gates"].__setitem__(1, elr_gate(effect="outside")),
        lambda parts: parts["gates"].__setitem__(1, elr_gate(automatic=True)),
    ],
)
def test_definition_digest_changes_with_what_is_asked(
    change: Callable[[dict[str, Any]], None],
) -> None:
    assert digest(change) != digest()


def test_definition_digest_needs_a_model_with_a_schema() -> None:
    class Opaque(BaseModel):
        model_config = ConfigDict(arbitrary_types_allowed=True)
        handle: Callable[[], None]
        rationale: str

    spec = ChainSpec("one", [gate("one", Opaque)])

    with refused("BAD_GATE"):
        definition_digest(spec)


@pytest.mark.parametrize(
    ("value", "expected"),
    [("yes", True), (" ", False), ("\u200b", False), (None, False), (3, False)],
)
def test_has_words(value: object, expected: bool) -> None:
    assert has_words(value) is expected


def test_definition_digest_stays_when_only_help_is_reworded() -> None:
    class Named(BaseModel):
        """One wording."""

        description: float = Field(title="Cap", description="In currency units.")
        rationale: str

    class Reworded(BaseModel):
        """Another wording."""

        description: float = Field(title="The cap", description="In USD.")
        rationale: str

    class Narrowed(BaseModel):
        description: float = Field(gt=0, title="Cap")
        rationale: str

    one, other, narrower = (
        definition_digest(ChainSpec("one", [gate("one", model)]))
        for model in (Named, Reworded, Narrowed)
    )

    assert one == other
    assert one != narrower
