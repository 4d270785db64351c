/*
 * Words for blows that miss the hero, and for blows and missiles that he blocks: how the attacker
 * strikes, by its shape, or how its missile comes, and what that meets, a piece of his armour or
 * nothing.  Turn and attacker choose the variant, so
 * words take no draw.  The first report of an attacker in a fight is full, later ones are short
 * and count.  A report about an unseen attacker may be its only sign, so it is never shortened.
 */
#include "engine/rules/combat_private.h"

#include <string.h>

#define FIGHT_TURNS 10 /* a fight goes on while reports are no further apart */
#define COUNT_MOST 1000

/* Returns the first of the clauses for a missile, or for the attacker's shape. */
static enum text_id shape_of(const struct game *game, int slot, enum miss_of of)
{
	if (of == MISS_OF_BLOCKED_SHOT)
		return TEXT_MISS_SHOT;
	uint32_t traits = creature_traits(game, slot);
	return traits & TRAIT_FLIES         ? TEXT_MISS_FLIER
	       : traits & TRAIT_BIG         ? TEXT_MISS_BIG
	       : traits & TRAIT_OPENS_DOORS ? TEXT_MISS_PERSON
	       : traits & TRAIT_BLOODLESS   ? TEXT_MISS_THING
					    : TEXT_MISS_BEAST;
}

/* Mixes turn and attacker; parts of the result are independent enough for texts. */
static unsigned mixed(const struct game *game, int slot)
{
	unsigned mix = (game_turn(game) * 251u + (unsigned)slot) * 2654435761u;
	return mix >> 8;
}

/* Returns the first of the clauses for what the blow meets, and the index of the worn piece, or
 * -1. */
static enum text_id met_by(const struct game *game, unsigned mix, enum miss_of of, int *piece)
{
	static const struct {
		enum gear_slot slot;
		enum text_id clause;
	} slots[] = {{SLOT_BODY, TEXT_MISS_BODY}, {SLOT_HEAD, TEXT_MISS_HEAD},
		{SLOT_HANDS, TEXT_MISS_HANDS}, {SLOT_FEET, TEXT_MISS_FEET}};
	unsigned worn[4], count = 0;
	*piece = of != MISS_OF_BLOW ? gear_worn(game, SLOT_SHIELD) : -1;
	if (of == MISS_OF_BLOCKED_SHOT)
		return *piece >= 0 ? TEXT_MISS_SHOT_SHIELD : TEXT_MISS_SHOT_PARRY;
	if (of == MISS_OF_BLOCKED_BLOW)
		return *piece >= 0 ? TEXT_MISS_SHIELD : TEXT_MISS_PARRY;
	for (unsigned i = 0; i < sizeof slots / sizeof *slots; i++)
		if (gear_worn(game, slots[i].slot) >= 0)
			worn[count++] = i;
	unsigned chosen = mix % (count + 1);
	if (chosen == count)
		return TEXT_MISS_NONE;
	*piece = gear_worn(game, slots[worn[chosen]].slot);
	return slots[worn[chosen]].clause;
}

static void clause_of(const struct game *game, enum text_id first, unsigned variant, int piece,
	char text[MISS_TEXT])
{
	char item[64] = "";
	if (piece >= 0)
		words_name(item, sizeof item, ARTICLE_YOUR, 1,
			item_kind(game, &game->pack.items[piece])->name, NULL);
	words_expand(game->content, (enum text_id)((int)first + (int)(variant % MISS_VARIANTS)),
		&(struct word_facts){.item = item}, text, MISS_TEXT);
}

/* ---- Earlier reports ---- */

/* Returns the length of what two texts begin with in common. */
static size_t common(const char *one, const char *other)
{
	size_t length = 0;
	while (one[length] != '\0' && one[length] == other[length])
		length++;
	return length;
}

/* Writes what the texts of a word begin with, whichever of the two facts it is filled with. */
static void opening_of(const struct game *game, enum text_id word, const struct word_facts *one,
	const struct word_facts *other, char opening[MISS_TEXT])
{
	char second[MISS_TEXT];
	words_expand(game->content, word, one, opening, MISS_TEXT);
	words_expand(game->content, word, other, second, sizeof second);
	opening[common(opening, second)] = '\0';
}

static bool begins_with(const char *message, const char *opening)
{
	return strncmp(message, opening, strlen(opening)) == 0;
}

/* How reports about an attacker begin: short ones up to their count, full ones up to their first
 * clause. Most messages begin otherwise, and need no closer look. */
