/* Handicaps: the names of a run's. Their rules are asked where they apply. */
#include "engine/rules/rules.h"

#include <stdio.h>
#include <string.h>

const struct birth *game_birth(const struct game *game)
{
	return &game->birth;
}

static void add_name(char *text, size_t size, const char *name)
{
	size_t length = strlen(text);
	snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "", name);
}

void game_handicaps_text(
	const struct content *content, const struct birth *birth, char *text, size_t size)
{
	text[0] = '\0';
	for (int i = 0; i < birth->handicap_count; i++) {
		uint16_t kind = content_find_handicap(content, birth->handicaps[i]);
		add_name(text, size,
			kind == KIND_NONE ? birth->handicaps[i]
					  : content->birth.handicaps[kind].name);
	}
}

void handicap_report(struct game *game)
{
	char names[HANDICAPS_TEXT];
	if (game->birth.handicap_count == 0)
		return;
	game_handicaps_text(game->content, &game->birth, names, sizeof names);
	message_say(game, TEXT_HANDICAPS, &(struct word_facts){.text = names});
}
