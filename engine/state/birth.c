/* Birth: facts settled before the first turn, as bytes, and the flavours of item kinds. */
#include "engine/state/birth.h"
#include "engine/base/carry.h"
#include "engine/base/random.h"

#include <assert.h>
#include <string.h>

/* A birth without facts has the bytes that it had before there were facts, and one without
 * handicaps those that it had before there were handicaps. */
#define BIRTH_VERSION 1
#define BIRTH_VERSION_FACTS 2
#define BIRTH_VERSION_HANDICAPS 3

/* Of the stream of PURPOSE_STORY on depth 0; the plan of the quests has 0. */
#define PLOT_SUBJECT 1

/* ---- Bytes: version, facts (from version 2), flags, name, each past, then the handicaps
 * (version 3); a text is its length and its characters ---- */

static void put_text(struct writer *writer, const char *text)
{
	bytes_write_byte(writer, (unsigned)strlen(text));
	bytes_write(writer, text, strlen(text));
}

/* Reads a text of printable ASCII that fits; fails the reader for anything else. */
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

static void carry_name(struct carry *carry, char *text, size_t size)
{
	if (carry->reader != NULL)
		take_text(carry->reader, text, size);
	else
		put_text(carry->writer, text);
}

static void carry_handicaps(struct carry *carry, struct birth *birth)
{
	CARRY(carry, birth->handicap_count, HANDICAPS_MAX);
	carry_must(carry, birth->handicap_count > 0);
	for (int i = 0; i < birth->handicap_count && carry_goes_on(carry); i++) {
		carry_name(carry, birth->handicaps[i], HANDICAP_ID_SIZE);
		carry_must(carry,
			strcmp(i > 0 ? birth->handicaps[i - 1] : "", birth->handicaps[i]) < 0);
	}
}

static unsigned version_of(const struct birth *birth)
{
	return birth->handicap_count > 0 ? BIRTH_VERSION_HANDICAPS
	       : birth->facts != 0       ? BIRTH_VERSION_FACTS
					 : BIRTH_VERSION;
}

void carry_birth(struct carry *carry, struct birth *birth)
{
	unsigned version = carry_byte(carry, version_of(birth));
	carry_must(carry, version >= BIRTH_VERSION && version <= BIRTH_VERSION_HANDICAPS);
	if (version >= BIRTH_VERSION_FACTS)
		CARRY(carry, birth->facts, FACTS_ALL);
	carry_must(carry, version != BIRTH_VERSION_FACTS || birth->facts != 0);
	CARRY(carry, birth->debug, 1);
	carry_name(carry, birth->name, sizeof birth->name);
	CARRY(carry, birth->bones_count, BONES_MAX);
	for (int i = 0; i < birth->bones_count && carry_goes_on(carry); i++) {
		struct bones *past = &birth->past[i];
		carry_name(carry, past->name, sizeof past->name);
		CARRY_BYTE(carry, past->depth);
		carry_name(carry, past->killer, sizeof past->killer);
		carry_name(carry, past->epitaph, sizeof past->epitaph);
		carry_name(carry, past->item, sizeof past->item);
	}
	if (version == BIRTH_VERSION_HANDICAPS && carry_goes_on(carry))
		carry_handicaps(carry, birth);
}

bool birth_add_handicap(struct birth *birth, const char *id)
{
	int at = 0;
	while (at < birth->handicap_count && strcmp(birth->handicaps[at], id) < 0)
		at++;
	if (at < birth->handicap_count && strcmp(birth->handicaps[at], id) == 0)
		return true;
	if (birth->handicap_count == HANDICAPS_MAX || id[0] == '\0' ||
		strlen(id) >= HANDICAP_ID_SIZE)
		return false;
	memmove(birth->handicaps[at + 1], birth->handicaps[at],
		(size_t)(birth->handicap_count - at) * HANDICAP_ID_SIZE);
	memset(birth->handicaps[at], 0, HANDICAP_ID_SIZE);
	memcpy(birth->handicaps[at], id, strlen(id));
	birth->handicap_count++;
	return true;
}

