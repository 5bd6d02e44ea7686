"""The conversation message by message: the test plays the board, byte for byte."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_io.dambord_session import DambordSession
from board_io.errors import LinkError, LinkFault
from board_io.events import (
    BatteryLevel,
    BoardButton,
    BoardEvent,
    BoardMessage,
    ButtonHeld,
    ButtonPressed,
    LinkDown,
    LinkUp,
    Notice,
    Searching,
    SnapshotSeen,
)
from firmware_protocol.codec import Decoder, Received, encode
from firmware_protocol.codes import (
    BoardKind,
    ButtonCode,
    Capability,
    Charge,
    Content,
    ErrorCode,
    LedColor,
    LedKind,
    MessageType,
    NakReason,
    SensorCode,
    State,
)
from firmware_protocol.errors import MessageError
from firmware_protocol.frames import Frame, encode_frame
from firmware_protocol.layout import Message
from firmware_protocol.messages import (
    Ack,
    Battery,
    Button,
    Change,
    ErrorReport,
    GetSnapshot,
    Heartbeat,
    Hello,
    HelloAnswer,
    Light,
    Nak,
    Ping,
    SetLeds,
    SnapshotReport,
)
from rules.snapshot import Reading, SensorKind, Snapshot

UNPLUGGED = LinkError(LinkFault.UNPLUGGED, "gone")
EMPTY = Snapshot.of(50, {})


class Talk:
    """A session and the test as its board. Board time is host time, so events keep their times."""

    def __init__(self) -> None:
        self.session = DambordSession()
        self.now = 0.0
        self.boot_id = 7
        self.revision = 0
        self.contents = [Content.EMPTY] * 50
        self._decoder = Decoder()
        self._numbers: list[int] = []

    @property
    def ms(self) -> int:
        return round(self.now * 1000)

    def heard(self) -> list[Message]:
        """The requests that the session has sent since the last call."""
        items = self._decoder.feed(self.session.take_output())
        requests = [item for item in items if isinstance(item, Received)]
        assert len(requests) == len(items)
        self._numbers += [request.seq for request in requests]
        return [r.message for r in requests if isinstance(r.message, Message)]

    def say(self, *messages: Message) -> list[BoardEvent]:
        """Send these, answers numbered like the last request heard."""
        seq = self._numbers[-1] if self._numbers else 0
        return self.session.receive(b"".join(encode(m, seq) for m in messages), self.now)

    def wait(self, seconds: float) -> list[BoardEvent]:
        """Let time pass, asking the session at each of its deadlines."""
        end, events = self.now + seconds, []
        while (due := self.session.next_deadline) is not None and due <= end:
            self.now = max(self.now, due)
            events += self.session.advance(self.now)
            assert self.session.next_deadline != due, "what was due is still due"
        self.now = end
        return events + self.session.advance(end)

    def hello(self, **changes: object) -> HelloAnswer:
        fields: dict[str, object] = {
            "major": 1,
            "minor": 0,
            "boot_id": self.boot_id,
            "board": BoardKind.DRAUGHTS_10X10,
            "squares": 50,
            "sensor": SensorCode.COLOR,
            "led_kind": LedKind.SQUARE_RGB,
            "leds": 50,
            "capabilities": Capability.BUTTONS,
            "firmware": (1, 2, 3),
            "serial": b"db-1",
        }
        return HelloAnswer(**(fields | changes))  # type: ignore[arg-type]

    def report(self) -> SnapshotReport:
        return SnapshotReport(self.revision, self.ms, tuple(self.contents))

    def beat(self) -> Heartbeat:
        return Heartbeat(self.revision, self.ms, State(0), self.boot_id)

    def change(self, square: int, content: Content) -> Change:
        self.contents[square - 1] = content
        self.revision = (self.revision + 1) % 65536
        return Change(self.revision, self.ms, square, content)

    def connect(self, **hello: object) -> list[BoardEvent]:
        events = self.session.link_opened(self.now)
        assert self.heard() == [Hello(1, 1)]
        events += self.say(self.hello(**hello))
        assert self.heard() == [GetSnapshot()]
        return events + self.say(self.report())


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def live(talk: Talk) -> Talk:
    talk.connect()
    talk.heard()
    talk.say(Ack(MessageType.SET_LEDS))
    return talk


def test_a_board_is_there_once_it_has_told_its_whole_state(talk: Talk) -> None:
    talk.session.link_opened(0.0)
    talk.heard()
    assert talk.say(talk.hello()) == []
    assert talk.session.board is None
    talk.heard()
    (event,) = talk.say(talk.report())
    assert isinstance(event, LinkUp)
    assert event.snapshot == EMPTY
    assert talk.session.board == event.board
    assert (event.board.serial, event.board.firmware) == ("db-1", "1.2.3")
    assert (event.board.sensor, event.board.has_leds) == (SensorKind.COLOR, True)


def test_the_number_of_a_chip_is_told_in_figures(talk: Talk) -> None:
    (event,) = talk.connect(serial=bytes.fromhex("e6614103e71ab200"))
    assert isinstance(event, LinkUp)
    assert event.board.serial == "E6614103E71AB200"


def test_hello_is_repeated_then_the_link_is_given_up_and_opened_again(talk: Talk) -> None:
    talk.session.link_opened(0.0)
    assert talk.wait(0.25) == []
    assert talk.heard() == [Hello(1, 1)]
    assert talk.wait(2.7) == []
    assert talk.heard() == [Hello(1, 1)] * 4
    assert talk.wait(0.1) == [Searching(3.0, LinkFault.UNANSWERED, "nothing answers")]
    assert not talk.session.wants_link
    talk.wait(0.25)
    assert talk.session.wants_link


def test_the_search_goes_on_for_ever_and_is_told_once_per_reason(talk: Talk) -> None:
    absent = LinkError(LinkFault.ABSENT, "no port")
    told, attempts = [], 0
    while talk.now < 600.0:
        if talk.session.wants_link:
            attempts += 1
            told += talk.session.link_failed(absent, talk.now)
        told += talk.wait(0.05)
    assert told == [Searching(0.0, LinkFault.ABSENT, "no port")]
    assert 280 < attempts < 320
    busy = LinkError(LinkFault.BUSY, "taken")
    talk.wait(2.0)
    assert talk.session.link_failed(busy, talk.now) == [
        Searching(talk.now, LinkFault.BUSY, "taken")
    ]


def test_a_change_gives_the_whole_board_at_the_time_it_happened(live: Talk) -> None:
    live.now = 1.0
    change = live.change(31, Content.WHITE)
    live.now = 1.4
    (event,) = live.say(change)
    assert isinstance(event, SnapshotSeen)
    assert event.snapshot == Snapshot.of(50, {31: Reading.WHITE})
    assert event.time == pytest.approx(1.0, abs=0.002)


def test_a_repeated_change_is_no_news(live: Talk) -> None:
    change = live.change(31, Content.WHITE)
    assert len(live.say(change)) == 1
    assert live.say(change) == []
    assert live.heard() == []


def test_revisions_may_wrap(talk: Talk) -> None:
    talk.revision = 65535
    talk.connect()
    assert len(talk.say(talk.change(31, Content.WHITE))) == 1
    assert talk.revision == 0
    assert len(talk.say(talk.change(31, Content.EMPTY))) == 1


def test_a_missing_change_is_made_good_by_a_full_report(live: Talk) -> None:
    live.change(31, Content.WHITE)  # lost
    assert live.say(live.change(20, Content.BLACK)) == []
    assert live.heard() == [GetSnapshot()]
    assert live.say(live.change(21, Content.BLACK)) == []
    (event,) = live.say(live.report())
    truth = {31: Reading.WHITE, 20: Reading.BLACK, 21: Reading.BLACK}
    assert isinstance(event, SnapshotSeen)
    assert event.snapshot == Snapshot.of(50, truth)
    assert len(live.say(live.change(21, Content.EMPTY))) == 1


def test_a_heartbeat_of_another_revision_asks_for_a_full_report(live: Talk) -> None:
    live.change(31, Content.WHITE)  # lost
    assert live.say(live.beat()) == []
    assert live.heard() == [GetSnapshot()]
    assert len(live.say(live.report())) == 1
    assert live.say(live.beat()) == []
    assert live.heard() == []


def test_a_damaged_frame_asks_for_a_full_report_which_may_hold_no_news(live: Talk) -> None:
    live.session.receive(b"\x05\x01\x02\x03\x04\x00", live.now)
    assert live.heard() == [GetSnapshot()]
    assert live.say(live.report()) == []


def test_an_unanswered_request_for_the_board_is_repeated_while_the_board_lives(live: Talk) -> None:
    live.change(31, Content.WHITE)
    live.say(live.beat())
    for _ in range(20):
        live.wait(1.0)
        live.say(live.beat())
    asked = [message for message in live.heard() if message == GetSnapshot()]
    assert 20 <= len(asked) <= 60


def test_a_board_that_falls_silent_is_lost(live: Talk) -> None:
    live.wait(1.0)
    live.say(live.beat())
    assert live.wait(2.9) == []
    assert live.wait(0.2) == [LinkDown(4.0, LinkFault.SILENT, "the board fell silent")]
    assert not live.session.wants_link
    assert live.session.board is None


def test_after_the_computer_has_slept_the_board_is_met_anew(live: Talk) -> None:
    live.change(31, Content.WHITE)  # while nobody listens
    live.now += 3600.0
    (down,) = live.session.advance(live.now)
    assert isinstance(down, LinkDown)
    live.wait(0.3)
    (up,) = live.connect()
    assert isinstance(up, LinkUp)
    assert up.snapshot[31] is Reading.WHITE


def test_a_board_that_beats_stays(live: Talk) -> None:
    for _ in range(60):
        assert live.wait(1.0) == []
        assert live.say(live.beat()) == []
    assert live.session.board is not None


def test_after_an_unplugged_link_everything_is_asked_anew(live: Talk) -> None:
    live.change(31, Content.WHITE)  # while the link is away
    (down,) = live.session.link_failed(UNPLUGGED, live.now)
    assert down == LinkDown(live.now, LinkFault.UNPLUGGED, "gone")
    live.wait(0.3)
    (up,) = live.connect()
    assert isinstance(up, LinkUp)
    assert up.snapshot == Snapshot.of(50, {31: Reading.WHITE})


def test_half_a_frame_of_the_old_link_does_not_spoil_the_new_one(live: Talk) -> None:
    live.session.receive(encode(live.change(31, Content.WHITE))[:5], live.now)
    live.session.link_failed(UNPLUGGED, live.now)
    live.wait(0.3)
    assert isinstance(live.connect()[0], LinkUp)


@pytest.mark.parametrize("by", ["heartbeat", "hello"])
def test_another_boot_id_means_that_everything_known_is_forgotten(live: Talk, by: str) -> None:
    live.boot_id, live.revision = 8, 0
    live.contents[30] = Content.WHITE
    events = live.say(live.beat() if by == "heartbeat" else live.hello())
    assert events == [LinkDown(live.now, LinkFault.RESTARTED, "the board has restarted")]
    if by == "heartbeat":
        assert live.heard() == [Hello(1, 1)]
        live.say(live.hello())
    assert live.heard() == [GetSnapshot()]
    (up,) = live.say(live.report())
    assert isinstance(up, LinkUp)
    assert up.board.boot_id == 8


def test_a_board_that_restarts_before_it_told_its_state_is_greeted_again(talk: Talk) -> None:
    talk.session.link_opened(0.0)
    talk.heard()
    talk.say(talk.hello())
    talk.heard()
    talk.boot_id = 9
    assert talk.say(talk.beat()) == []
    assert talk.heard() == [Hello(1, 1)]


def test_a_snapshot_that_was_asked_for_is_told_even_without_news(live: Talk) -> None:
    live.session.request_snapshot(live.now)
    assert live.heard() == [GetSnapshot()]
    assert live.say(live.report()) == [SnapshotSeen(live.now, EMPTY)]


def lights(*squares: int) -> list[Light]:
    return [Light(square, LedColor.GREEN) for square in squares]


def test_lights_are_set_piece_by_piece(live: Talk) -> None:
    live.session.set_leds(lights(*range(1, 9)), live.now)
    (first,) = live.heard()
    live.say(Ack(MessageType.SET_LEDS))
    (second,) = live.heard()
    assert isinstance(first, SetLeds)
    assert isinstance(second, SetLeds)
    assert [light.square for light in first.lights + second.lights] == list(range(1, 9))
    live.say(Ack(MessageType.SET_LEDS))
    live.say(live.beat())
    assert live.wait(2.0) == []
    assert live.heard() == []


def test_lights_without_acknowledgement_are_told_and_end_nothing(live: Talk) -> None:
    live.session.set_leds(lights(5), live.now)
    (message,) = live.wait(1.5)
    assert message == BoardMessage(1.2, Notice.LEDS_UNACKNOWLEDGED, "lights: no answer")
    assert len(live.heard()) == 3
    assert len(live.say(live.change(31, Content.WHITE))) == 1


def test_lost_lights_are_sent_again_with_the_next_ping_and_told_once(live: Talk) -> None:
    live.session.set_leds(lights(5), live.now)
    told: list[BoardEvent] = []
    for _ in range(12):
        told += live.wait(1.0)
        live.say(live.beat())
    assert len(told) == 1
    resent = [message for message in live.heard() if isinstance(message, SetLeds)]
    assert len(resent) > 6
    assert {message.lights for message in resent} == {tuple(lights(5))}
    live.session.set_leds(lights(6), live.now)
    live.heard()
    live.say(Ack(MessageType.SET_LEDS), live.beat())
    for _ in range(6):
        told += live.wait(1.0)
        live.say(live.beat())
    assert len(told) == 1
    assert set(live.heard()) == {Ping()}


def test_refused_lights_are_told(live: Talk) -> None:
    live.session.set_leds(lights(5), live.now)
    live.heard()
    (message,) = live.say(Nak(MessageType.SET_LEDS, NakReason.BAD_VALUE))
    assert message == BoardMessage(live.now, Notice.LEDS_UNACKNOWLEDGED, "lights: BAD_VALUE")


def test_only_the_last_pattern_counts(live: Talk) -> None:
    live.session.set_leds(lights(5), live.now)
    live.session.set_leds(lights(6), live.now)
    _, new = live.heard()
    assert isinstance(new, SetLeds)
    assert new.lights == tuple(lights(6))
    live.say(Ack(MessageType.SET_LEDS))
    assert live.wait(2.0) == []


def test_lights_are_shown_again_after_a_lost_link(live: Talk) -> None:
    live.session.set_leds(lights(5), live.now)
    live.session.link_failed(UNPLUGGED, live.now)
    live.wait(0.3)
    live.connect()
    (again,) = live.heard()
    assert isinstance(again, SetLeds)
    assert again.lights == tuple(lights(5))


@pytest.mark.parametrize("hello", [{"led_kind": LedKind.NONE}, {"leds": 0}])
def test_a_board_without_lights_never_hears_of_them(talk: Talk, hello: dict[str, object]) -> None:
    talk.session.set_leds(lights(4), talk.now)
    talk.connect(**hello)
    talk.session.set_leds(lights(5), talk.now)
    talk.wait(2.0)
    assert talk.heard() == []


def test_a_square_named_twice_is_refused_at_once(talk: Talk) -> None:
    with pytest.raises(MessageError):
        talk.session.set_leds(lights(5, 5), 0.0)


def test_squares_that_the_board_has_not_are_left_dark(talk: Talk) -> None:
    talk.contents = [Content.EMPTY] * 32
    talk.connect(squares=32)
    talk.say(Ack(MessageType.SET_LEDS))
    talk.heard()
    talk.session.set_leds(lights(32, 33), talk.now)
    (sent,) = talk.heard()
    assert isinstance(sent, SetLeds)
    assert sent.lights == tuple(lights(32))


def test_the_board_hears_of_the_host_every_three_seconds(live: Talk) -> None:
    pings = 0
    for _ in range(12):
        live.wait(1.0)
        pings += live.heard().count(Ping())
        live.say(live.beat())
    assert pings == 4


def test_another_major_version_is_told_and_used_as_far_as_it_goes(talk: Talk) -> None:
    events = talk.connect(major=9, minor=2)
    assert events[0] == BoardMessage(0.0, Notice.UNKNOWN_PROTOCOL, "the board speaks protocol 9.2")
    assert isinstance(events[1], LinkUp)
    assert len(talk.say(talk.change(31, Content.WHITE))) == 1


def test_an_occupancy_board_never_tells_colours(talk: Talk) -> None:
    talk.connect(sensor=SensorCode.OCCUPANCY)
    (event,) = talk.say(talk.change(31, Content.WHITE))
    assert isinstance(event, SnapshotSeen)
    assert event.snapshot[31] is Reading.OCCUPIED


@pytest.mark.parametrize(
    ("message", "events"),
    [
        (Battery(40, 3700, Charge.CHARGING), [BatteryLevel(0.0, 40, True)]),
        (Battery(255, 0, Charge.ON_BATTERY), [BatteryLevel(0.0, None, False)]),
        (Button(0, ButtonCode.TAKE_BACK, True), [ButtonPressed(0.0, BoardButton.TAKE_BACK)]),
        (Button(0, ButtonCode.TAKE_BACK, False), []),
        (Button(0, ButtonCode.OTHER, True), [ButtonPressed(0.0, BoardButton.OTHER)]),
        (
            ErrorReport(ErrorCode.SENSOR_STUCK, 5, 1),
            [BoardMessage(0.0, Notice.BOARD_ERROR, "SENSOR_STUCK square 5 detail 1")],
        ),
        (
            SnapshotReport(0, 0, (Content.EMPTY,) * 32),
            [BoardMessage(0.0, Notice.BOARD_ERROR, "reports 32 squares, not 50")],
        ),
        (Change(1, 0, 51, Content.WHITE), []),
        (Ping(), []),
    ],
)
def test_what_else_a_board_may_say(live: Talk, message: Message, events: Sequence[object]) -> None:
    assert live.say(message) == events


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_bytes_may_come_in_any_portions(talk: Talk, size: int) -> None:
    talk.connect()
    data = encode(talk.change(31, Content.WHITE)) + encode(talk.change(20, Content.BLACK))
    events: list[BoardEvent] = []
    for i in range(0, len(data), size):
        events += talk.session.receive(data[i : i + size], talk.now)
    assert len(events) == 2


def test_an_answer_of_the_wrong_kind_is_not_taken_for_the_right_one(live: Talk) -> None:
    live.session.set_leds(lights(5), live.now)
    live.heard()
    live.say(Ack(MessageType.CALIBRATE))
    assert live.wait(2.0)[0] == BoardMessage(1.2, Notice.LEDS_UNACKNOWLEDGED, "lights: no answer")


frames = st.builds(
    lambda kind, seq, body: encode_frame(Frame(kind, seq, body)),
    st.sampled_from(MessageType) | st.integers(0, 255),
    st.integers(0, 3),
    st.binary(max_size=40),
)
steps = st.one_of(
    frames,
    st.binary(max_size=30),
    st.floats(0, 4),
    st.sampled_from(["open", "fail", "lights", "snapshot", "answer"]),
)


# Sums of small numbers are where a time that is due and a time that has passed round differently.
seconds = st.integers(0, 3_000_000).map(lambda microseconds: microseconds / 1e6)


@given(seconds, seconds)
def test_nothing_is_due_for_ever_whatever_the_clock_shows(begun: float, later: float) -> None:
    talk = Talk()
    talk.now = begun
    talk.connect()
    talk.now += later
    talk.say(talk.beat())
    assert isinstance(talk.wait(20.0)[-1], (LinkDown, Searching, BoardMessage))


@given(st.lists(steps, max_size=60))
def test_whatever_comes_the_events_make_sense(script: list[bytes | float | str]) -> None:
    """No bytes make it fail; a board comes, is seen, and goes, in that order and at true times."""
    talk, events, is_open = Talk(), [], False
    session = talk.session
    for step in script:
        before = len(events)
        match step:
            case bytes() if is_open:
                events += session.receive(step, talk.now)
            case float():
                events += talk.wait(step)
            case "open" if session.wants_link and not is_open:
                events += session.link_opened(talk.now)
                is_open = True
            case "fail":
                events += session.link_failed(UNPLUGGED, talk.now)
            case "lights":
                session.set_leds(lights(*range(1, 9)), talk.now)
            case "snapshot":
                session.request_snapshot(talk.now)
            case "answer" if is_open:
                talk.heard()
                events += talk.say(talk.hello(), talk.report(), Ack(MessageType.SET_LEDS))
        is_open = is_open and session.wants_link
        assert all(event.time <= talk.now for event in events[before:])
    there = False
    for event in events:
        match event:
            case LinkUp():
                assert not there
                there = True
            case LinkDown():
                assert there
                there = False
            case SnapshotSeen():
                assert there
    assert there == (talk.session.board is not None)


@pytest.mark.parametrize(("held_ms", "is_held"), [(200, False), (700, False), (900, True)])
def test_a_button_that_was_held_is_told_when_it_is_let_go(
    live: Talk, held_ms: int, is_held: bool
) -> None:
    down = Button(live.ms, ButtonCode.CONFIRM, True)
    assert [type(event) for event in live.say(down)] == [ButtonPressed]
    live.wait(held_ms / 1000)
    told = live.say(Button(live.ms, ButtonCode.CONFIRM, False))
    assert [type(event) for event in told] == ([ButtonHeld] if is_held else [])
    assert live.say(Button(live.ms, ButtonCode.CONFIRM, False)) == []
