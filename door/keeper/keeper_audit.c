/* The audit log: who changed an account, a ban or the board, from where, when and why. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "door/keeper/keeper_private.h"
#include "door/os/printable.h"

/* Names the asker: an account, or the operator at the state directory's socket. */
static void name_actor(const struct peer *peer, struct store_audit *entry)
{
	bool is_operator = peer->trusted && peer->binding.id <= 0;

	entry->uid = is_operator ? peer->uid : -1;
	if (!is_operator)
		snprintf(entry->actor, sizeof entry->actor, "%s", peer->binding.name);
	else if (peer->present.peer[0])
		snprintf(entry->actor, sizeof entry->actor, "%.32s", peer->present.peer);
	else
		snprintf(entry->actor, sizeof entry->actor, "operator");
	if (peer->trusted)
		snprintf(entry->origin, sizeof entry->origin, "local");
	else
		snprintf(entry->origin, sizeof entry->origin, "%.50s %.8s", peer->present.peer,
			peer->present.transport);
}

enum store_answer audit_add(
	struct asking *asking, const char *action, const char *subject, const char *format, ...)
{
	struct store_audit entry = {.at = keeper_now_seconds()};
	va_list arguments;

	name_actor(asking->peer, &entry);
	snprintf(entry.action, sizeof entry.action, "%s", action);
	snprintf(entry.subject, sizeof entry.subject, "%.63s", subject);
	va_start(arguments, format);
	vsnprintf(entry.detail, sizeof entry.detail, format, arguments);
	va_end(arguments);
	text_clean(entry.actor);
	text_clean(entry.origin);
	text_clean(entry.subject);
	text_clean(entry.detail);
	return store_audit_add(asking->keeper->store, &entry);
}

static bool put_entry(void *context, const struct store_audit *entry)
{
	struct wire_writer *out = context;

	if (out->capacity - out->size < sizeof *entry + 32)
		return false;
	wire_put_audit(out, entry);
	return true;
}

#define ENTRIES_AT_ONCE 100

unsigned request_admin_audit(struct asking *asking)
{
	struct store_audit_query query = {0};

	wire_get_text(asking->in, query.name, sizeof query.name);
	query.since = (int64_t)wire_get_u64(asking->in);
	query.before_at = (int64_t)wire_get_u64(asking->in);
	query.before_id = (int64_t)wire_get_u64(asking->in);
	if (asking->in->broken)
		return KEEPER_NO;
	return asking_store(asking,
		store_audit_each(
			asking->keeper->store, &query, ENTRIES_AT_ONCE, put_entry, asking->out),
		"");
}
