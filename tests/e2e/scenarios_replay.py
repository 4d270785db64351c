"""Runs that are watched again: in the lobby, on this terminal, and in files."""
import contextlib
import json
import os
import re
import signal
import sqlite3
import struct

from emulator import ByteStream, Screen
from harness import OPTIMISED, SANITIZED, Failure, Program, Server, check, scenario, ssh, wait_for
import contents
import people

END = r"The\s+run\s+ends\s+here"     # it may be wrapped


def run_of(server, name):
    rows = json.loads(server.run("scores", "--format", "json", check_status=0).stdout)
    return str([row["run"] for row in rows if row["name"] == name][0])


def a_run(server, name, turns=10):
    """A run of some turns at least, which its player ends; returns its number and the rows as they were left."""
    client = people.telnet_player(server, name, new=True)
    people.play(client)
    people.walk(client, 5)
    people.dismiss(client.press("X", 0.3))
    people.hush(client)
    for _ in range(turns):              # an interruption drops the keys that were typed ahead
        people.dismiss(client.press("." * 20, 0.3))
        if people.turn_on_sheet(client) > turns:
            break
    people.hush(client)                 # the last turn was without a step, as the end is: some things count on that
    left = rows_of(client)
    people.quit_run(client)
    client.close()
    return run_of(server, name), left


def rows_of(client):
    """The map with its hero, and the status, as the player saw them in a window of 80x24."""
    return [line.rstrip() for line in client.screen.display[1:24]]


PLACE = r"(?:turn )?\b(\d+) +(?:(\d+)% +)?(the end|stopped|live|\d+/s)"


def expect_place(client, turn, state="stopped"):
    """Waits until a replay shows that turn and state, in whichever of its forms the row has room for; returns the turn."""
    def place():
        client.pump(0.05)
        found = re.search(PLACE, "\n".join(client.screen.display[22:]))
        return found if found and (turn is None or int(found.group(1)) == turn) and found.group(3) == state else None
    try:
        found = wait_for("the place", place)
    except Failure:
        raise Failure(f"the replay is not at turn {turn}, {state}:\n{client.text()}") from None
    return int(found.group(1))


def check_rows(client, left):
    """A window of 80x24 has the place of a replay in the status; in a higher one it has a row of its own."""
    count = 21 if client.screen.lines == 24 else len(left)
    now = rows_of(client)[:count]
    check(now == left[:count], "it shows:\n{}\nwhat was left:\n{}".format("\n".join(now), "\n".join(left)))


def cast_of(path):
    """Header and the bytes of an asciicast, its times ascending."""
    with open(path, encoding="utf-8") as file:
        header, *events = [json.loads(line) for line in file]
    check(header["version"] == 2 and (header["width"], header["height"]) == (80, 24), f"an odd header: {header}")
    check(all(kind == "o" for _, kind, _ in events), "there are events other than output")
    times = [at for at, _, _ in events]
    check(times == sorted(times) and times[-1] > times[0], f"times that do not ascend: {times}")
    return [text.encode() for _, _, text in events]


def ttyrec_of(path):
    frames = []
    with open(path, "rb") as file:
        while head := file.read(12):
            _, microseconds, size = struct.unpack("<III", head)
            check(microseconds < 1000000, "a time that is none")
            frames.append(file.read(size))
            check(len(frames[-1]) == size, "the ttyrec is cut")
    return frames


def shown(frames):
    screen = Screen(80, 24)
    ByteStream(screen).feed(b"".join(frames))
    return [line.rstrip() for line in screen.display[1:24]]


