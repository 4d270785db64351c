"""Coming in: names, passwords and keys, over telnet and ssh, with every client that we can get."""
import os
import re
import subprocess

from harness import (LONG, Program, Server, Telnet, check, environment, scenario, ssh, ssh_exec, wait_for, SSH_OPTIONS)
import people
from people import LOBBY, PASSWORD


@scenario()
def telnet_registration(place):
    """A stranger registers over telnet, leaves, and comes back; three wrong passwords end the line."""
    server = Server(place).start()
    client = Telnet(server.telnet_port)
    people.register(client, "Alice")
    check("Alice" in client.text(), f"the lobby does not greet the player:\n{client.text()}")
    check(PASSWORD.encode() not in client.raw, "the password was echoed")
    client.close()

    again = people.telnet_player(server, "alice")       # names have no case
    check("Alice" in again.text(), "the name is not shown as it was registered")
    again.close()

    wrong = Telnet(server.telnet_port)
    for attempt in range(3):
        if attempt == 0:
            people.login(wrong, "Alice", "wrong0")
        else:
            wrong.send(f"wrong{attempt}\r")
        wrong.settle(0.6)
    wrong.expect_end()
    server.expect_log(r'event=login\.refused .*name="Alice"')

    early = Telnet(server.telnet_port)      # a password typed a line too early is nobody's name
    people.login(early, "tooearly7", "wrong3")
    early.expect("Wrong name or password")
    server.end(early, secrets=[PASSWORD, "wrong0", "wrong1", "wrong2", "wrong3", "tooearly7"])


@scenario()
def ssh_wrong_passwords(place):
    """OpenSSH asks three times for a password, and its connection ends without a fourth question."""
    server = Server(place).start()
    people.telnet_player(server, "Alice", new=True).close()
    client = ssh(server, "alice")
    for count in range(1, 4):
        client.expect(r"(?is)" + r"password:.*" * count)
        client.settle()
        client.send("wrong-one\r")
    client.expect_end()
    asked = client.text().lower().count("password:")
    check(asked == 3, f"OpenSSH asked {asked} times:\n{client.text()}")
    server.end(client, secrets=[PASSWORD, "wrong-one"])


@scenario()
def names_refused(place):
    """Reserved, taken and ill-formed names are refused with a sentence, and the line goes on."""
    server = Server(place).start()
    people.telnet_player(server, "Alice", new=True).close()
    client = Telnet(server.telnet_port)
    client.expect(people.GREETING)
    client.send("new\r")
    client.expect(r"Your name:")
    for name, answer in (("ALICE", "is taken"), ("root", "is reserved"), ("guest-17", "is reserved"), ("x", "3 to 16"),
                         ("7up", "begins with a letter"), ("semi;colon", "made of letters"), ("sysop", "is reserved")):
        client.press("\x7f" * 20)               # the one before is still there, to be corrected
        client.press(name + "\r", 0.3)
        check(re.search(rf"Your name: {name}\s+A? ?.*{answer}", client.text()), f"the name {name} was not refused:\n{client.text()}")
    server.end(client)


