"""Spectators of a run in progress: what they see, what their processes know, and many of them at once."""
import contextlib
import os
import re
import socket
import sqlite3
import time

from harness import LONG, OPTIMISED, Server, check, holds, scenario, ssh_exec, wait_for
import contents
import people
import tracer

SOON_SECONDS = 1.0      # from the player's key to the spectator's screen
MANY = 20


def seed_of(server, name):
    with contextlib.closing(sqlite3.connect(os.path.join(server.state, "trapdoor.db"))) as database:
        row = database.execute("SELECT runs.seed FROM runs JOIN accounts ON accounts.id = runs.account "
                               "WHERE accounts.name = ? ORDER BY runs.id DESC LIMIT 1", (name,)).fetchone()
    check(row and len(row[0]) == 16, f"{name} has no run with a seed")
    return row[0]


def watch(server, name, player="Anna", **more):
    """A new account that watches the player; returns its client and its session's pid."""
    before = set(server.role("session"))
    client = people.telnet_player(server, name, new=True, **more)
    pid = (set(server.role("session")) - before).pop()
    client.send("w")
    client.expect(rf"{player} +depth 1")
    client.send("\r")
    client.expect(r"turn \d+  live")
    return client, pid


def turn(client):
    found = re.findall(r"turn (\d+)  ", client.text())
    return int(found[-1]) if found else -1


def moves(player, steps=1):
    """The player waits some turns, without a step."""
    for _ in range(steps):
        player.send("s ")
        player.pump(0.05)


@scenario(content=contents.quiet)
def no_seed_for_spectators(place):
    """The seed of a run in progress is in its player's session and in its replayer, and in no spectator's."""
    if not tracer.possible():
        print("     not root on x86-64: no memory was read")
        return
    server = Server(place, program=OPTIMISED).start()
    player = people.telnet_player(server, "Anna", new=True)
    own = server.role("session")[0]
    people.play(player)
    spectator, pid = watch(server, "Bert", width=100, height=30)
    seed = seed_of(server, "Anna")
    before = turn(spectator)
    moves(player, 3)
    wait_for("the spectator to see it", lambda: (spectator.pump(0.05), turn(spectator) > before)[1])
    replayers = server.role("replayer")
    check(len(replayers) == 1, f"there are replayers {replayers}")
    check(holds(own, [seed]), "the control: the seed is not found in the player's own session")
    check(holds(replayers[0], [seed]), "the control: the seed is not found in the replayer")
    check(not holds(pid, [seed]), "the spectator's session knows the seed")
    check(not holds(pid, [seed[:8]]) and not holds(pid, [seed[8:]]), "the spectator's session knows half of the seed")
    with open(f"/proc/{replayers[0]}/status", encoding="utf-8") as file:
        status = file.read()
    check("NoNewPrivs:\t1" in status and "Seccomp:\t2" in status, f"the replayer is not confined:\n{status}")
    opened = {os.readlink(f"/proc/{replayers[0]}/fd/{name}") for name in os.listdir(f"/proc/{replayers[0]}/fd")}
    check(not [path for path in opened if path.startswith("/") and not path.startswith("/dev/") and "log-" not in path],
          f"the replayer holds {opened}")
    spectator.send("q")
    wait_for("the replayer to end without spectators", lambda: not server.role("replayer"))
    server.end(player, spectator)


@scenario(content=contents.quiet)
def a_crowd_hides_no_player(place):
    """Seventy guests in the lobby, more than a list has rows, and still a player who came before them can be watched."""
    server = Server(place, config="[limits]\nconnections = 200\n").start()
    player = people.telnet_player(server, "Anna", new=True)
    people.play(player)
    guests = []
    for _ in range(70):
        guest = socket.create_connection(("127.0.0.1", server.telnet_port))
        guest.settimeout(LONG)
        seen = b""
        for word, answer in ((b"any key", b"guest\r"), (b"guest-", b"")):
            while word not in seen:
                got = guest.recv(65536)
                check(got, f"a guest was refused: {seen[-200:]}")
                seen += got
            guest.sendall(answer)
        guests.append(guest)
    client, _ = watch(server, "Watcher")
    for guest in guests:
        guest.close()
    server.end(player, client)


