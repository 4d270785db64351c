/*
 * What the lab tells of games: a chronicle changes nothing and its parts agree; a kind that is
 * taken away is away, and what depends on it is noticed; reports and comparisons count rightly.
 */
#include "tests/test.h"
#include <unistd.h>

#include "door/record/game_record.h"
#include "door/record/ablation.h"
#include "door/report/report.h"
#include "door/report/sheet.h"
#include "engine/rules/rules.h"
#include "tests/engine/stock.h"
#include "engine/lab/lab.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct content *stock;

/* ---- Chronicles ---- */

static json_t *chronicled(const char *bot, const struct seed *seed, struct bot_game *played)
{
	struct chronicle *chronicle = chronicle_new(stock);
	const struct bot_witness witness = {chronicle, chronicle_asks, chronicle_follows};
	bot_play_before(bot, stock, seed, bot_birth(false), 0, &witness, played);
	json_t *told = chronicle_json(chronicle, played);
	chronicle_free(chronicle);
	return told;
}

/* What was asked to be carried out is done by the last command of all. */
static void a_quest_done_by_leaving_is_done(void **state)
{
	(void)state;
	struct chronicle *chronicle = chronicle_new(stock);
	struct game *game = game_new(stock, &(struct seed){{0xc8}}, bot_birth(false));
	const struct command up = {.verb = VERB_UP};
	struct bot_game played = {.result.outcome = OUTCOME_LEFT};
	for (uint16_t quest = 0; quest < stock->counts.quests; quest++) {
		struct item ring = {.kind = stock->quests[quest].thing, .count = 1};
		if (strcmp(stock->quests[quest].id, "wedding-ring") != 0)
			continue;
		game->knowledge.quests[quest] = 1 + QUEST_OPEN;
		item_into_pack(game, ring);
	}
	for (int at = 0; at < game->level->width * game->level->height; at++)
		if (game->level->terrain[at] == stock->terrain.stairs_up &&
			creature_at(game, at % game->level->width, at / game->level->width) != HERO)
			creature_move(game, HERO, at % game->level->width, at / game->level->width);
	assert_int_equal(game_act(game, &up), VERDICT_SPENT);
	chronicle_follows(chronicle, game, &up);
	json_t *told = chronicle_json(chronicle, &played);
	const json_t *quest = json_array_get(json_object_get(told, "quests"), 0);
	assert_string_equal(json_string_value(json_object_get(quest, "state")), "done");
	json_decref(told);
	game_free(game);
	chronicle_free(chronicle);
}

static json_int_t sum_of(const json_t *list, const char *key)
{
	json_int_t sum = 0;
	size_t i;
	json_t *value;
	json_array_foreach(list, i, value) sum += json_integer_value(json_object_get(value, key));
	return sum;
}

static json_int_t sum_of_values(json_t *object)
{
	json_int_t sum = 0;
	const char *key;
	json_t *value;
	json_object_foreach(object, key, value) sum += json_integer_value(value);
	return sum;
}

static void a_chronicle_changes_nothing_and_adds_up(void **state)
{
	(void)state;
	for (size_t i = 0; bot_name(i); i++) {
		struct seed seed = {{0xc7, (uint8_t)i}};
		struct bot_game alone, watched;
		bot_play(bot_name(i), stock, &seed, bot_birth(false), NULL, NULL, &alone);
		json_t *told = chronicled(bot_name(i), &seed, &watched);
		assert_true(alone.digest == watched.digest);
		assert_int_equal(alone.commands, watched.commands);
		const json_t *depths = json_object_get(told, "depths");
		assert_int_equal(sum_of_values(json_object_get(told, "verbs")), watched.commands);
		assert_int_equal(sum_of(depths, "turns"), watched.result.turns);
		assert_int_equal(
			sum_of_values(json_object_get(told, "places")), watched.result.turns);
		assert_int_equal(sum_of(depths, "commands"), watched.commands);
		json_int_t keys = json_integer_value(json_object_get(told, "keys"));
		assert_true(keys > 0 && keys < 3 * (json_int_t)watched.commands);
		assert_non_null(json_object_get(json_object_get(told, "items"), "screwdriver"));
		bool known = false;
		for (size_t nth = 0; lab_level_kind(stock, nth); nth++)
			known = known || json_object_get(json_object_get(told, "places"),
						 lab_level_kind(stock, nth));
		assert_true(known);
		json_decref(told);
	}
}

