#include "door/store/keeper_wire.h"

#include <sys/socket.h>

bool keeper_pair(int pair[2])
{
	return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) == 0;
}

bool keeper_give(int control, int keeper_end, const char *from)
{
	return wire_pass_line(control, 's', keeper_end, -1, from);
}

bool keeper_give_logged(int control, int keeper_end, int log, const char *from)
{
	return wire_pass_line(control, 's', keeper_end, log, from);
}
