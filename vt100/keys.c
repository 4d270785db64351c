/*
 * Decodes keys from bytes.
 *
 * It reads one byte at a time, so a sequence may be split anywhere. Unknown sequences are skipped
 * up to their final byte, and strings up to their terminator. ESC followed by a character that
 * begins no sequence is two keys, so typing on after Esc is not delayed. Half a control sequence
 * waits for its rest without a limit, since slow lines split them. A lone ESC, ESC O, a string and
 * a paste wait only for the timeout.
 */
#include "vt100/internal.h"

#include <assert.h>
#include <string.h>

#define MODIFIER_MAX 16

enum swallow { SWALLOW_NOTHING, SWALLOW_CONTROL, SWALLOW_STRING, SWALLOW_REPORT };

#define ESCAPE_MS 120       /* a terminal that is near; slow ttys pause so long inside of a key */
#define ROUND_TRIP_MOST 480 /* the most that a round trip adds to it: Esc must remain usable */
#define PASTE_MS 2000       /* a paste may pause so long on its way */
#define XON 0x11
#define XOFF 0x13
#define CAN 0x18
#define SUB 0x1a
#define C1_FIRST 0x80
#define C1_LAST 0x9f
#define C1_ST 0x9c

/* Numbers before CSI ~ around a paste. */
#define PASTE_BEGINS 200
#define PASTE_ENDS 201

#define OLD_REPORT 3 /* bytes of a report of the mouse after CSI M */

struct key_row {
	uint8_t code;
	uint16_t key;
};

/* clang-format off */

/* Keys by the final byte of CSI or SS3. U, V, K and @ are SyncTERM's, G Linux's, a to d rxvt's. */
static const struct key_row finals[] = {
	{'A', VT_KEY_UP}, {'B', VT_KEY_DOWN}, {'C', VT_KEY_RIGHT}, {'D', VT_KEY_LEFT},
	{'a', VT_KEY_UP + VT_KEY_SHIFT}, {'b', VT_KEY_DOWN + VT_KEY_SHIFT},
	{'c', VT_KEY_RIGHT + VT_KEY_SHIFT}, {'d', VT_KEY_LEFT + VT_KEY_SHIFT},
	{'H', VT_KEY_HOME}, {'F', VT_KEY_END}, {'K', VT_KEY_END},
	{'V', VT_KEY_PAGE_UP}, {'U', VT_KEY_PAGE_DOWN}, {'@', VT_KEY_INSERT},
	{'E', VT_KEY_CENTRE}, {'G', VT_KEY_CENTRE},
	{'P', VT_KEY_F1}, {'Q', VT_KEY_F2}, {'R', VT_KEY_F3}, {'S', VT_KEY_F4},
};

/* Keys by the number before CSI ~. */
static const struct key_row numbers[] = {
	{1, VT_KEY_HOME}, {2, VT_KEY_INSERT}, {3, VT_KEY_DELETE}, {4, VT_KEY_END},
	{5, VT_KEY_PAGE_UP}, {6, VT_KEY_PAGE_DOWN}, {7, VT_KEY_HOME}, {8, VT_KEY_END},
	{11, VT_KEY_F1}, {12, VT_KEY_F2}, {13, VT_KEY_F3}, {14, VT_KEY_F4},
};

/* Keypad in application mode, by the final byte of SS3. The digits are directions. */
static const struct key_row keypad[] = {
	{'p', VT_KEY_INSERT}, {'q', VT_KEY_END}, {'r', VT_KEY_DOWN}, {'s', VT_KEY_PAGE_DOWN},
	{'t', VT_KEY_LEFT}, {'u', VT_KEY_CENTRE}, {'v', VT_KEY_RIGHT}, {'w', VT_KEY_HOME},
	{'x', VT_KEY_UP}, {'y', VT_KEY_PAGE_UP}, {'n', VT_KEY_DELETE}, {'M', '\r'},
	{'j', '*'}, {'k', '+'}, {'l', ','}, {'m', '-'}, {'o', '/'}, {'X', '='},
};

/* clang-format on */

static uint16_t find_key(const struct key_row *rows, size_t count, unsigned code)
{
	for (size_t i = 0; i < count; i++) {
		if (rows[i].code == code)
			return rows[i].key;
	}
	return VT_KEY_NONE;
}

