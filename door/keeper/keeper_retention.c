/* Retention: replays that no board shows and old entries of the audit log are removed in small
 * pieces, and unused pages of the database are returned to the disk. */
#include "door/keeper/keeper_private.h"
#include "door/os/log.h"

#define DAY_SECONDS (24 * 60 * 60)
/* Between two pieces, before the first one, and after the last run. */
#define PIECE_MS 100
#define FIRST_MS 2000
#define ROUND_MS (60 * 60 * 1000)
/* Free space that returning pages needs, for the -wal file. */
#define VACUUM_ROOM ((uint64_t)16 * 1024 * 1024)

static bool succeeded(struct keeper *keeper, enum store_answer answer)
{
	if (answer == STORE_OK)
		return true;
	log_line(LOG_ERROR, "retention.failed", "error=%s",
		log_quote(store_sentence(keeper->store)));
	return false;
}

/* The time before which something is old enough. */
static int64_t days_ago(struct keeper *keeper, int days)
{
	return keeper_expiry_seconds(keeper) - (int64_t)days * DAY_SECONDS;
}

/* True if more of the audit log may have to go. */
static bool expire_audit(struct keeper *keeper)
{
	size_t count = 0;

	if (keeper->policy.audit_days == 0 ||
		!succeeded(keeper, store_audit_expire(keeper->store,
					   days_ago(keeper, keeper->policy.audit_days), &count)))
		return false;
	if (count)
		log_line(LOG_INFO, "audit.expired", "entries=%zu", count);
	return count > 0;
}

/* True if more runs have to be looked at. */
static bool expire_replays(struct keeper *keeper)
{
	int64_t *cursor = &keeper->limits.retention.run_cursor;
	size_t count = 0;

	if (keeper->policy.replay_days == 0 ||
		!succeeded(keeper, store_replays_expire(keeper->store, cursor,
					   days_ago(keeper, keeper->policy.replay_days), &count)))
		return false;
	if (count)
		log_line(LOG_INFO, "replay.expired", "runs=%zu", count);
	return *cursor > 0;
}

void retention_work(struct keeper *keeper)
{
	struct keeper_retention *retention = &keeper->limits.retention;
	int64_t now = keeper_now_ms();
	bool left = false;

	if (retention->due_ms == 0)
		retention->due_ms = now + FIRST_MS;
	if (now < retention->due_ms || keeper->ending || retention->vacuums ||
		keeper->backup.copy || !expiry_clock_agreed(&keeper->limits.expiry, now))
		return;
	/* One piece of one kind at a wake-up. A marked run is finished with any settings. */
	if (succeeded(keeper, store_replays_remove(keeper->store, &left)) && !left)
		left = expire_audit(keeper) || expire_replays(keeper);
	retention->due_ms = now + (left ? PIECE_MS : ROUND_MS);
}

/* ---- Unused pages ---- */

/* A database of an older release is rewritten once, by the keeper of a command: no player waits. */
static unsigned rewrite(struct asking *asking)
{
	struct store *store = asking->keeper->store;
	uint64_t unused = store_unused_bytes(store);
	struct store_measures measures;

	if (asking->keeper->control >= 0)
		return asking_refuse(asking,
			"An older release made this database. Stop the server, run this command "
			"once without it, and start the server again.");
	if (!store_measure(store, &measures) ||
		measures.free_bytes < 2 * measures.database_bytes + VACUUM_ROOM)
		return asking_refuse(asking,
			"The database is rewritten once, which needs %llu MiB of free space.",
			(unsigned long long)(2 * measures.database_bytes + VACUUM_ROOM) >> 20);
	if (!asking_write(asking) || audit_add(asking, "vacuum", "", "rewritten") != STORE_OK)
		return asking_store(asking, STORE_FAILED, "");
	keeper_flush(asking->keeper);
	wire_put_u64(asking->out, unused);
	return asking_store(asking, store_vacuum_whole(store), "");
}

unsigned request_admin_vacuum(struct asking *asking)
{
	struct keeper *keeper = asking->keeper;
	struct keeper_retention *retention = &keeper->limits.retention;

	if (retention->vacuums || keeper->backup.copy)
		return asking_refuse(asking, "A backup or a vacuum is running; wait for it.");
	if (store_free_space(keeper->store) < VACUUM_ROOM)
		return asking_refuse(asking, "This needs 16 MiB of free disk space; make room.");
	if (!store_vacuum_possible(keeper->store))
		return rewrite(asking);
	keeper_flush(keeper);
	retention->vacuums = true;
	retention->vacuum_peer = asking->peer->id;
	retention->vacuum_serial = asking->in->serial;
	retention->vacuum_unused = store_unused_bytes(keeper->store);
	log_line(LOG_INFO, "vacuum.begin", "unused_bytes=%llu",
		(unsigned long long)retention->vacuum_unused);
	return ANSWER_LATER;
}

/* Answers with the bytes that were returned. */
static void vacuum_end(struct keeper *keeper, struct peer *peer, enum store_answer answer)
{
	struct keeper_retention *retention = &keeper->limits.retention;
	uint64_t left = store_unused_bytes(keeper->store), before = retention->vacuum_unused;
	uint64_t returned = left < before ? before - left : 0;
	uint8_t body[16];
	struct wire_writer out = {.bytes = body, .capacity = sizeof body};
	struct asking asking = {.keeper = keeper, .peer = peer, .out = &out};
	unsigned verdict;

	retention->vacuums = false;
	log_line(answer == STORE_OK ? LOG_INFO : LOG_WARN, "vacuum.end", "returned_bytes=%llu",
		(unsigned long long)returned);
	if (!peer)
		return;
	wire_put_u64(&out, returned);
	if (answer != STORE_OK || !asking_write(&asking))
		verdict = asking_store(&asking, STORE_FAILED, "");
	else
		verdict = asking_store(&asking,
			audit_add(&asking, "vacuum", "", "%llu bytes returned",
				(unsigned long long)returned),
			"");
	keeper_answer(keeper, peer, retention->vacuum_serial, verdict, &asking);
}

void vacuum_step(struct keeper *keeper)
{
	struct peer *peer = peer_by_id(keeper, keeper->limits.retention.vacuum_peer);
	enum store_answer answer = store_vacuum_step(keeper->store);

	/* The command was ended: what was returned stays returned. */
	if (answer != STORE_OK || !peer || store_unused_bytes(keeper->store) == 0)
		vacuum_end(keeper, peer, answer);
}
