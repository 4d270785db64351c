"""What the scenarios stand on: a server of their own, and clients whose screens are read by an emulator.

A Server runs `trapdoor serve` on free ports with a state directory under a temporary one, and when it ends it
stops only processes whose command line names that directory.  A Client is a terminal: bytes go in, pyte makes
a screen of what comes out.  Nothing here sleeps for luck: each wait is for something, with a limit.
"""
import os
import pty
import random
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time
import fcntl

from emulator import ByteStream, Screen, Stream

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SANITIZED = os.path.join(ROOT, os.environ.get("TRAPDOOR_SAN", "build/san/trapdoor"))
OPTIMISED = os.path.join(ROOT, os.environ.get("TRAPDOOR", "build/trapdoor"))
SERVER_PORTS = 10240, 32768     # below those that the kernel gives to clients
PORTS_GIVEN = set()
LOG_LINES_SHOWN, LOG_COLUMNS_SHOWN = 12, 300
PATIENCE = float(os.environ.get("TRAPDOOR_PATIENCE") or 20)     # seconds for anything that should happen soon, on a busy machine


class Failure(Exception):
    """A scenario that did not go as it should; the text says what was seen."""


def check(truth, text):
    if not truth:
        raise Failure(text)


def wait_for(what, condition, limit=PATIENCE, pause=0.02):
    """Waits until condition() is true, and returns what it gave."""
    deadline = time.monotonic() + limit
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise Failure(f"waited {limit:.0f} s in vain for {what}")
        time.sleep(pause)


def free_port():
    """A port that nobody has, that the kernel gives to no client, and that was not given before.

    Two ports that are asked of the kernel may be the same one, and what it gave is any client's until a server takes it.
    """
    while True:
        port = random.randrange(*SERVER_PORTS)
        if port in PORTS_GIVEN:
            continue
        with socket.socket(socket.AF_INET6) as listener:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
            try:
                listener.bind(("::", port))
            except OSError:
                continue
        PORTS_GIVEN.add(port)
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


