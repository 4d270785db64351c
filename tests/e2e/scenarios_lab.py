"""The lab's formats, which other tools read, and that builds agree on what is played in it."""
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree

from harness import LONG, Server, check, environment, scenario, OPTIMISED, ROOT, SANITIZED
import people

SEED = "00112233445566778899aabbccddeeff"
KEYS = "lllljjjjhhhhkkkk..sX X X X >P iq\\e"


def lab(place, *words, program=SANITIZED, stdin=None, status=0):
    result = subprocess.run([program, "lab", *words], input=stdin, capture_output=True, text=True, timeout=LONG,
                            env=environment(place))
    check(result.returncode == status, f"lab {' '.join(words)} ended with {result.returncode}: {result.stderr[-1500:]}")
    return result.stdout


@scenario()
def lab_fov(place):
    """lab fov: the eye, reachable cells as stars, the rest blank, trailing blanks cut."""
    said = lab(place, "fov", stdin="#####\n#@..#\n#.#.#\n#...#\n#####\n")
    lines = said.split("\n")
    check(lines[0] == "***" or lines[0].startswith("***"), f"the wall above the eye is not reached: {said!r}")
    check(lines[1].startswith("*@**"), f"the row of the eye: {said!r}")
    check(set(said) <= set("*@ \n") and said.count("@") == 1, f"lab fov prints other characters: {said!r}")
    check(all(line == line.rstrip() for line in lines), f"trailing blanks are not cut: {said!r}")
    pillar = lab(place, "fov", stdin=".......\n.......\n...#...\n.......\n...@...\n").split("\n")
    check(pillar[2][3] == "*" and pillar[0].ljust(7)[3] == " " and pillar[0].ljust(7)[0] == "*",
          f"a pillar hides what is behind it, and nothing else: {pillar}")
    lab(place, "fov", stdin="no eye here\n", status=1)


FOV_MAP = """\
#########,,,,,,
#...#...#,,#,,,
#.......+,m,,,,
#.#..@..#,,,#,k
#.....z.#,,,,,,
#########,,,,,,
"""


@scenario()
def lab_fov_methods(place):
    """lab fov: other methods, limits, and sight of single cells, which must agree or are listed."""
    own = lab(place, "fov", stdin=FOV_MAP)
    check(own == lab(place, "fov", "--algorithm", "permissive", "--radius=0", stdin=FOV_MAP), "the game's own is another")
    answers = [lab(place, "fov", "--algorithm", name, stdin=FOV_MAP) for name in ("permissive", "rays", "trace", "moria")]
    check(answers[0] == own and len(set(answers[1:])) == 3, f"the methods are not told apart: {answers}")
    check(answers[3].split("\n")[2] == "********* *", f"moria sees the room, and the monster in line: {answers[3]!r}")
    shapes = {("square", "1"): [" ***", " *@*", " ***"], ("circle", "1"): ["  @"],
              ("circle", "2"): [" ***", " *@*", " ***"], ("octagon", "2"): [" ***", "*****", "**@**", "*****", " ***"]}
    for (shape, radius), rows in shapes.items():
        said = lab(place, "fov", "--radius", radius, "--shape", shape, stdin=".....\n.....\n..@..\n.....\n.....\n")
        check(said.strip("\n").split("\n") == rows, f"{shape} of radius {radius}: {said!r}")
    counted = lab(place, "fov", "--algorithm", "trace", "--visits", stdin=FOV_MAP)
    check(counted.startswith(answers[2]) and re.search(r"^visits [1-9]\d*$", counted, re.M), f"visits: {counted!r}")
    check(lab(place, "fov", "--between", "10,2", stdin=FOV_MAP) == "10,2 rays yes trace yes\n", "a monster in line is not seen")
    check(lab(place, "fov", "--between", "14,3", stdin=FOV_MAP) == "14,3 rays no trace no\n", "seen through a wall")
    differ = lab(place, "fov", "--agree", stdin=FOV_MAP).split()
    check(differ[:5] == ["0,0", "rays", "yes", "trace", "no"], f"the list of cells that do not agree: {differ}")
    check(lab(place, "fov", "--agree", stdin="....\n.@..\n....\n") == "", "they do not agree on open floor")
    for words in (("--algorithm", "magic"), ("--shape", "heart"), ("--between", "99,0"), ("--between", "a"), ("--radius", "-1")):
        lab(place, "fov", *words, stdin=FOV_MAP, status=2)
    drawn = lab(place, "level", "--seed", SEED, "--light", "--monsters")
    check(set("#.,+") <= set(drawn) and re.search("[a-z]", drawn), f"lab level --light draws no map:\n{drawn}")


