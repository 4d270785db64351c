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
