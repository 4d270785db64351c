/* Scenarios: the hero's commands and other events. */
#include "engine/lab/scenario.h"

#include <string.h>

#define TIMES_MOST 300

static const char *const direction_words[] = {
	"north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"};
_Static_assert(sizeof direction_words / sizeof *direction_words == DIR_COUNT, "all eight");

static bool number_next(const struct scenario_words *words)
{
	return words->left > 0 && **words->at >= '0' && **words->at <= '9';
}

/* "at 3 1" */
static bool read_at(struct scenario_play *play, struct scenario_words *words, int *x, int *y)
{
	if (!words_take(words, "at"))
		return scenario_malformed(play, "where, is wanted: at X Y");
	return words_cell(play, words, x, y);
}

/* ---- The hero's commands ---- */

static bool read_letter(
	struct scenario_play *play, struct scenario_words *words, struct command *command)
{
	const char *word = words_next(play, words, "the letter of a thing");
	if (word == NULL)
		return false;
	command->item = (uint8_t)carried_number(word[0]);
	return (carried_number(word[0]) >= 0 && word[1] == '\0') ||
	       scenario_malformed(play, "\"%.40s\" is no letter of a thing", word);
}

static bool read_spell(
	struct scenario_play *play, struct scenario_words *words, struct command *command)
{
	uint16_t spell = words_kind(play, words, IDS_SPELL);
	command->item = (uint8_t)spell;
	return spell != KIND_NONE;
}

static bool read_cell(
	struct scenario_play *play, struct scenario_words *words, struct command *command)
{
	int x, y;
	if (!read_at(play, words, &x, &y))
		return false;
	command->x = (int16_t)x;
	command->y = (int16_t)y;
	return true;
}

static bool read_command(
	struct scenario_play *play, struct scenario_words *words, struct command *command)
{
	int direction, number = 0;
	switch (verb_row((enum verb)command->verb)->wants) {
	case WANTS_NOTHING:
		return true;
	case WANTS_DIRECTION:
		direction = words_among(play, words, "direction", direction_words, DIR_COUNT);
		command->direction = (uint8_t)direction;
		return direction >= 0;
	case WANTS_PACK:
		return read_letter(play, words, command);
	case WANTS_GROUND:
		if (number_next(words) && !words_number(play, words, 0, GROUND_MAX, &number))
			return false;
		command->item = (uint8_t)number;
		return true;
	case WANTS_PACK_AND_CELL:
		return read_letter(play, words, command) && read_cell(play, words, command);
	case WANTS_SPELL_AND_CELL:
		return read_spell(play, words, command) && read_cell(play, words, command);
	case WANTS_NUMBER:
		if (!words_number(play, words, 0, UINT8_MAX, &number))
			return false;
		command->number = (uint8_t)number;
		return true;
	}
	return false;
}

static bool do_command(
	struct scenario_play *play, struct scenario_words *words, enum verb verb, bool must)
{
	struct command command = {.verb = (uint8_t)verb};
	int times = 1;
	if (!read_command(play, words, &command) ||
		(number_next(words) && !words_number(play, words, 1, TIMES_MOST, &times)))
		return false;
	for (int i = 0; i < times && game_going(play->game); i++) {
		if (game_act(play->game, &command) == VERDICT_REFUSED && must)
			return scenario_fails(play, "\"%s\" is refused: %.120s",
				verb_row(verb)->word, game_refusal(play->game));
		game_check(play->game);
	}
	return true;
}

/* ---- Other events ---- */

static bool do_cause(struct scenario_play *play, struct scenario_words *words)
{
	int x, y, cause = words_cause(play, words), by = -1;
	if (cause < 0 || !read_at(play, words, &x, &y))
		return false;
	if (words_take(words, "by") && (by = words_who(play, words)) < 0)
		return false;
	terrain_trigger(play->game, x, y, (enum trigger)cause, by);
	return true;
}

/* Reads "4", for any argument of the effect, or "2d6". */
static bool read_amount(
	struct scenario_play *play, struct scenario_words *words, struct clause *clause)
{
	const char *word = words_next(play, words, "an amount"), *at = word;
	int numbers[2] = {0, 0}, count = 0;
	for (; *at != '\0' && at < word + 7; at++) {
		if (*at == 'd' && at > word && count == 0)
			count = 1;
		else if (*at >= '0' && *at <= '9' && numbers[count] < 1000)
			numbers[count] = 10 * numbers[count] + (*at - '0');
		else
			break;
	}
	bool dice = count == 1;
	if (*at != '\0' || numbers[0] < 1 || numbers[0] > (dice ? 20 : 4000) ||
		(dice && (numbers[1] < 1 || numbers[1] > 100)))
		return scenario_malformed(
			play, "an amount up to 4000 or dice are wanted, not \"%.40s\"", word);
	clause->amount = clause->duration = (int16_t)numbers[0];
	clause->dice = dice ? (struct dice){(int16_t)numbers[0], (int16_t)numbers[1], 0}
			    : (struct dice){0, 0, (int16_t)numbers[0]};
	return true;
}

