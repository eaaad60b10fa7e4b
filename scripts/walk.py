"""What a new operator does from the docs alone, on a fresh system (scripts/test-release.sh): installs the
package, opens the house by HTTPS, becomes its operator, lets a class of 30 in by cards, bans one, makes a
back-up, and restores it on another fresh system.
"""
import contextlib
import hashlib
import json
import shutil
import urllib.request

from roots import House, free_port, step

PUPILS = [f"Pupil {n}" for n in range(1, 31)]
PASSWORD = "a long way to Tipperary"


def tap(house, code, expect=None):
    """A card is scanned."""
    return house.ask("/api/v1/session/link", {"code": code, "bearer": True}, expect=expect)


def settings(root, port):
    """What the docs say to write into /etc/parlor/parlor.toml; the port is ours."""
    file = root.path / "etc/parlor/parlor.toml"
    text = file.read_text()
    assert 'listen = "127.0.0.1:8080"' in text
    text = text.replace("127.0.0.1:8080", f"127.0.0.1:{port}")
    text += '\ntls = "self"\nsign_up = "operator"\nhouse_name = "School"\n'
    text += 'coexistence = ""\nmarelles = ""\nterminal = ""\n'
    file.write_text(text)


@contextlib.contextmanager
def opened(root, port):
    with root.service() as log:
        text = log.until("SHA-256 ")
        print_ = text.split("SHA-256 ")[1].split()[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/ca.crt", timeout=10) as answer:
            authority = answer.read()
        digest = hashlib.sha256(authority).hexdigest().upper()
        assert print_.replace(":", "") == digest, "the certificate is not the one that was printed"
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/ca", timeout=10) as answer:
            assert print_ in answer.read().decode(), "the page about certificates"
        yield House(f"https://localhost:{port}", authority), log


def walk(package, first, second):
    port = free_port()

    step("walk: install, HTTPS of its own, the first operator")
    first.install(package)
    settings(first, port)
    with opened(first, port) as (house, log):
        assert "<html" in house.ask("/")
        link = log.until("/admin#").split("/admin#")[1].split()[0]
        body = {"name": "Olga", "password": PASSWORD, "invite": link, "bearer": True}
        olga = house.ask("/api/v1/session", body)["token"]
        house.ask("/api/v1/admin/claim", {"code": link}, olga)
        assert "Olga" in first.run("parlor", "admin", "operators")

        step("walk: a class of 30 comes in by cards")
        first.run("parlor", "admin", "make-group", "Class 5b", "--leader", "Olga")
        group = house.ask("/api/v1/me/groups", token=olga)["groups"][0]["id"]
        made = house.ask(f"/api/v1/groups/{group}/cards", {"names": PUPILS}, olga)
        cards = {card["name"]: card["code"] for card in made["cards"]}
        assert sorted(cards) == sorted(PUPILS)
        # All in the same minute, from the school's one address.
        tokens = {name: tap(house, code)["token"] for name, code in cards.items()}
        house.ask("/api/v1/session", {"name": "Stranger", "bearer": True}, expect=403)

        step("walk: two play, one is banned")
        table = house.ask("/api/v1/tables", {"game": "marelles", "bots": ["easy"]}, tokens["Pupil 1"])["id"]
        house.play(table, tokens["Pupil 1"])
        first.run("parlor", "admin", "ban", "Pupil 7", "--reason", "language", "--hours", "24")
        house.ask("/api/v1/me/games", token=tokens["Pupil 7"], expect=401)
        assert "language" in json.dumps(tap(house, cards["Pupil 7"], expect=403))
        house.ask("/api/v1/me/games", token=tokens["Pupil 8"])

        step("walk: back-up of the open house, and the doctor")
        moves = house.log(table, tokens["Pupil 1"])
        first.run("parlor", "backup", "/root/house.backup")
        said = first.run("parlor", "doctor")
        assert "WRONG" not in said, said
        acts = first.run("parlor", "admin", "audit")
        assert "ban" in acts and "Pupil 7" in acts, acts
    with first.service() as log:
        assert "/admin#" not in log.until("SHA-256 "), "somebody answers for the house already"

    step("walk: restored on another system")
    second.install(package)
    # The package opens the house at once; nobody has come in.
    with second.service():
        pass
    settings(second, port)
    shutil.copy(first.path / "root/house.backup", second.path / "root/house.backup")
    # As docs/operations.md says: the folder of the certificates, too.
    shutil.copytree(first.path / "var/lib/parlor/tls", second.path / "var/lib/parlor/tls", dirs_exist_ok=True)
    second.run("chown", "-R", "--reference=/var/lib/parlor", "/var/lib/parlor/tls")
    print_ = second.run("parlor", "restore", "/root/house.backup")
    assert "Restored and compared 31 people" in print_, print_
    refused = second.run("parlor", "restore", "/root/house.backup", fails=True)
    assert "copy/" in refused, refused
    with opened(second, port) as (there, log):
        # Whoever had taken the certificate has nothing to do.
        assert there.trust.get_ca_certs() == house.trust.get_ca_certs()
        assert "Pupil 2" in json.dumps(tap(there, cards["Pupil 2"]))
        tap(there, cards["Pupil 7"], expect=403)
        games = json.dumps(there.ask("/api/v1/me/games", token=tokens["Pupil 1"]))
        assert table in games, games
        assert there.log(table, tokens["Pupil 1"])[: len(moves)] == moves
        there.ask("/api/v1/admin", {"act": "bans"}, olga)
