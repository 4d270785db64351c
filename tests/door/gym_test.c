/*
 * The gym: a line for a line, whatever the line is; what it lists is taken, all that bots do is
 * listed, and what is not is refused and changes nothing.
 */
#include "tests/test.h"

#include <jansson.h>

#include "door/bot/bot.h"
#include "door/gym/gym.h"
#include "engine/rules/rules.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct gym *new_gym(void)
{
	return gym_new(stock, bot_birth(false), &(struct seed){{0x9a}});
}

static json_t *parsed(char *line)
{
	assert_null(strchr(line, '\n'));
	json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	if (!json)
		fail_msg("this is no JSON: %.300s", line);
	free(line);
	return json;
}

static json_t *asked(struct gym *gym, const char *line)
{
	return parsed(gym_answer(gym, line, strlen(line)));
}

static json_t *done(struct gym *gym, const char *command)
{
	char line[80];
	snprintf(line, sizeof line, "{\"do\": \"%s\"}", command);
	return asked(gym, line);
}

static bool is_error(const json_t *answer)
{
	return json_is_string(json_object_get(answer, "error"));
}

/* ---- Lines ---- */

static void a_game_names_its_handicaps(void **state)
{
	struct birth birth = *bot_birth(false);
	(void)state;
	birth_add_handicap(&birth, "half-food");
	struct gym *gym = gym_new(stock, &birth, &(struct seed){{0x9a}});
	json_t *first = parsed(gym_begin(gym));
	const json_t *names = json_object_get(json_object_get(first, "began"), "handicaps");
	assert_string_equal(json_string_value(json_array_get(names, 0)), "half-food");
	json_decref(first);
	gym_free(gym);
}

static void the_first_line_is_a_game(void **state)
{
	(void)state;
	struct gym *gym = new_gym();
	json_t *first = parsed(gym_begin(gym));
	const json_t *began = json_object_get(first, "began"), *map = json_object_get(first, "map");
	assert_int_equal(json_integer_value(json_object_get(began, "gym")), GYM_FORMAT);
	assert_int_equal(json_integer_value(json_object_get(began, "rules")), ENGINE_RULES_VERSION);
	assert_string_equal(json_string_value(json_object_get(began, "game")), "Trapdoor");
	assert_int_equal(json_array_size(json_object_get(began, "handicaps")), 0);
	assert_int_equal(json_integer_value(json_object_get(first, "step")), 0);
	assert_int_equal(json_array_size(map), json_array_size(json_object_get(first, "cells")));
	for (size_t i = 0; i < json_array_size(map); i++)
		assert_int_equal(json_string_length(json_array_get(map, i)), 80);
	assert_null(json_object_get(first, "end"));
	json_decref(first);
	gym_free(gym);
}

/* A key that is told in part, and cut within a character. */
static const char cut_character[] =
	"{\"x\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\"
	"u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\": 1}";

static void what_is_no_request_is_told_in_a_sentence(void **state)
{
	static const char *const lines[] = {"", "x", "{", "[]", "3", "{}", "{\"do\": 3}",
		"{\"do\": \"\"}", "{\"do\": \"dance\"}", "{\"do\": \"step\"}",
		"{\"do\": \"throw a\"}", "{\"do\": \"drop z\"}", "{\"do\": \"debug 1\"}",
		"{\"do\": \"wait\", \"look\": [1, 1]}", "{\"look\": 3}", "{\"look\": [1]}",
		"{\"look\": [-1, 3]}", "{\"look\": [80, 3]}", "{\"look\": [\"a\", 3]}",
		"{\"new\": 1}", "{\"new\": {\"seed\": \"x\"}}", "{\"new\": {\"seed\": 12}}",
		"{\"new\": {\"name\": \"\"}}", "{\"new\": {\"name\": \"\\u001b[2J\"}}",
		"{\"new\": {\"size\": 3}}", "{\"do\": \"wait\", \"do\": \"wait\"}", "{\"fly\": 1}",
		cut_character};
	(void)state;
	struct gym *gym = new_gym(), *calm = new_gym();
	free(gym_begin(gym));
	free(gym_begin(calm));
	for (size_t i = 0; i < COUNT(lines); i++) {
		json_t *answer = asked(gym, lines[i]);
		if (!is_error(answer) || json_object_size(answer) != 1)
			fail_msg("%s is not refused", lines[i]);
		json_decref(answer);
	}
	json_t *raw = parsed(gym_answer(gym, "\0\xff{", 3));
	assert_true(is_error(raw));
	json_decref(raw);
	char *one = gym_answer(gym, "{\"do\":\"wait\"}", 13);
	char *other = gym_answer(calm, "{\"do\":\"wait\"}", 13);
	assert_string_equal(one, other);
	free(one);
	free(other);
	gym_free(gym);
	gym_free(calm);
}

