# Started by the Pico after power-up. Ends, and so gives the console (REPL) back, when the confirm
# button is held at that moment or when the host asked for it.
import os

import machine

import board
import pins
import protocol

# A running watchdog cannot be stopped, so the way to the console leads through a reset: this file
# says so.
CONSOLE_ONCE = "console.once"


def console_wanted():
    try:
        os.remove(CONSOLE_ONCE)
        return True
    except OSError:
        return not machine.Pin(pins.BUTTONS[0], machine.Pin.IN, machine.Pin.PULL_UP)()


def main():
    if console_wanted():
        return
    mode = board.Board().run()
    if mode is None:
        return
    if mode == protocol.RESTART_REPL:
        open(CONSOLE_ONCE, "w").close()
    if mode == protocol.RESTART_BOOTLOADER:
        machine.bootloader()
    machine.reset()


main()