@scenario(content=contents.quiet)
def twenty_spectators(place):
    """Twenty spectators of one game see a turn within a second, from one replayer; a killed replayer is replaced."""
    server = Server(place).start()
    player = people.telnet_player(server, "Anna", new=True)
    people.play(player)
    clients = [watch(server, f"Watcher-{'abcdefghjkmnopqrstuv'[i]}")[0] for i in range(MANY)]
    check(len(server.role("replayer")) == 1, f"there are replayers {server.role('replayer')}")
    for _ in range(3):
        before = turn(clients[0])
        player.send("s ")
        began = time.monotonic()
        for client in clients:
            wait_for("all to see the turn", lambda at=client: (at.pump(0.01), turn(at) > before)[1])
        check(time.monotonic() - began < SOON_SECONDS * (1 if server.program == OPTIMISED else 5),
              f"the turn was seen after {time.monotonic() - began:.2f} s")
        player.pump(0.05)
    server.kill("replayer")
    before = turn(clients[0])
    moves(player, 2)
    for client in clients:
        wait_for("all to see the game again", lambda at=client: (at.pump(0.02), turn(at) > before)[1], LONG)
    check(len(server.role("replayer")) == 1, f"there are replayers {server.role('replayer')}")
    server.kill("keeper")
    before = turn(clients[0])
    moves(player, 2)
    for client in clients:
        wait_for("all to see it after the keeper", lambda at=client: (at.pump(0.02), turn(at) > before)[1], LONG)
    player.close()
    for client in clients:
        client.expect(r"Anna has left")
    wait_for("the replayer to end with its player", lambda: not server.role("replayer"))
    server.end(*clients)


@scenario()
def a_day_is_hidden_until_one_has_tried(place):
    """Two players try the run of the day: the second one sees nothing of the first one's until his own try is over; the day verifies."""
    server = Server(place).start()
    today = time.strftime("%Y-%m-%d", time.gmtime())

    def try_today(client):
        client.send("t")
        client.expect(rf"Today's run {today}")
        client.press("p")
        people.dismiss(client)
        client.press("Q")
        client.expect(people.TAKEOVER)
        client.send("y")
        client.expect(rf"Trapdoor {today}: depth 1, 100, .*; board of ")
        people.upstairs(client)
        client.expect("Your try is over")

    def ask_replay(client):
        """Opens the first run of the day's board and asks for its replay."""
        client.send("t")
        client.expect(r"  1 Anna ")
        client.press("\r")
        client.press("w", 0.5)
        seen = client.text()
        client.press("\x1b", 0.5)
        client.press("\x1b", 0.5)
        client.press("\x1b", 0.5)
        return seen

    anna, bert = (people.telnet_player(server, name, new=True) for name in ("Anna", "Bert"))
    for client in (anna, bert):
        people.play(client)
        people.quit_run(client)
    try_today(anna)
    server.expect_log(r"event=run\.proof [^\n]*run=3 proof=1")
    check("whose own try at that day is over" in ask_replay(bert), "the replay is shown, or the refusal is another one")
    try_today(bert)
    check("turn" in ask_replay(bert), "the replay is not shown after the own try")
    server.expect_log(r"event=run\.proof [^\n]*run=4 proof=1")
    said = server.run("verify", "--daily", today, check_status=0).stdout
    check("the seed is right" in said and "2 verified, 0 failed" in said, f"verify says {said}")
    said = ssh_exec(server, "board", "today", options=["-o", "PreferredAuthentications=none"]).stdout
    check("2 tried" in said and "Anna" in said and "Bert" in said, f"today is {said}")
    server.run("check")
    server.end(anna, bert)


@scenario()
def a_contract_is_open_to_all(place):
    """A player who has just registered plays the contract of the week under its handicaps; the week verifies."""
    server = Server(place).start()
    week = time.strftime("%G-W%V", time.gmtime())
    anna = people.telnet_player(server, "Anna", new=True)
    anna.send("e")
    anna.expect(rf"This week's contract {week}")
    anna.press("p")
    people.dismiss(anna)
    anna.press("C")
    anna.expect(r"Handicaps +\w.*, ")
    anna.press("\x1b", 0.5)
    anna.press("Q")
    anna.expect(people.TAKEOVER)
    anna.send("y")
    anna.expect(rf"Trapdoor {week}: depth 1, 100, .*; board of ")
    server.expect_log(r"event=run\.proof [^\n]*run=1 proof=1")
    said = server.run("verify", "--weekly", week, check_status=0).stdout
    check("the seed is right" in said and "handicaps " in said and "1 verified, 0 failed" in said, f"verify says {said}")
    said = ssh_exec(server, "board", "week", options=["-o", "PreferredAuthentications=none"]).stdout
    check("1 tried" in said and "Handicaps: " in said and "Anna" in said, f"the week is {said}")
    server.run("check")
    server.end(anna)
