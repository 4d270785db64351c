/*
 * The calls of words: the wall, mail, block lists, reports and mutes; of the page "While you were
 * out"; of spectators and their chat; of branches; and of milestones. door/store/keeper.h includes
 * this. Texts are printable ASCII; the keeper makes them so.
 */
#ifndef TRAPDOOR_KEEPER_WORDS_CALLS_H
#define TRAPDOOR_KEEPER_WORDS_CALLS_H

/* The longest list: all mails of a mailbox, those to everybody, and some of the operator. */
#define KEEPER_WORDS_MAX (STORE_MAIL_MOST + STORE_MAIL_TO_ALL + 10)

/* The news for the player. NO: the server has no words. */
struct keeper_words_news {
	uint32_t unread;           /* mails */
	struct store_words newest; /* line of the wall; id 0: none */
};
enum keeper_verdict keeper_words_news(struct store_client *line, struct keeper_words_news *news);
/* The lines of the wall and the mails of the account, newest first. */
enum keeper_verdict keeper_wall(
	struct store_client *line, struct store_words words[KEEPER_WORDS_MAX], size_t *count);
enum keeper_verdict keeper_mails(
	struct store_client *line, struct store_words words[KEEPER_WORDS_MAX], size_t *count);
/* Asks before a text is typed whether the account may write: on the wall (STORE_WALL), a mail to
 * a name (STORE_MAIL), or any mail (STORE_MAIL, name ""). NO: it may not, and why. */
enum keeper_verdict keeper_words_may(
	struct store_client *line, enum store_kind kind, const char *name);
/* NO: the account may not write now, and why. */
enum keeper_verdict keeper_wall_write(struct store_client *line, const char *text);
enum keeper_verdict keeper_mail_send(struct store_client *line, const char *name, const char *text);
/* Marks a mail as read, or removes it. */
enum keeper_verdict keeper_mail_seen(struct store_client *line, int64_t id);
enum keeper_verdict keeper_mail_remove(struct store_client *line, int64_t id);
/* Blocks a name, or ends that. */
enum keeper_verdict keeper_block(struct store_client *line, const char *name, bool on);
enum keeper_verdict keeper_blocked(
	struct store_client *line, char names[STORE_BLOCKS_MAX][STORE_NAME_MAX + 1], size_t *count);
/* Reports words to the operator. */
enum keeper_verdict keeper_words_report(
	struct store_client *line, enum store_kind kind, int64_t id);

/* The page "While you were out": its rows. A name may be a date. */
enum out_kind { OUT_GRAVE, OUT_AVENGED, OUT_PASSED, OUT_DAY, OUT_MAIL };
#define KEEPER_OUT_MOST 16
struct keeper_out_row {
	uint8_t kind;                  /* enum out_kind */
	char name[STORE_NAME_MAX + 1]; /* of the player; of OUT_DAY the date */
	int32_t number; /* OUT_GRAVE: the depth; OUT_PASSED: the score; OUT_DAY: the rank */
	int32_t of;     /* OUT_DAY: how many tried */
};
struct keeper_out {
	uint8_t count;
	struct keeper_out_row rows[KEEPER_OUT_MOST];
	struct store_mark mark; /* for keeper_out_seen, when the player has read the page */
};
/* The first request of an account answers with an empty page. */
enum keeper_verdict keeper_out_show(struct store_client *line, struct keeper_out *out);
enum keeper_verdict keeper_out_seen(struct store_client *line, const struct store_mark *mark);

/* Says whether NOTICE_SPECTATORS comes whenever the number of those who watch the line's run
 * changes, and asks for that number. A new keeper forgets it. */
enum keeper_verdict keeper_spectators(struct store_client *line, bool counts, uint32_t *count);
/* The players whose games can be watched, as keeper_who lists them. */
enum keeper_verdict keeper_watchable(
	struct store_client *line, struct present *present, size_t capacity, size_t *count);
/* Says a line to the spectators of the run that the line watches: NOTICE_CHAT. */
#define KEEPER_CHAT_MAX 121
enum keeper_verdict keeper_chat(struct store_client *line, const char *text);

/* Asks whether the account may play its ended run on, from some turn of it, for itself. NO: it is
 * no such run, or one of a day whose seed is not shown yet. */
enum keeper_verdict keeper_branch(struct store_client *line, int64_t run);

/* The newest milestones of the game, newest first. NO: the keeper is older and has none. */
#define KEEPER_LIVELOG_SHOWN 3
enum keeper_verdict keeper_livelog(struct store_client *line,
	struct store_milestone milestones[KEEPER_LIVELOG_SHOWN], size_t *count);

/* Reports that a boss is beaten or a quest done in the run that the line holds. It may become a
 * milestone. */
enum keeper_verdict keeper_report_deed(struct store_client *line, const struct feat *deed);

/* The operator's. name NULL: to all. */
enum keeper_verdict keeper_admin_mail(
	struct store_client *line, const char *name, const char *text);
enum keeper_verdict keeper_admin_reports(struct store_client *line,
	void (*each)(void *context, const struct store_report *report), void *context);
enum keeper_verdict keeper_admin_dismiss(struct store_client *line, int64_t report);
enum keeper_verdict keeper_admin_remove_words(
	struct store_client *line, enum store_kind kind, int64_t id, const char *why);
/* Mutes an account until a time or (0) without an end, or ends that (why NULL). */
enum keeper_verdict keeper_admin_mute(
	struct store_client *line, const char *name, const char *why, int64_t until);
enum keeper_verdict keeper_admin_mutes(struct store_client *line,
	void (*each)(void *context, const struct store_mute *mute), void *context);

#endif
