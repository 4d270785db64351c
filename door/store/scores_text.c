#include "door/store/scores_text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "door/os/printable.h"
#include "door/text/board_words.h"

#define GAMES_MAX 64

static void date_text(int64_t when, const char *format, char *text, size_t size)
{
	time_t seconds = (time_t)when;
	struct tm utc;

	if (!gmtime_r(&seconds, &utc) || strftime(text, size, format, &utc) == 0)
		text[0] = '\0';
}

/* Cleans the texts, which JSON and tables need: the database may be of another host. */
static void clean_score(struct store_score *score)
{
#define ROW(field, size) text_clean(score->field);
	SCORE_TEXTS(ROW)
#undef ROW
}

/* ---- As JSON ---- */

/* The words of the conducts that a run kept; null if they were not recorded. */
static json_t *kept_json(const struct store_score *score)
{
	json_t *words = json_array();

	for (unsigned i = 0; board_conduct_word(i); i++)
		if (score->conducts >> i & 1)
			json_array_append_new(words, json_string(board_conduct_word(i)));
	if (score->conducts >= 0)
		return words;
	json_decref(words);
	return json_null();
}

static json_t *score_json(unsigned rank, const struct store_score *score)
{
	char when[32];
	json_t *json = json_pack("{so sI ss}", "rank", rank ? json_integer(rank) : json_null(),
		"run", (json_int_t)score->run, "name", score->name);

#define ROW(type, field, missing)                                                                  \
	json_object_set_new(json, #field, json_integer((json_int_t)score->field));
	RESULT_NUMBERS(ROW)
#undef ROW
	date_text(score->ended, "%Y-%m-%dT%H:%M:%SZ", when, sizeof when);
	json_object_update_new(
		json, json_pack("{so ss ss ss ss sb ss}", "kept", kept_json(score), "cause",
			      score->cause, "outcome", board_outcome_word(score->outcome), "when",
			      when, "proof", board_verification_word(score), "proven",
			      score->proof == STORE_VERIFIED, "epitaph", score->epitaph));
	return json;
}

/* Returns the list as lines of text, and frees it. */
static char *list_text(json_t *list)
{
	char *text = json_dumps(list, JSON_INDENT(2) | JSON_ENSURE_ASCII);
	char *line = NULL;

	json_decref(list);
	if (text && asprintf(&line, "%s\n", text) < 0)
		line = NULL;
	free(text);
	return line;
}

char *scores_json(struct store_score *scores, const unsigned *ranks, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++) {
		clean_score(&scores[i]);
		json_array_append_new(list, score_json(ranks[i], &scores[i]));
	}
	return list_text(list);
}

/* ---- As text ---- */

/* Says why there is no row.  The name and the game that were asked for may be a stranger's text and
 * are not printed. */
static const char *none_text(const struct store_query *query)
{
	return query->name[0]                   ? "Nobody with that name has a run on this board.\n"
	       : query->order == STORE_CONDUCTS ? BOARD_NONE_KEPT "\n"
	       : query->game[0]
		       ? "That game has no run here; the list of games shows those that have.\n"
		       : "Nobody has played yet.\n";
}

/* The last column of a list: how each run ended, or the conducts that it kept. */
static void end_text(const struct store_query *query, const struct store_score *score,
	char text[STORE_CAUSE_MAX + BOARD_CONDUCTS_TEXT])
{
	if (query->order == STORE_CONDUCTS)
		board_conducts(score, text);
	else
		snprintf(text, STORE_CAUSE_MAX, "%s", score->cause);
}

static char *render_text(const struct store_query *query, struct store_score *scores,
	const unsigned *ranks, size_t count)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	if (count == 0)
		fputs(none_text(query), out);
	else
		fprintf(out, "%4s  %-16s %7s %5s %6s  %-10s  %-14s  %s\n", "rank", "name", "score",
			"deep", "turns", "when", "proof",
			query->order == STORE_CONDUCTS ? "kept" : "end");
	for (size_t i = 0; i < count; i++) {
		struct store_score *score = &scores[i];
		char when[32], rank[16] = "-", end[STORE_CAUSE_MAX + BOARD_CONDUCTS_TEXT];

		clean_score(score);
		if (ranks[i])
			snprintf(rank, sizeof rank, "%u", ranks[i]);
		date_text(score->ended, "%Y-%m-%d", when, sizeof when);
		end_text(query, score, end);
		fprintf(out, "%4s  %-16s %7d %5d %6u  %-10s  %-14s  %s\n", rank, score->name,
			(int)score->score, (int)score->deepest, (unsigned)score->turns, when,
			board_verification_word(score), end);
	}
	fclose(out);
	return text;
}

