/*
 * The bytes of messages on a line.
 *
 * A message is one packet of at most KEEPER_MESSAGE_MAX bytes, little-endian:
 *
 *     u8 protocol | u8 kind | u16 number | u32 serial | body
 *
 *     GREETING  keeper -> line   u64 birth number of the keeper
 *     HELLO     line -> keeper   answers a greeting: the greeting's number, token, peer and
 *                                transport, and the game of its own content
 *     REQUEST   line -> keeper   number: the request's; serial: the line's count, odd things being
 *                                sent again with WIRE_RESENT
 *     ANSWER    keeper -> line   serial: the request's; u8 verdict, text sentence, body
 *     NOTICE    keeper -> line   number: enum notice_kind; text
 *     HANDED    keeper -> line   serial: the request's; descriptors come with it, before the answer
 *
 * While a server is upgraded, one side may be of the release before. So the keeper greets in each
 * protocol from KEEPER_PROTOCOL down to KEEPER_PROTOCOL_OLDEST. A line answers the first greeting
 * that it knows, and both speak that protocol from then on.
 *
 * A text is u16 length and its bytes, a blob u32 length and its bytes.  A reader never goes past
 * its end: a missing field reads as 0 or "" and sets `broken`, which is tested once at the end of a
 * message.
 */
#ifndef TRAPDOOR_KEEPER_WIRE_H
#define TRAPDOOR_KEEPER_WIRE_H

#include "door/store/keeper.h"

#define WIRE_HEADER_SIZE 8
/* Most bytes of a blob in one message, with header and other fields. */
#define WIRE_PIECE_MAX (KEEPER_MESSAGE_MAX - 4096)
/* The largest blob that is sent in pieces. */
#define WIRE_BLOB_MAX (16 * 1024 * 1024)
/* The longest blob of a player: a state of a game, of which the largest seen has 7 KB. The keeper
 * writes or reads one of 16 MiB in 60 ms of CPU time, and one of this length in 3. */
#define WIRE_SAVE_MAX (1024 * 1024)

enum wire_kind {
	WIRE_GREETING = 1,
	WIRE_HELLO,
	WIRE_REQUEST,
	WIRE_ANSWER,
	WIRE_NOTICE,
	WIRE_HANDED
};

/* Set in the number of a request that is sent again to a new keeper. */
#define WIRE_RESENT 0x8000

/* A verdict that the line handles itself: the keeper lacks the pieces of the request's blob; send
 * them again. */
#define WIRE_AGAIN 100

/* Permission to send a request: every session; every session, verifier and replayer; guests and
 * accounts; accounts; the verifier of that run and operators; operators, who are the server's own
 * user on the state directory's socket. */
enum wire_asker {
	ASKER_ANYBODY,
	ASKER_READER,
	ASKER_PLAYER,
	ASKER_ACCOUNT,
	ASKER_VERIFIER,
	ASKER_OPERATOR
};

/* Every request: its id, its number (stable), the handler request_NAME in keeper_*.c, and the
 * permission. */
