/* Bodies, things and blocks as bytes: what save_level.c and save.c write of them, wherever they
 * are. */
#include "engine/save/save_private.h"

#include <stdlib.h>

void save_cell(struct writer *writer, int x, int y)
{
	bytes_write_number(writer, (uint64_t)x);
	bytes_write_number(writer, (uint64_t)y);
}

/* A status that is not there costs nothing: a bit for each that is, then their turns. */
static void write_statuses(struct writer *writer, const struct creature *creature)
{
	unsigned present = 0;
	for (int status = 0; status < STATUS_COUNT; status++)
		present |= (unsigned)(creature->status[status] > 0) << status;
	bytes_write_number(writer, present);
	for (int status = 0; status < STATUS_COUNT; status++)
		if (creature->status[status] > 0)
			bytes_write_number(writer, creature->status[status]);
	if (creature->status[STATUS_STUCK] > 0)
		bytes_write_byte(writer, creature->held_by);
}

static void read_statuses(struct reader *reader, struct creature *creature)
{
	unsigned present = (unsigned)bytes_read_number(reader, (1u << STATUS_COUNT) - 1);
	for (int status = 0; status < STATUS_COUNT; status++) {
		if (!(present & 1u << status))
			continue;
		creature->status[status] = (uint8_t)bytes_read_number(reader, STATUS_TURNS_MAX);
		if (creature->status[status] == 0)
			reader->failed = true;
	}
	if (creature->status[STATUS_STUCK] > 0 && save_format(reader) >= 3)
		creature->held_by = (uint8_t)bytes_read_byte(reader);
}

bool save_holder_is_there(const struct game *game, int slot)
{
	int holder = game->creatures[slot].held_by - 1;
	return holder < 0 || (holder > HERO && holder < game->creature_top && holder != slot &&
				     game->creatures[holder].alive);
}

/* What it is about, and what it carries: likewise. */
static void write_doings(struct writer *writer, const struct creature *creature)
{
	const uint8_t doings[] = {creature->cooldown, creature->quiet, creature->leg};
	unsigned present = creature->carried.count > 0 ? 8 : 0;
	for (int i = 0; i < 3; i++)
		present |= (unsigned)(doings[i] > 0) << i;
	bytes_write_byte(writer, present);
	for (int i = 0; i < 3; i++)
		if (doings[i] > 0)
			bytes_write_byte(writer, doings[i]);
	if (present & 8)
		save_item(writer, &creature->carried);
}

void save_load_cell(struct reader *reader, const struct level *level, int16_t *x, int16_t *y)
{
	*x = (int16_t)bytes_read_number(reader, (uint64_t)level->width - 1);
	*y = (int16_t)bytes_read_number(reader, (uint64_t)level->height - 1);
}

void save_creature(struct writer *writer, const struct game *game, const struct creature *creature)
{
	uint32_t delay = creature->ready > game->clock.now ? creature->ready - game->clock.now : 0;
	bytes_begin(writer, SQUEEZE_CREATURE);
	bytes_write_number(writer, creature->generation);
	bytes_write_byte(writer, creature->alive);
	if (!creature->alive)
		return;
	unsigned coded = creature->kind == KIND_NONE ? 0 : creature->kind + 1u;
	bytes_write_number(writer, coded);
	bytes_about(writer, coded);
	bytes_write_number(writer, creature->flags);
	save_cell(writer, creature->x, creature->y);
	bytes_write_signed(writer, creature->home_x - creature->x);
	bytes_write_signed(writer, creature->home_y - creature->y);
	bytes_write_byte(writer, creature->goal);
	if (creature->goal != GOAL_NONE)
		save_cell(writer, creature->goal_x, creature->goal_y);
	bytes_write_byte(writer, creature->heading);
	bytes_write_byte(writer, creature->past);
	bytes_write_byte(writer, creature->patience);
	bytes_write_number(writer, creature->worth);
	bytes_write_number(writer, (uint64_t)creature->health);
	bytes_write_number(writer, (uint64_t)creature->health_max);
	bytes_write_number(writer, delay);
	write_doings(writer, creature);
	write_statuses(writer, creature);
}

static void load_places(struct reader *reader, const struct level *level, struct creature *creature)
{
	save_load_cell(reader, level, &creature->x, &creature->y);
	creature->home_x = (int16_t)(creature->x + bytes_read_signed(reader, -creature->x,
							   level->width - 1 - creature->x));
	creature->home_y = (int16_t)(creature->y + bytes_read_signed(reader, -creature->y,
							   level->height - 1 - creature->y));
	creature->goal = (uint8_t)bytes_read_number(reader, GOAL_COUNT - 1);
	creature->goal_x = creature->x;
	creature->goal_y = creature->y;
	if (creature->goal != GOAL_NONE)
		save_load_cell(reader, level, &creature->goal_x, &creature->goal_y);
	creature->heading = (uint8_t)bytes_read_number(reader, DIR_COUNT);
}

static uint16_t load_creature_kind(struct reader *reader, const struct content *content, bool hero)
{
	uint64_t coded = bytes_read_number(reader, hero ? 0 : KIND_NONE);
	bytes_read_about(reader, (uint32_t)coded);
	if (hero)
		return KIND_NONE;
	if (coded == 0) {
		reader->failed = true;
		return 0;
	}
	return save_map_kind(reader, content, IDS_CREATURE, coded - 1);
}

