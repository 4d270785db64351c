/*
 * The records of messages. One function a record both writes and reads it, so that its fields are
 * listed once. engine/base/carry.h does the same for saves.
 */
#include "door/store/keeper_wire.h"

#include <assert.h>
#include <string.h>

/* The direction of a record: to a writer, or from a reader, never both. */
struct way {
	struct wire_writer *writer;
	struct wire_reader *reader;
};

/* Writing stores nothing in the record. */
#define WIRE(way, width, field)                                                                    \
	do {                                                                                       \
		if ((way)->reader)                                                                 \
			(field) = (__typeof__(field))wire_get_##width((way)->reader);              \
		else                                                                               \
			wire_put_##width((way)->writer, (wire_##width)(field));                    \
	} while (0)

typedef uint8_t wire_u8;
typedef uint16_t wire_u16;
typedef uint32_t wire_u32;
typedef uint64_t wire_u64;

static void wire_text(struct way *way, char *text, size_t size)
{
	if (way->reader)
		wire_get_text(way->reader, text, size);
	else
		wire_put_text(way->writer, text);
}

/* True if the message has fields that came with that protocol. */
static bool since(struct way *way, unsigned protocol)
{
	return way->reader ? way->reader->protocol >= protocol : wire_since(way->writer, protocol);
}

/* A count that is too high sets `broken` and reads as 0. */
static void wire_count(struct way *way, uint8_t *count, unsigned most)
{
	WIRE(way, u8, *count);
	if (*count <= most)
		return;
	assert(way->reader);
	*count = 0;
	way->reader->broken = true;
}

/* Each number of a score has eight bytes, whatever its type. */
static void wire_score(struct way *way, struct store_score *score)
{
#define ROW(type, field, missing) WIRE(way, u64, score->field);
	SCORE_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) wire_text(way, score->field, size);
	SCORE_TEXTS(ROW)
#undef ROW
}

static void wire_bytes(struct way *way, uint8_t *bytes, size_t size)
{
	if (way->reader)
		wire_get_bytes(way->reader, bytes, size);
	else
		wire_put_bytes(way->writer, bytes, size);
}

static void wire_digest(struct way *way, struct store_digest *digest)
{
	WIRE(way, u32, digest->index);
	WIRE(way, u64, digest->digest);
	wire_count(way, &digest->part_count, STORE_PARTS_MAX);
	wire_bytes(way, digest->parts, digest->part_count);
}

static void wire_append(struct way *way, struct store_append *append)
{
	WIRE(way, u64, append->run);
	WIRE(way, u32, append->epoch);
	WIRE(way, u32, append->index);
	WIRE(way, u32, append->count);
	if (way->reader)
		append->bytes = wire_get_blob(way->reader, &append->size);
	else
		wire_put_blob(way->writer, append->bytes, append->size);
	wire_count(way, &append->digest_count, STORE_DIGESTS_MAX);
	for (size_t i = 0; i < append->digest_count; i++)
		wire_digest(way, &append->digests[i]);
}

static void wire_present(struct way *way, struct present *present)
{
	wire_text(way, present->name, sizeof present->name);
	wire_text(way, present->peer, sizeof present->peer);
	wire_text(way, present->transport, sizeof present->transport);
	WIRE(way, u8, present->where);
	WIRE(way, u8, present->depth);
	WIRE(way, u32, present->turn);
	WIRE(way, u32, present->idle_seconds);
	WIRE(way, u32, present->on_seconds);
}

static void wire_account_row(struct way *way, struct store_account_row *row)
{
	wire_text(way, row->name, sizeof row->name);
	wire_text(way, row->lock, sizeof row->lock);
	WIRE(way, u8, row->has_password);
	WIRE(way, u8, row->locked);
	WIRE(way, u32, row->keys);
	WIRE(way, u32, row->runs);
	WIRE(way, u32, row->wrong_passwords);
	WIRE(way, u64, row->created);
	WIRE(way, u64, row->last_login);
	WIRE(way, u64, row->deleted);
}

