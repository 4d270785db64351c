/*
 * Bots see what players see, and nothing else.
 *
 * Each turn of a game is shown to two bots with one past: to one as it is, to the other with all
 * changed that the hero cannot know.  They must choose alike, and what game_view and game_describe
 * show must be alike to the last word.  The control is a bot that peeks: one for each thing that is
 * hidden, each of which must be caught.
 */
#include "tests/test.h"

#include "door/bot/bot.h"
#include "door/gym/gym.h"
#include "engine/rules/rules.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define HONEST_TURNS 400
#define ALTERED_EVERY 4
#define GAMES 3
#define PEEKED_GAMES 12

/* ---- Changing the hidden state ---- */

static bool hidden_cell(const struct game *game, int x, int y)
{
	return !(game->level->flags[level_at(game->level, x, y)] & (LEVEL_KNOWN | LEVEL_SEEN));
}

static void hide_elsewhere(struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int x = creature->x + direction_dx[direction];
		int y = creature->y + direction_dy[direction];
		if (level_inside(game->level, x, y) && hidden_cell(game, x, y) &&
			creature_may_stand(game, x, y)) {
			creature_move(game, slot, x, y);
			return;
		}
	}
}

static void alter_unseen(struct game *game, int slot)
{
	struct creature *creature = &game->creatures[slot];
	uint16_t kind = creature->kind;
	int x = creature->x, y = creature->y;
	creature->flags ^= CREATURE_AWARE | CREATURE_ASLEEP;
	creature->health = 1;
	creature->kind = (uint16_t)((kind + 1) % game->content->counts.creatures);
	hide_elsewhere(game, slot);
	/* One that carries light would be seen where the other is not, and so would one beside
	 * light. */
	if (senses_hero_sees(game, slot))
		creature->kind = kind;
	if (senses_hero_sees(game, slot))
		creature_move(game, slot, x, y);
	assert_false(senses_hero_sees(game, slot));
}

/* True if the creature is a mimic on known ground, which the bot sees as an item. */
static bool passes(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	return creature_poses(game, slot) && !hidden_cell(game, creature->x, creature->y);
}

/* Other creatures elsewhere, with other plans; those in sight have other plans too. */
static void alter_creatures(struct game *game)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		struct creature *creature = &game->creatures[slot];
		if (!creature->alive)
			continue;
		creature->ready += 37;
		creature->patience ^= 1;
		creature->worth += creature->worth > 0; /* the look shows whether it is 0 */
		if (!senses_hero_sees(game, slot) && !passes(game, slot) &&
			!creature_has(game, HERO, STATUS_DETECTING))
			alter_unseen(game, slot);
	}
}

/* Rock where there were rooms, and floor where there was rock. */
static void alter_level(struct game *game)
{
	struct level *level = game->level;
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x++)
			if (hidden_cell(game, x, y) && creature_at(game, x, y) < 0)
				level->terrain[level_at(level, x, y)] =
					(x + y) % 3 ? stock->terrain.floor : stock->terrain.rock;
	for (int i = 0; i < game->floor.count; i++)
		if (hidden_cell(game, game->floor.items[i].x, game->floor.items[i].y))
			game->floor.items[i].item.count++;
}

static void swap_kind(struct item *item, uint16_t one, uint16_t other)
{
	if (item->kind == one)
		item->kind = other;
	else if (item->kind == other)
		item->kind = one;
}

/* Whether one of a kind lies about with its name on a label. */
static bool is_labelled(const struct game *game, uint16_t kind)
{
	for (int i = 0; i < PACK_MAX; i++)
		if (game->pack.items[i].kind == kind && (game->pack.items[i].flags & ITEM_LABELLED))
			return true;
	for (int i = 0; i < game->floor.count; i++)
		if (game->floor.items[i].item.kind == kind &&
			(game->floor.items[i].item.flags & ITEM_LABELLED))
			return true;
	for (int i = 0; i < game->recalled.count; i++)
		if (game->recalled.items[i].item.kind == kind &&
			(game->recalled.items[i].item.flags & ITEM_LABELLED))
			return true;
	return false;
}

