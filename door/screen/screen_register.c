/* Registers a new name: the name, then a password twice. Over ssh with a verified key only a
 * yes. */
#include "door/screen/entry.h"
#include "door/text/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum register_step { STEP_NAME, STEP_PASSWORD, STEP_AGAIN, STEP_KEY };

struct registration {
	enum register_step step;
	struct ui_input input;
	char name[40];
	char password[PASSWORD_LENGTH_MAX + 1];
	char answer[200];
};

static struct registration *registration_of(struct session *session)
{
	return session->state;
}

static void register_step(struct session *session, enum register_step step)
{
	struct registration *registration = registration_of(session);
	registration->step = step;
	ui_input_begin(&registration->input, step == STEP_NAME ? 32 : PASSWORD_LENGTH_MAX,
		step != STEP_NAME);
	if (step == STEP_NAME)
		ui_input_set(&registration->input, registration->name);
}

static void register_enter(struct session *session)
{
	struct registration *registration = session->state = calloc(1, sizeof *registration);
	if (!registration) {
		session_end(session, 1, "Out of memory. Try again.");
		return;
	}
	const struct client_facts *facts = transport_facts(session->transport);
	snprintf(registration->name, sizeof registration->name, "%.16s",
		session_arguments(session, SCREEN_register)->registration.name);
	register_step(session, facts->admission == ADMIT_FREE_NAME && facts->fingerprint[0]
				       ? STEP_KEY
				       : STEP_NAME);
}

static void register_leave(struct session *session)
{
	struct registration *registration = registration_of(session);
	ui_input_free(&registration->input);
	explicit_bzero(registration->password, sizeof registration->password);
}

static void register_answer(struct session *session, const char *answer)
{
	snprintf(registration_of(session)->answer, sizeof registration_of(session)->answer, "%s",
		answer);
}

/* Leaves registration: back to the greeting, or goodbye if the client came without one. */
static void register_back(struct session *session)
{
	enum admission admission = transport_facts(session->transport)->admission;
	if (admission == ADMIT_NOBODY || admission == ADMIT_LOCAL || admission == ADMIT_LINE)
		session_go(session, SCREEN_greet, NULL);
	else
		session_go(session, SCREEN_bye, NULL);
}

static void register_finish(struct session *session, const char *password, const char *fingerprint)
{
	struct registration *registration = registration_of(session);
	enum keeper_verdict verdict = keeper_register(
		session->line, registration->name, password, fingerprint, &session->account);
	if (verdict == KEEPER_OK) {
		session_logged_in(session);
		session_go(session, SCREEN_lobby, NULL);
		return;
	}
	register_answer(session, session_verdict(session, verdict));
	register_step(session, STEP_NAME);
}

static void register_name_done(struct session *session)
{
	struct registration *registration = registration_of(session);
	snprintf(registration->name, sizeof registration->name, "%s", registration->input.text);
	enum keeper_verdict verdict = keeper_may_register(session->line, registration->name);
	register_answer(session, session_verdict(session, verdict));
	if (verdict == KEEPER_OK)
		register_step(session, STEP_PASSWORD);
}

static void register_password_done(struct session *session)
{
	struct registration *registration = registration_of(session);
	if (registration->input.length < PASSWORD_LENGTH_MIN) {
		register_answer(session,
			"At least eight characters, please: the password protects your save.");
		register_step(session, STEP_PASSWORD);
		return;
	}
	snprintf(registration->password, sizeof registration->password, "%s",
		registration->input.text);
	register_answer(session, "");
	register_step(session, STEP_AGAIN);
}

static void register_again_done(struct session *session)
{
	struct registration *registration = registration_of(session);
	if (strcmp(registration->password, registration->input.text) == 0) {
		register_finish(session, registration->password, "");
		return;
	}
	register_answer(session, "The two passwords differ. Please enter both once more.");
	register_step(session, STEP_PASSWORD);
}

static void register_done(struct session *session)
{
	static void (*const done[])(struct session *) = {[STEP_NAME] = register_name_done,
		[STEP_PASSWORD] = register_password_done,
		[STEP_AGAIN] = register_again_done};
	done[registration_of(session)->step](session);
}

