/* Casting: what it costs, what forbids it, what is seen and heard of it; and a storm of all verbs.
 */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char *const room[] = {
	"###############",
	"#<...........>#",
	"#.............#",
	"#......@......#",
	"#.............#",
	"#.............#",
	"###############",
};

static uint16_t known(struct game *game, const char *id)
{
	uint16_t spell = content_find_spell(stock, id);
	assert_int_not_equal(spell, KIND_NONE);
	game->knowledge.spells[spell] = 1;
	return spell;
}

static enum verdict cast(struct game *game, uint16_t spell, int x, int y)
{
	struct command command = {
		.verb = VERB_CAST, .item = (uint8_t)spell, .x = (int16_t)x, .y = (int16_t)y};
	uint64_t digest = game_digest(game);
	enum verdict verdict = game_act(game, &command);
	if (verdict == VERDICT_REFUSED) {
		assert_true(game_digest(game) == digest);
		assert_string_not_equal(game_refusal(game), "");
	}
	game_check(game);
	return verdict;
}

static void the_list_of_spells_gives_the_reason_of_a_refusal(void **state)
{
	struct view view;
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	uint16_t hard = known(game, "hot-line"), dear = known(game, "crossed-wires");
	game->hero.mana = 1;
	game_view(game, &view);
	assert_int_equal(view.spell_count, 2);
	assert_int_equal(view.spells[0].number, dear);
	assert_false(view.spells[0].able);
	assert_int_equal(view.spells[1].number, hard);
	assert_false(view.spells[1].able);
	assert_string_not_equal(view.spells[0].why, view.spells[1].why);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(cast(game, view.spells[i].number, 12, 3), VERDICT_REFUSED);
		assert_string_equal(game_refusal(game), view.spells[i].why);
	}
	game->hero.mana = 2;
	game_view(game, &view);
	assert_true(view.spells[0].able);
	assert_string_equal(view.spells[0].why, "");
	assert_int_equal(cast(game, dear, 12, 3), VERDICT_SPENT);
	assert_int_equal(game->hero.mana, 0);
	assert_int_equal(
		cast(game, content_find_spell(stock, "last-call"), 12, 3), VERDICT_REFUSED);
	assert_int_equal(cast(game, 250, 12, 3), VERDICT_REFUSED);
	game_free(game);
}

static void a_place_is_in_sight_within_range_and_not_where_he_stands(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	game->hero.level = 9;
	game->hero.mana = game->hero.mana_max = 90;
	uint16_t place = known(game, "alarm-call"), bolt = known(game, "crossed-wires"),
		 self = known(game, "ambulance");
	assert_int_equal(cast(game, place, -1, 3), VERDICT_REFUSED);
	assert_int_equal(cast(game, place, 7, 3), VERDICT_REFUSED);
	assert_int_equal(cast(game, bolt, 7, 3), VERDICT_REFUSED);
	assert_int_equal(cast(game, bolt, 99, 3), VERDICT_REFUSED);
	creature_afflict(game, HERO, STATUS_BLIND, 20);
	senses_look(game);
	assert_int_equal(cast(game, place, 12, 3), VERDICT_REFUSED);
	assert_int_equal(cast(game, bolt, 12, 3), VERDICT_SPENT);
	assert_int_equal(cast(game, self, 0, 0), VERDICT_SPENT);
	game_free(game);
}

static void mana_comes_back_within_four_hundred_turns(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	game->hero.mana = 0;
	game->hero.food = 2000;
	int turns = 0;
	for (; game->hero.mana < game->hero.mana_max; turns++)
		arena_do(game, VERB_WAIT, 0);
	assert_in_range(turns, 380, 410);
	game_free(game);
}

static void levels_bring_mana(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	int before = game->hero.mana_max;
	combat_gain(game, combat_next_level(1));
	assert_int_equal(game->hero.mana_max, before + 3);
	game_free(game);
}

/* The flights that were told of since the last command. */
static int flights(struct game *game, uint16_t appearance, struct event *last)
{
	struct event event;
	int count = 0;
	while (game_next_event(game, &event))
		if (event.kind == EVENT_FLIGHT && event.appearance == appearance) {
			*last = event;
			count++;
		}
	return count;
}