static void who_killed_him_is_marked(void **state)
{
	(void)state;
	int killed = 0;
	for (int number = 0; number < 3; number++) {
		struct seed seed = {{0xc8, (uint8_t)number}};
		struct bot_game played;
		json_t *told = chronicled("reckless", &seed, &played);
		const json_t *creatures = json_object_get(told, "creatures");
		const json_t *killer = json_object_get(creatures, played.result.killer);
		if (played.result.killer[0]) {
			assert_true(json_is_true(json_object_get(killer, "killer")));
			killed++;
		}
		json_decref(told);
	}
	assert_true(killed > 0);
}

/* ---- Influence ---- */

/* A hero on bare floor, with one enemy beside him and one some way off. */
static struct game *duel(int *near, int *far)
{
	struct seed seed = {{0xc9}};
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "Bot"});
	struct creature *hero = game_hero(game);
	int placed = 0, slots[2] = {0, 0};
	game->hero.choices_made = 1;
	for (int slot = HERO + 1; slot < game->creature_top && placed < 2; slot++) {
		int step = placed == 0 ? 1 : 3;
		if (!game->creatures[slot].alive)
			continue;
		for (int direction = 0; direction < DIR_COUNT; direction++) {
			int x = hero->x + step * direction_dx[direction];
			int y = hero->y + step * direction_dy[direction];
			if (!creature_may_stand(game, x, y))
				continue;
			creature_move(game, slot, x, y);
			game->creatures[slot].flags =
				(uint16_t)((game->creatures[slot].flags & ~CREATURE_ASLEEP) |
					   CREATURE_AWARE);
			game->creatures[slot].kind = (uint16_t)placed;
			slots[placed++] = slot;
			break;
		}
	}
	assert_int_equal(placed, 2);
	senses_look(game);
	*near = slots[0];
	*far = slots[1];
	return game;
}

static void a_kind_that_is_taken_away_is_away(void **state)
{
	int near, far;
	struct view view;
	(void)state;
	struct game *game = duel(&near, &far);
	game_view(game, &view);
	size_t cells = (size_t)view.width * (size_t)view.height;
	struct view_cell *with = malloc(cells * sizeof *with), *bare = malloc(cells * sizeof *bare);
	memcpy(with, view.cells, cells * sizeof *with);
	memcpy(bare, view.cells, cells * sizeof *bare);
	lab_cells_without_creature(game, game->creatures[near].kind, bare);
	assert_memory_not_equal(with, bare, cells * sizeof *with);
	creature_remove(game, near);
	senses_look(game);
	game_view(game, &view);
	for (size_t at = 0; at < cells; at++)
		if (view.cells[at].look != bare[at].look || view.cells[at].flags != bare[at].flags)
			fail_msg("cell %zu is %d with %x, and without it %d with %x", at,
				bare[at].look, bare[at].flags, view.cells[at].look,
				view.cells[at].flags);
	free(with);
	free(bare);
	game_free(game);
}

static void what_decides_is_noticed(void **state)
{
	int near, far;
	struct bot_senses senses;
	(void)state;
	struct game *game = duel(&near, &far);
	uint64_t before = game_digest(game);
	struct bot *bot = bot_new("reckless", stock, 5);
	struct influence *influence = influence_new(stock);
	bot_sense(game, false, &senses);
	influence_ask(influence, game, bot, &senses);
	const struct influence_tally *decided =
		influence_of_creature(influence, game->creatures[near].kind);
	const struct influence_tally *stood_by =
		influence_of_creature(influence, game->creatures[far].kind);
	assert_int_equal(decided->asked, 1);
	assert_int_equal(decided->changed[INFLUENCE_FIGHT], 1);
	assert_int_equal(stood_by->asked, 1);
	assert_int_equal(stood_by->changed[INFLUENCE_FIGHT], 0);
	for (int i = 1; i < INFLUENCE_EVERY; i++)
		influence_ask(influence, game, bot, &senses);
	assert_int_equal(decided->asked, 1);
	assert_true(game_digest(game) == before);
	influence_free(influence);
	bot_free(bot);
	game_free(game);
}

