/* A public key as a person pastes it: one line of an OpenSSH .pub file. */
#ifndef TRAPDOOR_PUBLIC_KEY_H
#define TRAPDOOR_PUBLIC_KEY_H

#include "sql/store.h"

/* Reads "ssh-ed25519 AAAA... comment". fingerprint is as ssh-keygen -l prints it ("SHA256:...").
 * label is the cleaned comment, or the key's type without one. False with a sentence if the line is
 * no key. */
bool public_key_read(const char *line, char fingerprint[STORE_KEY_MAX], char label[STORE_LABEL_MAX],
	char *sentence, size_t size);

#endif
