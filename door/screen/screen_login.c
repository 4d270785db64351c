/* Asks for the password of the name typed at the greeting. */
#include "door/screen/entry.h"

#include "door/net/report.h"
#include "door/text/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct login {
	struct ui_input password;
	char answer[200];
};

static void login_enter(struct session *session)
{
	struct login *login = session->state = calloc(1, sizeof *login);
	if (!login) {
		session_end(session, 1, "Out of memory. Try again.");
		return;
	}
	ui_input_begin(&login->password, PASSWORD_LENGTH_MAX, true);
	transport_echo(session->transport, true);
}

static void login_leave(struct session *session)
{
	ui_input_free(&((struct login *)session->state)->password);
}

static void login_wrong(struct session *session, enum keeper_verdict verdict)
{
	struct login *login = session->state;
	snprintf(login->answer, sizeof login->answer, "%s", session_verdict(session, verdict));
	if (verdict == KEEPER_BARRED)
		session_end(session, 1, login->answer);
	if (verdict == KEEPER_NO)
		report_send(REPORT_PASSWORD);
	if (verdict == KEEPER_NO &&
		++session->memory.tries >= session->config->limits_password_tries)
		session_end(session, 1, "Too many wrong passwords.");
}

static void login_done(struct session *session)
{
	struct login *login = session->state;
	if (!login->password.length)
		return;
	enum keeper_verdict verdict = keeper_login_password(session->line,
		session_arguments(session, SCREEN_login)->login.name, login->password.text,
		&session->account);
	explicit_bzero(login->password.text, login->password.length);
	ui_input_set(&login->password, "");
	if (verdict != KEEPER_OK) {
		login_wrong(session, verdict);
		return;
	}
	session_logged_in(session);
	session_go(session, SCREEN_lobby, NULL);
}

static void login_key(struct session *session, int key)
{
	struct login *login = session->state;
	switch (ui_input_key(&login->password, key)) {
	case UI_DONE:
		login_done(session);
		break;
	case UI_CANCELLED:
		session_go(session, SCREEN_greet, NULL);
		break;
	case UI_GOING:
		break;
	}
}

static void login_paint(struct session *session, struct vt_frame *frame)
{
	struct login *login = session->state;
	int y = entry_paint_title(session, frame), x = entry_left(frame);
	vt_text(frame, x, y, ui_word(session->content, "label-player", "Name"), VT_DIM, 0, NULL);
	vt_text(frame, x + 10, y, session_arguments(session, SCREEN_login)->login.name, VT_BRIGHT,
		0, NULL);
	y += 2;
	entry_paint_field(frame, y, "Password:", &login->password);
	if (!login->answer[0])
		vt_text(frame, x, y + 2, "It is not shown as you type.", VT_DIM, 0, NULL);
	entry_paint_answer(frame, y + 2, login->answer);
	if (login->answer[0])
		vt_text(frame, x, y + 4,
			"New here? " UI_BRIGHT "Esc" UI_END ", then type " UI_BRIGHT "new" UI_END
			".",
			VT_TEXT, 0, ui_roles);
	ui_hint(frame, UI_BRIGHT "Enter" UI_END " go in  " UI_BRIGHT "Esc" UI_END
				 " another name, or " UI_BRIGHT "new" UI_END);
}

static void login_lines(struct session *session, struct lines_page *page)
{
	const struct login *login = session->state;
	if (login->answer[0])
		ui_add(&page->text, "%s\n", login->answer);
	ui_add(&page->text, "Password for %s, not shown; an empty line goes back.\n",
		session_arguments(session, SCREEN_login)->login.name);
	lines_field(page, "Password?", true);
	page->whole = true;
}

const struct screen screen_login = {.name = "login",
	.pastes = true,
	.enter = login_enter,
	.key = login_key,
	.paint = login_paint,
	.lines = login_lines,
	.leave = login_leave};
