/* Lists over the map to choose from: the inventory, the items underfoot, and the verbs of one
 * item. */
#include "door/play/play_private.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define IN_USE (ITEM_WIELDED | ITEM_WORN | ITEM_LIT)
#define SLOT_WIDTH 8  /* columns of the slot where an item is worn, */
#define SLOTS_FROM 72 /* shown in windows of at least this width */

#define GROUND_WIDTH 52 /* most columns of a line of plain effect in the list */
#define LINES_SIZE 8000

#define ALSO_MOST 6 /* letters of further items in one row */

/* A row is a heading, an item, or a remark about the item above it. The text of an item stands in
 * place of its name. */
struct list_row {
	const struct view_item *item;
	const char *text;
	char also[ALSO_MOST + 1]; /* letters of equal items, which have no row of their own */
	char letter;
	bool heading;
};

struct list {
	struct list_row rows[8 * PACK_MAX];
	int count;
	char lines[LINES_SIZE]; /* wrapped rows of lines of plain effect */
	size_t lines_used;
	bool slots; /* shows where items are worn */
};

/* ---- Rows ---- */

static void list_add(struct list *list, struct list_row row)
{
	if (list->count < (int)(sizeof list->rows / sizeof list->rows[0]))
		list->rows[list->count++] = row;
}

/* Adds an item. Gear not in use is compared with the gear in use. */
static void list_item(struct list *list, const struct view_item *item, char letter, bool compares)
{
	list_add(list, (struct list_row){.item = item, .letter = letter});
	if (compares && item->compared[0] && !(item->flags & IN_USE))
		list_add(list, (struct list_row){.text = item->compared});
}

/* Returns a copy of the text that lasts as long as the list, or NULL. */
static const char *list_keep(struct list *list, const char *text)
{
	size_t used = list->lines_used;
	if (used + strlen(text) + 1 > sizeof list->lines)
		return NULL;
	strcpy(list->lines + used, text);
	list->lines_used += strlen(text) + 1;
	return list->lines + used;
}

/* ---- Classes ---- */

/* Classes in the order of the list. Items of no class come last. */
static const char *const classes[] = {"weapon", "armour", "ring", "lamp", "tool", "charm", "wand",
	"staff", "potion", "scroll", "book", "letter", "food", ""};
#define CLASSES ((int)(sizeof classes / sizeof classes[0]))

static int class_of(const struct view_item *item)
{
	const char *word = auto_class_word(item->class);
	bool ring = strcmp(item->slot, "ring") == 0 || strcmp(item->slot, "amulet") == 0;
	int class = 0;
	word = ring ? "ring" : word ? word : "";
	while (class < CLASSES - 1 && strcmp(classes[class], word) != 0)
		class ++;
	return class;
}

static bool is_listed(
	const struct play *play, const struct view *view, const struct view_item *item)
{
	return play_item_mask(play) == UINT32_MAX ? !(item->flags & IN_USE)
						  : play_item_fits(play, view, item);
}

/* True if two items are shown by the same words, and choosing either does the same. */
static bool is_equal(const struct view_item *one, const struct view_item *other)
{
	return one->appearance == other->appearance && one->class == other->class &&
	       one->flags == other->flags && one->verbs == other->verbs &&
	       one->price == other->price && strcmp(one->name, other->name) == 0;
}

/* Adds the letter to the row of an equal item. False if there is none, or for a pile. */
static bool list_joins(struct list *list, const struct view_item *item)
{
	for (int i = list->count - 1; i >= 0; i--) {
		struct list_row *row = &list->rows[i];
		size_t length = strlen(row->also);
		if (!row->item || !is_equal(row->item, item) || item->count > 1 ||
			length == ALSO_MOST)
			continue;
		row->also[length] = item->letter;
		return true;
	}
	return false;
}

/* Adds the items of a class that the pending action accepts, by their letters, below a heading. */
static void list_class(struct list *list, const struct play *play, const struct view *view,
	int class, bool headed, bool compares)
{
	char word[32];
	for (size_t i = 0; i < view->pack_count; i++) {
		const struct view_item *item = &view->pack[i];
		if (!is_listed(play, view, item) || class_of(item) != class)
			continue;
		snprintf(word, sizeof word, "class-%s", classes[class]);
		if (headed)
			list_add(list,
				(struct list_row){.heading = true,
					.text = class == CLASSES - 1 ? "other things"
								     : ui_word(play->content, word,
									       classes[class])});
		headed = false;
		if (list_joins(list, item))
			continue;
		list_item(list, item, item->letter, compares);
		if (play->prompt.action == ACTION_WEAR && item->flags & ITEM_WORN &&
			!play->prompt.replacing)
			list_add(list, (struct list_row){.text = "worn: its letter takes it off"});
	}
}

