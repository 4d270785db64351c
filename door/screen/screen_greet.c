/* The greeting: the title page, which asks for the player's name. A name leads to the password,
 * `new` to registration, `guest` to the lobby. */
#include "door/screen/entry.h"

#include "door/text/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct greet {
	struct ui_input name;
	char answer[200];
};

static void greet_enter(struct session *session)
{
	struct greet *greet = session->state = calloc(1, sizeof *greet);
	if (!greet) {
		session_end(session, 1, "Out of memory. Try again.");
		return;
	}
	ui_input_begin(&greet->name, 32, false);
	/* A pending banner is shown under the field instead of above the page. */
	snprintf(greet->answer, sizeof greet->answer, "%s", session->banner);
	session->banner[0] = 0;
}

static void greet_leave(struct session *session)
{
	ui_input_free(&((struct greet *)session->state)->name);
}

/* Copies a name without the blanks around it. */
static void greet_trimmed(const char *typed, char *name, size_t size)
{
	typed += strspn(typed, " ");
	size_t length = strlen(typed);
	while (length && typed[length - 1] == ' ')
		length--;
	snprintf(name, size, "%.*s", (int)length, typed);
}

static void greet_done(struct session *session)
{
	struct greet *greet = session->state;
	char name[40];
	greet_trimmed(greet->name.text, name, sizeof name);
	greet->answer[0] = 0;
	if (!name[0])
		return;
	ui_input_set(&greet->name, "");
	if (strchr(name, '?')) {
		snprintf(greet->answer, sizeof greet->answer,
			"A name is made of the letters a to z, digits and single hyphens.");
	} else if (strcasecmp(name, NAME_OF_STATUS) == 0) {
		session_status(session);
	} else if (strcasecmp(name, "new") == 0) {
		session_go(session, SCREEN_register, NULL);
	} else if (strcasecmp(name, "guest") == 0) {
		session_guest(session, SCREEN_greet);
	} else if (strcasecmp(name, "line") == 0) {
		session->options.lines = true;
		session_lines_set(session, true);
	} else if (strcasecmp(name, "quit") == 0 || strcasecmp(name, "bye") == 0) {
		session_go(session, SCREEN_bye, NULL);
	} else {
		union screen_arguments arguments = {0};
		snprintf(arguments.login.name, sizeof arguments.login.name, "%s", name);
		session_go(session, SCREEN_login, &arguments);
	}
}

/* True if the client has said nothing about its terminal, which may be a home computer's. */
static bool greet_is_blind(const struct session *session)
{
	const struct client_facts *facts = transport_facts(session->transport);
	return strcmp(facts->transport, "telnet") == 0 && !facts->term[0];
}

/* A home computer sends a byte of its own for the key Delete, which no telnet client sends for it.
 * True if it was that key: from then on the session draws for that computer. */
static bool greet_recognises(struct session *session, int key)
{
	static const struct {
		int key;
		const char *kind;
	} deletes[] = {{0x14, "petscii"}, {0x7e, "atascii"}};
	const struct greet *greet = session->state;
	if (greet->name.text[0] || !greet_is_blind(session))
		return false;
	for (size_t i = 0; i < sizeof deletes / sizeof *deletes; i++)
		if (deletes[i].key == key)
			return transport_recognise(session->transport, deletes[i].kind);
	return false;
}

static void greet_key(struct session *session, int key)
{
	struct greet *greet = session->state;
	if (key == 'D' - 64) {
		session_go(session, SCREEN_bye, NULL);
		return;
	}
	if (greet_recognises(session, key))
		return;
	switch (ui_input_key(&greet->name, key)) {
	case UI_DONE:
		greet_done(session);
		break;
	case UI_CANCELLED:
		ui_input_set(&greet->name, "");
		greet->answer[0] = 0;
		break;
	case UI_GOING:
		greet->answer[0] = 0;
		break;
	}
}

/* On a slow line a few words say the same. */
static void greet_paint_brief(struct session *session, struct vt_frame *frame, int y)
{
	struct greet *greet = session->state;
	vt_text(frame, 0, y++, "Your name, or: new, guest, line, quit", VT_TEXT, 0, NULL);
	if (greet_is_blind(session))
		vt_text(frame, 0, y++, "Commodore, Atari: DELETE", VT_TEXT, 0, NULL);
	entry_paint_field(
		frame, y, ui_word(session->content, "ask-name", "Your name?"), &greet->name);
	entry_paint_answer(frame, y + 1, greet->answer);
	entry_paint_notice(session, frame, y + 6);
}

static void greet_paint(struct session *session, struct vt_frame *frame)
{
	struct greet *greet = session->state;
	if (frame->brief) {
		greet_paint_brief(session, frame, entry_paint_title(session, frame));
		return;
	}
	int y = entry_paint_title(session, frame), x = entry_left(frame),
	    width = frame->width - 2 * x;
	entry_paint_notice(session, frame, frame->height);
	y += ui_wrapped(frame, (struct vt_area){x, y, width, 3}, 0,
		ui_word(session->content, "welcome", "Welcome."), VT_TEXT);
	y++;
	vt_text(frame, x, y, "your name", VT_BRIGHT, 0, NULL);
	vt_text(frame, x + 12, y++,
		width > 50 ? "when you have been here before" : "if you have one", VT_DIM, 0, NULL);
	vt_text(frame, x, y, "new", VT_BRIGHT, 0, NULL);
	vt_text(frame, x + 12, y++, "to take a name", VT_DIM, 0, NULL);
	vt_text(frame, x, y, "guest", VT_BRIGHT, 0, NULL);
	if (width > 50)
		y += ui_wrapped(frame, (struct vt_area){x + 12, y, width - 12, 2}, 0,
			ui_word(session->content, "newcomer-guest", "to look around"), VT_DIM);
	else
		vt_text(frame, x + 12, y++, "to look around", VT_DIM, 0, NULL);
	vt_text(frame, x, y, "line", VT_BRIGHT, 0, NULL);
	vt_text(frame, x + 12, y++,
		width > 50 ? "for words alone: screen readers, Braille, paper"
			   : "for screen readers",
		VT_DIM, 0, NULL);
	if (greet_is_blind(session)) {
		vt_text(frame, x, y, "DELETE", VT_BRIGHT, 0, NULL);
		vt_text(frame, x + 12, y++,
			width > 50 ? "the key, on a Commodore or an 8-bit Atari"
				   : "on a C64 or Atari",
			VT_DIM, 0, NULL);
	}
	entry_paint_field(
		frame, ++y, ui_word(session->content, "ask-name", "Your name?"), &greet->name);
	entry_paint_answer(frame, y + 2, greet->answer);
}

static void greet_lines(struct session *session, struct lines_page *page)
{
	const struct greet *greet = session->state;
	entry_lines(session, page);
	ui_add(&page->text,
		"This is line mode: nothing is drawn. %sType your name, or new to register "
		"one, or guest to look around, or quit.\n",
		session->options.lines
			? "It stays on for your name until you turn it off in the options. "
			: "");
	if (greet->answer[0])
		ui_add(&page->text, "%s\n", greet->answer);
	lines_field(page, ui_word(session->content, "ask-name", "Your name?"), false);
}

const struct screen screen_greet = {.name = "greet",
	.pastes = true,
	.enter = greet_enter,
	.key = greet_key,
	.paint = greet_paint,
	.lines = greet_lines,
	.leave = greet_leave};
