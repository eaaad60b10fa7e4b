"""How long moves take while people study positions. See bench-analyses.sh."""

import argparse
import contextlib
import json
import os
import statistics
import tempfile
import threading
import urllib.request

from house import NO_PORTS, WIDE, load, running

GAMES = ["obliteration", "marelles", "mars", "risk"]


def ask(server, path, body, token=None):
    head = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(server + path, json.dumps(body).encode(), head)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def study(server, number, over, counts):
    """Somebody who has one position after the other evaluated, as a page does."""
    name = f"Student {'abcdefghij'[number % 10] * (2 + number // 10)}"
    token = ask(server, "/api/v1/session", {"name": name, "bearer": True})["token"]
    game = GAMES[number % len(GAMES)]
    position = 0
    while not over.is_set():
        position += 1
        # Another throw of the dice is another question.
        question = {"start": {"opening": {}}, "chance": f"{number * 100000 + position:064x}"}
        while not over.wait(0.25):
            if ask(server, f"/api/v1/analysis/{game}/evaluate", question, token)["done"]:
                counts[number] += 1
                break


@contextlib.contextmanager
def students(server, count):
    over, counts = threading.Event(), [0] * count
    threads = [threading.Thread(target=study, args=(server, it, over, counts)) for it in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield counts
    finally:
        over.set()
        for thread in threads:
            thread.join()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("parlor")
    parser.add_argument("--load", help="a program with `load`, where the one to be measured has none")
    parser.add_argument("--analyses", type=int, default=10)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    p99 = {0: [], chosen.analyses: []}
    with tempfile.TemporaryDirectory(prefix="bench-analyses-") as folder:
        command = [chosen.parlor, "serve", "--listen", "127.0.0.1:0", *NO_PORTS, "--database", f"sqlite:{folder}/parlor.db"]
        with running(command, env=os.environ | WIDE | {"RUST_LOG": "warn"}, cwd=folder) as (server, _):
            # By turns, so that both meet the same machine.
            for _ in range(chosen.rounds):
                for count in p99:
                    with students(server, count) as counts:
                        report = load(chosen.load or chosen.parlor, server, "--matches", chosen.matches, "--pause-ms", 100,
                                      "--game", "marelles", "--seconds", chosen.seconds)
                    p99[count].append(report["latency"]["p99"])
                    print(f"{count} analyses ({sum(counts)} done): {report['moves']} moves, p50 {report['latency']['p50']:.2f} ms,"
                          f" p99 {report['latency']['p99']:.2f} ms", flush=True)
    without, beside = statistics.median(p99[0]), statistics.median(p99[chosen.analyses])
    print(f"p99 beside {chosen.analyses} analyses is {beside / without:.2f} times that without (at most 1.5 asked)")


main()