/* Lists the pouch under a heading: a row for each of its items, or one row for all. */
static void list_pouch(struct list *list, const struct play *play, const struct view *view)
{
	char name[64];
	if (!play_pouch_fitting(play, view))
		return;
	list_add(list, (struct list_row){.heading = true,
			       .text = ui_word(play->content, "class-letter", "letters")});
	if (!play_pouch_open(play)) {
		play_pouch_name(play, view->pouch_count, name, sizeof name);
		list_add(list, (struct list_row){.item = &view->pouch[0],
				       .text = list_keep(list, name),
				       .letter = PLAY_POUCH_KEY});
		return;
	}
	for (size_t i = 0; i < view->pouch_count; i++)
		if (play_item_fits(play, view, &view->pouch[i]))
			list_item(list, &view->pouch[i], view->pouch[i].letter, false);
}

/* Lists the inventory: items in use first, then the others by class. */
static void list_inventory(struct list *list, const struct play *play, const struct view *view)
{
	bool any = false;
	list->slots = true;
	for (size_t i = 0; i < view->pack_count; i++) {
		const struct view_item *item = &view->pack[i];
		if (!(item->flags & IN_USE))
			continue;
		if (!any)
			list_add(list, (struct list_row){.text = "In use", .heading = true});
		list_item(list, item, item->letter, false);
		any = true;
	}
	for (int class = 0; class < CLASSES; class ++)
		list_class(list, play, view, class, true, true);
	list_pouch(list, play, view);
}

/* Lists the items that the pending action accepts. Items of a single class need no heading. */
static void list_fitting(struct list *list, const struct play *play, const struct view *view)
{
	bool gear = play->prompt.action == ACTION_WEAR || play->prompt.action == ACTION_WIELD;
	uint32_t found = 0;
	for (size_t i = 0; i < view->pack_count; i++)
		if (is_listed(play, view, &view->pack[i]))
			found |= 1U << class_of(&view->pack[i]);
	for (int class = 0; class < CLASSES; class ++)
		list_class(list, play, view, class, (found & (found - 1)) != 0, gear);
	list_pouch(list, play, view);
}

/* Adds a row of a wrapped line. */
static void list_line(void *context, const char *text, size_t length)
{
	struct list *list = context;
	const char *kept = list_keep(list, text);
	(void)length;
	if (kept)
		list_add(list, (struct list_row){.text = kept});
}

/* Lists the items on the ground, each with its line of plain effect. */
static void list_ground(
	struct list *list, const struct play *play, const struct view *view, int width)
{
	char line[EFFECT_LINE_SIZE];
	for (size_t i = 0; i < view->ground_count; i++) {
		list_item(list, &view->ground[i], (char)('a' + i), true);
		game_effect_line(play->game, EFFECT_OF_GROUND, i, line, sizeof line);
		if (*line)
			vt_wrap(line, width, list_line, list);
	}
}

/* ---- Painting ---- */

static int price_width(const struct play *play, const struct view_item *item)
{
	char text[48];
	return item->price > 0 ? 2 + ui_width(play_price(play, item->price, text, sizeof text)) : 0;
}

/* Writes the letters of equal items: ", also c e". */
static void also_text(const struct list_row *row, char *text, size_t size)
{
	size_t used = 0;
	text[0] = 0;
	for (size_t i = 0; row->also[i]; i++)
		used += (size_t)snprintf(
			text + used, size - used, "%s %c", i ? "" : ", also", row->also[i]);
}

static const char *row_name(const struct list_row *row)
{
	return row->text ? row->text : row->item->name;
}

static int row_width(const struct play *play, const struct list *list, const struct list_row *row)
{
	int indent = list->slots ? 4 + SLOT_WIDTH : 4;
	char also[2 * ALSO_MOST + 24];
	also_text(row, also, sizeof also);
	return row->item ? indent + ui_width(row_name(row)) + (int)strlen(also) +
				   price_width(play, row->item)
			 : 4 + ui_width(row->text);
}

static const char *slot_word(const struct play *play, const struct view_item *item)
{
	const char *slot = item->flags & ITEM_WIELDED ? "hand" : item->slot;
	char word[32];
	snprintf(word, sizeof word, "slot-%s", slot);
	return ui_word(play->content, word, slot);
}

