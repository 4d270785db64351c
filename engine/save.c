/*
 * A whole game as bytes.
 *
 *     "TDSV", format, rules version, checksum (8 bytes), then
 *     ids:             a byte 0 and those of the content's kinds, squeezed; or 1 and their digest
 * (8) main, squeezed:  seed, birth, clocks, hero, pack, knowledge, counters, messages, hero's body
 *     the open level (save_level.c)
 *     how many other levels; each its depth, size, and bytes as it lies packed
 *
 * Every field is validated when it is read; whatever is wrong is one sentence, and no game.
 */
#include "rules.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_SIZE 16
#define MAIN_MOST 131072
#define PURPOSES_2 16 /* that format 2 knew of */
#define PLACE_MOST 65536

static const uint8_t magic[4] = {'T', 'D', 'S', 'V'};
static const uint8_t checksum_key[16] = "trapdoor's save";

/* ---- Parts of the main block, each written and read beside each other ---- */

static void write_text(struct writer *writer, const char *text)
{
	bytes_write_byte(writer, (unsigned)strlen(text));
	bytes_write(writer, text, strlen(text));
}

/* A text without control characters but the role bytes below a space; its NUL is put. */
static void read_text(struct reader *reader, char *text, size_t size)
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

/* A bit for each sound that he is not told of again yet, then for how many turns. */
static void write_heard(struct writer *writer, const struct game *game)
{
	uint32_t turn = game_turn(game);
	unsigned present = 0;
	for (int sound = 0; sound < SOUND_COUNT; sound++)
		present |= (unsigned)(game->next_heard[sound] > turn) << sound;
	bytes_write_number(writer, present);
	for (int sound = 0; sound < SOUND_COUNT; sound++)
		if (present & 1u << sound)
			bytes_write_number(writer, game->next_heard[sound] - turn);
}

static void read_heard(struct reader *reader, struct game *game)
{
	unsigned present = (unsigned)bytes_read_number(reader, (1u << SOUND_COUNT) - 1);
	for (int sound = 0; sound < SOUND_COUNT; sound++) {
		if (!(present & 1u << sound))
			continue;
		uint32_t left = (uint32_t)bytes_read_number(reader, SOUND_EVERY_MOST);
		game->next_heard[sound] = game_turn(game) + left;
		if (left == 0)
			reader->failed = true;
	}
}

static void write_run(struct writer *writer, const struct game *game)
{
	bytes_write(writer, game->seed.bytes, sizeof game->seed.bytes);
	birth_write(writer, &game->birth);
	bytes_write_number(writer, game->now);
	bytes_write_signed(writer, (int64_t)game->clock - game->now);
	bytes_write_number(writer, game->next_wanderer);
	write_heard(writer, game);
	bytes_write_byte(writer, game->depth);
	bytes_write_byte(writer, game->outcome);
	bytes_write_byte(writer, game->debug);
	bytes_write_byte(writer, game->marked);
	write_text(writer, game->killer);
	write_text(writer, game->cause);
	bytes_write_byte(writer, game->avenged);
	bytes_write_byte(writer, game->met_past);
	for (int i = 0; i < PAST_MAX; i++) {
		bytes_write_signed(writer, game->graves[i].x);
		bytes_write_signed(writer, game->graves[i].y);
	}
}

