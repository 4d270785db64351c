"""Faults under load: kill -9 of any process at any moment, a holder that wakes too late, a disk that is full.

TRAPDOOR_SOAK makes the number of faults that many (`make soak`).  What a client saw last is the turn that its
sheet of the character showed; what is there is what the sheet shows when the caller calls again.
"""
import contextlib
import os
import random
import re
import signal
import sqlite3
import subprocess
import time

from harness import Failure, Server, Telnet, check, scenario, wait_for
import contents
import people
from disks import fill, small_disk

SOAK = int(os.environ.get("TRAPDOOR_SOAK") or 0)
FAULTS = SOAK or 50
SEED = int(os.environ.get("TRAPDOOR_SEED") or 1)
SHEET = "C"
LIMIT = 300 + FAULTS * 20
# Who calls for a thousand faults may be slain among them.  In the short form nothing happens but the faults.
CONTENT = None if SOAK else contents.hardy


def database(server):
    """The store, for a look from outside or a meddling; closed when the block ends, for a lock left behind is a fault of
    another kind."""
    return contextlib.closing(sqlite3.connect(os.path.join(server.state, "trapdoor.db")))


def query(server, words, *values):
    with database(server) as store:
        return store.execute(words, values).fetchall()


def turn_of(client):
    """The turn that the sheet shows; None without a whole sheet, for of a half-drawn one nothing is to be believed."""
    text = client.text()
    seen = re.search(r"\bTurn +(\d+)\b", text)
    return int(seen.group(1)) if seen and re.search(r"\bCharacter\b", text) and re.search(r"\bEsc\b", text) else None


def look_at_turn(client):
    """The turn, from the sheet; over what is left open."""
    client.send("  " + SHEET)
    client.expect(r"\bTurn +\d+\b")
    turn = turn_of(client.settle(0.05))
    check(turn is not None, f"this is no whole sheet:\n{client.text()}")
    client.press("\x1b", 0.03)
    return turn


def enter(client):
    """From the lobby into the game, without waiting for more than is needed."""
    client.send("p")
    client.expect(people.IN_PLAY, people.TAKEOVER)
    if not re.search(people.IN_PLAY, client.text()):
        client.send("y")
        client.expect(people.IN_PLAY)
    if people.HEIRLOOM in client.settle(0.03).text():
        people.dismiss(client)
    if "Press a key" in client.settle(0.03).text():     # slain, and killed before it was on the board
        people.upstairs(client)
        enter(client)


def runs_of(server, name):
    """(run, whether it ended, turns of its score) of all runs of a caller, oldest first."""
    return query(server, "SELECT runs.id, runs.ended, coalesce(turns, 0) FROM runs LEFT JOIN scores ON scores.run = runs.id "
                 "JOIN accounts ON accounts.id = runs.account WHERE accounts.name = ? ORDER BY runs.id", name)


class Caller:
    """A player who types all the time, remembers the last turn that was shown, and calls again when the line dies.

    Monsters bite meanwhile.  A caller who was slain may have seen the last turn in that run, and whoever goes on
    typing is soon in another; so the last turn must be in the runs that this call was in.
    """

    def __init__(self, server, name):
        self.name, self.last, self.calls, self.deaths = name, 0, 0, 0
        self.client = people.telnet_player(server, name, new=True)
        people.play(self.client)
        self.run = runs_of(server, name)[-1][0]

    def read(self, seconds=0.0):
        """Takes in what has come, and then what the sheet says."""
        for _ in range(20):
            if self.client.over or not self.client.pump(seconds):
                break
            seconds = 0.0
        self.last = max(self.last, turn_of(self.client) or 0)

    def type(self, dice):
        """Leaves the sheet open for reading."""
        if not self.client.over:
            self.client.send("\x1b" + dice.choice(("s", ".", "s.")) + " " + SHEET)
            self.read(0.01)

    def call_again(self, server):
        """The turn that was seen must be there."""
        self.read()
        if not self.client.over:
            self.client.close()
        self.calls += 1
        self.client = people.telnet_player(server, self.name)
        enter(self.client)
        turn = look_at_turn(self.client)
        runs = [row for row in runs_of(server, self.name) if row[0] >= self.run]
        ends = [turns for _, ended, turns in runs if ended]
        check(max([turn] + ends) >= self.last, f"{self.name} had seen turn {self.last}, and is at {turn}; the runs since "
              f"then ended at {ends}:\n{self.client.text()}")
        self.last, self.run, self.deaths = turn, runs[-1][0], self.deaths + len(ends)


