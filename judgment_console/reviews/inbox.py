"""The inbox: what waits for me, for the team, what I started, what I decided."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from judgment_console.errors import JudgmentError
from judgment_console.queries import inbox as reads
from judgment_console.reviews.context import shell_of
from judgment_console.reviews.htmx import HtmxHttpRequest, show, signed_in

TEMPLATE = "reviews/inbox.html"
TITLES = {
    "mine": "Waiting for you",
    "team": "Waiting for the team",
    "started": "Started by you",
    "history": "Decided by you",
}
WORDS = {
    "mine": "Mine",
    "team": "Team",
    "started": "Started by me",
    "history": "History",
}


@require_safe
@signed_in
def inbox(request: HtmxHttpRequest) -> HttpResponse:
    """One of the four lists; ``?tab=`` keeps the choice in the address."""
    tab = request.GET.get("tab", "mine")
    if tab not in reads.TABS:
        raise JudgmentError("BAD_REQUEST", "The inbox has no list of this name.")
    shell = shell_of(request)
    if shell.member is None:
        return show(request, "reviews/no_workspace.html", {})
    counts = {"mine": shell.badge, "history": "", **reads.counts(shell.member)}
    context = {
        "tab": tab,
        "title": TITLES[tab],
        "tabs": [(name, WORDS[name], counts[name]) for name in reads.TABS],
        "page": reads.page(shell.member, tab),
        "zone": shell.member.zone,
    }
    return show(request, TEMPLATE, context, part="list")
