"""The sandbox of the shipped program: which system calls its processes may make, and what a subverted one reaches."""
import contextlib
import errno
import os
import platform
import pwd
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time

from harness import LONG, OPTIMISED, Server, Telnet, check, scenario, wait_for
from scenarios_forkers import forkers
from scenarios_house import no_ports, refuse
from scenarios_site import open_folder
from scenarios_moderation import await_verdict, lengthen, run_of, start_and_stop_verifier, two_runs
import contents
import people
import tracer

BAD = -1                # an argument that is no descriptor, no address and no process
LAST_CALL = 470
# These would end the process, or change its signals for good, and are on the list of each role.
NOT_ASKED = {15: "rt_sigreturn", 231: "exit_group", 219: "restart_syscall"}
PROBES = {335, 336}     # the kernel's own traps for tracing, which no filter sees
# With bad arguments these are forbidden; with good ones they are what the list means.
PROPER = {9: (0, 4096, 1, 0x22, BAD, 0), 10: (0, 0, 0), 16: (BAD, 0x541b, 0), 72: (BAD, 3, 0), 54: (BAD, 1, 10, 0, 0),
          53: (1, 99, 0, 0), 41: (1, 99, 0), 56: (0x10000, 0, 0, 0, 0)}
PROPER_OF = {"listener": {54: (BAD, 1, 16, 0, 0)}}
FORBIDDEN = {"a child in another namespace": (56, (0x10000011, 0, 0, 0, 0)), "a thread": (56, (0x100, 0, 0, 0, 0)),
             "mmap of code": (9, (0, 4096, 5, 0x22, BAD, 0)), "mprotect to code": (10, (0, 4096, 5)),
             "TIOCSTI": (16, (0, 0x5412, 0)), "SIGTERM to init": (234, (1, 1, 15)), "an internet socket": (41, (2, 1, 0))}
# Children of these inherit their filters, and signal themselves or load a program.
GRANTED = {"supervisor": {"SIGTERM to init"}, "site": {"SIGTERM to init"}, "keeper": {"SIGTERM to init"}, "ssh forker": {"SIGTERM to init"},
           "plain forker": {"SIGTERM to init", "mmap of code", "mprotect to code", "TIOCSTI"},
           "parent": {"SIGTERM to init", "mmap of code", "mprotect to code", "TIOCSTI"}}


def lists():
    """{role: {names}} as the program tells them."""
    said = subprocess.run([OPTIMISED, "check", "--sandbox"], capture_output=True, text=True, check=True).stdout
    return {match.group(1): set(match.group(2).split()) for match in re.finditer(r"^(.+): \d+ system calls: (.+)$", said, re.M)}


def names():
    """{number: name} of this machine's system calls."""
    found = {}
    with open("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", encoding="utf-8") as file:
        for match in re.finditer(r"#define __NR_(\w+) (\d+)", file.read()):
            found[int(match.group(2))] = match.group(1)
    return found


def allowed_calls(pid, role):
    """The names of the calls that a process may make."""
    known, allowed = names(), set()
    with tracer.Traced(pid) as traced:
        for number in range(LAST_CALL):
            if number in NOT_ASKED or number in PROBES:
                continue
            arguments = PROPER_OF.get(role, PROPER).get(number) or PROPER.get(number, (BAD,) * 6)
            if number == 234:
                arguments = (pid, pid, 0)
            if traced.ask(number, arguments) is not None:
                allowed.add(known.get(number, str(number)))
        for what, (number, arguments) in FORBIDDEN.items():
            if what in GRANTED.get(role, ()):
                continue
            check(traced.ask(number, arguments) is None, f"process {pid} was allowed {what}")
    return allowed


def compare(role, listed, pid, when=""):
    listed = listed - set(NOT_ASKED.values())
    found = allowed_calls(pid, role)
    check(found == listed, f"the {role}{when} may also ask {sorted(found - listed)}, and may not ask {sorted(listed - found)}")


def sessions(server):
    return set(server.role("session"))


