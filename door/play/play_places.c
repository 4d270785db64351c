/*
 * The list of destinations of travel, sorted by the steps of the known path.
 *
 * It lists remembered items, stairs and notable terrain. It uses the view of the level: an item
 * carried off meanwhile stays in the list until its cell is seen again. Letters follow the order of
 * the rows when the list opens, and stay while it is open.
 */
#include "door/play/play_private.h"

#include <stdio.h>
#include <string.h>

#define NO_WAY 10000 /* added to the distance of a destination without a known path */
#define WIDTH 44
#define PRICE_WIDTH 10 /* more for a list with prices */
#define STEPS_WIDTH 10

struct destination {
	int16_t x, y;
	int steps;
	int letter;
	char covered; /* the symbol of stairs under a creature, else 0 */
};

struct places {
	struct destination list[PLACES_MOST];
	int count;
};

static void places_add(struct places *places, struct destination place)
{
	int at = places->count;
	while (at > 0 && places->list[at - 1].steps > place.steps)
		at--;
	if (at == PLACES_MOST)
		return;
	places->count += places->count < PLACES_MOST;
	memmove(&places->list[at + 1], &places->list[at],
		sizeof place * (size_t)(places->count - 1 - at));
	places->list[at] = place;
}

static int letter_of(const struct play *play, int x, int y)
{
	for (int i = 0; i < PLACES_MOST; i++)
		if (play->places.letters[i].x == x && play->places.letters[i].y == y)
			return i;
	return -1;
}

/* Assigns the free letters to destinations without one, in order. */
static void places_letter(struct play *play, struct places *places)
{
	bool taken[PLACES_MOST] = {false};
	int next = 0;
	if (play->places.depth != play->depth)
		memset(play->places.letters, -1, sizeof play->places.letters);
	play->places.depth = play->depth;
	for (int i = 0; i < places->count; i++) {
		struct destination *place = &places->list[i];
		place->letter = letter_of(play, place->x, place->y);
		if (place->letter >= 0)
			taken[place->letter] = true;
	}
	for (int i = 0; i < places->count; i++) {
		struct destination *place = &places->list[i];
		if (place->letter >= 0)
			continue;
		while (taken[next])
			next++;
		taken[next] = true;
		place->letter = next;
		play->places.letters[next].x = place->x;
		play->places.letters[next].y = place->y;
	}
}

/* Returns the symbol of the stairs that the hero knows there, even under a creature, or 0. */
static char stairs_at(const struct play *play, int x, int y)
{
	return game_knows_stairs(play->game, x, y, true)    ? '<'
	       : game_knows_stairs(play->game, x, y, false) ? '>'
							    : 0;
}

static void places_read(struct play *play, struct places *places)
{
	const struct view *view = play_view(play);
	places->count = 0;
	for (int at = 0; at < view->width * view->height; at++) {
		int x = at % view->width, y = at / view->width;
		unsigned flags = view->cells[at].flags;
		bool here = x == view->hero_x && y == view->hero_y;
		char stairs = stairs_at(play, x, y);
		if (here || !(flags & CELL_KNOWN) || (flags & CELL_CREATURE && !stairs) ||
			!(flags & CELL_ITEM || stairs || game_is_landmark(play->game, x, y)))
			continue;
		int steps = game_steps_to(play->game, view, x, y);
		places_add(places,
			(struct destination){.x = (int16_t)x,
				.y = (int16_t)y,
				.covered = flags & CELL_CREATURE ? stairs : (char)0,
				.steps = steps >= 0 ? steps : NO_WAY + play_distance(view, x, y)});
	}
	places_letter(play, places);
}

void play_places_begin(struct play *play)
{
	struct places places;
	memset(play->places.letters, -1, sizeof play->places.letters);
	places_read(play, &places);
	if (places.count) {
		play_prompt_begin(play, MODE_PLACES, ACTION_TRAVEL, "Travel where?");
		return;
	}
	play_prompt_end(play);
	play_say(play, "There is no known place to travel to on this level.");
}

