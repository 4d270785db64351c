/*
 * Lines to the gym: each gives one line, an object of JSON; an error leaves the game as it was, and
 * a command that was listed is taken.
 *
 *     lines, whatever they hold; one of a single byte takes what that byte picks of what is legal
 */
#include "tests/fuzz/fuzz.h"

#include "door/bot/bot.h"
#include "door/gym/gym.h"
#include "tests/engine/stock.h"

#include <jansson.h>
#include <stdbool.h>

#define LINES_MOST 60

static const struct content *content(void)
{
	static const struct content *stock;
	if (stock == NULL)
		stock = stock_content();
	return stock;
}

static json_t *answered(char *line)
{
	assert(strchr(line, '\n') == NULL);
	json_t *answer = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	assert(json_is_object(answer));
	free(line);
	return answer;
}

static bool is_error(const json_t *answer)
{
	const json_t *error = json_object_get(answer, "error");
	assert(error == NULL || (json_is_string(error) && json_object_size(answer) == 1));
	return error != NULL;
}

/* One of those that are listed must be taken. */
static json_t *take_legal(struct gym *gym, const json_t *seen, unsigned pick)
{
	char line[80];
	const json_t *legal = json_object_get(seen, "legal");
	if (json_array_size(legal) == 0)
		return NULL;
	const char *words = json_string_value(json_array_get(legal, pick % json_array_size(legal)));
	int length = snprintf(line, sizeof line, "{\"do\":\"%s\"}", words);
	json_t *answer = answered(gym_answer(gym, line, (size_t)length));
	assert(!is_error(answer));
	return answer;
}

/* The next observation, or what there was where there is none. */
static json_t *answer(struct gym *gym, json_t *seen, const char *line, size_t length)
{
	json_t *next = length == 1 ? take_legal(gym, seen, (unsigned char)*line)
				   : answered(gym_answer(gym, line, length));
	if (next == NULL || is_error(next) || json_object_get(next, "look") != NULL) {
		json_decref(next);
		return seen;
	}
	json_decref(seen);
	return next;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct gym *gym = gym_new(content(), bot_birth(false), &(struct seed){{0xf2}});
	json_t *seen = answered(gym_begin(gym));
	const char *at = (const char *)bytes, *end = at + size;
	for (int lines = 0; at < end && lines < LINES_MOST; lines++) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t length = stop ? (size_t)(stop - at) : (size_t)(end - at);
		seen = answer(gym, seen, at, length < GYM_LINE_MAX ? length : GYM_LINE_MAX);
		at += length + 1;
	}
	json_decref(seen);
	gym_free(gym);
	return 0;
}
