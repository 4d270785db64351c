"""Metrics and the log: what monitoring programs and sysops read while players play."""
import fcntl
import json
import os
import re
import signal
import socket
import subprocess

from harness import Failure, OPTIMISED, ROOT, Server, Telnet, check, environment, free_port, scenario, ssh, wait_for
import people
from scenarios_house import refuse

SAMPLE = re.compile(r'^(trapdoor_\w+)(\{\w+="[^"\\\n]*"(?:,\w+="[^"\\\n]*")*\})? (\d+(?:\.\d+)?)$')


def read_socket(client):
    """The body of the answer to GET /metrics."""
    with client:
        client.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n")
        answer = b"".join(iter(lambda: client.recv(65536), b"")).decode("ascii")
    head, body = answer.split("\r\n\r\n", 1)
    check(head.startswith("HTTP/1.1 200 OK\r\n") and "text/plain; version=0.0.4" in head, f"the answer begins with {head}")
    return body


def read_unix(path):
    client = socket.socket(socket.AF_UNIX)
    client.connect(path)
    return read_socket(client)


def samples(text):
    """{series: value}.  Every line is a comment or a sample."""
    found = {}
    for line in text.splitlines():
        match = SAMPLE.match(line)
        check(match or line.startswith("# "), f"the metrics have the line {line!r}")
        if match:
            found[match.group(1) + (match.group(2) or "")] = float(match.group(3))
    return found


@scenario()
def metrics_count_what_players_do(place):
    """The metrics on a Unix socket follow connections, logins, turns and a killed keeper; a killed exporter comes again."""
    path = place.file("metrics")
    server = Server(place, env={"TRAPDOOR_MONITOR_METRICS": f"unix:{path}"}).start()

    def now():
        return samples(read_unix(path))

    def wait_value(series, least):
        return wait_for(f"{series} to be {least} at least", lambda: now()[series] >= least)

    before = now()
    check(before["trapdoor_commands_total"] == 0, f"before a player comes there are {before['trapdoor_commands_total']} commands")
    check(before['trapdoor_logins_total{method="password",result="wrong"}'] == 0, "the rehearsal counts as a login")
    anna = people.telnet_player(server, "Anna", new=True)
    wait_value('trapdoor_logins_total{method="registration",result="ok"}', 1)
    wait_value('trapdoor_connections{transport="telnet",state="logged_in"}', 1)
    wait_value('trapdoor_sessions{account="player"}', 1)
    people.play(anna)
    people.walk(anna, 10)
    wait_value("trapdoor_commands_total", 5)
    seen = now()
    check(seen["trapdoor_runs_begun_total"] == 1, "the run was not counted")
    check(seen["trapdoor_commit_duration_seconds_count"] > 5, "no commit was timed")
    check(seen["trapdoor_database_size_bytes{file=\"wal\"}"] > 0 and seen["trapdoor_disk_free_bytes"] > 0, "no disk was measured")
    check(seen['trapdoor_processes{kind="session"}'] == 1, "the session's process was not found")
    check(seen['trapdoor_process_memory_bytes{kind="keeper"}'] > 100000, "the keeper's memory was not measured")

    stranger = Telnet(server.telnet_port)
    stranger.expect(people.GREETING)
    stranger.send("Anna\r")
    stranger.expect(people.ASKS_PASSWORD)
    stranger.send("not this one\r")
    wait_value('trapdoor_logins_total{method="password",result="wrong"}', 1)
    wait_value('trapdoor_connections{transport="telnet",state="waiting"}', 1)
    stranger.close()

    page = server.run("admin", "stats", check_status=0).stdout
    check(re.search(r"Commands of games that are on disk: [1-9]", page), f"`admin stats` does not count commands: {page}")
    check(re.search(r"^Login attempts, by method and result:\n  password wrong +1\n  registration ok +1$", page, re.M),
          f"`admin stats` does not count logins: {page}")
    check(re.search(r"^Time of one commit to the database: [1-9]\d*\n  50 % at most +\d+\.\d ms$", page, re.M),
          f"`admin stats` does not show the commits: {page}")
    listed = {row["name"] + str(sorted(row["labels"].items())): row["value"]
              for row in json.loads(server.run("admin", "stats", "--json", check_status=0).stdout)}
    shown = now()
    for name in ("trapdoor_runs_begun_total", "trapdoor_commit_requests_count"):
        check(0 < listed[name + "[]"] <= shown[name], f"{name} is {listed[name + '[]']} in JSON, and {shown[name]}")
    check(listed["trapdoor_sessions[('account', 'player')]"] == 1, "no session is in the JSON")
    check(len(listed) == len(shown) - 1, f"the JSON has {len(listed)} samples, the metrics have {len(shown)}")

    server.kill("keeper")
    wait_value("trapdoor_keeper_starts_total", 2)
    check(now()["trapdoor_commands_total"] >= seen["trapdoor_commands_total"], "a new keeper began to count at 0")
    server.kill("metrics")
    server.expect_log("event=metrics.died")
    wait_for("the exporter to come again", lambda: server.role("metrics"))
    check(now()["trapdoor_keeper_starts_total"] == 2, "a new exporter shows other counters")
    server.end(anna, secrets=("not this one",))


