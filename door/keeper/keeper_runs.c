/* Requests: the run of an account, its journal and its snapshots. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/keeper/keeper_livelog.h"
#include "door/keeper/keeper_words.h"
#include "door/metrics/metrics.h"
#include "door/os/log.h"
#include "door/os/printable.h"

/* Limits of one run, which no honest game reaches. */
#define RUN_COMMANDS_MAX 20000000
#define RUN_SEGMENTS_MAX 64

/* ---- Access ---- */

static bool own_run(struct asking *asking, int64_t run)
{
	struct peer *peer = asking->peer;

	if (peer->run == run && run > 0)
		return true;
	if (run_belongs(asking->keeper, run, peer->binding.id))
		return true;
	asking_refuse(asking, "There is no such run of yours.");
	return false;
}

bool run_readable(struct asking *asking, int64_t run)
{
	struct store_run header;

	if (asking->peer->trusted ||
		(run > 0 && (asking->peer->verifies == run || asking->peer->replays == run)) ||
		(run > 0 && store_run_by_id(asking->keeper->store, run, &header) == STORE_OK &&
			header.ended && !day_hides(asking, run)))
		return true;
	if (day_hides(asking, run)) {
		asking_refuse(asking, "%s", day_hides(asking, run));
		return false;
	}
	return own_run(asking, run);
}

/* ---- Looking, beginning, taking over ---- */

void run_elsewhere(struct asking *asking, int64_t run, char text[RUN_ELSEWHERE_MAX])
{
	text[0] = '\0';
	for (struct peer *peer = asking->keeper->peers; peer; peer = peer->next) {
		/* A player sees the addresses of own sessions only. */
		if (peer == asking->peer || peer->closed || peer->run != run || run == 0 ||
			peer->binding.id != asking->peer->binding.id)
			continue;
		snprintf(text, RUN_ELSEWHERE_MAX, "on %s from %.50s, idle %lld s",
			peer->present.transport, peer->present.peer,
			(long long)(keeper_now_ms() - peer->active_ms) / 1000);
	}
}

static void put_header(
	struct asking *asking, const struct store_run *run, const uint8_t *birth, size_t size)
{
	struct wire_writer *out = asking->out;
	char elsewhere[RUN_ELSEWHERE_MAX];

	wire_put_u64(out, (uint64_t)run->id);
	wire_put_u32(out, run->epoch);
	wire_put_u32(out, run->next_index);
	wire_put_u32(out, run->snapshot_index);
	wire_put_u32(out, run->rules);
	wire_put_u8(out, run->mode);
	wire_put_bytes(out, run->seed, sizeof run->seed);
	wire_put_bytes(out, run->content, sizeof run->content);
	wire_put_blob(out, birth, size);
	run_elsewhere(asking, run->id, elsewhere);
	wire_put_text(out, elsewhere);
}

unsigned put_run(struct asking *asking, const struct store_run *run)
{
	uint8_t *birth;
	size_t size;
	enum store_answer answer = store_run_birth(asking->keeper->store, run->id, &birth, &size);

	if (answer != STORE_OK)
		return asking_store(asking, answer, "This run has no birth record.");
	put_header(asking, run, birth, size);
	free(birth);
	return KEEPER_OK;
}

/* Reads the current run of the account. A verdict other than KEEPER_OK is the answer. */
static unsigned current_run(struct asking *asking, struct store_run *run)
{
	enum store_answer answer = store_run_current(
		asking->keeper->store, asking->peer->binding.id, asking->peer->game, run);

	return answer == STORE_OK ? KEEPER_OK : asking_store(asking, answer, "You have no run.");
}

unsigned request_run_look(struct asking *asking)
{
	struct store_run run;
	unsigned verdict = current_run(asking, &run);

	return verdict == KEEPER_OK ? put_run(asking, &run) : verdict;
}

/* Writes the digest of the content of a run begun over this socket: the keeper's, or the one
 * uploaded by `trapdoor play`. */
