"""Another game from the same program: tests/content/station, served as it stands, with a board of its own."""
import json
import os
import re
import subprocess

from harness import LONG, Failure, Server, Telnet, check, environment, scenario, ssh, ssh_exec, wait_for, OPTIMISED, ROOT
from contents import STATION, hardy_station
import people

GREETING = r"Who is flying\?"
END = r"Signal lost|Undocked|CORE ABOARD|Tether cut"

# Nouns of the built-in game and of its world, and of games of swords, that this one has other words for.
NOUNS = re.compile(
    r"\b(trapdoor|callers?|calls?|calling|telephones?|switch(board|room)s?|exchange|receiver|no carrier|operators?|"
    r"heirlooms?|memos?|tonics?|hang up|hung|upstairs|night desk|undertown|stacks|conduits|on the line|depths?|gold|mana|"
    r"might|guard|dungeons?|spells?|scrolls?|potions?|wands?|staffs|quaff|drink|food|hungry|starv\w+|oil|tombstones?|"
    r"graves?|shackles|stairs?|doors?|armou?r|cradle)\b", re.IGNORECASE)


class Reader:
    """Looks at every screen that a client comes by."""

    def __init__(self, client):
        self.client, self.seen = client, 0

    def look(self):
        self.seen += 1
        for row in self.client.text().split("\n"):
            noun = NOUNS.search(row)
            check(not noun, f"\"{noun.group(0) if noun else ''}\" shows through:\n{self.client.text()}")

    def press(self, keys, quiet=0.12):
        for key in keys:
            self.client.press(key, quiet)
            self.look()

    def expect(self, *patterns):
        seen = self.client.expect(*patterns)
        self.look()
        return seen

    def read_pages(self):
        """A pager from its first page to its last."""
        for _ in range(12):
            before = self.client.text()
            self.press(" ")
            if self.client.text() == before or re.search(people.LOBBY, self.client.text()):
                break
        self.press("\x1b", 0.3)

    def dismiss(self):
        for _ in range(20):
            if "--more--" not in self.client.text():
                return
            self.press(" ")
        raise Failure(f"--more-- without an end:\n{self.client.text()}")


def serve(place, *arguments, state=None):
    return Server(place, content=hardy_station, arguments=arguments, state=state).start()


def dock(server, name, new=True):
    client = Telnet(server.telnet_port)
    client.expect(GREETING)
    if new:
        client.send("new\r")
        people.fill_registration(client, name)
    else:
        client.send(name + "\r")
        client.expect(people.ASKS_PASSWORD)
        client.send(people.PASSWORD + "\r")
        client.expect(people.LOBBY)
    return client


def play(client):
    client.send("p")
    client.expect(people.IN_PLAY)
    people.dismiss(client.settle(0.2))


def cut_tether(client):
    client.press("Q")
    client.expect(people.TAKEOVER)
    client.send("y")
    back_to_lobby(client)


def back_to_lobby(client):
    client.expect(END)
    for _ in range(6):
        client.press("\r", 0.3)
        if re.search(people.LOBBY, client.text()):
            return
    raise Failure(f"the end's screen does not lead to the lobby:\n{client.text()}")


@scenario(limit=600)
def another_game_shows_nothing_of_the_first(place):
    """Of the station, as served, no screen has a noun of the built-in game: from the greeting to the end and the board."""
    server = serve(place)
    client = Telnet(server.telnet_port)
    reader = Reader(client)
    reader.expect(GREETING)
    for answer in ("root\r", "new\r"):
        client.send(answer)
        client.settle(0.3)
        reader.look()
    if not re.search("Your name:", client.text()):
        client.send("\x1b")
        reader.expect(GREETING)
        client.send("new\r")
    people.fill_registration(client, "Ada")
    reader.look()
    for key in "bwroa?":
        client.send(key)
        client.settle(0.3)
        reader.look()
        reader.read_pages()
        reader.expect(people.LOBBY)
    client.send("p")
    reader.expect(people.IN_PLAY)
    reader.dismiss()
    for key in ("C", "i", "D", "_", "m", "\r", "?"):
        client.press(key, 0.25)
        reader.look()
        reader.read_pages()
        reader.dismiss()
    for key in "dqrewWtfzZaAoc,<>GxA":
        reader.press(key)
        reader.press("\x1b")
        reader.dismiss()
    for letter in "abcde":                      # what each thing is, and what can be done with it
        reader.press("i" + letter)
        reader.press("\x1b\x1b")
    for _ in range(6):
        reader.press("X", 0.3)
        reader.dismiss()
        if re.search(END, client.text()):
            break
        reader.press(":")
        reader.press("\t:\x1b")
        reader.dismiss()
    if not re.search(END, client.text()):
        reader.press("Q")
        reader.expect(people.TAKEOVER)
        client.send("y")
    reader.expect(END)
    for _ in range(6):
        reader.press("\r", 0.3)
        if re.search(people.LOBBY, client.text()):
            break
    client.send("b")
    reader.expect("Ada")
    reader.press("\t\t\r")
    reader.expect("Ada")
    check(reader.seen > 150, f"only {reader.seen} screens were looked at")
    for words in ("who", "scores", "today", "games", "help"):
        said = ssh_exec(server, "board", words).stdout
        noun = NOUNS.search(said)
        check(not noun, f"`ssh board@HOST {words}` tells of \"{noun.group(0) if noun else ''}\":\n{said}")
    server.end(client)


