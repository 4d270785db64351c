/*
 * The states of the golden saves: everything that is shown of them, what each item does there,
 * and where auto-move goes from there.
 *
 * The answers are in tests/golden/shown; they are of the recorded content, so that no edit of
 * etc/content moves them.
 */
#include "engine/auto/auto.h"
#include "engine/lab/lab.h"
#include "tests/test.h"

#include "tests/engine/shown.h"

#define AUTO_COMMANDS 40
#define EXPLORED 4 /* states that follow a save, AUTO_COMMANDS apart */
#define TRAVELS 5
#define TRIED 6     /* commands in one game */
#define FOLLOWED 25 /* commands */
#define NAME_BYTES 64

static const char *const moments[] = {"fresh", "hurt", "conditions", "hungry", "crowded", "laden",
	"middle", "graves", "deep", "receiver", "ended"};
static struct content *content;

/* ---- The states ---- */

typedef void state_function(struct answers *answers, const char *name, struct game *game);

/* Auto-explores, and only if that gives no command, waits. */
static void go_on(struct game *game, struct watch *watch)
{
	struct auto_move automove;
	struct view view;
	struct command command;
	auto_begin(&automove, AUTO_EXPLORE, 0, 0, 0, game, watch);
	for (int i = 0; i < AUTO_COMMANDS; i++) {
		if (!auto_next(&automove, game, &view, &command)) {
			auto_begin(&automove, AUTO_EXPLORE, 0, 0, 0, game, watch);
			command = (struct command){.verb = VERB_WAIT};
		}
		game_act(game, &command);
	}
}

/* Calls the function for each moment, and for states of the same game some commands later. */
static void each_state(const char *path, int explored, state_function *each)
{
	struct answers answers;
	answers_begin(&answers, path);
	for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
		struct game *game = shown_read(content, moments[i]);
		struct watch watch = {0};
		for (int part = 0; part < explored; part++) {
			char name[NAME_BYTES];
			snprintf(name, sizeof name, "%s+%d", moments[i], part * AUTO_COMMANDS);
			each(&answers, name, game);
			go_on(game, &watch);
		}
		game_free(game);
	}
	answers_end(&answers, 0);
}

/* ---- The recorded texts ---- */

static void show(struct answers *answers, const char *name, struct game *game)
{
	answers_name(answers, name);
	shown_state(answers, game);
	shown_answer(answers, game);
	shown_saves(answers, game);
	char *level = game_level_text(game, LEVEL_TEXT_CREATURES | LEVEL_TEXT_ITEMS);
	answers_add(answers, "level", level, strlen(level));
	free(level);
	level = game_level_text(game, LEVEL_TEXT_LIGHT);
	answers_add(answers, "light", level, strlen(level));
	free(level);
	answers_compare(answers);
}

static void all_that_is_shown_of_a_state_is_as_it_was(void **state)
{
	(void)state;
	each_state("tests/golden/shown/saves.txt", EXPLORED, show);
}

static void the_stages_of_a_level_are_as_they_were(void **state)
{
	struct answers answers;
	(void)state;
	answers_begin(&answers, "tests/golden/shown/stages.txt");
	for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
		struct game *game = shown_read(content, moments[i]);
		char *level = game_level_text(game, LEVEL_TEXT_STAGES);
		answers_name(&answers, moments[i]);
		answers_add(&answers, "stages", level, strlen(level));
		answers_compare(&answers);
		free(level);
		game_free(game);
	}
	answers_end(&answers, 0);
}

/* Each kind of level at shallow, middle and deep depths, most of which are not its own. */
static void levels_of_all_kinds_are_as_they_were(void **state)
{
	static const int depths[] = {1, 3, 6, 10, 15, 19, 23, 26};
	struct answers answers;
	(void)state;
	answers_begin(&answers, "tests/golden/shown/levels.txt");
	const char *kind;
	for (size_t nth = 0; (kind = lab_level_kind(content, nth)) != NULL; nth++) {
		answers_name(&answers, kind);
		for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
			struct complaint complaint;
			struct seed seed = {{(uint8_t)nth, (uint8_t)i, 3}};
			struct lab_level wanted = {.depth = depths[i],
				.kind = kind,
				.flags = LEVEL_TEXT_CREATURES | LEVEL_TEXT_ITEMS};
			char *text = lab_level(content, &seed, &wanted, &complaint), name[16];
			assert_non_null(text);
			snprintf(name, sizeof name, "depth-%d", depths[i]);
			answers_add(&answers, name, text, strlen(text));
			free(text);
		}
		answers_compare(&answers);
	}
	answers_end(&answers, 0);
}

/* ---- Commands ---- */

static void write_command(FILE *out, const struct command *command)
{
	fprintf(out, " %d/%d/%d/%d/%d", command->verb, command->direction, command->item,
		command->x, command->y);
}

static void write_after(FILE *out, const struct game *game)
{
	fprintf(out, " %016llx %s\n", (unsigned long long)game_digest(game), game_refusal(game));
}

/* The game that commands are tried in: a few commands later it begins anew. */
struct tries {
	FILE *out;
	struct shown_origin origin;
	struct game *game;
	int tried;
};

static void try_command(struct tries *tries, struct command command)
{
	if (tries->tried++ % TRIED == 0) {
		game_free(tries->game);
		tries->game = shown_again(&tries->origin);
	}
	write_command(tries->out, &command);
	if (game_act(tries->game, &command) != VERDICT_REFUSED)
		game_act(tries->game, &(struct command){.verb = VERB_WAIT});
	write_after(tries->out, tries->game);
}

