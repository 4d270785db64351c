#include "transport.h"

static struct transport *ssh_open(int descriptor, const char *peer, const struct transport_handlers *handlers)
{
	(void)descriptor, (void)peer, (void)handlers;
	return NULL;
}

const struct transport_row transport_ssh = {"ssh", ssh_open};

bool ssh_prepare(const char *host_key_path, char *sentence, size_t size)
{
	(void)host_key_path, (void)sentence, (void)size;
	return true;
}
