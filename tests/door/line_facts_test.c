/*
 * The facts in the answers of line mode equal the facts of the view, as sets, on every turn of
 * recorded games; and a control that drops one fact fails.
 *
 * The answers are parsed as their reader hears them. The facts of the view are collected from its
 * cells, creatures and status, not by the functions that make the answers.
 */
#include "tests/test.h"

#include "door/bot/bot.h"
#include "door/line/line.h"
#include "tests/door/line_hearing.h"
#include "tests/engine/stock_tests.h"

#include <ctype.h>

#define GAMES 2 /* in `make test`; TRAPDOOR_SOAK says how many in `make soak` */
#define FACTS_MAX 600
#define FACT_SIZE 200

struct facts {
	size_t count;
	char list[FACTS_MAX][FACT_SIZE];
};

static void fact(struct facts *facts, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
static void fact(struct facts *facts, const char *format, ...)
{
	va_list list;
	assert_true(facts->count < FACTS_MAX);
	va_start(list, format);
	vsnprintf(facts->list[facts->count++], FACT_SIZE, format, list);
	va_end(list);
}

static int compare(const void *one, const void *other)
{
	return strcmp(one, other);
}

static bool are_equal(struct facts *one, struct facts *other)
{
	qsort(one->list, one->count, FACT_SIZE, compare);
	qsort(other->list, other->count, FACT_SIZE, compare);
	if (one->count != other->count)
		return false;
	for (size_t i = 0; i < one->count; i++)
		if (strcmp(one->list[i], other->list[i]) != 0)
			return false;
	return true;
}

static void show_difference(const struct facts *view, const struct facts *heard)
{
	for (size_t i = 0; i < view->count; i++)
		if (!bsearch(view->list[i], heard->list, heard->count, FACT_SIZE, compare))
			fprintf(stderr, "not heard: %s\n", view->list[i]);
	for (size_t i = 0; i < heard->count; i++)
		if (!bsearch(heard->list[i], view->list, view->count, FACT_SIZE, compare))
			fprintf(stderr, "not in the view: %s\n", heard->list[i]);
}

/* ---- The facts of the view ---- */

static const char *state_of(const struct view_creature *creature)
{
	if (creature->captive || creature->ally)
		return creature->captive ? "captive" : "with you";
	if (creature->asleep || creature->fleeing)
		return creature->asleep ? "asleep" : "fleeing";
	return creature->unaware ? "unaware of you" : "noticed you";
}

static void view_creatures(struct facts *facts, const struct view *view)
{
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *it = &view->creatures[i];
		fact(facts, "%s|%s|%d%%|%d,%d", it->name, state_of(it), it->health_percent,
			it->x - view->hero_x, it->y - view->hero_y);
	}
}

/* Ground of one name is one fact: its number of cells, and the distance of the nearest. */
struct grouped {
	char name[80];
	bool harms, seen;
	int count, distance;
};

static void group(struct grouped *groups, size_t *count, const char *name, bool harms, bool seen,
	int distance)
{
	size_t i = 0;
	while (i < *count && (strcmp(groups[i].name, name) != 0 || groups[i].harms != harms ||
				     groups[i].seen != seen))
		i++;
	if (i == *count) {
		assert_true(i < 64);
		groups[i] = (struct grouped){.harms = harms, .seen = seen, .distance = distance};
		snprintf(groups[i].name, sizeof groups[i].name, "%s", name);
		++*count;
	}
	groups[i].count++;
	groups[i].distance = distance < groups[i].distance ? distance : groups[i].distance;
}

static int far(int dx, int dy)
{
	return abs(dx) > abs(dy) ? abs(dx) : abs(dy);
}

/* Items, doors and stairs one by one; other notable ground by its name. `known`: also what is
 * remembered. */
