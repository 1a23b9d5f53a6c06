"""JSON -> dataclasses, and no field is lost on the way."""

import json
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from unladen.errors import NewerFile

T = TypeVar("T")


def known(kind: type, value: Mapping[str, Any], *more: str) -> dict[str, Any]:
    """A field that is not known here was written by a newer unladen: to read on would be to drop
    it, and to save what was read would be to destroy it."""
    names = _names(kind)
    new = value.keys() - names
    if new and (new := new - {*more}):
        told = ", ".join(sorted(new))[:80]
        raise NewerFile(f"it has {told}, which this unladen does not know")
    return {name: each for name, each in value.items() if name in names}


@cache
def _names(kind: type) -> frozenset[str]:
    return frozenset(field.name for field in fields(kind))


def json_of(content: bytes) -> Any:
    """At twice the speed of the standard library's reader, which is asked where numbers are none
    (NaN) or too large for the quick one, and for what is wrong."""
    import orjson

    try:
        return orjson.loads(content)
    except orjson.JSONDecodeError:
        try:
            return json.loads(content.decode("utf-8"))
        except RecursionError as error:
            raise ValueError("it is nested too deeply") from error


def decoded(kind: type[T], value: object) -> T:
    """Types are checked down to the last field, and whoever is wrong is named by its place. What
    reads it is imported here: nobody waits for it who reads nothing."""
    import msgspec

    try:
        return msgspec.convert(value, kind, strict=True)
    except (msgspec.ValidationError, OverflowError, RecursionError) as error:
        raise ValueError(str(error)) from None


def same_schema(value: Mapping[str, Any], ours: int) -> None:
    if value["schema"] > ours:
        raise NewerFile(f"it has schema {value['schema']}, this unladen knows {ours}")
