/*
 * The main block of a save: all of a game but its levels; each part written and read beside each
 * other.
 */
#include "engine/save/save_private.h"

#include <stdlib.h>
#include <string.h>

#define PURPOSES_2 16 /* that format 2 knew of */

/* ---- Texts ---- */

static void write_text(struct writer *writer, const char *text)
{
	bytes_begin(writer, SQUEEZE_TEXT);
	bytes_write(writer, text, strlen(text) + 1);
}

/* Of format 2: its length, then its characters. */
static void read_text_2(struct reader *reader, char *text, size_t size)
{
	size_t length = bytes_read_byte(reader);
	text[0] = '\0';
	if (length >= size)
		reader->failed = true;
	const uint8_t *bytes = reader->failed ? NULL : bytes_read(reader, length);
	if (bytes == NULL)
		return;
	for (size_t i = 0; i < length; i++)
		if (bytes[i] == 0 || bytes[i] > '~')
			reader->failed = true;
	memcpy(text, bytes, length);
	text[length] = '\0';
}

/* Printable characters and role bytes, ended by a NUL. */
static void read_text(struct reader *reader, char *text, size_t size)
{
	if (save_format(reader) < 3) {
		read_text_2(reader, text, size);
		return;
	}
	bytes_read_begin(reader, SQUEEZE_TEXT);
	for (size_t i = 0; i < size; i++) {
		text[i] = (char)bytes_read_number(reader, '~');
		if (text[i] == '\0')
			return;
	}
	text[0] = '\0';
	reader->failed = true;
}

/* ---- The run and the hero ---- */

/* A bit for each sound that he is not told of again yet, then for how many turns. */
static void write_heard(struct writer *writer, const struct game *game)
{
	uint32_t turn = game_turn(game);
	unsigned present = 0;
	for (int sound = 0; sound < SOUND_COUNT; sound++)
		present |= (unsigned)(game->clock.next_heard[sound] > turn) << sound;
	bytes_write_number(writer, present);
	for (int sound = 0; sound < SOUND_COUNT; sound++)
		if (present & 1u << sound)
			bytes_write_number(writer, game->clock.next_heard[sound] - turn);
}

static void read_heard(struct reader *reader, struct game *game)
{
	unsigned present = (unsigned)bytes_read_number(reader, (1u << SOUND_COUNT) - 1);
	for (int sound = 0; sound < SOUND_COUNT; sound++) {
		if (!(present & 1u << sound))
			continue;
		uint32_t left = (uint32_t)bytes_read_number(reader, SOUND_EVERY_MOST);
		game->clock.next_heard[sound] = game_turn(game) + left;
		if (left == 0)
			reader->failed = true;
	}
}

static void write_run(struct writer *writer, const struct game *game)
{
	bytes_begin(writer, SQUEEZE_RECORD);
	bytes_write(writer, game->seed.bytes, sizeof game->seed.bytes);
	bytes_begin(writer, SQUEEZE_TEXT);
	birth_write(writer, &game->birth);
	bytes_begin(writer, SQUEEZE_RECORD);
	bytes_write_number(writer, game->clock.now);
	bytes_write_signed(writer, (int64_t)game->clock.next_turn - game->clock.now);
	bytes_write_number(writer, game->clock.next_wanderer);
	write_heard(writer, game);
	bytes_write_byte(writer, game->depth);
	bytes_write_byte(writer, game->ending.outcome);
	bytes_write_byte(writer, game->debug);
	bytes_write_byte(writer, game->marked);
	write_text(writer, game->ending.killer);
	write_text(writer, game->ending.cause);
	bytes_begin(writer, SQUEEZE_RECORD);
	bytes_write_byte(writer, game->bones.avenged);
	bytes_write_byte(writer, game->bones.met);
	for (int i = 0; i < PAST_MAX; i++) {
		bytes_write_signed(writer, game->bones.graves[i].x);
		bytes_write_signed(writer, game->bones.graves[i].y);
	}
}