static const struct destination *place_of_key(const struct places *places, int key)
{
	for (int i = 0; i < places->count; i++)
		if (key == 'a' + places->list[i].letter)
			return &places->list[i];
	return NULL;
}

void play_places_key(struct play *play, int key)
{
	struct places places;
	places_read(play, &places);
	const struct destination *place = place_of_key(&places, key);
	if (key == ' ')
		play->prompt.list_page++;
	else if (place)
		play_travel(play, place->x, place->y);
	else
		play_prompt_end(play);
}

/* Writes the name of a destination, which is not that of a creature on it. */
static void place_name(
	const struct play *play, const struct destination *place, char *text, size_t size)
{
	char creature[80] = "";
	const char *stairs = ui_word(play->content, "label-stairs", "stairs");
	game_name(play->game, place->x, place->y, creature, sizeof creature);
	if (place->covered)
		snprintf(text, size, "%.20s %s (%s)", stairs, place->covered == '<' ? "up" : "down",
			creature);
	else
		snprintf(text, size, "%s", creature);
}

static void place_paint(struct play *play, struct vt_frame *frame, int x, int y, int width,
	const struct destination *place)
{
	char name[120] = "", steps[24] = "no way", price[48];
	bool way = place->steps < NO_WAY;
	const struct view *view = play_view(play);
	const struct view_cell *cell = &view->cells[place->y * view->width + place->x];
	const struct appearance *appearance = content_appearance(play->content, cell->appearance);
	place_name(play, place, name, sizeof name);
	if (way)
		snprintf(steps, sizeof steps,
			place->steps == 0   ? "beside you"
			: place->steps == 1 ? "%d step"
					    : "%d steps",
			place->steps);
	vt_put(frame, x, y, (uint16_t)('a' + place->letter), VT_BRIGHT, VT_BOLD);
	if (place->covered)
		vt_put(frame, x + 2, y, (uint16_t)place->covered, VT_BRIGHT, 0);
	else
		vt_put(frame, x + 2, y, play->glyphs[cell->appearance],
			(enum vt_colour_role)ui_roles[appearance->role], 0);
	/* The price always has room: a name that is too wide is shortened. */
	play_price(play, game_price(play->game, place->x, place->y), price, sizeof price);
	ui_fit(name, width - STEPS_WIDTH - 5 - (*price ? ui_width(price) + 2 : 0));
	int end = vt_text(frame, x + 4, y, name, way ? VT_TEXT : VT_DIM, 0, NULL);
	vt_text(frame, end + 2, y, price, VT_GOLD, 0, NULL);
	vt_text(frame, x + width - (int)strlen(steps), y, steps, VT_DIM, 0, NULL);
}

static bool any_price(const struct play *play, const struct places *places)
{
	for (int i = 0; i < places->count; i++)
		if (game_price(play->game, places->list[i].x, places->list[i].y) > 0)
			return true;
	return false;
}

/* Paints one page of the list. Letters of other pages work, too. */
void play_places_paint(struct play *play, struct vt_frame *frame)
{
	struct places places;
	int room = frame->height - 5, x, y;
	places_read(play, &places);
	int width = WIDTH + (any_price(play, &places) ? PRICE_WIDTH : 0);
	width = frame->width - 3 < width ? frame->width - 3 : width;
	room = room < 1 ? 1 : room;
	int pages = (places.count + room - 1) / room;
	play->prompt.list_page = pages > 0 ? play->prompt.list_page % pages : 0;
	int first = play->prompt.list_page * room;
	int rows = places.count - first < room ? places.count - first : room;
	play_box(frame, width, rows, play->messages.sentence,
		pages > 1 ? "Space: more, a letter, or Esc" : "a letter, or Esc", &x, &y);
	for (int i = 0; i < rows; i++)
		place_paint(play, frame, x, y + i, width - 1, &places.list[first + i]);
}
