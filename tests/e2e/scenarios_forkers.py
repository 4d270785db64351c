"""The processes whose images sessions are forks of: a crash brings a new image, a telnet session has no host key, and both
transports are rehearsed."""
import base64
import os
import re
import signal
import subprocess
import time

from harness import LONG, OPTIMISED, Server, Telnet, check, environment, holds, scenario, ssh, wait_for
from scenarios_fair import Caller, HONEST, strict
import people


def forkers(server):
    """pid -> kind"""
    found = {}
    for pid in server.role("forker"):
        try:
            with open(f"/proc/{pid}/cmdline", encoding="utf-8") as file:
                found[pid] = file.read().split("\0")[2]
        except FileNotFoundError:
            continue
    return found


def image(pid):
    """Where the program is in memory, and the number that its canary comes from."""
    with open(f"/proc/{pid}/maps", encoding="utf-8") as file:
        base = next(int(line.split("-")[0], 16) for line in file if "/trapdoor" in line)
    with open(f"/proc/{pid}/auxv", "rb") as file:
        words = file.read()
    pairs = [(int.from_bytes(words[at:at + 8], "little"), int.from_bytes(words[at + 8:at + 16], "little"))
             for at in range(0, len(words), 16)]
    with open(f"/proc/{pid}/mem", "rb") as memory:
        memory.seek(dict(pairs)[25])        # AT_RANDOM
        return base, memory.read(16)


