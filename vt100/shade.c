/*
 * Shades: the colours of lit cells.
 *
 * A lit cell has a dark background in the hue of its light, so its text may have any lightness. The
 * surfaces STONE and DIM take the hue and the level of the light. They look alike, since a pen for
 * the walls beside that of the ground would cost a third more bytes of a step with a lamp. Other
 * roles keep their hue, since it says what they are, and are darker in weak light.
 *
 * Truecolour terminals get the computed colours. Terminals of 256 colours get the nearest colours
 * of the cube and of the greys, in fewer levels. Terminals of 8 and 16 colours get two levels,
 * normal and bold, and a background only for grounds. Their colours are those of the user, so
 * nothing is computed for them; with a light background they show no shade.
 */
#include "vt100/internal.h"

#define OWN (-1)
#define BOLD_FROM 6  /* level from which surfaces are bold with few colours */
#define WEAK_BELOW 3 /* level below which roles with a hue of their own are darker */
#define UNLIT 245    /* ground in sight, in the dark */
#define MEMORY 60    /* cold grey; contrast 3.5 to black */
#define BLACK 0
#define RED 1
#define GREEN 2
#define YELLOW 3
#define CYAN 6
#define WHITE 7
#define BRIGHT_WHITE 15 /* its code is shorter than that of any other white */

struct rgb {
	uint8_t red, green, blue;
};

/* tint: of surfaces; back: the background at the highest level; backs: of 256 colours in weak and
 * in strong light; few, few_back: of 16 colours. */
struct light_row {
	struct rgb tint, back;
	uint8_t backs[2];
	int8_t few, few_back;
};

static const struct light_row lights[VT_LIGHT_COUNT] = {
	[VT_LIGHT_DAY] = {{250, 248, 255}, {34, 34, 40}, {235, 236}, OWN, OWN},
	[VT_LIGHT_LAMP] = {{255, 220, 150}, {62, 49, 26}, {234, 236}, 3, OWN},
	[VT_LIGHT_FIRE] = {{255, 200, 144}, {70, 32, 14}, {234, 52}, 1, OWN},
	[VT_LIGHT_MACHINE] = {{180, 235, 255}, {12, 44, 58}, {234, 17}, 6, OWN},
	[VT_LIGHT_GLOW] = {{185, 255, 150}, {22, 52, 18}, {234, 236}, 2, OWN},
	[VT_LIGHT_MAGIC] = {{242, 198, 255}, {50, 20, 62}, {234, 53}, 5, OWN},
	[VT_ON_FIRE] = {{255, 200, 120}, {150, 44, 8}, {52, 88}, 3, RED},
	[VT_ON_WATER] = {{160, 210, 255}, {10, 40, 96}, {17, 18}, 6, 4},
	[VT_ON_BLOOD] = {{255, 190, 180}, {96, 8, 16}, {52, 52}, WHITE, RED},
	[VT_ON_DARK] = {{170, 170, 190}, {4, 4, 8}, {16, 16}, OWN, 0},
	[VT_IN_GREEN_GAS] = {{210, 255, 180}, {26, 74, 14}, {22, 22}, BLACK, GREEN},
	[VT_IN_GREY_GAS] = {{225, 225, 225}, {72, 72, 74}, {238, 239}, OWN, OWN},
	[VT_IN_YELLOW_GAS] = {{255, 245, 190}, {80, 70, 8}, {237, 238}, BLACK, YELLOW},
	[VT_IN_BLUE_GAS] = {{190, 235, 255}, {14, 62, 92}, {23, 23}, BLACK, CYAN},
	[VT_IN_VIOLET_GAS] = {{245, 200, 255}, {78, 20, 92}, {53, 53}, WHITE, 5},
};

