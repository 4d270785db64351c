#include "door/command/verify_day.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "door/os/complain.h"
#include "door/os/printable.h"
#include "door/text/contest.h"
#include "door/text/times.h"

#define RUNS_AT_ONCE 64

/* Returns the fault of a day's seed, or NULL. */
static const char *fault_of_seed(const struct keeper_day *day)
{
	uint8_t hash[crypto_hash_sha256_BYTES];

	crypto_hash_sha256(hash, day->seed.bytes, sizeof day->seed.bytes);
	if (memcmp(hash, day->hash, sizeof hash) != 0)
		return "its seed does not have the published hash";
	if (!day->derived)
		return "its seed does not come from the secret that this server has now";
	return NULL;
}

/* Returns the first segment's fault, or NULL. */
static const char *fault_of_segment(
	struct store_client *line, const struct keeper_day *day, const struct keeper_run *run)
{
	struct store_segment segment = {0};
	const char *fault = NULL;

	if (keeper_segment_get(line, run->id, 0, &segment) != KEEPER_OK)
		return "its first segment cannot be read";
	if (segment.end_index != run->next_index || segment.save)
		fault = "it has more than one segment";
	else if (segment.rules != day->rules ||
		 memcmp(segment.content, day->content, sizeof day->content) != 0)
		fault = "its rules or content are not those of the day";
	free(segment.save);
	return fault;
}

static bool is_birth_of(const struct keeper_day *day, const struct birth *birth)
{
	struct birth shared;
	uint8_t found[BIRTH_BYTES_MAX], wanted[BIRTH_BYTES_MAX];

	contest_birth(day->date, day->handicaps, &shared);
	size_t size = birth_encode(&shared, wanted);
	return birth_encode(birth, found) == size && memcmp(found, wanted, size) == 0;
}

static const char *fault_of_run(struct store_client *line, const struct keeper_day *day, int64_t id)
{
	struct keeper_run run;

	if (keeper_run_show(line, id, &run) != KEEPER_OK)
		return "it cannot be read";
	if (run.mode != STORE_DAILY)
		return "it is no try";
	if (memcmp(&run.seed, &day->seed, sizeof run.seed) != 0)
		return "its seed is not that of the day";
	if (!is_birth_of(day, &run.birth))
		return "its birth is not that of the day";
	return fault_of_segment(line, day, &run);
}

/* Returns the fault of a day's handicaps, or NULL. A day that has not begun has none. */
static const char *fault_of_handicaps(struct store_client *line, const struct keeper_day *day)
{
	char drawn[STORE_HANDICAPS_SIZE];
	struct complaint complaint;
	struct content *content;
	uint8_t *bytes = NULL;
	size_t size;

	if (!day->rules || !contest_of(day->date)->handicapped)
		return NULL;
	if (day->rules != ENGINE_RULES_VERSION) {
		print_line("%s: rules %u drew its handicaps, which this program does not repeat",
			day->date, day->rules);
		return NULL;
	}
	if (keeper_bundle_get(line, day->content, &bytes, &size) != KEEPER_OK)
		return "its content cannot be read";
	content = content_from_bundle(bytes, size, &complaint);
	free(bytes);
	if (!content)
		return "its content cannot be read";
	contest_draw(content, day->date, day->seed.bytes, drawn);
	content_free(content);
	return strcmp(drawn, day->handicaps) == 0
		       ? NULL
		       : "its handicaps are not those that the seed draws from its content";
}

/* Prints the day and its faults. Returns their number. */
static int print_day(struct store_client *line, const struct keeper_day *day)
{
	char when[TIME_TEXT_MAX], hash[2 * STORE_HASH_SIZE + 1];
	const char *fault = fault_of_seed(day), *drawn = fault_of_handicaps(line, day);

	time_text(day->published, when);
	sodium_bin2hex(hash, sizeof hash, day->hash, sizeof day->hash);
	print_line("%s: hash %s, published %s, rules %u, %u tries", day->date, hash, when,
		day->rules, day->tried);
	print_line("%s: %s", day->date, fault ? fault : "the seed is right");
	if (day->handicaps[0])
		print_line("%s: handicaps %s", day->date, day->handicaps);
	if (drawn)
		print_line("%s: %s", day->date, drawn);
	return (fault != NULL) + (drawn != NULL);
}

/* Checks a page of the board. *first moves to the next page. False after the last. */
static bool verify_page(struct store_client *line, const struct keeper_day *day,
	struct store_query *query, int *faults, void (*verify)(void *context, int64_t run),
	void *context)
{
	static struct store_score scores[RUNS_AT_ONCE];
	static unsigned ranks[RUNS_AT_ONCE];
	size_t count;

	query->count = RUNS_AT_ONCE;
	if (keeper_scores(line, query, scores, ranks, RUNS_AT_ONCE, &count) != KEEPER_OK) {
		command_complain("cannot read the board: %s", keeper_sentence(line));
		++*faults;
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		const char *fault = fault_of_run(line, day, scores[i].run);

		if (fault)
			print_line("run %" PRId64 ": %s", scores[i].run, fault);
		*faults += fault != NULL;
		verify(context, scores[i].run);
	}
	query->first += RUNS_AT_ONCE;
	return count == RUNS_AT_ONCE;
}

int verify_day(struct store_client *line, const char *date,
	void (*verify)(void *context, int64_t run), void *context)
{
	struct store_query query = {.order = STORE_BEST_RUNS};
	char game[STORE_GAME_MAX + 1];
	struct keeper_game games[1];
	struct keeper_day day;
	size_t count;
	int faults;

	if (keeper_games(line, game, games, 1, &count) != KEEPER_OK ||
		keeper_day_show(line, date, &day) != KEEPER_OK) {
		command_complain("%s", keeper_sentence(line));
		return -1;
	}
	faults = print_day(line, &day);
	store_day_game(game, day.date, query.game);
	while (verify_page(line, &day, &query, &faults, verify, context))
		continue;
	return faults;
}
