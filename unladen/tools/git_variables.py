"""Remove the variables by which git tells a hook which repository and which index it works on.

git sets GIT_INDEX_FILE for a pre-commit hook, and GIT_DIR for every hook of a linked worktree. With
them, each git that unladen or asv starts in a clone of its own would write the user's index and
HEAD instead: a commit then succeeded with another commit's tree.
"""

import re
from collections.abc import MutableMapping

LOCAL = frozenset(
    {
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_COMMON_DIR",
        "GIT_CONFIG",
        "GIT_CONFIG_COUNT",
        "GIT_CONFIG_PARAMETERS",
        "GIT_DIR",
        "GIT_GRAFT_FILE",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_INTERNAL_SUPER_PREFIX",
        "GIT_NO_REPLACE_OBJECTS",
        "GIT_OBJECT_DIRECTORY",
        "GIT_PREFIX",
        "GIT_REPLACE_REF_BASE",
        "GIT_SHALLOW_FILE",
        "GIT_WORK_TREE",
    }
)
"""The output of `git rev-parse --local-env-vars`, for all versions of git so far."""
NUMBERED = re.compile(r"GIT_CONFIG_(KEY|VALUE)_\d+")
"""GIT_CONFIG_COUNT says how many of these there are."""

removed: dict[str, str] = {}
"""The removed variables: an error message may have to name them."""


def remove_from(environment: MutableMapping[str, str]) -> None:
    """Call this once, before anything starts git; `removed` holds what was taken away."""
    names = [name for name in environment if name.startswith("GIT_")]
    local = LOCAL
    if not LOCAL.issuperset(names):  # a later git may have more, and only git knows them
        local |= _of_this_git()
    for name in names:
        if name in local or NUMBERED.fullmatch(name):
            removed[name] = environment.pop(name)


def _of_this_git() -> frozenset[str]:
    import subprocess  # --help does without

    command = ["git", "rev-parse", "--local-env-vars"]
    try:
        done = subprocess.run(command, capture_output=True, check=False, text=True)
    except OSError:  # git is not installed, which is reported where it is needed
        return frozenset()
    return frozenset(done.stdout.split())
