"""How a player goes through the screens: registering, logging in, playing.  If a screen's words change, only this
file changes with it."""
import re

from harness import Failure, Telnet, check, ssh

PASSWORD = "correct horse 7"

GREETING = r"Who is calling\?"
ASKS_PASSWORD = r"Password:"
LOBBY = r"\bLeave\b"
OUT = "While you were out"
IN_PLAY = r"Health "
HEIRLOOM = "An heirloom"
TAKEOVER = r"\(y/n\)"
DIRECTIONS = "lhjkyubn"
END = r"The line goes dead|Back at the night desk|NO CARRIER|You hang up"


def register(client, name, password=PASSWORD):
    """Telnet: from the greeting to the lobby of a new account."""
    client.expect(GREETING)
    client.send("new\r")
    fill_registration(client, name, password)


def fill_registration(client, name, password=PASSWORD):
    client.expect(r"Your name:")
    client.send(name + "\r")
    client.expect(r"A password:")
    client.send(password + "\r")
    client.expect(r"Once more:")
    client.send(password + "\r")
    client.expect(LOBBY)


def login(client, name, password=PASSWORD):
    """Telnet: from the greeting to wherever the account leads."""
    client.expect(GREETING)
    client.send(name + "\r")
    client.expect(ASKS_PASSWORD)
    client.send(password + "\r")


def to_lobby(client):
    """After a login: past the page of what happened meanwhile, if there is one."""
    client.expect(LOBBY, OUT)
    if OUT in client.text():
        client.press(" ")
        client.expect(LOBBY)


def telnet_player(server, name, password=PASSWORD, new=False, **more):
    client = Telnet(server.telnet_port, **more)
    if new:
        register(client, name, password)
    else:
        login(client, name, password)
        to_lobby(client)
    return client


def ssh_player(server, name, key, new=False, **more):
    client = ssh(server, name, key=key, **more)
    if new:
        client.expect(f"Register {name}\\?")
        client.send("y")
    to_lobby(client)
    return client


def play(client):
    """From the lobby into the game, an heirloom taken if one is offered."""
    enter(client)
    return dismiss(client)


def enter(client):
    """From the lobby to the game's first screen, whatever is on it."""
    client.expect(LOBBY)
    client.send("p")
    client.expect(IN_PLAY, TAKEOVER)
    if not re.search(IN_PLAY, client.text()):       # the line that dropped is not known to be dead yet
        client.send("y")
        client.expect(IN_PLAY)
    return client.settle(0.2)


def take_over(client):
    client.expect(LOBBY)
    client.send("p")
    seen = client.expect(r"Your call is ([^\n]*)")
    client.send("y")
    client.expect(IN_PLAY)
    return seen.group(1)


def history(client):
    """The screen of messages again, and back."""
    client.press("m", 0.25)
    text = client.text()
    client.press("\x1b", 0.25)
    return text


def leave_game(client):
    client.send("S")
    client.expect(LOBBY)


def leave(client):
    client.expect(LOBBY)
    client.send("q")
    client.expect_end()


def choose(client, label):
    """Moves to the row of that label in a list with an arrow, such as the options."""
    for _ in range(40):
        if re.search(rf"^ *[►>] {label}\b", client.text(), re.MULTILINE):
            return
        client.press("j")
    raise Failure(f"there is no row {label}:\n{client.text()}")


def quit_run(client):
    """Ends the run by Q; from the end's screen to the lobby."""
    dismiss(client.settle())        # the key would turn a page
    client.press("Q")
    client.expect(TAKEOVER)
    client.send("y")
    upstairs(client)


def upstairs(client):
    client.expect(END)
    for _ in range(5):
        client.press("\r", 0.3)
        if re.search(LOBBY, client.text()):
            return
    raise Failure(f"the end's screen does not lead to the lobby:\n{client.text()}")


def set_password(client, password):
    """From the lobby and back to it."""
    client.send("a")
    client.expect(r"Account")
    client.send("p")
    client.expect(r"The new password, ")
    client.send(password + "\r")
    client.expect(r"The new password again")
    client.send(password + "\r")
    client.expect(r"The password is set")
    client.settle(0.3)
    if "Remove all public keys" in client.text():
        client.send("n")
    client.send("\x1b")
    client.expect(LOBBY)


def remove_key(client):
    client.send("a")
    client.expect(r"SHA256|\S+ +added|Public keys")
    client.send("r")
    client.expect(r"Remove this key")
    client.send("y")
    client.expect(r"The key is removed")
    client.send("\x1b")
    client.expect(LOBBY)


