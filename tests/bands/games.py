"""Games of bots as `lab bot --out` writes them, the kinds of the content, and the statistics of both.

Every interval is at 95 %.
"""
import glob
import json
import math
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CONTENT = os.path.join(ROOT, "etc", "content")
Z = 1.959964


class GamesError(Exception):
    """A file that holds no games; the text says why."""


def read_games(path):
    """The games of a file, one JSON object a line.  Empty lines are skipped."""
    games = []
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise GamesError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        try:
            game = json.loads(line)
        except ValueError:
            game = None
        if not isinstance(game, dict) or not isinstance(game.get("outcome"), str):
            raise GamesError(f'{path}:{number}: each line should be a game that "lab bot --out" wrote, and this is none')
        games.append(cleaned(game))
    if not games:
        raise GamesError(f"{path}: there is no game in it")
    return games


def cleaned(value):
    """A value of a file whose texts are printable ASCII: a terminal obeys other bytes."""
    if isinstance(value, str):
        return re.sub(r"[^ -~]", "?", value)
    if isinstance(value, dict):
        return {cleaned(key): cleaned(inner) for key, inner in value.items()}
    return [cleaned(inner) for inner in value] if isinstance(value, list) else value


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def number(record, key):
    """A number of a record; 0 if it is missing."""
    value = record.get(key, 0)
    return value if is_number(value) else 0


def death_cause(game):
    """The killer's kind, or the cause without its " on depth N"."""
    cause = game.get("killer") or re.sub(r" on [A-Za-z]+.\d+$", "", game.get("cause", ""))
    return cause.rstrip(",")


# ---- Content ----

def content_files(directory=None):
    """The paths of the content as `--content DIR` reads it: DIR's files replace built-in ones of their names or are added.

    A directory whose `game` record has another id than the built-in one is a game of its own.
    """
    built_in, own = ({os.path.basename(path): path for path in glob.glob(os.path.join(folder, "*.txt"))} if folder else {}
                     for folder in (CONTENT, directory))
    ours, theirs = ([name for path in files.values() for name, _ in records_of(path, "game")] for files in (built_in, own))
    files = own if theirs and theirs != ours else {**built_in, **own}
    return [files[name] for name in sorted(files)]


def records_of(path, kind):
    with open(path, encoding="utf-8") as file:
        for block in re.split(r"\n(?=\S)", file.read()):
            head = block.split("\n", 1)[0].split()
            if head and head[0] == kind and len(head) == 2:
                yield head[1], dict(re.findall(r"^    (\S+) +(.*)$", block, re.M))


def records(kind, directory=None):
    """The records of a kind in the content: id, and fields by their names."""
    for path in content_files(directory):
        yield from records_of(path, kind)


# ---- Statistics ----

def percent(part, whole):
    return 100 * part / whole if whole else 0


def quantile(values, share):
    """The value that this share of them lies below, without interpolation; 0 for none."""
    values = sorted(values)
    return values[min(int(share * len(values)), len(values) - 1)] if values else 0


def mean(values):
    return sum(values) / len(values) if values else 0


def mean_reach(values):
    """Half of the interval about the mean; 0 for fewer than two values."""
    if len(values) < 2:
        return 0
    middle = mean(values)
    return Z * math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values))


def wilson(count, every):
    """Wilson's interval of a share, in percent."""
    total = every or 1
    share = count / total
    middle, whole = share + Z * Z / (2 * total), 1 + Z * Z / total
    reach = Z * math.sqrt(share * (1 - share) / total + Z * Z / (4 * total * total))
    return (100 * (middle - reach) / whole if count else 0, 100 * (middle + reach) / whole if count != every else 100)
