/*
 * Everything that the engine shows of a game, as text, in sections.
 *
 * A test compares a hash of each section with a kept one (tests/engine/answers.h), so that a
 * change of any field of the view, any description or any preview is noticed.
 */
#ifndef TRAPDOOR_TESTS_SHOWN_H
#define TRAPDOOR_TESTS_SHOWN_H

#include "engine/engine.h"
#include "tests/engine/answers.h"

#include <stdio.h>
#include <stdlib.h>

#define SHOWN_MESSAGES 12 /* the latest messages are written */

/* id, function */
#define SHOWN_SECTIONS(ROW)                                                                        \
	ROW(status)                                                                                \
	ROW(magic) ROW(cells) ROW(pack) ROW(creatures) ROW(texts) ROW(known) ROW(commands) ROW(aims)

static inline void shown_status(FILE *out, struct game *game, const struct view *view)
{
	const struct view_status *status = &view->status;
	(void)game;
	fprintf(out, "%d %d %d %d %zu |", view->width, view->height, view->hero_x, view->hero_y,
		view->flight_count);
	fprintf(out, " %d %d %d %d %d %d |", status->health, status->health_max, status->mana,
		status->mana_max, status->might, status->guard);
	fprintf(out, " %d %d %d %d %d %d |", status->level, status->experience,
		status->experience_next, status->depth, status->deepest, status->goal_depth);
	fprintf(out, " %d %d %d %d %u %d %d %d\n", status->gold, status->score, status->food,
		status->noise, (unsigned)status->turn, status->carries_receiver, status->lit,
		status->debug);
	fprintf(out, "%s|%s|%s|%s|%s\n", status->place, status->hunger, status->swims,
		status->conditions, status->boons);
	for (int i = 0; i < VIEW_STATUSES_MAX && status->conditions[0] != '\0'; i++)
		fprintf(out, " %d", status->condition_turns[i]);
	for (int i = 0; i < VIEW_STATUSES_MAX && status->boons[0] != '\0'; i++)
		fprintf(out, " %d", status->boon_turns[i]);
	for (int i = 0; i < DIR_COUNT; i++)
		fprintf(out, " %d", view->step_price[i]);
	size_t count = view->message_count;
	for (size_t i = count > SHOWN_MESSAGES ? count - SHOWN_MESSAGES : 0; i < count; i++) {
		const struct message *message = &view->messages[i];
		fprintf(out, "\n%u %u %d %d %s", (unsigned)message->serial, (unsigned)message->turn,
			message->repeats, message->role, message->text);
	}
}

static inline void shown_magic(FILE *out, struct game *game, const struct view *view)
{
	(void)game;
	fprintf(out, "choice %d\n", view->choice);
	for (size_t i = 0; i < view->choice_count; i++)
		fprintf(out, "%s|%s|%s|%d\n", view->choices[i].name, view->choices[i].text,
			view->choices[i].path, view->choices[i].appearance);
	for (size_t i = 0; i < view->spell_count; i++) {
		const struct view_spell *spell = &view->spells[i];
		fprintf(out, "%d %s|%s|%s| %d %d %d %d %d %d %d %s\n", spell->number, spell->name,
			spell->description, spell->path, spell->appearance, spell->mana,
			spell->level, spell->aim, spell->range, spell->hint, spell->able,
			spell->able ? "" : spell->why);
	}
	for (size_t i = 0; i < view->talent_count; i++)
		fprintf(out, "%s|%s|%s|%d\n", view->talents[i].name, view->talents[i].text,
			view->talents[i].path, view->talents[i].appearance);
	for (size_t i = 0; i < view->quest_count; i++)
		fprintf(out, "%s|%s|%s|%s|%d\n", view->quests[i].name, view->quests[i].text,
			view->quests[i].deed, view->quests[i].about, view->quests[i].state);
}

static inline void shown_cells(FILE *out, struct game *game, const struct view *view)
{
	(void)game;
	for (int i = 0; i < view->width * view->height; i++) {
		const struct view_cell *cell = &view->cells[i];
		if (cell->flags & CELL_KNOWN)
			fprintf(out, "%d %d ", i, cell->appearance);
		fprintf(out, "%d %d %d %d %d %d\n", cell->flags, cell->smell, cell->light,
			cell->ground, cell->hue, cell->strength);
	}
}

