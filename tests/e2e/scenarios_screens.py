"""Screens, guests and runs of older rules that go over to a new process, unnoticed or with what was open closed."""
import os
import re

from harness import OPTIMISED, Server, check, scenario, wait_for
from scenarios_move import move, moved, plays_on, unnoticed
from scenarios_rules import NEXT
from scenarios_upgrade import end, upgrade, upgrade_and_move
import people

PAUSED = r"(\d+) +(?:\d+% +)?stopped"


def opens(client, keys, pattern):
    """Opens a screen by keys, the last of which brings what the pattern names."""
    for key in keys[:-1]:
        client.press(key, 0.2)
    client.send(keys[-1])
    client.expect(pattern)
    return client.settle(0.2)


def to_lobby(client):
    for _ in range(4):
        if re.search(people.LOBBY, client.text()):
            return
        client.press("\x1b", 0.3)
    client.expect(people.LOBBY)


@scenario()
def screens_move(place):
    """Help, options, keys, board, record, account, a score, a dump and a stopped replay move, and not a byte shows it."""
    server = Server(place).start()
    client = people.telnet_player(server, "Adele", new=True)
    people.play(client)
    people.walk(client, 12)
    people.quit_run(client)
    rows = (("?", r"\bHelp\b"), ("?   ", r"\d+%"), ("o", "Options"), ("oj", "Colours"), ("ojjj\r", r"Preset"), ("ojjj\rjj", "walk-"),
            ("r", "My record"), ("r\t\t", r"of [1-9]\d* earned"),
            ("a", "Public keys"), ("b", "score"), ("b\r", "Epitaph|Score"), ("bd", "How it went"))
    for keys, pattern in rows:
        to_lobby(client)
        opens(client, keys, pattern)
        unnoticed(server, client)
    to_lobby(client)
    opens(client, "b\rw", r"\d+/s|the end")
    client.press("0", 0.3)
    for _ in range(2):
        client.press(".", 0.3)      # a turn on, where it stops
    turn = int(client.expect(PAUSED).group(1))
    move(server)
    client.settle(0.3)
    check(int(client.expect(PAUSED).group(1)) == turn, f"the replay was at turn {turn}:\n{client.text()}")
    client.press(".", 0.3)
    check(int(client.expect(PAUSED).group(1)) > turn, f"the replay does not go on:\n{client.text()}")
    to_lobby(client)
    people.play(client)
    plays_on(client)
    client.press("=", 0.3)          # the options, from which Esc leads back into the game
    client.expect("Options")
    unnoticed(server, client)
    client.send("\x1b")
    client.expect(people.IN_PLAY)
    plays_on(client)
    server.end(client)


@scenario()
def spectators_move(place):
    """A spectator moves, with the list of players and with a run on the screen, and sees the player's next turns."""
    server = Server(place).start()
    player = people.play(people.telnet_player(server, "Anna", new=True))
    people.hush(player)
    client = people.telnet_player(server, "Bertha", new=True)
    client.send("w")
    client.expect(r"Anna +depth 1")
    move(server, 2)
    client.settle(0.3)
    client.send("\r")
    client.expect(r"turn \d+  live")
    move(server, 2)
    people.dismiss(player.press("s", 0.2))
    turn = people.turn_on_sheet(player)
    client.expect(rf"turn {turn}  live")
    client.send("q")
    to_lobby(client)
    server.end(player, client)


@scenario()
def guests_move(place):
    """A guest's game, which is stored nowhere, goes over to a new program and back, unnoticed."""
    server = Server(place).start()
    client = people.Telnet(server.telnet_port)
    client.expect(people.GREETING)
    client.send("guest\r")
    people.play(client)
    people.walk(client, 3)
    people.hush(client)
    for _ in range(2):
        unnoticed(server, client)
        plays_on(client)
        people.hush(client)
    turn = people.turn_on_sheet(client)
    newest = upgrade_and_move(server, 1)
    check(people.turn_on_sheet(client) == turn, f"turns were lost or came: {turn}\n{client.text()}")
    plays_on(client)
    client.press("S", 0.3)
    check("cannot be saved" in client.text() or "lose" in client.text(), f"leaving does not ask a guest:\n{client.text()}")
    end(server, newest, client)


@scenario()
def what_is_open_is_closed_at_the_end(place):
    """When the time of an upgrade is over, pages, questions and typed words of telnet players are closed, and nobody is cut off."""
    server = Server(place).start()
    names = ("Adele", "Bertha", "Clara", "Doris")
    players = [people.telnet_player(server, name, new=True) for name in names]
    for player in players[:2]:
        people.play(player)
        people.walk(player, 2)
        people.hush(player)
    turns = [people.turn_on_sheet(player) for player in players[:2]]
    players[0].press("i", 0.3)                  # the inventory
    players[1].press("Q", 0.3)                  # a question
    players[1].expect(people.TAKEOVER)
    players[2].press("s", 0.3)                  # a seed is typed
    players[2].send("12ab")
    players[3].press("ap", 0.3)                 # a password is asked for
    players[3].expect("Your password now")
    newest = upgrade_and_move(server, len(players), "--drain", "0")
    wait_for("the old program to end", lambda: server.process.poll() is not None)
    for player, turn in zip(players[:2], turns):
        player.settle(0.3)
        check(not player.over, f"the line was closed:\n{player.text()}")
        check(people.turn_on_sheet(player) == turn, f"the turn was {turn}:\n{player.text()}")
        plays_on(player)
    for player in players[2:]:
        player.expect(people.LOBBY)
        people.play(player)
    end(server, newest, *players)


@scenario()
def a_run_of_older_rules_moves(place):
    """Players in play move into a program of newer rules, and their runs go on there as a new segment, from the same turn."""
    check(os.access(NEXT, os.X_OK), f"{NEXT} is not there; tests/next builds it")
    server = Server(place, program=OPTIMISED).start()
    client = people.play(people.telnet_player(server, "Adele", new=True))
    people.walk(client, 3)
    people.hush(client)
    turn = people.turn_on_sheet(client)
    received = len(client.raw)
    newest = upgrade_and_move(server, 1, "--program", NEXT)
    client.settle(0.3)
    check(len(client.raw) == received, f"the move sent {bytes(client.raw[received:])!r}")
    server.expect_log(r'event=run.carried [^\n]*name="Adele" ')
    check(people.turn_on_sheet(client) == turn, f"the turn was {turn}:\n{client.text()}")
    plays_on(client)
    people.leave_game(client)
    people.play(client)
    plays_on(client)
    # The older program cannot play it: at the end of the time the player is in its lobby.
    people.hush(client)
    before = moved(server)
    newest = upgrade(server, "--program", OPTIMISED, "--drain", "0")

    def has_moved():
        client.pump(0)  # A session moves when its client has answered the mark behind the last frame.
        return moved(server) > before

    wait_for("the player to move", has_moved)
    client.expect(people.LOBBY)
    check(not client.over, "the line was closed")
    end(server, newest, client)
