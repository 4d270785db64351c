#include "transport.h"

static struct transport *local_open(int descriptor, const char *peer, const struct transport_handlers *handlers)
{
	(void)descriptor, (void)peer, (void)handlers;
	return NULL;
}

const struct transport_row transport_local = {"local", local_open};
#include "commands.h"
int play_main(int argc, char **argv)
{
	(void)argc, (void)argv;
	return 1;
}
