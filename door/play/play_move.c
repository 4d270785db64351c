/*
 * A game being played that moves to another process: what the keeper does not have.
 *
 * Run, journal and options come from the keeper. The rest of `struct play` is in these tables: what
 * the player has read, the part of the map that is shown, the creatures that were reported, and the
 * action that can be repeated. A member without a row is as after resuming a run.
 */
#include "door/play/play_private.h"

#define COUNT(fields) (sizeof(fields) / sizeof *(fields))

/* clang-format off */

#define NUMBER(member, least, most) PACKED_NUMBER(struct play, member, least, most)
static const struct packed_field play_fields[] = {
	NUMBER(messages.read_serial, 0, UINT32_MAX), NUMBER(messages.shown_serial, 0, UINT32_MAX),
	NUMBER(messages.read_repeats, 0, UINT16_MAX), NUMBER(messages.shown_repeats, 0, UINT16_MAX),
	NUMBER(messages.letters_turned, 0, INT16_MAX), NUMBER(messages.letters_shown, 0, INT16_MAX),
	NUMBER(messages.read_all, 0, 1), NUMBER(messages.more, 0, 1), NUMBER(messages.returned, 0, 1), NUMBER(messages.greeting, 0, 1),
	NUMBER(messages.pages_turned, 0, UINT8_MAX), PACKED_MARKED(struct play, messages.sentence),
	NUMBER(prompt.item, 0, UINT8_MAX), NUMBER(prompt.times, 0, UINT16_MAX), NUMBER(prompt.target, 0, UINT32_MAX),
	NUMBER(window.scroll_x, INT16_MIN, INT16_MAX), NUMBER(window.scroll_y, INT16_MIN, INT16_MAX),
	NUMBER(window.home_x, INT16_MIN, INT16_MAX), NUMBER(window.home_y, INT16_MIN, INT16_MAX),
	NUMBER(window.width, 0, VT_WIDTH_MAX), NUMBER(window.height, 0, VT_HEIGHT_MAX),
	NUMBER(window.depth, 0, UINT8_MAX),
	NUMBER(hints.any, 0, 1), NUMBER(hints.shown, 0, 32), NUMBER(hints.keys, 0, UINT8_MAX),
	NUMBER(hints.turn, 0, UINT32_MAX), NUMBER(hints.given, 0, UINT32_MAX),
	PACKED_ARRAY(struct play, hints.after, 0, UINT32_MAX),
	NUMBER(acting.last.any, 0, 1), NUMBER(acting.last.automatic_move, 0, 1),
	NUMBER(acting.last.command.verb, 0, VERB_COUNT - 1), NUMBER(acting.last.command.direction, 0, DIR_COUNT - 1),
	NUMBER(acting.last.command.item, 0, UINT8_MAX), NUMBER(acting.last.command.number, 0, UINT8_MAX),
	NUMBER(acting.last.command.x, INT16_MIN, INT16_MAX), NUMBER(acting.last.command.y, INT16_MIN, INT16_MAX),
	NUMBER(acting.last.appearance, 0, UINT16_MAX), NUMBER(acting.last.kind, 0, AUTO_TAKE),
	NUMBER(acting.last.direction, 0, DIR_COUNT - 1), NUMBER(acting.last.x, INT16_MIN, INT16_MAX),
	NUMBER(acting.last.y, INT16_MIN, INT16_MAX), NUMBER(acting.last.times, 0, UINT16_MAX),
	NUMBER(acting.travel_refused, 0, 1),
	NUMBER(acting.stairs, 0, ACTION_COUNT - 1), NUMBER(acting.again, 0, ACTION_COUNT - 1),
	NUMBER(acting.again_turn, 0, UINT32_MAX), NUMBER(acting.works_on, 0, UINT32_MAX),
	NUMBER(acting.talk_asked_count, 0, TALK_ASKED_MOST), PACKED_ARRAY(struct play, acting.talk_asked, 0, UINT16_MAX),
	NUMBER(places.depth, 0, UINT8_MAX), NUMBER(ahead.dropped, 0, UINT32_MAX),
	NUMBER(watch.width, INT16_MIN, INT16_MAX), NUMBER(watch.height, INT16_MIN, INT16_MAX),
	NUMBER(watch.depth, 0, UINT8_MAX), NUMBER(watch.count, 0, WATCHED_MOST), NUMBER(watch.turn, 0, UINT32_MAX),
	NUMBER(watch.full, 0, 1), NUMBER(watch.low, 0, 1), NUMBER(watch.left, 0, 1), NUMBER(watch.fresh, 0, UINT8_MAX),
	NUMBER(watch.risked, 0, UINT16_MAX),
	NUMBER(watch.paced, 0, UINT16_MAX),
};
#undef NUMBER

#define NUMBER(member, least, most) PACKED_NUMBER(struct watched, member, least, most)
static const struct packed_field watched_fields[] = {
	NUMBER(id, 0, UINT32_MAX), NUMBER(turn, 0, UINT32_MAX), NUMBER(x, INT16_MIN, INT16_MAX),
	NUMBER(y, INT16_MIN, INT16_MAX), NUMBER(state, 0, WATCHED_HUNTING), NUMBER(nearness, 0, WATCHED_NEAR),
	NUMBER(seen, 0, 1), NUMBER(there, 0, 1), NUMBER(asleep, 0, 1), NUMBER(fleeing, 0, 1), NUMBER(captive, 0, 1),
	NUMBER(in_way, 0, 1), NUMBER(past, 0, 1), NUMBER(waits, 0, 1), NUMBER(warned, 0, UINT8_MAX),
	NUMBER(moved, 0, UINT32_MAX), PACKED_MARKED(struct watched, name),
};
#undef NUMBER

