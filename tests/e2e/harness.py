"""What the scenarios stand on: a server of their own, and the way in which they are run.

A Server runs `trapdoor serve` on ports that the kernel chooses, with a state directory under a temporary one, and
when it ends it stops only processes whose command line names that directory.  Nothing here sleeps for luck: each
wait is for something, with a limit.
"""
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
import traceback

import contents
import idle
from clients import (Client, IAC, NAWS, Program, SB, SE, SSH_OPTIONS, Telnet, ssh, ssh_command, ssh_exec)  # noqa: F401
from waiting import LONG, PATIENCE, SOON, Failure, check, wait_for  # noqa: F401
from workplace import OPTIMISED, ROOT, SANITIZED, Workplace, environment  # noqa: F401

PORTS_GIVEN = {}        # port: the socket that keeps other scenarios from it
LOG_LINES_SHOWN, LOG_COLUMNS_SHOWN = 12, 300


def ports_of_servers():
    """Ports that the kernel gives to no client, where there are enough of them."""
    with open("/proc/sys/net/ipv4/ip_local_port_range", encoding="ascii") as file:
        low, high = map(int, file.read().split())
    return (10240, low) if low > 12000 else (high + 1, 65536) if high < 63000 else (10240, 65536)


def free_port():
    """A port that nobody has, and that no other scenario is given while this one runs.

    For programs that must be told their port.  A Server is better off with port 0: the kernel chooses it and gives it
    in one step.
    """
    while True:
        port = random.randrange(*ports_of_servers())
        mine = socket.socket(socket.AF_UNIX)
        with socket.socket(socket.AF_INET6) as listener:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
            try:
                mine.bind(f"\0trapdoor-port-{port}")
                listener.bind(("::", port))
            except OSError:
                mine.close()
                continue
        PORTS_GIVEN[port] = mine
        return port


def listening(port):
    """Whether someone listens on the port, asked of the kernel, so that no connection is made for it."""
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with open(table, encoding="ascii") as file:
            for line in file.readlines()[1:]:
                fields = line.split()
                if fields[3] == "0A" and int(fields[1].rsplit(":", 1)[1], 16) == port:
                    return True
    return False


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def started_processes(marker):
    """pid -> name of all processes whose command line names the marker (our own excepted)."""
    found = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
            with open(f"/proc/{entry}/comm", encoding="ascii") as file:
                comm = file.read().strip()
        except OSError:
            continue
        if os.path.basename(words[0]).startswith(b"trapdoor") and marker.encode() in words:
            found[int(entry)] = comm
    return found


def holds(pid, wanted):
    """Whether the memory of a process has one of these strings of bytes."""
    with open(f"/proc/{pid}/maps", encoding="utf-8") as maps, open(f"/proc/{pid}/mem", "rb") as memory:
        for line in maps:
            low, high = (int(word, 16) for word in line.split()[0].split("-"))
            if line.split()[1][0] != "r" or "[v" in line:
                continue
            try:
                memory.seek(low)
                data = memory.read(high - low)
            except OSError:
                continue
            if any(one in data for one in wanted):
                return True
    return False