/* Two unknown kinds of a class change places under their looks. */
static void alter_kinds(struct game *game)
{
	for (uint16_t one = 0; one + 1 < stock->counts.items; one++) {
		uint16_t other = (uint16_t)(one + 1), flavour = game->derived.flavours[one];
		if (game->knowledge.items[one] || game->knowledge.items[other] ||
			stock->items[one].class != stock->items[other].class ||
			flavour == KIND_NONE || game->derived.flavours[other] == KIND_NONE ||
			is_labelled(game, one) || is_labelled(game, other))
			continue;
		game->derived.flavours[one] = game->derived.flavours[other];
		game->derived.flavours[other] = flavour;
		for (int i = 0; i < PACK_MAX; i++)
			swap_kind(&game->pack.items[i], one, other);
		for (int slot = 0; slot < game->creature_top; slot++)
			swap_kind(&game->creatures[slot].carried, one, other);
		for (int i = 0; i < game->air.count; i++)
			swap_kind(&game->air.missiles[i].item, one, other);
		for (int i = 0; i < game->floor.count; i++)
			swap_kind(&game->floor.items[i].item, one, other);
		for (int i = 0; i < game->recalled.count; i++)
			swap_kind(&game->recalled.items[i].item, one, other);
		one++;
	}
}

/* Other chances to come. */
static void alter_chance(struct game *game)
{
	memset(&game->seed, 0xee, sizeof game->seed);
	game->clock.next_wanderer += 100;
	for (int depth = 0; depth <= DEPTH_MAX; depth++)
		for (int purpose = 0; purpose < PURPOSE_COUNT; purpose++)
			game->counters[depth][purpose]++;
}

static struct game *altered(const struct game *game)
{
	size_t size;
	struct complaint complaint;
	uint8_t *bytes = game_save(game, &size);
	struct game *copy = game_load(stock, bytes, size, &complaint);
	assert_non_null(copy);
	free(bytes);
	alter_creatures(copy);
	alter_level(copy);
	alter_kinds(copy);
	alter_chance(copy);
	assert_true(game_digest(copy) != game_digest(game));
	return copy;
}

/* ---- Views are alike ---- */

static void same_items(const struct view_item *one, const struct view_item *other, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(one[i].letter, other[i].letter);
		assert_string_equal(one[i].name, other[i].name);
		assert_string_equal(one[i].description, other[i].description);
		assert_int_equal(one[i].appearance, other[i].appearance);
		assert_int_equal(one[i].flags, other[i].flags);
		assert_int_equal(one[i].verbs, other[i].verbs);
	}
}

static void same_creatures(
	const struct view_creature *one, const struct view_creature *other, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct view_creature seen = other[i];
		assert_string_equal(one[i].name, seen.name);
		assert_string_equal(one[i].description, seen.description);
		assert_true(one[i].appearance == seen.appearance && one[i].x == seen.x &&
			    one[i].y == seen.y);
		assert_int_equal(one[i].health_percent, seen.health_percent);
		assert_true(one[i].asleep == seen.asleep && one[i].unaware == seen.unaware);
		assert_true(one[i].hits_you == seen.hits_you && one[i].you_hit == seen.you_hit);
		assert_int_equal(one[i].blow_percent, seen.blow_percent);
	}
}

static void same_status(const struct view_status *one, const struct view_status *other)
{
	assert_true(one->health == other->health && one->health_max == other->health_max);
	assert_true(one->mana == other->mana && one->mana_max == other->mana_max);
	assert_true(one->might == other->might && one->guard == other->guard);
	assert_true(one->level == other->level && one->experience == other->experience);
	assert_true(one->depth == other->depth && one->deepest == other->deepest);
	assert_true(one->gold == other->gold && one->score == other->score);
	assert_true(one->food == other->food && one->noise == other->noise);
	assert_true(one->turn == other->turn && one->carries_receiver == other->carries_receiver);
	assert_string_equal(one->place, other->place);
	assert_string_equal(one->hunger, other->hunger);
	assert_string_equal(one->swims, other->swims);
	assert_string_equal(one->conditions, other->conditions);
	assert_string_equal(one->boons, other->boons);
}

static void same_cells(const struct view *one, const struct view *other)
{
	for (int i = 0; i < one->width * one->height; i++)
		if (one->cells[i].appearance != other->cells[i].appearance ||
			one->cells[i].flags != other->cells[i].flags)
			fail_msg("cell %d,%d tells what is hidden", i % one->width, i / one->width);
}

