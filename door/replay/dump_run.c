#include "door/replay/dump_run.h"

#include "door/play/dump.h"
#include "door/replay/replay_cursor.h"

#include <stdio.h>

char *dump_of_run(const struct run_source *source, const struct content *content, int64_t run,
	struct dump_form form, char *sentence, size_t size)
{
	struct replay_cursor *cursor =
		replay_cursor_new(source, content, run, REPLAY_CURSOR_FORWARD);
	struct store_score score = {0};
	char *text = NULL;
	if (replay_cursor_answer(cursor) == REPLAY_CURSOR_OK)
		replay_cursor_go(cursor, replay_cursor_length(cursor));
	if (replay_cursor_answer(cursor) == REPLAY_CURSOR_OK ||
		replay_cursor_answer(cursor) == REPLAY_CURSOR_END) {
		bool ended = source->score(source->context, run, &score) == KEEPER_OK;
		const struct dump_head head = {.name = replay_cursor_run(cursor)->player,
			.run = run,
			.ended = ended ? score.ended : 0};
		text = dump_text(
			replay_cursor_game(cursor), replay_cursor_content(cursor), &head, form);
	} else if (replay_cursor_answer(cursor) == REPLAY_CURSOR_OTHER_RULES) {
		snprintf(sentence, size,
			"It ended under older rules, and the program of those rules cannot print a "
			"dump.");
	} else {
		snprintf(sentence, size, "%s", replay_cursor_sentence(cursor));
	}
	replay_cursor_free(cursor);
	return text;
}
