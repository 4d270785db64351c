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
	ROW(options) ROW(autopickup) ROW(account) ROW(help) ROW(tombstone) ROW(watch) ROW(replay) ROW(dump) ROW(bye)
/* clang-format on */

enum screen_id {
#define ROW(name) SCREEN_##name,
	SCREENS(ROW)
#undef ROW
		SCREEN_COUNT
};

/* What a screen is opened with.  Each member belongs to the screens of its name; the other screens
 * take nothing. */
union screen_arguments {
	struct {
		char name[64]; /* typed at the greeting, or the ssh user's */
	} login, registration;
	struct {
		bool after_run; /* the player comes from the end of a run */
	} lobby;
	struct {
		bool from_takes; /* the cursor begins on the row that leads to that screen */
	} options;
	struct {
		struct store_score score;
	} score;
	struct {
		struct store_score score;
		bool left; /* the player has left it: it goes on to the lobby */
	} tombstone;
	struct {
		int64_t run;
	} dump;
	struct {
		int64_t run;
		char player[STORE_NAME_MAX + 1]; /* who is playing it, or "" */
	} replay;
};

struct screen_place {
	enum screen_id screen;
	union screen_arguments arguments;
};

/* The board, a run on it, and a page about that run. */
#define SESSION_PLACES_MAX 4

enum route_step { ROUTE_STAY, ROUTE_GO, ROUTE_OPEN, ROUTE_BACK };

/* The screens that are open: the last is shown, and session_back leads to those before it. */
struct session_route {
	struct screen_place places[SESSION_PLACES_MAX];
	int count;                /* 0: no screen yet */
	enum route_step step;     /* to take when the present call returns */
	struct screen_place next; /* of ROUTE_GO and ROUTE_OPEN */
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
	bool autopickup;      /* others are taken on walking over them */
};

/* Facts that outlive a screen. */
struct session_memory {
	int tries;        /* wrong passwords so far */
	char *dump;       /* the dump of the run that ended last in this session, or NULL */
	int64_t dump_run; /* that run */
	struct {
		uint8_t order;
		unsigned first, at;
	} board; /* the page and row of the board that the player left */
};

struct session_ending {
	bool decided;
	int exit_status;
	char reason[200];
};

/* Times of CLOCK_MONOTONIC in milliseconds; 0: none. */
struct session_clock {
	int64_t began_ms, key_at_ms;
	int64_t tick_at_ms;   /* the screen's timer rings */
	int64_t escape_at_ms; /* an escape byte alone becomes the key Escape */
};

struct session {
	const struct config *config;
	const struct content *content;
	const struct screen *const *screens; /* by enum screen_id */
	struct transport *transport;
	struct store_client *line;
	struct keeper_account account; /* id 0 until logged in; a guest's too */
	bool logged_in;
	struct options options;

	struct vt_terminal *terminal;
	struct vt_keys keys;
	struct vt_frame frame;
	struct vt_bytes out;

	struct session_route route;
	void *state;      /* the screen's own, made in enter, freed after leave */
	int tick_ms;      /* the screen's timer; 0: none; cleared when it rings */
	bool dirty;       /* paint when there is nothing more to take */
	char banner[200]; /* a sentence above the screen until the next key */
	struct session_memory memory;

	bool ready, closed;
	bool quiet;     /* an exec: nothing is painted */
	bool gathering; /* keys are only queued: in-between frames are drawn */
	struct session_ending ending;
	struct session_clock clock;
	int signals; /* descriptor of a signalfd, or -1 */
};

/* Everything that a session needs from its caller. */
struct session_start {
	const struct screen *const *screens; /* SCREEN_COUNT of them, by enum screen_id */
	const struct config *config;
	const struct content *content;
	const struct transport_row *transport;
	int descriptor;   /* the client's, or -1 */
	const char *peer; /* the client's address */
	struct store_client *line;
};

/* Serves one client to its end in this process; never returns. */
_Noreturn void session_run(const struct session_start *start);

/* Asks for another screen in place of the present one, entered after the present call returns.  The
 * arguments are copied; NULL: all are 0. */
void session_go(
	struct session *session, enum screen_id screen, const union screen_arguments *arguments);
/* The same, but session_back returns to the present screen, with the arguments that it has then. */
void session_open(
	struct session *session, enum screen_id screen, const union screen_arguments *arguments);
void session_back(struct session *session);
/* The arguments of the present screen, which must be the one named.  The screen may change them. */
union screen_arguments *session_arguments(struct session *session, enum screen_id screen);
/* Shows a sentence above the screen until the next key. */
void session_banner(struct session *session, const char *sentence);
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
/* Logs a guest in and goes to the lobby, or on failure to `otherwise` with the reason as banner. */
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
