"""SIGHUP: the settings that a running server takes over, and those that it refuses."""
import os
import re
import signal

from harness import SANITIZED, Program, Server, Telnet, check, scenario, started_processes, wait_for
import people
from scenarios_registration import refusal


def reload(server, config, event):
    """Has the server read these settings; returns the line of its log that says what came of it."""
    server.place.file("trapdoor.conf", config)
    before = len(server.log())
    server.process.send_signal(signal.SIGHUP)
    found = wait_for(f"{event} in the log", lambda: re.search(rf"event={event} [^\n]*", server.log()[before:]))
    if event == "settings.reloaded":
        wait_for("new processes for sessions", lambda: len(re.findall("event=forker.replaced", server.log()[before:])) == 2)
        wait_for("the keeper to hear of it", lambda: "event=keeper.settings" in server.log()[before:])
    return found.group()


@scenario()
def settings_change_in_a_running_server(place):
    """A reload changes banner, names and limits for newcomers; the players go on; a bad file changes nothing."""
    names = place.file("names.txt", "operator\n")
    common = f"[files]\nnames = {names}\n[lobby]\nbanner = "
    server = Server(place, config=common + "Before noon.\n", env={"TRAPDOOR_LIMITS_TRUSTED": ""}).start()
    if os.geteuid() == 0:
        server.expect_log(r"event=settings\.unreadable ")
    os.chmod(place.path, 0o711)
    player = people.telnet_player(server, "Adele", new=True)
    place.file("names.txt", "operator\n*pastry*\n")
    reload(server, common + "After noon.\n[limits]\nruns_hour = 7\nconnections = 50\nauth_requests = 5\n[listen]\nproxies = 10.0.0.1\n",
           "settings.reloaded")
    server.expect_log(r'event=settings.waiting [^\n]*settings="limits.connections" ')
    server.expect_log(r"event=keeper.settings [^\n]*runs_hour=7")
    client = Telnet(server.telnet_port)
    client.expect("After noon")
    client.close()
    client = Telnet(server.telnet_port)
    said = refusal(client, "Pastrycook")
    check("is reserved" in said, f"a name of the new list is told: {said}")
    client.close()
    refused = reload(server, common + "Evening.\n[limits]\npassword_tries = none\n", "settings.refused")
    check(re.search(r'file="[^"]*trapdoor.conf" line=6 why="[^"]*limits.password_tries must be a whole number', refused), refused)
    place.file("names.txt", "two words\n")
    refused = reload(server, common + "Evening.\n", "settings.refused")
    check("names.txt:1: must be a word" in refused, refused)
    client = Telnet(server.telnet_port)
    client.expect("After noon")
    client.close()
    place.file("names.txt", "operator\n*bakery*\n")
    people.play(player)
    people.walk(player, 2)
    reload(server, common + "Night.\n[limits]\nper_address = 2\n", "settings.reloaded")
    server.kill("keeper")
    server.expect_log("event=keeper.again")
    people.walk(player, 2)
    client = Telnet(server.telnet_port)
    said = refusal(client, "Bakeryman")
    check("is reserved" in said, f"a later keeper has not the newest names: {said}")
    third = Telnet(server.telnet_port)
    third.expect_end()
    check("too many connections from your address" in third.text(), third.text())
    third.close()
    client.close()
    refused = reload(server, common + "Night.\n[monitor]\nlog_level = loud\n", "settings.refused")
    check("loud" in refused, refused)
    reload(server, common + "Night.\n[monitor]\nlog_level = warn\n", "settings.reloaded")
    before = len(server.log())
    newcomer = people.telnet_player(server, "Bertram", new=True)
    check("level=info" not in server.log()[before:], f"the log still has all: {server.log()[before:]}")
    server.end(player, newcomer)


BOARD = "The board"


def returning(server, bulletin):
    client = Telnet(server.telnet_port)
    people.login(client, "Adele")
    client.expect(bulletin)
    return client


@scenario()
def bulletins(place):
    """A bulletin is shown once to each player, again after it changed, and on demand; a wrong one changes nothing."""
    os.chmod(place.path, 0o711)
    folder = place.file("bulletins")
    os.mkdir(folder)

    def put(name, text):
        before = len(server.log())
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)
        wait_for("the server to read the bulletins", lambda: re.search("event=(bulletins|settings.refused) ", server.log()[before:]))

    server = Server(place, config="[lobby]\nhost = localhost\n").start()
    client = people.telnet_player(server, "Adele", new=True)
    client.close()
    put("news.txt", "[gold]The fair[/] is on\nFriday.\n")
    client = returning(server, "The fair is on")
    client.send("q")
    client.expect(BOARD)
    client.close()
    client = people.telnet_player(server, "Adele")
    client.send("n")
    client.expect("The fair is on")
    client.close()
    put("news.txt", "[gold]The fair is over.\n")
    server.expect_log(r'event=settings.refused [^\n]*file="[^"]*news.txt" line=1 why="a colour ends on its line')
    people.telnet_player(server, "Adele").close()
    put("news.txt", "The fair is [gold]over[/].\n")
    server.end(returning(server, "The fair is over"))


@scenario()
def bulletins_for_those_who_are_on(place):
    """A change also reaches sessions in progress: at once in the lobby, and after a game on the way back to it; each once."""
    os.chmod(place.path, 0o711)
    folder = place.file("bulletins")
    os.mkdir(folder)
    server = Server(place, config="[lobby]\nhost = localhost\n").start()
    waits = people.ssh_player(server, "Adele", place.ssh_key(), new=True)
    plays = people.ssh_player(server, "Bertram", place.ssh_key("second"), new=True)
    people.play(plays)
    with open(os.path.join(folder, "news.txt"), "w", encoding="ascii") as file:
        file.write("The fair is on.\n")
    waits.expect("The fair is on")
    people.walk(plays, 1)
    check("The fair" not in plays.text(), f"the bulletin covers the game:\n{plays.text()}")
    plays.press("Q")
    plays.expect(people.TAKEOVER)
    plays.send("y")
    plays.expect(people.END)
    for _ in range(5):
        plays.press("\r", 0.3)
        if "The fair is on" in plays.text():
            break
    for client in waits, plays:
        client.expect("The fair is on")
        client.send("q")
        client.expect(people.LOBBY)
        client.send("n")
        client.expect("The fair is on")
        client.send("q")
        client.expect(people.LOBBY)
    check("forker.replaced" not in server.log(), "a bulletin replaced the processes for sessions")
    server.end(waits, plays)


@scenario()
def a_server_on_a_terminal(place):
    """On a terminal SIGHUP from a user reloads, too, and the end of the terminal ends the server."""
    state = place.file("state")
    program = Program(place, [SANITIZED, "serve", "--init", "--state", state, "--ssh", "", "--telnet", "127.0.0.1:0"])
    program.expect("event=server.begin")
    parents = [pid for pid, comm in started_processes(state).items() if comm == "trapdoor"]
    check(len(parents) == 1, f"the server is {started_processes(state)}")
    os.kill(parents[0], signal.SIGHUP)
    program.expect("event=settings.reloaded")
    program.close()
    wait_for("the server to end with its terminal", lambda: not started_processes(state))