size_t birth_encode(const struct birth *birth, uint8_t bytes[BIRTH_BYTES_MAX])
{
	struct writer writer = {.bytes = bytes, .capacity = BIRTH_BYTES_MAX, .fixed = true};
	struct carry carry = {.writer = &writer};
	assert(birth->bones_count <= BONES_MAX);
	/* A carry that writes stores nothing in the birth. */
	carry_birth(&carry, (struct birth *)(uintptr_t)birth);
	return writer.size;
}

bool birth_decode(const uint8_t *bytes, size_t size, struct birth *birth)
{
	struct reader reader = {.bytes = bytes, .size = size};
	struct carry carry = {.reader = &reader};
	*birth = (struct birth){0};
	carry_birth(&carry, birth);
	return !reader.failed && reader.at == size;
}

/* ---- Flavours ---- */

static size_t flavours_of(const struct content *content, uint8_t class, uint16_t *list)
{
	size_t count = 0;
	for (uint16_t i = 0; i < content->counts.flavours; i++)
		if (content->flavours[i].class == class)
			list[count++] = i;
	return count;
}

/* Gives each kind of a class with flavours a different one, as long as there are any left. */
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

/* ---- The plot ---- */

static int plot_weight(const void *context, int plot)
{
	return ((const struct content *)context)->stories.plots[plot].weight;
}

/* The stream is the plot's own, so a content with plots deals the levels of one without. */
static uint16_t plot_of(const struct content *content, const struct seed *seed)
{
	struct stream stream;
	stream_begin(&stream, seed, PURPOSE_STORY, 0, PLOT_SUBJECT);
	int plot = stream_weighted(&stream, content->counts.plots, plot_weight, content);
	return plot < 0 ? KIND_NONE : (uint16_t)plot;
}

/* ---- Handicaps ---- */

#define SUBJECT_HANDICAPS 0x68616e64u
#define DRAWN_LEAST 2
#define DRAWN_MOST 3

static void work_out_handicaps(struct game *game)
{
	struct handicaps *all = &game->derived.handicaps;
	*all = (struct handicaps){.feeds = 100};
	for (int i = 0; i < game->birth.handicap_count; i++) {
		uint16_t kind = content_find_handicap(game->content, game->birth.handicaps[i]);
		if (kind == KIND_NONE)
			continue;
		const struct handicap_kind *row = &game->content->birth.handicaps[kind];
		all->kinds |= (uint16_t)(1u << kind);
		all->rules |= row->rules;
		all->feeds = row->feeds < all->feeds ? row->feeds : all->feeds;
	}
}

void birth_draw_handicaps(
	const struct content *content, const struct seed *seed, struct birth *birth)
{
	uint16_t kinds[HANDICAP_KINDS_MAX];
	int left = 0;
	struct stream stream;
	while (left < content->counts.handicaps) {
		kinds[left] = (uint16_t)left;
		left++;
	}
	stream_begin(&stream, seed, PURPOSE_BIRTH, 0, SUBJECT_HANDICAPS);
	for (int wanted = stream_between(&stream, DRAWN_LEAST, DRAWN_MOST); wanted > 0 && left > 0;
		wanted--) {
		int drawn = stream_below(&stream, left);
		birth_add_handicap(birth, content->birth.handicaps[kinds[drawn]].id);
		kinds[drawn] = kinds[--left];
	}
}

/* Depends on seed, birth and content only, so a loaded game computes it again. */
void birth_flavours(struct game *game)
{
	uint16_t list[FLAVOURS_MAX];
	work_out_handicaps(game);
	game->derived.plot = plot_of(game->content, &game->seed);
	for (uint16_t kind = 0; kind < game->content->counts.items; kind++)
		game->derived.flavours[kind] = KIND_NONE;
	for (int class = 0; class < ITEM_CLASS_COUNT; class ++)
		deal_class(game, (uint8_t) class, list);
}
