"""A server for benchmarks, and `parlor load` on it."""

import contextlib
import json
import subprocess

# Made for people, the limits would stop a load from one address.
WIDE = {
    "PARLOR_MESSAGES_PER_SECOND": "1000000",
    "PARLOR_REQUESTS_PER_SECOND": "1000000",
    "PARLOR_SIGN_INS_PER_MINUTE": "10000000",
    "PARLOR_SOCKETS_PER_ADDRESS": "100000",
}
NO_PORTS = ["--coexistence", "", "--marelles", "", "--terminal", ""]


@contextlib.contextmanager
def running(command, **options):
    """A server whose first line ends with its address."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
    try:
        line = process.stdout.readline()
        if "http://" not in line:
            raise SystemExit(f"{command[0]} did not start: {line.strip()}")
        yield "http://" + line.strip().split("http://")[1], process.pid
    finally:
        process.terminate()
        process.wait()


def load(program, server, *flags):
    """The report of a load on a server, or on several with commas between them."""
    command = [program, "load", "--json", "--server", server, *map(str, flags)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"the load failed: {done.stdout}")
    return json.loads(done.stdout)
