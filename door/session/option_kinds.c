#include "door/session/option_kinds.h"

#include <stdio.h>
#include <string.h>

/* Returns where the value of a kind's name is kept. */
static uint8_t *slot_of(struct option_kinds *kinds, const char *name)
{
	const struct vt_kind *kind;
	for (unsigned i = 0; (kind = vt_kind_by_number(i)) != NULL; i++)
		if (strcmp(vt_kind_name(kind), name) == 0)
			return &kinds->of[i];
	if (strcmp(kinds->described, name) != 0)
		snprintf(kinds->described, sizeof kinds->described, "%s", name);
	return &kinds->of_described;
}

int option_kinds_get(const struct option_kinds *kinds, const struct vt_kind *kind)
{
	unsigned number = vt_kind_number(kind);
	uint8_t own = 0;
	if (number < VT_KINDS_MAX)
		own = kinds->of[number];
	else if (strcmp(kinds->described, vt_kind_name(kind)) == 0)
		own = kinds->of_described;
	return (own ? own : kinds->any) - 1;
}

void option_kinds_set(struct option_kinds *kinds, const struct vt_kind *kind, int value)
{
	kinds->any = 0;
	*slot_of(kinds, vt_kind_name(kind)) = (uint8_t)(value + 1);
}

void option_kinds_read(struct option_kinds *kinds, const struct option_words *words, char *text)
{
	char *state = NULL;
	for (char *part = strtok_r(text, ",", &state); part; part = strtok_r(NULL, ",", &state)) {
		char *word = strchr(part, ':');
		uint8_t *slot = &kinds->any;
		if (word) {
			*word++ = 0;
			slot = slot_of(kinds, part);
		}
		for (int i = 0; slot && i < words->count; i++)
			if (strcmp(words->word(i), word ? word : part) == 0)
				*slot = (uint8_t)(i + 1);
	}
}

void option_kinds_write(
	const struct option_kinds *kinds, const struct option_words *words, char *text, size_t size)
{
	const struct vt_kind *kind;
	size_t used = 0;
	text[0] = 0;
	if (kinds->any)
		used = (size_t)snprintf(
			text, size, "%s=%s", words->key, words->word(kinds->any - 1));
	for (unsigned i = 0; (kind = vt_kind_by_number(i)) != NULL && used < size; i++)
		if (kinds->of[i])
			used += (size_t)snprintf(text + used, size - used, "%s%s%s:%s",
				used ? "" : words->key, used ? "," : "=", vt_kind_name(kind),
				words->word(kinds->of[i] - 1));
	if (kinds->of_described && used < size)
		used += (size_t)snprintf(text + used, size - used, "%s%s%s:%s",
			used ? "" : words->key, used ? "," : "=", kinds->described,
			words->word(kinds->of_described - 1));
	if (used && used < size)
		snprintf(text + used, size - used, " ");
}

/* ---- The mouse ---- */

/* Kinds of terminals with a mouse that may be reported. Others are sent nothing of it. */
static const char *const mouse_kinds[] = {"xterm", "putty", "rxvt-unicode", "rxvt",
	"screen-256color", "screen", "tmux", "alacritty", "foot", "konsole", "gnome", "vte",
	"kitty", "wezterm", "st-256color", "syncterm"};

const char *option_mouse_word(unsigned number)
{
	return number < sizeof mouse_kinds / sizeof *mouse_kinds ? mouse_kinds[number] : NULL;
}

uint32_t option_mouse_bit(const struct vt_kind *kind)
{
	const char *word;
	for (unsigned i = 0; (word = option_mouse_word(i)) != NULL; i++)
		if (strcmp(word, vt_kind_name(kind)) == 0)
			return 1U << i;
	return 0;
}
