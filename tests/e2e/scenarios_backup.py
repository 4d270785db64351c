"""Backups that are taken while people play: each is whole, or is not there.

What a player saw before a backup began must be in it, and nothing of after it ended.  The control is a plain copy
of the database's file, which is what an operator without `admin backup` would make.
"""
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import time

from harness import LONG, Failure, Server, check, environment, scenario, wait_for, ROOT
import people

NAMES = ("Bess", "Bill", "Bron")
PLAIN_COPIES = 3
TRIES = 50              # so often a backup may be over before anything happens in it
BALLAST = 24            # megabytes that nobody reads, so that a backup takes more than one step


class Load:
    """People who type without waiting for anything."""

    def __init__(self, server, names, new):
        self.dice = random.Random(len(names))
        self.clients = {}
        for name in names:
            self.clients[name] = people.telnet_player(server, name, new=new)
            people.play(self.clients[name])

    def type(self):
        for client in self.clients.values():
            client.send(self.dice.choice(("s", "s", ".", "h", "l", " ")))
        for client in self.clients.values():
            while not client.over and client.pump(0.004):
                pass

    def turns(self):
        """name -> the turn that is shown now."""
        return {name: people.turn_on_sheet(client) for name, client in self.clients.items()}

    def close(self):
        for client in self.clients.values():
            client.close()


def begin_backup(server, path):
    return subprocess.Popen([server.program, "admin", "backup", path, "--state", server.state], cwd=ROOT,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            env=environment(server.place))


def under_load(load, backup, limit=LONG):
    """Types until the backup's process has ended; its status and what it said."""
    deadline = time.monotonic() + limit
    while backup.poll() is None:
        check(time.monotonic() < deadline, "the backup does not end")
        load.type()
    with backup.stdout:
        return backup.returncode, backup.stdout.read().decode("utf-8")


def back_up(server, load, path):
    """(turns seen before, turns seen after) of a backup that went well, and during which people played."""
    for _ in range(TRIES):
        before = load.turns()
        status, said = under_load(load, begin_backup(server, path))
        after = load.turns()
        check(status == 0, f"`admin backup` ended with {status}: {said}")
        if sum(after.values()) > sum(before.values()) + len(NAMES):
            return before, after
        os.remove(path)                             # it was too quick
    raise Failure(f"nobody played meanwhile: {before}, {after}")


def restore(place, path, before, after):
    """Serves a copy; its players must be at a turn between the two, and go on.  Raises Failure when not."""
    state = path + "-state"
    server = Server(place, state=state)
    server.run("restore", path, "--init", check_status=0)
    server.run("check", check_status=0)
    server.start()
    try:
        load = Load(server, NAMES, new=False)
        for name, turn in load.turns().items():
            check(before[name] <= turn <= after[name],
                  f"{name} is at turn {turn} in {os.path.basename(path)}, which was made between {before[name]} and {after[name]}")
        load.type()
        for name, turn in load.turns().items():
            check(turn >= before[name], f"{name} does not go on")
        people.quit_run(load.clients[NAMES[0]])
        load.close()
        server.run("verify", "--all", check_status=0)
    finally:
        server.end()


def holds_callers(path):
    try:
        with sqlite3.connect(path) as database:
            return database.execute("SELECT count(*) FROM accounts").fetchone()[0] == len(NAMES)
    except sqlite3.DatabaseError:
        return False


def begin_to_the_middle(server, load, path):
    """A backup whose keeper is stopped while it writes; (its process, the keeper)."""
    keeper, = server.role("keeper")
    for _ in range(TRIES):
        load.type()
        backup = begin_backup(server, path)
        wait_for("the backup to begin", lambda: os.path.exists(path + ".part") or os.path.exists(path), pause=0.0)
        os.kill(keeper, signal.SIGSTOP)
        if os.path.exists(path + ".part") and not os.path.exists(path):
            return backup, keeper
        os.kill(keeper, signal.SIGCONT)             # it was too quick
        under_load(load, backup)
        os.remove(path)
    raise Failure("no backup could be stopped in its middle")


def keeper_dies_in_the_middle(place, server, load):
    """The next keeper makes the backup anew, or it is told to have failed and there is none."""
    path = place.file("interrupted")
    before = load.turns()
    backup, keeper = begin_to_the_middle(server, load, path)
    os.kill(keeper, signal.SIGKILL)
    status, said = under_load(load, backup)
    after = load.turns()
    check(os.path.exists(path) == (status == 0), f"the backup ended with {status}, and {os.listdir(place.path)} is there")
    if status == 0:
        check(not os.path.exists(path + ".part"), "half a backup is left beside the whole one")
        restore(place, path, before, after)
    else:
        check(said.startswith("trapdoor: "), f"nothing is said of the backup that was not made: {said}")


