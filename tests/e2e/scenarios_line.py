"""Line mode: the whole game without cursor addressing, over telnet and ssh."""
import re
import time

import contents
from clients import DONT, ECHO, IAC, SGA, WILL, WONT
from harness import LONG, Failure, Server, Telnet, check, scenario, ssh
import people
from scenarios_move import move
from people import PASSWORD

GO_AHEAD = 249


class Reader:
    """A player who types lines and reads what is written after each."""

    def __init__(self, client, end):
        self.client, self.end, self.mark, self.secret = client, end, 0, False

    def new(self):
        return self.client.raw[self.mark:].decode("ascii", "strict")

    def hear(self, pattern, limit=LONG):
        """Waits for a pattern in all that came since the last line, then returns that."""
        deadline = time.monotonic() + limit
        while not re.search(pattern, self.new()):
            if time.monotonic() > deadline or self.client.over:
                raise Failure(f"no {pattern} in:\n{self.new()}")
            self.client.pump(0.2)
        return self.new()

    def say(self, line, pattern=r"\n> $"):
        self.mark = len(self.client.raw)
        self.client.send(line + self.end)
        return self.hear(pattern)


class LineTelnet(Telnet):
    """Counts the marks of prompts."""
    go_aheads = 0

    def command(self, data):
        self.go_aheads += len(data) > 1 and data[1] == GO_AHEAD
        return super().command(data)

    def reply(self, verb, option):
        super().reply(verb, option)
        if verb == WONT:
            self.send_command(IAC, DONT, option)


def check_lines(text):
    """Nothing is redrawn: no escape sequence, and no carriage return without its line feed."""
    check("\x1b" not in text, f"an escape sequence in line mode: {text!r}")
    check(re.search(r"\r(?!\n)", text) is None, f"a carriage return without a line feed: {text!r}")


def play_to_the_end(reader):
    """From the lobby through a run that starves, to the lobby again; returns all that was heard."""
    heard = reader.say("1", r"by its number:[^>]*\n> $")
    heard += reader.say("1", r"Type look, explore or help\.\s+> $")
    for line, answer in (("look", r"Exits: "), ("list", r"a, .*\.|Nothing notable"), ("where", r"Depth 1"), ("health", r"Health \d+ of \d+"),
                         ("compass", r"north-west: .* at \d+"), ("explore", r"You go|In view|pick up"), ("inventory", r"You carry"),
                         ("nonsense", r"no command")):
        heard += reader.say(line, rf"{answer}[^>]*\n> $")
    text = ""
    for _ in range(400):
        # At less than half of the health neither attacks go on nor long waits.
        text = reader.say("wait" if "less than half" in text else "attack" if "is beside you" in text else "wait 50")
        heard += text
        if "Press Enter to go on" in text:
            break
        if "typed ahead" in text:       # it answered a prompt that another one followed
            reader.client.settle()
    check("Press Enter to go on" in heard, f"the hero does not starve:\n{heard[-2000:]}")
    heard += reader.say("", r"Score \d+[^>]*Leave an epitaph[^>]*\n> $")
    heard += reader.say("leave an epitaph", r"Your epitaph[^>]*\n> $")
    heard += reader.say("Read aloud to the end", r"Epitaph: Read aloud[^>]*\n> $")
    heard += reader.say("", r"in the lobby[^>]*\n> $")
    heard += reader.say("the board", r"1, \w+, .*points[^>]*\n> $")
    heard += reader.say("1", r"Read aloud to the end[^>]*\n> $")
    heard += reader.say("w", r"An empty line goes on[^>]*\n> $")
    heard += reader.say("", r"Turn \d+, \d+%, [^>]*\n> $")
    heard += reader.say("back")
    heard += reader.say("back")
    return heard + reader.say("back", r"in the lobby[^>]*\n> $")


@scenario(content=contents.mortal)
def line_mode_over_telnet(place):
    """Over telnet a player chooses line mode at the first prompt, registers, plays to a death, and is remembered."""
    server = Server(place).start()
    client = LineTelnet(server.telnet_port)
    client.expect(people.GREETING)
    client.settle()
    reader = Reader(client, "\r\n")
    text = reader.say("line", r"This is line mode[^>]*\n> $")
    client.settle()
    check((WONT, ECHO) in client.said and (WONT, SGA) in client.said, f"the client does not edit: {client.said}")
    reader.say("new", r"The name you want\?\r\n> $")
    client.said.clear()
    reader.say("Braille", r"A password\?\r\n> $")
    client.settle()
    check((WILL, ECHO) in client.said, "the client echoes the password")
    reader.say(PASSWORD, r"Once more\?\r\n> $")
    text = reader.say(PASSWORD, r"in the lobby[^>]*\n> $")
    client.settle()
    check((WONT, ECHO) in client.said, "the client does not echo after the password")
    heard = text + play_to_the_end(reader)
    check_lines(heard)
    check(PASSWORD not in heard, "the password was echoed")
    check(client.go_aheads > 10, f"{client.go_aheads} prompts were marked")
    client.close()

    again = Telnet(server.telnet_port)
    people.login(again, "Braille")
    Reader(again, "\r").hear(r"You are Braille, in the lobby")
    server.end(again, secrets=[PASSWORD])


@scenario(content=contents.mortal)
def line_mode_over_ssh(place):
    """ssh line@ asks for the name in line mode, and the server echoes and edits; TERM=dumb is line mode, too."""
    server = Server(place).start()
    client = ssh(server, "line")
    reader = Reader(client, "\r")
    text = reader.hear(r"This is line mode[^>]*\n> $")
    text += reader.say("nex\x7fw", r"nex\x08 \x08w\r\n[^>]*The name you want\?\r\n> $")
    text += reader.say("Paper", r"A password\?\r\n> $")
    text += reader.say(PASSWORD, r"Once more\?\r\n> $")
    text += reader.say(PASSWORD, r"in the lobby[^>]*\n> $")
    check(PASSWORD not in text, "the password was echoed")
    text += play_to_the_end(reader)
    check_lines(text[text.index("Trapdoor"):])
    client.close()

    dumb = ssh(server, "guest", TERM="dumb")
    Reader(dumb, "\r").hear(r"You are guest-\d+, in the lobby")
    server.end(dumb, secrets=[PASSWORD])


@scenario()
def line_mode_moves_unnoticed(place):
    """In line mode a session over telnet moves between two lines: not a byte comes, and letters keep their meaning."""
    server = Server(place).start()
    client = LineTelnet(server.telnet_port)
    client.expect(people.GREETING)
    client.settle()
    reader = Reader(client, "\r\n")
    reader.say("line", r"This is line mode[^>]*\n> $")
    reader.say("guest", r"in the lobby[^>]*\n> $")
    move(server)
    reader.say("1", r"by its number:[^>]*\n> $")
    reader.say("1", r"Type look, explore or help\.\s+> $")
    reader.say("explore")
    before = [reader.say(word) for word in ("list", "look", "health", "inventory")]
    client.settle(0.3)
    received = len(client.raw)
    move(server)
    client.settle(0.3)
    check(len(client.raw) == received, f"the move sent {bytes(client.raw[received:])!r}")
    after = [reader.say(word) for word in ("list", "look", "health", "inventory")]
    check(after == before, f"before the move:\n{before}\nafter it:\n{after}")
    text = reader.say("wait")
    check("Depth 1" not in text, f"after the move the place is reported again: {text}")
    client.close()
    server.end()
