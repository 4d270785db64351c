"""Runs of older rules: carried over, proven and replayed by the program that was kept of them."""
import json
import os
import re
import shutil
import sqlite3
import subprocess

from harness import LONG, OPTIMISED, ROOT, Failure, Program, Server, check, copy_state, environment, scenario, wait_for
import people

NEXT = os.path.join(ROOT, os.environ.get("TRAPDOOR_NEXT", "build/next/build/trapdoor"))
WAITS = 20      # so many that trails go stale, which they do sooner by the rules to come


class Installation:
    """What `make install` leaves below a prefix, release after release."""

    def __init__(self, place):
        self.place, self.prefix = place, os.path.join(place.path, "prefix")
        self.program = os.path.join(self.prefix, "bin", "trapdoor")

    def install(self, program, tree):
        check(os.access(program, os.X_OK), f"{program} is not there; tests/next builds the one of the rules to come")
        build = os.path.relpath(os.path.dirname(program), tree)
        result = subprocess.run(["make", "-s", "--no-print-directory", "-o", "all", f"BUILD={build}", f"PREFIX={self.prefix}", "install"],
                                cwd=tree, capture_output=True, text=True, env=environment(self.place), timeout=LONG)
        check(result.returncode == 0, f"make install: {result.stdout[-800:]} {result.stderr[-800:]}")
        said = subprocess.run([self.program, "--version"], capture_output=True, text=True, check=True, timeout=LONG).stdout
        return int(re.search(r"rules (\d+)", said).group(1))

    def install_old(self):
        return self.install(OPTIMISED, ROOT)

    def install_next(self):
        return self.install(NEXT, os.path.dirname(os.path.dirname(NEXT)))

    def kept_program(self, rules):
        return os.path.join(self.prefix, "libexec", "trapdoor", str(rules), "trapdoor")


def begin(server, name, waits):
    """A caller whose run goes on after some turns; one that something comes and ends is begun anew."""
    client = people.telnet_player(server, name, new=True)
    for _ in range(5):
        people.play(client)
        if not waits:
            return client
        people.walk(client, 3)
        if not people.over(client) and wait(client, waits):
            return client
        people.upstairs(client)
    raise Failure(f"{name} dies again and again")


