"""The rules of `unladen check`, worst first: what is wrong, what to do, what it prevents."""

from unladen.model.traps import Needs, Severity, TrapRule

RULES: tuple[TrapRule, ...] = (
    TrapRule(
        id="unreadable",
        what="A file of the suite cannot be read as Python, and none of its benchmarks runs.",
        fix="mend the file; python -m py_compile FILE says more",
        prevents=("I30", "I59"),
    ),
    TrapRule(
        id="shadowed",
        what="Of two definitions of one name only the second runs: the first is lost unseen.",
        fix="give one of them another name",
        prevents=("I30", "I38"),
    ),
    TrapRule(
        id="never-found",
        what="A file with benchmarks lies in a folder that asv does not look into.",
        fix="add an __init__.py to the folder",
        prevents=("I30", "I59"),
    ),
    TrapRule(
        id="does-nothing",
        what="What is timed does no work: an empty body, a generator or a coroutine.",
        fix="call what is to be measured, and go through what it yields",
        prevents=("I42",),
    ),
    TrapRule(
        id="returns-nothing",
        what="A benchmark whose value is recorded returns none.",
        fix="return the number",
        prevents=("I42", "I52"),
    ),
    TrapRule(
        id="lazy-result",
        what="An iterator is made and thrown away: its work is never done.",
        fix="go through it: list(...), or collections.deque(..., maxlen=0)",
        prevents=("I02", "I42"),
    ),
    TrapRule(
        id="swallowed",
        what="Every error is swallowed in what is measured: failing at once looks like a gain.",
        fix="let it raise, or catch the one error that is meant",
        prevents=("I02", "I32"),
    ),
    TrapRule(
        id="spent-iterator",
        what="An iterator is made once and gone through by every call: all but the first find it"
        " empty.",
        fix="make it in setup, or keep a list",
        prevents=("I02", "I42"),
    ),
    TrapRule(
        id="cached-call",
        what="What is measured asks a cache that outlives the call: the first call works, the"
        " others look it up.",
        fix="clear the cache in setup, or call what it wraps: function.__wrapped__",
        prevents=("I27", "I28"),
    ),
    TrapRule(
        id="kept-state",
        what="A call changes what the next one finds, so no two calls do the same work.",
        fix="make it anew in setup",
        prevents=("I01", "I27"),
    ),
    TrapRule(
        id="timer-overwrites",
        what="A time is assigned in a loop where it should be added: only the last turn is kept.",
        fix="+= in place of =",
        prevents=("I13",),
    ),
    TrapRule(
        id="children-unseen",
        what="The timer counts the CPU of this process, and other processes do the work.",
        fix="timer = time.perf_counter (timeit.default_timer, asv's own)",
        prevents=("I44", "I46"),
    ),
    TrapRule(
        id="settable-clock",
        what="The clock is the wall's: it jumps when it is set, and is coarser than others.",
        fix="time.perf_counter, or time.process_time where nothing waits",
        prevents=("I06",),
    ),
    TrapRule(
        id="times-itself",
        what="A track_ benchmark reads a clock once: one sample, no spread, warm-up included.",
        fix="make it a time_ benchmark, and leave the clock to the tool",
        prevents=("I05", "I50"),
    ),
    TrapRule(
        id="unseeded",
        what="The data is drawn without a seed: every run measures other work.",
        fix="np.random.seed(0) or random.seed(0) first in setup; default_rng(0); seed=0",
        prevents=("I01",),
    ),
    TrapRule(
        id="clock-as-data",
        what="The data comes from the clock: every run measures other work.",
        fix="a fixed date",
        prevents=("I01",),
    ),
    TrapRule(
        id="logging-on",
        what="Logging or printing is switched on in what is measured.",
        fix="leave levels alone; print to io.StringIO() if printing is what is measured",
        prevents=("I17", "I18"),
    ),
    TrapRule(
        id="sleeps",
        what="A sleep is timed with the work.",
        fix="wait for what is awaited, or sleep in setup",
        prevents=("I45",),
    ),
    TrapRule(
        id="network",
        what="The network is asked while benchmarks run: their time and their data are somebody"
        " else's.",
        fix="keep the file beside the suite",
        prevents=("I01", "I27"),
    ),
    TrapRule(
        id="pool-size",
        what="As many workers as the machine has cores: other machines do other work.",
        fix="a fixed number: max_workers=4, n_jobs=1",
        prevents=("I18", "I47"),
    ),
    TrapRule(
        id="files-left",
        what="Each set-up makes a temporary file or folder that no teardown takes away.",
        fix="remove it in teardown, or make it once in setup_cache",
        prevents=("I48",),
    ),
    TrapRule(
        id="files-outside",
        what="It writes where the next run finds it: its own folder, home, or the shared /tmp.",
        fix="write into the current folder: asv gives each run one of its own",
        prevents=("I27", "I28"),
    ),
    TrapRule(
        id="work-at-import",
        what="The suite works while it is imported: each process pays, and peak memory holds it.",
        fix="do it in setup, or once in setup_cache",
        prevents=("I50",),
    ),
    TrapRule(
        id="one-sample",
        what="So few samples are asked for that nothing can be said about the spread.",
        fix="leave repeat out, or repeat = (3, 10, 20.0)",
        prevents=("I05",),
    ),
    TrapRule(
        id="dominant-parameter",
        what="One choice of parameters takes more than 80 % of a sum: the others cannot be seen in"
        " it.",
        fix="look at choices one by one, or give it a benchmark of its own",
        prevents=("I34",),
        needs=Needs.RECORDS,
    ),
    TrapRule(
        id="too-short",
        what="A call takes less than a clock can tell: what is recorded is the loop around it.",
        fix="do it a thousand times in one call",
        prevents=("I05",),
        needs=Needs.RECORDS,
    ),
    TrapRule(
        id="near-timeout",
        what="A call takes more than half of its time-out: on a busy machine it fails.",
        fix="timeout = ten times what a call takes",
        prevents=("I31", "I32"),
        needs=Needs.RECORDS,
    ),
    TrapRule(
        id="draws",
        what="A call was seen to ask the system for chance.",
        fix="as for `unseeded`; the line is where it was asked for",
        prevents=("I01",),
        needs=Needs.TRACE,
    ),
    TrapRule(
        id="starts-others",
        what="A call was seen to start what its own process's clock and profilers do not see.",
        fix="a fixed number of workers, and the wall clock as timer",
        prevents=("I44", "I46"),
        needs=Needs.TRACE,
    ),
    TrapRule(
        id="collector-stopped",
        what="Where the collector runs it takes a tenth of a call and more; the timer stops it, so"
        " no benchmark shows what users pay.",
        fix="time it with gc.enable() in setup, too; or stop the collector where the work is done",
        prevents=("I14",),
        level=Severity.NOTE,
        needs=Needs.TRACE,
    ),
    TrapRule(
        id="slow-import",
        what="A module of the suite was seen to take a second and more to be imported.",
        fix="as for `work-at-import`",
        prevents=("I50",),
        needs=Needs.TRACE,
    ),
    TrapRule(
        id="slow-setup",
        what="The set-up before a call takes 20 times as long as the call, and half a second or"
        " more: few samples will be taken.",
        fix="make what does not change once, in setup_cache",
        prevents=("I05",),
        level=Severity.NOTE,
        needs=Needs.TRACE,
    ),
    TrapRule(
        id="allow",
        what="An allow comment has no reason, names no rule, or silences nothing.",
        fix="# unladen: allow RULE reason      or take it out",
        prevents=("I24",),
    ),
    TrapRule(
        id="no-answers",
        what="The benchmarks do not say what they answer, so wrong answers can pass as speed.",
        fix="def answers(self, *params): return {item: value}",
        prevents=("I03", "I10"),
        level=Severity.NOTE,
    ),
)
BY_ID = {rule.id: rule for rule in RULES}
RANK = {rule.id: rank for rank, rule in enumerate(RULES)}
