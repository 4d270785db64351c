/*
 * The keys screen: choosing a preset, changing single keys, pasting and copying a configuration.
 *
 * All changes are made to a draft. Leaving saves it, if the way to the options still has keys and
 * the changes fit into the account.
 */
#include "door/screen/screens.h"

#include "door/play/key_config.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIST_TOP 3
#define UNDER_LIST 4 /* rows of help, and of the hint */

enum keys_mode {
	KEYS_LIST,
	KEYS_PRESS,
	KEYS_CONFLICT,
	KEYS_PRESET,
	KEYS_PASTE,
	KEYS_PASTED,
	KEYS_TEXT
};

struct keys_state {
	struct keymap draft;
	uint8_t mode;                  /* of enum keys_mode */
	uint8_t actions[ACTION_COUNT]; /* of the rows after the first, which is the preset */
	int rows, at, page;            /* page: rows of the last painting */
	int key;                       /* in question */
	unsigned preset;               /* in question */
	bool changed;
	char *pasted;      /* KEY_CONFIG_MAX + 2 bytes */
	char outcome[240]; /* of the pasted text */
	size_t length;
	struct ui_pager pager;
};

static struct keys_state *keys_of(struct session *session)
{
	return session->state;
}

static void keys_enter(struct session *session)
{
	struct keys_state *state = session->state = calloc(1, sizeof *state);
	if (!state) {
		session_back(session);
		return;
	}
	state->draft = session->options.keys;
	state->rows = 1;
	for (int i = ACTION_WALK; i < ACTION_COUNT; i++) {
		const struct action_row *row = action_row((enum action)i);
		if (!row || row->group != GROUP_DEBUG || session->config->debug)
			state->actions[state->rows++ - 1] = (uint8_t)i;
	}
	state->at = (int)(*session_position(session) % (unsigned)state->rows);
}

/* The question whether the player's own keys are dropped, or one of them is bound anew. */
static unsigned keys_asks(struct session *session)
{
	enum keys_mode mode = (enum keys_mode)keys_of(session)->mode;
	return mode == KEYS_PRESET || mode == KEYS_CONFLICT ? (unsigned)mode : 0;
}

static void keys_leave(struct session *session)
{
	ui_pager_close(&keys_of(session)->pager);
	free(keys_of(session)->pasted);
}

/* The action of the row with the cursor, or ACTION_NONE on the row of the preset. */
static enum action keys_action(const struct keys_state *state)
{
	return state->at ? (enum action)state->actions[state->at - 1] : ACTION_NONE;
}

static int keys_own(const struct keys_state *state)
{
	struct key_binding changes[KEYMAP_KEYS_MAX];
	return keymap_changes(&state->draft, changes);
}

/* ---- Saving ---- */

/* False with a sentence if the draft cannot be saved. */
static bool keys_may_save(struct session *session)
{
	struct keys_state *state = keys_of(session);
	struct options options = session->options;
	char text[STORE_OPTIONS_MAX], name[24], sentence[160];
	enum action missing = keymap_missing(&state->draft);
	options.keys = state->draft;
	if (missing != ACTION_NONE) {
		action_name(missing, name, sizeof name);
		snprintf(sentence, sizeof sentence,
			"No key is bound to \"%s\", without which there is no way to the options. "
			"Bind one, or r goes back to the preset.",
			name);
		session_banner(session, sentence);
		return false;
	}
	if (options_write(&options, text, sizeof text))
		return true;
	snprintf(sentence, sizeof sentence,
		"%d keys of your own do not fit into an account. Begin with a preset that is more "
		"like them, or remove some.",
		keys_own(state));
	session_banner(session, sentence);
	return false;
}

static void keys_done(struct session *session)
{
	struct keys_state *state = keys_of(session);
	if (state->changed && !keys_may_save(session))
		return;
	if (state->changed) {
		session->options.keys = state->draft;
		options_keep(session);
	}
	session_back(session);
}

/* ---- Presets ---- */