#define FIND(rows, code) find_key(rows, sizeof(rows) / sizeof(rows[0]), code)

void vt_keys_begin(struct vt_keys *keys, const struct vt_kind *kind)
{
	*keys = (struct vt_keys){0};
	vt_keys_set(keys, kind);
}

void vt_keys_set(struct vt_keys *keys, const struct vt_kind *kind)
{
	keys->syncterm = strcmp(kind->name, "syncterm") == 0;
	keys->vt52 = strncmp(kind->name, "vt10", 4) == 0 || kind->grants & GRANT_VT52;
	keys->address = vt_address(kind);
	keys->eight_bit = (kind->grants & GRANT_8_BIT) != 0;
	keys->dialect = vt_dialect(kind->grants);
	keys->own = kind->keys.count > 0 ? &kind->keys : NULL;
}

static void enqueue(struct vt_keys *keys, uint16_t value)
{
	keys->queue[(keys->head + keys->count++) % VT_KEYS_QUEUED_MAX] = value;
}

static void push(struct vt_keys *keys, uint16_t key)
{
	if (key == VT_KEY_NONE)
		return;
	keys->typed++;
	keys->paused = false;
	if (keys->count < VT_KEYS_QUEUED_MAX && (!keys->pasting || keys->pastes))
		enqueue(keys, key);
}

/* A key of the mouse has its cell after it in the queue. */
static void push_mouse(struct vt_keys *keys, uint16_t key, unsigned x, unsigned y)
{
	keys->typed++;
	keys->paused = false;
	if (keys->pasting || keys->count + 3 > VT_KEYS_QUEUED_MAX)
		return;
	enqueue(keys, key);
	enqueue(keys, (uint16_t)x);
	enqueue(keys, (uint16_t)y);
}

static uint16_t with_modifier(uint16_t key, unsigned modifier)
{
	bool shifted = modifier > 1 && ((modifier - 1) & 5) != 0; /* shift or control */

	if (key < 256 || !shifted)
		return key;
	return key | VT_KEY_SHIFT;
}

static unsigned add_digit(unsigned number, uint8_t digit)
{
	return number > 99 ? 999 : number * 10 + digit - '0';
}

/* Reads up to two numbers from the parameters of CSI. False on any other character. */
static bool read_parameters(const uint8_t *bytes, size_t size, unsigned numbers_read[2])
{
	size_t which = 0;

	for (size_t i = 0; i < size; i++) {
		if (bytes[i] == ';' && which == 0)
			which = 1;
		else if (bytes[i] >= '0' && bytes[i] <= '9')
			numbers_read[which] = add_digit(numbers_read[which], bytes[i]);
		else
			return false;
	}
	return true;
}

/* Reads "<BUTTON;X;Y", with cells counted from 1. False on anything else. */
static bool read_report(const uint8_t *bytes, size_t size, unsigned report[3])
{
	size_t which = 0, digits = 0;

	if (size == 0 || bytes[0] != '<')
		return false;
	for (size_t i = 1; i < size; i++) {
		if (bytes[i] == ';' && which < 2 && digits > 0) {
			which++;
			digits = 0;
		} else if (bytes[i] >= '0' && bytes[i] <= '9') {
			report[which] = add_digit(report[which], bytes[i]);
			digits++;
		} else {
			return false;
		}
	}
	return which == 2 && digits > 0;
}

/* Decodes a press of the left or the right button, or a turn of the wheel. Releases, movements and
 * presses with Shift, Control or Alt are skipped. Cells beyond 998 are skipped, too. */
static void finish_report(struct vt_keys *keys)
{
	static const struct key_row buttons[] = {{0, VT_KEY_CLICK}, {2, VT_KEY_CLICK_RIGHT},
		{64, VT_KEY_WHEEL_UP}, {65, VT_KEY_WHEEL_DOWN}};
	unsigned report[3] = {0, 0, 0};
	bool pressed = keys->partial[keys->partial_size - 1] == 'M';

	if (pressed && read_report(keys->partial + 2, (size_t)keys->partial_size - 3, report) &&
		report[1] > 0 && report[1] < 999 && report[2] > 0 && report[2] < 999) {
		uint16_t key = FIND(buttons, report[0]);

		if (key != VT_KEY_NONE)
			push_mouse(keys, key, report[1] - 1, report[2] - 1);
	}
	keys->partial_size = 0;
}