static void wire_ban(struct way *way, struct store_ban *ban)
{
	WIRE(way, u64, ban->id);
	wire_text(way, ban->subject, sizeof ban->subject);
	wire_text(way, ban->reason, sizeof ban->reason);
	WIRE(way, u8, ban->network);
	WIRE(way, u64, ban->begun);
	WIRE(way, u64, ban->until);
}

static void wire_audit(struct way *way, struct store_audit *entry)
{
	WIRE(way, u64, entry->id);
	WIRE(way, u64, entry->at);
	WIRE(way, u64, entry->uid);
	wire_text(way, entry->actor, sizeof entry->actor);
	wire_text(way, entry->origin, sizeof entry->origin);
	wire_text(way, entry->action, sizeof entry->action);
	wire_text(way, entry->subject, sizeof entry->subject);
	wire_text(way, entry->detail, sizeof entry->detail);
}

static void wire_day(struct way *way, struct keeper_day *day)
{
	wire_text(way, day->date, sizeof day->date);
	wire_text(way, day->before, sizeof day->before);
	wire_text(way, day->after, sizeof day->after);
	wire_text(way, day->going, sizeof day->going);
	WIRE(way, u8, day->today);
	WIRE(way, u8, day->revealed);
	WIRE(way, u8, day->derived);
	wire_bytes(way, day->seed.bytes, sizeof day->seed.bytes);
	wire_bytes(way, day->hash, sizeof day->hash);
	WIRE(way, u64, day->published);
	WIRE(way, u32, day->rules);
	wire_bytes(way, day->content, sizeof day->content);
	WIRE(way, u32, day->closes_seconds);
	WIRE(way, u32, day->tried);
	WIRE(way, u32, day->deepest);
	wire_text(way, day->deepest_name, sizeof day->deepest_name);
	WIRE(way, u8, day->state);
	WIRE(way, u32, day->left_seconds);
	WIRE(way, u32, day->streak);
	WIRE(way, u64, day->run);
	wire_text(way, day->elsewhere, sizeof day->elsewhere);
	wire_text(way, day->why, sizeof day->why);
	if (since(way, KEEPER_PROTOCOL_WEEKS))
		wire_text(way, day->handicaps, sizeof day->handicaps);
}

static void wire_words(struct way *way, struct store_words *words)
{
	WIRE(way, u64, words->id);
	WIRE(way, u64, words->account);
	WIRE(way, u64, words->at);
	WIRE(way, u8, words->seen);
	wire_text(way, words->name, sizeof words->name);
	wire_text(way, words->text, sizeof words->text);
}

static void wire_report(struct way *way, struct store_report *report)
{
	WIRE(way, u64, report->id);
	WIRE(way, u64, report->at);
	WIRE(way, u64, report->reporter);
	WIRE(way, u64, report->author);
	WIRE(way, u64, report->subject);
	WIRE(way, u8, report->kind);
	wire_text(way, report->name, sizeof report->name);
	wire_text(way, report->by, sizeof report->by);
	wire_text(way, report->text, sizeof report->text);
}

static void wire_out(struct way *way, struct keeper_out *out)
{
	WIRE(way, u64, out->mark.score);
	WIRE(way, u64, out->mark.mail);
	WIRE(way, u64, out->mark.at);
	wire_count(way, &out->count, KEEPER_OUT_MOST);
	for (size_t i = 0; i < out->count; i++) {
		struct keeper_out_row *row = &out->rows[i];

		WIRE(way, u8, row->kind);
		wire_text(way, row->name, sizeof row->name);
		WIRE(way, u32, row->number);
		WIRE(way, u32, row->of);
	}
}

static void wire_standing(struct way *way, struct season_standing *standing)
{
	wire_text(way, standing->name, sizeof standing->name);
	WIRE(way, u16, standing->points);
	WIRE(way, u8, standing->days);
	WIRE(way, u8, standing->weeks);
}

