"""The sandbox of the shipped program: which system calls its processes may make, and what a subverted one reaches."""
import os
import re
import socket
import subprocess

from harness import LONG, OPTIMISED, Server, Telnet, check, scenario, wait_for
from scenarios_house import no_ports, refuse
import people
import tracer

BAD = -1                # an argument that is no descriptor, no address and no process
LAST_CALL = 470
# These would end the process, or change its signals for good, and are on the list of each role.
NOT_ASKED = {15: "rt_sigreturn", 231: "exit_group", 219: "restart_syscall"}
PROBES = {335, 336}     # the kernel's own traps for tracing, which no filter sees
# With bad arguments these are forbidden; with good ones they are what the list means.
PROPER = {9: (0, 4096, 1, 0x22, BAD, 0), 10: (0, 0, 0), 16: (BAD, 0x541b, 0), 72: (BAD, 3, 0), 54: (BAD, 1, 10, 0, 0),
          53: (1, 99, 0, 0)}
FORBIDDEN = {"mmap of code": (9, (0, 4096, 5, 0x22, BAD, 0)), "mprotect to code": (10, (0, 4096, 5)),
             "TIOCSTI": (16, (0, 0x5412, 0)), "SIGTERM to init": (234, (1, 1, 15)), "an internet socket": (41, (2, 1, 0))}


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


def allowed_calls(pid):
    """The names of the calls that a process may make."""
    known, allowed = names(), set()
    with tracer.Traced(pid) as traced:
        for number in range(LAST_CALL):
            if number in NOT_ASKED or number in PROBES:
                continue
            arguments = PROPER.get(number, (BAD,) * 6)
            if number == 234:
                arguments = (pid, pid, 0)
            if traced.ask(number, arguments) is not None:
                allowed.add(known.get(number, str(number)))
        for what, (number, arguments) in FORBIDDEN.items():
            check(traced.ask(number, arguments) is None, f"process {pid} was allowed {what}")
    return allowed


def compare(role, listed, pid, when=""):
    listed = listed - set(NOT_ASKED.values())
    found = allowed_calls(pid)
    check(found == listed, f"the {role}{when} may also ask {sorted(found - listed)}, and may not ask {sorted(listed - found)}")


def sessions(server):
    return set(server.role("session"))


@scenario(limit=240)
def every_system_call(place):
    """Each process of the shipped program is asked for every system call: those that do not kill are those of its list."""
    if not tracer.possible():
        print("     not root on x86-64: nothing was asked")
        return
    said = lists()
    server = Server(place, program=OPTIMISED).start()
    compare("keeper", said["keeper"], server.role("keeper")[0])
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
    compare("hasher", said["hasher"], server.role("hasher")[0])
    people.play(player)     # all of them go on as if nothing had been asked
    server.end(player)


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


@scenario()
def what_a_subverted_session_reaches(place):
    """No file of the server, no other process, no port: neither by name nor through what the session inherited."""
    server = Server(place, program=OPTIMISED).start()
    player = people.telnet_player(server, "Anna", new=True)
    for role, most in (("session", 8), ("hasher", 4)):
        for pid in server.role(role):
            opened = {os.readlink(f"/proc/{pid}/fd/{name}") for name in os.listdir(f"/proc/{pid}/fd")}
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
    server.end(player)


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