static void a_thing_that_would_be_drunk_decides(void **state)
{
	struct bot_senses senses;
	(void)state;
	struct seed seed = {{0xc9}};
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "Bot"});
	game->hero.choices_made = 1;
	game_hero(game)->health = 3;
	struct bot *bot = bot_new("reckless", stock, 5);
	struct influence *influence = influence_new(stock);
	bot_sense(game, false, &senses);
	influence_ask(influence, game, bot, &senses);
	int healing = -1, kinds = 0;
	for (unsigned slot = 0; slot < PACK_MAX; slot++) {
		int kind = lab_kind_carried(game, slot);
		if (kind < 0)
			continue;
		const struct influence_tally *tally = influence_of_item(influence, (size_t)kind);
		kinds++;
		if (tally->changed[INFLUENCE_USE] > 0)
			healing = kind;
	}
	assert_true(kinds > 2 && healing >= 0);
	assert_string_equal(lab_item_kind(stock, (size_t)healing), "mending");
	influence_free(influence);
	bot_free(bot);
	game_free(game);
}

static void a_copied_bot_chooses_the_same(void **state)
{
	(void)state;
	for (size_t i = 0; bot_name(i); i++) {
		struct seed seed = {{0xca}};
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "Bot"});
		struct bot *bot = bot_new(bot_name(i), stock, 5);
		bool refused = false;
		for (int turn = 0; turn < 200 && game_going(game); turn++) {
			struct bot_senses senses;
			bot_sense(game, refused, &senses);
			struct bot *copy = bot_copy(bot);
			struct command other = bot_choose(copy, &senses);
			struct command command = bot_choose(bot, &senses);
			assert_memory_equal(&command, &other, sizeof command);
			bot_free(copy);
			refused = game_act(game, &command) == VERDICT_REFUSED;
		}
		bot_free(bot);
		game_free(game);
	}
}

/* ---- Sheets ---- */

static char *told(const struct sheet *sheet, void (*tell)(const struct sheet *sheet, FILE *file))
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	tell(sheet, file);
	fclose(file);
	return text;
}

static void a_sheet_is_text_and_page(void **state)
{
	(void)state;
	struct sheet *sheet = sheet_new("Rats & <others>");
	sheet_table(sheet, "Table", "name\tnumber");
	sheet_row(sheet, 1, "a\t%d", 5);
	sheet_row(sheet, SHEET_NO_BAR, "longer \"b\"\t%d", 17);
	sheet_note(sheet, "So it is.");
	sheet_plot(sheet, "Plot", "x", "y");
	sheet_line(sheet, "line");
	sheet_point(sheet, 0, 0, 0, 0);
	sheet_point(sheet, 10, 100, 90, 110);
	char *text = told(sheet, sheet_print), *page = told(sheet, sheet_html);
	assert_non_null(strstr(text, "\n  name        number\n  a                5  ####"));
	assert_non_null(strstr(text, "\n  longer \"b\"      17\n"));
	assert_non_null(strstr(text, "       110 |"));
	assert_non_null(strstr(page, "<h1>Rats &amp; &lt;others&gt;</h1>"));
	assert_non_null(strstr(page, "<td>longer &quot;b&quot;</td><td>17</td>"));
	assert_non_null(strstr(page, "<polyline "));
	assert_non_null(strstr(page, "prefers-color-scheme:dark"));
	assert_null(strstr(page, "http-equiv"));
	free(text);
	free(page);
	sheet_free(sheet);
	/* One without points is drawn, too. */
	sheet = sheet_new("Nothing");
	sheet_plot(sheet, "Plot", "x", "y");
	sheet_line(sheet, "line");
	free(told(sheet, sheet_print));
	free(told(sheet, sheet_html));
	sheet_free(sheet);
}