static void view_things(
	struct facts *facts, const struct game *game, const struct view *view, bool known)
{
	struct grouped groups[64];
	size_t count = 0;
	for (int at = 0; at < view->width * view->height; at++) {
		int x = at % view->width, y = at / view->width, dx = x - view->hero_x,
		    dy = y - view->hero_y, price = game_price(game, x, y);
		unsigned flags = view->cells[at].flags;
		bool seen = flags & CELL_VISIBLE, harms = flags & CELL_HARM;
		char name[80];
		bool hides = flags & (CELL_HERO | CELL_CREATURE) || !(flags & CELL_KNOWN);
		if (hides || (!seen && !known) || !game_name(game, x, y, name, sizeof name))
			continue;
		char air[80];
		bool way = game_is_door(game, x, y) || game_knows_stairs(game, x, y, true) ||
			   game_knows_stairs(game, x, y, false);
		if (flags & CELL_ITEM)
			fact(facts, "%s|%d gold|%s|%d,%d", name, price, seen ? "" : "remembered",
				dx, dy);
		else if (way)
			fact(facts, "%s|0 gold|%s|%d,%d", name, seen ? "" : "remembered", dx, dy);
		else if (game_air(game, x, y, air, sizeof air))
			group(groups, &count, air, harms, true, far(dx, dy));
		else if (harms && seen)
			group(groups, &count, name, true, true, far(dx, dy));
		else if (!harms && (seen ? game_notable(game, x, y) : game_is_landmark(game, x, y)))
			group(groups, &count, name, false, seen, far(dx, dy));
	}
	for (size_t i = 0; i < count; i++)
		fact(facts, "%s|%s|%s|%d cells|%d", groups[i].name,
			groups[i].harms ? "harmful" : "", groups[i].seen ? "" : "remembered",
			groups[i].count, groups[i].distance);
}

/* Returns the distance of the nearest known free cell without harm; 0: none is known. */
static int nearest_safe(const struct view *view)
{
	int least = 0;
	for (int at = 0; at < view->width * view->height; at++) {
		unsigned flags = view->cells[at].flags;
		int apart = far(at % view->width - view->hero_x, at / view->width - view->hero_y);
		if ((flags & CELL_KNOWN) && !(flags & (CELL_STOPS | CELL_HARM | CELL_CREATURE)) &&
			apart > 0 && (!least || apart < least))
			least = apart;
	}
	return least;
}

static void view_exits(struct facts *facts, const struct view *view)
{
	for (int i = 0; i < DIR_COUNT; i++) {
		int x = view->hero_x + direction_dx[i], y = view->hero_y + direction_dy[i];
		unsigned flags = x < 0 || y < 0 || x >= view->width || y >= view->height
					 ? 0
					 : view->cells[y * view->width + x].flags;
		if ((flags & CELL_KNOWN) && !(flags & CELL_STOPS))
			fact(facts, "exit %s", line_direction_word((enum direction)i));
		if ((flags & CELL_KNOWN) && !(flags & CELL_STOPS) && flags & CELL_HARM)
			fact(facts, "harmful %s", line_direction_word((enum direction)i));
	}
	if (view->cells[view->hero_y * view->width + view->hero_x].flags & CELL_HARM)
		fact(facts, "harmful here, safe at %d", nearest_safe(view));
}

static void view_hero(struct facts *facts, const struct view *view)
{
	int noticed = 0;
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *it = &view->creatures[i];
		noticed += !it->ally && !it->captive && !it->asleep && !it->unaware;
	}
	fact(facts, "lit %d", view->status.lit);
	fact(facts, "noise %d", view->status.noise);
	fact(facts, "noticed by %d", noticed);
	for (size_t i = 0; i < view->ground_count; i++)
		fact(facts, "underfoot %s", view->ground[i].name);
}

static void view_health(struct facts *facts, const struct game *game, const struct view *view)
{
	const struct view_status *status = &view->status;
	struct state_line state;
	fact(facts, "health %d of %d", status->health, status->health_max);
	if (status->mana_max)
		fact(facts, "mana %d of %d", status->mana, status->mana_max);
	fact(facts, "food %d", status->food);
	fact(facts, "gold %d", status->gold);
	for (size_t i = 0; game_state_line(game, i, &state); i++)
		fact(facts, "state %s for %d", state.word, state.turns);
	if (view->choice != CHOICE_NONE)
		fact(facts, "a choice waits");
}

/* ---- The facts of the answers ---- */

/* A thing with a state is a creature; of the others the game knows whether one name is one fact. */
static void hear_fact(
	struct facts *facts, const struct game *game, const struct view *view, const char *text)
{
	struct heard_thing it;
	hear_thing(text, &it);
	int x = view->hero_x + it.dx, y = view->hero_y + it.dy;
	bool single = game_is_door(game, x, y) || game_knows_stairs(game, x, y, true) ||
		      game_knows_stairs(game, x, y, false) ||
		      view->cells[y * view->width + x].flags & CELL_ITEM;
	if (*it.state)
		fact(facts, "%s|%s|%d%%|%d,%d", it.name, it.state, it.percent, it.dx, it.dy);
	else if (single)
		fact(facts, "%s|%d gold|%s|%d,%d", it.name, it.price,
			it.remembered ? "remembered" : "", it.dx, it.dy);
	else
		fact(facts, "%s|%s|%s|%d cells|%d", it.name, it.harms ? "harmful" : "",
			it.remembered ? "remembered" : "", it.more + 1, far(it.dx, it.dy));
}

