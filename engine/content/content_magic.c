/* Checks of spells, talents and effects beyond single fields: whether anybody can cast a spell, and
 * whether its effects are allowed. */
#include "engine/content/content_private.h"

#include <string.h>

/* ---- Effects of items and spells ---- */

/* Terrain made by an effect must not block bodies for ever.  No effect creates the goal item, which
 * is unique. */
static void check_effects(struct content *content, enum record_kind kind, uint16_t at,
	const char *id, const struct clause *effects, int count)
{
	for (int i = 0; i < count; i++) {
		const struct clause *effect = &effects[i];
		if (effect->kind == KIND_NONE)
			continue;
		if (effect->row == EFFECT_CREATE && effect->kind == content->receiver)
			content_complain_of(content, kind, at,
				"%s creates the goal of the game, which is unique", id);
		if (effect->row != EFFECT_WALL)
			continue;
		const struct terrain_kind *made = &content->terrains[effect->kind];
		if (!(made->flags & TERRAIN_OBJECTS) && !content_transition(made, TRIGGER_TIME))
			content_complain_of(content, kind, at,
				"%s makes %s, which stops bodies and has no change by time", id,
				made->id);
	}
}

/* ---- References to the goal item ----
 *
 * It is placed once, at the goal, and only the hero ever carries it: nothing else may bring it,
 * wherever an effect or an item can be named. */

/* For each type of field with an effect in its values: offset of the first value, size of a value,
 * offset of the effect in it. */
static const struct {
	enum field_type type;
	size_t first, size, at;
} clauses[] = {{FIELD_EFFECT, 0, sizeof(struct clause), 0},
	{FIELD_BLOW, 0, sizeof(struct blow), offsetof(struct blow, effect)},
	{FIELD_CHANGE, 0, sizeof(struct transition), offsetof(struct transition, effect)},
	{FIELD_HAZARD, 0, sizeof(struct hazard), offsetof(struct hazard, effect)},
	{FIELD_OCCASION, offsetof(struct bonuses, occasions), sizeof(struct occasion),
		offsetof(struct occasion, effect)}};

/* Returns the effect that holds the reference, or NULL. */
static const struct clause *clause_of(struct content *content, const struct reference *reference)
{
	const char *row =
		content_row(content, (enum record_kind)reference->holder, reference->index);
	size_t of_kind = offsetof(struct clause, kind);
	for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++) {
		size_t offset = reference->offset - reference->field->offset - clauses[i].first;
		if (clauses[i].type == reference->field->type &&
			offset % clauses[i].size == clauses[i].at + of_kind)
			return (const struct clause *)(const void *)(row + reference->offset -
								     of_kind);
	}
	return NULL;
}

static bool carries(const struct reference *reference)
{
	size_t legend = (reference->offset - reference->field->offset) % sizeof(struct legend);
	if (reference->field->type == FIELD_LEGEND)
		return legend == offsetof(struct legend, carries);
	return reference->holder == RECORD_MONSTER &&
	       reference->offset == offsetof(struct creature_kind, carries);
}

static void check_reference(struct content *content, const struct reference *reference)
{
	const struct clause *effect = clause_of(content, reference);
	bool checked = reference->holder == RECORD_SPELL ||
		       (reference->holder == RECORD_ITEM && reference->field->type == FIELD_EFFECT);
	bool receiver = reference->target == RECORD_ITEM && content->receiver != KIND_NONE &&
			content_find(content, RECORD_ITEM, reference->id) == content->receiver;
	if (receiver && carries(reference))
		content_complain(content, reference->place,
			"nobody carries %s but the hero; there is one", reference->id);
	if (effect == NULL || checked || effect->kind == KIND_NONE)
		return;
	if (receiver && effect->row == EFFECT_CREATE)
		content_complain(content, reference->place,
			"%s is created, and there is to be one of it", reference->id);
	if (effect->row == EFFECT_WALL &&
		!(content->terrains[effect->kind].flags & TERRAIN_OBJECTS) &&
		!content_transition(&content->terrains[effect->kind], TRIGGER_TIME))
		content_complain(content, reference->place,
			"%s stops bodies and has no change by time, and nobody may be walled in",
			reference->id);
}

static int most_of(struct dice dice)
{
	return dice.number * dice.sides + dice.modifier;
}

static bool takes_health(const struct clause *effect)
{
	return effect_rows[effect->row].flags & EF_WOUNDS;
}

/* ---- Spells and casters ---- */

