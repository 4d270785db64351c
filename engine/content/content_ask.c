/* Queries of a content: kinds by their ids, properties of terrains, and curves by depth. */
#include "engine/content/content_private.h"

/* ---- Terrains ---- */

bool content_harms(const struct terrain_kind *kind, uint32_t traits)
{
	const struct transition *tread = content_transition(kind, TRIGGER_TREAD);
	for (int i = 0; i < kind->hazard_count; i++)
		if (!(kind->hazards[i].unless & traits))
			return true;
	return tread != NULL && tread->has_effect && !(traits & (TRAIT_FLIES | TRAIT_PHASES));
}

bool content_is_safe(const struct terrain_kind *kind)
{
	return !content_harms(kind, 0);
}

bool content_is_hidden(const struct terrain_kind *kind)
{
	return content_transition(kind, TRIGGER_SEARCH) != NULL;
}

bool content_is_plain(
	const struct content *content, const struct level_kind *level, uint16_t terrain)
{
	return terrain == content->terrain.floor || terrain == level->inside;
}

bool content_opens(const struct terrain_kind *kind)
{
	const struct transition *change = content_transition(kind, TRIGGER_OPEN);
	return change != NULL && change->need != NEED_KEY;
}

bool content_names_item(const struct content *content, uint16_t kind)
{
	for (uint16_t i = 0; i < content->counts.quests; i++)
		if (content->quests[i].thing == kind)
			return true;
	return false;
}

/* ---- Finding ---- */

uint16_t content_find_terrain(const struct content *content, const char *id)
{
	return content_find(content, RECORD_TERRAIN, id);
}

uint16_t content_find_creature(const struct content *content, const char *id)
{
	return content_find(content, RECORD_MONSTER, id);
}

uint16_t content_find_handicap(const struct content *content, const char *id)
{
	return content_find(content, RECORD_HANDICAP, id);
}

size_t content_handicap_count(const struct content *content)
{
	return content->counts.handicaps;
}

struct handicap content_handicap(const struct content *content, size_t index)
{
	const struct handicap_kind *kind = &content->birth.handicaps[index];
	return (struct handicap){kind->id, kind->name, kind->description};
}

uint16_t content_find_item(const struct content *content, const char *id)
{
	return content_find(content, RECORD_ITEM, id);
}

uint16_t content_find_level(const struct content *content, const char *id)
{
	return content_find(content, RECORD_LEVEL, id);
}

uint16_t content_find_spell(const struct content *content, const char *id)
{
	return content_find(content, RECORD_SPELL, id);
}

uint16_t content_find_talent(const struct content *content, const char *id)
{
	return content_find(content, RECORD_TALENT, id);
}

const char *content_word(const struct content *content, const char *word)
{
	uint16_t at = content_find(content, RECORD_WORD, word);
	return at == KIND_NONE
		       ? NULL
		       : ((const struct word_kind *)content_row(content, RECORD_WORD, at))->text;
}

const char *content_game(const struct content *content)
{
	return ((const struct game_kind *)content_row(content, RECORD_GAME, 0))->id;
}

/* ---- Curves that content is checked against ---- */

int content_expected_level(int depth)
{
	return 1 + (depth - 1) * 3 / 4;
}

int content_expected_health(const struct content *content, int depth)
{
	return content->birth.health +
	       content->birth.health_a_level * (content_expected_level(depth) - 1);
}

int content_fading_weight(int weight, int depth_low, int depth_high, int depth)
{
	const int fading = 5;
	if (depth < depth_low || depth >= depth_high + fading)
		return 0;
	return depth <= depth_high ? weight : weight * (depth_high + fading - depth) / fading;
}
