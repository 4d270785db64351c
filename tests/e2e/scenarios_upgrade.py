"""`trapdoor upgrade`: a new program takes over from a running server, and what happens when it cannot."""
import contextlib
import ctypes
import json
import os
import queue
import re
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import threading
import time

from harness import Failure, LONG, OPTIMISED, ROOT, Server, Telnet, check, environment, scenario, wait_for
import contents
import crowd
import people

# `make upgrades` has 200, and judges how long they wait.
PLAYERS = int(os.environ.get("TRAPDOOR_PLAYERS") or 0)
MOST_SECONDS = 0.5
PR_SET_CHILD_SUBREAPER = 36
RELEASE = os.path.join(ROOT, os.environ.get("TRAPDOOR_RELEASE", "build/release/build/trapdoor"))

# Speaks as the new program does, up to a message, and ends.
TRAITOR = """#!/usr/bin/python3
import os, socket, struct, sys, time
KINDS = {{"SOCKETS_END": 7, "PREPARED": 9, "STOPPED": 10, "SERVES": 11}}
line = socket.socket(fileno=3)
def hear(kind):
    while True:
        got = line.recvmsg(65536, 4096)[0]
        if not got:
            sys.exit(9)
        if got[1] == KINDS[kind]:
            return
def say(kind):
    line.sendmsg([struct.pack("<BBIHI", 1, KINDS[kind], 0, 0, 0)])
hear("SOCKETS_END")
say("PREPARED")
hear("STOPPED")
{rest}
"""


def upgrade(server, *words, status=0):
    """Has a new program take over; returns its process, or what the command said where that must fail."""
    result = server.run("upgrade", *words, check_status=status)
    if status:
        return result.stderr
    newest = int(re.match(r"Process (\d+) serves now", result.stdout).group(1))
    server.expect_log(rf"event=upgrade.done [^\n]*by={newest} ")
    return newest


def end(server, newest, *clients):
    """The newest server is ended as a service manager does it."""
    for client in clients:
        client.close()
    os.kill(newest, signal.SIGTERM)
    wait_for("all processes to end", lambda: not server.processes())
    server.end()


def moved(server):
    return len(re.findall("event=session.moved ", server.log()))


def upgrade_and_move(server, count, *words):
    """The same, until so many telnet sessions are in the new program."""
    before = moved(server)
    newest = upgrade(server, *words)
    wait_for(f"{count} sessions to move", lambda: moved(server) >= before + count)
    return newest


def knows(client, steps=2):
    """The player plays on: some steps that reach the disk, or no frame would show them."""
    check(people.walk(client, steps) == steps, f"the hero does not walk:\n{client.text()}")


@scenario()
def upgrade_with_players(place):
    """Three upgrades in a row: telnet players move unnoticed, ssh goes on in the old program, a killed keeper loses nobody."""
    server = Server(place).start()
    first = server.process.pid
    adele = people.play(people.telnet_player(server, "Adele", new=True))
    key = place.ssh_key()
    bertram = people.play(people.ssh_player(server, "Bertram", key, new=True))
    knows(adele)
    knows(bertram)
    received = len(adele.raw)
    second = upgrade_and_move(server, 1)
    adele.settle(0.3)
    check(len(adele.raw) == received, f"the move sent {bytes(adele.raw[received:])!r}")
    knows(adele)
    knows(bertram)
    clara = people.play(people.telnet_player(server, "Clara", new=True))
    knows(clara)
    third = upgrade_and_move(server, 2)
    # A page is open, which is no moment to move, until it is closed.
    adele.press("C")
    fourth = upgrade_and_move(server, 1)
    wait_for("the server without sessions to end", lambda: not os.path.exists(f"/proc/{second}"))
    check(os.path.exists(f"/proc/{third}"), "the server of an open page has ended")
    adele.press("\x1b")
    wait_for("its session to move", lambda: not os.path.exists(f"/proc/{third}"))
    check(len({first, second, third, fourth}) == 4, "a server was not replaced")
    knows(adele)
    server.kill("keeper")
    server.expect_log(r"event=keeper.again [^\n]*sessions=3")
    for player in (adele, bertram, clara):
        knows(player)
    who = server.run("admin", "who", check_status=0).stdout
    for name in ("Adele", "Bertram", "Clara"):
        check(name in who, f"{name} is not in {who}")
    check(server.process.poll() is None, "the first server ended before its player")
    for player in (adele, bertram, clara):
        people.leave_game(player)
        people.leave(player)
    check(server.process.wait(LONG) == 0, "the drained server failed")
    end(server, fourth)


