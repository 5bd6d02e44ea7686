"""The variants by name."""

from __future__ import annotations

from rules.errors import UnknownVariantError
from rules.variant import Variant

INTERNATIONAL = Variant("international")

VARIANTS: dict[str, Variant] = {variant.name: variant for variant in (INTERNATIONAL,)}


def variant_named(name: str) -> Variant:
    """The variant of this name. Raises UnknownVariantError, which lists the names."""
    try:
        return VARIANTS[name]
    except KeyError:
        known = ", ".join(VARIANTS)
        raise UnknownVariantError(f"no variant is named {name!r}: use {known}") from None
