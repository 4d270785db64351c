"""From the source tree to an installed server: what make does, what is installed where, and what a missing package says."""
import os
import re
import shutil
import signal
import socket
import subprocess

from harness import LONG, Server, check, environment, free_port, scenario, wait_for, OPTIMISED, ROOT
import people


MAKE = ["make", "--no-print-directory", f"BUILD={os.path.relpath(os.path.dirname(OPTIMISED), ROOT)}"]    # where all is built already


def make(place, *words):
    return subprocess.run([*MAKE, *words], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          env=environment(place), timeout=LONG)


@scenario()
def make_help(place):
    """make help lists every target that is meant for people, with a word on each."""
    result = make(place, "help")
    listed = dict(re.findall(r"(?m)^  make ([\w-]+) +(\S.*)$", result.stdout))
    with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as file:
        targets = re.search(r"(?m)^\.PHONY: (.*)$", file.read()).group(1).split()
    inner = {"always", "units", "fuzzers", "benches"}
    check(result.returncode == 0 and set(listed) == set(targets) - inner, f"make help lists {sorted(listed)} of {targets}")


@scenario()
def make_run(place):
    """make run serves on the ports and in the state it is given, and says how to connect; a taken port is one sentence."""
    ssh_port, telnet_port, state = free_port(), free_port(), place.file("state")
    words = ["run", f"STATE={state}", f"SSH_PORT={ssh_port}", f"TELNET_PORT={telnet_port}"]
    result = make(place, *words)
    check(result.returncode and f"state directory {state}: it does not exist" in result.stderr, f"a mistyped directory: {result.stderr}")
    os.mkdir(state, 0o700)
    with socket.create_server(("127.0.0.1", ssh_port)):
        result = make(place, *words)
    said = [line for line in result.stderr.splitlines() if line.startswith("trapdoor: ")]
    check(result.returncode and len(said) == 1 and str(ssh_port) in said[0] and "SSH_PORT=" in said[0],
          f"on a taken port make run said: {result.stdout} {result.stderr}")
    server = Server(place, state=state, ports=(ssh_port, telnet_port))
    server.command = lambda: [*MAKE, *words]
    server.start()
    for line in (f"telnet localhost {telnet_port}", f"ssh -p {ssh_port} new@localhost", f"ssh -p {ssh_port} board@localhost scores"):
        check(line in server.log(), f"make run does not say '{line}': {server.log()}")
    people.telnet_player(server, "Ada", new=True).close()
    for pid in server.role("trapdoor"):
        os.kill(pid, signal.SIGTERM)
    wait_for("make to end", lambda: server.process.poll() is not None)
    check(server.process.returncode == 0, f"make run ended with {server.process.returncode}: {server.log()[-800:]}")
    server.end()


def install(place, root, target="install"):
    result = make(place, "-s", "-o", "all", target, "PREFIX=/opt/game", f"DESTDIR={root}")
    check(result.returncode == 0, f"make {target}: {result.stdout[-500:]} {result.stderr[-800:]}")
    return result.stdout


def files_below(folder):
    return [os.path.join(path, name) for path, _, names in os.walk(folder) for name in names]


@scenario()
def make_install(place):
    """make install honours PREFIX and DESTDIR; what is installed serves by the settings that it finds beside it."""
    root = place.file("root")
    install(place, root)
    check(os.listdir(root) == ["opt"] and os.listdir(os.path.join(root, "opt")) == ["game"], "it installs elsewhere, too")
    prefix = os.path.join(root, "opt/game")
    share = os.path.join(prefix, "share/trapdoor")
    for name in ("man/man1/trapdoor-serve.1", "man/man5/trapdoor.conf.5", "bash-completion/completions/trapdoor",
                 "zsh/site-functions/_trapdoor", "fish/vendor_completions.d/trapdoor.fish"):
        check(os.path.getsize(os.path.join(prefix, "share", name)) > 500, f"share/{name} is empty")
    for name in ("trapdoor.service", "trapdoor-ssh.socket", "trapdoor-telnet.socket", "trapdoor.openrc"):
        with open(os.path.join(share, name), encoding="utf-8") as file:
            service = file.read()
        check("/usr/local" not in service, f"{name} names other places:\n{service}")
        if not name.endswith(".socket"):
            for path in ("/opt/game/bin/trapdoor", "/opt/game/etc/trapdoor/trapdoor.conf"):
                check(path in service, f"{name} does not name {path}:\n{service}")
    settings = os.path.join(prefix, "etc/trapdoor/trapdoor.conf")
    with open(settings, "a", encoding="utf-8") as file:
        file.write("\n[lobby]\nhost = dungeon.example\n")
    server = Server(place, program=os.path.join(prefix, "bin/trapdoor"), arguments=["--content", os.path.join(share, "content")])
    server.start()
    check("telnet dungeon.example" in server.log(), f"the installed settings are not used: {server.log()}")
    people.telnet_player(server, "Ada", new=True).close()
    said = server.run("check").stdout
    check(f"settings: {settings} read\n" in said, f"check names other settings: {said}")
    server.end()


