#!/usr/bin/env bash
# What the levels of the computer players are worth: neighbours against each other, everything
# against a player without foresight, and Marelles against OpenSpiel's tree search.
# GAMES, MS and MATCHES set the length: games for each pair, milliseconds for a decision of `best`,
# games against OpenSpiel.
set -euo pipefail
cd "$(dirname "$0")/.."

GAMES=${GAMES:-400}
MS=${MS:-1000}
MATCHES=${MATCHES:-200}
OPEN_SPIEL=2.0.2
VENV=.cache/openspiel

cargo build --release --locked --quiet -p parlor-bots -p parlor
BIN=${CARGO_TARGET_DIR:-target}/release

for game in coexistence marelles obliteration mars risk; do
    echo "## $game: every level against the next"
    nice -n 15 "$BIN/tournament" "$game" --games "$GAMES" --ms "$MS"
done
for game in obliteration mars risk; do
    echo "## $game: against a greedy player"
    nice -n 15 "$BIN/tournament" "$game" --games "$GAMES" --ms "$MS" \
        --levels medium,best --against greedy
done

if [[ $(cat "$VENV/version" 2>/dev/null) != "$OPEN_SPIEL" ]]; then
    echo "installing OpenSpiel $OPEN_SPIEL into $VENV (once)"
    rm -rf "$VENV"
    python3 -m venv "$VENV"
    "$VENV/bin/pip" install --quiet --disable-pip-version-check "open_spiel==$OPEN_SPIEL"
    echo "$OPEN_SPIEL" >"$VENV/version"
fi
echo "## marelles: best against OpenSpiel's tree search"
exec nice -n 15 "$VENV/bin/python" scripts/bench-marelles.py "$BIN/parlor" \
    --games "$MATCHES" --ms "$MS"
