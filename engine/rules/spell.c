/*
 * Spells: learnt from books and talents, and paid with mana, which regenerates. Each needs a hero
 * level. A spell is a list of effects with an aim, like a wand's effects and creatures' spells.
 *
 * spell_forbidden checks everything that may forbid a spell, so that the list of spells gives the
 * same reasons as a refusal.
 */
#include "engine/rules/command_check.h"

#include <stdio.h>
#include <string.h>

#define CONFUSED_ASTRAY 50 /* percent */

/* Reports all learnt spells in one sentence. The template quotes the whole list, so each name but
 * the last closes its quotation. */
void spell_learn(struct game *game, const uint16_t *spells, int count)
{
	char names[100] = "";
	for (int i = 0; i < count; i++) {
		size_t length = strlen(names);
		if (game->knowledge.spells[spells[i]])
			continue;
		game->knowledge.spells[spells[i]] = 1;
		snprintf(names + length, sizeof names - length, "%s%s", length > 0 ? "\", \"" : "",
			game->content->spells[spells[i]].name);
	}
	if (names[0])
		message_say(game, TEXT_SPELL_LEARNED, &(struct word_facts){.text = names});
}

int spell_mana(const struct game *game, uint16_t spell)
{
	int mana = game->content->spells[spell].mana;
	int spared = mana * bonus_of(game, BONUS_THRIFT) / 100;
	return spared < mana ? mana - spared : 0;
}

bool spell_gain_mana(struct game *game, int amount)
{
	struct hero *hero = &game->hero;
	int mana = hero->mana + amount, before = hero->mana;
	mana = mana < 0 ? 0 : mana < hero->mana_max ? mana : hero->mana_max;
	hero->mana = (int16_t)mana;
	return mana != before;
}

enum text_id spell_forbidden(const struct game *game, uint16_t spell)
{
	if (spell >= game->content->counts.spells || !game->knowledge.spells[spell])
		return TEXT_NO_SUCH_SPELL;
	if (game->content->spells[spell].level > game->hero.level)
		return TEXT_SPELL_TOO_HARD;
	return spell_mana(game, spell) > game->hero.mana ? TEXT_SPELL_TOO_DEAR : TEXT_COUNT;
}

/* ---- Casting ---- */

static bool wants_cell(const struct spell_kind *kind)
{
	return kind->aim != AIM_SELF && kind->aim != AIM_WHOLE;
}

/* A cell must be in sight. Other aims only need a direction. */
enum text_id spell_misaimed(const struct game *game, const struct spell_kind *kind, int x, int y)
{
	const struct creature *hero = &game->creatures[HERO];
	if (!wants_cell(kind))
		return TEXT_COUNT;
	if (!level_inside(game->level, x, y) || (x == hero->x && y == hero->y))
		return TEXT_NOT_THERE;
	if (kind->aim != AIM_CELL)
		return TEXT_COUNT;
	if (distance_between(hero->x, hero->y, x, y) > kind->range)
		return TEXT_TOO_FAR_TO_CAST;
	return senses_hero_sees_cell(game, x, y) ? TEXT_COUNT : TEXT_NOT_THERE;
}

/* A confused hero may cast in a random direction. */
static void go_astray(struct game *game, const struct spell_kind *kind, struct aiming *aiming)
{
	const struct creature *hero = game_hero(game);
	if (!wants_cell(kind) || !creature_has(game, HERO, STATUS_CONFUSED) ||
		!draw_percent(game, PURPOSE_EFFECTS, CONFUSED_ASTRAY))
		return;
	int direction = draw_below(game, PURPOSE_EFFECTS, DIR_COUNT);
	message_say(game, TEXT_SPELL_ASTRAY, NULL);
	aiming->x = hero->x + direction_dx[direction];
	aiming->y = hero->y + direction_dy[direction];
}

/* Casts a spell: pays mana, applies the effects, then bonuses of casting. */
static enum verdict say(struct game *game, uint16_t spell, int x, int y)
{
	const struct spell_kind *kind = &game->content->spells[spell];
	struct aiming aiming = {.aim = (enum aim)kind->aim,
		.range = kind->range,
		.appearance = kind->appearance,
		.subject = kind->id,
		.effects = kind->effects,
		.count = kind->effect_count,
		.source = HERO,
		.x = x,
		.y = y,
		.item = kind->name};
	int depth = game->depth, ward = bonus_of(game, BONUS_WARD);
	game->hero.mana = (int16_t)(game->hero.mana - spell_mana(game, spell));
	message_say(game, TEXT_SPELL_SAID, &(struct word_facts){.text = kind->name});
	go_astray(game, kind, &aiming);
	bool shown = aim_apply(game, &aiming);
	if (!shown && game_going(game) && game->depth == depth)
		use_report_nothing(game, x, y);
	if (ward > 0 && game_going(game))
		creature_afflict(game, HERO, STATUS_SHIELDED, ward);
	bonuses_moment(game, MOMENT_CAST, HERO);
	return act_spend(game, kind->noise);
}

static enum verdict refuse(struct game *game, enum text_id word, uint16_t spell)
{
	int number = 0;
	if (word == TEXT_SPELL_TOO_HARD)
		number = game->content->spells[spell].level;
	if (word == TEXT_SPELL_TOO_DEAR)
		number = spell_mana(game, spell);
	words_expand(game->content, word, &(struct word_facts){.number = number},
		game->action.refusal, sizeof game->action.refusal);
	return VERDICT_REFUSED;
}

enum verdict act_cast(struct game *game, const struct command *command)
{
	uint16_t spell = command->item;
	enum text_id word = spell_forbidden(game, spell);
	if (word == TEXT_COUNT)
		word = spell_misaimed(game, &game->content->spells[spell], command->x, command->y);
	return word == TEXT_COUNT ? say(game, spell, command->x, command->y)
				  : refuse(game, word, spell);
}