/* ---- Reports ---- */

static json_t *games_of(const char *const lines[], size_t count)
{
	json_t *games = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(games, json_loads(lines[i], 0, NULL));
	assert_int_equal(json_array_size(games), count);
	return games;
}

static const char *const before[] = {
	"{\"seed\":\"1\",\"bot\":\"b\",\"outcome\":\"died\",\"killer\":\"eel\",\"depth\":3,"
	"\"deepest\":3,\"turns\":100,\"score\":10,\"digest\":\"a\"}",
	"{\"seed\":\"2\",\"bot\":\"b\",\"outcome\":\"died\",\"killer\":\"\",\"cause\":"
	"\"starved on depth 4\",\"starved\":true,\"depth\":4,\"deepest\":4,\"turns\":300,"
	"\"score\":20,\"digest\":\"b\"}",
	"{\"seed\":\"3\",\"bot\":\"b\",\"outcome\":\"won\",\"depth\":1,\"deepest\":12,"
	"\"turns\":900,\"score\":30,\"digest\":\"c\"}",
	"{\"seed\":\"4\",\"bot\":\"b\",\"outcome\":\"stalled\",\"turns\":9,\"digest\":\"d\"}"};
/* In another order, one of them missing. */
static const char *const after[] = {
	"{\"seed\":\"3\",\"bot\":\"b\",\"outcome\":\"won\",\"depth\":1,\"deepest\":12,"
	"\"turns\":900,\"score\":30,\"digest\":\"c\"}",
	"{\"seed\":\"1\",\"bot\":\"b\",\"outcome\":\"won\",\"depth\":1,\"deepest\":12,"
	"\"turns\":700,\"score\":40,\"digest\":\"e\"}",
	"{\"seed\":\"2\",\"bot\":\"b\",\"outcome\":\"died\",\"killer\":\"\",\"cause\":"
	"\"starved on depth 4\",\"starved\":true,\"depth\":4,\"deepest\":4,\"turns\":300,"
	"\"score\":50,\"digest\":\"f\"}"};

static void a_report_counts_rightly(void **state)
{
	(void)state;
	json_t *games = games_of(before, COUNT(before));
	struct sheet *sheet = report_sheet(games, stock);
	char *text = told(sheet, sheet_print);
	static const char *const lines[] = {"4 games of the b bot\n",
		"\n  died                                   2  50.0 %",
		"\n  won                                    1  25.0 %",
		"\n  stalled                                1  25.0 %", "\n  3           1  50.0 %",
		"\n  4           1  50.0 %", "\n  eel           1  50.0 %",
		"\n  starved       1  50.0 %"};
	for (size_t i = 0; i < COUNT(lines); i++)
		if (!strstr(text, lines[i]))
			fail_msg("the report lacks \"%s\":\n%.1500s", lines[i], text);
	free(text);
	sheet_free(sheet);
	json_decref(games);
}

static void a_comparison_pairs_seeds(void **state)
{
	(void)state;
	json_t *one = games_of(before, COUNT(before)), *other = games_of(after, COUNT(after));
	struct sheet *sheet = report_comparison(one, other, "A", "B");
	char *text = told(sheet, sheet_print);
	static const char *const lines[] = {"A, and then B\n", "\n  3 pairs of 4 and 3 games.",
		"\n  turns       433.33  633.33     +200.00  -191.99 to 591.99\n",
		"\n  score        20.00   40.00      +20.00      0.40 to 39.60  more\n",
		"\n  the very same game           1  33.3 %",
		"\n  won in the second alone      1  33.3 %", "\n  eel          1       0    -1\n",
		"\n  starved      1       1    +0\n"};
	for (size_t i = 0; i < COUNT(lines); i++)
		if (!strstr(text, lines[i]))
			fail_msg("the comparison lacks \"%s\":\n%s", lines[i], text);
	free(text);
	sheet_free(sheet);
	sheet = report_comparison(one, one, "A", "A");
	text = told(sheet, sheet_print);
	for (const char *at = text; (at = strpbrk(at, "+-")); at++)
		if (at[1] >= '1' && at[1] <= '9')
			fail_msg("equal games differ:\n%s", text);
	assert_null(strstr(text, "less\n"));
	free(text);
	sheet_free(sheet);
	json_decref(one);
	json_decref(other);
}

