/*
 * Kinds of terminals made from descriptions, such as the entries of a terminfo database.
 *
 * A description that fits ANSI X3.64 gives a kind that is drawn like a VT100, with what it names
 * beyond. Any other one gives cursor addressing by its own texts. Attributes count where they take
 * no cell and no motion ends them. Padding is left out: flow control takes its place.
 *
 * Descriptions may be wrong or hostile, so each text is copied into a bounded place or refused.
 * Coordinates that are bytes must be printable, since telnet, ttys and modems change others.
 */
#include "vt100/internal.h"

#include <stdlib.h>
#include <string.h>

#define SIZE_MOST 255
#define ROWS_USUAL 24
#define COLUMNS_USUAL 80
#define BYTE_LEAST 32
#define BYTE_MOST 126

/* ---- Texts ---- */

/* Returns the size of the padding that begins here, such as "$<5>" or "$<2.5*>"; 0: none does. */
static size_t padding_size(const char *text)
{
	size_t size = 2;

	if (text[0] != '$' || text[1] != '<' || text[2] < '0' || text[2] > '9')
		return 0;
	while ((text[size] >= '0' && text[size] <= '9') ||
		(text[size] != '\0' && strchr(".*/", text[size]) != NULL))
		size++;
	return text[size] == '>' ? size + 1 : 0;
}

/* Copies a text without padding. False if it does not fit, or NULL. */
static bool copy_raw(char *to, size_t size, const char *text)
{
	size_t used = 0;

	to[0] = '\0';
	if (text == NULL)
		return false;
	while (*text != '\0') {
		size_t padding = padding_size(text);

		if (padding == 0 && used + 1 == size) {
			to[0] = '\0';
			return false;
		}
		if (padding == 0)
			to[used++] = *text++;
		text += padding;
	}
	memset(to + used, '\0', size - used);
	return true;
}

/* Copies a text that has no parameters. False, and "", if it has any, or nothing. */
static bool copy_text(char *to, size_t size, const char *text)
{
	if (copy_raw(to, size, text) && to[0] != '\0' && strchr(to, '%') == NULL)
		return true;
	memset(to, '\0', size);
	return false;
}

/* True if the text is this one, padding aside. */
static bool is_text(const char *text, const char *wanted)
{
	char copy[64];

	return copy_raw(copy, sizeof copy, text) && strcmp(copy, wanted) == 0;
}

static bool holds_text(const char *text, const char *part)
{
	return text != NULL && strstr(text, part) != NULL;
}

/* ---- Cursor addressing ---- */

/* A text of cursor addressing that is being read. */
struct reader {
	const char *at;
	struct vt_place *place;
	uint8_t from_one;  /* 1 behind %i */
	size_t part, used; /* of the texts of the place */
	bool seen[2];      /* row and column */
};

static bool add_literal(struct reader *reader, char literal)
{
	if (reader->used + 1 == sizeof reader->place->texts[0])
		return false;
	reader->place->texts[reader->part][reader->used++] = literal;
	return true;
}

/* Reads what is added to a coordinate, as "%' '%+" or "%{32}%+". False if it is malformed. */
static bool read_added(struct reader *reader, unsigned *added)
{
	const char *at = reader->at;

	if (at[0] != '%' || (at[1] != '\'' && at[1] != '{'))
		return true;
	if (at[1] == '\'') {
		if (at[2] == '\0' || at[3] != '\'')
			return false;
		*added += (uint8_t)at[2];
		at += 4;
	} else {
		unsigned number = 0;

		for (at += 2; *at >= '0' && *at <= '9' && number <= SIZE_MOST; at++)
			number = number * 10 + (unsigned)(*at - '0');
		if (*at++ != '}')
			return false;
		*added += number;
	}
	reader->at = at + 2;
	return at[0] == '%' && at[1] == '+' && *added <= SIZE_MOST;
}

