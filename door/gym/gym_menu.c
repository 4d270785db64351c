/* The gym: the menu of all legal commands, as far as the hero can know. */
#include "door/gym/gym.h"

#include <assert.h>
#include <stdlib.h>

/* A menu being filled. */
struct filling {
	struct gym_menu *menu;
	struct game *game;
	const struct view *view;
	int throw_within; /* 0: not computed yet */
};

static struct gym_offer *offer(struct filling *filling, const struct command *command)
{
	struct gym_menu *menu = filling->menu;
	assert(menu->offer_count < GYM_OFFERS_MAX);
	struct gym_offer *new = &menu->offers[menu->offer_count++];
	*new = (struct gym_offer){.command = *command, .first = (uint16_t)menu->cell_count};
	new->command.x = new->command.y = 0;
	return new;
}

static void offer_plain(struct filling *filling, struct command command)
{
	if (game_allows(filling->game, &command))
		offer(filling, &command);
}

/* ---- Cells ---- */

static bool inside(const struct view *view, int x, int y)
{
	return x >= 0 && y >= 0 && x < view->width && y < view->height;
}

static bool in_sight(const struct view *view, int x, int y)
{
	return view->cells[y * view->width + x].flags & CELL_VISIBLE;
}

static bool allows_at(const struct filling *filling, struct command command, int x, int y)
{
	command.x = (int16_t)x;
	command.y = (int16_t)y;
	return game_allows(filling->game, &command);
}

/* The greatest distance along the row at which a command is legal; 0: nowhere.  It is legal at
 * smaller distances too. */
static int reach_of(const struct filling *filling, const struct command *command)
{
	const struct view *view = filling->view;
	int x = view->hero_x, y = view->hero_y, right = view->width - 1 - x;
	int side = right > x ? 1 : -1, least = 0, most = right > x ? right : x;
	while (least < most) {
		int middle = (least + most + 1) / 2;
		if (allows_at(filling, *command, x + side * middle, y))
			least = middle;
		else
			most = middle - 1;
	}
	return least;
}

/* The range of a command along a line, which is legal in all directions or in none. */
static int anywhere(const struct filling *filling, const struct command *command)
{
	const struct view *view = filling->view;
	int adjacent = view->hero_x + (view->hero_x + 1 < view->width ? 1 : -1);
	if (!allows_at(filling, *command, adjacent, view->hero_y))
		return 0;
	return view->width > view->height ? view->width : view->height;
}

static void offer_within(
	struct filling *filling, const struct command *command, int within, bool sight)
{
	struct gym_offer *new;
	if (within <= 0)
		return;
	new = offer(filling, command);
	new->cells = GYM_WITHIN;
	new->within = (int16_t)within;
	new->in_sight = sight;
}

static bool is_target(const struct view *view, int x, int y)
{
	return inside(view, x, y) && in_sight(view, x, y) &&
	       (x != view->hero_x || y != view->hero_y);
}

/* Offers any cell in sight within a distance, if the command is legal at one of them. */
static void offer_in_sight(struct filling *filling, const struct command *command, int range)
{
	const struct view *view = filling->view;
	for (int y = view->hero_y - range; y <= view->hero_y + range; y++)
		for (int x = view->hero_x - range; x <= view->hero_x + range; x++)
			if (is_target(view, x, y)) {
				bool allowed = allows_at(filling, *command, x, y);
				offer_within(filling, command, allowed ? range : 0, true);
				return;
			}
}

/* Offers the cells at which the command is legal. */
static void offer_listed(struct filling *filling, const struct command *command, int range)
{
	const struct view *view = filling->view;
	struct gym_menu *menu = filling->menu;
	size_t first = menu->cell_count;
	for (int y = view->hero_y - range; y <= view->hero_y + range; y++)
		for (int x = view->hero_x - range; x <= view->hero_x + range; x++) {
			if (!inside(view, x, y) || menu->cell_count == GYM_CELLS_MAX ||
				!allows_at(filling, *command, x, y))
				continue;
			menu->cells[menu->cell_count][0] = (int16_t)x;
			menu->cells[menu->cell_count++][1] = (int16_t)y;
		}
	if (menu->cell_count == first)
		return;
	struct gym_offer *new = offer(filling, command);
	new->cells = GYM_LISTED;
	new->first = (uint16_t)first;
	new->count = (uint16_t)(menu->cell_count - first);
}

/* Offers any cell for a command that acts on the hero or on all, wherever it is aimed. */
static void offer_anywhere(struct filling *filling, const struct command *command)
{
	if (allows_at(filling, *command, filling->view->hero_x, filling->view->hero_y))
		offer(filling, command)->cells = GYM_ANY;
}

