/* The gym: the view and the menu as JSON. */
#include "door/gym/gym.h"
#include "door/text/parse.h"
#include "door/gym/view_json.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAP_WIDTH_MAX 500

/* Writes a small jansson value.  Only for values that are rare. */
static void put_json(struct json_out *out, const char *key, json_t *json)
{
	char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
	assert(text);
	json_out_key(out, key);
	json_out_value(out, text);
	free(text);
	json_decref(json);
}

static void put_string(struct json_out *out, const char *key, const char *text)
{
	json_out_key(out, key);
	json_out_string(out, text);
}

static void put_number(struct json_out *out, const char *key, long number)
{
	json_out_key(out, key);
	json_out_number(out, number);
}

static void put_symbol(struct json_out *out, const struct content *content, uint16_t appearance)
{
	const char symbol[2] = {content_symbol(content, appearance), '\0'};
	put_string(out, "symbol", symbol);
}

/* ---- Statuses ---- */

/* Writes the turns that each word still lasts. Words of unknown length are left out. */
static void put_lasting(struct json_out *out, const char *words, const uint8_t *turns)
{
	for (size_t nth = 0; *words && nth < VIEW_STATUSES_MAX; nth++) {
		char word[32];
		size_t length = strcspn(words, " ");
		snprintf(word, sizeof word, "%.*s", (int)length, words);
		if (turns[nth] > 0)
			put_number(out, word, turns[nth]);
		words += length;
		words += strspn(words, " ");
	}
}

static void put_lasts(struct json_out *out, const struct view_status *status)
{
	json_out_key(out, "lasts");
	json_out_open(out, '{');
	put_lasting(out, status->conditions, status->condition_turns);
	put_lasting(out, status->boons, status->boon_turns);
	json_out_close(out, '}');
}

/* ---- The level ---- */

static void put_map(struct json_out *out, const struct content *content, const struct view *view)
{
	size_t width = (size_t)view->width;
	json_out_key(out, "map");
	json_out_open(out, '[');
	for (int y = 0; y < view->height; y++) {
		const struct view_cell *cells = &view->cells[(size_t)y * width];
		char row[MAP_WIDTH_MAX + 1];
		assert(width <= MAP_WIDTH_MAX);
		for (size_t x = 0; x < width; x++)
			row[x] = cells[x].flags & CELL_KNOWN
					 ? content_symbol(content, cells[x].appearance)
					 : ' ';
		row[width] = '\0';
		json_out_string(out, row);
	}
	json_out_close(out, ']');
}

static char digit_of(unsigned flags)
{
	return "0123456789abcdef"[(flags & CELL_KNOWN ? 1 : 0) | (flags & CELL_VISIBLE ? 2 : 0) |
				  (flags & CELL_HARM ? 4 : 0) | (flags & CELL_STOPS ? 8 : 0)];
}

static void put_cells(struct json_out *out, const struct view *view)
{
	json_out_key(out, "cells");
	json_out_open(out, '[');
	for (int y = 0; y < view->height; y++) {
		char *row = json_out_plain(out, (size_t)view->width);
		for (int x = 0; x < view->width; x++)
			row[x] = digit_of(view->cells[y * view->width + x].flags);
	}
	json_out_close(out, ']');
}

/* Lists the known stairs of one direction, also those below an item or a creature. */
static void put_stairs_of(
	struct json_out *out, const struct game *game, const struct view *view, bool up)
{
	for (int at = 0; at < view->width * view->height; at++) {
		int x = at % view->width, y = at / view->width;
		if (!game_knows_stairs(game, x, y, up))
			continue;
		json_out_open(out, '{');
		json_out_key(out, "at");
		json_out_open(out, '[');
		json_out_number(out, x);
		json_out_number(out, y);
		json_out_close(out, ']');
		put_string(out, "way", up ? "up" : "down");
		json_out_close(out, '}');
	}
}

static void put_stairs(struct json_out *out, const struct game *game, const struct view *view)
{
	json_out_key(out, "stairs");
	json_out_open(out, '[');
	put_stairs_of(out, game, view, true);
	put_stairs_of(out, game, view, false);
	json_out_close(out, ']');
}