static void a_game_ends_and_another_begins(void **state)
{
	(void)state;
	struct gym *gym = new_gym();
	free(gym_begin(gym));
	json_t *ended = done(gym, "quit");
	const json_t *end = json_object_get(ended, "end");
	assert_string_equal(json_string_value(json_object_get(end, "outcome")), "quit");
	assert_string_equal(json_string_value(json_object_get(end, "seed")),
		"9a000000000000000000000000000000");
	assert_int_equal(json_array_size(json_object_get(ended, "legal")), 0);
	assert_int_equal(json_array_size(json_object_get(ended, "aim")), 0);
	json_decref(ended);
	json_t *after = done(gym, "wait");
	assert_true(is_error(after));
	json_decref(after);
	char *one = gym_answer(gym, "{\"new\":{\"seed\":\"7\",\"name\":\"Ada\"}}", 33);
	assert_non_null(strstr(one, "\"name\":\"Ada\""));
	assert_non_null(strstr(one, "Ada, the line is open"));
	char *again = gym_answer(gym, "{\"new\":{\"seed\":\"7\"}}", 20);
	assert_string_equal(one, again);
	char *drawn = gym_answer(gym, "{\"new\":{}}", 10);
	assert_string_not_equal(one, drawn);
	assert_null(strstr(drawn, "seed"));
	free(one);
	free(again);
	free(drawn);
	gym_free(gym);
}

/* That he swims where it takes his health, and what a step would cost, are told before they cost.
 */
static void water_and_prices_are_told(void **state)
{
	(void)state;
	struct game *game = game_new(stock, &(struct seed){{0x9a}}, bot_birth(false));
	struct gym_menu *menu = calloc(1, sizeof *menu);
	struct json_out out = {0};
	struct view view;
	game_view(game, &view);
	strcpy(view.status.swims, "swimming");
	view.step_price[DIR_E] = 30;
	gym_menu_fill(menu, game, &view);
	json_out_open(&out, '{');
	gym_observation(&out, stock, game, &view, menu, 0);
	json_out_close(&out, '}');
	json_out_end(&out);
	json_t *shown = parsed(out.bytes);
	const json_t *prices = json_object_get(shown, "step_price");
	assert_string_equal(
		json_string_value(json_object_get(json_object_get(shown, "status"), "swims")),
		"swimming");
	assert_int_equal(json_object_size(prices), 1);
	assert_int_equal(json_integer_value(json_object_get(prices, "step e")), 30);
	json_decref(shown);
	free(menu);
	game_free(game);
}