@scenario()
def lab_level(place):
    """lab level: the whole level as text, the same twice and in either build, with its stages."""
    said = lab(place, "level", "--seed", SEED, "--depth", "3")
    rows = said.rstrip("\n").split("\n")
    check(len(rows) >= 21 - 4 and max(map(len, rows)) <= 80, f"a level of 80x21 was expected:\n{said}")
    check(said.count("<") == 1 and said.count(">") == 1, f"the level has other stairs:\n{said}")
    check(said == lab(place, "level", "--seed", SEED, "--depth", "3", program=OPTIMISED), "the builds make other levels")
    check(said != lab(place, "level", "--seed", SEED, "--depth", "4"), "depth 4 is depth 3")
    steps = lab(place, "level", "--seed", SEED, "--depth", "3", "--steps")
    check(steps.count("== ") >= 3, f"--steps shows few stages:\n{steps[:2000]}")
    large = lab(place, "level", "--seed", SEED, "--depth", "3", "--size", "120x40").rstrip("\n").split("\n")
    check(max(map(len, large)) > 80 and len(large) > 21, "another size is not used")


@scenario()
def lab_run(place):
    """lab run: keys played headlessly; screen, digest, json and events; builds agree."""
    words = ("run", "--seed", SEED, "--name", "Probe", "--keys", KEYS)
    screen = lab(place, *words, "--print", "screen")
    check("@" in screen and len(screen.split("\n")) >= 24, f"lab run prints no screen:\n{screen}")
    digest = lab(place, *words, "--print", "digest")
    check(re.search(r"[0-9a-f]{16}", digest), f"lab run prints no digest: {digest}")
    check(digest == lab(place, *words, "--print", "digest", program=OPTIMISED), "the builds play differently")
    json.loads(lab(place, *words, "--print", "json"))
    check(lab(place, *words, "--print", "events").strip(), "lab run prints no events")
    other = lab(place, "run", "--seed", SEED, "--name", "Probe", "--keys", KEYS + ".", "--print", "digest")
    check(other != digest, "one more turn does not change the digest")


SCENARIO = """\
scenario a-door-opens
    tests   change door-closed open
    map
        |######
        |#@+..#
        |######
    do      open east
    expect  terrain 2 1 door-open
"""


@scenario()
def lab_scenarios(place):
    """lab scenario: what holds, what does not and at which line, what shows nothing, and what nobody tests."""
    check(lab(place, "scenario", "-", stdin=SCENARIO) == "ok   a-door-opens\n1 passed, 0 failed\n", "it does not pass")
    said = lab(place, "scenario", "-", stdin=SCENARIO.replace("2 1 door-open", "2 1 floor"), status=1)
    check(said == "FAIL -:8: a-door-opens: it is not so: terrain 2 1 floor\n0 passed, 1 failed\n", f"no line: {said!r}")
    said = lab(place, "scenario", "-", stdin=SCENARIO.replace("open east", "wait").replace("door-open\n", "door-closed\n"), status=1)
    check("FAIL -:2: a-door-opens: it ends the same without" in said, f"it shows nothing, and passes: {said!r}")
    said = lab(place, "scenario", "--coverage", "-", stdin=SCENARIO, status=1)
    check("FAIL no scenario tests: change door-open close\n" in said, f"what nobody tests is not listed: {said[:300]!r}")
    check("expect [not] WISH" in lab(place, "scenario", "--fields"), "the manual does not tell of wishes")
    lab(place, "scenario", status=2)
    lab(place, "scenario", place.file("absent.txt"), status=1)