/* The colours of the roles on a dark background, fully lit. */
static const struct rgb bases[VT_COLOUR_ROLE_COUNT] = {
	[VT_TEXT] = {228, 228, 228},
	[VT_BRIGHT] = {255, 255, 255},
	[VT_GOOD] = {95, 215, 95},
	[VT_BAD] = {255, 105, 95},
	[VT_DANGER] = {255, 95, 80},
	[VT_MAGIC] = {215, 135, 255},
	[VT_GOLD] = {255, 205, 80},
	[VT_STONE] = {216, 210, 200},
	[VT_WOOD] = {212, 150, 85},
	[VT_WATER] = {105, 175, 255},
	[VT_FIRE] = {255, 150, 60},
	[VT_PLANT] = {135, 200, 90},
	[VT_BLOOD] = {255, 95, 125},
	[VT_LAMP] = {255, 222, 120},
	[VT_PAPER] = {228, 200, 155},
	[VT_METAL] = {140, 185, 225},
	[VT_BONE] = {230, 212, 190},
	[VT_HERO] = {255, 255, 255},
	[VT_TITLE] = {255, 205, 80},
	[VT_SHADOW] = {185, 145, 225},
};

static unsigned scaled(unsigned value, unsigned by)
{
	return value * by / 255;
}

static uint32_t true_colour(unsigned red, unsigned green, unsigned blue)
{
	return COLOUR_TRUE | red << 16 | green << 8 | blue;
}

static bool is_surface(unsigned role)
{
	return role == VT_STONE || role == VT_DIM;
}

/* Returns the colour of a role in a light of a level. */
static uint32_t front_of(unsigned role, unsigned light, unsigned level)
{
	/* Grounds have lighter backgrounds, on which weak text would be lost. */
	bool ground = light >= VT_ON_FIRE;
	unsigned shown = ground ? VT_SHADE_LEVELS - 1 : level;
	const struct rgb *base = &bases[is_surface(role) ? VT_STONE : role];
	const struct rgb *tint = &lights[light].tint;
	unsigned scale = 157 + 14 * shown;

	if (!is_surface(role)) {
		scale = shown < WEAK_BELOW ? 205 : 255;
		return true_colour(scaled(base->red, scale), scaled(base->green, scale),
			scaled(base->blue, scale));
	}
	return true_colour(scaled(scaled(base->red, tint->red), scale),
		scaled(scaled(base->green, tint->green), scale),
		scaled(scaled(base->blue, tint->blue), scale));
}

/* Returns the background of a light of a level. It has half of the levels, because each change
 * costs bytes and is hardly seen. */
static uint32_t back_of(unsigned light, unsigned level)
{
	const struct rgb *back = &lights[light].back;
	unsigned scale = 75 + 60 * (level / 2);

	return true_colour(
		scaled(back->red, scale), scaled(back->green, scale), scaled(back->blue, scale));
}

/* ---- The nearest colour of 256 ---- */

static unsigned cube_step(unsigned value)
{
	return value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40;
}

static int square(int value)
{
	return value * value;
}

static int distance(uint32_t colour, unsigned red, unsigned green, unsigned blue)
{
	return square((int)(colour >> 16 & 0xff) - (int)red) +
	       square((int)(colour >> 8 & 0xff) - (int)green) +
	       square((int)(colour & 0xff) - (int)blue);
}

static uint8_t nearest(uint32_t colour)
{
	static const uint8_t levels[] = {0, 95, 135, 175, 215, 255};
	unsigned red = cube_step(colour >> 16 & 0xff), green = cube_step(colour >> 8 & 0xff),
		 blue = cube_step(colour & 0xff);
	unsigned mean = ((colour >> 16 & 0xff) + (colour >> 8 & 0xff) + (colour & 0xff)) / 3;
	unsigned grey = mean < 13 ? 0 : mean > 238 ? 23 : (mean - 3) / 10, shown = 8 + 10 * grey;

	if (distance(colour, shown, shown, shown) <
		distance(colour, levels[red], levels[green], levels[blue]))
		return (uint8_t)(232 + grey);
	return (uint8_t)(16 + 36 * red + 6 * green + blue);
}

void vt_shades_resolve(struct vt_shades *shades)
{
	enum { CUBE_WHITE = 231 };

	for (unsigned role = 0; role < VT_COLOUR_ROLE_COUNT; role++)
		for (unsigned light = 0; light < VT_LIGHT_COUNT; light++)
			for (unsigned step = 0; step < SHADE_STEPS; step++) {
				uint8_t front = nearest(front_of(role, light, 2 * step + 1));

				shades->fronts[role][light][step] =
					front == CUBE_WHITE ? BRIGHT_WHITE : front;
			}
}

/* ---- Pens ---- */

