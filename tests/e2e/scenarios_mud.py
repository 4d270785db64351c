"""MUD clients: their protocols over a raw client, and the real tt++; telnet in TLS; lists of servers."""
import os
import re
import socket
import ssl
import subprocess
import time

from clients import DO, DONT, IAC
from harness import LONG, ROOT, Program, Server, Telnet, check, environment, free_port, listening, scenario, wait_for
from muds import COMPRESS, GMCP, MSSP, MudClient
import people
from scenarios_move import move, picture, rested

TINTIN = "/usr/games/tt++"
PLAIN_TEXT = "not encrypted"    # of the warning on the first screen


def at_play(server, **more):
    client = MudClient(server.telnet_port, **more)
    client.expect(people.GREETING)
    client.settle()
    client.send("guest\r")
    people.play(client)
    return client


def health_shown(client):
    return int(re.search(r"Health\D*(\d+)", people.status(client)).group(1))


def block_after(text, phrase):
    """The first indented block of the page behind a phrase."""
    lines = text[text.index(phrase):].splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("    "))
    last = next(number for number, line in enumerate(lines) if number > first and not line.startswith("    "))
    return "\n".join(line[4:] for line in lines[first:last]) + "\n"


@scenario()
def mud_client_protocols(place):
    """A MUD client is compressed and told of its hero as it asks; bad JSON does no harm; another client is sent none of it."""
    server = Server(place).start()
    client = at_play(server)
    check(client.begun == 1 and client.inflater, f"{client.begun} streams")
    client.press("\x12")
    before = client.taken, client.text_taken
    client.press("\x12")       # the window holds the same screen
    taken, text = client.taken - before[0], client.text_taken - before[1]
    check(text > 100 and taken < text / 2, f"{taken} bytes for a text of {text}")
    check(not client.messages, f"messages that nobody asked for: {client.messages}")
    for bad in ("Core.Supports.Set [\"Char 1\"", "Core.Supports.Set {\"Char\": 1}", "Core.Hello [[[[", "Core.Hello", "x" * 900, "[" * 900,
                "Core.Supports.Set " + "[" * 900, "Core.Supports.Set [" + "1e999," * 100 + "1]"):
        client.say(bad)
    client.press("s")
    check(not client.messages, f"messages after bad JSON: {client.messages}")

    client.say("Core.Hello {\"client\": \"Test\", \"version\": \"1\"}").say('Core.Supports.Set ["Char 1", "Room 1"]').settle()
    vitals, status = client.newest("Char.Vitals"), client.newest("Char.Status")
    check(vitals["hp"] == health_shown(client) and vitals["hp"] <= vitals["maxhp"], f"{vitals} at\n{client.text()}")
    check(status["name"].startswith("guest-") and status["depth"] == 1 and status["level"] == 1 and status["light"] in ("lit", "dark"), f"{status}")
    count = len(client.messages)
    client.press("\x12")
    check(len(client.messages) == count, f"nothing has changed: {client.messages[count:]}")
    people.walk(client, 3)
    later = client.newest("Char.Status")
    check(later["turn"] >= status["turn"] + 3, f"the turn was {status['turn']} and is {later['turn']}")
    check(client.newest("Char.Vitals")["hp"] == health_shown(client), f"{client.newest('Char.Vitals')} at\n{client.text()}")
    turns = [value["turn"] for name, value in client.messages if name == "Char.Status"]
    check(turns == sorted(set(turns)), f"turns repeat: {turns}")

    client.say('Core.Supports.Remove ["Char.Vitals"]').settle()
    client.messages.clear()
    client.press("s")
    check({name for name, _ in client.messages} == {"Char.Status"}, f"{client.messages}")
    for _ in range(3):
        client.send_command(IAC, DO, COMPRESS, IAC, DO, COMPRESS)
        client.press("\x12")
        client.send_command(IAC, DONT, COMPRESS)
        client.settle()
        check(client.ended == client.begun, f"{client.begun} streams, {client.ended} of them ended")
        before = client.taken, client.text_taken
        client.press("\x12")
        taken, text = client.taken - before[0], client.text_taken - before[1]
        check(taken >= text > 100, f"without compression {taken} bytes for a text of {text}")
    check(client.begun == 3 and people.hero(client), f"{client.begun} streams:\n{client.text()}")

    plain = people.telnet_player(server, "Plain", new=True)
    check(all(option not in (COMPRESS, GMCP) for _, option in plain.said), f"{plain.said}")
    check(not server.role("crash") and "SIGSYS" not in server.log(), "a call was forbidden")
    server.end(client, plain)