static void item_paint(const struct play *play, struct vt_frame *frame, int x, int y,
	const struct list *list, const struct list_row *row)
{
	const struct view_item *item = row->item;
	const struct appearance *appearance = content_appearance(play->content, item->appearance);
	bool used = item->flags & IN_USE;
	char cost[48];
	vt_put(frame, x, y, (uint16_t)row->letter, VT_BRIGHT, VT_BOLD);
	vt_text(frame, x + 1, y, used ? "*" : " ", VT_BRIGHT, VT_BOLD, NULL);
	vt_put(frame, x + 2, y, play->glyphs[item->appearance],
		(enum vt_colour_role)ui_roles[appearance->role], 0);
	x += 4;
	if (list->slots)
		vt_textf(frame, x, y, VT_TEXT, 0, "%.*s", SLOT_WIDTH - 1, slot_word(play, item));
	x += list->slots ? SLOT_WIDTH : 0;
	x = vt_text(frame, x, y, row_name(row), used ? VT_BRIGHT : VT_TEXT, 0, ui_roles);
	char also[2 * ALSO_MOST + 24];
	also_text(row, also, sizeof also);
	x = vt_text(frame, x, y, also, VT_DIM, 0, NULL);
	vt_text(frame, x + 2, y, play_price(play, item->price, cost, sizeof cost), VT_GOLD, 0,
		NULL);
}

static void text_paint(struct vt_frame *frame, int x, int y, const struct list_row *row)
{
	assert(row->text != NULL);
	char first = row->text[0];
	vt_text(frame, row->heading ? x : x + 4, y, row->text, row->heading ? VT_LAMP : VT_DIM, 0,
		NULL);
	if (row->heading && first >= 'a' && first <= 'z')
		vt_put(frame, x, y, (uint16_t)(first - 'a' + 'A'), VT_LAMP, 0);
}

static void row_paint(const struct play *play, struct vt_frame *frame, int x, int y,
	const struct list *list, const struct list_row *row)
{
	if (row->item)
		item_paint(play, frame, x, y, list, row);
	else
		text_paint(frame, x, y, row);
}

/* Paints one page of the list. Space turns pages; after the last comes the first. */
static void list_paint(struct play *play, struct vt_frame *frame, const char *title,
	const struct list *list, const char *hint)
{
	int width = ui_width(title), room = ui_list_rows(frame, 5), x, y;
	char keys[64];
	room = room < 1 ? 1 : room;
	int pages = (list->count + room - 1) / room;
	for (int i = 0; i < list->count; i++) {
		int wanted = row_width(play, list, &list->rows[i]);
		width = wanted > width ? wanted : width;
	}
	bool ends = pages > 1 && play->prompt.list_page % pages == pages - 1;
	snprintf(keys, sizeof keys,
		ends        ? "Space: from the top, %s"
		: pages > 1 ? "Space: more, %s"
			    : "%s",
		hint);
	width = width < ui_width(keys) + 2 ? ui_width(keys) + 2 : width;
	play->prompt.list_page = pages > 0 ? play->prompt.list_page % pages : 0;
	int first = play->prompt.list_page * room;
	int rows = list->count - first < room ? list->count - first : room;
	play_box(frame, width, rows, title, keys, &x, &y);
	for (int i = 0; i < rows; i++)
		row_paint(play, frame, x, y + i, list, &list->rows[first + i]);
}

void play_list_paint(struct play *play, struct vt_frame *frame, const struct view *view)
{
	static const struct list none;
	struct list list = none;
	if (play->prompt.mode == MODE_GROUND) {
		list_ground(&list, play, view, between(frame->width - 8, 1, GROUND_WIDTH));
		list_paint(play, frame, "Here lies", &list, "a letter, or , for all");
		return;
	}
	if (play->prompt.pouch)
		list_pouch(&list, play, view);
	else if (play->prompt.action == ACTION_INVENTORY)
		list_inventory(&list, play, view);
	else
		list_fitting(&list, play, view);
	list.slots &= frame->width >= SLOTS_FROM;
	list_paint(play, frame, play->messages.sentence, &list, "a letter, or Esc");
}

/* ---- Verbs of an item ---- */

static bool verb_fits(const struct view_item *item, const struct action_row *row)
{
	return row->verb < VERB_COUNT && row->group == GROUP_THINGS &&
	       item->verbs & 1U << row->verb;
}

/* Writes the item's description and figures, its line of plain effect, and its comparison with the
 * gear in use. */