/* ---- Creatures and items ---- */

/* {"noise": 8}: one in so many turns, of the wakers that reach it. */
static void put_wakers(struct json_out *out, const struct view_creature *creature)
{
	static const char *const words[] = {
#define ROW(id, word, trace) word,
		ENGINE_WAKERS(ROW)
#undef ROW
	};
	json_out_key(out, "wakes");
	json_out_open(out, '{');
	for (size_t i = 0; i < WAKER_COUNT; i++)
		if (creature->wakes[i] > 0)
			put_number(out, words[i], creature->wakes[i]);
	json_out_close(out, '}');
}

static void put_creature(
	struct json_out *out, const struct content *content, const struct view_creature *creature)
{
	const struct {
		const char *word;
		bool flag;
	} flags[] = {{"asleep", creature->asleep}, {"unaware", creature->unaware},
		{"fleeing", creature->fleeing}, {"ally", creature->ally},
		{"captive", creature->captive}, {"talks", creature->talks}};
	json_out_open(out, '{');
	put_number(out, "id", (long)creature->id);
	put_string(out, "name", creature->name);
	put_symbol(out, content, creature->appearance);
	json_out_key(out, "at");
	json_out_open(out, '[');
	json_out_number(out, creature->x);
	json_out_number(out, creature->y);
	json_out_close(out, ']');
	put_number(out, "health_percent", creature->health_percent);
	put_number(out, "speed", creature->speed);
	put_string(out, "pace", creature->pace);
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
		json_out_key(out, flags[i].word);
		json_out_flag(out, flags[i].flag);
	}
	put_number(out, "hits_you", creature->hits_you);
	put_number(out, "you_hit", creature->you_hit);
	put_number(out, "blow_percent", creature->blow_percent);
	put_number(out, "kills_in", creature->kills_in);
	put_number(out, "falls_in", creature->falls_in);
	put_wakers(out, creature);
	json_out_close(out, '}');
}

static void put_creatures(
	struct json_out *out, const struct content *content, const struct view *view)
{
	json_out_key(out, "creatures");
	json_out_open(out, '[');
	for (size_t i = 0; i < view->creature_count; i++)
		put_creature(out, content, &view->creatures[i]);
	json_out_close(out, ']');
}

static void put_item_flags(struct json_out *out, unsigned flags)
{
	static const struct {
		unsigned flag;
		const char *word;
	} words[] = {{ITEM_WIELDED, "wielded"}, {ITEM_WORN, "worn"}, {ITEM_KNOWN, "known"},
		{ITEM_LIT, "lit"}, {ITEM_FOR_SALE, "for-sale"}, {ITEM_OFFERED, "offered"},
		{ITEM_LEFT, "left"}};
	json_out_key(out, "flags");
	json_out_open(out, '[');
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (flags & words[i].flag)
			json_out_string(out, words[i].word);
	json_out_close(out, ']');
}

static void put_items(struct json_out *out, const char *key, const struct content *content,
	const struct view_item *items, size_t count)
{
	json_out_key(out, key);
	json_out_open(out, '[');
	for (size_t i = 0; i < count; i++) {
		const struct view_item *item = &items[i];
		const char letter[2] = {item->letter, '\0'};
		json_out_open(out, '{');
		put_string(out, "letter", letter);
		put_string(out, "name", item->name);
		put_symbol(out, content, item->appearance);
		put_string(out, "text", item->description);
		put_item_flags(out, item->flags);
		put_number(out, "price", item->price);
		put_number(out, "worth", item->worth);
		put_string(out, "slot", item->slot);
		json_out_close(out, '}');
	}
	json_out_close(out, ']');
}

/* ---- Spells, talents, quests and messages ---- */

