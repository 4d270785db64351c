/* Scenarios: expectations. A wish reads its words and sets *holds. It returns false if they cannot
 * be read. */
#include "engine/lab/scenario.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef bool wish_function(struct scenario_play *play, struct scenario_words *words, bool *holds);

static bool take_at(struct scenario_play *play, struct scenario_words *words, int *x, int *y)
{
	if (!words_take(words, "at"))
		return scenario_malformed(play, "where, is wanted: at X Y");
	return words_cell(play, words, x, y);
}

static bool wish_terrain(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	int x, y;
	if (!words_cell(play, words, &x, &y))
		return false;
	uint16_t kind = words_kind(play, words, IDS_TERRAIN);
	const struct level *level = play->game->level;
	*holds = kind != KIND_NONE && level->terrain[level_at(level, x, y)] == kind;
	return kind != KIND_NONE;
}

/* ---- Bodies ---- */

enum ask {
	EXPECT_ALIVE,
	EXPECT_WITHIN,
	EXPECT_FLAG,
	EXPECT_CARRIES,
	EXPECT_SEEN,
	EXPECT_SEES,
	EXPECT_STATUS,
	EXPECT_TRAIT,
	EXPECT_NEAR,
	EXPECT_FAR,
	EXPECT_HEALTH
};

/* A question about a living creature, read once and tested on each. */
struct question {
	enum ask what;
	int x, y, width, height, number;
	const char *op;
};

/* Questions that take no arguments. */
static const struct {
	const char *word;
	enum ask what;
	int number;
} plain_wishes[] = {
	{"alive", EXPECT_ALIVE, 0},
	{"asleep", EXPECT_FLAG, CREATURE_ASLEEP},
	{"aware", EXPECT_FLAG, CREATURE_AWARE},
	{"fleeing", EXPECT_FLAG, CREATURE_FLEEING},
	{"ally", EXPECT_FLAG, CREATURE_ALLY},
	{"captive", EXPECT_FLAG, CREATURE_CAPTIVE},
	{"seen", EXPECT_SEEN, 0},
	{"laden", EXPECT_CARRIES, 0},
};

static bool read_plain(struct scenario_words *words, struct question *wish)
{
	for (size_t i = 0; i < sizeof plain_wishes / sizeof *plain_wishes; i++)
		if (words_take(words, plain_wishes[i].word)) {
			wish->what = plain_wishes[i].what;
			wish->number = plain_wishes[i].number;
			return true;
		}
	return false;
}

static bool read_area(
	struct scenario_play *play, struct scenario_words *words, struct question *wish, bool at)
{
	wish->what = EXPECT_WITHIN;
	wish->width = wish->height = 1;
	if (!words_cell(play, words, &wish->x, &wish->y))
		return false;
	return at || words_size(play, words, &wish->width, &wish->height);
}

static bool read_health(
	struct scenario_play *play, struct scenario_words *words, struct question *wish)
{
	wish->what = EXPECT_HEALTH;
	wish->op = words->left > 0 ? *words->at : "";
	bool holds;
	struct scenario_words again = *words;
	if (!words_compare(play, words, 0, &holds))
		return false;
	again.at++;
	again.left--;
	return words_number(play, &again, 0, 999999, &wish->number);
}

static bool read_wish(
	struct scenario_play *play, struct scenario_words *words, struct question *wish)
{
	*wish = (struct question){.what = EXPECT_ALIVE};
	if (words->left == 0 || read_plain(words, wish))
		return true;
	if (words_take(words, "at"))
		return read_area(play, words, wish, true);
	if (words_take(words, "in"))
		return read_area(play, words, wish, false);
	if (words_take(words, "health"))
		return read_health(play, words, wish);
	if (words_take(words, "sees")) {
		wish->what = EXPECT_SEES;
		return words_take(words, "hero") ||
		       scenario_malformed(play, "it is written \"sees hero\"");
	}
	if (words_take(words, "status")) {
		wish->what = EXPECT_STATUS;
		return (wish->number = words_status(play, words)) >= 0;
	}
	if (words_take(words, "trait")) {
		wish->what = EXPECT_TRAIT;
		return (wish->number = words_trait(play, words)) >= 0;
	}
	bool near = words_take(words, "near");
	wish->what = near ? EXPECT_NEAR : EXPECT_FAR;
	if (near || words_take(words, "far"))
		return words_number(play, words, 0, LEVEL_WIDTH_MAX, &wish->number);
	return scenario_malformed(play, "\"%.40s\" cannot be asked of anybody", *words->at);
}

