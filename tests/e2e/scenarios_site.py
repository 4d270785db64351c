"""The site of a store on which people played: written beside the server, valid, and safe whatever players wrote."""
import json
import os
import re
import signal
import sqlite3

import contents
import pages
import people
from harness import LONG, OPTIMISED, Server, check, scenario, wait_for

HOSTILE = "<script>alert(1)</script>&\"'"
CUP = "[tournament]\nname = Cup\nbegin = 2020-01-01\nend = 2099-01-01\n[points]\nbest_score = 10\ndepth = 1\n"
PLAYER = "/usr/share/nodejs/xterm/lib"


def play_a_run(client):
    """From the lobby to the end of a run with enough turns for the board, and back."""
    people.play(client)
    people.dismiss(client.press("s" * 30, 0.5))
    people.dismiss(client.press("hjklyubn" * 2, 0.5))
    people.quit_run(client)


def write_epitaph(server, run, words):
    with sqlite3.connect(os.path.join(server.state, "trapdoor.db")) as database:
        database.execute("UPDATE scores SET epitaph = ? WHERE run = ?", (words, run))


def open_folder(place, name="site"):
    """A folder that the keeper side's user can read and write, whoever that will be."""
    folder = os.path.join(place.path, name)
    os.mkdir(folder)
    os.chmod(place.path, 0o711)
    os.chmod(folder, 0o777)
    return folder


def write_site(server, folder, *words):
    said = server.run("site", "--out", folder, *words, check_status=0).stdout
    counts = dict(zip(("runs", "written", "removed", "replayed", "failed"), map(int, re.findall(r"\d+", said))))
    check(len(counts) == 5, f"`trapdoor site` says {said}")
    return counts


@scenario(content=contents.quiet)
def pages_of_all_runs(place):
    """They are valid and lead nowhere else, whatever players wrote; a further call writes only what changed."""
    server = Server(place).start()
    folder = os.path.join(place.path, "site")
    anna = people.telnet_player(server, "Anna", new=True)
    play_a_run(anna)
    server.expect_log(r"event=run\.proof [^\n]*run=1 proof=1")
    write_epitaph(server, 1, HOSTILE)
    counts = write_site(server, folder)
    check(counts["runs"] == 1 and counts["replayed"] == 1 and counts["failed"] == 0, f"the site has {counts}")
    paths = pages.check_site(folder)
    for path in ("index.html", "today.html", "runs/1.html", "runs/1.txt", "runs/1.cast", "players/anna.html", "boards/trapdoor-runs.html",
                 "boards/trapdoor-players.json", "days/index.html"):
        check(path in paths, f"{path} is not there: {paths}")
    page = pages.read(folder, "runs/1.html")
    check("Where it was" in page and "Anna" in page, "the page of the run has no map")
    check("&lt;script&gt;alert(1)" in page, "the page of the run has no epitaph")
    ledger = json.loads(pages.read(folder, "players/anna.json"))["ledger"]
    check(ledger["depth"]["known"] == 1 < ledger["depth"]["all"], f"the ledger of the player is {ledger}")
    check(f"<dt>Depths visited</dt><dd>1 of {ledger['depth']['all']}</dd>" in pages.read(folder, "players/anna.html"), "the page has another ledger")
    check(json.loads(pages.read(folder, "boards/trapdoor-runs.json"))[0]["epitaph"] == HOSTILE, "the board as JSON has another epitaph")
    # The same again: nothing is written.  Another run while the server serves: its files and lists, and no others.
    before = {path: os.stat(os.path.join(folder, path)).st_mtime_ns for path in paths}
    check(write_site(server, folder)["written"] == 0, "pages that did not change were written")
    bert = people.telnet_player(server, "Bert", new=True)
    play_a_run(bert)
    write_site(server, folder)
    after = pages.check_site(folder)
    check("runs/2.html" in after and "players/bert.html" in after, f"the new run is not there: {after}")
    changed = sorted(path for path, when in before.items() if os.stat(os.path.join(folder, path)).st_mtime_ns != when)
    check(not any(path.startswith(("runs/", "players/", "assets/")) for path in changed), f"these were written, too: {changed}")
    server.end(anna, bert)
    # No registration allows such a name, but a database may come from elsewhere.
    with sqlite3.connect(os.path.join(server.state, "trapdoor.db")) as database:
        database.execute("UPDATE accounts SET name = ? WHERE name = 'Bert'", ("<b>\"&'/../x",))
    write_site(server, folder)
    paths = pages.check_site(folder)
    check("players/bert.html" not in paths and any(path.startswith("players/--3cb--3e") for path in paths), f"the players are {paths}")
    check("&lt;b&gt;&quot;&amp;&#39;/../x" in pages.read(folder, "runs/2.html"), "the name is not shown")


