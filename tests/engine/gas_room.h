/* Two rooms with a door between them, in which tests let gas spread, and its kinds by id. */
#ifndef TESTS_GAS_ROOM_H
#define TESTS_GAS_ROOM_H

#include "tests/engine/stock_tests.h"

static const char *const room[] = {
	"###############",
	"#.....#.......#",
	"#.@...#.......#",
	"#.....+.......#",
	"#.....#.......#",
	"###############",
};

static inline uint16_t cloud(const char *id)
{
	uint16_t kind = 0;
	while (kind < stock->counts.clouds && strcmp(stock->clouds[kind].id, id) != 0)
		kind++;
	assert_true(kind < stock->counts.clouds);
	return kind;
}

#endif
