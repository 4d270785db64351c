"""Builds the product for mutation testing, in a copy of the source tree that nobody edits meanwhile."""
import filecmp
import os
import shlex
import shutil
import subprocess
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
COPIED = ("Makefile", "docs", "door", "engine", "sql", "vt100", "tests", "etc")
LEFT_OUT = {"__pycache__", ".git"}
OPTIMISED = ["SHARED=1", "OPTIMISE=-O1 -g0"]
SANITIZE = "-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
# Atomic, because processes share the counters: lost counts make a reached line one that no test reaches.
PROFILE = "-fprofile-update=atomic -fprofile-instr-generate -fcoverage-mapping -mllvm -runtime-counter-relocation"
# Each build and its variables of make. Programs of the plain build report leaks. The library `cover` records reached lines.
VARIANTS = {
    "plain": [*OPTIMISED, "CFLAGS=-w -DSANDBOX_RELAXED", "LDFLAGS=-fsanitize=leak"],
    # Without assertions, because clang counts no line that follows one as reached.
    "cover": [*OPTIMISED, "CC=clang", f"CFLAGS=-w -DNDEBUG -DSANDBOX_RELAXED {PROFILE}", "LDFLAGS=-fprofile-instr-generate"],
    "sanitized": [*OPTIMISED, f"CFLAGS=-w {SANITIZE}", f"LDFLAGS={SANITIZE}"],
}


def files_below(folder):
    for home, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in LEFT_OUT]
        for name in names:
            yield os.path.relpath(os.path.join(home, name), folder)


def copy_tree(root, copy):
    """Makes `copy` equal to the sources of `root`. A file that did not change keeps its time."""
    wanted = set()
    for top in COPIED:
        source = os.path.join(root, top)
        below = [top] if os.path.isfile(source) else [os.path.join(top, name) for name in files_below(source)]
        wanted.update(below)
    for name in wanted:
        source, target = os.path.join(root, name), os.path.join(copy, name)
        if not os.path.exists(target) or not filecmp.cmp(source, target, shallow=False):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(source, target)
    for name in set(files_below(copy)) - wanted:
        os.remove(os.path.join(copy, name))


class Failed(Exception):
    """The original does not build."""


class Build:
    """The builds of the original, and what builds mutants. All paths are absolute."""

    def __init__(self, root, work, jobs, sanitized):
        self.tree, self.work, self.jobs = os.path.join(work, "tree"), work, jobs
        self.lock, self.asked, self.originals = threading.Lock(), {}, {}
        # A make that runs this must not lend its flags.
        self.environment = {name: value for name, value in os.environ.items()
                            if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "BUILD", "CFLAGS", "LDFLAGS", "OPTIMISE")}
        copy_tree(root, self.tree)
        programs = ["units", "fuzzers", *(["mutation_programs"] if os.path.exists(os.path.join(self.tree, "door/main.c")) else [])]
        self.make("plain", "library", *programs)
        self.make("cover", "library")
        if sanitized:
            self.make("sanitized", "library", *programs)

    def folder(self, variant):
        return os.path.join(self.work, variant)

    def make(self, variant, *targets):
        command = ["make", "-s", "--no-print-directory", f"-j{self.jobs}", "-f", os.path.join(HERE, "build.mk"),
                   f"BUILD={self.folder(variant)}", *VARIANTS[variant], *targets]
        result = subprocess.run(command, cwd=self.tree, capture_output=True, text=True, env=self.environment)
        if result.returncode:
            raise Failed(f"{' '.join(targets)} cannot be built in {self.tree}:\n{result.stderr[-3000:]}")
        return result.stdout

    def commands(self, variant, path):
        """The command that compiles `path`, and of the one that links: its beginning, the objects and the libraries."""
        key = variant, path.split("/", 1)[0]
        with self.lock:
            if key not in self.asked:
                printed = self.make(variant, "commands", f"SOURCE={path}")
                self.asked[key] = [shlex.split(line) for line in printed.splitlines()]
        return self.asked[key]

    def compile(self, variant, path, text):
        """The object of `text` in the place of the file `path`, as bytes, or None if it does not compile."""
        output = os.path.join(self.work, f"object-{threading.get_ident()}.o")
        command = [*self.commands(variant, path)[0], "-iquote", os.path.dirname(path), "-c", "-o", output, "-x", "c", "-"]
        result = subprocess.run(command, cwd=self.tree, input=f'# 1 "{path}"\n{text}'.encode(), capture_output=True)
        if result.returncode:
            return None
        with open(output, "rb") as file:
            made = file.read()
        os.remove(output)
        return made

    def mutant(self, path, original, text):
        """The object of a mutant; "broken" if it does not compile, "same" if the original gives the same object."""
        if path not in self.originals:
            self.originals[path] = self.compile("plain", path, original)
        made = self.compile("plain", path, text)
        return "broken" if made is None else "same" if made == self.originals[path] else made

    def link(self, variant, folder, path, made):
        """Writes a library to `folder` whose object of the file `path` is `made`. True if it links."""
        _, link, objects, libraries = self.commands(variant, path)
        replaced = os.path.join(self.folder(variant), path[:-2] + ".o")
        output = os.path.join(folder, "mutant.o")
        with open(output, "wb") as file:
            file.write(made)
        if replaced not in objects:
            raise Failed(f"{replaced} is not part of the library")
        command = [*link, "-o", os.path.join(folder, "libtrapdoor.so"),
                   *[output if name == replaced else name for name in objects], *libraries]
        return subprocess.run(command, cwd=self.tree, capture_output=True).returncode == 0
