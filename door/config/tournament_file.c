#include "door/config/tournament_file.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/config/complaint.h"
#include "door/config/ini_file.h"
#include "door/os/printable.h"
#include "door/text/times.h"

#define FIRST_RUNS_MAX 1000
#define ENDING ".txt"

struct reading {
	struct tournament *tournament;
	struct complaint *complaint;
	unsigned given; /* keys of [tournament], as bits */
	unsigned rules; /* rules with points, as bits */
};

/* ---- Values ---- */

static bool read_number(
	const char *key, const char *value, int most, int *number, struct complaint *complaint)
{
	char *end;
	long found;

	errno = 0;
	found = strtol(value, &end, 10);
	if (errno || end == value || *end || found < 0 || found > most)
		return complaint_say(complaint,
			"%s must be a whole number from 0 to %d, not \"%.40s\"", key, most, value);
	*number = (int)found;
	return true;
}

static bool read_name(struct reading *reading, const char *value)
{
	char cleaned[TOURNAMENT_NAME_SIZE];

	snprintf(cleaned, sizeof cleaned, "%s", value);
	text_clean(cleaned);
	if (!*value || strcmp(cleaned, value) != 0)
		return complaint_say(reading->complaint,
			"name must be 1 to %d printable ASCII characters",
			TOURNAMENT_NAME_SIZE - 1);
	memcpy(reading->tournament->name, cleaned, sizeof cleaned);
	return true;
}

/* Refuses durations such as "7d", which time_parse reads, too: they have no fixed time. */
static bool read_time(struct reading *reading, const char *key, const char *value, int64_t *seconds)
{
	char sentence[160];

	if (strchr(value, '-') && time_parse(value, 0, 1, seconds, sentence, sizeof sentence))
		return true;
	return complaint_say(reading->complaint,
		"%s must be a time in UTC as 2026-12-01 18:30, or a date, not \"%.40s\"", key,
		value);
}

static bool read_runs(struct reading *reading, const char *value)
{
	for (int i = 0; i < TOURNAMENT_RUNS_COUNT; i++)
		if (strcmp(tournament_runs[i].word, value) == 0) {
			reading->tournament->runs = (enum tournament_runs)i;
			return true;
		}
	return complaint_say(reading->complaint,
		"runs must be runs, days, contracts or all, not \"%.40s\"", value);
}

static bool read_game(struct reading *reading, const char *value)
{
	if (strlen(value) > STORE_GAME_MAX || strchr(value, '/'))
		return complaint_say(reading->complaint,
			"game must be the id of a game, as \"trapdoor scores --games\" lists "
			"them, not \"%.40s\"",
			value);
	snprintf(reading->tournament->game, sizeof reading->tournament->game, "%s", value);
	return true;
}

/* ---- Keys ---- */

enum key { KEY_NAME, KEY_BEGIN, KEY_END, KEY_RUNS, KEY_GAME, KEY_FIRST_RUNS, KEYS };
static const char *const keys[KEYS] = {"name", "begin", "end", "runs", "game", "first_runs"};

static bool store_key(struct reading *reading, enum key key, const char *value)
{
	struct tournament *tournament = reading->tournament;

	switch (key) {
	case KEY_NAME:
		return read_name(reading, value);
	case KEY_BEGIN:
		return read_time(reading, keys[key], value, &tournament->begin);
	case KEY_END:
		return read_time(reading, keys[key], value, &tournament->end);
	case KEY_RUNS:
		return read_runs(reading, value);
	case KEY_GAME:
		return read_game(reading, value);
	case KEY_FIRST_RUNS:
		return read_number(keys[key], value, FIRST_RUNS_MAX, &tournament->first_runs,
			reading->complaint);
	case KEYS:
		break;
	}
	return false;
}

static bool store_once(struct reading *reading, unsigned *given, unsigned bit, const char *key)
{
	if (*given >> bit & 1)
		return complaint_say(
			reading->complaint, "%s is given twice; remove one of the lines", key);
	*given |= 1u << bit;
	return true;
}

static bool take_setting(void *context, const char *section, const char *key, const char *value,
	struct complaint *complaint)
{
	struct reading *reading = context;

