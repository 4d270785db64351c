/* The main block of a save: the whole game except its levels. */
#include "engine/save/save_private.h"

#include <stdlib.h>
#include <string.h>

#define PURPOSES_2 16 /* number of purposes in format 2 */

/* ---- Texts ---- */

/* Reads a text of format 2: its length, then its characters. */
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

/* Reads printable characters and role bytes up to a NUL. */
static void read_text_3(struct reader *reader, char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		text[i] = (char)bytes_read_number(reader, '~');
		if (text[i] == '\0')
			return;
	}
	text[0] = '\0';
	reader->failed = true;
}

static void carry_text(struct carry *carry, char *text, size_t size)
{
	carry_begin(carry, COMPRESS_TEXT);
	if (carry->reader == NULL)
		bytes_write(carry->writer, text, strlen(text) + 1);
	else if (save_format(carry->reader) < 3)
		read_text_2(carry->reader, text, size);
	else
		read_text_3(carry->reader, text, size);
}

/* ---- The run and the hero ---- */

/* Carries a bit for each sound that is silent for a while, then the remaining turns of each. */
static void carry_heard(struct carry *carry, struct game *game)
{
	uint32_t turn = game_turn(game);
	unsigned present = 0;
	for (int sound = 0; sound < SOUND_COUNT; sound++)
		present |= (unsigned)(game->clock.next_heard[sound] > turn) << sound;
	present = (unsigned)carry_number(carry, present, (1u << SOUND_COUNT) - 1);
	for (int sound = 0; sound < SOUND_COUNT; sound++) {
		if (!(present & 1u << sound))
			continue;
		uint32_t *next = &game->clock.next_heard[sound];
		uint32_t left = (uint32_t)carry_number(carry, *next - turn, SOUND_EVERY_MOST);
		CARRY_INTO(carry, *next, turn + left);
		carry_must(carry, left > 0);
	}
}

static void carry_run(struct carry *carry, struct game *game)
{
	carry_begin(carry, COMPRESS_RECORD);
	carry_bytes(carry, game->seed.bytes, sizeof game->seed.bytes);
	carry_begin(carry, COMPRESS_TEXT);
	carry_birth(carry, &game->birth);
	carry_begin(carry, COMPRESS_RECORD);
	CARRY(carry, game->clock.now, TICKS_MAX + DELAY_MOST);
	CARRY_FROM(carry, game->clock.next_turn, (int64_t)game->clock.now, 0, TICKS_A_TURN);
	CARRY(carry, game->clock.next_wanderer, UINT32_MAX);
	carry_heard(carry, game);
	CARRY(carry, game->depth, game->content->last_depth);
	CARRY(carry, game->ending.outcome, OUTCOME_QUIT);
	CARRY(carry, game->debug, (1u << DEBUG_VIEW_COUNT) - 1);
	CARRY(carry, game->marked, 1);
	carry_text(carry, game->ending.killer, sizeof game->ending.killer);
	carry_text(carry, game->ending.cause, sizeof game->ending.cause);
	carry_begin(carry, COMPRESS_RECORD);
	CARRY_BYTE(carry, game->bones.avenged);
	CARRY_BYTE(carry, game->bones.met);
	for (int i = 0; i < BONES_MAX; i++) {
		CARRY_SIGNED(carry, game->bones.graves[i].x, -1, LEVEL_WIDTH_MAX - 1);
		CARRY_SIGNED(carry, game->bones.graves[i].y, -1, LEVEL_HEIGHT_MAX - 1);
	}
	carry_must(carry, game->depth > 0);
}

static void carry_hero(struct carry *carry, struct hero *hero)
{
	carry_begin(carry, COMPRESS_RECORD);
	CARRY(carry, hero->mana, MANA_MOST);
	CARRY(carry, hero->mana_max, MANA_MOST);
	CARRY(carry, hero->might, 1000);
	CARRY(carry, hero->level, 100);
	CARRY(carry, hero->experience, EXPERIENCE_MOST);
	CARRY(carry, hero->gold, GOLD_HELD_MOST);
	CARRY(carry, hero->food, BODY_FOOD_MOST);
	CARRY(carry, hero->health_part, UINT16_MAX);
	CARRY(carry, hero->mana_part, UINT16_MAX);
	CARRY_BYTE(carry, hero->noise);
	CARRY_BYTE(carry, hero->searches);
	CARRY(carry, hero->deepest, DEPTH_MAX);
	CARRY(carry, hero->loud, 1);
	CARRY(carry, hero->lifted, 1);
	if (carry_format(carry) >= 3) {
		CARRY(carry, hero->choices_made, CHOICES_MOST);
		CARRY(carry, hero->still, STILL_MOST);
	}
	/* An older save recorded no conduct, so none counts as kept. */
	if (carry_format(carry) >= 5)
		CARRY(carry, hero->broken, CONDUCTS_ALL);
	else
		hero->broken = CONDUCTS_ALL;
	carry_must(
		carry, hero->level >= 1 && hero->deepest >= 1 && hero->choices_made <= hero->level);
}