@scenario()
def an_upgrade_that_fails(place):
    """A new program that crashes, has bad settings or fails at any step of the change: the old server goes on."""
    server = Server(place, config="[limits]\nper_address = 100\n").start()
    player = people.play(people.telnet_player(server, "Adele", new=True))
    knows(player)

    def program(name, text):
        path = place.file(name, text)
        os.chmod(path, stat.S_IRWXU)
        return path

    def goes_on(said, expected):
        check(expected in said, said)
        knows(player)
        newcomer = Telnet(server.telnet_port)
        newcomer.expect(people.GREETING)
        newcomer.close()
        check(server.process.poll() is None, "the server has ended")

    goes_on(upgrade(server, "--program", program("crash", "#!/bin/sh\nkill -SEGV $$\n"), status=1), "signal 11")
    goes_on(upgrade(server, "--program", program("strange", "no program\n"), status=1), "cannot start ")
    goes_on(upgrade(server, "--program", place.file("nowhere"), status=1), "No such file")
    place.file("trapdoor.conf", "[limits]\nper_address = many\n")
    goes_on(upgrade(server, status=1), "limits.per_address must be a whole number")
    place.file("trapdoor.conf", "[limits]\nper_address = 100\n")
    goes_on(upgrade(server, "--program", program("early", TRAITOR.format(rest="sys.exit(3)")), status=1), "status 3")
    goes_on(upgrade(server, "--program", program("late", TRAITOR.format(rest="os.kill(os.getpid(), 9)")), status=1), "signal 9")
    check(len(re.findall("event=keeper.again ", server.log())) == 2, "the keeper was not started again")
    newest = upgrade(server)
    knows(player)
    end(server, newest, player)


# Runs the program, and has it crash a second after it took over.
SHORT_LIVED = """#!/bin/sh
pid=$$
(until grep -q "event=upgrade.taken pid=$pid " {log}; do sleep 0.1; done; sleep 1; kill -SEGV $pid) >/dev/null 2>&1 3>&- 4>&- &
exec {program} "$@"
"""


def goes_down(server, program, victims, in_trial):
    """An upgrade to a program of which processes die in its trial; what the command said."""
    before, trials = set(server.processes()), len(re.findall("event=upgrade.taken ", server.log()))
    command = subprocess.Popen([server.program, "upgrade", "--program", program, "--state", server.state], cwd=ROOT, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(server.place))
    wait_for("the new program to take over", lambda: len(re.findall("event=upgrade.taken ", server.log())) > trials)
    in_trial()
    new = {pid: name for pid, name in server.processes().items() if pid not in before and pid != command.pid}
    for pid, name in new.items():
        if victims == "all" or name == victims:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL if victims == "all" else signal.SIGSEGV)
    said = command.communicate(timeout=LONG)[1]
    check(command.returncode == 1 and "the running server goes on" in said, f"the command ended with {command.returncode}: {said}")
    return said


def connections(server):
    """How many connections the listener counts, for its limits and for the metrics."""
    stats = subprocess.run([server.program, "admin", "stats", "--json", "--state", server.state], cwd=ROOT, capture_output=True, text=True,
                           env=environment(server.place), timeout=LONG)
    check(stats.returncode == 0, stats.stderr)
    return int(sum(one["value"] for one in json.loads(stats.stdout) if one["name"] == "trapdoor_connections"))


