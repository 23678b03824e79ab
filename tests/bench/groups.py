"""Groups of numbers that are measured together: each gives values by key."""

from collections.abc import Callable
from statistics import median
from typing import Any

from tests.bench import core, engine, pages
from tests.bench.places import Places

Values = dict[str, list[float]]


def postgresql(places: Places) -> Values:
    """Decisions and transitions on PostgreSQL."""
    return _durable(places.inside(places.postgresql, "transitions"), "", "_postgresql")


def sqlite(places: Places) -> Values:
    """The same on SQLite."""
    return _durable(places.inside(places.sqlite, "transitions"), "_sqlite", "_sqlite")


def chains(places: Places) -> Values:
    """A long chain against short ones, on PostgreSQL."""
    found = places.inside(places.postgresql, "chains")
    return {
        "chain_64_vs_4": found["long"],
        "chain_64_vs_4_work": found["long_work"],
    }


def verify(places: Places) -> Values:
    """Verification of a long chain, on PostgreSQL."""
    found = places.inside(places.postgresql, "verify")
    return {
        "verify_vs_hash": found["hash"],
        "verify_vs_read_and_hash": found["read_and_hash"],
        "verify_linearity": found["linearity"],
        "verified_entries_per_s": found["entries_per_s"],
    }


def in_memory(places: Places) -> Values:
    """The engine without a database."""
    return {"core_transitions_per_s": core.transitions_per_second(places.sizes)}


def evidence(places: Places) -> Values:
    """Each gate of the reserve review; the worst is the one furthest from its calls."""
    found = engine.evidence(places.sizes)
    gates = [name for name in found if not name.endswith(" ms")]
    worst = max(gates, key=lambda name: median(found[name]))
    slug = {name: name.replace("-", "_").replace(" ", "_") for name in found}
    return {
        "evidence_vs_engine": found[worst],
        **{f"evidence_{slug[name]}": values for name, values in found.items()},
    }


def web(places: Places) -> Values:
    """Pages and memory, with a real server and a real worker."""
    found = pages.pages(places)
    return {
        "gate_page_vs_trivial": found["gate"],
        "gate_page_cold_vs_trivial": found["cold"],
        "inbox_vs_trivial": found["inbox"],
        "web_rss_mb": found["web_mb"],
        "worker_rss_mb": found["worker_mb"],
        **{f"page_{name}": found[name] for name in found if name.endswith("_ms")},
    }


def crowd(places: Places) -> Values:
    """The inbox of a very large workspace."""
    found = pages.crowds(places)
    return {"inbox_100k_vs_100": found["crowd"], "inbox_queries": found["queries"]}


GROUPS: dict[str, Callable[[Places], Values]] = {
    "core": in_memory,
    "evidence": evidence,
    "sqlite": sqlite,
    "postgresql": postgresql,
    "chains": chains,
    "verify": verify,
    "pages": web,
    "crowd": crowd,
}


def _durable(found: Any, suffix: str, database: str) -> Values:
    return {
        f"decide_vs_create{suffix}": found["decide"],
        f"transition_vs_create{suffix}": found["transition"],
        f"db_transitions_per_s{database}": found["per_second"],
        f"create_ms{database}": found["create_ms"],
        f"decide_vs_create_work{suffix}": found["decide_work"],
        f"transition_vs_create_work{suffix}": found["transition_work"],
    }
