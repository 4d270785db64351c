"""Fair shares: strangers who hold places, guess or crash close the door to their own network only.

Attackers come from 127.1.2.x, honest callers from 127.9.9.x: for a server that trusts nobody they are two networks.
"""
import configparser
import os
import re
import shutil
import signal
import socket
import subprocess
import time

from harness import LONG, ROOT, SSH_OPTIONS, Server, Telnet, check, environment, scenario, wait_for
import people

NOBODY = {"TRAPDOOR_LIMITS_TRUSTED": "", "TRAPDOOR_LIMITS_REGISTER_HOUR": "0", "TRAPDOOR_LIMITS_REGISTER_DAY": "0",
          "TRAPDOOR_LIMITS_REGISTER_NETWORK_HOUR": "0", "TRAPDOOR_LIMITS_REGISTER_NETWORK_DAY": "0"}
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


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@scenario()
def keys_without_end(place):
    """A guest who sends keys without end gets a share of a processor after a burst, and others play on."""
    server = strict(place, "session_percent = 2\n")
    honest = Caller(server.telnet_port, HONEST)
    people.register(honest, "Fiona")
    there = set(server.role("session"))
    flood = connect(server.telnet_port, "127.1.2.3")
    flood.sendall(b"guest\r")
    flood.setblocking(False)

    def send_and_read():
        for act in (lambda: flood.send(b"?\x1b" * 4096), lambda: flood.recv(1 << 20)):
            try:
                act()
            except BlockingIOError:
                pass

    def is_busy():
        send_and_read()
        return "event=session.busy" in server.log()

    wait_for("the log to say that the session is busy", is_busy, 3 * LONG)
    pid, = set(server.role("session")) - there
    used, began = processor_seconds(pid), time.monotonic()
    check(used >= 2.5, f"the session had only {used} s")
    while time.monotonic() < began + 3:
        send_and_read()
        time.sleep(0.005)
    share = (processor_seconds(pid) - used) / (time.monotonic() - began)
    check(share < 0.1, f"the session used {100 * share:.0f} % of a processor")
    people.play(honest)
    flood.close()
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
    if os.geteuid() != 0:
        print("     not root: nothing was asked")
        return
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


def heard(line):
    """All that comes until the far end closes."""
    text = b""
    while True:
        try:
            data = line.recv(65536)
        except ConnectionError:
            return text
        if not data:
            return text
        text += data


@scenario()
def other_protocols(place):
    """Who speaks HTTP, TLS or nonsense is penalised as garbage by either door; who hangs up is not."""
    server = strict(place)
    for number, (port, data) in enumerate(((server.telnet_port, b"GET / HTTP/1.0\r\n\r\n"), (server.telnet_port, b"\x16\x03\x01\x02\x00\x01"),
                                           (server.ssh_port, b"SSH-2.0-x\r\n" + b"\xff" * 99))):
        line = connect(port, f"127.1.{number}.7")
        line.sendall(data)
        heard(line)
        server.expect_log(rf"event=penalty [^\n]*from=127\.1\.{number}\.7 for=garbage refused_seconds=0\n")
    for port, source in ((server.ssh_port, "127.9.9.2"), (server.ssh_port, "127.9.9.3"), (server.telnet_port, "127.9.9.4")):
        line = connect(port, source)
        if source != "127.9.9.2":
            line.recv(4096)
        if source == "127.9.9.3":
            line.sendall(b"SSH-2.0-leaver\r\n")
        line.close()
        server.expect_log(rf"event=penalty [^\n]*from={re.escape(source)} for=no_login refused_seconds=0\n")
    check("from=127.9.9.2 for=garbage" not in server.log() and "from=127.9.9.3 for=garbage" not in server.log(), "a leaver spoke garbage")
    server.end()


