"""Where a scenario works: the programs, a temporary directory, and the environment of what it starts."""
import os
import shutil
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SANITIZED = os.path.join(ROOT, os.environ.get("TRAPDOOR_SAN", "build/clang/trapdoor"))
TRUSTED = "127.0.0.0/8, ::1"       # scenarios of limits take it back: env={"TRAPDOOR_LIMITS_TRUSTED": ""}
OPTIMISED = os.path.join(ROOT, os.environ.get("TRAPDOOR", "build/trapdoor"))


class Workplace:
    """A temporary directory for one scenario, with keys made when asked for.

    content is a function of contents.py, which makes what its servers are given; None: the built-in content.  program
    is that of its servers.
    """

    def __init__(self, content=None, program=SANITIZED):
        self.content, self.program = content, program
        self.path = tempfile.mkdtemp(prefix="trapdoor-e2e-")
        self.home = os.path.join(self.path, "home")
        os.mkdir(self.home, 0o700)

    def file(self, name, content=None):
        path = os.path.join(self.path, name)
        if content is not None:
            with open(path, "w" if isinstance(content, str) else "wb") as file:
                file.write(content)
        return path

    def ssh_key(self, name="key"):
        path = self.file(name)
        if not os.path.exists(path):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", path], check=True)
        return path

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)


def environment(place, **more):
    env = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": place.home, "LANG": "C.UTF-8", "TRAPDOOR_LOBBY_HINTS": "0", "TRAPDOOR_LOBBY_VIGNETTES": "0",
           "TERM": "xterm-256color"}
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
        if name in os.environ:
            env[name] = os.environ[name]
    env["TRAPDOOR_LIMITS_TRUSTED"] = TRUSTED
    env["TRAPDOOR_LIMITS_BOARD_TURNS"] = "0"        # runs of scenarios are short
    env.update(more)
    return env
