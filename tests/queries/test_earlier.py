"""What was uploaded for a segment before a data set."""

from datetime import date, timedelta
from typing import Any

import pytest

from judgment_console.ledger.canonical import canonical_text
from judgment_console.models import Chain, Dataset, Picture, Segment, Upload
from judgment_console.queries.earlier import MOST, earlier_uploads
from judgment_console.queries.pictures import pictures_of
from tests.factories import AT, House

pytestmark = pytest.mark.django_db


@pytest.fixture
def chain(house: House) -> Chain:
    return Chain.objects.select_related("dataset").get(pk=house.parked().chain_id)


def uploaded(chain: Chain, name: str, days: int, **changes: Any) -> Dataset:
    """A data set confirmed so many days after the chain's own."""
    own = chain.dataset
    assert own is not None
    upload = Upload.objects.create(
        workspace=own.workspace,
        uploaded_by=own.confirmed_by,
        at=AT,
        filename="x.csv",
        content=b"",
        digest="0" * 64,
        state="confirmed",
    )
    given: dict[str, Any] = {
        "workspace": own.workspace,
        "segment": own.segment,
        "upload": upload,
        "name": name,
        "content": canonical_text({"name": name, "triangles": []}),
        "digest": name,
        "currency": "USD",
        "valuation_date": date(2009, 12, 31),
        "confirmed_by": own.confirmed_by,
        "at": own.at + timedelta(days=days),
    }
    return Dataset.objects.create(**{**given, **changes})


def test_earlier_uploads_come_latest_first_with_their_content(chain: Chain) -> None:
    uploaded(chain, "older", -2)
    newer = uploaded(chain, "newer", -1)
    found = earlier_uploads(chain)
    assert [each["name"] for each in found] == ["newer", "older"]
    assert found[0] == {
        "name": "newer",
        "triangles": [],
        "digest": "newer",
        "at": newer.at.isoformat(),
    }


def test_later_uploads_and_those_of_other_segments_are_not_earlier(
    chain: Chain,
) -> None:
    own = chain.dataset
    assert own is not None
    other = Segment.objects.create(
        workspace=own.workspace, name="Other", labels='{"name":"Other"}'
    )
    uploaded(chain, "later", 1)
    uploaded(chain, "same", 0)
    uploaded(chain, "other", -1, segment=other)
    assert earlier_uploads(chain) == []


def test_earlier_uploads_are_limited(chain: Chain) -> None:
    for number in range(MOST + 2):
        uploaded(chain, f"number {number}", -1 - number)
    names = [each["name"] for each in earlier_uploads(chain)]
    assert names == [f"number {number}" for number in range(MOST)]


def test_chain_without_a_data_set_has_no_earlier_uploads(chain: Chain) -> None:
    assert earlier_uploads(Chain(workspace_id=chain.workspace_id)) == []


def test_pictures_are_found_by_digest_in_one_query(
    db: None, django_assert_num_queries: Any
) -> None:
    for name in ("a", "b"):
        Picture.objects.create(digest=name * 64, svg=f"<svg>{name}</svg>", at=AT)
    with django_assert_num_queries(1):
        found = pictures_of(["a" * 64, "a" * 64, "c" * 64])
    assert found == {"a" * 64: "<svg>a</svg>"}
