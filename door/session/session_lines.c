/* Line mode: the pages of screens, and what is written of them. */
#include "door/session/session_private.h"

#include "door/line/line.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Pages ---- */

static void add_choice(struct lines_page *page, int key, int row, const char *label)
{
	struct lines_choice *choice = &page->choices[page->count];
	if (page->count == LINES_CHOICES_MAX)
		return;
	choice->key = key;
	choice->row = row;
	snprintf(choice->label, sizeof choice->label, "%s", label);
	page->count++;
	ui_add(&page->text, "%zu, ", page->count);
	line_plain(&page->text, label);
	ui_add(&page->text, ".\n");
}

void lines_choice(struct lines_page *page, int key, const char *format, ...)
{
	char label[240];
	va_list list;
	va_start(list, format);
	vsnprintf(label, sizeof label, format, list);
	va_end(list);
	add_choice(page, key, 0, label);
}

void lines_row(struct lines_page *page, int row, const char *format, ...)
{
	char label[240];
	va_list list;
	va_start(list, format);
	vsnprintf(label, sizeof label, format, list);
	va_end(list);
	add_choice(page, 0, row, label);
}

void lines_field(struct lines_page *page, const char *label, bool hidden)
{
	page->field = true;
	page->hidden = hidden;
	ui_add(&page->text, "%s\n", label);
}

void lines_painted(struct session *session, struct lines_page *page)
{
	const struct screen *screen = session_screen(session);
	if (!screen->paint)
		return;
	screen->paint(session, &session->frame);
	line_frame(&page->text, &session->frame, true);
}

/* ---- On and off ---- */

void session_lines_set(struct session *session, bool on)
{
	struct session_lines *lines = session->lines;
	if ((lines != NULL) == on)
		return;
	if (on) {
		lines = session->lines = calloc(1, sizeof *lines);
		if (!lines)
			return;
		session->out.size = 0;
		vt_leave(session->terminal, &session->out);
		if (session->out.size && session->memory.drawn)
			transport_write(session->transport, session->out.data, session->out.size);
		session->out.size = 0;
		vt_frame_resize(&session->frame, LINES_WIDTH, LINES_HEIGHT);
		lines->due = lines->all = true;
	} else {
		free(lines->page.text.text);
		free(lines);
		session->lines = NULL;
		session_fit(session);
		vt_terminal_forget(session->terminal);
	}
	session_terminal_changed(session);
	transport_lines(session->transport, on);
	session->dirty = true;
}

bool session_wants_lines(const struct session *session)
{
	const struct client_facts *facts = transport_facts(session->transport);
	return session->options.lines || facts->wants_lines ||
	       !vt_kind_draws(session_kind(session));
}

/* ---- Output ---- */

/* A client that breaks no lines itself would break words at its last column. Screen readers and
 * programs get whole lines. */
static bool wraps(const struct session *session)
{
	const struct client_facts *facts = transport_facts(session->transport);
	return facts->width > 0 && !facts->wants_lines;
}

/* Names and epitaphs are other players' text, of which vt_say drops what is not printable. */
void session_lines_write(struct session *session, const char *text)
{
	struct ui_text wrapped = {0};
	if (wraps(session))
		line_wrapped(&wrapped, text, transport_facts(session->transport)->width);
	session->out.size = 0;
	vt_say(session_kind(session), wrapped.text ? wrapped.text : text, &session->out);
	free(wrapped.text);
	if (session->out.size && !session->closed)
		transport_write(session->transport, session->out.data, session->out.size);
	session->out.size = 0;
	session->lines->answered = true;
}

static void lines_prompt(struct session *session, bool hidden)
{
	if (transport_edits_lines(session->transport) && hidden != session->lines->hidden)
		transport_echo(session->transport, hidden);
	session->lines->hidden = hidden;
	session_lines_write(session, "> ");
	transport_prompt(session->transport);
	session->lines->prompted = true;
}

uint32_t lines_hash(const char *line, size_t length)
{
	uint32_t hash = 2166136261U;
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (uint8_t)line[i]) * 16777619U;
	return hash ? hash : 1;
}

static bool is_heard(const struct session_lines *lines, uint32_t hash)
{
	for (size_t i = 0; i < LINES_HEARD_MAX; i++)
		if (lines->heard[i] == hash)
			return true;
	return false;
}