/* Confirms a free name with the verified key. n and Esc cancel. */
static void register_key_key(struct session *session, int key)
{
	if (key == 'y' || key == 'Y' || key == '\r')
		register_finish(session, "", transport_facts(session->transport)->fingerprint);
	else if (key == 'n' || key == 'N' || key == VT_KEY_ESCAPE)
		register_back(session);
}

static void register_key(struct session *session, int key)
{
	struct registration *registration = registration_of(session);
	if (registration->step == STEP_KEY) {
		register_key_key(session, key);
		return;
	}
	switch (ui_input_key(&registration->input, key)) {
	case UI_DONE:
		register_done(session);
		break;
	case UI_CANCELLED:
		if (registration->step == STEP_NAME) {
			register_back(session);
			break;
		}
		register_answer(session, "");
		register_step(session, STEP_NAME);
		break;
	case UI_GOING:
		register_answer(session, "");
		break;
	}
}

static void register_paint(struct session *session, struct vt_frame *frame)
{
	struct registration *registration = registration_of(session);
	static const char *const labels[] = {"Your name:", "A password:", "Once more:"};
	int y = entry_paint_title(session, frame), x = entry_left(frame),
	    width = frame->width - 2 * x;
	if (registration->step == STEP_KEY) {
		char question[80];
		snprintf(question, sizeof question, "Register %s? (y/n)", registration->name);
		y += ui_wrapped(frame, (struct vt_area){x, y, width, 3}, 0,
			     "This name is free, and your key is verified. Register the name, and "
			     "the key logs you in.",
			     VT_TEXT) +
		     1;
		frame->cursor_x = (int16_t)(vt_text(frame, x, y, question, VT_BRIGHT, 0, NULL) + 1);
		frame->cursor_y = (int16_t)y;
		entry_paint_answer(frame, y + 2, registration->answer);
		return;
	}
	entry_paint_notice(session, frame, frame->height - 1);
	if (registration->step == STEP_NAME) {
		y += ui_wrapped(frame, (struct vt_area){x, y, width, 8}, 0,
			     ui_word(session->content, "newcomer", ""), VT_TEXT) +
		     1;
	} else {
		vt_text(frame, x, y, ui_word(session->content, "label-player", "Name"), VT_DIM, 0,
			NULL);
		vt_text(frame, x + 10, y, registration->name, VT_BRIGHT, 0, NULL);
		y += 2;
		char rule[80];
		snprintf(rule, sizeof rule,
			"A password has %d characters or more. It is not shown as you type.",
			PASSWORD_LENGTH_MIN);
		y += ui_wrapped(frame, (struct vt_area){x, y, width, 3}, 0, rule, VT_DIM);
	}
	entry_paint_field(frame, y, labels[registration->step], &registration->input);
	entry_paint_answer(frame, y + 2, registration->answer);
	ui_hint(frame, UI_BRIGHT "Enter" UI_END " go on  " UI_BRIGHT "Esc" UI_END " back");
}

static void register_lines(struct session *session, struct lines_page *page)
{
	static const char *const labels[] = {"The name you want?", "A password?", "Once more?"};
	const struct registration *registration = registration_of(session);
	if (registration->answer[0])
		ui_add(&page->text, "%s\n", registration->answer);
	if (registration->step == STEP_KEY) {
		ui_add(&page->text,
			"This name is free, and your key is verified. Register %s? Type yes or "
			"no.\n",
			registration->name);
		return;
	}
	if (registration->step == STEP_NAME) {
		line_plain(&page->text, ui_word(session->content, "newcomer", ""));
		ui_add(&page->text, "\n");
	} else if (registration->step == STEP_PASSWORD) {
		ui_add(&page->text,
			"A password has %d characters or more. It is not shown; an empty line goes "
			"back.\n",
			PASSWORD_LENGTH_MIN);
	}
	lines_field(page, labels[registration->step], registration->step != STEP_NAME);
}

const struct screen screen_register = {.name = "register",
	.pastes = true,
	.enter = register_enter,
	.key = register_key,
	.paint = register_paint,
	.lines = register_lines,
	.leave = register_leave};