static void wire_season(struct way *way, struct keeper_season *season)
{
	wire_text(way, season->name, sizeof season->name);
	wire_text(way, season->before, sizeof season->before);
	wire_text(way, season->after, sizeof season->after);
	WIRE(way, u32, season->left_seconds);
	WIRE(way, u16, season->own_place);
	wire_standing(way, &season->own);
	wire_count(way, &season->count, KEEPER_STANDINGS_MAX);
	for (size_t i = 0; i < season->count; i++)
		wire_standing(way, &season->each[i]);
}

static void wire_winners(struct way *way, struct season_winners *winners)
{
	wire_text(way, winners->season, sizeof winners->season);
	wire_count(way, &winners->count, SEASON_WINNERS_MAX);
	for (size_t i = 0; i < winners->count; i++)
		wire_text(way, winners->names[i], sizeof winners->names[i]);
}

static void wire_milestone(struct way *way, struct store_milestone *milestone)
{
	WIRE(way, u64, milestone->id);
	WIRE(way, u64, milestone->at);
	WIRE(way, u64, milestone->account);
	WIRE(way, u64, milestone->run);
	WIRE(way, u8, milestone->kind);
	WIRE(way, u8, milestone->depth);
	WIRE(way, u32, milestone->turns);
	WIRE(way, u32, milestone->score);
	wire_text(way, milestone->name, sizeof milestone->name);
	wire_text(way, milestone->game, sizeof milestone->game);
	wire_text(way, milestone->cause, sizeof milestone->cause);
}

static void wire_imported(struct way *way, struct store_imported *result)
{
	wire_text(way, result->host, sizeof result->host);
	wire_text(way, result->name, sizeof result->name);
	WIRE(way, u32, result->score);
	WIRE(way, u32, result->deepest);
	WIRE(way, u32, result->turns);
	wire_text(way, result->cause, sizeof result->cause);
	WIRE(way, u64, result->at);
}

static void wire_mute(struct way *way, struct store_mute *mute)
{
	wire_text(way, mute->name, sizeof mute->name);
	wire_text(way, mute->reason, sizeof mute->reason);
	WIRE(way, u64, mute->account);
	WIRE(way, u64, mute->until);
}

/* wire_put_NAME and wire_get_NAME of each record. */
#define RECORD(name, type)                                                                         \
	void wire_put_##name(struct wire_writer *writer, const struct type *record)                \
	{                                                                                          \
		wire_##name(&(struct way){.writer = writer}, (struct type *)(uintptr_t)record);    \
	}                                                                                          \
                                                                                                   \
	void wire_get_##name(struct wire_reader *reader, struct type *record)                      \
	{                                                                                          \
		memset(record, 0, sizeof *record);                                                 \
		wire_##name(&(struct way){.reader = reader}, record);                              \
	}
RECORD(score, store_score)
RECORD(digest, store_digest)
RECORD(append, store_append)
RECORD(present, present)
RECORD(account_row, store_account_row)
RECORD(ban, store_ban)
RECORD(audit, store_audit)
RECORD(day, keeper_day)
RECORD(words, store_words)
RECORD(report, store_report)
RECORD(season, keeper_season)
RECORD(winners, season_winners)
RECORD(milestone, store_milestone)
RECORD(imported, store_imported)
RECORD(mute, store_mute)
RECORD(out, keeper_out)

void wire_put_statistic(struct wire_writer *writer, const struct keeper_statistic *statistic)
{
	wire_put_text(writer, statistic->family);
	wire_put_text(writer, statistic->help);
	wire_put_text(writer, statistic->suffix);
	wire_put_text(writer, statistic->labels);
	wire_put_u64(writer, statistic->value);
	wire_put_u8(writer, statistic->micro);
}

void wire_get_statistic(struct wire_reader *reader, struct keeper_statistic *statistic)
{
	wire_get_text(reader, statistic->family, sizeof statistic->family);
	wire_get_text(reader, statistic->help, sizeof statistic->help);
	wire_get_text(reader, statistic->suffix, sizeof statistic->suffix);
	wire_get_text(reader, statistic->labels, sizeof statistic->labels);
	statistic->value = wire_get_u64(reader);
	statistic->micro = wire_get_u8(reader);
}
