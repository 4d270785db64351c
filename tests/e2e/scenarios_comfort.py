"""Comforts: hints to newcomers, how a run went, what is taken along, what happened before the line dropped."""
import json
import os
import re

from harness import Server, check, scenario, ssh
import contents
import people

HINT = r" Hint "
SIZES = ((80, 24), (120, 40))


def options(client, downs, keys):
    """From the lobby to a row of the options, some keys there, and back."""
    client.send("o")
    client.expect(r"Take along")
    client.press("j" * downs, 0.1)
    client.press(keys, 0.2)
    text = client.text()
    client.press("\x1b", 0.3)
    if not re.search(people.LOBBY, client.text()):
        client.press("\x1b", 0.3)
    client.expect(people.LOBBY)
    return text


def hint_of(client):
    """The screen, when a hint is on it."""
    return client.text() if re.search(HINT, client.text()) else ""


def shown_hints(client, keys):
    """The hints that come up while keys are typed, one after the other."""
    seen = []
    for key in keys:
        people.dismiss_or_end(client.press(key, 0.15))
        found = re.search(r" Hint +(\S.{12})", client.text())
        if found and found.group(1) not in seen:
            seen.append(found.group(1))
    return seen


@scenario(content=contents.quiet)
def newcomers_are_given_hints(place):
    """A newcomer is told keys when they are needed, never twice, and not at all when that is not wanted; in any window."""
    server = Server(place, env={"TRAPDOOR_LOBBY_HINTS": "1"}).start()
    for width, height in SIZES:
        name = f"Newt{width}"
        client = people.telnet_player(server, name, new=True, width=width, height=height)
        people.play(client)
        # When much is to be said at first, or somebody is in sight, walking waits its turn.
        client.settle(0.5)
        for _ in range(12):
            shown = hint_of(client)
            if "yubn)" in shown:
                break
            people.dismiss_or_end(client.press(".", 0.15))
        check("yubn)" in shown, f"nothing is said of walking:\n{client.text()}")
        check(people.hero(client), f"the hint hides its reader:\n{client.text()}")
        client.press("\x1b", 0.3)
        check("yubn)" not in client.text(), f"Esc leaves the hint:\n{client.text()}")
        later = []
        for _ in range(6):      # whoever is about is told of first
            later += shown_hints(client, "." * 13)
            if any("Noise" in hint for hint in later):
                break
        check(any("Noise" in hint for hint in later), f"nothing is said of the noise, but {later}")
        # The line drops; what was said is not said again.
        client.close()
        client = people.telnet_player(server, name, width=width, height=height)
        people.play(client)
        check("yubn)" not in client.text(), f"the first hint is given twice:\n{client.text()}")
        people.hush(client)
        people.quit_run(client)
        check("none" in options(client, 5, "l"), "the hints are not turned off")
        people.play(client)
        check(not shown_hints(client, "." * 26), f"hints that nobody wants:\n{client.text()}")
        client.close()
    server.end()


@scenario(content=contents.deserted)
def each_picture_is_shown_once(place):
    """A first arrival and a first end have pictures: once an account, in small windows as well."""
    exchange, cord = "The Exchange: lamps by the hundred", "You pull the cord"
    server = Server(place, env={"TRAPDOOR_LOBBY_VIGNETTES": "1"}).start()
    for width, height in ((80, 24), (72, 22)):
        client = people.telnet_player(server, f"Pict{width}", new=True, width=width, height=height)
        people.enter(client)
        for key in "a\r" if people.HEIRLOOM in client.text() else "":
            client.press(key)
        client.expect("--more--")
        check(people.hero(client), f"the arrival is hidden:\n{client.text()}")
        for _ in range(4):      # the messages of the arrival take one page or several
            if "Health" in client.text():
                client.press(" ", 0.3)
        check(exchange[:26] in client.text() and "Health" not in client.text(), f"no picture of the Exchange:\n{client.text()}")
        client.press(" ", 0.3)
        check(people.hero(client) and "--more--" not in client.text(), f"the picture stays:\n{client.text()}")
        client.close()      # what was shown is not shown again
        client = people.telnet_player(server, f"Pict{width}", width=width, height=height)
        people.play(client)
        check(exchange[:26] not in client.text(), f"the picture is shown again:\n{client.text()}")
        client.press("Q")
        client.expect(people.TAKEOVER)
        client.send("y")
        client.expect(cord)
        client.press(" ", 0.3)
        check(cord not in client.text(), f"the picture stays:\n{client.text()}")
        client.close()
    server.end()