/* Returns what the numbers of the page mean, as one number; 0: it has none. */
static uint32_t menu_of(const struct lines_page *page)
{
	uint32_t menu = page->count ? 2166136261U : 0;
	for (size_t i = 0; i < page->count; i++)
		menu = (menu * 31 + (uint32_t)page->choices[i].key) * 31 +
		       (uint32_t)page->choices[i].row;
	return menu;
}

/* Writes the lines of the page that this screen has not shown since it opened, and remembers the
 * lines of this page alone, so that a line that comes back is heard again. Where numbers mean
 * something else than before, or a typed line has no other answer, all lines are written. */
static bool lines_write_page(struct session *session)
{
	struct session_lines *lines = session->lines;
	const char *text = lines->page.text.text ? lines->page.text.text : "", *at = text;
	uint32_t hashes[LINES_HEARD_MAX] = {0}, menu = menu_of(&lines->page);
	struct ui_text fresh = {0};
	size_t count = 0;
	bool whole = lines->all || lines->page.whole || (lines->menu && menu != lines->menu);
	lines->menu = menu;
	while (*at) {
		size_t length = strcspn(at, "\n");
		uint32_t hash = lines_hash(at, length);
		if (whole || !is_heard(lines, hash))
			ui_add(&fresh, "%.*s\n", (int)length, at);
		hashes[count++ % LINES_HEARD_MAX] = hash;
		at += length + (at[length] == '\n');
	}
	memcpy(lines->heard, hashes, sizeof hashes);
	if (!fresh.size && lines->typed && !lines->answered && menu)
		ui_add(&fresh, "%s", text);
	bool any = fresh.size > 0;
	if (any && lines->prompted && !lines->typed)
		session_lines_write(session, "\n"); /* news while a prompt waits */
	if (any)
		session_lines_write(session, fresh.text);
	free(fresh.text);
	return any;
}

void session_lines_read(struct session *session)
{
	struct lines_page *page = &session->lines->page;
	const struct screen *screen = session_screen(session);
	page->count = 0;
	page->text.size = 0;
	if (page->text.text)
		page->text.text[0] = 0;
	page->field = page->hidden = page->whole = false;
	if (screen->lines)
		screen->lines(session, page);
	else
		lines_painted(session, page);
}

void session_lines_sentence(struct session *session, const char *sentence)
{
	struct ui_text text = {0};
	uint32_t hash = lines_hash(sentence, strlen(sentence));
	if (hash == session->lines->sentence)
		return;
	session->lines->sentence = hash;
	line_plain(&text, sentence);
	ui_add(&text, "\n");
	session_lines_write(session, text.text);
	free(text.text);
}

void session_lines_report(struct session *session)
{
	struct session_lines *lines = session->lines;
	const struct screen *screen = session_screen(session);
	bool any = session->frame.bell;
	if (session->frame.bell)
		session_lines_write(session, "\a");
	session->frame.bell = false;
	if (session->banner[0]) {
		if (lines->prompted && !lines->typed)
			session_lines_write(session, "\n");
		lines->sentence = 0;
		session_lines_sentence(session, session->banner);
		session->banner[0] = 0;
		any = true;
	}
	if (lines->due || screen->live) {
		session_lines_read(session);
		any |= lines_write_page(session);
		if (lines->due && lines->page.count)
			session_lines_write(session, lines->all ? "Type a number, or back.\n" : "");
	}
	lines->sentence = 0;
	if (any || lines->due)
		lines_prompt(session, lines->page.hidden);
	lines->due = lines->all = lines->typed = lines->answered = false;
}

/* ---- Moving to another process ---- */

/* The client has its line, and the prompt after it. */
bool session_lines_rest(const struct session *session)
{
	const struct session_lines *lines = session->lines;
	return !lines || (lines->prompted && !lines->length && !lines->hidden && !lines->due &&
				 !lines->typed && !session->banner[0]);
}

bool session_lines_go_on(struct session *session, const uint32_t heard[LINES_HEARD_MAX])
{
	session->lines = calloc(1, sizeof *session->lines);
	if (!session->lines)
		return false;
	memcpy(session->lines->heard, heard, sizeof session->lines->heard);
	session->lines->prompted = true;
	return vt_frame_resize(&session->frame, LINES_WIDTH, LINES_HEIGHT);
}