/* True if the sequence in partial is a report of the mouse, which is then done with. A terminal
 * without mode 1006 sends three bytes after CSI M, which must not become keys. */
static bool take_report(struct vt_keys *keys)
{
	uint8_t final = keys->partial[keys->partial_size - 1];

	if (!keys->mouse || keys->partial[1] != '[')
		return false;
	if (keys->partial_size == 3 && final == 'M') {
		keys->partial_size = 0;
		keys->swallowing = SWALLOW_REPORT;
		keys->skipped = OLD_REPORT;
		return true;
	}
	if (keys->partial[2] != '<' || (final != 'M' && final != 'm'))
		return false;
	finish_report(keys);
	return true;
}

static bool is_final(uint8_t byte)
{
	return byte >= 0x40 && byte <= 0x7e;
}

/* Decodes the whole sequence in partial: ESC, '[' or 'O', parameters, final. */
static void finish_sequence(struct vt_keys *keys)
{
	if (take_report(keys))
		return;
	if (keys->partial[1] == '[' &&
		vt_probe_take(&keys->probe, keys->partial + 2, (size_t)keys->partial_size - 2)) {
		keys->partial_size = 0;
		return;
	}
	uint8_t final = keys->partial[keys->partial_size - 1];
	bool from_keypad = keys->partial[1] != '[';
	unsigned parameters[2] = {0, 0};
	uint16_t key = VT_KEY_NONE;

	if (read_parameters(keys->partial + 2, (size_t)keys->partial_size - 3, parameters)) {
		if (from_keypad)
			key = FIND(keypad, final);
		else if (final == 'n')
			keys->answers += keys->answers < UINT8_MAX;
		else if (final == '~' &&
			 (parameters[0] == PASTE_BEGINS || parameters[0] == PASTE_ENDS))
			keys->pasting = parameters[0] == PASTE_BEGINS;
		else if (final == '~')
			key = FIND(numbers, parameters[0]);
		/* SS3 has the modifier as its only number; CSI has it as the second, after 1. */
		unsigned modifier = parameters[from_keypad ? 0 : 1];
		if (key == VT_KEY_NONE && modifier <= MODIFIER_MAX &&
			(from_keypad || parameters[0] <= 1))
			key = FIND(finals, final);
		push(keys, with_modifier(key, modifier));
	}
	keys->partial_size = 0;
}

/* True for a byte beyond ASCII that begins a letter: of UTF-8 the first byte does. */
static bool begins_letter(const struct vt_keys *keys, uint8_t byte)
{
	return byte >= (keys->utf8 ? 0xc2 : 0x80) && byte != 0xff;
}

static void feed_plain(struct vt_keys *keys, uint8_t byte)
{
	bool after_return = keys->after_return;

	keys->after_return = byte == '\r';
	if (keys->dialect != NULL) {
		if (!after_return || byte != '\n')
			push(keys, vt_dialect_key(keys->dialect, byte));
		return;
	}
	if (after_return && byte == '\n')
		return; /* CR LF is one key */
	if (byte == '\033')
		keys->partial[keys->partial_size++] = byte;
	else if (byte == '\n')
		push(keys, '\r');
	else if (byte == 127)
		push(keys, keys->syncterm ? VT_KEY_DELETE : '\b');
	else if (byte < 127)
		push(keys, byte);
	else if (begins_letter(keys, byte))
		push(keys, VT_KEY_FOREIGN);
}

static bool has_c1(const struct vt_keys *keys)
{
	return keys->eight_bit && !keys->utf8;
}

/* True if ESC and this byte begin a string: DCS, SOS, OSC, PM or APC. */
static bool begins_string(uint8_t byte)
{
	return byte == 'P' || byte == 'X' || byte == ']' || byte == '^' || byte == '_';
}

/* Handles the byte after ESC. */
static void feed_second(struct vt_keys *keys, uint8_t byte)
{
	if (byte == '[' || byte == 'O' || (byte == '?' && keys->vt52)) {
		keys->partial[keys->partial_size++] = byte;
		return;
	}
	keys->partial_size = 0;
	if (begins_string(byte)) {
		keys->swallowing = SWALLOW_STRING;
		keys->string = (char)byte;
		keys->skipped_string = 0;
	} else if (keys->vt52 && byte >= 'A' && byte <= 'D') {
		push(keys, FIND(finals, byte));
	} else {
		push(keys, VT_KEY_ESCAPE);
		feed_plain(keys, byte);
	}
}

