/* The page of discoveries: the creatures met, and the known item kinds by class, each with its
 * total. */
#include "door/play/play_private.h"

#include <stdio.h>
#include <string.h>

/* Returns the title of a group: the content's, or a built-in one. */
static const char *lore_title(const struct play *play, const char *word)
{
	static const char *const titles[][2] = {{"creature", "Creatures"}, {"potion", "Potions"},
		{"scroll", "Scrolls"}, {"wand", "Wands"}, {"staff", "Staffs"}, {"charm", "Charms"},
		{"letter", "Letters"}};
	char name[40];
	const char *title = word;
	for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
		if (strcmp(titles[i][0], word) == 0)
			title = titles[i][1];
	snprintf(name, sizeof name, "lore-%s", word);
	return ui_word(play->content, name, title);
}

static void lore_entries(struct ui_text *text, const struct play *play, size_t group)
{
	struct lore_entry entry;
	for (size_t nth = 0; game_lore_entry(play->game, group, nth, &entry); nth++) {
		uint16_t glyph = play->glyphs[entry.appearance];
		ui_add(text, "%c ", glyph < 256 ? (char)glyph : vt_glyph_ascii(glyph));
		ui_add(text, "\t" UI_BRIGHT "%s" UI_END "%s\n", entry.name,
			entry.beaten ? UI_GOOD " beaten" UI_END : "");
		if (entry.text && entry.text[0])
			ui_add(text, "  \t%s\n", entry.text);
		if (entry.effect[0])
			ui_add(text, "  \t" UI_LAMP "%s" UI_END "\n", entry.effect);
	}
}

void play_page_lore(struct play *play)
{
	struct ui_text text = {0};
	struct lore_group lore;
	size_t past_count = 0;
	play_past *ask = play->settings.past;
	const struct feat *past = ask ? ask(play->link.context, &past_count) : NULL;
	int known = 0;
	for (size_t group = 0; game_lore(play->game, group, &lore); group++) {
		if (!lore.all)
			continue;
		ui_add(&text, "%s" UI_LAMP "%s" UI_END "  %d of %d", group ? "\n" : "",
			lore_title(play, lore.word), lore.known, lore.all);
		if (past_count)
			ui_add(&text, ", %d of %d in all your calls",
				game_lore_together(play->game, group, past, past_count), lore.all);
		ui_add(&text, "\n");
		lore_entries(&text, play, group);
		known += lore.known;
	}
	if (!known)
		ui_add(&text, "\n%s\n",
			ui_word(play->content, "lore-nothing", "You have learned nothing yet."));
	play_page_open(play, "Discoveries", &text);
}
