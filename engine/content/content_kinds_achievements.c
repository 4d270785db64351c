/* The kind of achievements. */
#include "engine/content/content_fields.h"

#include "engine/engine.h"

/* clang-format off */

static const struct choice roles[] = {
#define ROW(id, word) {word, COLOUR_ROLE_##id},
	ENGINE_ROLES(ROW)
#undef ROW
	{NULL, 0},
};

static const struct choice scopes[] = {{"one-call", false}, {"all-calls", true}, {NULL, 0}};

static const struct achievement_kind achievement_defaults = {
	.name = "", .description = "", .letter = "", .role = COLOUR_ROLE_LAMP};

static const struct field achievement_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(achievement_kind, name), .most = 32,
		.help = "its name in lists"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(achievement_kind, description), .most = 118,
		.help = "the deed, in a sentence"},
	{"needs", FIELD_NEEDS, REPEATED, COUNTED(achievement_kind, needs, need_count),
		.most = ACHIEVEMENT_NEEDS_MAX, .help = "a fact that must hold; all of them must"},
	{"scope", FIELD_CHOICE, OPTIONAL, AT(achievement_kind, together), .choices = scopes,
		.help = "whether one run must have all needs, or all runs of a player together"
			" (default one-call)"},
	{"letter", FIELD_NAME, OPTIONAL, AT(achievement_kind, letter), .most = 1,
		.help = "the letter on the player's lamp in the lobby (default: none)"},
	{"role", FIELD_CHOICE, OPTIONAL, AT(achievement_kind, role), .choices = roles,
		.help = "the colour of that lamp (default lamp)"},
	{"rank", FIELD_BYTE, OPTIONAL, AT(achievement_kind, rank), .least = 0, .most = 255,
		.help = "the lamp shows the achievement of the highest rank (default 0: no lamp)"},
};

const struct record_row content_kind_achievement = KIND("achievement", achievement_kind, achievement,
	"a feat to be proud of; all of them are in the text " CONTENT_ACHIEVEMENTS, NULL);
