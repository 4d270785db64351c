"""docs/another-game.md, step by step, with the program and the files that make install leaves."""
import os
import re
import shlex
import subprocess

from harness import Failure, LONG, Program, Server, Telnet, check, environment, scenario, ssh_exec, wait_for, OPTIMISED, ROOT
import people


def blocks_of_page():
    """(kind, text) of the fenced blocks, in order."""
    with open(os.path.join(ROOT, "docs/another-game.md"), encoding="utf-8") as file:
        return re.findall(r"(?ms)^```(\w+)\n(.*?)^```", file.read())


def install(place):
    """The prefix of an installed tree.  Everything was built before."""
    root = place.file("root")
    build = os.path.relpath(os.path.dirname(OPTIMISED), ROOT)      # otherwise make thinks that it is another build, and links again
    result = subprocess.run(["make", "-s", "--no-print-directory", "-o", "all", f"BUILD={build}", "install",
                             "PREFIX=/usr", f"DESTDIR={root}"], cwd=ROOT, capture_output=True, text=True, timeout=LONG)
    check(result.returncode == 0, f"make install: {result.stdout[-500:]} {result.stderr[-800:]}")
    return os.path.join(root, "usr")


def lose_a_run(client, end=r"You gave up"):
    """Plays from the lobby, gives up and comes back."""
    client.send("p")
    client.expect(people.IN_PLAY)
    people.dismiss(client.settle(0.2))
    check("Mana" not in client.text(), f"a game without mana shows some:\n{client.text()}")
    client.press("Q")
    client.expect(people.TAKEOVER)
    client.send("y")
    client.expect(end)
    for _ in range(6):
        client.press("\r", 0.3)
        if re.search(people.LOBBY, client.text()):
            return
    raise Failure(f"the end's screen does not lead to the lobby:\n{client.text()}")


class Page:
    """What the page has done so far."""

    def __init__(self, place, prefix):
        self.place, self.prefix, self.server, self.said = place, prefix, None, []
        self.work = place.file("work")
        os.mkdir(self.work)
        self.env = environment(place, PATH=os.path.join(prefix, "bin") + ":" + os.environ["PATH"])

    def shell(self, block):
        result = subprocess.run(["bash", "-e", "-c", block], cwd=self.work, capture_output=True, text=True, env=self.env, timeout=2 * LONG)
        check(result.returncode == 0, f"this fails:\n{block}\n{result.stdout[-1500:]}\n{result.stderr[-1500:]}")
        self.said.append(result.stdout + result.stderr)

    def local(self, words):
        """trapdoor play, in a pseudo-terminal."""
        command = " ".join(shlex.quote(word) for word in words)
        client = Program(self.place, ["/bin/sh", "-c", f"cd {shlex.quote(self.work)} && exec {command}"], PATH=self.env["PATH"])
        client.expect(r"Your name\?")
        check("Three levels down lies the crown." in client.text(), f"its title is missing:\n{client.text()}")
        client.send("guest\r")
        client.expect(people.LOBBY)
        lose_a_run(client)
        client.close()

    def serve(self, words):
        """The printed command, with free ports."""
        ports = [words.index("--ssh"), words.index("--telnet")]
        state = words.index("--state")
        rest = [word for i, word in enumerate(words[2:], 2) if i not in (state, state + 1) and not any(i in (at, at + 1) for at in ports)]
        rest = [os.path.join(self.work, word) if i and rest[i - 1] == "--content" else word for i, word in enumerate(rest)]
        self.server = Server(self.place, program=os.path.join(self.prefix, "bin/trapdoor"), arguments=rest,
                             state=os.path.join(self.work, words[state + 1])).start()
        client = Telnet(self.server.telnet_port)
        client.expect(r"Your name\?")
        client.send("new\r")
        people.fill_registration(client, "Ada")
        lose_a_run(client)
        client.close()

    def console(self, line):
        words = shlex.split(line)
        if words[:2] == ["trapdoor", "play"]:
            self.local(words)
        elif words[:2] == ["trapdoor", "serve"]:
            self.serve(words)
        elif words[0] == "ssh":
            check(words[1:4] == ["board@HOST", "-p", "2222"], f"nobody knows how to run: {line}")
            result = ssh_exec(self.server, "board", *words[4:])
            check(result.returncode == 0 and result.stdout, f"this fails: {line}\n{result}")
            self.said.append(result.stdout)
        else:
            raise Failure(f"nobody knows how to run: {line}")


@scenario(limit=900)
def the_page_on_another_game_is_true(place):
    """Each command of docs/another-game.md does what the page says, in order, from an installed tree and an empty directory."""
    page = Page(place, install(place))
    counts = {"sh": 0, "console": 0}
    for kind, block in blocks_of_page():
        counts[kind] += 1
        if kind == "sh":
            page.shell(block)
        else:
            for line in block.splitlines():
                page.console(line)
    text = "\n".join(page.said)
    check(counts == {"sh": 14, "console": 2}, f"the page has other blocks: {counts}")
    check("trapdoor: mine/moth.txt:2: like: there is no monster bta; did you mean bat?" in text, f"the mistake is not named:\n{text}")
    check(re.search(r"(?m)^mine +1 run ", text) and "gave up on depth 1" in text, f"its board:\n{text[-1500:]}")
    check("cautious, 20 games" in text and not re.search(r"stalled +[1-9]", text), "the bots told nothing")
    with open(os.path.join(page.work, "manual.txt"), encoding="utf-8") as file:
        check("first-sight" in file.read(), "the manual lacks the fields of a monster")
    with open(os.path.join(page.work, "words.txt"), encoding="utf-8") as file:
        check("word you-hit " in file.read(), "the neutral words are not printed")
    wait_for("the runs to be proven", lambda: "0 failed" in page.server.run("verify", "--all").stdout, limit=LONG)
    page.server.end()


@scenario()
def a_new_game_is_small_and_installed(place):
    """The new game has 3 kinds of levels, 4 monsters and 6 items, and the installed one is the same."""
    prefix = install(place)
    made = place.file("new-game")
    trapdoor = os.path.join(prefix, "bin/trapdoor")
    for words in (["lab", "content", "--new", made], ["lab", "content", "--content", os.path.join(prefix, "share/trapdoor/new-game")]):
        result = subprocess.run([trapdoor, *words], capture_output=True, text=True, env=environment(place), timeout=LONG)
        check(result.returncode == 0, f"{words}: {result.stderr}")
    text = ""
    for name in sorted(os.listdir(made)):
        with open(os.path.join(made, name), encoding="utf-8") as file, \
                open(os.path.join(prefix, "share/trapdoor/new-game", name), encoding="utf-8") as other:
            text += file.read()
            other = other.read()
            check(other in text, f"{name} is installed otherwise")
    counts = {kind: len(re.findall(rf"(?m)^{kind} ", text)) for kind in ("level", "monster", "item")}
    check(counts == {"level": 3, "monster": 4, "item": 6}, f"it has {counts}")
    again = subprocess.run([trapdoor, "lab", "content", "--new", made], capture_output=True, text=True, env=environment(place), timeout=LONG)
    check(again.returncode == 1 and "it is not empty; name a new directory" in again.stderr, f"it writes over a game: {again}")
