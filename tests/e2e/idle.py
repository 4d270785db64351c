"""Tells whether the processes of a scenario have anything left to do.

A process that waits for bytes, a signal or a timer sleeps.  One that has something to do runs, or waits for the
processor or the disk.  So a test can wait until all sleep, and does not depend on the speed of the machine.
Processes belong to a scenario by the HOME in their environment.
"""
import os

WORKS = "RD"            # states of a process that runs, waits for the processor, or waits for the disk
VERIFIER_NICENESS = 19    # the verifier works at this niceness while people play
KERNEL = 2              # the parent of the kernel's own threads

homes = set()           # HOME=... of the scenarios that run in this process
known = {}              # pid: whether it belongs to them


def parent_of(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
        return int(file.read().rsplit(")", 1)[1].split()[1])


def belongs(pid):
    """Caches the answer, unless the process may yet execute its program."""
    try:
        parent = parent_of(pid)
        if KERNEL in (pid, parent):
            answer = False
        else:
            with open(f"/proc/{pid}/environ", "rb") as file:
                answer = not homes.isdisjoint(file.read().split(b"\0"))
    except PermissionError:
        answer = False
    except (OSError, IndexError, ValueError):
        return False
    if answer or parent != os.getpid():
        known[pid] = answer
    return answer


def processes(asked_anew=False):
    """The pids of all processes of the scenario, the test itself excepted.

    To be ended they are asked anew: the pid of one that is gone may be another's by now.
    """
    if asked_anew:
        known.clear()
    there = {int(entry) for entry in os.listdir("/proc") if entry.isdigit()} - {os.getpid()}
    for pid in known.keys() - there:
        known.pop(pid, None)
    return [pid for pid in sorted(there) if (known[pid] if pid in known else belongs(pid))]


def look():
    """pid: how often it was switched out; None when one of them works.  The verifier is left out."""
    seen = {}
    for pid in processes():
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            if int(fields[16]) == VERIFIER_NICENESS:
                continue
            if fields[0] in WORKS:
                return None
            with open(f"/proc/{pid}/status", encoding="utf-8", errors="replace") as file:
                seen[pid] = [line for line in file if "ctxt_switches" in line]
        except (OSError, IndexError):
            continue
    return seen


def all_sleep():
    """True if none of them worked from the end of one look to the beginning of the next."""
    seen = look()
    return seen is not None and seen == look()
