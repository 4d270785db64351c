/* The words of `trapdoor admin` about mail, the wall, reports and mutes. */
#include <stdlib.h>
#include <string.h>

#include "door/command/admin.h"
#include "door/command/list_print.h"
#include "door/command/operator.h"
#include "door/os/complain.h"
#include "door/text/board_words.h"

#define COUNT(columns) (sizeof(columns) / sizeof *(columns))

/* ---- Mail ---- */

int admin_mail(const struct admin_call *call)
{
	return operator_status(call->line, "send the mail",
		keeper_admin_mail(call->line, call->words[0], call->words[1]));
}

int admin_mail_all(const struct admin_call *call)
{
	return operator_status(
		call->line, "send the mail", keeper_admin_mail(call->line, NULL, call->words[0]));
}

/* ---- The wall ---- */

static const struct list_column wall_columns[] = {
	{"line", "line", LIST_NUMBER},
	{"when", "at", LIST_TIME},
	{"by", "name", LIST_TEXT},
	{"text", "text", LIST_TEXT},
};

int admin_wall(const struct admin_call *call)
{
	struct list *list = list_new(wall_columns, COUNT(wall_columns), call->json);
	struct store_words *words = calloc(KEEPER_WORDS_MAX, sizeof *words);
	enum keeper_verdict verdict;
	size_t count;

	if (!words)
		abort();
	verdict = keeper_wall(call->line, words, &count);
	for (size_t i = 0; i < count; i++) {
		list_number(list, words[i].id);
		list_time(list, words[i].at);
		list_text(list, words[i].name);
		list_text(list, words[i].text);
	}
	free(words);
	return admin_finish(call, list, "read the wall", "Nothing is on the wall.", verdict);
}

/* ---- Reports ---- */

static const struct list_column report_columns[] = {
	{"report", "report", LIST_NUMBER},
	{"when", "at", LIST_TIME},
	{"by", "by", LIST_TEXT},
	{"what", "what", LIST_TEXT},
	{"number", "number", LIST_NUMBER},
	{"of", "of", LIST_TEXT},
	{"text", "text", LIST_TEXT},
};

static void add_report(void *context, const struct store_report *report)
{
	struct list *list = context;

	list_number(list, report->id);
	list_time(list, report->at);
	list_text(list, report->by);
	list_text(list, board_kind_word(report->kind));
	list_number(list, report->subject);
	list_text(list, report->name);
	list_text(list, report->text);
}

int admin_reports(const struct admin_call *call)
{
	struct list *list = list_new(report_columns, COUNT(report_columns), call->json);

	return admin_finish(call, list, "list the reports", "There is no report.",
		keeper_admin_reports(call->line, add_report, list));
}

/* Reads a number above 0. False after a complaint. */
static bool read_number(const char *text, const char *what, int64_t *number)
{
	if (operator_number(text, number))
		return true;
	command_complain("%s is a number, not \"%s\"", what, text);
	return false;
}

int admin_dismiss(const struct admin_call *call)
{
	int64_t report;

	if (!read_number(call->words[0], "a report", &report))
		return 2;
	return operator_status(
		call->line, "dismiss the report", keeper_admin_dismiss(call->line, report));
}

int admin_remove_words(const struct admin_call *call)
{
	uint8_t kind = STORE_WALL;
	int64_t id;

	while (kind <= STORE_EPITAPH && strcmp(board_kind_word(kind), call->words[0]) != 0)
		kind++;
	if (kind > STORE_EPITAPH) {
		command_complain("remove-words removes a line of the wall, a mail or an epitaph: "
				 "wall 12, mail 7 or epitaph RUN, not \"%s\"",
			call->words[0]);
		return 2;
	}
	if (!read_number(call->words[1], "the second word", &id))
		return 2;
	return operator_status(call->line, "remove the words",
		keeper_admin_remove_words(call->line, kind, id, admin_word_or(call->words[2], "")));
}

/* ---- Mutes ---- */

int admin_mute(const struct admin_call *call)
{
	int64_t until;

	if (!admin_until(call, &until))
		return 2;
	return operator_status(call->line, "mute the account",
		keeper_admin_mute(
			call->line, call->words[0], admin_word_or(call->words[1], ""), until));
}

int admin_unmute(const struct admin_call *call)
{
	return operator_status(call->line, "unmute the account",
		keeper_admin_mute(call->line, call->words[0], NULL, 0));
}

static const struct list_column mute_columns[] = {
	{"muted", "name", LIST_TEXT},
	{"until", "until", LIST_TIME},
	{"reason", "reason", LIST_TEXT},
};

static void add_mute(void *context, const struct store_mute *mute)
{
	struct list *list = context;

	list_text(list, mute->name);
	list_time(list, mute->until);
	list_text(list, mute->reason);
}

int admin_mutes(const struct admin_call *call)
{
	struct list *list = list_new(mute_columns, COUNT(mute_columns), call->json);

	return admin_finish(call, list, "list the mutes", "Nobody is muted.",
		keeper_admin_mutes(call->line, add_mute, list));
}