@scenario()
def ssh_key_registration(place):
    """A proven key on a free name registers in the interactive session, and is the login from then on."""
    server = Server(place).start()
    key, other = place.ssh_key(), place.ssh_key("other")
    result = ssh_exec(server, "bob", "scores", key=key)
    client = ssh(server, "bob", key=key)
    client.expect(r"(?i)register bob")
    client.send("y")
    client.expect(LOBBY)
    client.close()

    again = ssh(server, "bob", key=key)
    again.expect(LOBBY)
    check("bob" in again.text(), f"the lobby does not greet bob:\n{again.text()}")
    again.close()

    stranger = subprocess.run(["ssh", *SSH_OPTIONS, "-o", "BatchMode=yes", "-i", other, "-p", str(server.ssh_port), "bob@127.0.0.1",
                               "scores"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LONG,
                              env=environment(place))
    check(stranger.returncode == 255 and "denied" in stranger.stderr, f"another key came in: {stranger}")
    check(result.returncode in (0, 1), f"an exec on a free name ended with {result.returncode}: {result.stderr}")
    server.end()


@scenario()
def ssh_exec_registers_nothing(place):
    """An exec with a proven key on a free name makes no account."""
    server = Server(place).start()
    ssh_exec(server, "carol", "scores", key=place.ssh_key())
    ssh_exec(server, "carol", "help", key=place.ssh_key())
    people.telnet_player(server, "carol", new=True).close()     # the name is still free
    server.end()


@scenario()
def ssh_password(place):
    """OpenSSH with a password, typed into its prompt; a wrong one is refused."""
    server = Server(place).start()
    people.telnet_player(server, "dave", new=True).close()
    for options in ((), ("-o", "PreferredAuthentications=password"), ("-o", "PreferredAuthentications=keyboard-interactive")):
        client = ssh(server, "dave", options=options)
        client.expect(r"(?i)password")
        client.send("wrong\r")
        client.expect(r"(?i)(password[^\n]*\n[^$]*|denied[^\n]*\n[^$]*)password|again")
        client.settle(0.3)
        client.send(PASSWORD + "\r")
        client.expect(LOBBY)
        client.close()
    ask = place.file("ask", f"#!/bin/sh\necho '{PASSWORD}'\n")
    os.chmod(ask, 0o700)
    client = ssh(server, "dave", SSH_ASKPASS=ask, SSH_ASKPASS_REQUIRE="force", DISPLAY=":0")
    client.expect(LOBBY)
    server.end(client, secrets=[PASSWORD])


@scenario()
def ssh_new_and_guest(place):
    """new@ opens the registration, guest@ plays at once, without any proof."""
    server = Server(place).start()
    none = ("-o", "PreferredAuthentications=none")
    client = ssh(server, "new", options=none)
    people.fill_registration(client, "Erin")
    client.close()
    guest = ssh(server, "guest", options=none)
    guest.expect(r"guest-\d+")
    people.play(guest)
    check(people.walk(guest, 2) > 0, f"the guest cannot walk:\n{guest.text()}")
    server.end(guest)


@scenario()
def ssh_refuses_the_rest(place):
    """No forwarding, no subsystem, no agent."""
    server = Server(place).start()
    key = place.ssh_key()
    people.ssh_player(server, "frank", key, new=True).close()
    sftp = subprocess.run(
        ["ssh", *SSH_OPTIONS, "-i", key, "-p", str(server.ssh_port), "-s", "frank@127.0.0.1", "sftp"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LONG, env=environment(place))
    check(sftp.returncode not in (0,), "a subsystem was granted")
    through = subprocess.run(["ssh", *SSH_OPTIONS, "-i", key, "-p", str(server.ssh_port), "-W", f"127.0.0.1:{server.telnet_port}",
                              "frank@127.0.0.1"], stdin=subprocess.DEVNULL, capture_output=True, timeout=LONG, env=environment(place))
    check(through.returncode != 0 and not through.stdout, "a forwarding was granted")
    server.end()


@scenario()
def a_shared_connection(place):
    """OpenSSH's ControlMaster: the server has one session a connection.  OpenSSH therefore gives each further one a
    connection of its own, and all of them work.  The first does not notice them, nor forwardings and subsystems."""
    server = Server(place).start()
    key = place.ssh_key()
    people.ssh_player(server, "frank", key, new=True).close()
    shared = ["-S", place.file("master")]
    first = ssh(server, "frank", key=key, options=["-M", *shared])
    people.play(first)
    quiet = first.text()

    second = ssh(server, "frank", key=key, options=shared, width=100, height=30)
    second.expect(LOBBY)
    check("refused by peer" in second.raw.decode(errors="replace"), "the second session is on the first one's connection")
    listed = ssh_exec(server, "frank", "scores", key=key, options=shared)
    check(listed.returncode == 0 and "Nobody has played yet" in listed.stdout, f"a command is not answered: {listed}")
    sftp = ssh_exec(server, "frank", "sftp", key=key, options=[*shared, "-s"])
    check(sftp.returncode != 0 and not sftp.stdout, f"a subsystem was granted: {sftp}")
    through = ssh_exec(server, "frank", key=key, options=[*shared, "-W", f"127.0.0.1:{server.telnet_port}"])
    check(through.returncode != 0 and not through.stdout, f"a forwarding was granted: {through}")
    behind = ssh_exec(server, "frank", key=key, options=[*shared, "-O", "forward", "-R", "0:127.0.0.1:9"])
    check(behind.returncode != 0 and "failed" in behind.stderr, f"a listening port was granted: {behind}")

    first.press("\x12", 0.3)
    check(first.text() == quiet, f"the first session has noticed the others:\n{first.text()}")
    people.take_over(second)            # a window of its own: the game goes on there
    first.expect_end()
    people.leave_game(second)
    people.leave(second)
    third = ssh(server, "frank", key=key, options=["-M", "-o", "ControlPersist=60", *shared])
    people.leave(third)
    fourth = ssh(server, "frank", key=key, options=shared)     # the connection ended with its session
    fourth.expect(LOBBY)
    server.end(fourth)


@scenario()
def dropbear(place):
    """dropbear's dbclient, with a key and with a password."""
    server = Server(place).start()
    key = place.file("dropbear")
    made = subprocess.run(["dropbearkey", "-t", "ed25519", "-f", key], capture_output=True, text=True)
    check(made.returncode == 0, f"dropbearkey failed: {made.stderr}")
    command = ["dbclient", "-y", "-y", "-p", str(server.ssh_port)]
    client = Program(place, [*command, "-i", key, "gina@127.0.0.1"])
    client.expect(r"(?i)register gina")
    client.send("y")
    client.expect(LOBBY)
    client.close()
    people.telnet_player(server, "hugo", new=True).close()
    client = Program(place, [*command, "hugo@127.0.0.1"], DROPBEAR_PASSWORD=PASSWORD)
    client.expect(r"(?i)password", LOBBY)
    client.settle(0.5)
    if not re.search(LOBBY, client.text()):
        client.send(PASSWORD + "\r")
    client.expect(LOBBY)
    people.play(client)
    server.end(client)


@scenario()
def plink_ssh(place):
    """PuTTY's plink over ssh, with a password."""
    server = Server(place).start()
    people.telnet_player(server, "ines", new=True).close()
    fingerprint = subprocess.run(["ssh-keyscan", "-T", "60", "-p", str(server.ssh_port), "127.0.0.1"], capture_output=True, text=True)
    known = place.file("scanned", fingerprint.stdout)
    listed = subprocess.run(["ssh-keygen", "-lf", known], capture_output=True, text=True).stdout
    match = re.search(r"SHA256:\S+", listed)
    check(match, f"ssh-keyscan found no host key: {fingerprint.stdout} {fingerprint.stderr}")
    client = Program(place, ["plink", "-ssh", "-batch", "-t", "-hostkey", match.group(0), "-pw", PASSWORD,
                             "-P", str(server.ssh_port), "ines@127.0.0.1"])
    client.expect(LOBBY)
    people.play(client)
    server.end(client, secrets=[PASSWORD])


@scenario()
def plink_telnet(place):
    """PuTTY's plink over telnet."""
    server = Server(place).start()
    people.telnet_player(server, "jan", new=True).close()
    client = Program(place, ["plink", "-telnet", "-P", str(server.telnet_port), "127.0.0.1"])
    people.login(client, "jan")
    people.play(client)
    server.end(client, secrets=[PASSWORD])


@scenario()
def inetutils_telnet(place):
    """GNU telnet: character mode, no echo of the password, the real window size."""
    server = Server(place).start()
    people.telnet_player(server, "karl", new=True).close()
    client = Program(place, ["telnet", "127.0.0.1", str(server.telnet_port)], width=100, height=30)
    people.login(client, "karl")
    people.play(client)
    check(PASSWORD.encode() not in client.raw, "the password was echoed")
    check(any(line.strip() for line in client.screen.display[28:]), f"the window of 100x30 is not used:\n{client.text()}")
    check(people.walk(client, 3) > 0, f"the hero does not walk:\n{client.text()}")
    server.end(client, secrets=[PASSWORD])


@scenario()
def inside_tmux(place):
    """OpenSSH inside tmux, as most people have it."""
    server = Server(place).start()
    key = place.ssh_key()
    people.ssh_player(server, "lena", key, new=True).close()
    socket_path = place.file("tmux")
    tmux = ["tmux", "-S", socket_path, "-f", "/dev/null"]
    command = " ".join(["ssh", *SSH_OPTIONS, "-i", key, "-p", str(server.ssh_port), "lena@127.0.0.1"])
    env = environment(place)
    subprocess.run([*tmux, "new-session", "-d", "-x", "80", "-y", "24", command], check=True, env=env)
    try:
        def shown():
            return subprocess.run([*tmux, "capture-pane", "-p"], capture_output=True, text=True, env=env).stdout
        wait_for("the lobby in tmux", lambda: re.search(LOBBY, shown()))
        subprocess.run([*tmux, "send-keys", "p"], check=True, env=env)
        wait_for("the game in tmux", lambda: re.search(people.IN_PLAY, shown()))

        def hero_is_shown():
            text = shown()
            if people.HEIRLOOM in text:
                subprocess.run([*tmux, "send-keys", "a", "a"], check=True, env=env)
            return "@" in text and people.HEIRLOOM not in text
        wait_for("the hero in tmux", hero_is_shown, pause=0.5)
    finally:
        subprocess.run([*tmux, "kill-server"], env=env, capture_output=True)
    server.end()


@scenario()
def lobby_keys(place):
    """A telnet player adds a key in the lobby and comes in by it over ssh; removing it shuts that way."""
    server = Server(place).start()
    key = place.ssh_key()
    people.ssh_player(server, "mara", key, new=True).close()
    client = ssh(server, "mara", key=key)
    people.set_password(client, PASSWORD)
    client.close()
    people.telnet_player(server, "mara").close()
    client = ssh(server, "mara", key=key)
    people.remove_key(client)
    client.close()
    gone = ssh_exec(server, "mara", "scores", key=key, options=["-o", "BatchMode=yes"])
    check(gone.returncode == 255, f"a removed key still comes in: {gone}")
    server.end(secrets=[PASSWORD])


@scenario()
def operator_commands(place):
    """admin who, kick, passwd and say do what they say."""
    server = Server(place).start()
    client = people.telnet_player(server, "nora", new=True)
    who = server.run("admin", "who", check_status=0).stdout
    check("nora" in who, f"admin who does not list her: {who}")
    check("depth  0" not in who, f"whoever is upstairs is on no depth: {who}")
    server.run("admin", "kick", "nora", check_status=0)
    client.expect_end()
    server.run("admin", "passwd", "nora", stdin="another horse 8\n", check_status=0)
    people.telnet_player(server, "nora", "another horse 8").close()
    old = Telnet(server.telnet_port)
    people.login(old, "nora", PASSWORD)
    old.settle(0.5)
    check(not re.search(LOBBY, old.text()), "the old password still works")
    server.run("admin", "kick", "nobody-here", check_status=1)
    server.end(secrets=[PASSWORD, "another horse 8"])