def journal_faults(server):
    """check, by the program, and by hand: no gap, no double, a score for each ended run and no other."""
    settings = ["--config", server.place.file("trapdoor.conf")] if server.config else []
    server.run("check", *settings, check_status=0)
    due = {}
    for run, first, count in query(server, "SELECT run, first_index, count FROM commands ORDER BY run, first_index"):
        check(first == due.get(run, 0), f"run {run} has a gap or a double at {first}, due was {due.get(run, 0)}")
        due[run] = first + count
    odd = query(server, "SELECT run FROM scores GROUP BY run HAVING count(*) <> 1")
    check(not odd, f"runs with more than one score: {odd}")


def kill_one(server, role, dice):
    pids = [server.process.pid] if role == "listener" else server.role(role)
    if role == "session":
        pids = [dice.choice(pids)] if pids else []
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    if role == "listener":
        server.process.wait()


def strike(place, server, dice):
    """One fault; returns the server that goes on."""
    role = dice.choice(("session", "session", "keeper", "keeper", "hasher", "listener", "all"))
    if role == "all":
        server.kill("all")
    else:
        kill_one(server, role, dice)
    if role not in ("listener", "all"):
        return server
    server.check_log()
    return Server(place, state=server.state).start()


@scenario(limit=LIMIT, content=CONTENT)
def killed_at_any_moment(place):
    """kill -9 of session, keeper, listener, hasher, all, under load: what was seen is there, no gap, no double."""
    dice = random.Random(SEED)
    server = Server(place).start()
    callers = [Caller(server, f"Kill{letter}") for letter in "abc"]
    for _ in range(FAULTS):
        until = time.monotonic() + dice.uniform(0.02, 0.15)
        while time.monotonic() < until:
            for caller in callers:
                caller.type(dice)
        server = strike(place, server, dice)
        for caller in callers:
            caller.read(0.05)
            if caller.client.over:
                caller.call_again(server)
    for caller in callers:
        caller.read(0.3)
        caller.call_again(server)
    print(f"     {sum(caller.calls for caller in callers)} calls, {sum(caller.deaths for caller in callers)} deaths, at turns "
          f"{[caller.last for caller in callers]}")
    server = lose_turns(place, server, callers[0])
    for caller in callers:
        caller.call_again(server)
        people.quit_run(caller.client)
        caller.client.close()
    server.run("verify", "--all", check_status=0)
    server.stop()
    server.check_log()
    journal_faults(server)
    check(sum(caller.calls for caller in callers) >= FAULTS // 4, "hardly anything was killed")
    control(server, callers[0])


def lose_turns(place, server, caller):
    """The control: a server that loses the last turns is noticed by a returning player."""
    for _ in range(12):
        caller.client.press("\x1bs " + SHEET, 0.05)
        caller.read()
        if people.over(caller.client):          # the control is of a run that goes on
            people.upstairs(caller.client)
            caller.call_again(server)
    # On a busy machine the last frames come late, and a loss of turns that nobody saw is not noticed.
    caller.last = max(caller.last, look_at_turn(caller.client))
    server.kill("all")
    with database(server) as store, store:
        # The fifth row from the end, or the first of those that a snapshot has not joined.
        kept, = store.execute("SELECT min(first_index) FROM (SELECT first_index FROM commands WHERE run = ? "
                              "ORDER BY first_index DESC LIMIT 5)", (caller.run,)).fetchone()
        for table, column in (("commands", "first_index"), ("snapshots", "at_index"), ("digests", "after_index")):
            bound = ">=" if table == "commands" else ">"
            store.execute(f"DELETE FROM {table} WHERE run = ? AND {column} {bound} ?", (caller.run, kept))
        store.execute("UPDATE runs SET next_index = ? WHERE id = ?", (kept, caller.run))
    server = Server(place, state=server.state).start()
    try:
        caller.call_again(server)
    except Failure:
        caller.last = 0
        return server
    raise Failure("turns were taken away, and the caller did not notice")


def control(server, caller):
    """A journal that lost its last turns must be noticed."""
    with database(server) as store, store:
        changed = store.execute("DELETE FROM commands WHERE run = ?1 AND "
                                "first_index = (SELECT max(first_index) FROM commands WHERE run = ?1)", (caller.run,)).rowcount
    check(changed == 1, f"{caller.name} left nothing to take away")
    check(server.run("check").returncode == 1, "check did not notice a journal that was cut")
    check(server.run("verify", "--all").returncode == 1, "verify did not notice a journal that was cut")


def run_rows(server):
    return query(server, "SELECT epoch, next_index, (SELECT count(*) FROM commands) FROM runs")


def wake_in_time(server, holder):
    """The control: the same keys, typed to a stopped session whose run nobody took, are written when it goes on."""
    stopped, = server.role("session")
    before = run_rows(server)
    os.kill(stopped, signal.SIGSTOP)
    holder.press("ss.s", 0.3)
    check(run_rows(server) == before, "the control: a stopped session writes")
    os.kill(stopped, signal.SIGCONT)
    wait_for("the control: who still holds the run to write", lambda: run_rows(server) != before)


@scenario(limit=LIMIT)
def woken_too_late(place):
    """A stopped session whose run was taken over writes nothing when it goes on."""
    server = Server(place).start()
    holder = people.telnet_player(server, "Hold", new=True)
    people.play(holder)
    for _ in range(FAULTS):
        mine = set(server.role("session"))
        check(len(mine) == 1, f"one session was to be there: {mine}")
        stopped = mine.pop()
        os.kill(stopped, signal.SIGSTOP)
        holder.send("ss.s")                     # waits for the stopped one
        taker = people.telnet_player(server, "Hold")
        enter(taker)
        turn = look_at_turn(taker)
        before = run_rows(server)
        os.kill(stopped, signal.SIGCONT)
        holder.expect_end().close()             # it lingers for who does not hang up
        wait_for("the late one to end", lambda pid=stopped: pid not in server.role("session"))
        check(run_rows(server) == before, f"who woke too late wrote: {before} became {run_rows(server)}")
        check(look_at_turn(taker) == turn, "the turn is another")
        holder = taker
    wake_in_time(server, holder)
    holder.close()
    server.stop()
    server.check_log()
    journal_faults(server)


@scenario(content=contents.quiet)
def full_disk(place):
    """On a full disk the player is told, sees no turn that is not saved, and goes on when there is room."""
    with small_disk(place) as state:
        if state:
            fill_and_free(place, state)


def there_and_back(client):
    """Two keys that take the hero a step away and back again."""
    for keys in ("lh", "hl", "jk", "kj"):
        at = people.hero(client)
        people.dismiss(client.press(keys[0], 0.2))
        if people.hero(client) != at:
            people.dismiss(client.press(keys[1], 0.2))
            return keys
    raise Failure(f"the hero cannot take a step:\n{client.text()}")


def fill_and_free(place, state):
    server = Server(place, state=state, config="[limits]\nfree_space_mb = 1\n").start()
    client = people.telnet_player(server, "Fulla", new=True)
    people.play(client)
    people.hush(client)
    saved = run_rows(server)
    keys = there_and_back(client)
    check(run_rows(server) != saved, "the control: with room, what is shown is not saved either")
    filling = fill(state)
    for step in range(200):                     # the database may still have some room within its files
        shown, saved = people.hero(client), run_rows(server)
        client.press(keys[step % 2], 0.1)
        if people.hero(client) == shown:
            break
    client.expect(r"Not written yet")
    client.settle(1.2)
    check(people.hero(client) == shown, f"a turn was shown that was not saved:\n{client.text()}")
    check(run_rows(server) == saved, "something was written to a full disk")
    for words in (("lock", "Fulla"), ("ban", "192.0.2.7"), ("hold", "No room"), ("kick", "Fulla")):
        refused = server.run("admin", *words, check_status=1)
        check(re.fullmatch(rf"trapdoor: cannot [a-z ]+: {re.escape(server.state)}/trapdoor\.db: .+; free disk space\n", refused.stderr),
              f"admin {words}: {refused.stderr}")
    check(not re.search(r"event=(kick|evict|register\.hold)", server.log()), "the log has as done what was not written")
    guest = Telnet(server.telnet_port)
    guest.expect(r"Who is calling")
    guest.send("guest\r")
    guest.expect(people.LOBBY)
    people.play(guest)
    guest.close()
    os.remove(filling)
    wait_for("the turn to be shown", lambda: client.pump(0.2) is not None and people.hero(client) != shown)
    check(run_rows(server) != saved, "the turn is shown and not saved")
    people.hush(client)
    check(people.walk(client, 2) == 2, f"the game does not go on when there is room:\n{client.text()}")
    server.stop()
    server.check_log()
    journal_faults(server)


@scenario(content=contents.quiet)
def a_full_disk_refuses_the_start(place):
    """A server that finds too little room to open its database names the disk, however little there is, and starts with room."""
    os.chmod(place.path, 0o755)
    state, image = place.file("state"), place.file("image")
    os.mkdir(state, 0o700)
    # Blocks of 1 KiB: a page of the -shm file may have a block in one part and none in another.
    mounted = subprocess.run(f"truncate -s 8M {image} && mkfs.ext4 -q -m0 -b 1024 {image} && mount -o loop {image} {state} && "
                             f"rmdir {state}/lost+found && chmod 700 {state}", shell=True, capture_output=True, text=True)
    if mounted.returncode:
        print(f"     a_full_disk_refuses_the_start is left out: no image may be mounted here ({mounted.stderr.strip()})")
        return
    try:
        Server(place, state=state).start().end()
        refused = [line for size in (0, 4, 8, 9, 10, 14, 17, 18, 20) for line in [start_with(place, state, size)] if line]
        check(len(refused) >= 4, f"a server starts on a full disk; the others say {refused}")
        for line in refused:
            check("free disk space" in line, f"a start without room is refused by: {line}")
        os.remove(os.path.join(state, "filling"))
        Server(place, state=state).start().end()
    finally:
        subprocess.run(["umount", "-l", state], check=True)


def start_with(place, state, size):
    """Starts a server with so many KiB of room; returns the sentence of its refusal, or None if it serves."""
    if os.path.exists(os.path.join(state, "filling")):
        os.remove(os.path.join(state, "filling"))
    filling = fill(state)
    os.truncate(filling, os.path.getsize(filling) - size * 1024)
    server = Server(place, state=state)
    try:
        server.start()
        return None
    except Failure:
        return server.log().splitlines()[-1]
    finally:
        server.stop()


@scenario()
def a_removed_log_file_loses_no_turn(place):
    """Somebody removes the database's -wal file while a player plays: one sentence, a new keeper, and every turn is there."""
    server = Server(place).start()
    anna = people.telnet_player(server, "Anna", new=True)
    people.play(anna)
    people.walk(anna, 10)
    before = server.role("keeper")
    os.remove(os.path.join(server.state, "trapdoor.db-wal"))
    people.walk(anna, 5)
    said = server.expect_log(r"event=store\.log_removed [^\n]*saved=1 why=\"[^\n]*trapdoor\.db-wal was removed")
    check(server.log().count("event=store.log_removed") == 1, f"it is said more than once: {said}")
    wait_for("another keeper", lambda: server.role("keeper") not in ([], before))
    people.walk(anna, 5)
    turn = people.turn_on_sheet(anna)
    server.kill("all")
    server = Server(place).start()
    anna = people.telnet_player(server, "Anna")
    people.enter(anna)
    check(people.turn_on_sheet(anna) >= turn, f"after turn {turn} the run goes on at turn {people.turn_on_sheet(anna)}")
    server.end(anna)
    server.run("check", check_status=0)


@scenario()
def turns_lost_with_a_removed_log_file_end_the_session(place):
    """The -wal file is removed, and the keeper dies before the next commit: the session says so and ends, and the game goes on."""
    server = Server(place).start()
    anna = people.telnet_player(server, "Anna", new=True)
    people.play(anna)
    people.walk(anna, 3)
    server.kill("all")                          # the next server copies all turns into the database
    server = Server(place).start()
    anna = people.telnet_player(server, "Anna")
    people.enter(anna)
    people.walk(anna, 3)
    keeper, = server.role("keeper")
    os.remove(os.path.join(server.state, "trapdoor.db-wal"))
    os.kill(keeper, signal.SIGKILL)
    wait_for("another keeper", lambda: server.role("keeper") not in ([], [keeper]))
    anna.send("s")
    anna.expect_end()
    check("This turn cannot be saved. The server no longer has the turns before it. Please reconnect." in " ".join(anna.text().split()),
          f"the session ended with:\n{anna.text()}")
    server.expect_log(r"event=run\.refused [^\n]*run=1 index=\d+ why=")
    anna = people.telnet_player(server, "Anna")
    people.enter(anna)
    people.walk(anna, 3)
    server.end(anna)
    server.run("check", check_status=0)


def overwrite_pages(server, table):
    """The first page of a table is overwritten, as by a bad disk."""
    with database(server) as store:
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page, = store.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
        size, = store.execute("PRAGMA page_size").fetchone()
    with open(os.path.join(server.state, "trapdoor.db"), "r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xee" * size)


@scenario()
def a_damaged_database_is_found_at_the_start(place):
    """A damaged page is logged after the start, its player reads so, others play on, and an emptied database is refused."""
    server = Server(place).start()
    server.expect_log(r"event=store\.checked [^\n]*damaged=0")
    anna = people.telnet_player(server, "Anna", new=True)
    people.play(anna)
    people.walk(anna, 3)
    server.end(anna)
    overwrite_pages(server, "births")
    found = server.run("check", check_status=1)
    said = [line for line in found.stderr.splitlines() if "the database file" in line or "damaged" in line]
    check(re.search(r"the database file: (Tree|Page) \d+", said[0]) and re.search(r"is damaged: .*restore a backup", said[-1]),
          f"check says: {found.stdout}{found.stderr}")
    server = Server(place, state=server.state).start()
    server.expect_log(r"event=store\.damaged [^\n]*why=\"the database file: ")
    server.expect_log(r"event=store\.checked [^\n]*damaged=1")
    anna = people.telnet_player(server, "Anna")
    anna.send("p")
    anna.expect(r"This record is damaged")
    check("disk right now" not in anna.text(), f"a damaged record is called a full disk:\n{anna.text()}")
    guest = Telnet(server.telnet_port)
    guest.expect(r"Who is calling")
    guest.send("guest\r")
    guest.expect(people.LOBBY)
    people.play(guest)
    server.end(anna, guest)
    with open(os.path.join(server.state, "trapdoor.db"), "wb"):
        pass
    refused = server.run("serve", check_status=1)
    check("trapdoor.db has zero bytes, and had more before; restore a backup" in refused.stderr, f"it said: {refused.stderr}")
    check("has zero bytes" in server.run("check", check_status=1).stderr + server.run("check").stdout, "check does not see it")
