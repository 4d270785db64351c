"""Runs the tests that reach a line against a library, and says which test notices a change."""
import ast
import collections
import fnmatch
import glob
import hashlib
import json
import os
import select
import shlex
import shutil
import signal
import subprocess
import time

# With namespaces a test has a /tmp of its own, and all its processes end with it.
ISOLATED = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
PRELUDE = "mount -t tmpfs -o size=1g none /tmp || exit 99\n"
TIMES, SECONDS = 5, 2       # a test's limit: so many times its usual time, and so many seconds more
SANITIZED_TIMES = 8         # a sanitized program may take so much longer
WAITS = 5                   # so many seconds of waiting cost as much as one of the processor
TRIES = 3                   # a test that fails so often in a row on the original is left out
PATIENCE = 4                # how much longer it may wait on the clock, beside its time of the processor


# As tests/run has them.
SANITIZERS = {
    "ASAN_OPTIONS": "detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=0",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
}


class Test:
    """script: shell commands that end with status 0 if the product works, with the programs of the folder $BUILD.
    files: all that the result depends on."""

    def __init__(self, name, script, files):
        self.name, self.script, self.files = name, script, files
        self.cpu = self.wall = 0.0
        self.lines = {}     # path -> set of reached lines

    def reaches(self, path, lines):
        return not self.lines.get(path, set()).isdisjoint(lines)


def golden_levels(home):
    """Arguments that print a level, and its file, for all levels of tests/golden/corpus."""
    path = os.path.join(home, "corpus")
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as file:
        values = {node.targets[0].id: node.value for node in ast.parse(file.read()).body
                  if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}
    for kind, depth in ast.literal_eval(values["KINDS"]).items():
        yield ["5eed" * 8, str(depth), kind], f"levels/{kind}.txt"
    for path in sorted(glob.glob("levels/????????-*.txt", root_dir=home)):
        seed, depth = os.path.basename(path)[:-4].split("-")
        if not set(seed) - set("0123456789abcdef"):
            yield [seed * 8, depth], path


def golden_steps(build):
    """Yields a name, arguments of the player of recorded games, and the file that holds what it shall print."""
    home = os.path.join(build.tree, "tests/golden")
    for arguments, path in golden_levels(home):
        yield f"golden {path}", ["level", "content.bundle", *arguments], path
    for path in sorted(glob.glob("games/*.games", root_dir=home) + glob.glob("bugs/*.run", root_dir=home)):
        yield f"golden {path}", ["replay", "content.bundle", "64", path], os.path.splitext(path)[0] + ".digests"
    for folder in sorted(glob.glob("saves/*/", root_dir=home)):
        saves = sorted(glob.glob(folder + "*.save", root_dir=home))
        yield f"golden {folder}", ["load", folder + "content.bundle", *saves], folder + "saves.digests"


def find_tests(build):
    """Unit tests, scenarios, recorded games and the inputs of fuzzing: never what needs a server and clients."""
    tree, plain = build.tree, build.folder("plain")
    for source in sorted(glob.glob("tests/*/*_test.c", root_dir=tree)):
        program = source[:-2]
        yield Test(f"unit {source[6:-7]}", f"$BUILD/{program} >/dev/null 2>&1", [os.path.join(plain, program)])
    trapdoor, runner = "tests/mutation/trapdoor", "tests/mutation/runner"
    for path in sorted(glob.glob("tests/engine/scenarios/*.txt", root_dir=tree)):
        if path.endswith("/matrix.txt"):
            continue    # it only asks whether scenarios of the other files passed
        yield Test(f"scenario {os.path.basename(path)[:-4]}", f"$BUILD/{trapdoor} lab scenario {path} >/dev/null 2>&1",
                   [os.path.join(plain, trapdoor), os.path.join(tree, path)])
    for name, arguments, expected in golden_steps(build):
        yield Test(name, f"cd tests/golden && $BUILD/{runner} {shlex.join(arguments)} 2>/dev/null | cmp -s - {expected}",
                   [os.path.join(plain, runner),
                    *[os.path.join(tree, "tests/golden", each) for each in [*arguments, expected] if "." in each]])
    for folder in sorted(glob.glob("tests/fuzz/corpus/*", root_dir=tree)):
        program = f"tests/fuzz/{os.path.basename(folder)}"
        yield Test(f"fuzz {os.path.basename(folder)}", f"$BUILD/{program} {folder} >/dev/null 2>&1",
                   [os.path.join(plain, program), *sorted(glob.glob(os.path.join(tree, folder, "*")))])


