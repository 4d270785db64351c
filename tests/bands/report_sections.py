"""The sections of a report of many games: ends, figures, deaths, depths, going home, kinds of creatures and items, names."""
import collections

from games import death_cause, is_number, mean, mean_reach, number, percent, quantile, records, wilson
from report_table import Report

OUTCOMES = ("won", "left", "died", "quit", "stalled", "crashed")
EARLY = 150             # turns within which there should be a danger
SURVIVAL_POINTS = 60
DEPTHS = 64
DEEDS = ("fight", "use", "flee", "route", "stay")
FIGURES = (
    ("turns of a death", "turns", "died"), ("turns of a win", "turns", "won"), ("turns of a game left early", "turns", "left"),
    ("turns", "turns", None), ("commands", "commands", None), ("key presses of a win", "keys", "won"),
    ("key presses", "keys", None), ("score", "score", None), ("deepest", "deepest", None), ("level", "level", None),
    ("gold", "gold", None), ("first danger, turn", "first_danger", None), ("first hurt, turn", "first_hurt", None),
    ("first at half health, turn", "first_low", None))


def share_row(table, name, count, every):
    low, high = wilson(count, every)
    table.row(name, count, f"{percent(count, every):.1f} %", f"{low:.1f} to {high:.1f}", share=count / every if every else 0)