@scenario()
def light_ground(place):
    """Who reads on a light ground says so once, and gets none of the colours that are lost there."""
    lost = r"\x1b\[(?:[0-9;]*;)?3[236](?:;[0-9;]*)?m"
    server = Server(place).start()
    client = people.telnet_player(server, "Luca", new=True, term="rxvt")
    client.expect(people.LOBBY)
    check(re.search(lost, client.raw.decode("latin-1")), "nothing was green, yellow or cyan before")
    check("Ground      light" in options(client, 2, "l"), f"no ground is chosen:\n{client.text()}")
    client.close()
    client = people.telnet_player(server, "Luca", term="rxvt")
    before = len(client.raw)
    people.play(client)
    sent = client.raw[before:].decode("latin-1")
    check("\x1b[" in sent and not re.search(lost, sent), f"colours that are lost on a light ground: {sent!r}")
    client.close()
    server.end()


@scenario()
def nothing_flickers(place):
    """In play no screen is ever cleared to be painted again, over what one reads, or for whoever watches."""
    server = Server(place).start()
    player = people.telnet_player(server, "Rosa", new=True)
    people.play(player)
    watcher = people.telnet_player(server, "Ezra", new=True, width=100, height=30)
    watcher.expect(people.LOBBY)
    watcher.send("w")
    watcher.expect(r"Rosa +depth 1")
    watcher.send("\r")
    watcher.expect(r"Rosa's call")
    begun = len(player.raw), len(watcher.raw)
    for keys in ("h", "l", "X", "X", "i", "\x1b", "x", "\x1b", "::", "\x1b\x1b", "t", "\x1b", "020s", "X", "X"):
        seen = len(player.raw), len(watcher.raw)
        player.press(keys, 0.1)
        watcher.settle(0.1)
        for client, start in zip((player, watcher), seen):
            sent = bytes(client.raw[start:])
            check(not re.search(rb"\x1b\[[0-3]?J|\x1bc|\x1b\[\?1049", sent), f"{keys!r} clears the screen: {sent!r}")
    check(len(player.raw) > begun[0] + 1000 and len(watcher.raw) > begun[1] + 500, "next to nothing was shown")
    server.end(player, watcher)


def dump_rows(text):
    """The rows of a dump without those of the head, whose run and day stand apart."""
    return [line.rstrip() for line in text.splitlines()][1:]


def drawn_alike(printed, shown):
    """Whether rows are the same, but for signs of the map: those beyond ASCII on the screen are printed as ASCII signs."""
    def alike(sign, drawn):
        return sign == drawn or (not drawn.isascii() and sign.isascii() and not sign.isalnum() and not sign.isspace())

    return len(printed) == len(shown) and all(
        len(row) == len(other) and all(map(alike, row, other)) for row, other in zip(printed, shown))


def read_dump(client):
    """All rows of the screen that tells how a run went, page by page."""
    client.expect(r"How it went")
    rows, height = [], client.screen.lines
    for _ in range(40):
        page = [line.rstrip() for line in client.settle(0.1).screen.display[2:height - 2]]
        known = next((n for n in range(len(page), -1, -1) if rows[len(rows) - n:] == page[:n]), 0)
        rows += page[known:]
        if "100%" in client.row(0) or "%" not in client.row(0):
            break
        client.press("j", 0.05)
    while rows and not rows[-1]:
        rows.pop()
    return rows