/* Reads how a coordinate is written: %c, %d, %02d, %.2d. Blanks before a number are refused. */
static bool read_form(struct reader *reader, bool *bytes, uint8_t *digits)
{
	const char *at = reader->at;

	if (*at++ != '%')
		return false;
	*digits = 0;
	bool zeros = at[0] == '0' || at[0] == '.';
	at += zeros;
	if (zeros && *at >= '1' && *at <= '3')
		*digits = (uint8_t)(*at++ - '0');
	*bytes = *at == 'c';
	bool known = *bytes ? !zeros : *at == 'd';
	reader->at = at + 1;
	return known;
}

/* Reads a coordinate behind "%p". */
static bool read_coordinate(struct reader *reader)
{
	struct vt_place *place = reader->place;
	bool column = *reader->at == '2', bytes;
	unsigned added = reader->from_one;

	if ((*reader->at != '1' && *reader->at != '2') || reader->seen[column])
		return false;
	reader->at++;
	if (!read_added(reader, &added) || !read_form(reader, &bytes, &place->digits[column]))
		return false;
	if (reader->part == 0)
		place->column_first = column;
	else if (place->bytes != bytes)
		return false;
	place->bytes = bytes;
	place->origin[column] = (uint8_t)added;
	reader->seen[column] = true;
	reader->part++;
	reader->used = 0;
	return true;
}

static bool read_escape(struct reader *reader)
{
	switch (*reader->at++) {
	case 'i':
		reader->from_one++;
		return reader->part == 0 && reader->from_one == 1;
	case 'p':
		return read_coordinate(reader);
	case '%':
		return add_literal(reader, '%');
	default:
		return false;
	}
}

/* Reads a text of cursor addressing. False for forms that no row of texts and two numbers can
 * express. */
static bool read_place(struct vt_place *place, const char *cup)
{
	char copy[64];
	struct reader reader = {.at = copy, .place = place};

	memset(place, 0, sizeof *place);
	if (!copy_raw(copy, sizeof copy, cup))
		return false;
	while (*reader.at != '\0') {
		char next = *reader.at++;

		if (next == '%' ? !read_escape(&reader) : !add_literal(&reader, next))
			return false;
	}
	return reader.seen[0] && reader.seen[1] && place->texts[0][0] != '\0';
}

/* Returns how many rows or columns can be addressed. */
static unsigned reach(const struct vt_place *place, bool column, unsigned size)
{
	unsigned most = place->bytes ? BYTE_MOST : SIZE_MOST, origin = place->origin[column];

	if ((place->bytes && origin < BYTE_LEAST) || origin > most)
		return 0;
	return most - origin + 1 < size ? most - origin + 1 : size;
}

/* ---- Keys ---- */

/* True if the usual decoder gives this key, and nothing else, for the text. */
static bool is_usual_key(const char *text, uint16_t key)
{
	static const struct vt_kind plain;
	struct vt_keys keys;

	vt_keys_begin(&keys, &plain);
	vt_keys_feed(&keys, (const uint8_t *)text, strlen(text));
	return !vt_keys_waiting(&keys) && keys.count == 1 && vt_keys_next(&keys) == key;
}

/* Keys that begin with a printable character, Enter and flow control keep their meaning. */
static bool is_free(const char *text)
{
	uint8_t first = (uint8_t)text[0];

	if (first == '\0' || first >= ' ' || strcmp(text, "\033") == 0)
		return false;
	return strchr("\r\021\023", (char)first) == NULL;
}

static void add_key(struct vt_own_keys *keys, uint16_t key, const char *text)
{
	char copy[OWN_KEY_BYTES + 1];

	if (!copy_raw(copy, sizeof copy, text) || !is_free(copy) || is_usual_key(copy, key) ||
		keys->count == OWN_KEYS_MAX)
		return;
	keys->each[keys->count].key = key;
	memcpy(keys->each[keys->count++].text, copy, sizeof copy);
}

