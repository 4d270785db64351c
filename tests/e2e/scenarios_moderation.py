"""What operators do to accounts, names and networks, over ssh and telnet."""
import collections
import concurrent.futures
import contextlib
import json
import os
import re
import signal
import sqlite3
import subprocess
import time

from harness import LONG, Server, Telnet, check, scenario, ssh, ssh_exec, wait_for
from scenarios_fair import HONEST, Caller, refused, strict
import contents
import people


def audit(server, *words):
    """The audit log, oldest first: (action, subject)."""
    rows = json.loads(server.run("admin", "audit", "--json", *words, check_status=0).stdout)
    return [(row["action"], row["subject"]) for row in reversed(rows)]


@scenario()
def banned_networks(place):
    """A banned network reads the reason before any login and costs no process, also after restarts; others play on."""
    server = strict(place)
    guest = Caller(server.telnet_port, "127.1.2.9")
    people.register(guest, "Bruno")
    honest = Caller(server.telnet_port, HONEST)
    people.register(honest, "Hanna")
    server.run("admin", "ban", "127.1.2.77/24", "It floods us.", "--until", "2h", check_status=0)
    guest.expect(r"Your address is banned until 20\d\d-[^:]*:\d\d UTC: It floods us\.")
    guest.expect_end()

    def holds(when):
        for port in (server.telnet_port, server.ssh_port):
            text = refused(port, "127.1.2.3")
            check(re.fullmatch(r"Trapdoor: your address is banned until 20.* UTC: It floods us\.\r\n", text), f"{when}: {text!r}")
        check(not refused(server.telnet_port, "127.9.9.2"), f"{when} another network is refused")

    holds("at once")
    check("127.1.2.3" not in re.sub(r"event=session\.refused.*", "", server.log()), "a session began for a banned client")
    server.kill("keeper")
    server.expect_log(r"event=keeper\.again")
    holds("after a new keeper")
    server.stop()
    server.start()
    wait_for("the ban after a restart", lambda: "It floods us" in refused(server.telnet_port, "127.1.2.3"), LONG)
    holds("after a restart")
    listed = json.loads(server.run("admin", "bans", "--json", check_status=0).stdout)
    check([row["subject"] for row in listed] == ["127.1.2.0/24"], f"{listed}")
    server.run("admin", "unban", "127.1.2.0/24", check_status=0)
    wait_for("the ban to end", lambda: not refused(server.telnet_port, "127.1.2.3"), LONG)
    check(audit(server) == [("ban", "127.1.2.0/24"), ("unban", "127.1.2.0/24")], f"{audit(server)}")
    server.end(honest)


@scenario()
def locked_accounts(place):
    """A lock ends the account's sessions with the reason, and refuses its logins with it until it is unlocked."""
    server = Server(place).start()
    key = place.ssh_key()
    first = people.ssh_player(server, "lena", key, new=True)
    people.set_password(first, people.PASSWORD)
    second = people.telnet_player(server, "lena")
    server.run("admin", "lock", "Lena", "Shared by many", check_status=0)
    for client in (first, second):
        client.expect(r"Your account is locked: Shared by many\.")
        client.expect_end()
    told = ssh_exec(server, "lena", "scores", key=key)
    check("This account is locked: Shared by many." in told.stdout and told.returncode == 1, f"{told}")
    client = ssh(server, "lena", key=key)
    client.expect(r"This account is locked: Shared by many\.")
    client.expect_end()
    client = Telnet(server.telnet_port)
    people.login(client, "lena")
    client.expect(r"This account is locked: Shared by many\.")
    client.expect_end()
    # A stranger does not learn of it.
    client = Telnet(server.telnet_port)
    people.login(client, "lena", "wrong password")
    client.expect(r"Wrong name or password\.")
    client.close()
    server.run("admin", "unlock", "lena", check_status=0)
    people.ssh_player(server, "lena", key).close()
    check(audit(server, "--name", "lena")[-2:] == [("lock", "lena"), ("unlock", "lena")], f"{audit(server)}")
    server.end(secrets=[people.PASSWORD])


