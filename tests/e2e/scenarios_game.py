"""The game over the line: nothing that was seen is lost, every score is proven, one run has one holder."""
import contextlib
import json
import os
import re
import shutil
import sqlite3
import time

from harness import Failure, LONG, Server, check, scenario, ssh, ssh_exec, wait_for, OPTIMISED
import contents
import people
from people import board_of_play, dismiss, play, walk


def remembered(client):
    """All that must come back: the screen below the message row, and the history of messages."""
    people.hush(client)
    screen = board_of_play(client)
    messages = people.history(client)
    return screen, messages


def check_same(before, after, what):
    for was, now, part in zip(before, after, ("screen", "messages")):
        check(was == now, f"after {what} the {part} is another; it was:\n{was}\nit is:\n{now}")


@scenario()
def nothing_is_lost(place):
    """A dropped line, kill -9 of the session, of the keeper, of all: the same turn, map, memory and messages."""
    server = Server(place).start()
    client = people.telnet_player(server, "Ada", new=True)
    play(client)
    walk(client, 6)
    before = remembered(client)

    client.close()                                              # a dropped line
    client = people.telnet_player(server, "Ada")
    play(client)
    check_same(before, remembered(client), "a dropped line")

    walk(client, 3)
    before = remembered(client)
    server.kill("session")
    client.expect_end()
    client = people.telnet_player(server, "Ada")
    play(client)
    check_same(before, remembered(client), "kill -9 of the session")

    walk(client, 3)
    before = remembered(client)
    server.kill("keeper")                                       # the session waits for the next one
    client.press("\x12", 1.0)
    check(not client.over, "the session died with its keeper")
    check_same(before, remembered(client), "kill -9 of the keeper")
    check(walk(client, 2) > 0, f"with a new keeper the hero does not walk:\n{client.text()}")

    before = remembered(client)
    server.kill("all")
    client.expect_end()
    server.check_log()
    server = Server(place, state=server.state).start()
    client = people.telnet_player(server, "Ada")
    play(client)
    check_same(before, remembered(client), "kill -9 of all")
    server.end(client)


@scenario()
def takeover(place):
    """A second login is told where the other is, and takes the run over at the same turn; the first one is told."""
    server = Server(place).start()
    key = place.ssh_key()
    first = people.ssh_player(server, "bert", key, new=True)
    play(first)
    walk(first, 5)
    before = remembered(first)
    second = ssh(server, "bert", key=key)
    people.take_over(second)
    dismiss(second.settle(0.3))
    check_same(before, remembered(second), "a takeover")
    wait_for("the first to be told", lambda: first.over or re.search(r"(?i)taken over|another connection", first.settle(0.1).text()))
    check(walk(second, 2) > 0, f"the second cannot walk:\n{second.text()}")

    one, other = people.telnet_player(server, "Ute", new=True), people.telnet_player(server, "Ute")
    play(one)                   # which the other one's lobby has not heard of
    check("telnet" in people.take_over(other), "the other window is not told where the call is")
    server.end(second, one, other)


@scenario(limit=900, content=contents.mortal)
def registration_to_board(place):
    """From registration to death to the board, with disconnects and kills on the way; then the proof, and its control."""
    server = Server(place).start()
    client = people.telnet_player(server, "Cleo", new=True)
    play(client)
    walk(client, 3)
    for fault in ("line", "keeper", "line", "all"):
        people.explore_a_little(client)
        check(not people.over(client), f"the caller died too early:\n{client.text()}")
        if fault == "line":
            client.close()
        elif fault == "keeper":
            server.kill("keeper")
            client.press("\x12", 0.5)
            continue
        else:
            server.kill("all")
            server = Server(place, state=server.state).start()
        client = people.telnet_player(server, "Cleo")
        play(client)
    deadline = time.monotonic() + 2 * LONG
    moment = 0
    while not people.over(client):
        check(time.monotonic() < deadline, f"the caller does not die:\n{client.text()}")
        (people.live_dangerously if moment < 3 else people.wait_for_death)(client)
        moment += 1
    tomb = client.text()
    client.close()

    scores = json.loads(server.run("scores", "--format", "json", check_status=0).stdout)
    rows = scores["scores"] if isinstance(scores, dict) else scores
    check(len(rows) == 1 and rows[0]["name"] == "Cleo", f"the board should hold one run of Cleo: {scores}")
    text = server.run("scores", check_status=0).stdout
    check("Cleo" in text and str(rows[0]["score"]) in text, f"the board in text does not hold the run: {text}\n{tomb}")
    over_ssh = ssh_exec(server, "board", "scores", "--json", options=["-o", "PreferredAuthentications=none"])
    check("Cleo" in over_ssh.stdout, f"board@ does not show it: {over_ssh.stdout} {over_ssh.stderr}")

    verified = server.run("verify", "--all", check_status=0).stdout
    check(re.search(r"(?i)verified", verified), f"verify --all said: {verified}")
    other_build = server.run("verify", "--all", program=OPTIMISED, check_status=0).stdout
    check(re.search(r"(?i)verified", other_build), f"the other build said: {other_build}")
    lobby = people.telnet_player(server, "Cleo")
    check("Cleo" in lobby.text(), "the lobby does not show the caller")
    lobby.close()
    live_to_a_digest(server)
    server.end()
    tamper(place, server)