@scenario()
def a_hardened_program(place):
    """The shipped program is position-independent, its tables are read-only, and its code has the checks that the Makefile asks for."""
    def shown(*command):
        return subprocess.run([*command, OPTIMISED], capture_output=True, text=True, timeout=LONG, check=True).stdout

    check("DYN (" in shown("readelf", "-h"), "the program is not position-independent")
    check("GNU_RELRO" in shown("readelf", "-lW"), "its tables are not read-only")
    check(re.search(r"\(FLAGS_1\).*NOW", shown("readelf", "-dW")), "symbols are found late, so their table stays writable")
    check("__stack_chk_fail" in shown("nm", "-D"), "no function checks its stack")
    check(re.search(r"__\w+_chk@", shown("nm", "-D").replace("__stack_chk_fail", "")), "it is built without _FORTIFY_SOURCE")
    if platform.machine() != "x86_64":
        return
    code = shown("objdump", "-d", "--no-show-raw-insn")
    check(re.search(r"<main>:\n[^\n]*endbr64", code), "it is built without -fcf-protection")
    check(re.search(r"or[ql] +\$0x0,(0x\w+)?\(%rsp", code), "it is built without -fstack-clash-protection")


@scenario(limit=240)
def every_system_call(place):
    """Each process of the shipped program is asked for every system call: those that do not kill are those of its list."""
    if not tracer.possible():
        print("     not root on x86-64: nothing was asked")
        return
    said = lists()
    server = Server(place, program=OPTIMISED, env={"TRAPDOOR_MONITOR_METRICS": f"unix:{place.file('metrics')}",
                                                   "TRAPDOOR_SITE_FOLDER": open_folder(place)}).start()
    compare("site", said["site"], server.role("site")[0])
    compare("keeper", said["keeper"], server.role("keeper")[0])
    compare("metrics", said["metrics"], server.role("metrics")[0])
    stranger = Telnet(server.telnet_port)
    stranger.expect(people.GREETING)
    telnet = sessions(server)
    compare("session", said["session"], telnet.pop(), " over telnet, before login")
    stranger.close()
    wait_for("the stranger to be gone", lambda: not sessions(server))
    player = people.telnet_player(server, "Anna", new=True)
    compare("session", said["session"], sessions(server).pop(), " over telnet, in play")
    mute = socket.create_connection(("127.0.0.1", server.ssh_port), timeout=LONG)
    mute.recv(64)
    both = sessions(server)
    check(len(both) == 2, f"there are sessions {both}")
    compare("session", said["session"], max(both), " over ssh, before login")
    mute.close()
    wait_for("the mute client to be gone", lambda: len(sessions(server)) == 1)
    telnet = sessions(server)
    caller = people.ssh_player(server, "Ada", place.ssh_key(), new=True)
    over_ssh, = sessions(server) - telnet
    people.play(caller)
    compare("session", said["session"], over_ssh, " over ssh, in play")
    people.walk(caller, 2)
    compare("hasher", said["hasher"], server.role("hasher")[0])
    compare("listener", said["listener"], server.role("listener")[0])
    compare("supervisor", said["supervisor"], server.role("supervisor")[0])
    for pid, kind in forkers(server).items():
        compare(f"{kind} forker", said[f"{kind} forker"], pid)
    compare("parent", said["parent"], server.process.pid)
    people.play(player)     # all of them go on as if nothing had been asked
    spectator = people.telnet_player(server, "Bert", new=True)
    spectator.send("w")
    spectator.expect(r"Anna +depth 1")
    spectator.send("\r")
    spectator.expect(r"\blive\b")
    compare("replayer", said["replayer"], server.role("replayer")[0])
    server.end(player, caller, spectator)


def filters(pid):
    return int(facts(pid)["Seccomp_filters"])


