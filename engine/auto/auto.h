/*
 * Conveniences: "run east", "explore" or "rest" as primitive commands, one at a time.
 *
 * The public header of engine/auto, beside engine.h.  What a steer knows is what the view shows,
 * and who the view showed before: that is kept in a watch, so that a creature which is known to be
 * about stops nobody twice.  Nothing here is part of the rules or of the state: a better steer
 * breaks no run.
 */
#ifndef TRAPDOOR_ENGINE_AUTO_H
#define TRAPDOOR_ENGINE_AUTO_H

#include "engine/engine.h"

/* ---- Who has been seen ---- */

#define WATCHED_MOST 64

/* How much of a danger it was, and how near, when it was last looked up for. */
enum watched_state { WATCHED_ASLEEP, WATCHED_UP, WATCHED_HUNTING };
enum watched_nearness { WATCHED_FAR, WATCHED_MIDDLE, WATCHED_NEAR };

struct watched {
	uint32_t id;   /* of a creature of the view */
	uint32_t turn; /* when it was seen last, and where */
	int16_t x, y;
	uint8_t state, nearness; /* the most of either that was told */
	bool seen;               /* now */
	bool there;              /* as far as is known */
	bool asleep, fleeing, captive;
	bool in_way;    /* that it stands in the way there was told, */
	bool past;      /* or that what is left lies past it, asleep, */
	bool waits;     /* or that a thing near it waits */
	uint8_t warned; /* cells away when it was told last that it hunts; 0: it was not */
	uint32_t moved; /* turn when it was first seen where it is */
	char name[48];
};

#define FUMES_MOST 24

/* A cell where there was bad air, and the turn when that was seen last; turn 0: none. */
struct fume {
	int16_t x, y;
	uint32_t turn;
};

/* What one player has seen of who is on a level; all zero at first, and it forgets by itself who
 * was on another.  A captive is in it for its place alone. */
struct watch {
	int16_t width, height;
	uint8_t depth;
	uint8_t count;
	uint32_t turn;
	bool full;     /* that no more fits was told, */
	bool low;      /* that he is badly hurt, */
	bool left;     /* and what is left to his own hands */
	uint8_t fresh; /* how many came into view when it looked last */
	struct watched list[WATCHED_MOST];
	struct fume fumes[FUMES_MOST];
};

/* Why one would look up for a creature: it has come into view, for the first time or after a good
 * while; it is nearer than ever since, and awake; it is awake, or hunts, and did not. */
enum watch_news { NEWS_NONE, NEWS_NEW, NEWS_NEARER, NEWS_AWAKE, NEWS_HUNTS };

/* Whether it goes about its own business, and could do him next to nothing: no reason to look up
 * twice. */
bool watch_is_slight(const struct view_creature *creature);

/* Takes in what the view shows.  Returns the index of the nearest of the view's creatures that is
 * news, -1 when there is none; news, which may be NULL, is why. */
int watch_look(struct watch *watch, const struct view *view, enum watch_news *news);

/* ---- Steers ---- */

/* auto_next gives the next command, or false when there is a reason to stop: somebody that is
 * news, or dangerous and near; a fork, a wall, a hurt, a status that comes or goes, an item
 * underfoot, a message that matters.
 * Exploring takes things along while they fit, but never the Receiver nor what was put down on
 * purpose; of a kind that he never had it is a reason to stop, and where one comes into view, to
 * stop a run or a travel.  Whoever may be asleep is given a wide berth where another way costs
 * little.
 *
 * A hunter that would soon be there forbids all but a run, and a rest is forbidden by whoever is
 * up near by; one that sleeps or flees, a captive and a friend forbid nothing.
 *
 * finished: nothing stopped it, there is no more to do; blocked: somebody stands in the only way;
 * harm: there is more, but the ways to it lead through what is known to harm.  Who is in the thick
 * of that already is led out.  says: the sentence for the player when somebody is the reason for
 * the stop, and no message told of it; else "". */
enum auto_kind {
	AUTO_RUN,
	AUTO_TRAVEL,
	AUTO_EXPLORE,
	AUTO_REST,
	AUTO_REPEAT, /* the command `repeated`, `times` over: a wait, a search or a step */
	AUTO_TAKE    /* what lies underfoot and is wanted */
};

/* Classes of things by number, for those who would leave some where they lie; NULL past the last.
 * What is to be lifted by hand alone has none: its word is "". */
const char *auto_class_word(unsigned number);

struct auto_move {
	uint8_t kind;
	uint8_t direction;
	int16_t x, y; /* of a travel */
	uint16_t steps;
	uint32_t message_serial;
	uint32_t since, turn; /* of its beginning, and of its last command */
	uint32_t statuses;    /* that he had then, as bits */
	uint32_t leaves; /* bits 1 << class of what is not taken along: set after the beginning */
	struct command repeated; /* of a repetition, likewise */
	uint16_t times;
	uint8_t ills; /* that he set out with: bits of what takes a point a turn */
	int16_t health;
	uint16_t known; /* what it had come to when it last got on, and for how long it goes on */
	int16_t least, patience;
	uint8_t openings;
	bool looked, finished, blocked, harm;
	bool found;   /* something was taken that he never had */
	uint8_t news; /* things that he never had and knows to lie about */
	bool passed;  /* somebody of whom it was told before is in the way */
	bool alarmed; /* somebody that is news stopped it */
	struct watch *watch;
	char says[280];
};

/* The watch must outlive the steer.  auto_next fills the view, which the caller lends it. */
void auto_begin(struct auto_move *automove, enum auto_kind kind, int direction, int x, int y,
	const struct game *game, struct watch *watch);
bool auto_next(struct auto_move *automove, const struct game *game, struct view *view,
	struct command *command);

/* Both ask with the view as it is now. */

/* How many steps the way is that a travel would take if nobody stood in it; -1 when none is known.
 */
int game_steps_to(const struct game *game, const struct view *view, int x, int y);

/* Whether he comes to something that bars the way, and goes by itself: a gate on a clockwork. */
bool game_gate_shuts(const struct game *game, const struct view *view);

#endif
