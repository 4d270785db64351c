/* A game under the eyes of a target: the rules' invariants, what is seen and told, saved and
 * loaded. */
#ifndef TRAPDOOR_TESTS_FUZZ_PLAYED_H
#define TRAPDOOR_TESTS_FUZZ_PLAYED_H

#include "tests/engine/noise.h"
#include "tests/engine/stock.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

/* Never freed: it is every input's. */
static inline const struct content *played_stock(void)
{
	static struct content *content;
	if (content == NULL)
		content = stock_content();
	return content;
}

/* Everything that a screen would ask. */
static inline void played_look(struct game *game, int x, int y)
{
	struct view view;
	struct lore_entry known;
	struct result result;
	char text[320];
	game_view(game, &view);
	assert(view.pack_count <= PACK_MAX && view.message_count <= MESSAGES_KEPT);
	assert(view.hero_x >= 0 && view.hero_x < view.width);
	assert(view.hero_y >= 0 && view.hero_y < view.height);
	game_describe(game, x, y, text, sizeof text);
	game_describe(game, view.hero_x, view.hero_y, text, sizeof text);
	game_lore_entry(game, (size_t)(y & 7), (size_t)(x & 15), &known);
	game_result(game, &result);
	for (int verb = 0; verb < VERB_COUNT; verb++)
		game_legal(game, (enum verb)verb);
}

/* One command; what is refused has changed nothing (asked when `strict`, for it is dear). */
static inline enum verdict played_act(struct game *game, const struct command *command, bool strict)
{
	struct event event;
	uint64_t before = strict ? game_digest(game) : 0;
	enum verdict verdict = game_act(game, command);
	game_check(game);
	if (verdict == VERDICT_REFUSED)
		assert(game_refusal(game)[0] != '\0');
	if (verdict == VERDICT_REFUSED && strict)
		assert(game_digest(game) == before);
	while (game_next_event(game, &event))
		assert(event.kind < EVENT_KIND_COUNT && event_word(event.kind) != NULL);
	return verdict;
}

/* Saved and loaded it is the same; returns the loaded one, and frees the other. */
static inline struct game *played_again(struct game *game)
{
	struct complaint complaint = {0};
	size_t size;
	uint8_t *bytes = game_save(game, &size);
	struct game *loaded = game_load(game->content, bytes, size, &complaint);
	assert(loaded != NULL);
	assert(game_digest(loaded) == game_digest(game));
	game_check(loaded);
	free(bytes);
	game_free(game);
	return loaded;
}

#endif
