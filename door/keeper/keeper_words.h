/* Declarations that the files of words share: keeper_words.c and keeper_words_admin.c. */
#ifndef TRAPDOOR_KEEPER_WORDS_H
#define TRAPDOOR_KEEPER_WORDS_H

#include "door/keeper/keeper_private.h"

/* True if the asker may write words: the server has them, and the account is neither new nor muted.
 * Else refuses the request. */
bool words_may_write(struct asking *asking);
/* True if the account is muted; refuses the request then. */
bool words_muted(struct asking *asking);
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

/* ---- keeper_peers.c ---- */

/* The spectators of some run may have changed. */
void spectators_changed(struct keeper *keeper);
/* True if an account's options say that nobody may watch. */
bool spectators_are_refused(const char *options);

/* ---- keeper_chat.c ---- */

/* Reports changed numbers of spectators to the players who want them. */
void spectators_report(struct keeper *keeper);
/* keeper_replayers.c: the run is watched no longer. */
void replayer_leave(struct keeper *keeper, int64_t run);

#endif
