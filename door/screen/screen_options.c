/* Options: characters, colours, palette, background, keys, bell, hints, auto-pickup, light, mouse
 * and help for eyes. A change shows at once on a sample of the game. */
#include "engine/auto/auto.h"
#include "door/screen/screens.h"

#include "door/play/keymap.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options_state {
	int at;
	bool changed;
	bool lines; /* line mode was switched */
};

/* A row of the screen: its label, help, value text, and the function that changes the value. */
struct option_row {
	const char *label;
	const char *help;
	void (*value)(const struct session *session, char *text, size_t size);
	void (*step)(struct session *session, int way);
};

/* Steps through the terminal's own value (-1) and `count` chosen values, for this kind of
 * terminal. */
static void option_step_chosen(
	const struct session *session, struct option_kinds *kinds, int count, int way)
{
	const struct vt_kind *kind = session_kind(session);
	int at = option_kinds_get(kinds, kind) + way;
	option_kinds_set(kinds, kind, at < -1 ? count - 1 : at >= count ? -1 : at);
}

/* Writes a value, and whether it was chosen or comes from the terminal. */
static void chosen_value(
	const struct session *session, const char *name, bool chosen, char *text, size_t size)
{
	bool narrow = session->frame.width < 60;
	snprintf(text, size, "%s%s", name,
		chosen   ? ", always"
		: narrow ? " (auto)"
			 : ", as your terminal says");
}

/* The step of a row that switches one option. */
#define SWITCH(option)                                                                             \
	static void option##_step(struct session *session, int way)                                \
	{                                                                                          \
		(void)way;                                                                         \
		session->options.option = !session->options.option;                                \
	}
SWITCH(still)
SWITCH(narrator)
SWITCH(keeps_typed)
SWITCH(cursor_shown)
SWITCH(untold)
#undef SWITCH

static void charset_value(const struct session *session, char *text, size_t size)
{
	static const char *const names[VT_CHARSET_COUNT] = {[VT_ASCII] = "plain ASCII",
		[VT_DEC] = "DEC line drawing",
		[VT_CP437] = "CP437",
		[VT_UTF8] = "UTF-8",
		[VT_PETSCII] = "PETSCII",
		[VT_ATASCII] = "ATASCII"};
	enum vt_charset charset = vt_terminal_charset(session->terminal);
	int chosen = option_kinds_get(&session->options.charset, session_kind(session));
	chosen_value(
		session, names[charset], chosen >= 0 && charset < VT_CHARSETS_CHOSEN, text, size);
}

/* Skips characters that the terminal lacks, since it would show others instead. */
static void charset_step(struct session *session, int way)
{
	struct option_kinds *kinds = &session->options.charset;
	int chosen;
	do {
		option_step_chosen(session, kinds, VT_CHARSETS_CHOSEN, way);
		session_terminal_changed(session);
		chosen = option_kinds_get(kinds, session_kind(session));
	} while (chosen >= 0 && (int)vt_terminal_charset(session->terminal) != chosen);
}

static void colours_value(const struct session *session, char *text, size_t size)
{
	char name[24];
	const char *word = vt_colours_word(vt_terminal_colours(session->terminal));
	snprintf(name, sizeof name, *word >= '0' && *word <= '9' ? "%s colours" : "%s", word);
	chosen_value(session, name,
		option_kinds_get(&session->options.colours, session_kind(session)) >= 0, text,
		size);
}

static void colours_step(struct session *session, int way)
{
	option_step_chosen(session, &session->options.colours, VT_COLOURS_COUNT, way);
}

static void ground_value(const struct session *session, char *text, size_t size)
{
	snprintf(text, size, "%s",
		session->options.ground == VT_GROUND_LIGHT ? "light" : "dark, or any");
}

static void ground_step(struct session *session, int way)
{
	(void)way;
	session->options.ground =
		session->options.ground == VT_GROUND_LIGHT ? VT_GROUND_ANY : VT_GROUND_LIGHT;
}

static void palette_value(const struct session *session, char *text, size_t size)
{
	static const char *const values[VT_PALETTE_COUNT] = {[VT_PALETTE_USUAL] = "usual",
		[VT_PALETTE_CONTRAST] = "high contrast",
		[VT_PALETTE_RED_GREEN] = "no red against green"};
	snprintf(text, size, "%s", values[session->options.palette]);
}