def parent(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        return int(file.read().rsplit(")", 1)[1].split()[1])


def session_of(server, begin):
    """The session that `begin` brings, and what begin returned."""
    before = set(server.role("session"))
    client = begin()
    new, = set(server.role("session")) - before
    return new, client


def telnet(server, source):
    client = Caller(server.telnet_port, source)
    client.expect(people.GREETING)
    return client


@scenario()
def a_crash_brings_a_new_image(place):
    """After a crash the next sessions are forks of a fresh image, once a minute; the others go on, stay counted and survive a keeper."""
    if os.geteuid() != 0:
        print("     not root: nothing was asked")
        return
    server = strict(place, "per_address = 2\n", program=OPTIMISED)
    old, player = session_of(server, lambda: telnet(server, HONEST))
    same, second = session_of(server, lambda: telnet(server, HONEST))
    check(image(old) == image(same), "the control: two sessions of one image differ")
    first = forkers(server)
    victim, crashed = session_of(server, lambda: telnet(server, "127.1.2.9"))
    os.kill(victim, signal.SIGSEGV)
    server.expect_log(r"event=penalty [^\n]*from=127\.1\.2\.9 for=crash")
    server.expect_log("event=forker.replaced [^\n]*kind=plain")
    check(parent(old) in forkers(server), "the sessions of the old image lost their parent")
    new, third = session_of(server, lambda: telnet(server, "127.9.8.1"))
    check(image(old)[0] != image(new)[0] and image(old)[1] != image(new)[1], f"the new image is like the old one: {image(new)}")
    for pid in server.role("listener") + [server.process.pid]:
        check(image(pid)[0] not in (image(old)[0], image(new)[0]), "a session knows the addresses of its listener")
    refused = Caller(server.telnet_port, HONEST)
    refused.expect("too many connections from your address")
    server.kill("keeper")
    server.expect_log("event=keeper.again [^\n]*sessions=3")
    for client in (player, second, third):
        client.send("guest\r")
        client.expect("guest-")
    os.kill(new, signal.SIGBUS)
    server.expect_log("event=session.died [^\n]*signal=7")
    time.sleep(2)
    check(len(re.findall("forker.replaced", server.log())) == 1, "the image was replaced twice in a minute")
    for client in (player, second):
        client.close()
    wait_for("the first forker to end", lambda: set(forkers(server)) & set(first) == {pid for pid in first if first[pid] == "ssh"})
    free = wait_for("the listener to count their places as free", lambda: begins(server, HONEST))
    server.end(free, third, crashed, refused)


@scenario()
def a_dead_forker_is_replaced(place):
    """A killed forker ends no session; newcomers get another one, and the orphans stay counted until they end."""
    server = strict(place, "per_address = 2\n")
    players = [telnet(server, HONEST), telnet(server, HONEST)]
    dead, = (pid for pid, kind in forkers(server).items() if kind == "plain")
    os.kill(dead, signal.SIGKILL)
    server.expect_log("event=forker.died [^\n]*sessions=2")
    wait_for("another forker", lambda: list(forkers(server).values()).count("plain") == 1)
    other = wait_for("a session of the new forker", lambda: begins(server, "127.9.8.1"))
    refused = Caller(server.telnet_port, HONEST)
    refused.expect("too many connections from your address")
    for client in players:
        client.send("guest\r")
        client.expect("guest-")
        client.close()
    wait_for("the places of the orphans to be free", lambda: begins(server, HONEST))
    server.end(other, refused)


@scenario()
def a_dead_listener_is_replaced(place):
    """A listener that crashes is replaced by a fresh image: clients wait for it, players play on, stay counted and logged."""
    if os.geteuid() != 0:
        print("     not root: nothing was asked")
        return
    server = strict(place, "per_address = 2\n", program=OPTIMISED)
    player = Caller(server.telnet_port, HONEST)
    people.register(player, "Anna")
    people.play(player)
    second = telnet(server, HONEST)
    listener, = server.role("listener")
    before = image(listener)
    os.kill(listener, signal.SIGSEGV)
    began = time.monotonic()
    newcomer = Caller(server.telnet_port, "127.9.8.1")      # at once: the port never closes
    newcomer.expect(people.GREETING)
    check(time.monotonic() - began < 10, "another listener took longer than ten seconds")
    server.expect_log("event=listener.died [^\n]*signal=11")
    server.expect_log("event=listener.replaced ")
    server.expect_log("event=keeper.begin [^\n]*taken=2")
    again, = server.role("listener")
    check(again != listener and image(again)[0] != before[0] and image(again)[1] != before[1], "the image is not new")
    for pid in server.role("session") + [server.process.pid]:
        check(image(pid)[0] != image(again)[0], "another process has the addresses of the new listener")
    check(people.walk(player, 2) == 2, f"the game does not go on:\n{player.text()}")
    check("Anna" in server.run("admin", "who", check_status=0).stdout, "the operator does not see the player")
    refused = Caller(server.telnet_port, HONEST)
    refused.expect("too many connections from your address")
    server.kill("keeper")
    server.expect_log("event=keeper.again [^\n]*sessions=3")
    check(people.walk(player, 2) == 2, f"the game does not go on with another keeper:\n{player.text()}")
    second.send("nobody\r")
    second.close()
    server.expect_log(r"event=session.end [^\n]*from=127\.9\.9\.1")
    free = wait_for("the place of a session that ended to be free", lambda: begins(server, HONEST))
    server.end(player, newcomer, refused, free)


@scenario()
def a_dead_listener_ends_no_game(place):
    """When a listener crashes twice in a minute, serve ends with a failure, for the service manager; players play on, and the next serve
    has them and their log."""
    server = Server(place, program=OPTIMISED).start()
    player = people.telnet_player(server, "Anna", new=True)
    people.play(player)
    listener, = server.role("listener")
    os.kill(listener, signal.SIGKILL)
    server.expect_log("event=listener.begin ")
    listener, = server.role("listener")
    os.kill(listener, signal.SIGSEGV)
    check(server.process.wait(LONG) == 1, f"serve ended with {server.process.returncode}")
    server.expect_log("event=listener.died [^\n]*signal=11")
    server.expect_log("event=keeper.listener_gone [^\n]*sessions=1")
    check(people.walk(player, 2) == 2, f"the game does not go on:\n{player.text()}")
    server.start()
    server.expect_log("event=keeper.handed_over")
    server.expect_log("event=keeper.begin [^\n]*taken=1")
    wait_for("the first supervisor to end", lambda: len(server.role("supervisor")) == 1)
    check(people.walk(player, 2) == 2, f"the game does not go on with another keeper:\n{player.text()}")
    check("Anna" in server.run("admin", "who", check_status=0).stdout, "the operator does not see the player")
    newcomer = people.telnet_player(server, "Bert", new=True)
    player.close()
    server.expect_log("event=session.end [^\n]*from=")
    server.end(newcomer)


def begins(server, source):
    """A client that was greeted, or None."""
    client = Caller(server.telnet_port, source)
    client.expect(people.GREETING, "Trapdoor: ")
    if re.search(people.GREETING, client.text()):
        return client
    client.close()
    return None


def secrets(path):
    """The bytes that nobody but the server has: the seed of the key as it is in memory, and as it is in its file."""
    with open(path, encoding="ascii") as file:
        text = "".join(line for line in file.read().split("\n") if not line.startswith("-"))
    blob = base64.b64decode(text)
    at = blob.rindex(b"\0\0\0\x40") + 4      # 32 bytes of seed, 32 of the public key, after the length of both
    return [blob[at:at + 32], text[at // 3 * 4 + 4:at // 3 * 4 + 40].encode()]


@scenario()
def who_has_the_host_key(place):
    """A telnet session has no byte of the host key, nor has any process but the forker and the sessions of ssh."""
    if os.geteuid() != 0:
        print("     not root: nothing was asked")
        return
    server = Server(place, program=OPTIMISED).start()
    wanted = secrets(os.path.join(server.state, "host_key"))
    check(all(len(one) >= 32 for one in wanted), f"the host key has another form: {wanted}")
    ssh, caller = session_of(server, lambda: people.ssh_player(server, "Ada", place.ssh_key(), new=True))
    telnet_session, stranger = session_of(server, lambda: telnet_greeted(server))
    player, anna = session_of(server, lambda: people.telnet_player(server, "Anna", new=True))
    check(holds(ssh, wanted), "the control: the session of ssh has no host key")
    check(not holds(telnet_session, wanted), "a telnet session before login has the host key")
    check(not holds(player, wanted), "a telnet session has the host key")
    for pid, comm in server.processes().items():
        expected = pid == ssh or (comm == "forker" and forkers(server)[pid] == "ssh")
        check(holds(pid, wanted) == expected, f"{comm} {pid} has {'no' if expected else 'a copy of the'} host key")
        opened = any(os.readlink(f"/proc/{pid}/fd/{name}").endswith("/host_key") for name in os.listdir(f"/proc/{pid}/fd"))
        check(opened == (pid == server.process.pid), f"{comm} {pid} has {'not ' if not opened else ''}opened the host key's file")
    server.end(caller, stranger, anna)


@scenario()
def no_password_stays_in_memory(place):
    """After registration, logins and a wrong password, no process holds the bytes of the password: passwords are wiped."""
    if os.geteuid() != 0:
        print("     not root: nothing was asked")
        return
    server = Server(place, program=OPTIMISED).start()
    secret, wrong = "a very rare word 4711", "another rare word 0815"
    clients = [people.telnet_player(server, "Anna", secret, new=True), people.telnet_player(server, "Anna", secret)]
    stranger = Telnet(server.telnet_port)
    people.login(stranger, "Anna", wrong)
    stranger.expect("(?i)wrong")
    clients.append(stranger)
    for method in ("password", "keyboard-interactive"):
        client = ssh(server, "Anna", options=("-o", f"PreferredAuthentications={method}"))
        client.expect("(?i)password")
        client.send(secret + "\r")
        client.expect(people.LOBBY)
        clients.append(client)
    clients[0].send("o")
    clients[0].settle(0.3)
    check(holds(server.role("session")[0], [b"Anna"]), "the control: a session does not know its player")
    for pid, comm in server.processes().items():
        for word in (secret, wrong):
            check(not holds(pid, [word.encode()]), f"{comm} {pid} holds a password: {word}")
    server.end(*clients, secrets=[secret, wrong])


def telnet_greeted(server):
    client = Telnet(server.telnet_port)
    client.expect(people.GREETING)
    return client


STRAYS = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>
%s
{
    syscall(SYS_getppid);
    return ((%s)dlsym(RTLD_NEXT, "%s"))(%s);
}
"""
TELNET = ("void *telnet_init(void *a, void *b, int c, void *d)", "void *(*)(void *, void *, int, void *)", "telnet_init", "a, b, c, d")
SSH = ("int ssh_bind_accept_fd(void *a, void *b, int c)", "int (*)(void *, void *, int)", "ssh_bind_accept_fd", "a, b, c")


def stray_library(place, name, function):
    """A library whose function makes a system call that no session may make."""
    source, library = place.file(f"{name}.c", STRAYS % function), place.file(f"{name}.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


@scenario()
def a_host_key_as_a_credential(place):
    """A credential of the service manager is the host key, and the state directory then has none."""
    os.mkdir(place.file("credentials"))
    key = place.ssh_key("credentials/host_key")
    server = Server(place, env={"CREDENTIALS_DIRECTORY": place.file("credentials")}).start()
    shown = subprocess.run(["ssh-keyscan", "-p", str(server.ssh_port), "127.0.0.1"], capture_output=True, text=True, timeout=LONG)
    with open(key + ".pub", encoding="ascii") as file:
        check(file.read().split()[1] in shown.stdout, f"the server shows another key: {shown.stdout}")
    check(not os.path.exists(os.path.join(server.state, "host_key")), "the state directory has a host key")
    server.end()


CLOCK = """
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *now) { return syscall(SYS_clock_gettime, clock, now); }
int gettimeofday(struct timeval *now, void *zone) { return syscall(SYS_gettimeofday, now, zone); }
time_t time(time_t *now) { return syscall(SYS_time, now); }
"""


@scenario()
def a_clock_by_system_calls(place):
    """Both transports serve where the clock cannot be read without a system call, as with the clocksource hpet."""
    os.chmod(place.path, 0o755)
    source, library = place.file("clock.c", CLOCK), place.file("clock.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    server = Server(place, program=OPTIMISED, env={"LD_PRELOAD": library}).start()
    clients = [people.telnet_player(server, "Adele", new=True), people.ssh_player(server, "Bertram", place.ssh_key(), new=True)]
    for client in clients:
        people.play(client)
        people.walk(client, 2)
    check("forbidden system call" not in server.log(), f"a process was ended: {server.log()}")
    server.end(*clients)


def serve_to_its_end(place, config="", **env):
    server = Server(place, program=OPTIMISED, config=config)
    return subprocess.run(server.command(), capture_output=True, text=True, timeout=LONG, env=environment(place, **env))


@scenario()
def rehearsals(place):
    """Before a port opens, both transports are tried under the filter; a forbidden call is named, and nothing is served."""
    os.chmod(place.path, 0o755)
    server = Server(place, program=OPTIMISED).start()
    begun = server.log().index("event=server.begin")
    for transport in ("telnet", "ssh"):
        tried = re.search(rf"event=rehearsal [^\n]*transport={transport} ms=(\d+)\n", server.log())
        check(tried and tried.start() < begun, f"no rehearsal of {transport} before the server began: {server.log()}")
    check("rehearsal.failed" not in server.log(), f"a rehearsal failed: {server.log()}")
    check(server.run("admin", "who", program=OPTIMISED).stdout.count("rehearsal") == 0, "a rehearsed session is still there")
    server.end()
    for name, function in (("telnet", TELNET), ("ssh", SSH)):
        library = stray_library(place, name, function)
        ended = serve_to_its_end(place, LD_PRELOAD=library)
        said = [line for line in ended.stderr.splitlines() if line.startswith("trapdoor: cannot")]
        check(ended.returncode == 1 and len(said) == 1, f"serve ended with {ended.returncode}: {ended.stderr}")
        check(re.search(rf"sessions? of {name} was killed for system call getppid \(110\)", said[0]), f"the sentence is {said}")
        check("event=server.begin" not in ended.stderr, "the server began")
        for mode in ("log", "off"):
            server = Server(place, program=OPTIMISED, config=f"[security]\nsandbox = {mode}\n", env={"LD_PRELOAD": library}).start()
            check(("event=rehearsal" in server.log()) == (mode == "log"), f"with sandbox = {mode}: {server.log()}")
            server.end(telnet_greeted(server))
