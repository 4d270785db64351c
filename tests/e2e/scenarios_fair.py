"""Fair shares: strangers who hold places, guess or crash close the door to their own network only.

Attackers come from 127.1.2.x, honest callers from 127.9.9.x: for a server that trusts nobody they are two networks.
"""
import os
import re
import signal
import socket

from harness import LONG, Server, Telnet, check, scenario, wait_for
import people

NOBODY = {"TRAPDOOR_LIMITS_TRUSTED": ""}
HONEST = "127.9.9.1"


class Caller(Telnet):
    """A telnet client with an address of its own."""

    def __init__(self, port, source, **more):
        self.source = source
        super().__init__(port, **more)

    def connect(self, host, port):
        return connect(port, self.source)


def connect(port, source):
    return socket.create_connection(("127.0.0.1", port), timeout=LONG, source_address=(source, 0))


def attackers(port, count, first=1):
    return [connect(port, f"127.1.2.{first + number % 250}") for number in range(count)]


def strict(place, limits="", **more):
    """A server that trusts nobody."""
    return Server(place, config=f"[limits]\n{limits}", env=NOBODY, **more).start()


def refused(port, source):
    """What a client is told that gets no session; "" when it gets one."""
    client = connect(port, source)
    text = client.recv(4096)
    client.close()
    return text.decode("latin-1") if text.startswith(b"Trapdoor: ") else ""


@scenario()
def silent_connections(place):
    """100 silent connections from one network close neither door: honest callers from another one log in."""
    server = strict(place, "per_address = 100\nper_network = 200\ndrop_from = 200\n")
    silent = attackers(server.telnet_port, 100) + attackers(server.ssh_port, 100, first=101)
    wait_for("the silent ones to have sessions", lambda: len(server.role("session")) >= 200)
    honest = Caller(server.telnet_port, HONEST)
    people.register(honest, "Fair")
    greeting = connect(server.ssh_port, HONEST)
    check(greeting.recv(64).startswith(b"SSH-2.0-"), "ssh did not greet")
    second = Caller(server.telnet_port, HONEST)
    people.login(second, "Fair")
    second.expect(people.LOBBY)
    check(server.role("session"), "no session")
    wait_for("those who left for them to be penalised", lambda: server.log().count("for=late") >= 2)
    server.end(honest, second, greeting, *silent)


@scenario()
def floods(place):
    """Under a flood of connections that say nothing an honest caller logs in at once; the flood is refused soon."""
    server = strict(place)
    lines = []
    for number in range(400):
        line = connect(server.telnet_port, f"127.1.2.{1 + number % 4}")
        if number % 2:
            line.close()
        else:
            lines.append(line)
    honest = Caller(server.telnet_port, HONEST)
    people.register(honest, "Flora")
    for line in lines:
        line.close()
    wait_for("the flood's address to be refused", lambda: "too many failures" in refused(server.telnet_port, "127.1.2.1"))
    check(not refused(server.telnet_port, "127.9.9.2"), "an honest network was refused")
    server.end(honest)


@scenario()
def guessers(place):
    """Wrong passwords are penalised by address; the owner comes in from elsewhere."""
    server = strict(place)
    owner = Caller(server.telnet_port, HONEST)
    people.register(owner, "Gero")
    owner.close()
    for _ in range(2):
        guesser = Caller(server.telnet_port, "127.1.2.3")
        guesser.expect(people.GREETING)
        guesser.send("Gero\r")
        for _ in range(3):
            guesser.expect(people.ASKS_PASSWORD)
            guesser.send("wrong guess\r")
            guesser.settle(0.4)
        guesser.expect_end()
    server.expect_log(r"event=penalty [^\n]*from=127\.1\.2\.3 for=password refused_seconds=[1-9]\d\n")
    check("too many failures" in refused(server.telnet_port, "127.1.2.3"), "the guesser may go on")
    check("too many failures" in refused(server.ssh_port, "127.1.2.3"), "the guesser may go on over ssh")
    owner = Caller(server.telnet_port, HONEST)
    people.login(owner, "Gero")
    owner.expect(people.LOBBY)
    server.end(owner, guesser)


@scenario()
def crashes(place):
    """A session that dies of a signal as a crash does costs its address 90 seconds, and nobody else anything."""
    server = strict(place)
    player = Caller(server.telnet_port, HONEST)
    people.register(player, "Cora")
    before = set(server.role("session"))
    victim = Caller(server.telnet_port, "127.1.2.9")
    victim.expect(people.GREETING)
    new, = set(server.role("session")) - before
    os.kill(new, signal.SIGSYS)
    server.expect_log(r"event=penalty [^\n]*from=127\.1\.2\.9 for=crash refused_seconds=90\n")
    check("too many failures" in refused(server.telnet_port, "127.1.2.9"), "the crasher may go on")
    check(not player.settle().over, "the player was closed")
    server.end(player, victim)


@scenario()
def a_session_maps_no_table(place):
    """No process but the listener has the admission tables, and a session's reports are its own."""
    server = strict(place)
    client = Caller(server.telnet_port, HONEST)
    client.expect(people.GREETING)
    session, = server.role("session")
    with open(f"/proc/{session}/maps", encoding="ascii") as file:
        shared = [line for line in file if re.search(r"rw-s", line)]
    check(not shared, f"the session shares memory: {shared}")
    events = [name for name in os.listdir(f"/proc/{session}/fd")
              if os.readlink(f"/proc/{session}/fd/{name}") == "anon_inode:[eventfd]"]
    check(len(events) == 1, f"the session has the descriptors {events} for reports")
    server.end(client)


@scenario()
def trusted_networks(place):
    """Only networks that the setting lists are exempt."""
    server = Server(place, config="[limits]\nper_address = 1\n", env={"TRAPDOOR_LIMITS_TRUSTED": "127.9.9.0/24"}).start()
    lines = [connect(server.telnet_port, HONEST) for _ in range(5)]
    for line in lines:
        check(not line.recv(4096).startswith(b"Trapdoor: "), "a trusted address was refused")
    stranger = connect(server.telnet_port, "127.0.0.1")
    check("too many connections from your address" in refused(server.telnet_port, "127.0.0.1"), "loopback is exempt")
    server.end(stranger, *lines)
