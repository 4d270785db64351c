#include "door/replay/dump_run.h"

#include "door/play/dump.h"
#include "door/replay/reel.h"

#include <stdio.h>

char *dump_of_run(const struct shelf *shelf, const struct content *content, int64_t run, int width,
	char *sentence, size_t size)
{
	struct reel *reel = reel_new(shelf, content, run, REEL_FORWARD);
	struct store_score score = {0};
	char *text = NULL;
	if (reel_answer(reel) == REEL_OK)
		reel_go(reel, reel_length(reel));
	if (reel_answer(reel) == REEL_OK || reel_answer(reel) == REEL_END) {
		bool ended = shelf->score(shelf->context, run, &score) == KEEPER_OK;
		const struct dump_head head = {.name = reel_run(reel)->birth.name,
			.run = run,
			.ended = ended ? score.ended : 0};
		text = dump_text(reel_game(reel), reel_content(reel), &head, width);
	} else if (reel_answer(reel) == REEL_OTHER) {
		snprintf(sentence, size,
			"It ended under older rules, and the program of those rules cannot print a "
			"dump.");
	} else {
		snprintf(sentence, size, "%s", reel_sentence(reel));
	}
	reel_free(reel);
	return text;
}