@scenario()
def changed_passwords(place):
    """A new password ends the account's other sessions; a key added after it asks for it, and the next login shows it."""
    server = Server(place).start()
    key = place.ssh_key()
    ssh_session = people.ssh_player(server, "petra", key, new=True)
    people.set_password(ssh_session, people.PASSWORD)
    telnet_session = people.telnet_player(server, "petra")
    server.run("admin", "passwd", "petra", stdin="another horse 8\n", check_status=0)
    for client in (ssh_session, telnet_session):
        client.expect(r"Your password was changed\. Log in with the new one\.")
        client.expect_end()
    first = people.telnet_player(server, "petra", "another horse 8")
    second = people.ssh_player(server, "petra", key)
    first.send("a")
    first.expect(r"Account")
    first.send("p")
    first.expect(r"Your password now")
    first.send("another horse 8\r")
    first.expect(r"The new password, ")
    first.send("third horse 9\r")
    first.expect(r"The new password again")
    first.send("third horse 9\r")
    first.expect(r"Remove all public keys, too")
    second.expect(r"Your password was changed\.")
    second.expect_end()
    first.send("y")
    first.expect(r"all keys are removed")
    with open(key + ".pub", encoding="ascii") as file:
        line = file.read().strip()
    first.send("a")
    first.expect(r"Paste the line")
    first.send(line + "\r")
    first.expect(r"Your password, to add the key")
    first.send("wrong horse\r")
    first.expect(r"Wrong password\.")
    first.send("a")
    first.expect(r"Paste the line")
    first.send(line + "\r")
    first.expect(r"Your password, to add the key")
    first.send("third horse 9\r")
    first.expect(r"The key logs you in from now on")
    first.close()
    again = people.ssh_player(server, "petra", key)
    again.expect(r"1 key was added to your account since your last login")
    again.close()
    actions = [action for action, _ in audit(server, "--name", "petra")]
    check(actions == ["password"] * 3 + ["key-remove", "key-add"], f"{actions}")
    server.end(secrets=[people.PASSWORD, "another horse 8", "third horse 9"])


def board_of(server):
    return json.loads(server.run("scores", "--format", "json", check_status=0).stdout)


@scenario()
def deleted_and_renamed_accounts(place):
    """A deleted or renamed account keeps its rows on the board, under its new name, and each still verifies."""
    server = Server(place).start()
    runs = {}
    for name in ("gone", "olga"):
        client = people.telnet_player(server, name, new=True)
        people.play(client)
        people.explore_a_little(client)
        people.quit_run(client)
        client.close()
    wait_for("both runs on the board", lambda: len(board_of(server)) == 2, LONG)
    for row in board_of(server):
        runs[row["name"]] = row["run"]
    server.run("admin", "rename", "olga", "Helga", check_status=0)
    client = people.telnet_player(server, "Gone")
    client.send("a")
    client.expect(r"Account")
    client.send("d")
    client.expect(r"Your password, to delete the account")
    client.send(people.PASSWORD + "\r")
    client.expect(r"Your account is deleted\. Goodbye\.")
    client.expect_end()
    names = {row["run"]: row["name"] for row in board_of(server)}
    check(names[runs["olga"]] == "Helga", f"{names}")
    check(re.fullmatch(r"deleted-\d+", names[runs["gone"]]), f"{names}")
    client = people.telnet_player(server, "helga")
    client.close()
    for run in runs.values():
        server.run("verify", str(run), check_status=0)
    server.run("check", check_status=0)
    archive = os.path.join(place.path, "archive")
    server.run("scores", "--export", archive, check_status=0)
    check(subprocess.run([server.program, "verify", "--import", archive], capture_output=True, timeout=LONG).returncode == 0,
          "the exported runs do not verify")
    server.run("admin", "remove-score", str(runs["olga"]), "A test", check_status=0)
    check([row["run"] for row in board_of(server)] == [runs["gone"]], f"{board_of(server)}")
    server.run("verify", str(runs["olga"]), check_status=0)
    server.run("check", check_status=0)
    check(audit(server) == [("rename", "olga"), ("rename", "Helga"), ("delete", "gone"), ("remove-score", "Helga")],
          f"{audit(server)}")
    server.end(secrets=[people.PASSWORD])


WAITS = 400_000         # commands of a journal whose verification takes seconds
PIECE = 16_000          # of them in a row of the database


def two_runs(place, **settings):
    """A stopped server of two players with an ended and verified run each."""
    server = Server(place, **settings).start()
    for name in ("Hanna", "Bruno"):
        client = people.telnet_player(server, name, new=True)
        people.play(client)
        client.press("." * 40, 0.3)
        people.quit_run(client)
        client.close()
    wait_for("both runs to be verified", lambda: [row["proven"] for row in board_of(server)] == [True, True], LONG)
    server.stop()
    return server


