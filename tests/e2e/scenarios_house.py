"""The operator's side: start, end, complaints of one sentence, and the operator's commands."""
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess

from harness import (Failure, LONG, SOON, Server, Telnet, check, copy_state, environment, free_port, listening, scenario, ssh_exec,
                     wait_for, ROOT, SANITIZED)
import people


def refuse(place, *words, says, state="state", status=1, env=None):
    """The program must end with a status and one sentence that matches."""
    result = subprocess.run([SANITIZED, *words, "--state", os.path.join(place.path, state)], cwd=ROOT, timeout=LONG,
                            stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment(place, **(env or {})))
    check(result.returncode == status, f"{' '.join(words)} ended with {result.returncode}, not {status}: "
                                       f"{result.stdout[-500:]} {result.stderr[-1500:]}")
    lines = [line for line in result.stderr.splitlines() if line.startswith("trapdoor: ")]
    check(len(lines) == 1, f"{' '.join(words)} should complain in one sentence: {result.stderr[-1500:]}")
    for pattern in says:
        check(re.search(pattern, lines[0]), f"the sentence '{lines[0]}' does not say '{pattern}'")


def no_ports():
    return ["--ssh", f"127.0.0.1:{free_port()}", "--telnet", f"127.0.0.1:{free_port()}"]


@scenario()
def taken_port(place):
    """A taken port is one sentence that names it."""
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refuse(place, "serve", "--init", "--telnet", f"127.0.0.1:{port}", "--ssh", f"127.0.0.1:{free_port()}", says=[str(port)])
        refuse(place, "serve", "--ssh", f"127.0.0.1:{port}", "--telnet", f"127.0.0.1:{free_port()}", says=[str(port)])


@scenario()
def bad_configuration(place):
    """Unknown keys, bad values and missing files are one sentence with file and line."""
    for text, patterns in (("[limits]\nconnections = 5\nwibble = 3\n", [r"bad\.conf:3", "wibble"]),
                           ("[limits]\nconnections = lots\n", [r"bad\.conf:2", "connections"]),
                           ("[limits]\n\nper_address = 0\n", [r"bad\.conf:3", "per_address"]),
                           ("[nowhere]\nconnections = 5\n", [r"bad\.conf:2", "nowhere"])):
        refuse(place, "serve", "--config", place.file("bad.conf", text), *no_ports(), says=patterns)
    refuse(place, "serve", "--config", place.file("absent.conf"), *no_ports(), says=[r"absent\.conf"])


@scenario()
def bad_content(place):
    """Content that cannot be read or parsed is refused with the file, and nothing is served."""
    refuse(place, "serve", "--content", place.file("absent"), *no_ports(), says=["absent"])
    pack = place.file("pack")
    shutil.copytree(os.path.join(ROOT, "etc/content"), pack)
    with open(os.path.join(pack, "zz-broken.txt"), "w", encoding="ascii") as file:
        file.write("# a broken pack\nmonster bad-rat\n    name bad rat\n    glyph r nosuchcolour\n    hits zero\n")
    result = subprocess.run([SANITIZED, "serve", "--content", pack, "--state", place.file("state"), *no_ports()],
                            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LONG, env=environment(place))
    check(result.returncode == 1, f"a broken pack should be refused, not {result.returncode}: {result.stderr[-1000:]}")
    check("zz-broken.txt:4" in result.stderr and "zz-broken.txt:5" in result.stderr,
          f"each fault should be told with file and line: {result.stderr[-1000:]}")


@scenario()
def corrupt_host_key(place):
    """A corrupt host key is one sentence with the file; it is not replaced."""
    Server(place).start().stop()
    state = place.file("state")
    keys = [name for name in os.listdir(state) if "key" in name and not name.endswith(".pub")]
    check(len(keys) == 1, f"one host key was expected in {os.listdir(state)}")
    path = os.path.join(state, keys[0])
    check(os.stat(path).st_mode & 0o077 == 0, "the host key is readable by others")
    with open(path, "w", encoding="ascii") as file:
        file.write("this is no key\n")
    refuse(place, "serve", *no_ports(), says=[re.escape(keys[0])])
    with open(path, encoding="ascii") as file:
        check(file.read() == "this is no key\n", "the operator's file was overwritten")