@scenario()
def an_upgrade_that_crashes_just_after(place):
    """A new program dies a second after it took over: itself, its listener, its keeper or all of it. The old one has its place
    again, with all its players at their turns and each counted once, and the next upgrade succeeds."""
    server = Server(place, config="[limits]\ntrial_seconds = 600\n").start()
    player = people.play(people.telnet_player(server, "Adele", new=True))
    caller = people.play(people.ssh_player(server, "Bertram", place.ssh_key(), new=True))
    program = place.file("short", SHORT_LIVED.format(log=server.log_path, program=server.program))
    os.chmod(program, stat.S_IRWXU)
    for victims in ("none", "listener", "keeper", "all"):
        newcomers = []

        def in_trial():
            for client in (player, caller):
                knows(client, 1)
            newcomers.append(people.telnet_player(server, f"Clara{victims}", new=True))

        fails = len(re.findall("event=upgrade.failed ", server.log()))
        goes_down(server, program if victims == "none" else server.program, victims, in_trial)
        wait_for("the old server to go on", lambda: len(re.findall("event=upgrade.failed ", server.log())) > fails)
        for client in (player, caller):
            turn = people.turn_on_sheet(client)
            knows(client)
            check(people.turn_on_sheet(client) > turn, f"no turn came after {turn}")
        after = commands(server)
        for client, name in ((player, "Adele"), (caller, "Bertram")):
            knows(client, 1)
            check(commands(server)[name] > after[name], f"the step of {name} is not on the disk")
        check(server.process.poll() is None, "the old server has ended")
        newcomer = Telnet(server.telnet_port)
        newcomer.expect(people.GREETING)
        newcomer.close()
        if victims in ("none", "listener"):     # their keeper handed their lines over
            check(not newcomers[0].over, "a player who came in the trial was cut off")
            people.play(newcomers[0])
            wait_for("three sessions to be counted", lambda: connections(server) == 3)
        newcomers[0].close()
        wait_for("two sessions to be counted", lambda: connections(server) == 2)
    place.file("trapdoor.conf", "[limits]\ntrial_seconds = 1\n")
    newest = upgrade_and_move(server, 1)
    knows(player)
    knows(caller)
    end(server, newest, player, caller)


@scenario()
def an_upgrade_without_patience(place):
    """Sessions of ssh see how long they may go on, and at the end why they end; telnet players move, whatever is open."""
    server = Server(place).start()
    player = people.play(people.telnet_player(server, "Adele", new=True))
    key = place.ssh_key()
    caller = people.play(people.ssh_player(server, "Bertram", key, new=True))
    player.press("C")           # a page is open, so that the session stays
    upgrade(server, "--drain", "1")
    caller.expect("This session ends in 1 minute")
    check("This session ends" not in player.text(), f"a session that will move is to end:\n{player.text()}")
    knows(caller)
    server.process.send_signal(signal.SIGTERM)
    player.expect_end()
    caller.expect_end()
    check(server.process.wait(LONG) == 0, "the drained server failed")
    player = people.telnet_player(server, "Adele")
    people.play(player)
    knows(player)
    caller = people.play(people.ssh_player(server, "Bertram", key))
    player.press("C")
    newest = upgrade_and_move(server, 1, "--drain", "0")
    caller.expect_end()
    check("reconnect to continue" in re.sub(r"\s+", " ", caller.text()), caller.text())
    knows(player)
    server.expect_log("event=drain.end")
    end(server, newest, player)


def hear(manager, said):
    while True:
        said.put(manager.recvmsg(256, 128))


