/* The account screen: its password, its public keys, and its end. */
#include "door/screen/screens.h"

#include "door/text/names.h"
#include "door/net/public_key.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEYS_TOP 6
#define PROMPT_ROWS 4 /* from the prompt to the bottom */

/* Steps of the screen. Every step except the list has a prompt. Passwords are typed hidden. */
enum account_step {
	STEP_LIST,
	STEP_OLD,
	STEP_NEW,
	STEP_AGAIN,
	STEP_REMOVE_ALL,
	STEP_KEY,
	STEP_KEY_PASSWORD,
	STEP_REMOVE,
	STEP_DELETE,
	STEP_DELETE_NAME
};

static const char *const prompts[] = {
	[STEP_OLD] = "Your password now:",
	[STEP_NEW] = "The new password, 8 characters or more:",
	[STEP_AGAIN] = "The new password again:",
	[STEP_REMOVE_ALL] = "Remove all public keys, too? y or n",
	[STEP_KEY] = "Paste the line of your .pub file:",
	[STEP_KEY_PASSWORD] = "Your password, to add the key:",
	[STEP_REMOVE] = "Remove this key? y or n",
	[STEP_DELETE] = "Your password, to delete the account:",
	[STEP_DELETE_NAME] = "Your name, to delete the account:",
};

struct account {
	enum account_step step;
	size_t count, at;
	struct store_key keys[KEEPER_KEYS_MAX];
	struct ui_input input;
	char old[PASSWORD_LENGTH_MAX + 1], new[PASSWORD_LENGTH_MAX + 1];
	char fingerprint[STORE_KEY_MAX], label[STORE_LABEL_MAX]; /* of the key to add */
	char says[200];
	bool well; /* the sentence is good news */
};

static struct account *account_of(struct session *session)
{
	return session->state;
}

static void account_say(struct account *account, bool well, const char *sentence)
{
	account->well = well;
	snprintf(account->says, sizeof account->says, "%s", sentence);
}

static void account_list(struct session *session)
{
	struct account *account = account_of(session);
	if (session->account.guest)
		return;
	enum keeper_verdict verdict =
		keeper_key_list(session->line, account->keys, KEEPER_KEYS_MAX, &account->count);
	if (verdict != KEEPER_OK) {
		account->count = 0;
		account_say(account, false, session_verdict(session, verdict));
	}
	if (account->at >= account->count)
		account->at = account->count ? account->count - 1 : 0;
}

/* Goes to a step. Returning to the list wipes the passwords. */
static void account_go(struct account *account, enum account_step step)
{
	account->step = step;
	ui_input_free(&account->input);
	if (step == STEP_LIST) {
		explicit_bzero(account->old, sizeof account->old);
		explicit_bzero(account->new, sizeof account->new);
	} else if (step != STEP_REMOVE && step != STEP_REMOVE_ALL) {
		bool shown = step == STEP_KEY || step == STEP_DELETE_NAME;
		ui_input_begin(&account->input,
			step == STEP_KEY ? UI_INPUT_MAX : PASSWORD_LENGTH_MAX, !shown);
	}
}

static void account_enter(struct session *session)
{
	session->state = calloc(1, sizeof(struct account));
	if (session->state)
		account_list(session);
	else
		session_go(session, SCREEN_lobby, NULL);
}

static void account_leave(struct session *session)
{
	if (account_of(session))
		account_go(account_of(session), STEP_LIST);
}

/* The question whether a key is removed, or all are. */
static unsigned account_asks(struct session *session)
{
	enum account_step step = account_of(session)->step;
	return step == STEP_REMOVE || step == STEP_REMOVE_ALL ? (unsigned)step : 0;
}

static void account_set_password(struct session *session)
{
	struct account *account = account_of(session);
	if (strcmp(account->new, account->input.text) != 0) {
		account_say(account, false, "The two passwords differ. Nothing was changed.");
	} else {
		enum keeper_verdict verdict =
			keeper_set_password(session->line, account->old, account->new);
		session->account.has_password |= verdict == KEEPER_OK;
		account_say(account, verdict == KEEPER_OK,
			verdict == KEEPER_OK ? "The password is set."
					     : session_verdict(session, verdict));
		if (verdict == KEEPER_OK && account->count) {
			account_go(account, STEP_REMOVE_ALL);
			return;
		}
	}
	account_go(account, STEP_LIST);
}

static void account_add_key(struct session *session, const char *password)
{
	struct account *account = account_of(session);
	enum keeper_verdict verdict =
		keeper_key_add(session->line, password, account->fingerprint, account->label);
	account_say(account, verdict == KEEPER_OK,
		verdict == KEEPER_OK ? "The key logs you in from now on."
				     : session_verdict(session, verdict));
	account_go(account, STEP_LIST);
	account_list(session);
}