@scenario()
def corrupt_database(place):
    """A database that is none is one sentence with the file."""
    server = Server(place).start()
    server.run("scores", check_status=0)        # until the keeper has made its database
    server.stop()
    state = place.file("state")
    for name in os.listdir(state):
        path = os.path.join(state, name)
        if os.path.isfile(path) and open(path, "rb").read(6) == b"SQLite":
            with open(path, "wb") as file:
                file.write(b"no database " * 500)
            for suffix in ("-wal", "-shm"):
                if os.path.exists(path + suffix):
                    os.remove(path + suffix)
            refuse(place, "serve", *no_ports(), says=[re.escape(name)])
            return
    raise Failure(f"there is no database in {os.listdir(state)}")


@scenario()
def wrong_usage(place):
    """Wrong words end with 2, and every command has --help."""
    for words in (["nonsense"], ["serve", "--nonsense"], ["scores", "--format", "runes"], ["admin", "dance"]):
        result = subprocess.run([SANITIZED, *words], capture_output=True, text=True, timeout=LONG, env=environment(place))
        check(result.returncode == 2, f"`{' '.join(words)}` ended with {result.returncode}: {result.stderr[-500:]}")
        check(result.stderr.startswith("trapdoor: "), f"`{' '.join(words)}` said: {result.stderr[-500:]}")
    for command in ("serve", "play", "replay", "scores", "verify", "check", "admin", "upgrade", "restore", "lab", "help"):
        result = subprocess.run([SANITIZED, command, "--help"], capture_output=True, text=True, timeout=LONG,
                                env=environment(place))
        check(result.returncode == 0 and "usage" in result.stdout.lower(), f"{command} --help said: {result.stdout[:300]}")
    version = subprocess.run([SANITIZED, "--version"], capture_output=True, text=True, timeout=LONG, env=environment(place))
    check(re.fullmatch(r"trapdoor \d+\.\d+\.\d+, rules \d+\n", version.stdout), f"--version said {version.stdout!r}")


@scenario()
def sigterm(place):
    """SIGTERM tells the players, who may be anywhere, and ends everything with 0 within two seconds, whoever does not answer."""
    server = Server(place).start()
    clients = [Telnet(server.telnet_port) for _ in range(3)]
    for client in clients:
        client.expect(people.GREETING)
    clients += [people.telnet_player(server, "Ada", new=True), people.ssh_player(server, "Ben", place.ssh_key(), new=True)]
    for client in clients[-2:]:
        people.play(client)
    mute = socket.create_connection(("127.0.0.1", server.ssh_port), timeout=LONG)
    check(mute.recv(4096), "ssh did not greet")     # so its session is there, and is not taken for the next one
    awake = set(server.role("session"))
    asleep = Telnet(server.telnet_port)
    asleep.expect(people.GREETING)
    sleeper, = set(server.role("session")) - awake
    os.kill(sleeper, signal.SIGSTOP)
    status, seconds = server.terminate()
    check(status == 0, f"the server ended with {status}")
    check(seconds < SOON, f"the server took {seconds:.2f} s to end")
    for client in clients:
        client.expect_end()
        check(re.search(r"The server is shutting down", client.text()), f"the player was not told:\n{client.text()}")
    wait_for("all processes to end", lambda: not server.processes())
    mute.close()
    asleep.close()
    server.check_log()


@scenario()
def both_families(place):
    """IPv4 and IPv6 both answer."""
    server = Server(place).start()
    for host in ("127.0.0.1", "::1"):
        client = Telnet(server.telnet_port, host=host)
        client.expect(people.GREETING)
        client.close()
    server.end()


@scenario()
def ssh_answers(place):
    """board@ answers scores, who and help without an account; other words are refused, and a game without a terminal."""
    server = Server(place).start()
    for words, status in ((("scores",), 0), (("scores", "--json"), 0), (("who",), 0), (("help",), 0),
                          (("/bin/sh",), 1), (("scores;id",), 1), (("scores", "--nonsense"), 1)):
        result = ssh_exec(server, "board", *words, options=["-o", "PreferredAuthentications=none"])
        good = result.returncode == 0 if status == 0 else result.returncode not in (0, 255)
        check(good, f"`{' '.join(words)}` ended with {result.returncode}: {result.stdout} {result.stderr}")
        check(status != 0 or result.stdout.strip(), f"`{' '.join(words)}` said nothing")
        check("uid=" not in result.stdout, "a shell ran")
    for _ in range(5):
        result = ssh_exec(server, "guest", options=["-T"], typed="q\n")
        check(result.returncode == 1 and "needs a terminal" in result.stdout,
              f"without a terminal it ended with {result.returncode}: {result.stdout} {result.stderr}")
    def ends():
        return re.findall(r'event=session.end .*reason="(.*)"', server.log())

    wait_for("the ends of 12 sessions in the log", lambda: len(ends()) >= 12)
    check(len(ends()) == 12 and all(ends()), f"the log does not tell why each session ended: {ends()}")
    server.end()