static bool is_within(const struct creature *creature, const struct question *wish)
{
	return creature->x >= wish->x && creature->x < wish->x + wish->width &&
	       creature->y >= wish->y && creature->y < wish->y + wish->height;
}

static bool is_fulfilled(const struct game *game, int slot, const struct question *wish)
{
	const struct creature *creature = &game->creatures[slot], *hero = &game->creatures[HERO];
	int distance = distance_between(creature->x, creature->y, hero->x, hero->y);
	switch (wish->what) {
	case EXPECT_ALIVE:
		break;
	case EXPECT_WITHIN:
		return is_within(creature, wish);
	case EXPECT_FLAG:
		return creature->flags & wish->number;
	case EXPECT_CARRIES:
		return creature->carried.count > 0;
	case EXPECT_SEEN:
		return senses_hero_sees(game, slot);
	case EXPECT_SEES:
		return senses_sees_hero(game, slot);
	case EXPECT_STATUS:
		return creature_has(game, slot, (enum status)wish->number);
	case EXPECT_TRAIT:
		return creature_traits(game, slot) & UINT32_C(1) << wish->number;
	case EXPECT_NEAR:
		return distance <= wish->number;
	case EXPECT_FAR:
		return distance >= wish->number;
	case EXPECT_HEALTH:
		assert(wish->op != NULL);
		return *wish->op == 'a'   ? creature->health > wish->number
		       : *wish->op == 'b' ? creature->health < wish->number
					  : creature->health == wish->number;
	}
	return true;
}

static bool wish_hero(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	struct question wish;
	if (words_take(words, "dead")) {
		*holds = play->game->ending.outcome == OUTCOME_DIED;
		return true;
	}
	if (!read_wish(play, words, &wish))
		return false;
	*holds =
		play->game->ending.outcome != OUTCOME_DIED && is_fulfilled(play->game, HERO, &wish);
	return true;
}

static int count_of(const struct game *game, uint16_t kind, const struct question *wish)
{
	int count = 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		count += game->creatures[slot].alive && game->creatures[slot].kind == kind &&
			 is_fulfilled(game, slot, wish);
	return count;
}

static bool wish_monster(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	struct question wish = {.what = EXPECT_ALIVE};
	uint16_t kind = words_kind(play, words, IDS_CREATURE);
	if (kind == KIND_NONE)
		return false;
	if (words_take(words, "dead")) {
		*holds = count_of(play->game, kind, &wish) == 0;
		return true;
	}
	if (words_take(words, "count"))
		return words_compare(play, words, count_of(play->game, kind, &wish), holds);
	if (!read_wish(play, words, &wish))
		return false;
	*holds = count_of(play->game, kind, &wish) > 0;
	return true;
}

/* ---- Things and gas ---- */

static bool lies_at(const struct game *game, uint16_t kind, int x, int y)
{
	for (int i = 0; i < game->floor.count; i++)
		if (game->floor.items[i].item.kind == kind && game->floor.items[i].x == x &&
			game->floor.items[i].y == y)
			return true;
	return false;
}

static bool lies_anywhere(const struct game *game, uint16_t kind)
{
	for (int i = 0; i < game->floor.count; i++)
		if (game->floor.items[i].item.kind == kind)
			return true;
	return false;
}

static bool wish_item(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	int x, y;
	uint16_t kind = words_kind(play, words, IDS_ITEM);
	if (kind == KIND_NONE)
		return false;
	bool carried = item_is_carried(play->game, kind), gone = words_take(words, "gone");
	*holds = gone ? !carried && !lies_anywhere(play->game, kind) : carried;
	if (gone || words_take(words, "carried"))
		return true;
	if (!take_at(play, words, &x, &y))
		return false;
	*holds = lies_at(play->game, kind, x, y);
	return true;
}

