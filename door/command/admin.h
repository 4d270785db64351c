/* The words of `trapdoor admin`: each is a row of the table in admin.c, and a function. */
#ifndef TRAPDOOR_ADMIN_H
#define TRAPDOOR_ADMIN_H

#include "door/store/keeper.h"

struct admin_call {
	struct store_client *line;
	char *words[3]; /* after the word itself; NULL: not given */
	bool json;
	const char *since, *until, *name; /* options; NULL: not given */
	bool force;
	const char *config; /* the settings file, as for config_open */
};

/* ---- admin_lists.c ---- */

int admin_accounts(const struct admin_call *call);
int admin_sessions(const struct admin_call *call);
int admin_audit(const struct admin_call *call);
int admin_bans(const struct admin_call *call);
int admin_keys(const struct admin_call *call);

/* ---- admin_stats.c ---- */

int admin_stats(const struct admin_call *call);

/* ---- admin_words.c ---- */

int admin_mail(const struct admin_call *call);
int admin_mail_all(const struct admin_call *call);
int admin_wall(const struct admin_call *call);
int admin_reports(const struct admin_call *call);
int admin_dismiss(const struct admin_call *call);
int admin_remove_words(const struct admin_call *call);
int admin_mute(const struct admin_call *call);
int admin_unmute(const struct admin_call *call);
int admin_mutes(const struct admin_call *call);

/* Returns the word, or what stands for a missing one. */
const char *admin_word_or(const char *word, const char *otherwise);
/* Reads --until as a time to come; 0 without it. False after a complaint. */
bool admin_until(const struct admin_call *call, int64_t *until);
/* Prints the list if it was read whole. Returns the exit status. */
struct list;
int admin_finish(const struct admin_call *call, struct list *list, const char *what,
	const char *none, enum keeper_verdict verdict);

/* ---- admin_moderate.c ---- */

int admin_lock(const struct admin_call *call);
int admin_unlock(const struct admin_call *call);
int admin_ban(const struct admin_call *call);
int admin_unban(const struct admin_call *call);
int admin_rename(const struct admin_call *call);
int admin_delete(const struct admin_call *call);
int admin_remove_key(const struct admin_call *call);
int admin_remove_score(const struct admin_call *call);

#endif
