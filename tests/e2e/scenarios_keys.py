"""Keys: presets, single keys and whole configurations, of players, of guests and of the host."""
import os
import re
import signal

from harness import Failure, Server, Telnet, check, scenario
import contents
import people

CONFIGURATION = "# mine\rlike wasd\rbind G explore\rbind g rest\rend\r"


def said(client, keys, quiet=0.2):
    """The screen after some keys, with its blanks folded."""
    client.press(keys, quiet)
    return re.sub(r"\s+", " ", client.text())


def to_keys(client):
    """From the lobby to the screen of keys."""
    client.send("o")
    client.expect(r"Take along")
    client.press("jjj\r", 0.2)
    client.expect(r"Preset")


def to_lobby(client):
    for _ in range(3):
        if re.search(people.LOBBY, client.text()):
            return
        client.press("\x1b", 0.3)
    client.expect(people.LOBBY)


def point_at(client, command):
    """Moves the cursor of the screen of keys to a command."""
    client.press("\x1b[H", 0.2)
    for _ in range(70):
        if re.search(rf"►[ ]*{command} ", client.text()):
            return
        client.press("j", 0.03)
    raise Failure(f"there is no row {command}:\n{client.text()}")


def bind(client, command, key):
    point_at(client, command)
    client.press("\r", 0.2)
    client.expect(rf"Press the key for {command}")
    return said(client, key)


def change_keys(client):
    """Single keys, with conflicts."""
    text = bind(client, "rest", "X")
    check("Conflict: X is bound to explore, which then has no key. Bind it to rest? (y/n)" in text, f"nothing is asked: {text}")
    text = said(client, "n")
    check(re.search(r"► rest P ", text), f"a refused key is bound: {text}")
    bind(client, "rest", "X")
    text = said(client, "y")
    check(re.search(r"► rest X P ", text), f"the key is not bound: {text}")
    text = bind(client, "rest", "?")
    check("? is always the help" in text, f"? may be bound: {text}")
    point_at(client, "options")
    text = said(client, "d\x1b", 0.4)
    check("there is no way to the options" in text and re.search(r"► options no key", text), f"the way back is lost: {text}")
    bind(client, "options", "O")
    to_lobby(client)


def play_with_them(client):
    people.play(client)
    text = said(client, "E")
    check("E does nothing here. ? shows help, Enter lists" in text, f"a key without command: {text}")
    place = people.hero(client)
    text = said(client, "X", 0.3)
    check(people.hero(client) == place, f"X still explores: {text}")
    text = said(client, "?", 0.3) + said(client, " ", 0.3)
    check("Your own keys" in text and "= nothing" in text, f"the help has other keys: {text}")
    client.press("\x1b", 0.3)
    client.press("O", 0.3)
    client.expect(r"vi, 3 of your own")
    client.press("\x1b", 0.3)
    client.expect(people.IN_PLAY)
    people.dismiss(client)
    people.leave_game(client)


def paste(client):
    to_keys(client)
    text = said(client, "plike vi\rbind h jump\rend\r", 0.3)
    check("Line 2: no command is called \"jump\"" in text and "Nothing is changed." in text, f"a fault is not named: {text}")
    client.press("\x1b", 0.3)
    text = said(client, "p" + CONFIGURATION, 0.4)
    check("The preset is wasd, with 2 of your own." in text, f"not read: {text}")
    client.press("\x1b", 0.3)
    text = said(client, "e", 0.3)
    check("like wasd bind G explore bind g rest end" in text, f"the text is another: {text}")
    client.press("\x1b", 0.3)
    to_lobby(client)


@scenario(content=contents.quiet)
def keys_are_the_players_own(place):
    """Keys are changed one by one, pasted and copied; a conflict is settled first; game, help and the next login have them."""
    server = Server(place).start()
    for width, name in ((80, "Kestrel"), (40, "Dunlin")):
        client = people.telnet_player(server, name, new=True, width=width, height=24)
        to_keys(client)
        change_keys(client)
        if width == 80:
            play_with_them(client)
        paste(client)
        people.leave(client)
        client = people.telnet_player(server, name)
        people.play(client)
        before = people.hero(client)
        for key in "dasw":
            client.press(key, 0.15)
            if people.hero(client) != before:
                break
        check(people.hero(client) != before, f"wasd does not walk:\n{client.text()}")
        client.close()
    guest = Telnet(server.telnet_port)
    guest.expect(people.GREETING)
    guest.send("guest\r")
    guest.expect(people.LOBBY)
    to_keys(guest)
    guest.press("l", 0.2)
    guest.expect(r"Preset +numpad")
    to_lobby(guest)
    people.play(guest)
    check("h does nothing here" in said(guest, "h"), f"a guest has other keys:\n{guest.text()}")
    check("sets options in the lobby" in said(guest, "="), f"a guest's run is lost:\n{guest.text()}")
    guest.close()
    server.end()