@scenario(content=contents.patient)
def every_system_call_of_a_verifier(place):
    """A verifier of the shipped program, in the middle of a journal, is asked for every system call, and goes on."""
    if not tracer.possible():
        print("     not root on x86-64: nothing was asked")
        return
    server = two_runs(place, program=OPTIMISED)
    with contextlib.closing(sqlite3.connect(os.path.join(server.state, "trapdoor.db"))) as database, database:
        run = run_of(database, "Hanna")
        lengthen(database, run)
        await_verdict(database, run)
    verifier = start_and_stop_verifier(server)
    os.kill(verifier, signal.SIGCONT)
    plain = next(pid for pid, kind in forkers(server).items() if kind == "plain")
    wait_for("the verifier to be confined", lambda: filters(verifier) > filters(plain), LONG)
    compare("verifier", lists()["verifier"], verifier)
    time.sleep(0.5)
    check(verifier in server.processes() or re.search(rf"event=run\.proof [^\n]*run={run} proof=2", server.log()),
          f"the verifier ended without a verdict: {server.log()}")
    server.end()


@scenario()
def a_forbidden_call_ends_one_session(place):
    """A forbidden call ends that session alone and is logged by number; the run goes on where it was, and so do the others."""
    if not tracer.possible():
        print("     not root on x86-64: nothing was asked")
        return
    server = Server(place, program=OPTIMISED).start()
    anna = people.telnet_player(server, "Anna", new=True)
    people.play(anna)
    first = sessions(server).pop()
    bert = people.telnet_player(server, "Bert", new=True)
    with tracer.Traced(first) as traced:
        traced.make(41, (2, 1, 0))
    anna.expect_end()
    server.expect_log("forbidden system call 41")
    server.expect_log("session.died")
    check(not bert.over, "the other player was thrown out")
    again = people.telnet_player(server, "Anna")
    people.play(again)
    server.end(again, bert)


def descriptors(pid):
    """What a process has open.  None but root may ask that of a process that cannot be traced."""
    return {os.readlink(f"/proc/{pid}/fd/{name}") for name in os.listdir(f"/proc/{pid}/fd")} if os.geteuid() == 0 else set()


@scenario()
def what_a_subverted_session_reaches(place):
    """No file of the server, no other process, no port: neither by name nor through what the session inherited."""
    server = Server(place, program=OPTIMISED).start()
    player = people.telnet_player(server, "Anna", new=True)
    for role, most in (("session", 8), ("hasher", 4)):
        for pid in server.role(role):
            opened = descriptors(pid)
            kept = [path for path in opened if path.startswith(server.state)]
            check(not kept, f"the {role} holds {kept}")
            check(len(opened) <= most, f"the {role} holds {opened}")
            with open(f"/proc/{pid}/status", encoding="utf-8") as file:
                status = file.read()
            check("NoNewPrivs:\t1" in status and "Seccomp:\t2" in status, f"the {role} is not confined:\n{status}")
            with open(f"/proc/{pid}/limits", encoding="utf-8") as file:
                check(re.search(r"Max core file size\s+0\s+0", file.read()), f"the {role} may dump core")
    keeper = server.role("keeper")[0]
    with open(f"/proc/{keeper}/status", encoding="utf-8") as file:
        check("Seccomp:\t2" in file.read(), "the keeper is not confined")
    for pid, comm in server.processes().items():
        status = facts(pid)
        check(status["NoNewPrivs"] == "1" and status["Seccomp"] == "2", f"{comm} is not confined: {status}")
        with open(f"/proc/{pid}/limits", encoding="utf-8") as file:
            check(re.search(r"Max core file size\s+0\s+0", file.read()), f"{comm} may dump core")
        check(os.geteuid() == 0 or os.stat(f"/proc/{pid}/mem").st_uid == 0, f"{comm} can be traced by its own user")
    server.end(player)


FORGED = "\nts=2026-11-22T10:00:00.000Z level=info event=penalty pid=1 from=9.9.9.9 for=password refused_seconds=1\n\x1b[2Jboo\n"


