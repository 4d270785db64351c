/*
 * Choices: one heirloom of three at birth, one talent of three at each of the levels 2 to 9.
 *
 * The options depend only on the seed, the content and earlier choices, so only the number of
 * choices made is saved. A choice waits until it is made, and later ones wait behind it. There is
 * no need to make it.
 */
#include "engine/rules/rules.h"

#include <assert.h>

#define TALENT_LEVEL_LEAST 2
#define TALENT_LEVEL_MOST 9
_Static_assert(CHOICES_MOST == 1 + TALENT_LEVEL_MOST - TALENT_LEVEL_LEAST + 1, "one a level");
#define SUBJECT_CHOICE 0x63686f69u

#define KINDS_OFFERED_MAX TALENTS_KNOWN_MAX

/* Kinds that may be offered, and the path of each. */
struct offers {
	uint16_t kinds[KINDS_OFFERED_MAX];
	uint8_t paths[KINDS_OFFERED_MAX];
	int count;
};

static void add(struct offers *offers, uint16_t kind, uint8_t path)
{
	if (offers->count == KINDS_OFFERED_MAX)
		return;
	offers->kinds[offers->count] = kind;
	offers->paths[offers->count++] = path;
}

/* Returns the hero level of a talent choice. Choice 0 is the heirloom; each later one belongs to a
 * level. */
static int level_of(int choice)
{
	return TALENT_LEVEL_LEAST + choice - 1;
}

/* True if the talent teaches a spell that the hero already knows, so it is not offered. */
static bool teaches_nothing(const struct game *game, uint16_t talent)
{
	uint16_t spell = game->content->talents[talent].teaches;
	return spell != KIND_NONE && game->knowledge.spells[spell];
}

static bool knows_spells(const struct game *game)
{
	for (uint16_t i = 0; i < game->content->counts.spells; i++)
		if (game->knowledge.spells[i])
			return true;
	return false;
}

/* True if something that it gives works with spells alone. */
static bool works_with_spells(const struct bonuses *bonuses)
{
	static const bool of_spells[BONUS_COUNT] = {[BONUS_MANA] = true,
		[BONUS_MANA_RETURN] = true,
		[BONUS_THRIFT] = true,
		[BONUS_MANA_ON_KILL] = true,
		[BONUS_WARD] = true};
	bool found = false;
	for (int i = 0; i < bonuses->bonus_count; i++)
		found |= of_spells[bonuses->bonuses[i].bonus];
	for (int i = 0; i < bonuses->occasion_count; i++)
		found |= bonuses->occasions[i].moment == MOMENT_CAST;
	return found;
}

/* An heirloom that needs a spell brings one along, or is for a hero who knows one. */
static bool lacks_spells(const struct game *game, const struct item_kind *kind)
{
	return works_with_spells(&kind->bonus_set) && kind->book.count == 0 && !knows_spells(game);
}

static void list_offers(const struct game *game, int choice, struct offers *offers)
{
	const struct content *content = game->content;
	bool heirlooms = choice == 0 && !game_handicapped(game, HANDICAP_NO_HEIRLOOM);
	offers->count = 0;
	for (uint16_t i = 0; heirlooms && i < content->counts.items; i++)
		if (content->items[i].heirloom && !lacks_spells(game, &content->items[i]))
			add(offers, i, content->items[i].path);
	for (uint16_t i = 0; choice > 0 && i < content->counts.talents; i++)
		if (!game->knowledge.talents[i] && !teaches_nothing(game, i) &&
			content->talents[i].level <= level_of(choice))
			add(offers, i, content->talents[i].path);
}

static void take_out(struct offers *offers, int index)
{
	offers->count--;
	for (int i = index; i < offers->count; i++) {
		offers->kinds[i] = offers->kinds[i + 1];
		offers->paths[i] = offers->paths[i + 1];
	}
}

/* Removes all offers of a path, unless no others are left. */
static void keep_other_paths(struct offers *offers, uint8_t path)
{
	int others = 0;
	for (int i = 0; i < offers->count; i++)
		others += offers->paths[i] != path;
	for (int i = offers->count - 1; others > 0 && i >= 0; i--)
		if (offers->paths[i] == path)
			take_out(offers, i);
}

/* Draws up to three options. At least two of three talents have different paths; heirlooms all do
 * if possible. */
static size_t draw_offers(const struct game *game, int choice, struct offers *offers,
	uint16_t options[VIEW_CHOICES_MAX])
{
	struct stream stream;
	size_t count = 0;
	uint8_t first = PATH_COUNT;
	stream_begin(&stream, &game->seed, PURPOSE_BIRTH, (uint32_t)choice, SUBJECT_CHOICE);
	while (count < VIEW_CHOICES_MAX && offers->count > 0) {
		if (count > 0 && (choice == 0 || count == VIEW_CHOICES_MAX - 1))
			keep_other_paths(offers, first);
		int drawn = stream_below(&stream, offers->count);
		uint8_t path = offers->paths[drawn];
		first = count == 0 || choice == 0 ? path : first;
		options[count++] = offers->kinds[drawn];
		take_out(offers, drawn);
	}
	return count;
}