/* What is of the games of both alone, and what never came to one. */
static void what_is_no_pair_is_not_compared(void **state)
{
	static const char *const never[] = {
		"{\"seed\":\"1\",\"bot\":\"b\",\"outcome\":\"won\",\"turns\":9,\"first_hurt\":-1}",
		"{\"seed\":\"2\",\"bot\":\"b\",\"outcome\":\"won\",\"turns\":9,\"first_hurt\":50}"};
	static const char *const others[] = {
		"{\"seed\":\"1\",\"bot\":\"c\",\"outcome\":\"won\",\"turns\":9}"};
	(void)state;
	json_t *one = games_of(never, 2), *other = games_of(others, 1);
	assert_null(report_comparison(one, other, "A", "B"));
	struct sheet *sheet = report_comparison(one, one, "A", "A");
	char *text = told(sheet, sheet_print);
	if (!strstr(text, "\n  first hurt, turn   50.00   50.00"))
		fail_msg("%s", text);
	assert_null(strstr(text, "first danger"));
	free(text);
	sheet_free(sheet);
	json_array_extend(one, other);
	sheet = report_sheet(one, stock);
	text = told(sheet, sheet_print);
	assert_non_null(strstr(text, "3 games of more than one bot, 2 of them of the b one\n"));
	free(text);
	sheet_free(sheet);
	json_decref(one);
	json_decref(other);
}

static void what_is_no_file_of_games_is_refused(void **state)
{
	static const char *const texts[] = {"", "\n\n", "{", "[]\n", "{\"seed\": \"1\"}\n"};
	char path[] = "/tmp/trapdoor-report-XXXXXX";
	(void)state;
	assert_non_null(freopen("/dev/null", "w", stderr));
	assert_null(report_read("/nowhere/at/all"));
	int file = mkstemp(path);
	for (size_t i = 0; i < COUNT(texts); i++) {
		assert_int_equal(ftruncate(file, 0), 0);
		assert_int_equal(pwrite(file, texts[i], strlen(texts[i]), 0), strlen(texts[i]));
		assert_null(report_read(path));
	}
	assert_int_equal(ftruncate(file, 0), 0);
	assert_int_equal(pwrite(file, before[0], strlen(before[0]), 0), strlen(before[0]));
	json_t *games = report_read(path);
	assert_int_equal(json_array_size(games), 1);
	json_decref(games);
	close(file);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_chronicle_changes_nothing_and_adds_up),
		cmocka_unit_test(a_quest_done_by_leaving_is_done),
		cmocka_unit_test(who_killed_him_is_marked),
		cmocka_unit_test(a_kind_that_is_taken_away_is_away),
		cmocka_unit_test(what_decides_is_noticed),
		cmocka_unit_test(a_thing_that_would_be_drunk_decides),
		cmocka_unit_test(a_copied_bot_chooses_the_same),
		cmocka_unit_test(a_sheet_is_text_and_page),
		cmocka_unit_test(a_report_counts_rightly),
		cmocka_unit_test(a_comparison_pairs_seeds),
		cmocka_unit_test(what_is_no_pair_is_not_compared),
		cmocka_unit_test(what_is_no_file_of_games_is_refused),
	};
	struct content *content = stock_content();
	stock = content;
	int failures = cmocka_run_group_tests(tests, NULL, NULL);
	content_free(content);
	return failures;
}
