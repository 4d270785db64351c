/*
 * Each kind of creature, item and ground of the recorded content, on a stage with a hero who uses
 * what he carries: every state is as it was.
 */
#include "tests/engine/arena.h"
#include "tests/test.h"

#include "tests/engine/shown.h"

#define TURNS 45
#define SHOWN_EVERY 15
#define ROUNDS 5 /* each creature is the first of so many stages */
#define CARRIED 8
#define GROUNDS 12
#define SPELLS 3

static const struct content *content;

static const char *const rows[] = {
	"##########################",
	"#............#...........#",
	"#............+...........#",
	"#......@.....#....<......#",
	"#............#...........#",
	"#............'...........#",
	"#,,,,,,,,,,,,#######+#####",
	"#,,,,,,,,,,,,............#",
	"#............S.......>...#",
	"##########################",
};

/* ---- The stage ---- */

static void put_creature(struct game *game, int kind, int x, int y, uint16_t flags)
{
	int slot = creature_add(game, (uint16_t)(kind % content->counts.creatures), x, y, 20);
	if (slot < 0)
		return;
	game->creatures[slot].flags = flags;
	game->creatures[slot].ready = game->clock.now + 50;
}

static void lay_grounds(struct game *game, int number)
{
	for (int i = 0; i < GROUNDS; i++) {
		int kind = (number * GROUNDS + i) % content->counts.terrains;
		if (kind != content->terrain.stairs_up && kind != content->terrain.stairs_down)
			place_set_terrain(game, 2 + 2 * (i % 6), i < 6 ? 1 : 4, (uint16_t)kind);
	}
}

static void fit_out(struct game *game, int number)
{
	struct creature *hero = game_hero(game);
	hero->health = hero->health_max = 400;
	game->hero.mana = game->hero.mana_max = 60;
	for (int i = 0; i < CARRIED; i++) {
		int kind = (number * 5 + i * 31) % content->counts.items;
		struct item item = {.kind = (uint16_t)kind, .count = (uint16_t)(1 + i % 3)};
		enum item_class class = content->items[kind].class;
		if (class == ITEM_WEAPON || class == ITEM_ARMOUR) {
			item.plus = (int8_t)((number + 3 * i) % 6 - 2);
			item.affix = (uint16_t)(i % 3 ? 0 : 1 + number % content->counts.affixes);
		}
		if (i % 2)
			item.count = 1;
		item_into_pack(game, item);
		item_to_floor(game, item, 4 + i, 7);
	}
	for (int i = 0; i < SPELLS && content->counts.spells > 0; i++)
		game->knowledge.spells[(number * SPELLS + i) % content->counts.spells] = 1;
}

static struct game *stage(int number)
{
	struct game *game = arena_new(content, ROWS(rows), number);
	lay_grounds(game, number);
	fit_out(game, number);
	put_creature(game, number, 11, 3, CREATURE_AWARE | CREATURE_ROUSED);
	put_creature(game, number + 1, 16, 5, CREATURE_AWARE | CREATURE_HUNTER);
	put_creature(game, number * 3, 5, 5, CREATURE_ALLY);
	put_creature(game, number * 7 + 2, 3, 2, CREATURE_ASLEEP);
	place_work_out(game);
	senses_look(game);
	return game;
}

/* ---- Turns ---- */

static bool act(FILE *out, struct game *game, struct command command)
{
	enum verdict verdict = game_act(game, &command);
	fprintf(out, "%d %d %d %d: %d %016llx\n", command.verb, command.item, command.x, command.y,
		verdict, (unsigned long long)game_digest(game));
	return verdict == VERDICT_SPENT;
}

static int toward(const struct view *view, int *x, int *y)
{
	*x = view->creature_count > 0 ? view->creatures[0].x : view->hero_x + 3;
	*y = view->creature_count > 0 ? view->creatures[0].y : view->hero_y;
	for (int i = 0; i < DIR_COUNT; i++)
		if (direction_dx[i] == (*x > view->hero_x) - (*x < view->hero_x) &&
			direction_dy[i] == (*y > view->hero_y) - (*y < view->hero_y))
			return i;
	return DIR_S;
}

/* The nth of all that can be done with what is carried and known. */
static struct command nth_use(const struct view *view, int nth, int x, int y)
{
	struct command command = {.verb = VERB_CAST, .x = (int16_t)x, .y = (int16_t)y};
	for (size_t i = 0; i < view->spell_count; i++)
		if (nth-- == 0) {
			command.item = view->spells[i].number;
			return command;
		}
	for (size_t i = 0; i < view->pack_count; i++)
		for (int verb = 0; verb < VERB_COUNT; verb++)
			if (view->pack[i].verbs & 1u << verb && nth-- == 0) {
				command.verb = (uint8_t)verb;
				command.item = (uint8_t)(view->pack[i].letter - 'a');
				return command;
			}
	return (struct command){.verb = VERB_SEARCH};
}

static void take_turn(FILE *out, struct game *game, struct view *view, int turn)
{
	int x, y;
	game_view(game, view);
	int direction = toward(view, &x, &y);
	if (turn % 3 == 0)
		act(out, game, (struct command){.verb = VERB_WAIT});
	else if (turn % 3 == 2)
		act(out, game, nth_use(view, turn / 3, x, y));
	else if (!act(out, game, (struct command){.direction = (uint8_t)direction}))
		act(out, game, (struct command){.verb = VERB_PICK_UP});
}

static void play(struct answers *answers, int number)
{
	struct view *view = calloc(1, sizeof *view);
	struct game *game = stage(number);
	char name[32], *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	assert_non_null(view);
	assert_non_null(out);
	for (int turn = 0; turn < TURNS; turn++) {
		take_turn(out, game, view, turn);
		if (number >= content->counts.creatures ||
			turn % SHOWN_EVERY != number % SHOWN_EVERY)
			continue;
		snprintf(name, sizeof name, "%d+%d", number, turn);
		answers_name(answers, name);
		shown_state(answers, game);
		shown_answer(answers, game);
		answers_compare(answers);
	}
	fclose(out);
	snprintf(name, sizeof name, "%d", number);
	answers_name(answers, name);
	answers_add(answers, "turns", text, size);
	answers_compare(answers);
	free(text);
	free(view);
	game_free(game);
}

static void all_kinds_do_as_they_did(void **state)
{
	struct answers answers;
	(void)state;
	answers_begin(&answers, "tests/golden/shown/kinds.txt");
	for (int number = 0; number < ROUNDS * content->counts.creatures; number++)
		play(&answers, number);
	answers_end(&answers, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_kinds_do_as_they_did),
	};
	struct content *recorded = shown_content("tests/golden/content.bundle");
	content = recorded;
	int failures = cmocka_run_group_tests(tests, NULL, NULL);
	content_free(recorded);
	return failures;
}
