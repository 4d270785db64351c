#include "door/text/tournament.h"

#include <stdlib.h>
#include <string.h>

#include "door/os/printable.h"
#include "door/text/contest.h"
#include "engine/engine.h"

const struct tournament_word tournament_runs[TOURNAMENT_RUNS_COUNT] = {
#define ROW(id, word, words) [TOURNAMENT_##id] = {word, words},
	TOURNAMENT_RUNS(ROW)
#undef ROW
};
const struct tournament_word tournament_rules[TOURNAMENT_RULE_COUNT] = {
#define ROW(id, key, words) [TOURNAMENT_OF_##id] = {key, words},
	TOURNAMENT_RULES(ROW)
#undef ROW
};

const char *tournament_state(const struct tournament *tournament, int64_t now)
{
	return now < tournament->begin ? "not begun" : now < tournament->end ? "open" : "over";
}

/* ---- The runs that count ---- */

/* The numbers of a run that count. order: its place in the order of ends. */
struct entry {
	int64_t account, run;
	size_t order;
	int32_t score, deepest, conducts;
	uint32_t turns;
	bool won;
	char name[STORE_NAME_MAX + 1];
};

struct reading {
	const struct tournament *tournament;
	char game[STORE_GAME_MAX + 1];
	int64_t now;
	struct entry *entries; /* in the order of ends, then of accounts */
	size_t count, room;
};

/* True if runs of a game of the store, "GAME" or "GAME/DATE", count. */
static bool game_counts(const struct reading *reading, const char *game)
{
	enum tournament_runs runs = reading->tournament->runs;
	size_t length = strlen(reading->game);
	int64_t begin;

	if (strncmp(game, reading->game, length) != 0)
		return false;
	if (game[length] == '\0')
		return runs == TOURNAMENT_ORDINARY || runs == TOURNAMENT_ALL;
	if (game[length] != '/' || !contest_begin(game + length + 1, &begin) ||
		reading->now < contest_revealed(game + length + 1, begin))
		return false;
	return runs == TOURNAMENT_ALL ||
	       runs == (contest_kind(game + length + 1) == CONTEST_WEEK ? TOURNAMENT_CONTRACTS
									: TOURNAMENT_DAYS);
}

static bool add_entry(void *context, const struct store_proven *proven)
{
	struct reading *reading = context;
	struct entry *entry;

	if (!game_counts(reading, proven->game))
		return true;
	if (reading->count == reading->room) {
		reading->room = 2 * reading->room + 64;
		reading->entries =
			realloc(reading->entries, reading->room * sizeof *reading->entries);
		if (!reading->entries)
			abort();
	}
	entry = &reading->entries[reading->count];
	*entry = (struct entry){.account = proven->account,
		.run = proven->score.run,
		.order = reading->count++,
		.score = proven->score.score,
		.deepest = proven->score.deepest,
		.conducts = proven->score.conducts,
		.turns = proven->score.turns,
		.won = proven->score.outcome == OUTCOME_WON};
	memcpy(entry->name, proven->score.name, sizeof entry->name);
	text_clean(entry->name);
	return true;
}

static int by_account(const void *a, const void *b)
{
	const struct entry *left = a, *right = b;

	if (left->account != right->account)
		return left->account < right->account ? -1 : 1;
	return left->order < right->order ? -1 : 1;
}

/* ---- One player ---- */

/* The feats of a player that were counted. */
struct feats {
	struct feat *each;
	size_t count, room;
};

struct player {
	const struct entry *entries;
	size_t count;
	struct feats feats;
};