static void keys_take_preset(struct keys_state *state, unsigned preset)
{
	state->draft = *keymap_preset(preset);
	state->changed = true;
	state->mode = KEYS_LIST;
}

/* Another preset drops the keys of the player's own, so it is asked for. */
static void keys_step_preset(struct keys_state *state, int way)
{
	unsigned count = keymap_preset_count();
	state->preset = (state->draft.preset + count + (unsigned)way) % count;
	if (keys_own(state))
		state->mode = KEYS_PRESET;
	else
		keys_take_preset(state, state->preset);
}

static void keys_preset_key(struct session *session, int key)
{
	struct keys_state *state = keys_of(session);
	if (key == 'y' || key == 'Y')
		keys_take_preset(state, state->preset);
	else
		state->mode = KEYS_LIST;
}

/* ---- Single keys ---- */

static void keys_bind(struct keys_state *state, int key, enum action action)
{
	keymap_bind(&state->draft, key, action);
	state->changed = true;
}

static void keys_press_key(struct session *session, int key)
{
	struct keys_state *state = keys_of(session);
	enum action bound = keymap_action(&state->draft, key, session->config->debug);
	state->mode = KEYS_LIST;
	if (key == VT_KEY_ESCAPE)
		return;
	if (!keymap_key_bindable(key)) {
		session_banner(session, "That key cannot be bound: ? is always the help, and ^R "
					"draws the screen again.");
		return;
	}
	if (bound == ACTION_NONE || bound == keys_action(state)) {
		keys_bind(state, key, keys_action(state));
		return;
	}
	state->key = key;
	state->mode = KEYS_CONFLICT;
}

static void keys_conflict_key(struct session *session, int key)
{
	struct keys_state *state = keys_of(session);
	state->mode = KEYS_LIST;
	if (key == 'y' || key == 'Y')
		keys_bind(state, state->key, keys_action(state));
}

/* Takes all keys from the action. */
static void keys_remove(struct keys_state *state)
{
	int key;
	enum action action = keys_action(state);
	for (unsigned nth = 0; (key = keymap_nth_key(&state->draft, action, nth)) != VT_KEY_NONE;)
		if (keymap_key_bindable(key))
			keys_bind(state, key, ACTION_NONE);
		else
			nth++;
}

/* ---- Configurations as text ---- */

static void keys_paste_begin(struct session *session)
{
	struct keys_state *state = keys_of(session);
	if (!state->pasted)
		state->pasted = malloc(KEY_CONFIG_MAX + 2);
	if (!state->pasted)
		return;
	state->pasted[state->length = 0] = 0;
	state->mode = KEYS_PASTE;
}

/* Counts the keys that are bound otherwise. */
static int keys_differing(
	const struct session *session, const struct keymap *before, const struct keymap *after)
{
	int count = 0;
	for (int key = 1; key < VT_KEY_MOUSE; key++)
		count += keymap_action(before, key, session->config->debug) !=
			 keymap_action(after, key, session->config->debug);
	return count;
}

/* Reads the pasted text, and stays to tell what has become of it. */
static void keys_paste_end(struct session *session)
{
	struct keys_state *state = keys_of(session);
	struct complaint complaint;
	struct keymap read;
	state->mode = KEYS_PASTED;
	if (key_config_paste(&read, state->pasted, &complaint)) {
		int changed = keys_differing(session, &state->draft, &read);
		state->draft = read;
		state->changed = true;
		snprintf(state->outcome, sizeof state->outcome,
			"%d key%s changed. The preset is %s, with %d of your own.", changed,
			changed == 1 ? "" : "s", keymap_preset_word(read.preset), keys_own(state));
	} else if (complaint.line) {
		snprintf(state->outcome, sizeof state->outcome,
			"Line %u: %.160s. Nothing is changed.", complaint.line, complaint.sentence);
	} else {
		snprintf(state->outcome, sizeof state->outcome, "Nothing is changed: %.160s.",
			complaint.sentence);
	}
}

