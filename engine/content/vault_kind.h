/*
 * Kinds of vaults, quests and calls: the fields of records of those kinds.
 *
 * A part of content.h, which includes it.  A vault is a piece of a level that was drawn by hand; a
 * quest names the vaults in which it may be placed.
 */
#ifndef TRAPDOOR_ENGINE_VAULT_KIND_H
#define TRAPDOOR_ENGINE_VAULT_KIND_H

#include <stdbool.h>
#include <stdint.h>

/* ---- Vaults ---- */

#define VAULT_WIDTH_MAX 40
#define VAULT_HEIGHT_MAX 20
#define LEGENDS_MAX 16
#define VAULT_LEVELS_MAX 8
#define SENDS_MAX 3

/* The creature at a symbol of a vault. */
enum legend_who { LEGEND_NOBODY, LEGEND_KIND, LEGEND_ANYBODY, LEGEND_CAPTIVE };
/* The item at a symbol of a vault. */
enum legend_what { LEGEND_NOTHING, LEGEND_ITEM, LEGEND_CLASS, LEGEND_ANYTHING };

/* The meaning of a symbol of a vault's map. */
struct legend {
	char symbol;
	uint16_t terrain; /* KIND_NONE: the level's plain floor */
	uint8_t who, what;
	uint16_t monster, item, carries;
	uint8_t class;         /* enum item_class */
	uint8_t monster_below; /* generate creatures as if this many depths deeper */
	uint8_t item_below;
	uint8_t percent;    /* chance that the creature and the item are there */
	uint8_t item_flags; /* ITEM_FOR_SALE, ITEM_OFFERED */
	bool asleep, captive, lit, dark;
};

/* Why a vault is placed: by chance, as the treasury or shop of a depth, for a quest of the run, as
 * the lair of a unique creature, or at the end of the stairs. */
/* clang-format off */
#define CONTENT_VAULT_USES(ROW) \
	ROW(CHANCE, "chance") ROW(TREASURY, "treasury") ROW(SHOP, "shop") ROW(QUEST, "quest") \
	ROW(LAIR, "lair") ROW(END, "end")

enum vault_use {
#define ROW(id, word) VAULT_##id,
	CONTENT_VAULT_USES(ROW)
#undef ROW
	VAULT_USE_COUNT
};
/* clang-format on */

/* A piece of a level that was drawn by hand, one character a cell.  A vault with an entrance is dug
 * into rock beside a corridor; one without is placed on the open floor of a room. */
struct vault_kind {
	const char *id, *name;
	const char *map; /* rows, with a newline between two; blanks leave the level unchanged */
	const char *feeling; /* shown on arrival on a level that has it, or "" */
	uint8_t depth_low, depth_high;
	uint16_t weight;
	uint8_t use;
	uint8_t level_count;
	uint16_t levels[VAULT_LEVELS_MAX]; /* kinds of level that may have it; none: all */
	uint8_t legend_count;
	struct legend legends[LEGENDS_MAX];
	uint8_t sends_count;
	uint16_t sends[SENDS_MAX]; /* item kinds placed elsewhere on the level: its keys */
	bool lit;                  /* all of it is lit; else it is dark */
	bool upright;              /* is never turned or mirrored */
	uint8_t width, height;     /* of the map; computed by the check */
	uint16_t body; /* the unique creature in it, or KIND_NONE; computed by the check */
};

/* ---- Story ---- */

/* The deeds that complete a quest: id, word, kind of its object, help. */
/* clang-format off */
#define CONTENT_WANTS(ROW) \
	ROW(TAKE, "take", ITEM, "the hero picks up an item of that kind") \
	ROW(SLAY, "slay", MONSTER, "the hero or an ally slays one of that kind") \
	ROW(FREE, "free", MONSTER, "the hero frees a captive of that kind") \
	ROW(LAY, "lay", ITEM, "the hero drops an item of that kind on an altar") \
	ROW(CARRY, "carry", ITEM, "the hero leaves the dungeon alive with an item of that kind")

enum quest_wants {
#define ROW(id, word, names, help) WANTS_##id,
	CONTENT_WANTS(ROW)
#undef ROW
	QUEST_WANTS_COUNT
};
/* clang-format on */

#define QUEST_VAULTS_MAX 2

/* A side quest: the vault that holds it, the deed that completes it, its texts. */
struct quest_kind {
	const char *id, *name;
	const char *text; /* the task, for the list of quests */
	const char *call; /* shown on arrival on its level */
	const char *done; /* shown when it is done */
	uint8_t depth_low, depth_high;
	uint16_t weight;
	uint8_t vault_count;
	uint16_t vaults[QUEST_VAULTS_MAX]; /* the first that can be placed is used */
	uint8_t wants;
	uint16_t thing, body; /* its object: an item kind or a creature kind */
	uint16_t reward;      /* an item kind, or KIND_NONE */
	uint8_t rewards;      /* number of them, if they stack */
};

/* A text of a switchboard when the hero plugs in; each is heard once in a run. */
struct call_kind {
	const char *id, *text;
	uint8_t depth_low, depth_high;
};

#endif
