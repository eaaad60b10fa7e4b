#!/usr/bin/env bash
# What the levels of the computer players are worth: neighbours against each other, then everybody
# against everybody, all against a player without foresight, and Marelles against OpenSpiel's tree
# search.
# GAMES, CROSS, MS, MATCHES and KEPT set the length: games for each pair of neighbours and for each other
# pair, milliseconds for a decision of `best`, games against OpenSpiel, games of `best` against each level
# that are held against the tables. No part begins a game after
# MINUTES. What was played is kept in RESULTS: the next run goes on. TABLES is where the tables of
# Marelles are; SECONDS_EACH gives OpenSpiel so long for a decision, in place of 10,000 simulations.
set -euo pipefail
cd "$(dirname "$0")/.."

GAMES=${GAMES:-400}
CROSS=${CROSS:-20}
MS=${MS:-1000}
MATCHES=${MATCHES:-200}
MINUTES=${MINUTES:-10}
RESULTS=${RESULTS:-.cache/tournament-$MS}
TABLES=${TABLES:-data/tables}
OPEN_SPIEL=2.0.2
VENV=.cache/openspiel

cargo build --release --locked --quiet -p parlor-bots -p parlor
BIN=${CARGO_TARGET_DIR:-target}/release

# The default board of Obliteration takes hours.
declare -A options=([obliteration]='{"columns":12,"rows":10}')

tournament() {
    nice -n 15 "$BIN/tournament" "$1" --options "${options[$1]:-{\}}" --games "$GAMES" --ms "$MS" \
        --seconds "$((MINUTES * 60))" "${@:2}"
}

mkdir -p "$RESULTS"
for game in coexistence marelles obliteration mars risk; do
    levels=beginner,easy,medium,hard
    case $game in
    marelles) levels=random,classic,$levels,expert ;;
    obliteration) levels=$levels,expert ;;
    esac
    echo "## $game: every level against the next"
    # Those that do not need the clock first: they take less time, and the table shows them again.
    tournament "$game" --levels "$levels" --results "$RESULTS" >/dev/null
    tournament "$game" --levels "$levels,best" --results "$RESULTS"
    echo "## $game: cross table, scores of the row in % (95 % intervals), and scale"
    GAMES=$CROSS tournament "$game" --levels "$levels,best" --all --results "$RESULTS" \
        --svg "$RESULTS/$game.svg"
done
for game in obliteration mars risk; do
    echo "## $game: against a greedy player"
    tournament "$game" --levels medium,best --against greedy --results "$RESULTS"
done
echo "## risk: against the simple player that takes the seat of somebody who has left"
tournament risk --levels medium,best --against stand-in --results "$RESULTS"
for game in obliteration risk; do
    for seats in 3 4 5 6; do
        echo "## $game: hard alone against $((seats - 1)) beginners"
        tournament "$game" --levels hard --against beginner --seats "$seats" --alone \
            --results "$RESULTS"
    done
done
for game in coexistence marelles obliteration mars risk; do
    case $game in
    # Its values are those of perfect play.
    coexistence) level=best ;;
    # Estimates are those between equals; below `best` the Germans are held back.
    mars) level=20/10/0 ;;
    *) level=medium ;;
    esac
    echo "## $game: estimated chances and what came of them, in games of $level"
    tournament "$game" --calibrate "$level" --nodes 200
done

# With whatever tables are there; without any there is nothing to be held against.
for rule in standard document; do
    if [[ -d $TABLES/marelles/$rule ]]; then
        echo "## marelles, $rule: best against every level from random openings, every ply held against the tables"
        nice -n 15 "$BIN/keeper" --dir "$TABLES" --removal "$rule" --games "${KEPT:-1000}" \
            --seconds "$((MINUTES * 60))" --results "$RESULTS/kept"
    fi
done
if [[ $(cat "$VENV/version" 2>/dev/null) != "$OPEN_SPIEL" ]]; then
    echo "installing OpenSpiel $OPEN_SPIEL into $VENV (once)"
    rm -rf "$VENV"
    python3 -m venv "$VENV"
    "$VENV/bin/pip" install --quiet --disable-pip-version-check "open_spiel==$OPEN_SPIEL"
    echo "$OPEN_SPIEL" >"$VENV/version"
fi
echo "## marelles: best against OpenSpiel's tree search"
against=(--games "$MATCHES" --ms "$MS" --minutes "$MINUTES" --results "$RESULTS/openspiel")
[[ -d $TABLES/marelles/standard ]] && against+=(--tables "$TABLES")
[[ -n ${SECONDS_EACH:-} ]] && against+=(--seconds "$SECONDS_EACH")
exec nice -n 15 "$VENV/bin/python" scripts/bench-marelles.py "$BIN/parlor" "${against[@]}"
