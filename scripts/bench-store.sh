#!/usr/bin/env bash
# What appending costs: rows a second and CPU a row, on SQLite and PostgreSQL, which write through to
# the disk. `bench-store.sh [SECONDS] [PROGRAM…]`: other builds of the same program run by turns with it.
set -euo pipefail
cd "$(dirname "$0")/.."

measure() {
    local seconds=$1 program folder name count=0
    shift
    folder=$(mktemp -d "${TMPDIR:-/tmp}/parlor-store-XXXXXX")
    trap 'rm -rf "$folder"' EXIT
    for program in "$@"; do
        echo "SQLite, $program"
        "$program" "sqlite:$folder/$((count += 1)).db" "$seconds"
    done
    for program in "$@"; do
        name=store_$((count += 1))
        psql --quiet --no-psqlrc "$PARLOR_TEST_POSTGRES" -c "CREATE DATABASE $name"
        echo "PostgreSQL, $program"
        "$program" "${PARLOR_TEST_POSTGRES%/*}/$name" "$seconds"
    done
}

if [[ ${1:-} == --measure ]]; then
    shift
    measure "$@"
    exit
fi
cargo build --release --locked --quiet -p parlor-store --example append
own=${CARGO_TARGET_DIR:-target}/release/examples/append
PARLOR_TEST_FSYNC=1 exec scripts/services.sh run scripts/bench-store.sh --measure "${1:-5}" "${@:2}" "$own"
