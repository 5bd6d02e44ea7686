"""The HTML that all pages share, and the files that go with them. A page is a whole document in
`static`; parts and texts are put in where it says so."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib import resources
from importlib.resources.abc import Traversable

from companion.texts import Plurals, Texts, load_texts

_TEXT = re.compile(r"\[\[(\w+\.\w+)\]\]")
_PART = re.compile(r"\[\[part:(\w+)\]\]")
_NAMED = re.compile(r'\b(href|src)="/([\w-]+\.(?:css|js|svg|png))')
_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}


@dataclass(frozen=True, slots=True)
class File:
    """Something that a page names; `tag` changes with its bytes."""

    body: bytes
    type: str
    tag: str


def filled(html: str, texts: Texts) -> str:
    """HTML with its parts, and with the texts of a language in the place of [[page.key]]."""
    whole = _PART.sub(lambda part: static_text(f"part-{part[1]}.html").rstrip("\n"), html)
    return _TEXT.sub(lambda blank: escape(texts(blank[1])), whole)


def with_values(html: str, values: Mapping[str, str]) -> str:
    """HTML with values (HTML too) in the place of [[name]]; all at once, so that no value can
    name another."""
    blanks = re.compile(r"\[\[(" + "|".join(map(re.escape, values)) + r")\]\]")
    return blanks.sub(lambda blank: values[blank[1]], html)


def json_in_html(value: object) -> str:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


@cache
def texts_of(language: str) -> Texts:
    return load_texts(language)


@cache
def page_texts(language: str, sections: tuple[str, ...]) -> dict[str, str | Plurals]:
    """What the modules of a page need, unfilled."""
    return texts_of(language).templates(*sections)


@cache
def static_text(name: str) -> str:
    """HTML of ours; what it names is named with its version."""
    return versioned((_folder() / name).read_text(encoding="utf-8"))


def versioned(html: str) -> str:
    """HTML in which the files it names are those of this version: browsers may keep them for good.
    A module imports others from beside it, and so those of its own version."""
    return _NAMED.sub(lambda found: f'{found[1]}="/{version()}/{found[2]}', html)


@cache
def version() -> str:
    """Changes with the bytes of any file."""
    tags = "".join(file.tag for _, file in sorted(files().items()))
    return hashlib.sha256(tags.encode()).hexdigest()[:12]


@cache
def files() -> dict[str, File]:
    """All that can be asked for by name; nothing else can be."""
    found = {}
    for entry in _folder().iterdir():
        if kind := _TYPES.get(entry.name.rpartition(".")[2]):
            body = entry.read_bytes()
            tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
            found[entry.name] = File(body, kind, tag)
    return found


def _folder() -> Traversable:
    return resources.files("companion.web") / "static"
