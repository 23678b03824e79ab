"""Pages over HTTP: one server process, a client that stays connected and signed in."""

from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import redis

from tests.bench.measuring import in_turns, pinned, ratio, timed, undisturbed
from tests.bench.places import Places
from tests.harness.children import Child
from tests.harness.installation import Installation

Found = dict[str, list[float]]


def pages(places: Places) -> Found:
    """Gate page and inbox over a trivial page; the memory of server and worker.

    The trivial page is the one that asks whether to sign out: the frame that every
    page has for the same person, one sentence and a button.
    """
    place = places.postgresql
    worker = places.served(place.worker)
    made = places.inside(place, "reviews")
    worker_memory = resident(worker)
    worker.stop()
    crowd = places.once(place, "crowd", gates=places.sizes.waiting)
    server = places.served(place.server)
    cache = redis.Redis.from_url(place.env["REDIS_URL"])
    with pinned(places.asking), _line(place) as line:
        gate = f"/gates/{made['gate']}/"
        trivial = asking(line, "/accounts/logout/", made["reviewer"], "Sign Out")
        cached = asking(line, gate, made["reviewer"], "volume-weighted")
        inbox = asking(line, "/", crowd["session"], "Waiting for you")

        repeats = [
            _times(trivial, cached, inbox, cache.flushdb, places.sizes.requests)
            for _ in range(places.sizes.repeats)
        ]
    found = {
        name: ratio((each[name], each["trivial"]) for each in repeats)
        for name in ("gate", "cold", "inbox")
    }
    found |= {
        f"{name}_ms": [1000 * each[name] for each in repeats] for name in repeats[0]
    }
    found |= {"worker_mb": [worker_memory], "web_mb": [resident(server)]}
    server.stop()
    return found


def crowds(places: Places) -> Found:
    """The inbox of a workspace with very many gates over that of one with few."""
    few, many = places.postgresql, places.crowded
    sizes = places.sizes
    sessions = [
        places.once(few, "crowd", gates=sizes.waiting),
        places.once(many, "crowd", gates=sizes.crowd),
    ]
    looks = [places.inside(place, "queries") for place in (few, many)]
    assert looks[0] == looks[1], "the inbox asks the database other questions"
    servers = [places.served(place.server) for place in (few, many)]
    with pinned(places.asking), _line(few) as near, _line(many) as far:
        acts = [
            asking(line, "/", made["session"], "Waiting for you")
            for line, made in zip((near, far), sessions, strict=True)
        ]
        in_turns(acts, 3)
        repeats = [in_turns(acts, sizes.requests) for _ in range(sizes.repeats)]
    for server in servers:
        server.stop()
    return {
        "crowd": ratio((large, small) for small, large in repeats),
        "queries": [looks[0]["count"]],
    }


def asking(
    line: HTTPConnection, path: str, session: str, words: str
) -> Callable[[], None]:
    """Ask for a page with this session; it has to be there and hold these words."""

    def ask() -> None:
        line.request("GET", path, headers={"Cookie": session})
        answer = line.getresponse()
        body = answer.read()
        if answer.status != 200 or words.encode() not in body:
            raise AssertionError(f"{path}: {answer.status} {body[:2000]!r}")

    return ask


def resident(child: Child) -> float:
    """The resident memory of the largest process of a program, in MB."""
    return max(_resident(pid) for pid in _family(child.process.pid))


def _times(
    trivial: Callable[[], None],
    gate: Callable[[], None],
    inbox: Callable[[], None],
    empty: Callable[[], object],
    times: int,
) -> dict[str, float]:
    warm = in_turns([trivial, gate, inbox], times + 1)
    cold = []
    for _ in range(max(2, times // 3)):
        empty()
        cold.append(timed(gate))
    names = ("trivial", "gate", "inbox")
    return {**dict(zip(names, warm, strict=True)), "cold": undisturbed(cold)}


def _line(place: Installation) -> closing[HTTPConnection]:
    return closing(HTTPConnection("127.0.0.1", place.port, timeout=30))


def _family(pid: int) -> list[int]:
    below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in below for each in _family(int(child)))]


def _resident(pid: int) -> float:
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) / 1024