static inline void shown_item(FILE *out, const struct view_item *item)
{
	fprintf(out, "%c %s|%s|%s|%s|%s| ", item->letter ? item->letter : '-', item->name,
		item->description, item->slot, item->compared, item->figures);
	fprintf(out, "%d %d %d %d %x %d %d %d %d %d %d\n", item->appearance, item->count,
		item->class, item->flags, (unsigned)item->verbs, item->aim, item->range,
		item->price, item->hint, item->spent, item->worth);
}

static inline void shown_pack(FILE *out, struct game *game, const struct view *view)
{
	(void)game;
	for (size_t i = 0; i < view->pack_count; i++)
		shown_item(out, &view->pack[i]);
	for (size_t i = 0; i < view->ground_count; i++)
		shown_item(out, &view->ground[i]);
}

static inline void shown_creatures(FILE *out, struct game *game, const struct view *view)
{
	(void)game;
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		fprintf(out, "%u %s|%s|%s| ", (unsigned)creature->id, creature->name,
			creature->description, creature->pace);
		fprintf(out, "%d %d %d %d %d %d%d%d%d%d %d %d %d %d %d\n", creature->appearance,
			creature->x, creature->y, creature->health_percent, creature->speed,
			creature->asleep, creature->unaware, creature->fleeing, creature->ally,
			creature->captive, creature->hits_you, creature->you_hit,
			creature->blow_percent, creature->kills_in, creature->falls_in);
		fprintf(out, "%d %d %d\n", creature->wakes[WAKER_NOISE],
			creature->wakes[WAKER_SIGHT], creature->wakes[WAKER_SMELL]);
	}
}

/* Of every cell, known or not: an unknown one must show nothing. */
static inline void shown_texts(FILE *out, struct game *game, const struct view *view)
{
	for (int y = 0; y < view->height; y++)
		for (int x = 0; x < view->width; x++) {
			char text[420] = "", name[96] = "";
			bool described = game_describe(game, x, y, text, sizeof text);
			bool named = game_name(game, x, y, name, sizeof name);
			fprintf(out, "%d %d: %d%s %d%s ", x, y, described, described ? text : "",
				named, named ? name : "");
			fprintf(out, "%d %d%d%d%d%d\n", game_price(game, x, y),
				game_notable(game, x, y), game_is_landmark(game, x, y),
				game_is_door(game, x, y), game_knows_stairs(game, x, y, true),
				game_knows_stairs(game, x, y, false));
		}
}

static inline void shown_survey(FILE *out, const struct overview *overview)
{
	fprintf(out, "%s %d%d%d\n", overview->name, overview->here, overview->up, overview->down);
	for (size_t i = 0; i < overview->feeling_count; i++)
		fprintf(out, "%s\n", overview->feelings[i]);
	for (size_t i = 0; i < overview->mark_count; i++)
		fprintf(out, "%d %d %d %s\n", overview->marks[i].kind,
			overview->marks[i].appearance, overview->marks[i].count,
			overview->marks[i].name);
}

static inline void shown_result(FILE *out, const struct game *game)
{
	struct result result;
	game_result(game, &result);
	fprintf(out, "result %d %d", result.outcome, result.scored);
#define ROW(type, field, missing) fprintf(out, " %lld", (long long)result.field);
	RESULT_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) fprintf(out, "|%s", result.field);
	RESULT_TEXTS(ROW)
#undef ROW
	for (int i = 0; i < result.avenged_count; i++)
		fprintf(out, "|%s", result.avenged[i]);
}

static inline void shown_known(FILE *out, struct game *game, const struct view *view)
{
	struct lore_group group;
	struct lore_entry entry;
	(void)view;
	for (size_t i = 0; game_lore(game, i, &group); i++) {
		fprintf(out, "%s %d %d\n", group.word, group.known, group.all);
		for (size_t nth = 0; game_lore_entry(game, i, nth, &entry); nth++)
			fprintf(out, "%s|%s|%d %d\n", entry.name, entry.text, entry.appearance,
				entry.beaten);
	}
	struct overview *overview = malloc(sizeof *overview);
	for (int depth = 0; overview != NULL && depth <= 27; depth++)
		if (game_overview(game, depth, overview))
			shown_survey(out, overview);
	free(overview);
	shown_result(out, game);
}