static void account_read_key(struct session *session)
{
	struct account *account = account_of(session);
	char sentence[160];
	if (!public_key_read(account->input.text, account->fingerprint, account->label, sentence,
		    sizeof sentence)) {
		account_say(account, false, sentence);
		account_go(account, STEP_LIST);
	} else if (session->account.has_password) {
		account_go(account, STEP_KEY_PASSWORD);
	} else {
		account_add_key(session, "");
	}
}

static void account_delete(struct session *session)
{
	struct account *account = account_of(session);
	enum keeper_verdict verdict = keeper_account_delete(session->line, account->input.text);
	if (verdict == KEEPER_OK)
		session_end(session, 0, "Your account is deleted. Goodbye.");
	account_say(account, false, session_verdict(session, verdict));
	account_go(account, STEP_LIST);
}

/* Removes the chosen key, or all. */
static void account_remove_key(struct session *session, int key)
{
	struct account *account = account_of(session);
	bool all = account->step == STEP_REMOVE_ALL;
	if (key == 'y' || key == 'Y') {
		enum keeper_verdict verdict = keeper_key_remove(
			session->line, all ? "" : account->keys[account->at].fingerprint);
		account_say(account, verdict == KEEPER_OK,
			verdict != KEEPER_OK ? session_verdict(session, verdict)
			: all                ? "The password is set, and all keys are removed."
					     : "The key is removed.");
	}
	account_go(account, STEP_LIST);
	account_list(session);
}

/* Handles Enter in an input line. */
static void account_input_done(struct session *session)
{
	struct account *account = account_of(session);
	char sentence[160];
	switch (account->step) {
	case STEP_OLD:
		snprintf(account->old, sizeof account->old, "%s", account->input.text);
		account_go(account, STEP_NEW);
		break;
	case STEP_NEW:
		if (!password_allowed(account->input.text, session->account.name, sentence,
			    sizeof sentence)) {
			account_say(account, false, sentence);
			account_go(account, STEP_LIST);
			break;
		}
		snprintf(account->new, sizeof account->new, "%s", account->input.text);
		account_go(account, STEP_AGAIN);
		break;
	case STEP_AGAIN:
		account_set_password(session);
		break;
	case STEP_KEY_PASSWORD:
		account_add_key(session, account->input.text);
		break;
	case STEP_DELETE:
	case STEP_DELETE_NAME:
		account_delete(session);
		break;
	default:
		account_read_key(session);
	}
}

static void account_input_key(struct session *session, int key)
{
	struct account *account = account_of(session);
	enum ui_answer answer = ui_input_key(&account->input, key);
	if (answer == UI_CANCELLED)
		account_go(account, STEP_LIST);
	else if (answer == UI_DONE)
		account_input_done(session);
}

static void account_list_key(struct session *session, int key)
{
	struct account *account = account_of(session);
	bool guest = session->account.guest;
	account->says[0] = 0;
	if (key == VT_KEY_ESCAPE || key == 'q')
		session_go(session, SCREEN_lobby, NULL);
	else if (key == 'p' && !guest)
		account_go(account, session->account.has_password ? STEP_OLD : STEP_NEW);
	else if (key == 'a' && !guest)
		account_go(account, STEP_KEY);
	else if (key == 'r' && account->count)
		account_go(account, STEP_REMOVE);
	else if (key == 'd' && !guest)
		account_go(account, session->account.has_password ? STEP_DELETE : STEP_DELETE_NAME);
	else if ((key == VT_KEY_DOWN || key == 'j') && account->at + 1 < account->count)
		account->at++;
	else if ((key == VT_KEY_UP || key == 'k') && account->at)
		account->at--;
}

static void account_key(struct session *session, int key)
{
	switch (account_of(session)->step) {
	case STEP_LIST:
		account_list_key(session, key);
		break;
	case STEP_REMOVE:
	case STEP_REMOVE_ALL:
		account_remove_key(session, key);
		break;
	default:
		account_input_key(session, key);
	}
}

static void account_paint_keys(const struct account *account, struct vt_frame *frame)
{
	char day[16];
	int room = frame->height - PROMPT_ROWS - KEYS_TOP;
	size_t rows = room > 1 ? (size_t)room : 1;
	/* first key of the page with the chosen key */
	size_t first = account->at - account->at % rows;
	vt_textf(frame, 1, KEYS_TOP - 1, VT_LAMP, 0, "Public keys: %zu", account->count);
	for (size_t i = first; i < account->count && i < first + rows; i++) {
		const struct store_key *key = &account->keys[i];
		int y = KEYS_TOP + (int)(i - first);
		bool here = i == account->at;
		ui_day(day, sizeof day, key->added);
		vt_put(frame, 1, y, here ? VT_ARROW_RIGHT : ' ', VT_LAMP, 0);
		vt_textf(frame, 3, y, VT_TEXT, 0, "%-13.13s", key->label);
		vt_text(frame, 17, y, day, VT_DIM, 0, NULL);
		vt_text(frame, 28, y, key->fingerprint, VT_DIM, 0, NULL);
		if (here)
			ui_chosen(frame, 1, y, frame->width - 2);
	}
	if (!account->count)
		ui_wrapped(frame, (struct vt_area){3, KEYS_TOP, frame->width - 4, 3}, 0,
			"none; a key logs you in over ssh without a password", VT_DIM);
}