static void shown_of(const struct play *play, const struct view_item *item, char *text, size_t size)
{
	char line[EFFECT_LINE_SIZE];
	const char *shown = item->description ? item->description : "";
	bool compares = item->compared[0] && !(item->flags & IN_USE);
	game_effect_line(play->game, EFFECT_OF_PACK, (size_t)carried_number(item->letter), line,
		sizeof line);
	snprintf(text, size, "%s%s" UI_LAMP "%s" UI_END "%s%s", shown, *shown && *line ? "\n" : "",
		line, (*shown || *line) && compares ? "\n" : "", compares ? item->compared : "");
}

/* Writes what a verb does to this item: "wield it", "put it away". */
static void deed_text(const struct play *play, const struct view_item *item, enum action action,
	char *text, size_t size)
{
	const char *deed = NULL;
	if (action == ACTION_WIELD && item->flags & ITEM_WIELDED)
		deed = "put it away";
	else if (action == ACTION_WEAR)
		deed = item->flags & ITEM_WORN ? "take it off" : "put it on";
	else if (action == ACTION_USE && item->hint == HINT_LIGHT)
		deed = item->flags & ITEM_LIT ? "put it out" : "light it";
	snprintf(text, size, deed ? "%s" : "%s it", deed ? deed : play_verb_word(play, action));
}

/* Paints a row: the key in a column of this width, and what it does. */
static void deed_paint(
	struct vt_frame *frame, int x, int y, int width, const char *key, const char *deed)
{
	int after = (int)strlen(key) + 2;
	vt_text(frame, x, y, key, VT_BRIGHT, VT_BOLD, NULL);
	vt_text(frame, x + (after < width ? width : after), y, deed, VT_TEXT, 0, NULL);
}

/* Writes the keys that drop a part of a pile, and what they do; "" without a pile or a key. */
static void part_text(const struct play *play, const struct view_item *item, char *keys,
	size_t keys_size, char *deed, size_t deed_size)
{
	static const char *const words[] = {"", "one", "two", "three"};
	int part = item->count > 3 ? 3 : item->count - 1;
	char count[KEY_NAME_MAX], drop[KEY_NAME_MAX];
	keys[0] = deed[0] = 0;
	if (part < 1 || !(item->verbs & 1U << VERB_DROP) ||
		keymap_key(play->settings.keys, ACTION_TIMES) == VT_KEY_NONE)
		return;
	keymap_key_text(play->settings.keys, ACTION_TIMES, count, sizeof count);
	keymap_key_text(play->settings.keys, ACTION_DROP, drop, sizeof drop);
	snprintf(keys, keys_size, "%s%d%s", count, part, drop);
	snprintf(deed, deed_size, "%s %s", play_verb_word(play, ACTION_DROP), words[part]);
}

void play_verbs_paint(const struct play *play, struct vt_frame *frame, const struct view *view)
{
	const struct view_item *item = play_carried(view, play->prompt.item);
	char shown[EFFECT_LINE_SIZE + 600], keys[2 * KEY_NAME_MAX + 4], part[60], deed[60];
	if (!item)
		return;
	part_text(play, item, keys, sizeof keys, part, sizeof part);
	int verbs = *keys != 0, x, y, width = ui_width(item->name) + 2;
	shown_of(play, item, shown, sizeof shown);
	for (int action = ACTION_ROWS; action < ACTION_COUNT; action++)
		verbs += verb_fits(item, action_row((enum action)action));
	width = width < 36 ? 36 : width > frame->width - 3 ? frame->width - 3 : width;
	int shown_rows =
		*shown ? ui_wrapped(NULL, (struct vt_area){0, 0, width, 0}, 0, shown, VT_TEXT) + 1
		       : 0;
	play_box(frame, width, shown_rows + (verbs ? verbs : 1), item->name, "Esc", &x, &y);
	ui_wrapped(frame, (struct vt_area){x, y, width, shown_rows}, 0, shown, VT_TEXT);
	y += shown_rows;
	if (!verbs)
		vt_text(frame, x, y, "You can only carry it.", VT_DIM, 0, NULL);
	for (int action = ACTION_ROWS; action < ACTION_COUNT; action++) {
		const struct action_row *row = action_row((enum action)action);
		char name[KEY_NAME_MAX];
		if (!verb_fits(item, row))
			continue;
		keymap_key_text(play->settings.keys, (enum action)action, name, sizeof name);
		deed_text(play, item, (enum action)action, deed, sizeof deed);
		deed_paint(frame, x, y++, *keys ? (int)strlen(keys) + 2 : 3, name, deed);
	}
	if (*keys)
		deed_paint(frame, x, y, 0, keys, part);
}
