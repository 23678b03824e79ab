"""The embedded broker shows a message only when it is whole."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from kombu import Connection, Exchange, Queue

from judgment_console.broker import Channel

# kombu remembers bindings for the life of a program, so each test has a queue.
JOBS, LATE = (
    Queue(name, Exchange(name), routing_key=name) for name in ("jobs", "late")
)


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    for name in ("messages", "control"):
        (tmp_path / name).mkdir()
    options = {
        "data_folder_in": str(tmp_path / "messages"),
        "data_folder_out": str(tmp_path / "messages"),
        "control_folder": str(tmp_path / "control"),
    }
    with Connection("embedded://", transport_options=options) as made:
        yield made


def send(connection: Connection, queue: Queue, body: object) -> None:
    connection.Producer(serializer="json").publish(
        body, exchange=queue.exchange, routing_key=queue.name, declare=[queue]
    )


def test_message_arrives_as_it_was_sent(connection: Connection, tmp_path: Path) -> None:
    send(connection, JOBS, {"key": "the row"})

    with connection.channel() as channel:
        message = channel.basic_get("jobs", no_ack=True)

    assert message is not None
    assert message.payload == {"key": "the row"}
    assert list((tmp_path / "messages").iterdir()) == []


def test_message_that_is_half_written_is_not_seen(
    connection: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = Event(), Event()
    write = Path.write_bytes

    def slowly(path: Path, data: bytes) -> int:
        path.touch()
        begun.set()
        go_on.wait(10)
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", slowly)
    writer = Thread(target=send, args=(connection, LATE, {"key": "late"}))
    writer.start()
    begun.wait(10)
    with connection.channel() as channel:
        assert isinstance(channel, Channel)
        halfway = channel.basic_get("late", no_ack=True)
        go_on.set()
        writer.join()
        whole = channel.basic_get("late", no_ack=True)

    assert halfway is None
    assert whole is not None