static bool choose_content(struct asking *asking, uint8_t digest[CONTENT_DIGEST_SIZE])
{
	static const uint8_t none[CONTENT_DIGEST_SIZE];
	struct keeper *keeper = asking->keeper;
	char game[STORE_GAME_MAX + 1];

	if (!asking->peer->trusted || memcmp(digest, none, sizeof none) == 0)
		memcpy(digest, keeper->content_digest, CONTENT_DIGEST_SIZE);
	if (store_bundle_game(keeper->store, digest, game) != STORE_OK) {
		asking_refuse(asking, "The keeper has no content; restart the server.");
		return false;
	}
	return true;
}

/* The request for a new run. */
struct beginning {
	bool debug, seeded;
	uint8_t seed[16]; /* chosen by the player if seeded, else random */
	uint8_t content[CONTENT_DIGEST_SIZE];
};

static bool read_beginning(struct asking *asking, struct beginning *beginning)
{
	beginning->debug = wire_get_u8(asking->in);
	wire_get_bytes(asking->in, beginning->content, sizeof beginning->content);
	/* A session of an older program sends no seed. */
	beginning->seeded = asking->in->at < asking->in->size;
	if (beginning->seeded)
		wire_get_bytes(asking->in, beginning->seed, sizeof beginning->seed);
	return !asking->in->broken && choose_content(asking, beginning->content);
}

static uint8_t mode_of(const struct beginning *beginning)
{
	return beginning->seeded ? STORE_CHOSEN : beginning->debug ? STORE_DEBUG : STORE_RANKED;
}

static unsigned begin_guest(
	struct asking *asking, const uint8_t *birth, size_t size, const struct beginning *beginning)
{
	struct store_run run = {.epoch = 1, .rules = ENGINE_RULES_VERSION};

	run.mode = mode_of(beginning);
	memcpy(run.seed, beginning->seed, sizeof run.seed);
	memcpy(run.content, beginning->content, sizeof run.content);
	put_header(asking, &run, birth, size);
	return KEEPER_OK;
}

unsigned run_hold(struct asking *asking, struct store_run *run)
{
	asking->effect.kind = EFFECT_HOLD;
	asking->effect.run = run->id;
	asking->effect.epoch = run->epoch;
	return put_run(asking, run);
}

unsigned run_take(struct asking *asking, struct store_run *run)
{
	enum store_answer answer;

	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_run_claim(asking->keeper->store, run->id, &run->epoch);
	if (answer != STORE_OK)
		return asking_store(asking, answer, "You have no run.");
	asking_log(asking, LOG_INFO, "run.claim", "run=%lld name=%s epoch=%u", (long long)run->id,
		run->name, run->epoch);
	return run_hold(asking, run);
}

static unsigned begin_account(
	struct asking *asking, const uint8_t *birth, size_t size, const struct beginning *beginning)
{
	struct store_run run;
	enum store_answer answer;

	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_run_begin(asking->keeper->store,
		&(struct store_begin){.account = asking->peer->binding.id,
			.mode = mode_of(beginning),
			.seed = beginning->seed,
			.birth = birth,
			.birth_size = size,
			.rules = ENGINE_RULES_VERSION,
			.content = beginning->content,
			.now = keeper_now_seconds()},
		&run);
	/* A repeated request began the run that it finds. */
	if (answer == STORE_TAKEN && asking->resent && run.next_index == 0)
		return run_take(asking, &run);
	if (answer != STORE_OK)
		return asking_store(asking, answer, "You already have a run; continue it.");
	asking->effect.begun = true;
	asking_log(asking, LOG_INFO, "run.begin", "run=%lld name=%s mode=%d", (long long)run.id,
		run.name, run.mode);
	return run_hold(asking, &run);
}

/* Takes a token for a new run of the account. */
static bool may_begin(struct asking *asking)
{
	struct keeper *keeper = asking->keeper;
	unsigned most = (unsigned)keeper->policy.runs_hour;
	const struct rate rate = {.burst = most, .per_hour = most};
	int64_t account = asking->peer->binding.id, now = keeper_now_ms();
	uint64_t key =
		asking->peer->trusted || account < 0 ? 0 : rate_key(&account, sizeof account);
	long long minutes;

	if (most == 0 || rates_take(&keeper->limits.begins, &rate, key, now))
		return true;
	minutes = (rates_wait_ms(&keeper->limits.begins, &rate, key, now) + 59999) / 60000;
	asking_refuse(asking, "You began too many runs in one hour. Try again in %lld minute%s.",
		minutes, minutes == 1 ? "" : "s");
	return false;
}

