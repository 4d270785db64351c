/* The kinds of talk: lines of speech, plots, and the texts that a plot replaces. */
#include "engine/content/content_fields.h"

#include "engine/engine.h"

/* clang-format off */

/* ---- talk ---- */

static const struct choice moments[] = {
#define ROW(id, word, help) {word, TALK_##id},
	CONTENT_MOMENTS_OF_TALK(ROW)
#undef ROW
	{NULL, 0},
};

static const struct choice facts[] = {
#define ROW(id, word, help) {word, FACT_##id},
	ENGINE_FACTS(ROW)
#undef ROW
	{NULL, 0},
};

static const struct talk_kind talk_defaults = {
	.text = "", .depth_low = 1, .depth_high = 26, .plot = KIND_NONE};

static const struct field talk_fields[] = {
	{"of", FIELD_REFERENCES, REQUIRED, COUNTED(talk_kind, bodies, body_count),
		.most = TALK_BODIES_MAX, .target = RECORD_MONSTER, .help = "the monsters that say it"},
	{"says", FIELD_SENTENCE, REQUIRED, AT(talk_kind, text), .most = 118,
		.help = "the whole sentence, quotation marks and all"},
	{"when", FIELD_FLAGS, OPTIONAL, AT(talk_kind, moments), .choices = moments,
		.help = "moments that must all hold (default: at any time, but not asleep, captive or friend)"},
	{"facts", FIELD_FLAGS, OPTIONAL, AT(talk_kind, facts), .choices = facts,
		.help = "facts of the player's earlier runs that must all hold"},
	{"depth", FIELD_DEPTHS, OPTIONAL, AT(talk_kind, depth_low), .least = 1, .most = 26,
		.help = "depths where it is said (default: everywhere)"},
	{"plot", FIELD_REFERENCE, OPTIONAL, AT(talk_kind, plot), .target = RECORD_PLOT,
		.help = "the plot of the runs that have it (default: all)"},
};

/* ---- plot ---- */

static const struct plot_kind plot_defaults = {.name = "", .weight = 10};

static const struct field plot_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(plot_kind, name), .most = 60,
		.help = "its name for authors; players never see it"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(plot_kind, weight), .least = 0, .most = 1000,
		.help = "how common among the plots (default 10)"},
};

/* ---- retelling ---- */

static const struct choice endings[] = {
#define ROW(id, word, text) {word, ENDING_##id},
	CONTENT_ENDINGS(ROW)
#undef ROW
	{NULL, 0},
};

static const struct retelling_kind retelling_defaults = {.plot = KIND_NONE, .letter = KIND_NONE,
	.quest = KIND_NONE, .ending = ENDING_COUNT, .text = "", .call = "", .done = ""};

static const struct field retelling_fields[] = {
	{"plot", FIELD_REFERENCE, REQUIRED, AT(retelling_kind, plot), .target = RECORD_PLOT,
		.help = "the plot of the runs that have it"},
	{"letter", FIELD_REFERENCE, OPTIONAL, AT(retelling_kind, letter), .target = RECORD_ITEM,
		.help = "the letter that it changes"},
	{"quest", FIELD_REFERENCE, OPTIONAL, AT(retelling_kind, quest), .target = RECORD_QUEST,
		.help = "the quest that it changes"},
	{"ending", FIELD_CHOICE, OPTIONAL, AT(retelling_kind, ending), .choices = endings,
		.help = "the ending that it changes"},
	{"text", FIELD_SENTENCE, OPTIONAL, AT(retelling_kind, text), .most = 400,
		.help = "the text of the letter or the ending, or the task of the quest"},
	{"call", FIELD_SENTENCE, OPTIONAL, AT(retelling_kind, call), .most = 110,
		.help = "shown on arrival on the quest's level"},
	{"done", FIELD_SENTENCE, OPTIONAL, AT(retelling_kind, done), .most = 110,
		.help = "shown when the quest is done"},
};

const struct record_row content_kind_talk =
	KIND("talk", talk_kind, talk, "a line of speech of a monster", NULL);
const struct record_row content_kind_plot =
	KIND("plot", plot_kind, plot, "a story behind a run; the seed draws one", NULL);
const struct record_row content_kind_retelling = KIND("retelling", retelling_kind, retelling,
	"texts of a letter, a quest or an ending in the runs of a plot", NULL);
