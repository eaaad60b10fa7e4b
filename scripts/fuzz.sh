#!/usr/bin/env bash
# Coverage-guided fuzzing of everything an outsider can send, with libFuzzer on the stable toolchain.
#
#   scripts/fuzz.sh [TARGET…]            every target, or those named, SECONDS_EACH (60) each, or
#                                        RUNS_EACH executions if that is set
#   scripts/fuzz.sh build                only build; FUZZ_FEATURES=--no-default-features leaves out
#                                        the targets that need the server
#   scripts/fuzz.sh goal [TARGET…]       10^8 executions over all targets, each its share, a tenth of it
#                                        at a time; goes on where it was
#   scripts/fuzz.sh tally                what has been run so far, summed up
#   scripts/fuzz.sh minimise [TARGET…]   the smallest inputs that reach what has been found, at most
#                                        MOST (60) a target, into fuzz/corpus
#
# What is found new is kept in .cache/fuzz/found, crashes in fuzz/artifacts, and each run adds a line to
# .cache/fuzz/tally.tsv: target, executions, seconds, crashes, coverage.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly TRIPLE=$(rustc -vV | sed -n 's/^host: //p')
readonly OUT=fuzz/target/$TRIPLE/release
readonly KEPT=.cache/fuzz TALLY=.cache/fuzz/tally.tsv
mkdir -p "$KEPT/found"

targets() { sed -n 's/^ *("\([a-z_]*\)", .*/\1/p' crates/fuzzing/src/lib.rs; }

# No sanitizer: nothing here is unsafe, and without one it runs several times faster. The flags are those
# of cargo-fuzz; with --target they spare build scripts and procedural macros.
build() {
    local pass="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
    pass+=" -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
    pass+=" -Cllvm-args=-sanitizer-coverage-pc-table"
    pass+=" -Cllvm-args=-sanitizer-coverage-trace-compares"
    RUSTFLAGS="$pass --cfg fuzzing -Ccodegen-units=16" \
        cargo build --release --manifest-path fuzz/Cargo.toml --target "$TRIPLE" ${FUZZ_FEATURES-}
}

# Longer inputs only take longer.
longest() {
    case $1 in
    commands) echo 300 ;;
    names | coexistence_command) echo 80 ;;
    ws_message | http_body | notation) echo 500 ;;
    coexistence_frame | ports | engine_lines) echo 1700 ;;
    *) echo 5000 ;;
    esac
}

# Of the 10^8: most to those that are quick, enough for each. A core makes 440,000 executions of the first
# a second, 16,000 to 60,000 of the next, a few hundred of the last.
share() {
    case $1 in
    coexistence_command) echo 60000000 ;;
    ws_message) echo 20000000 ;;
    http_body) echo 12000000 ;;
    names) echo 1100000 ;;
    coexistence_frame) echo 5000000 ;;
    record | state) echo 500000 ;;
    table_file | notation | engine_lines | analysis_line) echo 300000 ;;
    commands | ports) echo 50000 ;;
    *) echo 100000 ;;
    esac
}

executed() {
    [[ -e $TALLY ]] || { echo 0; return; }
    awk -F'\t' -v target="$1" '$1 == target { n += $2 } END { print n + 0 }' "$TALLY"
}

# A round gives every target that is behind a tenth of its share.
goal() {
    local target behind=1 left slice
    while ((behind)); do
        behind=0
        for target in "$@"; do
            left=$(($(share "$target") - $(executed "$target")))
            ((left > 0)) || continue
            behind=1
            slice=$(($(share "$target") / 10))
            RUNS_EACH=$((left < slice ? left : slice)) run "$target" || return 1
        done
    done
}

run() {
    local target=$1 found=$KEPT/found/$1 log=$KEPT/$1.log begun=$SECONDS crashes executions coverage bound
    mkdir -p "$found" "fuzz/artifacts/$target"
    bound=-max_total_time=${SECONDS_EACH:-60}
    [[ -z ${RUNS_EACH:-} ]] || bound=-runs=$RUNS_EACH
    # Time does not stand still for a machine that is busy or stopped: a hang is a minute.
    "$OUT/$target" "$found" "fuzz/corpus/$target" \
        "$bound" -max_len="$(longest "$target")" -timeout=60 -rss_limit_mb=2048 \
        -print_final_stats=1 -artifact_prefix="fuzz/artifacts/$target/" >"$log" 2>&1 || true
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -1)
    # One that was ended from outside has told how far it was.
    [[ -n $executions ]] || executions=$(sed -n 's/^#\([0-9]*\).*/\1/p' "$log" | tail -1)
    coverage=$(grep -o 'cov: [0-9]*' "$log" | tail -1 | cut -d' ' -f2)
    crashes=$(grep -c '^SUMMARY: libFuzzer' "$log" || true)
    printf '%s\t%s\t%s\t%s\t%s\n' "$target" "${executions:-0}" $((SECONDS - begun)) "$crashes" \
        "${coverage:-0}" | tee -a "$TALLY"
    if ((crashes)); then
        grep -avE '^#[0-9]' "$log" | tail -40 >&2
        return 1
    fi
}

# The fewest inputs that reach everything, small ones first.
minimise() {
    local target=$1 merged found=$KEPT/found/$1
    merged=$(mktemp -d)
    mkdir -p "$found"
    "$OUT/$target" -merge=1 "$merged" "fuzz/corpus/$target" "$found" >/dev/null 2>&1
    find "$merged" -type f -size -8k -printf '%s %p\n' | sort -n | head -n "${MOST:-60}" |
        while read -r _ file; do cp -n "$file" "fuzz/corpus/$target/"; done
    rm -rf "$merged"
    echo "$target: $(ls "fuzz/corpus/$target" | wc -l) inputs"
}

tally() {
    [[ -e $TALLY ]] || { echo "nothing has been run"; return; }
    awk -F'\t' '{ n[$1] += $2; s[$1] += $3; c[$1] += $4; if ($5 > v[$1]) v[$1] = $5 }
        END { for (t in n) printf "%-22s %14d executions %8d s %4d crashes %7d edges\n", t, n[t], s[t], c[t], v[t] }' \
        "$TALLY" | sort
    awk -F'\t' '{ n += $2; s += $3; c += $4 }
        END { printf "%-22s %14d executions %8d s %4d crashes\n", "all", n, s, c }' "$TALLY"
}

command=run
case ${1:-} in
build | tally)
    "$1"
    exit
    ;;
minimise | goal)
    command=$1
    shift
    ;;
esac
[[ -n ${PARLOR_FUZZ_BUILT:-} ]] || build
(($#)) || set -- $(targets)
if [[ $command == goal ]]; then
    goal "$@"
    exit
fi
failed=0
for target in "$@"; do
    "$command" "$target" || failed=1
done
exit $failed
