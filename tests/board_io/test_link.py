from __future__ import annotations

import os
import socket
import stat
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from board_io.errors import LinkError, LinkFault, PortAbsentError, PortForbiddenError
from board_io.link import Link
from board_io.link.reader import LinkReader
from board_io.link.serial_link import SerialLink
from board_io.link.tcp_link import TcpLink

EVERY_BYTE = bytes(range(256))


class Wire:
    """A link and its far end: a pseudo-terminal or a socket."""

    def __init__(self, link: Link, far: Any) -> None:
        self.link = link
        self.far = far

    def send(self, data: bytes) -> None:
        if isinstance(self.far, socket.socket):
            self.far.sendall(data)
        else:
            os.write(self.far.far, data)

    def receive(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            data += (
                self.far.recv(4096)
                if isinstance(self.far, socket.socket)
                else os.read(self.far.far, 4096)
            )
        return data

    def unplug(self) -> None:
        if isinstance(self.far, socket.socket):
            self.far.close()
        else:
            self.far.unplug()


@pytest.fixture(params=["serial", "tcp"])
def wire(request: pytest.FixtureRequest, terminal: Any) -> Iterator[Wire]:
    if request.param == "serial":
        link: Link = SerialLink(terminal.port, write_timeout_s=0.3)
        link.open()
        wire = Wire(link, terminal)
    else:
        with socket.create_server(("127.0.0.1", 0)) as server:
            link = TcpLink(*server.getsockname())
            link.open()
            wire = Wire(link, server.accept()[0])
    yield wire
    link.close()
    wire.unplug()


def read(link: Link, count: int) -> bytes:
    data = b""
    while len(data) < count:
        data += link.read(2.0)
    return data


def fault_of(action: Callable[[], object]) -> LinkFault:
    with pytest.raises(LinkError) as caught:
        action()
    assert "\n" not in str(caught.value)
    return caught.value.fault


def test_every_byte_passes_both_ways(wire: Wire) -> None:
    wire.link.write(EVERY_BYTE)
    assert wire.receive(256) == EVERY_BYTE
    wire.send(EVERY_BYTE)
    assert read(wire.link, 256) == EVERY_BYTE


def test_a_read_ends_when_nothing_comes(wire: Wire) -> None:
    begun = time.monotonic()
    assert wire.link.read(0.1) == b""
    assert time.monotonic() - begun > 0.08


def test_a_read_gives_what_has_come_without_waiting_for_more(wire: Wire) -> None:
    wire.send(b"ab")
    begun = time.monotonic()
    assert read(wire.link, 2) == b"ab"
    assert time.monotonic() - begun < 1.0


def test_an_unplugged_link_fails_with_that_reason(wire: Wire) -> None:
    wire.unplug()
    assert fault_of(lambda: read(wire.link, 1)) is LinkFault.UNPLUGGED


def test_writing_to_an_unplugged_link_fails(wire: Wire) -> None:
    wire.unplug()

    def write_on() -> None:
        for _ in range(100):  # TCP notices at the second write
            wire.link.write(b"x")
            time.sleep(0.01)

    assert fault_of(write_on) is LinkFault.UNPLUGGED


@pytest.mark.parametrize("wire", ["serial"], indirect=True)
def test_a_board_that_takes_no_bytes_is_noticed(wire: Wire) -> None:
    assert fault_of(lambda: wire.link.write(bytes(1_000_000))) is LinkFault.STALLED


def test_a_closed_link_says_so_and_may_be_closed_again(wire: Wire) -> None:
    wire.link.close()
    wire.link.close()
    assert fault_of(lambda: wire.link.read(0.1)) is LinkFault.CLOSED
    assert fault_of(lambda: wire.link.write(b"x")) is LinkFault.CLOSED


def test_the_reader_posts_bytes_and_then_the_reason_of_the_end(wire: Wire) -> None:
    received: list[bytes] = []
    lost: list[LinkError] = []
    arrived = threading.Event()
    reader = LinkReader(wire.link, lambda b: (received.append(b), arrived.set())[0], lost.append)
    reader.start()
    wire.send(b"hello")
    assert arrived.wait(2.0)
    begun = time.monotonic()
    reader.stop()
    assert time.monotonic() - begun < 0.9, "closing must not wait for the read to time out"
    assert b"".join(received) == b"hello"
    assert [error.fault for error in lost] == [LinkFault.CLOSED]


def test_a_port_that_does_not_exist_lists_those_that_do() -> None:
    link = SerialLink("/dev/nonesuch", found_ports=lambda: ["/dev/ttyACM0", "/dev/ttyUSB1"])
    with pytest.raises(PortAbsentError) as caught:
        link.open()
    assert caught.value.found == ("/dev/ttyACM0", "/dev/ttyUSB1")
    assert str(caught.value) == ("no port /dev/nonesuch; ports found: /dev/ttyACM0, /dev/ttyUSB1")


def test_where_no_port_exists_the_list_says_none() -> None:
    with pytest.raises(PortAbsentError, match="ports found: none"):
        SerialLink("/dev/nonesuch", found_ports=list).open()


def test_a_forbidden_port_names_the_group_and_the_command(terminal: Any) -> None:
    import grp

    group = grp.getgrgid(os.stat(terminal.port).st_gid).gr_name
    os.chmod(terminal.port, 0)
    uid = os.geteuid()
    if uid == 0:
        os.seteuid(65534)
    try:
        with pytest.raises(PortForbiddenError) as caught:
            SerialLink(terminal.port).open()
    finally:
        os.seteuid(uid)
    assert caught.value.group == group
    assert caught.value.command == f"sudo usermod -aG {group} $USER"
    assert caught.value.command in str(caught.value)


def test_a_port_in_use_is_busy(terminal: Any) -> None:
    first = SerialLink(terminal.port)
    first.open()
    assert fault_of(SerialLink(terminal.port).open) is LinkFault.BUSY
    first.close()


def test_a_file_is_no_port(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("hello")
    assert fault_of(SerialLink(str(file)).open) is LinkFault.REFUSED
    assert stat.S_ISREG(file.stat().st_mode)


def test_a_port_may_be_opened_again_after_it_was_closed(terminal: Any) -> None:
    link = SerialLink(terminal.port)
    for _ in range(3):
        link.open()
        link.write(b"x")
        assert os.read(terminal.far, 10) == b"x"
        link.close()


def test_an_address_where_nobody_listens_is_absent() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
    assert fault_of(TcpLink(*address).open) is LinkFault.ABSENT
