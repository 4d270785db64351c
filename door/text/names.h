/* Rules for login names and passwords. */
#ifndef TRAPDOOR_NAMES_H
#define TRAPDOOR_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#define PASSWORD_LENGTH_MIN 8
#define PASSWORD_LENGTH_MAX 128

/* The word with which lists of servers ask for facts about this one (MSSP). */
#define NAME_OF_STATUS "MSSP-REQUEST"

/* True if the name has the form of a new name; otherwise writes a sentence with the reason. */
bool name_allowed(const char *name, char *sentence, size_t size);

/* Returns what an operator does in place of a ban of this word, which a client types instead of a
 * name. NULL if it is no such word. Nobody can log in by it. */
const char *name_login_word(const char *name);

/* True if the account `name` may have this password; otherwise writes a sentence with the
 * reason. */
bool password_allowed(const char *password, const char *name, char *sentence, size_t size);

/* True for "SHA256:" and 43 characters of base64. */
bool fingerprint_allowed(const char *fingerprint);

#endif
