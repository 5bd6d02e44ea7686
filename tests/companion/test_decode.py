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


def test_every_board_of_the_published_bytes_is_known() -> None:
    assert {vector["board"] for vector in VECTORS} <= set(board_names())


@pytest.mark.parametrize("board", board_names())
def test_where_nothing_is_a_message_another_board_is_advised(
    board: str, capsys: pytest.CaptureFixture[str]
) -> None:
    noise = "ff fe fd 7f 00 0a " * 40
    assert main(["decode", "--board", board, "--hex", noise]) == 0
    assert "is it another one (--board)?" in capsys.readouterr().out.splitlines()[-1]
    assert main(["decode", "--board", board, "--hex", noise, "--json"]) == 0
    assert "--board" not in capsys.readouterr().out


@pytest.mark.parametrize("hexed", ["ff 93 00 05 01 02", "93 00 05", ""])
def test_where_something_is_or_may_become_a_message_nothing_is_advised(
    hexed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["decode", "--board", "dgt", "--hex", hexed]) == 0
    assert "--board" not in capsys.readouterr().out


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


LIFT, PLACE = "8e 00 05 34 00", "8e 00 05 24 01"
LIFTED, PLACED = ({"type": "field", "index": i, "code": c} for i, c in ((52, 0), (36, 1)))
VERSION = {"type": "version", "major": 1, "minor": 2}
UNKNOWN = {"type": "unknown", "id": 0xBB, "size": 3}
ROWS = {"rows": [0] * 8}


def of_text(text: str) -> str:
    return text.encode().hex()