@scenario()
def metrics_on_a_loopback_port_and_in_a_file(place):
    """Metrics come from a loopback port, or as a file that is replaced whole; every other place is refused with a sentence."""
    port = free_port()
    server = Server(place, program=OPTIMISED, env={"TRAPDOOR_MONITOR_METRICS": f"127.0.0.1:{port}"}).start()
    check(samples(read_socket(socket.create_connection(("127.0.0.1", port))))["trapdoor_keeper_starts_total"] == 1,
          "there is no count of the keeper's starts")
    server.end()
    os.chmod(place.path, 0o755)     # the listener's user enters it
    os.mkdir(place.file("collector"))
    os.chmod(place.file("collector"), 0o777)
    path = place.file("collector/trapdoor.prom")
    server = Server(place, program=OPTIMISED,
                    env={"TRAPDOOR_MONITOR_METRICS": path, "TRAPDOOR_MONITOR_METRICS_SECONDS": "1"}).start()
    wait_for("the file", lambda: os.path.exists(path))
    first = os.stat(path).st_ino

    def content():
        with open(path, encoding="ascii") as file:
            return file.read()

    wait_for("the next file", lambda: os.stat(path).st_ino != first)
    check("trapdoor_keeper_starts_total" in samples(content()), "the file lacks a metric")
    check(os.stat(path).st_mode & 0o777 == 0o644, f"the file has mode {os.stat(path).st_mode:o}")
    server.end()
    serve = ("serve", "--ssh", "127.0.0.1:0", "--telnet", "")
    refuse(place, *serve, says=[r'monitor\.metrics is "0\.0\.0\.0:9150"; it must be off, '],
           env={"TRAPDOOR_MONITOR_METRICS": "0.0.0.0:9150"})
    refuse(place, *serve, says=[r"cannot write metrics to /proc/trapdoor\.prom: user \S+ may not write in its directory"],
           env={"TRAPDOOR_MONITOR_METRICS": "/proc/trapdoor.prom"})


HIDING = ("unshare", "--mount", "sh", "-c", 'mount -t proc -o hidepid=invisible proc /proc && exec "$@"', "sh")


class HiddenServer(Server):
    """/proc shows its processes none but those that they may trace, as under ProtectProc=invisible of the shipped unit."""

    def command(self):
        return [*HIDING, *super().command()]


