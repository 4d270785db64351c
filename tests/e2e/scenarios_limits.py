"""Limits and edges: caps, deadlines, the terminal without a network, words from the operator."""
import fcntl
import os
import re
import socket
import subprocess
import time

from harness import (Failure, LONG, Program, Server, SOON, Telnet, check, environment, free_port, listening, scenario, ssh, wait_for,
                     SSH_OPTIONS)
import contents
import people


def greeted(server):
    client = Telnet(server.telnet_port)
    try:
        client.expect(people.GREETING)
    except Failure:
        client.close()
        return None
    return client


@scenario()
def caps(place):
    """Over the cap of connections a stranger gets a sentence and no process; a leaver makes room."""
    server = Server(place, config="[limits]\nconnections = 3\nbefore_login = 2\n").start()
    first = people.telnet_player(server, "Anna", new=True)
    waiting = [Telnet(server.telnet_port) for _ in range(2)]
    for client in waiting:
        client.expect(people.GREETING)
    refused = Telnet(server.telnet_port)
    refused.expect_end()
    check(refused.text().strip(), "the refused one was told nothing")
    check(len(server.role("session")) == 3, f"a refused connection has a process: {server.processes()}")
    waiting[0].close()
    wait_for("the place to be free", lambda: greeted(server))       # when the listener has heard of the end
    check(not first.over, "the player was thrown out")
    server.end()


LOGIN_SECONDS = 20      # in which a password is hashed on any machine; less than a sixth of the default


@scenario()
def time_to_log_in(place):
    """Who does not log in in time is told and closed, by either door; who did stays."""
    server = Server(place).start()
    people.telnet_player(server, "Bruno", new=True).close()
    server.end()
    server = Server(place, config=f"[limits]\nlogin_seconds = {LOGIN_SECONDS}\n").start()
    player = people.telnet_player(server, "Bruno")
    began = time.monotonic()
    idler = Telnet(server.telnet_port)
    mute = socket.create_connection(("127.0.0.1", server.ssh_port), timeout=LONG)
    idler.expect(people.GREETING)
    idler.expect_end(LONG)
    while mute.recv(4096):
        pass
    took = time.monotonic() - began
    check(LOGIN_SECONDS - 1 < took < 5 * LOGIN_SECONDS, f"it took {took:.1f} s, not {LOGIN_SECONDS}")
    check(not player.settle().over, "the player was closed")
    server.end()


