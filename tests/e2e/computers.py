"""Callers with a C64, a C128 or an 8-bit Atari: screens as strict as these machines, and their keys."""
import socket

from clients import DO, DONT, IAC, SB, WILL, WONT, Client
from waiting import Failure

# The C64's charset with small letters, by the code of the screen.
C64 = ("@abcdefghijklmnopqrstuvwxyz[£]↑←" + " !\"#$%&'()*+,-./0123456789:;<=>?" +
       "─ABCDEFGHIJKLMNOPQRSTUVWXYZ┼🮌│🮖🮘" + "\u00a0▌▄▔▁▏▒▕🮏🮙🮇├▗└┐▂┌┴┬┤▎▍🮈🮂🮃▃✓▖▝┘▘▚")
ATARI = "♥├🮇┘┤┐╱╲◢▗◣▝▘🮂▂▖♣┌─┼●▄▎┬┴▌└" + "␛↑↓←→" + "".join(map(chr, range(0x20, 0x60))) + \
        "♦abcdefghijklmnopqrstuvwxyz♠|"
COLOURS = (0x90, 0x05, 0x1c, 0x9f, 0x9c, 0x1e, 0x1f, 0x9e, 0x81, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b)


class HomeScreen:
    """A screen of cells (character, reversed, colour).  What a careful program would not send is a failure."""

    def __init__(self, width, height):
        self.columns, self.lines = width, height
        self.x = self.y = self.bells = 0
        self.colour, self.reverse = 14, False
        self.cells = [[("?", False, 2)] * width for _ in range(height)]

    @property
    def display(self):
        return ["".join(cell[0] for cell in row) for row in self.cells]

    def fail(self, what, byte):
        raise Failure(f"{what} ({byte:02x}) at {self.x},{self.y}:\n" + "\n".join(self.display))

    def blank(self):
        return " ", False, self.colour

    def clear(self):
        self.cells = [[self.blank()] * self.columns for _ in range(self.lines)]
        self.x = self.y = 0

    def put(self, character, reverse, byte):
        if self.x == self.columns - 1:
            self.fail("a character in the last column", byte)
        self.cells[self.y][self.x] = character, reverse, self.colour
        self.x += 1

    def step(self, dx, dy, byte, wraps):
        x, y = self.x + dx, self.y + dy
        if not wraps and not (0 <= x < self.columns and 0 <= y < self.lines):
            self.fail("a step over the edge", byte)
        self.x, self.y = x % self.columns, y % self.lines

    def next_row(self, byte):
        if self.y == self.lines - 1:
            del self.cells[0]
            self.cells.append([self.blank()] * self.columns)
        else:
            self.y += 1
        self.x = 0

    def insert(self, byte):
        row = self.cells[self.y]
        if row[-1][:2] != (" ", False) or self.x == self.columns - 1:
            self.fail("an insertion that pushes a row", byte)
        row.insert(self.x, self.blank())
        row.pop()

    def delete(self):
        row = self.cells[self.y]
        del row[self.x]
        row.append(self.blank())


class Commodore(HomeScreen):
    insertions = 0
    small = False

    def feed(self, data):
        for byte in data:
            if byte & 0x7f < 0x20:
                if self.insertions:
                    self.fail("a control code that is shown as a picture", byte)
                self.control(byte)
            elif byte == 0x22 or 0x60 <= byte < 0x80 or byte == 0xff:
                self.fail("a character that should not be sent", byte)
            else:
                code = byte if byte < 0x40 else byte - 0x40 if byte < 0x60 or 0xa0 <= byte < 0xc0 else byte - 0x80
                self.insertions = max(0, self.insertions - 1)
                self.put(C64[code], self.reverse, byte)

    def control(self, byte):
        steps = {0x11: (0, 1), 0x91: (0, -1), 0x1d: (1, 0), 0x9d: (-1, 0)}
        if byte in steps:
            self.step(*steps[byte], byte, False)
        elif byte in COLOURS:
            self.colour = COLOURS.index(byte)
        elif byte in (0x12, 0x92):
            self.reverse = byte == 0x12
        elif byte == 0x0d:
            self.reverse = False
            self.next_row(byte)
        elif byte == 0x13:
            self.x = self.y = 0
        elif byte == 0x93:
            self.clear()
        elif byte == 0x14:
            self.step(-1, 0, byte, False)
            self.delete()
        elif byte == 0x94:
            self.insert(byte)
            self.insertions += 1
        elif byte == 0x0e:
            self.small = True
        elif byte == 0x07:
            self.bells += 1
        else:
            self.fail("an unknown control code", byte)


class Atari(HomeScreen):
    def feed(self, data):
        for byte in data:
            if not self.control(byte):
                if byte & 0x7f in (0, 0x0a, 0x0d, 0x1b) or byte & 0x7f >= 0x7d or 0x9b <= byte <= 0x9f:
                    self.fail("a character that should not be sent", byte)
                self.put(ATARI[byte & 0x7f], byte >= 0x80, byte)

    def control(self, byte):
        steps = {0x1c: (0, -1), 0x1d: (0, 1), 0x1e: (-1, 0), 0x1f: (1, 0)}
        if byte in steps:
            self.step(*steps[byte], byte, True)
        elif byte == 0x9b:
            self.next_row(byte)
        elif byte == 0x7d:
            self.clear()
        elif byte == 0xfd:
            self.bells += 1
        elif byte == 0xfe:
            self.delete()
        elif byte == 0xff:
            self.insert(byte)
        else:
            return False
        return True


def petscii_key(key):
    special = {"\x1b": 0x5f, "\b": 0x14, "_": 0xa4}
    if key in special:
        return special[key]
    if "a" <= key <= "z":
        return ord(key) - 0x20
    return ord(key) + 0x80 if "A" <= key <= "Z" else ord(key)


def atascii_key(key):
    return {"\r": 0x9b, "\b": 0x7e}.get(key, ord(key))


class HomeComputer(Client):
    """A caller on a line without telnet.  A telnet command to such a caller is a failure."""

    blind = False   # the server draws for another kind of terminal, and nothing of that is judged

    def __init__(self, port, machine=Commodore, width=40):
        super().__init__(width, 25 if machine is Commodore else 24)
        self.screen = machine(width, 25 if machine is Commodore else 24)
        self.machine = machine
        self.socket = socket.create_connection(("127.0.0.1", port))

    def fileno(self):
        return self.socket.fileno()

    def send_raw(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            self.over = True

    def send(self, keys):
        key = petscii_key if self.machine is Commodore else atascii_key
        self.send_raw(keys if isinstance(keys, bytes) else bytes(map(key, keys)))
        return self

    def receive(self):
        try:
            return self.socket.recv(65536)
        except OSError:
            return b""

    def show(self, data):
        if self.blind:
            return
        self.raw += data
        for command in (WILL, WONT, DO, DONT, SB):
            if bytes((IAC, command)) in self.raw:
                raise Failure(f"a telnet command {command}")
        self.screen.feed(data)

    def close(self):
        self.socket.close()
