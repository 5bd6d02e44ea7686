"""The settings: a TOML file in the platform's config folder, with a default for every key.

    language = "nl"            # nl, en, fr, de, fy, pl or ru; left out: the language of the system
    variant = "international"  # the game; dambord play --help names them all
    house = ""                 # house rules: huffing, no_forced, men_forward, youngest_begins,
                               # free_draw; several with commas between
    coach = "help"             # off, referee, help, teach or show
    coach_white = ""           # for one player; empty: as coach
    coach_black = ""
    speech = true
    voice = ""                 # a voice of the speech program; empty: the one of the language
    volume = 100               # percent
    by_ear = false             # somebody plays without seeing: nothing is left to the lights
    square_speech = "numbers"  # how squares are said: numbers, misheard (thirteen and thirty by
                               # their figures), digits (all by their figures: three two)
    sentences = "full"         # full or short
    speech_rate = 100          # percent of the usual speed, 50 to 300
    board = "sim"              # sim, auto, serial[:PORT], ble[:NAME], tcp:HOST:PORT, trace:FILE,
                               # camera[:N|NAME|URL|FILE]
    database = ""              # a file; empty: games.db in the data folder
    white = "Wit"              # names for the record
    black = "Zwart"
    listen = "127.0.0.1"       # where the page is to be had; "0.0.0.0": in the local network
    port = 10100               # of the page
    clock = ""                 # 15+5, 50/120,60, kndb ...: see dambord play --help; empty: none
    clock_hand = "moves"       # moves or button: what stops the clock of the player who moved
    clock_warns = false        # say when a player has a minute, half a minute, ten seconds left
    clock_words = true         # a clock beside a DGT board shows a word now and then: SLAAN, FOUT

A file that cannot be used never stops the program: the mistake is told in one line (file, line,
key) and the defaults stand in.
"""

from __future__ import annotations

import ipaddress
import locale
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path

from companion.choices import (
    BOARD_KINDS,
    CLOCK_HANDS,
    COACH_LEVELS,
    HOUSE_RULES,
    LANGUAGES,
    SENTENCES,
    SQUARE_SPEECH,
    VARIANTS,
)
from companion.errors import InputError, SettingsError, why_unread

APPLICATION = "dambord"


@dataclass(frozen=True, slots=True)
class Settings:
    """What people can choose once and for all; the command line comes before it."""

    language: str = "nl"
    variant: str = "international"
    house: str = ""
    coach: str = "help"
    coach_white: str = ""
    coach_black: str = ""
    speech: bool = True
    voice: str = ""
    volume: int = 100
    by_ear: bool = False
    square_speech: str = "numbers"
    sentences: str = "full"
    speech_rate: int = 100
    board: str = "sim"
    database: str = ""
    white: str = ""
    black: str = ""
    listen: str = "127.0.0.1"
    port: int = 10100
    clock: str = ""
    clock_hand: str = "moves"
    clock_warns: bool = False
    clock_words: bool = True

    @property
    def game(self) -> str:
        """The name of the game with its house rules, as `rules.variants` knows it."""
        return "+".join((self.variant, *house_rules_in(self.house)))

    @property
    def database_path(self) -> Path:
        """The file of the games; the platform's data folder where none is chosen."""
        return Path(self.database).expanduser() if self.database else data_folder() / "games.db"


def config_path() -> Path:
    """The settings file of this user on this platform."""
    import platformdirs

    return Path(platformdirs.user_config_path(APPLICATION)) / "settings.toml"


def data_folder() -> Path:
    """The folder of this user's games on this platform."""
    import platformdirs

    return Path(platformdirs.user_data_path(APPLICATION))


