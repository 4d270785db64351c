/* A public key as a person pastes it: one line of an OpenSSH .pub file. */
#ifndef TRAPDOOR_PUBLIC_KEY_H
#define TRAPDOOR_PUBLIC_KEY_H

#include "sql/store.h"

/* Reads "ssh-ed25519 AAAA... comment": its fingerprint as ssh-keygen -l prints it ("SHA256:..."),
 * and its comment as a label, cleaned, or its type when it has none.  False with a sentence when it
 * is not such a line. */
bool public_key_read(const char *line, char fingerprint[STORE_KEY_MAX], char label[STORE_LABEL_MAX],
	char *sentence, size_t size);

#endif