static bool wish_gas(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	int x, y;
	uint16_t cloud = words_kind(play, words, IDS_CLOUD);
	if (cloud == KIND_NONE || !take_at(play, words, &x, &y))
		return false;
	int amount = gas_at(play->game, cloud, x, y);
	*holds = amount > 0;
	return words->left == 0 || words_compare(play, words, amount, holds);
}

/* ---- The hero's messages and senses ---- */

static bool wish_message(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	const char *part = words_next(play, words, "messages");
	*holds = false;
	for (int i = 0; part != NULL && i < play->game->messages.count; i++)
		*holds = *holds || strstr(play->game->messages.list[i].text, part) != NULL;
	return part != NULL;
}

static bool wish_flag(
	struct scenario_play *play, struct scenario_words *words, unsigned flags, bool *holds)
{
	int x, y;
	if (!words_cell(play, words, &x, &y))
		return false;
	*holds = play->game->level->flags[level_at(play->game->level, x, y)] & flags;
	return true;
}

static bool wish_lit(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	int x, y;
	if (!words_cell(play, words, &x, &y))
		return false;
	*holds = light_at(play->game, x, y);
	return true;
}

static bool wish_seen(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	return wish_flag(play, words, LEVEL_SEEN, holds);
}

static bool wish_remembered(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	return wish_flag(play, words, LEVEL_KNOWN, holds);
}

static bool wish_reached(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	return wish_flag(play, words, LEVEL_REACHABLE, holds);
}

static bool wish_shown(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	int x, y;
	struct view view;
	if (!words_cell(play, words, &x, &y))
		return false;
	game_view(play->game, &view);
	*holds = view.cells[y * view.width + x].flags & CELL_CREATURE;
	return true;
}

static bool wish_depth(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	int depth;
	if (!words_number(play, words, 1, DEPTH_MAX, &depth))
		return false;
	*holds = play->game->depth == depth;
	return true;
}

static bool wish_turn(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	return words_compare(play, words, (int)game_turn(play->game), holds);
}

static bool wish_noise(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	return words_compare(play, words, play->game->hero.noise, holds);
}

static bool wish_mana(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	return words_compare(play, words, play->game->hero.mana, holds);
}

static bool wish_knows(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	uint16_t spell = words_kind(play, words, IDS_SPELL);
	*holds = spell != KIND_NONE && play->game->knowledge.spells[spell];
	return spell != KIND_NONE;
}

static bool wish_flying(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	uint16_t kind = words_kind(play, words, IDS_FLIGHT);
	*holds = false;
	for (int i = 0; i < play->game->air.count; i++)
		*holds = *holds || play->game->air.missiles[i].kind == kind;
	return kind != KIND_NONE;
}

/* ---- The hero's things ---- */

enum number {
	HAS_GUARD,
	HAS_DAMAGE,
	HAS_ACCURACY,
	HAS_LIGHT,
	HAS_MIGHT,
	HAS_FOOD,
	HAS_GOLD,
	HAS_EXPERIENCE,
	HAS_COUNT
};
static const char *const number_words[HAS_COUNT] = {
	"guard", "damage", "accuracy", "light", "might", "food", "gold", "experience"};

static int number_of(const struct game *game, enum number number)
{
	struct dice dice = combat_hero_chance(game, HERO).dice;
	switch (number) {
	case HAS_GUARD:
		return combat_guard(game, HERO);
	case HAS_DAMAGE:
		return dice.number * (dice.sides + 1) + 2 * dice.modifier;
	case HAS_ACCURACY:
		return combat_accuracy(game);
	case HAS_LIGHT:
		return light_of(game, HERO);
	case HAS_MIGHT:
		return body_might(game);
	case HAS_FOOD:
		return game->hero.food;
	case HAS_GOLD:
		return game->hero.gold;
	case HAS_EXPERIENCE:
	case HAS_COUNT:
		break;
	}
	return game->hero.experience;
}

static bool wish_has(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	int number = words_among(play, words, "number of the hero's", number_words, HAS_COUNT);
	return number >= 0 &&
	       words_compare(play, words, number_of(play->game, (enum number)number), holds);
}

