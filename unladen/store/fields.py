"""JSON -> dataclasses, and no field is lost on the way."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from unladen.errors import NewerFile

T = TypeVar("T")


def known(kind: type, value: Mapping[str, Any], *more: str) -> dict[str, Any]:
    """A field that is not known here was written by a newer unladen: to read on would be to drop
    it, and to save what was read would be to destroy it."""
    names = {field.name for field in fields(kind)}
    new = sorted(value.keys() - names - {*more})
    if new:
        raise NewerFile(f"it has {', '.join(new)[:80]}, which this unladen does not know")
    return {name: each for name, each in value.items() if name in names}


def made(kind: type[T], value: Mapping[str, Any]) -> T:
    return kind(**known(kind, value))


def same_schema(value: Mapping[str, Any], ours: int) -> None:
    if value["schema"] > ours:
        raise NewerFile(f"it has schema {value['schema']}, this unladen knows {ours}")
