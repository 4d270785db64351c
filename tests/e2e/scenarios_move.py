"""Sessions that move to a new process while their players play on: after a reload, and after a crash."""
import os
import re
import signal
import time

from harness import OPTIMISED, Failure, Server, check, scenario, wait_for
from scenarios_forkers import forkers
import people


def picture(client):
    """Every cell with its colours, and the cursor. The minutes that a day has left go on, and are not compared."""
    screen = client.screen
    cells = [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]
    for row in cells:
        for left in re.finditer(r"(\d+ h )?\d+ min left", "".join(cell.data or " " for cell in row)):
            for x in range(*left.span()):
                row[x] = row[x]._replace(data="#")
    return cells, (screen.cursor.x, screen.cursor.y, screen.cursor.hidden)


def differences(before, after):
    """The first cells that differ, and the cursors."""
    cells = [(y, x, a, b) for y, (old, new) in enumerate(zip(before[0], after[0])) for x, (a, b) in enumerate(zip(old, new)) if a != b]
    return cells[:3], before[1], after[1]


def moved(server):
    return len(re.findall("event=session.moved ", server.log()))


def reload(server):
    """Has the server replace its forkers."""
    before = len(re.findall("event=forker.replaced [^\n]*kind=plain", server.log()))
    server.process.send_signal(signal.SIGHUP)
    wait_for("a new forker", lambda: len(re.findall("event=forker.replaced [^\n]*kind=plain", server.log())) > before)


def move(server, count=1):
    """Has `count` sessions move."""
    before = moved(server)
    reload(server)
    wait_for(f"{count} sessions to move", lambda: moved(server) >= before + count)


def unnoticed(server, client):
    """Has the client's session move: not a byte comes, and the screen is what the session believes."""
    client.press("\x12", 0.3)       # draws everything anew
    old = set(server.role("session"))
    before, received = picture(client), len(client.raw)
    move(server)
    client.settle(0.3)
    check(len(client.raw) == received, f"the move sent {bytes(client.raw[received:])!r}")
    wait_for("the old process to be gone", lambda: not old & set(server.role("session")))
    check(len(server.role("session")) == len(old), "there are more or fewer sessions")
    client.press("\x12", 0.3)
    after = picture(client)
    check(after == before, f"after the move the screen differs: {differences(before, after)}\n{client.text()}")


@scenario()
def a_move_is_not_noticed(place):
    """Over telnet, a player moves ten times between keys, in the lobby and on the map; screen, journal and repeats stay right."""
    server = Server(place).start()
    client = people.telnet_player(server, "Adele", new=True)
    unnoticed(server, client)
    people.play(client)
    for turn in range(10):
        unnoticed(server, client)
        client.press("sssL`hl."[turn % 8])
        if re.search("--more--", client.text()):
            client.press(" ")
    people.walk(client, 3)
    unnoticed(server, client)
    who = server.run("admin", "who").stdout
    check("Adele" in who and "telnet" in who, f"the player is not in the list: {who}")
    ids = set(re.findall(r"event=session\.(?:begin|moved)[^\n]* session=(\S+)", server.log())) \
        or set(re.findall(r"session=(\S+)[^\n]*event=session\.(?:begin|moved)", server.log()))
    check(len(ids) == 1, f"the moves changed the id of the connection: {ids}")
    people.leave_game(client)
    server.end(client)


def plain_forkers(server):
    return {pid for pid, kind in forkers(server).items() if kind == "plain"}


def plays_on(client):
    """The player's keys still take turns, and no turn is lost or done twice."""
    before = people.hero(client)
    for key, back in ("hl", "lh", "jk", "kj"):
        client.press(key, 0.3)
        people.dismiss(client)
        if people.hero(client) != before:
            client.press(back, 0.3)
            people.dismiss(client)
            check(people.hero(client) == before, f"a step back does not lead back:\n{client.text()}")
            return
    raise Failure(f"no key moves the hero:\n{client.text()}")


def rested(server, client):
    """Moves once, so that the next move stores nothing and asks the keeper for nothing before it sends the state."""
    people.hush(client)
    move(server)
    session, = wait_for("one session", lambda: server.role("session") if len(server.role("session")) == 1 else None)
    return session


