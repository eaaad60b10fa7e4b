#!/usr/bin/env bash
# `kill -9` under load, twenty times in a row on each back end, with every commit on the disk.
# Prints what was acknowledged, lost, doubled and resumed; fails if anything was lost or doubled.
set -euo pipefail
cd "$(dirname "$0")/.."
export PARLOR_KILL_ROUNDS=${PARLOR_KILL_ROUNDS:-20} PARLOR_TEST_FSYNC=1
exec scripts/services.sh run cargo test --locked --quiet -p parlor --test kill -- \
    --nocapture --test-threads=1 --skip backup --skip nodes
