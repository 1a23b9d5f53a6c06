"""Decisions -> JUnit XML."""

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from unladen.model import FAILING, Comparison, Decision, NoDecision, RankedDecision, Verdict
from unladen.output.words import one_line, summary

SKIPPED = frozenset({Verdict.UNDECIDED, Verdict.SKIPPED, Verdict.MISSING})


def of(ranked: Sequence[RankedDecision]) -> str:
    return junit([each.decision for each in ranked])


def failed(failure: NoDecision) -> str:
    """An error of the gate's own: no benchmark failed, and none passed."""
    error = f"<error message={_attribute(failure.what)}>{escape(_plain(failure.next))}</error>"
    case = f'<testcase classname="unladen" name="gate">{error}</testcase>'
    suite = '<testsuite name="unladen" tests="1" failures="0" errors="1" skipped="0">'
    whole = f"<testsuites>{suite}{case}</testsuite></testsuites>"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{whole}\n'


def _plain(text: str) -> str:
    return one_line(text, 300)


def junit(decisions: Sequence[Decision]) -> str:
    """Undecided is skipped, neither a failure nor a pass: CI tools show the three apart. The gate's
    own exit code says that it is no pass."""
    suites = "\n".join(_suite(decision) for decision in decisions)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>{suites}</testsuites>\n'


def _suite(decision: Decision) -> str:
    failures = sum(c.verdict in FAILING for c in decision.comparisons) + len(decision.unwanted)
    skipped = sum(c.verdict in SKIPPED for c in decision.comparisons)
    tests = len(decision.comparisons) + len(decision.unwanted)
    counts = (
        f'tests="{tests}" failures="{failures}" errors="0" '
        f'skipped="{skipped}" time="{decision.seconds:.3f}"'
    )
    each = [_case(comparison) for comparison in decision.comparisons]
    cases = "\n".join([*each, *map(_flag, decision.unwanted)])
    name = _attribute(f"unladen {decision.environment}")
    return f"<testsuite name={name} {counts}>\n{cases}\n</testsuite>"


def _case(comparison: Comparison) -> str:
    name, _, rest = comparison.benchmark.id.partition("(")
    group, _, leaf = name.rpartition(".")
    leaf += f"({rest}" if rest else ""
    head = f"<testcase classname={_attribute(group or name)} name={_attribute(leaf or name)}"
    told = _attribute(f"{comparison.verdict.value} {summary(comparison)}".strip())
    if comparison.verdict in FAILING:
        return f"{head}><failure message={told}/></testcase>"
    if comparison.verdict in SKIPPED:
        return f"{head}><skipped message={told}/></testcase>"
    return (
        f"{head}><system-out>{escape(one_line(summary(comparison), 300))}</system-out></testcase>"
    )


def _flag(told: str) -> str:
    """Of a kind that the project fails on."""
    head = f'<testcase classname="flags" name={_attribute(told)}'
    return f"{head}><failure message={_attribute(told)}/></testcase>"


def _attribute(text: str) -> str:
    return quoteattr(_plain(text))
