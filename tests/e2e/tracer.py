"""Makes another process ask for system calls, by ptrace, as root or as its own user on x86-64."""
import ctypes
import os
import platform
import re
import signal

SEIZE, INTERRUPT, GETREGS, SETREGS, SYSCALL, DETACH, PEEKTEXT, POKETEXT = 0x4206, 0x4207, 12, 13, 24, 17, 1, 4
TRACE_SYSGOOD = 1
SYSCALL_INSTRUCTION = 0x050f
RESTARTED = (-512, -513, -514, -516)        # results of a call that a stop interrupts, and that begins again
REGISTERS = ("r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags rsp ss fs_base gs_base ds es "
             "fs gs").split()
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.restype = ctypes.c_long
libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)


class Registers(ctypes.Structure):
    _fields_ = [(name, ctypes.c_ulonglong) for name in REGISTERS]


def possible():
    return platform.machine() == "x86_64" and os.geteuid() == 0


class Traced:
    """A process that is stopped; `with` lets it go on as it was."""

    def __init__(self, pid):
        self.pid = pid

    def ptrace(self, request, address=None, data=None):
        result = libc.ptrace(request, self.pid, address, data)
        if result < 0 and request != PEEKTEXT:
            raise OSError(ctypes.get_errno(), f"ptrace {request:#x} of {self.pid}")
        return result

    def wait(self):
        _, status = os.waitpid(self.pid, 0x40000000)        # __WALL
        if not os.WIFSTOPPED(status):
            raise ChildProcessError(f"{self.pid} ended with status {status:#x}")
        return os.WSTOPSIG(status)

    def __enter__(self):
        self.ptrace(SEIZE, None, TRACE_SYSGOOD)
        self.ptrace(INTERRUPT)
        self.wait()
        self.before = self.registers()
        self.waits = ctypes.c_longlong(self.before.rax).value in RESTARTED
        if not self.waits:
            self.end_a_call()
        self.at = self.before.rip - 2       # the instruction of a system call has two bytes
        self.gone = False
        if self.ptrace(PEEKTEXT, self.at) & 0xffff != SYSCALL_INSTRUCTION:
            raise RuntimeError(f"{self.pid} is not at a system call")
        return self

    def end_a_call(self):
        """Lets a process that computes go on to the end of its next system call."""
        for _ in range(2):
            self.ptrace(SYSCALL, None, 0)
            while self.wait() != signal.SIGTRAP | 0x80:
                self.ptrace(SYSCALL, None, 0)
        self.before = self.registers()

    def __exit__(self, *_):
        if self.gone:
            return
        if self.waits:
            self.before.rip, self.before.rax = self.at, self.before.orig_rax       # it waits in that call again
        self.before.orig_rax = ctypes.c_ulonglong(-1).value
        self.ptrace(SETREGS, None, ctypes.addressof(self.before))
        self.ptrace(DETACH, None, 0)

    def registers(self):
        registers = Registers()
        self.ptrace(GETREGS, None, ctypes.addressof(registers))
        return registers

    def set_call(self, number, arguments):
        registers = Registers.from_buffer_copy(self.before)
        registers.rip, registers.rax, registers.orig_rax = self.at, number, ctypes.c_ulonglong(-1).value
        for name, value in zip(("rdi", "rsi", "rdx", "r10", "r8", "r9"), arguments):
            setattr(registers, name, ctypes.c_ulonglong(value).value)
        self.ptrace(SETREGS, None, ctypes.addressof(registers))

    def ask(self, number, arguments):
        """The call's result, or None when it raised SIGSYS, which is then kept from the process."""
        self.set_call(number, arguments)
        entered = False
        while True:
            self.ptrace(SYSCALL, None, 0)
            stop = self.wait()
            if stop == signal.SIGSYS:
                return None
            if stop == signal.SIGTRAP | 0x80:
                if entered and not self.forbidden():
                    return ctypes.c_longlong(self.registers().rax).value
                entered = True

    def text(self, text):
        """The address of a text in the process, below what its stack uses."""
        at = (self.before.rsp - 4096) & ~7
        bytes_ = text.encode() + bytes(8 - len(text) % 8)
        for offset in range(0, len(bytes_), 8):
            self.ptrace(POKETEXT, at + offset, int.from_bytes(bytes_[offset:offset + 8], "little"))
        return at

    def forbidden(self):
        """Whether SIGSYS waits for it, which comes after the end of the call that raised it."""
        with open(f"/proc/{self.pid}/status", encoding="utf-8") as file:
            return int(re.search(r"SigPnd:\s+(\w+)", file.read()).group(1), 16) & 1 << signal.SIGSYS - 1

    def make(self, number, arguments):
        """Lets it make the call, and suffer what comes of it."""
        self.set_call(number, arguments)
        self.ptrace(DETACH, None, 0)
        self.gone = True
