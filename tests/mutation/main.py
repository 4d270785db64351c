"""Mutation testing: changes one line of the product at a time, and reports the changes that no test notices.

tests/mutate chooses N lines of each folder at random (--seed), makes one change on each, and runs the unit tests,
scenarios, recorded games and fuzzing inputs that reach the line, until one fails, crashes or takes too long. A failure
counts only if the test then works on the original and fails on the change again. End-to-end tests do not judge. A line
that no test reaches is judged by the tests that reach its file, because some processes cannot write what they reach.
A change is a comparison, && or ||, + or -, a constant off by one, a condition negated, a call, an assignment, break or
continue removed, or another returned value. Assertions, strings and tables outside functions are not changed. A change
that does not compile, or that gives the same object code, is replaced by another one.

The lab, bots, gym and reports of bots are left out: they measure the product and are not part of it. So are main() and
the replacement in builds without a lab, which no test links.
tests/mutation/equivalents.txt lists changes that no test can notice, with the reason. They do not count.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import glob
import json
import os
import random
import shutil
import sys
import time

from mutation import build as building
from mutation import c_source, judge

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FOLDERS = ("engine", "door", "sql", "vt100")
NOT_THE_PRODUCT = ("engine/lab/*", "door/lab/*", "door/bot/*", "door/gym/*", "door/record/*")
NOT_LINKED = ("door/main.c", "door/command/no_lab.c")     # no part of the library that tests link
LISTED_PERCENT = 5      # at most, of the mutants of a folder


def sources(root, folder):
    found = glob.glob(f"{folder}/**/*.c", root_dir=root, recursive=True)
    return sorted(path for path in found if not any(fnmatch.fnmatch(path, pattern) for pattern in NOT_THE_PRODUCT + NOT_LINKED))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def listed_key(mutant):
    return os.path.basename(mutant.path), mutant.function, mutant.original, mutant.mutated


def read_equivalents(path):
    """Entries of four lines or more: FILE FUNCTION, - original, + mutated, the reason. Returns key -> reason."""
    listed = {}
    if not os.path.exists(path):
        return listed
    lines = [line for line in read(path).splitlines() if not line.startswith("#")]
    for entry in "\n".join(lines).split("\n\n"):
        parts = entry.strip().split("\n")
        if parts == [""]:
            continue
        if len(parts) < 4 or len(parts[0].split()) != 2 or parts[1][:2] != "- " or parts[2][:2] != "+ ":
            sys.exit(f"{path}: an entry is FILE FUNCTION, - original, + mutated and a reason, not:\n{entry}")
        listed[(*parts[0].split(), " ".join(parts[1][2:].split()), " ".join(parts[2][2:].split()))] = " ".join(parts[3:])
    return listed


class Session:
    def __init__(self, options):
        self.options = options
        self.listed = read_equivalents(os.path.join(options.root, "tests/mutation/equivalents.txt"))
        self.texts, self.by_line, self.results = {}, {}, []
        for folder in options.folders:
            self.by_line[folder] = lines = {}
            for path in sources(options.root, folder):
                self.texts[path] = read(os.path.join(options.root, path))
                for mutant in c_source.mutants_of(path, self.texts[path]):
                    lines.setdefault((path, mutant.line), []).append(mutant)

    def candidates(self, folder):
        """The mutants of a folder in the order of the seed: one of each chosen line, its other ones if that is discarded."""
        if self.options.only:
            wanted = [mutant for mutants in self.by_line[folder].values() for mutant in mutants if mutant.id in self.options.only]
            return [[mutant] for mutant in wanted]
        chance = random.Random(f"{self.options.seed}/{folder}")
        order = list(self.by_line[folder].values())
        chance.shuffle(order)
        order = [chance.sample(mutants, len(mutants)) for mutants in order]
        return [mutants for mutants in order if not self.options.file or fnmatch.fnmatch(mutants[0].path, self.options.file)]

    def first_made(self, mutants):
        """The first mutant of a line that compiles to other code than the original's, and its object."""
        for mutant in mutants:
            text = self.texts[mutant.path]
            made = self.build.mutant(mutant.path, text, c_source.changed(text, mutant.edits))
            if made not in ("broken", "same"):
                return mutant, made
        return None

    def choose(self, folder, pool):
        """Yields N mutants of a folder with their objects, which do not depend on the number of jobs."""
        order, wanted, at = self.candidates(folder), self.options.count or sys.maxsize, 0
        while wanted > 0 and at < len(order):
            some = order[at:at + min(wanted, 2 * self.options.jobs)]
            at += len(some)
            for made in pool.map(self.first_made, some):
                if made and wanted > 0:
                    wanted -= 1
                    yield made

    def judge_one(self, mutant, made):
        began = time.monotonic()
        result = {"id": mutant.id, "folder": mutant.path.split("/")[0], "function": mutant.function, "what": mutant.what,
                  "original": mutant.original, "mutated": mutant.mutated}
        if listed_key(mutant) in self.listed and not self.options.listed:
            return {**result, "status": "equivalent", "by": self.listed[listed_key(mutant)]}
        for variant in ("plain", "sanitized") if self.options.sanitized else ("plain",):
            by, count = self.judge_variant(mutant, variant, made)
            if by:
                by += ", sanitized" if variant == "sanitized" else ""
                break
        return {**result, "status": "found" if by else "survived", "by": by, "tests": count,
                "seconds": round(time.monotonic() - began, 1)}

    def judge_variant(self, mutant, variant, made):
        """The name of the test that notices the mutant in a build, or None; and how many tests ran."""
        text = self.texts[mutant.path]
        folder = os.path.join(self.build.work, "mutants", mutant.id.replace("/", "-").replace(":", "-"))
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        try:
            first, last = (text.count("\n", 0, at) + 1 for at in (mutant.edits[0][0], mutant.edits[-1][1]))
            if variant != "plain":
                made = self.build.compile(variant, mutant.path, c_source.changed(text, mutant.edits))
            if made is None or not self.build.link(variant, folder, mutant.path, made):
                return "the compiler", 0
            return self.judge.judge(mutant.path, range(first, last + 1), variant, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def report_one(self, result):
        self.results.append(result)
        if result["status"] == "survived":
            reach = "no test reaches it" if result["tests"] == 0 else f"{result['tests']} tests"
            print(f"{result['id']}: {result['function']}: {result['what']} ({reach})\n    {result['mutated']}", flush=True)
        elif self.options.verbose:
            print(f"{result['status']} {result['id']}: {result['what']}: {result['by']} ({result.get('seconds', 0)} s)", flush=True)

    def run(self):
        options = self.options
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            self.build = building.Build(options.root, os.path.join(options.root, "build/mutate"), options.jobs, options.sanitized)
            self.judge = judge.Judge(self.build)
            self.judge.prepare(pool, options.tests)
            for test in self.judge.broken:
                print(f"left out, because it fails on the original: {test.name}", flush=True)
            for folder in options.folders:
                for done in [pool.submit(self.judge_one, *made) for made in self.choose(folder, pool)]:
                    self.report_one(done.result())

    def table(self):
        """Prints the figures of each folder. True if no folder lists too many equivalents."""
        fine = True
        print(f"{'folder':10} mutants   found survived  listed  percent")
        for folder in self.options.folders:
            counts = collections.Counter(result["status"] for result in self.results if result["folder"] == folder)
            judged, listed = counts["found"] + counts["survived"], counts["equivalent"]
            percent = f"{100 * counts['found'] / judged:.1f}" if judged else "-"
            print(f"{folder:10} {judged + listed:7} {counts['found']:7} {counts['survived']:8} {listed:7} {percent:>8}")
            if listed > 1 and 100 * listed > LISTED_PERCENT * (judged + listed):
                print(f"{folder}: more than {LISTED_PERCENT} % of its mutants are listed as equivalent")
                fine = False
        for name, count in sorted(self.judge.unsteady.items()):
            print(f"unsteady: {name}: {count} failures that did not come from a change were not counted")
        return fine

    def stale(self):
        """Entries of the list of equivalents that are no change of the sources any more."""
        possible = {listed_key(mutant) for lines in self.by_line.values() for mutants in lines.values() for mutant in mutants}
        return [key for key in self.listed if key not in possible]


def options_of(arguments):
    parser = argparse.ArgumentParser(prog="tests/mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, metavar="N", help="mutants of a folder, 0 for one of each line (default 200)")
    parser.add_argument("--seed", default="1", help="chooses the mutants (default 1)")
    parser.add_argument("--folder", action="append", dest="folders", choices=FOLDERS, help="only this folder; may be repeated")
    parser.add_argument("--file", metavar="GLOB", help="only files that match")
    parser.add_argument("--tests", action="append", metavar="GLOB",
                        help="only tests that match judge, such as 'unit door/*'; may be repeated: quicker, and finds no more")
    parser.add_argument("--only", action="append", metavar="ID", help="only this mutant; may be repeated")
    parser.add_argument("--listed", action="store_true", help="judge mutants that are listed as equivalent, too")
    parser.add_argument("--jobs", type=int, default=2, help="how many mutants are judged at a time (default 2)")
    parser.add_argument("--list", action="store_true", help="print all mutants that could be made, and judge none")
    parser.add_argument("--sanitized", action="store_true", help="judge survivors again with sanitizers, as make test would: slow")
    parser.add_argument("--json", metavar="FILE", help="write all results there")
    parser.add_argument("--verbose", action="store_true", help="print the mutants that were found, too")
    parser.add_argument("--root", default=ROOT, type=os.path.abspath, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.only:
        options.folders = sorted({each.split("/")[0] for each in options.only})
    options.folders = options.folders or list(FOLDERS)
    return options


def main(arguments):
    options = options_of(arguments)
    session = Session(options)
    if options.list:
        for lines in session.by_line.values():
            for mutant in (mutant for mutants in lines.values() for mutant in mutants):
                if not options.file or fnmatch.fnmatch(mutant.path, options.file):
                    print(f"{mutant.id}: {mutant.function}: {mutant.what}\n    {mutant.mutated}")
        return 0
    try:
        session.run()
    except building.Failed as failed:
        sys.exit(f"tests/mutate: {failed}")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(session.results, file, indent=1)
    fine = session.table()
    if set(options.folders) == set(FOLDERS) and not options.only:
        for key in session.stale():
            fine = False
            print(f"equivalents.txt: this is no change of the sources: {' '.join(key[:2])}: {key[3]}")
    return 0 if fine and not session.judge.broken else 1
