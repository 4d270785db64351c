/*
 * Words of players in the store (words.c): mail, the wall, block lists, reports and mutes; and what
 * happened while an account was out (out.c, board.c). store.h includes this.
 *
 * The words of an account go when it is deleted; a trigger of the schema removes them.
 */
#ifndef TRAPDOOR_STORE_WORDS_H
#define TRAPDOOR_STORE_WORDS_H

/* The kinds of words that can be reported and removed. An epitaph is named by its run. */
enum store_kind { STORE_WALL = 1, STORE_MAIL, STORE_EPITAPH };

/* A line of the wall, or a mail. */
#define STORE_WORDS_MAX 401 /* of a mail */
#define STORE_WALL_MAX 73   /* of a line of the wall */
struct store_words {
	int64_t id, account, at; /* account: the author; 0: the operator */
	bool seen;               /* of a mail */
	char name[STORE_NAME_MAX + 1], text[STORE_WORDS_MAX];
};

/* Adds a line to the wall, which keeps the newest STORE_WALL_LINES. TAKEN: STORE_WALL_EACH of them
 * are the account's. */
#define STORE_WALL_LINES 20
#define STORE_WALL_EACH 5
enum store_answer store_wall_add(
	struct store *store, int64_t account, const char *text, int64_t now);
/* OK if one more line of the account has room, else TAKEN. */
enum store_answer store_wall_has_room(struct store *store, int64_t account);
/* Calls `each` for the lines, newest first, without those of accounts that the reader blocks. It
 * returns false to stop. */
enum store_answer store_wall_each(struct store *store, int64_t reader,
	bool (*each)(void *context, const struct store_words *words), void *context);

/* Sends a mail. from 0: the operator, whom no limit stops. A mail from a blocked account is
 * dropped. TAKEN: the recipient has STORE_MAIL_MOST mails, or has not read STORE_MAIL_UNREAD of
 * this sender. */
#define STORE_MAIL_MOST 50
#define STORE_MAIL_UNREAD 5
enum store_answer store_mail_send(
	struct store *store, int64_t from, int64_t to, const char *text, int64_t now);
/* OK if one more mail of this sender has room, else TAKEN. */
enum store_answer store_mail_has_room(struct store *store, int64_t from, int64_t to);
/* Sends a mail of the operator to all accounts that exist now. The newest STORE_MAIL_TO_ALL are
 * kept. */
#define STORE_MAIL_TO_ALL 5
enum store_answer store_mail_to_all(struct store *store, const char *text, int64_t now);
/* Calls `each` for the mails of an account, newest first, without those of accounts that it
 * blocks. */
enum store_answer store_mail_each(struct store *store, int64_t account,
	bool (*each)(void *context, const struct store_words *words), void *context);
/* Marks a mail of the account as read, or removes it. NONE: it has no such mail. A mail to all is
 * marked with the older ones, and not removed. */
enum store_answer store_mail_seen(struct store *store, int64_t account, int64_t id);
enum store_answer store_mail_remove(struct store *store, int64_t account, int64_t id);

/* Blocks an account for another, or ends that. TAKEN: STORE_BLOCKS_MAX are blocked. NONE: it was
 * not blocked. */
#define STORE_BLOCKS_MAX 50
enum store_answer store_block(struct store *store, int64_t account, int64_t blocked);
enum store_answer store_unblock(struct store *store, int64_t account, int64_t blocked);
/* OK if the account blocks the other. */
enum store_answer store_blocks(struct store *store, int64_t account, int64_t blocked);
/* Calls `each` for the names that an account blocks, in order of name. */
enum store_answer store_blocks_each(struct store *store, int64_t account,
	bool (*each)(void *context, const char *name), void *context);

/* Finds words that the reader may read: a line of the wall, a mail of the reader, an epitaph.
 * reader 0: all. */
enum store_answer store_words_of(struct store *store, int64_t reader, enum store_kind kind,
	int64_t id, struct store_words *words);
/* Removes words for all readers, and closes their report. An epitaph becomes STORE_REMOVED. NONE:
 * they are gone. */
#define STORE_REMOVED "(removed by the operator)"
enum store_answer store_words_remove(struct store *store, enum store_kind kind, int64_t id);

/* Reports of words to the operator. */
struct store_report {
	int64_t id, at, reporter, author, subject; /* subject: the id of the words */
	uint8_t kind;                              /* enum store_kind */
	char name[STORE_NAME_MAX + 1];             /* of the author, "" for the operator */
	char by[STORE_NAME_MAX + 1], text[STORE_WORDS_MAX];
};
/* Adds a report, and removes those that were closed 90 days ago. TAKEN: the words were reported
 * before. NONE: STORE_REPORTS_MAX are open, and there is no room. */
#define STORE_REPORTS_MAX 1000
enum store_answer store_report_add(struct store *store, const struct store_report *report);
/* Calls `each` for the open reports after an id, in order of id. */
enum store_answer store_reports_after(struct store *store, int64_t id,
	bool (*each)(void *context, const struct store_report *report), void *context);
/* Closes an open report. */
enum store_answer store_report_close(struct store *store, int64_t id);

/* A mute: the account writes no words. until: seconds, UTC; 0: without an end. */
struct store_mute {
	char name[STORE_NAME_MAX + 1], reason[STORE_REASON_MAX];
	int64_t account, until;
};
enum store_answer store_mute(
	struct store *store, int64_t account, const char *reason, int64_t until);
enum store_answer store_unmute(struct store *store, int64_t account);
/* Reads the mute of an account that is in force. */
enum store_answer store_mute_of(
	struct store *store, int64_t account, int64_t now, struct store_mute *mute);
/* Calls `each` for the mutes in force of accounts after one, in order of account. */
enum store_answer store_mutes_after(struct store *store, int64_t account, int64_t now,
	bool (*each)(void *context, const struct store_mute *mute), void *context);

/* ---- While an account was out: out.c, board.c ---- */

/* The last score, the last mail and the time up to which an account has read what happened. */
struct store_mark {
	int64_t score, mail, at;
};
/* Reads the mark of an account, or that of now; moves the mark of an account on, never back. */
enum store_answer store_mark_get(struct store *store, int64_t account, struct store_mark *mark);
enum store_answer store_mark_now(struct store *store, int64_t now, struct store_mark *mark);
enum store_answer store_mark_put(
	struct store *store, int64_t account, const struct store_mark *mark);
/* Calls `each` for the newest STORE_SINCE_MOST listed runs of a game after a score, newest
 * first. */
#define STORE_SINCE_MOST 200
enum store_answer store_scores_since(struct store *store, const char *game, int64_t number,
	bool (*each)(void *context, const struct store_score *score), void *context);
/* Reads the best score of a name among the first `number` scores. NONE: it has none. */
enum store_answer store_best_until(
	struct store *store, const char *game, const char *name, int64_t number, int64_t *score);
/* Reads the rank of a run on the board of its game. NONE: it is on none. */
enum store_answer store_rank_of_run(
	struct store *store, const char *game, int64_t run, int64_t *rank);
/* Finds the account's last try at a day before a date. */
enum store_answer store_try_last(struct store *store, int64_t account, const char *game,
	const char *before, struct store_try *found);

/* OK if the account has a run on a board. */
enum store_answer store_has_listed(struct store *store, int64_t account);

#endif
