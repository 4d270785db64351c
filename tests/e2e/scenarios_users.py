"""What starts it: users that the machine hardly knows, and a service manager."""
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

from harness import LONG, OPTIMISED, ROOT, Program, Server, check, environment, free_port, listening, scenario, wait_for
import people

STRANGER = 47110        # no machine of ours has a user of that number


class Strangers:
    """A folder of a user without an entry in passwd, with the program in it; only root can make one."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="trapdoor-stranger-")
        self.program = os.path.join(self.path, "trapdoor")
        self.state = os.path.join(self.path, "state")
        shutil.copy(OPTIMISED, self.program)
        os.chmod(self.path, 0o755)
        os.mkdir(self.state, 0o700)
        os.chown(self.state, STRANGER, STRANGER)
        return self

    def __exit__(self, *what):
        shutil.rmtree(self.path)

    def as_stranger(self, command):
        return ["setpriv", f"--reuid={STRANGER}", f"--regid={STRANGER}", "--clear-groups", "env", "-u", "HOME", *command]


@scenario()
def a_server_without_a_passwd_entry(place):
    """A user without an entry in passwd and without a home serves ssh and telnet, as under DynamicUser or in a container."""
    if os.geteuid() != 0:
        return
    with Strangers() as strangers:
        server = Server(place, program=strangers.program, state=strangers.state, arguments=["--content", ""])
        command = server.command
        server.command = lambda: strangers.as_stranger(command())
        server.start()
        people.telnet_player(server, "Ada", new=True).close()
        people.ssh_player(server, "Ben", place.ssh_key(), new=True).close()
        server.end()


@scenario()
def commands_of_root_keep_the_owner(place):
    """Commands that root runs on a user's state directory leave all files to that user, whose server starts then."""
    if os.geteuid() != 0:
        return
    with Strangers() as strangers:
        server = Server(place, program=strangers.program, state=strangers.state, arguments=["--content", ""])

        def owners():
            return {name: os.lstat(os.path.join(strangers.state, name)).st_uid for name in os.listdir(strangers.state)}

        for words in (["check"], ["scores"], ["admin", "accounts"], ["verify", "--all"], ["check"]):
            server.run(*words, check_status=0)
            check(set(owners().values()) <= {STRANGER}, f"after {words} the files belong to {owners()}")
        command = server.command
        server.command = lambda: strangers.as_stranger(command())
        server.start()
        people.telnet_player(server, "Ada", new=True).close()
        server.kill("all")
        for words in (["check"], ["scores"]):
            server.run(*words, check_status=0)
            check(set(owners().values()) <= {STRANGER}, f"after a crash and {words} the files belong to {owners()}")
        server.start()
        server.end(people.telnet_player(server, "Ada"))


@scenario()
def play_on_the_terminal_of_another(place):
    """`play` works after su, where the terminal belongs to another user, and without a controlling terminal."""
    if os.geteuid() != 0:
        return
    with Strangers() as strangers:
        for number, before in enumerate(([], ["setsid", "-w"])):
            client = Program(place, [*before, *strangers.as_stranger([strangers.program, "play", "--state", strangers.state])])
            people.register(client, f"Ada{'ab'[number]}")
            people.play(client)
            people.walk(client, 2)
            os.write(client.fd, b"S")
            client.close()
            check(not client.text().startswith("trapdoor:"), client.text())


@scenario()
def a_service_manager(place):
    """Systemd is told that the server serves, lives, reads its settings again, and stops."""
    path = place.file("notify")
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind(path)
    manager.settimeout(LONG)
    os.chmod(path, 0o777)
    server = Server(place, env={"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "1000000"}).start()
    told = [manager.recv(256).decode() for _ in range(3)]
    check(told[0] == "READY=1\nWATCHDOG=1\nSTATUS=0 connections" and told[1:] == ["WATCHDOG=1\nSTATUS=0 connections"] * 2, f"it told {told}")
    player = people.telnet_player(server, "Ada", new=True)
    server.process.send_signal(signal.SIGHUP)
    while told[-1] != "READY=1":
        told.append(manager.recv(256).decode())
    check(re.fullmatch(r"RELOADING=1\nMONOTONIC_USEC=\d+", told[-2]), f"it told {told}")
    while told[-1] != "WATCHDOG=1\nSTATUS=1 connections":
        told.append(manager.recv(256).decode())
    server.stop()
    while told[-1] != "STOPPING=1":
        told.append(manager.recv(256).decode())
    server.end(player)


@scenario()
def closed_standard_files(place):
    """Started without standard input, output or error, or without any, the server serves, reloads, and finds a new keeper."""
    names = {"<&-": "input", ">&-": "output", "2>&-": "error", "<&- >&- 2>&-": "all"}
    for closed in names:
        state = place.file(f"state-{names[closed]}")
        server = Server(place, ports=(free_port(), free_port()), state=state)
        os.mkdir(state, 0o700)
        shell = ["sh", "-c", f'exec "$@" {closed}', "sh", *server.command()]
        with open(server.log_path, "ab") as log:
            server.process = subprocess.Popen(shell, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                              env=environment(place), start_new_session=True)
        wait_for(f"a server that was started with {closed}", lambda: listening(server.telnet_port) or server.process.poll() is not None)
        check(server.process.poll() is None, f"with {closed} it ended: {server.log()}")
        for pid, comm in server.processes().items():
            for number in range(3 if os.geteuid() == 0 else 0):     # none but root may ask it
                link = os.readlink(f"/proc/{pid}/fd/{number}")
                relayed = number == 2 and link.startswith("socket:")
                check(link in ("/dev/null", server.log_path) or relayed, f"with {closed} descriptor {number} of {comm} is {link}")
        player = people.telnet_player(server, "Ada", new=True)
        people.play(player)
        forkers = set(server.role("forker"))
        server.process.send_signal(signal.SIGHUP)
        wait_for("new forkers", lambda: set(server.role("forker")) - forkers)
        server.kill("keeper")
        wait_for("another keeper", lambda: server.role("keeper"))
        check(people.walk(player, 2) == 2, f"with {closed} the game does not go on:\n{player.text()}")
        people.ssh_player(server, "Ben", place.ssh_key(), new=True).close()
        server.end(player)
    ended = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", OPTIMISED, "help"], capture_output=True, text=True, timeout=LONG)
    check(ended.returncode == 1 and "cannot write to standard output" in ended.stderr, f"without standard output, help ended: {ended}")


TAKES_A_SOCKET = """
import os, socket, sys
listening = socket.create_server(("127.0.0.1", 0))
os.dup2(listening.fileno(), 3)
os.set_inheritable(3, True)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="telnet")
os.execv(sys.argv[1], sys.argv[1:])
"""


@scenario()
def a_socket_of_systemd(place):
    """The server answers on a socket that systemd opened, and not on the port of its settings."""
    server = Server(place, ports=(0, 1))        # to listen on port 1 itself it would need a right, and 1 is not what it gets
    command = server.command
    server.command = lambda: [sys.executable, "-c", TAKES_A_SOCKET, *command()]
    server.start()
    check(server.telnet_port > 1, "it listens on the port of its settings")
    people.telnet_player(server, "Ada", new=True).close()
    server.end()