static json_t *spells_json(const struct view *view)
{
	json_t *list = json_array();
	for (size_t i = 0; i < view->spell_count; i++) {
		const struct view_spell *spell = &view->spells[i];
		json_array_append_new(
			list, json_pack("{s:i, s:s, s:s, s:i, s:i, s:b}", "number", spell->number,
				      "name", spell->name, "text", spell->description, "mana",
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
			list, json_pack("{s:s, s:o, s:s, s:i}", "name", view->choices[i].name,
				      "text", view_json_text(view->choices[i].text), "path",
				      view->choices[i].path, "count", view->choices[i].count));
	return list;
}

static void put_messages(struct json_out *out, const struct view *view, uint32_t serial)
{
	json_out_key(out, "messages");
	json_out_open(out, '[');
	for (size_t i = 0; i < view->message_count; i++)
		if (view->messages[i].serial > serial)
			json_out_string(out, view->messages[i].text);
	json_out_close(out, ']');
}

/* ---- The menu ---- */

/* Writes only steps that cost gold. */
static void put_step_prices(struct json_out *out, const struct view *view)
{
	json_out_key(out, "step_price");
	json_out_open(out, '{');
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		const struct command step = {.verb = VERB_STEP, .direction = (uint8_t)direction};
		char words[32];
		command_text(&step, words, sizeof words);
		if (view->step_price[direction] > 0)
			put_number(out, words, view->step_price[direction]);
	}
	json_out_close(out, '}');
}

static void put_legal(struct json_out *out, const struct gym_menu *menu)
{
	char words[32];
	json_out_key(out, "legal");
	json_out_open(out, '[');
	for (size_t i = 0; i < menu->offer_count; i++)
		if (menu->offers[i].cells == GYM_NO_CELL) {
			command_text(&menu->offers[i].command, words, sizeof words);
			json_out_string(out, words);
		}
	json_out_close(out, ']');
}

static void put_offer_cells(
	struct json_out *out, const struct gym_menu *menu, const struct gym_offer *offer)
{
	json_out_key(out, "cells");
	json_out_open(out, '[');
	for (size_t i = offer->first; i < (size_t)offer->first + offer->count; i++) {
		json_out_open(out, '[');
		json_out_number(out, menu->cells[i][0]);
		json_out_number(out, menu->cells[i][1]);
		json_out_close(out, ']');
	}
	json_out_close(out, ']');
}

static void put_aim(struct json_out *out, const struct gym_menu *menu)
{
	char words[32];
	json_out_key(out, "aim");
	json_out_open(out, '[');
	for (size_t i = 0; i < menu->offer_count; i++) {
		const struct gym_offer *offer = &menu->offers[i];
		if (offer->cells == GYM_NO_CELL)
			continue;
		command_text(&offer->command, words, sizeof words);
		json_out_open(out, '{');
		put_string(out, "do", words);
		if (offer->cells == GYM_LISTED) {
			put_offer_cells(out, menu, offer);
		} else if (offer->cells == GYM_ANY) {
			json_out_key(out, "any");
			json_out_flag(out, true);
		} else {
			put_number(out, "within", offer->within);
			json_out_key(out, "sight");
			json_out_flag(out, offer->in_sight);
		}
		json_out_close(out, '}');
	}
	json_out_close(out, ']');
}

void gym_observation(struct json_out *out, const struct content *content, const struct game *game,
	const struct view *view, const struct gym_menu *menu, uint32_t serial)
{
	put_json(out, "status", view_json_status(view));
	put_lasts(out, &view->status);
	put_json(out, "hero", json_pack("[i, i]", view->hero_x, view->hero_y));
	put_map(out, content, view);
	put_cells(out, view);
	put_stairs(out, game, view);
	put_creatures(out, content, view);
	put_items(out, "pack", content, view->pack, view->pack_count);
	put_items(out, "pouch", content, view->pouch, view->pouch_count);
	put_items(out, "ground", content, view->ground, view->ground_count);
	put_json(out, "spells", spells_json(view));
	put_json(out, "talents", talents_json(view));
	put_json(out, "quests", quests_json(view));
	put_json(out, "choice", choice_json(view));
	put_messages(out, view, serial);
	put_step_prices(out, view);
	put_legal(out, menu);
	put_aim(out, menu);
}
