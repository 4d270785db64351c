/*
 * Kinds of vaults, quests and calls: what records of those kinds say.
 *
 * A part of content.h, which includes it.  A vault is a piece of a level that was drawn by hand; a
 * quest names the vaults that it may be laid in.
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

/* Who stands at a symbol of a vault. */
enum legend_who { LEGEND_NOBODY, LEGEND_KIND, LEGEND_ANYBODY, LEGEND_CAPTIVE };
/* What lies there. */
enum legend_what { LEGEND_NOTHING, LEGEND_ITEM, LEGEND_CLASS, LEGEND_ANYTHING };

/* What a symbol of a vault's map stands for. */
struct legend {
	char symbol;
	uint16_t terrain; /* KIND_NONE: the level's plain floor */
	uint8_t who, what;
	uint16_t monster, item, carries;
	uint8_t class;         /* enum item_class */
	uint8_t monster_below; /* depths further down that anybody is of */
	uint8_t item_below;
	uint8_t percent;    /* how likely who and what are there */
	uint8_t item_flags; /* ITEM_FOR_SALE, ITEM_OFFERED */
	bool asleep, captive, lit, dark;
};

/* Why a vault is laid: by chance; because a depth holds a treasury or a shop; because something of
 * the plan of the run is in it; because somebody unique lives there; because the stairs end there.
 */
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

/* A piece of a level that was drawn by hand, one character a cell.  One with an entrance is dug
 * into rock from beside a way; one without lies on the open floor of a room. */
struct vault_kind {
	const char *id, *name;
	const char *map;     /* rows, with a newline between two; blanks leave what is there */
	const char *feeling; /* told on arriving at a level that has it, or "" */
	uint8_t depth_low, depth_high;
	uint16_t weight;
	uint8_t use;
	uint8_t level_count;
	uint16_t levels[VAULT_LEVELS_MAX]; /* kinds of level that may have it; none: all */
	uint8_t legend_count;
	struct legend legends[LEGENDS_MAX];
	uint8_t sends_count;
	uint16_t sends[SENDS_MAX]; /* item kinds that lie elsewhere on the level: its keys */
	bool lit;                  /* all of it; else as dark as rock */
	bool upright;              /* is never turned or mirrored */
	uint8_t width, height;     /* of the map: worked out by the check, as is */
	uint16_t body;             /* the unique creature in it, or KIND_NONE */
};

/* ---- Story ---- */

/* What completes a quest: id, word, what it names, help. */
/* clang-format off */
#define CONTENT_WANTS(ROW) \
	ROW(TAKE, "take", ITEM, "the hero picks a thing of that kind up") \
	ROW(SLAY, "slay", MONSTER, "the hero or his side slays one of that kind") \
	ROW(FREE, "free", MONSTER, "the hero frees one of that kind, who was a captive") \
	ROW(LAY, "lay", ITEM, "the hero lays a thing of that kind down on an altar") \
	ROW(CARRY, "carry", ITEM, "the hero leaves the dungeon alive with a thing of that kind")

enum quest_wants {
#define ROW(id, word, names, help) WANTS_##id,
	CONTENT_WANTS(ROW)
#undef ROW
	QUEST_WANTS_COUNT
};
/* clang-format on */

#define QUEST_VAULTS_MAX 2

/* Something to do besides: where its room is, what completes it, what is told. */
struct quest_kind {
	const char *id, *name;
	const char *text; /* what is to be done, for the list */
	const char *call; /* told on coming to its level */
	const char *done; /* told when it is done */
	uint8_t depth_low, depth_high;
	uint16_t weight;
	uint8_t vault_count;
	uint16_t vaults[QUEST_VAULTS_MAX]; /* the first that can be laid */
	uint8_t wants;
	uint16_t thing, body; /* what it names: a kind of item or of creature */
	uint16_t reward;      /* an item kind, or KIND_NONE */
	uint8_t rewards;      /* how many of it, if they stack */
};

/* What a switchboard says when the hero plugs in; each is heard once in a run. */
struct call_kind {
	const char *id, *text;
	uint8_t depth_low, depth_high;
};

#endif