def all_die_in_the_middle(place, server, load):
    """What is left has another name, is not taken for a database that is whole, and is in nobody's way."""
    path = place.file("half")
    backup, _ = begin_to_the_middle(server, load, path)
    check(not os.path.exists(path), "half a backup has the name of a whole one")
    backup.kill()
    backup.wait()
    backup.stdout.close()
    server.kill("all")
    load.close()
    check(os.path.exists(path + ".part") and not os.path.exists(path), f"after the end of all there is {os.listdir(place.path)}")
    check(not holds_callers(path + ".part"), "half a backup holds what a whole one does")
    server = Server(place, state=server.state).start()
    server.run("admin", "backup", path, check_status=0)
    left = [name for name in os.listdir(place.path) if name.startswith("half.part")]
    check(not left, f"of the old half there is still {left}")
    return server


def plain_copies_fall_short(place, server, load):
    """The control: the file alone, copied under load, lacks turns that were seen."""
    for number in range(PLAIN_COPIES):
        path = place.file(f"plain-{number}")
        before = load.turns()
        load.type()
        shutil.copy(os.path.join(server.state, "trapdoor.db"), path)
        after = load.turns()
        try:
            restore(place, path, before, after)
        except Failure as failure:
            check(holds_callers(path), f"the control missed more than turns: {failure}")
            return
    raise Failure("plain copies of the file were as good as backups")


@scenario(limit=900)
def backup_under_load(place):
    """A backup taken while people play, whoever is killed meanwhile, is whole and goes on from there, or is not there."""
    server = Server(place).start()
    Load(server, NAMES, new=True).close()
    server.stop()
    with sqlite3.connect(os.path.join(server.state, "trapdoor.db")) as database:
        database.executemany("INSERT INTO bundles (digest, bytes) VALUES (randomblob(16), randomblob(1048576))", [()] * BALLAST)
    server = Server(place, state=server.state).start()
    load = Load(server, NAMES, new=False)
    path = place.file("backup")
    restore(place, path, *back_up(server, load, path))
    keeper_dies_in_the_middle(place, server, load)
    plain_copies_fall_short(place, server, load)
    server = all_die_in_the_middle(place, server, load)
    server.end()


@scenario()
def restored_at_once(place):
    """A copy that replaces the database right after a command without a server is what the next server has."""
    server = Server(place).start()
    people.telnet_player(server, "Ada", new=True).close()
    server.stop()
    copy = os.path.join(place.path, "copy.tar")
    for number in range(5):
        if os.path.exists(copy):
            os.remove(copy)
        server.run("admin", "backup", copy, check_status=0)
        server.run("admin", "ban", f"198.51.100.{number}", "after the copy", check_status=0)
        check(not server.processes(), f"a command left processes behind: {server.processes()}")
        server.run("restore", copy, "--force", check_status=0)
        check("198.51" not in server.run("admin", "bans", check_status=0).stdout, "the database has what was changed after the copy")


STRANGER = 4242


def fails(server, why, *words, **more):
    result = server.run(*words, **more)
    check(result.returncode == 1 and why in result.stderr, f"`{' '.join(words)}` does not fail with '{why}': {result}")