/* Writes each item after its slot, in order of slots. */
static void write_pack(struct writer *writer, const struct game *game)
{
	unsigned count = game->pack.count;
	for (int slot = PACK_MAX; slot < CARRIED_MAX; slot++)
		count += game->pack.items[slot].count > 0;
	bytes_write_byte(writer, count);
	for (int slot = 0; slot < CARRIED_MAX; slot++) {
		if (game->pack.items[slot].count == 0)
			continue;
		bytes_begin(writer, COMPRESS_RECORD);
		bytes_write_byte(writer, (unsigned)slot);
		save_item(writer, game->content, &game->pack.items[slot]);
	}
}

/* The numbers of carried items: formats before 5 have no pouch. */
static unsigned carried_most(const struct reader *reader)
{
	return save_format(reader) >= 5 ? CARRIED_MAX : PACK_MAX;
}

static void read_pack(struct reader *reader, struct game *game)
{
	int last = -1;
	unsigned count = (unsigned)bytes_read_number(reader, carried_most(reader));
	for (unsigned i = 0; i < count && !reader->failed; i++) {
		bytes_read_begin(reader, COMPRESS_RECORD);
		int slot = (int)bytes_read_number(reader, carried_most(reader) - 1);
		struct item *item = &game->pack.items[slot];
		*item = save_load_item(reader, game->content);
		if (slot <= last)
			reader->failed = true;
		if (slot >= PACK_MAX && !reader->failed && !item_kind(game, item)->pouched)
			reader->failed = true;
		last = slot;
		game->pack.count += slot < PACK_MAX;
	}
	if (!reader->failed && !gear_is_sound(game))
		reader->failed = true;
}

static void write_counters(struct writer *writer, const struct game *game)
{
	bytes_begin(writer, COMPRESS_RECORD);
	bytes_write_number(writer, PURPOSE_COUNT);
	for (int depth = 0; depth <= DEPTH_MAX; depth++) {
		bytes_begin(writer, COMPRESS_COUNTERS);
		for (int purpose = 0; purpose < PURPOSE_COUNT; purpose++)
			bytes_write_number(writer, game->counters[depth][purpose]);
	}
}

/* A purpose that was added after the save has a counter of 0. */
static void read_counters(struct reader *reader, struct game *game)
{
	int purposes = PURPOSES_2;
	bytes_read_begin(reader, COMPRESS_RECORD);
	if (save_format(reader) >= 3)
		purposes = (int)bytes_read_number(reader, PURPOSE_COUNT);
	for (int depth = 0; depth <= DEPTH_MAX; depth++) {
		bytes_read_begin(reader, COMPRESS_COUNTERS);
		for (int purpose = 0; purpose < purposes; purpose++)
			game->counters[depth][purpose] =
				(uint32_t)bytes_read_number(reader, UINT32_MAX);
	}
}

/* Writes a byte for each kind. */
static void write_row(struct writer *writer, const uint8_t *row, size_t count)
{
	bytes_begin(writer, COMPRESS_ROW);
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
	bytes_begin(writer, COMPRESS_ROW);
	for (uint16_t i = 0; i < content->counts.creatures; i++)
		bytes_write_byte(writer, (unsigned)game->knowledge.met[i] |
						 (unsigned)game->knowledge.beaten[i] << 1);
	bytes_mark(writer, PART_KNOWLEDGE);
	write_counters(writer, game);
	bytes_mark(writer, PART_CHANCE);
}

/* Reads one byte for each kind of the save.  A kind that this content lacks is skipped if its byte
 * is 0. */
static void read_kind_flags(struct reader *reader, const struct game *game, enum id_list list,
	uint8_t *low, uint8_t *high)
{
	bytes_read_begin(reader, COMPRESS_ROW);
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
	bytes_read_begin(reader, COMPRESS_ROW);
	for (uint16_t i = 0; i < reader->maps->counts[IDS_QUEST]; i++) {
		uint8_t state = (uint8_t)bytes_read_number(reader, 1 + QUEST_FAILED);
		if (state != 0 && !reader->failed)
			game->knowledge.quests[save_map_kind(reader, game->content, IDS_QUEST, i)] =
				state;
	}
}

