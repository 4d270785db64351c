/* Verbs, and commands as bytes of the journal. Both come from the list ENGINE_VERBS. */
#include "engine/rules/rules.h"

#include <assert.h>

/* Numbers 0 to 7 in the journal are the eight steps. */
#define STEP_NUMBERS 8

static const struct verb_row verbs[VERB_COUNT] = {
#define ROW(id, number, word, wants, flags, help) [VERB_##id] = {number, #word, wants, flags, help},
	ENGINE_VERBS(ROW)
#undef ROW
};

const struct verb_row *verb_row(enum verb verb)
{
	assert((unsigned)verb < VERB_COUNT);
	return &verbs[verb];
}

uint32_t verb_mask(unsigned flags)
{
	uint32_t mask = 0;

	for (int verb = 0; verb < VERB_COUNT; verb++)
		mask |= verbs[verb].flags & flags ? 1U << verb : 0;
	return mask;
}

static void put_cell(const struct command *command, uint8_t *bytes)
{
	bytes[0] = (uint8_t)((uint16_t)command->x & 0xff);
	bytes[1] = (uint8_t)((uint16_t)command->x >> 8);
	bytes[2] = (uint8_t)((uint16_t)command->y & 0xff);
	bytes[3] = (uint8_t)((uint16_t)command->y >> 8);
}

static void take_cell(struct command *command, const uint8_t *bytes)
{
	command->x = (int16_t)(bytes[0] | bytes[1] << 8);
	command->y = (int16_t)(bytes[2] | bytes[3] << 8);
}

/* Returns the number of bytes that follow a verb's number. */
static size_t argument_bytes(enum verb_wants wants)
{
	static const uint8_t bytes[] = {
		[WANTS_NOTHING] = 0,
		[WANTS_DIRECTION] = 1,
		[WANTS_PACK] = 1,
		[WANTS_GROUND] = 1,
		[WANTS_PACK_AND_CELL] = 5,
		[WANTS_NUMBER] = 1,
		[WANTS_SPELL_AND_CELL] = 5,
	};
	return bytes[wants];
}

static bool wants_cell(enum verb_wants wants)
{
	return wants == WANTS_PACK_AND_CELL || wants == WANTS_SPELL_AND_CELL;
}

size_t command_encode(const struct command *command, uint8_t bytes[COMMAND_BYTES_MAX])
{
	assert(command->verb < VERB_COUNT);
	if (command->verb == VERB_STEP) {
		assert(command->direction < DIR_COUNT);
		bytes[0] = command->direction;
		return 1;
	}
	const struct verb_row *row = verb_row(command->verb);
	bytes[0] = row->number;
	if (row->wants == WANTS_DIRECTION)
		bytes[1] = command->direction;
	else if (row->wants == WANTS_NUMBER)
		bytes[1] = command->number;
	else
		bytes[1] = command->item;
	if (wants_cell(row->wants))
		put_cell(command, bytes + 2);
	return 1 + argument_bytes(row->wants);
}

/* Returns the verb with that number in the journal, or VERB_COUNT. */
static enum verb verb_of_number(uint8_t number)
{
	if (number < STEP_NUMBERS)
		return VERB_STEP;
	for (enum verb verb = VERB_STEP + 1; verb < VERB_COUNT; verb++)
		if (verbs[verb].number == number)
			return verb;
	return VERB_COUNT;
}

size_t command_decode(const uint8_t *bytes, size_t size, struct command *command)
{
	*command = (struct command){0};
	if (size == 0)
		return 0;
	enum verb verb = verb_of_number(bytes[0]);
	if (verb == VERB_COUNT)
		return 0;
	command->verb = (uint8_t)verb;
	if (verb == VERB_STEP) {
		command->direction = bytes[0];
		return 1;
	}
	enum verb_wants wants = verbs[verb].wants;
	if (size < 1 + argument_bytes(wants))
		return 0;
	if (wants == WANTS_DIRECTION) {
		if (bytes[1] >= DIR_COUNT)
			return 0;
		command->direction = bytes[1];
	} else if (wants == WANTS_NUMBER) {
		command->number = bytes[1];
	} else if (wants != WANTS_NOTHING) {
		command->item = bytes[1];
	}
	if (wants_cell(wants))
		take_cell(command, bytes + 2);
	return 1 + argument_bytes(wants);
}