static void same_views(const struct view *one, const struct view *other)
{
	assert_true(one->width == other->width && one->height == other->height);
	assert_true(one->hero_x == other->hero_x && one->hero_y == other->hero_y);
	same_cells(one, other);
	same_status(&one->status, &other->status);
	assert_int_equal(one->pack_count, other->pack_count);
	same_items(one->pack, other->pack, one->pack_count);
	assert_int_equal(one->ground_count, other->ground_count);
	same_items(one->ground, other->ground, one->ground_count);
	assert_int_equal(one->creature_count, other->creature_count);
	same_creatures(one->creatures, other->creatures, one->creature_count);
	assert_int_equal(one->message_count, other->message_count);
	for (size_t i = 0; i < one->message_count; i++)
		assert_string_equal(one->messages[i].text, other->messages[i].text);
}

static char *shown_in_the_gym(struct game *game, struct view view)
{
	struct gym_menu *menu = malloc(sizeof *menu);
	struct json_out out = {0};
	assert_non_null(menu);
	/* The choices depend on the seed, which differs. */
	view.choice_count = 0;
	gym_menu_fill(menu, game, &view);
	gym_observation(&out, stock, game, &view, menu, 0);
	json_out_end(&out);
	free(menu);
	return out.bytes;
}

/* A program in the gym is told the same. */
static void same_gym(
	struct game *one, struct game *other, const struct view *here, const struct view *there)
{
	char *out[2] = {shown_in_the_gym(one, *here), shown_in_the_gym(other, *there)};
	size_t at = 0;
	while (out[0][at] && out[0][at] == out[1][at])
		at++;
	if (out[0][at] || out[1][at])
		fail_msg("the gym tells what is hidden: %.60s, and %.60s",
			out[0] + (at > 20 ? at - 20 : 0), out[1] + (at > 20 ? at - 20 : 0));
	free(out[0]);
	free(out[1]);
}

static void without_numbers(char *text)
{
	char *to = text;
	for (; *text; text++)
		if (*text < '0' || *text > '9')
			*to++ = *text;
	*to = '\0';
}

static void same_words(struct game *one, struct game *other)
{
	for (int y = 0; y < one->level->height; y++)
		for (int x = 0; x < one->level->width; x++) {
			char here[200] = "", there[200] = "";
			int slot = creature_at(one, x, y);
			bool known = game_describe(one, x, y, here, sizeof here);
			assert_int_equal(known, game_describe(other, x, y, there, sizeof there));
			/* How much it passes for is drawn from the seed, which is another. */
			if (slot > HERO && creature_poses(one, slot)) {
				without_numbers(here);
				without_numbers(there);
			}
			assert_string_equal(here, there);
			assert_int_equal(game_notable(one, x, y), game_notable(other, x, y));
		}
}

/* ---- The bots ---- */

/* Returns hidden facts for a cheating bot; an honest bot has no such function. */
typedef unsigned peek(const struct game *game);

static unsigned peek_creatures(const struct game *game)
{
	unsigned sum = 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive && !senses_hero_sees(game, slot))
			sum = sum * 5 + game->creatures[slot].kind +
			      (unsigned)game->creatures[slot].x;
	return sum;
}

static unsigned peek_plans(const struct game *game)
{
	unsigned sum = 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive && senses_hero_sees(game, slot))
			sum += (unsigned)game->creatures[slot].ready;
	return sum;
}

static unsigned peek_level(const struct game *game)
{
	unsigned floors = 0;
	for (int y = 0; y < game->level->height; y++)
		for (int x = 0; x < game->level->width; x++)
			floors += hidden_cell(game, x, y) &&
				  game->level->terrain[level_at(game->level, x, y)] ==
					  stock->terrain.floor;
	return floors;
}

static unsigned peek_items(const struct game *game)
{
	unsigned sum = 0;
	for (int i = 0; i < game->floor.count; i++)
		if (hidden_cell(game, game->floor.items[i].x, game->floor.items[i].y))
			sum += game->floor.items[i].item.count;
	return sum;
}

