/*
 * Reads the answers to look, health and inventory, and to questions about one creature or item.
 *
 * Each function returns the number of lines that it does not understand.
 */
#ifndef TRAPDOOR_TESTS_LINE_AROUND_H
#define TRAPDOOR_TESTS_LINE_AROUND_H

#include "tests/door/line_hearing.h"

#include <ctype.h>

#define AROUND_MOST 120

/* The answer to look, or to list all. */
struct around {
	int count, noise, noticed;
	struct heard_thing things[AROUND_MOST];
	char kinds[AROUND_MOST]; /* the first letter of the label: C, H, I, W, P; of a list 'L' */
	unsigned exits, harms;   /* bit 1 << direction */
	bool lit, harm_here, safe;
	int safe_dx, safe_dy;
	char underfoot[400], here[1200];
};

/* The answer to health. */
struct self {
	int health, most, mana, food, level, gold;
	bool choice, goal;
	char states[600]; /* the first words of its lines, each followed by a line feed */
};

/* A line of the inventory, and what "item" tells of it. */
struct carried {
	char letter, name[120], compared[120], effect[400], verbs[160];
	bool used; /* in hand or worn */
	int mana;  /* of a spell */
};

struct pack {
	int count;
	struct carried items[26];
};

/* Returns the next line of a text, without its line feed, and moves on. NULL at the end. */
static inline char *next_line(const char **text, char *line, size_t size)
{
	size_t length = strcspn(*text, "\n");
	if (!**text)
		return NULL;
	snprintf(line, size, "%.*s", (int)length, *text);
	*text += length + ((*text)[length] == '\n');
	return line;
}

static inline bool begins(const char *line, const char *with)
{
	return strncmp(line, with, strlen(with)) == 0;
}

/* ---- look ---- */

static inline unsigned directions_heard(const char *list)
{
	unsigned bits = 0;
	char word[24];
	if (begins(list, "all directions"))
		return 0xff;
	for (size_t length; *list; list += length + strspn(list + length, ", .")) {
		length = strcspn(list, ", .");
		snprintf(word, sizeof word, "%.*s", (int)length, list);
		if (line_direction(word) != DIR_COUNT)
			bits |= 1U << line_direction(word);
	}
	return bits;
}

static inline void hear_one(struct around *around, char kind, const char *text)
{
	if (around->count == AROUND_MOST)
		return;
	hear_thing(text, &around->things[around->count]);
	around->kinds[around->count++] = kind;
}

/* Reads "Items: b, a key, 3 north; c, ...". False if the line has no such label. */
static inline bool hear_things(struct around *around, char *line)
{
	static const char *const labels[] = {
		"Creatures: ", "Harm: ", "Items: ", "Ways: ", "Places: "};
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
		if (!begins(line, labels[i]))
			continue;
		line[strlen(line) - 1] = '\0';
		for (char *at = line + strlen(labels[i]); at;) {
			char *next = strstr(at, "; ");
			if (next)
				*next = '\0';
			hear_one(around, *labels[i], at);
			at = next ? next + 2 : NULL;
		}
		return true;
	}
	return false;
}

/* Reads the sentences about the hero's cell. False if the line is none of them. */
static inline bool hear_place(struct around *around, const char *line)
{
	if (begins(line, "Exits: "))
		around->exits = directions_heard(line + 7);
	else if (begins(line, "Harmful steps: "))
		around->harms = directions_heard(line + 15);
	else if (begins(line, "It is harmful here.")) {
		const char *safe = strstr(line, "ground: ");
		around->harm_here = true;
		around->safe = safe != NULL;
		if (safe)
			hear_offset(safe + 8, &around->safe_dx, &around->safe_dy);
	} else if (begins(line, "Here lies: "))
		snprintf(around->here, sizeof around->here, "%.1190s", line + 11);
	else if (begins(line, "Under your feet: "))
		snprintf(around->underfoot, sizeof around->underfoot, "%.390s", line + 17);
	else
		return strcmp(line, "Nothing notable is in view.") == 0;
	return true;
}

/* The last line of look is about light. */
static inline int hear_look(const char *text, struct around *around)
{
	char line[6000], light[8];
	int strange = 0;
	memset(around, 0, sizeof *around);
	while (next_line(&text, line, sizeof line)) {
		if (sscanf(line, "You are in the %5[a-z]. Your noise is %d. %d enem", light,
			    &around->noise, &around->noticed) >= 2) {
			around->lit = strcmp(light, "light") == 0;
			return strange;
		}
		bool known = hear_things(around, line) || hear_place(around, line);
		if (!known)
			print_message("not understood: %s\n", line);
		strange += !known;
	}
	return strange + 1;
}

static inline int hear_list(const char *text, struct around *around)
{
	char line[400];
	around->count = 0;
	while (next_line(&text, line, sizeof line)) {
		size_t length = strlen(line);
		bool thing = length > 3 && line[length - 1] == '.' && strstr(line, ", ");
		if (!thing || !(isdigit((unsigned char)strrchr(line, ',')[2])))
			continue;
		line[length - 1] = '\0';
		hear_one(around, 'L', line);
	}
	return 0;
}

