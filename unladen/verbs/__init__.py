"""One file a verb: its words, and arguments -> Result, from top to bottom."""

VERBS = {
    "gate": "build base and head, check answers, and sample until it is decided",
    "watch": "on every save: did this edit help, and why",
    "compare": "compare two commits by their records; nothing is measured",
    "explain": "which functions, categories and lines made the difference, and what did not run",
    "claims": "hold commits to what their Expect: trailers promise",
    "history": "the steps of each benchmark over commits, and who made them",
    "accept": "answer for a regression: it is expected, until a day",
    "publish": "make the regression site of all results here, unladen's and asv's",
    "project": "estimate what a size would cost that was not measured, by those that were",
    "find": "find the commit that made a step, by bisection under noise",
    "ablate": "each commit of a range alone on its start, and its end without it",
    "run": "measure the commits of a range, each beside the one before it",
    "build": "build the wheels of commits beforehand; nothing is measured",
    "import": "take in what other tools measured: pytest-benchmark, pyperf, hyperfine and more",
    "show": "show what is recorded",
    "comment": "put a decision on its pull request, as one comment that is edited in place",
    "keep": "put results on a branch that holds nothing else, or bring them from there",
    "demo": "plant a slowdown in a scratch clone of this project, and see the gate find it",
    "init": "settings, ignored folders and a workflow for the project here; or taken out again",
    "check": "warn of traps in the suite that can be seen before anything is measured",
    "doctor": "what this machine offers for measuring, and how small a change it can show",
}
"""In the order of --help. A verb's module is loaded when it is asked for, so that --help need not
wait for anything."""