bool run_may_begin(struct asking *asking)
{
	struct keeper *keeper = asking->keeper;

	/* Nothing of a guest is stored. */
	if (asking->peer->binding.id > 0 &&
		store_free_space(keeper->store) < keeper_floor(keeper)) {
		asking_refuse(asking, "This server is nearly out of disk space: runs "
				      "continue, but no new run can begin.");
		return false;
	}
	return may_begin(asking);
}

unsigned request_run_begin(struct asking *asking)
{
	struct beginning beginning;
	uint8_t birth[BIRTH_BYTES_MAX];
	struct store_day day;
	size_t size;

	if (!read_beginning(asking, &beginning))
		return KEEPER_NO;
	if (asking->peer->binding.id == 0)
		return asking_refuse(asking, "You must log in first.");
	if (!run_may_begin(asking))
		return KEEPER_NO;
	size = beginning.seeded && day_is_past(asking, beginning.seed, &day)
		       ? keeper_make_day_birth(&day, birth)
		       : keeper_make_birth(asking, beginning.debug, beginning.seeded, birth);
	if (!beginning.seeded)
		randombytes_buf(beginning.seed, sizeof beginning.seed);
	return asking->peer->binding.id < 0 ? begin_guest(asking, birth, size, &beginning)
					    : begin_account(asking, birth, size, &beginning);
}

unsigned request_run_claim(struct asking *asking)
{
	struct store_run run;
	unsigned verdict = current_run(asking, &run);

	return verdict == KEEPER_OK ? run_take(asking, &run) : verdict;
}

/* ---- The journal ---- */

unsigned request_append(struct asking *asking)
{
	struct store_append append;
	unsigned verdict;

	wire_get_append(asking->in, &append);
	if (!wire_whole(asking->in)) {
		asking->in->broken = true;
		return KEEPER_NO;
	}
	if (append.size > WIRE_PIECE_MAX)
		return asking_refuse(asking, "The append is too large.");
	/* Each command has one byte at least. */
	if (append.count > append.size || append.index > RUN_COMMANDS_MAX)
		return asking_refuse(asking, "The append has more commands than a run may have.");
	if (!own_run(asking, append.run))
		return KEEPER_NO;
	if (!asking_write(asking))
		return KEEPER_FAILED;
	asking->keeper->window.commands++;
	asking->peer->active_ms = keeper_now_ms();
	verdict = asking_store(
		asking, store_append(asking->keeper->store, &append), "There is no such run.");
	if (verdict == KEEPER_NO)
		log_line(LOG_ERROR, "run.refused", "run=%lld index=%u why=%s",
			(long long)append.run, append.index, log_quote(asking->sentence));
	if (verdict == KEEPER_OK)
		asking->effect = (struct effect){
			.kind = EFFECT_GROW, .run = append.run, .commands = append.count};
	if (verdict == KEEPER_STALE)
		asking->peer->run = 0;
	return verdict;
}

struct commands_out {
	struct wire_writer *out;
	bool full;
};

static bool put_commands(
	void *context, uint32_t index, uint32_t count, const uint8_t *bytes, size_t size)
{
	struct commands_out *commands = context;
	struct wire_writer *out = commands->out;

	/* 12 bytes for the head of this row, 12 for the row that ends the list. */
	if (size + 24 > out->capacity - out->size) {
		commands->full = true;
		return false;
	}
	wire_put_u32(out, index);
	wire_put_u32(out, count);
	wire_put_blob(out, bytes, size);
	return true;
}

unsigned request_commands_get(struct asking *asking)
{
	struct commands_out commands = {.out = asking->out};
	int64_t run = (int64_t)wire_get_u64(asking->in);
	uint32_t from = wire_get_u32(asking->in);
	enum store_answer answer;

	if (asking->in->broken || !run_readable(asking, run))
		return KEEPER_NO;
	if (asking->peer->replays)
		replayer_reads(asking->keeper, asking->peer);
	answer = store_commands_each(asking->keeper->store, run, from, put_commands, &commands);
	if (!commands.full) {
		wire_put_u32(asking->out, 0);
		wire_put_u32(asking->out, 0);
		wire_put_blob(asking->out, NULL, 0);
	}
	return asking_store(asking, answer, "There is no such run.");
}