def system_language() -> str:
    """The language of the system where we speak it, else Dutch."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return _known_language(value)
    return _known_language(locale.getlocale()[0] or "")


def _known_language(name: str) -> str:
    language = name[:2].lower()
    return language if language in LANGUAGES else "nl"


def load_settings(path: Path | None = None) -> tuple[Settings, list[str]]:
    """The settings and what was wrong with the file, one line each.

    A missing file is fine unless `path` names it. A wrong value leaves its default; a file that
    is no TOML leaves them all.
    """
    defaults = Settings(language=system_language())
    source = path or config_path()
    try:
        text = source.read_text(encoding="utf-8")
        values = tomllib.loads(text)
    except FileNotFoundError:
        return defaults, [f"{source} does not exist; defaults are used"] if path else []
    except (OSError, UnicodeDecodeError) as error:
        return defaults, [f"{source} cannot be read: {why_unread(error)}; defaults are used"]
    except tomllib.TOMLDecodeError as error:
        return defaults, [f"{source}: {_one_line(error)}; defaults are used"]
    return _checked(defaults, values, source, text)


def _checked(
    settings: Settings, values: Mapping[str, object], source: Path, text: str
) -> tuple[Settings, list[str]]:
    problems = []
    for key, value in values.items():
        try:
            settings = replace(settings, **{key: _value(key, value)})  # type: ignore[arg-type]
        except SettingsError as error:
            problems.append(f"{source}, line {_line_of(key, text)}, {key}: {error}")
    return settings, problems


def _value(key: str, value: object) -> object:
    """The checked value of one key. Raises SettingsError."""
    if key not in _DEFAULTS:
        raise SettingsError(f"not a setting; known are {', '.join(_DEFAULTS)}")
    wanted = type(_DEFAULTS[key])
    if type(value) is not wanted:
        raise SettingsError(f"must be {_TYPE_NAMES[wanted]}; the default is used")
    if (check := _CHECKS.get(key)) and (fault := check(value)):
        raise SettingsError(f"{fault}; the default is used")
    return value


def house_rules_in(text: str) -> list[str]:
    """The house rules of a list with commas."""
    return [rule for part in text.split(",") if (rule := part.strip())]


def _house_fault(value: object) -> str:
    unknown = [rule for rule in house_rules_in(str(value)) if rule not in HOUSE_RULES]
    return f"must be some of {', '.join(HOUSE_RULES)}" if unknown else ""


def _address_fault(value: object) -> str:
    try:
        ipaddress.ip_address(str(value))
    except ValueError:
        return "must be an address: 127.0.0.1, 0.0.0.0 or one of this computer"
    return ""


def _port_fault(value: object) -> str:
    return "" if isinstance(value, int) and 0 <= value < 65536 else "must be from 0 to 65535"


def _clock_fault(value: object) -> str:
    from companion.clock.control import parse_control

    try:
        parse_control(str(value))
    except InputError as error:
        return str(error)
    return ""


def _one_of(*names: str) -> Callable[[object], str]:
    return lambda value: (
        "" if value in names else f"must be one of {', '.join(filter(None, names))}"
    )


def _board_fault(value: object) -> str:
    kind = str(value).partition(":")[0]
    return "" if kind in BOARD_KINDS else f"must begin with one of {', '.join(BOARD_KINDS)}"


def _percent_fault(value: object) -> str:
    return "" if isinstance(value, int) and 0 <= value <= 200 else "must be from 0 to 200"


def _rate_fault(value: object) -> str:
    return "" if isinstance(value, int) and 50 <= value <= 300 else "must be from 50 to 300"


def _line_of(key: str, text: str) -> int:
    """The line a key stands on; 1 where it cannot be found."""
    pattern = re.compile(rf"""^\s*\[*\s*["']?{re.escape(key)}["']?\s*[.=\]]""")
    lines = enumerate(text.splitlines(), start=1)
    return next((number for number, line in lines if pattern.match(line)), 1)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


_DEFAULTS = {field.name: field.default for field in fields(Settings)}
_TYPE_NAMES: Mapping[type, str] = {str: "a text", bool: "true or false", int: "a whole number"}
_CHECKS: Mapping[str, Callable[[object], str]] = {
    "language": _one_of(*LANGUAGES),
    "variant": _one_of(*VARIANTS),
    "house": _house_fault,
    "coach": _one_of(*COACH_LEVELS),
    "coach_white": _one_of("", *COACH_LEVELS),
    "coach_black": _one_of("", *COACH_LEVELS),
    "board": _board_fault,
    "volume": _percent_fault,
    "square_speech": _one_of(*SQUARE_SPEECH),
    "sentences": _one_of(*SENTENCES),
    "speech_rate": _rate_fault,
    "listen": _address_fault,
    "port": _port_fault,
    "clock": _clock_fault,
    "clock_hand": _one_of(*CLOCK_HANDS),
}
