"""The folders' layers, which tests/lint checks.

MAY_USE has a row for each folder of code: the folders that its files may include and whose symbols they may use, besides
the folder itself.  A name such as "engine" in a row of door/ means that module's public headers (PUBLIC), and its symbols.
`tests/layers.py [FROM [TO]]` prints the edges that the table forbids, with the symbols behind them.
"""
import collections
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get("BUILD", "build")

# The lowest folder comes first in each module: a row names only rows above it, so the table itself has no circle.
MAY_USE = {
    "vt100": "",
    "sql": "",

    "engine/base": "",
    "engine/content": "base",
    "engine/map": "content base",
    "engine/state": "map content base",
    "engine/save": "state map content base",
    "engine/generate": "map content base",
    "engine/rules": "generate save state map content base",
    "engine/view": "rules generate save state map content base",
    "engine/auto": "view rules state map content base",
    "engine/lab": "auto view rules generate save state map content base",

    "door/os": "",
    "door/metrics": "os",
    "door/text": "os engine sql vt100",
    "door/ui": "engine vt100",
    "door/line": "ui engine vt100",
    "door/config": "text os engine vt100",
    "door/net": "config text ui metrics os engine sql vt100",
    "door/store": "text os engine sql",
    "door/verify": "store text os engine sql",
    "door/watch": "verify store text os engine sql",
    "door/play": "watch store line ui os engine sql vt100",
    "door/replay": "play watch verify store line ui os engine sql vt100",
    "door/site": "play replay verify store text os engine sql vt100",
    "door/keeper": "watch verify store text metrics os engine sql",
    "door/session": "net play store line text ui config os engine sql vt100",
    "door/screen": "session net play verify replay store line text ui config os engine sql vt100",
    "door/bot": "engine",
    "door/gym": "text os engine",
    "door/record": "bot text os engine",
    "door/lab": "bot gym record keeper play verify store text ui config os engine sql vt100",
    "door/command": "site screen session keeper replay watch verify play net store text ui config metrics os engine sql vt100",
    "door": "command lab net os engine",
}

# All that other modules may include of a module.
PUBLIC = {
    "engine": {"engine/engine.h", "engine/knowledge.h", "engine/feats.h", "engine/view.h", "engine/level_text.h", "engine/lab/lab.h", "engine/auto/auto.h"},
    "vt100": {"vt100/vt100.h"},
    "sql": {"sql/store.h", "sql/store_imported.h"},
}
# The engine's contract may be included by every folder of the engine.
CONTRACT = {"engine/engine.h", "engine/knowledge.h", "engine/feats.h", "engine/view.h", "engine/level_text.h"}
# A list that declares nothing: every module may include it.
SHARED = {"engine/result_fields.h"}


def module_of(folder):
    return folder.split("/")[0]


def allowed(folder):
    """The folders and modules that a folder may use, by their full names."""
    full = {folder}
    for name in MAY_USE[folder].split():
        inner = f"{module_of(folder)}/{name}"
        full.add(inner if inner in MAY_USE else name)
    return full


def may_use(user, used):
    return used in allowed(user) or (module_of(used) != module_of(user) and module_of(used) in allowed(user))


def sources(extension):
    found = []
    for module in ("engine", "vt100", "sql", "door"):
        found += glob.glob(f"{module}/**/*.{extension}", root_dir=ROOT, recursive=True)
    return sorted(found)


def table_breaches():
    """Sentences about the table itself."""
    seen = set()
    for folder in MAY_USE:
        for used in allowed(folder) - {folder}:
            if used not in MAY_USE and used not in PUBLIC:
                yield f"tests/layers.py: the row {folder} names {used}, which has no row"
            elif used in MAY_USE and used not in seen:
                yield f"tests/layers.py: the row {folder} names {used}, whose row comes later: a circle"
        seen.add(folder)
    for path in sources("[ch]"):
        if os.path.dirname(path) not in MAY_USE and path not in CONTRACT | SHARED:
            yield f"{path}: its folder has no row in tests/layers.py"


