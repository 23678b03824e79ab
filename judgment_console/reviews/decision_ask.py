"""What one round asks, and the closed set of fields that may answer it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from judgment_console.errors import JudgmentError
from judgment_console.reviews.decision_fields import Group, Leaf, leaves_of
from judgment_console.reviews.decision_values import Values

_FIXED = frozenset(
    {"csrfmiddlewaretoken", "verb", "rationale", "round", "digest", "alternative"}
    | {"shown", "confirm", "armed"}
)
_DIGEST = re.compile(r"[0-9a-f]{64}")
_ROUND = re.compile(r"[1-9][0-9]{0,4}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What one round asks: verbs offered, controls, proposed values, alternatives."""

    round_number: int
    digest: str
    verbs: tuple[str, ...]
    groups: tuple[Group, ...]
    proposed: Mapping[str, Any] | None
    alternatives: tuple[Mapping[str, Any], ...]

    @property
    def leaves(self) -> Iterator[Leaf]:
        """Every control, in order."""
        return leaves_of(self.groups)

    def values(self, alternative: str) -> Mapping[str, Any]:
        """The values of an alternative by its number as text; "" is the proposal."""
        chosen = self.alternatives[int(alternative)]["values"] if alternative else {}
        return {**(self.proposed or {}), **chosen}

    def labelled(self, label: str) -> str:
        """The number of the alternative with this label, else ""."""
        labels = [str(each["label"]) for each in self.alternatives]
        return str(labels.index(label)) if label in labels else ""

    def read(self, texts: Mapping[str, Any]) -> Values:
        """What the controls say, each text read against what it was drawn with."""
        number = self.alternative(texts.get("alternative"))
        return Values.read(
            self.groups,
            texts,
            proposed=self.values(""),
            shown=self.values(self.alternative(texts.get("shown"))),
            chosen=self.values(number) if number else None,
        )

    def alternative(self, number: object) -> str:
        """The number of an alternative if there is one, else ""."""
        known = {str(index) for index in range(len(self.alternatives))}
        return str(number) if str(number) in known else ""


def asked(post: QueryDict) -> tuple[int, str]:
    """The round and digest that a form was drawn from; BAD_REQUEST without them."""
    number, digest = post.getlist("round"), post.getlist("digest")
    if len(number) != 1 or not _ROUND.fullmatch(number[0]):
        raise _malformed("The form does not say which round it was drawn from.")
    if len(digest) != 1 or not _DIGEST.fullmatch(digest[0]):
        raise _malformed("The form does not say which evidence it was drawn from.")
    return int(number[0]), digest[0]


def check_fields(post: QueryDict, ask: Ask) -> None:
    """Refuse unknown and repeated fields: nothing that is sent is passed over."""
    allowed = _FIXED | {leaf.name for leaf in ask.leaves}
    if unknown := sorted(set(post) - allowed):
        raise _malformed(f"The form holds unknown fields: {', '.join(unknown)[:200]}.")
    repeated = sorted(
        name
        for name, values in post.lists()
        if len(values) != (len(set(values)) if name == "confirm" else 1)
    )
    if repeated:
        raise _malformed(f"Sent more than once: {', '.join(repeated)}.")


def whole(text: str) -> int:
    """A small whole number of an address; 0 for anything else."""
    return int(text) if _ROUND.fullmatch(text) else 0


def only(post: QueryDict, fields: set[str]) -> None:
    """Refuse every field but these, and these when sent more than once."""
    allowed = fields | {"csrfmiddlewaretoken"}
    wrong = sorted(
        name for name, values in post.lists() if name not in allowed or len(values) != 1
    )
    if wrong:
        raise _malformed(f"Unknown or repeated fields: {', '.join(wrong)[:200]}.")


def _malformed(message: str) -> JudgmentError:
    return JudgmentError("BAD_REQUEST", f"{message} Nothing was recorded.")