static unsigned peek_kinds(const struct game *game)
{
	unsigned sum = 0;
	for (int i = 0; i < PACK_MAX; i++)
		if (game->pack.items[i].count > 0 &&
			!game->knowledge.items[game->pack.items[i].kind])
			sum += game->pack.items[i].kind;
	/* And what lies about, for a bot soon tries what it carries. */
	for (int i = 0; i < game->floor.count; i++)
		if (!game->knowledge.items[game->floor.items[i].item.kind] &&
			!hidden_cell(game, game->floor.items[i].x, game->floor.items[i].y))
			sum += game->floor.items[i].item.kind;
	return sum;
}

static unsigned peek_chance(const struct game *game)
{
	return game->seed.bytes[0] + game->counters[game->depth][0];
}

static struct command chooses(
	struct bot *bot, struct game *game, bool refused, peek *peeks, struct bot_senses *senses)
{
	bot_sense(game, refused, senses);
	struct command command = bot_choose(bot, senses);
	if (peeks)
		command.direction = (uint8_t)((command.direction + peeks(game)) % DIR_COUNT);
	return command;
}

/* The first turn on which the two choose differently, or -1. */
static int differs_on(const char *name, int number, peek *peeks)
{
	struct seed seed = {{0xca, (uint8_t)number}};
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "Bot"});
	struct bot *one = bot_new(name, stock, 5), *other = bot_new(name, stock, 5);
	bool refused = false;
	int differs = -1;
	for (int turn = 0; turn < HONEST_TURNS && game_going(game) && differs < 0; turn++) {
		struct bot_senses here, there;
		struct game *copy = turn % ALTERED_EVERY == 0 ? altered(game) : NULL;
		struct command command = chooses(one, game, refused, peeks, &here),
			       twin = chooses(other, copy ? copy : game, refused, peeks, &there);
		if (memcmp(&command, &twin, sizeof command) != 0)
			differs = turn;
		assert_int_equal(here.legal, there.legal);
		if (copy) {
			same_views(&here.view, &there.view);
			same_gym(game, copy, &here.view, &there.view);
			same_words(game, copy);
		}
		game_free(copy);
		refused = game_act(game, &command) == VERDICT_REFUSED;
	}
	bot_free(one);
	bot_free(other);
	game_free(game);
	return differs;
}

static void what_is_hidden_changes_no_choice(void **state)
{
	(void)state;
	for (size_t i = 0; bot_name(i); i++)
		for (int number = 0; number < GAMES; number++) {
			int turn = differs_on(bot_name(i), number, NULL);
			if (turn >= 0)
				fail_msg("%s, game %d: chooses otherwise on turn %d where hidden "
					 "things differ",
					bot_name(i), number, turn);
		}
}

static void who_peeks_is_caught(void **state)
{
	static const struct {
		const char *at;
		peek *peeks;
	} rows[] = {{"creatures out of sight", peek_creatures},
		{"plans of creatures in sight", peek_plans}, {"ways not yet seen", peek_level},
		{"things not yet seen", peek_items}, {"what unknown kinds are", peek_kinds},
		{"chances to come", peek_chance}};
	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		int caught = -1;
		for (int number = 0; number < PEEKED_GAMES && caught < 0; number++)
			caught = differs_on("cautious", number, rows[i].peeks);
		if (caught < 0)
			fail_msg("nobody noticed a bot that peeks at %s", rows[i].at);
	}
}

/* And what is in sight does change choices. */
static void what_is_seen_changes_choices(void **state)
{
	(void)state;
	struct seed seed = {{0xca}};
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "Bot"});
	struct bot *one = bot_new("cautious", stock, 5), *other = bot_new("cautious", stock, 5);
	struct bot_senses senses;
	game->hero.choices_made = 1;
	bot_sense(game, false, &senses);
	struct command whole = bot_choose(one, &senses);
	game_hero(game)->health = 3;
	bot_sense(game, false, &senses);
	struct command hurt = bot_choose(other, &senses);
	assert_int_equal(whole.verb, VERB_STEP);
	assert_int_equal(hurt.verb, VERB_SEARCH);
	bot_free(one);
	bot_free(other);
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_hidden_changes_no_choice),
		cmocka_unit_test(who_peeks_is_caught),
		cmocka_unit_test(what_is_seen_changes_choices),
	};
	return stock_run(stock_content(), tests);
}