/* Leaves the outcome. Enter and Space do not, since more of the paste may follow its end. */
static void keys_pasted_key(struct session *session, int key)
{
	if (key == VT_KEY_ESCAPE || key == 'q')
		keys_of(session)->mode = KEYS_LIST;
}

/* Gives up a text, and says so if there was one. */
static void keys_paste_give_up(struct session *session)
{
	struct keys_state *state = keys_of(session);
	state->mode = KEYS_LIST;
	if (state->length)
		session_banner(session, "No line \"end\" came. Nothing is changed.");
}

/* Returns the last line of the pasted text, which is not ended yet. */
static char *keys_paste_line(const struct keys_state *state)
{
	char *line = strrchr(state->pasted, '\n');
	return line ? line + 1 : state->pasted;
}

static void keys_paste_key(struct session *session, int key)
{
	struct keys_state *state = keys_of(session);
	if (key == VT_KEY_ESCAPE) {
		keys_paste_give_up(session);
		return;
	}
	if (key == '\b') {
		state->length -= state->length > 0;
	} else if (key == '\r') {
		char *line = keys_paste_line(state);
		ui_trim(line);
		state->length = (size_t)(line - state->pasted) + strlen(line);
		if (strcmp(line, "end") == 0) {
			*line = 0;
			keys_paste_end(session);
			return;
		}
		key = '\n';
	} else if (key == '\t') {
		key = ' ';
	}
	/* One byte beyond the limit stays, so that a text that is too long is refused. */
	bool kept = key == '\n' || (key >= ' ' && key < 127);
	if (kept && state->length <= KEY_CONFIG_MAX)
		state->pasted[state->length++] = (char)key;
	state->pasted[state->length] = 0;
}

static void keys_text_begin(struct session *session)
{
	struct keys_state *state = keys_of(session);
	struct ui_text text = {0};
	char *config = key_config_text(&state->draft);
	ui_add(&text, "%send\n", config ? config : "");
	free(config);
	ui_pager_open(&state->pager, "Your keys as text, to copy and to paste", text.text);
	state->mode = KEYS_TEXT;
}

static void keys_text_key(struct session *session, int key)
{
	struct keys_state *state = keys_of(session);
	if (ui_pager_key(&state->pager, key))
		return;
	ui_pager_close(&state->pager);
	state->mode = KEYS_LIST;
}

/* ---- The list ---- */

/* Moves the cursor. False if the key is for something else. */
static bool keys_move(struct keys_state *state, int key)
{
	int at = state->at, last = state->rows - 1;
	switch (key) {
	case VT_KEY_DOWN:
	case 'j':
		at = at == last ? 0 : at + 1;
		break;
	case VT_KEY_UP:
	case 'k':
		at = at ? at - 1 : last;
		break;
	case VT_KEY_PAGE_DOWN:
		at += state->page;
		break;
	case VT_KEY_PAGE_UP:
		at -= state->page;
		break;
	case VT_KEY_HOME:
		at = 0;
		break;
	case VT_KEY_END:
		at = last;
		break;
	default:
		return false;
	}
	state->at = at < 0 ? 0 : at > last ? last : at;
	return true;
}

static void keys_list_key(struct session *session, int key)
{
	struct keys_state *state = keys_of(session);
	if (keys_move(state, key))
		return;
	switch (key) {
	case '\r':
	case ' ':
		if (state->at)
			state->mode = KEYS_PRESS;
		else
			keys_step_preset(state, 1);
		break;
	case VT_KEY_RIGHT:
	case 'l':
		if (!state->at)
			keys_step_preset(state, 1);
		break;
	case VT_KEY_LEFT:
	case 'h':
		if (!state->at)
			keys_step_preset(state, -1);
		break;
	case VT_KEY_DELETE:
	case 'd':
		keys_remove(state);
		break;
	case 'r':
		keys_step_preset(state, 0);
		break;
	case 'p':
		keys_paste_begin(session);
		break;
	case 'e':
		keys_text_begin(session);
		break;
	case VT_KEY_ESCAPE:
	case 'q':
		keys_done(session);
		break;
	default:
		break;
	}
}