def include_breaches():
    for path in sources("[ch]"):
        folder = os.path.dirname(path)
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            lines = file.read().splitlines()
        for number, line in enumerate(lines, 1):
            match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if not match:
                continue
            name = match.group(1)
            other = os.path.dirname(name)
            if other == "" or name in SHARED or (name in CONTRACT and module_of(folder) == "engine"):
                continue
            if path in CONTRACT:
                yield f"{path}:{number}: a contract header includes \"{name}\""
            elif module_of(other) != module_of(folder):
                if name not in PUBLIC.get(module_of(other), ()) or module_of(other) not in allowed(folder):
                    yield f"{path}:{number}: {folder}/ may not include \"{name}\""
            elif not may_use(folder, other):
                yield f"{path}:{number}: {folder}/ may not include \"{name}\""


def compile_left_out(objects, folder):
    """Compiles what the build leaves out, door/command/no_lab.c, and returns object -> source with those objects."""
    found = {}
    for name, path in objects.items():
        if not os.path.exists(os.path.join(ROOT, name)):
            name = os.path.join(folder, os.path.basename(name))
            subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-D_GNU_SOURCE", "-I.", f"-I{BUILD}", "-c", "-o", name, path],
                           cwd=ROOT, check=True)
        found[name] = path
    return found


def list_symbols(objects):
    return subprocess.run(["nm", "-A", *objects], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def read_symbols():
    """(symbol -> files that define it, file -> symbols that it uses), of all sources; nothing if BUILD has no objects."""
    defined, used = collections.defaultdict(set), collections.defaultdict(set)
    objects = {f"{BUILD}/{path[:-2]}.o": path for path in sources("c")}
    if not any(os.path.exists(os.path.join(ROOT, name)) for name in objects):
        return defined, used
    with tempfile.TemporaryDirectory() as folder:
        objects = compile_left_out(objects, folder)
        listing = list_symbols(objects)
    for line in listing.splitlines():
        name, rest = line.split(":", 1)
        fields = rest.split()
        kind, symbol = fields[-2], fields[-1]
        if kind == "U":
            used[objects[name]].add(symbol)
        elif kind.isupper():
            defined[symbol].add(objects[name])
    return defined, used


def references():
    """file -> {file it uses: symbols}."""
    defined, used = read_symbols()
    edges = collections.defaultdict(lambda: collections.defaultdict(set))
    for path, symbols in used.items():
        for symbol in symbols:
            for other in defined.get(symbol, set()) - {path}:
                edges[path][other].add(symbol)
    return edges


def symbol_breaches():
    for path, others in sorted(references().items()):
        for other, symbols in sorted(others.items()):
            user, used = os.path.dirname(path), os.path.dirname(other)
            if user != used and not may_use(user, used):
                yield f"{path}: {user}/ may not use {used}/: {', '.join(sorted(symbols))} of {other}"


def circles():
    """The files that are in circles of references, as lists: strongly connected components (Tarjan)."""
    edges = {path: set(others) for path, others in references().items()}
    index, low, stack, on_stack, found, counter = {}, {}, [], set(), [], [0]

    def visit(root):
        work = [(root, iter(sorted(edges.get(root, ()))))]
        index[root] = low[root] = counter[0] = counter[0] + 1
        stack.append(root)
        on_stack.add(root)
        while work:
            node, others = work[-1]
            for other in others:
                if other not in index:
                    index[other] = low[other] = counter[0] = counter[0] + 1
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(sorted(edges.get(other, ())))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        group.append(member)
                        if member == node:
                            break
                    if len(group) > 1:
                        found.append(sorted(group))

    for path in sorted(edges):
        if path not in index:
            visit(path)
    return sorted(found, key=len, reverse=True)


def main():
    chosen = sys.argv[1:]
    for text in [*table_breaches(), *include_breaches(), *symbol_breaches()]:
        if all(word in text for word in chosen):
            print(text)
    groups = circles()
    print(f"{sum(map(len, groups))} files in {len(groups)} circles")
    for group in groups:
        print(f"  {len(group)}: {' '.join(group)}")


if __name__ == "__main__":
    main()
