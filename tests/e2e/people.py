"""How a player goes through the screens: registering, logging in, playing.  If a screen's words change, only this
file changes with it."""
import re

from harness import Failure, Program, Telnet, check, environment, ssh, ssh_command  # noqa: F401

PASSWORD = "correct horse 7"

GREETING = r"(?i)name"
ASKS_PASSWORD = r"(?i)password"
LOBBY = r"(?i)leave"
IN_PLAY = r"(?i)depth"


def register(client, name, password=PASSWORD):
    """Telnet: from the greeting to the lobby of a new account."""
    client.expect(GREETING)
    client.send("new\r")
    fill_registration(client, name, password)


def fill_registration(client, name, password=PASSWORD):
    client.expect(r"(?i)(choose|new|pick|what).*name|name.*:")
    client.send(name + "\r")
    client.expect(r"(?i)password")
    client.send(password + "\r")
    client.expect(r"(?i)again|once more|repeat")
    client.send(password + "\r")
    client.expect(LOBBY)


def login(client, name, password=PASSWORD):
    """Telnet: from the greeting to wherever the account leads."""
    client.expect(GREETING)
    client.send(name + "\r")
    client.expect(ASKS_PASSWORD)
    client.send(password + "\r")


def telnet_player(server, name, password=PASSWORD, new=False, **more):
    client = Telnet(server.telnet_port, **more)
    if new:
        register(client, name, password)
    else:
        login(client, name, password)
        client.expect(LOBBY)
    return client


def play(client):
    """From the lobby into the game."""
    client.expect(LOBBY)
    client.send("p")
    client.expect(IN_PLAY)
    client.settle(0.3)
    dismiss(client)
    return client


def dismiss(client):
    """Answers --more-- until there is none."""
    for _ in range(20):
        if "--more--" not in client.text():
            return client
        client.press(" ")
    raise Failure(f"--more-- without an end:\n{client.text()}")


def hero(client):
    return client.find("@")


def status(client):
    """The two status rows."""
    return "\n".join(client.screen.display[-2:])


def board_of_play(client):
    """Map and status, without the message row."""
    return "\n".join(line.rstrip() for line in client.screen.display[1:])


def walk(client, steps, keys="lhjkyubn"):
    """Some steps that go somewhere; returns how many moved the hero."""
    moved, which = 0, 0
    for _ in range(steps * 6):
        before = hero(client)
        dismiss(client.press(keys[which % len(keys)]))
        if hero(client) != before:
            moved += 1
            if moved == steps:
                break
        else:
            which += 1
    return moved


def over(client):
    """Whether the run has ended: the tombstone or the lobby shows."""
    return re.search(r"(?i)here (lies|hangs)|rest in|killed by|starved|no carrier|any key", client.text()) is not None


def spoil_snapshots(database):
    """Makes the newest snapshot of every run unreadable."""
    changed = database.execute("UPDATE snapshots SET bytes = CAST(substr(bytes, 1, 40) || zeroblob(400) AS BLOB) "
                               "WHERE id IN (SELECT max(id) FROM snapshots GROUP BY run)").rowcount
    check(changed >= 1, "there was no snapshot to spoil")


# Ways to cheat, each of which `verify` must see.
TAMPERINGS = {
    "raised-score": "UPDATE scores SET score = score + 100",
    "more-turns": "UPDATE scores SET turns = turns + 1",
    "other-seed": "UPDATE runs SET seed = X'00112233445566778899AABBCCDDEEFF'",
    "other-digest": "UPDATE digests SET digest = digest + 1",
    "other-command": "UPDATE commands SET bytes = CAST(X'08' || substr(bytes, 2) AS BLOB) WHERE first_index = "
                     "(SELECT min(first_index) FROM commands WHERE hex(substr(bytes, 1, 1)) < '08')",
    "cut-journal": "DELETE FROM commands WHERE first_index = (SELECT max(first_index) FROM commands)",
}