static void palette_step(struct session *session, int way)
{
	session->options.palette = (enum vt_palette)(
		((int)session->options.palette + VT_PALETTE_COUNT + way) % VT_PALETTE_COUNT);
}

static void still_value(const struct session *session, char *text, size_t size)
{
	snprintf(text, size, "%s", session->options.still ? "none" : "missiles are seen flying");
}

static void narrator_value(const struct session *session, char *text, size_t size)
{
	snprintf(text, size, "%s", session->options.narrator ? "on the last row" : "off");
}

static void light_value(const struct session *session, char *text, size_t size)
{
	static const char *const values[] = {[OPTION_LIGHT_AUTO] = "rich on a fast line",
		[OPTION_LIGHT_RICH] = "rich, always",
		[OPTION_LIGHT_PLAIN] = "plain",
		[OPTION_LIGHT_FLICKER] = "rich, flames flicker"};
	snprintf(text, size, "%s", values[session->options.light]);
}

static void light_step(struct session *session, int way)
{
	session->options.light = (enum option_light)(
		((int)session->options.light + OPTION_LIGHT_COUNT + way) % OPTION_LIGHT_COUNT);
}

static void typed_value(const struct session *session, char *text, size_t size)
{
	snprintf(text, size, "%s",
		session->options.keeps_typed ? "all keys are played" : "dropped at danger");
}

static const unsigned bauds[] = {0, 300, 1200, 2400, 9600, 19200};
#define BAUDS (int)(sizeof bauds / sizeof *bauds)

static void baud_value(const struct session *session, char *text, size_t size)
{
	unsigned own = session->options.baud, baud = session_baud(session);
	if (own)
		snprintf(text, size, "%u baud", own);
	else if (baud)
		snprintf(text, size, "%u baud, as your client says", baud);
	else
		snprintf(text, size, "measured");
}

static void baud_step(struct session *session, int way)
{
	int at = 0;
	while (at < BAUDS && bauds[at] != session->options.baud)
		at++;
	session->options.baud = bauds[(at + BAUDS + way) % BAUDS];
}

static const struct {
	uint16_t width, height;
} sizes[] = {{0, 0}, {40, 20}, {40, 24}, {40, 25}, {64, 24}, {80, 24}, {80, 25}, {80, 43}, {80, 50},
	{132, 24}, {132, 43}};
#define SIZES (int)(sizeof sizes / sizeof *sizes)

static void size_value(const struct session *session, char *text, size_t size)
{
	const struct client_facts *facts = transport_facts(session->transport);
	bool told = facts->has_size;
	snprintf(text, size, "%dx%d%s", session->lines ? facts->width : session->frame.width,
		session->lines ? facts->height : session->frame.height,
		told                          ? ", as your terminal says"
		: session->options.size.width ? ""
					      : ", not known");
}

static void size_step(struct session *session, int way)
{
	int at = 0;
	if (transport_facts(session->transport)->has_size)
		return;
	while (at < SIZES - 1 && (sizes[at].width != session->options.size.width ||
					 sizes[at].height != session->options.size.height))
		at++;
	at = (at + SIZES + way) % SIZES;
	session->options.size.width = sizes[at].width;
	session->options.size.height = sizes[at].height;
}

static void keys_value(const struct session *session, char *text, size_t size)
{
	struct key_binding changes[KEYMAP_KEYS_MAX];
	const struct keymap *keys = &session->options.keys;
	int own = keymap_changes(keys, changes);
	snprintf(text, size, own ? "%s, %d of your own" : "%s", keymap_preset_word(keys->preset),
		own);
}

static void keys_step(struct session *session, int way)
{
	(void)way;
	session_open(session, SCREEN_keys, NULL);
}

static void mouse_value(const struct session *session, char *text, size_t size)
{
	const struct vt_kind *kind = session_kind(session);
	uint32_t bit = option_mouse_bit(kind);
	if (!bit)
		snprintf(text, size, "not with this terminal");
	else
		snprintf(text, size, session->options.mouse & bit ? "on, with %s" : "off",
			vt_kind_name(kind));
}

static void mouse_step(struct session *session, int way)
{
	(void)way;
	session->options.mouse ^= option_mouse_bit(session_kind(session));
}