static inline void shown_allowed(FILE *out, struct game *game, const struct command *command)
{
	bool allowed = game_allows(game, command);
	fprintf(out, "%d %d %d: %s\n", command->verb, command->direction, command->item,
		allowed ? "yes" : game_refusal(game));
}

static inline void shown_commands(FILE *out, struct game *game, const struct view *view)
{
	char text[420];
	for (int verb = 0; verb < VERB_COUNT; verb++) {
		struct command command = {
			.verb = (uint8_t)verb, .x = (int16_t)(view->hero_x + 1), .y = view->hero_y};
		enum verb_wants wants = verb_row((enum verb)verb)->wants;
		fprintf(out, "legal %d\n", game_legal(game, (enum verb)verb));
		int count = wants == WANTS_NOTHING          ? 1
			    : wants == WANTS_DIRECTION      ? DIR_COUNT
			    : wants == WANTS_NUMBER         ? 4
			    : wants == WANTS_GROUND         ? (int)view->ground_count + 1
			    : wants == WANTS_SPELL_AND_CELL ? VIEW_SPELLS_MAX
							    : PACK_MAX;
		for (int i = 0; i < count; i++) {
			command.direction = (uint8_t)(wants == WANTS_DIRECTION ? i : 0);
			command.number = (uint8_t)(wants == WANTS_NUMBER ? i : 0);
			command.item =
				(uint8_t)(wants > WANTS_DIRECTION && wants != WANTS_NUMBER ? i : 0);
			shown_allowed(out, game, &command);
		}
	}
	for (int i = 0; i < DIR_COUNT; i++) {
		enum risk risk = game_step_risk(game, (enum direction)i, text, sizeof text);
		fprintf(out, "risk %d %s\n", risk, risk == RISK_NONE ? "" : text);
		int price = game_step_price(game, (enum direction)i, text, sizeof text);
		fprintf(out, "price %d %s\n", price, price == 0 ? "" : text);
	}
	bool leaves = game_would_leave(game, text, sizeof text);
	fprintf(out, "leaves %d %s\n", leaves, leaves ? text : "");
}

static inline void shown_aim(FILE *out, const struct game *game, const struct command *command)
{
	struct trajectory *way = calloc(1, sizeof *way);
	if (way != NULL && game_trajectory(game, command, way)) {
		fprintf(out, "%d %d to %d %d: %d%d%d%d%d %d %d", command->verb, command->item,
			command->x, command->y, way->reaches, way->too_far, way->unseen,
			way->stopped, way->met, way->hits, way->radius);
		if (way->stopped)
			fprintf(out, " stop %d %d", way->stop_x, way->stop_y);
		if (way->met)
			fprintf(out, " met %d %d", way->met_x, way->met_y);
		for (int i = 0; i < way->count; i++)
			fprintf(out, " %d,%d", way->cells[i].x, way->cells[i].y);
		fputc('\n', out);
	}
	free(way);
}

/* At the first creatures in sight and at some cells about the hero. */
static inline void shown_aims(FILE *out, struct game *game, const struct view *view)
{
	static const int8_t steps[][2] = {{1, 0}, {-4, 2}, {3, -7}, {0, 12}, {-25, -3}};
	static const uint8_t verbs[] = {VERB_THROW, VERB_FIRE, VERB_USE, VERB_ZAP, VERB_CAST};
	size_t creatures = view->creature_count < 3 ? view->creature_count : 3;
	for (size_t at = 0; at < creatures + sizeof steps / sizeof *steps; at++) {
		const int8_t *step = steps[at < creatures ? 0 : at - creatures];
		int x = at < creatures ? view->creatures[at].x : view->hero_x + step[0];
		int y = at < creatures ? view->creatures[at].y : view->hero_y + step[1];
		for (size_t i = 0; i < sizeof verbs; i++) {
			size_t count = verbs[i] == VERB_CAST ? view->spell_count : view->pack_count;
			for (size_t nth = 0; nth < count; nth++) {
				int item = verbs[i] == VERB_CAST ? view->spells[nth].number
								 : view->pack[nth].letter - 'a';
				shown_aim(out, game,
					&(struct command){.verb = verbs[i],
						.item = (uint8_t)item,
						.x = (int16_t)x,
						.y = (int16_t)y});
			}
		}
	}
}

