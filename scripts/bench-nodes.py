"""Many nodes on one PostgreSQL and one NATS: moves per second, latency, and what the bus costs.

The limit is PostgreSQL's own: as many connections as the nodes commit on that do nothing but insert
entries by the same statement, in groups as large as the nodes made them, and in the largest. Nodes,
load, database and bus share this machine's cores, so that more nodes do not mean more moves here;
what is measured is what they cost each other.
Everything is measured by turns, `--rounds` times, and given as the median.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import urllib.request
from pathlib import Path

from house import NO_PORTS, WIDE, load, running

POSTGRES = os.environ["PARLOR_TEST_POSTGRES"]
NATS = os.environ["PARLOR_TEST_NATS"]
SERVICES = Path(os.environ["PARLOR_SERVICES_DIR"])
# The most entries an appender puts in one commit.
MOST = 512
# Commits that a node has under way at once.
AT_ONCE = 2


@contextlib.contextmanager
def database():
    """An empty database of its own."""
    name = f"bench_{os.getpid()}_{database.count}"
    database.count += 1
    psql(f"CREATE DATABASE {name}")
    try:
        yield POSTGRES.rsplit("/", 1)[0] + "/" + name
    finally:
        psql(f"DROP DATABASE {name} WITH (FORCE)")


database.count = 0


def psql(sql, url=POSTGRES):
    command = ["psql", "--quiet", "--no-psqlrc", "--tuples-only", "--no-align", url, "-c", sql]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


@contextlib.contextmanager
def nodes(program, count, bus=True):
    """So many nodes on a database of their own: their addresses with commas, and their processes."""
    environment = os.environ | WIDE | {"RUST_LOG": "warn"}
    with database() as url, contextlib.ExitStack() as stack:
        command = [program, "serve", "--listen", "127.0.0.1:0", *NO_PORTS, "--database", url]
        if bus:
            command += ["--bus", NATS]
        servers = [stack.enter_context(running(command, env=environment)) for _ in range(count)]
        yield ",".join(url for url, _ in servers), [pid for _, pid in servers]


def cpu_seconds(service):
    """Of a service's main process, from its beginning."""
    pid = (SERVICES / f"{service}.pid").read_text().strip()
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def play(program, chosen, count, matches, seed, bus=True, *flags, server=None):
    """A load of this version on nodes of this version, or of another."""
    with nodes(server or program, count, bus) as (servers, pids):
        before = cpu_seconds("nats")
        pid = ",".join(map(str, pids))
        seconds = ("--seconds", chosen.seconds, "--matches", matches)
        report = load(program, servers, "--pid", pid, "--seed", seed, *seconds, *flags)
        report["bus_micros"] = (cpu_seconds("nats") - before) * 1e6 / max(report["moves"], 1)
        report["group"] = mean_group(servers.split(","))
    return report


def mean_group(servers):
    """Entries of a commit, over all nodes."""
    sums = {"sum": 0.0, "count": 0.0}
    for server in servers:
        with urllib.request.urlopen(f"{server}/metrics") as answer:
            for line in answer.read().decode().splitlines():
                for name in sums:
                    if line.startswith(f"parlor_store_group_entries_{name} "):
                        sums[name] += float(line.split()[1])
    return sums["sum"] / max(sums["count"], 1)