def processes_can_be_hidden():
    """Whether this user may mount /proc so that another one sees none but its own processes."""
    try:
        found = subprocess.run([*HIDING, "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "test", "-e", "/proc/1"],
                               capture_output=True, timeout=60, check=False)
    except FileNotFoundError:
        return False
    return found.returncode == 1 and not found.stderr


@scenario()
def processes_are_counted_where_proc_hides_them(place):
    """With /proc mounted as under the shipped unit, each kind of process has its count and its memory, also after deaths."""
    if not processes_can_be_hidden():
        print("     /proc cannot be mounted with hidepid: nothing was measured")
        return
    path = place.file("metrics")
    server = HiddenServer(place, program=OPTIMISED, env={"TRAPDOOR_MONITOR_METRICS": f"unix:{path}"}).start()
    with open(f"/proc/{server.role('metrics')[0]}/mounts", encoding="utf-8") as file:
        check("hidepid=invisible" in file.read(), "the exporter sees another /proc")

    def now():
        """{kind: (count, bytes)} of the kinds that there are."""
        seen = samples(read_unix(path))
        found = {kind: (seen[f'trapdoor_processes{{kind="{kind}"}}'], seen[f'trapdoor_process_memory_bytes{{kind="{kind}"}}'])
                 for kind in re.findall(r'trapdoor_processes{kind="(\w+)"}', " ".join(seen))}
        return {kind: both for kind, both in found.items() if both != (0, 0)}

    def await_counts(players=(), **more):
        """Waits for one process of each kind, two forkers and these, and for their sizes, while the players press a key."""
        wanted = dict.fromkeys(("serve", "listener", "supervisor", "keeper", "hasher", "metrics"), 1) | {"forker": 2} | more

        def right():
            for player in players:
                player.send("x")
            seen = now()
            return {kind: count for kind, (count, _) in seen.items()} == wanted and \
                all(100_000 < size / count < 50_000_000 for count, size in seen.values())
        try:
            wait_for(f"the processes {wanted}", right, 8)
        except Failure as failure:
            raise Failure(f"{failure}; there are {now()}") from None

    await_counts()
    anna = people.telnet_player(server, "Anna", new=True)
    people.play(anna)
    ada = people.ssh_player(server, "Ada", place.ssh_key(), new=True)
    await_counts(session=2)
    ada.send("w")
    ada.expect(r"Anna +depth 1")
    ada.send("\r")
    ada.expect(r"\blive\b")
    await_counts(session=2, replayer=1)
    server.kill("keeper")
    await_counts(session=2, replayer=1)
    os.kill(server.role("listener")[0], signal.SIGKILL)
    server.expect_log("event=listener.begin")
    # The new listener knows no size of a session that does nothing.
    await_counts(players=(anna,), session=2, replayer=1)
    server.kill("hasher")
    server.kill("metrics")
    await_counts(session=2, replayer=1)
    ada.close()
    await_counts(session=1)
    server.end(anna)


@scenario()
def the_log_holds_no_password_and_no_key_pressed(place):
    """At the level debug, as JSON, the log has no password, right, wrong or in the wrong field, and nothing that was typed."""
    server = Server(place, env={"TRAPDOOR_MONITOR_LOG": "json", "TRAPDOOR_MONITOR_LOG_LEVEL": "debug"}).start()
    secrets = ["Rosebud-5521-x", "Sesame-8837-y", "Drowssap-4410-z", "Xyzzyplugh77", "Other-9921-secret", "Host-3345-given"]
    first, wrong, misplaced, typed, changed, given = secrets
    anna = people.telnet_player(server, "Anna", password=first, new=True)
    people.play(anna)
    people.walk(anna, 5)
    anna.press("qzqz.qzqz")
    anna.close()
    stranger = Telnet(server.telnet_port)
    stranger.expect(people.GREETING)
    stranger.send(misplaced + "\r")
    stranger.expect(people.ASKS_PASSWORD)
    stranger.send(typed + "\r")
    stranger.settle()
    stranger.close()
    stranger = Telnet(server.telnet_port)
    people.login(stranger, "Anna", wrong)
    stranger.settle()
    stranger.close()
    client = ssh(server, "Anna")
    client.expect("Password:")
    client.send(changed + "\r")
    client.expect("Password:")
    client.send(first + "\r")
    client.expect(people.LOBBY)
    client.close()
    server.run("admin", "passwd", "Anna", stdin=given + "\n", check_status=0)
    wait_for("the ends of the sessions", lambda: server.log().count('"event":"session.end"') >= 4)
    for line in server.log().splitlines():
        if line.startswith("{"):
            json.loads(line)
    events = {json.loads(line)["event"] for line in server.log().splitlines() if line.startswith("{")}
    check({"account.new", "login", "login.refused", "run.begin", "account.password"} <= events, f"the log has only {events}")
    server.end(secrets=[*secrets, "qzqz"])


@scenario()
def lines_lost_in_a_full_pipe_are_counted(place):
    """Nobody reads the log's pipe while 60 clients come and go: the next line says how many lines all processes lost."""
    server = Server(place)
    os.makedirs(server.state, mode=0o700)
    reading, writing = os.pipe()
    server.process = subprocess.Popen(server.command(), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=writing, stderr=writing,
                                      env=environment(place), start_new_session=True)
    os.close(writing)
    text = b""
    while not re.search(rb"event=server\.begin [^\n]*\n", text):
        piece = os.read(reading, 4096)
        check(piece, f"the server ended at once: {text}")
        text += piece
    server.telnet_port = int(re.search(rb"ssh=\d+ telnet=(\d+)", text).group(1))
    fcntl.fcntl(reading, 1031, 4096)    # F_SETPIPE_SZ
    for _ in range(60):
        client = Telnet(server.telnet_port)
        client.expect(people.GREETING)
        client.close()
    wait_for("the sessions to end", lambda: not server.role("session"))
    os.set_blocking(reading, False)

    counts = []

    def most_are_counted():
        """Reading the log makes room for more of it. Of about 120 lines that were lost it must count most."""
        try:
            text = os.read(reading, 65536)
        except BlockingIOError:
            return False
        counts.extend(map(int, re.findall(rb"event=log\.lost [^\n]*lines=(\d+)", text)))
        return sum(counts) > 60

    wait_for("the log to count the lost lines", most_are_counted)
    server.stop()
    os.close(reading)


@scenario()
def a_session_id_joins_the_lines_of_a_connection(place):
    """All lines of one connection have its id, in listener, session and keeper, also after the keeper was killed; refusals are summed."""
    server = Server(place, env={"TRAPDOOR_LIMITS_TRUSTED": "", "TRAPDOOR_LIMITS_PER_ADDRESS": "2"}).start()

    def events(name):
        """{id: {event: pids}} of the lines with that name's session."""
        lines = [re.search(r"event=(\S+) (?:pid=(\d+) )?session=(\w{8}) (?:(?:process|keeper)=(\d+) )?", line) for line in server.log().splitlines()]
        ids = set(re.findall(rf"event=session\.login session=(\w+) [^\n]*name=\"{name}\"", server.log()))
        check(len(ids) == 1, f"{name} has the sessions {ids}")
        return {line.group(1): line.group(2) or line.group(4) for line in lines if line and line.group(3) in ids}

    anna = people.telnet_player(server, "Anna", new=True)
    people.play(anna)
    server.kill("keeper")
    people.walk(anna, 3)
    bert = people.telnet_player(server, "Bert", new=True)
    for _ in range(5):
        refused = Telnet(server.telnet_port)
        refused.expect("too many connections from your address")
        refused.close()
    people.quit_run(anna)
    anna.close()
    bert.close()
    server.expect_log(r'event=session.end [^\n]*name="Anna"')
    server.expect_log(r'event=session.end [^\n]*name="Bert"')
    found = events("Anna")
    check({"session.begin", "account.new", "login", "session.login", "run.begin", "run.end", "session.end"} <= set(found),
          f"Anna's lines with an id are only {found}")
    check(found["run.end"] not in (found["login"], found["session.begin"]), f"the new keeper did not end the run: {found}")
    check("run.begin" not in events("Bert"), "Bert's id has Anna's lines")
    server.stop()
    counts = re.findall(r"event=session\.refused [^\n]*from=127\.0\.0\.0/24 count=(\d+) ", server.log())
    check(sum(map(int, counts)) == 5 and len(counts) <= 2, f"the refusals are summed as {counts}")
    server.check_log()
