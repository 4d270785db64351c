/* Declarations that the files of the screen of mail and the wall share. */
#ifndef TRAPDOOR_SCREEN_WORDS_H
#define TRAPDOOR_SCREEN_WORDS_H

#include "door/screen/screens.h"
#include "door/ui/ui.h"

enum list { LIST_WALL, LIST_MAIL, LIST_BLOCKED, LISTS };

/* Steps of the screen. LIST and PAGE have keys; the others a prompt. */
enum step { STEP_LIST, STEP_PAGE, STEP_TO, STEP_TEXT, STEP_BLOCK, STEP_REPORT, STEP_REMOVE };

struct words {
	enum list list;
	enum step step, before; /* before: the step to which a question returns */
	size_t count, at;
	struct store_words each[KEEPER_WORDS_MAX]; /* of the block list the names alone */
	char to[STORE_NAME_MAX + 1];
	struct ui_input input;
	char says[200];
	bool well; /* the sentence is good news */
};

struct words *words_of(struct session *session);
/* False: a guest, who reads the wall and does not write. */
bool words_member(const struct session *session);
/* The row under the cursor; NULL in an empty list. */
const struct store_words *words_chosen(const struct words *words);
/* The name of the author, or the operator. */
const char *words_author(const struct store_words *one);
/* True if the player may answer, block or report the author. */
bool words_theirs(const struct session *session, const struct store_words *one);

/* Fetches the list, and keeps the cursor in it. */
void words_fetch(struct session *session);
void words_enter(struct session *session);
void words_leave(struct session *session);
/* Goes to a step, with an empty field if it has one. */
void words_go(struct words *words, enum step step);
/* Goes to a question, which returns to the step before it. */
void words_ask(struct words *words, enum step question);
/* Does what the question asked. */
void words_do(struct session *session);
/* Begins to write: on the wall, or a mail, whose recipient is typed first unless it is known. */
void words_write(struct session *session, const char *to);
/* Handles a key of a field. */
void words_input_key(struct session *session, int key);
/* Opens the chosen row. A mail is read then. */
void words_open(struct session *session);

#endif
