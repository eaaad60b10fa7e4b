"""Parlor's Marelles player against OpenSpiel's Monte-Carlo tree search, by OpenSpiel's rules.

Both programs keep the board of the same game; a move that one of them does not know ends the run. With
tables each of Parlor's plies is held against them, a mill and what it takes as one: `best` may not give a
won or drawn position away. OpenSpiel's rules are those of the tables of `standard`.
"""

import argparse
import json
import math
import os
import time

import pyspiel

from engine import SAME_RULES, Engine

# OpenSpiel's points in its order, which is that of the rule page: row by row.
POINTS = (
    "A1 A4 A7 B2 B4 B6 C3 C4 C5 D1 D2 D3 D5 D6 D7 E3 E4 E5 F2 F4 F6 G1 G4 G7".split()
)
WORTH = {"loss": 0, "draw": 1, "win": 2}
# More than any clock allows.
NO_LIMIT = 10**9


def to_parlor(owed, action):
    """OpenSpiel's action in the notation of the rule page; `owed` is a removal."""
    if action >= len(POINTS):
        place, move = divmod(action - len(POINTS), len(POINTS))
        return f"{POINTS[place]}-{POINTS[move]}"
    at = POINTS[action]
    # The same number is a placement or a removal.
    return f"x{at}" if owed else at


def opponent(game, chosen, number):
    """OpenSpiel's player: so many simulations, or as many as its own clock allows it."""
    limit = {"max_wall_clock_time": chosen.seconds} if chosen.seconds else {}
    simulations = NO_LIMIT if chosen.seconds else chosen.simulations
    evaluator = pyspiel.RandomRolloutEvaluator(1, number)
    return pyspiel.MCTSBot(
        game, evaluator, math.sqrt(2), simulations, 1000, True, number, False, **limit
    )


def proven(engine, seat):
    """What the tables say of the position between two plies; None where they do not reach."""
    answer = engine.ask(cmd="proven", seat=seat)["proven"]
    return answer and answer["ending"]


def play(engine, game, chosen, number):
    """One game; points are 1, 0.5 or 0 for Parlor."""
    engine.ask(cmd="new", game="marelles", seats=2, options=SAME_RULES)
    state, bot = game.new_initial_state(), opponent(game, chosen, number)
    parlor, owed = number % 2, False
    result = {"number": number, "judged": 0, "unknown": 0, "given_away": [], "slowest": 0.0, "their_slowest": 0.0}
    before, played = None, []
    while not state.is_terminal():
        mover, start = state.current_player(), time.perf_counter()
        if mover == parlor:
            if not owed:
                before, played = proven(engine, parlor), []
            legal = {to_parlor(owed, action): action for action in state.legal_actions()}
            start = time.perf_counter()
            text = engine.ask(cmd="best", seat=mover, level="best", ms=chosen.ms, seed=number)["action"]
            action = legal[text.upper().replace("X", "x")]
            played.append(text)
        else:
            action = bot.step(state)
            text = to_parlor(owed, action)
        key = "slowest" if mover == parlor else "their_slowest"
        result[key] = max(result[key], time.perf_counter() - start)
        answer = engine.ask(cmd="play", seat=mover, action=text)
        state.apply_action(action)
        owed = not state.is_terminal() and state.current_player() == mover
        if mover == parlor and not owed:
            judge(engine, parlor, answer["outcome"], before, " ".join(played), state, result)
    points = (state.returns()[parlor] + 1) / 2
    return result | {"points": points, "actions": state.move_number()}


def judge(engine, parlor, outcome, before, ply, state, result):
    """Holds a whole ply of Parlor's against the tables."""
    if outcome is None:
        after = proven(engine, parlor)
    elif outcome["winner"] is None:
        # The number of plies is over, of which no table knows.
        after = before
    else:
        after = "win" if outcome["winner"] == parlor else "loss"
    if before is None or after is None:
        result["unknown"] += 1
        return
    result["judged"] += 1
    if WORTH[after] < WORTH[before]:
        result["given_away"].append(f"{ply}: a {before} became a {after}, then {state}")


def kept(path, plan):
    """Games of an earlier run under the same limits, by their number."""
    if not path or not os.path.exists(path):
        return {}
    with open(path) as lines:
        games = [json.loads(line) for line in lines if line.endswith("}\n")]
    return {game["number"]: game for game in games if game["plan"] == plan}


def tally(games):
    points = [game["points"] for game in games]
    total = {key: sum(game[key] for game in games) for key in ("judged", "unknown")}
    away = sum(len(game["given_away"]) for game in games)
    return (
        f"{points.count(1)} won, {points.count(0.5)} drawn, {points.count(0)} lost;"
        f" {total['judged']} plies judged, {total['unknown']} unknown, {away} gave something away"
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=1, help="number, and so seed, of the first game")
    parser.add_argument("--simulations", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=0, help="of OpenSpiel for a decision, in place of simulations")
    parser.add_argument("--ms", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=1e6, help="after them no game begins")
    parser.add_argument("--tables", help="folder of tables, for Parlor and for judging its plies")
    parser.add_argument("--results", help="keeps every game in this file, and does not play again what is there")
    chosen = parser.parse_args()
    limit = f"{chosen.seconds} s" if chosen.seconds else f"{chosen.simulations}"
    plan = f"{limit} {chosen.ms} ms {'tables' if chosen.tables else 'none'}"
    engine, game = Engine(chosen.program, chosen.tables), pyspiel.load_game("nine_mens_morris")
    games, end = kept(chosen.results, plan), time.monotonic() + 60 * chosen.minutes
    for number in range(chosen.first, chosen.first + chosen.games):
        if games and time.monotonic() > end:
            break
        if number in games:
            continue
        games[number] = play(engine, game, chosen, number) | {"plan": plan}
        if chosen.results:
            with open(chosen.results, "a") as file:
                print(json.dumps(games[number]), file=file)
        last = games[number]
        print(
            f"game {number}: {last['points']} in {last['actions']} actions, slowest answers"
            f" {last['slowest']:.2f} s and {last['their_slowest']:.2f} s; so far {tally(games.values())}",
            flush=True,
        )
        for what in last["given_away"]:
            print(f"  {what}", flush=True)
    points = sum(game["points"] for game in games.values())
    print(
        f"{100 * points / len(games):.1f} % of the points of {len(games)} games"
        f" (at least 95 % of 200 and no loss asked for): {tally(games.values())}"
    )
    raise SystemExit(any(game["given_away"] for game in games.values()))


main()
