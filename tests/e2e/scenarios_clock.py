"""Clocks that jump: by days, forward and back, while people play.

The server runs under libfaketime, with its clock in a file that the scenario rewrites.  Every timeout of the server
goes by the monotonic clock, which a change of the date does not touch; the control gives the server a monotonic
clock that jumps too, and there the same jump must throw people out.
"""
import calendar
import glob
import json
import os
import re
import time

from harness import LONG, OPTIMISED, Server, Telnet, check, scenario, wait_for
from scenarios_fair import refused
import people

DAY = 86400
JUMPS = (3, -4, 400, -9000, 0)          # days, from the true time
CONFIG = "[limits]\nlogin_seconds = 3600\n"    # somebody waits at the greeting for as long as the scenario takes


class Clock:
    """A clock for a server: env makes it so, jump changes it while the server runs."""

    def __init__(self, place, monotonic_too=False):
        libraries = glob.glob("/usr/lib/*/faketime/libfaketime.so.1")
        check(libraries, "libfaketime is not installed")
        self.path, self.days = place.file("clock"), 0
        os.chmod(place.path, 0o755)         # sessions of a server that root starts are another user's
        self.env = {"LD_PRELOAD": libraries[0], "FAKETIME_TIMESTAMP_FILE": self.path, "FAKETIME_NO_CACHE": "1"}
        if not monotonic_too:
            self.env["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
        self.jump(0)

    def jump(self, days):
        self.days = days
        with open(self.path + ".new", "w", encoding="ascii") as file:
            file.write(f"{days:+}d\n")
        os.rename(self.path + ".new", self.path)        # nobody reads half of it

    def server(self, place):
        """The optimised program, as a sanitizer wants to be loaded first.  libfaketime reads a file that a sandbox hides."""
        return Server(place, program=OPTIMISED, env=self.env, config=CONFIG + "[security]\nsandbox = off\n").start()

    def shows(self, stamp):
        """Whether a time as logs and boards write it is now, by this clock."""
        seconds = calendar.timegm(time.strptime(stamp[:19], "%Y-%m-%dT%H:%M:%S"))
        return abs(seconds - time.time() - self.days * DAY) < DAY / 2


def plays_on(client, what):
    """Some turns pass."""
    before = people.turn_on_sheet(client)
    people.dismiss(client.press("sss", 0.1))
    now = people.turn_on_sheet(client)
    check(now > before, f"{what}, turn {before} became {now}:\n{client.text()}")
    return now


def rows_of(server):
    return json.loads(server.run("scores", "--format", "json", check_status=0).stdout)


def proven(rows, count):
    """The rows, once they are so many and each has its proof."""
    return rows if len(rows) == count and all(row["proven"] for row in rows) else None


def logged_last(server):
    return re.findall(r"^ts=(\S+)", server.log(), re.M)[-1]


def resumes(server, client, name, what):
    """A line that drops, then a takeover, at the same turn each time; returns the client that goes on."""
    turn = plays_on(client, what)
    client.close()
    first = people.telnet_player(server, name)
    people.play(first)
    check(people.turn_on_sheet(first) == turn, f"{what}, {name} had seen turn {turn}:\n{first.text()}")
    second = people.telnet_player(server, name)
    people.take_over(second)
    first.expect_end()
    check(people.turn_on_sheet(second) == turn, f"{what}, who took over turn {turn} sees:\n{second.text()}")
    plays_on(second, what)
    return second


def ends_a_run(server, clock, client, what):
    """A run that begins and ends under this clock is on the board with this clock's date, and is proven."""
    before = len(rows_of(server))
    people.play(client)
    plays_on(client, what)
    people.quit_run(client)
    rows = wait_for(f"the proof of the run that ended {what}", lambda: proven(rows_of(server), before + 1), LONG)
    newest = max(rows, key=lambda row: row["run"])
    check(clock.shows(newest["when"]), f"{what} the board says {newest['when']}")
    client.send("r")
    client.expect(r"since \d{4}-\d\d-\d\d,")
    client.send(" ")
    client.expect(people.LOBBY)


def serves_the_operator(server, what):
    """Ages of sessions, a backup, the journal."""
    sessions = json.loads(server.run("admin", "sessions", "--json", check_status=0).stdout)["sessions"]
    ages = [session[which] for session in sessions for which in ("on_seconds", "idle_seconds")]
    check(len(ages) >= 6 and max(ages) < 600, f"{what} `admin sessions` has ages of {ages} s")
    copy = os.path.join(server.place.path, f"copy-{time.monotonic_ns()}")
    server.run("admin", "backup", copy, check_status=0)
    check(os.path.getsize(copy) > 0, f"{what} the backup is empty")
    server.run("check", check_status=0)


@scenario(limit=600)
def clock_jumps(place):
    """The date jumps by days and years, both ways: nobody is thrown out, runs are resumed, ended, dated and proven."""
    clock = Clock(place)
    server = clock.server(place)
    stranger = Telnet(server.telnet_port)
    stranger.expect(people.GREETING)
    idler = people.telnet_player(server, "Idle", new=True)
    player = people.telnet_player(server, "Pina", new=True)
    people.play(player)
    mortal = people.telnet_player(server, "Mora", new=True)
    people.telnet_player(server, "Unita", new=True).close()     # a name that nobody uses
    for days in JUMPS:
        what = f"when the date was {days:+} days off"
        clock.jump(days)
        player = resumes(server, player, "Pina", what)
        check(clock.shows(logged_last(server)), f"the clock did not jump: {what} the log says {logged_last(server)}")
        ends_a_run(server, clock, mortal, what)
        serves_the_operator(server, what)
        server.kill("keeper")
        plays_on(player, f"{what} and the keeper was another")
        stranger.send("g\x7f")                  # wakes who waits; the lobby wakes by itself
        for client in (stranger, idler):
            client.settle(0.3)
            check(not client.over, f"{what} somebody was thrown out who only waited:\n{client.text()}")
    stranger.send("guest\r")
    stranger.expect(people.LOBBY)
    people.telnet_player(server, "Unita").close()
    check("account.expired" not in server.log(), "a name expired by a clock that had just jumped")
    for client in (stranger, idler, player, mortal):
        client.close()
    server.run("verify", "--all", check_status=0)
    status, _ = server.terminate()
    check(status == 0, f"the server ended with {status}")
    server.check_log()


@scenario()
def a_jump_ends_no_ban(place):
    """Bans of a name and of an address, until tomorrow, go on when the date jumps by a year, and are still listed."""
    clock = Clock(place)
    server = clock.server(place)
    people.telnet_player(server, "Zelda", new=True).close()
    for subject in ("Zelda", "127.9.9.9"):
        server.run("admin", "ban", subject, "rude", "--until", "1d", check_status=0)

    def check_bans(what):
        text = refused(server.telnet_port, "127.9.9.9")
        check("your address is banned" in text, f"{what} the address is told: {text!r}")
        zelda = Telnet(server.telnet_port)
        people.login(zelda, "Zelda")
        zelda.expect(r"This\s+name\s+is\s+banned")
        zelda.close()

    check_bans("before")
    clock.jump(365)
    check_bans("after the jump")
    server.run("admin", "ban", "Otto", "rude", check_status=0)
    listed = server.run("admin", "bans", check_status=0).stdout
    check("Zelda" in listed and "127.9.9.9" in listed, f"a new ban removed others: {listed}")
    server.end()
    server = clock.server(place)                # the control: the new server believes this clock
    people.telnet_player(server, "Zelda").close()
    server.end()


@scenario()
def clock_jumps_control(place):
    """The control: where the monotonic clock jumps too, waiting people are thrown out; and even then no turn is lost."""
    clock = Clock(place, monotonic_too=True)
    server = clock.server(place)
    stranger = Telnet(server.telnet_port)
    stranger.expect(people.GREETING)
    player = people.telnet_player(server, "Pina", new=True)
    people.play(player)
    turn = plays_on(player, "before the jump")
    clock.jump(JUMPS[0])
    stranger.send("gu")                         # both wake, and look at the clock
    server.run("admin", "say", "What", "time", "is", "it?", check_status=0)
    stranger.expect_end()
    player.expect_end()
    check("You were inactive" in player.text(), f"the player was not told why:\n{player.text()}")
    player = people.telnet_player(server, "Pina")
    people.play(player)
    check(people.turn_on_sheet(player) == turn, f"a turn is lost, {turn} was seen:\n{player.text()}")
    server.end(player)