static void a_bolt_is_seen_as_far_as_it_goes(void **state)
{
	struct event event = {0};
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	uint16_t bolt = known(game, "crossed-wires");
	arena_put(game, "cable-rat", 11, 3, 0);
	assert_int_equal(cast(game, bolt, 13, 3), VERDICT_SPENT);
	assert_int_equal(flights(game, stock->spells[bolt].appearance, &event), 1);
	assert_int_equal(event.from_x, 7);
	assert_int_equal(event.x, 11);
	assert_string_equal(event.subject, "crossed-wires");
	game_free(game);
}

static void a_bolt_that_nobody_sees_is_not_told_of(void **state)
{
	static const char *const halves[] = {
		"#################",
		"#.......@#......#",
		"#################",
	};
	struct event event;
	(void)state;
	struct game *game = arena_new(stock, ROWS(halves), 1);
	int slot = arena_put(game, "hawser", 10, 1, 0);
	uint16_t haul = content_find_spell(stock, "haul");
	const struct spell_kind *kind = &stock->spells[haul];
	game->events.count = game->events.next = 0;
	aim_apply(game, &(struct aiming){.aim = AIM_BOLT,
				.range = 5,
				.appearance = kind->appearance,
				.subject = kind->id,
				.effects = kind->effects,
				.count = kind->effect_count,
				.source = slot,
				.x = 14,
				.y = 1});
	assert_int_equal(flights(game, kind->appearance, &event), 0);
	game_free(game);
}

static void a_word_is_heard(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	uint16_t loud = known(game, "crossed-wires"), low = known(game, "service-lamp");
	cast(game, loud, 12, 3);
	assert_int_equal(game->hero.noise, stock->spells[loud].noise);
	cast(game, low, 12, 3);
	assert_int_equal(game->hero.noise, stock->spells[low].noise);
	game_free(game);
}

/* In the middle of everything a game can be saved, and goes on the same. */
static void known_spells_are_saved(void **state)
{
	struct complaint complaint;
	size_t size;
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	uint16_t bolt = known(game, "crossed-wires");
	creature_afflict(game, HERO, STATUS_BLESSED, 20);
	int dog = arena_put(game, "desk-dog", 9, 3, CREATURE_ALLY);
	creature_afflict(game, dog, STATUS_FLEETING, 9);
	uint8_t *bytes = game_save(game, &size);
	struct game *loaded = game_load(stock, bytes, size, &complaint);
	assert_non_null(loaded);
	for (int i = 0; i < 20; i++) {
		cast(game, bolt, 12, 3);
		cast(loaded, bolt, 12, 3);
		arena_do(game, VERB_WAIT, 0);
		arena_do(loaded, VERB_WAIT, 0);
		assert_true(game_digest(game) == game_digest(loaded));
	}
	assert_false(game->creatures[dog].alive);
	free(bytes);
	game_free(loaded);
	game_free(game);
}

/* ---- All at once ---- */

#define STORMS 60
#define BLOWS 150

static struct clause drawn_clause(struct stream *stream)
{
	struct clause clause = {.row = (uint8_t)stream_below(stream, EFFECT_COUNT)};
	clause.dice = (struct dice){
		(int16_t)stream_between(stream, 1, 3), (int16_t)stream_between(stream, 1, 8), 0};
	clause.radius = (int16_t)stream_below(stream, 4);
	clause.around = stream_percent(stream, 30);
	clause.duration = (int16_t)stream_between(stream, 1, 40);
	clause.amount = (int16_t)stream_between(stream, 1, 200);
	clause.element = (uint8_t)(clause.row == EFFECT_HURT || clause.row == EFFECT_BLAST
					   ? stream_below(stream, ELEMENT_COUNT)
					   : 0);
	int kinds = clause.row == EFFECT_CLOUD    ? stock->counts.clouds
		    : clause.row == EFFECT_SUMMON ? stock->counts.creatures
		    : clause.row == EFFECT_WALL   ? stock->counts.terrains
		    : clause.row == EFFECT_CREATE ? stock->counts.items
						  : 1;
	clause.kind = (uint16_t)stream_below(stream, kinds);
	if (clause.row == EFFECT_CREATE && clause.kind == stock->receiver)
		clause.kind = stock->gold;
	return clause;
}

/* Somebody who is there, or nobody. */
static int drawn_source(struct game *game, struct stream *stream)
{
	int slot = stream_below(stream, game->creature_top + 1) - 1;
	return slot >= 0 && game->creatures[slot].alive ? slot : -1;
}