static void bell_value(const struct session *session, char *text, size_t size)
{
	static const char *const sounds[PLAY_SOUND_COUNT] = {
		"silent", "beeps in danger", "short tones"};
	snprintf(text, size, "%s", sounds[session->options.sound]);
}

static void bell_step(struct session *session, int way)
{
	int next = (int)session->options.sound + way + PLAY_SOUND_COUNT;
	session->options.sound = (enum play_sound)(next % PLAY_SOUND_COUNT);
}

static void cursor_value(const struct session *session, char *text, size_t size)
{
	snprintf(text, size, "%s",
		session->options.cursor_shown ? "always shown" : "hidden unless choosing");
}

static void hints_value(const struct session *session, char *text, size_t size)
{
	snprintf(text, size, "%s",
		!session->config->lobby_hints ? "none on this host"
		: session->options.no_hints   ? "none"
					      : "shown when needed");
}

/* Turning hints on again shows all of them again. */
static void hints_step(struct session *session, int way)
{
	(void)way;
	session->options.no_hints = !session->options.no_hints;
	session->options.hints_given = 0;
}

static void vignettes_value(const struct session *session, char *text, size_t size)
{
	snprintf(text, size, "%s",
		!session->config->lobby_vignettes ? "none on this host"
		: session->options.no_vignettes   ? "none"
						  : "each is shown once");
}

/* Turning pictures on again shows all of them again. */
static void vignettes_step(struct session *session, int way)
{
	(void)way;
	session->options.no_vignettes = !session->options.no_vignettes;
	session->options.vignettes_seen = 0;
}

static void autopickup_value(const struct session *session, char *text, size_t size)
{
	const char *word;
	int all = 0, left = 0;
	for (unsigned class = 0; (word = auto_class_word(class)) != NULL; class ++) {
		all += *word != 0;
		left += *word && session->options.left_classes & 1U << class;
	}
	const char *when = session->options.autopickup ? "walking" : "exploring";
	if (left)
		snprintf(text, size, "%d of %d kinds, %s", all - left, all, when);
	else
		snprintf(text, size, "everything, %s", when);
}

static void autopickup_step(struct session *session, int way)
{
	(void)way;
	session_open(session, SCREEN_autopickup, NULL);
}

static void spectators_value(const struct session *session, char *text, size_t size)
{
	static const char *const values[OPTION_SPECTATORS_COUNT] = {
		[OPTION_SPECTATORS_UNCOUNTED] = "may watch",
		[OPTION_SPECTATORS_COUNTED] = "may watch, and are counted",
		[OPTION_SPECTATORS_NONE] = "nobody watches"};
	snprintf(text, size, "%s", values[session->options.spectators]);
}

static void spectators_step(struct session *session, int way)
{
	session->options.spectators = (enum option_spectators)(
		((int)session->options.spectators + OPTION_SPECTATORS_COUNT + way) %
		OPTION_SPECTATORS_COUNT);
}

static void livelog_value(const struct session *session, char *text, size_t size)
{
	snprintf(text, size, "%s", session->options.untold ? "not told" : "told");
}

static void lines_value(const struct session *session, char *text, size_t size)
{
	snprintf(text, size, "%s", session->options.lines ? "on" : "off");
}

/* Taken when the screen is left, so that a step too far can be taken back. */
static void lines_step(struct session *session, int way)
{
	struct options_state *state = session->state;
	(void)way;
	session->options.lines = !session->options.lines;
	state->lines = true;
}

