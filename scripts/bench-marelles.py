"""Parlor's Marelles player against OpenSpiel's Monte-Carlo tree search, by OpenSpiel's rules.

Both programs keep the board of the same game; a move that one of them does not know ends the run.
"""

import argparse
import math
import time

import pyspiel

from engine import SAME_RULES, Engine

# OpenSpiel's points in its order, which is that of the rule page: row by row.
POINTS = (
    "A1 A4 A7 B2 B4 B6 C3 C4 C5 D1 D2 D3 D5 D6 D7 E3 E4 E5 F2 F4 F6 G1 G4 G7".split()
)


def to_parlor(owed, action):
    """OpenSpiel's action in the notation of the rule page; `owed` is a removal."""
    if action >= len(POINTS):
        place, move = divmod(action - len(POINTS), len(POINTS))
        return f"{POINTS[place]}-{POINTS[move]}"
    at = POINTS[action]
    # The same number is a placement or a removal.
    return f"x{at}" if owed else at


def play(engine, game, simulations, ms, number):
    """One game; 1, 0.5 or 0 for Parlor."""
    engine.ask(cmd="new", game="marelles", seats=2, options=SAME_RULES)
    state = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(1, number)
    bot = pyspiel.MCTSBot(game, evaluator, math.sqrt(2), simulations, 1000, True, number, False)
    parlor, owed, slowest = number % 2, False, 0.0
    while not state.is_terminal():
        mover = state.current_player()
        legal = {to_parlor(owed, action): action for action in state.legal_actions()}
        if mover == parlor:
            start = time.perf_counter()
            text = engine.ask(cmd="best", seat=mover, level="best", ms=ms, seed=number)["action"]
            slowest = max(slowest, time.perf_counter() - start)
            action = legal[text.upper().replace("X", "x")]
        else:
            action = bot.step(state)
            text = to_parlor(owed, action)
        engine.ask(cmd="play", seat=mover, action=text)
        state.apply_action(action)
        owed = not state.is_terminal() and state.current_player() == mover
    return (state.returns()[parlor] + 1) / 2, state.move_number(), slowest


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=1, help="number, and so seed, of the first game")
    parser.add_argument("--simulations", type=int, default=10_000)
    parser.add_argument("--ms", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=1e6, help="after them no game begins")
    arguments = parser.parse_args()
    engine, game = Engine(arguments.program), pyspiel.load_game("nine_mens_morris")
    results, end = [], time.monotonic() + 60 * arguments.minutes
    for number in range(arguments.first, arguments.first + arguments.games):
        if results and time.monotonic() > end:
            break
        points, moves, slowest = play(
            engine, game, arguments.simulations, arguments.ms, number
        )
        results.append(points)
        print(
            f"game {number}: {points} in {moves} actions, slowest answer {slowest:.2f} s;"
            f" so far {results.count(1)} won, {results.count(0.5)} drawn, {results.count(0)} lost",
            flush=True,
        )
    print(
        f"{100 * sum(results) / len(results):.1f} % of the points of {len(results)} games"
        " (at least 95 % of 200 and no loss asked for)"
    )


main()
