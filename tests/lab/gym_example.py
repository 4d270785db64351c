#!/usr/bin/python3
"""A player of `trapdoor lab gym`, as an example:  gym_example.py [--program FILE] [--seed HEX] [--games N] [--steps N]

It strikes who stands beside it, walks to the nearest place that it has not seen from near, and takes the stairs down when
there is none; when it is stuck it does anything that is listed.  It plays badly, and to the end.  For each game it prints
a line of JSON: how it ended, and how many steps a second came through the pipe.
"""
import argparse
import json
import random
import subprocess
import time

STEPS = {"n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1), "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1)}
KNOWN, IN_SIGHT, HARMFUL, NO_WAY = 1, 2, 4, 8


class Gym:
    """The pipe: `ask` sends one line and gives the one that answers."""

    def __init__(self, program, seed=None):
        words = [program, "lab", "gym"] + (["--seed", seed] if seed else [])
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.seen = self.read()

    def read(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self.read()

    def do(self, command):
        answer = self.ask(do=command)
        if "error" in answer:
            raise ValueError(answer["error"])
        self.seen = answer
        return answer

    def new(self, **how):
        self.seen = self.ask(new=how)
        return self.seen

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Player:
    """What it keeps of a level: where it has been, and where steps were of no use."""

    def __init__(self, chance):
        self.chance = chance
        self.depth = None

    def choose(self, seen):
        legal, status = seen["legal"], seen["status"]
        if status["depth"] != self.depth:
            self.depth, self.been = status["depth"], {}
        hero = tuple(seen["hero"])
        self.been[hero] = self.been.get(hero, 0) + 1
        if "choose 0" in legal:
            return "choose 0"
        foes = {tuple(creature["at"]) for creature in seen["creatures"] if not creature["ally"] and not creature["captive"]}
        for word, (dx, dy) in STEPS.items():
            if (hero[0] + dx, hero[1] + dy) in foes and f"step {word}" in legal:
                return f"step {word}"
        if status["hunger"]:
            meals = [command for command in legal if command.startswith("eat ")]
            if meals:
                return meals[0]
        if "down" in legal and self.chance.random() < 0.9:
            return "down"
        way = None if self.been[hero] > 12 else self.way(seen, hero, foes)
        if way and f"step {way}" in legal:
            return f"step {way}"
        return self.chance.choice([c for c in legal if c.startswith("step ")] or ["search"])

    def way(self, seen, hero, foes):
        """The first step of the shortest way to stairs down, or else to a place that it has not been at the edge of the unknown."""
        rows, stairs = seen["map"], None
        for y, row in enumerate(rows):
            if ">" in row:
                stairs = (row.index(">"), y)
        came, queue = {hero: None}, [hero]
        for at in queue:
            if at == stairs or (not stairs and at != hero and at not in self.been and self.is_edge(seen, at)) or at in foes:
                while came[at] != hero and came[at] is not None:
                    at = came[at]
                steps = {(hero[0] + dx, hero[1] + dy): word for word, (dx, dy) in STEPS.items()}
                return steps.get(at)
            for dx, dy in STEPS.values():
                to = (at[0] + dx, at[1] + dy)
                if to not in came and self.may_walk(seen, to):
                    came[to] = at
                    queue.append(to)
        return None

    @staticmethod
    def cell(seen, at):
        x, y = at
        inside = 0 <= y < len(seen["cells"]) and 0 <= x < len(seen["cells"][y])
        return int(seen["cells"][y][x], 16) if inside else None

    def may_walk(self, seen, at):
        cell = self.cell(seen, at)
        return cell is not None and cell & KNOWN and not cell & (HARMFUL | NO_WAY)

    def is_edge(self, seen, at):
        around = [self.cell(seen, (at[0] + dx, at[1] + dy)) for dx, dy in STEPS.values()]
        return any(cell is not None and not cell & KNOWN for cell in around)


def play(gym, most, chance):
    """One game to its end, or so many steps; what became of it."""
    player, steps, began = Player(chance), 0, time.monotonic()
    while "end" not in gym.seen and steps < most:
        gym.do(player.choose(gym.seen))
        steps += 1
    if "end" not in gym.seen:
        gym.do("quit")
    seconds = time.monotonic() - began
    return {"steps": steps, "steps_a_second": round(steps / max(seconds, 1e-9)), **gym.seen["end"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default="build/trapdoor")
    parser.add_argument("--seed", help="of the first game; without it each is drawn")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--steps", type=int, default=20000, help="after so many it hangs up")
    how = parser.parse_args()
    gym = Gym(how.program, how.seed)
    for number in range(how.games):
        if number:
            gym.new()
        print(json.dumps(play(gym, how.steps, random.Random(how.seed))), flush=True)
    gym.close()


if __name__ == "__main__":
    main()