static void load_doings(
	struct reader *reader, const struct content *content, struct creature *creature)
{
	uint8_t *doings[] = {&creature->cooldown, &creature->quiet, &creature->leg};
	unsigned present = (unsigned)bytes_read_number(reader, 15);
	for (int i = 0; i < 3; i++)
		if (present & 1u << i && (*doings[i] = (uint8_t)bytes_read_byte(reader)) == 0)
			reader->failed = true;
	if (present & 8)
		creature->carried = save_load_item(reader, content);
	bool both = (creature->flags & CREATURE_ALLY) && (creature->flags & CREATURE_CAPTIVE);
	bool laden = (creature->flags & CREATURE_LADEN) && creature->carried.count == 0;
	bool holds_goal =
		creature->carried.count > 0 && creature->carried.kind == content->receiver;
	if (both || laden || holds_goal)
		reader->failed = true;
}

bool save_load_creature(
	struct reader *reader, const struct game *game, struct creature *creature, bool hero)
{
	bytes_read_begin(reader, SQUEEZE_CREATURE);
	*creature =
		(struct creature){.generation = (uint16_t)bytes_read_number(reader, UINT16_MAX)};
	creature->alive = bytes_read_number(reader, 1);
	if (!creature->alive)
		return !hero && !reader->failed;
	creature->kind = load_creature_kind(reader, game->content, hero);
	creature->flags = (uint16_t)bytes_read_number(reader, CREATURE_FLAGS_ALL);
	load_places(reader, game->level, creature);
	creature->past = (uint8_t)bytes_read_number(reader, game->birth.past_count);
	creature->patience = (uint8_t)bytes_read_byte(reader);
	creature->worth = (uint16_t)bytes_read_number(reader, UINT16_MAX);
	creature->health = (int16_t)bytes_read_number(reader, 30000);
	creature->health_max = (int16_t)bytes_read_number(reader, 30000);
	creature->ready = game->clock.now + (uint32_t)bytes_read_number(reader, DELAY_MOST);
	load_doings(reader, game->content, creature);
	read_statuses(reader, creature);
	if (hero && (creature->carried.count > 0 ||
			    (creature->flags & (CREATURE_ALLY | CREATURE_CAPTIVE))))
		reader->failed = true;
	if (creature->health > creature->health_max || (creature->health == 0 && !hero) ||
		creature->health_max < 1)
		reader->failed = true;
	return !reader->failed;
}

/* A bit above the flags: charges, an affix or a rest follow. */
#define ITEM_SPECIAL 128
_Static_assert(ITEM_FLAGS_ALL < ITEM_SPECIAL, "a bit of its own");

static bool item_is_plain(const struct item *item)
{
	return item->charges == 0 && item->affix == 0 && item->resting == 0;
}

void save_item(struct writer *writer, const struct item *item)
{
	bytes_begin(writer, SQUEEZE_ITEM);
	bytes_write_number(writer, item->kind);
	bytes_about(writer, item->kind);
	bytes_write_number(writer, item->count);
	bytes_write_signed(writer, item->plus);
	bytes_write_byte(writer, item->flags | (item_is_plain(item) ? 0 : ITEM_SPECIAL));
	bytes_write_byte(writer, item->blows);
	if (item_is_plain(item))
		return;
	bytes_write_byte(writer, item->charges);
	bytes_write_number(writer, item->affix);
	bytes_write_number(writer, item->resting);
}

struct item save_load_item(struct reader *reader, const struct content *content)
{
	bytes_read_begin(reader, SQUEEZE_ITEM);
	uint64_t kind = bytes_read_number(reader, KIND_NONE);
	bytes_read_about(reader, (uint32_t)kind);
	struct item item = {.kind = save_map_kind(reader, content, IDS_ITEM, kind)};
	item.count = (uint16_t)bytes_read_number(reader, UINT16_MAX);
	item.plus = (int8_t)bytes_read_signed(reader, -9, 99);
	unsigned flags = bytes_read_byte(reader);
	item.flags = (uint8_t)(flags & ITEM_FLAGS_ALL);
	item.blows = (uint8_t)bytes_read_byte(reader);
	if (flags & ITEM_SPECIAL) {
		item.charges = (uint8_t)bytes_read_byte(reader);
		uint64_t affix = bytes_read_number(reader, KIND_NONE);
		if (affix > 0)
			item.affix = (uint16_t)(1 + save_map_kind(
							    reader, content, IDS_AFFIX, affix - 1));
		item.resting = (uint16_t)bytes_read_number(reader, REST_MOST);
	}
	if (item.count == 0)
		reader->failed = true;
	if (!reader->failed && item.count > 1 && !content->items[item.kind].stacks &&
		content->items[item.kind].class != ITEM_GOLD)
		reader->failed = true;
	return item;
}

/* ---- Blocks ---- */

void save_block(struct writer *writer, struct squeeze *squeeze)
{
	size_t size;
	uint8_t *bytes = squeeze_close(squeeze, &size);
	bytes_write_byte(writer, SAVE_SQUEEZED);
	bytes_write(writer, bytes, size);
	free(bytes);
	squeeze_free(squeeze);
}

struct reader save_block_open(struct reader *reader, size_t most)
{
	enum save_form form = (enum save_form)bytes_read_number(reader, SAVE_FORMS - 1);
	size_t size = reader->size - reader->at;
	const uint8_t *bytes = bytes_read(reader, size);
	struct reader block = {.bytes = bytes, .size = size, .maps = reader->maps};
	block.failed = bytes == NULL || size > most;
	if (form == SAVE_PLAIN || block.failed)
		return block;
	block.squeeze = squeeze_open(bytes, size);
	block.size = most;
	return block;
}

bool save_block_ended(const struct reader *block)
{
	return !block->failed && (block->squeeze != NULL || block->at == block->size);
}
