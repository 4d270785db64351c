"""What strangers' terminals and lines do: wrong sizes, garbage, half sequences, silence."""
import random
import re
import socket
import statistics
import threading
import time

from harness import PATIENCE, Program, Server, Telnet, check, scenario, ssh, ssh_command, wait_for, IAC, NAWS, SB
import contents
import idle
import people
import slow_lines


@scenario()
def silent_client(place):
    """A client that negotiates nothing still gets a working game of 80x24."""
    server = Server(place).start()
    client = Telnet(server.telnet_port, negotiate=False)
    client.screen.write_process_input = lambda data: None
    people.register(client, "Anna")
    people.play(client)
    check(people.hero(client), f"there is no hero on the screen:\n{client.text()}")
    check(people.walk(client, 4) >= 2, f"the hero does not walk:\n{client.text()}")
    check(all(byte < 127 for byte in client.raw.replace(b"\xc3\xa4", b"") if byte != 0), "something beyond ASCII was sent to an unknown terminal")
    server.end(client)


@scenario()
def line_ends(place):
    """CR NUL, CR LF, a lone CR and a lone LF are each one Enter."""
    server = Server(place).start()
    people.telnet_player(server, "Berta", new=True).close()
    for end in (b"\r\0", b"\r\n", b"\r", b"\n"):
        for negotiate in (True, False):
            client = Telnet(server.telnet_port, negotiate=negotiate)
            client.expect(people.GREETING)
            client.send(b"Berta" + end)
            client.expect(people.ASKS_PASSWORD)
            client.send(people.PASSWORD.encode() + end)
            client.expect(people.LOBBY)
            client.close()
    server.end()


@scenario()
def window_sizes(place):
    """NAWS of 0x0, 65535x65535, 10x4 and all between: one clamp, a sentence where it is too small, and back."""
    server = Server(place).start()
    client = people.telnet_player(server, "Cilla", new=True)
    people.play(client)
    for width, height in ((0, 0), (65535, 65535), (1, 1), (500, 200), (255, 255), (80, 24)):
        client.size(width, height)
        client.settle(0.3)
        check(not client.over, f"the line closed at {width}x{height}")
    client.size(10, 4)
    client.settle(0.4)
    check(client.text().strip() and "@" not in client.text(), f"10x4 should show a sentence:\n{client.text()}")
    client.size(80, 24)
    client.expect(people.IN_PLAY)
    check(people.hero(client), f"the game did not come back after 10x4:\n{client.text()}")
    for width, height in ((132, 50), (40, 20), (100, 30), (80, 24)):
        client.size(width, height)
        client.settle(0.4)
        check(people.hero(client), f"there is no hero at {width}x{height}:\n{client.text()}")
    server.end(client)


@scenario()
def ssh_window(place):
    """A resized ssh window gets a frame of its size; a pty of 0x0 is 80x24."""
    server = Server(place).start()
    key = place.ssh_key()
    client = people.ssh_player(server, "dora", key, new=True)
    people.play(client)
    client.resize(120, 40)
    client.settle(0.5)
    check(any(line.strip() for line in client.screen.display[38:]), f"the larger window is not used:\n{client.text()}")
    client.close()
    sizeless = Program(place, ["sh", "-c", 'stty rows 0 cols 0; exec "$@"', "sh", *ssh_command(server, "dora", key=key)])
    people.play(sizeless)
    check(re.search("Health", sizeless.row(22)), f"a pty of 0x0 is not 80x24:\n{sizeless.text()}")
    server.end(sizeless)


@scenario()
def new_keys_midway(place):
    """A client that wants new keys every few kilobytes plays on through each exchange."""
    server = Server(place).start()
    key = place.ssh_key()
    people.ssh_player(server, "dora", key, new=True).close()
    said = place.file("said")
    client = ssh(server, "dora", key=key, options=("-o", "RekeyLimit=16K", "-v", "-E", said))
    people.play(client)

    def exchanges():
        client.press("\x12", 0.02)
        with open(said, encoding="utf-8", errors="replace") as file:
            return file.read().count("SSH2_MSG_NEWKEYS received") >= 4

    wait_for("three new keys", exchanges)
    people.walk(client, 1)
    check(not client.over and re.search("Health", client.text()), f"it does not go on:\n{client.text()}")
    server.end(client)


@scenario()
def garbage(place):
    """Garbage before and after login ends at most its own line."""
    server = Server(place).start()
    noise = random.Random(1).randbytes(20000)
    for data in (noise, b"\xff" * 5000, bytes([IAC, SB, NAWS]) * 3000, b"\x1b[" * 4000, b"\x1b]0;" + b"A" * 30000,
                 bytes([IAC, SB, 24, 0]) + b"X" * 40000, b"SSH-2.0-x\r\n" * 400, b"GET / HTTP/1.0\r\n\r\n", b"\0" * 4096):
        for port in (server.telnet_port, server.ssh_port):
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
                try:
                    line.sendall(data)
                    line.settimeout(0.2)
                    line.recv(65536)
                except OSError:
                    pass
    client = people.telnet_player(server, "Edda", new=True)
    people.play(client)
    before = people.hero(client)
    client.send_raw(bytes(byte for byte in noise if byte >= 128 or byte in (0, 7, 11, 14, 28)))
    client.settle(0.4)
    check(not client.over and before, "garbage bytes closed a player's line")
    people.dismiss(client)
    server.end(client)


