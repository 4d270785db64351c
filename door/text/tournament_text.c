/* Standings of a tournament as text and as JSON. */
#include "door/text/tournament.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/text/times.h"

char *tournament_text(const struct tournament *tournament,
	const struct tournament_standings *standings, int64_t now)
{
	char begin[TIME_TEXT_MAX], end[TIME_TEXT_MAX], *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	time_text(tournament->begin, begin);
	time_text(tournament->end, end);
	fprintf(out, "%s, %s: from %s to %s, %s.\n", tournament->name,
		tournament_state(tournament, now), begin, end,
		tournament_runs[tournament->runs].words);
	for (int rule = 0; rule < TOURNAMENT_RULE_COUNT; rule++)
		if (tournament->points[rule])
			fprintf(out, "%6d for %s\n", tournament->points[rule],
				tournament_rules[rule].words);
	if (tournament->first_runs)
		fprintf(out, "The first %d of each player's runs count.\n", tournament->first_runs);
	if (standings->count == 0)
		fprintf(out, "No run counts yet.\n");
	else
		fprintf(out, "%5s  %-16s %7s %5s %7s %5s\n", "place", "name", "points", "runs",
			"score", "deep");
	for (size_t i = 0; i < standings->count; i++) {
		const struct tournament_standing *one = &standings->each[i];

		fprintf(out, "%5u  %-16s %7u %5u %7d %5d\n", one->place, one->name, one->points,
			one->runs, (int)one->best_score, (int)one->deepest);
	}
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}

/* An object with a number for each rule that has points. */
static json_t *rules_json(const struct tournament *tournament, const unsigned *numbers)
{
	json_t *rules = json_object();

	for (int rule = 0; rule < TOURNAMENT_RULE_COUNT; rule++)
		if (tournament->points[rule])
			json_object_set_new(rules, tournament_rules[rule].word,
				json_integer(numbers ? (json_int_t)numbers[rule]
						     : tournament->points[rule]));
	return rules;
}

char *tournament_json(const struct tournament *tournament,
	const struct tournament_standings *standings, int64_t now)
{
	char begin[TIME_TEXT_MAX], end[TIME_TEXT_MAX], *text, *line = NULL;
	json_t *list = json_array(), *whole;

	time_json(tournament->begin, begin);
	time_json(tournament->end, end);
	for (size_t i = 0; i < standings->count; i++) {
		const struct tournament_standing *one = &standings->each[i];

		json_array_append_new(list,
			json_pack("{sI ss sI sI si si so so}", "place", (json_int_t)one->place,
				"name", one->name, "points", (json_int_t)one->points, "runs",
				(json_int_t)one->runs, "best_score", (int)one->best_score,
				"deepest", (int)one->deepest, "counts",
				rules_json(tournament, one->counts), "points_of",
				rules_json(tournament, one->points_of)));
	}
	whole = json_pack("{ss ss ss ss ss si so so}", "name", tournament->name, "state",
		tournament_state(tournament, now), "begin", begin, "end", end, "runs",
		tournament_runs[tournament->runs].word, "first_runs", tournament->first_runs,
		"rules", rules_json(tournament, NULL), "standings", list);
	text = json_dumps(whole, JSON_INDENT(2) | JSON_ENSURE_ASCII);
	json_decref(whole);
	if (text && asprintf(&line, "%s\n", text) < 0)
		line = NULL;
	free(text);
	return line;
}
