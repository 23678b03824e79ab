"""A refusal becomes an answer here and nowhere else."""

import logging
from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from judgment_console.errors import JudgmentError
from judgment_console.queries.access import NOTHING_HERE
from judgment_console.reviews.refusals import (
    advice_for,
    details_of,
    kept_words,
    page_before,
    title_for,
)

security = logging.getLogger("judgment_console.security")

STATUS: Mapping[str, int] = MappingProxyType(
    {
        "BAD_REQUEST": 400,
        "BAD_CONTEXT": 400,
        "TENANT_IN_SCHEMA": 400,
        "BAD_INPUT_SCHEMA": 400,
        "NO_TENANT_CONTEXT": 403,
        "NOT_ELIGIBLE": 403,
        "NOT_SIGNED_IN": 403,
        "NOT_FOUND": 404,
        "CHAIN_NOT_OPEN": 409,
        "CONFLICT": 409,
        "DUPLICATE_TOOL_ID": 409,
        "EVIDENCE_MOVED": 409,
        "GATE_DECIDED": 409,
        "GATE_MISMATCH": 409,
        "GATE_MOOT": 409,
        "GATE_NOT_OPEN": 409,
        "UPLOAD_NOT_READY": 409,
        "VERB_NOT_OFFERED": 409,
        "BAD_DECISION": 422,
        "BAD_METADATA": 422,
        "BAD_PROMOTION_OPTIONS": 422,
        "CONFIRMATION_NEEDED": 422,
        "DECISION_STOPPED": 422,
        "DIVERGENCE_INPUT_MISMATCH": 422,
        "EMPTY_STUDY": 422,
        "HIDDEN_CHARACTERS": 422,
        "MISSING_ANSWER": 422,
        "MISSING_RATIONALE": 422,
        "NO_DIVERGENCE_EVIDENCE": 422,
        "SEGMENT_AMBIGUOUS": 422,
        "SEGMENT_UNRESOLVED": 422,
        "TEXT_TOO_LONG": 422,
        "TOLERANCE_CEILING_EXCEEDED": 422,
        "UNSUPPORTED_VALUE": 422,
        "UPLOAD_REFUSED": 422,
        "VERDICT_NOT_DISAGREE": 422,
        "BAD_GATE": 500,
        "EVIDENCE_FAILED": 500,
        "LEDGER_BROKEN": 500,
        "MCP_SELF_TEST_FAILED": 500,
        "REMOTE_RESULT_INVALID": 502,
    }
)
"""The HTTP status of every refusal."""


class RefusalMiddleware:
    """Answers a JudgmentError with its status and the one refusal page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponse | None:
        """The refusal as a page, or as a fragment for HTMX; None for other errors."""
        if not isinstance(exception, JudgmentError):
            return None
        note_refusal(request, exception.code)
        if exception.code == "NOT_FOUND":
            # Whatever was looked for, the answer never says whether it exists.
            exception = JudgmentError("NOT_FOUND", NOTHING_HERE)
        return refusal_page(request, exception, STATUS[exception.code])


def note_refusal(request: HttpRequest, code: str) -> None:
    """A refused POST is a line for the security officer: who, where, which code."""
    if request.method == "POST":
        actor = request.user.pk if request.user.is_authenticated else "nobody"
        security.warning("refused actor=%s path=%s code=%s", actor, request.path, code)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form's proof of origin is missing or old: say so and keep the words."""
    note_refusal(request, "CSRF")
    message = (
        "This page was opened before you last signed in, or it was not sent from this "
        "console. Nothing was recorded."
    )
    return _answer(request, {"code": "CSRF", "message": message}, 403)


def refusal_page(
    request: HttpRequest, error: JudgmentError, status: int
) -> HttpResponse:
    """The one way a refusal looks: what happened, the typed words, what to do."""
    said = {"code": error.code, "message": error.message}
    return _answer(request, {**said, "details": details_of(error.facts)}, status)


def _answer(
    request: HttpRequest, said: Mapping[str, object], status: int
) -> HttpResponse:
    htmx = bool(getattr(request, "htmx", False))
    code = str(said["code"])
    context = {
        **said,
        "title": title_for(code),
        "advice": advice_for(code),
        "kept": kept_words(request),
        "before": page_before(request),
    }
    name = "reviews/refusal.html#refused" if htmx else "reviews/refusal.html"
    response = render(request, name, context, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    if htmx:
        response["HX-Retarget"] = "#refusal"
        response["HX-Reswap"] = "innerHTML"
        response["HX-Push-Url"] = "false"
    return response
