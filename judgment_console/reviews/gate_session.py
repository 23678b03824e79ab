"""A lost session while somebody types: the words stay on the page."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django_htmx.http import reswap, retarget

from judgment_console.reviews.htmx import HtmxHttpRequest, sign_in_url

P = ParamSpec("P")
View = Callable[Concatenate[HtmxHttpRequest, P], HttpResponseBase]


def words_stay(view: View[P]) -> View[P]:
    """An open form whose session is over is told so where it stands.

    Leading its page to the sign-in would lose what was typed since the last draft; so
    the sign-in is offered in a new tab. Everything else goes on to the view.
    """

    @wraps(view)
    def guarded(
        request: HtmxHttpRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        if request.user.is_authenticated or not (request.htmx and _typing(request)):
            return view(request, *args, **kwargs)
        return _session_over(request)

    return guarded


def _typing(request: HtmxHttpRequest) -> bool:
    return "round" in request.POST or "seen" in request.GET


def _session_over(request: HtmxHttpRequest) -> HttpResponse:
    given = {"sign_in": sign_in_url(request), "act": request.method == "POST"}
    response = render(request, "reviews/gate/moved.html", given)
    patch_cache_control(response, no_store=True)
    return reswap(retarget(response, "#moved"), "innerHTML")
