#include "door/watch/live_view.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "door/store/keeper_wire.h"

/* Flags of a cell that are sent. The others are no part of the screen. */
#define CELL_SENT (CELL_KNOWN | CELL_VISIBLE | CELL_CREATURE | CELL_ITEM | CELL_HERO | CELL_MARKED)
/* These stand in the bits of flags that are not sent. */
#define LIVE_CELL_LIGHT CELL_HARM
#define LIVE_CELL_SMELL CELL_STOPS
#define CELL_RUN_MAX 255

#define CREATURE_ASLEEP 1
#define CREATURE_UNAWARE 2
#define CREATURE_ALLY 4
#define CREATURE_CAPTIVE 8

/* The figures of the status, in the order in which they are sent. */
/* clang-format off */
#define STATUS_FIGURES(ROW) \
	ROW(health) ROW(health_max) ROW(mana) ROW(mana_max) ROW(might) ROW(guard) ROW(level) \
	ROW(experience) ROW(experience_next) ROW(depth) ROW(gold) ROW(food) ROW(noise)
/* clang-format on */

/* ---- From a game ---- */

void live_view_take(struct live_view *live, const struct game *game, const char *player,
	const uint8_t content[CONTENT_DIGEST_SIZE])
{
	struct result result;

	memset(live, 0, offsetof(struct live_view, view));
	game_view(game, &live->view);
	game_result(game, &result);
	snprintf(live->player, sizeof live->player, "%s", player);
	memcpy(live->content, content, sizeof live->content);
	live->outcome = (uint8_t)result.outcome;
	live->score = result.score;
	memcpy(live->cause, result.cause, sizeof live->cause);
	snprintf(live->place, sizeof live->place, "%s", live->view.status.place);
	while (live->state_count < LIVE_STATES_MAX &&
		game_state_line(game, live->state_count, &live->states[live->state_count]))
		live->state_count++;
}

/* ---- Writing ---- */

static void put_figure(struct wire_writer *out, int figure)
{
	if (figure > LIVE_FIGURE_MAX)
		figure = LIVE_FIGURE_MAX;
	if (figure < -LIVE_FIGURE_MAX)
		figure = -LIVE_FIGURE_MAX;
	wire_put_u32(out, (uint32_t)figure);
}

static void put_status(struct wire_writer *out, const struct live_view *live)
{
	const struct view_status *status = &live->view.status;

#define ROW(field) put_figure(out, status->field);
	STATUS_FIGURES(ROW)
#undef ROW
	wire_put_u32(out, status->turn);
	wire_put_u8(out, status->carries_receiver);
	wire_put_u8(out, status->lit);
	wire_put_u8(out, live->view.choice != CHOICE_NONE);
	wire_put_text(out, live->place);
	wire_put_text(out, status->hunger);
	wire_put_text(out, status->swims);
	wire_put_text(out, status->conditions);
	wire_put_text(out, status->boons);
	wire_put_u8(out, (uint8_t)live->state_count);
	for (size_t i = 0; i < live->state_count; i++) {
		wire_put_text(out, live->states[i].word);
		wire_put_text(out, live->states[i].brief);
		wire_put_u8(out, live->states[i].turns);
		wire_put_u8(out, live->states[i].ill);
	}
}

static void put_creature(struct wire_writer *out, const struct view_creature *creature)
{
	wire_put_text(out, creature->name);
	wire_put_u16(out, creature->appearance);
	wire_put_u16(out, (uint16_t)creature->x);
	wire_put_u16(out, (uint16_t)creature->y);
	wire_put_u8(out, creature->health_percent);
	wire_put_u8(out, (creature->asleep ? CREATURE_ASLEEP : 0) |
				 (creature->unaware ? CREATURE_UNAWARE : 0) |
				 (creature->ally ? CREATURE_ALLY : 0) |
				 (creature->captive ? CREATURE_CAPTIVE : 0));
}

/* Writes the newest messages. */
static void put_messages(struct wire_writer *out, const struct view *view)
{
	size_t count =
		view->message_count < LIVE_MESSAGES_MAX ? view->message_count : LIVE_MESSAGES_MAX;

	wire_put_u8(out, (uint8_t)count);
	for (size_t i = view->message_count - count; i < view->message_count; i++) {
		wire_put_u32(out, view->messages[i].serial);
		wire_put_u32(out, view->messages[i].turn);
		wire_put_u16(out, view->messages[i].repeats);
		wire_put_u8(out, view->messages[i].role);
		wire_put_text(out, view->messages[i].text);
	}
}

/* Returns the cell as it is sent: without what the screen does not show. */
static struct view_cell cell_shown(const struct view_cell *cell)
{
	if (!(cell->flags & CELL_KNOWN))
		return (struct view_cell){.light = COLOUR_ROLE_TEXT};
	return (struct view_cell){.appearance = cell->appearance,
		.flags = cell->flags & CELL_SENT,
		.smell = cell->smell,
		.light = cell->light,
		.ground = cell->ground,
		.hue = cell->hue,
		.strength = cell->strength};
}