static void read_run(struct reader *reader, struct game *game)
{
	bytes_read_begin(reader, SQUEEZE_RECORD);
	const uint8_t *seed = bytes_read(reader, sizeof game->seed.bytes);
	if (seed != NULL)
		memcpy(game->seed.bytes, seed, sizeof game->seed.bytes);
	bytes_read_begin(reader, SQUEEZE_TEXT);
	birth_read(reader, &game->birth);
	bytes_read_begin(reader, SQUEEZE_RECORD);
	game->clock.now = (uint32_t)bytes_read_number(reader, TICKS_MAX + DELAY_MOST);
	game->clock.next_turn =
		game->clock.now + (uint32_t)bytes_read_signed(reader, 0, TICKS_A_TURN);
	game->clock.next_wanderer = (uint32_t)bytes_read_number(reader, UINT32_MAX);
	read_heard(reader, game);
	game->depth = (uint8_t)bytes_read_number(reader, game->content->last_depth);
	game->ending.outcome = (uint8_t)bytes_read_number(reader, OUTCOME_QUIT);
	game->debug = (uint8_t)bytes_read_number(reader, (1u << DEBUG_VIEW_COUNT) - 1);
	game->marked = bytes_read_number(reader, 1);
	read_text(reader, game->ending.killer, sizeof game->ending.killer);
	read_text(reader, game->ending.cause, sizeof game->ending.cause);
	bytes_read_begin(reader, SQUEEZE_RECORD);
	game->bones.avenged = (uint8_t)bytes_read_byte(reader);
	game->bones.met = (uint8_t)bytes_read_byte(reader);
	for (int i = 0; i < PAST_MAX; i++) {
		game->bones.graves[i].x =
			(int16_t)bytes_read_signed(reader, -1, LEVEL_WIDTH_MAX - 1);
		game->bones.graves[i].y =
			(int16_t)bytes_read_signed(reader, -1, LEVEL_HEIGHT_MAX - 1);
	}
	if (game->depth == 0)
		reader->failed = true;
}

static void write_hero(struct writer *writer, const struct hero *hero)
{
	bytes_begin(writer, SQUEEZE_RECORD);
	bytes_write_number(writer, (uint64_t)hero->mana);
	bytes_write_number(writer, (uint64_t)hero->mana_max);
	bytes_write_number(writer, (uint64_t)hero->might);
	bytes_write_number(writer, (uint64_t)hero->level);
	bytes_write_number(writer, (uint64_t)hero->experience);
	bytes_write_number(writer, (uint64_t)hero->gold);
	bytes_write_number(writer, (uint64_t)hero->food);
	bytes_write_number(writer, hero->health_part);
	bytes_write_number(writer, hero->mana_part);
	bytes_write_byte(writer, hero->noise);
	bytes_write_byte(writer, hero->searches);
	bytes_write_byte(writer, hero->deepest);
	bytes_write_byte(writer, hero->loud);
	bytes_write_byte(writer, hero->lifted);
	bytes_write_byte(writer, hero->choices_made);
	bytes_write_byte(writer, hero->still);
}

static void read_hero(struct reader *reader, struct hero *hero)
{
	bytes_read_begin(reader, SQUEEZE_RECORD);
	hero->mana = (int16_t)bytes_read_number(reader, MANA_MOST);
	hero->mana_max = (int16_t)bytes_read_number(reader, MANA_MOST);
	hero->might = (int16_t)bytes_read_number(reader, 1000);
	hero->level = (int16_t)bytes_read_number(reader, 100);
	hero->experience = (int32_t)bytes_read_number(reader, EXPERIENCE_MOST);
	hero->gold = (int32_t)bytes_read_number(reader, GOLD_HELD_MOST);
	hero->food = (int32_t)bytes_read_number(reader, BODY_FOOD_MOST);
	hero->health_part = (uint16_t)bytes_read_number(reader, UINT16_MAX);
	hero->mana_part = (uint16_t)bytes_read_number(reader, UINT16_MAX);
	hero->noise = (uint8_t)bytes_read_byte(reader);
	hero->searches = (uint8_t)bytes_read_byte(reader);
	hero->deepest = (uint8_t)bytes_read_number(reader, DEPTH_MAX);
	hero->loud = (uint8_t)bytes_read_number(reader, 1);
	hero->lifted = bytes_read_number(reader, 1);
	if (save_format(reader) >= 3) {
		hero->choices_made = (uint8_t)bytes_read_number(reader, CHOICES_MOST);
		hero->still = (uint8_t)bytes_read_number(reader, STILL_MOST);
	}
	if (hero->level < 1 || hero->deepest < 1 || hero->choices_made > hero->level)
		reader->failed = true;
}

/* Each thing after its slot, in order of slots. */
static void write_pack(struct writer *writer, const struct game *game)
{
	bytes_write_byte(writer, game->pack.count);
	for (int slot = 0; slot < PACK_MAX; slot++) {
		if (game->pack.items[slot].count == 0)
			continue;
		bytes_begin(writer, SQUEEZE_RECORD);
		bytes_write_byte(writer, (unsigned)slot);
		save_item(writer, &game->pack.items[slot]);
	}
}