def insert(program, chosen, connections, group):
    with database() as url:
        flags = ["--matches", connections, "--group", group, "--seconds", chosen.seconds]
        command = [program, "load", "--inserts", url, *map(str, flags)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        report = json.loads(done.stdout)
        report["bytes"] = int(psql("SELECT pg_total_relation_size('entries')", url))
    return report


def median(reports, *path):
    values = []
    for report in reports:
        for name in path:
            report = report[name]
        values.append(report)
    return statistics.median(values)


def line(what, reports):
    rates = ", ".join(f"{report['moves_per_second']:,.0f}" for report in reports)
    print(
        f"  {what:<24}{median(reports, 'moves_per_second'):>8,.0f} moves/s"
        f"  p50 {median(reports, 'latency', 'p50'):7.1f} ms"
        f"  p99 {median(reports, 'latency', 'p99'):7.1f} ms"
        f"  {median(reports, 'process', 'cpu_micros_per_move'):6.0f} µs of CPU a move in the nodes,"
        f" {median(reports, 'bus_micros'):4.0f} µs in the bus,"
        f" {median(reports, 'group'):4.0f} entries a commit   ({rates})",
        flush=True,
    )


def compare(program, chosen):
    kinds = {"1 node without bus": (1, False)}
    kinds |= {f"{count} node{'s'[:count - 1]}": (count, True) for count in (1, 2, 3)}
    played = {name: [] for name in kinds}
    before = {}
    limits = {(count, kind): [] for count in (1, 2, 3) for kind in ("same", "most")}
    for turn in range(chosen.rounds):
        for name, (count, bus) in kinds.items():
            report = play(program, chosen, count, chosen.matches, turn, bus)
            played[name].append(report)
            if chosen.before and bus and count != 2:
                earlier = play(program, chosen, count, chosen.matches, turn, server=chosen.before)
                before.setdefault(name, []).append(earlier)
            if bus:
                same = max(round(report["group"]), 1)
                limits[count, "same"].append(insert(program, chosen, count * AT_ONCE, same))
                limits[count, "most"].append(insert(program, chosen, count * AT_ONCE, MOST))
    print(f"{chosen.matches} matches of Marelles, the seats of each at different nodes")
    for name, reports in played.items():
        line(name, reports)
    for name, reports in before.items():
        line(f"{name} before", reports)
        ratio = median(played[name], "moves_per_second") / median(reports, "moves_per_second")
        print(f"    {ratio:.2f} times the earlier version's moves/s (at least 1.5 asked)")
    print("PostgreSQL alone, by connections and entries of a commit")
    for (count, kind), reports in limits.items():
        rates = ", ".join(f"{report['entries_per_second']:,.0f}" for report in reports)
        groups = "/".join(str(report["group"]) for report in reports)
        size = statistics.median(report["bytes"] / report["entries"] for report in reports)
        limit = median(reports, "entries_per_second")
        ratio = median(played[f"{count} node{'s'[:count - 1]}"], "moves_per_second") / limit
        print(
            f"  {count * AT_ONCE} x {groups:<12}{limit:>8,.0f} entries/s   ({rates}), {size:.0f} bytes an entry"
            f" on disk; {count} of our nodes: {ratio:.2f} of it (at least 0.5 is asked for)"
        )


def grow(program, chosen):
    print("\nthree nodes, more and more matches")
    for matches in chosen.growth:
        line(f"{matches} matches", [play(program, chosen, 3, matches, 0)])


def crowd(program, chosen):
    print(f"\none match, a move every {chosen.pause} ms, people who look on")
    for count in (1, 3):
        for spectators in chosen.spectators:
            flags = ("--spectators", spectators, "--pause-ms", chosen.pause)
            report = play(program, chosen, count, 1, 0, True, *flags)
            audience = report["audience"]
            print(
                f"  {count} node{'s'[:count - 1]:<2}{spectators:>6} spectators"
                f"  p50 {audience['latency']['p50']:7.1f} ms  p99 {audience['latency']['p99']:7.1f} ms"
                f"  {audience['bytes_per_move']:7.0f} bytes a move for each,"
                f" {report['process']['cpu_micros_per_move'] / 1000:7.1f} ms of CPU a move",
                flush=True,
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parlor", help="the program")
    parser.add_argument("--before", help="an earlier version of it")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6.0, help="per measurement")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--growth", type=int, nargs="*", default=[10, 100, 1000])
    parser.add_argument("--spectators", type=int, nargs="*", default=[10, 100, 1000])
    parser.add_argument("--pause", type=int, default=200, help="milliseconds before each move")
    chosen = parser.parse_args()
    compare(chosen.parlor, chosen)
    grow(chosen.parlor, chosen)
    crowd(chosen.parlor, chosen)


if __name__ == "__main__":
    main()
