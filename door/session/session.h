/*
 * A session: one client from its first byte to its last, in its own process.
 *
 * It is a state machine of screens (GREET, LOGIN, LOBBY, PLAY, ...), with one exit that takes a
 * reason. A screen is a row of functions: it paints a whole frame from its state, handles keys, and
 * may set a timer. The session sends only the difference of frames.
 *
 * Invariants:
 *   1. A frame of play is sent only after its commands are committed: the play screen appends them
 *      before it is painted.
 *   2. Nothing is written on hang-up, because everything was already written.
 *   3. Every orderly exit restores pen, charset, cursor and modes.
 */
#ifndef TRAPDOOR_SESSION_H
#define TRAPDOOR_SESSION_H

#include "door/config/bulletins.h"
#include "door/config/config.h"
#include "door/store/keeper.h"
#include "door/net/transport.h"
#include "door/line/line.h"
#include "door/play/keymap.h"
#include "door/play/play.h"
#include "door/session/cpu_share.h"
#include "door/session/flow.h"
#include "door/session/idle.h"
#include "door/session/lines.h"
#include "door/session/option_kinds.h"
#include "vt100/vt100.h"

struct session;

/* clang-format off */
#define SCREENS(ROW) \
	ROW(greet) ROW(login) ROW(register) ROW(lobby) ROW(play) ROW(seed) ROW(takeover) ROW(board) ROW(score) ROW(record) \
	ROW(options) ROW(keys) ROW(autopickup) ROW(account) ROW(help) ROW(news) ROW(tombstone) ROW(watch) ROW(spectate) ROW(replay) ROW(dump) ROW(bye) ROW(day) ROW(words) ROW(out) ROW(season)
/* clang-format on */

enum screen_id {
#define ROW(name) SCREEN_##name,
	SCREENS(ROW)
#undef ROW
		SCREEN_COUNT
};

/* Arguments of a screen. Each member belongs to the screens of its name; the other screens have no
 * arguments. */
union screen_arguments {
	struct {
		char name[64]; /* typed at the greeting, or the ssh user's name */
	} login, registration;
	struct {
		bool after_run; /* the player comes from the end of a run */
	} lobby;
	struct {
		bool seeded; /* a new run has this seed; else a random one */
		struct seed seed;
		char date[STORE_DATE_SIZE]; /* of a daily run, which is begun or continued; or "" */
		int64_t branch;             /* the own ended run that is played on; 0: none */
		uint32_t index;             /* after so many of its commands */
	} play, takeover;
	struct {
		char date[STORE_DATE_SIZE]; /* "": today; "week": this week */
	} day;
	struct {
		char name[STORE_DATE_SIZE]; /* "": the present one */
	} season;
	struct {
		bool unread; /* those alone that the player has not read */
	} news;
	struct {
		uint8_t at;                 /* the row on which the cursor begins */
		bool from_play;             /* Esc goes on with the game */
		char date[STORE_DATE_SIZE]; /* of that game, as in `play` */
	} options;
	struct {
		struct store_score score;
	} score;
	struct {
		struct store_score score;
		struct seed seed; /* of the run, which is over */
		bool left;        /* the player has left the screen; it continues to the lobby */
		char date[STORE_DATE_SIZE]; /* as in `play` */
	} tombstone;
	struct {
		int64_t run;
	} dump;
	struct {
		int64_t run;
	} replay;
	struct {
		char player[STORE_NAME_MAX + 1];
		int64_t run;
		int views; /* from keeper_watch; the screen closes it */
	} spectate;
};

struct screen_place {
	enum screen_id screen;
	union screen_arguments arguments;
	uint64_t
		position; /* of the screen's own, for entering it anew in another process; at first 0 */
};

/* Room for the board, a run of it, and a page about that run. */
#define SESSION_PLACES_MAX 4

enum route_step { ROUTE_STAY, ROUTE_GO, ROUTE_OPEN, ROUTE_BACK };

/* The stack of open screens: the last is shown, and session_back returns to the one before. */
struct session_route {
	struct screen_place places[SESSION_PLACES_MAX];
	int count;                /* 0: no screen yet */
	enum route_step step;     /* taken when the current call returns */
	struct screen_place next; /* of ROUTE_GO and ROUTE_OPEN */
};