@scenario()
def proxies(place):
    """Behind a listed proxy the client's address counts; a slow or lying one keeps nobody out."""
    server = Server(place, config="[limits]\nper_address = 2\n[listen]\nproxies = 127.5.5.5\n", env=NOBODY).start()
    silent = [connect(server.telnet_port, "127.5.5.5") for _ in range(100)]
    silent[-1].sendall(b"PROXY TCP4 ")
    honest = Caller(server.telnet_port, HONEST)
    honest.expect(people.GREETING)
    lines = []
    for _ in range(2):
        line = connect(server.telnet_port, "127.5.5.5")
        line.sendall(b"PROXY TCP4 203.0.113.9 198.51.100.1 4000 23\r\n")
        check(not line.recv(4096).startswith(b"Trapdoor: "), "the client was refused")
        lines.append(line)
    third = connect(server.telnet_port, "127.5.5.5")
    third.sendall(b"PROXY TCP4 203.0.113.9 198.51.100.1 4001 23\r\n")
    check(b"too many connections from your address" in heard(third), "the client's address has no limit")
    other = connect(server.ssh_port, "127.5.5.5")
    other.sendall(b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\xcb\0\x71\x0a\xc6\x33\x64\x01\xdc\x04\0\x16")
    check(other.recv(64).startswith(b"SSH-2.0-"), "ssh behind a proxy did not greet")
    server.expect_log(r"event=session\.begin session=\w+ process=\d+ from=203\.0\.113\.10 ")
    bad = connect(server.telnet_port, "127.5.5.5")
    bad.sendall(b"guest\r\n")
    check(not heard(bad), "a connection without a header got a session")
    check(not heard(silent[-1]), "a slow header got a session")
    server.expect_log(r"event=proxy\.refused [^\n]*in time")
    stranger = Caller(server.telnet_port, HONEST)
    stranger.expect(people.GREETING)
    stranger.send("PROXY TCP4 203.0.113.9 198.51.100.1 4001 23\r")
    stranger.settle(0.3)
    check("203.0.113.9" in server.log() and f"from={HONEST} " in server.log(), "a stranger chose an address")
    server.end(honest, stranger, other, *lines, *silent)


@scenario()
def login_requests(place):
    """Login requests that cost nothing are counted too: after some the line ends."""
    server = strict(place, "auth_requests = 5\nkey_offers = 100\n")
    keys = [place.ssh_key(f"k{number}") for number in range(5)]
    command = ["ssh", "-v", *SSH_OPTIONS, "-o", "BatchMode=yes", "-b", "127.1.2.8", "-p", str(server.ssh_port)]
    for key in keys:
        command += ["-i", key]
    people.register(Caller(server.telnet_port, HONEST), "Rita")
    done = subprocess.run([*command, "Rita@127.0.0.1", "scores"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=LONG, env=environment(place))
    check(done.returncode == 255 and done.stderr.count("Offering public key") < 5, f"no end: {done.stderr[-900:]}")
    server.expect_log(r"event=penalty [^\n]*from=127\.1\.2\.8 for=garbage")
    server.end()


@scenario()
def fail2ban(place):
    """The filter of etc/fail2ban matches the real lines of the log, gives their address, and no other line."""
    parser = configparser.RawConfigParser()
    parser.read(os.path.join(ROOT, "etc/fail2ban/filter.d/trapdoor.conf"), encoding="ascii")
    rule = re.compile(parser["Definition"]["failregex"].replace("<HOST>", r"(?P<host>[0-9A-Fa-f:.]+)"))
    server = strict(place)
    line = connect(server.telnet_port, "127.1.2.7")
    line.sendall(b"GET / HTTP/1.0\r\n\r\n")
    heard(line)
    guesser = Caller(server.telnet_port, "127.1.2.8")
    guesser.expect(people.GREETING)
    guesser.send("x from=9.9.9.9 for=crash refused_seconds=1\r")
    guesser.expect(people.ASKS_PASSWORD)
    guesser.send("event=penalty from=9.9.9.9\r")
    server.expect_log(r"from=127\.1\.2\.8 for=password")
    looker = connect(server.telnet_port, HONEST)
    looker.recv(4096)
    looker.close()
    server.expect_log(r"for=no_login")
    # fail2ban matches a line without its date.
    lines = [re.sub(r"^ts=\S+", "", line) for line in server.log().splitlines()]
    found = [match.group("host") for match in map(rule.search, lines) if match]
    check(found == ["127.1.2.7", "127.1.2.8"], f"the filter finds {found}")
    forged = (" level=info event=session.end pid=7 name=\"a level=info event=penalty pid=7 from=9.9.9.9 "
              "for=crash refused_seconds=1\" reason=\"x\"")
    check(not rule.search(forged), "a value of another line is taken for a penalty")
    check(rule.search("host trapdoor[7]: ts=2026-11-22T10:00:00.000Z level=info event=penalty pid=7 from=2001:db8::1 "
                      "for=password refused_seconds=5"), "a line of the journal is no penalty")
    check(rule.search("host trapdoor[7]: penalty from=2001:db8::1 for=garbage refused_seconds=5"), "a native entry of the journal is no penalty")
    check(not rule.search("host trapdoor[7]: penalty process=8 from=9.9.9.9 for=garbage refused_seconds=5"), "an event of a session is a penalty")
    if shutil.which("fail2ban-regex"):
        log = place.file("server.log", server.log())
        said = subprocess.run(["fail2ban-regex", log, os.path.join(ROOT, "etc/fail2ban/filter.d/trapdoor.conf")], capture_output=True,
                              text=True, check=True, timeout=LONG).stdout
        check(re.search(r"Lines: \d+ lines, 0 ignored, 2 matched", said), f"fail2ban-regex says: {said}")
    server.end(guesser)
