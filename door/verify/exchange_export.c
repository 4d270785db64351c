/* Writes exchanges. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "door/text/host_names.h"
#include "door/verify/archive_private.h"
#include "door/verify/exchange_private.h"

#define RUNS_AT_ONCE 100

/* The state of an export. */
struct exchange_export {
	struct store_client *line;
	struct keeper_day day;
	char game[STORE_GAME_MAX + 1]; /* without the date */
	json_t *rows;
	char *sentence;
};

static bool export_silent(struct exchange_export *export)
{
	return exchange_refuse(export->sentence, "%s", keeper_sentence(export->line));
}

static bool export_day(struct exchange_export *export, const char *date)
{
	struct keeper_game games[1];
	size_t count;

	if (keeper_games(export->line, export->game, games, 1, &count) != KEEPER_OK ||
		keeper_day_show(export->line, date, &export->day) != KEEPER_OK)
		return export_silent(export);
	if (!export->day.rules)
		return exchange_refuse(export->sentence, "%s has not begun", date);
	if (!export->day.revealed)
		return exchange_refuse(export->sentence,
			"%s is still open: its seed is shown 24 hours after its end", date);
	return true;
}

/* Adds a page of the board. *count: its rows. */
static bool export_page(struct exchange_export *export, struct store_query *query, size_t *count)
{
	static struct store_score scores[RUNS_AT_ONCE];
	static unsigned ranks[RUNS_AT_ONCE];

	if (keeper_scores(export->line, query, scores, ranks, RUNS_AT_ONCE, count) != KEEPER_OK)
		return export_silent(export);
	for (size_t i = 0; i < *count; i++) {
		json_t *row;

		if (scores[i].proof != STORE_VERIFIED ||
			json_array_size(export->rows) == EXCHANGE_ROWS_MAX)
			continue;
		row = archive_run_json(
			export->line, scores[i].run, export->sentence, EXCHANGE_SENTENCE_MAX);
		if (!row)
			return false;
		/* Words of a player go to no other host. */
		json_object_set_new(json_object_get(row, "score"), "epitaph", json_string(""));
		json_array_append_new(export->rows, row);
	}
	return true;
}

static bool export_rows(struct exchange_export *export)
{
	struct store_query query = {.order = STORE_BEST_RUNS, .count = RUNS_AT_ONCE};
	size_t count = RUNS_AT_ONCE;

	store_day_game(export->game, export->day.date, query.game);
	for (; count == RUNS_AT_ONCE; query.first += RUNS_AT_ONCE)
		if (!export_page(export, &query, &count))
			return false;
	return true;
}

/* Returns the body as text, which the caller frees. */
static char *export_body(const struct exchange_export *export, const char *host)
{
	const struct keeper_day *day = &export->day;
	char *content = archive_hex(day->content, sizeof day->content);
	char *seed = archive_hex(day->seed.bytes, sizeof day->seed.bytes);
	json_t *json = json_pack("{s:i, s:s, s:s, s:s, s:I, s:s, s:s, s:I, s:O}", "format",
		EXCHANGE_FORMAT, "host", host, "game", export->game, "date", day->date, "rules",
		(json_int_t)day->rules, "content", content, "seed", seed, "exported",
		(json_int_t)time(NULL), "rows", export->rows);
	char *text = json_dumps(json, JSON_INDENT(1) | JSON_ENSURE_ASCII);

	json_decref(json);
	free(content);
	free(seed);
	if (!text)
		abort();
	return text;
}

char *exchange_export(struct store_client *line, const char *date, const char *host,
	const struct exchange_key *key, size_t *size, unsigned *rows,
	char sentence[EXCHANGE_SENTENCE_MAX])
{
	struct exchange_export export = {.line = line, .rows = json_array(), .sentence = sentence};
	char *body = NULL, *bytes = NULL;

	if (!host_name_allowed(host))
		exchange_refuse(sentence,
			"\"%.40s\" is no name of a host; it takes 2 to %d of a-z, 0-9, . and -",
			host, STORE_HOST_MAX);
	else if (export_day(&export, date) && export_rows(&export))
		body = export_body(&export, host);
	*rows = (unsigned)json_array_size(export.rows);
	json_decref(export.rows);
	if (body)
		bytes = exchange_sign(key, body, strlen(body), size);
	free(body);
	if (bytes && *size > EXCHANGE_FILE_MAX) {
		exchange_refuse(sentence, "the results of %s need more than %u MiB", date,
			EXCHANGE_FILE_MAX >> 20);
		free(bytes);
		bytes = NULL;
	}
	return bytes;
}
