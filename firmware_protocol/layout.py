"""How a message becomes a body: its fields in order, packed by one struct, then perhaps a tail."""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Callable
from struct import Struct
from typing import Any, ClassVar, Self, get_type_hints

from firmware_protocol.codes import MessageType
from firmware_protocol.errors import BodyError, MessageError


class Message:
    """Base of all messages; subclasses are frozen dataclasses whose fields follow LAYOUT.

    Bytes behind the known fields are ignored, so a message can grow at its end. A class whose body
    ends in something of variable length overrides the two tail methods.
    """

    __slots__ = ()
    TYPE: ClassVar[MessageType]
    LAYOUT: ClassVar[Struct] = Struct("<")

    def pack(self) -> bytes:
        """The body. Raises MessageError where a field is out of range."""
        names = [name for name, _ in _head_fields(type(self))]
        try:
            head = self.LAYOUT.pack(*(getattr(self, name) for name in names))
        except struct.error as error:
            raise MessageError(f"{type(self).__name__}: {error}") from None
        return head + self._pack_tail()

    @classmethod
    def unpack(cls, body: bytes) -> Self:
        """The message that a body stands for. Raises BodyError where it fits no message."""
        if len(body) < cls.LAYOUT.size:
            raise BodyError(f"{cls.__name__}: {len(body)} bytes, needs {cls.LAYOUT.size}")
        values = cls.LAYOUT.unpack_from(body)
        try:
            head = [
                _convert(field, value)
                for field, value in zip(_head_fields(cls), values, strict=True)
            ]
            return cls(*head, *cls._unpack_tail(body[cls.LAYOUT.size :]))
        except (MessageError, ValueError) as error:
            raise BodyError(f"{cls.__name__}: {error}") from None

    def _pack_tail(self) -> bytes:
        return b""

    @classmethod
    def _unpack_tail(cls, tail: bytes) -> tuple[Any, ...]:
        return ()


_Field = tuple[str, Callable[[Any], Any]]


_KNOWN: dict[type[Any], tuple[_Field, ...]] = {}


def _head_fields(cls: type[Any]) -> tuple[_Field, ...]:
    """(name, type) of the fields that LAYOUT packs: the first ones."""
    if cls not in _KNOWN:
        hints = get_type_hints(cls)
        count = len(cls.LAYOUT.unpack(bytes(cls.LAYOUT.size)))
        names = [field.name for field in dataclasses.fields(cls)[:count]]
        _KNOWN[cls] = tuple((name, hints[name]) for name in names)
    return _KNOWN[cls]


def _convert(field: _Field, value: int) -> Any:
    name, kind = field
    try:
        return kind(value)
    except ValueError:
        raise MessageError(f"{name} cannot be {value}") from None


def require_square(square: int) -> None:
    """Squares are printed numbers: 1 and up."""
    if not 1 <= square <= 255:
        raise MessageError(f"square {square} must be 1 to 255")


def take_list(tail: bytes, entry: Struct) -> list[tuple[int, ...]]:
    """The entries that fill a tail to its end."""
    if len(tail) % entry.size:
        raise MessageError(f"{len(tail)} bytes are no whole number of {entry.size}-byte entries")
    return list(entry.iter_unpack(tail))