/* Returns the number of the first open choice that has options, or -1. */
static int find_choice(const struct game *game, uint16_t options[VIEW_CHOICES_MAX], size_t *count)
{
	int level = game->hero.level < TALENT_LEVEL_MOST ? game->hero.level : TALENT_LEVEL_MOST;
	struct offers offers;
	for (int choice = game->hero.choices_made;
		choice < CHOICES_MOST && (choice == 0 || level_of(choice) <= level); choice++) {
		list_offers(game, choice, &offers);
		*count = draw_offers(game, choice, &offers, options);
		if (*count > 0)
			return choice;
	}
	*count = 0;
	return -1;
}

enum choice_kind choice_now(
	const struct game *game, uint16_t options[VIEW_CHOICES_MAX], size_t *count)
{
	int choice = find_choice(game, options, count);
	return choice < 0 ? CHOICE_NONE : choice == 0 ? CHOICE_HEIRLOOM : CHOICE_TALENT;
}

static const enum text_id words[] = {
	[CHOICE_HEIRLOOM] = TEXT_HEIRLOOM_WAITS, [CHOICE_TALENT] = TEXT_TALENT_WAITS};

void choice_report(struct game *game)
{
	uint16_t options[VIEW_CHOICES_MAX];
	size_t count;
	enum choice_kind kind = choice_now(game, options, &count);
	if (kind != CHOICE_NONE)
		message_say(game, words[kind], NULL);
}

void choice_check(const struct game *game)
{
	assert(game->hero.choices_made <= CHOICES_MOST);
	assert(game->hero.choices_made <= game->hero.level);
}

/* ---- Chosen ---- */

static void take_talent(struct game *game, uint16_t talent)
{
	const struct talent_kind *kind = &game->content->talents[talent];
	game->knowledge.talents[talent] = 1;
	message_say(game, TEXT_TALENT_TAKEN, &(struct word_facts){.text = kind->name});
	if (kind->teaches != KIND_NONE)
		spell_learn(game, &kind->teaches, 1);
}

/* True unless the item is a shield and the hero wields a two-handed weapon. */
static bool has_hand_for(const struct game *game, const struct item_kind *row)
{
	int weapon = item_in_use(game, ITEM_WIELDED);
	return row->gear.slot != SLOT_SHIELD || weapon < 0 ||
	       !item_kind(game, &game->pack.items[weapon])->weapon.two_handed;
}

/* True if the hero wears nothing as good in that slot, so the heirloom is put on at once. */
static bool is_worn_at_once(const struct game *game, uint16_t kind)
{
	const struct item_kind *row = &game->content->items[kind];
	bool best = row->class == ITEM_ARMOUR && has_hand_for(game, row);
	for (int i = 0; i < PACK_MAX && best; i++) {
		const struct item *item = &game->pack.items[i];
		const struct item_kind *worn = &game->content->items[item->kind];
		best = item->count == 0 || !(item->flags & ITEM_WORN) ||
		       worn->gear.slot != row->gear.slot ||
		       worn->gear.guard + item->plus < row->gear.guard;
	}
	return best;
}

/* True for weapons except thrown ones: a weapon heirloom is wielded at once. */
static bool is_wielded_at_once(const struct game *game, int slot)
{
	const struct item_kind *kind = item_kind(game, &game->pack.items[slot]);
	return kind->class == ITEM_WEAPON && !kind->stacks;
}

struct item choice_heirloom(const struct game *game, uint16_t kind)
{
	struct stream stream;
	stream_begin(&stream, &game->seed, PURPOSE_BIRTH, 0, kind);
	struct item item = populate_item(game->content, &stream, kind, 1);
	item.plus = 0;
	item.affix = 0;
	if (item_is_gear(&game->content->items[kind]))
		item.flags |= ITEM_KNOWN;
	return item;
}

static void take_heirloom(struct game *game, uint16_t kind)
{
	struct item item = choice_heirloom(game, kind);
	item_learn(game, kind);
	int slot = item_into_pack(game, item);
	message_item(game, TEXT_HEIRLOOM_TAKEN, &game->pack.items[slot]);
	const struct item_kind *row = &game->content->items[kind];
	if (row->class != ITEM_BOOK && row->book.count > 0)
		spell_learn(game, row->book.spells, row->book.count);
	if (is_worn_at_once(game, kind))
		gear_put_on(game, slot);
	else if (is_wielded_at_once(game, slot))
		gear_wield(game, slot);
}

enum verdict act_choose(struct game *game, const struct command *command)
{
	uint16_t options[VIEW_CHOICES_MAX];
	size_t count;
	int choice = find_choice(game, options, &count);
	if (choice < 0 || command->number >= count)
		return act_refuse(game, TEXT_NOTHING_TO_CHOOSE, NULL);
	uint16_t chosen = options[command->number];
	if (choice == 0 && !item_fits(game, &(struct item){.kind = chosen, .count = 1}))
		return act_refuse(game, TEXT_NO_ROOM_IN_PACK, NULL);
	game->hero.choices_made = (uint8_t)(choice + 1);
	message_unsay(game, words[choice == 0 ? CHOICE_HEIRLOOM : CHOICE_TALENT], NULL);
	if (choice == 0)
		take_heirloom(game, chosen);
	else
		take_talent(game, chosen);
	choice_report(game);
	return VERDICT_FREE;
}