static void read_pack(struct reader *reader, struct game *game)
{
	int last = -1;
	game->pack.count = (uint8_t)bytes_read_number(reader, PACK_MAX);
	for (int i = 0; i < game->pack.count && !reader->failed; i++) {
		bytes_read_begin(reader, SQUEEZE_RECORD);
		int slot = (int)bytes_read_number(reader, PACK_MAX - 1);
		struct item *item = &game->pack.items[slot];
		*item = save_load_item(reader, game->content);
		if (slot <= last)
			reader->failed = true;
		last = slot;
	}
	if (!reader->failed && !gear_is_sound(game))
		reader->failed = true;
}

static void write_counters(struct writer *writer, const struct game *game)
{
	bytes_begin(writer, SQUEEZE_RECORD);
	bytes_write_number(writer, PURPOSE_COUNT);
	for (int depth = 0; depth <= DEPTH_MAX; depth++) {
		bytes_begin(writer, SQUEEZE_COUNTERS);
		for (int purpose = 0; purpose < PURPOSE_COUNT; purpose++)
			bytes_write_number(writer, game->counters[depth][purpose]);
	}
}

/* A purpose that came after the save has drawn nothing. */
static void read_counters(struct reader *reader, struct game *game)
{
	int purposes = PURPOSES_2;
	bytes_read_begin(reader, SQUEEZE_RECORD);
	if (save_format(reader) >= 3)
		purposes = (int)bytes_read_number(reader, PURPOSE_COUNT);
	for (int depth = 0; depth <= DEPTH_MAX; depth++) {
		bytes_read_begin(reader, SQUEEZE_COUNTERS);
		for (int purpose = 0; purpose < purposes; purpose++)
			game->counters[depth][purpose] =
				(uint32_t)bytes_read_number(reader, UINT32_MAX);
	}
}

/* A byte for each kind. */
static void write_row(struct writer *writer, const uint8_t *row, size_t count)
{
	bytes_begin(writer, SQUEEZE_ROW);
	bytes_write(writer, row, count);
}

static void write_knowledge(struct writer *writer, const struct game *game)
{
	const struct content *content = game->content;
	write_pack(writer, game);
	bytes_mark(writer, PART_PACK);
	write_row(writer, game->knowledge.items, content->counts.items);
	write_row(writer, game->pack.last_slots, content->counts.items);
	write_row(writer, game->knowledge.spells, content->counts.spells);
	write_row(writer, game->knowledge.talents, content->counts.talents);
	write_row(writer, game->knowledge.quests, content->counts.quests);
	write_row(writer, game->knowledge.calls, content->counts.calls);
	bytes_begin(writer, SQUEEZE_ROW);
	for (uint16_t i = 0; i < content->counts.creatures; i++)
		bytes_write_byte(writer, (unsigned)game->knowledge.met[i] |
						 (unsigned)game->knowledge.beaten[i] << 1);
	bytes_mark(writer, PART_KNOWLEDGE);
	write_counters(writer, game);
	bytes_mark(writer, PART_CHANCE);
}

/* One byte for each kind that the save knows of; what this content has not is left out when it says
 * nothing. */
static void read_kind_flags(struct reader *reader, const struct game *game, enum id_list list,
	uint8_t *low, uint8_t *high)
{
	bytes_read_begin(reader, SQUEEZE_ROW);
	for (uint16_t i = 0; i < reader->maps->counts[list]; i++) {
		unsigned flags = (unsigned)bytes_read_number(reader, high != NULL ? 3 : 1);
		if (flags == 0 || reader->failed)
			continue;
		uint16_t kind = save_map_kind(reader, game->content, list, i);
		low[kind] = flags & 1;
		if (high != NULL)
			high[kind] = (uint8_t)(flags >> 1);
	}
}

static void read_quests(struct reader *reader, struct game *game)
{
	bytes_read_begin(reader, SQUEEZE_ROW);
	for (uint16_t i = 0; i < reader->maps->counts[IDS_QUEST]; i++) {
		uint8_t state = (uint8_t)bytes_read_number(reader, 1 + QUEST_FAILED);
		if (state != 0 && !reader->failed)
			game->knowledge.quests[save_map_kind(reader, game->content, IDS_QUEST, i)] =
				state;
	}
}