/* The odds and the pace of creatures, the turns that conditions last, and stairs below an item. */
static void figures_are_told(void **state)
{
	(void)state;
	struct game *game = game_new(stock, &(struct seed){{0x9a}}, bot_birth(false));
	struct gym_menu *menu = calloc(1, sizeof *menu);
	struct json_out out = {0};
	struct view view;
	const struct creature *hero = game_hero(game);
	int x = hero->x, y = hero->y;
	place_set_terrain(game, x + 1, y, stock->terrain.stairs_down);
	item_to_floor(game, (struct item){.kind = stock->gold, .count = 1}, x + 1, y);
	game->creatures[HERO].status[STATUS_POISONED] = 12;
	game->creatures[HERO].status[STATUS_HASTED] = 7;
	senses_look(game);
	game_view(game, &view);
	view.creature_count = 1;
	view.creatures[0] = (struct view_creature){.name = "still",
		.description = "",
		.pace = "It is fast.",
		.kills_in = 3,
		.falls_in = 4};
	gym_menu_fill(menu, game, &view);
	json_out_open(&out, '{');
	gym_observation(&out, stock, game, &view, menu, 0);
	json_out_close(&out, '}');
	json_out_end(&out);
	const char *const parts[] = {"\"kills_in\":3", "\"falls_in\":4", "\"pace\":\"It is fast.\"",
		"\"lasts\":{\"poisoned\":12,\"quick\":7}"};
	for (size_t i = 0; i < COUNT(parts); i++)
		if (!strstr(out.bytes, parts[i]))
			fail_msg("%s is not in %s", parts[i], out.bytes);
	json_t *shown = parsed(out.bytes);
	const json_t *stairs = json_object_get(shown, "stairs");
	bool found = false;
	for (size_t i = 0; i < json_array_size(stairs); i++) {
		const json_t *one = json_array_get(stairs, i), *at = json_object_get(one, "at");
		found |= !strcmp(json_string_value(json_object_get(one, "way")), "down") &&
			 json_integer_value(json_array_get(at, 0)) == x + 1 &&
			 json_integer_value(json_array_get(at, 1)) == y;
	}
	assert_true(found);
	json_decref(shown);
	free(menu);
	game_free(game);
}

static void lines_come_and_go_on_streams(void **state)
{
	char input[GYM_LINE_MAX + 200], *output = NULL;
	size_t size, lines = 0;
	(void)state;
	memset(input, 'x', sizeof input);
	input[GYM_LINE_MAX + 1] = '\n';
	strcpy(input + GYM_LINE_MAX + 2, "{\"do\":\"wait\"}\n{\"do\":\"search\"}");
	struct gym *gym = new_gym();
	FILE *in = fmemopen(input, strlen(input), "r"), *out = open_memstream(&output, &size);
	assert_true(gym_serve(gym, in, out));
	fclose(in);
	fclose(out);
	for (const char *at = output; (at = strchr(at, '\n')); at++)
		lines++;
	assert_int_equal(lines, 4);
	assert_non_null(strstr(output, "\n{\"error\":\"a line has at most 4096 bytes"));
	assert_non_null(strstr(output, "\n{\"step\":1,"));
	assert_non_null(strstr(output, "\n{\"step\":2,"));
	free(output);
	gym_free(gym);
}

/* ---- The menu of actions ---- */

struct listing {
	struct gym_menu menu;
	struct view view;
	struct bot_senses senses;
	unsigned asked, aimed;
};

/* All that is listed is allowed, with each cell that it says. */
static void check_offer(
	struct game *game, struct listing *listing, const struct gym_offer *offer, unsigned draw)
{
	const struct view *view = &listing->view;
	struct command command = offer->command;
	for (int tries = 0; tries < 6; tries++, draw = draw * 1103515245u + 12345u) {
		command.x = (int16_t)((draw >> 8) % (unsigned)view->width);
		command.y = (int16_t)((draw >> 20) % (unsigned)view->height);
		if (offer->cells == GYM_LISTED) {
			size_t at = offer->first + (draw >> 8) % offer->count;
			command.x = listing->menu.cells[at][0];
			command.y = listing->menu.cells[at][1];
		}
		if (!gym_menu_has(&listing->menu, view, &command))
			continue;
		listing->aimed += offer->cells != GYM_NO_CELL;
		if (!game_allows(game, &command))
			fail_msg("%s %d %d,%d is listed, and not allowed",
				verb_row((enum verb)command.verb)->word, command.item, command.x,
				command.y);
	}
}