static bool add_feat(void *context, const struct store_feat *found)
{
	struct feats *feats = context;

	if (found->kind != FEAT_ACHIEVEMENT && found->kind != FEAT_BOSS)
		return true;
	for (size_t i = 0; i < feats->count; i++)
		if (feats->each[i].kind == found->kind && strcmp(feats->each[i].id, found->id) == 0)
			return true;
	if (feats->count == feats->room) {
		feats->room = 2 * feats->room + 16;
		feats->each = realloc(feats->each, feats->room * sizeof *feats->each);
		if (!feats->each)
			abort();
	}
	feats->each[feats->count].kind = found->kind;
	memcpy(feats->each[feats->count++].id, found->id, sizeof found->id);
	return true;
}

static unsigned count_feats(const struct feats *feats, unsigned kind)
{
	unsigned count = 0;

	for (size_t i = 0; i < feats->count; i++)
		count += feats->each[i].kind == kind;
	return count;
}

/* Reads the feats of the player's runs, if they have points. */
static bool read_feats(
	struct store *store, const struct tournament *tournament, struct player *player)
{
	bool wanted = tournament->points[TOURNAMENT_OF_ACHIEVEMENT] > 0 ||
		      tournament->points[TOURNAMENT_OF_BOSS] > 0;
	enum store_answer answer = STORE_OK;

	player->feats.count = 0;
	for (size_t i = 0; wanted && answer == STORE_OK && i < player->count; i++)
		answer =
			store_feats_of_run(store, player->entries[i].run, add_feat, &player->feats);
	return answer == STORE_OK;
}

static unsigned count_bits(int32_t bits)
{
	unsigned count = 0;

	for (; bits > 0; bits &= bits - 1)
		count++;
	return count;
}

/* Counts all but what depends on other players. */
static void count_player(const struct player *player, struct tournament_standing *standing)
{
	int32_t conducts = 0;

	memset(standing, 0, sizeof *standing);
	memcpy(standing->name, player->entries->name, sizeof standing->name);
	standing->runs = (unsigned)player->count;
	standing->best_score = player->entries->score;
	for (size_t i = 0; i < player->count; i++) {
		const struct entry *entry = &player->entries[i];

		if (entry->score > standing->best_score)
			standing->best_score = entry->score;
		if (entry->deepest > standing->deepest)
			standing->deepest = entry->deepest;
		/* Negative: not recorded. */
		if (entry->conducts > 0)
			conducts |= entry->conducts;
		standing->counts[TOURNAMENT_OF_VICTORY] += entry->won;
	}
	standing->counts[TOURNAMENT_OF_DEPTH] =
		standing->deepest > 0 ? (unsigned)standing->deepest : 0;
	standing->counts[TOURNAMENT_OF_CONDUCT] = count_bits(conducts);
	standing->counts[TOURNAMENT_OF_ACHIEVEMENT] = count_feats(&player->feats, FEAT_ACHIEVEMENT);
	standing->counts[TOURNAMENT_OF_BOSS] = count_feats(&player->feats, FEAT_BOSS);
}

/* ---- All players ---- */

static int by_score(const void *a, const void *b)
{
	const struct tournament_standing *left = a, *right = b;

	return (left->best_score < right->best_score) - (left->best_score > right->best_score);
}

/* The first place has as many points as the rule says, the next one less. Equal scores share. */
static void place_scores(
	const struct tournament *tournament, struct tournament_standings *standings)
{
	unsigned most = (unsigned)tournament->points[TOURNAMENT_OF_BEST_SCORE], place = 0;

	qsort(standings->each, standings->count, sizeof *standings->each, by_score);
	for (size_t i = 0; i < standings->count; i++) {
		struct tournament_standing *one = &standings->each[i];

		if (i == 0 || one->best_score != one[-1].best_score)
			place = (unsigned)i;
		one->counts[TOURNAMENT_OF_BEST_SCORE] = place + 1;
		one->points_of[TOURNAMENT_OF_BEST_SCORE] = place < most ? most - place : 0;
	}
}

static int best_first(const void *a, const void *b)
{
	const struct tournament_standing *left = a, *right = b;

	if (left->points != right->points)
		return left->points < right->points ? 1 : -1;
	return by_score(a, b) ? by_score(a, b) : strcmp(left->name, right->name);
}

