/*
 * The fields that a run ends with, as one list: the engine's result, the store's score, the
 * keeper's messages, archives, the answers of older programs, the verification and
 * `scores --format json` follow from it.
 *
 * The header declares nothing, so that the store can include it and still know nothing of games.
 *
 * To add a field: one row here, one migration that adds the column with the same default, and the
 * value in game_result.
 */
#ifndef TRAPDOOR_ENGINE_RESULT_FIELDS_H
#define TRAPDOOR_ENGINE_RESULT_FIELDS_H

/* The value of a number that was not recorded: the run ended before the field existed, or a program
 * of older rules reports no such field.  A verification skips it. */
#define RESULT_UNRECORDED (-1)

/* clang-format off */
/* type, field, and the value where it is missing: 0 for a field that has been there from the
 * beginning, RESULT_UNRECORDED for a later one. */
#define RESULT_NUMBERS(ROW) \
	ROW(int32_t, score, 0) \
	ROW(int32_t, depth, 0) \
	ROW(int32_t, deepest, 0) \
	ROW(int32_t, level, 0) \
	ROW(int32_t, gold, 0) \
	ROW(uint32_t, turns, 0) \
	ROW(int32_t, levels_visited, RESULT_UNRECORDED) \
	ROW(int32_t, conducts, RESULT_UNRECORDED) /* kept ones as bits 1 << enum conduct */

/* field, bytes with the final NUL */
#define RESULT_TEXTS(ROW) \
	ROW(cause, 96)   /* "killed by a rat on depth 3", "NO CARRIER" */ \
	ROW(killer, 33)  /* id of the creature kind, or "" */ \
	ROW(item, 33)    /* id of one item that the hero carried, for later runs to find, or "" */
/* clang-format on */

#endif
