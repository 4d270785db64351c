"""What operators do to accounts, names and networks, over ssh and telnet."""
import json
import os
import re
import subprocess

from harness import LONG, Server, Telnet, check, scenario, ssh, ssh_exec, wait_for
from scenarios_fair import HONEST, Caller, refused, strict
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