# board, bytes, what they say, whether something was damaged, bytes still pending
STREAMS: dict[str, tuple[str, str, list[Any], bool, int]] = {
    "dgt: two glued": ("dgt", LIFT + PLACE, [LIFTED, PLACED], False, 0),
    "dgt: noise between": ("dgt", f"00 7f {LIFT} 11 22 33 {PLACE} 44", [LIFTED, PLACED], False, 0),
    "dgt: an id in the first length byte": ("dgt", f"86 {LIFT}", [LIFTED], True, 0),
    "dgt: an id in the second length byte": ("dgt", f"86 00 {LIFT}", [LIFTED], True, 0),
    "dgt: an id in the data": ("dgt", f"93 00 05 01 {LIFT}", [LIFTED], True, 0),
    "dgt: only the start of a wrong length goes": ("dgt", f"8e 00 04 01 {LIFT}", [LIFTED], True, 0),
    "dgt: a length of nothing": ("dgt", f"bb 00 02 {LIFT}", [LIFTED], True, 0),
    "dgt: unknown, without data": ("dgt", "bb 00 03 93 00 05 01 02", [UNKNOWN, VERSION], False, 0),
    "dgt: unknown, the longest": (
        "dgt",
        f"bb 02 04 {'00' * 257} {LIFT}",
        [UNKNOWN | {"size": 260}, LIFTED],
        False,
        0,
    ),
    "dgt: unknown, too long": ("dgt", f"bb 02 05 {'00' * 258} {LIFT}", [LIFTED], True, 0),
    "dgt: the end is missing": ("dgt", f"{LIFT} 86 00 43 00", [LIFTED], False, 4),
    "dgt: the length is missing": ("dgt", f"{LIFT} 86 00", [LIFTED], False, 2),
    "dgt: a clock that says nothing": ("dgt", "8d 00 0a" + " 00" * 7, [], False, 0),
    "dgt: a code without a piece": (
        "dgt",
        "86 00 43 0d" + " 00" * 63,
        [{"type": "board", "size": 8, "placement": "?" + "." * 63}],
        False,
        0,
    ),
    "pegasus: two glued": (
        "dgt-pegasus",
        LIFT + PLACE,
        [{"index": 52, "placed": False}, {"index": 36, "placed": True}],
        False,
        0,
    ),
    "chessnut: charging by the last byte": (
        "chessnut",
        "2a 02 58 01",
        [{"percent": 88, "charging": True}],
        False,
        0,
    ),
    "chessnut: another last byte": (
        "chessnut",
        "2a 02 58 7f",
        [{"percent": 88, "charging": False}],
        False,
        0,
    ),
    "chessnut: more than full": (
        "chessnut",
        "2a 02 7f 00",
        [{"percent": 100, "charging": False}],
        False,
        0,
    ),
    "chessnut: a report and an answer": (
        "chessnut",
        "01 24" + " 00" * 36 + "2a 02 58 00",
        [{"placement": "8/8/8/8/8/8/8/8"}, {"percent": 88, "charging": False}],
        False,
        0,
    ),
    "chessnut: a report of another length": ("chessnut", "01 23" + " 00" * 35, [], True, 0),
    "millennium: two glued, without parity": (
        "millennium",
        of_text("v010374x"),
        [{"text": "v0103", "version": "1.3"}],
        False,
        1,
    ),
    "millennium: a wrong checksum, then a good one": (
        "millennium",
        of_text("v010375v010374"),
        [{"text": "v0103", "version": "1.3"}],
        True,
        0,
    ),
    "tabutronic: two glued": (
        "tabutronic-sentio",
        of_text((":" + "0 " * 8 + "\r\n") * 2),
        [ROWS, ROWS],
        False,
        0,
    ),
    "tabutronic: a line that breaks off": (
        "tabutronic-sentio",
        of_text(":0 0 0:" + "0 " * 8 + "\r\n"),
        [ROWS],
        True,
        0,
    ),
    "certabo: nine numbers": ("certabo", of_text(":" + "0 " * 9 + "\r\n"), [], True, 0),
    "squareoff: two glued": (
        "squareoff",
        of_text("0#e2u*0#e4d*"),
        [{"square": "e2", "action": "lift"}, {"square": "e4", "action": "place"}],
        False,
        0,
    ),
    "squareoff: unknown": (
        "squareoff",
        of_text("27#ck*0#e4d*"),
        [{"type": "unknown", "id": 27, "body": "ck"}, {"square": "e4", "action": "place"}],
        False,
        0,
    ),
    "squareoff: the end is missing": ("squareoff", of_text("0#e"), [], False, 3),
    "ichessone: 61 per cent look like a beginning": (
        "ichessone",
        "3d 62 00 3d",
        [{"percent": 61, "charging": False}],
        False,
        0,
    ),
    "ichessone: two glued": (
        "ichessone",
        "3d 62 00 3d 3d 62 01 58",
        [{"percent": 61, "charging": False}, {"percent": 88, "charging": True}],
        False,
        0,
    ),
    "ichessone: broken off, then a good one": (
        "ichessone",
        "3d 62 00 3d 62 00 58",
        [{"percent": 88, "charging": False}],
        True,
        0,
    ),
    "ichessone: unknown": (
        "ichessone",
        "3d 7a 00 3d 62 00 58",
        [{"percent": 88, "charging": False}],
        True,
        0,
    ),
    "echess: two glued": (
        "echess-diy",
        ("ff 00" + " 00" * 14 + "ff ff ff") * 2,
        [{"white_rows": [255] + [0] * 7, "black_rows": [0] * 8}] * 2,
        False,
        0,
    ),
    "dxp: unknown": ("dxp", of_text("X1\0E10\0"), [{"type": "E", "reason": 1, "stop": 0}], True, 0),
}


@pytest.mark.parametrize("name", STREAMS)
def test_what_streams_say_by_the_rules_of_their_boards(name: str) -> None:
    board, hexed, events, is_damaged, pending = STREAMS[name]
    facts = decode(board, bytes.fromhex(hexed))
    assert list(facts.events) == events
    assert bool(facts.framing_errors) is is_damaged
    assert facts.pending_bytes == pending


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
