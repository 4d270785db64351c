/* Mail and the wall: the lists that are fetched, and what the keys of the screen do. */
#include "door/screen/screen_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPERATOR "The operator"

struct words *words_of(struct session *session)
{
	return session->state;
}

bool words_member(const struct session *session)
{
	return !session->account.guest;
}

const struct store_words *words_chosen(const struct words *words)
{
	return words->at < words->count ? &words->each[words->at] : NULL;
}

bool words_theirs(const struct session *session, const struct store_words *one)
{
	return one && one->name[0] && words_member(session) &&
	       strcmp(one->name, session->account.name) != 0;
}

const char *words_author(const struct store_words *one)
{
	return one->name[0] ? one->name : OPERATOR;
}

static void words_say(struct words *words, bool well, const char *sentence)
{
	words->well = well;
	snprintf(words->says, sizeof words->says, "%s", sentence);
}

static void words_report_verdict(
	struct session *session, enum keeper_verdict verdict, const char *well)
{
	words_say(words_of(session), verdict == KEEPER_OK,
		verdict == KEEPER_OK ? well : session_verdict(session, verdict));
}

/* ---- Fetching ---- */

static enum keeper_verdict fetch_blocked(struct session *session, struct words *words)
{
	char names[STORE_BLOCKS_MAX][STORE_NAME_MAX + 1];
	size_t count;
	enum keeper_verdict verdict = keeper_blocked(session->line, names, &count);
	words->count = count < KEEPER_WORDS_MAX ? count : KEEPER_WORDS_MAX;
	for (size_t i = 0; i < words->count; i++) {
		words->each[i] = (struct store_words){.seen = true};
		memcpy(words->each[i].name, names[i], sizeof names[i]);
	}
	return verdict;
}

void words_fetch(struct session *session)
{
	struct words *words = words_of(session);
	enum keeper_verdict verdict;
	if (words->list == LIST_WALL)
		verdict = keeper_wall(session->line, words->each, &words->count);
	else if (words->list == LIST_MAIL)
		verdict = keeper_mails(session->line, words->each, &words->count);
	else
		verdict = fetch_blocked(session, words);
	if (verdict != KEEPER_OK) {
		words->count = 0;
		words_say(words, false, session_verdict(session, verdict));
	}
	if (words->at >= words->count)
		words->at = words->count ? words->count - 1 : 0;
}

void words_enter(struct session *session)
{
	struct words *words = session->state = calloc(1, sizeof *words);
	if (!words) {
		session_go(session, SCREEN_lobby, NULL);
		return;
	}
	words->list = (enum list)(*session_position(session) % LISTS);
	if (!words_member(session))
		words->list = LIST_WALL;
	words_fetch(session);
}

void words_leave(struct session *session)
{
	if (words_of(session))
		ui_input_free(&words_of(session)->input);
}

/* ---- Steps ---- */

void words_go(struct words *words, enum step step)
{
	ui_input_free(&words->input);
	words->step = step;
	if (step == STEP_TO)
		ui_input_begin(&words->input, STORE_NAME_MAX, false);
	else if (step == STEP_TEXT)
		ui_input_begin(&words->input,
			words->list == LIST_WALL ? STORE_WALL_MAX - 1 : STORE_WORDS_MAX - 1, false);
}

void words_ask(struct words *words, enum step question)
{
	words->before = words->step;
	words_go(words, question);
}

/* True if the player may write now, so that nobody types a text for nothing. Else says why not. */
static bool words_may(struct session *session, const char *to)
{
	enum keeper_verdict verdict = keeper_words_may(
		session->line, words_of(session)->list == LIST_WALL ? STORE_WALL : STORE_MAIL, to);
	if (verdict != KEEPER_OK)
		words_report_verdict(session, verdict, "");
	return verdict == KEEPER_OK;
}

void words_write(struct session *session, const char *to)
{
	struct words *words = words_of(session);
	if (!words_member(session)) {
		words_say(words, false, "A guest reads. Register a name to write.");
		return;
	}
	if (!words_may(session, to))
		return;
	snprintf(words->to, sizeof words->to, "%s", to);
	words_go(words, words->list == LIST_WALL || *to ? STEP_TEXT : STEP_TO);
}

void words_open(struct session *session)
{
	struct words *words = words_of(session);
	struct store_words *one = &words->each[words->at];
	if (!words_chosen(words) || words->list == LIST_BLOCKED)
		return;
	words_go(words, STEP_PAGE);
	if (words->list == LIST_MAIL && !one->seen)
		one->seen = keeper_mail_seen(session->line, one->id) == KEEPER_OK;
}

/* Sends what was typed. A text that is refused stays in the field. */
static void words_send(struct session *session)
{
	struct words *words = words_of(session);
	char clean[STORE_WORDS_MAX];
	enum keeper_verdict verdict;
	vt_clean(clean, sizeof clean, words->input.text, words->input.length);
	ui_trim(clean);
	if (!clean[0]) {
		words_go(words, STEP_LIST);
		return;
	}
	verdict = words->list == LIST_WALL ? keeper_wall_write(session->line, clean)
					   : keeper_mail_send(session->line, words->to, clean);
	words_report_verdict(
		session, verdict, words->list == LIST_WALL ? "It is on the wall." : "It is sent.");
	if (verdict != KEEPER_OK)
		return;
	words_go(words, STEP_LIST);
	words->at = 0;
	words_fetch(session);
}

void words_input_key(struct session *session, int key)
{
	struct words *words = words_of(session);
	enum ui_answer answer = ui_input_key(&words->input, key);
	words->says[0] = 0;
	if (answer == UI_GOING)
		return;
	if (answer == UI_CANCELLED || !words->input.length) {
		words_go(words, STEP_LIST);
	} else if (words->step == STEP_TO) {
		snprintf(words->to, sizeof words->to, "%s", words->input.text);
		ui_trim(words->to);
		if (words_may(session, words->to))
			words_go(words, STEP_TEXT);
	} else {
		words_send(session);
	}
}

void words_do(struct session *session)
{
	struct words *words = words_of(session);
	const struct store_words *there = words_chosen(words);
	char sentence[80];
	enum keeper_verdict verdict;
	if (!there) {
		words_go(words, STEP_LIST);
		return;
	}
	const struct store_words one = *there;
	if (words->step == STEP_BLOCK) {
		bool on = words->list != LIST_BLOCKED;
		verdict = keeper_block(session->line, one.name, on);
		snprintf(sentence, sizeof sentence,
			on ? "%s is blocked. Tab shows the list." : "%s is no longer blocked.",
			one.name);
		words_report_verdict(session, verdict, sentence);
	} else if (words->step == STEP_REPORT) {
		verdict = keeper_words_report(
			session->line, words->list == LIST_WALL ? STORE_WALL : STORE_MAIL, one.id);
		words_report_verdict(session, verdict, "The operator will read it.");
	} else {
		words_report_verdict(
			session, keeper_mail_remove(session->line, one.id), "It is removed.");
	}
	words_go(words, STEP_LIST);
	words_fetch(session);
}