@scenario()
def lists_are_the_same_over_ssh_and_on_the_command_line(place):
    """scores and games print the same text and the same JSON over ssh as on the command line; who is JSON over ssh, too."""
    server = Server(place).start()
    anna = people.telnet_player(server, "Anna", new=True)
    people.play(anna)
    people.quit_run(anna)
    server.expect_log(r"event=run\.proof [^\n]*run=1 proof=1")        # before that a list may lack the run

    def over_ssh(words):
        result = ssh_exec(server, "board", *words, options=["-o", "PreferredAuthentications=none"])
        check(result.returncode == 0, f"ssh {words} ended with {result.returncode}: {result.stdout}")
        return result.stdout

    for words in (("scores",), ("scores", "--json"), ("scores", "--format", "json"), ("scores", "--games"),
                  ("scores", "--games", "--format", "json"), ("scores", "--games", "--json"), ("scores", "--format", "text")):
        here = server.run(*words, "--top", "20", check_status=0).stdout
        there = over_ssh(words)
        check(here == there, f"`{' '.join(words)}` prints {here!r} here, and {there!r} over ssh")
        if "json" in words[-1]:
            check(len(json.loads(here)) == 1, f"`{' '.join(words)}` has not one row: {here}")
    check(over_ssh(("games", "--json")) == server.run("scores", "--games", "--json", check_status=0).stdout, "games differ")
    online = json.loads(over_ssh(("who", "--json")))
    check([row["name"] for row in online] == ["Anna"] and "127.0.0.1" not in str(online), f"who says {online}")
    check("Anna" in str(json.loads(server.run("admin", "who", "--json", check_status=0).stdout)), "admin who differs")
    check(json.loads(server.run("verify", "--set-aside", "--json", check_status=0).stdout) == [], "a run is set aside")
    server.end(anna)


@scenario()
def check_names_the_programs_that_runs_wait_for(place):
    """check finds a run in progress whose rules have no program here, and says what to install; an ended and verified one needs none."""
    server = Server(place).start()
    anna = people.telnet_player(server, "Anna", new=True)
    people.play(anna)
    anna.close()
    server.stop()
    found = server.run("check", "--json", check_status=0).stdout
    check(all(row["fine"] for row in json.loads(found)), f"check finds {found}")
    areas = {row["area"] for row in json.loads(found)}
    check({"settings", "ssh", "telnet", "content", "disk", "host key", "database", "clock", "sandbox"} <= areas, f"check has only {areas}")
    with sqlite3.connect(os.path.join(server.state, "trapdoor.db")) as database:
        database.execute("UPDATE segments SET rules = 3")
    finding = [row for row in json.loads(server.run("check", "--json", check_status=1).stdout) if not row["fine"]]
    check(len(finding) == 1 and finding[0]["area"] == "programs" and "rules version 3 wait for" in finding[0]["text"]
          and "install trapdoor-rules-3" in finding[0]["text"], f"check finds {finding}")
    with sqlite3.connect(os.path.join(server.state, "trapdoor.db")) as database:
        database.execute("UPDATE runs SET quarantined = 'by a test'")
    server.run("check", check_status=0)


@scenario()
def backup_check(place):
    """A backup is a whole database; check finds no fault."""
    server = Server(place).start()
    copy = copy_state(server, place.file("copy"))
    with sqlite3.connect(os.path.join(copy.state, "trapdoor.db")) as database:
        check(database.execute("PRAGMA integrity_check").fetchone()[0] == "ok", "the backup is not whole")
        check(database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] > 3, "the backup is empty")
    server.run("check", check_status=0)
    server.end()


@scenario()
def listener_dies(place):
    """A dead listener ends nothing: its players go on, and a new one takes the same state directory."""
    server = Server(place).start()
    client = Telnet(server.telnet_port)
    client.expect(people.GREETING)
    before = len(client.raw)
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
    wait_for("the ports to close", lambda: not listening(server.telnet_port))
    client.send("\x12")
    wait_for("the player's line to answer without its listener", lambda: client.pump(0.1) and len(client.raw) > before)
    check(not client.over, f"the player's line died with the listener:\n{client.text()}")
    again = Server(place, state=server.state).start()
    other = Telnet(again.telnet_port)
    other.expect(people.GREETING)
    again.stop()
    server.stop()
    again.check_log()