@scenario()
def lab_content(place):
    """lab content: the stock content has no fault, and its fields are a manual."""
    lab(place, "content")
    manual = lab(place, "content", "--fields")
    for word in ("monster", "glyph", "instincts"):
        check(word in manual, f"the manual does not tell of {word}: {manual[:500]}")


@scenario()
def lab_bench_run(place):
    """lab bench run: whole runs as figures; what does not depend on the machine keeps to its bounds."""
    whole = json.loads(lab(place, "bench", "run", "--json", program=OPTIMISED))
    figures = {figure["name"]: figure["value"] for figure in whole["figures"]}
    check(0 < figures["journal_command"] < 2, f"a command takes {figures['journal_command']} bytes of a journal")
    check(0 < figures["save_ten_levels"] <= 10240, f"a save of ten levels has {figures['save_ten_levels']} bytes")
    check(figures["resume"] > 0 and figures["verify"] > 0, f"figures are missing: {figures}")
    said = lab(place, "bench", "save", program=OPTIMISED)
    check(re.search(r"^save_size [0-9.]+ bytes # \S", said, re.M), f"a figure is not name, value, unit and on what: {said}")
    lab(place, "bench", "luck", status=2)


@scenario()
def lab_gym(place):
    """lab gym: a client in Python plays games to their end; bad lines are told of; the end of input ends it."""
    player = os.path.join(ROOT, "tests", "lab", "gym_example.py")
    played = subprocess.run([sys.executable, player, "--program", OPTIMISED, "--seed", SEED, "--games", "2"], text=True,
                            capture_output=True, timeout=LONG, env=environment(place))
    check(played.returncode == 0, f"the client failed: {played.stderr[-1500:]}")
    games = [json.loads(line) for line in played.stdout.splitlines()]
    check(len(games) == 2 and games[0]["seed"] == SEED and games[1]["seed"] != SEED, f"other games were played: {games}")
    for game in games:
        check(game["outcome"] in ("died", "left", "won") and game["steps"] > 50 and game["cause"], f"a game has no end: {game}")
        check(game["steps_a_second"] > 20, f"{game['steps_a_second']} steps a second are too few on any machine")
    lines = ['{"do": "wait"}', "nonsense", "x" * 5000, '{"do": "up and away"}', '{"look": [3, 4]}', '{"do": "quit"}', '{"do": "wait"}']
    said = [json.loads(line) for line in lab(place, "gym", "--seed", SEED, stdin="\n".join(lines)).splitlines()]
    check(len(said) == 1 + len(lines), f"not a line for a line: {len(said)}")
    check(["error" in answer for answer in said] == [False, False, True, True, True, False, False, True], "what is wrong is not told")
    check([answer.get("step") for answer in said] == [0, 1, None, None, None, None, 2, None], "a line that is wrong counts")
    check(said[6]["end"]["outcome"] == "quit" and said[6]["end"]["seed"] == SEED, f"the end is not told: {said[6]['end']}")
    lab(place, "gym", "--seed", "x", status=2)


def report(*words, status=0):
    """The script that reports on bots' games."""
    result = subprocess.run([os.path.join(ROOT, "tests/bands/report"), *words], capture_output=True, text=True, timeout=LONG)
    check(result.returncode == status, f"report {' '.join(words)} ended with {result.returncode}: {result.stderr[-1500:]}")
    return result.stdout


