"""What every wait of the scenarios goes by: a condition, and a limit that is generous."""
import os
import time

# Seconds.  A wait ends when that happens for which it waits, so a generous limit costs nothing.
PATIENCE = float(os.environ.get("TRAPDOOR_PATIENCE") or 60)     # for anything that should happen soon, on a busy machine
LONG = 4 * PATIENCE     # for a program that computes, or that works at the lowest priority
# The server ends within two seconds of SIGTERM (END_GIVE_UP_MS).  The rest is for the machine, and for a sanitizer's look for leaks.
SOON = 10


class Failure(Exception):
    """A scenario that did not go as it should; the text says what was seen."""


def check(truth, text):
    if not truth:
        raise Failure(text)


def wait_for(what, condition, limit=PATIENCE, pause=0.02):
    """Waits until condition() is true, and returns what it gave."""
    deadline = time.monotonic() + limit
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise Failure(f"waited {limit:.0f} s in vain for {what}")
        time.sleep(pause)