/* clang-format off */
#define KEEPER_REQUESTS(ROW) \
	ROW(NAME_FREE, 1, name_free, ASKER_ANYBODY) \
	ROW(LOGIN_PASSWORD, 2, login_password, ASKER_ANYBODY) \
	ROW(LOGIN_KEY, 3, login_key, ASKER_ANYBODY) \
	ROW(REGISTER, 4, register, ASKER_ANYBODY) \
	ROW(LOGIN_GUEST, 5, login_guest, ASKER_ANYBODY) \
	ROW(SET_PASSWORD, 6, set_password, ASKER_ACCOUNT) \
	ROW(SET_OPTIONS, 7, set_options, ASKER_ACCOUNT) \
	ROW(KEY_LIST, 8, key_list, ASKER_ACCOUNT) \
	ROW(KEY_ADD, 9, key_add, ASKER_ACCOUNT) \
	ROW(KEY_REMOVE, 10, key_remove, ASKER_ACCOUNT) \
	ROW(REPORT_POSITION, 11, report_position, ASKER_ANYBODY) \
	ROW(WHO, 12, who, ASKER_ANYBODY) \
	ROW(ACCOUNT_DELETE, 14, account_delete, ASKER_ACCOUNT) \
	ROW(UPLOAD, 13, upload, ASKER_PLAYER) \
	ROW(ACCOUNT_SHOW, 15, account_show, ASKER_PLAYER) \
	ROW(RUN_LOOK, 20, run_look, ASKER_ACCOUNT) \
	ROW(RUN_BEGIN, 21, run_begin, ASKER_PLAYER) \
	ROW(RUN_CLAIM, 22, run_claim, ASKER_ACCOUNT) \
	ROW(SNAPSHOT_GET, 23, snapshot_get, ASKER_READER) \
	ROW(COMMANDS_GET, 24, commands_get, ASKER_READER) \
	ROW(BUNDLE_GET, 25, bundle_get, ASKER_READER) \
	ROW(APPEND, 26, append, ASKER_ACCOUNT) \
	ROW(SNAPSHOT_PUT, 27, snapshot_put, ASKER_ACCOUNT) \
	ROW(SEGMENT_ADD, 28, segment_add, ASKER_ACCOUNT) \
	ROW(RUN_END, 29, run_end, ASKER_ACCOUNT) \
	ROW(EPITAPH, 30, epitaph, ASKER_ACCOUNT) \
	ROW(QUARANTINE, 31, quarantine, ASKER_ACCOUNT) \
	ROW(WATCH, 32, watch, ASKER_PLAYER) \
	ROW(OLD_RULES, 33, old_rules, ASKER_READER) \
	ROW(DAY_SHOW, 34, day_show, ASKER_ANYBODY) \
	ROW(DAY_PLAY, 35, day_play, ASKER_ACCOUNT) \
	ROW(RUN_PLAYER, 36, run_player, ASKER_READER) \
	ROW(SCORES, 40, scores, ASKER_ANYBODY) \
	ROW(RECORD, 41, record, ASKER_ACCOUNT) \
	ROW(SCORE_GET, 42, score_get, ASKER_READER) \
	ROW(GAMES, 43, games, ASKER_ANYBODY) \
	ROW(ADMIN_KICK, 60, admin_kick, ASKER_OPERATOR) \
	ROW(ADMIN_PASSWD, 61, admin_passwd, ASKER_OPERATOR) \
	ROW(ADMIN_SAY, 62, admin_say, ASKER_OPERATOR) \
	ROW(ADMIN_BACKUP, 63, admin_backup, ASKER_OPERATOR) \
	ROW(RUN_SHOW, 65, run_show, ASKER_READER) \
	ROW(ADMIN_RUNS, 66, admin_runs, ASKER_OPERATOR) \
	ROW(SEGMENT_GET, 67, segment_get, ASKER_READER) \
	ROW(DIGESTS_GET, 68, digests_get, ASKER_VERIFIER) \
	ROW(ADMIN_VERIFY, 69, admin_verify, ASKER_VERIFIER) \
	ROW(BUNDLE_PUT, 70, bundle_put, ASKER_OPERATOR) \
	ROW(HAND_OVER, 71, hand_over, ASKER_OPERATOR) \
	ROW(ADMIN_ACCOUNTS, 80, admin_accounts, ASKER_OPERATOR) \
	ROW(ADMIN_AUDIT, 81, admin_audit, ASKER_OPERATOR) \
	ROW(ADMIN_LOCK, 82, admin_lock, ASKER_OPERATOR) \
	ROW(ADMIN_BAN, 83, admin_ban, ASKER_OPERATOR) \
	ROW(ADMIN_UNBAN, 84, admin_unban, ASKER_OPERATOR) \
	ROW(ADMIN_BANS, 85, admin_bans, ASKER_OPERATOR) \
	ROW(ADMIN_RENAME, 86, admin_rename, ASKER_OPERATOR) \
	ROW(ADMIN_DELETE, 87, admin_delete, ASKER_OPERATOR) \
	ROW(ADMIN_KEYS, 88, admin_keys, ASKER_OPERATOR) \
	ROW(ADMIN_KEY_REMOVE, 89, admin_key_remove, ASKER_OPERATOR) \
	ROW(ADMIN_REMOVE_SCORE, 90, admin_remove_score, ASKER_OPERATOR) \
	ROW(ADMIN_HOLD, 95, admin_hold, ASKER_OPERATOR) \
	ROW(ADMIN_STATS, 96, admin_stats, ASKER_OPERATOR) \
	ROW(ADMIN_BACKED_UP, 97, admin_backed_up, ASKER_OPERATOR) \
	ROW(ADMIN_VACUUM, 98, admin_vacuum, ASKER_OPERATOR) \
	ROW(WORDS_NEWS, 110, words_news, ASKER_PLAYER) \
	ROW(WALL, 111, wall, ASKER_PLAYER) \
	ROW(WALL_WRITE, 112, wall_write, ASKER_ACCOUNT) \
	ROW(MAIL_LIST, 113, mail_list, ASKER_ACCOUNT) \
	ROW(MAIL_SEND, 114, mail_send, ASKER_ACCOUNT) \
	ROW(MAIL_SEEN, 115, mail_seen, ASKER_ACCOUNT) \
	ROW(MAIL_REMOVE, 116, mail_remove, ASKER_ACCOUNT) \
	ROW(BLOCK_LIST, 117, block_list, ASKER_ACCOUNT) \
	ROW(BLOCK, 118, block, ASKER_ACCOUNT) \
	ROW(WORDS_REPORT, 119, words_report, ASKER_ACCOUNT) \
	ROW(OUT_SHOW, 120, out_show, ASKER_ACCOUNT) \
	ROW(OUT_SEEN, 121, out_seen, ASKER_ACCOUNT) \
	ROW(SPECTATORS, 122, spectators, ASKER_ACCOUNT) \
	ROW(WATCHABLE, 123, watchable, ASKER_PLAYER) \
	ROW(CHAT, 124, chat, ASKER_ACCOUNT) \
	ROW(BRANCH, 125, branch, ASKER_ACCOUNT) \
	ROW(LIVELOG, 126, livelog, ASKER_PLAYER) \
	ROW(LEDGER, 127, ledger, ASKER_ACCOUNT) \
	ROW(LAMPS, 128, lamps, ASKER_PLAYER) \
	ROW(SEASON, 129, season, ASKER_ANYBODY) \
	ROW(WINNERS, 136, winners, ASKER_ANYBODY) \
	ROW(WORDS_MAY, 137, words_may, ASKER_ACCOUNT) \
	ROW(REPORT_DEED, 138, report_deed, ASKER_ACCOUNT) \
	ROW(IMPORTED, 140, imported, ASKER_ANYBODY) \
	ROW(ADMIN_IMPORT, 141, admin_import, ASKER_OPERATOR) \
	ROW(ADMIN_IMPORT_REMOVE, 142, admin_import_remove, ASKER_OPERATOR) \
	ROW(ADMIN_MAIL, 130, admin_mail, ASKER_OPERATOR) \
	ROW(ADMIN_REPORTS, 131, admin_reports, ASKER_OPERATOR) \
	ROW(ADMIN_DISMISS, 132, admin_dismiss, ASKER_OPERATOR) \
	ROW(ADMIN_REMOVE_WORDS, 133, admin_remove_words, ASKER_OPERATOR) \
	ROW(ADMIN_MUTE, 134, admin_mute, ASKER_OPERATOR) \
	ROW(ADMIN_MUTES, 135, admin_mutes, ASKER_OPERATOR)
