/*
 * A game that is played by typed lines alone: a line goes in, sentences come out.
 */
#ifndef TRAPDOOR_TESTS_LINE_TALK_H
#define TRAPDOOR_TESTS_LINE_TALK_H

#include "tests/test.h"

#include "door/play/play.h"
#include "engine/engine.h"

struct talk {
	struct play *play;
	struct ui_text heard; /* the answer to the last line */
	FILE *transcript;     /* NULL: none */
	unsigned lines;
};

static inline const char *talk_hear(struct talk *talk)
{
	talk->heard.size = 0;
	assert_true(play_settle(talk->play));
	play_lines_report(talk->play, &talk->heard);
	if (talk->transcript && talk->heard.size)
		fputs(talk->heard.text, talk->transcript);
	return talk->heard.size ? talk->heard.text : "";
}

/* Begins the game of a seed. The first sentences are in talk->heard. */
static inline void talk_begin(struct talk *talk, const struct content *content,
	const struct seed *seed, const struct birth *birth, FILE *transcript)
{
	static const struct play_link link;
	*talk = (struct talk){.transcript = transcript};
	talk->play = play_new(game_new(content, seed, birth), content, NULL, 0, &link);
	assert_true(play_lines_on(talk->play, LINE_NORMAL));
	play_greet(talk->play);
	talk_hear(talk);
}

/* Types a line. Returns the answer, which is valid until the next line. */
static inline const char *talk_say(struct talk *talk, const char *line)
{
	if (talk->transcript)
		fprintf(talk->transcript, "> %s\n", line);
	talk->lines++;
	play_typed(talk->play, line);
	return talk_hear(talk);
}

static inline void talk_end(struct talk *talk)
{
	play_free(talk->play);
	free(talk->heard.text);
}

#endif