@scenario()
def a_reload_after_an_installation(place):
    """`upgrade --reload` reads settings while the program's file is the same, else upgrades; the service manager hears of it."""
    path = place.file("notify")
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind(path)
    manager.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    said = queue.Queue()
    # The queue of the socket is short, and a full one loses what the server says.
    threading.Thread(target=hear, args=(manager, said), daemon=True).start()
    for folder in (place.path, path):
        os.chmod(folder, 0o777 if folder == path else 0o711)
    installed = shutil.copy(Server(place).program, place.file("trapdoor"))
    managed = {"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "1000000"}
    server = Server(place, program=installed, env=managed).start()

    def reload(status=0, **env):
        result = subprocess.run([installed, "upgrade", "--reload", "--state", server.state], cwd=ROOT, capture_output=True, text=True,
                                env=environment(place, **env), timeout=LONG)
        check(result.returncode == status, f"{result.returncode}: {result.stdout} {result.stderr}")
        return result.stderr

    def told(pattern):
        """Waits until the manager was told this; returns the match and the process."""
        until = time.monotonic() + LONG
        while time.monotonic() < until:
            data, control, _, _ = said.get(timeout=LONG)
            match = re.fullmatch(pattern, data.decode(), re.S)
            if match:
                return match, int.from_bytes(control[0][2][:4], "little")
        raise Failure(f"the service manager was not told {pattern}")

    told("READY=1.*")
    player = people.play(people.telnet_player(server, "Adele", new=True))
    reload(**managed)
    server.expect_log("event=settings.reloaded")
    check("event=upgrade" not in server.log(), "the same program was started again")
    shutil.copy(installed, installed + ".new")
    os.rename(installed + ".new", installed)
    check('"systemctl reload"' in reload(status=1), "a server of systemd was upgraded without it")
    reload(**managed)
    match, by = told(r"MAINPID=(\d+)")
    newest = int(match.group(1))
    check(by == server.process.pid, f"process {by} named the main process")
    _, by = told(r"READY=1\nWATCHDOG=1.*")
    check(by == newest, f"process {by} is ready, and {newest} is the main process")
    _, by = told(r"WATCHDOG=1.*")
    check(by == newest, f"process {by} shows signs of life")
    knows(player)
    end(server, newest, player)


@scenario()
def a_stop_ends_an_upgraded_server(place):
    """The unit's command to stop has the main process end in order, though systemd did not start it: its player reads so."""
    with open(os.path.join(ROOT, "etc/systemd/trapdoor.service"), encoding="utf-8") as file:
        words = re.search(r"(?m)^ExecStop=-/bin/sh -c '(.*)'$", file.read())
    check(words, "the unit has no command to stop, so that systemd kills the new main process after an upgrade")
    server = Server(place).start()
    player = people.play(people.telnet_player(server, "Adele", new=True))
    # As systemd does, the scenario becomes the parent of the new main process, and waits for its end.
    prctl = ctypes.CDLL(None).prctl
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        newest = upgrade(server)
    finally:
        prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
    threading.Thread(target=os.waitpid, args=(newest, 0), daemon=True).start()
    moved(server)
    began = time.monotonic()
    stopped = subprocess.run(["/bin/sh", "-c", words.group(1).replace("$$", "$")], env=environment(place, MAINPID=str(newest)), timeout=LONG)
    check(stopped.returncode == 0, f"the command to stop ended with {stopped.returncode} after {time.monotonic() - began:.1f} s")
    check(newest not in server.processes(), "the main process is still there when the command has ended")
    player.expect(r"The server is shutting down")
    wait_for("all processes to end", lambda: not server.processes())
    server.end(player)


def schema(server):
    with contextlib.closing(sqlite3.connect(os.path.join(server.state, "trapdoor.db"))) as store:
        return store.execute("PRAGMA user_version").fetchone()[0], store.execute("SELECT oldest FROM writers").fetchone()[0]


@scenario()
def upgrade_to_the_next_release_and_back(place):
    """Over a migration and a new session protocol, and back: sessions of each release have the keeper of the other."""
    check(os.access(RELEASE, os.X_OK), f"{RELEASE} is not there; tests/next --release builds it")
    server = Server(place).start()
    adele = people.play(people.telnet_player(server, "Adele", new=True))
    knows(adele)
    version, oldest = schema(server)
    upgrade_and_move(server, 1, "--program", RELEASE)
    check(schema(server) == (version + 1, version), f"the schema is {schema(server)} after {version}")
    knows(adele)
    key = place.ssh_key()
    bertram = people.play(people.ssh_player(server, "Bertram", key, new=True))
    knows(bertram)
    upgrade_and_move(server, 1)
    for player in (adele, bertram):
        knows(player)
    server.kill("keeper")
    server.expect_log("event=keeper.again ")
    clara = people.play(people.telnet_player(server, "Clara", new=True))
    for player in (adele, bertram, clara):
        knows(player)
    newest = upgrade_and_move(server, 2, "--program", RELEASE)
    for player in (adele, bertram, clara):
        knows(player)
    check(schema(server) == (version + 1, version), "the second migration was not the first one")
    # A later release shuts this one out.
    with contextlib.closing(sqlite3.connect(os.path.join(server.state, "trapdoor.db"))) as store:
        store.execute("UPDATE writers SET oldest = ?", (version + 1,))
        store.commit()
    said = upgrade(server, status=1)
    check(f"for programs that know {version + 1} or more" in said, said)
    for player in (adele, bertram, clara):
        knows(player)
    end(server, newest, adele, bertram, clara)


@scenario(limit=300 + 3 * PLAYERS, content=contents.patient)
def upgrades_under_load(place):
    """Players at a key a second while the server is upgraded three times and goes back once, over a migration: nobody is cut off,
    no call is refused, and each step that was shown is on the disk."""
    check(os.access(RELEASE, os.X_OK), f"{RELEASE} is not there; tests/next --release builds it")
    server = Server(place, program=OPTIMISED, config="[limits]\nper_address = 5000\nper_network = 5000\nconnections = 1000\n").start()
    players = crowd.Crowd(server, PLAYERS or 12)
    before = commands(server)
    players.start()
    for program in (OPTIMISED, RELEASE, RELEASE, OPTIMISED):
        time.sleep(5 if PLAYERS else 1)
        newest = upgrade(server, "--program", program)
    time.sleep(5 if PLAYERS else 1)
    players.stop()
    after = commands(server)
    lost = [walker.name for walker in players.walkers if walker.over or walker.sent is not None]
    check(not lost, f"cut off, or without an answer: {lost}")
    damaged = re.findall("event=run.load [^\n]*", server.log())
    check(not damaged, f"{len(damaged)} saves were not loaded: {damaged[:2]}")
    check(not players.refused, f"{len(players.refused)} of {players.calls} calls were refused: {players.refused[:3]}")
    waits = players.waits()
    worst = waits[int(len(waits) * 0.99)]
    print(f"     {len(players.walkers)} players, {len(waits)} keys, {players.calls} calls; a key's frame came after "
          f"{waits[len(waits) // 2] * 1000:.0f} ms (median), {worst * 1000:.0f} ms (p99), {waits[-1] * 1000:.0f} ms (most)")
    for walker in players.walkers:
        check(after[walker.name] - before[walker.name] >= walker.steps,
              f"{walker.name} saw {walker.steps} steps, and {after[walker.name] - before[walker.name]} are on the disk")
    check(not PLAYERS or worst < MOST_SECONDS, f"one frame in a hundred came after more than {worst:.2f} s")
    end(server, newest, *(walker.client for walker in players.walkers))


def commands(server):
    """How many commands of each player's run are on the disk."""
    with contextlib.closing(sqlite3.connect(os.path.join(server.state, "trapdoor.db"))) as store:
        return dict(store.execute("SELECT name, next_index FROM runs JOIN accounts ON accounts.id = runs.account").fetchall())