static void add_keys(struct vt_own_keys *keys, const struct vt_description *from)
{
	add_key(keys, VT_KEY_UP, from->kcuu1);
	add_key(keys, VT_KEY_DOWN, from->kcud1);
	add_key(keys, VT_KEY_LEFT, from->kcub1);
	add_key(keys, VT_KEY_RIGHT, from->kcuf1);
	add_key(keys, VT_KEY_HOME, from->khome);
	add_key(keys, VT_KEY_END, from->kend);
	add_key(keys, VT_KEY_PAGE_UP, from->kpp);
	add_key(keys, VT_KEY_PAGE_DOWN, from->knp);
	add_key(keys, VT_KEY_INSERT, from->kich1);
	add_key(keys, VT_KEY_DELETE, from->kdch1);
	add_key(keys, VT_KEY_F1, from->kf1);
	add_key(keys, VT_KEY_F2, from->kf2);
	add_key(keys, VT_KEY_F3, from->kf3);
	add_key(keys, VT_KEY_F4, from->kf4);
	_Static_assert(OWN_KEYS_MAX == 14, "there is room for each");
}

/* ---- Kinds of ANSI X3.64 ---- */

static bool clears_all_alone(const struct vt_description *from)
{
	return from->ed == NULL && holds_text(from->clear, "\033[2J");
}

/* True if all that a plain VT100 is sent is known. */
static bool fits_ansi(const struct vt_description *from)
{
	bool place = is_text(from->cup, "\033[%i%p1%d;%p2%dH");
	bool row = is_text(from->el, "\033[K") || is_text(from->el, "\033[0K");
	bool below = is_text(from->ed, "\033[J") || is_text(from->ed, "\033[0J") ||
		     clears_all_alone(from);
	bool plain = holds_text(from->sgr0, "\033[m") || holds_text(from->sgr0, "\033[0m") ||
		     holds_text(from->sgr0, "\033[0;10m");

	return place && row && below && plain && is_text(from->cuf, "\033[%p1%dC") &&
	       holds_text(from->rev, "\033[7") && from->xmc <= 0 && !from->xt;
}

static enum vt_colours colours_of(const struct vt_description *from)
{
	if (from->colours < 8 || !holds_text(from->setaf, "\033[") ||
		!(holds_text(from->setaf, "3%") || holds_text(from->setaf, "38")))
		return VT_MONO;
	if (from->truecolour)
		return VT_TRUECOLOUR;
	if (from->colours >= 256 && holds_text(from->setaf, "38"))
		return VT_COLOURS_256;
	return from->colours >= 16 && holds_text(from->setaf, "9%") ? VT_COLOURS_16 : VT_COLOURS_8;
}

static uint32_t ansi_grants(const struct vt_description *from)
{
	bool drawing = is_text(from->smacs, "\016") && is_text(from->rmacs, "\017") &&
		       holds_text(from->enacs, "\033)0");
	bool index = is_text(from->ind, "\033D") && is_text(from->ri, "\033M");
	bool keeps = is_text(from->sc, "\0337") && is_text(from->rc, "\0338");
	bool off = is_text(from->rmul, "\033[24m") && is_text(from->rmso, "\033[27m") &&
		   is_text(from->op, "\033[39;49m");

	return (drawing ? (uint32_t)GRANT_DRAWING : 0) | (index ? (uint32_t)GRANT_INDEX : 0) |
	       (index && is_text(from->csr, "\033[%i%p1%d;%p2%dr") ? (uint32_t)GRANT_SCROLL : 0) |
	       (keeps ? (uint32_t)GRANT_KEEP : 0) | (off ? (uint32_t)GRANT_SGR_OFF : 0) |
	       (is_text(from->civis, "\033[?25l") ? (uint32_t)GRANT_CURSOR : 0) |
	       (is_text(from->dim, "\033[2m") ? (uint32_t)GRANT_FAINT : 0) |
	       (is_text(from->u7, "\033[6n") ? (uint32_t)GRANT_STATUS : 0) |
	       (from->pastes ? (uint32_t)GRANT_PASTE : 0) |
	       (clears_all_alone(from) ? (uint32_t)GRANT_CLEAR_ALL : 0);
}

static void describe_ansi(struct vt_kind *kind, const struct vt_description *from)
{
	kind->grants = ansi_grants(from);
	kind->colours = (uint8_t)colours_of(from);
	/* Terminals of so many colours are programs of today. */
	kind->charset = kind->colours >= VT_COLOURS_256 ? VT_UTF8
			: kind->grants & GRANT_DRAWING  ? VT_DEC
							: VT_ASCII;
}

/* ---- Other kinds ---- */

