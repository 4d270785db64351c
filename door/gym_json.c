/* The gym: what is seen and may be done, as JSON. */
#include "gym.h"
#include "lab.h"
#include "view_json.h"

#include <assert.h>
#include <stdio.h>

/* ---- What is seen ---- */

static json_t *creature_json(const struct content *content, const struct view_creature *creature)
{
	const char symbol[2] = {content_symbol(content, creature->look), '\0'};
	return json_pack("{s:I, s:s, s:s, s:[i, i], s:i, s:i, s:b, s:b, s:b, s:b, s:b, s:i, s:i, "
			 "s:i}",
		"id", (json_int_t)creature->id, "name", creature->name, "symbol", symbol, "at",
		creature->x, creature->y, "health_percent", creature->health_percent, "speed",
		creature->speed, "asleep", creature->asleep, "unaware", creature->unaware,
		"fleeing", creature->fleeing, "ally", creature->ally, "captive", creature->captive,
		"hits_you", creature->hits_you, "you_hit", creature->you_hit, "blow_percent",
		creature->blow_percent);
}

static json_t *creatures_json(const struct content *content, const struct view *view)
{
	json_t *creatures = json_array();
	for (size_t i = 0; i < view->creature_count; i++)
		json_array_append_new(creatures, creature_json(content, &view->creatures[i]));
	return creatures;
}

static json_t *item_flags_json(unsigned flags)
{
	static const struct {
		unsigned flag;
		const char *word;
	} words[] = {{ITEM_WIELDED, "wielded"}, {ITEM_WORN, "worn"}, {ITEM_KNOWN, "known"},
		{ITEM_LIT, "lit"}, {ITEM_FOR_SALE, "for-sale"}, {ITEM_OFFERED, "offered"},
		{ITEM_LEFT, "left"}};
	json_t *list = json_array();
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (flags & words[i].flag)
			json_array_append_new(list, json_string(words[i].word));
	return list;
}

static json_t *item_json(const struct content *content, const struct view_item *item)
{
	const char symbol[2] = {content_symbol(content, item->look), '\0'};
	const char letter[2] = {item->letter, '\0'};
	return json_pack("{s:s, s:s, s:s, s:s, s:o, s:i, s:i, s:s}", "letter", letter, "name",
		item->name, "symbol", symbol, "text", item->look_text, "flags",
		item_flags_json(item->flags), "price", item->price, "worth", item->worth, "slot",
		item->slot);
}

static json_t *items_json(
	const struct content *content, const struct view_item *items, size_t count)
{
	json_t *list = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, item_json(content, &items[i]));
	return list;
}

static json_t *spells_json(const struct view *view)
{
	json_t *list = json_array();
	for (size_t i = 0; i < view->spell_count; i++) {
		const struct view_spell *spell = &view->spells[i];
		json_array_append_new(
			list, json_pack("{s:i, s:s, s:s, s:i, s:i, s:b}", "number", spell->number,
				      "name", spell->name, "text", spell->look_text, "mana",
				      spell->mana, "level", spell->level, "able", spell->able));
	}
	return list;
}

static json_t *talents_json(const struct view *view)
{
	json_t *list = json_array();
	for (size_t i = 0; i < view->talent_count; i++)
		json_array_append_new(list, json_string(view->talents[i].name));
	return list;
}

static json_t *quests_json(const struct view *view)
{
	static const char *const states[] = {
		[QUEST_OPEN] = "open", [QUEST_DONE] = "done", [QUEST_FAILED] = "failed"};
	json_t *list = json_array();
	for (size_t i = 0; i < view->quest_count; i++)
		json_array_append_new(
			list, json_pack("{s:s, s:o, s:s}", "name", view->quests[i].name, "text",
				      view_json_text(view->quests[i].text), "state",
				      states[view->quests[i].state]));
	return list;
}

static json_t *choice_json(const struct view *view)
{
	json_t *list = json_array();
	for (size_t i = 0; i < view->choice_count; i++)
		json_array_append_new(
			list, json_pack("{s:s, s:s, s:s}", "name", view->choices[i].name, "text",
				      view->choices[i].text, "path", view->choices[i].path));
	return list;
}

static json_t *messages_json(const struct view *view, uint32_t serial)
{
	json_t *list = json_array();
	for (size_t i = 0; i < view->message_count; i++)
		if (view->messages[i].serial > serial)
			json_array_append_new(list, view_json_text(view->messages[i].text));
	return list;
}

/* ---- What may be done ---- */

static json_t *cells_json(const struct gym_menu *menu, const struct gym_offer *offer)
{
	json_t *list = json_array();
	for (size_t i = offer->first; i < (size_t)offer->first + offer->count; i++)
		json_array_append_new(
			list, json_pack("[i, i]", menu->cells[i][0], menu->cells[i][1]));
	return list;
}

static void offer_json(
	const struct gym_menu *menu, const struct gym_offer *offer, json_t *legal, json_t *aim)
{
	char words[32];
	lab_command_words(&offer->command, words, sizeof words);
	if (offer->cells == GYM_NO_CELL)
		json_array_append_new(legal, json_string(words));
	else if (offer->cells == GYM_WITHIN)
		json_array_append_new(aim, json_pack("{s:s, s:i, s:b}", "do", words, "within",
						   offer->within, "sight", offer->in_sight));
	else
		json_array_append_new(aim,
			json_pack("{s:s, s:o}", "do", words, "cells", cells_json(menu, offer)));
}

json_t *gym_observation(const struct content *content, const struct view *view,
	const struct gym_menu *menu, uint32_t serial)
{
	json_t *legal = json_array(), *aim = json_array();
	for (size_t i = 0; i < menu->offer_count; i++)
		offer_json(menu, &menu->offers[i], legal, aim);
	json_t *whole = json_pack("{s:o, s:[i, i], s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
				  "s:o, s:o, s:o}",
		"status", view_json_status(view), "hero", view->hero_x, view->hero_y, "map",
		view_json_map(content, view), "cells", view_json_cells(view), "creatures",
		creatures_json(content, view), "pack",
		items_json(content, view->pack, view->pack_count), "ground",
		items_json(content, view->ground, view->ground_count), "spells", spells_json(view),
		"talents", talents_json(view), "quests", quests_json(view), "choice",
		choice_json(view), "messages", messages_json(view, serial), "legal", legal, "aim",
		aim);
	assert(whole);
	return whole;
}
