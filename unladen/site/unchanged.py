"""everything that a site is made from -> a stamp, by which a build knows that nothing is new."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import unladen
from unladen.history.blame import History
from unladen.store.profiles import Profiles
from unladen.store.project import Project


def stamp_of_all(project: Project, history: History, profiles: Profiles) -> str:
    digest = hashlib.sha256()
    for told in _inputs(project, history, profiles):
        digest.update(f"{told}\n".encode("utf-8", "replace"))
    return digest.hexdigest()


def _inputs(project: Project, history: History, profiles: Profiles) -> Iterator[object]:
    """Results and their order, what people answered for and until when, settings; and ourselves."""
    ledger = history.ledger
    yield from sorted(ledger.archive.stamps().items())
    yield from ((group.name, group.commits) for group in ledger.groups)
    yield ledger.elsewhere, ledger.left_out, profiles.left_out
    yield from (profile.stamp for profile in profiles.all())
    yield history.accepted, history.today
    yield project.config, project.asv.conf.project, project.asv.html, project.git.remote()
    folder = Path(unladen.__file__).parent
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".py", ".js", ".css"):
            found = path.stat()
            yield path.relative_to(folder), found.st_mtime_ns, found.st_size
