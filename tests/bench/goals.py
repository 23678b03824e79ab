"""What is measured: every key of var/bench.json, its goal and what it says."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """One number of the benchmark. ``most`` is the goal; None is only reported."""

    key: str
    group: str
    says: str
    most: float | None = None


def _ratio(key: str, group: str, most: float, says: str) -> Goal:
    return Goal(key=key, group=group, most=most, says=says)


def _fact(key: str, group: str, says: str) -> Goal:
    return Goal(key=key, group=group, says=says)


GOALS: tuple[Goal, ...] = (
    _ratio("decide_vs_create", "postgresql", 8, "decide / one create"),
    _ratio("transition_vs_create", "postgresql", 25, "gate transition / one create"),
    _ratio("decide_vs_create_sqlite", "sqlite", 12, "decide / one create"),
    _ratio("transition_vs_create_sqlite", "sqlite", 40, "transition / one create"),
    _ratio("gate_page_vs_trivial", "pages", 3, "gate page / trivial page"),
    _ratio("gate_page_cold_vs_trivial", "pages", 8, "evidence drawn anew / trivial"),
    _ratio("inbox_vs_trivial", "pages", 3, "full inbox / trivial page"),
    _ratio("inbox_100k_vs_100", "crowd", 1.2, "inbox at 100,000 gates / at 100"),
    _fact("core_transitions_per_s", "core", "gates settled in memory each second"),
    _fact("db_transitions_per_s_sqlite", "sqlite", "gates settled each second"),
    _fact("db_transitions_per_s_postgresql", "postgresql", "gates settled each second"),
    _ratio("verify_vs_hash", "verify", 8, "verifying entries / hashing their bodies"),
    _ratio("verify_linearity", "verify", 1.2, "an entry of 100,000 / of 10,000"),
    _ratio("chain_64_vs_4", "chains", 1.2, "transition at 64 gates / at 4 gates"),
    _ratio("evidence_vs_engine", "evidence", 1.5, "worst gate / its engine calls"),
    _fact("web_rss_mb", "pages", "web process after the pages, resident MB"),
    _fact("worker_rss_mb", "pages", "worker after two reviews, resident MB"),
)