static void read_run(struct reader *reader, struct game *game)
{
	const uint8_t *seed = bytes_read(reader, sizeof game->seed.bytes);
	if (seed != NULL)
		memcpy(game->seed.bytes, seed, sizeof game->seed.bytes);
	birth_read(reader, &game->birth);
	game->now = (uint32_t)bytes_read_number(reader, TICKS_MAX + DELAY_MOST);
	game->clock = game->now + (uint32_t)bytes_read_signed(reader, 0, TICKS_A_TURN);
	game->next_wanderer = (uint32_t)bytes_read_number(reader, UINT32_MAX);
	read_heard(reader, game);
	game->depth = (uint8_t)bytes_read_number(reader, game->content->last_depth);
	game->outcome = (uint8_t)bytes_read_number(reader, OUTCOME_QUIT);
	game->debug = (uint8_t)bytes_read_number(reader, (1u << DEBUG_VIEW_COUNT) - 1);
	game->marked = bytes_read_number(reader, 1);
	read_text(reader, game->killer, sizeof game->killer);
	read_text(reader, game->cause, sizeof game->cause);
	game->avenged = (uint8_t)bytes_read_byte(reader);
	game->met_past = (uint8_t)bytes_read_byte(reader);
	for (int i = 0; i < PAST_MAX; i++) {
		game->graves[i].x = (int16_t)bytes_read_signed(reader, -1, LEVEL_WIDTH_MAX - 1);
		game->graves[i].y = (int16_t)bytes_read_signed(reader, -1, LEVEL_HEIGHT_MAX - 1);
	}
	if (game->depth == 0)
		reader->failed = true;
}

static void write_hero(struct writer *writer, const struct hero *hero)
{
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
	bytes_write_byte(writer, game->pack_count);
	for (int slot = 0; slot < PACK_MAX; slot++) {
		if (game->pack[slot].count == 0)
			continue;
		bytes_write_byte(writer, (unsigned)slot);
		save_item(writer, &game->pack[slot]);
	}
}