/* clang-format on */

enum wire_request {
#define ROW(id, number, name, asker) REQUEST_##id = number,
	KEEPER_REQUESTS(ROW)
#undef ROW
};

/* Writes one message into a buffer. If it does not fit, sets `full` and drops the rest. */
struct wire_writer {
	uint8_t *bytes;
	size_t size, capacity;
	bool full;
	uint8_t protocol; /* of the reader */
	bool varies;      /* the message differs between protocols: wire_since was asked */
};
/* Begins a message in the caller's buffer with its header, in the newest protocol. */
void wire_begin(struct wire_writer *writer, uint8_t *buffer, size_t capacity, enum wire_kind kind,
	unsigned number, uint32_t serial);
/* The same in another protocol, right after wire_begin. */
void wire_speak(struct wire_writer *writer, uint8_t protocol);
/* True if the reader knows a field that came with this protocol. A writer puts such a field last,
 * and only if this is true. wire_reader.protocol says the same to a reader. */
bool wire_since(struct wire_writer *writer, unsigned protocol);
void wire_put_u8(struct wire_writer *writer, uint8_t value);
void wire_put_u16(struct wire_writer *writer, uint16_t value);
void wire_put_u32(struct wire_writer *writer, uint32_t value);
void wire_put_u64(struct wire_writer *writer, uint64_t value);
void wire_put_bytes(struct wire_writer *writer, const void *bytes, size_t size);
void wire_put_text(struct wire_writer *writer, const char *text);
void wire_put_blob(struct wire_writer *writer, const void *bytes, size_t size);