@scenario()
def key_offers(place):
    """Offering keys without an end closes the line."""
    server = Server(place, config="[limits]\nkey_offers = 3\n").start()
    people.telnet_player(server, "Carla", new=True).close()
    keys = [place.ssh_key(f"k{i}") for i in range(6)]
    command = ["ssh", "-v", *SSH_OPTIONS, "-o", "BatchMode=yes", "-p", str(server.ssh_port)]
    for key in keys:
        command += ["-i", key]
    result = subprocess.run([*command, "Carla@127.0.0.1", "scores"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                            timeout=LONG, env=environment(place))
    check(result.returncode == 255, f"somebody came in: {result.stdout}")
    offered = result.stderr.count("Offering public key")
    check(offered < len(keys), f"all {offered} keys could be offered")
    server.end()


@scenario()
def here_then_there(place):
    """A run begun by `trapdoor play` goes on over telnet, at the same turn."""
    state = place.file("state")
    client = Program(place, [place.program, "play", "--init", "--state", state, "--content", contents.hardy(place)])
    people.register(client, "Dirk")
    people.play(client)
    people.walk(client, 3)
    people.hush(client)
    before = people.board_of_play(client)
    people.leave_game(client)
    people.leave(client)
    check(client.wait() == 0, f"play ended with {client.status}")
    server = Server(place, state=state).start()
    far = people.telnet_player(server, "Dirk")
    people.play(far)
    people.hush(far)
    check(people.board_of_play(far) == before, f"over telnet it is another game:\n{far.text()}")
    server.end(far)


@scenario()
def log_that_nobody_reads(place):
    """Whoever reads the log is stuck: players play on, others come in, and SIGTERM ends it in time."""
    server = Server(place, ports=(free_port(), free_port()), arguments=["--init"])      # the log, which would tell them, is not read
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    server.process = subprocess.Popen(server.command(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=writer,
                                      env=environment(place), start_new_session=True)
    os.close(writer)
    wait_for("the server to listen", lambda: listening(server.telnet_port))
    player = people.telnet_player(server, "Ilse", new=True)
    people.play(player)
    for _ in range(40):         # two lines each, and more than a pipe of a page takes
        wait_for("another to be greeted", lambda: greeted(server)).close()
    check(people.walk(player, 2) == 2, f"the player does not go on:\n{player.text()}")
    status, seconds = server.terminate()
    check(status == 0 and seconds < SOON, f"it ended with {status} after {seconds:.2f} s")
    lines = os.read(reader, 65536).decode().splitlines()
    os.close(reader)
    check(5 < len(lines) < 60 and any("event=keeper.begin" in line for line in lines[:5]), f"the log was read, or is none: {lines}")
    server.end(player)


def woken(pid):
    """How often a process has gone to sleep, which a keeper does after each question."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", file.read()).group(1))


@scenario()
def pasted_keys_spare_the_keeper(place):
    """Thousands of keys at once go through lobbies that nobody sees: the keeper is not asked what would stand there."""
    server = Server(place).start()
    client = people.telnet_player(server, "Jutta", new=True)
    keeper, = server.role("keeper")
    before = woken(keeper)
    client.send("oq" * 1000 + "?")
    client.expect("Where you are")
    check(woken(keeper) - before < 2500, f"for 1000 lobbies the keeper was asked {woken(keeper) - before} times")
    server.end(client)


def silent(line, seconds=0.5):
    """Whether a socket stays open for so long, whatever it says."""
    line.settimeout(seconds)
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return True
    except ConnectionError:
        pass
    return False


@scenario()
def operator_says(place):
    """admin say reaches everyone, without control bytes, and harms nobody who is still at the door."""
    server = Server(place).start()
    door = socket.create_connection(("127.0.0.1", server.ssh_port), timeout=LONG)
    check(door.recv(4096).startswith(b"SSH-2.0-"), "ssh did not greet")
    client = people.telnet_player(server, "Emma", new=True)
    server.run("admin", "say", "Back at \x1b[31mten\x07 sharp", check_status=0)
    client.expect(r"Back at .*ten.*sharp")
    check(client.raw.count(b"\x07") == 1, "the bell does not ring once for the notice")
    check(b"ten\x07" not in client.raw and b"\x1b[31mten" not in client.raw, "the operator's control bytes went through")
    check(silent(door), "who had not logged in yet was cut off")
    server.end(door, client)


@scenario()
def no_colour(place):
    """NO_COLOR over ssh: not one colour is sent."""
    server = Server(place).start()
    key = place.ssh_key()
    people.ssh_player(server, "fred", key, new=True).close()
    client = ssh(server, "fred", key=key, options=("-o", "SendEnv=NO_COLOR"), NO_COLOR="1")
    people.play(client)
    colours = re.findall(rb"\x1b\[[0-9;]*(?:3[0-7]|4[0-7]|9[0-7]|38;5;\d+)[0-9;]*m", bytes(client.raw))
    check(not colours, f"colours were sent: {colours[:5]}")
    server.end(client)


@scenario()
def little_room(place):
    """Under the floor of free space no new run starts, and the player is told; a run that began goes on."""
    server = Server(place).start()
    client = people.telnet_player(server, "Gerda", new=True)
    people.play(client)
    people.leave_game(client)
    client.close()
    server.stop()
    server = Server(place, state=server.state, config="[limits]\nfree_space_mb = 1000000\n").start()
    old = people.telnet_player(server, "Gerda")
    people.play(old)
    check(people.walk(old, 2) == 2, f"the old run does not go on:\n{old.text()}")
    old.close()
    new = people.telnet_player(server, "Hilde", new=True)
    new.press("p", 0.6)
    check(not people.hero(new) and re.search(people.LOBBY, new.text()) and re.search(r"(?i)room|space|disk|full", new.text()),
          f"a new run should be refused with a sentence:\n{new.text()}")
    server.end(new)
    server = Server(place, state=server.state).start()          # the control: it was the room that was lacking
    new = people.telnet_player(server, "Hilde")
    people.play(new)
    server.end(new)


@scenario()
def strangers_words(place):
    """A terminal type and a user name full of control bytes reach neither log nor screen as such."""
    server = Server(place).start()
    client = Telnet(server.telnet_port, term="xterm\x1b[31m\x07\u202e")
    client.expect(people.GREETING)
    client.send("evil\x1b]0;owned\x07\x9b31m\r")
    client.settle(0.4)
    check(b"owned\x07" not in client.raw, "a title came back")
    client.close()
    ssh(server, "ev\x1bil", options=("-o", "PreferredAuthentications=none")).settle(0.5).close()
    server.end()


@scenario()
def keys_typed_ahead_stop_at_an_event(place):
    """Of 10,000 waits that are typed at once, those behind the first event are dropped and counted.
    A question before harm takes none of the keys that came with its own."""
    server = Server(place).start()
    client = people.telnet_player(server, "Nora", new=True)
    people.play(client)
    people.hush(client)
    before = people.turn_on_sheet(client)
    client.send("." * 10000)
    people.hear(client, r"typed\s+ahead\s+were\s+dropped")
    dropped = int(re.search(r"(\d+)\s+keys\s+typed\s+ahead", client.text()).group(1))
    people.hush(client)
    waited = people.turn_on_sheet(client) - before
    check(waited + dropped <= 10000 and waited < 2000 and dropped > 5000, f"{waited} turns were waited, and {dropped} keys dropped")
    client.send("Qy" * 20)
    client.expect(people.TAKEOVER)
    people.hear(client, r"39\s+keys\s+typed\s+ahead")
    client.press("n", 0.2)
    people.leave_game(client)
    server.end(client)
