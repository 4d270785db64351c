/* The view of the hero's spells, talents and choices. */
#include "engine/view/view_parts.h"

#include <string.h>

static const char *path_word(uint8_t path)
{
	static const char *const words[PATH_COUNT + 1] = {
#define ROW(id, word, help) [PATH_##id] = word,
		ENGINE_PATHS(ROW)
#undef ROW
			[PATH_COUNT] = "",
	};
	return words[path];
}

_Static_assert((int)VIEW_AIM_SELF == AIM_SELF && (int)VIEW_AIM_CELL == AIM_CELL &&
		       (int)VIEW_AIM_BOLT == AIM_BOLT && (int)VIEW_AIM_BEAM == AIM_BEAM &&
		       (int)VIEW_AIM_CONE == AIM_CONE && (int)VIEW_AIM_WHOLE == AIM_WHOLE,
	"the same aims");

/* ---- Spells ---- */

static struct view_spell view_spell(const struct game *game, uint16_t spell)
{
	const struct spell_kind *kind = &game->content->spells[spell];
	enum text_id why = spell_forbidden(game, spell);
	struct view_spell view = {.number = (uint8_t)spell,
		.name = kind->name,
		.description = kind->description,
		.path = path_word(kind->path),
		.appearance = kind->appearance,
		.mana = spell_mana(game, spell),
		.level = kind->level,
		.aim = kind->aim,
		.range = kind->range,
		.hint = (uint8_t)hint_of_effects(kind->effects, kind->effect_count),
		.able = why == TEXT_COUNT};
	if (!view.able)
		words_expand(game->content, why,
			&(struct word_facts){
				.number = why == TEXT_SPELL_TOO_HARD ? view.level : view.mana},
			view.why, sizeof view.why);
	return view;
}

static bool comes_before(const struct view_spell *one, const struct view_spell *other)
{
	return one->level != other->level ? one->level < other->level
					  : strcmp(one->name, other->name) < 0;
}

static size_t view_spells(const struct game *game, struct view_spell *spells)
{
	size_t count = 0;
	for (uint16_t spell = 0; spell < game->content->counts.spells; spell++) {
		if (!game->knowledge.spells[spell] || count == VIEW_SPELLS_MAX)
			continue;
		struct view_spell view = view_spell(game, spell);
		size_t at = count++;
		for (; at > 0 && comes_before(&view, &spells[at - 1]); at--)
			spells[at] = spells[at - 1];
		spells[at] = view;
	}
	return count;
}

/* ---- Talents and choices ---- */

static size_t view_talents(const struct game *game, struct view_talent *talents)
{
	size_t count = 0;
	for (uint16_t i = 0; i < game->content->counts.talents && count < VIEW_TALENTS_MAX; i++) {
		const struct talent_kind *kind = &game->content->talents[i];
		if (game->knowledge.talents[i])
			talents[count++] = (struct view_talent){.name = kind->name,
				.text = kind->description,
				.path = path_word(kind->path),
				.appearance = kind->appearance};
	}
	return count;
}

static struct view_choice view_choice(
	const struct game *game, enum choice_kind choice, uint16_t option)
{
	const struct content *content = game->content;
	if (choice == CHOICE_HEIRLOOM) {
		const struct item_kind *item = &content->items[option];
		return (struct view_choice){.name = item->name,
			.plural = item->plural,
			.count = choice_heirloom(game, option).count,
			.text = item->description,
			.path = path_word(item->path),
			.appearance = item->appearance};
	}
	const struct talent_kind *talent = &content->talents[option];
	return (struct view_choice){.name = talent->name,
		.plural = "",
		.count = 1,
		.text = talent->description,
		.path = path_word(talent->path),
		.appearance = talent->appearance};
}

void view_magic(const struct game *game, struct view *view)
{
	uint16_t options[VIEW_CHOICES_MAX];
	view->spell_count = view_spells(game, view->spells);
	view->talent_count = view_talents(game, view->talents);
	view->choice_count = 0;
	view->choice = choice_now(game, options, &view->choice_count);
	for (size_t i = 0; i < view->choice_count; i++)
		view->choices[i] = view_choice(game, view->choice, options[i]);
}