static const struct option_row rows[] = {
	{"Characters",
		"The characters that draw the map, for each kind of terminal. If the map looks "
		"garbled, choose another set.",
		charset_value, charset_step},
	{"Colours",
		"The number of colours, for each kind of terminal. Dim and bright work without "
		"colours, too.",
		colours_value, colours_step},
	{"Ground",
		"Your terminal's background. With 16 colours many are hard to see on a light one.",
		ground_value, ground_step},
	{"Keys", "Presets and keys of your own. You can paste them and copy them out as text.",
		keys_value, keys_step},
	{"Bell", "The terminal beeps in danger, or has short tones for news.", bell_value,
		bell_step},
	{"Hints", "Each hint is shown once. Turn hints off and on to see all of them again.",
		hints_value, hints_step},
	{"Take along", "The kinds of items that auto-pickup takes, and when.", autopickup_value,
		autopickup_step},
	{"Light",
		"Rich light colours the map by its lamps. Plain light sends fewer bytes: it is the "
		"default below 9600 baud. Flames can flicker.",
		light_value, light_step},
	{"Mouse",
		"For each kind of terminal. A click travels or strikes, a right click looks, the "
		"wheel scrolls.",
		mouse_value, mouse_step},
	{"Pictures", "A picture for each first arrival at a place, and for each kind of end.",
		vignettes_value, vignettes_step},
	{"Cursor",
		"The cursor is on the chosen row of a list, for Braille displays. It can be shown "
		"on every screen.",
		cursor_value, cursor_shown_step},
	{"Line mode",
		"The whole game in sentences, for screen readers. It begins and ends when you "
		"leave this page.",
		lines_value, lines_step},
	{"Spectators",
		"Other players may watch your games. Their number can be on your screen; their "
		"talk never is.",
		spectators_value, spectators_step},
	{"Livelog",
		"The lobby tells others of depths you reach and of how your ranked runs end, and "
		"so may this host elsewhere.",
		livelog_value, untold_step},
	{"Line speed",
		"Below 9600 baud your surroundings come first, light is plain, and pictures are "
		"left out. On every slow line only the newest view is sent.",
		baud_value, baud_step},
	{"Palette",
		"High contrast, or hues apart without red or green. Both take the ground for dark "
		"unless it is light, and have plain light.",
		palette_value, palette_step},
	{"Motion", "The flight of missiles, or only where they land.", still_value, still_step},
	{"Typed ahead",
		"Keys that come before the screen shows why auto-explore would stop. No such key "
		"answers a question before harm.",
		typed_value, keeps_typed_step},
	{"Narrator",
		"The last row repeats the newest message, or the question that waits, for screen "
		"readers and magnifiers.",
		narrator_value, narrator_step},
	{"Screen size", "The size of a terminal that does not say its own.", size_value, size_step},
};
#define ROWS (int)(sizeof rows / sizeof rows[0])

/* Opens the options. After a screen of its own, such as that of the keys, the cursor returns to
 * its row. */
static void options_enter(struct session *session)
{
	struct options_state *state = session->state = calloc(1, sizeof *state);
	if (!state) {
		session_go(session, SCREEN_lobby, NULL);
		return;
	}
	state->at = session_arguments(session, SCREEN_options)->options.at % ROWS;
}

/* Saves the options as leaving the screen does. */
static bool options_rests(struct session *session)
{
	struct options_state *state = session->state;
	session_arguments(session, SCREEN_options)->options.at = (uint8_t)state->at;
	if (state->changed)
		options_keep(session);
	state->changed = false;
	return true;
}

static void options_change(struct session *session, int way)
{
	struct options_state *state = session->state;
	session_arguments(session, SCREEN_options)->options.at = (uint8_t)state->at;
	rows[state->at].step(session, way);
	state->changed = true;
	session_terminal_changed(session);
}

/* Goes back to the game, or to the lobby. */
static void options_close(struct session *session)
{
	const union screen_arguments *own = session_arguments(session, SCREEN_options);
	union screen_arguments arguments = {0};
	memcpy(arguments.play.date, own->options.date, sizeof arguments.play.date);
	if (own->options.from_play)
		session_go(session, SCREEN_play, &arguments);
	else
		session_go(session, SCREEN_lobby, NULL);
}

static void options_key(struct session *session, int key)
{
	struct options_state *state = session->state;
	switch (key) {
	case VT_KEY_DOWN:
	case 'j':
	case '\t':
		state->at = (state->at + 1) % ROWS;
		break;
	case VT_KEY_UP:
	case 'k':
		state->at = (state->at + ROWS - 1) % ROWS;
		break;
	case VT_KEY_RIGHT:
	case 'l':
	case ' ':
	case '\r':
		options_change(session, 1);
		break;
	case VT_KEY_LEFT:
	case 'h':
		options_change(session, -1);
		break;
	case VT_KEY_ESCAPE:
	case 'q':
		options_close(session);
		break;
	}
}

/* Saves the options once, when the screen is left. */
static void options_leave(struct session *session)
{
	const struct options_state *state = session->state;
	if (state && state->changed)
		options_keep(session);
	if (state && state->lines)
		session_lines_set(session, session->options.lines);
}