static void keys_key(struct session *session, int key)
{
	static void (*const modes[])(struct session *, int) = {[KEYS_LIST] = keys_list_key,
		[KEYS_PRESS] = keys_press_key,
		[KEYS_CONFLICT] = keys_conflict_key,
		[KEYS_PRESET] = keys_preset_key,
		[KEYS_PASTE] = keys_paste_key,
		[KEYS_PASTED] = keys_pasted_key,
		[KEYS_TEXT] = keys_text_key};
	modes[keys_of(session)->mode](session, key);
}

/* The wheel scrolls, and is never a key to bind. */
static void keys_mouse(struct session *session, int key, int x, int y)
{
	unsigned mode = keys_of(session)->mode;
	(void)x, (void)y;
	if (key >= VT_KEY_WHEEL_UP && (mode == KEYS_LIST || mode == KEYS_TEXT))
		keys_key(session, key == VT_KEY_WHEEL_UP ? VT_KEY_UP : VT_KEY_DOWN);
}

/* ---- Painting ---- */

static void keys_paint_row(const struct session *session, const struct keys_state *state,
	struct vt_frame *frame, int y, int row)
{
	char name[24], keys[60], help[120];
	if (row == 0) {
		vt_text(frame, 3, y, "Preset", VT_TEXT, 0, NULL);
		vt_text(frame, 19, y, keymap_preset_word(state->draft.preset), VT_TEXT, 0, NULL);
		return;
	}
	enum action action = (enum action)state->actions[row - 1];
	action_name(action, name, sizeof name);
	keymap_keys_text(&state->draft, action, 3, keys, sizeof keys);
	action_help(session->content, action, help, sizeof help);
	vt_text(frame, 3, y, name, VT_TEXT, 0, NULL);
	vt_text(frame, 19, y, *keys ? keys : "no key", *keys ? VT_TEXT : VT_DIM, 0, NULL);
	if (frame->width >= 60)
		vt_text(frame, 40, y, help, VT_DIM, 0, NULL);
}

/* Writes the sentence below the list: the question, or help for the row. */
static void keys_sentence(
	const struct session *session, const struct keys_state *state, char *text, size_t size)
{
	char name[24], key[KEY_NAME_MAX], other[24];
	action_name(keys_action(state), name, sizeof name);
	keymap_key_name(state->key, key, sizeof key);
	enum action bound = keymap_action(&state->draft, state->key, session->config->debug);
	bool only = keymap_nth_key(&state->draft, bound, 1) == VT_KEY_NONE;
	action_name(bound, other, sizeof other);
	if (state->mode == KEYS_PRESS)
		snprintf(text, size,
			"Press the key for %s; Esc gives up. If nothing happens, your terminal "
			"does "
			"not send that key, or uses it itself.",
			name);
	else if (state->mode == KEYS_CONFLICT)
		snprintf(text, size, "Conflict: %s is bound to %s%s. Bind it to %s? (y/n)", key,
			other, only ? ", which then has no key" : "", name);
	else if (state->mode == KEYS_PRESET)
		snprintf(text, size, "This drops %d keys of your own. Go on? (y/n)",
			keys_own(state));
	else if (!state->at)
		snprintf(text, size, "%s.", keymap_preset_help(state->draft.preset));
	else
		action_help(session->content, keys_action(state), text, size);
}

