/*
 * Results of other hosts: rows of the page of a day whose seed is shown, as NAME@HOST.
 *
 * The operator's command replayed each result before it sends it. The keeper checks the day again
 * by its own clock, and the form of the names: no account has a name with an @.
 */
#include <string.h>

#include "door/keeper/keeper_private.h"
#include "door/os/log.h"
#include "door/os/printable.h"
#include "door/text/host_names.h"
#include "door/text/names.h"

static bool put_result(void *context, const struct store_imported *result)
{
	struct wire_writer *out = context;

	if (out->capacity - out->size < sizeof *result + 64)
		return false;
	wire_put_imported(out, result);
	return true;
}

unsigned request_imported(struct asking *asking)
{
	char date[STORE_DATE_SIZE], game[STORE_GAME_MAX + 1];
	uint32_t first;

	wire_get_text(asking->in, date, sizeof date);
	first = wire_get_u32(asking->in);
	if (asking->in->broken || !day_is_revealed(asking->keeper, date))
		return KEEPER_OK;
	store_day_game(asking->peer->game, date, game);
	return asking_store(asking,
		store_imported_each(asking->keeper->store, game, first, put_result, asking->out),
		"");
}

static bool is_same(const struct store_imported *a, const struct store_imported *b)
{
	return a->score == b->score && a->deepest == b->deepest && a->turns == b->turns &&
	       strcmp(a->cause, b->cause) == 0;
}

static unsigned add_result(
	struct asking *asking, const char *game, const struct store_imported *result)
{
	struct store *store = asking->keeper->store;
	struct store_imported there;
	enum store_answer answer =
		store_imported_of(store, game, result->host, result->name, &there);

	/* The first answer to a repeated request was lost. */
	if (answer == STORE_OK && asking->resent && is_same(&there, result))
		return KEEPER_OK;
	if (answer == STORE_OK)
		return asking_refuse(asking, is_same(&there, result)
						     ? "That result is there already."
						     : "That player has another result there.");
	if (answer == STORE_FAILED || !asking_write(asking))
		return asking_store(asking, STORE_FAILED, "");
	answer = store_imported_add(store, game, result);
	if (answer == STORE_OK)
		asking_log(asking, LOG_INFO, "day.import", "day=%s name=%s@%s score=%d", game,
			result->name, result->host, result->score);
	return asking_store(asking, answer, "The day has as many imported results as it may have.");
}

unsigned request_admin_import(struct asking *asking)
{
	char date[STORE_DATE_SIZE], game[STORE_GAME_MAX + 1], why[160];
	struct store_imported result;
	struct store_day day;
	enum store_answer answer;

	wire_get_text(asking->in, date, sizeof date);
	wire_get_imported(asking->in, &result);
	if (asking->in->broken)
		return KEEPER_NO;
	if (!host_name_allowed(result.host))
		return asking_refuse(asking, "That is no name of a host.");
	if (!name_allowed(result.name, why, sizeof why))
		return asking_refuse(asking, "%s", why);
	answer = store_day_get(asking->keeper->store, asking->peer->game, date, &day);
	if (answer != STORE_OK)
		return asking_store(asking, answer, "This server had no such day.");
	if (!day_is_revealed(asking->keeper, date))
		return asking_refuse(asking, "That day is still open: its seed is not shown yet.");
	store_day_game(asking->peer->game, date, game);
	result.at = keeper_now_seconds();
	text_clean(result.cause);
	return add_result(asking, game, &result);
}

unsigned request_admin_import_remove(struct asking *asking)
{
	char host[STORE_HOST_MAX + 1], name[STORE_NAME_MAX + 1];
	enum store_answer answer;

	wire_get_text(asking->in, host, sizeof host);
	wire_get_text(asking->in, name, sizeof name);
	if (asking->in->broken)
		return KEEPER_NO;
	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_imported_remove(asking->keeper->store, host, name);
	if (answer == STORE_NONE && asking->resent)
		answer = STORE_OK;
	if (answer == STORE_OK)
		answer = audit_add(asking, "remove-imported", host, "%s", name);
	return asking_store(asking, answer, "No result of that host, or of that player, is here.");
}
