"""The tests behind scripts/test-release.sh, which makes the systems they run in.

    scripts/test-release.py DIST FOLDER OLDEST NEWEST
"""
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile

import walk
from roots import USER, House, Log, Root, free_port, step

DIST, FOLDER = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
OLDEST, NEWEST = sys.argv[3:]
# A house that schema 3 has left behind: three matches under way.
OLD_HOUSE = pathlib.Path(__file__).parent.parent / "crates/store/tests/it/fixtures/schema3.db"
OLD_MATCHES = {"jh9bkmtg54m3": 69, "pt6m55fn6tk8": 66, "zxh3y34ik45j": 68}
DEBIAN = subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout.strip()
NO_PORTS = {"PARLOR_COEXISTENCE": "", "PARLOR_MARELLES": "", "PARLOR_TERMINAL": ""}


def one(pattern):
    found = sorted(DIST.glob(pattern))
    assert len(found) == 1, f"{pattern}: {found}"
    return found[0]


def ours(pattern):
    """Of the machine this is tried on, where there are several."""
    return one(pattern.replace("ARCH", DEBIAN).replace("MACHINE", os.uname().machine))


def fresh(suite, name):
    """A copy of the fresh system."""
    shutil.rmtree(FOLDER / name, ignore_errors=True)
    subprocess.run(["cp", "-a", FOLDER / suite, FOLDER / name], check=True)
    return Root(FOLDER / name)


def papers():
    step("checksums, the list of what is inside")
    subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=DIST, check=True)
    sbom = json.loads(ours("*-MACHINE.cdx.json").read_text())
    assert sbom["bomFormat"] == "CycloneDX" and len(sbom["components"]) > 100
    assert (DIST / "THIRD-PARTY.txt").stat().st_size > 100_000


def newer_package():
    """The same, with a higher number."""
    folder = FOLDER / "newer"
    subprocess.run(["dpkg-deb", "-R", ours("*_ARCH.deb"), folder], check=True)
    control = folder / "DEBIAN/control"
    lines = control.read_text().splitlines()
    lines = [line + "+1" if line.startswith("Version:") else line for line in lines]
    control.write_text("\n".join(lines) + "\n")
    package = FOLDER / "newer.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", folder, package], check=True, stdout=subprocess.DEVNULL)
    return package


def package(suite):
    step(f"the package on {suite}, over the data of an old house")
    root, port = fresh(suite, f"{suite}-package"), free_port()
    root.install(ours("*_ARCH.deb"))
    data = root.path / "var/lib/parlor/parlor.db"
    shutil.copy(OLD_HOUSE, data)
    os.chown(data, USER, USER)
    settings = root.path / "etc/parlor/parlor.toml"
    text = settings.read_text().replace("127.0.0.1:8080", f"127.0.0.1:{port}")
    settings.write_text(text + "\n".join(f'{name[7:].lower()} = ""' for name in NO_PORTS) + "\n# of the operator\n")
    house = House(f"http://localhost:{port}")

    def is_all_there():
        for old, length in OLD_MATCHES.items():
            assert len(house.log(old)) >= length, old

    with root.service():
        assert "<html" in house.ask("/")
        is_all_there()
        token = house.ask("/api/v1/session", {"name": "Ann", "bearer": True})["token"]
        table = house.ask("/api/v1/tables", {"game": "marelles", "bots": ["easy"]}, token)["id"]
        house.play(table, token)
        moves = house.log(table, token)

    step("a newer package over it")
    root.install(newer_package())
    assert "# of the operator" in settings.read_text(), "the settings were overwritten"
    with root.service():
        assert house.log(table, token)[: len(moves)] == moves, "moves are gone"
        house.play(table, token)
        is_all_there()

    step("removed, installed again, purged: the data stays")
    root.run("apt-get", "remove", "-y", "parlor")
    assert not (root.path / "usr/bin/parlor").exists() and data.stat().st_size > 0
    root.install(ours("*_ARCH.deb"))
    with root.service():
        assert len(house.log(table, token)) > len(moves)
    assert "left in /var/lib/parlor" in root.run("apt-get", "purge", "-y", "parlor")
    assert not (root.path / "etc/parlor/parlor.toml").exists() and data.stat().st_size > 0