/* Paints the last rows of the text that comes in. */
static void keys_paint_paste(const struct keys_state *state, struct vt_frame *frame)
{
	int room = frame->height - 8, lines = 0;
	vt_frame_clear(frame);
	ui_title(frame, "Paste your keys", "");
	if (state->mode == KEYS_PASTED) {
		ui_wrapped(frame, (struct vt_area){1, 2, frame->width - 2, frame->height - 3}, 0,
			state->outcome, VT_BRIGHT);
		ui_cursor(frame, 1, 2);
		ui_hint(frame, UI_BRIGHT "Esc" UI_END " to the keys");
		return;
	}
	int y = 2 + ui_wrapped(frame, (struct vt_area){1, 2, frame->width - 2, 4}, 0,
			    "Lines such as \"like vi\" and \"bind h walk-west\". A line \"end\" "
			    "ends the text, Esc gives up.",
			    VT_DIM);
	for (const char *at = state->pasted; *at; at++)
		lines += *at == '\n';
	const char *at = state->pasted;
	for (int skip = lines - room + 1; skip > 0; skip--)
		at += strcspn(at, "\n") + 1;
	for (y++; y < frame->height - 1; y++, at++) {
		size_t length = strcspn(at, "\n");
		vt_textf(frame, 1, y, VT_TEXT, 0, "%.*s", (int)length, at);
		frame->cursor_x = (int16_t)(1 + length);
		frame->cursor_y = (int16_t)y;
		at += length;
		if (!*at)
			break;
	}
	if (frame->cursor_x >= frame->width)
		frame->cursor_x = (int16_t)(frame->width - 1);
}

static void keys_paint(struct session *session, struct vt_frame *frame)
{
	struct keys_state *state = keys_of(session);
	char sentence[240];
	bool narrow = frame->width < 60;
	if (state->mode == KEYS_TEXT) {
		ui_pager_paint(&state->pager, frame);
		return;
	}
	if (state->mode == KEYS_PASTE || state->mode == KEYS_PASTED) {
		keys_paint_paste(state, frame);
		return;
	}
	vt_frame_clear(frame);
	int room = state->page = frame->height - LIST_TOP - UNDER_LIST - 1;
	int first = state->at >= room ? state->at - room + 1 : 0;
	int last = first + room < state->rows ? first + room : state->rows;
	snprintf(sentence, sizeof sentence, "%s  %d-%d of %d",
		session->account.guest ? "for this session" : "saved in your account", first + 1,
		last, state->rows);
	ui_title(frame, "Keys", sentence);
	for (int row = first; row < last; row++)
		keys_paint_row(session, state, frame, LIST_TOP + row - first, row);
	vt_put(frame, 1, LIST_TOP + state->at - first, VT_ARROW_RIGHT, VT_TEXT, 0);
	ui_chosen(frame, 1, LIST_TOP + state->at - first, frame->width - 2);
	keys_sentence(session, state, sentence, sizeof sentence);
	ui_wrapped(frame,
		(struct vt_area){3, frame->height - UNDER_LIST, frame->width - 4, UNDER_LIST - 1},
		0, sentence, state->mode == KEYS_LIST ? VT_DIM : VT_BRIGHT);
	ui_hint(frame,
		narrow ? UI_BRIGHT "Enter" UI_END " bind  " UI_BRIGHT "p" UI_END
				   " paste  " UI_BRIGHT "e" UI_END " text  " UI_BRIGHT "Esc" UI_END
		       : UI_BRIGHT "Enter" UI_END " change  " UI_BRIGHT "d" UI_END
				   " remove keys  " UI_BRIGHT "r" UI_END
				   " as the preset  " UI_BRIGHT "p" UI_END " paste  " UI_BRIGHT
				   "e" UI_END " as text  " UI_BRIGHT "Esc" UI_END " done");
}

/* A draft with changes stays where it is until it is saved or dropped. */
static bool keys_rests(struct session *session)
{
	const struct keys_state *state = keys_of(session);
	*session_position(session) = (uint64_t)state->at;
	return state->mode == KEYS_LIST && !state->changed;
}

const struct screen screen_keys = {.name = "keys",
	.pastes = true,
	.renews = true,
	.rests = keys_rests,
	.enter = keys_enter,
	.asks = keys_asks,
	.key = keys_key,
	.mouse = keys_mouse,
	.paint = keys_paint,
	.leave = keys_leave};