@scenario()
def replay_files(place):
    """A run written as asciicast and ttyrec shows what its player saw; --until tells any turn, the same each time."""
    server = Server(place).start()
    run, left = a_run(server, "Anna")
    cast, ttyrec = os.path.join(place.path, "run.cast"), os.path.join(place.path, "run.ttyrec")
    server.run("replay", run, "--cast", cast, "--ttyrec", ttyrec, check_status=0)
    for option, path in (("--cast", cast), ("--ttyrec", ttyrec)):
        refused = server.run("replay", run, option, path, "--until", "1")
        check(refused.returncode == 1 and f"cannot write {path}: it exists" in refused.stderr, f"it overwrote {path}: {refused.stderr}")
    frames = cast_of(cast)
    check(frames == ttyrec_of(ttyrec), "the two files do not show the same")
    through_tty = [frame.replace(b"\n", b"\r\n") for frame in frames]
    check(shown(through_tty) == shown(frames), f"a tty that plays the ttyrec garbles it:\n{shown(through_tty)}")
    check(shown(frames[:-1]) == left, "the end of the recording:\n{}\nwhat was left:\n{}".format(*map("\n".join, (shown(frames[:-1]), left))))
    part = os.path.join(place.path, "part.cast")
    place.file("part.cast", "an older file")
    server.run("replay", run, "--cast", part, "--force", "--until", "4", check_status=0)
    pieces = cast_of(part)
    check(pieces[:-1] == frames[:len(pieces) - 1] and len(pieces) < len(frames), "--until does not end a file at its turn")

    turn = server.run("replay", run, "--until", "4", check_status=0).stdout
    check(re.search(rf"run {run}, turn 4, after \d+ of \d+ commands: [0-9a-f]{{16}}\n$", turn), f"--until said: {turn}")
    check(turn == server.run("replay", run, "--until", "4", check_status=0).stdout, "the same turn, told otherwise")
    end = server.run("replay", run, "--until", "999999", check_status=0).stdout
    check("@" in end and re.search(r"after (\d+) of \1 commands", end), f"the end said: {end}")
    for words, sentence in ((("999",), "no such run"), (("x",), "not a run number"), ((run, "--cast", place.file("absent/x")), "absent/x"),
                            ((run, "--speed", "0", "--until", "1"), "--speed")):
        said = server.run("replay", *words, "--until", "1") if "--until" not in words else server.run("replay", *words)
        check(said.returncode in (1, 2) and sentence in said.stderr, f"replay {words}: {said}")
    server.end()


def watch(client, left):
    """Through a replay: it runs, leaps, steps back, and shows its end as the player left it."""
    wait_for("a replay that runs", lambda: (client.pump(0.05), re.search(rb"\b8/s", client.raw))[1])
    client.press(" ", 0.2)
    expect_place(client, None)
    client.press("$", 0.3)
    client.expect(END)
    last = expect_place(client, None, "the end")
    check_rows(client, left)
    client.press("0", 0.3)
    expect_place(client, 0)
    client.press(".", 0.3)
    expect_place(client, 1)
    first = client.text()
    client.press("g", 0.1)
    client.press(f"{last}\r", 0.3)
    expect_place(client, last)          # before the end, which takes no turn
    client.press("g", 0.1)
    client.press("1\r", 0.3)
    expect_place(client, 1)
    check(client.text() == first, f"turn 1 from behind:\n{client.text()}\nand from before:\n{first}")
    client.press("+" * 6 + " ", 0.1)
    expect_place(client, last, "the end")
    client.expect(END)
    client.press(",", 0.2)
    expect_place(client, last - 1)


@scenario()
def exported_runs(place):
    """Board and runs are exported, and verified where there is no server; what was changed in a file is seen."""
    server = Server(place).start()
    for name in ("Anna", "Bert"):
        a_run(server, name)
    out = os.path.join(place.path, "out")
    said = server.run("scores", "--export", out, check_status=0).stdout
    check(said.startswith("2 runs"), f"the export said: {said}")
    server.end()
    server.run("verify", "--import", out, check_status=0)
    said = server.run("verify", "--import", out, "--all", program=OPTIMISED, check_status=0).stdout
    check("2 verified, 0 failed" in said, f"the import said: {said}")
    board = os.path.join(out, "board.json")
    with open(board, encoding="utf-8") as file:
        rows = json.load(file)
    rows[0]["score"] += 1
    with open(board, "w", encoding="utf-8") as file:
        json.dump(rows, file)
    changed = server.run("verify", "--import", out)
    check(changed.returncode == 1 and "board.json: row 1" in changed.stdout, f"the raised score is not seen: {changed}")