#define NUMBER(member, least, most) PACKED_NUMBER(struct line_heard, member, least, most)
static const struct packed_field heard_fields[] = {
	NUMBER(serial, 0, UINT32_MAX), NUMBER(repeats, 0, UINT16_MAX), NUMBER(any, 0, 1), NUMBER(depth, 0, UINT8_MAX),
	NUMBER(x, INT16_MIN, INT16_MAX), NUMBER(y, INT16_MIN, INT16_MAX), NUMBER(health, INT16_MIN, INT16_MAX), NUMBER(lit, 0, 1),
	PACKED_MARKED(struct line_heard, conditions), PACKED_MARKED(struct line_heard, hunger),
	NUMBER(letters.depth, 0, UINT8_MAX), PACKED_ARRAY(struct line_heard, cells, 0, UINT8_MAX),
	PACKED_ARRAY(struct line_heard, creatures, 0, UINT32_MAX),
	NUMBER(enemy.id, 0, UINT32_MAX), NUMBER(enemy.dx, INT16_MIN, INT16_MAX), NUMBER(enemy.dy, INT16_MIN, INT16_MAX),
};
#undef NUMBER

static const struct packed_field owner_fields[] = {
	PACKED_NUMBER(struct line_owner, creature, 0, UINT32_MAX), PACKED_NUMBER(struct line_owner, x, INT16_MIN, INT16_MAX),
	PACKED_NUMBER(struct line_owner, y, INT16_MIN, INT16_MAX), PACKED_NUMBER(struct line_owner, used, 0, 1),
};

static const struct packed_field fume_fields[] = {
	PACKED_NUMBER(struct fume, x, INT16_MIN, INT16_MAX), PACKED_NUMBER(struct fume, y, INT16_MIN, INT16_MAX),
	PACKED_NUMBER(struct fume, turn, 0, UINT32_MAX),
};

/* clang-format on */

struct place {
	int16_t x, y;
};
_Static_assert(
	sizeof(struct place) == sizeof *((struct play_places *)0)->letters, "a letter is a place");

static const struct packed_field place_fields[] = {
	PACKED_NUMBER(struct place, x, INT16_MIN, INT16_MAX),
	PACKED_NUMBER(struct place, y, INT16_MIN, INT16_MAX),
};

bool play_may_move(const struct play *play)
{
	return play->state == PLAY_GOING && play->prompt.mode == MODE_MAP &&
	       play->vignette.stage == VIGNETTE_NOT_DUE && !play->ring && !play->flights.count &&
	       !play->journal.held && !play->journal.batch_count &&
	       (!play->lines || (!play->lines->typed && !play->lines->answer.size));
}

/* The choice of the heirloom is asked again by play_greet. */
void play_yield(struct play *play)
{
	ui_pager_close(&play->page.pager);
	play->page.before_choice = false;
	if (play->prompt.mode != MODE_MAP)
		play_prompt_end(play);
	play->vignette.stage = VIGNETTE_NOT_DUE;
}

/* Packs the reports of line mode so far, with the letters of things. */
static void play_pack_heard(const struct line_heard *heard, struct packing *out)
{
	packed_put(out, heard, heard_fields, COUNT(heard_fields));
	for (size_t i = 0; i < LINE_LETTERS; i++)
		packed_put(out, &heard->letters.owners[i], owner_fields, COUNT(owner_fields));
}

static void play_unpack_heard(struct line_heard *heard, struct unpacking *in)
{
	packed_get(in, heard, heard_fields, COUNT(heard_fields));
	for (size_t i = 0; i < LINE_LETTERS; i++)
		packed_get(in, &heard->letters.owners[i], owner_fields, COUNT(owner_fields));
}

void play_pack(const struct play *play, struct packing *out)
{
	packed_put(out, play, play_fields, COUNT(play_fields));
	for (int i = 0; i < play->watch.count; i++)
		packed_put(out, &play->watch.list[i], watched_fields, COUNT(watched_fields));
	for (int i = 0; i < FUMES_MOST; i++)
		packed_put(out, &play->watch.fumes[i], fume_fields, COUNT(fume_fields));
	for (size_t i = 0; i < COUNT(play->places.letters); i++)
		packed_put(out, &play->places.letters[i], place_fields, COUNT(place_fields));
	if (play->lines)
		play_pack_heard(&play->lines->heard, out);
}

/* An item is compared with the one that the action used: 0 would be no item at all. */
static bool is_repeatable(const struct done *last)
{
	return !last->any || last->automatic_move || last->appearance != 0 ||
	       !play_of_pack((enum verb)last->command.verb);
}

bool play_unpack(struct play *play, struct unpacking *in)
{
	packed_get(in, play, play_fields, COUNT(play_fields));
	for (int i = 0; i < play->watch.count; i++)
		packed_get(in, &play->watch.list[i], watched_fields, COUNT(watched_fields));
	for (int i = 0; i < FUMES_MOST; i++)
		packed_get(in, &play->watch.fumes[i], fume_fields, COUNT(fume_fields));
	for (size_t i = 0; i < COUNT(play->places.letters); i++)
		packed_get(in, &play->places.letters[i], place_fields, COUNT(place_fields));
	if (play->lines) {
		play_unpack_heard(&play->lines->heard, in);
		play->lines->typed = false;
		play->lines->turn = play_view(play)->status.turn;
	}
	if (!is_repeatable(&play->acting.last) || play->hints.shown > play_hint_count())
		in->broken = true;
	return !in->broken;
}