struct wire_reader {
	const uint8_t *bytes;
	size_t size, at;
	bool broken;
	uint8_t protocol, kind;
	uint16_t number;
	uint32_t serial;
};
/* Reads the header. False if it is no message of a protocol that this program knows. */
bool wire_read(struct wire_reader *reader, const uint8_t *bytes, size_t size);
uint8_t wire_get_u8(struct wire_reader *reader);
uint16_t wire_get_u16(struct wire_reader *reader);
uint32_t wire_get_u32(struct wire_reader *reader);
uint64_t wire_get_u64(struct wire_reader *reader);
void wire_get_bytes(struct wire_reader *reader, void *bytes, size_t size);
/* A text longer than its array, or with a zero byte in it, breaks the message. */
void wire_get_text(struct wire_reader *reader, char *text, size_t size);
/* Returns the blob within the message. */
const uint8_t *wire_get_blob(struct wire_reader *reader, size_t *size);
/* True if no field was missing and no byte is left. */
bool wire_whole(const struct wire_reader *reader);

/* ---- wire_records.c: the records of messages ---- */

void wire_put_score(struct wire_writer *writer, const struct store_score *score);
void wire_get_score(struct wire_reader *reader, struct store_score *score);
void wire_put_digest(struct wire_writer *writer, const struct store_digest *digest);
void wire_get_digest(struct wire_reader *reader, struct store_digest *digest);
void wire_put_append(struct wire_writer *writer, const struct store_append *append);
void wire_get_append(struct wire_reader *reader, struct store_append *append);
void wire_put_account_row(struct wire_writer *writer, const struct store_account_row *row);
void wire_get_account_row(struct wire_reader *reader, struct store_account_row *row);
void wire_put_ban(struct wire_writer *writer, const struct store_ban *ban);
void wire_get_ban(struct wire_reader *reader, struct store_ban *ban);
void wire_put_audit(struct wire_writer *writer, const struct store_audit *entry);
void wire_get_audit(struct wire_reader *reader, struct store_audit *entry);
void wire_put_day(struct wire_writer *writer, const struct keeper_day *day);
void wire_get_day(struct wire_reader *reader, struct keeper_day *day);
void wire_put_words(struct wire_writer *writer, const struct store_words *words);
void wire_get_words(struct wire_reader *reader, struct store_words *words);
void wire_put_report(struct wire_writer *writer, const struct store_report *report);
void wire_get_report(struct wire_reader *reader, struct store_report *report);
void wire_put_out(struct wire_writer *writer, const struct keeper_out *out);
void wire_get_out(struct wire_reader *reader, struct keeper_out *out);
void wire_put_season(struct wire_writer *writer, const struct keeper_season *season);
void wire_get_season(struct wire_reader *reader, struct keeper_season *season);
void wire_put_winners(struct wire_writer *writer, const struct season_winners *winners);
void wire_get_winners(struct wire_reader *reader, struct season_winners *winners);
void wire_put_milestone(struct wire_writer *writer, const struct store_milestone *milestone);
void wire_get_milestone(struct wire_reader *reader, struct store_milestone *milestone);
void wire_put_imported(struct wire_writer *writer, const struct store_imported *result);
void wire_get_imported(struct wire_reader *reader, struct store_imported *result);
void wire_put_mute(struct wire_writer *writer, const struct store_mute *mute);
void wire_get_mute(struct wire_reader *reader, struct store_mute *mute);
void wire_put_statistic(struct wire_writer *writer, const struct keeper_statistic *statistic);
void wire_get_statistic(struct wire_reader *reader, struct keeper_statistic *statistic);
void wire_put_present(struct wire_writer *writer, const struct present *present);
void wire_get_present(struct wire_reader *reader, struct present *present);