@scenario(content=contents.quiet)
def half_sequences(place):
    """A key split at any byte is the same key, and a lone ESC does not hang."""
    server = Server(place).start()
    client = people.telnet_player(server, "Frida", new=True)
    people.play(client)
    for sequence in (b"\x1b[C", b"\x1b[D", b"\x1bOA", b"\x1bOB"):
        for byte in sequence:
            client.send_raw(bytes([byte]))
            time.sleep(0.005)
        people.hush(client)                     # on a slow machine the halves are keys of their own
    client.send_raw(b"\x1b[200")
    client.settle(0.3)
    client.send_raw(b"\x1b")
    client.settle(0.3)
    check(people.walk(client, 1) == 1, f"after half sequences the hero does not walk:\n{client.text()}")
    for option in (b"\xff", b"\xff\xfd", b"\xff\xfa\x1f\x00"):      # telnet's own halves
        client.socket.sendall(option)
        time.sleep(0.05)
        client.socket.sendall({1: b"\xf1", 2: b"\x2a", 4: b"\x50\x00\x18\xff\xf0"}[len(option)])
        client.settle(0.2)
    check(people.walk(client, 1) == 1, f"after half commands the hero does not walk:\n{client.text()}")
    server.end(client)


@scenario()
def never_reads(place):
    """A client that never reads costs a bounded buffer, and a full redraw when it reads again."""
    server = Server(place).start()
    client = people.telnet_player(server, "Greta", new=True)
    people.play(client)
    client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.socket.settimeout(2)
    session = server.role("session")
    sent = 0
    try:
        for _ in range(3000):
            client.socket.sendall(b"\x12" * 20)       # redraw, again and again
            sent += 20
    except OSError:
        pass
    check(sent > 0, "nothing could be sent")
    for pid in session:
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            resident = int(file.read().split()[1]) * 4096
        check(resident < 200 << 20, f"the session grew to {resident >> 20} MiB")
    other = people.telnet_player(server, "Hanna", new=True)       # nobody else waits
    other.close()
    client.socket.settimeout(None)
    client.settle(1.0)
    client.press("\x12", 1.0)
    check(client.over or people.hero(client), f"after reading again the screen is not whole:\n{client.text()}")
    server.end(client)


@scenario()
def charsets(place):
    """An xterm with UTF-8 gets lines; SyncTERM gets CP437; each is what its emulator shows."""
    server = Server(place).start()
    people.telnet_player(server, "Inga", new=True).close()
    for term, utf8 in (("XTERM-256COLOR", True), ("syncterm", False), ("VT100", True), ("ansi", False)):
        client = people.telnet_player(server, "Inga", term=term, utf8=utf8)
        people.play(client)
        check(people.hero(client), f"{term} shows no hero:\n{client.text()}")
        client.close()
    server.end()


@scenario()
def orderly_exit(place):
    """Leaving restores pen, cursor and modes."""
    server = Server(place).start()
    key = place.ssh_key()
    client = people.ssh_player(server, "jana", key, new=True)
    people.leave(client)
    check(client.wait() == 0, f"ssh ended with {client.status}")
    check(not client.screen.cursor.hidden, "the cursor stays hidden")
    check(client.screen.cursor.attrs.fg == "default" and not client.screen.cursor.attrs.reverse, "the pen stays coloured")
    server.end()


def keys_unread(client, count, keys="j"):
    """Presses so many keys without reading anything; returns the bytes that were sent to the client meanwhile."""
    begin = time.monotonic()
    for number in range(count):
        client.send(keys[number % len(keys)])
        time.sleep(0.005)
    wait_for("the server to rest", lambda: idle.all_sleep() and time.monotonic() > begin + 1.5)
    before = len(client.raw)
    while client.pump(0.05) and time.monotonic() < begin + 10:
        pass
    return len(client.raw) - before


@scenario()
def unread_frames_wait(place):
    """Keys that are pressed while nothing is read send one frame and half a second at the measured speed, whatever mark is answered."""
    server = Server(place).start()
    people.telnet_player(server, "Karla", new=True).close()
    for term in ("VT100", "ansi"):            # the terminal's own mark, and telnet's
        client = people.telnet_player(server, "Karla", term=term, utf8=term == "VT100")
        client.press("jjkk")
        size = keys_unread(client, 200)
        check(0 < size < 4096 + 1000, f"{term}: {size} bytes were sent to a terminal that shows nothing")
        client.settle()
        check(client.text().strip(), f"{term} shows nothing afterwards")
        client.press("\x12")
        client.close()
    server.end()