/* Drops an attribute that has the text of another one: what it shows is unknown. */
static void drop_again(char *text, const char *other)
{
	if (strcmp(text, other) == 0)
		text[0] = '\0';
}

/* Attributes that take a cell, that a motion ends, or that stay when a cell is overwritten are not
 * used. */
static void describe_attributes(struct vt_address *address, const struct vt_description *from)
{
	if (from->xmc > 0 || !from->msgr || from->xhp || from->xt ||
		!copy_text(address->plain, sizeof address->plain, from->sgr0))
		return;
	copy_text(address->reverse, sizeof address->reverse, from->rev);
	copy_text(address->underline, sizeof address->underline, from->smul);
	copy_text(address->bold, sizeof address->bold, from->bold);
	drop_again(address->reverse, address->plain);
	drop_again(address->underline, address->plain);
	drop_again(address->bold, address->plain);
	drop_again(address->bold, address->underline);
	drop_again(address->bold, address->reverse);
	drop_again(address->underline, address->reverse);
}

/* Writes the bytes that clear the screen. False if there are none. */
static bool describe_clearing(struct vt_address *address, const struct vt_description *from)
{
	struct vt_motion home;
	const struct vt_state unknown = {.x = -1};
	size_t below = strlen(address->erase_below);

	if (copy_text(address->clear, sizeof address->clear, from->clear))
		return true;
	vt_address_motion(address, &unknown, 0, 0, &home);
	if (below == 0 || home.size + below >= sizeof address->clear)
		return false;
	memcpy(address->clear, home.bytes, home.size);
	memcpy(address->clear + home.size, address->erase_below, below + 1);
	return true;
}

/* False if the screen is too small for the game, or cannot be cleared. */
static bool describe_address(struct vt_kind *kind, const struct vt_description *from)
{
	struct vt_address *address = &kind->address;

	if (!read_place(&address->place, from->cup))
		return false;
	address->rows = (uint8_t)reach(&address->place, false, kind->rows);
	address->columns = (uint8_t)reach(&address->place, true, kind->columns);
	if (address->rows < VT_HEIGHT_PLAYABLE || address->columns < VT_WIDTH_PLAYABLE)
		return false;
	copy_text(address->erase_row, sizeof address->erase_row, from->el);
	copy_text(address->erase_below, sizeof address->erase_below, from->ed);
	/* One text for both: the description does not say what it erases. */
	if (strcmp(address->erase_row, address->erase_below) == 0)
		address->erase_row[0] = address->erase_below[0] = '\0';
	address->steps =
		is_text(from->cub1, "\b") && is_text(from->cr, "\r") && is_text(from->cud1, "\n");
	copy_text(address->begin, sizeof address->begin, from->smcup);
	copy_text(address->end, sizeof address->end, from->rmcup);
	describe_attributes(address, from);
	kind->grants = GRANT_DESCRIBED;
	return describe_clearing(address, from);
}

static uint8_t size_of(int size, int usual)
{
	return (uint8_t)(size <= 0 ? usual : size > SIZE_MOST ? SIZE_MOST : size);
}

static void describe(struct vt_kind *kind, const struct vt_description *from)
{
	kind->charset = VT_ASCII;
	kind->colours = VT_MONO;
	kind->columns = size_of(from->columns, COLUMNS_USUAL);
	kind->rows = size_of(from->lines, ROWS_USUAL);
	bool draws = from->cup != NULL && !from->hc && !from->os && !from->hz;
	if (draws && fits_ansi(from)) {
		describe_ansi(kind, from);
	} else if (!draws || !describe_address(kind, from)) {
		memset(&kind->address, 0, sizeof kind->address);
		kind->grants = GRANT_LINES;
	}
	if (!(kind->grants & GRANT_LINES))
		add_keys(&kind->keys, from);
}

/* ---- Tables ---- */

struct vt_kinds {
	uint32_t count, size; /* of a kind */
	struct vt_kind kinds[];
};

static bool is_name(const char *name)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+._-";
	size_t size = strlen(name);

	return size > 0 && size <= VT_KIND_NAME_MAX && strspn(name, letters) == size;
}

