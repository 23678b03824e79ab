"""The words of a refusal: its title, what to do now, and what the person typed."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

TITLES: Mapping[str, str] = MappingProxyType(
    {
        "NOT_FOUND": "Nothing at this address",
        "NOT_SIGNED_IN": "Your session is over",
        "NOT_ELIGIBLE": "This is for somebody else to do",
        "BAD_REQUEST": "This was not understood",
        "CSRF": "This page was open too long",
        "EVIDENCE_MOVED": "The evidence changed meanwhile",
        "GATE_DECIDED": "This gate is decided already",
        "GATE_MOOT": "This gate is no longer needed",
        "GATE_NOT_OPEN": "This gate is not open now",
        "CONFLICT": "Somebody was faster",
        "UPLOAD_NOT_READY": "This file is not ready",
        "UPLOAD_REFUSED": "This file was not taken",
        "MISSING_RATIONALE": "The reason is missing",
        "MISSING_ANSWER": "The answer is missing",
        "LEDGER_BROKEN": "The record of this chain does not verify",
    }
)
ADVICE: Mapping[str, str] = MappingProxyType(
    {
        "NOT_FOUND": "Check the address, or look for the chain in the lists. If a "
        "colleague sent it, ask which workspace it is in.",
        "NOT_SIGNED_IN": "Copy your words if you need them, sign in, and open the page "
        "again. Nothing is sent again by itself.",
        "NOT_ELIGIBLE": "The page of the chain names who can act.",
        "BAD_REQUEST": "Open the page again and send the form from there.",
        "CSRF": "Open the page again; your words are below to copy.",
        "EVIDENCE_MOVED": "Open the gate again, look at what changed, then decide.",
        "GATE_DECIDED": "Open the gate to see who decided, when and why.",
        "GATE_MOOT": "Open the gate again to see why, and confirm that it is skipped.",
        "GATE_NOT_OPEN": "Open the chain to see which gate waits now.",
        "GATE_MISMATCH": "Open the chain to see which gate waits now.",
        "CHAIN_NOT_OPEN": "Open the chain to see how it ended.",
        "CONFLICT": "Open the page again to see what was recorded, then decide.",
        "UPLOAD_NOT_READY": "Open the file's page to see how it stands.",
        "UPLOAD_REFUSED": "Mend the file and upload it again.",
        "LEDGER_BROKEN": "Change nothing. Tell an administrator, who can see which "
        "entry breaks.",
    }
)
_LABELS = MappingProxyType({"rationale": "Your reason", "text": "Your answer"})


def title_for(code: str) -> str:
    """The heading of a refusal."""
    return TITLES.get(code, "This was not recorded")


def advice_for(code: str) -> str:
    """What to do now."""
    return ADVICE.get(code, "Go back, mend what is named, and send it again.")


def details_of(facts: Mapping[str, object]) -> list[str]:
    """The single problems that a refusal carries, as sentences."""
    return [
        text
        for key in ("fields", "findings", "problems", "confirm")
        for text in _sentences(facts.get(key))
    ]


def kept_words(request: HttpRequest) -> list[tuple[str, str]]:
    """What was typed into a refused form of these pages, the reason first."""
    match = request.resolver_match
    if request.method != "POST" or match is None or match.namespace != "reviews":
        return []
    typed = [
        (name, text)
        for name in request.POST
        if name != "csrfmiddlewaretoken"
        for text in request.POST.getlist(name)
        if text
    ]
    typed.sort(key=lambda item: item[0] not in _LABELS)
    return [(_LABELS.get(name, name.replace("_", " ")), text) for name, text in typed]


def page_before(request: HttpRequest) -> str:
    """The page of this console from which the refused request came, or none."""
    before = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(before, {request.get_host()})
    return before if ours and before else ""


def _sentences(found: object) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, Mapping) and "message" in found:
        line = found.get("line")
        yield f"Line {line}: {found['message']}" if line else str(found["message"])
    elif isinstance(found, Mapping):
        for name, texts in found.items():
            label = str(name).replace("_", " ")
            yield from (f"{label}: {text}" for text in _sentences(texts))
    elif isinstance(found, list | tuple | set | frozenset):
        for each in found:
            yield from _sentences(each)
    elif hasattr(found, "message"):
        yield str(found.message)