def live_to_a_digest(server):
    """Runs of further callers until one can be tampered with in every way: it has a digest, and begins with a step."""
    for number in range(8):
        # Closed at once: the keeper writes the journal back only when it is the last to close.
        with contextlib.closing(sqlite3.connect(f"file:{database_of(server.state)}?mode=ro", uri=True)) as database:
            if database.execute(f"SELECT count(*) FROM commands WHERE {people.STEP_BEFORE_DIGEST}").fetchone()[0]:
                return
        client = people.telnet_player(server, f"Dora{number}", new=True)
        play(client)
        walk(client, 3, people.DIRECTIONS[number:] + people.DIRECTIONS[:number])
        for _ in range(10):
            people.dismiss(client.press("s" * 12, 0.2))
        people.quit_run(client)
        client.close()
    raise Failure("of eight callers none began with a step")


def database_of(state):
    for name in sorted(os.listdir(state)):
        path = os.path.join(state, name)
        if not os.path.isfile(path):
            continue
        with open(path, "rb") as file:
            if file.read(15) == b"SQLite format 3":
                return path
    raise Failure(f"there is no database in {os.listdir(state)}")


def tampered(place, server, name, *statements):
    """verify --all over a copy of the state in which something was changed; returns (status, output)."""
    state = place.file(name)
    os.mkdir(state, 0o700)
    shutil.copy(database_of(server.state), state)
    with sqlite3.connect(database_of(state)) as database:
        for statement in statements:
            changed = database.execute(statement).rowcount
            check(changed >= 1, f"the tampering changed nothing: {statement}")
    copy = Server(place, state=state)
    result = copy.run("verify", "--all")
    copy.stop()
    return result.returncode, result.stdout + result.stderr


def tamper(place, server):
    """The negative control: a raised score and a changed journal must both fail."""
    for name, statement in people.TAMPERINGS.items():
        status, said = tampered(place, server, name, statement)
        check(status == 1 and re.search(r"(?i)fail|refut|differ", said), f"verify did not see {name}: {status} {said}")


@scenario()
def corrupt_snapshot(place):
    """A snapshot that does not load is kept aside, told to player and log, and the run goes on from what is good."""
    server = Server(place).start()
    client = people.telnet_player(server, "Dido", new=True)
    play(client)
    walk(client, 8)
    before = remembered(client)
    people.leave_game(client)
    server.stop()
    with sqlite3.connect(database_of(server.state)) as database:
        people.spoil_snapshots(database)
    server = Server(place, state=server.state).start()
    client = people.telnet_player(server, "Dido")
    client.send("p")
    people.hear(client, r"did\s+not\s+load")
    check_same(before, remembered(client), "a corrupt snapshot")
    server.expect_log(r"(?i)level=(warn|error) event=run\.load")
    server.end(client)


