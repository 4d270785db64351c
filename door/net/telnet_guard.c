#include "door/net/telnet_guard.h"

#include <string.h>

enum { IAC = 255, DONT = 254, DO = 253, WONT = 252, WILL = 251, SB = 250, SE = 240 };
enum {
	OPTION_MARK = 6,
	OPTION_TTYPE = 24,
	OPTION_NAWS = 31,
	OPTION_SPEED = 32,
	OPTION_ENVIRONMENT = 39,
	OPTION_CHARSET = 42,
	OPTION_GMCP = 201
};
enum guard_state {
	GUARD_TEXT,
	GUARD_IAC,
	GUARD_NEGOTIATION,
	GUARD_OPTION,
	GUARD_HELD,
	GUARD_HELD_IAC
};

static void guard_hold(struct telnet_guard *guard, uint8_t byte)
{
	if (guard->size < TELNET_HELD_MAX)
		guard->held[guard->size++] = byte;
	else
		guard->too_long = true;
}

static size_t guard_release(const struct telnet_guard *guard, uint8_t *out)
{
	bool used = guard->option == OPTION_TTYPE || guard->option == OPTION_NAWS ||
		    guard->option == OPTION_SPEED || guard->option == OPTION_ENVIRONMENT ||
		    guard->option == OPTION_CHARSET || guard->option == OPTION_GMCP;
	if (!used || guard->too_long)
		return 0;
	size_t length = 0;
	out[length++] = IAC;
	out[length++] = SB;
	out[length++] = guard->option;
	memcpy(out + length, guard->held, guard->size);
	length += guard->size;
	out[length++] = IAC;
	out[length++] = SE;
	return length;
}

/* Handles the byte after an IAC outside of subnegotiations. */
static size_t guard_command(struct telnet_guard *guard, uint8_t byte, uint8_t *out)
{
	guard->state = GUARD_TEXT;
	if (guard->plain && !guard->spoke && byte < SB) {
		out[0] = byte;
		return 1;
	}
	if (guard->plain && !guard->spoke && byte == IAC) {
		guard->state = GUARD_IAC;
		return 0;
	}
	if (byte == SB) {
		guard->state = GUARD_OPTION;
		return 0;
	}
	if (byte == SE) /* no subnegotiation to end */
		return 0;
	guard->command = byte;
	if (byte >= WILL && byte <= DONT) {
		guard->state = GUARD_NEGOTIATION;
		return 0;
	}
	out[0] = IAC;
	out[1] = byte;
	return 2;
}

static void guard_note(struct telnet_guard *guard, uint8_t option)
{
	static const struct {
		uint8_t command, said, other;
	} rows[] = {{WILL, SAID_WILL, SAID_WONT}, {WONT, SAID_WONT, SAID_WILL},
		{DO, SAID_DO, SAID_DONT}, {DONT, SAID_DONT, SAID_DO}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].command == guard->command)
			guard->said[option] =
				(uint8_t)((guard->said[option] & ~rows[i].other) | rows[i].said);
}

/* Handles the option of a negotiation. WILL and WONT both answer a timing mark. */
static size_t guard_negotiation(struct telnet_guard *guard, uint8_t option, uint8_t *out)
{
	guard->spoke = true;
	if (option == OPTION_MARK && (guard->command == WILL || guard->command == WONT)) {
		guard->marks++;
		return 0;
	}
	guard_note(guard, option);
	out[0] = IAC;
	out[1] = guard->command;
	out[2] = option;
	return 3;
}

static size_t guard_step(struct telnet_guard *guard, uint8_t byte, uint8_t *out)
{
	switch ((enum guard_state)guard->state) {
	case GUARD_TEXT:
		if (byte == IAC) {
			guard->state = GUARD_IAC;
			return 0;
		}
		break;
	case GUARD_IAC:
		return guard_command(guard, byte, out);
	case GUARD_NEGOTIATION:
		guard->state = GUARD_TEXT;
		return guard_negotiation(guard, byte, out);
	case GUARD_OPTION:
		guard->option = byte;
		guard->size = 0;
		guard->too_long = false;
		guard->state = GUARD_HELD;
		return 0;
	case GUARD_HELD:
		if (byte == IAC)
			guard->state = GUARD_HELD_IAC;
		else
			guard_hold(guard, byte);
		return 0;
	case GUARD_HELD_IAC:
		guard->state = GUARD_HELD;
		if (byte == IAC) {
			guard_hold(guard, IAC);
			guard_hold(guard, IAC);
			return 0;
		}
		if (byte == SE) {
			guard->state = GUARD_TEXT;
			return guard_release(guard, out);
		}
		/* The subnegotiation was broken off: it is dropped, and this byte is a command. */
		return guard_command(guard, byte, out);
	}
	out[0] = byte;
	return 1;
}

size_t telnet_guard_pass(struct telnet_guard *guard, const uint8_t *in, size_t size, uint8_t *out)
{
	size_t length = 0;
	for (size_t i = 0; i < size; i++)
		length += guard_step(guard, in[i], out + length);
	return length;
}

bool telnet_guard_rests(const struct telnet_guard *guard)
{
	return guard->state == GUARD_TEXT;
}
