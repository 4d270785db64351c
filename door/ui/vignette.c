#include "door/ui/vignette.h"

#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAPTION_ROWS 3
#define REACH 16 /* of a light, in halves of a column; a row counts four */
#define LAMP '*'

/* ---- The words ---- */

static void write_moment(enum vignette vignette, char moment[12])
{
	static const char *const ends[] = {"died", "left", "won", "far", "quit"};
	if (vignette < VIGNETTE_DEPTHS)
		snprintf(moment, 12, "%d", vignette + 1);
	else
		snprintf(moment, 12, "%s", ends[vignette - VIGNETTE_DEPTHS]);
}

/* Returns a word of a vignette, or NULL. part: "", "small-" or "line-". */
static const char *word_of(const struct content *content, enum vignette vignette, const char *part)
{
	char moment[12], word[40];
	write_moment(vignette, moment);
	snprintf(word, sizeof word, "vignette-%s%s", part, moment);
	return ui_word(content, word, NULL);
}

const char *vignette_sentence(const struct content *content, enum vignette vignette)
{
	const char *line = word_of(content, vignette, "line-");
	return line ? line : "";
}

enum vignette vignette_of_depth(const struct content *content, int depth)
{
	for (int at = depth < VIGNETTE_DEPTHS ? depth : VIGNETTE_DEPTHS; at > 0; at--)
		if (word_of(content, (enum vignette)(at - 1), "line-"))
			return (enum vignette)(at - 1);
	return VIGNETTE_NONE;
}

enum vignette vignette_of_end(const struct content *content, enum vignette end)
{
	return word_of(content, end, "line-") ? end : VIGNETTE_NONE;
}

/* ---- Glyphs ---- */

/* The table of fallbacks: vt100.h has the character of each glyph in every charset. Other
 * characters draw themselves. */
static const struct {
	char drawn;
	uint16_t glyph;
} glyphs[] = {
	{'-', VT_WALL_H},
	{'|', VT_WALL_V},
	{'=', VT_DOUBLE_H},
	{'!', VT_DOUBLE_V},
	{':', VT_INK_LIGHT},
	{';', VT_INK_HALF},
	{'%', VT_INK_DARK},
	{'#', VT_INK_FULL},
	{'_', VT_HALF_LOW},
	{'"', VT_HALF_HIGH},
	{LAMP, VT_LAMP_ON},
	{'0', VT_LAMP_OFF},
	{'~', VT_DEEP},
	{'+', VT_CROSS},
};

uint16_t vignette_glyph(char drawn)
{
	for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
		if (glyphs[i].drawn == drawn)
			return glyphs[i].glyph;
	return (uint16_t)(unsigned char)drawn;
}

/* A drawing as cells. */
struct drawing {
	int width, height;
	char cells[24][80];
	uint8_t roles[24][80];
};

static void drawing_read(struct drawing *drawing, const char *text)
{
	unsigned role = VT_STONE;
	int x = 0, y = 0;
	memset(drawing, 0, sizeof *drawing);
	for (; *text && y < 24; text++) {
		if (*text == '\n') {
			x = 0;
			y++;
		} else if (*text == VT_COLOUR_ROLE_BYTE_END) {
			role = VT_STONE;
		} else if (*text >= VT_COLOUR_ROLE_BYTE && *text < VT_COLOUR_ROLE_BYTE_END) {
			role = ui_roles[*text - VT_COLOUR_ROLE_BYTE];
		} else if (x < 80) {
			drawing->roles[y][x] = (uint8_t)role;
			drawing->cells[y][x++] = *text;
			drawing->width = x > drawing->width ? x : drawing->width;
			drawing->height = y + 1;
		}
	}
}

static char cell_at(const struct drawing *drawing, int x, int y)
{
	bool inside = x >= 0 && y >= 0 && x < drawing->width && y < drawing->height;
	return inside && drawing->cells[y][x] ? drawing->cells[y][x] : ' ';
}

/* Returns the corner, tee or cross that a '+' is among its neighbours. */
static uint16_t joint(const struct drawing *drawing, int x, int y)
{
	/* By arms as bits: left 1, right 2, up 4, down 8. */
	static const uint16_t joints[16] = {VT_CROSS, VT_WALL_H, VT_WALL_H, VT_WALL_H, VT_WALL_V,
		VT_CORNER_BR, VT_CORNER_BL, VT_TEE_B, VT_WALL_V, VT_CORNER_TR, VT_CORNER_TL,
		VT_TEE_T, VT_WALL_V, VT_TEE_R, VT_TEE_L, VT_CROSS};
	static const char across[] = "-+=", along[] = "|+!";
	unsigned arms = 0;
	arms |= strchr(across, cell_at(drawing, x - 1, y)) ? 1U : 0;
	arms |= strchr(across, cell_at(drawing, x + 1, y)) ? 2U : 0;
	arms |= strchr(along, cell_at(drawing, x, y - 1)) ? 4U : 0;
	arms |= strchr(along, cell_at(drawing, x, y + 1)) ? 8U : 0;
	return joints[arms];
}

