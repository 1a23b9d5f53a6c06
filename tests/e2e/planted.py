"""A project of eight modules whose parts are known, and changes of known size planted in it.

Each module has one function that does its share of the work in a loop of its own, some of it in a
helper that it calls many times. What a change does to the function that it is planted in is known
exactly, because loops are counted in iterations.
"""

import random
from dataclasses import dataclass, field
from pathlib import Path

from tests.e2e.projects import Project, new_project

MODULES = ("grid", "objects", "colour", "search", "score", "batch", "inline", "report")

MODULE = '''
"""Part of the program: {name}."""
{imports}

def step(k):
    """One small piece."""
    return k * k % 7


def {name}(n, m):
    """A loop of its own, and calls of a helper."""
    total = 0
    for k in range(n):
        total += k * 3 % 5
    for k in range(m):
        total += step(k)
{extra}    return total
'''

PIPELINE = '''
"""All parts, one after the other."""
{imports}

def run():
    return [
        {calls}
    ]
'''

SUITE = """
from planted import pipeline


def time_run():
    pipeline.run()
"""

KINDS = (
    "slower",
    "more calls",
    "moved",
    "inlined",
    "logging",
    "wrapper",
    "pool",
    "dead code",
    "accumulation",
)


@dataclass
class Module:
    name: str
    own: int
    """Iterations of its own loop, and calls of its helper."""
    calls: int
    imports: str = ""
    extra: str = ""
    text: str = ""
    """If given, the whole module."""


@dataclass
class Plan:
    modules: dict[str, Module]
    kind: str = ""
    where: str = ""
    size: float = 0.0
    answers: tuple[str, ...] = ()
    """Rows of which one must come first."""
    noise: list[str] = field(default_factory=list)


def base_plan(seed: int) -> Plan:
    """Shares differ by up to four times between modules."""
    order = random.Random(seed)
    modules = {
        name: Module(name, order.randrange(8_000, 30_000), order.randrange(2_000, 8_000))
        for name in MODULES
    }
    return Plan(modules)


def changed(base: Plan, seed: int, kind: str = "") -> Plan:
    order = random.Random(f"{seed}/change")
    kind = kind or order.choice(KINDS)
    where = order.choice(MODULES)
    size = order.choice((0.015, 0.03, 0.05, 0.1, 0.2))
    modules = {name: Module(m.name, m.own, m.calls) for name, m in base.modules.items()}
    plan = Plan(modules, kind, where, size)
    CHANGES[kind](plan, modules[where])
    return plan


def whole(plan: Plan) -> float:
    """In iterations; a call of the helper is about 2.5 of them."""
    return sum(m.own + 2.5 * m.calls for m in plan.modules.values())


def _slower(plan: Plan, module: Module) -> None:
    module.own += int(plan.size * whole(plan))
    plan.answers = (f"planted/{module.name}.py:{module.name}",)


def _more_calls(plan: Plan, module: Module) -> None:
    module.calls += int(plan.size * whole(plan) / 2.5)
    plan.answers = (f"planted/{module.name}.py:step", f"planted/{module.name}.py:{module.name}")


def _moved(plan: Plan, module: Module) -> None:
    """The helper is called from another module; nothing is slower."""
    other = next(name for name in MODULES if name != module.name)
    text = MODULE.format(name=module.name, imports="", extra="")
    body = 'def step(k):\n    """One small piece."""\n    return k * k % 7\n\n\n'
    module.text = text.replace(body, "").replace(
        f'"""Part of the program: {module.name}."""',
        f'"""Part of the program: {module.name}."""\n'
        f"from planted.{other} import moved_step as step\n",
    )
    plan.modules[other].imports = "\n\ndef moved_step(k):\n    return k * k % 7\n"
    plan.answers = (f"planted/{other}.py:moved_step",)


def _inlined(plan: Plan, module: Module) -> None:
    text = MODULE.format(name=module.name, imports="", extra="")
    body = 'def step(k):\n    """One small piece."""\n    return k * k % 7\n\n\n'
    module.text = text.replace(body, "").replace("total += step(k)", "total += k * k % 7")
    plan.answers = (f"planted/{module.name}.py:{module.name}",)


def _logging(plan: Plan, module: Module) -> None:
    count = max(20, int(plan.size * whole(plan) / 12))
    module.imports = "import logging\n\nLOG = logging.getLogger(__name__)\n"
    module.extra = f'    for k in range({count}):\n        LOG.debug("step %s", k)\n'
    plan.answers = ("logging:*", f"planted/{module.name}.py:{module.name}")


def _wrapper(plan: Plan, module: Module) -> None:
    """Every call of the helper goes through one more function."""
    module.imports = (
        "import functools\n\n\ndef checked(function):\n"
        "    @functools.wraps(function)\n    def inner(*args, **kwargs):\n"
        "        return function(*args, **kwargs)\n    return inner\n"
    )
    text = MODULE.format(name=module.name, imports=module.imports, extra="")
    module.text = text.replace("def step(k):", "@checked\ndef step(k):")
    plan.answers = (f"planted/{module.name}.py:checked.<locals>.inner",)


def _pool(plan: Plan, module: Module) -> None:
    """A pool made anew in every call."""
    module.imports = "from concurrent.futures import ThreadPoolExecutor\n"
    module.extra = (
        "    for k in range(12):\n        with ThreadPoolExecutor(2) as pool:\n"
        "            total += sum(pool.map(step, (1, 2, 3)))\n"
    )
    plan.answers = ("concurrent:*", "threading:*", f"planted/{module.name}.py:{module.name}")


def _dead_code(plan: Plan, module: Module) -> None:
    module.imports = "\n\ndef on_the_gpu(grids):\n    return [g * 2 for g in grids]\n"
    plan.answers = (f"planted/{module.name}.py:on_the_gpu",)


def _accumulation(plan: Plan, module: Module) -> None:
    """Collects what nobody reads."""
    count = int(plan.size * whole(plan) / 3)
    module.imports = (
        "\n\ndef collect(n):\n    batch = []\n    for k in range(n):\n"
        "        batch.append(k * 2)\n    return batch\n"
    )
    module.extra = f"    collect({count})\n"
    plan.answers = (f"planted/{module.name}.py:collect",)


CHANGES = {
    "slower": _slower,
    "more calls": _more_calls,
    "moved": _moved,
    "inlined": _inlined,
    "logging": _logging,
    "wrapper": _wrapper,
    "pool": _pool,
    "dead code": _dead_code,
    "accumulation": _accumulation,
}


def write(project: Project, plan: Plan) -> None:
    project.write("planted/__init__.py", "")
    for name, module in plan.modules.items():
        text = module.text or MODULE.format(name=name, imports=module.imports, extra=module.extra)
        project.write(f"planted/{name}.py", text)
    imports = "\n".join(f"from planted import {name}" for name in MODULES)
    calls = ",\n        ".join(
        f"{m.name}.{m.name}({m.own}, {m.calls})" for m in plan.modules.values()
    )
    project.write("planted/pipeline.py", PIPELINE.format(imports=imports, calls=calls))


def planted_project(folder: Path) -> Project:
    project = new_project(folder, SUITE)
    project.write(
        "pyproject.toml",
        (project.folder / "pyproject.toml").read_text().replace("victim", "planted"),
    )
    project.git("rm", "-rqf", "victim")
    return project
