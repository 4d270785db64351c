/* Loads a game: reads the saved state, then recomputes everything derived from it. */
#include "engine/rules/rules.h"

struct game *game_load(const struct content *content, const uint8_t *bytes, size_t size,
	struct complaint *complaint)
{
	struct game *game = save_load(content, bytes, size, complaint);
	if (game == NULL)
		return NULL;
	bonuses_load(game);
	place_work_out(game);
	senses_refresh(game);
	return game;
}