/* Handles a byte of a control sequence after its introducer. */
static void feed_control(struct vt_keys *keys, uint8_t byte)
{
	bool linux_function = keys->partial_size == 3 && keys->partial[2] == '[';

	if (byte < 0x20 || byte > 0x7e) {
		keys->partial_size = 0;
		keys->swallowing = SWALLOW_NOTHING;
		feed_plain(keys, byte);
		return;
	}
	if (keys->swallowing == SWALLOW_CONTROL) {
		if (is_final(byte))
			keys->swallowing = SWALLOW_NOTHING;
		return;
	}
	keys->partial[keys->partial_size++] = byte;
	if (linux_function) {
		keys->partial_size = 0;
		push(keys, byte >= 'A' && byte <= 'D' ? (uint16_t)(VT_KEY_F1 + byte - 'A')
						      : VT_KEY_NONE);
	} else if (keys->partial_size == 3 && byte == '[' && keys->partial[1] == '[') {
		return;
	} else if (is_final(byte)) {
		finish_sequence(keys);
	} else if (keys->partial_size == sizeof(keys->partial)) {
		keys->partial_size = 0;
		keys->swallowing = SWALLOW_CONTROL;
	}
}

static void end_string(struct vt_keys *keys)
{
	keys->swallowing = SWALLOW_NOTHING;
	keys->string_escape = false;
}

/* Skips a byte of a string. ESC may begin its terminator or a new sequence. */
static void feed_string(struct vt_keys *keys, uint8_t byte)
{
	bool over = (byte == '\007' && keys->string == ']') || byte == CAN || byte == SUB ||
		    (byte == C1_ST && has_c1(keys));

	if (over || byte == '\033' || ++keys->skipped_string == VT_KEYS_STRING_MAX)
		end_string(keys);
	keys->string_escape = byte == '\033';
}

/* A C1 control is ESC and a byte of its own. */
static void feed_c1(struct vt_keys *keys, uint8_t byte)
{
	uint8_t second = (uint8_t)(byte - 0x40);

	keys->partial_size = 0;
	keys->after_return = false;
	end_string(keys);
	if (second != '[' && second != 'O' && !begins_string(second))
		return;
	keys->partial[keys->partial_size++] = '\033';
	feed_second(keys, second);
}

/* Handles the byte after an ESC in a string. ESC \ ends a string. ESC and any other byte begin a
 * new sequence. */
static void feed_terminator(struct vt_keys *keys, uint8_t byte)
{
	keys->string_escape = false;
	if (byte == '\\')
		return;
	keys->partial[keys->partial_size++] = '\033';
	feed_second(keys, byte);
}

/* True if the byte belongs to a function key of the kind, or is a key of its own there. */
static bool feed_address(struct vt_keys *keys, uint8_t byte)
{
	if (keys->address == NULL || keys->partial_size > 0 || keys->swallowing != SWALLOW_NOTHING)
		return false;
	if (keys->in_function) {
		keys->in_function = false;
		push(keys, vt_address_function(byte));
		return true;
	}
	keys->in_function = keys->address->function != 0 && byte == keys->address->function;
	if (keys->in_function || (byte == '\n' && keys->after_return))
		return keys->in_function;
	uint16_t key = vt_address_key(keys->address, byte);
	push(keys, key);
	return key != VT_KEY_NONE;
}

static void feed_usual(struct vt_keys *keys, uint8_t byte)
{
	if (feed_address(keys, byte))
		keys->after_return = false;
	else if (keys->dialect == NULL && (byte == XOFF || byte == XON))
		keys->paused = byte == XOFF;
	else if (keys->swallowing == SWALLOW_REPORT && --keys->skipped == 0)
		keys->swallowing = SWALLOW_NOTHING;
	else if (keys->swallowing == SWALLOW_REPORT)
		return;
	else if (keys->swallowing == SWALLOW_STRING)
		feed_string(keys, byte);
	else if (byte >= C1_FIRST && byte <= C1_LAST && has_c1(keys))
		feed_c1(keys, byte);
	else if (keys->string_escape)
		feed_terminator(keys, byte);
	else if (keys->swallowing == SWALLOW_CONTROL || keys->partial_size > 1)
		feed_control(keys, byte);
	else if (keys->partial_size == 1)
		feed_second(keys, byte);
	else
		feed_plain(keys, byte);
}

