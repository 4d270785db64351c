/* Creatures and items as bytes, for save_level.c and save_main.c. */
#include "engine/save/save_private.h"

unsigned carry_format(const struct carry *carry)
{
	return carry->reader == NULL ? SAVE_FORMAT : save_format(carry->reader);
}

void save_cell(struct writer *writer, int x, int y)
{
	bytes_write_number(writer, (uint64_t)x);
	bytes_write_number(writer, (uint64_t)y);
}

/* Carries a bit for each status, then the turns of those that are present. */
static void carry_statuses(struct carry *carry, struct creature *creature)
{
	unsigned present = 0;
	for (int status = 0; status < STATUS_COUNT; status++)
		present |= (unsigned)(creature->status[status] > 0) << status;
	present = (unsigned)carry_number(carry, present, (1u << STATUS_COUNT) - 1);
	for (int status = 0; status < STATUS_COUNT; status++) {
		if (!(present & 1u << status))
			continue;
		CARRY(carry, creature->status[status], STATUS_TURNS_MAX);
		carry_must(carry, creature->status[status] > 0);
	}
	if (creature->status[STATUS_STUCK] > 0 && carry_format(carry) >= 3)
		CARRY_BYTE(carry, creature->held_by);
}

/* Carries a creature's counters and its item in the same way. */
static void carry_doings(
	struct carry *carry, const struct content *content, struct creature *creature)
{
	uint8_t *doings[] = {&creature->cooldown, &creature->quiet, &creature->at};
	unsigned present = creature->carried.count > 0 ? 8 : 0;
	for (int i = 0; i < 3; i++)
		present |= (unsigned)(*doings[i] > 0) << i;
	present = (unsigned)carry_number(carry, present, 15);
	for (int i = 0; i < 3; i++) {
		if (!(present & 1u << i))
			continue;
		CARRY_BYTE(carry, *doings[i]);
		carry_must(carry, *doings[i] > 0);
	}
	if (present & 8)
		carry_item(carry, content, &creature->carried);
	bool both = (creature->flags & CREATURE_ALLY) && (creature->flags & CREATURE_CAPTIVE);
	bool laden = (creature->flags & CREATURE_LADEN) && creature->carried.count == 0;
	bool holds_goal =
		creature->carried.count > 0 && creature->carried.kind == content->receiver;
	carry_must(carry, !both && !laden && !holds_goal);
}

void save_load_cell(struct reader *reader, const struct level *level, int16_t *x, int16_t *y)
{
	struct carry carry = {.reader = reader};
	carry_cell(&carry, level, x, y);
}

void carry_cell(struct carry *carry, const struct level *level, int16_t *x, int16_t *y)
{
	CARRY(carry, *x, (uint64_t)level->width - 1);
	CARRY(carry, *y, (uint64_t)level->height - 1);
}

static void carry_places(struct carry *carry, const struct level *level, struct creature *creature)
{
	int x, y;
	carry_cell(carry, level, &creature->x, &creature->y);
	x = creature->x;
	y = creature->y;
	CARRY_FROM(carry, creature->home_x, x, -x, level->width - 1 - x);
	CARRY_FROM(carry, creature->home_y, y, -y, level->height - 1 - y);
	CARRY(carry, creature->goal, GOAL_COUNT - 1);
	if (creature->goal != GOAL_NONE) {
		carry_cell(carry, level, &creature->goal_x, &creature->goal_y);
	} else if (carry->reader != NULL) {
		creature->goal_x = creature->x;
		creature->goal_y = creature->y;
	}
	CARRY(carry, creature->heading, DIR_COUNT);
}

/* Carries 1 + the number of the kind, or 0 for the hero. */
static void carry_creature_kind(
	struct carry *carry, const struct content *content, struct creature *creature, bool hero)
{
	uint64_t coded = creature->kind == KIND_NONE ? 0 : creature->kind + 1u;
	coded = carry_number(carry, coded, hero ? 0 : KIND_NONE);
	carry_about(carry, (uint32_t)coded);
	if (carry->reader == NULL)
		return;
	carry_must(carry, hero || coded > 0);
	if (hero)
		creature->kind = KIND_NONE;
	else if (coded > 0)
		creature->kind = save_map_kind(carry->reader, content, IDS_CREATURE, coded - 1);
}

