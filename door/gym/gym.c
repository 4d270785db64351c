#include "door/gym/gym.h"
#include "door/text/board_words.h"
#include "door/text/parse.h"
#include "door/gym/view_json.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

struct gym {
	const struct content *content;
	struct birth birth;
	struct seed seed;
	struct game *game; /* NULL before the first game */
	struct view view;  /* current view of the game */
	struct gym_menu menu;
	uint32_t step, serial; /* serial: of the last message sent */
};

struct gym *gym_new(
	const struct content *content, const struct birth *birth, const struct seed *seed)
{
	struct gym *gym = calloc(1, sizeof *gym);
	assert(gym);
	gym->content = content;
	gym->birth = *birth;
	if (seed)
		gym->seed = *seed;
	else
		assert(getrandom(&gym->seed, sizeof gym->seed, 0) == sizeof gym->seed);
	return gym;
}

void gym_free(struct gym *gym)
{
	if (!gym)
		return;
	game_free(gym->game);
	free(gym);
}

/* ---- Answers ---- */

static char *line_of(json_t *answer)
{
	char *line = json_dumps(answer, JSON_COMPACT);
	json_decref(answer);
	assert(line);
	return line;
}

__attribute__((format(printf, 1, 2))) static char *error(const char *format, ...)
{
	char sentence[256];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(sentence, sizeof sentence, format, arguments);
	va_end(arguments);
	json_t *answer = json_object();
	/* A quoted input may be cut within a character, which json_string refuses. */
	json_t *text = json_string(sentence);
	json_object_set_new(answer, "error", text ? text : json_string("this cannot be read"));
	return line_of(answer);
}

static const char *game_title(const struct content *content)
{
	const char *title = content_word(content, "title");
	return title ? title : "";
}

static json_t *end_json(const struct gym *gym)
{
	struct result result;
	char seed[2 * sizeof gym->seed.bytes + 1], digest[17];
	game_result(gym->game, &result);
	if (result.outcome == OUTCOME_GOING)
		return NULL;
	for (size_t i = 0; i < sizeof gym->seed.bytes; i++)
		snprintf(seed + 2 * i, 3, "%02x", gym->seed.bytes[i]);
	snprintf(digest, sizeof digest, "%016" PRIx64, game_digest(gym->game));
	return json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:I, s:s, s:s}", "outcome",
		board_outcome_word(result.outcome), "cause", result.cause, "killer", result.killer,
		"score", result.score, "deepest", result.deepest, "level", result.level, "gold",
		result.gold, "turns", (json_int_t)result.turns, "seed", seed, "digest", digest);
}

static uint32_t last_serial(const struct view *view)
{
	return view->message_count > 0 ? view->messages[view->message_count - 1].serial : 0;
}

/* The observation, with one more value if `value` is given. */
static char *observe(struct gym *gym, const char *key, json_t *value)
{
	struct json_out out = {0};
	game_view(gym->game, &gym->view);
	gym_menu_fill(&gym->menu, gym->game, &gym->view);
	json_out_open(&out, '{');
	json_out_key(&out, "step");
	json_out_number(&out, (long)gym->step);
	gym_observation(&out, gym->content, gym->game, &gym->view, &gym->menu, gym->serial);
	gym->serial = last_serial(&gym->view);
	if (value) {
		char *text = line_of(value);
		json_out_key(&out, key);
		json_out_value(&out, text);
		free(text);
	}
	json_out_close(&out, '}');
	json_out_end(&out);
	return out.bytes;
}

static json_t *handicaps_json(const struct birth *birth)
{
	json_t *list = json_array();
	for (int i = 0; i < birth->handicap_count; i++)
		json_array_append_new(list, json_string(birth->handicaps[i]));
	return list;
}

char *gym_begin(struct gym *gym)
{
	game_free(gym->game);
	gym->game = game_new(gym->content, &gym->seed, &gym->birth);
	gym->step = gym->serial = 0;
	return observe(gym, "began",
		json_pack("{s:i, s:i, s:s, s:s, s:o}", "gym", GYM_FORMAT, "rules",
			ENGINE_RULES_VERSION, "game", game_title(gym->content), "name",
			gym->birth.name, "handicaps", handicaps_json(&gym->birth)));
}

/* ---- Requests ---- */

static char *answer_do(struct gym *gym, const json_t *asked)
{
	struct command command;
	char sentence[200];
	bool none;
	struct result result;
	const char *words = json_string_value(asked);
	if (!words)
		return error("\"do\" wants a command as a string, such as {\"do\": \"wait\"}");
	if (!parse_command(words, &command, &none, sentence, sizeof sentence))
		return error("%s", sentence);
	game_result(gym->game, &result);
	if (none)
		return error("\"do\" wants a command, such as {\"do\": \"wait\"}");
	if (result.outcome != OUTCOME_GOING)
		return error("the game is over; {\"new\": {}} begins another");
	if (!gym_menu_has(&gym->menu, &gym->view, &command))
		return error("\"%.40s\" is not to be done now: neither in \"legal\" nor in \"aim\"",
			words);
	if (game_act(gym->game, &command) == VERDICT_REFUSED)
		return error("%s", game_refusal(gym->game));
	gym->step++;
	return observe(gym, "end", end_json(gym));
}