void vt_pen_colours(uint32_t pen, uint32_t *front, uint32_t *back)
{
	unsigned low = pen & PEN_COLOUR, high = (pen & PEN_BACK) >> PEN_BACK_SHIFT;

	*front = low;
	*back = high;
	if (!(pen & PEN_TRUE))
		return;
	*front = front_of(low, (high - 1) / VT_SHADE_LEVELS, (high - 1) % VT_SHADE_LEVELS);
	if (*front == true_colour(255, 255, 255))
		*front = BRIGHT_WHITE + 1;
	*back = back_of((high - 1) / VT_SHADE_LEVELS, (high - 1) % VT_SHADE_LEVELS);
}

bool vt_pen_valid(uint32_t pen)
{
	unsigned low = pen & PEN_COLOUR, high = (pen & PEN_BACK) >> PEN_BACK_SHIFT;

	if (pen == PEN_UNKNOWN)
		return true;
	if (pen >= 2 * PEN_TRUE)
		return false;
	if (pen & PEN_TRUE)
		return low < VT_COLOUR_ROLE_COUNT && high > 0 &&
		       high <= VT_LIGHT_COUNT * VT_SHADE_LEVELS;
	return low <= 256 && high <= 256;
}

static uint32_t back_pen(unsigned colour)
{
	return (uint32_t)(colour + 1) << PEN_BACK_SHIFT;
}

/* White and bright text is lost on green, yellow and cyan, whatever their hues are. */
static bool is_pale(int colour)
{
	return colour == GREEN || colour == YELLOW || colour == CYAN;
}

/* With few colours a text in the colour of its background becomes another one. All text on a pale
 * one is black. */
static uint32_t few_pen(uint32_t pen, unsigned role, const struct light_row *row, unsigned level)
{
	uint32_t kept = pen & (PEN_UNDERLINE | PEN_REVERSE), colour = pen & PEN_COLOUR;

	if (is_surface(role) && row->few != OWN)
		pen = kept | (uint32_t)(row->few + 1) | (level >= BOLD_FROM ? PEN_BOLD : 0);
	if (row->few_back == OWN)
		return pen;
	if (is_pale(row->few_back))
		pen = kept | (BLACK + 1);
	else if (colour == 0 || colour == (unsigned)row->few_back + 1)
		pen = kept | PEN_BOLD | (uint32_t)(row->few_back == RED ? 3 + 1 : WHITE + 1);
	return pen | back_pen((unsigned)row->few_back);
}

uint32_t vt_shade_pen(const struct vt_terminal *terminal, struct vt_cell cell)
{
	unsigned role = cell.role < VT_COLOUR_ROLE_COUNT ? cell.role : VT_TEXT;
	uint32_t pen = terminal->pens[role][cell.attributes];
	bool many = terminal->colours == VT_COLOURS_256 || terminal->colours == VT_TRUECOLOUR;
	uint32_t kept = pen & (PEN_BOLD | PEN_UNDERLINE | PEN_REVERSE);

	if (terminal->colours == VT_MONO || (!many && terminal->ground == VT_GROUND_LIGHT))
		return pen;
	if (cell.shade == VT_SHADE_MEMORY)
		return many ? kept | (MEMORY + 1) : pen;
	if (cell.shade == VT_SHADE_UNLIT)
		return many && is_surface(role) ? kept | (UNLIT + 1) : pen;
	unsigned light = (cell.shade - 1U) / VT_SHADE_LEVELS;
	unsigned level = (cell.shade - 1U) % VT_SHADE_LEVELS;
	if (light >= VT_LIGHT_COUNT)
		return pen;
	if (vt_dialect(terminal->kind->grants) != NULL)
		return is_surface(role) ? vt_dialect_shade_pen(pen, (enum vt_light)light) : pen;
	if (!many)
		return few_pen(pen, role, &lights[light], level);
	if (terminal->colours == VT_TRUECOLOUR)
		return kept | PEN_TRUE | role | (uint32_t)cell.shade << PEN_BACK_SHIFT;
	unsigned step = level * SHADE_STEPS / VT_SHADE_LEVELS;
	return kept | (terminal->shades.fronts[role][light][step] + 1U) |
	       back_pen(lights[light].backs[step * 2 / SHADE_STEPS]);
}