/* ---- Snapshots, segments, bundles ---- */

unsigned request_snapshot_get(struct asking *asking)
{
	int64_t run = (int64_t)wire_get_u64(asking->in);
	unsigned nth = wire_get_u8(asking->in);
	uint32_t offset = wire_get_u32(asking->in);
	enum store_answer answer;
	uint32_t index;
	uint8_t *bytes;
	size_t size;

	if (asking->in->broken || !run_readable(asking, run))
		return KEEPER_NO;
	answer = store_snapshot_get(asking->keeper->store, run, nth, &index, &bytes, &size);
	if (answer != STORE_OK)
		return asking_store(asking, answer, "There is no such snapshot.");
	wire_put_u32(asking->out, index);
	put_piece(asking->out, bytes, size, offset);
	free(bytes);
	return KEEPER_OK;
}

unsigned request_snapshot_put(struct asking *asking)
{
	int64_t run = (int64_t)wire_get_u64(asking->in);
	uint32_t epoch = wire_get_u32(asking->in);
	uint32_t index = wire_get_u32(asking->in);
	size_t size;
	const uint8_t *bytes = asking_blob(asking, &size);

	if (asking->in->broken)
		return KEEPER_NO;
	if (!bytes)
		return WIRE_AGAIN;
	if (!own_run(asking, run))
		return KEEPER_NO;
	if (!asking_write(asking))
		return KEEPER_FAILED;
	return asking_store(asking,
		store_snapshot_put(asking->keeper->store, run, epoch, index, bytes, size),
		"There is no such run.");
}

unsigned request_segment_add(struct asking *asking)
{
	int64_t run = (int64_t)wire_get_u64(asking->in);
	uint32_t epoch = wire_get_u32(asking->in);
	uint32_t index = wire_get_u32(asking->in);
	uint32_t rules = wire_get_u32(asking->in);
	uint8_t digest[CONTENT_DIGEST_SIZE];
	const uint8_t *bytes;
	char game[STORE_GAME_MAX + 1];
	size_t size;

	wire_get_bytes(asking->in, digest, sizeof digest);
	bytes = asking_blob(asking, &size);
	if (asking->in->broken)
		return KEEPER_NO;
	if (!bytes)
		return WIRE_AGAIN;
	if (!own_run(asking, run))
		return KEEPER_NO;
	if (rules == 0 || rules > ENGINE_RULES_VERSION)
		return asking_refuse(asking, "There are no rules of that version.");
	if (store_bundle_game(asking->keeper->store, digest, game) != STORE_OK)
		return asking_refuse(asking, "The content of that segment is not in the store.");
	if (store_segment_count(asking->keeper->store, run) >= RUN_SEGMENTS_MAX)
		return asking_refuse(asking, "A run has at most %d segments.", RUN_SEGMENTS_MAX);
	if (!asking_write(asking))
		return KEEPER_FAILED;
	return asking_store(asking,
		store_segment_add(
			asking->keeper->store, run, epoch, index, rules, digest, bytes, size),
		"There is no such run.");
}

unsigned request_bundle_get(struct asking *asking)
{
	uint8_t digest[CONTENT_DIGEST_SIZE];
	uint32_t offset;
	enum store_answer answer;
	uint8_t *bytes;
	size_t size;

	wire_get_bytes(asking->in, digest, sizeof digest);
	offset = wire_get_u32(asking->in);
	if (asking->in->broken)
		return KEEPER_NO;
	answer = store_bundle_get(asking->keeper->store, digest, &bytes, &size);
	if (answer != STORE_OK)
		return asking_store(asking, answer, "That content is not in the store.");
	put_piece(asking->out, bytes, size, offset);
	free(bytes);
	return KEEPER_OK;
}

/* ---- The end ---- */