@scenario()
def a_compressed_session_moves(place):
    """The session of a MUD client moves between keys: one stream ends, the next begins, and nothing is sent twice."""
    server = Server(place).start()
    client = at_play(server)
    client.say('Core.Supports.Set ["Char 1"]')
    rested(server, client)
    for _ in range(3):
        client.press("\x12", 0.3)
        before, text, messages = picture(client), client.text_taken, len(client.messages)
        begun = client.begun
        move(server)
        client.settle(0.3)
        check(client.ended == begun and client.begun == begun, f"{client.begun} streams, {client.ended} of them ended")
        check(client.text_taken == text and len(client.messages) == messages, "the move sent text")
        client.press("\x12", 0.3)
        check(client.begun == begun + 1 and client.inflater, f"{client.begun} streams after the move, {begun} before")
        check(picture(client) == before, f"after the move the screen differs:\n{client.text()}")
        people.walk(client, 1)
        check(client.newest("Char.Vitals")["hp"] == health_shown(client), f"{client.newest('Char.Vitals')}")
    server.end(client)


# ---- The real tt++ ----

class Tintin(Program):
    """tt++ in a terminal.  It never sleeps, so its HOME is another one than that of the scenario's processes."""

    def __init__(self, server, *commands, script=""):
        home = server.place.file("tintin")
        os.makedirs(home, exist_ok=True)
        command = ";".join([*commands, f"#session game 127.0.0.1 {server.telnet_port}"])
        super().__init__(server.place, [TINTIN, "-G", server.place.file("script.tin", script), "-e", command], 100, 34, HOME=home)

    def catch_up(self, limit=5):
        """Reads until the server has nothing to do and tt++ has shown it."""
        super().catch_up(limit)
        while self.pump(0.3):
            pass
        return super().catch_up(limit)

    def settle(self, quiet=0.15, limit=5):
        return self.catch_up(limit)


@scenario()
def tintin_in_its_split_screen(place):
    """tt++ with a split screen plays in line mode: it registers, begins a game, looks and walks; the password is not shown."""
    server = Server(place).start()
    with open(os.path.join(ROOT, "docs/playing.md"), encoding="utf-8") as file:
        script = block_after(file.read(), "These lines of tt++ ask for the module")
    check(script.startswith("#split\n"), script)
    client = Tintin(server, "#config {debug telnet} on", script=script)
    client.expect("This is line mode")

    def say(line, pattern):
        client.send(line + "\r")
        client.expect(pattern)

    say("new", r"The name you want\?")
    say("Tintin", r"A password\?")
    say(people.PASSWORD, r"Once more\?")
    say(people.PASSWORD, r"Tintin, in the lobby")
    check(people.PASSWORD.encode() not in client.raw, f"the password is shown:\n{client.text()}")
    say("1", "by its number:")
    client.expect(r"Health: 1000 of 1000\.")
    say("1", r"Type look, explore or help\.")
    say("look", "Under your feet: a staircase up")
    say("explore", r"(?s)> explore\s+\S.*\n>")
    say("health", r"Health \d+ of \d+|[Hh]ealth")
    check(b"MCCP2 INITIALIZED" in client.raw, f"tt++ did not inflate:\n{client.text()}")
    # Its own bar and its input line stay where they are.
    check(re.match("─{90}", client.row(32)), f"the split is gone:\n{client.text()}")
    who = server.run("admin", "who").stdout
    check("Tintin" in who and "telnet" in who, f"the player is not in the list: {who}")
    server.end(client, secrets=[people.PASSWORD])


@scenario()
def tintin_without_a_split(place):
    """tt++ without a split screen sends each key and draws the map as it is sent, while its output is compressed."""
    server = Server(place).start()
    client = Tintin(server)
    client.expect(people.GREETING)
    client.send("guest\r")
    people.play(client)
    check(re.search(r"Health\D*\d+", people.status(client)), f"the status is not in the last rows:\n{client.text()}")
    people.walk(client, 3)
    drawn = client.text()
    client.press("\x12")
    check(client.text() == drawn, f"drawn by differences:\n{drawn}\nanew:\n{client.text()}")
    server.end(client)


# ---- Lists of servers ----

MSSP_CONFIG = "[lobby]\nhost = mud.example\n[mssp]\nport = 23\ntls_port = 992\ncontact = op@mud.example\n"


def check_status(server, status, players, **wanted):
    wanted = {"NAME": "Trapdoor", "PLAYERS": str(players), "FAMILY": "Custom", "LANGUAGE": "English", "MCCP": "1", "GMCP": "1", "MXP": "0", **wanted}
    check({name: status.get(name) for name in wanted} == wanted, f"{status}")
    check(abs(int(status["UPTIME"]) - time.time()) < LONG, f"UPTIME {status['UPTIME']}")
    check(re.fullmatch(r"Trapdoor \d+\.\d+\.\d+", status["CODEBASE"]), status["CODEBASE"])
    check(all(value for value in status.values()), f"an empty value: {status}")


def plain_status(port, word):
    """What a crawler gets that types a word at the first prompt."""
    crawler = Telnet(port, negotiate=False)
    crawler.expect(people.GREETING)
    crawler.send(word + "\r\n").expect_end()
    table = re.search(rb"\r\nMSSP-REPLY-START\r\n(.*\r\n)MSSP-REPLY-END\r\n", crawler.raw, re.S)
    check(table, f"no table: {bytes(crawler.raw)}")
    return dict(line.split("\t") for line in table.group(1).decode("ascii").split("\r\n")[:-1])