/* ---- Descriptors over a unix socket ---- */

/* The text that goes with a descriptor: a mark, then the client's address as the listener knows it,
 * or "". */
#define WIRE_PASSED_MAX 64

/* Passes one descriptor with its text over a unix socket that keeps messages apart.  Taking returns
 * the descriptor, -1 at the end, -2 when nothing waits. */
bool wire_pass_descriptor(int socket, char mark, int descriptor, const char *from);
int wire_take_descriptor(int socket, char text[WIRE_PASSED_MAX]);
/* The same for a session's line, beside which the reading end of its log goes.  log -1: none. */
bool wire_pass_line(int socket, char mark, int line, int log, const char *from);
int wire_take_line(int socket, char text[WIRE_PASSED_MAX], int *log);

#define WIRE_DESCRIPTORS_MAX 6
struct wire_descriptors {
	size_t count;
	int each[WIRE_DESCRIPTORS_MAX];
};

/* A message with descriptors, which stay the caller's.  False with errno. */
bool wire_send(
	int socket, const void *bytes, size_t size, const struct wire_descriptors *descriptors);
/* Receives without waiting, as recv does.  The caller closes the descriptors. */
ssize_t wire_receive(int socket, void *bytes, size_t size, struct wire_descriptors *descriptors);
void wire_close(struct wire_descriptors *descriptors);

/* An order to the listener to start a process, because the keeper starts none.  Descriptors come
 * with it. */
enum wire_order_kind {
	ORDER_VERIFIER = 1, /* subject: the run; the verifier's end of its line */
	ORDER_OLD_RULES,    /* subject: the account; standard input and output */
	ORDER_REPLAYER, /* subject: the run; the replayer's ends of its line and control socket */
	ORDER_BANS,     /* no process: bans of networks for the listener */
	ORDER_VERIFIER_END, /* the verifier took too long: it is killed */
	ORDER_LINE /* no process: a session of an earlier listener goes on; its line, and its log */
};
#define ORDER_BANS_MAX 16384
struct wire_order {
	uint8_t kind;
	uint32_t rules; /* of ORDER_OLD_RULES */
	uint64_t subject;
	/* Of ORDER_BANS: bans as wire_put_ban writes them, in one message or several. */
	bool bans_first, bans_last;
	size_t bans_size;
	uint8_t bans[ORDER_BANS_MAX];
	char from[WIRE_PASSED_MAX]; /* of ORDER_LINE, as keeper_give has it */
};
bool wire_send_bans(int socket, bool first, bool last, const void *bans, size_t size);
/* log -1: none. */
bool wire_send_line(int socket, const char *from, int line, int log);
bool wire_send_order(
	int socket, const struct wire_order *order, const struct wire_descriptors *descriptors);
/* False when nothing whole waits. */
bool wire_take_order(int socket, struct wire_order *order, struct wire_descriptors *descriptors);

#endif
