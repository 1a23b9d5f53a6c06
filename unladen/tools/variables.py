"""variables of an environment -> those that can change what is measured, and so belong to it.

Log levels, debugging, limits of threads, allocators, and what begins with a package's own name. The
same code was 3.7 or 5.7 times faster, by nothing but the log level around it (I18).
"""

import hashlib
import re
from collections.abc import Mapping, Sequence

TELLING = re.compile(
    r"LOG_?LEVEL|DEBUG|VERBOSE|VERBOSITY|LD_PRELOAD|GLIBC_TUNABLES|CUDA_VISIBLE_DEVICES"
    r"|PYTHON(HASHSEED|OPTIMIZE|DEVMODE|MALLOC|WARNINGS|TRACEMALLOC|ASYNCIODEBUG|_GIL|_JIT)"
    r"|TF_NUM_\w+|TF_ENABLE_\w+|TF_XLA_FLAGS"
    r"|(MALLOC|G?OMP|KMP|MKL|OPENBLAS|BLIS|VECLIB|NUMEXPR|NUMBA|JAX|XLA|TORCH|POLARS|RAYON)_\w+"
)
OF_OTHERS = frozenset({"ci", "git", "github", "gitlab", "runner", "ssh", "pip", "xdg", "asv"})
"""Packages that are called as programs are whose variables differ from run to run."""
SECRET = re.compile(r"KEY|TOKEN|SECRET|PASS|AUTH|CREDENTIAL|COOKIE|SESSION|DSN|URL", re.IGNORECASE)
LONGEST = 40
"""What is longer stands in a record by its digest."""


def telling(variables: Mapping[str, str], packages: Sequence[str]) -> dict[str, str]:
    """Never one that may hold a secret: records are shown, and kept in repositories."""
    own = tuple(f"{name.upper()}_" for name in packages if name.lower() not in OF_OTHERS)
    return {
        name: _short(value)
        for name, value in sorted(variables.items())
        if TELLING.fullmatch(name) or (own and name.startswith(own) and not SECRET.search(name))
    }


def _short(value: str) -> str:
    if len(value) <= LONGEST and value.isprintable():
        return value
    return f"sha256 {hashlib.sha256(value.encode('utf-8', 'surrogateescape')).hexdigest()[:12]}"