static bool read_kind(struct scenario_play *play, struct scenario_words *words, unsigned arguments,
	uint16_t *kind)
{
	if (!(arguments & (ARGUMENT_CLOUD | ARGUMENT_MONSTER | ARGUMENT_TERRAIN | ARGUMENT_ITEM)))
		return true;
	*kind = arguments & ARGUMENT_CLOUD     ? words_kind(play, words, IDS_CLOUD)
		: arguments & ARGUMENT_MONSTER ? words_kind(play, words, IDS_CREATURE)
		: arguments & ARGUMENT_TERRAIN ? words_kind(play, words, IDS_TERRAIN)
					       : words_kind(play, words, IDS_ITEM);
	return *kind != KIND_NONE;
}

/* Reads the arguments of an effect, by its row: a kind, an amount, an element, "radius N". */
static bool read_clause(
	struct scenario_play *play, struct scenario_words *words, struct clause *clause)
{
	unsigned arguments = effect_rows[clause->row].arguments;
	int radius = 0;
	clause->amount = clause->duration = clause->dice.modifier = 1;
	if (!read_kind(play, words, arguments, &clause->kind))
		return false;
	if (number_next(words) && !read_amount(play, words, clause))
		return false;
	if (arguments & ARGUMENT_ELEMENT)
		clause->element = words_take_element(words);
	if (words_take(words, "radius") && !words_number(play, words, 0, 20, &radius))
		return false;
	clause->radius = (int16_t)radius;
	return true;
}

static bool do_effect(struct scenario_play *play, struct scenario_words *words)
{
	struct clause clause = {.kind = KIND_NONE};
	int x, y, by = -1, effect = words_effect(play, words);
	if (effect < 0)
		return false;
	clause.row = (uint8_t)effect;
	if (!read_clause(play, words, &clause) || !read_at(play, words, &x, &y))
		return false;
	if (words_take(words, "by") && (by = words_who(play, words)) < 0)
		return false;
	effect_apply(play->game, &clause, x, y, by, "a scenario");
	return true;
}

static bool do_wanderer(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t kind = words_kind(play, words, IDS_CREATURE);
	if (kind == KIND_NONE)
		return false;
	populate_walker(play->game, kind);
	senses_look(play->game);
	return true;
}

static bool do_one(struct scenario_play *play, struct scenario_words *words)
{
	bool cause = words_take(words, "cause");
	if (cause || words_take(words, "effect")) {
		bool done = cause ? do_cause(play, words) : do_effect(play, words);
		if (done && game_going(play->game)) {
			senses_look(play->game);
			game_check(play->game);
		}
		return done;
	}
	if (words_take(words, "wanderer"))
		return do_wanderer(play, words);
	bool must = !words_take(words, "try");
	const char *word = words_next(play, words, "a command");
	for (int verb = 0; word != NULL && verb < VERB_COUNT; verb++)
		if (strcmp(verb_row((enum verb)verb)->word, word) == 0)
			return do_command(play, words, (enum verb)verb, must);
	return word != NULL && scenario_malformed(play, "nobody can \"%.40s\"", word);
}

/* Reads "60 times effect blast 1 at 3 1", or an event without a count. */
static bool do_times(struct scenario_play *play, struct scenario_words *words)
{
	int times = 1;
	if (number_next(words)) {
		if (!words_number(play, words, 1, TIMES_MOST, &times))
			return false;
		if (!words_take(words, "times"))
			return scenario_malformed(play, "it is written \"60 times step east\"");
	}
	struct scenario_words rest = *words;
	for (int i = 0; i < times && (i == 0 || game_going(play->game)); i++) {
		rest = *words;
		if (!do_one(play, &rest))
			return false;
	}
	*words = rest;
	return true;
}

/* Skips the rest of the line when the run has ended. */
bool scenario_line_do(struct scenario_play *play, struct scenario_words *words)
{
	do {
		if (!game_going(play->game))
			words->left = 0;
		else if (!do_times(play, words))
			return false;
	} while (words_take(words, ","));
	return true;
}