@scenario()
def lists_of_servers(place):
    """MSSP by option and as a plain table: true facts, those that are not set left out; the word is no name."""
    server = Server(place).start()
    crawler = MudClient(server.telnet_port, wants=(MSSP,))
    crawler.expect(people.GREETING)
    wait_for("the facts", lambda: crawler.pump(0.1) or crawler.status)
    check_status(server, crawler.status, 0, GENRE="Horror", GAMEPLAY="Adventure", HOSTNAME=None, PORT=None, CONTACT=None, SSL=None)
    player = people.telnet_player(server, "Adele", new=True)
    for word in ("MSSP-REQUEST", "mssp-request"):
        check_status(server, plain_status(server.telnet_port, word), 1, HOSTNAME=None)
    stranger = Telnet(server.telnet_port)
    stranger.expect(people.GREETING)
    stranger.send("new\r")
    stranger.expect("Your name:")
    stranger.send("MSSP-REQUEST\r")
    stranger.expect("reserved")
    server.end(crawler, player, stranger)

    server = Server(place, config=MSSP_CONFIG, state=place.file("other")).start()
    check_status(server, plain_status(server.telnet_port, "MSSP-REQUEST"), 0, HOSTNAME="mud.example", PORT="23", SSL="992",
                 CONTACT="op@mud.example", WEBSITE=None)
    server.end()


# ---- TLS ----

class TlsTelnet(Telnet):
    """Telnet in TLS, from a source address."""

    def connect(self, host, port):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context.wrap_socket(socket.create_connection((host, port), timeout=LONG, source_address=("127.6.6.6", 0)))


def with_ports(text, ports):
    """The lines with other ports."""
    for port, other in ports.items():
        text, count = re.subn(rf"(?<=:){port}\b", str(other), text)
        check(count, f"port {port} is not in:\n{text}")
    return text


@scenario()
def telnet_in_tls(place):
    """stunnel and HAProxy with the settings of docs/sysop.md take telnet in TLS; the server knows the client's address."""
    with open(os.path.join(ROOT, "docs/sysop.md"), encoding="utf-8") as file:
        page = file.read()
    certificate = place.file("trapdoor.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                    "/CN=localhost", "-keyout", certificate, "-out", certificate + ".crt"], check=True, capture_output=True)
    with open(certificate, "a", encoding="ascii") as file, open(certificate + ".crt", encoding="ascii") as crt:
        file.write(crt.read())
    server = Server(place, config="[listen]\nproxies = 127.0.0.1\n[limits]\ntrusted =\n").start()
    stunnel, haproxy = free_port(), free_port()
    settings = with_ports(block_after(page, "write `/etc/stunnel/trapdoor.conf`"), {992: stunnel, 2323: server.telnet_port})
    settings = settings.replace("/etc/stunnel/trapdoor.pem", certificate)
    if os.getuid() != 0:        # stunnel could not become another user
        settings = re.sub(r"set[ug]id = .*\n", "", settings)
    balancer = with_ports(block_after(page, "### Behind HAProxy") + block_after(page, "with these lines below those of the section above:"),
                          {22: free_port(), 23: free_port(), 992: haproxy, 2222: server.ssh_port, 2323: server.telnet_port})
    balancer = balancer.replace("/etc/haproxy/trapdoor.pem", certificate)
    commands = [["stunnel", place.file("stunnel.conf", settings)],
                ["haproxy", "-db", "-f", place.file("haproxy.cfg", balancer)]]
    programs = [subprocess.Popen(command, env=environment(place), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for command in commands]
    try:
        for number, port in enumerate((stunnel, haproxy)):
            wait_for(f"{commands[number][0]} to listen", lambda: listening(port) or programs[number].poll() is not None)
            check(programs[number].poll() is None, f"{commands[number][0]} ended at once")
            client = TlsTelnet(port)
            # Only HAProxy tells that the client called in TLS.
            word, warns = (("telnet", True), ("telnets", False))[number]
            client.expect(people.GREETING)
            check((PLAIN_TEXT in client.text()) == warns, f"{commands[number][0]}:\n{client.text()}")
            if number == 0:
                people.register(client, "Secret")
            else:
                people.login(client, "Secret")
                client.expect(people.LOBBY)
            people.play(client)
            check(people.walk(client, 2) == 2, f"no steps:\n{client.text()}")
            who = server.run("admin", "who", check_status=0).stdout
            check(re.search(rf"^Secret +{word} +127\.6\.6\.6 ", who, re.M), who)
            people.leave_game(client)
            people.leave(client)
            server.expect_log(rf"event=session\.begin [^\n]*from=127\.6\.6\.6 transport={word}\n")
        check(len(re.findall(r"event=session\.begin [^\n]*from=127\.6\.6\.6 ", server.log())) == 2, server.log()[-2000:])
    finally:
        for program in programs:
            program.terminate()
            program.wait()
    server.end(secrets=[people.PASSWORD])
