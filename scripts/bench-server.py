"""Moves per second, CPU, latency and memory of the server, against relays in the same run.

A relay forwards a text from one socket of a pair to the other, on the same WebSocket stack with the
same buffers, and knows no rules. Three of them show what each thing costs: the bare one forwards,
the echoing one sends each message to both sockets (as whoever acknowledges must), the storing one
also makes it durable first, with the server's own store. Their messages are as long as a move.

The server keeps its matches in SQLite with synchronous=FULL, on the disk this folder is on. All run
on the same cores as the load, one after the other, by turns.
"""

import argparse
import contextlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from house import NO_PORTS, WIDE, load, running


@contextlib.contextmanager
def folder():
    cache = Path(".cache")
    cache.mkdir(exist_ok=True)
    made = tempfile.mkdtemp(prefix="bench-", dir=cache)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


@contextlib.contextmanager
def parlor_server(program):
    environment = os.environ | WIDE | {"RUST_LOG": "warn"}
    with folder() as made:
        url = f"sqlite:{made}/parlor.db"
        command = [program, "serve", "--listen", "127.0.0.1:0", *NO_PORTS, "--database", url]
        with running(command, env=environment) as server:
            yield server


def played(chosen, program, flags, seed=0):
    """The report of a load on the server; the load itself is always this version's."""
    with parlor_server(program) as (server, pid):
        return load(chosen.parlor, server, "--pid", pid, *flags, "--seed", seed)


def relayed(chosen, kind, size, flags):
    """The report of a load on a relay, with its CPU a move."""
    with folder() as made:
        extra = {
            "bare": [],
            "echoing": ["--relay-echo"],
            "storing": ["--relay-database", f"sqlite:{made}/relay.db"],
        }[kind]
        command = [chosen.parlor, "load", "--serve-relay", "127.0.0.1:0", *extra]
        with running(command) as (server, pid):
            before = cpu_seconds(pid)
            report = load(chosen.parlor, server, "--relay-bytes", size, *flags, *extra)
            used = cpu_seconds(pid) - before
    report["cpu_micros"] = used * 1e6 / max(report["moves"], 1)
    return report


def cpu_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid):
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024


@contextlib.contextmanager
def busy(loops):
    """So many processes that never rest, of the same priority."""
    hogs = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()


def one_line(what, report, cpu):
    latency = report["latency"]
    return (
        f"  {what:<16}{report['moves_per_second']:>9,.0f} moves/s"
        f"   p50 {latency['p50']:>7.2f} ms   p99 {latency['p99']:>7.2f} ms   {cpu:>6.1f} µs of CPU a move"
    )


def cpu_of(report):
    return report["process"]["cpu_micros_per_move"] if "process" in report else report["cpu_micros"]


def compare(chosen, matches):
    print(f"\n{matches} concurrent matches of Marelles, medians of {chosen.rounds} rounds of {chosen.seconds} s")
    flags = ("--matches", matches, "--seconds", chosen.seconds)
    runs = {}
    for turn in range(chosen.rounds):
        ours = played(chosen, chosen.parlor, flags, turn)
        runs.setdefault("Parlor", []).append(ours)
        if chosen.before:
            runs.setdefault("Parlor before", []).append(played(chosen, chosen.before, flags, turn))
        for kind in ("bare", "echoing", "storing"):
            report = relayed(chosen, kind, ours["move_bytes"], flags)
            runs.setdefault(f"{kind} relay", []).append(report)
    for what, reports in runs.items():
        middle = sorted(reports, key=lambda it: it["moves_per_second"])[len(reports) // 2]
        print(one_line(what, middle, statistics.median(map(cpu_of, reports))))
    rate = {what: statistics.median(it["moves_per_second"] for it in all_) for what, all_ in runs.items()}
    p99 = {what: statistics.median(it["latency"]["p99"] for it in all_) for what, all_ in runs.items()}
    cpu = statistics.median(map(cpu_of, runs["Parlor"]))
    asked = "at most 40 asked" if matches == 200 else "no limit asked"
    print(f"  CPU a move: {cpu:.1f} µs ({asked})")
    if chosen.before:
        print(f"  moves/s: {rate['Parlor'] / rate['Parlor before']:.2f} times the earlier version's (at least 1.7 asked)")
    print(f"  moves/s: {rate['Parlor'] / rate['echoing relay']:.2f} of the echoing relay's (at least 0.4 asked)")
    print(f"  p99: {p99['Parlor'] / p99['storing relay']:.2f} times the storing relay's (at most 2 asked)")


def idle(chosen, matches=1100):
    with parlor_server(chosen.parlor) as (server, pid):
        report = load(chosen.parlor, server, "--pid", pid, "--matches", matches, "--seconds", 0)
    size = report["process"]["idle_match_bytes"]
    with running([chosen.parlor, "load", "--serve-relay", "127.0.0.1:0"]) as (server, pid):
        warm = ("--relay-bytes", 90, "--seconds", 0.1)
        load(chosen.parlor, server, *warm, "--matches", 10)
        before = resident(pid)
        hold = [chosen.parlor, "load", "--json", "--server", server, "--relay-bytes", "90"]
        hold = subprocess.Popen([*hold, "--matches", str(matches), "--seconds", "6"], stdout=subprocess.DEVNULL)
        time.sleep(5)
        pair = (resident(pid) - before) / matches
        hold.wait()
    print(f"idle connected match: {size / 1000:.1f} KB of server memory (at most 28 asked);"
          f" a pair of the bare relay {pair / 1000:.1f} KB")


def lone(chosen):
    with folder() as made:
        path = Path(made) / "sync"
        with open(path, "wb") as file:
            times = []
            for _ in range(200):
                file.write(b"m" * 4096)
                file.flush()
                begun = time.perf_counter()
                os.fdatasync(file.fileno())
                times.append((time.perf_counter() - begun) * 1000)
    sync = statistics.median(times)
    report = played(chosen, chosen.parlor, ("--matches", 1, "--seconds", chosen.seconds))
    median = report["latency"]["p50"]
    print(f"one lone match: median {median:.2f} ms; one fdatasync {sync:.2f} ms"
          f" (at most {sync + 0.5:.2f} asked)")


def crowded(chosen):
    flags = ("--matches", 200, "--seconds", chosen.seconds)
    size = 90
    calm = played(chosen, chosen.parlor, flags)["moves_per_second"]
    calm_relay = relayed(chosen, "storing", size, flags)["moves_per_second"]
    with busy(2):
        hard = played(chosen, chosen.parlor, flags)["moves_per_second"]
        hard_relay = relayed(chosen, "storing", size, flags)["moves_per_second"]
    ours, theirs = calm / hard, calm_relay / hard_relay
    print(f"beside two busy loops: Parlor {calm:,.0f} -> {hard:,.0f} moves/s, {ours:.2f} times slower;"
          f" the storing relay {calm_relay:,.0f} -> {hard_relay:,.0f}, {theirs:.2f} times;"
          f" {ours / theirs:.2f} times its factor (at most 1.5 asked)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parlor", help="the program")
    parser.add_argument("--before", help="an earlier version of it")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5.0, help="per measurement")
    parser.add_argument("--matches", type=int, nargs="*", default=[200, 1000])
    chosen = parser.parse_args()
    idle(chosen)
    lone(chosen)
    for matches in chosen.matches:
        compare(chosen, matches)
    crowded(chosen)


if __name__ == "__main__":
    main()