@scenario()
def any_process_may_die_while_a_session_moves(place):
    """New forker, new session, keeper, old session or listener is killed during a move: the game goes on, and no turn is lost."""
    server = Server(place, program=OPTIMISED).start()
    client = people.telnet_player(server, "Adele", new=True)
    people.play(client)

    session = rested(server, client)
    os.kill(session, signal.SIGSTOP)
    before = plain_forkers(server)
    reload(server)
    new, = plain_forkers(server) - before
    os.kill(new, signal.SIGSTOP)
    os.kill(session, signal.SIGCONT)
    time.sleep(0.3)         # the state waits in the forker's socket, or the session was not asked yet: both are tried in time
    os.kill(new, signal.SIGKILL)
    server.expect_log("event=forker.died")
    plays_on(client)
    wait_for("the move to a later forker", lambda: session not in server.role("session"))
    plays_on(client)

    for victim in ("new", "keeper", "none"):
        session = rested(server, client)
        keeper, = server.role("keeper")
        count = moved(server) + len(re.findall("event=session.stayed", server.log()))
        os.kill(keeper, signal.SIGSTOP)
        reload(server)
        new, = wait_for("a new session", lambda: set(server.role("session")) - {session})
        os.kill({"new": new, "keeper": keeper, "none": keeper}[victim], signal.SIGKILL if victim != "none" else signal.SIGCONT)
        if victim == "new":
            os.kill(keeper, signal.SIGCONT)
        wait_for("the outcome", lambda: moved(server) + len(re.findall("event=session.stayed", server.log())) > count)
        wait_for("one session", lambda: len(server.role("session")) == 1)
        plays_on(client)

    session = rested(server, client)
    keeper, = server.role("keeper")
    os.kill(keeper, signal.SIGSTOP)
    reload(server)
    wait_for("a new session", lambda: set(server.role("session")) - {session})
    os.kill(session, signal.SIGKILL)
    os.kill(keeper, signal.SIGCONT)
    wait_for("one of the two, or none", lambda: len(server.role("session")) < 2)
    client.settle(0.3)
    if client.over:
        client = people.telnet_player(server, "Adele")
        people.enter(client)
    plays_on(client)

    session = rested(server, client)
    listener, = server.role("listener")
    os.kill(session, signal.SIGSTOP)
    reload(server)
    time.sleep(0.2)         # the listener asks
    os.kill(listener, signal.SIGSTOP)
    os.kill(session, signal.SIGCONT)
    time.sleep(0.2)         # the session sends its state
    os.kill(listener, signal.SIGKILL)
    plays_on(client)
    client.close()
    server.stop()
    server = Server(place, program=OPTIMISED).start()
    client = people.telnet_player(server, "Adele")
    people.enter(client)
    people.quit_run(client)
    client.close()
    verified = server.run("verify", "--all", program=OPTIMISED)
    check(verified.returncode == 0, f"the run cannot be verified: {verified.stdout} {verified.stderr}")
    server.end()


@scenario()
def a_move_to_a_new_program(place):
    """Telnet players move into the program of an upgrade, and back, unnoticed; the old program ends by itself; ssh stays."""
    server = Server(place).start()
    players = [people.telnet_player(server, name, new=True) for name in ("Adele", "Bertha", "Clara")]
    for player in players[:2]:
        people.play(player)
        people.hush(player)
    for _ in range(3):
        for player in players:
            player.press("\x12", 0.3)
        before = [(picture(player), len(player.raw)) for player in players[:2]]
        count, process = moved(server), newest(server)
        server.run("upgrade", check_status=0)
        wait_for("the players to move", lambda: moved_while_read(server, players[2], count + len(players)))
        wait_for("the older program to end", lambda: not os.path.exists(f"/proc/{process}/exe"))
        for player, (shown, received) in zip(players, before):
            player.settle(0.3)
            check(len(player.raw) == received, f"the move sent {bytes(player.raw[received:])!r}")
            player.press("\x12", 0.3)
            check(picture(player) == shown, f"after the move the screen differs:\n{player.text()}")
            plays_on(player)
        who = server.run("admin", "who").stdout
        check(all(name in who for name in ("Adele", "Bertha", "Clara")), f"a player is not in the list: {who}")
        server.kill("keeper")
        wait_for("the next keeper", lambda: server.role("keeper"))
        for player in players[:2]:
            plays_on(player)
    for player in players:
        player.close()
    os.kill(newest(server), signal.SIGTERM)
    wait_for("all processes to end", lambda: not server.processes())
    server.end()


def moved_while_read(server, client, count):
    """True if so many sessions have moved. The lobby moves when its client has acknowledged the last picture."""
    client.pump(0)
    return moved(server) >= count


def newest(server):
    """The main process of the newest program."""
    found = re.findall(r"event=upgrade.done [^\n]*by=(\d+) ", server.log())
    return int(found[-1]) if found else server.process.pid
