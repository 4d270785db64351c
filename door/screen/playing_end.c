/* Keeps the score and the dump of a run that has ended. */
#include "door/screen/playing.h"

#include "door/play/dump.h"
#include "door/text/board_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void playing_score(struct session *session, struct store_score *score)
{
	struct playing *playing = session->state;
	struct result result;
	game_result(play_game(playing->play), &result);
	memset(score, 0, sizeof *score);
	score->run = playing->run.id;
	snprintf(score->name, sizeof score->name, "%s", session->account.name);
	score->mode = playing->run.mode;
	board_score_of_result(&result, score);
}

void playing_dump(struct session *session)
{
	const struct playing *playing = session->state;
	const struct dump_head head = {.name = session->account.name,
		.run = playing->score.run,
		.ended = (int64_t)time(NULL)};
	free(session->memory.dump);
	session->memory.dump = dump_text(play_game(playing->play), play_content(playing->play),
		&head,
		(struct dump_form){.width = session->frame.width - 1, .drawn = !session->lines});
	session->memory.dump_run = playing->score.run;
}
