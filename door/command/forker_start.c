/* Executing a forker, in the parent of both sides. */
#include "door/command/forker.h"

#include "door/os/execute.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "door/command/forker_private.h"

const char *forker_kind_name(enum forker_kind kind)
{
	return kind == FORKER_SSH ? "ssh" : "plain";
}

bool forker_files_renew(struct forker_files *files, const struct forker_facts *facts)
{
	struct forker_settings settings = {
		.config = *facts->config, .keys = *facts->keys, .capacity = facts->capacity};
	int settings_file = execute_file("settings", &settings, sizeof settings);

	if (settings_file < 0)
		return false;
	if (files->settings > 0)
		close(files->settings);
	files->settings = settings_file;
	bulletins_publish(files->published, facts->bulletins);
	return true;
}

bool forker_files_open(struct forker_files *files, const struct forker_facts *facts,
	const struct content *content, const struct vt_bytes *terminals)
{
	uint8_t *texts;
	size_t size;

	texts = content_pack(content, &size);
	files->program = open("/proc/self/exe", O_PATH | O_CLOEXEC);
	files->content = execute_file("content", texts, size);
	free(texts);
	files->bulletins = bulletins_share(&files->published);
	files->terminals = execute_file("terminals", terminals->data, terminals->size);
	return files->program >= 0 && files->content >= 0 && files->bulletins >= 0 &&
	       files->terminals >= 0 && forker_files_renew(files, facts);
}

void forker_files_close(struct forker_files *files)
{
	const int all[] = {files->program, files->settings, files->content, files->bulletins,
		files->terminals, files->host_key};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (all[i] >= 0)
			close(all[i]);
}

_Noreturn static void execute(const struct forker_files *files, enum forker_kind kind,
	const char *state, const int own[2])
{
	char program_name[] = "trapdoor", word[] = FORKER_WORD, kind_name[8];
	char *argv[] = {program_name, word, kind_name, (char *)(uintptr_t)state, NULL};
	const int fixed[] = {[FORKER_LISTENER - EXECUTE_FIRST] = own[0],
		[FORKER_ORDERS - EXECUTE_FIRST] = own[1],
		[FORKER_SETTINGS - EXECUTE_FIRST] = files->settings,
		[FORKER_CONTENT - EXECUTE_FIRST] = files->content,
		[FORKER_BULLETINS - EXECUTE_FIRST] = files->bulletins,
		[FORKER_TERMINALS - EXECUTE_FIRST] = files->terminals,
		[FORKER_HOST_KEY - EXECUTE_FIRST] = kind == FORKER_SSH ? files->host_key : -1};
	sigset_t none;

	snprintf(kind_name, sizeof kind_name, "%s", forker_kind_name(kind));
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execute_program(files->program, argv, fixed, sizeof fixed / sizeof *fixed);
}

pid_t forker_start(
	const struct forker_files *files, enum forker_kind kind, const char *state, int ends[2])
{
	int pairs[2][2] = {{-1, -1}, {-1, -1}};
	pid_t pid = -1;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pairs[0]) == 0 &&
		socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pairs[1]) == 0)
		pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		execute(files, kind, state, (int[]){pairs[0][1], pairs[1][1]});
	}
	for (int i = 0; i < 2; i++) {
		if (pairs[i][1] >= 0)
			close(pairs[i][1]);
		if (pid < 0 && pairs[i][0] >= 0)
			close(pairs[i][0]);
		ends[i] = pid < 0 ? -1 : pairs[i][0];
	}
	return pid;
}