/* Returns the own key of these bytes, or VT_KEY_NONE. *begins: an own key begins with them. */
static uint16_t own_key(const struct vt_keys *keys, bool *begins)
{
	for (size_t i = 0; i < keys->own->count; i++) {
		const char *text = keys->own->each[i].text;

		if (memcmp(text, keys->own_partial, keys->own_size) != 0)
			continue;
		*begins = true;
		if (text[keys->own_size] == '\0')
			return keys->own->each[i].key;
	}
	return VT_KEY_NONE;
}

/* Gives the bytes of no own key to the usual decoder. */
static void give_up_own(struct vt_keys *keys)
{
	uint8_t size = keys->own_size;

	keys->own_size = 0;
	for (uint8_t i = 0; i < size; i++)
		feed_usual(keys, keys->own_partial[i]);
}

static bool is_idle(const struct vt_keys *keys)
{
	return keys->partial_size == 0 && keys->swallowing == SWALLOW_NOTHING &&
	       !keys->string_escape;
}

static void feed_byte(struct vt_keys *keys, uint8_t byte)
{
	bool begins = false, line_ends = keys->after_return && byte == '\n';

	if (keys->own == NULL || (keys->own_size == 0 && (!is_idle(keys) || line_ends))) {
		feed_usual(keys, byte);
		return;
	}
	keys->own_partial[keys->own_size++] = byte;
	uint16_t key = own_key(keys, &begins);
	if (key != VT_KEY_NONE) {
		keys->own_size = 0;
		keys->after_return = false;
		push(keys, key);
	} else if (!begins && keys->own_size == 1) {
		give_up_own(keys);
	} else if (!begins) {
		keys->own_size--;
		give_up_own(keys);
		feed_byte(keys, byte);
	}
}

void vt_keys_feed(struct vt_keys *keys, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		feed_byte(keys, bytes[i]);
}

static bool waits_briefly(const struct vt_keys *keys)
{
	return keys->own_size > 0 || keys->partial_size == 1 ||
	       (keys->partial_size == 2 && keys->partial[1] == 'O') ||
	       keys->swallowing == SWALLOW_STRING || keys->string_escape;
}

bool vt_keys_waiting(const struct vt_keys *keys)
{
	return waits_briefly(keys) || keys->pasting;
}

int vt_keys_patience(const struct vt_keys *keys, int round_trip_ms)
{
	int more = round_trip_ms < ROUND_TRIP_MOST ? round_trip_ms : ROUND_TRIP_MOST;

	return keys->pasting ? PASTE_MS : ESCAPE_MS + more;
}

/* A string without any byte was two keys. */
void vt_keys_timeout(struct vt_keys *keys)
{
	bool keys_alone = keys->swallowing == SWALLOW_STRING && keys->skipped_string == 0;

	if (!vt_keys_waiting(keys))
		return;
	keys->pasting = false;
	if (!waits_briefly(keys))
		return;
	give_up_own(keys);
	if (keys->partial_size > 0 || keys->string_escape || keys_alone)
		push(keys, VT_KEY_ESCAPE);
	if (keys->partial_size == 2)
		push(keys, keys->partial[1]);
	if (keys_alone)
		push(keys, (uint8_t)keys->string);
	keys->partial_size = 0;
	end_string(keys);
}

static uint16_t pop(struct vt_keys *keys)
{
	uint16_t value = keys->queue[keys->head];

	keys->head = (uint16_t)((keys->head + 1) % VT_KEYS_QUEUED_MAX);
	keys->count--;
	return value;
}

int vt_keys_next(struct vt_keys *keys)
{
	if (keys->count == 0)
		return VT_KEY_NONE;
	int key = pop(keys);

	if (key >= VT_KEY_MOUSE) {
		assert(keys->count >= 2);
		keys->mouse_x = pop(keys);
		keys->mouse_y = pop(keys);
	}
	return key;
}
