/* The kind of handicaps. */
#include "engine/content/content_fields.h"

/* clang-format off */

static const struct choice rules[] = {
#define ROW(id, word, help) {word, HANDICAP_##id},
	CONTENT_HANDICAP_RULES(ROW)
#undef ROW
	{NULL, 0},
};

static const struct handicap_kind handicap_defaults = {
	.name = "", .description = "", .feeds = 100, .walks = KIND_NONE, .walks_from = 1};

static const struct field handicap_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(handicap_kind, name), .most = 40,
		.help = "its name in lists, as \"no lamp\""},
	{"look", FIELD_SENTENCE, REQUIRED, AT(handicap_kind, description), .most = 118,
		.help = "its rule in a sentence"},
	{"rules", FIELD_FLAGS, OPTIONAL, AT(handicap_kind, rules), .choices = rules,
		.help = "the rules that it has"},
	{"feeds", FIELD_BYTE, OPTIONAL, AT(handicap_kind, feeds), .least = 1, .most = 100,
		.help = "percent of its food that a meal gives, and of the food at birth (default 100)"},
	{"walks", FIELD_REFERENCE, OPTIONAL, AT(handicap_kind, walks), .target = RECORD_MONSTER,
		.help = "the unique monster that comes to each level after the hero until it is beaten"},
	{"from", FIELD_BYTE, OPTIONAL, AT(handicap_kind, walks_from), .least = 1, .most = 26,
		.help = "the first depth to which it comes (default 1)"},
};

const struct record_row content_kind_handicap =
	KIND("handicap", handicap_kind, handicap, "a rule that makes a run harder", NULL);