@scenario()
def a_client_says_what_its_line_is(place):
    """A negotiating client gets one greeting; its speed makes light plain, and UTF-8 holds on a VT100, too."""
    server = Server(place).start()
    client = Telnet(server.telnet_port, term="VT100", speed="1200,9600", charset="UTF-8")
    client.expect(people.GREETING)
    client.settle()
    check(client.raw.count(b"\x1b[J") == 1, f"the greeting was painted {client.raw.count(b'[J')} times")
    check(len(client.raw) < 1400, f"the greeting takes {len(client.raw)} bytes")
    client.close()
    client = people.telnet_player(server, "Lotte", new=True, term="VT100", speed="1200,9600", charset="UTF-8")
    check("\u2500" in client.text(), f"no line is drawn in UTF-8:\n{client.text()}")
    client.send("o")
    client.expect("Line speed +1200 baud, as your client says")
    people.choose(client, "Line speed")
    client.press(" ")
    client.expect("Line speed +300 baud")
    client.close()
    silent = Telnet(server.telnet_port, negotiate=False)
    silent.expect(people.GREETING)              # after a moment
    server.end(silent)


@scenario()
def no_answer_is_left_over(place):
    """A session that ends waits for the answers of a slow terminal: none is typed into the caller's shell."""
    server = Server(place).start()
    key = place.ssh_key()
    client = people.ssh_player(server, "kurt", key, new=True)
    check(b"\x1b[5n" in client.raw, "the terminal was not asked")
    late = []

    def answer_late(data):
        with open(f"/proc/{client.pid}/stat", encoding="ascii") as file:
            if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                late.append(data)
        client.send_raw(data.encode("ascii"))

    client.screen.write_process_input = lambda data: threading.Timer(0.2, answer_late, [data]).start()
    people.leave(client)
    time.sleep(0.4)
    check(not late, f"{len(late)} answers came after the end")
    check(client.wait() == 0, f"ssh ended with {client.status}")
    server.end()


@scenario()
def kinds_from_terminfo(place):
    """A terminal without a row is drawn as the terminfo database says, and one that cannot be drawn on has lines."""
    server = Server(place).start()
    wyse = Telnet(server.telnet_port, term="WY30")
    wait_for("the greeting of a Wyse 30", lambda: [wyse.pump(0.1), b"\x1b=" in wyse.raw][1])
    check(b"\x1b[" not in wyse.raw, f"a Wyse 30 was sent sequences of ANSI: {wyse.raw!r}")
    wyse.close()
    paper = Telnet(server.telnet_port, term="tty33")
    paper.expect("This is line mode")
    check(b"\x1b" not in paper.raw, f"a Teletype was sent an escape sequence: {paper.raw!r}")
    paper.close()
    check("terminfo.refused" not in server.log(), "an entry of the database was refused")
    server.end()
    without = Server(place, config="[files]\nterminfo =\n").start()
    unknown = Telnet(without.telnet_port, term="WY30")
    unknown.expect(people.GREETING)
    without.end(unknown)


@scenario()
def a_silent_terminal_is_asked(place):
    """A client that says nothing gets a prompt and questions; its answers count, no answer does, and any key skips the wait."""
    server = Server(place).start()
    asked = b"\x1b[c\x1b[999;999H\x1b[6n"

    def call():
        client = Telnet(server.telnet_port, negotiate=False, width=100, height=30)
        client.screen.write_process_input = lambda data: None
        wait_for("the questions", lambda: [client.pump(0.1), asked in client.raw][1])
        check(client.raw.index(b"Press any key") < client.raw.index(asked), "the prompt comes first")
        check(b"\x1b[J" not in client.raw, "a picture was sent before the answers")
        return client

    client = call()
    client.send_raw(b"\x1b[?62;22c\x1b[30;100R\x1b[30;2R")
    people.register(client, "Klara")
    people.play(client)
    check("Health" in client.row(28) + client.row(29), f"the size is not that of the answer:\n{client.text()}")
    check(any(byte > 127 for byte in client.raw), "no UTF-8 was sent to a terminal that has it")
    client.close()
    other = call()                              # no answer: any key goes on, and is typed
    other.send_raw(b"Kl")
    other.expect("Kl")
    other.send_raw(b"\x1b[?1;2c\x1b[24;80R\x1b[24;3R")      # too late
    other.send_raw(b"ara\r")
    other.expect(people.ASKS_PASSWORD)
    check("Klara" in other.text(), f"the late answers were typed:\n{other.text()}")
    other.close()
    silent = call()                             # neither answer nor key: the picture comes by itself
    silent.expect(people.GREETING)
    silent.close()
    server.end()


@scenario(content=contents.quiet)
def a_line_of_300_baud(place):
    """At 300 baud a returning caller sees the hero's surroundings after 750 bytes, and a step takes 30; keys interrupt drawing."""
    figures = slow_lines.call(place, 300, "hhllhlhlhhll")
    check(figures["greeting"] < 300, f"the greeting takes {figures['greeting']} bytes")
    check(figures["surroundings"] <= 750, f"the surroundings were there after {figures['surroundings']} bytes")
    check(len(figures["steps"]) >= 5, "the hero does not walk")
    check(statistics.median(figures["steps"]) <= 30, f"the steps take {figures['steps']} bytes")