struct openings {
	char again[MISS_TEXT], blow[MISS_TEXT], block[MISS_TEXT];
};

static void find_openings(
	const struct game *game, struct word_actor actor, bool blocked, struct openings *openings)
{
	const struct word_facts one = {.actor = actor, .number = 1, .text = "1", .item = "1"},
				other = {.actor = actor, .number = 2, .text = "2", .item = "2"};
	opening_of(game, blocked ? TEXT_MISS_BLOCK_AGAIN : TEXT_MISS_AGAIN, &one, &other,
		openings->again);
	opening_of(game, TEXT_MISS_BLOW, &one, &other, openings->blow);
	opening_of(game, TEXT_MISS_BLOCK, &one, &other, openings->block);
}

/* Returns the count of a short report, or 0 if the message is none. */
static int count_of(const char *message, const struct openings *openings)
{
	int count = 0;
	if (!begins_with(message, openings->again))
		return 0;
	message += strlen(openings->again);
	for (; *message >= '0' && *message <= '9' && count < COUNT_MOST; message++)
		count = count * 10 + *message - '0';
	return count;
}

/* True if the message begins as the full report with that clause. */
static bool begins_as(const struct game *game, const char *message, enum text_id word,
	struct word_actor actor, const char *clause)
{
	char opening[MISS_TEXT];
	const struct word_facts one = {.actor = actor, .text = clause, .item = "1"},
				other = {.actor = actor, .text = clause, .item = "2"};
	opening_of(game, word, &one, &other, opening);
	return begins_with(message, opening);
}

/* True if the message is a full report about the attacker. */
static bool is_full(const struct game *game, const char *message, int slot, struct word_actor actor)
{
	char clause[MISS_TEXT], shot[MISS_TEXT];
	for (unsigned i = 0; i < MISS_VARIANTS; i++) {
		clause_of(game, shape_of(game, slot, MISS_OF_BLOW), i, -1, clause);
		clause_of(game, TEXT_MISS_SHOT, i, -1, shot);
		if (begins_as(game, message, TEXT_MISS_BLOW, actor, clause) ||
			begins_as(game, message, TEXT_MISS_BLOCK, actor, clause) ||
			begins_as(game, message, TEXT_MISS_BLOCK, actor, shot))
			return true;
	}
	return false;
}

/* Returns the number of blows of such an attacker in this fight that were reported like this. */
static int reported(const struct game *game, int slot, struct word_actor actor, bool blocked)
{
	uint32_t from = game_turn(game);
	struct openings openings;
	find_openings(game, actor, blocked, &openings);
	for (int i = game->messages.count - 1; i >= 0; i--) {
		const struct message *message = &game->messages.list[i];
		if (message->turn + FIGHT_TURNS < from)
			return 0;
		int same = count_of(message->text, &openings);
		if (same > 0)
			return same;
		bool like_full = begins_with(message->text, openings.blow) ||
				 begins_with(message->text, openings.block);
		if (like_full && is_full(game, message->text, slot, actor))
			return 1;
	}
	return 0;
}

void combat_word_miss(const struct game *game, int slot, struct word_actor actor, enum miss_of of,
	struct miss *miss)
{
	struct word_facts *facts = &miss->facts;
	bool blocked = of != MISS_OF_BLOW;
	*facts = (struct word_facts){.actor = actor};
	if (actor.name == NULL) {
		miss->word = blocked ? TEXT_YOU_BLOCK : TEXT_IT_MISSES_YOU;
		return;
	}
	facts->number = 1 + reported(game, slot, actor, blocked);
	if (facts->number > 1) {
		miss->word = blocked ? TEXT_MISS_BLOCK_AGAIN : TEXT_MISS_AGAIN;
		return;
	}
	unsigned mix = mixed(game, slot);
	int piece;
	enum text_id met = met_by(game, mix, of, &piece);
	clause_of(game, shape_of(game, slot, of), mix / 8, -1, miss->strikes);
	clause_of(game, met, mix / 64, piece, miss->meets);
	facts->text = miss->strikes;
	facts->item = miss->meets;
	miss->word = blocked ? TEXT_MISS_BLOCK : TEXT_MISS_BLOW;
	/* The content of an older run may lack the clauses. */
	if (miss->strikes[0] == '\0' || miss->meets[0] == '\0')
		miss->word = blocked ? TEXT_YOU_BLOCK : TEXT_IT_MISSES_YOU;
}