/* ---- health ---- */

static inline int hear_self(const char *text, struct self *self)
{
	char line[500], *food, *mana;
	int strange = 0, most;
	memset(self, 0, sizeof *self);
	if (!next_line(&text, line, sizeof line) ||
		sscanf(line, "Health %d of %d.", &self->health, &self->most) != 2 ||
		!(food = strstr(line, "Food for ")) ||
		sscanf(food, "Food for %d turns. Level %d, gold %d.", &self->food, &self->level,
			&self->gold) != 3) {
		print_message("not understood: %s\n", line);
		return 1;
	}
	mana = strstr(line, "Mana ");
	if (mana && sscanf(mana, "Mana %d of %d.", &self->mana, &most) != 2)
		strange++;
	while (next_line(&text, line, sizeof line)) {
		if (begins(line, "A choice waits"))
			self->choice = true;
		else if (begins(line, "You carry the goal"))
			self->goal = true;
		else if (strstr(line, ": ")) {
			size_t used = strlen(self->states);
			snprintf(self->states + used, sizeof self->states - used, "%.*s\n",
				(int)strcspn(line, ",:"), line);
		} else
			break; /* news of the last turn follows the answer */
	}
	return strange;
}

/* ---- inventory ---- */

static inline bool is_figure(const char *part)
{
	return strstr(part, " damage") || strstr(part, " accurate") || begins(part, "guard ");
}

/* Reads "b, a work coat, worn, guard +1 against what you wear." */
static inline void hear_carried(char *line, struct carried *item)
{
	char *at = line + 3;
	memset(item, 0, sizeof *item);
	item->letter = line[0];
	line[strlen(line) - 1] = '\0';
	for (bool name = true; at; name = false) {
		char *next = strstr(at, ", ");
		if (next)
			*next = '\0';
		if (strcmp(at, "in hand") == 0 || strcmp(at, "worn") == 0)
			item->used = true;
		else if (is_figure(at) && !name)
			snprintf(item->compared + strlen(item->compared),
				sizeof item->compared - strlen(item->compared), "%s, ", at);
		else if (name || strcmp(at, "lit") != 0)
			snprintf(item->name + strlen(item->name),
				sizeof item->name - strlen(item->name), "%s%s", name ? "" : ", ",
				at);
		at = next ? next + 2 : NULL;
	}
}

static inline int hear_pack(const char *text, struct pack *pack)
{
	char line[400];
	pack->count = 0;
	if (!begins(text, "You carry"))
		return 1;
	next_line(&text, line, sizeof line);
	while (next_line(&text, line, sizeof line) && pack->count < 26) {
		if (isalpha((unsigned char)line[0]) && line[1] == ',')
			hear_carried(line, &pack->items[pack->count++]);
		else if (!begins(line, "pouch, "))
			break;
	}
	return 0;
}

/* Reads the effect and the verbs from the answer to "item c". */
static inline int hear_item(const char *text, struct carried *item)
{
	char line[1000];
	bool known = false;
	while (next_line(&text, line, sizeof line)) {
		char *effect = strstr(line, "Effect: ");
		if (effect)
			snprintf(item->effect, sizeof item->effect, "%.390s", effect + 8);
		if (begins(line, "You can"))
			snprintf(item->verbs, sizeof item->verbs, "%.150s", line);
		known |= begins(line, "You can");
	}
	return !known;
}

/* ---- look b ---- */

/* The odds of a fight with a creature. */
struct odds {
	int hits_you, blow; /* % chance, and % of health */
	int you_hit, blows; /* % chance, and blows until it is dead */
	int pace;           /* acts in 10 turns */
};

static inline int share_heard(const char *text)
{
	static const struct {
		const char *words;
		int percent;
	} shares[] = {{"next to nothing", 2}, {"about a twentieth", 5}, {"about a tenth", 10},
		{"about a sixth", 15}, {"about a fifth", 20}, {"about a quarter", 25},
		{"about a third", 35}, {"about half", 50}, {"about two thirds", 64},
		{"most of", 80}, {"all of", 100}};
	for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
		if (begins(text, shares[i].words))
			return shares[i].percent;
	return -1;
}

static inline int hear_odds(const char *text, struct odds *odds)
{
	const char *its = strstr(text, "It hits you "), *yours = strstr(text, "You hit it ");
	const char *pace = strstr(text, "it acts ");
	*odds = (struct odds){.blows = 1, .pace = 10};
	if (pace && sscanf(pace, "it acts %d times in 10", &odds->pace) != 1)
		return 1;
	if (!yours || sscanf(yours, "You hit it %d%%, about %d", &odds->you_hit, &odds->blows) < 1)
		return 1;
	if (strstr(yours, "very many blows"))
		odds->blows = 200;
	if (!its)
		return strstr(text, "Its blows do you no harm.") == NULL;
	const char *share = strstr(its, "for ");
	if (sscanf(its, "It hits you %d%%", &odds->hits_you) != 1 || !share)
		return 1;
	odds->blow = share_heard(share + 4);
	return odds->blow < 0;
}

#endif