@scenario()
def forged_log_lines(place):
    """A line that a subverted session writes has the session's own number and address, and neither newline nor control byte."""
    if not tracer.possible():
        print("     not root on x86-64: nothing was asked")
        return
    server = Server(place, program=OPTIMISED).start()
    player = people.telnet_player(server, "Anna", new=True)
    people.play(player)
    pid = sessions(server).pop()
    real = os.readlink(f"/proc/{server.process.pid}/fd/2")
    for role in ("session", "forker", "keeper", "hasher"):
        for one in server.role(role):
            links = {name: os.readlink(f"/proc/{one}/fd/{name}") for name in os.listdir(f"/proc/{one}/fd")}
            check(role == "forker" or real not in links.values(), f"the {role} holds the log: {links}")
            check(links["0"] == links["1"] == "/dev/null", f"the {role} holds {links}")
    stamp = rf"session=\w+ process={pid} from=127\.0\.0\.1"
    with tracer.Traced(pid) as traced:
        traced.ask(1, (2, traced.text(FORGED), len(FORGED)))
        line = server.expect_log(rf"(?m)^ts=\S+ level=info event=penalty {stamp} .*$").group(0)
        server.expect_log(rf"(?m)^ts=\S+ level=error event=process\.text {stamp} text=\"\?\[2Jboo\"$")
        for _ in range(400):
            traced.ask(1, (2, traced.text("boo\n" * 8), 32))
    check("from:9.9.9.9" in line and "from=9" not in line, f"the line is {line}")
    check(not re.search(r"(?m)^ts=2026-11-22T10:00:00.000Z", server.log()), "the session wrote to the log itself")
    begun = re.search(rf"(?m)^ts=\S+ level=info event=session\.begin {stamp} transport=telnet$", server.log())
    check(begun, f"the honest line is not there: {server.log()}")
    time.sleep(1)
    written = server.log().count('text="boo"')
    check(100 <= written < 300, f"{written} lines of 3200 were written within a second")
    check(people.walk(player, 2) == 2, f"the game does not go on:\n{player.text()}")
    server.expect_log(rf"event=log\.lost {stamp} lines=\d+")
    other = people.telnet_player(server, "Bert", new=True)      # while the lines of the first one wait
    server.expect_log(r"event=session\.login session=\w+ process=\d+ from=127\.0\.0\.1 name=\"Bert\"")
    server.end(player, other)
    server.expect_log(r"event=session\.end session=\w+ process=\d+ from=127\.0\.0\.1 name=\"Bert\"")


READ, WRITE_NEW = 0, 0o101      # flags of open
KEEPER_SIDE = ("keeper", "supervisor", "hasher", "check")      # names of processes; check ends soon after the start


@scenario()
def what_a_subverted_keeper_reaches(place):
    """The keeper opens files of its state directory, and no others: neither the host's nor the operator's."""
    if not tracer.possible():
        print("     not root on x86-64: nothing was asked")
        return
    landlock = subprocess.run([OPTIMISED, "check", "--sandbox"], capture_output=True, text=True, check=True).stdout
    if "landlock=no" in landlock:
        print("     this kernel has no Landlock: nothing was asked")
        return
    os.chmod(place.path, 0o755)
    outside = place.file("outside", "secret")
    server = Server(place, program=OPTIMISED).start()
    with tracer.Traced(server.role("keeper")[0]) as keeper:
        def opens(path, flags):
            return keeper.ask(257, (-100, keeper.text(path), flags, 0o600))
        for path, flags in (("/etc/passwd", READ), (outside, READ), (outside + ".new", WRITE_NEW), ("/proc/1/environ", READ)):
            check(opens(path, flags) == -errno.EACCES, f"the keeper opens {path}: {opens(path, flags)}")
        opened = opens(os.path.join(server.state, "trapdoor.db"), READ)
        check(opened >= 0, f"the control: the keeper cannot open its database: {opened}")
        keeper.ask(3, (opened,))
        check(keeper.ask(62, (os.getpid(), 0)) == -errno.EPERM, "the keeper may signal this process")
    check(not os.path.exists(outside + ".new"), "the keeper made a file")
    server.end()