static char *answer_look(struct gym *gym, const json_t *asked)
{
	const json_t *x = json_array_get(asked, 0), *y = json_array_get(asked, 1);
	char text[256];
	if (json_array_size(asked) != 2 || !json_is_integer(x) || !json_is_integer(y))
		return error("\"look\" wants a cell, such as {\"look\": [12, 7]}");
	json_int_t width = gym->view.width, height = gym->view.height;
	if (json_integer_value(x) < 0 || json_integer_value(x) >= width ||
		json_integer_value(y) < 0 || json_integer_value(y) >= height)
		return error("\"look\" wants a cell of the level, which is %d wide and %d high",
			(int)width, (int)height);
	if (!game_describe(gym->game, (int)json_integer_value(x), (int)json_integer_value(y), text,
		    sizeof text))
		text[0] = '\0';
	/* The strings of the view are valid only until the next call of the game. */
	game_view(gym->game, &gym->view);
	json_t *answer = json_object();
	json_object_set_new(answer, "look", view_json_text(text));
	return line_of(answer);
}

static bool name_good(const char *name)
{
	size_t length = strlen(name);
	for (size_t i = 0; i < length; i++)
		if (name[i] < ' ' || name[i] > '~')
			return false;
	return length > 0 && length <= NAME_MAX_LENGTH;
}

static bool seed_good(const char *text)
{
	size_t length = strlen(text);
	return length > 0 && length <= 2 * sizeof(struct seed) &&
	       strspn(text, "0123456789abcdefABCDEF") == length;
}

/* The first key of the object that is neither of the two; NULL if none. */
static const char *key_but(const json_t *object, const char *one, const char *other)
{
	json_t *mutable = (json_t *)(uintptr_t)object;
	for (void *at = json_object_iter(mutable); at; at = json_object_iter_next(mutable, at)) {
		const char *key = json_object_iter_key(at);
		if (strcmp(key, one) != 0 && strcmp(key, other) != 0)
			return key;
	}
	return NULL;
}

static char *answer_new(struct gym *gym, const json_t *asked)
{
	const char *stranger = key_but(asked, "seed", "name");
	if (stranger)
		return error("\"new\" has \"seed\" and \"name\", and no \"%.40s\"", stranger);
	const json_t *seed = json_object_get(asked, "seed"), *name = json_object_get(asked, "name");
	if (!json_is_object(asked))
		return error("\"new\" wants an object, such as {\"new\": {\"seed\": \"1f\"}}");
	if (seed && (!json_is_string(seed) || !seed_good(json_string_value(seed))))
		return error("\"seed\" wants 1 to 32 hexadecimal digits as a string");
	if (name && (!json_is_string(name) || !name_good(json_string_value(name))))
		return error("\"name\" wants 1 to %d characters of ASCII", NAME_MAX_LENGTH);
	if (name)
		snprintf(gym->birth.name, sizeof gym->birth.name, "%s", json_string_value(name));
	if (seed)
		parse_seed(json_string_value(seed), &gym->seed);
	else
		assert(getrandom(&gym->seed, sizeof gym->seed, 0) == sizeof gym->seed);
	return gym_begin(gym);
}

static char *answer_request(struct gym *gym, const json_t *request)
{
	static const struct {
		const char *key;
		char *(*answer)(struct gym *gym, const json_t *asked);
	} rows[] = {{"do", answer_do}, {"look", answer_look}, {"new", answer_new}};
	if (!json_is_object(request) || json_object_size(request) != 1)
		return error("a line is an object with one of \"do\", \"look\" and \"new\"");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const json_t *asked = json_object_get(request, rows[i].key);
		if (asked)
			return rows[i].answer(gym, asked);
	}
	return error("there is no \"%.40s\"; there are \"do\", \"look\" and \"new\"",
		json_object_iter_key(json_object_iter((json_t *)(uintptr_t)request)));
}

char *gym_answer(struct gym *gym, const char *line, size_t length)
{
	json_error_t problem;
	json_t *request = json_loadb(line, length, JSON_REJECT_DUPLICATES, &problem);
	if (!request)
		return error(
			"this line is no JSON: %s, at character %d", problem.text, problem.column);
	char *answer = answer_request(gym, request);
	json_decref(request);
	return answer;
}

/* ---- Lines ---- */

/* The result of reading a line. */
enum line { LINE_WHOLE, LINE_TOO_LONG, LINE_NONE };

static enum line line_read(FILE *file, char line[GYM_LINE_MAX], size_t *length)
{
	int c;
	*length = 0;
	while ((c = getc_unlocked(file)) != EOF && c != '\n')
		if ((*length)++ < GYM_LINE_MAX)
			line[*length - 1] = (char)c;
	if (c == EOF && *length == 0)
		return LINE_NONE;
	return *length <= GYM_LINE_MAX ? LINE_WHOLE : LINE_TOO_LONG;
}

static bool answer_write(FILE *out, char *answer)
{
	bool written = fputs(answer, out) >= 0 && fputc('\n', out) == '\n' && fflush(out) == 0;
	free(answer);
	return written;
}

bool gym_serve(struct gym *gym, FILE *in, FILE *out)
{
	char line[GYM_LINE_MAX];
	size_t length;
	enum line what;
	bool heard = answer_write(out, gym_begin(gym));
	while (heard && (what = line_read(in, line, &length)) != LINE_NONE)
		heard = answer_write(
			out, what == LINE_TOO_LONG
				     ? error("a line has at most %d bytes, and this one has more",
					       GYM_LINE_MAX)
				     : gym_answer(gym, line, length));
	return heard;
}
