"""Random games per second; Marelles against OpenSpiel's nine_mens_morris in the same run.

Both sides play uniformly random games from the opening position on one thread, under the same
rules: removal "standard", a draw after 200 plies, no other draws. A ply is a move with its
removal, on both sides.

`parlor engine` counts its plies. OpenSpiel plays inside its C++ core, where nobody counts: its
MCTS bot is given one simulation, which evaluates the root alone, by an evaluator that plays so many
random games. Their plies are that number times the mean length of games played at random through
the Python interface, which is printed with its standard error.
"""

import argparse
import json
import random
import statistics
import time

import pyspiel

from engine import SAME_RULES, Engine

# Typical tables: seats and options, the defaults where nothing is said.
TABLES = [
    ("mars", 2, {}),
    ("obliteration", 2, {}),
    ("obliteration", 4, {"columns": 24, "rows": 20}),
    ("coexistence", 2, {}),
    ("risk", 2, {}),
    ("risk", 4, {}),
    ("marelles", 2, {}),
    ("marelles", 2, SAME_RULES),
]


def random_game_length(game, dice):
    """Plies of one random game: a removal belongs to the move before it."""
    state, plies = game.new_initial_state(), 0
    while not state.is_terminal():
        mover = state.current_player()
        state.apply_action(dice.choice(state.legal_actions()))
        plies += state.is_terminal() or state.current_player() != mover
    return plies


def open_spiel_rollouts(game, rollouts, seed):
    """Seconds that the C++ core needs for so many random games."""
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, seed, False)
    state = game.new_initial_state()
    start = time.perf_counter()
    bot.step(state)
    return time.perf_counter() - start


def against_open_spiel(engine, rounds, seconds):
    game, dice = pyspiel.load_game("nine_mens_morris"), random.Random(1)
    lengths = [random_game_length(game, dice) for _ in range(2000)]
    length = statistics.mean(lengths)
    error = statistics.stdev(lengths) / len(lengths) ** 0.5
    print(f"OpenSpiel {length:.1f} ± {error:.1f} plies a random game ({len(lengths)} games)")
    rollouts = max(1, round(1000 / open_spiel_rollouts(game, 1000, 1) * seconds))
    engine.ask(cmd="new", game="marelles", seats=2, options=SAME_RULES)
    engine.playouts(0.2, 0)
    ours, theirs, played = [], [], [0, 0]
    for seed in range(1, rounds + 1):
        theirs.append(rollouts * length / open_spiel_rollouts(game, rollouts, seed))
        done = engine.playouts(seconds, seed)
        ours.append(done["plies"] / done["seconds"])
        played = [played[0] + done["plies"], played[1] + done["playouts"]]
        print(
            f"  round {seed}: OpenSpiel {theirs[-1]:>12,.0f} plies/s,"
            f" Parlor {ours[-1]:>12,.0f} plies/s, ratio {ours[-1] / theirs[-1]:.1f}"
        )
    print(f"Parlor    {played[0] / played[1]:.1f} plies a random game ({played[1]} games)")
    ratio = statistics.median(a / b for a, b in zip(ours, theirs))
    print(f"median ratio of plies/s {ratio:.1f} (at least 10 is asked for)")


def every_game(engine, seconds):
    print(f"\n{'game':<14}{'seats':>5}  {'playouts/s':>12} {'plies/s':>14} {'plies/game':>11}  options")
    for game, seats, options in TABLES:
        engine.ask(cmd="new", game=game, seats=seats, seed="01" * 32, options=options)
        done = engine.playouts(seconds, 1)
        playouts, plies = (done[key] / done["seconds"] for key in ("playouts", "plies"))
        print(
            f"{game:<14}{seats:>5}  {playouts:>12,.0f} {plies:>14,.0f} {plies / playouts:>11.1f}"
            f"  {json.dumps(options) if options else 'default'}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parlor", help="the program")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=1.0, help="per measurement")
    chosen = parser.parse_args()
    engine = Engine(chosen.parlor)
    against_open_spiel(engine, chosen.rounds, chosen.seconds)
    every_game(engine, chosen.seconds)


if __name__ == "__main__":
    main()