/* Adds an answer for each section to the line that the answers are at. */
static inline void shown_answer(struct answers *answers, struct game *game)
{
	static const struct {
		const char *name;
		void (*write)(FILE *out, struct game *game, const struct view *view);
	} sections[] = {
#define ROW(name) {#name, shown_##name},
		SHOWN_SECTIONS(ROW)
#undef ROW
	};
	struct view *view = calloc(1, sizeof *view);
	assert_non_null(view);
	game_view(game, view);
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
		char *text;
		size_t size;
		FILE *out = open_memstream(&text, &size);
		assert_non_null(out);
		sections[i].write(out, game, view);
		fclose(out);
		answers_add(answers, sections[i].name, text, size);
		free(text);
	}
	free(view);
}

/* Adds an answer for the state itself. */
static inline void shown_state(struct answers *answers, const struct game *game)
{
	char text[24];
	int size = snprintf(text, sizeof text, "%016llx", (unsigned long long)game_digest(game));
	answers_add(answers, "state", text, (size_t)size);
}

/* Adds an answer for the bytes of a save and of a snapshot. */
static inline void shown_saves(struct answers *answers, const struct game *game)
{
	size_t size;
	uint8_t *bytes = game_save(game, &size);
	answers_add(answers, "save", (const char *)bytes, size);
	free(bytes);
	bytes = game_snapshot(game, &size);
	answers_add(answers, "snapshot", (const char *)bytes, size);
	free(bytes);
}

/* A golden save of the present format. */
static inline struct game *shown_read(const struct content *content, const char *moment)
{
	char path[96], line[256];
	struct complaint complaint;
	size_t size = 0;
	snprintf(path, sizeof path, "tests/golden/saves/4/%s.save", moment);
	uint8_t *bytes = malloc(65536);
	FILE *file = fopen(path, "r");
	assert_non_null(bytes);
	assert_non_null(file);
	while (fgets(line, sizeof line, file) != NULL)
		for (const char *at = line; at[0] > ' ' && at[1] > ' '; at += 2) {
			unsigned byte = 0;
			assert_true(size < 65536 && sscanf(at, "%2x", &byte) == 1);
			bytes[size++] = (uint8_t)byte;
		}
	fclose(file);
	struct game *game = game_load(content, bytes, size, &complaint);
	assert_non_null(game);
	free(bytes);
	return game;
}

/* A game that is loaded as often as it is played on from there. */
struct shown_origin {
	const struct content *content;
	uint8_t *bytes; /* of its save */
	size_t size;
};

static inline struct shown_origin shown_origin_of(
	const struct content *content, const struct game *game)
{
	struct shown_origin origin = {.content = content};
	origin.bytes = game_snapshot(game, &origin.size);
	return origin;
}

static inline struct game *shown_again(const struct shown_origin *origin)
{
	struct complaint complaint;
	struct game *again = game_load(origin->content, origin->bytes, origin->size, &complaint);
	assert_non_null(again);
	return again;
}

/* The content of a bundle. */
static inline struct content *shown_content(const char *path)
{
	struct complaint complaint;
	FILE *file = fopen(path, "rb");
	assert_non_null(file);
	assert_int_equal(fseek(file, 0, SEEK_END), 0);
	size_t size = (size_t)ftell(file);
	rewind(file);
	uint8_t *bytes = malloc(size);
	assert_non_null(bytes);
	assert_int_equal(fread(bytes, 1, size, file), size);
	fclose(file);
	struct content *content = content_from_bundle(bytes, size, &complaint);
	assert_non_null(content);
	free(bytes);
	return content;
}

#endif
