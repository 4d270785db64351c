#!/usr/bin/python3
"""Headless sentences: those that begin with What, Who, Whoever, Whom, Of what, He who and their like as a relative clause.

A question is none.  tests/lint asks here (rule plain and rule commits); tests/lint_test shows that it can fail.
Alone, tests/plain.py [PREFIX...] lists those of comments, in the files whose paths begin so.
"""
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ("engine", "vt100", "sql", "door")

PRONOUN = r"(?:what|who|whom|whose|whoever|whomever|whatever)"
HEAD = re.compile(rf"(?:(?:of|to|from|in|on|by|for|with|at|as) {PRONOUN}|{PRONOUN}|(?:he|she|they|those|one) who)\b(?!')", re.I)
# The same inside a commit's subject, whose sentences are parted by commas and colons, too.
INNER = re.compile(rf"(?:^|[:;,] )(?:{HEAD.pattern})", re.I)


def is_headless(sentence):
    """Whether a sentence begins with a relative clause instead of a subject."""
    return bool(HEAD.match(sentence)) and not sentence.rstrip().endswith("?")


def sentences(text):
    """The sentences of a text without markup.  A semicolon and a colon end none."""
    text = re.sub(r"\s+", " ", text).strip()
    return [part for part in re.split(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[A-Z{])", text) if part]


def headless(text):
    return [sentence for sentence in sentences(text) if is_headless(sentence)]


def comments_of(text):
    """(line, text) of each comment of a C text; strings are skipped."""
    for match in re.finditer(r'"(?:\\.|[^"\\\n])*"|/\*(.*?)\*/|//([^\n]*)', text, re.S):
        body = match.group(1) if match.group(1) is not None else match.group(2)
        if body is None:
            continue
        body = re.sub(r"^[ \t]*\*[ \t]?", "", body, flags=re.M)
        line = text.count("\n", 0, match.start()) + 1
        for paragraph in re.split(r"\n\s*\n", body):
            yield line, re.sub(r"^[-\s]+|[-\s]+$", "", paragraph)


def strings_of(text):
    """(line, text) of each string of a C text; those that stand side by side are one."""
    bare = re.sub(r"/\*.*?\*/|//[^\n]*", lambda found: "\n" * found.group(0).count("\n"), text, flags=re.S)
    for match in re.finditer(r'"(?:\\.|[^"\\\n])*"(?:\s*"(?:\\.|[^"\\\n])*")*', bare):
        body = "".join(re.findall(r'"((?:\\.|[^"\\\n])*)"', match.group(0)))
        yield bare.count("\n", 0, match.start()) + 1, re.sub(r"\\n|\\t|\\[0-7]{1,3}", " ", body).strip()


def is_help(text):
    """A string of at least three words, which is a sentence, a title or the help of a row."""
    return len(re.findall(r"[A-Za-z]{2,}", text)) >= 3


# Records of the content that speak with the game's own voice, not with that of the rules.
VOICE = re.compile(r"(?:lobby|tombstone|left|won|far|quit|feeling|sound|heard|title|tagline)(?:-|$)")
RULED = ("talent", "spell")     # their `look` says what they do


def rules_of(text):
    """(line, text) of each sentence of rules in a content file: words, and the looks of talents and spells."""
    record, word = "", ""
    for number, line in enumerate(text.split("\n"), 1):
        named = re.match(r"(\w[\w-]*) (\S+)\s*(.*)", line)
        if named and not line.startswith("#"):
            record, word = named.group(1), named.group(2)
            if record == "word" and not VOICE.match(word):
                yield number, named.group(3)
        elif record == "word" and not VOICE.match(word) and re.match(r"\s+\|", line):
            yield number, re.sub(r"\[/?\w*\]", "", line.strip()[1:])
        elif record in RULED and re.match(r"\s+look\s", line):
            yield number, line.split(None, 1)[1]


def files(*patterns):
    found = []
    for pattern in patterns:
        found += glob.glob(pattern, root_dir=ROOT, recursive=True)
    return sorted(found)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def breaches_in_comments():
    for path in files(*[f"{folder}/**/*.[ch]" for folder in FOLDERS], "tests/**/*.[ch]"):
        for line, comment in comments_of(read(path)):
            for sentence in headless(comment):
                yield f"{path}:{line}: {sentence[:90]}"


def breaches_in_texts():
    for path in files(*[f"{folder}/**/*.[ch]" for folder in FOLDERS]):
        for line, text in strings_of(read(path)):
            if is_help(text):
                for sentence in headless(text):
                    yield f"{path}:{line}: \"{sentence[:90]}\""
    for path in files("etc/content/*.txt"):
        for line, text in rules_of(read(path)):
            for sentence in headless(text):
                yield f"{path}:{line}: {sentence[:90]}"


# ---- Commits ----

SUBJECT_MOST = 65
RULE_OF_COMMITS = 1     # holds for the commits after the one that brought this line


def git(*arguments):
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""


def commit_breaches(subject, body, changed):
    """The breaches of one commit; `changed` is the number of its files."""
    if len(subject) > SUBJECT_MOST:
        yield f"{len(subject)} characters; {SUBJECT_MOST} at most"
    if not re.match(r"[\w.,/ -]+: \S", subject):
        yield "a subject reads `area: imperative`"
    if ";" in subject:
        yield "a semicolon joins two ideas"
    if INNER.search(subject):
        yield "a headless clause"
    if changed > 1 and not body.strip():
        yield f"no body says why {changed} files change"


def commits_since(marker):
    """(id, subject, body, files) of each commit after the one that brought a line; none in a clone without that history."""
    began = git("log", "--format=%H", "-S", marker, "--", "tests/plain.py").split()
    for commit in git("rev-list", "--no-merges", f"{began[-1]}..HEAD").split() if began else []:
        subject, _, body = git("show", "-s", "--format=%s%n%b", commit).partition("\n")
        yield commit[:9], subject, body, len(git("show", "--format=", "--name-only", commit).split("\n")) - 1


if __name__ == "__main__":
    for breach in breaches_in_comments():
        if breach.startswith(tuple(sys.argv[1:]) or ("",)):
            print(breach)
