"""The content that servers of scenarios are given, so that chance does not decide who lives.

Each function returns a folder in the scenario's own directory and makes it when it is asked for the first time.
"""
import os
import re
import shutil

from waiting import check
from workplace import ROOT

STOCK = os.path.join(ROOT, "etc/content")
STATION = os.path.join(ROOT, "tests/content/station")


def changed(place, name, changes, source=STOCK):
    """A copy of some content; changes has a pattern and its replacement for each file."""
    folder = place.file(f"content-{name}")
    if os.path.isdir(folder):
        return folder
    shutil.copytree(source, folder + ".part")
    for file, (pattern, replacement) in changes.items():
        path = os.path.join(folder + ".part", file)
        with open(path, encoding="utf-8") as content:
            text, count = re.subn(pattern, replacement, content.read())
        check(count, f"{file} does not hold {pattern}")
        with open(path, "w", encoding="utf-8") as content:
            content.write(text)
    os.rename(folder + ".part", folder)
    return folder


HEALTH = (r"(?m)^(    health +)\d+$", r"\g<1>1000")
NO_MONSTERS = (r"(?m)^    monsters .*$", "    monsters   0")
NO_HARM = (r"(?m)^(    blow +[a-z _]+?) \d+d\d+(\+\d+)?", r"\g<1> 0")     # by those who live in vaults, and by wanderers
NO_INMATES = (r"(?m)^(    legend  \S+ .*?) monster (?:any|lamp-moth|old-operator).*$", r"\g<1>")         # but for bosses and captives


def hardy(place):
    """The built-in game with monsters, and a hero who outlives every scenario."""
    return changed(place, "hardy", {"game.txt": HEALTH})


def quiet(place):
    """The hero is hardy, and nobody comes for FIRST_WANDERER_LEAST turns: each key that passes a turn passes one."""
    return changed(place, "quiet", {"game.txt": HEALTH, "levels.txt": NO_MONSTERS, "monsters.txt": NO_HARM})


def deserted(place):
    """As quiet, and nobody lives in vaults either: no enemy is in view where the hero arrives."""
    return changed(place, "deserted", {"game.txt": HEALTH, "levels.txt": NO_MONSTERS, "monsters.txt": NO_HARM, "vaults.txt": NO_INMATES})


def patient(place):
    """Nobody comes and harms, as in quiet, and the hero does not starve for 2,400 turns."""
    hero = r"(?m)^(    health +)\d+$((?:.|\n)*?)^(    food +)\d+$", r"\g<1>1000\g<2>\g<3>2400"
    return changed(place, "patient", {"game.txt": hero, "levels.txt": NO_MONSTERS, "monsters.txt": NO_HARM})


def hungry(place):
    """A hero who waits is soon dead of hunger."""
    return changed(place, "hungry", {"game.txt": (r"(?m)^(    food +)\d+$", r"\g<1>1")})


def mortal(place):
    """Nobody comes, as in quiet, and a hero who does not eat dies of hunger after some 500 turns."""
    hero = r"(?m)^(    health +)\d+$((?:.|\n)*?)^(    food +)\d+$", r"\g<1>60\g<2>\g<3>200"
    return changed(place, "mortal", {"game.txt": hero, "levels.txt": NO_MONSTERS, "monsters.txt": NO_HARM})


def hardy_station(place):
    """The other game, tests/content/station, with a hero who outlives every scenario."""
    return changed(place, "station", {"game.txt": HEALTH}, STATION)
