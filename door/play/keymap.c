#include "door/play/keymap.h"

#include "door/ui/ui.h"
#include "vt100/vt100.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const struct action_row rows[] = {
#define ROW(id, group, verb, help) {GROUP_##group, verb, help},
	ACTIONS(ROW)
#undef ROW
};
_Static_assert(sizeof rows / sizeof rows[0] == ACTION_COUNT - ACTION_ROWS, "a row for each action");

const struct action_row *action_row(enum action action)
{
	return action >= ACTION_ROWS && action < ACTION_COUNT ? &rows[action - ACTION_ROWS] : NULL;
}

/* ---- Rows ---- */

struct binding {
	int key;
	uint8_t action;
};

#define WALK(direction) (ACTION_WALK + DIR_##direction)
#define RUN(direction) (ACTION_RUN + DIR_##direction)
#define CTRL(letter) ((letter)-64)
#define SHIFT(key) (VT_KEY_##key + VT_KEY_SHIFT)

/* clang-format off */
/* The keys of every preset. Hints name the first key of an action. */
static const struct binding common[] = {
	{VT_KEY_UP, WALK(N)}, {VT_KEY_RIGHT, WALK(E)}, {VT_KEY_DOWN, WALK(S)}, {VT_KEY_LEFT, WALK(W)},
	{VT_KEY_HOME, WALK(NW)}, {VT_KEY_PAGE_UP, WALK(NE)}, {VT_KEY_END, WALK(SW)}, {VT_KEY_PAGE_DOWN, WALK(SE)},
	{SHIFT(UP), RUN(N)}, {SHIFT(RIGHT), RUN(E)}, {SHIFT(DOWN), RUN(S)}, {SHIFT(LEFT), RUN(W)},
	{SHIFT(HOME), RUN(NW)}, {SHIFT(PAGE_UP), RUN(NE)}, {SHIFT(END), RUN(SW)}, {SHIFT(PAGE_DOWN), RUN(SE)},
	{'8', WALK(N)}, {'9', WALK(NE)}, {'6', WALK(E)}, {'3', WALK(SE)},
	{'2', WALK(S)}, {'1', WALK(SW)}, {'4', WALK(W)}, {'7', WALK(NW)},
	{'.', ACTION_WAIT}, {'5', ACTION_WAIT}, {VT_KEY_CENTRE, ACTION_WAIT}, {'s', ACTION_SEARCH},
	{'o', ACTION_OPEN}, {'+', ACTION_OPEN}, {'c', ACTION_CLOSE}, {'<', ACTION_UP}, {'>', ACTION_DOWN},
	{',', ACTION_PICK_UP}, {'p', ACTION_PICK_UP}, {'i', ACTION_INVENTORY}, {'I', ACTION_INVENTORY}, {'a', ACTION_USE},
	{'w', ACTION_WIELD}, {'W', ACTION_WEAR}, {'q', ACTION_QUAFF}, {'r', ACTION_READ},
	{'e', ACTION_EAT}, {'t', ACTION_THROW}, {'f', ACTION_FIRE}, {'d', ACTION_DROP},
	{'z', ACTION_ZAP}, {'Z', ACTION_CAST}, {'A', ACTION_CHOOSE},
	{'G', ACTION_PREFIX}, {'/', ACTION_PREFIX}, {'g', ACTION_TRAVEL}, {'X', ACTION_EXPLORE}, {'P', ACTION_REST}, {'\t', ACTION_ATTACK},
	{'0', ACTION_TIMES}, {'`', ACTION_AGAIN}, {CTRL('A'), ACTION_AGAIN},
	{'x', ACTION_LOOK}, {';', ACTION_LOOK}, {':', ACTION_LOOK_HERE}, {'_', ACTION_LEVELS}, {'m', ACTION_MESSAGES}, {CTRL('P'), ACTION_MESSAGES},
	{'C', ACTION_CHARACTER}, {'@', ACTION_CHARACTER}, {'D', ACTION_DISCOVERIES}, {'\r', ACTION_LEGAL},
	{'?', ACTION_HELP}, {VT_KEY_F1, ACTION_HELP}, {'v', ACTION_VERSION}, {CTRL('R'), ACTION_REDRAW},
	{'S', ACTION_SAVE}, {'Q', ACTION_QUIT},
	{'V', ACTION_DEBUG_FOV}, {'O', ACTION_DEBUG_ALL}, {'M', ACTION_DEBUG_LEVEL}, {'R', ACTION_DEBUG_SMELL},
	{'T', ACTION_DEBUG_STEPS},
	{0, ACTION_NONE},
};