@scenario()
def what_a_subverted_parent_reaches(place):
    """The parent of both sides and the plain forker write no file and signal no process of others; the forker of ssh opens nothing."""
    if not tracer.possible():
        print("     not root on x86-64: nothing was asked")
        return
    landlock = subprocess.run([OPTIMISED, "check", "--sandbox"], capture_output=True, text=True, check=True).stdout
    if "signals=yes" not in landlock:
        print("     this kernel's Landlock is missing or too old: nothing was asked")
        return
    folder = os.path.join(place.path, "anyone")
    os.mkdir(folder)
    os.chmod(folder, 0o777)
    os.chmod(place.path, 0o755)
    server = Server(place, program=OPTIMISED).start()
    player = people.telnet_player(server, "Anna", new=True)
    plain = next(pid for pid, kind in forkers(server).items() if kind == "plain")
    for name, pid in (("parent", server.process.pid), ("plain forker", plain)):
        with tracer.Traced(pid) as traced:
            made = traced.ask(257, (-100, traced.text(os.path.join(folder, name)), WRITE_NEW, 0o600))
            check(made == -errno.EACCES, f"the {name} makes a file: {made}")
            check(traced.ask(62, (os.getpid(), 0)) == -errno.EPERM, f"the {name} may signal this process")
            opened = traced.ask(257, (-100, traced.text("/etc/passwd"), READ, 0))
            check(opened >= 0, f"the control: the {name} reads no file: {opened}")
            traced.ask(3, (opened,))
    check(not os.listdir(folder), "a file was made")
    server.end(player)


def as_user(user, code, *words):
    """What Python code, run as that user, prints."""
    ran = subprocess.run([sys.executable, "-c", code, *words], user=user, group=0 if user == "root" else pwd.getpwnam(user).pw_gid,
                         extra_groups=[], capture_output=True, text=True)
    return ran.stdout.strip() or ran.stderr.strip()


REACH = """
import os, socket, sys
def attempt(deed):
    try:
        deed()
        return "yes"
    except OSError as error:
        return error.strerror
line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
print(attempt(lambda: os.listdir(sys.argv[1])), attempt(lambda: open(sys.argv[1] + "/host_key", "rb")),
      attempt(lambda: line.connect(sys.argv[1] + "/keeper.sock")), sep="; ")
"""


def facts(pid):
    """{name: value} of a process's status."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)


def two_users(place, state=None):
    """A server whose sides have users of their own."""
    os.chmod(place.path, 0o755)
    server = Server(place, program=OPTIMISED, state=state, config="[security]\nkeeper_user = daemon\ndoor_user = nobody\n")
    command = server.command
    server.command = lambda: ["setpriv", "--groups", "0,1", *command()]     # as root has at a login
    return server.start()


@scenario()
def two_trees(place):
    """Started as root, each side has a user of its own and no capability; the door side cannot enter the state directory."""
    if os.geteuid() != 0:
        print("     not root: nothing was asked")
        return
    server = two_users(place)
    player = people.telnet_player(server, "Anna", new=True)
    people.play(player)
    users = {}
    for pid, comm in server.processes().items():
        status = facts(pid)
        users.setdefault(comm, set()).update(status["Uid"].split())
        check(int(status["CapEff"], 16) == int(status["CapPrm"], 16) == int(status["CapBnd"], 16) == 0,
              f"{comm} has capabilities: {status}")
        check(not status["Groups"].strip(), f"{comm} has the groups {status['Groups']}")
        check(status["NoNewPrivs"] == "1", f"{comm} may gain privileges")
        for table in ("tcp", "tcp6"):
            check(comm not in KEEPER_SIDE or not sockets(pid, table), f"{comm} has an internet socket")
    keeper_side, door_side = str(pwd.getpwnam("daemon").pw_uid), str(pwd.getpwnam("nobody").pw_uid)
    for comm, found in users.items():
        wanted = keeper_side if comm in KEEPER_SIDE else door_side
        check(found == {wanted}, f"{comm} is of the users {found}, not of {wanted}")
    check({"keeper", "hasher", "supervisor", "listener", "trapdoor"} <= set(users), f"the processes are {users}")
    refused = as_user("nobody", REACH, server.state)
    check(refused == "; ".join(["Permission denied"] * 3), f"the door side's user reaches the state directory: {refused}")
    for user in ("daemon", "root"):
        check(as_user(user, REACH, server.state) == "yes; yes; yes", f"the control: {user} is refused")
    server.kill("keeper")
    server.expect_log("event=keeper.again")
    check(people.walk(player, 2) == 2, f"the game does not go on:\n{player.text()}")
    check(facts(server.role("keeper")[0])["Uid"].split()[0] == keeper_side, "the next keeper is of another user")
    check(server.run("admin", "who", program=OPTIMISED).returncode == 0, "root is no operator")
    server.end(player)
    again = Server(place, program=OPTIMISED, state=server.state).start()     # its owner is the keeper's user now
    check(facts(again.role("keeper")[0])["Uid"].split()[0] == keeper_side, "the owner of the directory is not the keeper's user")
    again.end()


def sockets(pid, table):
    """The descriptors of a process that are sockets of that table."""
    with open(f"/proc/{pid}/net/{table}", encoding="ascii") as file:
        inodes = {line.split()[9] for line in file.readlines()[1:]}
    links = [os.readlink(f"/proc/{pid}/fd/{name}") for name in os.listdir(f"/proc/{pid}/fd")]
    return [link for link in links if link.startswith("socket:[") and link[8:-1] in inodes]


@scenario()
def a_door_user_beside_nobody(place):
    """With nobody as the keeper's user and no setting for the sessions, they get another user, and none is root."""
    if os.geteuid() != 0:
        print("     not root: nothing was asked")
        return
    os.chmod(place.path, 0o755)
    server = Server(place, program=OPTIMISED, config="[security]\nkeeper_user = nobody\n").start()
    player = people.telnet_player(server, "Anna", new=True)
    people.play(player)
    nobody = str(pwd.getpwnam("nobody").pw_uid)
    for pid, comm in server.processes().items():
        user = facts(pid)["Uid"].split()[0]
        check(user != "0", f"{comm} is root")
        check((user == nobody) == (comm in KEEPER_SIDE), f"{comm} is of the user {user}")
    server.end(player)


