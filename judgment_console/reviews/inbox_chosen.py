"""What can be done to several gates at once: remind and assign, never decide.

Each is asked twice: the first answer restates what was chosen and from which list.
"""

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.views.decorators.http import require_POST

from judgment_console.errors import JudgmentError
from judgment_console.identity import actor_of
from judgment_console.queries import inbox as reads
from judgment_console.queries.inbox_filters import Wanted
from judgment_console.queries.inbox_rows import InboxRow
from judgment_console.queries.rows import MemberRow
from judgment_console.reviews import inbox_asking as asking
from judgment_console.reviews.context import at, member_here
from judgment_console.reviews.htmx import HtmxHttpRequest, show, signed_in
from judgment_console.reviews.middleware import STATUS, note_refusal
from judgment_console.services import assigning, reminding

TEMPLATE = "reviews/inbox/chosen.html"
MOST = 200
_CONTENT = frozenset({"MISSING_RATIONALE", "HIDDEN_CHARACTERS", "TEXT_TOO_LONG"})


class AssignForm(forms.Form):
    """Who decides these gates from now on, and why."""

    member = forms.TypedChoiceField(label="Who decides", coerce=UUID)
    reason = forms.CharField(
        label="Reason",
        error_messages={"required": "Say why, for those who read the trail."},
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="It is recorded in the trail of each chain.",
    )

    def __init__(
        self, people: list[tuple[UUID, str]], data: QueryDict | None = None
    ) -> None:
        super().__init__(data, label_suffix="")
        field = self.fields["member"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", "Choose a reviewer"), *people]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chosen:
    """The gates that were chosen, from which list, and who chose."""

    rows: tuple[InboxRow, ...]
    count: int
    wanted: Wanted
    member: MemberRow


@require_POST
@signed_in
def remind(request: HtmxHttpRequest) -> HttpResponse:
    """Remind those who can decide the chosen gates, once the reader confirmed it."""
    chosen = _chosen(request, set())
    admin = "admin" in chosen.member.roles
    mine = tuple(row for row in chosen.rows if admin or row.own)
    if not mine:
        return _nothing(request, chosen, "None of these gates can be reminded by you.")
    if request.POST.get("confirm") != "yes":
        given = _restated(replace(chosen, rows=mine)) | {"act": "remind"}
        return show(request, TEMPLATE, given)
    count = reminding.remind(
        gate_ids=[row.gate_id for row in mine], actor=actor_of(request), at=at(request)
    )
    said = f"{_many(count, 'reminder')} sent for {_many(len(mine), 'gate')}."
    if not count:
        said = "Nobody was reminded: all of them were within this hour."
    messages.success(request, said)
    return _back(chosen)


@require_POST
@signed_in
def assign(request: HtmxHttpRequest) -> HttpResponse:
    """Name who alone decides the chosen gates, once the reader confirmed it."""
    chosen = _chosen(request, {"member", "reason"})
    if "admin" not in chosen.member.roles:
        message = "Only an administrator of the workspace assigns gates."
        raise JudgmentError("NOT_ELIGIBLE", message, reason="not an admin")
    rows = tuple(row for row in chosen.rows if not row.own)
    if not rows:
        return _nothing(request, chosen, "None of these gates can be assigned by you.")
    people = reads.assignees(chosen.member.workspace_id, rows)
    given = _restated(replace(chosen, rows=rows)) | {"act": "assign", "people": people}
    if request.POST.get("confirm") != "yes":
        return show(request, TEMPLATE, given | {"form": AssignForm(people)})
    form = AssignForm(people, request.POST)
    if not form.is_valid():
        return _refused(request, given | {"form": form}, "MISSING_RATIONALE")
    try:
        count = _assign(request, rows, form)
    except JudgmentError as error:
        if error.code not in _CONTENT:
            raise
        form.add_error("reason", error.message)
        return _refused(request, given | {"form": form}, error.code)
    name = dict(people)[form.cleaned_data["member"]]
    messages.success(request, f"{_many(count, 'gate')} assigned to {name}.")
    return _back(chosen)


def _assign(
    request: HtmxHttpRequest, rows: tuple[InboxRow, ...], form: AssignForm
) -> int:
    return assigning.assign(
        gate_ids=[row.gate_id for row in rows],
        member_id=form.cleaned_data["member"],
        reason=form.cleaned_data["reason"],
        actor=actor_of(request),
        at=at(request),
    )


def _chosen(request: HtmxHttpRequest, fields: set[str]) -> _Chosen:
    """What the form chose; NOT_FOUND if a gate is not in the reader's workspace."""
    member = member_here(request)
    _only(request.POST, fields)
    try:
        keys = {UUID(text) for text in request.POST.getlist("gate")}
    except ValueError as error:
        raise JudgmentError("BAD_REQUEST", "The form names no gate.") from error
    if len(keys) > MOST:
        message = f"Choose at most {MOST} gates at once. Nothing was done."
        raise JudgmentError("BAD_REQUEST", message)
    wanted = asking.wanted_from(QueryDict(request.POST.get("list", "")))
    rows = reads.chosen(member, keys)
    return _Chosen(rows=rows, count=len(keys), wanted=wanted, member=member)


def _only(post: QueryDict, fields: set[str]) -> None:
    """Refuse unknown fields, and all but the gates when sent more than once."""
    allowed = {"csrfmiddlewaretoken", "gate", "list", "confirm", *fields}
    wrong = sorted(
        name
        for name, values in post.lists()
        if name not in allowed or (name != "gate" and len(values) != 1)
    )
    if wrong:
        names = ", ".join(wrong)[:200]
        message = f"Unknown or repeated fields: {names}. Nothing was done."
        raise JudgmentError("BAD_REQUEST", message)


def _restated(chosen: _Chosen) -> dict[str, Any]:
    segments = dict(reads.segments(chosen.member.workspace_id))
    chains = {str(row.chain_id): row.chain for row in chosen.rows}
    return {
        "rows": chosen.rows,
        "left_out": chosen.count - len(chosen.rows),
        "zone": chosen.member.zone,
        "tab": asking.TAB_WORDS[chosen.wanted.tab],
        "filter": asking.in_words(chosen.wanted, chains=chains, segments=segments),
        "query": asking.query_of(chosen.wanted),
        "back": asking.address(chosen.wanted),
    }


def _nothing(request: HtmxHttpRequest, chosen: _Chosen, said: str) -> HttpResponse:
    none = "Choose at least one gate first." if not chosen.count else said
    messages.warning(request, f"{none} Nothing was done.")
    return _back(chosen)


def _refused(
    request: HtmxHttpRequest, given: dict[str, Any], code: str
) -> HttpResponse:
    note_refusal(request, code)
    return show(request, TEMPLATE, given, status=STATUS[code])


def _back(chosen: _Chosen) -> HttpResponse:
    response = HttpResponseRedirect(asking.address(chosen.wanted))
    response.status_code = 303
    return response


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