def wait(client, turns):
    """Turns go by; False when the run ended in them."""
    people.hush(client)
    for _ in range(turns // 10):
        client.press("." * 10, 0.15)
        if not people.over(client):
            people.hush(client)
        if people.over(client):
            return False
    return True


def replays(installation, server, old, place, run, told):
    """A run of older rules is shown by their program, as it was by it then: as text, as a file, and on this terminal."""
    check(server.run("replay", run, "--until", "9", check_status=0).stdout == told, "the same turn, told otherwise than under its rules")
    cast = place.file("run.cast")
    server.run("replay", run, "--cast", cast, check_status=0)
    check(os.path.getsize(cast) > 1000, "a cast with nothing in it")
    here = Program(place, [installation.program, "replay", run, "--state", server.state], TERM="xterm-256color")
    here.expect(r"turn \d+ +\d+%")
    here.press("$", 0.3)
    here.expect(r"The\s+run\s+ends\s+here")
    here.send("q")
    here.wait()
    here.close()
    kept_program, aside = installation.kept_program(old), installation.kept_program(old) + ".aside"
    os.rename(kept_program, aside)
    said = server.run("replay", run, "--until", "9", check_status=1)
    check(f"needs rules version {old}" in said.stderr, f"without its program: {said}")
    os.rename(aside, kept_program)
    mixed = str(rows(server)["Anna"]["run"])
    said = server.run("replay", mixed, "--until", "9999", check_status=0)
    check("commands were played under other rules" in said.stderr and "after" in said.stdout, f"of a run of two rules: {said}")
    said = server.run("replay", mixed, "--rules", str(old), "--until", "9999", check_status=0).stdout
    check(re.search(r"after (\d+) of (\d+) commands", said) and not re.search(r"after (\d+) of \1 ", said), f"the first part: {said}")


def left_as(client):
    people.hush(client)
    seen = people.board_of_play(client)
    client.close()
    return seen


def back_at(client, left):
    people.play(client)
    people.hush(client)
    seen = people.board_of_play(client)
    check(seen == left, f"came back to:\n{seen}\nleft:\n{left}")


def finish(client):
    if people.over(client):
        people.upstairs(client)
    else:
        people.quit_run(client)


def rows(server):
    said = server.run("scores", "--format", "json", check_status=0).stdout
    return {row["name"]: row for row in json.loads(said)}


def carried_over(installation, server, left):
    """Anna comes back to the turn that she left, under other rules, and plays on; so does who had not made a step."""
    anna = people.telnet_player(server, "Anna")
    back_at(anna, left)
    check("event=run.carried" in server.log(), f"the log does not tell that the run was carried over: {server.log()[-800:]}")
    if wait(anna, WAITS):
        anna.close()        # and once more from within the new segment: its snapshot, or its beginning
        anna = people.telnet_player(server, "Anna")
        people.play(anna)
    finish(anna)
    bert = people.telnet_player(server, "Bert")
    people.play(bert)
    finish(bert)
    return anna, bert


@scenario()
def a_run_waits_for_a_missing_program(place):
    """The program of a run's rules is missing: its player and the log read so, and the run goes on at its turn once it is back."""
    installation = Installation(place)
    os.chmod(place.path, 0o755)
    old = installation.install_old()
    server = Server(place, program=installation.program).start()
    turn = people.turn_on_sheet(begin(server, "Anna", 10))
    server.end()
    installation.install_next()
    kept_program = installation.kept_program(old)
    os.rename(kept_program, kept_program + ".aside")
    server = Server(place, program=installation.program).start()
    anna = people.telnet_player(server, "Anna")
    anna.send("p")
    anna.expect(rf"Your run needs rules version {old} and waits until that program is installed again")
    server.expect_log(rf"event=run\.waits [^\n]* run=1 why=\"Your run [^\n]*: the program of rules version {old} is missing or gives no answer\"")
    os.rename(kept_program + ".aside", kept_program)
    people.play(anna)
    check(people.turn_on_sheet(anna) == turn, f"turn {turn} was seen before the run waited:\n{anna.text()}")
    server.end(anna)


def verdicts(server, want, pattern, *words):
    said = server.run("verify", *(words or ("--all",)))
    check(said.returncode == want and re.search(pattern, said.stdout, re.S), f"verify {words} ended with {said.returncode}: {said.stdout} {said.stderr}")
    return said.stdout


def controls(installation, server, old, runs, place):
    """Without the kept program nothing is proven; one that lies or is broken proves nothing; a false beginning is seen."""
    kept_program, aside = installation.kept_program(old), installation.kept_program(old) + ".aside"
    os.rename(kept_program, aside)
    said = verdicts(server, 1, f"0 verified, 0 failed, {runs} need another rules version")
    check(f"needs rules version {old}" in said and kept_program.split("/libexec/")[1] in said, f"the sentence does not tell what is missing: {said}")
    with open(kept_program, "w", encoding="ascii") as file:
        file.write("#!/bin/sh\ncat > /dev/null\necho '{\"format\": 1, \"answer\": \"played\"'\n")
    os.chmod(kept_program, 0o755)
    verdicts(server, 1, "does not answer as a trapdoor program does.*0 verified, 0 failed.*could not be replayed")
    os.remove(kept_program)
    shutil.copy(installation.program, kept_program)       # of other rules
    verdicts(server, 1, f"needs rules version {old}.*0 verified")
    os.rename(aside, kept_program)
    verdicts(server, 0, f"{runs} verified")

    state = place.file("tampered")
    copy = copy_state(server, state, program=installation.program)
    with sqlite3.connect(os.path.join(state, "trapdoor.db")) as database:
        changed = database.execute("UPDATE segments SET save = CAST(save || X'00' AS BLOB) WHERE number = 2").rowcount
        check(changed == 3, f"{changed} second segments")
    verdicts(copy, 1, "does not begin as the one before it ended")
    copy.stop()


def compared(installation, server, old, run):
    """Two programs on one run: the turn from which they differ, and in what."""
    said = verdicts(server, 0, "verified", run, "--against", installation.kept_program(old))
    check("plays it alike" in said, f"a program differs from itself: {said}")
    said = verdicts(server, 1, r"differs from command (\d+), turn (\d+), on: trail\n", run, "--against", installation.program)
    turn = int(re.search(r"turn (\d+), on", said).group(1))
    check(10 <= turn <= 60, f"trails go stale at turn {turn}")
    verdicts(server, 1, "does not answer", run, "--against", "/bin/true")


def waits_for_its_program(installation, server, old, left):
    """A run that cannot be carried over waits whole, and is not given up for a new one."""
    kept_program, aside = installation.kept_program(old), installation.kept_program(old) + ".aside"
    os.rename(kept_program, aside)
    dora = people.telnet_player(server, "Dora")
    dora.send("p")
    dora.expect(rf"rules version {old} and waits")
    check(re.search(people.LOBBY, dora.text()), f"not in the lobby:\n{dora.text()}")
    os.rename(aside, kept_program)
    back_at(dora, left)
    return dora




@scenario(limit=900)
def older_rules(place):
    """A release with other rules: runs go on in a new segment, and each segment is proven by the program of its rules."""
    os.chmod(place.path, 0o755)     # the user of the sessions starts the older program
    installation = Installation(place)
    old = installation.install_old()
    server = Server(place, program=installation.program).start()
    anna = begin(server, "Anna", WAITS)
    people.leave_game(anna)     # a snapshot, of rules that are not those of what comes after
    people.play(anna)
    people.walk(anna, 2)
    anna = left_as(anna)
    dora = left_as(begin(server, "Dora", 10))
    begin(server, "Bert", 0).close()
    carl = begin(server, "Carl", WAITS)
    finish(carl)
    carl.close()
    run = str(rows(server)["Carl"]["run"])
    told = server.run("replay", run, "--until", "9", check_status=0).stdout
    went = server.run("scores", "--dump", run, check_status=0).stdout
    wait_for("the run to be proven", lambda: rows(server)["Carl"]["proof"] == "proven", LONG)
    server.end()

    new = installation.install_next()
    check(new == old + 1 and os.path.exists(installation.kept_program(old)) and os.path.exists(installation.kept_program(new)), "the older program is not kept")
    server = Server(place, program=installation.program).start()
    clients = carried_over(installation, server, anna)
    clients += (waits_for_its_program(installation, server, old, dora),)
    runs = re.search(r"(\d+) verified", verdicts(server, 0, "verified, 0 failed, 0 need")).group(1)
    wait_for("the runs to be proven by themselves", lambda: all(row["proof"] == "proven" for row in rows(server).values()), LONG)
    compared(installation, server, old, run)
    replays(installation, server, old, place, run, told)
    said = server.run("scores", "--dump", run, check_status=0).stdout
    check(said.splitlines()[1:] == went.splitlines()[1:], f"how a run of older rules went is told otherwise:\n{said}\nthan then:\n{went}")
    controls(installation, server, old, runs, place)

    out = place.file("out")
    server.run("scores", "--export", out, check_status=0)
    server.end(*clients)
    said = subprocess.run([installation.program, "verify", "--import", out], capture_output=True, text=True, env=environment(place), timeout=LONG)
    check(said.returncode == 0 and f"{runs} verified" in said.stdout, f"of the export: {said}")