bool vt_kinds_add(struct vt_bytes *table, const char *name,
	const struct vt_description *description, const char **reason)
{
	struct vt_kinds head = {0, sizeof(struct vt_kind)};
	struct vt_kind kind;

	memset(&kind, 0, sizeof kind);
	if (!is_name(name)) {
		*reason = "its name is no name of a terminal";
		return false;
	}
	if (description->gn && description->cup == NULL)
		return true;
	memcpy(kind.name, name, strlen(name));
	describe(&kind, description);
	if (table->size == 0)
		vt_bytes_add(table, &head, sizeof head);
	kind.added = (uint16_t)((table->size - sizeof head) / sizeof kind);
	if (kind.added == VT_DESCRIBED_MAX) {
		*reason = "there are too many kinds";
		return false;
	}
	vt_bytes_add(table, &kind, sizeof kind);
	((struct vt_kinds *)(void *)table->data)->count++;
	return true;
}

/* Terminals give their names in any case. */
static uint8_t lower(char letter)
{
	return (uint8_t)(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
}

static bool is_same_name(const char *a, const char *b)
{
	while (*a != '\0' && lower(*a) == lower(*b)) {
		a++;
		b++;
	}
	return lower(*a) == lower(*b);
}

/* Returns a number that is as likely to be anywhere. */
static uint32_t hash_name(const char *name)
{
	uint32_t hash = UINT32_C(2166136261); /* FNV-1a */

	for (; *name != '\0'; name++)
		hash = (hash ^ lower(*name)) * UINT32_C(16777619);
	hash = (hash ^ hash >> 16) * UINT32_C(0x85ebca6b);
	hash = (hash ^ hash >> 13) * UINT32_C(0xc2b2ae35);
	return hash ^ hash >> 16;
}

/* By hashes, so that the position of a name is nearly known. A search touches few pages then, which
 * would stay with a session. */
static int compare_kinds(const void *a, const void *b)
{
	const struct vt_kind *left = a, *right = b;
	uint32_t left_hash = hash_name(left->name), right_hash = hash_name(right->name);

	if (left_hash != right_hash)
		return left_hash < right_hash ? -1 : 1;
	if (!is_same_name(left->name, right->name))
		return strcmp(left->name, right->name);
	return (int)left->added - (int)right->added;
}

void vt_kinds_order(struct vt_bytes *table)
{
	struct vt_kinds *kinds = (struct vt_kinds *)(void *)table->data;
	uint32_t kept = 0;

	if (kinds == NULL)
		return;
	qsort(kinds->kinds, kinds->count, sizeof *kinds->kinds, compare_kinds);
	for (uint32_t i = 0; i < kinds->count; i++) {
		bool again =
			kept > 0 && is_same_name(kinds->kinds[kept - 1].name, kinds->kinds[i].name);

		if (!again && kept != i)
			kinds->kinds[kept] = kinds->kinds[i];
		kept += !again;
	}
	kinds->count = kept;
	table->size = sizeof *kinds + kept * sizeof *kinds->kinds;
}

const struct vt_kinds *vt_kinds_of(const uint8_t *bytes, size_t size)
{
	const struct vt_kinds *kinds = (const struct vt_kinds *)(const void *)bytes;

	if (size < sizeof *kinds || kinds->size != sizeof(struct vt_kind) ||
		(size - sizeof *kinds) / sizeof(struct vt_kind) != kinds->count)
		return NULL;
	return kinds;
}

const struct vt_kind *vt_kinds_find(const struct vt_kinds *table, const char *name)
{
	uint32_t count = table == NULL ? 0 : table->count, hash = hash_name(name);
	uint32_t at = (uint32_t)((uint64_t)hash * count >> 32);

	while (at > 0 && hash_name(table->kinds[at - 1].name) >= hash)
		at--;
	while (at < count && hash_name(table->kinds[at].name) < hash)
		at++;
	for (; at < count && hash_name(table->kinds[at].name) == hash; at++)
		if (is_same_name(table->kinds[at].name, name))
			return &table->kinds[at];
	return NULL;
}

void vt_kind_size(const struct vt_kind *kind, int *width, int *height)
{
	if (kind->columns == 0)
		return;
	*width = kind->columns;
	*height = kind->rows;
}
