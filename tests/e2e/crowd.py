"""Many players at one key a second: how long each waits for the frame that a key causes, and whether anybody is cut off."""
import selectors
import socket
import threading
import time

import people
from waiting import Failure

PAIRS = ("hl", "lh", "jk", "kj", "yn", "ny", "ub", "bu")        # two steps, there and back
LETTERS = "bdfghjkmnprstvwz"    # names of them do not look alike
KEY_SECONDS = 1.0
CALL_SECONDS = 0.05
STEP_SECONDS = 2.0
# While a step waits to be saved: the keeper of another release has to get it in other words, or the disk is busy.
NOTICES = (b"upgraded just now", b"slow to write")
HERO = b"@"     # A step draws it. A notice and a bump into a wall do not.


class Walker:
    """A player who steps to and fro where there is room."""

    def __init__(self, server, name, start):
        self.name = name
        client = people.play(people.telnet_player(server, name, new=True))
        self.keys = next((pair for pair in PAIRS if self.goes(client, pair)), None)
        if not self.keys:
            raise Failure(f"{name} can go nowhere:\n{client.text()}")
        self.client, self.socket = client, client.socket
        self.due, self.sent, self.keys_sent, self.steps, self.waits, self.over = start, None, 0, 0, [], False

    @staticmethod
    def steps_to(client, key):
        """Where a step leads; a wall leads nowhere, after a while."""
        before = people.hero(client)
        client.press(key)
        deadline = time.monotonic() + STEP_SECONDS
        while people.hero(people.dismiss(client)) == before and time.monotonic() < deadline:
            client.settle(0.1)
        return people.hero(client)

    def goes(self, client, pair):
        there = people.hero(client)
        return self.steps_to(client, pair[0]) != there and self.steps_to(client, pair[1]) == there

    def press(self, now):
        self.due = max(self.due + KEY_SECONDS, now)
        if self.sent is None and not self.over:
            self.sent = now
            self.socket.send(self.keys[self.keys_sent % 2].encode())

    def take(self, now):
        try:
            data = self.socket.recv(65536)
        except BlockingIOError:
            return
        if not data:
            self.over = True
        elif HERO not in data and any(notice in data for notice in NOTICES):
            return
        elif self.sent is not None:
            self.waits.append(now - self.sent)
            self.sent = None
            self.keys_sent += 1
            self.steps += HERO in data


class Crowd(threading.Thread):
    """Plays until stop().  refused: calls that got no greeting."""

    def __init__(self, server, size):
        super().__init__(daemon=True)
        self.port, self.refused, self.calls, self.ended = server.telnet_port, [], 0, threading.Event()
        self.walkers = [Walker(server, f"Step{LETTERS[i // len(LETTERS)]}a{LETTERS[i % len(LETTERS)]}", 0) for i in range(size)]

    def run(self):
        selector = selectors.DefaultSelector()
        begun = time.monotonic()
        for i, walker in enumerate(self.walkers):
            walker.socket.setblocking(False)
            walker.due = begun + i * KEY_SECONDS / len(self.walkers)
            selector.register(walker.socket, selectors.EVENT_READ, walker)
        caller = threading.Thread(target=self.call, daemon=True)
        caller.start()
        while not self.ended.is_set():
            for key, _ in selector.select(0.005):
                key.data.take(time.monotonic())
                if key.data.over:
                    selector.unregister(key.data.socket)
            now = time.monotonic()
            for walker in self.walkers:
                if walker.due <= now:
                    walker.press(now)
        # The frames of the last keys.
        deadline = time.monotonic() + 10
        while any(walker.sent is not None and not walker.over for walker in self.walkers) and time.monotonic() < deadline:
            for key, _ in selector.select(0.1):
                key.data.take(time.monotonic())
        caller.join()

    def call(self):
        """Calls again and again; each call is to be greeted."""
        while not self.ended.wait(CALL_SECONDS):
            self.calls += 1
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=10) as caller:
                    if not caller.recv(64):
                        self.refused.append("the end of file")
            except OSError as error:
                self.refused.append(str(error))

    def stop(self):
        self.ended.set()
        self.join()

    def waits(self):
        return sorted(wait for walker in self.walkers for wait in walker.waits)