char *scores_text(struct store_client *line, enum format format, const struct store_query *query)
{
	struct store_score *scores = calloc(query->count ? query->count : 1, sizeof *scores);
	unsigned *ranks = calloc(query->count ? query->count : 1, sizeof *ranks);
	char *text = NULL;
	size_t count;

	if (scores && ranks &&
		keeper_scores(line, query, scores, ranks, query->count, &count) == KEEPER_OK) {
		text = format == FORMAT_JSON ? scores_json(scores, ranks, count)
					     : render_text(query, scores, ranks, count);
	}
	free(scores);
	free(ranks);
	return text;
}

/* ---- Games ---- */

static char *games_json(const struct keeper_game *games, size_t count, const char *served)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, json_pack("{ss sI sb}", "game", games[i].id, "runs",
						    (json_int_t)games[i].runs, "served",
						    strcmp(games[i].id, served) == 0));
	return list_text(list);
}

static char *games_text(const struct keeper_game *games, size_t count, const char *served)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	if (count == 0)
		fprintf(out, "Nobody has played yet.\n");
	for (size_t i = 0; i < count; i++)
		fprintf(out, "%-32s %7u run%s%s\n", games[i].id, (unsigned)games[i].runs,
			games[i].runs == 1 ? "" : "s",
			strcmp(games[i].id, served) == 0
				? "  (this one is listed when none is named)"
				: "");
	fclose(out);
	return text;
}

char *scores_games_text(struct store_client *line, enum format format)
{
	struct keeper_game games[GAMES_MAX];
	char served[STORE_GAME_MAX + 1];
	size_t count;

	if (keeper_games(line, served, games, GAMES_MAX, &count) != KEEPER_OK)
		return NULL;
	for (size_t i = 0; i < count; i++)
		text_clean(games[i].id);
	return format == FORMAT_JSON ? games_json(games, count, served)
				     : games_text(games, count, served);
}

/* ---- Players online ---- */

size_t scores_players(struct present *present, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		size_t same = 0;

		while (same < kept &&
			(!present[i].name[0] || strcmp(present[same].name, present[i].name) != 0))
			same++;
		if (same == kept)
			present[kept++] = present[i];
		else if (present[i].where == WHERE_PLAYING && present[same].where != WHERE_PLAYING)
			present[same] = present[i];
	}
	return kept;
}

char *scores_who_json(const struct present *present, size_t count)
{
	static const char *const words[] = {"door", "lobby", "playing", "watching"};
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++) {
		const struct present *one = &present[i];

		if (one->name[0])
			json_array_append_new(list,
				json_pack("{ss ss sI sI}", "name", one->name, "where",
					one->where <= WHERE_WATCHING ? words[one->where] : "door",
					"depth", (json_int_t)one->depth, "turn",
					(json_int_t)one->turn));
	}
	return list_text(list);
}

char *scores_season_json(const struct keeper_season *season, const struct season_winners *winners)
{
	json_t *standings = json_array(), *names = json_array();

	for (size_t i = 0; i < season->count; i++) {
		const struct season_standing *one = &season->each[i];

		json_array_append_new(
			standings, json_pack("{si ss si si si}", "place", (int)i + 1, "name",
					   one->name, "points", (int)one->points, "days",
					   (int)one->days, "weeks", (int)one->weeks));
	}
	for (unsigned i = 0; i < winners->count; i++)
		json_array_append_new(names, json_string(winners->names[i]));
	return list_text(json_pack("{ss sI so s{ss so}}", "season", season->name, "left_seconds",
		(json_int_t)season->left_seconds, "standings", standings, "last", "season",
		winners->season, "winners", names));
}
