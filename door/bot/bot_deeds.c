/* Commands of the rules, and rules that several bots share. */
#include "door/bot/bot_private.h"

#include <stdio.h>
#include <string.h>

/* Vigna's splitmix64. */
int bot_below(struct bot *bot, int bound)
{
	uint64_t mixed = bot->whims += 0x9e3779b97f4a7c15u;
	mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
	mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
	mixed ^= mixed >> 31;
	return (int)((mixed >> 32) * (uint64_t)bound >> 32);
}

bool bot_is_told(const struct bot *bot, const char *text, const char *word)
{
	const char *sentence = content_word(bot->content, word);
	char plain[64] = "";
	if (sentence && *sentence == '{')
		sentence = strchr(sentence, '}') ? strchr(sentence, '}') + 1 : "";
	snprintf(plain, sizeof plain, "%.*s", sentence ? (int)strcspn(sentence, "{") : 0,
		sentence ? sentence + strspn(sentence, " ") : "");
	for (size_t length = strlen(plain); length > 0 && plain[length - 1] == ' ';)
		plain[--length] = '\0';
	return *plain && strstr(text, plain) != NULL;
}

/* ---- Commands ---- */

bool bot_does(struct bot *bot, enum verb verb)
{
	return bot_uses(bot, verb, 0);
}

size_t bot_item_count(const struct bot *bot)
{
	return bot->view->pack_count + bot->view->pouch_count;
}

const struct view_item *bot_item(const struct bot *bot, size_t index)
{
	const struct view *view = bot->view;
	return index < view->pack_count ? &view->pack[index]
					: &view->pouch[index - view->pack_count];
}

bool bot_uses(struct bot *bot, enum verb verb, int item)
{
	if (verb_row(verb)->wants == WANTS_PACK)
		item = carried_number(bot_item(bot, (size_t)item)->letter);
	bot->command = (struct command){.verb = (uint8_t)verb, .item = (uint8_t)item};
	return true;
}

/* True if a step leads from a harmless cell into harm. */
static bool is_folly(const struct bot *bot, int direction)
{
	const struct view *view = bot->view;
	int x = view->hero_x + direction_dx[direction], y = view->hero_y + direction_dy[direction];
	if (x < 0 || y < 0 || x >= view->width || y >= view->height)
		return false;
	unsigned to = view->cells[y * view->width + x].flags;
	unsigned here = view->cells[view->hero_y * view->width + view->hero_x].flags;
	return (to & CELL_HARM) && !(to & CELL_CREATURE) && !(here & CELL_HARM) &&
	       (!bot->braves || bot_is_deadly(bot, x, y));
}

bool bot_steps(struct bot *bot, int direction)
{
	if (is_folly(bot, direction))
		return bot_does(bot, VERB_WAIT);
	bot->command = (struct command){.verb = VERB_STEP, .direction = (uint8_t)direction};
	return true;
}

bool bot_lets_fly(struct bot *bot, enum verb verb, int item, int x, int y)
{
	bot->command = (struct command){.verb = (uint8_t)verb,
		.item = (uint8_t)carried_number(bot_item(bot, (size_t)item)->letter),
		.x = (int16_t)x,
		.y = (int16_t)y};
	return true;
}

bool bot_means(struct bot *bot, enum bot_purpose purpose, bool chosen)
{
	bot->purpose = chosen ? purpose : bot->purpose;
	return chosen;
}

int bot_health_percent(const struct bot *bot)
{
	const struct view_status *status = &bot->view->status;
	return status->health * 100 / (status->health_max > 0 ? status->health_max : 1);
}

bool bot_follow_rules(struct bot *bot, bot_rule *const rules[], size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (rules[i](bot))
			return true;
	return false;
}

/* ---- Rules that several share ---- */

bool bot_wanders(struct bot *bot)
{
	int steps = 0;
	for (int direction = 0; direction < DIR_COUNT; direction++)
		steps += !(bot_cell(bot, bot->view->hero_x, bot->view->hero_y)->refused &
			   1 << direction);
	if (steps == 0)
		return bot_does(bot, VERB_SEARCH);
	int direction;
	do
		direction = bot_below(bot, DIR_COUNT);
	while (bot_cell(bot, bot->view->hero_x, bot->view->hero_y)->refused & 1 << direction);
	return bot_steps(bot, direction);
}

/* Picks up items underfoot, except those it left before and goods it cannot pay for. */
bool bot_takes(struct bot *bot)
{
	struct bot_cell *here = bot_cell(bot, bot->view->hero_x, bot->view->hero_y);
	if (bot->view->ground_count == 0 || here->left)
		return false;
	bool dear = bot->view->ground[0].price > bot->view->status.gold;
	if (bot->view->pack_count < PACK_MAX && !dear)
		return bot_means(bot, bot->view->ground[0].price > 0 ? BOT_ACTS : BOT_EXPLORES,
			bot_does(bot, VERB_PICK_UP));
	here->left = true;
	return false;
}