static void offer_aimed(struct filling *filling, const struct command *command, enum view_aim aim,
	int range, bool known)
{
	switch (aim) {
	case VIEW_AIM_SELF:
	case VIEW_AIM_WHOLE:
		offer_anywhere(filling, command);
		break;
	case VIEW_AIM_CELL:
		if (command->verb == VERB_USE)
			offer_listed(filling, command, range);
		else
			offer_in_sight(filling, command, range);
		break;
	default:
		if (known)
			offer_within(filling, command, anywhere(filling, command), false);
		else
			offer_in_sight(filling, command, range);
		break;
	}
}

/* ---- Verbs ---- */

static void offer_flight(struct filling *filling, const struct command *command)
{
	int *within = &filling->throw_within;
	if (command->verb == VERB_FIRE) {
		offer_within(filling, command, reach_of(filling, command), false);
		return;
	}
	if (*within == 0)
		*within = reach_of(filling, command);
	offer_within(filling, command, *within, false);
}

static void offer_with(struct filling *filling, enum verb verb, const struct view_item *item)
{
	struct command command = {
		.verb = (uint8_t)verb, .item = (uint8_t)carried_number(item->letter)};
	if (!(item->verbs & 1u << verb))
		return;
	if (verb_row(verb)->wants == WANTS_PACK)
		offer_plain(filling, command);
	else if (verb_row(verb)->flags & VERB_LETS_FLY)
		offer_flight(filling, &command);
	else
		offer_aimed(filling, &command, (enum view_aim)item->aim, item->range,
			item->flags & ITEM_KNOWN);
}

static void offer_spell(struct filling *filling, const struct view_spell *spell)
{
	struct command command = {.verb = VERB_CAST, .item = spell->number};
	if (spell->able)
		offer_aimed(filling, &command, (enum view_aim)spell->aim, spell->range, true);
}

static void offer_verb(struct filling *filling, enum verb verb)
{
	const struct view *view = filling->view;
	struct command command = {.verb = (uint8_t)verb};
	switch (verb_row(verb)->wants) {
	case WANTS_NOTHING:
		offer_plain(filling, command);
		break;
	case WANTS_DIRECTION:
		for (; command.direction < DIR_COUNT; command.direction++)
			offer_plain(filling, command);
		break;
	case WANTS_GROUND:
		for (; command.item < view->ground_count; command.item++)
			offer_plain(filling, command);
		break;
	case WANTS_NUMBER:
		for (; verb == VERB_CHOOSE && command.number < view->choice_count; command.number++)
			offer_plain(filling, command);
		break;
	case WANTS_PACK:
	case WANTS_PACK_AND_CELL:
		for (size_t i = 0; i < view->pack_count; i++)
			offer_with(filling, verb, &view->pack[i]);
		for (size_t i = 0; i < view->pouch_count; i++)
			offer_with(filling, verb, &view->pouch[i]);
		break;
	case WANTS_SPELL_AND_CELL:
		for (size_t i = 0; i < view->spell_count; i++)
			offer_spell(filling, &view->spells[i]);
		break;
	}
}

void gym_menu_fill(struct gym_menu *menu, struct game *game, const struct view *view)
{
	struct filling filling = {.menu = menu, .game = game, .view = view};
	menu->offer_count = menu->cell_count = 0;
	for (int verb = 0; verb < VERB_COUNT; verb++)
		offer_verb(&filling, (enum verb)verb);
}

/* ---- Public functions ---- */

static bool autopickup_cell(const struct gym_menu *menu, const struct view *view,
	const struct gym_offer *offer, int x, int y)
{
	int across = abs(x - view->hero_x), down = abs(y - view->hero_y);
	int steps = across > down ? across : down;
	if (offer->cells == GYM_ANY)
		return inside(view, x, y);
	if (offer->cells == GYM_WITHIN)
		return inside(view, x, y) && steps > 0 && steps <= offer->within &&
		       (!offer->in_sight || in_sight(view, x, y));
	for (size_t i = offer->first; i < (size_t)offer->first + offer->count; i++)
		if (menu->cells[i][0] == x && menu->cells[i][1] == y)
			return true;
	return offer->cells == GYM_NO_CELL;
}

bool gym_menu_has(
	const struct gym_menu *menu, const struct view *view, const struct command *command)
{
	for (size_t i = 0; i < menu->offer_count; i++) {
		const struct gym_offer *offer = &menu->offers[i];
		if (offer->command.verb == command->verb &&
			offer->command.direction == command->direction &&
			offer->command.item == command->item &&
			offer->command.number == command->number &&
			autopickup_cell(menu, view, offer, command->x, command->y))
			return true;
	}
	return false;
}