static void add_points(const struct tournament *tournament, struct tournament_standings *standings)
{
	place_scores(tournament, standings);
	for (size_t i = 0; i < standings->count; i++) {
		struct tournament_standing *one = &standings->each[i];

		for (int rule = 0; rule < TOURNAMENT_RULE_COUNT; rule++) {
			if (rule != TOURNAMENT_OF_BEST_SCORE)
				one->points_of[rule] =
					one->counts[rule] * (unsigned)tournament->points[rule];
			one->points += one->points_of[rule];
			if (tournament->points[rule] == 0)
				one->counts[rule] = 0;
		}
	}
	qsort(standings->each, standings->count, sizeof *standings->each, best_first);
	for (size_t i = 0; i < standings->count; i++) {
		struct tournament_standing *one = &standings->each[i];

		one->place =
			i > 0 && one->points == one[-1].points ? one[-1].place : (unsigned)i + 1;
	}
}

/* Notes the better one of two runs that won, of which one may be NULL. */
static void note_victory(
	const struct entry *entry, const struct entry **first, const struct entry **fastest)
{
	if (!*first || entry->order < (*first)->order)
		*first = entry;
	if (!*fastest || entry->turns < (*fastest)->turns ||
		(entry->turns == (*fastest)->turns && entry->order < (*fastest)->order))
		*fastest = entry;
}

/* Counts each player's runs, which stand together. False: the store cannot be read. */
static bool count_players(
	struct store *store, const struct reading *reading, struct tournament_standings *standings)
{
	const struct entry *first = NULL, *fastest = NULL;
	const int most = reading->tournament->first_runs;
	struct player player = {0};
	bool read = true;

	for (size_t at = 0, next; read && at < reading->count; at = next) {
		player.entries = &reading->entries[at];
		for (next = at; next < reading->count &&
				reading->entries[next].account == player.entries->account;)
			next++;
		player.count = next - at;
		if (most > 0 && player.count > (size_t)most)
			player.count = (size_t)most;
		for (size_t i = 0; i < player.count; i++)
			if (player.entries[i].won)
				note_victory(&player.entries[i], &first, &fastest);
		read = read_feats(store, reading->tournament, &player);
		count_player(&player, &standings->each[standings->count++]);
	}
	for (size_t i = 0; first && i < standings->count; i++) {
		struct tournament_standing *one = &standings->each[i];

		one->counts[TOURNAMENT_OF_FIRST_VICTORY] = strcmp(one->name, first->name) == 0;
		one->counts[TOURNAMENT_OF_FASTEST_VICTORY] = strcmp(one->name, fastest->name) == 0;
	}
	free(player.feats.each);
	return read;
}

bool tournament_read(struct store *store, const struct tournament *tournament, int64_t now,
	struct tournament_standings *standings)
{
	struct reading reading = {.tournament = tournament, .now = now};
	enum store_answer answer = STORE_OK;
	bool read;

	*standings = (struct tournament_standings){0};
	memcpy(reading.game, tournament->game, sizeof reading.game);
	if (!*reading.game)
		answer = store_game_last(store, reading.game);
	if (answer == STORE_NONE)
		return true;
	if (answer == STORE_OK)
		answer = store_proven_each(
			store, tournament->begin, tournament->end, add_entry, &reading);
	read = answer == STORE_OK;
	if (read && reading.count > 0) {
		qsort(reading.entries, reading.count, sizeof *reading.entries, by_account);
		standings->each = calloc(reading.count, sizeof *standings->each);
		if (!standings->each)
			abort();
		read = count_players(store, &reading, standings);
		add_points(tournament, standings);
	}
	free(reading.entries);
	return read;
}

void tournament_standings_free(struct tournament_standings *standings)
{
	free(standings->each);
	*standings = (struct tournament_standings){0};
}
