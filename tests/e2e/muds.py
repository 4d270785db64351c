"""A MUD client: says by its terminal types that it is one, inflates (MCCP), and reads GMCP and MSSP."""
import json
import zlib

from clients import BINARY, DO, DONT, ECHO, IAC, SB, SE, SGA, TTYPE, WILL, Telnet

EOR, MSSP, COMPRESS, GMCP = 25, 70, 86, 201
BEGINS = bytes([IAC, SB, COMPRESS, IAC, SE])


class MudClient(Telnet):
    """wants: the options that it agrees to."""

    def __init__(self, port, wants=(COMPRESS, GMCP, MSSP, EOR), mtts=15, **more):
        self.names = ["TESTMUD", "XTERM", f"MTTS {mtts}"]
        self.wants = wants
        self.inflater = None
        self.begun = self.ended = 0             # streams
        self.taken, self.text_taken = 0, 0      # bytes of the network, and of the text in them
        self.messages = []                      # of GMCP: (package, value)
        self.status = None                      # of MSSP
        super().__init__(port, **more)

    def take(self, data):
        self.taken += len(data)
        plain = bytearray()
        while data:
            if self.inflater:
                text = self.inflater.decompress(data)
                data = self.inflater.unused_data
                if self.inflater.eof:
                    self.inflater, self.ended = None, self.ended + 1
                plain += super().take(text)
                continue
            data, self.partial = self.partial + data, b""
            at = data.find(BEGINS)
            plain += super().take(data if at < 0 else data[:at])
            data = b"" if at < 0 else data[at + len(BEGINS):]
            if at >= 0:
                self.inflater, self.begun = zlib.decompressobj(), self.begun + 1
        self.text_taken += len(plain)
        return bytes(plain)

    def command(self, data):
        size = super().command(data)
        if size > 4 and data[1] == SB:
            body = bytes(data[3:size - 2]).replace(bytes([IAC, IAC]), bytes([IAC]))
            if data[2] == GMCP:
                package, _, value = body.decode("ascii").partition(" ")
                self.messages.append((package, json.loads(value)))
            elif data[2] == MSSP:
                pairs = [pair.split(b"\2") for pair in body.split(b"\1")[1:]]
                self.status = {name.decode("ascii"): value.decode("ascii") for name, value in pairs}
            elif data[2] == TTYPE:
                self.term = self.names[1] if self.term == self.names[0] else self.names[2]
        return size

    def reply(self, verb, option):
        if verb == DO and option == TTYPE:
            self.term = self.names[0]
        if verb == WILL and option in (COMPRESS, GMCP, MSSP, EOR):
            self.send_command(IAC, DO if option in self.wants else DONT, option)
        elif verb == WILL and option in (ECHO, SGA, BINARY):
            self.echoing |= option == ECHO
            self.send_command(IAC, DO, option)
        else:
            super().reply(verb, option)

    def say(self, message):
        """Sends a message of GMCP."""
        self.send_command(IAC, SB, GMCP, *message.encode("ascii"), IAC, SE)
        return self

    def newest(self, package):
        return next((value for name, value in reversed(self.messages) if name == package), None)
