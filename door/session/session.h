/*
 * A session: one client, from its first byte to its last, in a process of its own.
 *
 * It is a state machine of screens (GREET, LOGIN, LOBBY, PLAY, ...), with one exit that takes a
 * reason.  A screen is a row: it paints a whole frame from state, takes keys, and may ask for a
 * timer.  The session renders the difference.
 *
 * What must stay true:
 *   1. A frame of play leaves only after its commands' commit: screens paint, and play appends
 *      before it lets them.
 *   2. Nothing is written on hang-up, because everything was already written.
 *   3. Every orderly exit restores pen, charset, cursor and modes.
 */
#ifndef TRAPDOOR_SESSION_H
#define TRAPDOOR_SESSION_H

#include "door/config/config.h"
#include "door/store/keeper.h"
#include "door/net/transport.h"
#include "vt100/vt100.h"

struct session;

/* clang-format off */
#define SCREENS(ROW) \
	ROW(greet) ROW(login) ROW(register) ROW(lobby) ROW(play) ROW(takeover) ROW(board) ROW(score) ROW(record) \
	ROW(options) ROW(takes) ROW(account) ROW(help) ROW(tombstone) ROW(watch) ROW(replay) ROW(dump) ROW(bye)
/* clang-format on */

enum screen_id {
#define ROW(name) SCREEN_##name,
	SCREENS(ROW)
#undef ROW
		SCREEN_COUNT
};

/* Any function may be NULL. */
struct screen {
	const char *name;
	void (*enter)(struct session *session);
	void (*key)(struct session *session, int key);
	/* Called when no more keys wait, before painting: what was done becomes durable here.
	 * false: do not paint. */
	bool (*settle)(struct session *session);
	void (*paint)(struct session *session, struct vt_frame *frame);
	void (*tick)(struct session *session); /* when session->tick_ms has passed */
	void (*notice)(struct session *session, const struct notice *notice);
	void (*leave)(struct session *session);
};
#define ROW(name) extern const struct screen screen_##name;
SCREENS(ROW)
#undef ROW

/* What the player chose in the lobby; kept with the account as "key=value ..." text. */
struct options {
	bool charset_chosen, colours_chosen; /* else from the terminal */
	enum vt_charset charset;
	enum vt_colours colours;
	enum vt_ground ground;
	uint8_t keys; /* preset: row of the table in keymap.c */
	bool bell;    /* ring for danger */
	bool no_hints;
	uint32_t hints_given; /* as bits, so that none is given twice */
	uint32_t leaves;      /* classes of things that are not taken along, as bits */
	bool takes;           /* others are taken on walking over them */
};

struct session {
	const struct config *config;
	const struct content *content;
	struct transport *transport;
	struct keeper_line *line;
	struct keeper_account account; /* id 0 until logged in; a guest's too */
	bool logged_in;
	struct options options;
	const uint16_t *glyphs; /* look -> vt glyph */
	char peer[64];

	struct vt_terminal *terminal;
	struct vt_keys keys;
	struct vt_frame frame;
	struct vt_bytes out;

	enum screen_id screen, next_screen, back;
	bool switching; /* next_screen is to be entered */
	int tick_ms;    /* a screen's timer; 0: none; cleared when it rings */
	bool dirty;     /* paint when there is nothing more to take */
	bool ready, ending, closed;
	bool quiet; /* an exec: nothing is painted */
	int exit_status;
	char ending_reason[200];
	void *state[SCREEN_COUNT]; /* each screen's own, made in enter, freed after leave */
	struct play *play;         /* the game being played, or NULL */

	/* What one screen tells the next. */
	char name[64];                       /* typed at the greeting, or of the ssh user */
	int tries;                           /* wrong passwords so far */
	struct store_score score;            /* for the detail screen and the tombstone */
	char *dump;                          /* how the run that ended here went, or NULL */
	bool ended;                          /* the lobby is come to from the end of a run */
	int64_t dump_run;                    /* which that was */
	int64_t watch;                       /* the run that the replay screen shows */
	char watch_name[STORE_NAME_MAX + 1]; /* who is playing it, or "" */
	char said[200];                      /* a notice shown above the screen until a key */
	struct {
		uint8_t order;
		unsigned first, at;
	} board; /* where the board was left */

	int64_t began_ms, tick_at_ms, escape_at_ms, key_at_ms;
	bool gathering; /* keys are only queued: someone draws in-between frames */
	bool saving;    /* a sentence about a slow keeper stands on the screen */
	int signals;    /* descriptor of a signalfd, or -1 */
};

/* Runs a client to its end in this process; never returns. */
_Noreturn void session_run(const struct config *config, const struct content *content,
	const struct transport_row *row, int descriptor, const char *peer,
	struct keeper_line *line);

/* Asks for another screen, entered after the present call returns. */
void session_go(struct session *session, enum screen_id screen);
/* The one exit: a sentence for the player, an exit status for exec. */
void session_end(struct session *session, int exit_status, const char *sentence);
/* Renders the frame as it stands at once, unless the client is slow: for in-between frames. */
void session_flush(struct session *session);
/* Waits for the client up to ms, keys being only queued.  False when one waits or the client is
 * gone. */
bool session_pause(struct session *session, int ms);
/* Writes a sentence over row 0 of what is on the screen now, leaving the rest: for waits. */
void session_sentence(struct session *session, const char *sentence);
/* The account is known: options are read, the place before login is given back. */
void session_logged_in(struct session *session);
/* Logs a guest in and goes to the lobby; or back to `otherwise` with the sentence in `said`. */
void session_guest(struct session *session, enum screen_id otherwise);
/* What the keeper's verdict means to the person: "" for OK. */
const char *session_verdict(const struct session *session, enum keeper_verdict verdict);

/* Options from and to the account's text, unknown words ignored; and kept with the account, unless
 * it is a guest's. */
void options_keep(struct session *session);
void options_read(struct options *options, const char *text);
void options_write(const struct options *options, char *text, size_t size);

/* Answers an exec's words without a terminal, and ends the session (exec.c). */
void session_exec(struct session *session);
/* The charset, colours and kind again, after options or facts changed. */
void session_terminal_changed(struct session *session);

#endif