/* Carries a creature.  An empty slot is only its generation. */
static void carry_creature(
	struct carry *carry, const struct game *game, struct creature *creature, bool hero)
{
	uint32_t now = game->clock.now;
	carry_begin(carry, COMPRESS_CREATURE);
	CARRY(carry, creature->generation, UINT16_MAX);
	CARRY(carry, creature->alive, 1);
	if (!creature->alive)
		return;
	carry_creature_kind(carry, game->content, creature, hero);
	CARRY(carry, creature->flags, CREATURE_FLAGS_ALL);
	carry_places(carry, game->level, creature);
	CARRY(carry, creature->past, game->birth.bones_count);
	CARRY_BYTE(carry, creature->patience);
	CARRY(carry, creature->worth, UINT16_MAX);
	CARRY(carry, creature->health, 30000);
	CARRY(carry, creature->health_max, 30000);
	uint32_t delay = creature->ready > now ? creature->ready - now : 0;
	CARRY_INTO(carry, creature->ready, now + carry_number(carry, delay, DELAY_MOST));
	carry_doings(carry, game->content, creature);
	carry_statuses(carry, creature);
	carry_must(
		carry, !hero || (creature->carried.count == 0 &&
					!(creature->flags & (CREATURE_ALLY | CREATURE_CAPTIVE))));
	carry_must(carry, creature->health <= creature->health_max &&
				  (creature->health > 0 || hero) && creature->health_max >= 1);
}

void save_creature(struct writer *writer, const struct game *game, const struct creature *creature)
{
	struct carry carry = {.writer = writer};
	carry_creature(
		&carry, game, (struct creature *)(uintptr_t)creature, creature->kind == KIND_NONE);
}

bool save_load_creature(
	struct reader *reader, const struct game *game, struct creature *creature, bool hero)
{
	struct carry carry = {.reader = reader};
	*creature = (struct creature){0};
	carry_creature(&carry, game, creature, hero);
	return !reader->failed && (creature->alive || !hero);
}

/* A bit above the flags: charges, affix and rest follow. */
#define ITEM_SPECIAL 128
_Static_assert(ITEM_FLAGS_ALL < ITEM_SPECIAL, "a bit of its own");

static bool item_is_plain(const struct item *item)
{
	return item->charges == 0 && item->affix == 0 && item->resting == 0;
}

static void carry_kind(struct carry *carry, const struct content *content, uint16_t *kind)
{
	uint64_t number = carry_number(carry, *kind, KIND_NONE);
	carry_about(carry, (uint32_t)number);
	if (carry->reader != NULL)
		*kind = save_map_kind(carry->reader, content, IDS_ITEM, number);
}

static void carry_affix(struct carry *carry, const struct content *content, uint16_t *affix)
{
	uint64_t number = carry_number(carry, *affix, KIND_NONE);
	if (carry->reader != NULL)
		*affix = number == 0 ? 0
				     : (uint16_t)(1 + save_map_kind(carry->reader, content,
							      IDS_AFFIX, number - 1));
}

void carry_item(struct carry *carry, const struct content *content, struct item *item)
{
	carry_begin(carry, COMPRESS_ITEM);
	carry_kind(carry, content, &item->kind);
	CARRY(carry, item->count, UINT16_MAX);
	CARRY_SIGNED(carry, item->plus, -9, 99);
	unsigned flags = item->flags | (item_is_plain(item) ? 0 : ITEM_SPECIAL);
	flags = carry_byte(carry, flags);
	CARRY_INTO(carry, item->flags, flags & ITEM_FLAGS_ALL);
	CARRY_BYTE(carry, item->blows);
	if (flags & ITEM_SPECIAL) {
		CARRY_BYTE(carry, item->charges);
		carry_affix(carry, content, &item->affix);
		CARRY(carry, item->resting, REST_MOST);
	}
	carry_must(carry, item->count > 0);
	carry_must(carry, !carry_goes_on(carry) || item->count == 1 ||
				  content->items[item->kind].stacks ||
				  content->items[item->kind].class == ITEM_GOLD);
}

void save_item(struct writer *writer, const struct content *content, const struct item *item)
{
	struct carry carry = {.writer = writer};
	carry_item(&carry, content, (struct item *)(uintptr_t)item);
}

struct item save_load_item(struct reader *reader, const struct content *content)
{
	struct carry carry = {.reader = reader};
	struct item item = {0};
	carry_item(&carry, content, &item);
	return item;
}
