"""`dambord decode` on the published bytes of every board, whole, damaged, and cut in two."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.decoding import board_names, decode
from companion.main import main
from firmware_protocol.dgt.pieces import Coding

DATA = Path(__file__).parents[1] / "data"
VECTORS: list[dict[str, Any]] = json.loads((DATA / "board_vectors.json").read_bytes())["vectors"]
SAID = [vector for vector in VECTORS if "decoded" in vector]
Run = Callable[..., dict[str, Any]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run_it(board: str, hexed: str, *more: str) -> dict[str, Any]:
        assert main(["decode", "--board", board, "--hex", hexed, "--json", *more]) == 0
        facts = json.loads(capsys.readouterr().out)
        assert isinstance(facts, dict)
        return facts

    return run_it


def expected(vector: dict[str, Any]) -> dict[str, Any]:
    """The vectors of some boards give the one event without more."""
    decoded: dict[str, Any] = vector["decoded"]
    return decoded if "events" in decoded else {"events": [decoded]}


@pytest.mark.parametrize("vector", SAID, ids=[vector["id"] for vector in SAID])
def test_published_bytes_say_what_they_are_said_to(vector: dict[str, Any], run: Run) -> None:
    facts = run(vector["board"], vector["hex"])
    for key, value in expected(vector).items():
        assert facts[key] == value
    assert facts["pending_bytes"] == 0
    assert bool(facts["framing_errors"]) == bool(
        vector["decoded"].get("framing_errors", "badnibble" in vector["id"])
    )


def test_the_coding_of_kings_can_be_given(run: Run) -> None:
    kings = next(v["hex"] for v in VECTORS if v["id"] == "dgt-dump-10x10-kings")
    newer = run("dgt-draughts", kings)["events"][0]["fields50"]
    older = run("dgt-draughts", kings, "--coding", "pre-2011")["events"][0]["fields50"]
    assert newer == "eWebeeeeeeeeeeeeebeeebeeeeeeeeweweeeeeeeeeeeeeBwee"
    assert older == newer.translate(str.maketrans("Wb", "bW"))


def test_a_start_position_tells_how_later_dumps_are_coded(run: Run) -> None:
    later = dump([4] + [0] * 48 + [7])
    start = dump([7] * 20 + [0] * 10 + [1] * 20)
    alone = run("dgt-draughts", later.hex())["events"]
    first, second = run("dgt-draughts", (start + later).hex())["events"]
    assert alone[0]["fields50"] == "b" + "e" * 48 + "W"
    assert first["fields50"] == "b" * 20 + "e" * 10 + "w" * 20
    assert second["fields50"] == "W" + "e" * 48 + "b"


def test_a_turned_board_shows_its_coding_too() -> None:
    codes = bytes(dump([1] * 20 + [0] * 10 + [7] * 20))
    (event,) = decode("dgt-draughts", codes).events
    assert event["fields50"] == "w" * 20 + "e" * 10 + "b" * 20


def test_pieces_on_light_squares_are_counted() -> None:
    message = dump([4] * 20 + [0] * 10 + [1] * 20)
    message[3], message[4] = message[4], message[3]
    (event,) = decode("dgt-draughts", bytes(message)).events
    assert event["light_occupied"] == 1


def dump(squares: list[int]) -> bytearray:
    message = bytearray(b"\x86\x00\x67") + bytearray(100)
    for number, code in enumerate(squares):
        row, place = divmod(number, 5)
        message[3 + 10 * row + 2 * place + (1 - row % 2)] = code
    return message


# -- damage ------------------------------------------------------------------------------------

WHOLE = [v for v in SAID if not v["decoded"].get("framing_errors") and "badnibble" not in v["id"]]
WHOLE = [v for v in WHOLE if v["id"] != "echess-start"]  # it has no way to tell noise
ONE = [v for v in WHOLE if len(expected(v)["events"]) == 1 and v["board"] != "dxp"]  # over TCP
BARE = [v for v in ONE if not any(word in v["id"] for word in ("noise", "junk", "led-ack"))]


def names(vectors: list[dict[str, Any]]) -> list[str]:
    return [vector["id"] for vector in vectors]


@pytest.mark.parametrize("vector", WHOLE, ids=names(WHOLE))
def test_noise_before_a_message_does_not_hide_it(vector: dict[str, Any]) -> None:
    noise = {"dxp": b"\x07noise\0"}.get(vector["board"], b"\x13\x00\x42")
    facts = decode(vector["board"], noise + bytes.fromhex(vector["hex"]))
    assert list(facts.events) == expected(vector)["events"]


@pytest.mark.parametrize("vector", BARE, ids=names(BARE))
def test_a_message_that_breaks_off_does_not_hide_the_next(vector: dict[str, Any]) -> None:
    whole = bytes.fromhex(vector["hex"])
    events = expected(vector)["events"]
    shortest = 3 if vector["board"] == "squareoff" else 1
    for length in range(shortest, len(whole)):
        facts = decode(vector["board"], whole[:length] + whole)
        assert list(facts.events)[-len(events) :] == events, length
        assert len(facts.events) <= len(events)
        assert facts.pending_bytes == 0


@pytest.mark.parametrize("vector", BARE, ids=names(BARE))
def test_what_is_unfinished_is_pending_and_says_nothing(vector: dict[str, Any]) -> None:
    whole = bytes.fromhex(vector["hex"])
    for length in range(1, len(whole)):
        facts = decode(vector["board"], whole[:length])
        assert facts.events == ()
        assert facts.pending_bytes == length
        assert facts.framing_errors == 0


WRONG = {
    "dgt: too short for its id": ("dgt", "86 00 42" + " 00" * 63),
    "dgt: a field update of six bytes": ("dgt", "8e 00 06 34 00 00"),
    "dgt: longer than anything": ("dgt", "8f 7f 7f 00 00"),
    "dgt: the other 7-byte battery": ("dgt", "a0 00 07 58 7f 7f 01"),
    "dgt: a length byte with bit 7": ("dgt", "8e 80"),
    "dgt-pegasus: a dump of 10x10": ("dgt-pegasus", "86 00 67" + " 00" * 100),
    "millennium: a wrong checksum": ("millennium", "76 b0 31 b0 b3 37 b5"),
    "millennium: a wrong letter": ("millennium", "73 f2 6e 62 58 6b"),
    "chessnut: a nibble that is no piece": ("chessnut", "01 24 d0" + " 00" * 35),
    "certabo: one number too few": ("certabo", (b":" + b"0 " * 319 + b"\r\n").hex()),
    "certabo: a number too large": ("certabo", (b":256 " + b"0 " * 319 + b"\r\n").hex()),
    "tabutronic: seven rows": ("tabutronic-sentio", b":1 2 3 4 5 6 7\r\n".hex()),
    "squareoff: no such square": ("squareoff", b"0#e9u*".hex()),
    "squareoff: 63 squares": ("squareoff", (b"30#" + b"0" * 63 + b"*").hex()),
    "ichessone: a nibble that is no piece": ("ichessone", "3d 70 0f" + " 00" * 31),
    "dxp: fewer captured than said": ("dxp", b"M000532280122\0"[:-3].hex() + "00"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_counted_and_says_nothing(name: str) -> None:
    board, hexed = WRONG[name]
    facts = decode(board, bytes.fromhex(hexed))
    assert facts.events == ()
    assert facts.framing_errors > 0


def test_a_wrong_checksum_on_the_bus_is_reported_as_such() -> None:
    facts = decode("dgt-bus", bytes.fromhex("87 00 06 10 06 24"))
    assert facts.events == ({"type": "bus_ping", "address": [16, 6], "checksum_ok": False},)
    assert facts.framing_errors == 1


def test_an_unknown_message_is_skipped_whole_and_reported() -> None:
    facts = decode("dgt", bytes.fromhex("bb 00 05 41 42 93 00 05 01 02"))
    assert facts.events == (
        {"type": "unknown", "id": 0xBB, "size": 5},
        {"type": "version", "major": 1, "minor": 2},
    )


# -- the verb ----------------------------------------------------------------------------------


def test_a_file_of_raw_bytes_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bytes.bin"
    file.write_bytes(bytes.fromhex("93 00 05 01 02 8e"))
    assert main(["decode", "--board", "dgt", "--file", str(file)]) == 0
    first, last = capsys.readouterr().out.splitlines()
    assert json.loads(first) == {"type": "version", "major": 1, "minor": 2}
    assert last == "1 events, 0 framing errors, 1 bytes of an unfinished message"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--board", "wood", "--hex", "00"],
        ["--board", "dgt", "--hex", "0g"],
        ["--board", "dgt", "--hex", "123"],
        ["--board", "dgt"],
        ["--board", "dgt", "--hex", "00", "--coding", "x"],
        ["--board", "dgt", "--file", "no such file"],
    ],
)
def test_wrong_usage_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["decode", *arguments])
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1


def test_hex_may_be_written_as_people_do(run: Run) -> None:
    written = ("93 00 05 01 02", "9300050102", "0x93, 0x00, 0x05, 0x01, 0x02", "93:00:05:01:02")
    assert len({json.dumps(run("dgt", text)) for text in written}) == 1


def test_our_own_board_is_read_too(run: Run) -> None:
    vectors = json.loads((DATA / "protocol_vectors.json").read_bytes())
    for vector in vectors:
        facts = run("dambord", vector["hex"])
        assert facts["framing_errors"] == 0
        assert [event["seq"] for event in facts["events"]] == [vector["seq"]]


def test_every_board_of_the_published_bytes_can_be_named() -> None:
    assert {vector["board"] for vector in SAID} <= set(board_names())


def test_codings_have_the_names_of_their_time() -> None:
    assert [coding.value for coding in Coding] == ["2011", "pre-2011", "chess"]
