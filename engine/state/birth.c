/* Birth: what is settled before the first turn, its bytes, and the hero as he begins. */
#include "engine/rules/rules.h"

#include <assert.h>
#include <string.h>

#define BIRTH_VERSION 1

/* ---- Bytes: version, flags, name, then each past; a text is its length and its characters ---- */

static void put_text(struct writer *writer, const char *text)
{
	bytes_write_byte(writer, (unsigned)strlen(text));
	bytes_write(writer, text, strlen(text));
}

/* A text of printable ASCII that fits; anything else fails. */
static void take_text(struct reader *reader, char *text, size_t size)
{
	size_t length = bytes_read_byte(reader);
	text[0] = '\0';
	if (length >= size) {
		reader->failed = true;
		return;
	}
	const uint8_t *bytes = bytes_read(reader, length);
	if (bytes == NULL)
		return;
	for (size_t i = 0; i < length; i++)
		if (bytes[i] < ' ' || bytes[i] > '~')
			reader->failed = true;
	memcpy(text, bytes, length);
	text[length] = '\0';
}

void birth_write(struct writer *writer, const struct birth *birth)
{
	assert(birth->past_count <= PAST_MAX);
	bytes_write_byte(writer, BIRTH_VERSION);
	bytes_write_byte(writer, birth->debug ? 1 : 0);
	put_text(writer, birth->name);
	bytes_write_byte(writer, birth->past_count);
	for (int i = 0; i < birth->past_count; i++) {
		const struct past *past = &birth->past[i];
		put_text(writer, past->name);
		bytes_write_byte(writer, past->depth);
		put_text(writer, past->killer);
		put_text(writer, past->epitaph);
		put_text(writer, past->item);
	}
}

bool birth_read(struct reader *reader, struct birth *birth)
{
	*birth = (struct birth){0};
	unsigned version = bytes_read_byte(reader);
	unsigned flags = bytes_read_byte(reader);
	if (version != BIRTH_VERSION || flags > 1)
		reader->failed = true;
	birth->debug = flags & 1;
	take_text(reader, birth->name, sizeof birth->name);
	unsigned count = bytes_read_byte(reader);
	if (count > PAST_MAX)
		reader->failed = true;
	for (unsigned i = 0; i < count && !reader->failed; i++) {
		struct past *past = &birth->past[i];
		take_text(reader, past->name, sizeof past->name);
		past->depth = (uint8_t)bytes_read_byte(reader);
		take_text(reader, past->killer, sizeof past->killer);
		take_text(reader, past->epitaph, sizeof past->epitaph);
		take_text(reader, past->item, sizeof past->item);
		birth->past_count++;
	}
	return !reader->failed;
}

size_t birth_encode(const struct birth *birth, uint8_t bytes[BIRTH_BYTES_MAX])
{
	struct writer writer = {.bytes = bytes, .capacity = BIRTH_BYTES_MAX, .fixed = true};
	birth_write(&writer, birth);
	return writer.size;
}

bool birth_decode(const uint8_t *bytes, size_t size, struct birth *birth)
{
	struct reader reader = {.bytes = bytes, .size = size};
	return birth_read(&reader, birth) && reader.at == size;
}

/* ---- The hero ---- */

static size_t flavours_of(const struct content *content, uint8_t class, uint16_t *list)
{
	size_t count = 0;
	for (uint16_t i = 0; i < content->counts.flavours; i++)
		if (content->flavours[i].class == class)
			list[count++] = i;
	return count;
}

/* Each kind of a class that has flavours gets one that no other has, while they last. */
static void deal_class(struct game *game, uint8_t class, uint16_t *list)
{
	size_t left = flavours_of(game->content, class, list);
	struct stream stream;
	stream_begin(&stream, &game->seed, PURPOSE_FLAVOURS, 0, class);
	for (uint16_t kind = 0; kind < game->content->counts.items && left > 0; kind++) {
		if (game->content->items[kind].class != class)
			continue;
		size_t drawn = (size_t)stream_below(&stream, (int)left);
		game->derived.flavours[kind] = list[drawn];
		list[drawn] = list[--left];
	}
}

/* Depends on seed and content alone, so it is dealt again whenever a game is loaded. */
void birth_flavours(struct game *game)
{
	uint16_t list[FLAVOURS_MAX];
	for (uint16_t kind = 0; kind < game->content->counts.items; kind++)
		game->derived.flavours[kind] = KIND_NONE;
	for (int class = 0; class < ITEM_CLASS_COUNT; class ++)
		deal_class(game, (uint8_t) class, list);
}

static void equip(struct game *game, uint16_t kind)
{
	struct stream stream;
	const struct content *content = game->content;
	stream_begin(&stream, &game->seed, PURPOSE_BIRTH, 0, kind);
	struct item item = populate_item(content, &stream, kind, 1);
	item.plus = 0;
	item.affix = 0;
	item.flags = item_is_gear(&content->items[kind]) ? ITEM_KNOWN : 0;
	int index = item_into_pack(game, item);
	uint8_t class = content->items[kind].class;
	game->knowledge.items[kind] = 1;
	if (class == ITEM_WEAPON && item_in_use(game, ITEM_WIELDED) < 0)
		game->pack.items[index].flags |= ITEM_WIELDED;
	if (class == ITEM_ARMOUR &&
		gear_worn(game, (enum gear_slot)content->items[kind].gear.slot) < 0)
		game->pack.items[index].flags |= ITEM_WORN;
}

void birth_hero(struct game *game)
{
	const struct content *content = game->content;
	struct creature *body = game_hero(game);
	body->alive = true;
	body->kind = KIND_NONE;
	body->heading = DIR_COUNT;
	body->health = body->health_max = (int16_t)combat_health_at(content, 1);
	game->hero.level = 1;
	game->hero.mana = game->hero.mana_max = MANA_AT_START;
	game->hero.might = content->birth.might;
	game->hero.food = content->birth.food;
	for (int i = 0; i < content->birth.start_count && game->pack.count < PACK_MAX; i++)
		equip(game, content->birth.start[i]);
}