static const struct binding vi[] = {
	{'h', WALK(W)}, {'j', WALK(S)}, {'k', WALK(N)}, {'l', WALK(E)},
	{'y', WALK(NW)}, {'u', WALK(NE)}, {'b', WALK(SW)}, {'n', WALK(SE)},
	{'H', RUN(W)}, {'J', RUN(S)}, {'K', RUN(N)}, {'L', RUN(E)},
	{'Y', RUN(NW)}, {'U', RUN(NE)}, {'B', RUN(SW)}, {'N', RUN(SE)},
	{0, ACTION_NONE},
};

static const struct binding numpad[] = {{0, ACTION_NONE}};

/* The block u i o / j k l / m , . replaces a keypad. The actions of those keys move to other
 * keys. */
static const struct binding laptop[] = {
	{'u', WALK(NW)}, {'i', WALK(N)}, {'o', WALK(NE)}, {'j', WALK(W)}, {'l', WALK(E)},
	{'m', WALK(SW)}, {',', WALK(S)}, {'.', WALK(SE)}, {'k', ACTION_WAIT},
	{'U', RUN(NW)}, {'J', RUN(W)}, {'L', RUN(E)},
	{0, ACTION_NONE},
};

static const struct preset {
	const char *word, *help;
	const struct binding *own;
} presets[] = {
	{"vi", "h j k l y u b n walk, with Shift they run; digits and arrows walk too", vi},
	{"numpad", "the keypad's digits and the arrows walk; G and a direction runs", numpad},
	{"laptop", "u i o / j k l / m , . walk as a keypad would; I inventory, p pick up, + open", laptop},
};
/* clang-format on */
#define PRESETS (sizeof presets / sizeof presets[0])

unsigned keymap_preset_count(void)
{
	return PRESETS;
}

const char *keymap_preset_word(unsigned preset)
{
	return presets[preset < PRESETS ? preset : 0].word;
}

const char *keymap_preset_help(unsigned preset)
{
	return presets[preset < PRESETS ? preset : 0].help;
}

unsigned keymap_preset_by_word(const char *word)
{
	for (unsigned i = 0; i < PRESETS; i++)
		if (strcmp(presets[i].word, word) == 0)
			return i;
	return 0;
}

static const struct binding *binding_of(const struct binding *list, int key)
{
	for (; list->key; list++)
		if (list->key == key)
			return list;
	return NULL;
}

/* The preset's own rows override the common ones. */
static enum action action_of(unsigned preset, int key)
{
	const struct binding *binding = binding_of(presets[preset < PRESETS ? preset : 0].own, key);
	if (!binding)
		binding = binding_of(common, key);
	return binding ? (enum action)binding->action : ACTION_NONE;
}

enum action keymap_action(unsigned preset, int key, bool debug)
{
	enum action action = action_of(preset, key);
	const struct action_row *row = action_row(action);
	return row && row->group == GROUP_DEBUG && !debug ? ACTION_NONE : action;
}

enum direction keymap_direction(unsigned preset, int key)
{
	enum action action = action_of(preset, key);
	if (action >= ACTION_WALK && action < ACTION_ROWS)
		return (enum direction)((action - ACTION_WALK) % DIR_COUNT);
	return DIR_COUNT;
}

/* Calls each(context, key) for every key of an action that the preset has not given to another
 * action. */
static void each_key(
	unsigned preset, enum action action, bool (*each)(void *context, int key), void *context)
{
	const struct binding *lists[] = {presets[preset < PRESETS ? preset : 0].own, common};
	for (size_t i = 0; i < 2; i++)
		for (const struct binding *binding = lists[i]; binding->key; binding++)
			if (binding->action == action &&
				action_of(preset, binding->key) == action &&
				!each(context, binding->key))
				return;
}

static bool take_first(void *context, int key)
{
	*(int *)context = key;
	return false;
}

int keymap_key(unsigned preset, enum action action)
{
	int key = VT_KEY_NONE;
	each_key(preset, action, take_first, &key);
	return key;
}

/* ---- Words ---- */

