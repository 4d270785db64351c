/*
 * Parses the sentences of line mode as their reader hears them.
 */
#ifndef TRAPDOOR_TESTS_LINE_HEARING_H
#define TRAPDOOR_TESTS_LINE_HEARING_H

#include "tests/test.h"

#include "door/line/line.h"

/* Reads "3 north-east" or "2 north 5 east". */
static inline void hear_offset(const char *text, int *dx, int *dy)
{
	int number;
	char word[24];
	*dx = *dy = 0;
	while (sscanf(text, "%d %23[a-z-]", &number, word) == 2) {
		enum direction direction = line_direction(word);
		assert_int_not_equal(direction, DIR_COUNT);
		*dx += number * direction_dx[direction];
		*dy += number * direction_dy[direction];
		text = strstr(text, word) + strlen(word);
		text += *text == ' ';
	}
}

static inline bool is_state_heard(const char *part)
{
	static const char *const states[] = {
		"captive", "with you", "asleep", "fleeing", "unaware of you", "noticed you"};
	for (size_t i = 0; i < sizeof states / sizeof *states; i++)
		if (strcmp(states[i], part) == 0)
			return true;
	return false;
}

/* The parts of one thing, as its reader hears them. */
struct heard_thing {
	char letter, name[120], state[24];
	int percent, price, more, dx, dy;
	bool harms, remembered;
};

/* Reads "b, a rat, asleep, 40% health, 2 north 5 east". */
static inline void hear_thing(const char *text, struct heard_thing *thing)
{
	char copy[400], *parts[16];
	size_t count = 0;
	*thing = (struct heard_thing){.percent = 100};
	snprintf(copy, sizeof copy, "%s", text);
	for (char *at = copy; at && count < 16; count++) {
		parts[count] = at;
		at = strstr(at, ", ");
		if (at) {
			*at = 0;
			at += 2;
		}
	}
	assert_true(count >= 2);
	hear_offset(parts[count - 1], &thing->dx, &thing->dy);
	size_t first = parts[0][0] && !parts[0][1];
	thing->letter = first ? parts[0][0] : 0;
	for (size_t i = first; i + 1 < count; i++) {
		const char *part = parts[i];
		if (is_state_heard(part))
			snprintf(thing->state, sizeof thing->state, "%s", part);
		else if (sscanf(part, "for %d gold", &thing->price) == 1 ||
			 sscanf(part, "and %d more", &thing->more) == 1 ||
			 (strstr(part, "% health") && sscanf(part, "%d%%", &thing->percent) == 1))
			continue;
		else if (strcmp(part, "harmful") == 0)
			thing->harms = true;
		else if (strcmp(part, "remembered") == 0)
			thing->remembered = true;
		else
			snprintf(thing->name + strlen(thing->name),
				sizeof thing->name - strlen(thing->name), "%s%s",
				*thing->name ? ", " : "", part);
	}
}

#endif
