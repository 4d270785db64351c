"""`trapdoor play`: this terminal, without a network."""
import os
import signal

from harness import SANITIZED, Program, Server, check, scenario, started_processes, wait_for
import contents
import people


def play_here(place, state):
    """A shell that plays, then tells how it ended and whether the terminal is as it was."""
    return Program(place, ["/bin/sh", "-c", f"'{SANITIZED}' play --state '{state}' --content '{contents.hardy(place)}'; echo status $?; "
                                            "stty -a | tr ' ' '\\n' | grep -x -e '-*icanon' -e '-*echo'"])


@scenario()
def local_play(place):
    """Playing here shares the server's store; kill -9 of the session gives the terminal back and loses nothing."""
    state = os.path.join(place.path, "state")
    here = play_here(place, state)
    here.expect(r"does not exist\. Make it, for an\s+empty server\? \[y/N\]")
    here.send("y\r")
    people.register(here, "Anna")
    people.play(here)
    people.walk(here, 3)
    hero, status = people.hero(here), here.row(22)
    here.resize(100, 30)
    here.settle(0.3)
    check(here.screen.columns == 100 and people.hero(here), f"the game did not follow the window:\n{here.text()}")
    here.resize(80, 24)
    here.settle(0.3)
    sessions = [pid for pid, name in started_processes(state).items() if name == "session"]
    check(len(sessions) == 1, f"one session was expected, not {sessions}")
    os.kill(sessions[0], signal.SIGKILL)
    here.expect(r"status 1\s+icanon\s+echo")
    check("the session crashed" in here.text(), f"nothing is said of the dead session:\n{here.text()}")
    here.close()

    server = Server(place, state=state).start()
    there = people.telnet_player(server, "Anna")
    people.play(there)
    check((people.hero(there), there.row(22)) == (hero, status), f"not the same turn as on this terminal:\n{there.text()}")
    there.close()
    here = play_here(place, state)
    people.login(here, "Anna")
    here.expect(people.LOBBY)
    here.send("q")
    here.expect(r"status 0\s+icanon\s+echo")
    server.end(here)
    wait_for("every process to end", lambda: not started_processes(state))