/* Any function may be NULL. */
struct screen {
	const char *name;
	void (*enter)(struct session *session);
	void (*key)(struct session *session, int key);
	/* A click or a turn of the wheel, on a cell. NULL: nothing, or as `wheel` says. */
	void (*mouse)(struct session *session, int key, int x, int y);
	bool wheel;  /* the wheel is the keys Up and Down */
	bool pastes; /* it has a field, so pasted text is typed; other screens ignore pastes */
	/* Called before painting when no more keys wait; makes the player's actions durable. False:
	 * do not paint. */
	bool (*settle)(struct session *session);
	void (*paint)(struct session *session, struct vt_frame *frame);
	void (*tick)(struct session *session); /* called after session->tick_ms */
	void (*notice)(struct session *session, const struct notice *notice);
	void (*leave)(struct session *session);
	/* Keys typed ahead (session_ahead.c). True if something has happened since the last call
	 * that the player must see before another key. */
	bool (*stops)(struct session *session);
	/* Returns the number of the question before harm that waits for a key; 0: none. Each has
	 * another number than the one before. */
	unsigned (*asks)(struct session *session);
	/* Shows with the next painting that so many keys were dropped. NULL: a banner does. */
	void (*dropped)(struct session *session, uint32_t keys);
	/* Line mode (door/session/lines.h). Writes the words of the screen; NULL: the painted rows
	 * are read. */
	void (*lines)(struct session *session, struct lines_page *page);
	/* Takes a choice of lines_row. */
	void (*pick)(struct session *session, int row);
	/* Handles a typed line. False: the session handles it as keys. */
	bool (*typed)(struct session *session, const char *line);
	bool live; /* news are reported without a typed line */
	/* Moving to another process (door/session/move.h). renews: the screen moves by being
	 * entered there with its arguments and its position. Other screens move by pack and unpack,
	 * or not at all. */
	bool renews;
	/* True if the screen is at rest and nothing of it would be lost. */
	bool (*rests)(struct session *session);
	void (*pack)(struct session *session, struct packing *out);
	/* Takes the place of enter. The bytes may come from a stranger. Draws nothing, and changes
	 * nothing in the store. False: the session cannot go on here. */
	bool (*unpack)(struct session *session, struct unpacking *in);
	/* Called after unpack, when the client belongs to this process. */
	void (*arrived)(struct session *session);
	/* Closes what keeps the screen from moving. False, or NULL: only the lobby can move
	 * instead. */
	bool (*yield)(struct session *session);
};

/* How light is drawn. AUTO is rich, and plain on lines that are known to be slower than 9600
 * baud. FLICKER is rich, and the light of flames changes while the player waits. */
enum option_light {
	OPTION_LIGHT_AUTO,
	OPTION_LIGHT_RICH,
	OPTION_LIGHT_PLAIN,
	OPTION_LIGHT_FLICKER,
	OPTION_LIGHT_COUNT
};

/* Whether others may watch, and whether the player sees how many do. */
enum option_spectators {
	OPTION_SPECTATORS_UNCOUNTED,
	OPTION_SPECTATORS_COUNTED,
	OPTION_SPECTATORS_NONE,
	OPTION_SPECTATORS_COUNT
};

/* The player's options, stored with the account as "key=value ..." text. */
struct options {
	struct option_kinds charset, colours; /* enum vt_charset, enum vt_colours */
	enum vt_ground ground;
	enum vt_palette palette;
	enum option_light light;
	unsigned baud; /* speed of the line; 0: as the client says */
	struct {
		uint16_t width, height; /* 0: unknown */
	} size;                         /* of terminals that do not say theirs */
	uint32_t
		mouse; /* kinds of terminals on which the mouse is used, as bits of option_mouse_bit */
	struct keymap keys;      /* a preset, and the player's changes */
	bool lines;              /* line mode */
	enum line_detail detail; /* of line mode */
	enum play_sound sound;
	bool cursor_shown; /* the cursor is never hidden */
	bool still;        /* no frames of missiles in flight */
	bool keeps_typed;  /* keys typed ahead are played whatever happens */
	bool narrator;     /* the last row repeats the newest message */
	bool no_hints;
	bool no_vignettes;
	uint32_t vignettes_seen; /* as bits of enum vignette */
	uint32_t hints_given;    /* as bits, so that no hint is shown twice */
	uint32_t left_classes;   /* item classes that auto-pickup leaves behind, as bits */
	bool autopickup;         /* auto-pickup also while walking */
	enum option_spectators spectators;
	bool untold;             /* the player's milestones are in no livelog */
	uint32_t bulletins_read; /* the latest change of a bulletin that was read, seconds of UTC */
};