static const char *special_name(int key)
{
	static const char *const names[] = {
#define ROW(id, word, label) label,
		VT_NAMED_KEYS(ROW)
#undef ROW
	};
	size_t index = (size_t)(key - VT_KEY_UP);
	return index < sizeof names / sizeof names[0] ? names[index] : "?";
}

void keymap_key_name(int key, char *text, size_t size)
{
	if (key == '\r')
		snprintf(text, size, "Enter");
	else if (key == VT_KEY_ESCAPE)
		snprintf(text, size, "Esc");
	else if (key == ' ')
		snprintf(text, size, "Space");
	else if (key == '\t')
		snprintf(text, size, "Tab");
	else if (key < 32)
		snprintf(text, size, "^%c", key + 64);
	else if (key < 256)
		snprintf(text, size, "%c", key);
	else if (key >= VT_KEY_SHIFT)
		snprintf(text, size, "Shift-%s", special_name(key - VT_KEY_SHIFT));
	else
		snprintf(text, size, "%s", special_name(key));
}

struct key_names {
	char *text;
	size_t size;
	unsigned count;
};

static bool take_name(void *context, int key)
{
	struct key_names *names = context;
	char name[16];
	keymap_key_name(key, name, sizeof name);
	size_t used = strlen(names->text);
	snprintf(names->text + used, names->size - used, "%s%s", names->count ? " " : "", name);
	return ++names->count < 2;
}

void keymap_keys_text(unsigned preset, enum action action, char *text, size_t size)
{
	struct key_names names = {.text = text, .size = size};
	text[0] = 0;
	each_key(preset, action, take_name, &names);
}

void keymap_compass(unsigned preset, char *text, size_t size)
{
	char name[DIR_COUNT][16];
	for (int i = 0; i < DIR_COUNT; i++)
		keymap_key_name(keymap_key(preset, ACTION_WALK + i), name[i], sizeof name[i]);
	/* Names such as "Up" are a word wide, so the compass shows the keypad's digits instead. */
	bool digits = strlen(name[DIR_N]) > 1;
	static const char keypad[DIR_COUNT] = "89632147";
	for (int i = 0; digits && i < DIR_COUNT; i++)
		snprintf(name[i], sizeof name[i], "%c", keypad[i]);
	snprintf(text, size,
		"    " UI_BRIGHT "%s  %s  %s" UI_END "\n     \\ | /\n    " UI_BRIGHT "%s" UI_END
		"--@--" UI_BRIGHT "%s" UI_END "\n     / | \\\n    " UI_BRIGHT "%s  %s  %s" UI_END
		"\n",
		name[DIR_NW], name[DIR_N], name[DIR_NE], name[DIR_W], name[DIR_E], name[DIR_SW],
		name[DIR_S], name[DIR_SE]);
}

const char *keymap_action_help(const struct content *content, enum action action)
{
	static const char *const ids[] = {
#define ROW(id, group, verb, help) #id,
		ACTIONS(ROW)
#undef ROW
	};
	const struct action_row *row = action_row(action);
	char word[32] = "key-";
	size_t length = strlen(word);
	if (!row)
		return "";
	for (const char *at = ids[action - ACTION_ROWS]; *at && length + 1 < sizeof word; at++)
		word[length++] = *at == '_' ? '-' : (char)tolower((unsigned char)*at);
	word[length] = 0;
	return ui_word(content, word, row->help);
}

char *keymap_help(const struct content *content, unsigned preset, bool debug)
{
	static const char *const titles[GROUP_COUNT] = {
		"Doing", "Things", "Going far", "Knowing", "Leaving", "Debugging"};
	struct ui_text help = {0};
	char keys[40];
	char compass[160];
	keymap_compass(preset, compass, sizeof compass);
	ui_add(&help, UI_LAMP "Walking" UI_END "\n%s\n%s.\nWalk into a creature to strike it.\n",
		compass, keymap_preset_help(preset));
	for (int group = 0; group < GROUP_COUNT - !debug; group++) {
		ui_add(&help, "\n" UI_LAMP "%s" UI_END "\n", titles[group]);
		for (int action = ACTION_ROWS; action < ACTION_COUNT; action++) {
			if ((int)action_row(action)->group != group)
				continue;
			keymap_keys_text(preset, action, keys, sizeof keys);
			ui_add(&help, "  " UI_BRIGHT "%-8s" UI_END " \t%s\n", keys,
				keymap_action_help(content, action));
		}
	}
	return help.text;
}
