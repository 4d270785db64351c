"""Home computers: a C64, a C128 and an Atari play the game on ports of their own, and find themselves on telnet's."""
import re

from computers import Atari, Commodore, HomeComputer
from harness import Server, check, free_port, scenario
import contents
import people
from people import PASSWORD

STATUS = r"Hp |Health "


def port_for(words, option):
    port = free_port()
    words += [option, f"127.0.0.1:{port}"]
    return port


def enter(client):
    """From the lobby to the map; of the heirlooms the first is taken."""
    client.expect(people.LOBBY)
    client.send("p")
    client.expect(STATUS)
    client.settle()
    if re.search("heirloom", client.text()):
        client.press("a")
        client.press("\r")
    for _ in range(4):
        client.press(" ")


def known_cells(client):
    return sum(character not in " " for row in client.screen.display[1:-3] for character in row)


def explore(client):
    """Explores until more of the level is on the screen; returns the turn of the sheet."""
    before = known_cells(client)
    for _ in range(12):
        client.press("X", 0.3)
        for _ in range(2):
            client.press("\x1b")
        if known_cells(client) > before + 20:
            break
    check(known_cells(client) > before, f"nothing was explored:\n{client.text()}")
    check(client.find("@"), f"the hero is not in sight:\n{client.text()}")
    client.press("\x1b")


def play_and_come_back(port, machine, width, name):
    client = HomeComputer(port, machine, width)
    people.register(client, name)
    enter(client)
    explore(client)
    client.press("S")
    client.expect(people.LOBBY)
    client.send("q")
    client.expect_end()
    check(re.search("[a-z]{4}", client.text()), f"no farewell:\n{client.text()}")
    client.close()
    again = HomeComputer(port, machine, width)
    people.login(again, name)
    again.expect("Go on where you were")
    again.send("p")
    again.expect(STATUS)
    check(again.settle().find("@"), f"the hero is not in sight:\n{again.text()}")
    again.close()


@scenario()
def a_commodore_calls(place):
    """Commodores with 40 and with 80 columns register on their ports, play, and come back to the same turn."""
    words = []
    port, wide = port_for(words, "--petscii"), free_port()
    server = Server(place, content=contents.quiet, arguments=words, env={"TRAPDOOR_LISTEN_PETSCII80": f"127.0.0.1:{wide}"}).start()
    play_and_come_back(port, Commodore, 40, "Sixtyfour")
    play_and_come_back(wide, Commodore, 80, "Onetwoeight")
    server.end(secrets=[PASSWORD])


@scenario()
def an_atari_calls(place):
    """An 8-bit Atari registers on its port, plays, and comes back to the same turn."""
    words = []
    port = port_for(words, "--atascii")
    server = Server(place, content=contents.quiet, arguments=words).start()
    play_and_come_back(port, Atari, 40, "Eighthundred")
    server.end(secrets=[PASSWORD])


@scenario()
def a_home_computer_calls_the_telnet_port(place):
    """A key of its own tells which machine calls: its screen is drawn anew, and it plays."""
    server = Server(place, content=contents.quiet).start()
    for machine, name in ((Commodore, "Deletefour"), (Atari, "Deleteeight")):
        client = HomeComputer(server.telnet_port, machine)
        client.blind = True
        client.settle(quiet=1)      # longer than the first picture waits for a telnet client
        client.blind = False
        client.send("\b")
        client.expect(people.GREETING)
        check("DELETE" not in client.text(), f"the key is asked for again:\n{client.text()}")
        people.register(client, name)
        enter(client)
        explore(client)
        client.close()
    server.end(secrets=[PASSWORD])