/* Facts kept from screen to screen. */
struct session_memory {
	int tries;        /* wrong passwords so far */
	bool drawn;       /* a frame was sent */
	bool partly;      /* and only a part of the latest one */
	bool named;       /* the log has the name of the MUD client */
	char *dump;       /* the dump of the last run that ended in this session, or NULL */
	int64_t dump_run; /* that run */
	bool was_out;     /* the page of what happened while the player was out was asked for */
	char barred[200]; /* why a proved account may not log in, or "" */
	struct {
		uint8_t order;
		unsigned first, at;
	} board; /* the page and row of the board shown last */
};

struct session_ending {
	bool decided;
	int exit_status;
	int signals; /* descriptor of a signalfd for those that end the session, or -1 */
	char reason[200];
};

/* Times of CLOCK_MONOTONIC in milliseconds; 0: none. */
struct session_clock {
	struct idle idle;
	struct cpu_share share;
	int64_t began_ms;
	int64_t tick_at_ms;    /* due time of the screen's timer */
	int64_t hold_until_ms; /* the first picture waits for answers of the client */
	int64_t escape_at_ms;  /* due time at which a lone escape byte becomes the key Escape */
};

/* Line mode. */
struct session_lines {
	struct lines_page page;          /* reported last */
	bool due;                        /* the screen is reported at the next painting */
	bool all;                        /* with the lines that were heard */
	bool typed;                      /* a line was typed since the last report */
	bool answered;                   /* something was written since then */
	bool prompted;                   /* a prompt waits on the client's last line */
	bool hidden;                     /* a password is typed */
	uint32_t heard[LINES_HEARD_MAX]; /* hashes of the lines of the last report */
	uint32_t sentence;               /* hash of the last sentence of a wait */
	uint32_t menu;                   /* meaning of the numbers of the last page; 0: none */
	char line[LINES_TYPED_MAX + 1];  /* being typed */
	size_t length;
};

/* Keys typed ahead. */
struct session_ahead {
	bool gathering;   /* keys are only queued while in-between frames are drawn */
	bool waits;       /* keys are dropped until the client has shown a frame */
	bool sent;        /* the frame was sent */
	bool reading;     /* bytes of the client are handled, */
	bool same_read;   /* in the midst of which the frame was sent */
	uint64_t until;   /* the flow's bytes up to which the client must have shown them */
	unsigned asked;   /* the question that waited at the last look; 0: none */
	uint32_t dropped; /* keys that no painting has reported yet */
};

/* Moving to another process. */
struct session_moving {
	int channel; /* to the listener; -1: this session does not move */
	int client;  /* the client's descriptor */
	bool due;    /* the listener has asked */
	bool urged;  /* and what is in the way is to be closed */
	int urges;   /* how often */
	bool comes;  /* this process resumes the session, which may still go on in the other one */
};

/* Kinds of terminals beyond the rows, and whether the session has asked for its own. */
struct session_kinds {
	const struct vt_kinds *described; /* by terminfo; NULL: none */
	bool probed;                      /* the terminal was asked what it is, or must not be */
};

struct session {
	const struct config *config;
	const struct content *content;
	const struct bulletin_memory *bulletins; /* NULL: none */
	struct session_kinds kind;
	const struct screen *const *screens; /* by enum screen_id */
	struct transport *transport;
	struct store_client *line;
	struct keeper_account account; /* id 0 until login; negative for guests */
	bool logged_in;
	struct options options;

	struct vt_terminal *terminal;
	struct vt_keys keys;
	struct vt_frame frame;
	struct vt_bytes out;
	struct flow flow;

	struct session_route route;
	void *state;      /* the screen's own state, allocated in enter, freed after leave */
	int tick_ms;      /* the screen's timer; 0: none; cleared when it fires */
	int wakes;        /* a descriptor whose input fires the timer at once; -1: none */
	bool dirty;       /* paint once no more input waits */
	char banner[200]; /* a sentence above the screen until the next key */
	struct session_memory memory;