static void read_pack(struct reader *reader, struct game *game)
{
	int last = -1;
	game->pack_count = (uint8_t)bytes_read_number(reader, PACK_MAX);
	for (int i = 0; i < game->pack_count && !reader->failed; i++) {
		int slot = (int)bytes_read_number(reader, PACK_MAX - 1);
		struct item *item = &game->pack[slot];
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
	bytes_write_number(writer, PURPOSE_COUNT);
	for (int depth = 0; depth <= DEPTH_MAX; depth++)
		for (int purpose = 0; purpose < PURPOSE_COUNT; purpose++)
			bytes_write_number(writer, game->counters[depth][purpose]);
}

/* A purpose that came after the save has drawn nothing. */
static void read_counters(struct reader *reader, struct game *game)
{
	int purposes = PURPOSES_2;
	if (save_format(reader) >= 3)
		purposes = (int)bytes_read_number(reader, PURPOSE_COUNT);
	for (int depth = 0; depth <= DEPTH_MAX; depth++)
		for (int purpose = 0; purpose < purposes; purpose++)
			game->counters[depth][purpose] =
				(uint32_t)bytes_read_number(reader, UINT32_MAX);
}

static void write_knowledge(struct writer *writer, const struct game *game)
{
	const struct content *content = game->content;
	write_pack(writer, game);
	bytes_mark(writer, PART_PACK);
	bytes_write(writer, game->known_items, content->item_count);
	bytes_write(writer, game->last_slots, content->item_count);
	bytes_write(writer, game->known_spells, content->spell_count);
	bytes_write(writer, game->talents, content->talent_count);
	bytes_write(writer, game->quests, content->quest_count);
	bytes_write(writer, game->heard, content->call_count);
	for (uint16_t i = 0; i < content->creature_count; i++)
		bytes_write_byte(writer, (unsigned)game->met[i] | (unsigned)game->beaten[i] << 1);
	bytes_mark(writer, PART_KNOWLEDGE);
	write_counters(writer, game);
	bytes_mark(writer, PART_CHANCE);
}

/* One byte for each kind that the save knows of; what this content has not is left out when it says
 * nothing. */
static void read_kind_flags(struct reader *reader, const struct game *game, enum id_list list,
	uint8_t *low, uint8_t *high)
{
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
	for (uint16_t i = 0; i < reader->maps->counts[IDS_QUEST]; i++) {
		uint8_t state = (uint8_t)bytes_read_number(reader, 1 + QUEST_FAILED);
		if (state != 0 && !reader->failed)
			game->quests[save_map_kind(reader, game->content, IDS_QUEST, i)] = state;
	}
}

/* Where a kind was that this content has not is of no use. */
static void read_last_slots(struct reader *reader, struct game *game)
{
	for (uint16_t i = 0; i < reader->maps->counts[IDS_ITEM]; i++) {
		uint8_t last = (uint8_t)bytes_read_number(reader, PACK_MAX);
		uint16_t kind = reader->maps->of[IDS_ITEM][i];
		if (kind != KIND_NONE && !reader->failed)
			game->last_slots[kind] = last;
	}
}

static void read_knowledge(struct reader *reader, struct game *game)
{
	read_pack(reader, game);
	read_kind_flags(reader, game, IDS_ITEM, game->known_items, NULL);
	read_last_slots(reader, game);
	read_kind_flags(reader, game, IDS_SPELL, game->known_spells, NULL);
	read_kind_flags(reader, game, IDS_TALENT, game->talents, NULL);
	read_quests(reader, game);
	read_kind_flags(reader, game, IDS_CALL, game->heard, NULL);
	read_kind_flags(reader, game, IDS_CREATURE, game->met, game->beaten);
	read_counters(reader, game);
}

static void write_messages(struct writer *writer, const struct game *game)
{
	bytes_write_number(writer, game->message_serial);
	bytes_write_number(writer, game->message_count);
	uint32_t turn = 0, serial = 0;
	for (int i = 0; i < game->message_count; i++) {
		const struct message *message = &game->messages[i];
		bytes_write_number(writer, message->serial - serial);
		bytes_write_number(writer, message->turn - turn);
		bytes_write_number(writer, message->repeats);
		bytes_write_byte(writer, message->role);
		write_text(writer, message->text);
		serial = message->serial;
		turn = message->turn;
	}
}

static void read_messages(struct reader *reader, struct game *game)
{
	game->message_serial = (uint32_t)bytes_read_number(reader, SERIAL_MOST);
	game->message_count = (uint16_t)bytes_read_number(reader, MESSAGES_KEPT);
	uint32_t turn = 0, serial = 0;
	for (int i = 0; i < game->message_count && !reader->failed; i++) {
		struct message *message = &game->messages[i];
		message->serial = serial +=
			(uint32_t)bytes_read_number(reader, UINT32_MAX - serial);
		message->turn = turn += (uint32_t)bytes_read_number(reader, UINT32_MAX - turn);
		message->repeats = (uint16_t)bytes_read_number(reader, UINT16_MAX);
		message->role = (uint8_t)bytes_read_number(reader, ROLE_COUNT - 1);
		read_text(reader, message->text, sizeof message->text);
	}
	/* What is said next must come after them. */
	if (serial > game->message_serial || turn > game_turn(game))
		reader->failed = true;
}

/* What has fallen to depths that the hero is not on. */
static void write_fallen(struct writer *writer, const struct game *game)
{
	bytes_write_byte(writer, game->fallen_count);
	for (int i = 0; i < game->fallen_count; i++) {
		bytes_write_byte(writer, game->fallen[i].depth);
		save_item(writer, &game->fallen[i].item);
	}
}

static void read_fallen(struct reader *reader, struct game *game)
{
	game->fallen_count = (uint8_t)bytes_read_number(reader, FALLEN_MAX);
	for (int i = 0; i < game->fallen_count && !reader->failed; i++) {
		struct fallen *fallen = &game->fallen[i];
		fallen->depth = (uint8_t)bytes_read_number(reader, game->content->last_depth);
		fallen->item = save_load_item(reader, game->content);
		if (fallen->depth < 1 || fallen->depth == game->depth)
			reader->failed = true;
	}
}

static void write_main(struct writer *writer, const struct game *game)
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
}

/* ---- Saving ---- */