@contextlib.contextmanager
def started(command, seconds=60, **options):
    process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    try:
        log = Log(process.stdout)
        log.until("Parlor is open at", seconds)
        yield log
    finally:
        process.terminate()
        process.wait(timeout=40)


def archive(suite):
    step(f"the archive on {suite}, by its one command")
    root, port = fresh(suite, f"{suite}-archive"), free_port()
    with tarfile.open(ours("*-MACHINE.tar.gz")) as packed:
        packed.extractall(root.path / "srv")
    (folder,) = (root.path / "srv").iterdir()
    inside = "/" + str(folder.relative_to(root.path))
    environment = NO_PORTS | {"PARLOR_LISTEN": f"127.0.0.1:{port}", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    command = ["chroot", root.path, "sh", "-c", f"cd {inside} && exec ./parlor"]
    for _ in range(2):
        with started(command, env=environment) as log:
            assert "<html" in House(f"http://localhost:{port}").ask("/")
            assert "For people in your network" in log.until("From the internet")
    assert (folder / "data/parlor.db").exists()


def foreign():
    """The program for arm64, by an emulator: its C library is all that is needed of such a system."""
    found = sorted(DIST.glob("*-linux-aarch64.tar.gz"))
    if not found or os.uname().machine == "aarch64":
        return step("no archive for another machine: not tried")
    step("the archive for arm64, emulated")
    folder, port = FOLDER / "arm64-archive", free_port()
    with tarfile.open(found[0]) as packed:
        packed.extractall(folder)
    (folder,) = folder.iterdir()
    environment = NO_PORTS | {"PARLOR_LISTEN": f"127.0.0.1:{port}", "PATH": os.environ["PATH"]}
    command = ["qemu-aarch64", "-L", FOLDER / "arm64", "./parlor"]
    with started(command, env=environment, cwd=folder, seconds=300):
        house = House(f"http://localhost:{port}")
        assert "<html" in house.ask("/")
        token = house.ask("/api/v1/session", {"name": "Ann", "bearer": True})["token"]
        table = house.ask("/api/v1/tables", {"game": "marelles", "bots": ["easy"]}, token)["id"]
        house.play(table, token)


def image():
    found = sorted(DIST.glob("*-image.tar"))
    if not found:
        return step("no image: not tried")
    step("the container image")
    port = free_port()
    environment = os.environ | {"STORAGE_DRIVER": "vfs", "BUILDAH_ISOLATION": "chroot"}

    def buildah(*arguments):
        done = subprocess.run(["buildah", *arguments], env=environment, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"FAILED: buildah {arguments}: {done.stderr}")
        return done.stdout.strip()

    container = buildah("from", f"docker-archive:{found[0]}")
    try:
        config = json.loads(buildah("inspect", container))["OCIv1"]["config"]
        assert config["User"] == "10001:10001" and "/data" in config["Volumes"], config
        assert config["Entrypoint"] + config["Cmd"] == ["/usr/bin/parlor", "serve", "--listen", "0.0.0.0:8080"], config
        # The same, at a port that is free here.
        extra = [f"--env={name}={value}" for name, value in NO_PORTS.items()]
        command = ["buildah", "run", "--network=host", *extra, container, "--",
                   *config["Entrypoint"], "serve", "--listen", f"127.0.0.1:{port}"]
        house = House(f"http://localhost:{port}")
        with started(command, env=environment):
            assert "<html" in house.ask("/")
            token = house.ask("/api/v1/session", {"name": "Ann", "bearer": True})["token"]
        with started(command, env=environment):
            house.ask("/api/v1/me/games", token=token)
    finally:
        buildah("rm", container)


def main():
    papers()
    archive(OLDEST)
    package(OLDEST)
    image()
    foreign()
    archive(NEWEST)
    walk.walk(ours("*_ARCH.deb"), fresh(NEWEST, "walk"), fresh(OLDEST, "walk-elsewhere"))
    step("all as it should be")


main()