/* ---- Light ---- */

static bool shines(const struct drawing *drawing, int x, int y)
{
	return drawing->cells[y][x] == LAMP ||
	       (drawing->roles[y][x] == VT_FIRE && cell_at(drawing, x, y) != ' ');
}

static enum vt_light light_of(uint8_t role)
{
	switch (role) {
	case VT_FIRE:
	case VT_BAD:
	case VT_DANGER:
	case VT_BLOOD:
		return VT_LIGHT_FIRE;
	case VT_METAL:
	case VT_WATER:
	case VT_BRIGHT:
		return VT_LIGHT_MACHINE;
	case VT_PLANT:
	case VT_GOOD:
		return VT_LIGHT_GLOW;
	case VT_MAGIC:
	case VT_SHADOW:
		return VT_LIGHT_MAGIC;
	default:
		return VT_LIGHT_LAMP;
	}
}

/* Returns the shade that the nearest light gives to a cell. */
static unsigned shade_at(const struct drawing *drawing, int x, int y)
{
	int best = REACH, first_x = x > REACH / 2 ? x - REACH / 2 : 0;
	enum vt_light light = VT_LIGHT_LAMP;
	for (int row = y > REACH / 4 ? y - REACH / 4 : 0;
		row < drawing->height && row <= y + REACH / 4; row++) {
		for (int column = first_x; column < drawing->width && column <= x + REACH / 2;
			column++) {
			int across = 2 * abs(column - x), down = 4 * abs(row - y);
			int longer = across > down ? across : down;
			int away = (across + down + longer) / 2;
			if (away >= best || !shines(drawing, column, row))
				continue;
			best = away;
			light = light_of(drawing->roles[row][column]);
		}
	}
	int level = (REACH - best) * VT_SHADE_LEVELS / (REACH + 1);
	return best < REACH ? vt_shade_of(light, level) : VT_SHADE_NONE;
}

/* ---- Painting ---- */

static void drawing_paint(const struct drawing *drawing, struct vt_frame *frame, int left, int top)
{
	for (int y = 0; y < drawing->height; y++) {
		for (int x = 0; x < drawing->width; x++) {
			char drawn = cell_at(drawing, x, y);
			vt_put(frame, left + x, top + y,
				drawn == '+' ? joint(drawing, x, y) : vignette_glyph(drawn),
				(enum vt_colour_role)drawing->roles[y][x], 0);
			vt_shade(frame, left + x, top + y, shade_at(drawing, x, y));
		}
	}
}

void vignette_draw(struct vt_frame *frame, int x, int y, const char *text)
{
	struct drawing drawing;
	drawing_read(&drawing, text);
	drawing_paint(&drawing, frame, x, y);
}

/* Returns the larger drawing that fits, or NULL. */
static const char *fitting(
	const struct vt_frame *frame, const struct content *content, enum vignette vignette)
{
	static const char *const parts[] = {"", "small-"};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		const char *text = word_of(content, vignette, parts[i]);
		if (text && ui_art_width(text) <= frame->width &&
			ui_art_height(text) + CAPTION_ROWS + 1 <= frame->height)
			return text;
	}
	return NULL;
}

void vignette_paint(struct vt_frame *frame, const struct content *content, enum vignette vignette)
{
	const char *text = fitting(frame, content, vignette);
	const char *line = word_of(content, vignette, "line-");
	int height = text ? ui_art_height(text) : 0, width = frame->width - 4;
	int y = (frame->height - height - CAPTION_ROWS - 1) / 2;
	vt_frame_clear(frame);
	frame->cursor_x = -1;
	if (text)
		vignette_draw(frame, (frame->width - ui_art_width(text)) / 2, y, text);
	y += height + 1;
	if (line && ui_width(line) <= width)
		ui_centre(frame, y, line, VT_TEXT, 0);
	else if (line)
		ui_wrapped(
			frame, (struct vt_area){2, y, width, CAPTION_ROWS - 1}, 0, line, VT_TEXT);
	ui_hint(frame, UI_BRIGHT "any key" UI_END " go on");
}