static bool cells_equal(const struct view_cell *a, const struct view_cell *b)
{
	return a->appearance == b->appearance && a->flags == b->flags && a->smell == b->smell &&
	       a->light == b->light && a->ground == b->ground && a->hue == b->hue &&
	       a->strength == b->strength;
}

/* Returns light, ground, hue and strength as one number; 0: none of them. */
static unsigned pack_light(const struct view_cell *cell)
{
	return (unsigned)(cell->light | cell->ground << 5 | cell->hue << 8 | cell->strength << 11);
}

static void put_run(struct wire_writer *out, const struct view_cell *cell, unsigned length)
{
	bool known = cell->flags & CELL_KNOWN;
	unsigned light = known ? pack_light(cell) : 0;
	bool smell = known && cell->smell;

	wire_put_u8(out, (uint8_t)length);
	wire_put_u8(
		out, cell->flags | (light ? LIVE_CELL_LIGHT : 0) | (smell ? LIVE_CELL_SMELL : 0));
	if (known)
		wire_put_u16(out, cell->appearance);
	if (light)
		wire_put_u16(out, (uint16_t)light);
	if (smell)
		wire_put_u8(out, cell->smell);
}

static void put_cells(struct wire_writer *out, const struct view *view)
{
	size_t count = (size_t)(view->width * view->height), at = 0;

	wire_put_u16(out, (uint16_t)view->width);
	wire_put_u16(out, (uint16_t)view->height);
	wire_put_u16(out, (uint16_t)view->hero_x);
	wire_put_u16(out, (uint16_t)view->hero_y);
	while (at < count) {
		struct view_cell cell = cell_shown(&view->cells[at]), next = cell;
		unsigned length = 0;

		while (at < count && length < CELL_RUN_MAX && cells_equal(&cell, &next)) {
			length++;
			at++;
			next = at < count ? cell_shown(&view->cells[at]) : cell;
		}
		put_run(out, &cell, length);
	}
}

size_t live_view_encode(const struct live_view *live, uint8_t *bytes)
{
	struct wire_writer out = {.bytes = bytes, .capacity = LIVE_VIEW_BYTES_MAX};

	wire_put_u8(&out, LIVE_VIEW_VERSION);
	wire_put_u8(&out, live->over);
	wire_put_text(&out, live->player);
	wire_put_bytes(&out, live->content, sizeof live->content);
	wire_put_u8(&out, live->outcome);
	put_figure(&out, live->score);
	wire_put_text(&out, live->cause);
	put_status(&out, live);
	wire_put_u8(&out, (uint8_t)live->view.creature_count);
	for (size_t i = 0; i < live->view.creature_count; i++)
		put_creature(&out, &live->view.creatures[i]);
	put_messages(&out, &live->view);
	put_cells(&out, &live->view);
	assert(!out.full);
	return out.size;
}

/* ---- Reading ---- */

/* Reads a number that must be at most `most`. */
static unsigned get_most(struct wire_reader *in, unsigned value, unsigned most)
{
	in->broken |= value > most;
	return in->broken ? 0 : value;
}

static int get_figure(struct wire_reader *in)
{
	int figure = (int)(int32_t)wire_get_u32(in);

	in->broken |= figure > LIVE_FIGURE_MAX || figure < -LIVE_FIGURE_MAX;
	return in->broken ? 0 : figure;
}

/* Reads a text. Bytes that are neither ASCII letters nor colour roles become '?'. */
static void get_text(struct wire_reader *in, char *text, size_t size)
{
	wire_get_text(in, text, size);
	for (; *text; text++)
		if ((uint8_t)*text < COLOUR_ROLE_BYTE || (uint8_t)*text > 126)
			*text = '?';
}

static void get_status(struct wire_reader *in, struct live_view *live)
{
	struct view_status *status = &live->view.status;

#define ROW(field) status->field = get_figure(in);
	STATUS_FIGURES(ROW)
#undef ROW
	status->turn = wire_get_u32(in);
	status->carries_receiver = get_most(in, wire_get_u8(in), 1);
	status->lit = get_most(in, wire_get_u8(in), 1);
	live->view.choice = get_most(in, wire_get_u8(in), 1) ? CHOICE_TALENT : CHOICE_NONE;
	get_text(in, live->place, sizeof live->place);
	status->place = live->place;
	get_text(in, status->hunger, sizeof status->hunger);
	get_text(in, status->swims, sizeof status->swims);
	get_text(in, status->conditions, sizeof status->conditions);
	get_text(in, status->boons, sizeof status->boons);
	live->state_count = get_most(in, wire_get_u8(in), LIVE_STATES_MAX);
	for (size_t i = 0; i < live->state_count; i++) {
		get_text(in, live->states[i].word, sizeof live->states[i].word);
		get_text(in, live->states[i].brief, sizeof live->states[i].brief);
		live->states[i].turns = wire_get_u8(in);
		live->states[i].ill = get_most(in, wire_get_u8(in), 1);
	}
}

