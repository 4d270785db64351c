/* What a login name and a password must be. */
#ifndef TRAPDOOR_NAMES_H
#define TRAPDOOR_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#define PASSWORD_LENGTH_MIN 8
#define PASSWORD_LENGTH_MAX 128

/* Whether somebody may register the name, or the sentence that says why not. */
bool name_allowed(const char *name, char *sentence, size_t size);

/* The same for a new password; name is whose. */
bool password_allowed(const char *password, const char *name, char *sentence, size_t size);

/* "SHA256:" and 43 characters of base64. */
bool fingerprint_allowed(const char *fingerprint);

/* Makes what came from outside printable ASCII, in place: everything else becomes '?'. */
void text_clean(char *text);

#endif