@scenario()
def how_it_went(place):
    """Who dies reads how it went; the board, an onlooker and the operator read the same of that run."""
    server = Server(place, content=contents.hungry).start()
    client = people.telnet_player(server, "Anna", new=True)
    people.play(client)
    for _ in range(300):                       # hunger kills within as many turns
        if "Press a key" in client.text() or people.over(client):
            break
        people.dismiss_or_end(client.press("." * 4, 0.2))
    for _ in range(5):                         # the last blow, the stone, an epitaph
        if "how it went" in client.text():
            break
        client.press("\r", 0.4)
    client.expect(r"d how it went")
    client.send("d")
    own = read_dump(client)
    text = "\n".join(own)
    for title in ("The last of it", "Help that was at hand", "Where it ended", "Your items", "@"):
        check(title in text, f"the dump does not tell {title}:\n{text}")
    client.size(40, 20)                         # in a smaller window no row is cut off
    check(any(line.endswith("food 0.") for line in read_dump(client)), f"a row is cut off:\n{client.text()}")
    client.size(80, 24)
    client.press("\x1b", 0.3)
    for _ in range(2):                         # the stone again: no epitaph, and on
        if "how it went" in client.text():
            client.press("\r", 0.3)
    client.expect(people.LOBBY)
    client.send("b")
    client.expect(r"Anna")
    client.send("\r")
    client.expect(r"how it went")
    client.expect(r"just now")
    client.send("d")
    board = read_dump(client)
    check(board[1:] == own[1:], "the board tells otherwise:\n" + "\n".join(board) + "\nthan the stone:\n" + text)
    client.send("\x1b")
    client.expect(r"watch this run")
    client.send("\x1b")
    client.expect(r"other list")
    client.send("d")                            # of the row that is pointed at
    check(read_dump(client)[1:] == own[1:], "a row of the board tells otherwise than its page")
    client.send("\x1b")
    client.expect(r"Anna +\d+")
    client.close()

    onlooker = ssh(server, "board", options=["-o", "PreferredAuthentications=none"], width=40, height=20)
    onlooker.expect(r"Anna")
    onlooker.send("\r")
    onlooker.expect(r"d how it went +Esc back")
    onlooker.send("d")
    onlooker.expect(r"The last of it")
    onlooker.close()

    run = str(json.loads(server.run("scores", "--format", "json", check_status=0).stdout)[0]["run"])
    printed = server.run("scores", "--dump", run, check_status=0).stdout
    check(drawn_alike(dump_rows(printed), own[1:]), f"scores --dump prints:\n{printed}\nwhere the stone told:\n{text}")
    check(max(map(len, printed.splitlines())) < 80 and printed.isascii(), f"wide or odd rows:\n{printed}")
    check(server.run("replay", run, "--dump", check_status=0).stdout == printed, "replay --dump prints something else")
    out = os.path.join(place.path, "out")
    server.run("scores", "--export", out, check_status=0)
    said = server.run("replay", run, "--import", out, "--dump", check_status=0).stdout
    check(drawn_alike(dump_rows(said), own[1:]), f"of the exported run another story is told:\n{said}")
    for number in ("999", "0"):
        missing = server.run("scores", "--dump", number)
        check(missing.returncode == 1 and f"run {number}" in missing.stderr, f"of a run that is not there: {missing}")
    server.end()


@scenario()
def what_is_taken_along(place):
    """Kinds of things that are not wanted are chosen in the lobby, kept with the name, and shown at each size."""
    server = Server(place).start()
    for width, height in ((80, 24), (72, 22)):
        name = f"Taker{width}"
        client = people.telnet_player(server, name, new=True, width=width, height=height)
        client.send("o")
        client.expect(r"everything, exploring")
        client.press("jjjjjj", 0.1)
        client.press("l", 0.2)
        client.expect(r"Auto-pickup")
        client.press(" ", 0.1)
        client.press("j ", 0.1)
        client.expect(r"not picked up")
        client.press("\x1b", 0.3)
        client.expect(r"[►>] Take along +\d+ of \d+ kinds, walking")
        client.close()
        client = people.telnet_player(server, name, width=width, height=height)
        client.send("o")
        client.expect(r"Take along +\d+ of \d+ kinds, walking")
        client.close()
    server.end()


@scenario(content=contents.deserted)
def what_happened_before(place):
    """Whoever comes back after the line dropped reads what the last turns told, and has no page to turn for it."""
    server = Server(place).start()
    client = people.telnet_player(server, "Anna", new=True)
    people.play(client)
    client.press("r", 0.2)            # nothing to read, or a list: both pass
    people.hush(client)
    for _ in range(8):
        people.dismiss(client.press("X", 0.2))
        said = people.history(client)
        if len([line for line in said.splitlines() if "\u2502" in line or "|" in line]) > 6:
            break
    client.close()
    client = people.telnet_player(server, "Anna")
    people.enter(client)
    check("--more--" not in client.text(), f"a page to turn for what is old:\n{client.text()}")
    people.hush(client)
    check("Before this" not in client.text(), f"it stays after a key:\n{client.text()}")
    client.close()
    server.end()
