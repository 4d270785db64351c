#include "door/os/crash.h"

#include "door/os/log.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define COMMAND_MOST 16

static volatile sig_atomic_t known;    /* bytes of the last command; 0: none yet */
static volatile sig_atomic_t applying; /* it is being applied */
static volatile uint8_t command[COMMAND_MOST];
static volatile int64_t run;
static volatile uint32_t command_index, command_turn;

/* Appends to line without libc, which a signal handler may not call. */
static size_t add_text(char *line, size_t used, const char *text)
{
	size_t length = strlen(text);

	memcpy(line + used, text, length);
	return used + length;
}

static size_t add_number(char *line, size_t used, uint64_t number)
{
	char digits[20];
	size_t count = 0;

	do
		digits[count++] = (char)('0' + number % 10);
	while (number /= 10);
	while (count > 0)
		line[used++] = digits[--count];
	return used;
}

static size_t add_command(char *line, size_t used)
{
	static const char digits[] = "0123456789abcdef";

	for (int i = 0; i < known; i++) {
		line[used++] = digits[command[i] >> 4];
		line[used++] = digits[command[i] & 15];
	}
	return used;
}

static void crash_report(int number, siginfo_t *facts, void *context)
{
	char line[288];
	size_t used = add_text(line, 0, log_plain_prefix());

	(void)context;
	used = add_text(line, used, "trapdoor: died of signal ");
	used = add_number(line, used, (uint64_t)number);
	if (number == SIGSYS) {
		used = add_text(line, used, ", forbidden system call ");
		used = add_number(line, used, (uint64_t)facts->si_syscall);
	}
	if (known) {
		used = add_text(line, used, " in run ");
		used = add_number(line, used, (uint64_t)run);
		used = add_text(line, used, ", turn ");
		used = add_number(line, used, command_turn);
		used = add_text(
			line, used, applying ? ", applying its command " : ", after its command ");
		used = add_number(line, used, command_index);
		used = add_text(line, used, ": ");
		used = add_command(line, used);
	} else {
		used = add_text(line, used, ", applying no command");
	}
	line[used++] = '\n';
	ssize_t ignored = write(STDERR_FILENO, line, used);
	(void)ignored;
	signal(number, SIG_DFL);
	raise(number);
}

void crash_catch(void)
{
	static const int numbers[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		struct sigaction action = {.sa_sigaction = crash_report,
			.sa_flags = SA_RESETHAND | SA_NODEFER | SA_SIGINFO};

		sigaction(numbers[i], &action, NULL);
	}
}

bool crash_status(int status)
{
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE, SIGSYS, SIGTRAP};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (WIFSIGNALED(status) && WTERMSIG(status) == numbers[i])
			return true;
	return false;
}

void crash_run(int64_t number)
{
	run = number;
	known = 0;
}

void crash_applying(uint32_t index, uint32_t turn, const uint8_t *bytes, size_t size)
{
	command_index = index;
	command_turn = turn;
	size = size < COMMAND_MOST ? size : COMMAND_MOST;
	for (size_t i = 0; i < size; i++)
		command[i] = bytes[i];
	known = (sig_atomic_t)size;
	applying = 1;
}

void crash_applied(void)
{
	applying = 0;
}
