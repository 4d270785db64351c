"""Disks of scenarios that are soon full."""
import contextlib
import os
import subprocess


def fill(folder):
    """Writes until the disk is full."""
    path = os.path.join(folder, "filling")
    with open(path, "wb", buffering=0) as file:
        for size in (65536, 4096, 512, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue
    return path


@contextlib.contextmanager
def small_disk(place):
    """The folder of a state on a disk of 6 MB, or None, with a sentence, where nothing may be mounted."""
    state = place.file("state")
    os.mkdir(state, 0o700)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m,mode=700", "tmpfs", state], capture_output=True, text=True)
    if mounted.returncode:
        print(f"     this is left out: no tmpfs may be mounted here ({mounted.stderr.strip()})")
        yield None
        return
    try:
        yield state
    finally:
        subprocess.run(["umount", "-l", state], check=True)