/* Drops names from score->avenged whose bones are not in the run's birth. */
static void keep_dealt(struct keeper *keeper, struct store_score *score)
{
	char claimed[sizeof score->avenged];
	struct birth birth;
	char *rest = claimed;
	uint8_t *bytes;
	size_t size;
	char *name;

	memcpy(claimed, score->avenged, sizeof claimed);
	score->avenged[0] = '\0';
	if (store_run_birth(keeper->store, score->run, &bytes, &size) != STORE_OK)
		return;
	if (!birth_decode(bytes, size, &birth))
		birth.bones_count = 0;
	while ((name = strtok_r(rest, " ", &rest)) != NULL) {
		for (size_t i = 0; i < birth.bones_count; i++) {
			size_t used = strlen(score->avenged);

			if (strcmp(birth.past[i].name, name) == 0)
				snprintf(score->avenged + used, sizeof score->avenged - used,
					"%s%s", used ? " " : "", name);
		}
	}
	free(bytes);
}

static void settle_score(
	struct keeper *keeper, struct store_score *score, const struct store_run *run)
{
	score->mode = run->mode;
	/* A run that may use debug keys is scored unless it used one. The result says so, and the
	 * verifier checks it. */
	if (run->mode == STORE_DAILY)
		score->scored = score->scored && day_ranks(keeper, run);
	else
		score->scored = score->scored && run->mode != STORE_CHOSEN &&
				score->turns >= (uint32_t)keeper->policy.board_turns;
	score->died = score->outcome == OUTCOME_DIED;
	score->proof = STORE_UNVERIFIED;
	score->ended = keeper_now_seconds();
	text_clean(score->cause);
	text_clean(score->killer);
	text_clean(score->item);
	text_clean(score->epitaph);
	keep_dealt(keeper, score);
}

static uint8_t cause_of(const struct store_score *score)
{
	switch (score->outcome) {
	case OUTCOME_DIED:
		return score->killer[0] ? ENDED_CREATURE : ENDED_OTHER;
	case OUTCOME_LEFT:
		return ENDED_LEFT;
	case OUTCOME_WON:
		return ENDED_WON;
	default:
		return ENDED_QUIT;
	}
}

unsigned request_run_end(struct asking *asking)
{
	struct store *store = asking->keeper->store;
	uint32_t epoch = wire_get_u32(asking->in);
	uint32_t index = wire_get_u32(asking->in);
	struct store_score score;
	struct store_run run;
	enum store_answer answer;

	wire_get_score(asking->in, &score);
	if (asking->in->broken || !own_run(asking, score.run))
		return KEEPER_NO;
	answer = store_run_by_id(store, score.run, &run);
	if (answer != STORE_OK)
		return asking_store(asking, answer, "There is no such run.");
	settle_score(asking->keeper, &score, &run);
	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_run_end(store, epoch, index, &score);
	if (answer == STORE_OK) {
		livelog_ended(asking, &run, &score);
		asking->effect = (struct effect){
			.kind = EFFECT_END, .run = run.id, .cause = cause_of(&score)};
		asking_log(asking, LOG_INFO, "run.end", "run=%lld name=%s score=%d depth=%d",
			(long long)run.id, run.name, (int)score.score, (int)score.depth);
	}
	return asking_store(asking, answer, "There is no such run.");
}

unsigned request_epitaph(struct asking *asking)
{
	int64_t run = (int64_t)wire_get_u64(asking->in);
	char epitaph[sizeof((struct store_score *)0)->epitaph];
	enum store_answer answer;

	wire_get_text(asking->in, epitaph, sizeof epitaph);
	if (asking->in->broken)
		return KEEPER_NO;
	text_clean(epitaph);
	if (words_muted(asking))
		return KEEPER_NO;
	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_score_epitaph(asking->keeper->store, run, asking->peer->binding.id, epitaph);
	if (answer == STORE_NONE && asking->resent)
		return KEEPER_OK;
	return asking_store(asking, answer, "The epitaph is already written.");
}

unsigned request_quarantine(struct asking *asking)
{
	int64_t run = (int64_t)wire_get_u64(asking->in);
	char why[256];

	wire_get_text(asking->in, why, sizeof why);
	if (asking->in->broken || !own_run(asking, run))
		return KEEPER_NO;
	text_clean(why);
	if (!asking_write(asking))
		return KEEPER_FAILED;
	metric_add(METRIC_ENDED, ENDED_BROKEN, 0, 1);
	asking_log(asking, LOG_ERROR, "run.quarantine", "run=%lld why=%s", (long long)run,
		log_quote(why));
	return asking_store(asking, store_run_quarantine(asking->keeper->store, run, why),
		"That run has already ended.");
}
