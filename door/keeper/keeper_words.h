/* Declarations that the files of words, of chat and of the page after the login share. */
#ifndef TRAPDOOR_KEEPER_WORDS_H
#define TRAPDOOR_KEEPER_WORDS_H

#include "door/keeper/keeper_private.h"

/* True if the asker may write words: the server has them, and the account is neither new nor muted.
 * Else refuses the request. */
bool words_may_write(struct asking *asking);
/* True if the account is muted; refuses the request then. */
bool words_muted(struct asking *asking);
/* Takes a token of the account for a kind of requests: at most `per_day` at once, and as many in a
 * day; 0: no limit. False with a refusal. */
bool words_take_token(struct asking *asking, const char *kind, unsigned per_day);
/* Reads a text, makes it printable ASCII and trims it. False with a refusal if nothing is left. */
bool words_get(struct asking *asking, char *text, size_t size);
/* Names words in a sentence and in the audit log: "wall 12". */
#define WORDS_LABEL_MAX 32
void words_label(uint8_t kind, int64_t id, char name[WORDS_LABEL_MAX]);
/* Reads the kind and the id of words. False after a refusal. */
bool words_get_subject(struct asking *asking, uint8_t *kind, int64_t *id);
/* True if a request that is sent again did its work before: the author's newest words on the wall
 * (to 0), or among the mails of an account, are this text. */
bool words_stand(struct asking *asking, int64_t author, int64_t to, const char *text);

#endif