static void get_creature(struct wire_reader *in, struct view_creature *creature)
{
	unsigned flags;

	memset(creature, 0, sizeof *creature);
	creature->description = "";
	get_text(in, creature->name, sizeof creature->name);
	creature->appearance = wire_get_u16(in);
	creature->x = (int16_t)get_most(in, wire_get_u16(in), VIEW_CELLS_MAX);
	creature->y = (int16_t)get_most(in, wire_get_u16(in), VIEW_CELLS_MAX);
	creature->health_percent = (uint8_t)get_most(in, wire_get_u8(in), 100);
	flags = get_most(in, wire_get_u8(in), 15);
	creature->asleep = flags & CREATURE_ASLEEP;
	creature->unaware = flags & CREATURE_UNAWARE;
	creature->ally = flags & CREATURE_ALLY;
	creature->captive = flags & CREATURE_CAPTIVE;
}

static void get_messages(struct wire_reader *in, struct live_view *live)
{
	size_t count = get_most(in, wire_get_u8(in), LIVE_MESSAGES_MAX);

	for (size_t i = 0; i < count; i++) {
		struct message *message = &live->messages[i];

		message->serial = wire_get_u32(in);
		message->turn = wire_get_u32(in);
		message->repeats = wire_get_u16(in);
		message->role = (uint8_t)get_most(in, wire_get_u8(in), COLOUR_ROLE_COUNT - 1);
		get_text(in, message->text, sizeof message->text);
	}
	live->view.messages = live->messages;
	live->view.message_count = count;
}

static void get_light(struct wire_reader *in, struct view_cell *cell)
{
	unsigned light = wire_get_u16(in);

	cell->light = get_most(in, light & 31, COLOUR_ROLE_COUNT - 1) & 31;
	cell->ground = get_most(in, light >> 5 & 7, GROUND_GAS) & 7;
	cell->hue = get_most(in, light >> 8 & 7, LIGHT_HUE_LAST) & 7;
	cell->strength = light >> 11 & VIEW_LIGHT_MOST;
	in->broken |= light == 0;
}

/* Reads a run and returns its number of cells, at least 1. */
static unsigned get_run(struct wire_reader *in, struct view_cell *cell)
{
	unsigned length = wire_get_u8(in), flags = wire_get_u8(in);

	*cell = (struct view_cell){.flags = flags & CELL_SENT, .light = COLOUR_ROLE_TEXT};
	in->broken |= length == 0 || (!(flags & CELL_KNOWN) && flags);
	if (flags & CELL_KNOWN)
		cell->appearance = wire_get_u16(in);
	if (flags & LIVE_CELL_LIGHT)
		get_light(in, cell);
	if (flags & LIVE_CELL_SMELL)
		cell->smell = wire_get_u8(in);
	return length;
}

static void get_cells(struct wire_reader *in, struct view *view)
{
	unsigned width = wire_get_u16(in), height = wire_get_u16(in);
	unsigned x = wire_get_u16(in), y = wire_get_u16(in);
	size_t count = (size_t)width * height, at = 0;

	in->broken |= count > VIEW_CELLS_MAX || x >= width || y >= height;
	if (in->broken)
		return;
	view->width = (int16_t)width;
	view->height = (int16_t)height;
	view->hero_x = (int16_t)x;
	view->hero_y = (int16_t)y;
	while (at < count && !in->broken) {
		struct view_cell cell;
		unsigned length = get_run(in, &cell);

		in->broken |= length > count - at;
		for (unsigned i = 0; i < length && !in->broken; i++)
			view->cells[at++] = cell;
	}
	for (size_t i = 0; i < view->creature_count; i++)
		in->broken |=
			view->creatures[i].x >= view->width || view->creatures[i].y >= view->height;
}

bool live_view_decode(struct live_view *live, const uint8_t *bytes, size_t size)
{
	struct wire_reader in = {.bytes = bytes, .size = size};

	memset(live, 0, offsetof(struct live_view, view));
	memset(&live->view, 0, offsetof(struct view, choices));
	if (wire_get_u8(&in) != LIVE_VIEW_VERSION)
		return false;
	live->over = get_most(&in, wire_get_u8(&in), 1);
	get_text(&in, live->player, sizeof live->player);
	wire_get_bytes(&in, live->content, sizeof live->content);
	live->outcome = (uint8_t)get_most(&in, wire_get_u8(&in), OUTCOME_QUIT);
	live->score = get_figure(&in);
	get_text(&in, live->cause, sizeof live->cause);
	get_status(&in, live);
	live->view.creature_count = get_most(&in, wire_get_u8(&in), VIEW_CREATURES_MAX);
	for (size_t i = 0; i < live->view.creature_count; i++)
		get_creature(&in, &live->view.creatures[i]);
	get_messages(&in, live);
	get_cells(&in, &live->view);
	return wire_whole(&in);
}

bool live_view_fits(const struct live_view *live, const struct content *content)
{
	const struct view *view = &live->view;
	size_t count = content_appearance_count(content);

	for (size_t i = 0; i < view->creature_count; i++)
		if (view->creatures[i].appearance >= count)
			return false;
	for (int i = 0; i < view->width * view->height; i++)
		if (view->cells[i].appearance >= count)
			return false;
	return true;
}
