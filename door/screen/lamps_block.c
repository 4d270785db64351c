/* A lamp for each player who is online, and who they are. */
#include "door/screen/lamps_block.h"

#include "door/line/line.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <string.h>

static const char *where_word(
	const struct content *content, const struct present *present, char *depth, size_t size)
{
	const char *label = ui_word(content, "label-depth", "depth");
	snprintf(depth, size, UI_INSIDE " %u", ui_inside(label), present->depth);
	switch (present->where) {
	case WHERE_PLAYING:
		return depth;
	case WHERE_LOBBY:
		return ui_word(content, "where-lobby", "in the lobby");
	case WHERE_WATCHING:
		return ui_word(content, "where-watching", "watching");
	default:
		return "at the door";
	}
}

static const char *who_name(const struct present *present)
{
	return present->name[0] ? present->name : "somebody";
}

/* The lamp that the achievements of a player light, or NULL. */
static const struct keeper_lamp *lamp_of(
	const struct lamps_block *block, const struct present *present)
{
	for (size_t i = 0; i < block->lamp_count; i++)
		if (strcmp(block->lamps[i].name, present->name) == 0 &&
			block->lamps[i].role < COLOUR_ROLE_COUNT)
			return &block->lamps[i];
	return NULL;
}

static void put_letter(struct vt_frame *frame, int x, int y, const struct keeper_lamp *lamp)
{
	if (lamp && lamp->letter > ' ' && lamp->letter <= '~')
		vt_put(frame, x, y, (uint16_t)lamp->letter, ui_roles[COLOUR_ROLE_BYTE + lamp->role],
			0);
}

/* Paints as many names on one row as fit. */
static void paint_names(
	const struct lamps_block *block, struct vt_frame *frame, int x, int y, int width)
{
	int at = x;
	for (size_t i = 0; i < block->count; i++) {
		const char *name = who_name(&block->who[i]);
		if (at + (int)strlen(name) + 5 > x + width) {
			vt_textf(frame, at, y, VT_DIM, 0, "+%d", (int)(block->count - i));
			return;
		}
		at = vt_text(frame, at, y, name, VT_TEXT, 0, NULL);
		at = vt_text(frame, at, y, i + 1 < block->count ? ", " : "", VT_DIM, 0, NULL);
	}
}

/* Paints one player on each row, with its place. */
static void paint_players(
	const struct lamps_block *block, struct vt_frame *frame, int x, int y, int rows)
{
	char depth[40];
	for (int i = 0; i < rows && i < (int)block->count; i++) {
		const struct present *present = &block->who[i];
		if (i == rows - 1 && (int)block->count > rows) {
			vt_textf(frame, x, y + i, VT_DIM, 0, "and %d more", (int)block->count - i);
			return;
		}
		vt_text(frame, x, y + i, who_name(present), VT_TEXT, 0, NULL);
		put_letter(frame, x + 17, y + i, lamp_of(block, present));
		vt_text(frame, x + 18, y + i,
			where_word(block->content, present, depth, sizeof depth), VT_DIM, 0, NULL);
	}
}

void lamps_block_paint(
	const struct lamps_block *block, struct vt_frame *frame, int x, int y, int width, int rows)
{
	int a_row = (width - 1) / 2, board_rows = rows >= 7 ? 2 : 1;
	int end = vt_text(frame, x, y, ui_word(block->content, "lamps-title", "Online"), VT_TITLE,
		VT_BOLD, NULL);
	const char *note = ui_word(block->content, "lamps-note", "");
	if (end + 2 + ui_width(note) <= x + width)
		vt_text(frame, end + 2, y, note, VT_DIM, 0, NULL);
	y++;
	for (int i = 0; i < a_row * board_rows; i++) {
		bool lit = i < (int)block->count;
		const struct keeper_lamp *lamp = lit ? lamp_of(block, &block->who[i]) : NULL;
		uint8_t role = lamp  ? ui_roles[COLOUR_ROLE_BYTE + lamp->role]
			       : lit ? VT_LAMP
				     : VT_SHADOW;
		vt_put(frame, x + i % a_row * 2, y + i / a_row, lit ? VT_LAMP_ON : VT_LAMP_OFF,
			role, 0);
		put_letter(frame, x + i % a_row * 2 + 1, y + i / a_row, lamp);
	}
	y += board_rows;
	rows -= 1 + board_rows;
	if (rows <= 0)
		return;
	if (block->count <= 1)
		ui_wrapped(frame, (struct vt_area){x, y, width, rows}, 0,
			ui_word(block->content, "nobody-on", ""), VT_DIM);
	else if (rows <= 2)
		paint_names(block, frame, x, y, width);
	else
		paint_players(block, frame, x, y, rows);
}

void lamps_block_lines(const struct lamps_block *block, struct lines_page *page)
{
	if (block->count <= 1)
		return;
	ui_add(&page->text, "Online:");
	for (size_t i = 0; i < block->count; i++) {
		char depth[40];
		const struct keeper_lamp *lamp = lamp_of(block, &block->who[i]);
		ui_add(&page->text, "%s %s, ", i ? ";" : "", who_name(&block->who[i]));
		if (lamp && lamp->letter > ' ' && lamp->letter <= '~')
			ui_add(&page->text, "lamp %c, ", lamp->letter);
		line_plain(&page->text,
			where_word(block->content, &block->who[i], depth, sizeof depth));
	}
	ui_add(&page->text, ".\n");
}
