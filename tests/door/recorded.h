/* A run that was played through a keeper, for the tests of those who play it again. */
#ifndef TRAPDOOR_TESTS_RECORDED_H
#define TRAPDOOR_TESTS_RECORDED_H

#include "keeper_house.h"

#include "door/store/journal_digest.h"
#include "door/text/board_words.h"

#ifndef RECORDED_MAX
#define RECORDED_MAX 1200
#endif

/* A recorded run, with the digest of its state after each command. */
struct recorded {
	struct keeper_run run;
	uint32_t count;
	uint64_t digests[RECORDED_MAX + 1];
	uint32_t turns[RECORDED_MAX + 1];
	struct store_digest last; /* after the last command */
	struct result result;
};

static inline void recorded_note(struct recorded *recorded, struct game *game)
{
	game_result(game, &recorded->result);
	recorded->last = journal_digest(game, recorded->count);
	recorded->digests[recorded->count] = recorded->last.digest;
	recorded->turns[recorded->count] = recorded->result.turns;
}

/* The nth command of a caller who walks about as chance has it, searches, and hangs up at last. */
static inline void recorded_command(uint32_t *chance, uint32_t n, struct command *command)
{
	*chance = *chance * 1664525 + 1013904223;
	memset(command, 0, sizeof *command);
	if (n == RECORDED_MAX - 1)
		command->verb = VERB_QUIT;
	else if ((*chance >> 16) % 8 == 0)
		command->verb = VERB_SEARCH;
	else
		command->direction = (uint8_t)((*chance >> 24) % DIR_COUNT);
}

/* The last `count` commands become durable, with the digest that may fall due after them. */
static inline void recorded_append(struct store_client *line, struct recorded *recorded,
	uint32_t count, const uint8_t *bytes, size_t size)
{
	struct store_append append = {.run = recorded->run.id,
		.epoch = recorded->run.epoch,
		.index = recorded->count - count,
		.count = count,
		.bytes = bytes,
		.size = size};

	if (recorded->count % 64 == 0) {
		append.digest_count = 1;
		append.digests[0] = recorded->last;
	}
	assert_int_equal(keeper_append(line, &append), KEEPER_OK);
}

/* From there on the run is another segment, of the same rules. */
static inline void recorded_divide(
	struct store_client *line, struct recorded *recorded, struct game *game)
{
	size_t size;
	uint8_t *save = game_save(game, &size);

	assert_int_equal(
		keeper_segment_add(line, recorded->run.id, recorded->run.epoch, recorded->count,
			ENGINE_RULES_VERSION, recorded->run.content, save, size),
		KEEPER_OK);
	free(save);
}

static inline void recorded_play(struct fixture *fixture, struct store_client *line,
	struct recorded *recorded, uint32_t divide_at)
{
	uint8_t bytes[32 * COMMAND_BYTES_MAX];
	uint32_t chance = 7, waiting = 0;
	size_t size = 0;
	struct game *game;

	memset(recorded, 0, sizeof *recorded);
	assert_int_equal(keeper_run_begin(line, false, &recorded->run), KEEPER_OK);
	game = game_new(fixture->content, &recorded->run.seed, &recorded->run.birth);
	recorded_note(recorded, game);
	while (recorded->result.outcome == OUTCOME_GOING) {
		struct command command;

		recorded_command(&chance, recorded->count, &command);
		if (game_act(game, &command) == VERDICT_REFUSED)
			continue;
		recorded->count++;
		recorded_note(recorded, game);
		size += command_encode(&command, bytes + size);
		if (++waiting < 32 && recorded->count % 32 && recorded->count != divide_at &&
			recorded->result.outcome == OUTCOME_GOING)
			continue;
		recorded_append(line, recorded, waiting, bytes, size);
		waiting = 0;
		size = 0;
		if (recorded->count == divide_at)
			recorded_divide(line, recorded, game);
	}
	game_free(game);
}

static inline void recorded_end(struct store_client *line, const struct recorded *recorded)
{
	struct store_score score = {.run = recorded->run.id};

	board_score_of_result(&recorded->result, &score);
	assert_int_equal(
		keeper_run_end(line, recorded->run.epoch, recorded->count, &score), KEEPER_OK);
}

#endif
