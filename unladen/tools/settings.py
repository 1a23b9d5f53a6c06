"""a folder -> its settings, from the nearest file that has a table of ours."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from unladen.config import TABLE, Config, from_table
from unladen.errors import ConfigError
from unladen.tools.foreign import reading, toml_file

MEND = "correct the file; docs/unladen.md lists the settings"
OWN_SETTINGS = "unladen.toml"
SETTINGS = (OWN_SETTINGS, "pyproject.toml")


def load(folder: Path) -> Config:
    """Of a suite that lies in a folder of its own the settings may stand further up, as far as the
    repository goes; folders that are named there are meant from there."""
    path = settings_file(folder)
    if path is None:
        return Config()
    with reading(str(path), MEND, ConfigError):
        config = from_table(_table_of(path) or {})
    if path.parent == folder:
        return config
    if config.records:
        config = replace(config, records=str(path.parent / config.records))
    if config.site != Config().site:
        config = replace(config, site=str(path.parent / config.site))
    return config


def settings_file(folder: Path) -> Path | None:
    """The nearest that has a table of ours. A project without a pyproject.toml had better not get
    one for our sake: it would be built otherwise."""
    for place in (folder, *folder.parents):
        for name in SETTINGS:
            path = place / name
            if path.is_file() and _table_of(path) is not None:
                return path
        if (place / ".git").exists():
            break
    return None


def _table_of(path: Path) -> Mapping[str, Any] | None:
    with reading(str(path), MEND, ConfigError):
        told = toml_file(path)
    if path.name == OWN_SETTINGS:
        return told
    tools = told.get("tool", {})
    table = tools.get("unladen") if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise ConfigError(f"{path}: tool.unladen is no table", f"[{TABLE}]")
    return table
