"""Every address of the console, and what stands for it in a test.

A new address that is not in this table fails ``tests/test_outsiders.py``.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from judgment_console.models import Chain, Gate, Upload
from tests.factories import House

Form = Callable[[House, Any], Mapping[str, str]]
REASON = "The factor follows the data, and so do I."


@dataclass(frozen=True, kw_only=True)
class Address:
    """A page or an act: its methods, what its id is about, and a form that fits."""

    name: str
    about: Callable[[House], Any] | None = None
    reads: bool = True
    acts: bool = False
    form: Form = lambda house, about: {}
    more: tuple[Any, ...] = ()

    def url(self, key: UUID | None) -> str:
        """The address of one object."""
        return reverse(self.name, args=[] if key is None else [key, *self.more])

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that are not refused as such."""
        return ("GET",) * self.reads + ("POST",) * self.acts


def _upload(house: House) -> Upload:
    return Upload.objects.get(pk=house.upload())


def _dataset(house: House) -> Any:
    return _chain(house).dataset


def _chain(house: House) -> Chain:
    return house.parked().chain


def _parked(house: House) -> Gate:
    return house.parked()


def decision(house: House, gate: Gate) -> dict[str, str]:
    """An approval of the parked round, as the page would send it."""
    round_ = gate.rounds.get(closed_at=None)
    return {
        "round": str(round_.number),
        "digest": round_.digest,
        "verb": "approve",
        "rationale": REASON,
    }


def _selection(house: House, about: object) -> dict[str, str]:
    return {"gate": str(house.parked().pk), "list": "tab=team"}


def _engagement(house: House, dataset: Any) -> dict[str, str]:
    return {
        "spec": "reserve-review",
        "title": "Forged review",
        "purpose": "Forged",
        "valuation_date": "2023-12-31",
        "currency": "USD",
        "unit": "single units",
    }


def _confirmation(house: House, upload: Upload) -> dict[str, str]:
    return {
        "name": "Forged",
        "segment": "Forged",
        "currency": "USD",
        "unit": "1",
        "valuation_date": "2023-12-31",
        "cumulative": "yes",
    }


ADDRESSES = [
    Address(name="reviews:inbox"),
    Address(name="reviews:remind", reads=False, acts=True, form=_selection),
    Address(name="reviews:assign", reads=False, acts=True, form=_selection),
    Address(name="reviews:chains"),
    Address(name="reviews:healthz"),
    Address(name="reviews:upload", acts=True),
    Address(
        name="reviews:workspace",
        reads=False,
        acts=True,
        form=lambda house, about: {"workspace": str(house.workspace.pk)},
    ),
    Address(name="reviews:upload_detail", about=_upload),
    Address(
        name="reviews:confirm",
        about=_upload,
        reads=False,
        acts=True,
        form=_confirmation,
    ),
    Address(name="reviews:dataset", about=_dataset),
    Address(name="reviews:start", about=_dataset, acts=True, form=_engagement),
    Address(name="reviews:chain", about=_chain),
    Address(name="reviews:trail", about=_chain),
    Address(name="reviews:ledger", about=_chain),
    Address(name="reviews:disclosure", about=_chain),
    Address(name="reviews:disclosure_markdown", about=_chain),
    Address(name="reviews:gate", about=_parked),
    Address(name="reviews:round", about=_parked, more=(1,)),
    Address(
        name="reviews:decide", about=_parked, reads=False, acts=True, form=decision
    ),
    Address(
        name="reviews:effect", about=_parked, reads=False, acts=True, form=decision
    ),
    Address(name="reviews:draft", about=_parked, reads=False, acts=True, form=decision),
    Address(
        name="reviews:answer",
        about=lambda house: house.returned(),
        reads=False,
        acts=True,
        form=lambda house, gate: {"text": REASON},
    ),
    Address(
        name="reviews:retry",
        about=lambda house: house.failed(),
        reads=False,
        acts=True,
    ),
]
BY_NAME = {address.name: address for address in ADDRESSES}
OBJECTS = [address for address in ADDRESSES if address.about]
PAGES = [address for address in ADDRESSES if address.reads]
ACTS = [address for address in ADDRESSES if address.acts]

# Addresses of libraries whose part in braces is a secret or a page name, not an object.
NOT_OBJECTS = {"account_confirm_email", "account_reset_password_from_key"}


def all_patterns() -> Iterator[tuple[str, bool]]:
    """Name and whether it takes an argument, for every address Django knows."""
    yield from _walk(get_resolver().url_patterns, "", takes=False)


def _walk(
    patterns: list[URLPattern | URLResolver], space: str, *, takes: bool
) -> Iterator[tuple[str, bool]]:
    for pattern in patterns:
        here = takes or pattern.pattern.regex.groups > 0
        if isinstance(pattern, URLPattern):
            yield space + (pattern.name or str(pattern.pattern)), here
        else:
            inner = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from _walk(pattern.url_patterns, space + inner, takes=here)