@scenario()
def users_of_an_older_state(place):
    """A state directory that root's server made goes on working; root's command in another user's directory leaves it usable."""
    if os.geteuid() != 0:
        print("     not root: nothing was asked")
        return
    state = os.path.join(place.path, "state")
    os.mkdir(state, 0o755)
    server = Server(place, program=OPTIMISED, state=state)
    server.run("scores", check_status=0)
    wait_for("root's keeper to end", lambda: not server.processes())
    check(os.stat(state).st_uid == os.stat(os.path.join(state, "trapdoor.db")).st_uid == 0, "the control: it is not root's")
    server = two_users(place, state)
    people.telnet_player(server, "Anna", new=True).close()
    server.end()
    server = two_users(place, server.state)
    player = people.telnet_player(server, "Anna")
    server.end(player)
    lock = os.path.join(server.state, "keeper.lock")
    for what, change in (("the next server", lambda: None), ("a command that makes the lock", lambda: os.remove(lock)),
                         ("a command that finds root's lock", lambda: os.chown(lock, 0, 0))):
        change()
        if what != "the next server":
            check(server.run("scores", program=OPTIMISED).returncode == 0, f"root cannot read the board by {what}")
            wait_for("root's keeper to end", lambda: not server.processes())
        owners = {os.lstat(os.path.join(server.state, name)).st_uid for name in os.listdir(server.state)}
        check(owners == {pwd.getpwnam("daemon").pw_uid}, f"after {what} the files belong to {owners}")
    server = two_users(place, server.state)
    server.end(people.telnet_player(server, "Anna"))
    for key in ("keeper_user", "door_user"):
        refuse(place, "serve", "--config", place.file("bad.conf", f"[security]\n{key} = no-such-user\n"), *no_ports(),
               says=[f"security.{key}", "no such user"])
        refuse(place, "serve", "--config", place.file("bad.conf", f"[security]\n{key} = root\n"), *no_ports(), says=["without root"])


