/* The words of `trapdoor admin` that lock, ban, rename and delete. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "door/command/admin.h"
#include "door/command/operator.h"
#include "door/os/complain.h"
#include "door/text/times.h"

const char *admin_word_or(const char *word, const char *otherwise)
{
	return word ? word : otherwise;
}

int admin_lock(const struct admin_call *call)
{
	return operator_status(call->line, "lock the account",
		keeper_admin_lock(call->line, call->words[0], admin_word_or(call->words[1], "")));
}

int admin_unlock(const struct admin_call *call)
{
	return operator_status(call->line, "unlock the account",
		keeper_admin_lock(call->line, call->words[0], NULL));
}

bool admin_until(const struct admin_call *call, int64_t *until)
{
	char sentence[128];

	*until = 0;
	if (!call->until ||
		time_parse(call->until, time(NULL), 1, until, sentence, sizeof sentence))
		return true;
	command_complain("%s", sentence);
	return false;
}

int admin_ban(const struct admin_call *call)
{
	int64_t until;

	if (!admin_until(call, &until))
		return 2;
	return operator_status(call->line, "ban",
		keeper_admin_ban(
			call->line, call->words[0], admin_word_or(call->words[1], ""), until));
}

int admin_unban(const struct admin_call *call)
{
	return operator_status(
		call->line, "remove the ban", keeper_admin_unban(call->line, call->words[0]));
}

int admin_rename(const struct admin_call *call)
{
	return operator_status(call->line, "rename the account",
		keeper_admin_rename(call->line, call->words[0], call->words[1], call->force));
}

/* At a terminal the name is typed again. */
static bool confirmed(const char *name)
{
	char typed[64] = "";

	if (!isatty(STDIN_FILENO))
		return true;
	fprintf(stderr, "delete the account %s for good? type its name again: ", name);
	if (!fgets(typed, sizeof typed, stdin))
		return false;
	typed[strcspn(typed, "\r\n")] = '\0';
	return strcasecmp(typed, name) == 0;
}

int admin_delete(const struct admin_call *call)
{
	char anonymous[STORE_NAME_MAX + 1];

	if (!confirmed(call->words[0])) {
		command_complain("nothing was deleted: the two names differ");
		return 1;
	}
	enum keeper_verdict verdict = keeper_admin_delete(call->line, call->words[0], anonymous);

	if (verdict == KEEPER_OK)
		printf("Its runs stay under the name %s.\n", anonymous);
	return operator_status(call->line, "delete the account", verdict);
}

int admin_remove_key(const struct admin_call *call)
{
	const char *key = strcmp(call->words[1], "all") == 0 ? "" : call->words[1];

	return operator_status(call->line, "remove the key",
		keeper_admin_key_remove(call->line, call->words[0], key));
}

int admin_remove_score(const struct admin_call *call)
{
	int64_t run;

	if (!operator_number(call->words[0], &run)) {
		command_complain(
			"remove-score takes the number of a run, not \"%s\"", call->words[0]);
		return 2;
	}
	return operator_status(call->line, "remove the score",
		keeper_admin_remove_score(call->line, run, admin_word_or(call->words[1], "")));
}