	struct session_lines *lines; /* NULL: frames and keys */
	bool ready, closed;
	bool quiet; /* an exec: nothing is painted */
	struct session_ahead ahead;
	struct session_ending ending;
	struct session_clock clock;
	struct session_moving moving;
};

/* The descriptors for moving (door/session/move.h). */
struct session_ends {
	int channel; /* to the listener */
	int baton;   /* of a session that goes on here; -1: it begins */
};

/* The arguments of session_run. */
struct session_start {
	const struct screen *const *screens; /* SCREEN_COUNT rows, indexed by enum screen_id */
	const struct config *config;
	const struct content *content;
	const struct bulletin_memory *bulletins; /* NULL: none */
	const struct vt_kinds *terminals;        /* described kinds; NULL: none */
	bool probes; /* terminals of which nothing is known are asked what they are */
	const struct transport_row *transport;
	int descriptor;   /* the client's, or -1 */
	const char *peer; /* the client's address */
	bool tls;         /* the client called its proxy in TLS */
	struct store_client *line;
	const struct session_ends *ends; /* NULL: the session never moves */
};

/* Serves one client to its end in this process; never returns. */
_Noreturn void session_run(const struct session_start *start);

/* Replaces the current screen by another, entered after the current call returns. The arguments are
 * copied; NULL: all 0. */
void session_go(
	struct session *session, enum screen_id screen, const union screen_arguments *arguments);
/* The same, but session_back returns to the current screen and its arguments. */
void session_open(
	struct session *session, enum screen_id screen, const union screen_arguments *arguments);
void session_back(struct session *session);
/* Returns the arguments of the current screen, which must be `screen`. The screen may change
 * them. */
union screen_arguments *session_arguments(struct session *session, enum screen_id screen);
/* Returns the position of the current screen, which the screen may change. */
uint64_t *session_position(struct session *session);
/* Shows a sentence, wrapped to the width, over the first rows of the screen until the next key. */
void session_banner(struct session *session, const char *sentence);
/* Ends the session: the one exit. sentence: shown to the player; exit_status: of an exec. */
void session_end(struct session *session, int exit_status, const char *sentence);
/* Renders the current frame at once, unless the client is slow. For in-between frames. */
void session_flush(struct session *session);
/* Waits up to ms for the client and queues its keys. False if a key waits or the client is gone. */
bool session_pause(struct session *session, int ms);
/* Writes a sentence, wrapped to the width, over the first rows of the current frame and sends the
 * frame, for waits. */
void session_sentence(struct session *session, const char *sentence);
/* Finishes a login: reads the account's options and frees the client's slot before login. */
void session_logged_in(struct session *session);
/* Logs a guest in and goes to the lobby. On failure goes to `otherwise` with the reason as
 * banner. */
void session_guest(struct session *session, enum screen_id otherwise);
/* Returns the sentence of a keeper's verdict for the player; "" for OK. */
const char *session_verdict(const struct session *session, enum keeper_verdict verdict);

/* Options from and to the account's text. options_read ignores unknown words. options_keep saves
 * the options with the account, except a guest's. options_write leaves out changed keys that do not
 * fit, and returns false then. */
void options_keep(struct session *session);
void options_read(struct options *options, const char *text);
bool options_write(const struct options *options, char *text, size_t size);

/* Writes the facts about the server as a plain table, as lists of servers read it, and ends the
 * session (session_status.c). */
void session_status(struct session *session);

/* Sends a message to a MUD client that wants it (enum client_data): a package of GMCP and its
 * JSON. */
void session_data(struct session *session, const char *package, const char *json);

/* Answers an exec's command without a terminal, and ends the session (exec.c). */
void session_exec(struct session *session);
/* Returns the kind of the client's terminal. */
const struct vt_kind *session_kind(const struct session *session);
/* Updates charset, colours and kind after options or facts changed. */
void session_terminal_changed(struct session *session);
/* Returns the speed of the line as the player or the client says; 0: unknown, or not slow. */
unsigned session_baud(const struct session *session);
/* True if the line is known to be slower than 9600 baud. */
bool session_is_slow(const struct session *session);
/* True if vignettes are shown: the host, the player and the line allow them. */
bool session_shows_vignettes(const struct session *session);

#endif
