"""The ways in and out under CPython where there is no pseudo-terminal."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

from firmware_protocol.codec import Decoder, Received, encode
from firmware_protocol.messages import Hello, HelloAnswer, Ping, Pong
from hardware import FIRMWARE, SIMULATED_BOARD


def wait_for_file(path: Path) -> str:
    end = time.monotonic() + 10
    while not path.exists():
        assert time.monotonic() < end
        time.sleep(0.01)
    return path.read_text()


def ask(line: socket.socket, message: Hello | Ping) -> object:
    line.settimeout(10)
    line.sendall(encode(message, 77))
    decoder = Decoder()
    while True:
        for item in decoder.feed(line.recv(4096)):
            if (
                isinstance(item, Received)
                and item.seq == 77
                and item.message.__class__
                in (
                    HelloAnswer,
                    Pong,
                )
            ):
                return item.message


def test_tcp_serves_one_client_after_another_and_the_newest_wins(tmp_path: Path) -> None:
    env = {**os.environ, "DAMBORD_SIM_DIR": str(tmp_path), "DAMBORD_SIM_TCP": "127.0.0.1:0"}
    process = subprocess.Popen(
        [sys.executable, str(SIMULATED_BOARD)], env=env, stdin=subprocess.PIPE
    )
    try:
        host, _, number = wait_for_file(tmp_path / "address").rpartition(":")
        address = (host, int(number))
        with socket.create_connection(address) as first:
            one = ask(first, Hello(1, 0))
            with socket.create_connection(address) as second:
                assert ask(second, Ping(b"second")) == Pong(b"second")
        with socket.create_connection(address) as third:
            other = ask(third, Hello(1, 0))
        assert isinstance(one, HelloAnswer)
        assert one == other, "the same board, not restarted"
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(timeout=10) == 0, "whoever started it has gone"
    finally:
        process.kill()
        process.wait()


def test_plain_pipes_do_too_and_the_end_of_input_is_the_end(tmp_path: Path) -> None:
    env = {**os.environ, "DAMBORD_SIM_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, str(SIMULATED_BOARD)],
        input=encode(Ping(b"\x03\x00\x0a"), 5), env=env, capture_output=True, timeout=20,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stderr == b""
    assert Received(5, Pong(b"\x03\x00\x0a")) in Decoder().feed(done.stdout)


def test_the_thread_that_reads_pipes_on_windows() -> None:
    program = (
        "import pc_console\n"
        "console = pc_console.ThreadConsole.shared()\n"
        "assert console is pc_console.ThreadConsole.shared()\n"
        "data = b''\n"
        "while True:\n"
        "    piece = console.read(1000)\n"
        "    if piece is None:\n"
        "        break\n"
        "    data += piece\n"
        "console.write(data)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=bytes(range(256)),
        env={**os.environ, "PYTHONPATH": str(FIRMWARE / "sim"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        timeout=20,
    )
    assert done.stdout == bytes(range(256)), done.stderr


def test_without_a_folder_it_says_what_is_missing() -> None:
    env = {name: value for name, value in os.environ.items() if name != "DAMBORD_SIM_DIR"}
    done = subprocess.run(
        [sys.executable, str(SIMULATED_BOARD)], env=env, capture_output=True, text=True, timeout=20
    )
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "DAMBORD_SIM_DIR must name the folder of the simulated board"
    ]