static void account_paint_prompt(const struct account *account, struct vt_frame *frame)
{
	int y = frame->height - PROMPT_ROWS;
	if (account->step == STEP_DELETE || account->step == STEP_DELETE_NAME)
		ui_wrapped(frame, (struct vt_area){1, y - 3, frame->width - 2, 3}, 0,
			"Your runs stay on the board without your name. A run in progress is lost.",
			VT_BAD);
	if (account->step == STEP_REMOVE_ALL)
		vt_text(frame, 1, y - 1, account->says, VT_GOOD, 0, NULL);
	if (account->step != STEP_LIST) {
		vt_text(frame, 1, y, prompts[account->step], VT_LAMP, 0, NULL);
		ui_input_paint(&account->input, frame, 1, y + 1, frame->width - 2);
	} else {
		ui_wrapped(frame, (struct vt_area){1, y, frame->width - 2, 2}, 0, account->says,
			account->well ? VT_GOOD : VT_BAD);
	}
}

static void account_paint(struct session *session, struct vt_frame *frame)
{
	const struct account *account = account_of(session);
	vt_frame_clear(frame);
	ui_title(frame, "Account", session->account.name);
	ui_cursor(frame, 1, 3);
	if (session->account.guest) {
		ui_wrapped(frame, (struct vt_area){1, 3, frame->width - 2, 4}, 0,
			"A guest has no account. Log in as \"new\" to register a name; it keeps "
			"your runs and your place on the board.",
			VT_TEXT);
		ui_hint(frame, UI_BRIGHT "Esc" UI_END " back");
		return;
	}
	vt_textf(frame, 1, 3, VT_TEXT, 0, "Password: %s",
		session->account.has_password ? "set" : "none");
	account_paint_keys(account, frame);
	account_paint_prompt(account, frame);
	ui_hint(frame, account->step != STEP_LIST ? UI_BRIGHT "Esc" UI_END " never mind"
		       : frame->width < 60
			       ? UI_BRIGHT "p" UI_END " password " UI_BRIGHT "a" UI_END
					   " add " UI_BRIGHT "r" UI_END " remove " UI_BRIGHT
					   "d" UI_END " delete " UI_BRIGHT "Esc" UI_END
			       : UI_BRIGHT "p" UI_END " password  " UI_BRIGHT "a" UI_END
					   " add key  " UI_BRIGHT "r" UI_END " remove  " UI_BRIGHT
					   "d" UI_END " delete account  " UI_BRIGHT "Esc" UI_END
					   " back");
}

/* A typed password stays in this process. */
static bool account_rests(struct session *session)
{
	const struct account *account = account_of(session);
	return account->step == STEP_LIST && !account->says[0];
}

static void account_lines(struct session *session, struct lines_page *page)
{
	const struct account *account = account_of(session);
	if (session->account.guest) {
		lines_painted(session, page);
		return;
	}
	if (account->says[0])
		ui_add(&page->text, "%s\n", account->says);
	if (account->step == STEP_REMOVE || account->step == STEP_REMOVE_ALL) {
		ui_add(&page->text, "%s\n", prompts[account->step]);
		return;
	}
	if (account->step != STEP_LIST) {
		lines_field(page, prompts[account->step],
			account->step != STEP_KEY && account->step != STEP_DELETE_NAME);
		return;
	}
	ui_add(&page->text, "Account of %s. Password: %s.\n", session->account.name,
		session->account.has_password ? "set" : "none");
	for (size_t i = 0; i < account->count; i++)
		ui_add(&page->text, "Key %zu: %s%s.\n", i + 1, account->keys[i].label,
			i == account->at ? ", chosen; up and down choose" : "");
	lines_choice(page, 'p', "Change the password");
	lines_choice(page, 'a', "Add a public key");
	if (account->count)
		lines_choice(page, 'r', "Remove the chosen key");
	lines_choice(page, 'd', "Delete the account");
	lines_choice(page, VT_KEY_ESCAPE, "Back");
}

const struct screen screen_account = {.name = "account",
	.pastes = true,
	.renews = true,
	.rests = account_rests,
	.enter = account_enter,
	.asks = account_asks,
	.key = account_key,
	.paint = account_paint,
	.lines = account_lines,
	.leave = account_leave};
