#!/usr/bin/env bash
# `make run`: builds the page and the program, the first time side by side, and opens the house.
#
#   NO_SERVE=1 scripts/run.sh     only build
set -euo pipefail
cd "$(dirname "$0")/.."
readonly PROGRAM=${CARGO_TARGET_DIR:-target}/quick/parlor

step() { echo "run: $*" >&2; }

log=$(mktemp)
trap 'rm -f "$log"' EXIT
# What is for those who work on Parlor (`parlor load`, `parlor simulate`), OpenTelemetry, and NATS for houses
# of several nodes are left out.
build=(cargo build --profile quick --locked -p parlor --no-default-features)
if [[ -x $PROGRAM ]] || ! command -v flock >/dev/null; then
    scripts/web.sh build
    "${build[@]}"
else
    step "the first time this takes some minutes: about 330 packages, and the page beside them"
    # It holds a lock at once, for which the server's build script waits (crates/server/build.rs).
    { scripts/web.sh build >"$log" 2>&1 && step "the page is built"; } &
    page=$!
    "${build[@]}"
    wait "$page" || { cat "$log" >&2; step "the page could not be built"; exit 1; }
fi
[[ -n ${NO_SERVE:-} ]] || exec "$PROGRAM" serve
