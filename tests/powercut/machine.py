"""The machine whose power is cut: qemu without any help from the host's processor, a Debian kernel, and an
initramfs that holds busybox and the program.  All that it is made of is below build/powercut.
"""
import glob
import os
import re
import shutil
import subprocess
import time

from harness import Failure, OPTIMISED, check, free_port
from disk import BLOCK, Disk

HERE = os.path.dirname(os.path.abspath(__file__))
KERNEL_PACKAGE = "linux-image-cloud-amd64"
MODULES = ("virtio_ring virtio virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci failover net_failover virtio_net "
           "virtio_blk").split()
DISK_BYTES = 192 << 20
SERVES = "Trapdoor answers"
MOUNTS = "machine: mounting"
# no_timer_check: on a busy host the kernel's test of its timer fails, and it panics.
KERNEL_OPTIONS = "console=ttyS0 quiet mitigations=off panic=-1 no_timer_check"
TROUBLE = r"machine: ended|EXT4-fs error|EXT4-fs.*corrupt|I/O error|JBD2: .*(error|corrupt)|Kernel panic|Assertion"
BOOT_SECONDS = 180
COMMAND_SECONDS = 300       # the slowest command downloads the kernel's package


def command(*words, cwd=None):
    try:
        result = subprocess.run(words, cwd=cwd, capture_output=True, text=True, timeout=COMMAND_SECONDS)
    except subprocess.TimeoutExpired:
        raise Failure(f"`{' '.join(words)}` took more than {COMMAND_SECONDS} s") from None
    check(result.returncode == 0, f"`{' '.join(words)}` ended with {result.returncode}: {result.stdout}{result.stderr}")
    return result.stdout


def fetch(package, folder):
    """Unpacks a Debian package below the folder, once; it is not installed on this host."""
    if not os.path.isdir(folder):
        made = folder + ".part"
        shutil.rmtree(made, ignore_errors=True)
        os.makedirs(made)
        command("apt-get", "download", "-qq", package, cwd=made)
        archive, = glob.glob(f"{made}/*.deb")
        command("dpkg-deb", "-x", archive, made)
        os.remove(archive)
        os.rename(made, folder)
    return folder


def fetch_kernel(folder):
    if os.path.isdir(folder):
        return folder
    package = re.search(r"Depends: (linux-image-\S+)", command("apt-cache", "depends", KERNEL_PACKAGE)).group(1)
    return fetch(package, folder)


def copy_into(root, path, name=None):
    target = root + (name or path)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copy(path, target)


def build(folder):
    """Packs busybox, modules, program and its libraries; returns the paths of the kernel and of the archive."""
    kernel, busybox = fetch_kernel(f"{folder}/kernel"), fetch("busybox-static", f"{folder}/busybox")
    root = os.path.join(folder, "root")
    shutil.rmtree(root, ignore_errors=True)
    os.makedirs(root + "/dev")
    copy_into(root, os.path.join(HERE, "init"), "/init")
    copy_into(root, busybox + "/bin/busybox", "/bin/busybox")
    copy_into(root, OPTIMISED, "/bin/trapdoor")
    for library in re.findall(r"(/\S+) \(0x", command("ldd", OPTIMISED)):
        copy_into(root, library)
    command("cc", "-shared", "-fPIC", "-O2", "-o", root + "/lib/nosync.so", os.path.join(HERE, "nosync.c"))
    for module in MODULES:
        found, = glob.glob(f"{kernel}/lib/modules/*/kernel/**/{module}.ko", recursive=True)
        copy_into(root, found, f"/modules/{module}.ko")
    with open(root + "/modules/order", "w", encoding="ascii") as file:
        file.write("\n".join(MODULES) + "\n")
    archive = os.path.join(folder, "initramfs")
    command("sh", "-c", "find . | cpio -o -H newc --quiet -R 0:0 | gzip -1 > " + archive, cwd=root)
    image, = glob.glob(f"{kernel}/boot/vmlinuz-*")
    return image, archive


def make_disk(path):
    with open(path, "wb") as file:
        file.truncate(DISK_BYTES)
    command("mke2fs", "-q", "-t", "ext4", "-b", str(BLOCK), path)


class Machine:
    """One boot, from power on to power cut.  It serves telnet on telnet_port of this host."""

    def __init__(self, made_of, image, place, dice, syncs=True, flushes=True):
        """made_of: what build() returned.  syncs: whether the program's syncs reach the kernel, flushes: whether the
        kernel's do what they say; each without is a control."""
        kernel, initramfs = made_of
        self.telnet_port = free_port()
        self.console_path = place.file("console", "")
        path = place.file("disk.sock")
        if os.path.exists(path):
            os.remove(path)
        self.disk = Disk(image, path, dice, flushes)
        self.process = subprocess.Popen(
            ["qemu-system-x86_64", "-M", "pc", "-accel", "tcg", "-cpu", "max", "-smp", "1", "-m", "256",
             "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none", "-serial", "file:" + self.console_path,
             "-kernel", kernel, "-initrd", initramfs,
             "-append", KERNEL_OPTIONS + ("" if syncs else " nosync"),
             "-netdev", f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{self.telnet_port}-10.0.2.15:2323",
             "-device", "virtio-net-pci,netdev=net,romfile=",
             "-drive", f"file=nbd+unix:///?socket={path},format=raw,if=none,id=disk,cache=writeback",
             "-device", "virtio-blk-pci,drive=disk"],
            stdin=subprocess.DEVNULL)

    def console(self):
        with open(self.console_path, "rb") as file:
            return file.read().decode("utf-8", "replace")

    def wait_until(self, words):
        """Waits for words on the console."""
        deadline = time.monotonic() + BOOT_SECONDS
        while words not in self.console():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise Failure(f"the machine does not come to say '{words}'; it said:\n{self.console()[-3000:]}")
            self.look_for_trouble()
            time.sleep(0.02)
        return self

    def look_for_trouble(self):
        seen = re.search(TROUBLE, self.console())
        check(not seen, f"the machine is in trouble:\n{self.console()[-3000:]}")

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.disk.close()
