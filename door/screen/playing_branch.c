/*
 * A branch: one's own ended run played on from a turn of its replay.
 *
 * The keeper allows it, and stores nothing of it: the run is on no board and ends with this screen,
 * which leads back to the replay.
 */
#include "door/screen/playing.h"

#include "door/replay/replay_cursor.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies the game at the cursor. NULL with the reason. */
static struct game *copy_game(
	const struct session *session, const struct replay_cursor *cursor, const char **why)
{
	uint8_t own[CONTENT_DIGEST_SIZE], its[CONTENT_DIGEST_SIZE];
	struct complaint complaint = {0};
	struct game *game = NULL;
	struct result result;
	uint8_t *save;
	size_t size;
	if (replay_cursor_answer(cursor) != REPLAY_CURSOR_OK) {
		*why = replay_cursor_sentence(cursor);
		return NULL;
	}
	game_result(replay_cursor_game(cursor), &result);
	content_digest(session->content, own);
	content_digest(replay_cursor_content(cursor), its);
	if (result.outcome != OUTCOME_GOING)
		*why = "The run has ended at this turn. Go back first.";
	else if (memcmp(own, its, sizeof own) != 0)
		*why = "This run was played with other content. It can only be watched.";
	else {
		*why = "The run cannot be branched at this turn.";
		save = game_save(replay_cursor_game(cursor), &size);
		game = save ? game_load(session->content, save, size, &complaint) : NULL;
		free(save);
	}
	return game;
}

void playing_branch(struct session *session)
{
	struct playing *playing = session->state;
	const union screen_arguments *arguments = session_arguments(session, SCREEN_play);
	const struct play_link link = {.context = session, .between = playing_between};
	const struct run_source source = run_source_of_line(session->line);
	enum keeper_verdict verdict = keeper_branch(session->line, arguments->play.branch);
	struct replay_cursor *cursor = NULL;
	struct game *game = NULL;
	const char *why = session_verdict(session, verdict);
	if (verdict == KEEPER_OK) {
		cursor = replay_cursor_new(
			&source, session->content, arguments->play.branch, REPLAY_CURSOR_FORWARD);
		if (replay_cursor_answer(cursor) == REPLAY_CURSOR_OK)
			replay_cursor_go(cursor, arguments->play.index);
		game = copy_game(session, cursor, &why);
	}
	if (game) {
		playing->run.seed = replay_cursor_run(cursor)->seed;
		playing->play =
			play_new(game, session->content, NULL, arguments->play.index, &link);
		play_say(playing->play, "A branch of your run: it counts nowhere.");
	} else {
		session_banner(session, why);
		session_back(session);
	}
	replay_cursor_free(cursor);
}

void playing_branch_ended(struct session *session)
{
	struct playing *playing = session->state;
	struct result result;
	char sentence[200];
	game_result(play_game(playing->play), &result);
	playing->ended = true;
	if (result.outcome == OUTCOME_QUIT) {
		session_banner(session, "The branch has ended. Nothing of it is kept.");
		session_back(session);
		return;
	}
	snprintf(sentence, sizeof sentence, UI_DIM "The branch ends here: %s, score %d.%s" UI_END,
		result.cause, result.score, session->lines ? " Press Enter." : " Press a key.");
	play_say(playing->play, sentence);
}

void playing_branch_left(struct session *session)
{
	const struct playing *playing = session->state;
	session_banner(session, play_wants_options(playing->play)
					? "Options are set in the lobby. The branch has ended."
					: "The branch has ended. Nothing of it is kept.");
	session_back(session);
}