@scenario()
def a_backup_has_all(place):
    """A backup has database, host key, settings and content; restore lists it, checks it, refuses a running server, keeps the owner."""
    os.mkdir(place.file("bulletins"))
    os.chmod(place.path, 0o711)
    server = Server(place, config="[lobby]\nbanner = Back soon.\n").start()
    people.telnet_player(server, "Adele", new=True).close()
    place.file("bulletins/motd.txt", "Open all night.\n")
    config = ["--config", place.file("trapdoor.conf")]
    path, streamed = place.file("all.tar"), place.file("streamed.tar")
    server.run("admin", "backup", path, *config, check_status=0)
    with open(streamed, "wb") as file:
        file.write(server.run("admin", "backup", "-", *config, check_status=0, text=False).stdout)
    check(not [name for name in os.listdir(server.state) if name.startswith("backup")], f"a copy is left: {os.listdir(server.state)}")
    for archive in (path, streamed):
        listed = server.run("restore", archive, "--list", check_status=0).stdout
        for name in ("state/trapdoor.db", "state/host_key", "settings/trapdoor.conf", "settings/bulletins/motd.txt"):
            check(name in listed, f"the backup has no {name}: {listed}")
        check(subprocess.run(["tar", "tf", archive], capture_output=True).returncode == 0, "tar cannot read it")
    check(os.stat(path).st_mode & 0o777 == 0o600, "others can read the backup")
    fails(server, "it already exists", "admin", "backup", path)
    fails(server, "a server or a command uses the state directory", "restore", path, "--force")
    with open(os.path.join(server.state, "host_key"), "rb") as file:
        key = file.read()
    server.end()
    fails(server, "has a database", "restore", path)
    server.run("admin", "ban", "192.0.2.7", "after the backup", check_status=0)
    with open(path, "rb") as file:
        whole = file.read()
    for number, damaged in enumerate((whole[:-2000], whole[:5000], whole.replace(b"Open all night", b"Open all Night"),
                                      whole[:3000] + b"?" + whole[3001:], b"", b"x" * 2000)):
        wrong = place.file(f"wrong-{number}")
        with open(wrong, "wb") as file:
            file.write(damaged)
        fails(server, "cannot restore", "restore", wrong, "--force")
    check("192.0.2.7" in server.run("admin", "bans", check_status=0).stdout, "a damaged backup was put back")
    if os.geteuid() == 0:
        for name in [".", *os.listdir(server.state)]:
            os.chown(os.path.join(server.state, name), STRANGER, STRANGER)
    os.remove(os.path.join(server.state, "host_key"))
    out = place.file("out")
    server.run("restore", path, "--force", "--outside", out, check_status=0)
    for name in os.listdir(server.state):
        facts = os.stat(os.path.join(server.state, name))
        check(os.geteuid() != 0 or facts.st_uid == STRANGER, f"{name} belongs to {facts.st_uid}")
        check(facts.st_mode & 0o077 == 0, f"others can read {name}")
    check("192.0.2.7" not in server.run("admin", "bans", check_status=0).stdout, "the database is not that of the backup")
    with open(os.path.join(server.state, "host_key"), "rb") as file:
        check(file.read() == key, "the host key is another")
    with open(os.path.join(out, "settings/bulletins/motd.txt"), encoding="ascii") as file:
        check(file.read() == "Open all night.\n", "the bulletin is another")
    check(not [name for name in os.listdir(server.state) if name.startswith("restore")], f"left: {os.listdir(server.state)}")


@scenario()
def a_backup_that_fails(place):
    """A backup to a full or missing place fails, leaves nothing, and is logged as done nowhere."""
    server = Server(place).start()
    people.telnet_player(server, "Adele", new=True).close()
    with open("/dev/full", "wb") as full:
        result = subprocess.run([server.program, "admin", "backup", "-", "--state", server.state], stdin=subprocess.DEVNULL,
                                stdout=full, stderr=subprocess.PIPE, text=True, env=environment(place), timeout=LONG)
    check(result.returncode == 1 and "cannot back up to standard output: cannot write: No space left" in result.stderr, f"{result}")
    fails(server, "No such file", "admin", "backup", place.file("nowhere/x.tar"))
    os.mkdir(place.file("many"))
    for number in range(200):
        place.file(f"many/{number}.txt", "")
    fails(server, "there are over 200 files", "admin", "backup", place.file("y.tar"),
          "--config", place.file("many.conf", f"[files]\ncontent = {place.file('many')}\n"))
    check(not os.path.exists(place.file("y.tar")) and not os.path.exists(place.file("y.tar.part")), "half a backup is left")
    check(not [name for name in os.listdir(server.state) if name.startswith("backup")], f"a copy is left: {os.listdir(server.state)}")
    check("event=backup.done" not in server.log(), "the log says that it was made")
    check(len(re.findall(r"event=backup\.failed .*why=\".+\"", server.log())) == 3, f"not every failure is logged: {server.log()}")
    audit = server.run("admin", "audit", check_status=0).stdout
    check("written" not in audit and audit.count("failed: ") == 3 and audit.count("database copied") == 3, f"the audit log has:\n{audit}")
    server.run("admin", "backup", place.file("z.tar"), check_status=0)
    check("written" in server.run("admin", "audit", check_status=0).stdout, "the audit log lacks the backup")
    server.expect_log(r"event=backup\.done [^\n]*file=\".*z\.tar\"")
    server.end()