static void hear_exits(struct facts *facts, const char *list)
{
	char copy[200], *state = NULL;
	snprintf(copy, sizeof copy, "%.199s", list);
	for (char *word = strtok_r(copy, ", ", &state); word; word = strtok_r(NULL, ", ", &state))
		if (line_direction(word) != DIR_COUNT)
			fact(facts, "exit %.20s", word);
	if (strstr(list, "all directions"))
		for (int i = 0; i < DIR_COUNT; i++)
			fact(facts, "exit %s", line_direction_word((enum direction)i));
}

static void hear_harm(struct facts *facts, char *list)
{
	char *state = NULL;
	for (char *word = strtok_r(list, ", ", &state); word; word = strtok_r(NULL, ", ", &state))
		fact(facts, "harmful %.20s", word);
}

/* Reads one line of an answer. False if it is none of the sentences with facts. */
static void hear_line(
	struct facts *facts, const struct game *game, const struct view *view, char *line)
{
	static const char *const labels[] = {
		"Creatures: ", "Harm: ", "Items: ", "Ways: ", "Places: "};
	int noise, noticed;
	char light[8];
	size_t length = strlen(line);
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
		size_t label = strlen(labels[i]);
		if (strncmp(line, labels[i], label) != 0)
			continue;
		line[length - 1] = 0;
		for (char *at = line + label; at;) {
			char *next = strstr(at, "; ");
			if (next)
				*next = 0;
			hear_fact(facts, game, view, at);
			at = next ? next + 2 : NULL;
		}
		return;
	}
	if (strncmp(line, "Exits: ", 7) == 0) {
		line[length - 1] = 0;
		hear_exits(facts, line + 7);
	} else if (strncmp(line, "Harmful steps: ", 15) == 0) {
		line[length - 1] = 0;
		hear_harm(facts, line + 15);
	} else if (strncmp(line, "It is harmful here.", 19) == 0) {
		int dx = 0, dy = 0;
		if (strstr(line, "ground: "))
			hear_offset(strstr(line, "ground: ") + 8, &dx, &dy);
		fact(facts, "harmful here, safe at %d", far(dx, dy));
	} else if (strncmp(line, "Here lies: ", 11) == 0) {
		line[length - 1] = 0;
		for (char *at = line + 11; at;) {
			char *next = strstr(at, "; "), *price;
			if (next)
				*next = 0;
			if ((price = strstr(at, ", for ")) != NULL)
				*price = 0;
			fact(facts, "underfoot %.150s", at);
			at = next ? next + 2 : NULL;
		}
	} else if (sscanf(line, "You are in the %7[a-z]. Your noise is %d. %d enem", light, &noise,
			   &noticed) >= 2) {
		noticed = strstr(line, "No enemy") ? 0 : noticed;
		fact(facts, "lit %d", strncmp(light, "light", 5) == 0);
		fact(facts, "noise %d", noise);
		fact(facts, "noticed by %d", noticed);
	}
}

static void hear(struct facts *facts, const struct game *game, const struct view *view,
	const struct ui_text *text)
{
	char line[4000];
	for (const char *at = text->text ? text->text : ""; *at;) {
		size_t length = strcspn(at, "\n");
		snprintf(line, sizeof line, "%.*s", (int)length, at);
		hear_line(facts, game, view, line);
		at += length + (at[length] == '\n');
	}
}

static void hear_list(struct facts *facts, const struct game *game, const struct view *view,
	const struct ui_text *text)
{
	char line[400];
	for (const char *at = text->text ? text->text : ""; *at;) {
		size_t length = strcspn(at, "\n");
		snprintf(line, sizeof line, "%.*s", (int)length - 1, at);
		if (strcmp(line, "Nothing notable is known here") != 0)
			hear_fact(facts, game, view, line);
		at += length + (at[length] == '\n');
	}
}

static void hear_health(struct facts *facts, const struct ui_text *text)
{
	int health, most, mana, mana_most, food, level, gold, turns;
	const char *at = text->text;
	assert_int_equal(sscanf(at, "Health %d of %d.", &health, &most), 2);
	fact(facts, "health %d of %d", health, most);
	if (strstr(at, "Mana ") && sscanf(strstr(at, "Mana "), "Mana %d of %d", &mana, &mana_most))
		fact(facts, "mana %d of %d", mana, mana_most);
	assert_int_equal(sscanf(strstr(at, "Food for"), "Food for %d turns. Level %d, gold %d",
				 &food, &level, &gold),
		3);
	fact(facts, "food %d", food);
	fact(facts, "gold %d", gold);
	for (at = strchr(at, '\n'); at && at[1]; at = strchr(at + 1, '\n')) {
		char word[64] = "";
		if (strncmp(at + 1, "A choice waits", 14) == 0) {
			fact(facts, "a choice waits");
			continue;
		}
		if (strncmp(at + 1, "You carry the goal", 18) == 0)
			continue;
		sscanf(at + 1, "%63[^,:]", word);
		if (sscanf(at + 1 + strlen(word), ", %d turn", &turns) != 1)
			turns = 0;
		fact(facts, "state %s for %d", word, turns);
	}
}