/* Returns the first carried item of a kind, or NULL. */
static const struct item *carried_of(const struct game *game, uint16_t kind)
{
	for (int i = 0; i < CARRIED_MAX; i++)
		if (game->pack.items[i].count > 0 && game->pack.items[i].kind == kind)
			return &game->pack.items[i];
	return NULL;
}

static bool wish_carried(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	uint16_t kind = words_kind(play, words, IDS_ITEM);
	if (kind == KIND_NONE)
		return false;
	const struct item *item = carried_of(play->game, kind);
	int number = item != NULL ? item->count : 0;
	if (words_take(words, "charges"))
		number = item != NULL ? item->charges : 0;
	else if (words_take(words, "plus"))
		number = item != NULL && item->plus > 0 ? item->plus : 0;
	return words_compare(play, words, number, holds);
}

static bool wish_using(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	uint16_t kind = words_kind(play, words, IDS_ITEM);
	*holds = false;
	for (int i = 0; kind != KIND_NONE && i < PACK_MAX; i++)
		*holds = *holds ||
			 (play->game->pack.items[i].kind == kind &&
				 play->game->pack.items[i].flags & (ITEM_WIELDED | ITEM_WORN));
	return kind != KIND_NONE;
}

static bool wish_quest(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	uint16_t quest = words_kind(play, words, IDS_QUEST);
	if (quest == KIND_NONE)
		return false;
	int state = play->game->knowledge.quests[quest] - 1;
	if (words_take(words, "open"))
		*holds = state == QUEST_OPEN;
	else if (words_take(words, "done"))
		*holds = state == QUEST_DONE;
	else
		return scenario_malformed(play, "\"open\" or \"done\" is wanted");
	return true;
}

static bool wish_offered(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	static const char *const choices[] = {
		[CHOICE_HEIRLOOM - 1] = "heirloom", [CHOICE_TALENT - 1] = "talent"};
	uint16_t options[VIEW_CHOICES_MAX];
	size_t count;
	int choice = words_among(play, words, "choice", choices, CHOICE_TALENT);
	*holds = choice >= 0 && (int)choice_now(play->game, options, &count) - 1 == choice;
	return choice >= 0;
}

static bool wish_known(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	uint16_t kind = words_kind(play, words, IDS_ITEM);
	if (kind == KIND_NONE)
		return false;
	const struct item *item = carried_of(play->game, kind);
	bool gear = item_is_gear(&play->content->items[kind]);
	*holds =
		gear ? item != NULL && item->flags & ITEM_KNOWN : play->game->knowledge.items[kind];
	return true;
}

static bool wish_broke(struct scenario_play *play, struct scenario_words *words, bool *holds)
{
	int conduct = words_conduct(play, words);
	*holds = conduct >= 0 && play->game->hero.broken >> conduct & 1;
	return conduct >= 0;
}

/* ---- The line ---- */

static const struct {
	const char *word;
	wish_function *function;
} wishes[] = {
#define ROW(id, function, help) {#function, wish_##function},
	SCENARIO_WISHES(ROW)
#undef ROW
};
#define WISH_COUNT (sizeof wishes / sizeof *wishes)

/* Joins the words, for a sentence. */
static void quote(const struct scenario_words *words, char *text, size_t size)
{
	size_t length = 0;
	text[0] = '\0';
	for (int i = 0; i < words->left && length + 1 < size; i++) {
		int added = snprintf(
			text + length, size - length, "%s%s", i > 0 ? " " : "", words->at[i]);
		length += (size_t)added;
	}
}

bool scenario_line_expect(struct scenario_play *play, struct scenario_words *words)
{
	char text[120];
	bool holds = false;
	quote(words, text, sizeof text);
	bool not = words_take(words, "not");
	const char *word = words_next(play, words, "a wish");
	size_t row = 0;
	while (word != NULL && row < WISH_COUNT && strcmp(wishes[row].word, word) != 0)
		row++;
	if (word == NULL)
		return false;
	if (row == WISH_COUNT)
		return scenario_malformed(play, "nobody can expect \"%.40s\"", word);
	if (!wishes[row].function(play, words, &holds) || !words_end(play, words))
		return false;
	return holds != not || scenario_fails(play, "it is not so: %s", text);
}
