#!/usr/bin/env bash
# Random games per second through `parlor engine`, and Marelles against OpenSpiel in the same run.
# OpenSpiel comes from PyPI into a virtual environment of its own below .cache.
set -euo pipefail
cd "$(dirname "$0")/.."

OPEN_SPIEL=2.0.2
VENV=.cache/openspiel

cargo build --release --locked --quiet -p parlor
if [[ $(cat "$VENV/version" 2>/dev/null) != "$OPEN_SPIEL" ]]; then
    echo "installing OpenSpiel $OPEN_SPIEL into $VENV (once)"
    rm -rf "$VENV"
    python3 -m venv "$VENV"
    "$VENV/bin/pip" install --quiet --disable-pip-version-check "open_spiel==$OPEN_SPIEL"
    echo "$OPEN_SPIEL" >"$VENV/version"
fi
exec "$VENV/bin/python" scripts/bench-playouts.py "${CARGO_TARGET_DIR:-target}/release/parlor" "$@"
