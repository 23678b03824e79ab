"""Rows of one small chain, written past the services: what the tables alone allow."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User

from judgment_console.models import (
    Chain,
    Decision,
    Gate,
    Membership,
    Policy,
    Round,
    Workspace,
)
from judgment_console.models.entries import Checkpoint, Entry

AT = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class Rows:
    """A parked gate of a started chain with one entry, and who is around it."""

    workspace: Workspace
    preparer: User
    reviewer: User
    chain: Chain
    gate: Gate
    round: Round

    def entry(self, seq: int, **facts: Any) -> Entry:
        """An entry that is not stored yet."""
        given = {
            "workspace": self.workspace,
            "chain": self.chain,
            "seq": seq,
            "kind": "started",
            "body": "{}",
            "previous_hash": f"{seq - 1:064d}",
            "hash": f"{seq:064d}",
            "at": AT,
            "actor": "actuary",
        }
        return Entry(**{**given, **facts})

    def decision(self, **facts: Any) -> Decision:
        """A decision that is not stored yet."""
        given = {
            "round": self.round,
            "verb": "approve",
            "values": "{}",
            "rationale": "The factors follow the data.",
            "meaning": "approval",
            "actor_class": "actuary",
            "user": self.reviewer,
            "printed_name": "R. Reviewer",
            "role": "reviewer",
            "evidence_digest": "d" * 64,
            "policy_version": 1,
            "channel": "web",
            "request_digest": "e" * 64,
            "entry_seq": 1,
            "entry_hash": f"{1:064d}",
            "at": AT,
        }
        return Decision(**{**given, **facts})


@pytest.fixture
def write_rows() -> Callable[[], Rows]:
    def write() -> Rows:
        workspace = Workspace.objects.create(
            name="Harbour Mutual", time_zone="UTC", created_at=AT
        )
        preparer, reviewer = (
            User.objects.create_user(name, f"{name}@harbour.example")
            for name in ("preparer", "reviewer")
        )
        for user in (preparer, reviewer):
            Membership.objects.create(
                workspace=workspace,
                user=user,
                printed_name=user.username,
                joined_at=AT,
                **{user.username: True},
            )
        policy = Policy.objects.create(
            workspace=workspace, version=1, rules={}, reason="first", at=AT
        )
        chain = Chain.objects.create(
            workspace=workspace,
            spec="reserve_review",
            spec_version=1,
            spec_digest="c" * 64,
            title="Motor liability 2026",
            metadata={},
            policy=policy,
            state="running",
            prepared_by=preparer,
            started_at=AT,
            head="0" * 64,
        )
        gate = Gate.objects.create(
            chain=chain,
            position=0,
            key="data",
            stage="data",
            question="Is the data fit for use?",
            state="parked",
        )
        round_ = Round.objects.create(
            gate=gate,
            number=1,
            opened_because="opened",
            opened_at=AT,
            digest="d" * 64,
            parked_at=AT,
        )
        return Rows(
            workspace=workspace,
            preparer=preparer,
            reviewer=reviewer,
            chain=chain,
            gate=gate,
            round=round_,
        )

    return write


@pytest.fixture
def rows(db: None, write_rows: Callable[[], Rows]) -> Rows:
    return write_rows()


@pytest.fixture
def sealed(transactional_db: None, write_rows: Callable[[], Rows]) -> Rows:
    """The rows with one of each append-only kind, committed."""
    found = write_rows()
    found.entry(1).save()
    found.decision().save()
    Checkpoint.objects.create(
        workspace=found.workspace,
        number=1,
        body="{}",
        digest="f" * 64,
        key_id="k",
        signature="s",
        at=AT,
    )
    return found
