/* Spells: learned from books and talents, paid in mana, limited by level. */
#include "rules.h"

void spell_learn(struct game *game, uint16_t spell)
{
	game->known_spells[spell] = 1;
}

int spell_mana(const struct game *game, uint16_t spell)
{
	int mana = game->content->spells[spell].mana;
	return mana - mana * bonus_of(game, BONUS_THRIFT) / 100;
}

enum verdict act_cast(struct game *game, const struct command *command)
{
	(void)command;
	return act_refuse(game, WORD_NO_SUCH_SPELL, NULL);
}
