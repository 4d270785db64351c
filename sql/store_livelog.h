/*
 * The livelog in the store (livelog.c): milestones of ranked runs, as they happen. store.h includes
 * this.
 *
 * An id is never used again. Triggers of the schema remove the milestones of an account that ends,
 * and of a run that leaves the board.
 */
#ifndef TRAPDOOR_STORE_LIVELOG_H
#define TRAPDOOR_STORE_LIVELOG_H

/* Stable numbers. door/text/livelog_words.c has the words of each. */
enum store_livelog_kind {
	LIVELOG_DEPTH = 1, /* a depth, for the first time in the run */
	LIVELOG_DIED,
	LIVELOG_LEFT,
	LIVELOG_WON,
	LIVELOG_QUIT,
	LIVELOG_BEST,  /* the best score of the player so far, and not the first one */
	LIVELOG_FIRST, /* the best score of the board */
	LIVELOG_BOSS,  /* a unique monster is beaten */
	LIVELOG_QUEST  /* a quest is done */
};

struct store_milestone {
	int64_t id, at, account, run; /* at: seconds, UTC */
	uint8_t kind;                 /* enum store_livelog_kind, or one of a later program */
	uint8_t depth;
	uint32_t turns;
	int32_t score; /* 0 of a run that goes on */
	char name[STORE_NAME_MAX + 1], game[STORE_GAME_MAX + 1];
	char cause[sizeof((struct store_score *)0)->cause]; /* of an end; name of a boss or quest */
};

/* Adds a milestone of a run, whose account and game the store knows, and keeps the newest
 * STORE_LIVELOG_MOST. NONE: the run is not ranked, or has this milestone already. */
#define STORE_LIVELOG_MOST 200
enum store_answer store_livelog_add(struct store *store, const struct store_milestone *milestone);
/* Marks a depth as reached in a ranked run in progress of the account. NONE: it is no such run, or
 * reached that depth before. To read: OK if store_livelog_deepen would mark it. */
enum store_answer store_livelog_is_deeper(
	struct store *store, int64_t account, int64_t run, int64_t depth);
enum store_answer store_livelog_deepen(struct store *store, int64_t run, int64_t depth);
/* Reads the best listed score in the run's game without the run's own: that of its player, or that
 * of all. NONE: there is none. */
enum store_answer store_livelog_best_other(struct store *store, int64_t run, int64_t *score);
enum store_answer store_livelog_top_other(struct store *store, int64_t run, int64_t *score);
/* Removes all milestones of an account. */
enum store_answer store_livelog_forget(struct store *store, int64_t account);

/* Calls `each` for the milestones after an id, oldest first. It returns false to stop. */
enum store_answer store_livelog_after(struct store *store, int64_t id,
	bool (*each)(void *context, const struct store_milestone *milestone), void *context);
/* The same for all milestones of a game, newest first. */
enum store_answer store_livelog_newest(struct store *store, const char *game,
	bool (*each)(void *context, const struct store_milestone *milestone), void *context);
/* Reads the id of the newest milestone that there ever was; 0: there was none. */
enum store_answer store_livelog_last(struct store *store, int64_t *id);

#endif