def outcome_of(pid, limit):
    """Waits for a process: its status, or None after `limit` seconds, and its times on the processor and the clock."""
    began, handle = time.monotonic(), os.pidfd_open(pid)
    ready, _, _ = select.select([handle], [], [], limit)
    os.close(handle)
    if not ready:
        os.killpg(pid, signal.SIGKILL)
    _, status, used = os.wait4(pid, 0)
    return status if ready else None, used.ru_utime + used.ru_stime, time.monotonic() - began


class Judge:
    def __init__(self, build):
        self.build = build
        probe = subprocess.run([*ISOLATED, "sh", "-c", PRELUDE + "test -r " + shlex.quote(build.tree)], capture_output=True)
        self.isolated = probe.returncode == 0
        self.tests, self.broken, self.kills, self.used = [], [], {}, set()
        self.unsteady = collections.Counter()   # tests that failed, but not by the mutant

    def run(self, test, variant, library, cpu_limit, wall_limit, **more):
        """Runs a test of a variant with the library of a folder: status (None: too long), processor time, clock time."""
        scratch = os.path.join(self.build.work, "scratch", f"{os.path.basename(library)}-{test.name}".replace("/", "-").replace(" ", "-"))
        os.makedirs(scratch, exist_ok=True)
        script = f"ulimit -c 0; ulimit -t {int(cpu_limit) + 1}; (\n{test.script}\n)\nexit $?"
        command = [*(ISOLATED if self.isolated else []), "sh", "-c", (PRELUDE if self.isolated else "") + script]
        environment = {**self.build.environment, **SANITIZERS, "BUILD": self.build.folder(variant), "LD_LIBRARY_PATH": library, **more}
        if not self.isolated:
            environment["TMPDIR"] = scratch
        process = subprocess.Popen(command, cwd=self.build.tree, env=environment, start_new_session=True, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        outcome = outcome_of(process.pid, wall_limit)
        process.returncode = 0      # it was waited for
        shutil.rmtree(scratch, ignore_errors=True)
        return outcome

    def measure(self, test):
        """Runs a test on the original for its time and the lines that it reaches. False if it fails."""
        digest = hashlib.sha256(test.script.encode())
        libraries = [os.path.join(self.build.folder(variant), "libtrapdoor.so") for variant in ("plain", "cover")]
        for path in [*libraries, *test.files]:
            with open(path, "rb") as file:
                digest.update(hashlib.sha256(file.read()).digest())
        kept = os.path.join(self.build.work, "reached", digest.hexdigest()[:32] + ".json")
        self.used.add(os.path.basename(kept))
        if not os.path.exists(kept):
            found = self.reached(test)
            if found is None:
                return False
            with open(kept + ".new", "w", encoding="utf-8") as file:
                json.dump(found, file)
            os.rename(kept + ".new", kept)
        with open(kept, encoding="utf-8") as file:
            found = json.load(file)
        test.cpu, test.wall = found["cpu"], found["wall"]
        test.lines = {path: set(lines) for path, lines in found["lines"].items()}
        return True

    def reached(self, test):
        plain, cover = self.build.folder("plain"), self.build.folder("cover")
        for _ in range(TRIES):
            status, cpu, wall = self.run(test, "plain", plain, 600, 900)
            if status == 0:
                break
        else:
            return None
        profiles = os.path.join(self.build.work, "profiles", test.name.replace(" ", "-").replace("/", "-"))
        shutil.rmtree(profiles, ignore_errors=True)
        os.makedirs(profiles)
        os.chmod(profiles, 0o777)   # a server that root starts has processes of other users
        try:
            # The counters are in a mapped file (%c), so that a process that is killed has counted, too.
            self.run(test, "plain", cover, 1200, 1800, LLVM_PROFILE_FILE=f"{profiles}/%p%c.profraw")
            raw = glob.glob(f"{profiles}/*.profraw")
            lines = self.lines_of(raw, f"{profiles}/merged") if raw else {}
        finally:
            shutil.rmtree(profiles, ignore_errors=True)
        return {"cpu": cpu, "wall": wall, "lines": lines}

    def lines_of(self, raw, merged):
        subprocess.run(["llvm-profdata", "merge", "--failure-mode=all", "-o", merged, *raw], check=True, capture_output=True)
        printed = subprocess.run(["llvm-cov", "export", "-format=lcov", "--skip-functions", "-instr-profile", merged,
                                  os.path.join(self.build.folder("cover"), "libtrapdoor.so")], check=True, capture_output=True, text=True).stdout
        lines, path = {}, None
        for line in printed.splitlines():
            if line.startswith("SF:"):
                path = os.path.relpath(line[3:], self.build.tree)
            elif line.startswith("DA:"):
                number, count = line[3:].split(",")[:2]
                if count != "0":
                    lines.setdefault(path, []).append(int(number))
        return lines

    def prepare(self, pool, patterns=None):
        """Measures all tests that match. Those that fail on the original are left out, and named in `broken`."""
        tests = [test for test in find_tests(self.build)
                 if not patterns or any(fnmatch.fnmatch(test.name, pattern) for pattern in patterns)]
        os.makedirs(os.path.join(self.build.work, "reached"), exist_ok=True)
        for test, works in zip(tests, pool.map(self.measure, tests)):
            (self.tests if works else self.broken).append(test)
        for name in set(os.listdir(os.path.join(self.build.work, "reached"))) - self.used if not patterns else ():
            os.remove(os.path.join(self.build.work, "reached", name))   # of other sources

    def chosen(self, path, lines):
        """The tests that reach one of the lines; first those that are quick, or that often noticed changes of the file.

        A process that is executed within the filter of another one cannot write its counters. So a line that no test
        reaches is judged by the tests that reach its file."""
        kills = self.kills.setdefault(path, {})
        reaching = [test for test in self.tests if test.reaches(path, lines)] or [test for test in self.tests if path in test.lines]
        return sorted(reaching, key=lambda test: (test.cpu + test.wall / WAITS) / (1 + 4 * kills.get(test.name, 0)))

    def fails(self, test, variant, library):
        """True if the test fails with the library. A wait that is only long because the machine is busy does not count."""
        times = TIMES * (1 if variant == "plain" else SANITIZED_TIMES)
        cpu, wall = times * test.cpu + SECONDS, times * test.wall + SECONDS
        for patience in (1, PATIENCE):
            status, _, _ = self.run(test, variant, library, cpu, wall * patience)
            if status is not None:
                return status != 0
            status, _, took = self.run(test, variant, self.build.folder(variant), cpu, wall * patience)
            if status == 0 and took < wall * patience / 2:
                return True
        return True

    def notices(self, test, variant, library):
        """True if the test fails with the library, works on the original under the same load, and fails again."""
        if not self.fails(test, variant, library):
            return False
        if self.fails(test, variant, self.build.folder(variant)) or not self.fails(test, variant, library):
            self.unsteady[test.name] += 1
            return False
        return True

    def judge(self, path, lines, variant, library):
        """The name of the test that notices, or None; and how many tests ran."""
        chosen = self.chosen(path, lines)
        for count, test in enumerate(chosen, 1):
            if self.notices(test, variant, library):
                self.kills[path][test.name] = self.kills[path].get(test.name, 0) + 1
                return test.name, count
        return None, len(chosen)