def hear(client, pattern):
    """Waits for words among the messages, answering --more-- on the way."""
    for _ in range(20):
        client.expect(pattern, "--more--")
        if re.search(pattern, client.text()):
            return client
        client.press(" ")
    raise Failure(f"nothing was told of {pattern}:\n{client.text()}")


def dismiss(client):
    """Takes an heirloom if one is offered, and answers --more-- until there is none."""
    if point_at_heirloom(client):
        client.press("\r")
    for _ in range(20):
        if "--more--" not in client.text():
            return client
        client.press(" ")
    raise Failure(f"--more-- without an end:\n{client.text()}")


def point_at_heirloom(client):
    """Points at the first heirloom, which Enter then takes; False when none is offered."""
    if HEIRLOOM not in client.text():
        return False
    client.press("a")
    return True


def hush(client):
    """Dismisses what is said, so that the map alone is on the screen."""
    dismiss(client.settle(0.15))
    dismiss(client.press("\x1b", 0.2))


def hero(client):
    return client.find("@")


def status(client):
    """The two status rows."""
    return "\n".join(client.screen.display[-2:])


def turn_on_sheet(client):
    """The turn that the sheet of the character shows, once all of the sheet is there; what was open is closed."""
    dismiss(client.press(" ", 0.05))
    client.send("C")
    client.expect(r"\bTurn +\d+\b")
    turn = int(re.search(r"\bTurn +(\d+)\b", client.settle(0.05).text()).group(1))
    client.press(" ", 0.05)
    return turn


def board_of_play(client):
    """Map and status, without the message row."""
    return "\n".join(line.rstrip() for line in client.screen.display[1:])


def walk(client, steps, keys=DIRECTIONS):
    """Some steps that go somewhere; returns how many moved the hero.  Whatever stands in the way is walked round, or slain."""
    moved, which = 0, 0
    for _ in range(40 + steps * 6):
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
    """Whether the run has ended."""
    return re.search(END, client.text()) is not None


def live_dangerously(client):
    """Some keys of a caller who will not grow old: explore, go down, walk into whatever comes."""
    for keys in ("X", "X", "g>", "\r", ">", "hjkl", "yubn"):
        dismiss_or_end(client.press(keys, 0.1))
        if over(client):
            return


def explore_a_little(client):
    """Some turns, by keys that a caller types ahead; they are fewer than a hundred."""
    for keys in ("X", "hjkl", "yubn"):
        dismiss_or_end(client.press(keys, 0.1))


def wait_for_death(client):
    """Waits, typed ahead: what wanders by or hunger will end it."""
    dismiss_or_end(client.press("." * 200, 0.25))


def dismiss_or_end(client):
    if not over(client):
        dismiss(client)


def spoil_snapshots(database):
    """Makes the newest snapshot of every run unreadable."""
    changed = database.execute("UPDATE snapshots SET bytes = CAST(substr(bytes, 1, 40) || zeroblob(400) AS BLOB) "
                               "WHERE id IN (SELECT max(id) FROM snapshots GROUP BY run)").rowcount
    check(changed >= 1, "there was no snapshot to spoil")


# After the choice of an heirloom, two bytes, comes a step.  A run that ended before its first digest could have come
# to the same end without it.
STEP_BEFORE_DIGEST = ("first_index = 0 AND hex(substr(bytes, 1, 1)) = '1C' AND hex(substr(bytes, 3, 1)) < '08' "
                      "AND run IN (SELECT run FROM digests)")

# Ways to cheat, each of which `verify` must see.
TAMPERINGS = {
    "raised-score": "UPDATE scores SET score = score + 100",
    "more-turns": "UPDATE scores SET turns = turns + 1",
    "other-seed": "UPDATE runs SET seed = X'00112233445566778899AABBCCDDEEFF'",
    "other-digest": "UPDATE digests SET digest = digest + 1",
    "other-command": "UPDATE commands SET bytes = CAST(substr(bytes, 1, 2) || X'08' || substr(bytes, 4) AS BLOB) "
                     f"WHERE {STEP_BEFORE_DIGEST}",
    "cut-journal": "DELETE FROM commands WHERE first_index = (SELECT max(first_index) FROM commands)",
}


# The same ways for the load clients of tests/bench, as "WAIT=SEND".
LOAD_TELNET_LOOK = ["Who is calling="]
LOAD_SSH_LOOK = ["=look%d", "Register="]
LOAD_TELNET_GUEST = ["Who is calling=guest\\r", "Leave=p", "Health=a\\r  "]
LOAD_TELNET_NEW = ["Who is calling=new\\r", "Your name=load%d\\r", "A password=load-%d-load\\r", "Once more=load-%d-load\\r",
                   "Leave=p", "Health=a\\r  "]
LOAD_SSH_NEW = ["=load%d", "Register=y", "Leave=p", "Health=a\\r  "]
