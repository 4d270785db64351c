#include "door/os/processes.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

void close_all_but(const int *kept, size_t count)
{
	unsigned first = 3;

	for (;;) {
		unsigned next = ~0U;

		for (size_t i = 0; i < count; i++) {
			if (kept[i] >= (int)first && (unsigned)kept[i] < next)
				next = (unsigned)kept[i];
		}
		if (next > first)
			close_range(first, next == ~0U ? next : next - 1, 0);
		if (next == ~0U)
			return;
		first = next + 1;
	}
}

void process_reset_signals(void)
{
	sigset_t none;

	for (int number = 1; number < SIGRTMIN; number++)
		signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

void process_begin(const char *name, const int *kept, size_t count)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_NAME, name);
	process_reset_signals();
	close_all_but(kept, count);
}

bool process_tell_end(int *line)
{
	/* Another process may have a copy of the descriptor, so that closing it may not do. */
	bool told = *line <= 0 || write(*line, "e", 1) == 1;
	int error = errno;

	if (*line > 0)
		close(*line);
	*line = 0;
	errno = error;
	return told;
}
