#include "door/command/listener_again.h"

#include "door/command/log_config.h"
#include "door/config/content_load.h"
#include "door/metrics/metrics.h"
#include "door/os/complain.h"
#include "door/os/execute.h"
#include "door/os/log.h"
#include "door/os/sandbox.h"

#include <fcntl.h>
#include <stdio.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* The new listener begins with these descriptors, and the listening sockets after them. */
enum {
	AGAIN_PARENT = EXECUTE_FIRST,
	AGAIN_KEEPER_SIDE,
	AGAIN_SETTINGS,
	AGAIN_STEPS,
	AGAIN_PULSE,
	AGAIN_FACTS,
	AGAIN_CONTENT,
	AGAIN_METRICS,
	AGAIN_SOCKETS
};
_Static_assert(AGAIN_SOCKETS + LISTENERS_MAX <= EXECUTE_FIRST + EXECUTE_MAX, "all fit");

struct again_facts {
	struct config first, running; /* first: the number of places */
	int pulse_ms;
	size_t sockets;
	struct {
		uint8_t transport; /* the number of its row */
		int port;
	} each[LISTENERS_MAX];
};

/* ---- The parent ---- */

static int write_facts(const struct serve_start *start, const struct config *running)
{
	static struct again_facts facts;
	const struct listeners *listeners = &start->listeners;

	facts = (struct again_facts){.first = start->config,
		.running = *running,
		.pulse_ms = start->pulse_ms,
		.sockets = listeners->count};
	for (size_t i = 0; i < listeners->count; i++) {
		facts.each[i].transport = listeners->each[i].row->number;
		facts.each[i].port = listeners->each[i].port;
	}
	return execute_file("facts", &facts, sizeof facts);
}

_Noreturn static void execute(
	const struct serve_start *start, const struct forker_files *files, int facts)
{
	char program_name[] = "trapdoor", word[] = LISTENER_WORD;
	char *argv[] = {program_name, word, (char *)(uintptr_t)start->config.files_state, NULL};
	int fixed[EXECUTE_MAX] = {[AGAIN_PARENT - EXECUTE_FIRST] = start->parent,
		[AGAIN_KEEPER_SIDE - EXECUTE_FIRST] = start->keeper_side,
		[AGAIN_SETTINGS - EXECUTE_FIRST] = start->settings,
		[AGAIN_STEPS - EXECUTE_FIRST] = start->steps,
		[AGAIN_PULSE - EXECUTE_FIRST] = start->pulse,
		[AGAIN_FACTS - EXECUTE_FIRST] = facts,
		[AGAIN_CONTENT - EXECUTE_FIRST] = files->content,
		[AGAIN_METRICS - EXECUTE_FIRST] = metrics_file()};

	for (size_t i = 0; i < start->listeners.count; i++)
		fixed[AGAIN_SOCKETS - EXECUTE_FIRST + i] = start->listeners.each[i].descriptor;
	execute_program(files->program, argv, fixed,
		AGAIN_SOCKETS - EXECUTE_FIRST + start->listeners.count);
}

pid_t listener_again(const struct serve_start *start, const struct config *running,
	const struct forker_files *files)
{
	int facts = write_facts(start, running);
	pid_t before = getpid(), pid = facts >= 0 ? fork() : -1;

	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != before)
			_exit(1);
		execute(start, files, facts);
	}
	if (facts >= 0)
		close(facts);
	return pid;
}

/* ---- The listener ---- */

static bool is_child_of_serve(void)
{
	int type = 0;
	socklen_t size = sizeof type;

	return getsockopt(AGAIN_PARENT, SOL_SOCKET, SO_TYPE, &type, &size) == 0 &&
	       type == SOCK_SEQPACKET;
}

static struct content *read_content(void)
{
	struct complaint complaint;
	struct content *content;
	struct stat facts;
	void *bytes;

	if (fstat(AGAIN_CONTENT, &facts) != 0)
		return NULL;
	bytes = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, AGAIN_CONTENT, 0);
	if (bytes == MAP_FAILED)
		return NULL;
	content = content_from_bundle(bytes, (size_t)facts.st_size, &complaint);
	munmap(bytes, (size_t)facts.st_size);
	return content;
}

static void read_start(const struct again_facts *facts, struct serve_start *start)
{
	*start = (struct serve_start){.config = facts->first,
		.again = true,
		.keeper_side = AGAIN_KEEPER_SIDE,
		.settings = AGAIN_SETTINGS,
		.parent = AGAIN_PARENT,
		.pulse = fcntl(AGAIN_PULSE, F_GETFD) >= 0 ? AGAIN_PULSE : -1,
		.pulse_ms = facts->pulse_ms,
		.steps = AGAIN_STEPS,
		.report = -1,
		.listeners.count = facts->sockets};
	for (size_t i = 0; i < facts->sockets; i++)
		start->listeners.each[i] = (struct listener){
			.row = transports_served[facts->each[i].transport % TRANSPORTS_SERVED],
			.descriptor = AGAIN_SOCKETS + (int)i,
			.port = facts->each[i].port};
}

static bool prepare(struct serve_start *start, char *text, size_t size)
{
	static struct again_facts facts;
	struct log_settings log;
	enum sandbox_mode mode;

	if (pread(AGAIN_FACTS, &facts, sizeof facts, 0) != (ssize_t)sizeof facts ||
		facts.sockets > LISTENERS_MAX || !metrics_join(AGAIN_METRICS))
		return false;
	read_start(&facts, start);
	start->running = &facts.running;
	if (!log_config(&facts.running, &log, text, size))
		return false;
	log_set(&log);
	log_share();
	start->content = read_content();
	return start->content && sandbox_mode_by_word(facts.first.security_sandbox, &mode) &&
	       sandbox_prepare(mode, facts.first.files_state, text, size);
}

int listener_again_main(int argc, char **argv)
{
	static struct serve_start start;
	char text[512] = "cannot start another listener: out of memory";
	int nothing;

	(void)argc, (void)argv;
	if (!is_child_of_serve()) {
		command_complain("%s is a part of \"trapdoor serve\", which starts it itself",
			LISTENER_WORD);
		return 2;
	}
	log_never_wait();
	/* Standard input and output are a terminal, or the log. */
	nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(nothing, STDOUT_FILENO) < 0)
		_exit(1);
	close(nothing);
	setsid();
	prctl(PR_SET_NAME, "listener");
	if (!prepare(&start, text, sizeof text)) {
		command_complain("%s", text);
		_exit(1);
	}
	_exit(serve_listen(&start));
}