static void put_le64(uint8_t *bytes, uint64_t value)
{
	for (int i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(value >> (8 * i));
}

static void write_places(struct writer *writer, const struct game *game)
{
	int count = 0;
	for (int depth = 1; depth <= DEPTH_MAX; depth++)
		count += game->places[depth].bytes != NULL;
	bytes_write_number(writer, (uint64_t)count);
	for (int depth = 1; depth <= DEPTH_MAX; depth++) {
		const struct place *place = &game->places[depth];
		if (place->bytes == NULL)
			continue;
		bytes_write_byte(writer, (unsigned)depth);
		bytes_write_number(writer, place->size);
		bytes_write(writer, place->bytes, place->size);
	}
}

/* The rules version stands before what the sum is over, and is in it by this. */
static uint64_t checksum(const uint8_t *bytes, size_t size)
{
	return siphash(checksum_key, bytes + HEADER_SIZE, size - HEADER_SIZE) ^ (bytes[5] - 1u);
}

static uint8_t *save_as(const struct game *game, bool by_name, size_t *size)
{
	struct writer writer = {0}, main_block = {0};
	uint8_t header[HEADER_SIZE] = {0};
	bytes_write(&writer, header, sizeof header);
	save_ids_write(&writer, game->content, by_name);
	write_main(&main_block, game);
	squeeze_pack(&writer, main_block.bytes, main_block.size, 2);
	free(main_block.bytes);
	save_level_pack(game, &writer);
	write_places(&writer, game);
	memcpy(writer.bytes, magic, sizeof magic);
	writer.bytes[4] = SAVE_FORMAT;
	writer.bytes[5] = ENGINE_RULES_VERSION;
	put_le64(writer.bytes + 8, checksum(writer.bytes, writer.size));
	*size = writer.size;
	return writer.bytes;
}

uint8_t *game_save(const struct game *game, size_t *size)
{
	return save_as(game, true, size);
}

uint8_t *game_snapshot(const struct game *game, size_t *size)
{
	return save_as(game, false, size);
}

/* ---- Digests ---- */

static const char *const part_words[PART_COUNT] = {
#define ROW(id, word) word,
	ENGINE_PARTS(ROW)
#undef ROW
};

const char *part_word(enum part part)
{
	return (unsigned)part < PART_COUNT ? part_words[part] : NULL;
}

/* The same fields before they are squeezed, and the other levels as they lie. */
static struct writer write_flat(const struct game *game, struct marks *marks)
{
	struct writer flat = {.marks = marks}, planes = {0};
	struct marks inner = {0};
	write_main(&flat, game);
	planes.marks = marks != NULL ? &inner : NULL;
	save_level_flat(game, &flat, &planes);
	size_t from = flat.size;
	bytes_write(&flat, planes.bytes, planes.size);
	free(planes.bytes);
	for (size_t i = 0; i < inner.count; i++) {
		marks->parts[marks->count] = inner.parts[i];
		marks->ends[marks->count++] = from + inner.ends[i];
	}
	write_places(&flat, game);
	bytes_mark(&flat, PART_ELSEWHERE);
	return flat;
}

uint64_t game_digest(const struct game *game)
{
	struct writer flat = write_flat(game, NULL);
	uint64_t digest = siphash(checksum_key, flat.bytes, flat.size);
	free(flat.bytes);
	return digest;
}

uint64_t game_digest_parts(const struct game *game, uint64_t parts[PART_COUNT])
{
	struct marks marks = {0};
	struct writer flat = write_flat(game, &marks);
	uint64_t digest = siphash(checksum_key, flat.bytes, flat.size);
	memset(parts, 0, PART_COUNT * sizeof *parts);
	for (size_t i = 0, from = 0; i < marks.count; from = marks.ends[i++])
		parts[marks.parts[i]] =
			31 * parts[marks.parts[i]] +
			siphash(checksum_key, flat.bytes + from, marks.ends[i] - from);
	free(flat.bytes);
	return digest;
}

/* ---- Loading ---- */

static struct game *refuse(
	struct complaint *complaint, struct game *game, const char *sentence, const char *name)
{
	*complaint = (struct complaint){.origin = "save"};
	snprintf(complaint->sentence, sizeof complaint->sentence, sentence, name);
	game_free(game);
	return NULL;
}

/* A level that waits is opened to see that it is whole, and packed again when kinds have moved. */
static bool read_place(
	struct reader *reader, const struct game *game, struct place *place, int depth)
{
	size_t size = (size_t)bytes_read_number(reader, PLACE_MOST);
	const uint8_t *bytes = bytes_read(reader, size);
	if (bytes == NULL)
		return false;
	struct game *probe = game_blank(game->content);
	struct reader inner = {.bytes = bytes, .size = size, .maps = reader->maps};
	probe->now = game->now;
	probe->birth.past_count = game->birth.past_count;
	bool whole = save_level_unpack(probe, &inner, depth) && inner.at == inner.size;
	struct writer writer = {0};
	if (whole && reader->maps->identity)
		bytes_write(&writer, bytes, size);
	else if (whole)
		save_level_pack(probe, &writer);
	place->bytes = writer.bytes;
	place->size = (uint32_t)writer.size;
	game_free(probe);
	return whole;
}

static void read_places(struct reader *reader, struct game *game)
{
	unsigned count = (unsigned)bytes_read_number(reader, DEPTH_MAX), last = 0;
	for (unsigned i = 0; i < count && !reader->failed; i++) {
		unsigned depth = bytes_read_byte(reader);
		if (depth <= last || depth > game->content->last_depth || depth == game->depth ||
			!read_place(reader, game, &game->places[depth], (int)depth))
			reader->failed = true;
		last = depth;
	}
	if (reader->at != reader->size)
		reader->failed = true;
}

/* The hero's body needs the level to stand on, so it is read after it. */
static bool read_hero_body(struct reader *main_block, struct game *game)
{
	struct creature *hero = game_hero(game);
	if (!save_load_creature(main_block, game, hero, true) || main_block->at != main_block->size)
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

static bool read_blocks(struct reader *reader, struct game *game, struct id_maps *maps)
{
	size_t size;
	save_ids_read(reader, game->content, maps);
	uint8_t *bytes = reader->failed ? NULL : squeeze_unpack(reader, MAIN_MOST, 2, &size);
	if (bytes == NULL)
		return false;
	struct reader main_block = {.bytes = bytes, .size = size, .maps = maps};
	reader->maps = maps;
	read_run(&main_block, game);
	read_hero(&main_block, &game->hero);
	if (!main_block.failed)
		read_knowledge(&main_block, game);
	read_messages(&main_block, game);
	read_fallen(&main_block, game);
	bool whole = !main_block.failed && save_level_unpack(game, reader, game->depth) &&
		     read_hero_body(&main_block, game);
	free(bytes);
	if (whole)
		read_places(reader, game);
	return whole && !reader->failed;
}

struct game *game_load(const struct content *content, const uint8_t *bytes, size_t size,
	struct complaint *complaint)
{
	uint8_t sum[8];
	if (size < HEADER_SIZE || memcmp(bytes, magic, sizeof magic) != 0)
		return refuse(complaint, NULL,
			"these bytes are no save%s: they should begin with TDSV", "");
	if (bytes[4] < SAVE_FORMAT_FIRST || bytes[4] > SAVE_FORMAT || bytes[5] < 1 ||
		bytes[5] > ENGINE_RULES_VERSION || bytes[6] != 0 || bytes[7] != 0)
		return refuse(complaint, NULL,
			"the save is of another version%s: it needs the program that wrote it", "");
	put_le64(sum, checksum(bytes, size));
	if (memcmp(sum, bytes + 8, sizeof sum) != 0)
		return refuse(complaint, NULL,
			"the save is damaged%s: its checksum should match its bytes", "");
	struct game *game = game_blank(content);
	struct id_maps maps = {.format = bytes[4]};
	struct reader reader = {.bytes = bytes, .size = size, .at = HEADER_SIZE, .maps = &maps};
	bool whole = read_blocks(&reader, game, &maps);
	save_ids_free(&maps);
	if (!whole && maps.unknown[0] != '\0')
		return refuse(complaint, game,
			"the save speaks of \"%s\", which the content should have and has not",
			maps.unknown);
	if (!whole && maps.other)
		return refuse(complaint, game,
			"the save is a snapshot under other content%s, and goes with that alone",
			"");
	if (!whole)
		return refuse(
			complaint, game, "the save is damaged%s: a field is out of its bounds", "");
	birth_flavours(game);
	gifts_load(game);
	place_work_out(game);
	senses_refresh(game);
	return game;
}
