"""The clients: terminals whose screens are read through an emulator, over telnet, ssh, or a program in a pseudo-terminal."""
import fcntl
import os
import pty
import re
import select
import signal
import socket
import struct
import subprocess
import termios
import time

import idle
from emulator import ByteStream, Screen, Stream
from waiting import LONG, PATIENCE, Failure, check, wait_for
from workplace import ROOT, environment


TIMERS = 0.07           # seconds; more than VT_ESCAPE_MS and FLIGHT_MS
FRAME = 5.0             # seconds for the rest of a picture of which a part is there


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

    def catch_up(self, limit=PATIENCE):
        """Reads until no process of the scenario has anything to do: what they answer so far is on the screen."""
        deadline = time.monotonic() + limit
        while not self.over and time.monotonic() < deadline and (self.pump(0) or not idle.all_sleep() or self.pump(0)):
            self.pump(0.01)
        return self

    def settle(self, quiet=0.15, limit=PATIENCE):
        """Reads until nothing came for a while, in whose last part no process of the scenario did anything.

        So a slow machine only makes it longer.  The part is longer than the server's timers that end a wait for keys.
        """
        deadline = time.monotonic() + limit
        part = min(quiet, TIMERS)
        self.catch_up(limit)
        while not self.over and time.monotonic() < deadline:
            if self.pump(quiet - part):
                continue
            before = idle.look()
            if not self.pump(part) and before is not None and before == idle.look() and not self.pump(0):
                break
        return self

    def expect(self, *patterns, limit=PATIENCE):
        """Waits until one of the patterns is on the screen; returns the match."""
        deadline = time.monotonic() + limit
        while True:
            text = self.text()
            for pattern in patterns:
                match = re.search(pattern, text)
                if match:
                    self.catch_up(FRAME)    # the rest of the picture
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
BINARY, ECHO, SGA, TTYPE, NAWS, SPEED, CHARSET = 0, 1, 3, 24, 31, 32, 42


class Telnet(Client):
    """A telnet client on a raw socket; negotiate=False is one that answers nothing."""

    def __init__(self, port, host="127.0.0.1", negotiate=True, term="XTERM-256COLOR", width=80, height=24, utf8=True,
                 speed=None, charset=None):
        super().__init__(width, height, utf8)
        self.speed, self.charset = speed, charset       # what it says of them when it is asked
        self.socket = self.connect(host, port)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.negotiate, self.term = negotiate, term
        self.partial = b""
        self.echoing = False        # whether the server echoes
        self.said = []              # (verb, option) from the server

    def connect(self, host, port):
        return socket.create_connection((host, port), timeout=PATIENCE)

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
            if data[2] == SPEED and self.speed:
                self.socket.sendall(bytes([IAC, SB, SPEED, 0]) + self.speed.encode() + bytes([IAC, SE]))
            if data[2] == CHARSET and data[3] == 1 and self.charset:
                self.socket.sendall(bytes([IAC, SB, CHARSET, 2]) + self.charset.encode() + bytes([IAC, SE]))
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
            known = option in (TTYPE, NAWS, BINARY, SGA) or (option == SPEED and self.speed)
            self.send_command(IAC, WILL if known else WONT, option)
            if option == NAWS:
                self.size(self.screen.columns, self.screen.lines)
        elif verb == WILL:
            known = option in (ECHO, SGA, BINARY) or (option == CHARSET and self.charset)
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


def ssh_exec(server, user, *words, key=None, options=(), limit=LONG, typed="", **env):
    """OpenSSH without a terminal, with what is typed and then the end; returns the finished process."""
    return subprocess.run(ssh_command(server, user, *words, key=key, options=options), input=typed,
                          capture_output=True, text=True, env=environment(server.place, **env), timeout=limit)