@scenario()
def neither_side_is_root(place):
    """Without a setting, a state directory of root in a place that is closed to others becomes a user's; strange files are refused."""
    if os.geteuid() != 0:
        print("     not root: nothing was asked")
        return
    os.chmod(place.path, 0o700)
    state = place.file("sub/state")
    server = Server(place, program=OPTIMISED, state=state, arguments=["--init", "--content", ""])
    os.mkdir(os.path.dirname(state), 0o700)
    os.mkdir(state, 0o755)
    server.start()
    owner = os.stat(state).st_uid
    check(owner != 0 and stat.S_IMODE(os.stat(state).st_mode) == 0o700, f"the directory is of user {owner}: {os.stat(state)}")
    check({os.lstat(os.path.join(state, name)).st_uid for name in os.listdir(state)} == {owner}, "its files are of others")
    player = people.telnet_player(server, "Anna", new=True)
    people.play(player)
    for pid, comm in server.processes().items():
        user = facts(pid)["Uid"].split()[0]
        check(user != "0", f"{comm} is root")
        check((user == str(owner)) == (comm in KEEPER_SIDE), f"{comm} is of the user {user}")
    server.kill("keeper")
    server.expect_log("event=keeper.again")
    check(people.walk(player, 2) == 2, f"the game does not go on:\n{player.text()}")
    server.run("admin", "backup", place.file("copy.tar"), check_status=0)
    server.end(player)
    server.run("scores", check_status=0)
    wait_for("root's keeper to end", lambda: not server.processes())
    check({os.lstat(os.path.join(state, name)).st_uid for name in os.listdir(state)} == {owner}, "root's command made files of its own")
    server = Server(place, program=OPTIMISED, state=state).start()
    server.end(people.telnet_player(server, "Anna"))
    strange = place.file("strange")
    os.mkdir(strange, 0o755)
    with open(os.path.join(strange, "shadow"), "w", encoding="ascii") as file:
        file.write("root")
    refuse(place, "serve", *no_ports(), state="strange", says=["belongs to root, has no database, and holds shadow"])
    check(os.stat(strange).st_uid == os.stat(os.path.join(strange, "shadow")).st_uid == 0, "it was given away")


@scenario()
def sandbox_settings(place):
    """sandbox = off confines nothing and is a warning; another word is refused."""
    server = Server(place, program=OPTIMISED, config="[security]\nsandbox = off\n").start()
    player = people.telnet_player(server, "Anna", new=True)
    with open(f"/proc/{sessions(server).pop()}/status", encoding="utf-8") as file:
        check("Seccomp:\t0" in file.read(), "the session is confined")
    server.expect_log("level=warn event=sandbox")
    server.end(player)
    refuse(place, "serve", "--config", place.file("bad.conf", "[security]\nsandbox = maybe\n"), *no_ports(),
           says=["must be enforce, log or off"])


NO_LANDLOCK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
long syscall(long number, ...)
{
    long each[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++)
        each[i] = va_arg(list, long);
    va_end(list);
    if (number == 444) {
        errno = ENOSYS;
        return -1;
    }
    return ((long (*)(long, long, long, long, long, long, long))dlsym(RTLD_NEXT, "syscall"))(
        number, each[0], each[1], each[2], each[3], each[4], each[5]);
}
"""


@scenario()
def a_missing_layer(place):
    """A kernel without Landlock is a warning in the log and in check --sandbox; the server serves, and the other layers hold."""
    os.chmod(place.path, 0o755)
    source, library = place.file("old.c", NO_LANDLOCK), place.file("old.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    server = Server(place, program=OPTIMISED, env={"LD_PRELOAD": library}).start()
    check(re.search("level=warn event=sandbox [^\n]*seccomp=yes landlock=no ports=no signals=no", server.log()),
          f"no warning: {server.log()}")
    shown = subprocess.run([OPTIMISED, "check", "--sandbox"], capture_output=True, text=True, timeout=LONG,
                           env={**os.environ, "LD_PRELOAD": library})
    check("landlock=no" in shown.stdout + shown.stderr, f"check reports {shown.stdout}{shown.stderr}")
    client = people.telnet_player(server, "Anna", new=True)
    session, = server.role("session")
    with open(f"/proc/{session}/status", encoding="ascii") as file:
        check(re.search(r"Seccomp:\t2\n", file.read()), "the session has no filter")
    server.end(client)