/* ---- The comparison ---- */

struct counted {
	unsigned turns, facts, controls;
	struct line_letters letters;
};

static void expect_equal(struct facts *view, struct facts *heard, const struct ui_text *text)
{
	if (are_equal(view, heard))
		return;
	show_difference(view, heard);
	fprintf(stderr, "the answer was:\n%s\n", text->text);
	fail();
}

/* A fact less is noticed. */
static void expect_control(struct counted *counted, struct facts *view, struct facts *heard)
{
	if (heard->count == 0)
		return;
	size_t drop = counted->turns % heard->count;
	memmove(heard->list[drop], heard->list[drop + 1], FACT_SIZE * (heard->count - drop - 1));
	heard->count--;
	assert_false(are_equal(view, heard));
	counted->controls++;
}

static struct facts view_facts, heard_facts;

/* Screen readers skip other signs, or spell them. */
static void expect_speakable(const struct ui_text *text)
{
	static const char signs[] = " \n.,;:'\"?!()+-%/";
	for (const char *at = text->text ? text->text : ""; *at; at++)
		if (!isalnum((unsigned char)*at) && !strchr(signs, *at))
			fail_msg("%c cannot be spoken in:\n%s", *at, text->text);
}

static void compare_answers(
	struct counted *counted, const struct game *game, const struct view *view)
{
	static struct line_things things;
	struct ui_text look = {0}, list = {0}, where = {0}, health = {0};
	line_things(game, view, &counted->letters, &things);
	line_look(&look, game, view, &things);
	line_list(&list, &things, view, LINE_THINGS_MAX);
	line_where(&where, game, view, &things);
	line_health(&health, game, view);
	expect_speakable(&look);
	expect_speakable(&list);
	expect_speakable(&where);
	expect_speakable(&health);

	view_facts.count = heard_facts.count = 0;
	view_creatures(&view_facts, view);
	view_things(&view_facts, game, view, false);
	view_exits(&view_facts, view);
	view_hero(&view_facts, view);
	hear(&heard_facts, game, view, &look);
	expect_equal(&view_facts, &heard_facts, &look);
	counted->facts += (unsigned)view_facts.count;
	expect_control(counted, &view_facts, &heard_facts);

	view_facts.count = heard_facts.count = 0;
	view_creatures(&view_facts, view);
	view_things(&view_facts, game, view, true);
	hear_list(&heard_facts, game, view, &list);
	expect_equal(&view_facts, &heard_facts, &list);
	expect_control(counted, &view_facts, &heard_facts);

	view_facts.count = heard_facts.count = 0;
	view_exits(&view_facts, view);
	view_hero(&view_facts, view);
	hear(&heard_facts, game, view, &where);
	expect_equal(&view_facts, &heard_facts, &where);

	view_facts.count = heard_facts.count = 0;
	view_health(&view_facts, game, view);
	hear_health(&heard_facts, &health);
	expect_equal(&view_facts, &heard_facts, &health);
	free(look.text);
	free(list.text);
	free(where.text);
	free(health.text);
}

static void before_choice(void *context, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses)
{
	struct counted *counted = context;
	(void)bot;
	counted->turns++;
	compare_answers(counted, game, &senses->view);
}

static void answers_hold_the_facts_of_the_view(void **state)
{
	const char *soak = getenv("TRAPDOOR_SOAK");
	int games = soak && atoi(soak) > 0 ? atoi(soak) : GAMES;
	struct counted counted = {0};
	const struct bot_witness witness = {&counted, before_choice, NULL};
	(void)state;
	for (int i = 0; i < games; i++) {
		struct seed seed = {{0x11, (uint8_t)i, (uint8_t)(i >> 8)}};
		struct bot_game played;
		bot_play_before("cautious", stock, &seed, bot_birth(i % 2), 0, &witness, &played);
	}
	assert_true(counted.turns > 500 && counted.controls > 500);
	print_message(
		"%d games, %u turns, %u facts of look\n", games, counted.turns, counted.facts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_hold_the_facts_of_the_view),
	};
	return stock_run(stock_content(), tests);
}
