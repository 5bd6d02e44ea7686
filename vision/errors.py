"""What can go wrong between a picture and a reading, by whose fault it is.

VisionError
├── PictureError   the file or the bytes hold no picture that can be used; names what is wrong
├── SourceError    a camera, folder or stream cannot be opened or has stopped; names the remedy
├── SightError     the picture is fine, but what was asked cannot be told from it
└── CalibrationError  what was learned of a set cannot be kept or read back
"""

from __future__ import annotations

import enum


class SourceFault(enum.Enum):
    """Why a source of frames gives none."""

    ABSENT = "absent"  # there is no such camera, file or stream
    FORBIDDEN = "forbidden"  # this user may not open it
    BUSY = "busy"  # another program holds it
    GONE = "gone"  # it was open and stopped
    BROKEN = "broken"  # the file is no video or folder of pictures


class VisionError(Exception):
    """Base of all errors of this package."""


class PictureError(VisionError):
    """No picture: broken, cut short, too large, or of an unknown kind."""


class SourceError(VisionError):
    """A source of frames that cannot be opened, or that stopped."""

    def __init__(self, message: str, fault: SourceFault = SourceFault.BROKEN) -> None:
        super().__init__(message)
        self.fault = fault


class SightError(VisionError):
    """A good picture that does not show what was asked for."""


class CalibrationError(VisionError):
    """A calibration that cannot be written, or is none."""
