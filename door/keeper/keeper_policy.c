/* The settings of the keeper side, which a reload of the server changes. */
#include "door/keeper/keeper_start.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "door/store/keeper_wire.h"

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
	*policy = newest;
	return true;
}
