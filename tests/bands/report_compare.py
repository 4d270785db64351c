"""A comparison of two files of games: pairs of the same bot and seed, and the mean of their differences.

Both games of a pair have the same levels, so the differences vary less than the figures do.
"""
import collections

from games import GamesError, death_cause, mean, mean_reach, number
from report_sections import by_count, has_ended, share_row
from report_table import Report


def truth(key):
    return lambda game: 100 * (game.get(key) is True)


def figure(key):
    return lambda game: number(game, key)


# name, key that one game of the pairs must have ("": none), value of a game
FIGURES = (("won, %", "", lambda game: 100 * (game["outcome"] == "won")), ("starved, %", "starved", truth("starved")),
           *((name, key, figure(key)) for name, key in (
               ("deepest", "deepest"), ("turns", "turns"), ("commands", "commands"), ("key presses", "keys"), ("score", "score"),
               ("gold", "gold"), ("level", "level"), ("food left", "food"), ("first danger, turn", "first_danger"),
               ("first hurt, turn", "first_hurt"))))


def pairs_of(one, other):
    partners = {}
    for game in other:
        partners.setdefault((game.get("bot"), game.get("seed")), game)
    return [(game, partners[game.get("bot"), game.get("seed")]) for game in one
            if (game.get("bot"), game.get("seed")) in partners]


def add_differences(report, pairs):
    table = report.table("Differences", "figure", "first", "second", "difference", "interval", "")
    for name, key, value in FIGURES:
        if key and not any(key in one for one, _ in pairs):
            continue
        # A turn below 0: never in that game.
        values = [(value(one), value(other)) for one, other in pairs if value(one) >= 0 and value(other) >= 0]
        if not values:
            continue
        differences = [after - before for before, after in values]
        middle, reach = mean(differences), mean_reach(differences)
        sign = "more" if middle - reach > 0 else "less" if middle + reach < 0 else ""
        table.row(name, f"{mean([before for before, _ in values]):.2f}", f"{mean([after for _, after in values]):.2f}",
                  f"{middle:+.2f}", f"{middle - reach:.2f} to {middle + reach:.2f}", sign)


def add_wins(report, pairs):
    table = report.table("Pairs", "pairs", "games", "share", "interval")
    wins = collections.Counter((one["outcome"] == "won", other["outcome"] == "won") for one, other in pairs)
    for name, count in (("the very same game", sum(one.get("digest", "") == other.get("digest", "") for one, other in pairs)),
                        ("won in both", wins[True, True]), ("won in the first alone", wins[True, False]),
                        ("won in the second alone", wins[False, True])):
        share_row(table, name, count, len(pairs))


def add_deaths(report, pairs):
    before, after = (collections.Counter(death_cause(game) for game in has_ended(games, "died")) for games in zip(*pairs))
    table = report.table("Deaths by killer, or by cause", "killer", "first", "second", "more")
    for cause, _ in by_count(before + after):
        table.row(cause, before[cause], after[cause], f"{after[cause] - before[cause]:+d}")


def compare_games(one, other, one_name, other_name):
    pairs = pairs_of(one, other)
    if not pairs:
        raise GamesError(f"{one_name} and {other_name} have no game in common: a pair is of the same bot and the same seed")
    report = Report(f"{one_name}, and then {other_name}")
    report.note(f"{len(pairs)} pairs of {len(one)} and {len(other)} games. Differences are of the second from the first: means with "
                "intervals at 95 %.")
    add_differences(report, pairs)
    add_wins(report, pairs)
    add_deaths(report, pairs)
    return report
