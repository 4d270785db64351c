#include "keeper.h"
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-parameter"
struct keeper_line *keeper_line_new(int descriptor, bool (*waiting)(void *context, unsigned waited_ms), void *context)
{
	return NULL;
}

void keeper_line_free(struct keeper_line *line)
{
	
}

int keeper_line_descriptor(const struct keeper_line *line)
{
	return -1;
}

const char *keeper_sentence(const struct keeper_line *line)
{
	return "";
}

bool keeper_notice(struct keeper_line *line, struct notice *notice)
{
	return false;
}

enum keeper_verdict keeper_hello(struct keeper_line *line, const char *peer, const char *transport)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_name_free(struct keeper_line *line, const char *name)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_login_password(struct keeper_line *line, const char *name, const char *password, struct keeper_account *account)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_login_key(struct keeper_line *line, const char *name, const char *fingerprint, struct keeper_account *account)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_register(struct keeper_line *line, const char *name, const char *password, const char *fingerprint, struct keeper_account *account)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_login_guest(struct keeper_line *line, struct keeper_account *account)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_set_password(struct keeper_line *line, const char *old, const char *new)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_set_options(struct keeper_line *line, const char *options)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_key_list(struct keeper_line *line, struct store_key *keys, size_t capacity, size_t *count)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_key_add(struct keeper_line *line, const char *fingerprint, const char *label)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_key_remove(struct keeper_line *line, const char *fingerprint)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_tell_where(struct keeper_line *line, enum where where, int depth, uint32_t turn)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_who(struct keeper_line *line, struct present *present, size_t capacity, size_t *count)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_run_look(struct keeper_line *line, struct keeper_run *run)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_run_begin(struct keeper_line *line, bool debug, struct keeper_run *run)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_run_claim(struct keeper_line *line, struct keeper_run *run)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_snapshot_get(struct keeper_line *line, int64_t run, unsigned nth, uint32_t *index, uint8_t **bytes, size_t *size)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_commands_get(struct keeper_line *line, int64_t run, uint32_t from, uint8_t **bytes, size_t *size)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_bundle_get(struct keeper_line *line, const uint8_t digest[CONTENT_DIGEST_SIZE], uint8_t **bytes, size_t *size)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_append(struct keeper_line *line, const struct store_append *append)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_snapshot_put(struct keeper_line *line, int64_t run, uint32_t epoch, uint32_t index, const void *bytes, size_t size)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_segment_add(struct keeper_line *line, int64_t run, uint32_t epoch, uint32_t index, uint32_t rules,
	const uint8_t content[CONTENT_DIGEST_SIZE], const void *save, size_t size)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_run_end(struct keeper_line *line, uint32_t epoch, uint32_t index, const struct store_score *score)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_epitaph(struct keeper_line *line, int64_t run, const char *epitaph)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_quarantine(struct keeper_line *line, int64_t run, const char *why)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_scores(struct keeper_line *line, const struct store_query *query, struct store_score *scores, unsigned *ranks,
	size_t capacity, size_t *count)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_record(struct keeper_line *line, struct store_record *record)
{
	return KEEPER_GONE;
}

struct keeper_line *keeper_line_local(const char *state, const struct content *content, char *sentence, size_t size)
{
	return NULL;
}

enum keeper_verdict keeper_admin_kick(struct keeper_line *line, const char *name, const char *why)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_admin_passwd(struct keeper_line *line, const char *name, const char *password)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_admin_say(struct keeper_line *line, const char *text)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_admin_backup(struct keeper_line *line, const char *path)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_admin_check(struct keeper_line *line, void (*report)(void *context, const char *sentence), void *context, size_t *faults)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_admin_run(struct keeper_line *line, int64_t id, struct keeper_run *run)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_admin_runs(struct keeper_line *line, int64_t after, int64_t *ids, size_t capacity, size_t *count)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_segment_get(struct keeper_line *line, int64_t run, uint32_t index, struct store_segment *segment)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_digests_get(struct keeper_line *line, int64_t run, uint32_t *indexes, uint64_t *digests, size_t capacity, size_t *count)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_score_get(struct keeper_line *line, int64_t run, struct store_score *score)
{
	return KEEPER_GONE;
}

enum keeper_verdict keeper_admin_prove(struct keeper_line *line, int64_t run, enum store_proof proof)
{
	return KEEPER_GONE;
}

bool keeper_pair(int pair[2])
{
	return false;
}

pid_t keeper_start(const char *state, const struct content *content, int free_space_mb, int *control, char *sentence, size_t size)
{
	return -1;
}

bool keeper_give(int control, int keeper_end)
{
	return false;
}

_Noreturn void keeper_run(const char *state, int control, const struct content *content, int free_space_mb, int ready)
{
	exit(1);
}

bool keeper_locked(const char *state)
{
	return false;
}

#include "commands.h"
#include "scores.h"
int scores_main(int argc, char **argv) { return 1; }
int verify_main(int argc, char **argv) { return 1; }
int admin_main(int argc, char **argv) { return 1; }
int check_main(int argc, char **argv) { return 1; }
char *scores_render(struct keeper_line *line, enum scores_format format, unsigned top, const char *name) { return NULL; }
