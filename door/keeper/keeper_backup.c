/* Backups: the keeper copies its database, and the command that asked for it makes the backup. */
#include <stdio.h>
#include <unistd.h>

#include "door/keeper/keeper_place.h"
#include "door/keeper/keeper_private.h"
#include "door/os/log.h"

unsigned request_admin_backup(struct asking *asking)
{
	char path[4096], file[4096];

	wire_get_text(asking->in, path, sizeof path);
	wire_get_text(asking->in, file, sizeof file);
	if (asking->in->broken || path[0] != '/')
		return asking_refuse(asking, "A backup needs an absolute path.");
	if (!asking->resent && access(path, F_OK) == 0)
		return asking_refuse(asking, "%.150s: it already exists; name a new file", path);
	if (asking->keeper->backup.copy)
		return asking_refuse(asking, "Another backup is running; wait for it.");
	/* The open group is committed, so that the copy has all of it. */
	keeper_flush(asking->keeper);
	asking->keeper->backup.copy = store_copy_new(asking->keeper->store, keeper_path(path));
	if (!asking->keeper->backup.copy)
		return asking_refuse(asking, "%.200s", store_sentence(asking->keeper->store));
	asking->keeper->backup.peer = asking->peer->id;
	asking->keeper->backup.serial = asking->in->serial;
	snprintf(asking->keeper->backup.file, sizeof asking->keeper->backup.file, "%.63s", file);
	log_line(LOG_INFO, "backup.begin", "file=%s", log_quote(file));
	return ANSWER_LATER;
}

/* The copy is whole, and leaves with an entry in the audit log or not at all. */
static unsigned hand_copy_over(struct asking *asking)
{
	if (!asking_write(asking))
		return KEEPER_FAILED;
	asking_log(asking, LOG_INFO, "backup.copied", "file=%s",
		log_quote(asking->keeper->backup.file));
	return asking_store(asking,
		audit_add(asking, "backup", "", "database copied: %s", asking->keeper->backup.file),
		"");
}

void backup_step(struct keeper *keeper)
{
	struct asking asking = {.keeper = keeper, .peer = peer_by_id(keeper, keeper->backup.peer)};
	bool whole = false;
	enum store_answer answer = store_copy_step(keeper->backup.copy, &whole);
	unsigned verdict = KEEPER_NO;

	if (answer == STORE_OK && !whole && asking.peer)
		return;
	store_copy_free(keeper->backup.copy);
	keeper->backup.copy = NULL;
	if (answer != STORE_OK)
		asking_refuse(&asking, "%.200s", store_sentence(keeper->store));
	if (answer != STORE_OK || !asking.peer)
		log_line(LOG_WARN, "backup.failed", "file=%s why=%s",
			log_quote(keeper->backup.file),
			log_quote(answer == STORE_OK ? "the command was ended" : asking.sentence));
	if (!asking.peer)
		return;
	if (answer == STORE_OK)
		verdict = hand_copy_over(&asking);
	keeper_answer(keeper, asking.peer, keeper->backup.serial, verdict, &asking);
}

unsigned request_admin_backed_up(struct asking *asking)
{
	char file[4096], why[160];

	wire_get_text(asking->in, file, sizeof file);
	wire_get_text(asking->in, why, sizeof why);
	if (asking->in->broken)
		return KEEPER_NO;
	if (why[0])
		log_line(LOG_WARN, "backup.failed", "file=%s why=%s", log_quote(file),
			log_quote(why));
	if (!asking_write(asking))
		return KEEPER_FAILED;
	if (!why[0])
		asking_log(asking, LOG_INFO, "backup.done", "file=%s", log_quote(file));
	return asking_store(asking,
		audit_add(asking, "backup", "", "%s%s: %s", why[0] ? "failed: " : "written", why,
			file),
		"");
}
