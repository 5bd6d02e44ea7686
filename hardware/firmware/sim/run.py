# Runs the firmware on a PC, under MicroPython's unix port or CPython. See ../README.md.
import gc
import os
import sys

if sys.implementation.name == "cpython":
    sys.dont_write_bytecode = True


def folder_of(path):
    path = path.replace("\\", "/")
    folder = path.rsplit("/", 1)[0] if "/" in path else "."
    if folder.startswith("/") or folder[1:2] == ":":
        return folder
    return os.getcwd().replace("\\", "/") + "/" + folder


HERE = folder_of(__file__)
FIRMWARE = HERE + "/.."
PARTS = (
    "main board answers inputs protocol wire scan debounce lights strip tester"
    " calibrate store port radio pins machine neopixel world shape"
    " cpp cpp_round gesture jumps grid"
)


def forget(module):
    # A reset clears the memory; here something may still hold on to a module.
    for name in dir(module) if module else ():
        if not name.startswith("__"):
            delattr(module, name)


def start():
    # One life of the board, from power-up; True where it resets itself.
    for name in PARTS.split():
        forget(sys.modules.pop(name, None))
    gc.collect()  # what is left of the life before
    import shape

    shape.apply()
    import machine

    try:
        import main  # noqa: F401
    except machine.Reset:
        return True
    return False


if not os.getenv("DAMBORD_SIM_DIR"):
    sys.stderr.write("DAMBORD_SIM_DIR must name the folder of the simulated board\n")
    sys.exit(2)
os.chdir(os.getenv("DAMBORD_SIM_DIR"))
sys.path[:0] = [HERE, FIRMWARE]
while start():
    pass