/* Where a kind was that this content has not is of no use. */
static void read_last_slots(struct reader *reader, struct game *game)
{
	bytes_read_begin(reader, SQUEEZE_ROW);
	for (uint16_t i = 0; i < reader->maps->counts[IDS_ITEM]; i++) {
		uint8_t last = (uint8_t)bytes_read_number(reader, PACK_MAX);
		uint16_t kind = reader->maps->of[IDS_ITEM][i];
		if (kind != KIND_NONE && !reader->failed)
			game->pack.last_slots[kind] = last;
	}
}

static void read_knowledge(struct reader *reader, struct game *game)
{
	read_pack(reader, game);
	read_kind_flags(reader, game, IDS_ITEM, game->knowledge.items, NULL);
	read_last_slots(reader, game);
	read_kind_flags(reader, game, IDS_SPELL, game->knowledge.spells, NULL);
	read_kind_flags(reader, game, IDS_TALENT, game->knowledge.talents, NULL);
	read_quests(reader, game);
	read_kind_flags(reader, game, IDS_CALL, game->knowledge.calls, NULL);
	read_kind_flags(reader, game, IDS_CREATURE, game->knowledge.met, game->knowledge.beaten);
	read_counters(reader, game);
}

/* ---- Messages ---- */

/* What a message is like, for its role and how often it is said. */
static uint32_t key_of(const char *text)
{
	uint32_t key = 0;
	for (size_t i = 0, length = strlen(text); i < length; i++)
		if (i < 3 || i + 6 > length)
			key = key * 31 + (uint8_t)text[i];
	return key;
}

/* Each one's number is that of the one before, and as many more as it was said. */
static void write_messages(struct writer *writer, const struct game *game)
{
	uint32_t turn = 0, serial = 0;
	bytes_begin(writer, SQUEEZE_RECORD);
	bytes_write_number(writer, game->messages.newest);
	bytes_write_number(writer, game->messages.count);
	for (int i = 0; i < game->messages.count; i++) {
		const struct message *message = &game->messages.list[i];
		int64_t expected = (int64_t)serial + message->repeats;
		write_text(writer, message->text);
		bytes_begin(writer, SQUEEZE_MESSAGE);
		bytes_about(writer, key_of(message->text));
		bytes_write_byte(writer, message->role);
		bytes_write_number(writer, message->repeats);
		bytes_write_signed(writer, (int64_t)message->serial - expected);
		bytes_write_number(writer, message->turn - turn);
		serial = message->serial;
		turn = message->turn;
	}
}

static void read_message(
	struct reader *reader, struct message *message, uint32_t serial, uint32_t turn)
{
	read_text(reader, message->text, sizeof message->text);
	bytes_read_begin(reader, SQUEEZE_MESSAGE);
	bytes_read_about(reader, key_of(message->text));
	message->role = (uint8_t)bytes_read_number(reader, ROLE_COUNT - 1);
	message->repeats = (uint16_t)bytes_read_number(reader, UINT16_MAX);
	int64_t expected = (int64_t)serial + message->repeats;
	message->serial = (uint32_t)(expected + bytes_read_signed(reader, serial - expected,
							SERIAL_MOST - expected));
	message->turn = turn + (uint32_t)bytes_read_number(reader, UINT32_MAX - turn);
}

static void read_message_2(
	struct reader *reader, struct message *message, uint32_t serial, uint32_t turn)
{
	message->serial = serial + (uint32_t)bytes_read_number(reader, UINT32_MAX - serial);
	message->turn = turn + (uint32_t)bytes_read_number(reader, UINT32_MAX - turn);
	message->repeats = (uint16_t)bytes_read_number(reader, UINT16_MAX);
	message->role = (uint8_t)bytes_read_number(reader, ROLE_COUNT - 1);
	read_text(reader, message->text, sizeof message->text);
}

static void read_messages(struct reader *reader, struct game *game)
{
	uint32_t turn = 0, serial = 0;
	bytes_read_begin(reader, SQUEEZE_RECORD);
	game->messages.newest = (uint32_t)bytes_read_number(reader, SERIAL_MOST);
	game->messages.count = (uint16_t)bytes_read_number(reader, MESSAGES_KEPT);
	for (int i = 0; i < game->messages.count && !reader->failed; i++) {
		struct message *message = &game->messages.list[i];
		if (save_format(reader) >= 3)
			read_message(reader, message, serial, turn);
		else
			read_message_2(reader, message, serial, turn);
		serial = message->serial;
		turn = message->turn;
	}
	/* What is said next must come after them. */
	if (serial > game->messages.newest || turn > game_turn(game))
		reader->failed = true;
}