@scenario()
def install_again_and_uninstall(place):
    """A second installation leaves the operator's settings alone, those of older releases are kept, and uninstall removes the rest."""
    root = place.file("root")
    install(place, root)
    prefix = os.path.join(root, "opt/game")
    settings, older = (os.path.join(prefix, name) for name in ("etc/trapdoor/trapdoor.conf", "share/trapdoor/trapdoor.conf"))
    with open(settings, encoding="utf-8") as file:
        check("\nstate = /var/lib/trapdoor\n" in file.read(), "the installed settings name no state directory of a service")
    for first, then in (("banner = mine\n", settings), ("banner = of an older release\nstate = var\n", older)):
        with open(then, "w", encoding="utf-8") as file:
            file.write(first)
        if then == older:
            os.remove(settings)
        install(place, root)
        with open(settings, encoding="utf-8") as file:
            found = file.read()
        check(found == first.replace("= var", "= /var/lib/trapdoor"), f"the settings '{first}' became '{found}'")
    said = install(place, root, "uninstall")
    check(files_below(root) == [settings] and "/opt/game/etc/trapdoor" in said, f"uninstall left {files_below(root)} and said: {said}")


def pretend(folder, name, script):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="ascii") as file:
        file.write("#!/bin/sh\n" + script)
    os.chmod(path, 0o755)


def deps(place, root, sudo, installs):
    """etc/deps on a machine that lacks two packages; returns its result and what apt-get was asked."""
    folder, asked = place.file("bin"), place.file("asked")
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    for program in ("sh", "env", "uname", "echo"):
        os.symlink(shutil.which(program), os.path.join(folder, program))
    pretend(folder, "dpkg-query", 'case "$*" in *libtelnet-dev*|*libinih-dev*) exit 1;; esac; echo install ok installed\n')
    pretend(folder, "id", f"echo {0 if root else 1000}\n")
    pretend(folder, "apt-get", f'echo "$*" >> {asked}\nexit {0 if installs else 100}\n')
    if sudo:
        pretend(folder, "sudo", f'echo sudo >> {asked}\nexec "$@"\n')
    place.file("asked", "")
    result = subprocess.run(["/bin/sh", os.path.join(ROOT, "etc/deps"), "run"], capture_output=True, text=True,
                            env={"PATH": folder}, timeout=LONG)
    with open(asked, encoding="ascii") as file:
        return result, file.read()


@scenario()
def missing_packages(place):
    """What is missing is installed by root, or by sudo; who may not is told in one sentence what to install."""
    for root, sudo in ((True, False), (False, True)):
        result, asked = deps(place, root, sudo, installs=True)
        check(result.returncode == 0 and re.search(r"install libtelnet-dev libinih-dev\n", asked) and ("sudo" in asked) == sudo,
              f"etc/deps asked '{asked}' and said: {result.stdout} {result.stderr}")
    for root, sudo in ((False, False), (True, False), (False, True)):
        result, _ = deps(place, root, sudo, installs=False)
        lines = result.stderr.splitlines()
        check(result.returncode == 1 and len(lines) == 1 and re.match(r"trapdoor: .*libtelnet-dev libinih-dev", lines[0]),
              f"etc/deps that may not install said: {result.stdout} {result.stderr}")