def table(said, title):
    """The rows of a report's table, as lists of words."""
    rows = said.split(f"\n{title}\n", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
    return [row.split() for row in rows if not row.lstrip().startswith(("Met", "A use", "Never"))]


@scenario()
def lab_report(place):
    """lab bot --out: games as lines that add up, and a report of them whose tables do; equal files compare as equal."""
    games, fewer, page = (place.file(name) for name in ("games.jsonl", "fewer.jsonl", "report.html"))
    bot = ("bot", "--bot", "reckless", "--seed", "77")
    said = lab(place, *bot, "--games", "8", "--jobs", "2", "--out", games, program=OPTIMISED)
    check(re.search(r"^reckless, 8 games$", said, re.M), f"the summary is missing: {said}")
    said = report(games, "--html", page)
    with open(games, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    check(len(lines) == 8 and len({line["seed"] for line in lines}) == 8, f"8 games were expected: {len(lines)}")
    died = [line for line in lines if line["outcome"] == "died"]
    for line in lines:
        check(sum(depth["turns"] for depth in line["depths"]) == line["turns"], f"turns do not add up: {line}")
        check(sum(line["verbs"].values()) == line["commands"] >= line["keys"] / 3, f"commands do not add up: {line}")
        check(line["outcome"] != "died" or not line["killer"] or line["creatures"][line["killer"]]["killer"], f"no killer: {line}")
    by_depth, by_killer = table(said, "Deaths by depth"), table(said, "Deaths by killer, or by cause")
    check(sum(int(row[1]) for row in by_depth) == len(died), f"deaths by depth are not all deaths: {by_depth}")
    check(sum(int(re.search(r" (\d+) +[0-9.]+ %", " ".join(row)).group(1)) for row in by_killer) == len(died), f"{by_killer}")
    met = {row[0]: int(row[1]) for row in table(said, "Creatures")}
    for kind, count in met.items():
        check(count == sum(line["creatures"].get(kind, {}).get("met", False) for line in lines), f"{kind} was not met in {count}")
    plots = xml.etree.ElementTree.parse(page).getroot().findall(".//{http://www.w3.org/2000/svg}svg")
    check(len(plots) == 6, f"the page has {len(plots)} plots")
    said = lab(place, *bot, "--games", "6", "--graves", "--out", fewer, "--json", program=OPTIMISED)
    check(json.loads(said)["summary"]["games"] == 6, f"the summary is no JSON: {said}")
    same = report(games, "--compare", games)
    check("8 pairs of 8 and 8 games" in same and all(row[-4] == "+0.00" for row in table(same, "Differences")), f"equal is not: {same}")
    other = report(games, "--compare", fewer)
    check("6 pairs of 8 and 6 games" in other and re.search(r"^  turns .*[+-][1-9]", other, re.M), f"what differs does not: {other}")
    for words in (("--curve",), ("--games", "0"), ("--from", games), (games,)):
        lab(place, "bot", *words, status=2)
    lab(place, *bot, "--bot", "random", "--games", "1", "--out", fewer, program=OPTIMISED)
    report(games, "--compare", fewer, status=1)


@scenario(limit=600)
def without_lab(place):
    """make LAB=0: a program that serves and answers old runs, has no code of lab, bots and gym, and says that they are left out."""
    program = os.path.join(ROOT, "build/trapdoor-without-lab")
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    built = subprocess.run(["make", "-s", "LAB=0", f"PROGRAM={os.path.relpath(program, ROOT)}"], cwd=ROOT, env=env, capture_output=True,
                           text=True)
    check(built.returncode == 0, f"make LAB=0 failed: {built.stderr[-2000:]}")

    def run(*words, status):
        result = subprocess.run([program, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment(place))
        check(result.returncode == status, f"{' '.join(words)} ended with {result.returncode}: {result.stderr}")
        return result.stdout + result.stderr

    check("serve" in run("help", status=0), "help does not list the commands")
    for words in (("lab",), ("lab", "bot", "--games", "1"), ("help", "lab")):
        said = run(*words, status=2)
        check(re.fullmatch(r"trapdoor: cannot run the lab: this program was built without it; [^\n]*\n", said), f"{words}: {said}")
    check("must be JSON of format" in run("lab", "trial", status=2), "lab trial is left out")
    symbols = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout
    check(not re.search(r" T (lab_(?!trial_main|main$)|bot_|gym_|game_record_)\w*", symbols, re.M), "lab, bots or gym are linked")
    server = Server(place, program=program).start()
    client = people.telnet_player(server, "Ada", new=True)
    people.play(client)
    client.close()
    server.terminate()
