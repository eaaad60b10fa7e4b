#!/usr/bin/env bash
# Fuzzes every target, or those named, for so many seconds each (SECONDS_EACH, 60). libFuzzer works on the
# stable toolchain with RUSTC_BOOTSTRAP=1. What it finds new goes into fuzz/target/found, not into the
# corpora of the repository; crashes into fuzz/artifacts.
set -euo pipefail
cd "$(dirname "$0")/../fuzz"
each=${SECONDS_EACH:-60}
if ! cargo fuzz --version >/dev/null 2>&1; then
    echo "building cargo-fuzz (once)"
    cargo install --locked --quiet cargo-fuzz
fi
export RUSTC_BOOTSTRAP=1
if [ $# -eq 0 ]; then
    set -- $(ls fuzz_targets | sed 's/\.rs$//')
fi
for target in "$@"; do
    found=target/found/$target
    mkdir -p "$found"
    echo "== $target"
    # No sanitizer: nothing here is unsafe, and without one it runs several times faster.
    cargo fuzz run --sanitizer none "$target" "$found" "corpus/$target" -- \
        -max_total_time="$each" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 2>&1 |
        grep -E "ERROR|panicked|stat::|SUMMARY|Test unit" || true
    if ls artifacts/"$target"/crash-* artifacts/"$target"/timeout-* artifacts/"$target"/oom-* >/dev/null 2>&1; then
        echo "$target: see fuzz/artifacts/$target" >&2
        exit 1
    fi
done
