"""Idle sockets beside running matches: memory, and how long a move takes. See bench-idle.sh."""

import argparse
import contextlib
import os
import resource
import subprocess
import sys
import tempfile
import time

from house import NO_PORTS, load, running

# Descriptors that are no sockets, on either side.
RESERVE = 400


@contextlib.contextmanager
def house(program, nodes):
    """Nodes of one house with the limits it has by itself; their addresses and processes."""
    environment = os.environ | {"RUST_LOG": "warn"}
    with contextlib.ExitStack() as stack:
        if nodes == 1:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-idle-"))
            where = ["--database", f"sqlite:{folder}/parlor.db"]
        else:
            where = ["--database", os.environ["PARLOR_TEST_POSTGRES"], "--bus", os.environ["PARLOR_TEST_NATS"]]
        command = [program, "serve", "--listen", "127.0.0.1:0", *NO_PORTS, *where]
        yield [stack.enter_context(running(command, env=environment)) for _ in range(nodes)]


def flags(chosen, idle):
    return ("--idle", idle, "--game", "mars", "--options", '{"turns":1000}', "--seconds", chosen.seconds)


@contextlib.contextmanager
def holding(chosen, servers, idle):
    """Another process that holds sockets: one alone may not have so many files open."""
    if not idle:
        yield
        return
    command = [chosen.parlor, "load", "--json", "--server", servers, "--idle", idle, "--matches", 1,
               "--game", "mars", "--pause-ms", 5000, "--seconds", 10 * chosen.seconds + 120]
    with subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL) as holder:
        time.sleep(5 + idle / 800)
        try:
            if holder.poll() is not None:
                raise SystemExit("the sockets could not be opened")
            yield
        finally:
            holder.kill()


def measure(chosen, nodes, sockets):
    here = min(sockets, chosen.most)
    with house(chosen.parlor, nodes) as all_:
        servers = ",".join(server for server, _ in all_)
        pids = ",".join(str(pid) for _, pid in all_)
        with holding(chosen, servers, sockets - here):
            report = load(chosen.parlor, servers, "--pid", pids, "--matches", chosen.matches,
                          "--pause-ms", 100, *flags(chosen, here))
    latency = report["latency"]
    line = (f"{nodes} node{'s' * (nodes > 1)}, {sockets} idle sockets: {report['moves']} moves,"
            f" p50 {latency['p50']:.2f} ms, p99 {latency['p99']:.2f} ms, longest {latency['max']:.2f} ms,"
            f" {report['process']['resident_bytes'] / 1e6:.0f} MB resident")
    if "idle" in report:
        idle = report["idle"]
        line += f"; {idle['stayed']} of {idle['asked']} looked at stayed, {idle['bytes_each'] / 1e3:.1f} KB each"
    print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parlor")
    parser.add_argument("--sockets", type=int, required=True)
    parser.add_argument("--matches", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    chosen = parser.parse_args()
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    chosen.most = files - RESERVE - 4 * chosen.matches
    if "PARLOR_TEST_POSTGRES" in os.environ:
        measure(chosen, 2, 0)
        measure(chosen, 2, chosen.sockets)
        return
    measure(chosen, 1, 0)
    measure(chosen, 1, min(chosen.sockets, chosen.most))
    if chosen.sockets > chosen.most:
        print(f"a process may have {files} files open here: two nodes share {chosen.sockets} sockets", flush=True)
        os.execvp("scripts/services.sh", ["scripts/services.sh", "run", sys.executable, *sys.argv])


if __name__ == "__main__":
    main()
