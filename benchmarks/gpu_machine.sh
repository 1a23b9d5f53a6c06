#!/usr/bin/env bash
# Runs the array benchmarks on a machine with GPUs, and packs the results to carry home.
#
#   benchmarks/gpu_machine.sh [--machine NAME] [--out DIR] [--tasks N] [--without-gpu]
#
# For a rented machine (a notebook's shell, two GPUs or four): clone, run this, fetch one file. Each
# GPU is measured alone, one after the other (at once they would share the CPU, and the CPU baseline
# is part of the same run), under a machine name of its own: NAME-gpu0-tesla-t4, NAME-gpu1-...
# It writes DIR/MACHINE/ with what was measured, results/asv/MACHINE/ with asv's files, and
# DIR/NAME.tar.gz with both. At home: tar -xzf NAME.tar.gz, and commit; asv publish shows them.
#
# --without-gpu rehearses all of it on a machine that has none: the GPU's figures are null there.
# PYTHON names an interpreter that has everything already; without it .venv-gpu/ is made.
set -euo pipefail
cd "$(dirname "$0")/.."
name=$(hostname) out=results/gpu tasks=400 rehearsal=
while [ $# -gt 0 ]; do
    case $1 in
        --machine) name=$2; shift 2 ;;
        --out) out=$2; shift 2 ;;
        --tasks) tasks=$2; shift 2 ;;
        --without-gpu) rehearsal=yes; shift ;;
        *) sed -n '2,15s/^# \{0,1\}//p' "$0"; exit 2 ;;
    esac
done
if [ -z "${PYTHON:-}" ]; then
    [ -x .venv-gpu/bin/python ] || python3 -m venv .venv-gpu
    PYTHON=$PWD/.venv-gpu/bin/python
    extra=gpu
    [ -z "$rehearsal" ] || extra=array
    "$PYTHON" -m pip install --quiet --disable-pip-version-check . "./arc_solver[$extra]"
fi
# A checkout that was installed elsewhere must not be measured instead of this one.
export PYTHONPATH="$PWD/arc_solver/src:$PWD" ASV_PYTHONPATH="$PWD/arc_solver/src"
commit=$(git rev-parse HEAD)
folders=()

measure() {  # MACHINE, and the number of its GPU or nothing
    local machine=$1 folder=$out/$1 taken=numpy
    [ -z "${2:-}" ] || { export CUDA_VISIBLE_DEVICES=$2; taken=cupy; }
    echo "== $machine"
    mkdir -p "$folder"
    folders+=("$folder" "results/asv/$machine")
    { date -u; uname -a; git status --short; lscpu; } >"$folder/machine.txt"
    if [ -n "${2:-}" ]; then nvidia-smi >>"$folder/machine.txt"; fi
    "$PYTHON" -m pip list --format=freeze >"$folder/packages.txt"
    echo "$commit" >"$folder/commit.txt"
    "$PYTHON" -m arc_solver break-even --json --tasks "$tasks" \
        --break-even "$folder/kept.json" >"$folder/break-even.json"
    for choice in none "$taken"; do
        "$PYTHON" -m arc_solver evaluate benchmarks/workloads/small.jsonl --in-process --fresh \
            --array "$choice" --out "$folder/runs" --json >"$folder/evaluate-$choice.json"
    done
    "$PYTHON" - "$folder/evaluate-none.json" "$folder/evaluate-$taken.json" <<'CODE'
import json
import sys

first, second = (json.load(open(path)) for path in sys.argv[1:])
answers = [[task["answers"] for task in each["tasks"]] for each in (first, second)]
if answers[0] != answers[1]:
    sys.exit(f"{sys.argv[2]}: other answers than without arrays")
print(f"answers equal: {len(answers[0])} tasks")
CODE
    rm -rf "$folder/runs"
    "$PYTHON" -m asv machine --yes --machine "$machine" >/dev/null
    "$PYTHON" -m asv run --machine "$machine" -E "existing:$PYTHON" --set-commit-hash "$commit" \
        --bench '^array\.' --show-stderr | tee "$folder/asv.txt"
}

gpus=0
if command -v nvidia-smi >/dev/null; then gpus=$(nvidia-smi -L | grep -c '^GPU') || gpus=0; fi
if [ -n "$rehearsal" ]; then
    measure "$name-without-gpu"
elif [ "$gpus" = 0 ]; then
    echo "no GPU here: nvidia-smi lists none. --without-gpu rehearses without one" >&2
    exit 2
else
    for ((number = 0; number < gpus; number++)); do
        kind=$(nvidia-smi --query-gpu=name --format=csv,noheader -i "$number" |
            tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9-')
        measure "$name-gpu$number-$kind" "$number"
    done
fi
tar -czf "$out/$name.tar.gz" "${folders[@]}"
echo "carry home: $out/$name.tar.gz"
