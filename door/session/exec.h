/* The command of an ssh exec, as a client sends it. */
#ifndef TRAPDOOR_EXEC_H
#define TRAPDOOR_EXEC_H

#include "door/store/scores_text.h"
#include "door/text/board_page.h"
#include "door/text/board_words.h"
#include "sql/store.h"

enum exec_command {
	EXEC_SCORES,
	EXEC_TODAY,
	EXEC_WEEK,
	EXEC_SEASON,
	EXEC_GAMES,
	EXEC_WHO,
	EXEC_HELP
};

struct exec_request {
	enum exec_command command;
	enum format format;
	enum board_page_form page;     /* of a page for a BBS */
	int width;                     /* likewise; 0: BOARD_PAGE_WIDE */
	char game[STORE_GAME_MAX + 1]; /* of EXEC_SCORES; "": the game served */
	const struct board_list *list; /* likewise; NULL: best runs */
	bool is_page;                  /* EXEC_SCORES prints a page for a BBS */
};

/* Reads a command: a word and options, as `trapdoor scores` takes them: --json, --format FORMAT,
 * --games, --game ID, --mode LIST and --width 40|80. Blanks around and between words do not matter.
 * False if it is unknown. */
bool exec_read(const char *command, struct exec_request *request);

#endif