@scenario()
def hosts_have_presets_of_keys(place):
    """Files of the host become presets; a faulty one is named with its line, and a reload reads them again."""
    os.mkdir(place.file("keys"))
    config = f"[files]\nkeys = {place.file('keys')}\n"
    place.file("keys/colemak.txt", "like vi\nhelp n e i o walk\nbind n walk-south\nbind q fly\n")
    server = Server(place, config=config)
    os.mkdir(server.state)
    os.chmod(place.path, 0o711)      # for the door side's user, who reads the settings again
    refused = server.run("check", "--config", place.file("trapdoor.conf", config))
    check("colemak.txt:4: no command is called \"fly\"" in refused.stderr, f"not named:\n{refused.stdout}{refused.stderr}")
    place.file("keys/colemak.txt", "like vi\nhelp n e i o walk\nbind n walk-south\n")
    server.start()
    client = people.telnet_player(server, "Whimbrel", new=True)
    to_keys(client)
    client.press("h", 0.2)
    client.expect(r"Preset +colemak")
    client.expect(r"n e i o walk")
    client.close()
    place.file("keys/dvorak.txt", "like vi\nhelp d h t n walk\nbind t walk-south\n")
    server.process.send_signal(signal.SIGHUP)
    server.expect_log("settings.reloaded")
    client = people.telnet_player(server, "Godwit", new=True)
    to_keys(client)
    client.press("h", 0.2)
    client.expect(r"Preset +dvorak")
    client.close()
    server.end()


MOUSE_ON, MOUSE_OFF = b"\x1b[?1000h\x1b[?1006h", b"\x1b[?1006l\x1b[?1000l"


def click(client, button, x, y, quiet=0.3):
    client.press(f"\x1b[<{button};{x + 1};{y + 1}M\x1b[<{button};{x + 1};{y + 1}m", quiet)


def free_cell(client, where):
    """A cell of floor beside the hero that is not the hero's."""
    x, y = where
    rows = client.text().split("\n")
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)):
        if 0 <= y + dy < len(rows) and rows[y + dy][x + dx:x + dx + 1] in ".░":
            return x + dx, y + dy
    raise Failure(f"there is no floor beside the hero:\n{client.text()}")


@scenario(content=contents.quiet)
def the_mouse_plays_where_it_is_wanted(place):
    """Off by default; for a kind of terminals once chosen: clicks travel and look, the wheel scrolls, the modes end with the session."""
    server = Server(place).start()
    client = people.telnet_player(server, "Curlew", new=True)
    client.send("o")
    client.expect(r"Mouse +off")
    check(b"1000h" not in client.raw, "the mouse is on before anybody asked")
    people.choose(client, "Mouse")
    client.press(" ", 0.3)
    client.expect(r"Mouse +on, with xterm")
    check(MOUSE_ON in client.raw, "the mouse is not switched on")
    client.press("\x1b", 0.3)
    people.play(client)
    people.dismiss(client)
    before = people.hero(client)
    goal = free_cell(client, before)
    click(client, 0, *goal)
    check(people.hero(client) == goal, f"a click does not walk from {before} to {goal}:\n{client.text()}")
    click(client, 2, *before)
    check(re.search(r"\(1 (west|east|north|south)", client.text()) or re.search(r"\(1 \w+, 1 \w+\)", client.text()), f"nothing is looked at:\n{client.text()}")
    client.press("\x1b", 0.3)
    click(client, 0, 40, 23)
    click(client, 0, 79, 0)
    check(people.hero(client) == goal, f"a click on the status walks:\n{client.text()}")
    click(client, 64, 5, 5)
    client.expect(r"Messages")
    client.press("\x1b", 0.3)
    people.leave_game(client)
    people.leave(client)
    check(MOUSE_OFF in client.raw, "the mouse stays on after the session")
    # It is kept with the name, for this kind of terminals alone; and a server that ends switches it off, too.
    client = people.telnet_player(server, "Curlew")
    client.press("b", 0.3)
    other = people.telnet_player(server, "Curlew", term="VT100")
    other.send("o")
    other.expect(r"Mouse +not with this terminal")
    check(b"1000h" not in other.raw, "a VT100 is sent modes of the mouse")
    other.close()
    server.stop()
    client.settle(0.5)
    check(MOUSE_OFF in client.raw, "the mouse stays on when the server ends")
    server.end(client)