@scenario(limit=600)
def each_game_has_its_board(place):
    """Two games of one state directory: runs of each, in any order, stand on its own board alone, and wait apart."""
    first = Server(place).start()
    client = people.telnet_player(first, "Ada", new=True)
    people.play(client)
    people.quit_run(client)
    people.play(client)                         # this one is left to wait
    people.leave_game(client)
    first.end(client)

    second = serve(place, state=first.state)
    client = dock(second, "Ada", new=False)
    check(re.search(r"Dock\b", client.text()) and "The manifest is empty" in client.text(),
          f"the lobby of the second game has something of the first:\n{client.text()}")
    check("Go on where you were" not in client.text(), f"a run of the first game waits in the second:\n{client.text()}")
    play(client)
    cut_tether(client)

    def stands_there():
        client.press("b", 0.3)
        client.press("\x1b", 0.3)
        return re.search(r"Ada +\d+ +deck 1", client.text())

    wait_for("the verified run on the second board", stands_there)
    client.press("b", 0.3)                      # the deck has a column of its own there
    check("cut the tether" in client.text() and "on deck" not in client.text(), f"the second board:\n{client.text()}")
    said = ssh_exec(second, "board", "scores").stdout
    check(said.count("Ada") == 1 and "cut the tether" in said, f"the board of the second game:\n{said}")
    said = ssh_exec(second, "board", "scores --game trapdoor").stdout
    check(said.count("Ada") == 1 and "hung up" in said, f"the board of the first game, by its name:\n{said}")
    said = ssh_exec(second, "board", "scores --game nowhere").stdout
    check("That game has no run here" in said, f"the board of a game that is not there:\n{said}")
    said = second.run("scores", "--user", "Zoe", check_status=0).stdout
    check("Nobody with that name" in said, f"the board of a name that is not there:\n{said}")
    said = ssh_exec(second, "board", "games").stdout
    check(re.search(r"station +1 run  \(", said) and re.search(r"trapdoor +1 run\n", said), f"the games:\n{said}")
    key = place.ssh_key()                       # over ssh as over telnet
    again = ssh(second, "bert", key=key)
    again.expect(r"Register bert\?")
    again.send("y")
    again.expect(people.LOBBY)
    play(again)
    people.walk(again, 3)
    again.send("S")
    again.expect(r"Go on where you were")
    second.end(client, again)

    first = Server(place, state=first.state).start()
    client = people.telnet_player(first, "Ada")
    check("Go on where you were" in client.text(), f"the first game's run is lost:\n{client.text()}")
    rows = json.loads(first.run("scores", "--format", "json", check_status=0).stdout)
    check(len(rows) == 1 and "hung up" in rows[0]["cause"], f"the first board: {rows}")
    rows = json.loads(first.run("scores", "--game", "station", "--format", "json", check_status=0).stdout)
    check(len(rows) == 1 and "tether" in rows[0]["cause"], f"the second board: {rows}")
    wait_for("both runs to be proven", lambda: "0 failed" in first.run("verify", "--all").stdout, limit=LONG)
    first.end(client)


@scenario(limit=900)
def another_game_is_won_and_lost(place):
    """Bots play the station to the end: some win, some die on several decks, nobody stalls."""
    result = subprocess.run([OPTIMISED, "lab", "bot", "--content", STATION, "--games", "50", "--bot", "cautious", "--jobs", "2"],
                            capture_output=True, text=True, env=environment(place), timeout=3 * LONG)
    check(result.returncode == 0, f"the bots ended with {result.returncode}: {result.stderr[-2000:]}")
    games = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    outcomes = [game["outcome"] for game in games]
    decks = {game["depth"] for game in games if game["outcome"] == "died"}
    check(len(games) == 50 and set(outcomes) <= {"won", "died"}, f"some games did not end: {outcomes}")
    check(4 <= outcomes.count("won") <= 35, f"{outcomes.count('won')} of 50 games are won")
    check(len(decks) >= 3, f"all deaths are on decks {decks}")


@scenario()
def another_game_needs_nothing_of_the_first(place):
    """A directory that names another game is that game alone: a word that it lacks is neutral, not the built-in one."""
    folder = place.file("content")
    os.mkdir(folder)
    for name in os.listdir(STATION):
        with open(os.path.join(STATION, name), encoding="utf-8") as file:
            text = file.read()
        place.file(f"content/{name}", re.sub(r"(?m)^word you-quit .*\n", "", text))
    result = subprocess.run([OPTIMISED, "lab", "run", "--content", folder, "--seed", "7", "--keys", "Qy", "--print", "json"],
                            capture_output=True, text=True, env=environment(place), timeout=LONG)
    check(result.returncode == 0 and "You give up." in result.stdout, f"it was borrowed: {result}")


@scenario(limit=600)
def bots_play_by_any_words(place):
    """A bot plays the same games when all that it reads is said otherwise: it goes by the content's own words."""
    folder = place.file("content")
    os.mkdir(folder)
    others = {"name-rests": "ready in {number}", "name-oil": "good for {number}", "status-hasted": "fast", "status-blind": "dazzled"}
    for name in os.listdir(STATION):
        with open(os.path.join(STATION, name), encoding="utf-8") as file:
            text = file.read()
        for word, said in others.items():
            text = re.sub(rf"(?m)^word {word} .*$", f"word {word} {said}", text)
        place.file(f"content/{name}", text)
    played = []
    for content in (STATION, folder):
        result = subprocess.run([OPTIMISED, "lab", "bot", "--content", content, "--games", "40", "--jobs", "2"], capture_output=True,
                                text=True, env=environment(place), timeout=LONG)
        check(result.returncode == 0, f"the bots ended with {result.returncode}: {result.stderr[-1000:]}")
        games = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
        played.append(sorted((game["seed"], game["outcome"], game["turns"], game["commands"], game["score"]) for game in games))
    check(len(played[0]) == 40 and played[0] == played[1], f"they played otherwise:\n{played[0]}\n{played[1]}")