static bool is_taught(const struct content *content, uint16_t spell)
{
	for (uint16_t i = 0; i < content->counts.items; i++)
		for (int j = 0; j < content->items[i].book.count; j++)
			if (content->items[i].book.spells[j] == spell)
				return true;
	for (uint16_t i = 0; i < content->counts.talents; i++)
		if (content->talents[i].teaches == spell)
			return true;
	for (uint16_t i = 0; i < content->counts.creatures; i++)
		for (int j = 0; j < content->creatures[i].magic.cast_count; j++)
			if (content->creatures[i].magic.casts[j] == spell)
				return true;
	return false;
}

static void check_spell(struct content *content, uint16_t at)
{
	const struct spell_kind *kind = &content->spells[at];
	if (kind->effect_count == 0)
		content_complain_of(content, RECORD_SPELL, at, "spell %s has no effect", kind->id);
	if (!is_taught(content, at))
		content_complain_of(content, RECORD_SPELL, at,
			"spell %s is in no book, comes with no talent, and nobody casts it",
			kind->id);
	check_effects(content, RECORD_SPELL, at, kind->id, kind->effects, kind->effect_count);
}

static void check_talent(struct content *content, uint16_t at)
{
	const struct talent_kind *kind = &content->talents[at];
	const struct bonuses *bonus_set = &kind->bonus_set;
	if (bonus_set->bonus_count == 0 && bonus_set->occasion_count == 0 &&
		bonus_set->grants == 0 && kind->teaches == KIND_NONE)
		content_complain_of(
			content, RECORD_TALENT, at, "talent %s gives nothing", kind->id);
	for (uint16_t i = 0; i < at; i++)
		if (*kind->name && !strcmp(kind->name, content->talents[i].name))
			content_complain_of(content, RECORD_TALENT, at,
				"talent %s has the name of %s", kind->id, content->talents[i].id);
}

static bool has_instinct(const struct creature_kind *kind, enum instinct instinct)
{
	for (int i = 0; i < kind->instinct_count; i++)
		if (kind->instincts[i].row == instinct)
			return true;
	return false;
}

/* A spell is limited like a blow: at most a third of the expected health at the monster's lowest
 * depth. */
static void check_caster(struct content *content, uint16_t at)
{
	const struct creature_kind *kind = &content->creatures[at];
	int third = content_expected_health(content, kind->depth_low) / 3;
	if (kind->magic.cast_count > 0 && !has_instinct(kind, INSTINCT_CAST))
		content_complain_of(content, RECORD_MONSTER, at,
			"monster %s has spells and not the instinct to cast", kind->id);
	for (int i = 0; i < kind->magic.cast_count; i++) {
		if (kind->magic.casts[i] == KIND_NONE)
			continue;
		const struct spell_kind *spell = &content->spells[kind->magic.casts[i]];
		for (int j = 0; j < spell->effect_count; j++)
			if (takes_health(&spell->effects[j]) && kind->depth_low &&
				content->birth.health && most_of(spell->effects[j].dice) > third)
				content_complain_of(content, RECORD_MONSTER, at,
					"monster %s casts %s for up to %d; at depth %d a third of "
					"the expected health is %d",
					kind->id, spell->id, most_of(spell->effects[j].dice),
					kind->depth_low, third);
	}
	for (int i = 0; i < kind->magic.spell_count; i++)
		if (takes_health(&kind->magic.spells[i]) && kind->depth_low &&
			content->birth.health && most_of(kind->magic.spells[i].dice) > third)
			content_complain_of(content, RECORD_MONSTER, at,
				"monster %s has a spell that takes up to %d; at depth %d a third "
				"of the expected health is %d",
				kind->id, most_of(kind->magic.spells[i].dice), kind->depth_low,
				third);
}

static void check_book(struct content *content, uint16_t at)
{
	const struct item_kind *kind = &content->items[at];
	/* An heirloom may bring along the spell that it needs. */
	bool teaches = kind->book.count > 0 && !(kind->heirloom && kind->class != ITEM_BOOK);
	if ((kind->class == ITEM_BOOK) != teaches)
		content_complain_of(content, RECORD_ITEM, at,
			kind->class == ITEM_BOOK
				? "item %s is a book and teaches nothing"
				: "item %s teaches and is neither a book nor an heirloom",
			kind->id);
	check_effects(
		content, RECORD_ITEM, at, kind->id, kind->use.effects, kind->use.effect_count);
}

void content_check_magic(struct content *content)
{
	for (size_t i = 0; i < content->private->reference_count; i++)
		check_reference(content, &content->private->references[i]);
	for (uint16_t i = 0; i < content->counts.spells; i++)
		check_spell(content, i);
	for (uint16_t i = 0; i < content->counts.talents; i++)
		check_talent(content, i);
	for (uint16_t i = 0; i < content->counts.creatures; i++)
		check_caster(content, i);
	for (uint16_t i = 0; i < content->counts.items; i++)
		check_book(content, i);
}