/* Each command that an item, a spell or the ground takes. */
static void use_all(struct tries *tries, const struct view *view, int x, int y)
{
	struct command command = {.x = (int16_t)x, .y = (int16_t)y};
	for (size_t i = 0; i < view->pack_count; i++)
		for (int verb = 0; verb < VERB_COUNT; verb++) {
			command.verb = (uint8_t)verb;
			command.item = (uint8_t)(view->pack[i].letter - 'a');
			if (view->pack[i].verbs & 1u << verb)
				try_command(tries, command);
		}
	command.verb = VERB_CAST;
	for (size_t i = 0; i < view->spell_count; i++) {
		command.item = view->spells[i].number;
		try_command(tries, command);
	}
	command.verb = VERB_PICK_UP;
	for (size_t i = 0; i < view->ground_count; i++) {
		command.item = (uint8_t)i;
		try_command(tries, command);
	}
}

static void use(struct answers *answers, const char *name, struct game *game)
{
	struct view *view = calloc(1, sizeof *view);
	struct tries tries = {.origin = shown_origin_of(content, game)};
	char *text;
	size_t size;
	tries.out = open_memstream(&text, &size);
	assert_non_null(view);
	assert_non_null(tries.out);
	game_view(game, view);
	bool near = view->creature_count > 0;
	use_all(&tries, view, near ? view->creatures[0].x : view->hero_x + 2,
		near ? view->creatures[0].y : view->hero_y + 1);
	for (int i = 0; i < DIR_COUNT; i++)
		try_command(&tries, (struct command){.verb = VERB_STEP, .direction = (uint8_t)i});
	fclose(tries.out);
	game_free(tries.game);
	free(tries.origin.bytes);
	answers_name(answers, name);
	answers_add(answers, "uses", text, size);
	answers_compare(answers);
	free(text);
	free(view);
}

static void the_effects_of_each_item_are_as_recorded(void **state)
{
	(void)state;
	each_state("tests/golden/shown/uses.txt", 1, use);
}

/* ---- Auto-move ---- */

/* Goes on a copy of the game for as long as the auto command gives commands. */
static void follow(FILE *out, const struct shown_origin *origin, enum auto_kind kind, int direction,
	int x, int y)
{
	struct game *again = shown_again(origin);
	struct watch watch = {0};
	struct auto_move automove;
	struct view view;
	struct command command;
	auto_begin(&automove, kind, direction, x, y, again, &watch);
	automove.repeated = (struct command){.verb = VERB_SEARCH};
	automove.times = 5;
	fprintf(out, "%d %d %d %d:", kind, direction, x, y);
	for (int i = 0; i < FOLLOWED && auto_next(&automove, again, &view, &command); i++) {
		write_command(out, &command);
		game_act(again, &command);
	}
	fprintf(out, " %d%d%d%d%d%d %d %s", automove.finished, automove.blocked, automove.harm,
		automove.found, automove.passed, automove.alarmed, automove.news, automove.says);
	write_after(out, again);
	game_free(again);
}

static void follow_all(FILE *out, const struct game *game, const struct view *view)
{
	struct shown_origin of = shown_origin_of(content, game), *origin = &of;
	follow(out, origin, AUTO_EXPLORE, 0, 0, 0);
	follow(out, origin, AUTO_REST, 0, 0, 0);
	follow(out, origin, AUTO_TAKE, 0, 0, 0);
	follow(out, origin, AUTO_REPEAT, 0, 0, 0);
	for (int i = 0; i < DIR_COUNT; i++)
		follow(out, origin, AUTO_RUN, i, 0, 0);
	int travels = 0;
	for (int y = 0; y < view->height; y++)
		for (int x = 0; x < view->width; x++) {
			int steps = game_steps_to(game, view, x, y);
			if (steps >= 0)
				fprintf(out, "%d,%d %d\n", x, y, steps);
			if ((game_is_landmark(game, x, y) || steps == 17) && ++travels <= TRAVELS)
				follow(out, origin, AUTO_TRAVEL, 0, x, y);
		}
	fprintf(out, "gate %d\n", game_gate_shuts(game, view));
	free(of.bytes);
}

static void go(struct answers *answers, const char *name, struct game *game)
{
	struct view *view = calloc(1, sizeof *view);
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	assert_non_null(view);
	assert_non_null(out);
	game_view(game, view);
	follow_all(out, game, view);
	fclose(out);
	answers_name(answers, name);
	answers_add(answers, "ways", text, size);
	answers_compare(answers);
	free(text);
	free(view);
}

static void where_auto_move_goes_is_as_it_was(void **state)
{
	(void)state;
	each_state("tests/golden/shown/auto.txt", 1, go);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_that_is_shown_of_a_state_is_as_it_was),
		cmocka_unit_test(levels_of_all_kinds_are_as_they_were),
		cmocka_unit_test(the_stages_of_a_level_are_as_they_were),
		cmocka_unit_test(the_effects_of_each_item_are_as_recorded),
		cmocka_unit_test(where_auto_move_goes_is_as_it_was),
	};
	content = shown_content("tests/golden/saves/4/content.bundle");
	int failures = cmocka_run_group_tests(tests, NULL, NULL);
	content_free(content);
	return failures;
}