def run_of(database, name):
    return database.execute("SELECT scores.run FROM scores JOIN accounts ON accounts.id = scores.account "
                            "WHERE accounts.name = ?", (name,)).fetchone()[0]


def await_verdict(database, run):
    """The run is off the board until it is verified.  Triggers of the schema keep the counts."""
    database.execute("UPDATE scores SET proof = 0, listed = 0, best = 0, grave = 0, waiting = 1 WHERE run = ?", (run,))


def lengthen(database, run):
    """Puts many waits in place of the last command of a journal."""
    at, count, journal = database.execute("SELECT first_index, count, bytes FROM commands WHERE run = ? "
                                          "ORDER BY first_index DESC LIMIT 1", (run,)).fetchone()
    wait = bytes([collections.Counter(journal).most_common(1)[0][0]])
    end = at + count
    for first in range(end, end + WAITS, PIECE):
        database.execute("INSERT INTO commands VALUES (?, ?, ?, ?)", (run, first, PIECE, wait * PIECE))
    # The last command ended the game; a wait takes its place.
    database.execute("UPDATE commands SET bytes = ? WHERE run = ? AND first_index = ?", (journal[:-1] + wait, run, at))
    database.execute("UPDATE runs SET next_index = ? WHERE id = ?", (end + WAITS, run))


def start_and_stop_verifier(server):
    """Starts the server, which verifies at once, stops its first verifier, and returns the pid."""
    def stop():
        pids = server.role("verifier")
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        return pids

    with concurrent.futures.ThreadPoolExecutor() as pool:
        found = pool.submit(wait_for, "a verifier", stop, pause=0.002)
        server.start()
        return found.result()[0]


@scenario(content=contents.patient)
def forged_scores(place):
    """A row whose journal gives another score has no rank while it is verified, and is on no board afterwards."""
    server = two_runs(place)
    with contextlib.closing(sqlite3.connect(os.path.join(server.state, "trapdoor.db"))) as database, database:
        forged = run_of(database, "Bruno")
        lengthen(database, forged)
        await_verdict(database, forged)
        database.execute("UPDATE scores SET score = 1999999999 WHERE run = ?", (forged,))
    server.run("check", check_status=0)         # the control: apart from the score the row is in order
    verifier = start_and_stop_verifier(server)
    rows = {row["name"]: (row["rank"], row["proof"]) for row in board_of(server)}
    check(rows == {"Hanna": (1, "proven"), "Bruno": (None, "being verified")}, f"{rows}")
    os.kill(verifier, signal.SIGCONT)
    server.expect_log(rf"event=run\.proof [^\n]*run={forged} proof=2")
    wait_for("the forged run to leave the board", lambda: [row["name"] for row in board_of(server)] == ["Hanna"])
    server.run("check", check_status=0)
    server.end()


@scenario(content=contents.patient)
def stuck_verifiers(place):
    """A verifier that is stopped is killed at its deadline, its run is set aside, and the next one starts at once."""
    server = two_runs(place, config="[limits]\nverify_seconds = 5\n")
    with contextlib.closing(sqlite3.connect(os.path.join(server.state, "trapdoor.db"))) as database, database:
        stuck, following = run_of(database, "Hanna"), run_of(database, "Bruno")
        lengthen(database, stuck)
        await_verdict(database, stuck)
        await_verdict(database, following)
    verifier = start_and_stop_verifier(server)
    began = time.monotonic()
    server.expect_log(rf"event=verify\.set_aside [^\n]*run={stuck} why=deadline")
    check(time.monotonic() - began < 10, f"it was set aside after {time.monotonic() - began:.1f} s")
    wait_for("the stuck verifier to be killed", lambda: verifier not in server.processes())
    server.expect_log(rf"event=run\.proof [^\n]*run={following} proof=1")
    check(time.monotonic() - began < 12, f"the next run was verified after {time.monotonic() - began:.1f} s")
    check(str(stuck) in server.run("verify", "--set-aside", check_status=0).stdout.split(), "the run is not listed as set aside")
    check([row["name"] for row in board_of(server)] == ["Bruno"], f"{board_of(server)}")
    # A new server tries the run once more.  Nothing follows whose start would end its verifier.
    server.stop()
    verifier = start_and_stop_verifier(server)
    wait_for("the verifier to be killed although no run follows", lambda: verifier not in server.processes(), 20)
    server.end()