/* A bot's command must be among what was listed before it. */
static void follow(void *context, struct game *game, const struct command *command)
{
	struct listing *listing = context;
	if (listing->asked++ > 0 && !gym_menu_has(&listing->menu, &listing->view, command))
		fail_msg("%s %d %d %d,%d was taken, and is not listed",
			verb_row((enum verb)command->verb)->word, command->direction, command->item,
			command->x, command->y);
	/* The view's cells are the game's until its next call. */
	game_view(game, &listing->view);
	gym_menu_fill(&listing->menu, game, &listing->view);
	if (listing->asked % 8 == 0)
		for (size_t i = 0; i < listing->menu.offer_count; i++)
			check_offer(game, listing, &listing->menu.offers[i],
				listing->asked * 7919u + (unsigned)i);
	game_view(game, &listing->view);
}

static void all_that_bots_do_is_listed(void **state)
{
	static const struct {
		const char *bot;
		int games;
	} rows[] = {{"cautious", 2}, {"random", 2}, {"reckless", 3}};
	(void)state;
	struct listing *listing = calloc(1, sizeof *listing);
	for (size_t row = 0; row < COUNT(rows); row++)
		for (int number = 0; number < rows[row].games; number++) {
			struct seed seed = {{0x9b, (uint8_t)number}};
			struct bot_game played;
			listing->asked = 0;
			bot_play(rows[row].bot, stock, &seed, bot_birth(true), follow, listing,
				&played);
			assert_true(listing->asked > 0);
		}
	assert_true(listing->aimed > 1000);
	free(listing);
}

static uint32_t drawn_below(uint32_t *draw, uint32_t bound)
{
	*draw = *draw * 1103515245u + 12345u;
	return (*draw >> 16) % bound;
}

/* Any line of a command, listed or not: the gym takes just what it lists. */
static void what_is_not_listed_is_refused(void **state)
{
	static const char *const words[] = {"step n", "step se", "open e", "close w", "up", "down",
		"pick_up 0", "drop b", "wield a", "wear b", "quaff d", "read a", "eat c",
		"choose 1", "choose 3", "wait"};
	(void)state;
	struct gym *gym = new_gym();
	uint32_t draw = 1;
	json_t *seen = parsed(gym_begin(gym));
	for (int turn = 0; turn < 300 && !json_object_get(seen, "end"); turn++) {
		const char *word = words[drawn_below(&draw, COUNT(words))];
		const json_t *legal = json_object_get(seen, "legal");
		bool listed = false;
		for (size_t i = 0; i < json_array_size(legal); i++)
			listed = listed ||
				 strcmp(json_string_value(json_array_get(legal, i)), word) == 0;
		json_t *answer = done(gym, word);
		if (is_error(answer) == listed)
			fail_msg("%s is %s, and the answer is %s", word,
				listed ? "listed" : "not listed",
				listed ? "an error" : "an observation");
		json_decref(listed ? seen : answer);
		seen = listed ? answer : seen;
	}
	assert_true(json_integer_value(json_object_get(seen, "step")) > 10);
	json_decref(seen);
	gym_free(gym);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_line_is_a_game),
		cmocka_unit_test(a_game_names_its_handicaps),
		cmocka_unit_test(what_is_no_request_is_told_in_a_sentence),
		cmocka_unit_test(a_game_ends_and_another_begins),
		cmocka_unit_test(water_and_prices_are_told),
		cmocka_unit_test(figures_are_told),
		cmocka_unit_test(lines_come_and_go_on_streams),
		cmocka_unit_test(all_that_bots_do_is_listed),
		cmocka_unit_test(what_is_not_listed_is_refused),
	};
	return stock_run(stock_content(), tests);
}