class Workplace:
    """A temporary directory for one scenario, with keys made when asked for."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="trapdoor-e2e-")
        self.home = os.path.join(self.path, "home")
        os.mkdir(self.home, 0o700)

    def file(self, name, content=None):
        path = os.path.join(self.path, name)
        if content is not None:
            with open(path, "w" if isinstance(content, str) else "wb") as file:
                file.write(content)
        return path

    def ssh_key(self, name="key"):
        path = self.file(name)
        if not os.path.exists(path):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", path], check=True)
        return path

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)


def environment(place, **more):
    env = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": place.home, "LANG": "C.UTF-8", "TRAPDOOR_LOBBY_HINTS": "0",
           "TERM": "xterm-256color"}
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
        if name in os.environ:
            env[name] = os.environ[name]
    env.update(more)
    return env


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


def parent_of(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return int(file.read().rsplit(")", 1)[1].split()[1])
    except (OSError, IndexError):
        return 0


class Server:
    def __init__(self, place, program=None, config=None, arguments=(), ssh=True, telnet=True, state=None, env=None):
        self.place, self.program = place, program or SANITIZED
        self.state = state or os.path.join(place.path, "state")
        self.ssh_port, self.telnet_port = (free_port() if ssh else 0), (free_port() if telnet else 0)
        self.config, self.arguments, self.env = config, list(arguments), env or {}
        self.log_path = os.path.join(place.path, f"log-{time.monotonic_ns()}")
        self.process = None

    def command(self):
        command = [self.program, "serve", "--state", self.state]
        command += ["--ssh", f"[::]:{self.ssh_port}" if self.ssh_port else ""]
        command += ["--telnet", f"[::]:{self.telnet_port}" if self.telnet_port else ""]
        if self.config is not None:
            command += ["--config", self.place.file("trapdoor.conf", self.config)]
        return command + self.arguments

    def start(self):
        before = len(self.log())
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                self.command(), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=environment(self.place, **self.env), start_new_session=True)
        # It opens its ports first, and may yet refuse to serve: who called then would be cut off without a word.
        wait_for("the server to begin",
                 lambda: "event=server.begin" in self.log()[before:] or self.process.poll() is not None)
        check(self.process.poll() is None, f"the server ended at once: {self.log()[-2000:]}")
        return self

    def log(self):
        try:
            with open(self.log_path, "rb") as file:
                return file.read().decode("utf-8", "replace")
        except FileNotFoundError:
            return ""

    def processes(self):
        return started_processes(self.state)

    def role(self, name):
        """pids of the processes of a role: keeper, hasher, session."""
        return [pid for pid, comm in self.processes().items() if name in comm]

    def kill(self, name):
        """kill -9 of a role, or of all; returns the pids."""
        pids = list(self.processes()) if name == "all" else [self.process.pid] if name == "listener" else self.role(name)
        check(pids, f"there is no process of the role {name} in {self.processes()}")
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        if name in ("all", "listener"):
            self.process.wait()
        return pids

    def terminate(self, limit=5.0):
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
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                pass
        deadline = time.monotonic() + 3
        while self.processes() and time.monotonic() < deadline:
            time.sleep(0.05)
        for pid in self.processes():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
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
                                capture_output=True, text=text, env=environment(self.place), timeout=60)
        if check_status is not None:
            check(result.returncode == check_status,
                  f"`trapdoor {' '.join(words)}` ended with {result.returncode}: {result.stdout[-1500:]} {result.stderr[-1500:]}")
        return result


class Client:
    """A terminal of some size, read through an emulator.  Subclasses say how bytes travel."""

    def __init__(self, width=80, height=24, utf8=True):
        self.screen = Screen(width, height)
        self.screen.write_process_input = self.answer
        self.stream = (ByteStream if utf8 else Stream)(self.screen)
        self.utf8 = utf8
        self.raw = bytearray()
        self.reads = []         # sizes, to tell writes from bytes
        self.over = False

    def answer(self, data):
        self.send_raw(data.encode("ascii"))

    def show(self, data):
        self.raw += data
        self.stream.feed(data if self.utf8 else data.decode("cp437"))

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def row(self, number):
        return self.screen.display[number].rstrip()

    def find(self, symbol):
        """(column, row) of the first such character below the message row, or None."""
        for y, line in enumerate(self.screen.display[1:], 1):
            if symbol in line:
                return line.index(symbol), y
        return None

    def pump(self, seconds):
        """Reads what comes within some time; False when nothing did."""
        ready, _, _ = select.select([self.fileno()], [], [], seconds)
        if not ready:
            return False
        data = self.receive()
        if data:
            self.reads.append(len(data))
            self.show(data)
        else:
            self.over = True
        return bool(data)

    def settle(self, quiet=0.15, limit=PATIENCE):
        """Reads until nothing came for a while."""
        deadline = time.monotonic() + limit
        while not self.over and time.monotonic() < deadline and self.pump(quiet):
            pass
        return self

    def expect(self, *patterns, limit=PATIENCE):
        """Waits until one of the patterns is on the screen; returns the match."""
        deadline = time.monotonic() + limit
        while True:
            for pattern in patterns:
                match = re.search(pattern, self.text())
                if match:
                    return match
            if self.over or time.monotonic() > deadline:
                raise Failure(f"waited for {' or '.join(patterns)}{' but the line closed' if self.over else ''}; "
                              f"the screen shows:\n{self.text()}")
            self.pump(0.1)

    def expect_end(self, limit=PATIENCE):
        deadline = time.monotonic() + limit
        while not self.over:
            check(time.monotonic() < deadline, f"the line did not close; the screen shows:\n{self.text()}")
            self.pump(0.1)
        return self

    def send(self, keys):
        self.send_raw(keys.encode("utf-8") if isinstance(keys, str) else keys)
        return self

    def press(self, keys, quiet=0.12):
        """Sends and reads until it is quiet again."""
        self.send(keys)
        return self.settle(quiet)


# Telnet's words.
IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
BINARY, ECHO, SGA, TTYPE, NAWS = 0, 1, 3, 24, 31


class Telnet(Client):
    """A telnet client on a raw socket; negotiate=False is one that answers nothing."""

    def __init__(self, port, host="127.0.0.1", negotiate=True, term="XTERM-256COLOR", width=80, height=24, utf8=True):
        super().__init__(width, height, utf8)
        self.socket = socket.create_connection((host, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.negotiate, self.term = negotiate, term
        self.partial = b""
        self.echoing = False        # whether the server echoes
        self.said = []              # (verb, option) from the server

    def fileno(self):
        return self.socket.fileno()

    def send_raw(self, data):
        try:
            self.socket.sendall(data.replace(b"\xff", b"\xff\xff"))
        except OSError:
            self.over = True

    def send_command(self, *numbers):
        try:
            self.socket.sendall(bytes(numbers))
        except OSError:
            self.over = True

    def size(self, width, height):
        """Says a window size; the emulator takes it too when it is one."""
        data = struct.pack(">HH", width, height).replace(b"\xff", b"\xff\xff")
        self.socket.sendall(bytes([IAC, SB, NAWS]) + data + bytes([IAC, SE]))
        if 0 < width <= 500 and 0 < height <= 200:
            self.screen.resize(height, width)

    def receive(self):
        try:
            data = self.socket.recv(65536)
        except (ConnectionError, TimeoutError):
            return b""
        if not data:
            return b""
        plain = self.take(data)
        return plain if plain else self.receive_more()

    def receive_more(self):
        ready, _, _ = select.select([self.socket], [], [], 0.05)
        return self.receive() if ready else b"\0"

    def take(self, data):
        """Strips and answers negotiation."""
        data, self.partial = self.partial + data, b""
        plain, at = bytearray(), 0
        while at < len(data):
            if data[at] != IAC:
                plain.append(data[at])
                at += 1
                continue
            size = self.command(data[at:])
            if size == 0:
                self.partial = data[at:]
                break
            if size < 0:
                plain.append(IAC)
                size = 2
            at += size
        return bytes(plain)

    def command(self, data):
        """Bytes used by the command at the start; 0 when it is not whole; -1 for a doubled IAC."""
        if len(data) < 2:
            return 0
        if data[1] == IAC:
            return -1
        if data[1] == SB:
            end = data.find(bytes([IAC, SE]))
            if end < 0:
                return 0
            if data[2] == TTYPE and data[3] == 1 and self.negotiate:
                self.socket.sendall(bytes([IAC, SB, TTYPE, 0]) + self.term.encode() + bytes([IAC, SE]))
            return end + 2
        if data[1] < WILL:
            return 2
        if len(data) < 3:
            return 0
        self.said.append((data[1], data[2]))
        if self.negotiate:
            self.reply(data[1], data[2])
        return 3

    def reply(self, verb, option):
        if verb == DO:
            known = option in (TTYPE, NAWS, BINARY, SGA)
            self.send_command(IAC, WILL if known else WONT, option)
            if option == NAWS:
                self.size(self.screen.columns, self.screen.lines)
        elif verb == WILL:
            known = option in (ECHO, SGA, BINARY)
            self.echoing |= option == ECHO
            self.send_command(IAC, DO if known else DONT, option)
        elif verb == WONT and option == ECHO:
            self.echoing = False

    def close(self):
        self.socket.close()
        self.over = True


class Program(Client):
    """A client program in a pseudo-terminal."""

    def __init__(self, place, command, width=80, height=24, utf8=True, **env):
        super().__init__(width, height, utf8)
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
            os.chdir(ROOT)
            os.execvpe(command[0], command, environment(place, **env))
        self.status = None

    def fileno(self):
        return self.fd

    def send_raw(self, data):
        try:
            os.write(self.fd, data)
        except OSError:
            self.over = True

    def receive(self):
        try:
            return os.read(self.fd, 65536)
        except OSError:
            return b""

    def resize(self, width, height):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.screen.resize(height, width)

    def wait(self, limit=PATIENCE):
        """The exit status, once the line closed."""
        def ended():
            self.pump(0.01)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            return pid
        if self.status is None:
            wait_for("the client program to end", ended, limit)
        return self.status

    def close(self):
        if self.status is None:
            try:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
            except (ProcessLookupError, ChildProcessError):
                pass
            self.status = -9
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1
        self.over = True


SSH_OPTIONS = ["-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
               "-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-o", "GSSAPIAuthentication=no"]


def ssh_command(server, user, *words, key=None, options=(), terminal=False):
    command = ["ssh", *SSH_OPTIONS, "-p", str(server.ssh_port), *options]
    if key:
        command += ["-i", key]
    else:
        command += ["-o", "PubkeyAuthentication=no"]
    if terminal:
        command.append("-tt")
    return command + [f"{user}@127.0.0.1", *words]


def ssh(server, user, key=None, width=80, height=24, options=(), **env):
    """OpenSSH in a terminal."""
    return Program(server.place, ssh_command(server, user, key=key, options=options), width, height, **env)


def ssh_exec(server, user, *words, key=None, options=(), limit=30, typed="", **env):
    """OpenSSH without a terminal, with what is typed and then the end; returns the finished process."""
    return subprocess.run(ssh_command(server, user, *words, key=key, options=options), input=typed,
                          capture_output=True, text=True, env=environment(server.place, **env), timeout=limit)


SCENARIOS = {}


def scenario(limit=90):
    """Marks a function as a scenario; it gets a Workplace and must raise Failure when something is wrong."""
    def mark(function):
        assert function.__name__ not in SCENARIOS, f"two scenarios are called {function.__name__}"
        SCENARIOS[function.__name__] = (function, limit)
        return function
    return mark


def print_logs(place):
    """The last lines of each server's log, the oldest first."""
    for name in sorted(name for name in os.listdir(place.path) if name.startswith("log-")):
        with open(place.file(name), "rb") as file:
            lines = file.read().decode("utf-8", "replace").splitlines()
        for line in [f"the end of {name}, of {len(lines)} lines:", *lines[-LOG_LINES_SHOWN:]]:
            print(f"     {line[:LOG_COLUMNS_SHOWN]}")


def run_scenario(name):
    function, _ = SCENARIOS[name]
    place = Workplace()
    began = time.monotonic()
    try:
        function(place)
    except Failure as failure:
        print(f"FAIL {name}: {failure}")
        print_logs(place)
        return False
    finally:
        for pid in started_processes(os.path.join(place.path, "state")):
            os.kill(pid, signal.SIGKILL)
        if "--keep" in sys.argv:
            print(f"     kept {place.path}")
        else:
            place.remove()
    print(f"ok   {name}: {function.__doc__} ({time.monotonic() - began:.1f} s)")
    return True