def by_count(counts):
    """The most frequent first, equal ones by name."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0].encode()))


def has_ended(games, outcome):
    return [game for game in games if game["outcome"] == outcome]


# ---- Ends, figures, deaths ----

def add_ends(report, games):
    table = report.table("How games ended", "end", "games", "share", "interval")
    for outcome in OUTCOMES:
        share_row(table, outcome, len(has_ended(games, outcome)), len(games))
    share_row(table, "starved, without a killer", sum(game.get("starved") is True for game in games), len(games))
    for name, key in (("danger", "first_danger"), ("hurt", "first_hurt")):
        early = sum(key in game and 0 <= number(game, key) <= EARLY for game in games)
        share_row(table, f"{name} within {EARLY} turns", early, len(games))


def add_figures(report, games):
    table = report.table("Figures", "figure", "games", "5 %", "25 %", "median", "75 %", "95 %", "mean")
    for name, key, outcome in FIGURES:
        values = [game[key] for game in games if outcome in (None, game["outcome"]) and is_number(game.get(key)) and game[key] >= 0]
        if values:
            quantiles = [f"{quantile(values, share):.0f}" for share in (0.05, 0.25, 0.5, 0.75, 0.95)]
            table.row(name, len(values), *quantiles, f"{mean(values):.0f}")
    report.note("Key presses are an estimate: auto-explore and rest are one key until something interrupts them, any other stretch "
                "of steps or of waiting is two.")


def add_deaths(report, games):
    died = has_ended(games, "died")
    depths = collections.Counter(int(number(game, "depth")) for game in died)
    table = report.table("Deaths by depth", "depth", "deaths", "share", "interval")
    for depth, count in sorted(depths.items()):
        share_row(table, str(depth), count, len(died))
    table = report.table("Deaths by killer, or by cause", "killer", "deaths", "share", "interval")
    for cause, count in by_count(collections.Counter(map(death_cause, died))):
        share_row(table, cause, count, len(died))


def add_survival(report, games):
    def point(x, count):
        return (x, percent(count, len(games)), *wilson(count, len(games)))

    longest, deepest = (max([1] + [int(number(game, key)) for game in games]) for key in ("turns", "deepest"))
    turns = [longest * at // SURVIVAL_POINTS for at in range(SURVIVAL_POINTS + 1)]
    plot = report.plot("Survival", "turn", "% not dead")
    plot.line("not dead by that turn", (
        point(turn, sum(game["outcome"] != "died" or number(game, "turns") > turn for game in games)) for turn in turns))
    plot = report.plot("Depths reached", "depth", "% of games")
    plot.line("games that reached the depth", (
        point(depth, sum(number(game, "deepest") >= depth for game in games)) for depth in range(1, deepest + 1)))


# ---- Depths ----

def add_depths(report, games):
    visits = collections.defaultdict(list)
    for game in games:
        for visit in game.get("depths", ()):
            if 0 < number(visit, "depth") < DEPTHS:
                visits[int(number(visit, "depth"))].append(visit)
    if not visits:
        return

    def at(depth, key, share=0.5):
        return quantile([number(visit, key) for visit in visits[depth]], share)

    table = report.table("Heroes on each depth", "depth", "games", "turns 25 %", "median", "75 %", "commands", "level",
                         "experience", "health", "of", "least there", "food")
    for depth in sorted(visits):
        middles = [f"{at(depth, key):.0f}" for key in ("commands", "level", "experience", "health", "health_max", "least", "food")]
        middles[5] += " %"
        table.row(depth, len(visits[depth]), *(f"{at(depth, 'turns', share):.0f}" for share in (0.25, 0.5, 0.75)), *middles)
    report.note("Medians, on arrival. Turns of the way home count for the depth they were spent on.")
    for title, up, lines in (
            ("Turns on each depth", "turns", [("turns", "turns, median and middle half")]),
            ("Health on arrival", "health", [("health", "health"), ("health_max", "maximum health")]),
            ("Experience on arrival", "experience", [("experience", "experience")]),
            ("Food on arrival", "turns of food", [("food", "food")])):
        plot = report.plot(title, "depth", up)
        for key, name in lines:
            plot.line(name, ((depth, at(depth, key), at(depth, key, 0.25), at(depth, key, 0.75)) for depth in sorted(visits)))


# ---- Going home ----

HEROES = ("weakened", "as he came")
Step = collections.namedtuple("Step", "home gain died_home died_further")


def home_steps(games):
    """The steps by (depth, hero): the score of going home at once, and the gain of going one depth further."""
    steps = collections.defaultdict(list)
    for game in games:
        homes = game.get("homes", [])
        # From the last depth the game itself went on.
        for home, further in zip(homes, homes[1:] + [game]):
            depth, weak = int(number(home, "depth")), home.get("weak", {})
            if 0 < depth < DEPTHS:
                steps[depth, HEROES[1]].append(Step(number(home, "score"), number(further, "score") - number(home, "score"),
                                                    home.get("died") is True, number(game, "deepest") <= depth))
                steps[depth, HEROES[0]].append(Step(number(weak, "score"), number(weak, "further") - number(weak, "score"),
                                                    weak.get("died") is True, weak.get("lost") is True))
    return steps


def add_going_home(report, games):
    steps = home_steps(games)
    if not steps:
        return
    table = report.table("Going home on arrival at a depth, or one depth further", "depth", "hero", "games", "home scores",
                         "further pays", "interval", "died going home", "died on it")
    plot = report.plot("Gain of one depth further", "depth", "score")
    lines = {hero: [] for hero in HEROES}
    for depth, hero in sorted(steps, key=lambda key: (key[0], HEROES.index(key[1]))):
        here = steps[depth, hero]
        gains = [step.gain for step in here]
        gain, reach = mean(gains), mean_reach(gains)
        table.row(depth, hero, len(here), f"{mean([step.home for step in here]):.0f}", f"{gain:+.0f}",
                  f"{gain - reach:+.0f} to {gain + reach:+.0f}", f"{percent(sum(step.died_home for step in here), len(here)):.0f} %",
                  f"{percent(sum(step.died_further for step in here), len(here)):.0f} %")
        if len(here) > 1:
            lines[hero].append((depth, gain, gain - reach, gain + reach))
    for hero, points in lines.items():
        plot.line(hero, points)
    report.note("Further: home from the next depth. Weakened: the same hero with half the maximum health, badly hurt, without mana "
                "and without items to heal or escape. The gain of the last depth includes the goal.")


# ---- Kinds ----

class Kind:
    """Sums over all games of one kind of creature or item."""

    def __init__(self, name):
        self.id = name
        self.met = self.carried = self.killed = self.decided = self.used_in = 0     # games
        self.beaten = self.used = self.worn = self.asked = 0
        self.changed = dict.fromkeys(DEEDS, 0)

    def add(self, record):
        changed = {deed: number(record.get("changed", {}), deed) for deed in DEEDS}
        self.met += record.get("met") is True or record.get("seen") is True
        self.carried += record.get("carried") is True
        self.killed += record.get("killer") is True
        self.used_in += number(record, "used") > 0
        self.decided += number(record, "used") > 0 or any(changed.values())
        for key in ("beaten", "used", "worn", "asked"):
            setattr(self, key, getattr(self, key) + number(record, key))
        for deed, times in changed.items():
            self.changed[deed] += times

    def decisions(self):
        """The cells that creatures and items share."""
        return (self.decided, *(f"{self.changed[deed]:.0f}" for deed in DEEDS),
                f"{percent(sum(self.changed.values()), self.asked):.1f} %")


def kinds_of(games, key, ids):
    """The kinds of the content and of the games: the most lethal first, then the most frequent."""
    kinds = {name: Kind(name) for name in ids}
    for game in games:
        for name, record in game.get(key, {}).items():
            kinds.setdefault(name, Kind(name)).add(record)
    return sorted(kinds.values(), key=lambda kind: (-kind.killed, -kind.met, kind.id.encode()))


def note_ids(report, heading, ids):
    if ids:
        report.note(f"{heading} ({len(ids)}): {', '.join(ids)}.")


def add_creatures(report, games, ids):
    kinds = kinds_of(games, "creatures", ids)
    table = report.table("Creatures", "kind", "met in", "beaten", "killed him", "of meetings", "decisions", *DEEDS, "of asked")
    for kind in kinds:
        if kind.met or kind.killed:
            table.row(kind.id, kind.met, f"{kind.beaten:.0f}", kind.killed, f"{percent(kind.killed, kind.met):.1f} %",
                      *kind.decisions())
    report.note("Met in: games. Decisions: games in which the kind changed one; then the changed decisions by deed, and their share "
                "of those that the ablation asked about.")
    note_ids(report, "Never met", [kind.id for kind in kinds if not kind.met])
    note_ids(report, "Met, and changed no decision", [kind.id for kind in kinds if kind.met and not kind.decided])


def add_items(report, games, ids):
    kinds = kinds_of(games, "items", ids)
    table = report.table("Items", "kind", "seen in", "carried in", "used in", "uses", "turns in use", "decisions", *DEEDS, "of asked")
    for kind in kinds:
        if kind.met:
            table.row(kind.id, kind.met, kind.carried, kind.used_in, f"{kind.used:.0f}", f"{kind.worn:.0f}", *kind.decisions())
    report.note("A use is a command that names the item, except to drop it. It counts as a decision that the item changed.")
    note_ids(report, "Never seen", [kind.id for kind in kinds if not kind.met])
    note_ids(report, "Carried, and never used", [kind.id for kind in kinds if kind.carried and not kind.used_in])
    note_ids(report, "Seen, and changed no decision", [kind.id for kind in kinds if kind.met and not kind.decided])


# ---- Names ----

def add_levels(report, games, ids):
    counts = collections.Counter(name for game in games for name in game.get("places", {}))
    if not counts:
        return
    table = report.table("Kinds of level visited", "kind", "games", "share", "interval")
    for name, count in by_count(counts):
        share_row(table, name, count, len(games))
    note_ids(report, "Never visited", [name for name in ids if name not in counts])


def add_quests(report, games):
    quests = [(quest.get("name", ""), quest.get("state", "")) for game in games for quest in game.get("quests", ())]
    if not quests:
        return
    states, table = collections.Counter(quests), report.table("Quests", "quest", "offered", "done", "failed")
    for name, count in by_count(collections.Counter(name for name, _ in quests)):
        table.row(name, count, states[name, "done"], states[name, "failed"])


def add_choices(report, games):
    counts = collections.Counter(choice for game in games for choice in game.get("choices", ()))
    if not counts:
        return
    table = report.table("Heirlooms and talents chosen", "name", "chosen", "won", "deepest, mean", "turns, median")
    for name, count in by_count(counts):
        chosen = [game for game in games if name in game.get("choices", ())]
        table.row(name, count, f"{percent(len(has_ended(chosen, 'won')), len(chosen)):.1f} %",
                  f"{mean([number(game, 'deepest') for game in chosen]):.1f}",
                  f"{quantile([number(game, 'turns') for game in chosen], 0.5):.0f}")


# ---- The report ----

def title_of(games):
    bot = games[0].get("bot", "")
    count = sum(game.get("bot", "") == bot for game in games)
    if count == len(games):
        return f"{count} game{'' if count == 1 else 's'} of the {bot} bot"
    return f"{len(games)} games of more than one bot, {count} of them of the {bot} bot"


def report_games(games, content=None):
    """A report of all games.  content: the directory that they were played with besides the built-in content."""
    def ids(kind):
        return [name for name, _ in records(kind, content)]

    report = Report(title_of(games))
    report.note("Intervals of shares are Wilson's, at 95 %.")
    add_ends(report, games)
    add_figures(report, games)
    add_deaths(report, games)
    add_survival(report, games)
    add_depths(report, games)
    add_going_home(report, games)
    add_creatures(report, games, ids("monster"))
    add_items(report, games, ids("item"))
    add_levels(report, games, ids("level"))
    add_quests(report, games)
    add_choices(report, games)
    return report
