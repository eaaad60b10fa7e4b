"""Moves per second, latency and memory of the server, against a bare relay in the same run.

The relay is the limit: it forwards a text from one socket of a pair to the other, on the same
WebSocket stack with the same buffers, and knows neither rules nor storage. Its clients answer each
message at once, as ours answer each move. Its messages are as long as the server's own: once as
long as a move (the faster relay, with which the ratios are made), once as long as an update. A
third relay stores every message as the server does before it forwards it and acknowledges it to its
sender: it shows what durability alone costs, without rules, views and JSON.

The server keeps its matches in SQLite with synchronous=FULL, on the disk this folder is on.
Relay and server run on the same cores as the load, one after the other, by turns.
"""

import argparse
import contextlib
import os
import shutil
import statistics
import tempfile
from pathlib import Path

from house import NO_PORTS, WIDE, load, running


@contextlib.contextmanager
def database():
    cache = Path(".cache")
    cache.mkdir(exist_ok=True)
    folder = tempfile.mkdtemp(prefix="bench-", dir=cache)
    try:
        yield f"sqlite:{folder}/parlor.db"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def parlor_server(program):
    environment = os.environ | WIDE | {"RUST_LOG": "warn"}
    with database() as url:
        command = [program, "serve", "--listen", "127.0.0.1:0", *NO_PORTS, "--database", url]
        with running(command, env=environment) as server:
            yield server


def relayed(program, size, flags):
    """The report of a load on the bare relay."""
    with running([program, "load", "--serve-relay", "127.0.0.1:0"]) as (server, _):
        return load(program, server, "--relay-bytes", size, *flags)


def stored(program, size, flags):
    """The same with a relay that stores and acknowledges every message."""
    with database() as url:
        relay = [program, "load", "--serve-relay", "127.0.0.1:0", "--relay-database", url]
        with running(relay) as (server, _):
            flags = (*flags, "--relay-database", url)
            return load(program, server, "--relay-bytes", size, *flags)


def one_line(what, report):
    latency = report["latency"]
    return (
        f"  {what:<22}{report['moves_per_second']:>9,.0f} moves/s"
        f"   p50 {latency['p50']:>7.2f} ms   p99 {latency['p99']:>7.2f} ms"
    )


def compare(program, chosen, matches):
    print(f"\n{matches} concurrent matches of Marelles")
    ratios = {"rate": [], "long rate": [], "stored": [], "of stored": [], "p99": []}
    for turn in range(chosen.rounds):
        flags = ("--matches", matches, "--seconds", chosen.seconds)
        with parlor_server(program) as (server, pid):
            ours = load(program, server, "--pid", pid, *flags, "--seed", turn)
        short, long = ours["move_bytes"], ours["frame_bytes"]
        bare, wide = relayed(program, short, flags), relayed(program, long, flags)
        durable = stored(program, short, flags)
        print(one_line(f"relay, {short} bytes", bare))
        print(one_line(f"relay, {long} bytes", wide))
        print(one_line("relay that stores", durable))
        print(
            one_line("Parlor", ours)
            + f"   {ours['process']['cpu_micros_per_move']:.1f} µs of CPU a move,"
            f" {ours['finished_matches']} matches finished, {ours['checked_entries']} entries checked"
        )
        rate = ours["moves_per_second"]
        ratios["rate"].append(rate / bare["moves_per_second"])
        ratios["long rate"].append(rate / wide["moves_per_second"])
        ratios["of stored"].append(rate / durable["moves_per_second"])
        ratios["stored"].append(durable["moves_per_second"] / bare["moves_per_second"])
        ratios["p99"].append(ours["latency"]["p99"] / bare["latency"]["p99"])
    median = {name: statistics.median(values) for name, values in ratios.items()}
    print(
        f"  median: {median['rate']:.2f} of the relay's moves/s (at least 0.5 is asked for;"
        f" {median['long rate']:.2f} of the relay's with messages as long as updates),"
        f" p99 {median['p99']:.2f} times the relay's (at most 3)\n"
        f"  the relay that stores makes {median['stored']:.2f} of the relay's moves/s,"
        f" Parlor {median['of stored']:.2f} of those"
    )


def idle(program, matches=1100):
    with parlor_server(program) as (server, pid):
        report = load(program, server, "--pid", pid, "--matches", matches, "--seconds", 0)
    size = report["process"]["idle_match_bytes"]
    print(f"\nidle connected match: {size / 1000:.1f} KB of server memory (at most 40)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parlor", help="the program")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10.0, help="per measurement")
    parser.add_argument("--matches", type=int, nargs="*", default=[200, 1000])
    chosen = parser.parse_args()
    idle(chosen.parlor)
    for matches in chosen.matches:
        compare(chosen.parlor, chosen, matches)


if __name__ == "__main__":
    main()
