/*
 * Conveniences: "run east", "explore" or "rest" as primitive commands, one at a time.
 *
 * The public header of engine/auto, beside engine.h.  An auto command knows only what the view
 * shows, and the creatures that it showed before.  Those are kept in a watch, so that a known
 * creature does not stop the player twice.  Nothing here is part of the rules or of the state, so
 * changing it breaks no run.
 */
#ifndef TRAPDOOR_ENGINE_AUTO_H
#define TRAPDOOR_ENGINE_AUTO_H

#include "engine/engine.h"

/* ---- Creatures that were seen ---- */

#define WATCHED_MOST 64

/* Its danger and distance when it last stopped the player. */
enum watched_state { WATCHED_ASLEEP, WATCHED_UP, WATCHED_HUNTING };
enum watched_nearness { WATCHED_FAR, WATCHED_MIDDLE, WATCHED_NEAR };

struct watched {
	uint32_t id;   /* of a creature of the view */
	uint32_t turn; /* when it was seen last, and where */
	int16_t x, y;
	uint8_t state, nearness; /* the greatest that was reported */
	bool seen;               /* now */
	bool there;              /* as far as is known */
	bool asleep, fleeing, captive;
	bool in_way;    /* reported as standing in the way */
	bool past;      /* reported asleep, with unexplored ground past it */
	bool waits;     /* reported with an item waiting near it */
	uint8_t warned; /* distance at the last report that it hunts; 0: none */
	uint32_t moved; /* turn when it was first seen at its position */
	char name[48];
};

#define FUMES_MOST 24

/* A cell with harmful gas, and the turn when the gas was last seen; turn 0: none. */
struct fume {
	int16_t x, y;
	uint32_t turn;
};

/* The creatures that one player has seen on the current level.  All zero at first.  It clears
 * itself on another level.  Only the position of a captive is kept. */
struct watch {
	int16_t width, height;
	uint8_t depth;
	uint8_t count;
	uint32_t turn;
	bool full;       /* a full pack was reported */
	bool low;        /* low health was reported */
	bool left;       /* tasks left to the player were reported */
	uint16_t risked; /* conducts whose end by a blow was asked about, as bits */
	uint16_t paced;  /* 1 + known cells when an exploration went to and fro; 0: it did not */
	uint8_t fresh;   /* creatures that came into view at the last look */
	uint8_t ally_waits, ally_distance; /* turns of waiting for an ally, and its last distance */
	bool ally_left; /* an ally that does not come was reported: the hero goes on without it */
	struct watched list[WATCHED_MOST];
	struct fume fumes[FUMES_MOST];
};

/* Why a creature is news: it came into view, for the first time or after a long absence; it is
 * awake and nearer than ever since; it woke up or began to hunt. */
enum watch_news { NEWS_NONE, NEWS_NEW, NEWS_NEARER, NEWS_AWAKE, NEWS_HUNTS };

/* True if the creature is not after the hero and almost harmless.  It is reported once only. */
bool watch_is_slight(const struct view_creature *creature);

/* Updates the watch from the view.  Returns the index of the nearest creature of the view that is
 * news, or -1.  *news is the reason; news may be NULL. */
int watch_look(struct watch *watch, const struct view *view, enum watch_news *news);

/* ---- Auto commands ---- */

/* auto_next gives the next command, or false when there is a reason to stop: a new creature, or a
 * dangerous one nearby; a fork, a wall, damage, a status that begins or ends, an item underfoot, an
 * important message.  Auto-explore picks up items while they fit, but never the Receiver or an item
 * that was dropped on purpose.  It stops when it has picked up a kind that the hero never had.  A
 * run or a travel stops when such an item comes into view.  Paths avoid sleepers where a detour
 * costs little.
 *
 * Auto-explore waits for allies that fall behind, and reports one that does not come.  It goes to a
 * lock whose key the hero carries when nothing else is left to explore.
 *
 * An attack is one command.  It is refused under half of the health, while confused, with a missile
 * in the air, before a step into harm, and when a creature or a message is new.
 *
 * A hunter that would soon arrive forbids everything but a run and an attack.  Any awake creature
 * nearby forbids a rest.  Sleepers, fleeing creatures, captives and allies forbid nothing.
 *
 * finished: nothing is left to do.  blocked: a creature stands in the only way.  harm: the rest can
 * be reached only through known harm, which begins at ahead, if that is known; a hero
 * who is already in harm is led out.  says: the sentence
 * for the player when a creature is the reason to stop and no message reported it; else "". */
enum auto_kind {
	AUTO_RUN,
	AUTO_TRAVEL,
	AUTO_EXPLORE,
	AUTO_REST,
	AUTO_REPEAT, /* the command `repeated`, `times` over: a wait, a search or a step */
	AUTO_TAKE,   /* wanted items underfoot */
	AUTO_ATTACK  /* one blow at the weakest adjacent enemy, or one step to the nearest */
};

/* The name of an item class, for the auto-pickup setting; NULL past the last.  "" for a class that
 * auto-pickup never takes. */
const char *auto_class_word(unsigned number);

struct auto_move {
	uint8_t kind;
	uint8_t direction;
	int16_t x, y; /* of a travel */
	struct auto_harm {
		int16_t x, y;           /* the first harmful cell on the way; -1: none is known */
		int16_t edge_x, edge_y; /* the cell before it, if one is known */
	} ahead;
	uint16_t steps;
	uint32_t message_serial;
	uint32_t since, turn; /* turns of the beginning, and of the last command */
	uint32_t statuses;    /* the hero's statuses at the beginning, as bits */
	uint32_t
		left_classes; /* bits 1 << class of items not to pick up: set after the beginning */
	struct command repeated; /* of a repetition, likewise */
	uint16_t times;
	uint8_t ills; /* harmful statuses at the start, as bits */
	int16_t health;
	uint16_t known; /* known cells at the last progress */
	int16_t least, patience;
	uint8_t openings;
	bool looked, finished, blocked, harm;
	bool found;   /* it picked up a kind that the hero never had */
	uint8_t news; /* known items on the level of kinds that the hero never had */
	bool passed;  /* a creature that was reported before is in the way */
	bool alarmed; /* a new creature stopped it */
	struct watch *watch;
	char says[280];
};

/* The watch must outlive the auto_move.  auto_next fills the caller's view. */
void auto_begin(struct auto_move *automove, enum auto_kind kind, int direction, int x, int y,
	const struct game *game, struct watch *watch);
bool auto_next(struct auto_move *automove, const struct game *game, struct view *view,
	struct command *command);

/* Looks whether something has happened since the last look that would stop auto-explore: a creature
 * that is news, an important message, lost health, a status that begins or ends, or a missile in
 * the air.  `since` is the last look, all zero at first; then nothing has happened.  Fills the
 * view.  The watch is the caller's own. */
bool auto_happened(
	struct auto_move *since, const struct game *game, struct view *view, struct watch *watch);

/* The next two take the current view. */

/* Returns the steps of a travel to (x, y) if no creature blocked it, or -1 if no path is known. */
int game_steps_to(const struct game *game, const struct view *view, int x, int y);

/* True if the way leads to an obstacle that opens by itself, such as a gate on clockwork. */
bool game_gate_shuts(const struct game *game, const struct view *view);

#endif