	assert(complaint == reading->complaint);
	for (unsigned i = 0; strcmp(section, "tournament") == 0 && i < KEYS; i++)
		if (strcmp(keys[i], key) == 0)
			return store_once(reading, &reading->given, i, key) &&
			       store_key(reading, (enum key)i, value);
	for (unsigned i = 0; strcmp(section, "points") == 0 && i < TOURNAMENT_RULE_COUNT; i++)
		if (strcmp(tournament_rules[i].word, key) == 0)
			return store_once(reading, &reading->rules, i, key) &&
			       read_number(key, value, TOURNAMENT_POINTS_MAX,
				       &reading->tournament->points[i], reading->complaint);
	return complaint_say(reading->complaint,
		"\"%.40s\" is no key of [%.40s]; docs/sysop.md lists those of [tournament] and "
		"[points]",
		key, section);
}

/* ---- The file ---- */

/* Checks what no single line shows. */
static bool check_whole(struct reading *reading)
{
	const struct tournament *tournament = reading->tournament;
	int points = 0;

	for (unsigned i = KEY_NAME; i <= KEY_END; i++)
		if (!(reading->given >> i & 1))
			return complaint_say(reading->complaint,
				"%s is missing; add it to [tournament]", keys[i]);
	if (tournament->end <= tournament->begin)
		return complaint_say(reading->complaint, "end must be after begin");
	for (int rule = 0; rule < TOURNAMENT_RULE_COUNT; rule++)
		points += tournament->points[rule];
	return points > 0 || complaint_say(reading->complaint,
				     "no rule has points; add one to [points], as best_score = 10");
}

bool tournament_file_read(
	const char *path, struct tournament *tournament, struct complaint *complaint)
{
	struct reading reading = {.tournament = tournament, .complaint = complaint};
	const struct ini_file file = {
		.what = "tournament", .advice = "", .take = take_setting, .context = &reading};

	memset(tournament, 0, sizeof *tournament);
	return ini_file_read(&file, path, complaint) && check_whole(&reading);
}

/* ---- A directory ---- */

static int is_tournament(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);

	return entry->d_name[0] != '.' && length > strlen(ENDING) &&
	       strcmp(entry->d_name + length - strlen(ENDING), ENDING) == 0;
}

/* Copies the name of a file without its ending. False if no page can have it. */
static bool copy_id(const char *file, char id[TOURNAMENT_ID_SIZE])
{
	size_t length = strlen(file) - strlen(ENDING);

	if (length >= TOURNAMENT_ID_SIZE ||
		strspn(file, "abcdefghijklmnopqrstuvwxyz0123456789-") < length)
		return false;
	memcpy(id, file, length);
	id[length] = '\0';
	return true;
}

/* A complaint has the name of the file alone, because a long path would be cut. */
static bool read_one(const char *directory, const char *file, struct tournament *tournament,
	struct complaint *complaint)
{
	char path[4096], id[TOURNAMENT_ID_SIZE];
	bool read = false;

	snprintf(path, sizeof path, "%s/%s", directory, file);
	memset(complaint, 0, sizeof *complaint);
	if (copy_id(file, id))
		read = tournament_file_read(path, tournament, complaint);
	else
		complaint_say(complaint,
			"the name of a tournament's file must be at most %d small letters, digits "
			"and \"-\", and .txt",
			TOURNAMENT_ID_SIZE - 1);
	snprintf(complaint->origin, sizeof complaint->origin, "%.63s", file);
	if (read)
		memcpy(tournament->id, id, sizeof id);
	return read;
}

void tournament_files_read(const char *directory, struct tournament_list *list,
	void (*refused)(const struct complaint *complaint))
{
	struct complaint complaint = {0};
	struct dirent **found;
	int count;

	list->count = 0;
	if (!*directory)
		return;
	count = scandir(directory, &found, is_tournament, alphasort);
	if (count < 0) {
		snprintf(complaint.origin, sizeof complaint.origin, "%s", directory);
		complaint_say(&complaint, "cannot read this directory of tournaments: %s",
			strerror(errno));
		refused(&complaint);
		return;
	}
	for (int i = 0; i < count; i++) {
		if (list->count < TOURNAMENTS_MAX && !read_one(directory, found[i]->d_name,
							     &list->each[list->count], &complaint))
			refused(&complaint);
		else if (list->count < TOURNAMENTS_MAX)
			list->count++;
		free(found[i]);
	}
	free(found);
}
