/* Line mode: edits the line being typed where the client does not, and gives typed lines to the
 * screen as words, choices or keys. */
#include "door/session/session_private.h"

#include "door/line/line.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Gives the screen a key, and goes to the screen that it opens. False if that is another one. */
static bool give_key(struct session *session, int key)
{
	const struct screen *screen = session_screen(session);
	if (screen->key)
		screen->key(session, key);
	bool stays = session->route.step == ROUTE_STAY;
	session_switch(session);
	return stays && !session->ending.decided;
}

static void give_field(struct session *session, const char *typed)
{
	bool stays = true;
	/* ^U clears the field: a name that was refused is still in it. */
	give_key(session, 'U' - 64);
	for (; *typed && stays; typed++)
		stays = give_key(session, (unsigned char)*typed);
	if (stays)
		give_key(session, '\r');
}

static int named_key(const char *typed)
{
	static const struct {
		const char *word;
		int key;
	} names[] = {{"back", VT_KEY_ESCAPE}, {"cancel", VT_KEY_ESCAPE}, {"escape", VT_KEY_ESCAPE},
		{"esc", VT_KEY_ESCAPE}, {"enter", '\r'}, {"up", VT_KEY_UP}, {"down", VT_KEY_DOWN},
		{"left", VT_KEY_LEFT}, {"right", VT_KEY_RIGHT}, {"tab", '\t'}, {"space", ' '},
		{"yes", 'y'}, {"no", 'n'}, {"quit", 'q'}, {"help", '?'}};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcasecmp(names[i].word, typed) == 0)
			return names[i].key;
	return typed[0] && !typed[1] ? (unsigned char)typed[0] : 0;
}

/* True if a word of the label begins so. */
static bool begins_word(const char *label, const char *typed, size_t length)
{
	while (strncasecmp(label, typed, length) != 0) {
		label = strchr(label, ' ');
		if (!label)
			return false;
		label++;
	}
	return true;
}

/* Returns the choice of a number or of the beginning of a word of a label, or NULL. */
static const struct lines_choice *choice_of(const struct lines_page *page, const char *typed)
{
	size_t length = strlen(typed), number = (size_t)atoi(typed);
	if (strspn(typed, "0123456789") == length)
		return number >= 1 && number <= page->count ? &page->choices[number - 1] : NULL;
	for (size_t i = 0; i < page->count && length > 1; i++)
		if (begins_word(page->choices[i].label, typed, length))
			return &page->choices[i];
	return NULL;
}

static void choose(struct session *session, const struct lines_choice *choice)
{
	const struct screen *screen = session_screen(session);
	if (choice->key) {
		give_key(session, choice->key);
		return;
	}
	if (screen->pick)
		screen->pick(session, choice->row);
	session_switch(session);
}

static void lines_typed(struct session *session, char *typed)
{
	struct session_lines *lines = session->lines;
	const struct screen *screen = session_screen(session);
	const struct lines_page *page = &lines->page;
	bool field = page->field;
	if (!page->hidden)
		ui_trim(typed);
	lines->due = lines->typed = true;
	session->dirty = true;
	if (screen->typed && screen->typed(session, typed)) {
		session_switch(session);
		return;
	}
	const struct lines_choice *choice = field || !*typed ? NULL : choice_of(page, typed);
	int key = named_key(typed);
	/* A password may be such a word. */
	bool leaves = !*typed || (key == VT_KEY_ESCAPE && !page->hidden);
	if (field && !leaves)
		give_field(session, typed);
	else if (field)
		give_key(session, VT_KEY_ESCAPE);
	else if (!*typed)
		lines->all = true;
	else if (choice)
		choose(session, choice);
	else if (key)
		give_key(session, key);
	else
		session_banner(session, page->count ? "Type a number of the list, or back."
						    : "Type a key, or back.");
}

/* Echoes where the client does not. */
static void lines_echo(struct session *session, const char *text)
{
	if (!transport_edits_lines(session->transport) && !session->lines->hidden)
		session_lines_write(session, text);
}

void session_lines_key(struct session *session, int key)
{
	struct session_lines *lines = session->lines;
	if (session_drops_key(session))
		return;
	if (key == VT_KEY_FOREIGN)
		key = lines->hidden ? VT_KEY_NONE : '?';
	char echoed[2] = {(char)key, 0};
	if (key == '\r') {
		lines->line[lines->length] = 0;
		lines->length = 0;
		if (!transport_edits_lines(session->transport) || lines->hidden)
			session_lines_write(session, "\n");
		lines_typed(session, lines->line);
		explicit_bzero(lines->line, sizeof lines->line);
		session_paint(session);
		session_switch(session);
	} else if ((key == '\b' || key == 127) && lines->length) {
		lines->length--;
		lines_echo(session, "\b \b");
	} else if (key == 'U' - 64) {
		for (; lines->length; lines->length--)
			lines_echo(session, "\b \b");
	} else if (key >= ' ' && key < 256 && key != 127 && lines->length < LINES_TYPED_MAX) {
		lines->line[lines->length++] = (char)key;
		lines_echo(session, echoed);
	}
}