class Server:
    """ports: those for ssh and telnet; the kernel chooses where it is 0.  content: a function of contents.py; default
    that of the scenario."""

    def __init__(self, place, program=None, config=None, arguments=(), ports=(0, 0), state=None, env=None, content=None):
        self.place, self.program = place, program or place.program
        self.state = state or os.path.join(place.path, "state")
        self.ssh_port, self.telnet_port = ports
        self.config, self.arguments, self.env = config, list(arguments), env or {}
        self.content = content or place.content
        self.log_path = os.path.join(place.path, f"log-{time.monotonic_ns()}")
        self.process = None

    def command(self):
        command = [self.program, "serve", "--state", self.state]
        command += ["--ssh", f"[::]:{self.ssh_port}", "--telnet", f"[::]:{self.telnet_port}"]
        if self.config is not None:
            command += ["--config", self.place.file("trapdoor.conf", self.config)]
        if self.content and "--content" not in self.arguments:
            command += ["--content", self.content(self.place)]
        return command + self.arguments

    def start(self):
        before = len(self.log())
        os.makedirs(self.state, mode=0o700, exist_ok=True)
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                self.command(), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=environment(self.place, **self.env), start_new_session=True)
        # It opens its ports first, and may yet refuse to serve: who called then would be cut off without a word.
        begun = r'event"?[=:]"?server\.begin[" ][^\n]*\bssh"?[=:](\d+)[ ,]"?telnet"?[=:](\d+)[ ,]'
        wait_for("the server to begin", lambda: re.search(begun, self.log()[before:]) or self.process.poll() is not None)
        check(self.process.poll() is None, f"the server ended at once: {self.log()[-2000:]}")
        self.ssh_port, self.telnet_port = map(int, re.search(begun, self.log()[before:]).groups())
        return self

    def log(self):
        try:
            with open(self.log_path, "rb") as file:
                return file.read().decode("utf-8", "replace")
        except FileNotFoundError:
            return ""

    def expect_log(self, pattern):
        """Waits until the log holds a line that matches; returns the match.  A client may hear of what happened first."""
        return wait_for(f"{pattern} in the log", lambda: re.search(pattern, self.log()))

    def processes(self):
        return started_processes(self.state)

    def role(self, name):
        """pids of the processes of a role: keeper, hasher, session."""
        return [pid for pid, comm in self.processes().items() if name in comm]

    def kill(self, name):
        """kill -9 of a role, or of all, until they are gone; returns the pids."""
        pids = [self.process.pid] if name == "listener" else wait_for(
            f"a process of the role {name}", lambda: list(self.processes()) if name == "all" else self.role(name))
        for pid in pids:
            kill(pid)
        if name in ("all", "listener"):
            self.process.wait()
        wait_for("the killed processes to be gone", lambda: self.processes().keys().isdisjoint(pids))
        return pids

    def terminate(self, limit=PATIENCE):
        """SIGTERM; returns (exit status, seconds)."""
        began = time.monotonic()
        self.process.terminate()
        try:
            status = self.process.wait(limit)
        except subprocess.TimeoutExpired:
            raise Failure(f"SIGTERM did not end the server within {limit} s")
        return status, time.monotonic() - began

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                pass
        deadline = time.monotonic() + PATIENCE
        while self.processes() and time.monotonic() < deadline:
            time.sleep(0.05)
        for pid in self.processes():
            kill(pid)
        if self.process:
            self.process.wait()

    def check_log(self, secrets=()):
        """What holds for every log: no sanitizer's report, no failed assertion, no control byte, no secret."""
        log = self.log()
        for word in ("AddressSanitizer", "LeakSanitizer", "runtime error:", "Assertion"):
            at = log.find(word)
            check(at < 0, f"the server's log holds '{word}': {log[max(0, at - 500):at + 3000]}")
        bad = re.search(r"[\x00-\x08\x0b-\x1f\x7f]", log)
        check(not bad, f"the log holds a control byte: {log[bad.start() - 100:bad.start() + 20]!r}" if bad else "")
        for secret in secrets:
            check(secret not in log, f"the log holds the secret '{secret}'")

    def end(self, *clients, secrets=()):
        """The clients hang up, the server stops, and its log is looked through."""
        for client in clients:
            client.close()
        self.stop()
        self.check_log(secrets)

    def run(self, *words, program=None, check_status=None, text=True, stdin=None):
        """A subcommand with this state directory."""
        result = subprocess.run([program or self.program, *words, "--state", self.state], cwd=ROOT, input=stdin,
                                capture_output=True, text=text, env=environment(self.place), timeout=LONG)
        if check_status is not None:
            check(result.returncode == check_status,
                  f"`trapdoor {' '.join(words)}` ended with {result.returncode}: {result.stdout[-1500:]} {result.stderr[-1500:]}")
        return result


def copy_state(server, state, **more):
    """Has a backup made of the running server, and puts it into a new state directory; the Server there."""
    archive = state + ".tar"
    server.run("admin", "backup", archive, check_status=0)
    copy = Server(server.place, state=state, **more)
    copy.run("restore", archive, "--init", check_status=0)
    return copy


SCENARIOS = {}
# What strangers do is tried on the shipped program, whose confinement has no exceptions for sanitizers.
OF_STRANGERS = {"scenarios_" + name for name in ("fair", "forkers", "limits", "login", "moderation", "mud", "registration", "sandbox", "terminals",
                                                 "users", "watch")}


class TimeUp(BaseException):
    """tests/run ends the scenario, whose time is up."""


def scenario(limit=300, content=contents.hardy):
    """Marks a function as a scenario; it gets a Workplace and must raise Failure when something is wrong.

    limit is that of tests/run in seconds, several times what a busy machine needs.  Its servers get the content, or
    the built-in one where that is None.
    """
    def mark(function):
        assert function.__name__ not in SCENARIOS, f"two scenarios are called {function.__name__}"
        SCENARIOS[function.__name__] = (function, limit, content)
        return function
    return mark


def print_logs(place):
    """The last lines of each server's log, the oldest first."""
    for name in sorted(name for name in os.listdir(place.path) if name.startswith("log-")):
        with open(place.file(name), "rb") as file:
            lines = file.read().decode("utf-8", "replace").splitlines()
        for line in [f"the end of {name}, of {len(lines)} lines:", *lines[-LOG_LINES_SHOWN:]]:
            print(f"     {line[:LOG_COLUMNS_SHOWN]}")


def time_is_up(*_):
    raise TimeUp("the time is up")


def run_scenario(name):
    function, _, content = SCENARIOS[name]
    place = Workplace(content, OPTIMISED if function.__module__ in OF_STRANGERS else SANITIZED)
    home = f"HOME={place.home}".encode()
    idle.homes.add(home)
    signal.signal(signal.SIGTERM, time_is_up)
    began = time.monotonic()
    try:
        function(place)
    except (Exception, TimeUp) as failure:      # an error of the scenario itself fails it alone
        where = "" if isinstance(failure, Failure) else "\n" + traceback.format_exc()
        print(f"FAIL {name}: {failure or type(failure).__name__}{where}")
        print_logs(place)
        return False
    finally:
        for pid in idle.processes(asked_anew=True):
            kill(pid)
        idle.homes.remove(home)
        if "--keep" in sys.argv:
            print(f"     kept {place.path}")
        else:
            place.remove()
    print(f"ok   {name}: {function.__doc__} ({time.monotonic() - began:.1f} s)")
    return True
