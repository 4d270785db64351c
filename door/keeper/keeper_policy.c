/* The settings of the keeper side, which a reload of the server changes. */
#include "door/keeper/keeper_start.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "door/store/keeper_wire.h"

/* The fewest and the most bytes of a shared secret. */
#define DAY_SECRET_LEAST 16
#define DAY_SECRET_MOST 4096

bool keeper_policy_secret(
	struct keeper_policy *policy, const char *path, char *sentence, size_t size)
{
	uint8_t text[DAY_SECRET_MOST];
	size_t length;
	FILE *file;

	if (!*path)
		return true;
	file = fopen(path, "re");
	if (!file) {
		snprintf(sentence, size, "cannot read the secret of daily runs %.150s: %s", path,
			strerror(errno));
		return false;
	}
	length = fread(text, 1, sizeof text, file);
	fclose(file);
	/* Editors end a file with a line end. */
	while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r'))
		length--;
	policy->day_shared = length >= DAY_SECRET_LEAST;
	if (policy->day_shared)
		crypto_hash_sha256(policy->day_secret, text, length);
	else
		snprintf(sentence, size,
			"the secret of daily runs %.150s is too short; it needs %d characters "
			"or more",
			path, DAY_SECRET_LEAST);
	sodium_memzero(text, sizeof text);
	return policy->day_shared;
}

bool keeper_policy_send(int socket, const struct keeper_policy *policy)
{
	struct wire_descriptors names = {1, {name_list_send(policy->names)}};
	bool sent = names.each[0] >= 0 && wire_send(socket, policy, sizeof *policy, &names);
	int error = errno;

	if (names.each[0] >= 0)
		wire_close(&names);
	errno = error;
	return sent;
}

bool keeper_policy_take(struct keeper_policy *policy)
{
	struct name_list *names = NULL;
	struct keeper_policy found, newest;
	struct wire_descriptors file;
	ssize_t got;

	while ((got = wire_receive(policy->changes, &found, sizeof found, &file)) ==
		(ssize_t)sizeof found) {
		struct name_list *list = file.count == 1 ? name_list_receive(file.each[0]) : NULL;

		wire_close(&file);
		if (!list)
			continue;
		name_list_free(names);
		names = list;
		newest = found;
	}
	if (got == 0) {
		close(policy->changes);
		policy->changes = 0;
	}
	if (!names)
		return false;
	newest.names = names;
	newest.changes = policy->changes;
	/* The program that reads the settings again has no secret. */
	newest.day_shared = policy->day_shared;
	memcpy(newest.day_secret, policy->day_secret, sizeof newest.day_secret);
	*policy = newest;
	return true;
}