/* ---- What is elsewhere ---- */

/* What has fallen to depths that the hero is not on. */
static void write_fallen(struct writer *writer, const struct game *game)
{
	bytes_begin(writer, SQUEEZE_RECORD);
	bytes_write_byte(writer, game->fallen.count);
	for (int i = 0; i < game->fallen.count; i++) {
		bytes_write_byte(writer, game->fallen.items[i].depth);
		save_item(writer, &game->fallen.items[i].item);
	}
}

static void read_fallen(struct reader *reader, struct game *game)
{
	bytes_read_begin(reader, SQUEEZE_RECORD);
	game->fallen.count = (uint8_t)bytes_read_number(reader, FALLEN_MAX);
	for (int i = 0; i < game->fallen.count && !reader->failed; i++) {
		struct fallen *fallen = &game->fallen.items[i];
		fallen->depth = (uint8_t)bytes_read_number(reader, game->content->last_depth);
		fallen->item = save_load_item(reader, game->content);
		if (fallen->depth < 1 || fallen->depth == game->depth)
			reader->failed = true;
	}
}

/* The open level's trail; then those of others where it still smells, each after its depth, and 0.
 */
static void write_trails(struct writer *writer, const struct game *game)
{
	struct trail open = trail_of(game);
	trail_write(writer, &open, game_turn(game));
	free(open.whiffs);
	bytes_mark(writer, PART_TRAIL);
	for (int depth = 1; depth <= DEPTH_MAX; depth++) {
		const struct trail *trail = &game->places[depth].trail;
		if (!trail_smells(trail, game_turn(game)))
			continue;
		bytes_begin(writer, SQUEEZE_RECORD);
		bytes_write_byte(writer, (unsigned)depth);
		trail_write(writer, trail, game_turn(game));
	}
	bytes_begin(writer, SQUEEZE_RECORD);
	bytes_write_byte(writer, 0);
	bytes_mark(writer, PART_ELSEWHERE);
}

static unsigned read_depth(struct reader *reader)
{
	bytes_read_begin(reader, SQUEEZE_RECORD);
	return (unsigned)bytes_read_number(reader, DEPTH_MAX);
}

static void read_trails(struct reader *reader, struct game *game)
{
	struct trail open = trail_read(reader, game_turn(game));
	trail_lay(&open, game);
	free(open.whiffs);
	for (unsigned depth; (depth = read_depth(reader)) > 0 && !reader->failed;) {
		struct place *place = &game->places[depth];
		if (place->bytes == NULL || place->trail.count > 0)
			reader->failed = true;
		else
			place->trail = trail_read(reader, game_turn(game));
	}
}

/* ---- All ---- */

void save_main(struct writer *writer, const struct game *game)
{
	write_run(writer, game);
	bytes_mark(writer, PART_RUN);
	write_hero(writer, &game->hero);
	bytes_mark(writer, PART_HERO);
	write_knowledge(writer, game);
	write_messages(writer, game);
	bytes_mark(writer, PART_MESSAGES);
	write_fallen(writer, game);
	bytes_mark(writer, PART_ELSEWHERE);
	save_creature(writer, game, &game->creatures[HERO]);
	bytes_mark(writer, PART_HERO);
	write_trails(writer, game);
}

bool save_load_main(struct reader *reader, struct game *game)
{
	read_run(reader, game);
	read_hero(reader, &game->hero);
	if (!reader->failed)
		read_knowledge(reader, game);
	read_messages(reader, game);
	read_fallen(reader, game);
	birth_flavours(game);
	return !reader->failed;
}

static bool read_hero_body(struct reader *reader, struct game *game)
{
	struct creature *hero = game_hero(game);
	if (!save_load_creature(reader, game, hero, true) || reader->failed)
		return false;
	if ((hero->health == 0 && game_going(game)) || !save_holder_is_there(game, HERO))
		return false;
	if (!(game_terrain(game, hero->x, hero->y)->flags & TERRAIN_OBJECTS))
		return false;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive && game->creatures[slot].x == hero->x &&
			game->creatures[slot].y == hero->y)
			return false;
	return true;
}

bool save_load_main_end(struct reader *reader, struct game *game)
{
	if (!read_hero_body(reader, game))
		return false;
	if (save_format(reader) >= 3)
		read_trails(reader, game);
	return save_block_ended(reader);
}