@scenario()
def replay_screens(place):
    """Another caller, an onlooker at the board and the operator's terminal watch a run that has ended."""
    server = Server(place).start()
    run, left = a_run(server, "Anna", turns=80)         # ten seconds of replay, in which a slow watcher can stop it

    other = people.telnet_player(server, "Bert", new=True, height=25)
    other.send("b")
    other.expect(r"Anna")
    other.send("\r")
    other.expect(r"watch this run")
    other.send("w")
    watch(other, left)
    other.send("q")
    other.expect(r"watch this run")
    other.close()

    onlooker = ssh(server, "board", options=["-o", "PreferredAuthentications=none"], height=25)
    onlooker.expect(r"Anna")
    onlooker.send("\r")
    onlooker.expect(r"watch this run")
    onlooker.send("w")
    watch(onlooker, left)
    onlooker.close()

    here = Program(place, ["/bin/sh", "-c", f"'{SANITIZED}' replay {run} --state '{server.state}'; echo status $?; "
                                            "stty -a | tr ' ' '\\n' | grep -x -e '-*icanon' -e '-*echo'"], TERM="xterm-256color")
    watch(here, left)
    here.resize(100, 40)
    here.settle(0.3)
    check("Space" in here.row(39) and "@" in here.text(), f"a larger window has no row of keys:\n{here.text()}")
    here.send("q")
    here.expect(r"status 0\s+icanon\s+echo")
    server.end(here)


def index_of(server):
    with contextlib.closing(sqlite3.connect(os.path.join(server.state, "trapdoor.db"))) as database:
        return database.execute("SELECT next_index FROM runs WHERE id = 1").fetchone()[0]


@scenario(content=contents.quiet)
def watchers_that_sleep(place):
    """Watchers who are stopped, and one who never reads, keep the player from no turn."""
    server = Server(place).start()
    player = people.telnet_player(server, "Anna", new=True)
    people.play(player)
    watchers, sessions = [], []
    for name in ("Berta", "Carlo", "Dora"):
        before = set(server.role("session"))
        watchers.append(people.telnet_player(server, name, new=True))
        sessions += set(server.role("session")) - before
        watchers[-1].send("w")
        watchers[-1].expect(r"Anna +depth 1")
        watchers[-1].send("\r")
        watchers[-1].expect(r"Anna's call")
    watchers[0].send("\x12" * 5000)     # whole frames again and again, of which none is read
    stopped = sessions[1:]
    check(len(stopped) == 2, f"three watchers were to be there, and there are {len(sessions)}")
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    for _ in range(60):
        before = index_of(server)
        player.send("s ")
        wait_for("a turn that is watched", lambda due=before: (player.pump(0.01), index_of(server) > due)[1])
    for pid in stopped:
        os.kill(pid, signal.SIGCONT)
    watchers[1].expect(r"turn \d+  live")
    server.end(player, *watchers)


@scenario()
def watch_live(place):
    """A game is watched while it is played: each turn soon after it; through a hang-up and a kill, to its end and its replay."""
    server = Server(place).start()
    player = people.telnet_player(server, "Anna", new=True)
    people.play(player)
    people.walk(player, 2)
    watcher = people.telnet_player(server, "Bert", new=True, width=100, height=30)
    watcher.send("w")
    watcher.expect(r"Anna +depth 1")
    watcher.send("\r")
    watcher.expect(r"Anna's call")
    watcher.expect(r"Anna  turn \d+  live")

    def turn():
        return int(re.search(r"turn (\d+)", watcher.row(29)).group(1))

    for _ in range(5):
        before = turn()
        people.walk(player, 1)
        wait_for("the watcher to see the turn", lambda: (watcher.pump(0.1), turn() > before)[1])
    people.hush(player)
    hero = people.hero(player)
    check(hero, f"no hero:\n{player.text()}")
    server.kill("keeper")
    before = turn()
    people.walk(player, 2)
    wait_for("the watcher to see turns after the keeper died", lambda: (watcher.pump(0.1), turn() >= before + 2)[1])
    watcher.press(" ", 0.3)
    watcher.expect(r"stopped")
    stopped = turn()
    people.walk(player, 2)
    watcher.pump(1)
    check(turn() == stopped, "a watcher who stopped is moved on")
    watcher.press(" ", 0.3)
    watcher.expect(r"live")
    wait_for("the watcher to follow again", lambda: (watcher.pump(0.1), turn() > stopped)[1])

    player.close()
    watcher.expect(r"away")
    watcher.expect(r"Anna has left")
    player = people.telnet_player(server, "Anna")
    people.play(player)
    people.walk(player, 1)
    watcher.expect(r"live")
    people.quit_run(player)
    watcher.expect(r"the end")
    watcher.expect(r"ends here: hung up on depth 1, score \d+")
    watcher.send("0")
    watcher.expect(r"Anna  turn \d+  \d+%  8/s")
    watcher.send("q")
    watcher.expect(r"Nobody who can be watched")
    check("Enter watch" not in watcher.text(), f"Enter is offered where nobody plays:\n{watcher.text()}")
    server.end(watcher, player)