@scenario()
def beyond_loading(place):
    """A run that nothing brings back is set aside whole when its player says so; player and operator are told why."""
    server = Server(place).start()
    client = people.telnet_player(server, "Dora", new=True)
    play(client)
    walk(client, 4)
    people.leave_game(client)
    server.end(client)
    with contextlib.closing(sqlite3.connect(database_of(server.state))) as database, database:
        people.spoil_snapshots(database)
        database.execute("DELETE FROM snapshots WHERE id NOT IN (SELECT max(id) FROM snapshots GROUP BY run)")
        database.execute("UPDATE commands SET bytes = CAST(zeroblob(length(bytes)) AS BLOB) WHERE first_index = 0")
        journal = database.execute("SELECT * FROM commands").fetchall()
    server = Server(place, state=server.state).start()
    client = people.telnet_player(server, "Dora")
    client.send("p")
    client.expect(r"The save cannot be loaded")
    client.press("x", 0.2)                                      # nothing is set aside before the player says so
    check("run.quarantine" not in server.log(), f"the run was set aside unasked: {server.log()[-1500:]}")
    client.send("n")
    client.expect(people.IN_PLAY)
    server.expect_log(r"level=error event=run\.quarantine .*why=\"\S+")
    check(walk(client, 2) == 2, f"the new run does not go on:\n{client.text()}")
    client.close()
    server.run("check", check_status=0)
    server.end()
    with contextlib.closing(sqlite3.connect(f"file:{database_of(server.state)}?mode=ro", uri=True)) as database:
        runs = database.execute("SELECT quarantined IS NOT NULL FROM runs ORDER BY id").fetchall()
        check(runs == [(1,), (0,)], f"the runs: {runs}")
        kept = database.execute("SELECT * FROM commands WHERE run = 1").fetchall()
        check(kept == journal, f"the journal of the run that was set aside is another: {kept}")


@scenario()
def quit_and_again(place):
    """Q ends a run after asking; a new one begins; both stand in the record."""
    server = Server(place).start()
    client = people.telnet_player(server, "Egon", new=True)
    for _ in range(2):
        play(client)
        walk(client, 2)
        people.quit_run(client)
        client.expect(people.LOBBY)
    rows = json.loads(server.run("scores", "--format", "json", check_status=0).stdout)
    rows = rows["scores"] if isinstance(rows, dict) else rows
    check(all(row["name"] == "Egon" for row in rows), f"the board: {rows}")
    server.run("verify", "--all", check_status=0)
    server.end(client)


def map_of(client):
    """The cells of the map with their colours."""
    return [[client.screen.buffer[y][x] for x in range(80)] for y in range(1, 22)]


@scenario()
def debug_never_scores(place):
    """With --debug the toggles work; a run that used one is not on the board, and one that used none is."""
    server = Server(place, arguments=["--debug"]).start()
    client = people.telnet_player(server, "Fay", new=True)
    play(client)
    people.hush(client)
    client.press("X", 0.3)      # leaves a trail to smell
    people.hush(client)
    for key, what in (("O", "omniscience"), ("M", "the level's data"), ("V", "field of view"), ("R", "smell"), ("T", "stages")):
        before = map_of(client)
        dismiss(client.press(key, 0.3))
        check(map_of(client) != before, f"{what} shows nothing new:\n{client.text()}")
        if key == "M":
            check("This level" in client.text() and client.find("-"), f"there is no map:\n{client.text()}")
        people.hush(client)
    people.quit_run(client)
    client.expect(people.LOBBY)
    scores = server.run("scores", check_status=0).stdout
    check("Fay" not in scores, f"a debug run is on the board: {scores}")
    client.press("b", 0.3)
    check("debug key are not" in client.text(), f"an empty board does not say why:\n{client.text()}")
    client.press("\033", 0.3)
    play(client)
    people.hush(client)
    client.press("025s", 0.5)
    people.hush(client)
    people.quit_run(client)
    client.expect(people.LOBBY)
    scores = server.run("scores", check_status=0).stdout
    check("Fay" in scores, f"a run without a debug key is on no board: {scores}")
    server.end(client)


@scenario()
def without_debug(place):
    """Without --debug the toggles do nothing."""
    server = Server(place).start()
    client = people.telnet_player(server, "Gus", new=True)
    play(client)
    people.hush(client)
    before = board_of_play(client)
    for key in "VOMRT":
        dismiss(client.press(key, 0.2))
    people.hush(client)
    check(board_of_play(client) == before, f"a debugging key changed the screen:\n{client.text()}")
    server.end(client)
