"""Fresh root file systems, the house installed in them as its package says, and a visitor."""
import contextlib
import json
import os
import pathlib
import shlex
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

USER = 10001  # stands for the unit's DynamicUser


def step(text):
    print(f"test-release: {text}", file=sys.stderr, flush=True)


def free_port():
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return it.getsockname()[1]


class House:
    """A house as somebody sees it who has taken its certificate, if it has one of its own."""

    def __init__(self, at, authority=None):
        self.at = at
        self.trust = authority and ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(authority))

    def ask(self, path, body=None, token=None, expect=None):
        request = urllib.request.Request(self.at + path, json.dumps(body).encode() if body is not None else None)
        request.add_header("content-type", "application/json")
        if token:
            request.add_header("authorization", f"Bearer {token}")
        try:
            with urllib.request.urlopen(request, context=self.trust, timeout=20) as answer:
                status, text, headers = answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as error:
            status, text, headers = error.code, error.read().decode(), error.headers
        fits = status == expect if expect else status < 300
        assert fits, f"{path}: {status} instead of {expect or 200}: {text}"
        return json.loads(text) if "json" in headers.get("content-type", "") else text

    def play(self, table, token):
        """One move, when it is our turn."""
        for _ in range(200):
            now = self.ask(f"/api/v1/matches/{table}", token=token)
            if now["legal"]:
                move = {"seq": now["seq"], "action": now["legal"][0]}
                return self.ask(f"/api/v1/matches/{table}/play", move, token)
            time.sleep(0.1)
        raise SystemExit("FAILED: it is never our turn")

    def log(self, table, token=None):
        return self.ask(f"/api/v1/matches/{table}/log", token=token)["log"]


class Log:
    """What a process says, as it says it."""

    def __init__(self, stream):
        self.text = ""
        self.is_over = False
        threading.Thread(target=self.read, args=(stream,), daemon=True).start()

    def read(self, stream):
        for line in stream:
            self.text += line
        self.is_over = True

    def until(self, what, seconds=60):
        end = time.monotonic() + seconds
        while what not in self.text:
            if self.is_over or time.monotonic() > end:
                raise SystemExit(f"FAILED: no {what!r} in: {self.text}")
            time.sleep(0.05)
        # The rest of the line, too.
        time.sleep(0.2)
        return self.text


class Root:
    def __init__(self, path):
        self.path = pathlib.Path(path)

    def run(self, *command, fails=False):
        """By root, in the system; what it says."""
        done = subprocess.run(["chroot", self.path, *command], capture_output=True, text=True, cwd="/",
                              env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"})
        said = done.stdout + done.stderr
        if (done.returncode != 0) != fails:
            raise SystemExit(f"FAILED: {shlex.join(command)}: {done.returncode}: {said}")
        return said

    def install(self, package):
        (self.path / "tmp/parlor.deb").write_bytes(pathlib.Path(package).read_bytes())
        self.run("apt-get", "install", "-y", "--no-install-recommends", "/tmp/parlor.deb")
        # What systemd makes of StateDirectory at the first start.
        state = self.path / "var/lib/parlor"
        state.mkdir(exist_ok=True)
        os.chown(state, USER, USER)

    def unit(self):
        text = (self.path / "lib/systemd/system/parlor.service").read_text()
        return dict(line.split("=", 1) for line in text.splitlines() if "=" in line and line[0] != "#")

    @contextlib.contextmanager
    def service(self):
        """What the unit does, for there is no systemd in here."""
        unit = self.unit()
        command = f"cd {unit['WorkingDirectory']} && umask {unit['UMask']} && exec {unit['ExecStart']}"
        process = subprocess.Popen(
            ["chroot", f"--userspec={USER}:{USER}", self.path, "sh", "-c", command], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"})
        try:
            log = Log(process.stdout)
            log.until("Parlor is open at")
            yield log
        finally:
            process.terminate()
            status = process.wait(timeout=40)
        if status:
            raise SystemExit(f"FAILED: the house ended with {status}: {log.text}")