static void strike_anywhere(struct game *game, struct stream *stream)
{
	struct clause clauses[2] = {drawn_clause(stream), drawn_clause(stream)};
	int source = drawn_source(game, stream);
	int x = stream_below(stream, game->level->width),
	    y = stream_below(stream, game->level->height);
	if (stream_percent(stream, 50)) { /* near the hero */
		x = game_hero(game)->x + stream_between(stream, -3, 3);
		y = game_hero(game)->y + stream_between(stream, -3, 3);
	}
	if (source < 0)
		effect_all(game, clauses, 2, x, y, -1, "a storm");
	else
		aim_apply(game, &(struct aiming){.aim = (enum aim)stream_below(stream, AIM_COUNT),
					.range = stream_between(stream, 1, 12),
					.spread = stream_below(stream, 4),
					.appearance = 1,
					.subject = "",
					.effects = clauses,
					.count = 2,
					.source = source,
					.x = x,
					.y = y,
					.item = "a storm"});
}

/* Any effect anywhere on anybody keeps the invariants. */
static void any_verb_anywhere_leaves_a_whole_game(void **state)
{
	int blows = 0;
	(void)state;
	for (int storm = 0; storm < STORMS; storm++) {
		struct seed seed = {{0x57, (uint8_t)storm}};
		struct birth birth = {.name = "Tester"};
		struct game *game = game_new(stock, &seed, &birth);
		struct stream stream;
		stream_begin(&stream, &seed, PURPOSE_EFFECTS, 0, 99);
		place_enter(game, 1 + storm % stock->last_depth, true);
		senses_look(game);
		for (int i = 0; i < BLOWS && game_going(game); i++) {
			game_hero(game)->health = game_hero(game)->health_max = 3000;
			strike_anywhere(game, &stream);
			if (!game_going(game))
				break;
			senses_look(game);
			game_check(game);
			blows++;
			game_hero(game)->status[STATUS_ASLEEP] = 0;
			arena_do(game, VERB_WAIT, 0);
			if (game_going(game))
				game_check(game);
		}
		struct complaint complaint;
		size_t size;
		uint8_t *bytes = game_save(game, &size);
		struct game *loaded = game_load(stock, bytes, size, &complaint);
		if (loaded == NULL)
			fail_msg(
				"storm %d on depth %d: %s", storm, game->depth, complaint.sentence);
		assert_true(game_digest(loaded) == game_digest(game));
		free(bytes);
		game_free(loaded);
		game_free(game);
	}
	assert_true(blows > STORMS * BLOWS / 2);
}

/* All that a book teaches is told in one sentence. */
static void spells_learned_together_share_one_message(void **state)
{
	(void)state;
	struct content *content = stock_content();
	struct game *game =
		game_new(content, &(struct seed){{7}}, &(struct birth){.name = "Tester"});
	uint16_t spells[3];
	int count = 0, before;
	for (uint16_t i = 0; i < content->counts.spells && count < 3; i++)
		if (!game->knowledge.spells[i])
			spells[count++] = i;
	assert_int_equal(count, 3);
	before = game->messages.count;
	spell_learn(game, spells, count);
	assert_int_equal(game->messages.count, before + 1);
	for (int i = 0; i < count; i++) {
		assert_true(game->knowledge.spells[spells[i]]);
		assert_non_null(
			strstr(game->messages.list[before].text, content->spells[spells[i]].name));
	}
	game_free(game);
	content_free(content);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spells_learned_together_share_one_message),
		cmocka_unit_test(the_list_of_spells_gives_the_reason_of_a_refusal),
		cmocka_unit_test(a_place_is_in_sight_within_range_and_not_where_he_stands),
		cmocka_unit_test(mana_comes_back_within_four_hundred_turns),
		cmocka_unit_test(levels_bring_mana),
		cmocka_unit_test(a_bolt_is_seen_as_far_as_it_goes),
		cmocka_unit_test(a_bolt_that_nobody_sees_is_not_told_of),
		cmocka_unit_test(a_word_is_heard),
		cmocka_unit_test(known_spells_are_saved),
		cmocka_unit_test(any_verb_anywhere_leaves_a_whole_game),
	};
	return stock_run(stock_content(), tests);
}
