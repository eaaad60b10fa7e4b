#!/usr/bin/env bash
# MATCHES (20) matches of Marelles, a move every 100 ms each, without and with ANALYSES (10) people who
# have positions evaluated all the time; by turns, ROUNDS (3) of each. Prints the ratio of p99. LOAD_BIN plays
# the matches where PARLOR_BIN is a packaged program, which cannot.
set -euo pipefail
cd "$(dirname "$0")/.."
exec python3 scripts/bench-analyses.py "${PARLOR_BIN:-$PWD/target/release/parlor}" ${LOAD_BIN:+--load "$LOAD_BIN"} \
    --analyses "${ANALYSES:-10}" --matches "${MATCHES:-20}" --seconds "${SECONDS_EACH:-15}" --rounds "${ROUNDS:-3}"
