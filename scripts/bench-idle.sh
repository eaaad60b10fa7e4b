#!/usr/bin/env bash
# SOCKETS (20,000) sockets that only listen, as of people who have left the page open, from loopback
# addresses of their own and under the house's own limits; beside them MATCHES (10) matches of Operation
# Mars, a move every 100 ms each. Prints memory a socket and how long moves take, and the same without
# the sockets. A process may have as many sockets as the system allows it open files: where that is
# less, PostgreSQL and NATS are started and the sockets are shared by two nodes.
set -euo pipefail
cd "$(dirname "$0")/.."
ulimit -n "$(ulimit -Hn)"
exec python3 scripts/bench-idle.py "${PARLOR_BIN:-target/release/parlor}" \
    --sockets "${SOCKETS:-20000}" --matches "${MATCHES:-10}" --seconds "${SECONDS_EACH:-20}"