/* Paints a sample: a lit corner of a room with items and a creature. */
static void options_paint_sample(struct vt_frame *frame, int x, int y)
{
	static const struct {
		int8_t x, y;
		uint16_t glyph;
		uint8_t role, attributes;
	} things[] = {
		{3, 1, '@', VT_HERO, VT_BOLD},
		{6, 2, 'r', VT_BLOOD, 0},
		{9, 1, '!', VT_MAGIC, 0},
		{11, 3, '$', VT_GOLD, 0},
		{5, 3, ')', VT_METAL, 0},
		{8, 3, '?', VT_PAPER, 0},
		{14, 2, '\'', VT_WOOD, 0},
	};
	vt_box(frame, (struct vt_area){x, y, 15, 5}, VT_DIM);
	for (int row = 1; row < 4; row++)
		vt_fill(frame, (struct vt_area){x + 1, y + row, 13, 1}, VT_FLOOR, VT_STONE, 0);
	vt_fill(frame, (struct vt_area){x + 15, y + 2, 6, 1}, VT_CORRIDOR, VT_STONE, VT_FADED);
	for (size_t i = 0; i < sizeof things / sizeof things[0]; i++)
		vt_put(frame, x + things[i].x, y + things[i].y, things[i].glyph,
			(enum vt_colour_role)things[i].role, things[i].attributes);
	vt_put(frame, x + 24, y + 2, VT_LAMP_ON, VT_LAMP, 0);
	vt_put(frame, x + 26, y + 2, VT_LAMP_OFF, VT_DIM, 0);
}

static void options_paint(struct session *session, struct vt_frame *frame)
{
	const struct options_state *state = session->state;
	char value[80];
	vt_frame_clear(frame);
	ui_title(frame, "Options",
		session->account.guest ? "for this session" : "saved in your account");
	/* Wide windows have the help in two rows, windows of 40 columns in four. */
	int help = frame->width < 80 ? 4 : 2;
	int room = frame->height - 5 - help, shown = room < ROWS ? room : ROWS;
	int first = state->at < shown ? 0 : state->at - shown + 1;
	for (int i = first; i < first + shown; i++) {
		bool here = i == state->at;
		int y = 3 + i - first;
		rows[i].value(session, value, sizeof value);
		vt_put(frame, 1, y, here ? VT_ARROW_RIGHT : ' ', VT_LAMP, 0);
		vt_text(frame, 3, y, rows[i].label, VT_TEXT, 0, NULL);
		vt_text(frame, 15, y, value, VT_TEXT, 0, NULL);
		if (here)
			ui_chosen(frame, 1, y, ui_row_width(frame));
	}
	if (first > 0)
		vt_textf(frame, 3, 2, VT_DIM, 0, "%d more above", first);
	if (first + shown < ROWS)
		vt_textf(frame, 3, 3 + shown, VT_DIM, 0, "%d more below", ROWS - first - shown);
	ui_wrapped(frame, (struct vt_area){3, 4 + shown, frame->width - 4, help}, 0,
		rows[state->at].help, VT_DIM);
	int sample = 4 + shown + help;
	if (frame->height > sample + 5)
		options_paint_sample(frame, 3, sample);
	ui_hint(frame, frame->width < 60 ? UI_BRIGHT
			       "Arrows" UI_END " choose and change  " UI_BRIGHT "Esc" UI_END " done"
					 : UI_BRIGHT "Up Down" UI_END " choose  " UI_BRIGHT
						     "Left Right" UI_END " change  " UI_BRIGHT
						     "Esc" UI_END " done");
}

static void options_lines(struct session *session, struct lines_page *page)
{
	char value[80];
	ui_add(&page->text, "Options. A number changes its option; back when done.\n");
	for (int i = 0; i < ROWS; i++) {
		rows[i].value(session, value, sizeof value);
		lines_row(page, i, "%s: %s", rows[i].label, value);
	}
}

static void options_pick(struct session *session, int row)
{
	struct options_state *state = session->state;
	state->at = row;
	options_change(session, 1);
}

const struct screen screen_options = {.name = "options",
	.wheel = true,
	.renews = true,
	.rests = options_rests,
	.enter = options_enter,
	.key = options_key,
	.paint = options_paint,
	.lines = options_lines,
	.pick = options_pick,
	.leave = options_leave};
