"""A disk with a cache that forgets: an NBD server which keeps what is written in memory until it is flushed.

A cut of the power makes of the writes since the last flush what a real drive may make of them: by seeded dice
each is there, or not, or torn at its blocks, whatever was written before or after it.  What a flush has
answered for is in the image.  A block of 4,096 bytes is whole, as on drives with such sectors: ext4 needs that of
its superblock and of its journal's commit blocks, and does not mount when half of one is there.
"""
import os
import socket
import struct
import threading

SECTOR = 512
BLOCK = 4096                # bytes that are written whole; machine.py makes the file system's blocks as large

# The protocol's numbers (github.com/NetworkBlockDevice/nbd, doc/proto.md).
OPTION_MAGIC, OPTION_REPLY_MAGIC = 0x49484156454F5054, 0x3E889045565A9
REQUEST_MAGIC, REPLY_MAGIC = 0x25609513, 0x67446698
FIXED_NEWSTYLE, NO_ZEROES = 1, 2
OPTION_ABORT, OPTION_GO = 2, 7
REPLY_ACK, REPLY_INFO, REPLY_UNSUPPORTED = 1, 3, 0x80000001
HAS_FLAGS, SENDS_FLUSH = 1, 4
READ, WRITE, DISCONNECT, FLUSH = range(4)
NOT_SUPPORTED = 95


class Disk:
    """Serves the image at the path of a socket, to one machine, until the power is cut."""

    def __init__(self, image, path, dice, flushes=True):
        """flushes: whether it does what a flush asks for; False is a control."""
        self.image, self.dice, self.flushes = os.open(image, os.O_RDWR), dice, flushes
        self.size = os.fstat(self.image).st_size
        self.lock = threading.Lock()
        self.powered = True
        self.fuse = None        # writes until the power goes by itself
        self.counts = {"there": 0, "lost": 0, "torn": 0}    # what became of the writes since the last flush
        self.dark = threading.Event()
        self.pending = []       # (offset, bytes) in the order of writing, since the last flush
        self.cached = {}        # sector number -> bytes, of the same
        self.flushed = 0        # how often
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen(1)
        self.peer = None
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        try:
            self.peer, _ = self.listener.accept()
            if self.agree():
                while self.answer():
                    pass
        except (OSError, EOFError):
            pass                # the machine is gone

    def take(self, size):
        data = bytearray()
        while len(data) < size:
            more = self.peer.recv(size - len(data))
            if not more:
                raise EOFError
            data += more
        return bytes(data)

    def agree(self):
        """The handshake; True when the machine has taken the disk."""
        self.peer.sendall(b"NBDMAGIC" + struct.pack(">QH", OPTION_MAGIC, FIXED_NEWSTYLE | NO_ZEROES))
        self.take(4)
        while True:
            _, option, size = struct.unpack(">QII", self.take(16))
            self.take(size)

            def reply(kind, data=b""):
                self.peer.sendall(struct.pack(">QIII", OPTION_REPLY_MAGIC, option, kind, len(data)) + data)
            if option == OPTION_GO:
                reply(REPLY_INFO, struct.pack(">HQH", 0, self.size, HAS_FLAGS | SENDS_FLUSH))
                reply(REPLY_ACK)
                return True
            if option == OPTION_ABORT:
                return False
            reply(REPLY_UNSUPPORTED)

    def answer(self):
        """One request.  After the cut none is answered, and nothing is done."""
        magic, _, kind, handle, offset, size = struct.unpack(">IHHQQI", self.take(28))
        assert magic == REQUEST_MAGIC, "the machine and the disk do not understand each other"
        data = self.take(size) if kind == WRITE else b""
        if kind == DISCONNECT:
            return False
        with self.lock:
            if not self.powered:
                return False
            error, found = self.do(kind, offset, size, data)
            if kind == WRITE and self.burns():
                self.lose()
                return False
            self.peer.sendall(struct.pack(">IIQ", REPLY_MAGIC, error, handle) + found)
        return True

    def do(self, kind, offset, size, data):
        """(error, bytes that were read)"""
        if kind == READ:
            return 0, self.read(offset, size)
        if kind == WRITE:
            self.pending.append((offset, data))
            for at in range(0, size, SECTOR):
                self.cached[(offset + at) // SECTOR] = data[at:at + SECTOR]
        elif kind == FLUSH:
            self.flushed += 1
            if self.flushes:
                for at, written in self.pending:
                    os.pwrite(self.image, written, at)
                self.pending, self.cached = [], {}
        else:
            return NOT_SUPPORTED, b""
        return 0, b""

    def read(self, offset, size):
        found = bytearray(os.pread(self.image, size, offset))
        if self.cached:
            for at in range(0, size, SECTOR):
                sector = self.cached.get((offset + at) // SECTOR)
                if sector is not None:
                    found[at:at + SECTOR] = sector
        return bytes(found)

    def burns(self):
        if self.fuse is not None:
            self.fuse -= 1
        return self.fuse == 0

    def light(self, writes):
        """The power will go at that write from now on, before it is answered: in the midst of saving."""
        with self.lock:
            self.fuse = writes

    def cut(self):
        """The power goes, now."""
        with self.lock:
            self.lose()

    def lose(self):
        if not self.powered:
            return
        self.powered = False
        for offset, data in self.pending:
            fate = self.dice.choice(("there", "lost", "torn") if len(data) > BLOCK else ("there", "lost"))
            self.counts[fate] += 1
            step = BLOCK if fate == "torn" else len(data)
            for at in range(0, len(data), step):
                if fate == "there" or fate == "torn" and self.dice.random() < 0.5:
                    os.pwrite(self.image, data[at:at + step], offset + at)
        self.dark.set()

    def close(self):
        """After the machine is gone."""
        for end in (self.listener, self.peer):
            if end:
                end.close()
        self.thread.join()
        os.close(self.image)
