"""The engagement metadata a disclosure asks for, its words, and what is missing."""

from collections.abc import Mapping
from types import MappingProxyType

from judgment_console.ledger.canonical import JsonValue
from judgment_console.ledger.figures import said
from judgment_console.ledger.text import is_blank

METADATA: Mapping[str, str] = MappingProxyType(
    {
        "purpose": "Purpose",
        "intended_users": "Intended users",
        "measure": "Intended measure",
        "percentile": "Percentile",
        "gross_net": "Gross or net",
        "expenses": "Adjustment expenses",
        "accounting_date": "Accounting date",
        "valuation_date": "Valuation date",
        "review_date": "Review date",
        "currency": "Currency",
        "unit": "Unit of the data",
        "line": "Line of business",
        "scope_notes": "Notes on scope",
        "responsible_actuary": "Responsible actuary",
        "peer_reviewer": "Peer reviewer",
        "carried": "Carried amount",
        "surplus": "Surplus",
        "materiality": "Materiality",
        "materiality_basis": "Basis of materiality",
        "reliances": "Reliances",
        "limitations": "Limitations",
    }
)
"""Each key that a disclosure reads and the label it is shown under."""

OPTIONAL = frozenset(
    {"unit", "scope_notes", "peer_reviewer", "carried", "surplus", "percentile"}
)

_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "central-estimate": "central estimate",
        "high-estimate": "high estimate",
        "low-estimate": "low estimate",
        "specified-percentile": "a stated percentile",
        "gross": "gross of reinsurance and of recoveries",
        "net-of-reinsurance": "net of reinsurance",
        "net-of-salvage-subro": "net of salvage and subrogation",
        "net-all": "net of reinsurance, salvage and subrogation",
        "excluding-lae": "without claim adjustment expenses",
        "none": "without claim adjustment expenses",
        "including-all-lae": "with all claim adjustment expenses",
        "all": "with all claim adjustment expenses",
        "dcc-only": "with defense and cost containment expenses only",
        "dcc": "with defense and cost containment expenses only",
        "aao-only": "with adjusting and other expenses only",
        "a&o": "with adjusting and other expenses only",
    }
)
_SPELLED = frozenset({"measure", "gross_net", "expenses"})


def stated(metadata: Mapping[str, JsonValue], key: str) -> str | None:
    """What the metadata says under a key, in words; None if it says nothing."""
    value = metadata.get(key)
    if isinstance(value, list):
        return "; ".join(listed(metadata, key)) or None
    text = "" if value is None else said(value)
    if is_blank(text):
        return None
    return _WORDS.get(text.strip().lower(), text) if key in _SPELLED else text


def listed(metadata: Mapping[str, JsonValue], key: str) -> tuple[str, ...]:
    """The separate items under a key; in a single text each line is one."""
    value = metadata.get(key)
    if isinstance(value, str):
        items: list[JsonValue] = [*value.splitlines()]
    else:
        items = value if isinstance(value, list) else [value]
    texts = (said(item) for item in items if item is not None)
    return tuple(text for text in texts if not is_blank(text))


def missing(metadata: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """The labels of what the metadata has to say and does not, in reading order."""
    required = [key for key in METADATA if key not in OPTIONAL]
    if metadata.get("measure") == "specified-percentile":
        required.insert(required.index("measure") + 1, "percentile")
    return tuple(METADATA[key] for key in required if stated(metadata, key) is None)