@scenario(content=contents.quiet)
def replays_on_a_page(place):
    """The emulator's modules come from a package; without it the page has the file alone."""
    server = Server(place).start()
    folder = os.path.join(place.path, "site")
    anna = people.telnet_player(server, "Anna", new=True)
    play_a_run(anna)
    write_site(server, folder, "--seconds", "0")
    check("runs/1.cast" not in pages.check_site(folder), "there is a replay although none was wanted")
    # A folder in the place of the package.
    lib = place.file("lib")
    os.makedirs(os.path.join(lib, "public"))
    for name, text in (("public/Terminal.js", "exports.Terminal = require('../Core').Core;"), ("Core.js", "exports.Core = 1;"),
                       ("Core.test.js", "throw 1;"), ("xterm.css", ".xterm {}")):
        with open(os.path.join(lib, name), "w", encoding="ascii") as file:
            file.write(text)
    write_site(server, folder, "--replay", "1", "--xterm", lib)
    paths = pages.check_site(folder)
    check("runs/1.cast" in paths and "assets/xterm.js" in paths, f"the replay is not there: {paths}")
    script = pages.read(folder, "assets/xterm.js")
    check("exports.Core" in script and "throw 1" not in script, f"the script is {script}")
    check("assets/replay.js" in pages.read(folder, "runs/1.html"), "the page has no player")
    with open(os.path.join(folder, "runs/1.cast"), encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    check(lines[0]["version"] == 2 and len(lines) > 2, f"the replay begins with {lines[0]}")
    write_site(server, folder, "--xterm", "")
    check("<script" not in pages.read(folder, "runs/1.html"), "there is a script without a player")
    pages.check_site(folder)
    said = server.run("site", "--out", server.state, check_status=1).stderr
    check("it has other files" in said, f"a folder that is no site: {said}")
    server.end(anna)


@scenario(content=contents.quiet)
def pages_that_a_server_keeps(place):
    """A process of its own writes what changed, and a fault of it ends no game."""
    folder = open_folder(place)
    tournaments = open_folder(place, "tournaments")
    cup = os.path.join(tournaments, "cup.txt")
    for path, text in ((cup, CUP), (os.path.join(tournaments, "bad.txt"), "[points]\nbest = 1\n")):
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
    server = Server(place, program=OPTIMISED, config=f"[site]\nfolder = {folder}\nxterm =\nevery_seconds = 1\n"
                                                     f"[files]\ntournaments = {tournaments}\n").start()
    server.expect_log(r'event=tournament\.refused [^\n]*file="bad\.txt" line=2 ')
    first, = wait_for("the process", lambda: server.role("site")[:1])
    wait_for("the first page", lambda: os.path.isfile(os.path.join(folder, "index.html")))
    anna = people.telnet_player(server, "Anna", new=True)
    play_a_run(anna)
    wait_for("the page of the run", lambda: os.path.isfile(os.path.join(folder, "runs/1.html")), LONG)
    wait_for("its replay", lambda: "1.cast" in pages.read(folder, "runs/1.html"), LONG)
    check("Depths visited" in pages.read(folder, "players/anna.html"), "the player has no ledger")
    anna.expect("Cup is open until 2099-01-01 00:00 UTC")
    wait_for("its place in the tournament", lambda: ">Anna</a>" in pages.read(folder, "tournaments/cup.html"), LONG)
    check("tournaments/bad.html" not in pages.check_site(folder), "a tournament with an error has a page")
    alone = server.run("tournament", cup, "--format", "html", check_status=0).stdout
    place.file("alone.html", alone)
    check("Anna" in alone, f"the page alone has no player: {alone}")
    pages.check_valid(place.path, "alone.html")
    with open(f"/proc/{first}/stat", encoding="ascii") as file:
        check(file.read().rsplit(") ", 1)[1].split()[16] == "19", "the process has another priority")
    # Without room it says so, and tries again.
    os.rename(folder, folder + "-away")
    server.expect_log(r"event=site\.failed [^\n]*cannot make")
    os.rename(folder + "-away", folder)
    os.kill(first, signal.SIGKILL)
    server.expect_log(r"event=child\.died [^\n]*signal=9")
    anna.send("?")
    anna.expect("Esc close")
    server.end(anna)


@scenario(content=contents.quiet)
def a_folder_that_the_server_cannot_write(place):
    """It does not serve, and says what to do."""
    server = Server(place, config=f"[site]\nfolder = {place.file('nowhere')}\n")
    os.makedirs(server.state, mode=0o700)
    said = server.run("serve", "--ssh", "", "--telnet", "[::]:0", "--config", place.file("trapdoor.conf", server.config), check_status=1).stderr
    check("cannot write web pages" in said and "site.folder" in said, f"the server says {said}")
