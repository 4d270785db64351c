#include "door/command/serve_step.h"

#include "door/store/keeper_wire.h"

#include <errno.h>
#include <poll.h>

bool serve_step_send(int socket, enum serve_step_kind kind, int minutes, int descriptor)
{
	const struct serve_step step = {kind, minutes};

	return wire_send(socket, &step, sizeof step,
		&(struct wire_descriptors){descriptor >= 0, {descriptor}});
}

bool serve_step_take(int socket, struct serve_step *step, int *descriptor, bool *gone)
{
	struct wire_descriptors passed = {.count = 0};
	ssize_t got = wire_receive(socket, step, sizeof *step, &passed);

	*descriptor = -1;
	*gone = got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
	if (got != (ssize_t)sizeof *step || passed.count > 1) {
		wire_close(&passed);
		return false;
	}
	if (passed.count)
		*descriptor = passed.each[0];
	return true;
}

bool serve_step_await(int socket, enum serve_step_kind kind, int *descriptor, int patience_ms)
{
	struct pollfd ready = {.fd = socket, .events = POLLIN};
	struct serve_step step;
	bool gone;

	*descriptor = -1;
	return poll(&ready, 1, patience_ms) > 0 &&
	       serve_step_take(socket, &step, descriptor, &gone) && step.kind == kind;
}