/* Skips the slots of kinds that this content lacks. */
static void read_last_slots(struct reader *reader, struct game *game)
{
	bytes_read_begin(reader, COMPRESS_ROW);
	for (uint16_t i = 0; i < reader->maps->counts[IDS_ITEM]; i++) {
		uint8_t last = (uint8_t)bytes_read_number(reader, carried_most(reader));
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

/* Returns a key of similar messages, to predict role and repetitions. */
static uint32_t key_of(const char *text)
{
	uint32_t key = 0;
	for (size_t i = 0, length = strlen(text); i < length; i++)
		if (i < 3 || i + 6 > length)
			key = key * 31 + (uint8_t)text[i];
	return key;
}

/* Carries a message.  Its serial is predicted as the previous one plus its repetitions. */
static void carry_message(
	struct carry *carry, struct message *message, uint32_t serial, uint32_t turn)
{
	carry_text(carry, message->text, sizeof message->text);
	carry_begin(carry, COMPRESS_MESSAGE);
	carry_about(carry, key_of(message->text));
	CARRY(carry, message->role, COLOUR_ROLE_COUNT - 1);
	CARRY(carry, message->repeats, UINT16_MAX);
	int64_t expected = (int64_t)serial + message->repeats;
	CARRY_FROM(carry, message->serial, expected, serial - expected, SERIAL_MOST - expected);
	CARRY_INTO(carry, message->turn,
		turn + carry_number(carry, message->turn - turn, UINT32_MAX - turn));
}

static void read_message_2(
	struct reader *reader, struct message *message, uint32_t serial, uint32_t turn)
{
	message->serial = serial + (uint32_t)bytes_read_number(reader, UINT32_MAX - serial);
	message->turn = turn + (uint32_t)bytes_read_number(reader, UINT32_MAX - turn);
	message->repeats = (uint16_t)bytes_read_number(reader, UINT16_MAX);
	message->role = (uint8_t)bytes_read_number(reader, COLOUR_ROLE_COUNT - 1);
	read_text_2(reader, message->text, sizeof message->text);
}

static void carry_messages(struct carry *carry, struct game *game)
{
	uint32_t turn = 0, serial = 0;
	carry_begin(carry, COMPRESS_RECORD);
	CARRY(carry, game->messages.newest, SERIAL_MOST);
	CARRY(carry, game->messages.count, MESSAGES_KEPT);
	for (int i = 0; i < game->messages.count && carry_goes_on(carry); i++) {
		struct message *message = &game->messages.list[i];
		if (carry_format(carry) >= 3)
			carry_message(carry, message, serial, turn);
		else
			read_message_2(carry->reader, message, serial, turn);
		serial = message->serial;
		turn = message->turn;
	}
	/* The next message must come after them. */
	carry_must(carry, serial <= game->messages.newest && turn <= game_turn(game));
}

/* ---- Other levels ---- */

/* Carries the items that have fallen to other depths. */
static void carry_fallen(struct carry *carry, struct game *game)
{
	carry_begin(carry, COMPRESS_RECORD);
	CARRY(carry, game->fallen.count, FALLEN_MAX);
	for (int i = 0; i < game->fallen.count && carry_goes_on(carry); i++) {
		struct fallen *fallen = &game->fallen.items[i];
		CARRY(carry, fallen->depth, game->content->last_depth);
		carry_item(carry, game->content, &fallen->item);
		carry_must(carry, fallen->depth >= 1 && fallen->depth != game->depth);
	}
}

/* Writes the open level's trail; then those of other levels that still smell, each after its depth;
 * then 0. */
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
		bytes_begin(writer, COMPRESS_RECORD);
		bytes_write_byte(writer, (unsigned)depth);
		trail_write(writer, trail, game_turn(game));
	}
	bytes_begin(writer, COMPRESS_RECORD);
	bytes_write_byte(writer, 0);
	bytes_mark(writer, PART_ELSEWHERE);
}

static unsigned read_depth(struct reader *reader)
{
	bytes_read_begin(reader, COMPRESS_RECORD);
	return (unsigned)bytes_read_number(reader, DEPTH_MAX);
}

static void read_trails(struct reader *reader, struct game *game)
{
	struct trail open = trail_read(reader, game_turn(game));
	trail_lay(&open, game);
	free(open.whiffs);
	for (unsigned depth; (depth = read_depth(reader)) > 0 && !reader->failed;) {
		struct stored_level *place = &game->places[depth];
		if (place->bytes == NULL || place->trail.count > 0)
			reader->failed = true;
		else {
			/* A forged save may give a level two trails, the first one of no cells. */
			free(place->trail.whiffs);
			place->trail = trail_read(reader, game_turn(game));
		}
	}
}

/* ---- All ---- */

void save_main(struct writer *writer, const struct game *game)
{
	/* A carry that writes does not change the game. */
	struct game *same = (struct game *)(uintptr_t)game;
	struct carry carry = {.writer = writer};
	carry_run(&carry, same);
	bytes_mark(writer, PART_RUN);
	carry_hero(&carry, &same->hero);
	bytes_mark(writer, PART_HERO);
	write_knowledge(writer, game);
	carry_messages(&carry, same);
	bytes_mark(writer, PART_MESSAGES);
	carry_fallen(&carry, same);
	bytes_mark(writer, PART_ELSEWHERE);
	save_creature(writer, game, &game->creatures[HERO]);
	bytes_mark(writer, PART_HERO);
	write_trails(writer, game);
}

bool save_load_main(struct reader *reader, struct game *game)
{
	struct carry carry = {.reader = reader};
	carry_run(&carry, game);
	carry_hero(&carry, &game->hero);
	if (!reader->failed)
		read_knowledge(reader, game);
	carry_messages(&carry, game);
	carry_fallen(&carry, game);
	birth_flavours(game);
	return !reader->failed;
}

static bool read_hero_body(struct reader *reader, struct game *game)
{
	struct creature *hero = game_hero(game);
	if (!save_load_creature(reader, game, hero, true) || reader->failed)
		return false;
	if ((hero->health == 0 && game_going(game)) || !creature_holder_is_there(game, HERO))
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
	return block_ended(reader);
}
