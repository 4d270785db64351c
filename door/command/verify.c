/* `trapdoor verify`: replays runs and reports for each whether its record is true. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "door/text/contest.h"
#include "door/verify/archive.h"
#include "door/command/commands.h"
#include "door/command/list_print.h"
#include "door/os/crash.h"
#include "door/command/operator.h"
#include "door/command/verify_day.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/os/printable.h"
#include "door/verify/verification.h"

#define RUNS_AT_ONCE 256

struct summary {
	unsigned verified, failed, other, unanswered;
	unsigned differ; /* runs that the program of --against does not replay alike */
};

/* The options of a verification. against: the program of --against, or NULL; line: to the keeper,
 * for --daily and --weekly. */
struct verifying {
	const char *against;
	struct store_client *line;
	struct summary summary;
};

static void report(int64_t run, enum verification_verdict verdict, const char *sentence,
	struct summary *summary)
{
	switch (verdict) {
	case VERIFICATION_TRUE:
		summary->verified++;
		break;
	case VERIFICATION_FALSE:
		summary->failed++;
		break;
	case VERIFICATION_OTHER:
		summary->other++;
		break;
	case VERIFICATION_FAILED:
		summary->unanswered++;
		break;
	}
	print_line("run %" PRId64 ": %s", run, sentence);
}

/* Replays a failed run with the kept program of its rules, too, and reports the first turn that
 * differs. */
static void compare(struct verifying *verifying, const struct run_source *source, int64_t run,
	enum verification_verdict verdict)
{
	char sentence[VERIFICATION_SENTENCE_MAX];

	if (!verifying->against && verdict != VERIFICATION_FALSE)
		return;
	switch (verify_compare(source, run, verifying->against, sentence, sizeof sentence)) {
	case COMPARISON_NONE:
		return;
	case COMPARISON_DIFFERS:
		if (verifying->against)
			verifying->summary.differ++;
		break;
	case COMPARISON_EQUAL:
		break;
	}
	print_line("run %" PRId64 ": %s", run, sentence);
}

static void report_tally(const struct summary *summary)
{
	printf("%u verified, %u failed, %u need another rules version", summary->verified,
		summary->failed, summary->other);
	if (summary->unanswered)
		printf(", %u could not be replayed", summary->unanswered);
	if (summary->differ)
		printf(", %u not replayed alike", summary->differ);
	putchar('\n');
}

static int summary_status(const struct summary *summary)
{
	return summary->failed || summary->other || summary->unanswered || summary->differ ? 1 : 0;
}

/* ---- Runs of the store ---- */

static void verify_one(struct store_client *line, int64_t run, struct verifying *verifying)
{
	const struct run_source source = run_source_of_line(line);
	char sentence[VERIFICATION_SENTENCE_MAX];
	enum verification_verdict verdict = verify_run(line, NULL, run, sentence, sizeof sentence);

	report(run, verdict, sentence, &verifying->summary);
	compare(verifying, &source, run, verdict);
}

static void verify_all(struct store_client *line, struct verifying *verifying)
{
	int64_t runs[RUNS_AT_ONCE];
	int64_t after = 0;
	size_t count;
	enum keeper_verdict verdict;

	while ((verdict = keeper_admin_runs(line, after, runs, RUNS_AT_ONCE, &count)) ==
			KEEPER_OK &&
		count > 0) {
		for (size_t i = 0; i < count; i++)
			verify_one(line, runs[i], verifying);
		after = runs[count - 1];
	}
	if (verdict != KEEPER_OK) {
		command_complain("cannot list the runs: %s", keeper_sentence(line));
		verifying->summary.unanswered++;
	}
	report_tally(&verifying->summary);
}

static int verify_store(
	const char *config, const char *state, int64_t run, struct verifying *verifying)
{
	struct store_client *line = operator_line(config, state);

	if (!line)
		return 1;
	if (run)
		verify_one(line, run, verifying);
	else
		verify_all(line, verifying);
	store_client_free(line);
	return summary_status(&verifying->summary);
}

static void verify_of_day(void *context, int64_t run)
{
	struct verifying *verifying = context;

	verify_one(verifying->line, run, verifying);
}

static int verify_contest(
	const char *config, const char *state, const char *date, struct verifying *verifying)
{
	int faults;

	verifying->line = operator_line(config, state);
	if (!verifying->line)
		return 1;
	faults = verify_day(verifying->line, date, verify_of_day, verifying);
	if (faults >= 0)
		report_tally(&verifying->summary);
	store_client_free(verifying->line);
	return faults ? 1 : summary_status(&verifying->summary);
}

/* Prints the runs that were set aside. */
static int list_set_aside(const char *config, const char *state, bool json)
{
	static const struct list_column columns[] = {{"run", "run", LIST_NUMBER},
		{"score", "score", LIST_NUMBER}, {"name", "name", LIST_TEXT}};
	struct store_client *line = operator_line(config, state);
	struct store_query query = {.order = STORE_SET_ASIDE_RUNS, .count = RUNS_AT_ONCE};
	static struct store_score scores[RUNS_AT_ONCE];
	static unsigned ranks[RUNS_AT_ONCE];
	enum keeper_verdict verdict;
	struct list *list;
	size_t count;

	if (!line)
		return 1;
	list = list_new(columns, sizeof columns / sizeof *columns, json);
	do {
		verdict = keeper_scores(line, &query, scores, ranks, RUNS_AT_ONCE, &count);
		for (size_t i = 0; verdict == KEEPER_OK && i < count; i++) {
			list_number(list, scores[i].run);
			list_number(list, scores[i].score);
			list_text(list, scores[i].name);
		}
		query.first += RUNS_AT_ONCE;
	} while (verdict == KEEPER_OK && count == RUNS_AT_ONCE);
	if (verdict == KEEPER_OK) {
		list_print(list, "No run is set aside.");
	} else {
		command_complain("cannot list runs: %s", keeper_sentence(line));
		list_free(list);
	}
	store_client_free(line);
	return verdict != KEEPER_OK;
}

/* ---- Runs of an archive ---- */

static void verify_imported(struct archive *archive, int64_t run, struct verifying *verifying)
{
	const struct run_source source = archive_source(archive);
	char sentence[VERIFICATION_SENTENCE_MAX];
	enum verification_verdict verdict =
		verify_from_source(&source, NULL, run, sentence, sizeof sentence);

	report(run, verdict, sentence, &verifying->summary);
	compare(verifying, &source, run, verdict);
}

static int verify_archive(const char *directory, int64_t run, struct verifying *verifying)
{
	char sentence[512];
	struct archive *archive = archive_open(directory, sentence, sizeof sentence);
	const int64_t *runs;
	size_t count;

	if (!archive) {
		command_complain("%s", sentence);
		return 1;
	}
	runs = archive_runs(archive, &count);
	if (run)
		verify_imported(archive, run, verifying);
	for (size_t i = 0; i < count && !run; i++)
		verify_imported(archive, runs[i], verifying);
	if (!run && !archive_board_holds(archive, sentence, sizeof sentence)) {
		print_line("%s", sentence);
		verifying->summary.failed++;
	}
	if (!run)
		report_tally(&verifying->summary);
	archive_close(archive);
	return summary_status(&verifying->summary);
}

/* ---- The command ---- */

static bool run_number(const char *word, int64_t *run)
{
	if (operator_number(word, run))
		return true;
	command_complain("cannot verify \"%s\": not a run number; `trapdoor scores --format json` "
			 "shows run numbers",
		word);
	return false;
}

/* True if one of both is there, and names a contest of its kind. */
static bool is_contest(const char *daily, const char *weekly)
{
	const char *name = daily ? daily : weekly;
	int64_t begin;

	return !(daily && weekly) && contest_begin(name, &begin) &&
	       contest_kind(name) == (daily ? CONTEST_DAY : CONTEST_WEEK);
}

int verify_main(int argc, char **argv)
{
	const char *config = NULL, *state = NULL, *import = NULL, *daily = NULL, *weekly = NULL;
	struct verifying verifying = {0};
	bool all = false, set_aside = false, json = false;
	const struct argument_row rows[] = {
		{"all", NULL, "verify every scored run", .flag = &all},
		{"daily", "DATE",
			"verify the daily run of a date: its seed, and each row of its board",
			.text = &daily},
		{"weekly", "WEEK",
			"verify the contract of a week, as 2026-W48, and each row of its board",
			.text = &weekly},
		{"set-aside", NULL, "list the runs whose verification was set aside",
			.flag = &set_aside},
		{"json", NULL, "print that list as JSON", .flag = &json},
		{"import", "DIR", "read the runs from a directory that `scores --export` wrote",
			.text = &import},
		{"against", "PROGRAM",
			"also replay with this program, and report the first turn that differs",
			.text = &verifying.against},
		{"config", "FILE", "settings file; \"\": none (default: the installed one)",
			.text = &config},
		{"state", "DIR", "state directory of the server (default var)", .text = &state},
	};
	const struct argument_table table = {
		"verify [RUN | --all | --daily DATE | --weekly WEEK | --set-aside]",
		"Replays runs from their seeds and compares each with its record: a digest\n"
		"every 64 commands, and the score.  Segments played under other rules are\n"
		"replayed by the program that `make install` kept for those rules\n"
		"(libexec/trapdoor/RULES).  Exit status 0: all runs are verified, and the\n"
		"program of --against replays them alike.  1: a run fails, a program is\n"
		"missing or gives no answer, or runs differ.  2: wrong arguments.",
		rows, sizeof rows / sizeof *rows};
	int64_t run = 0;
	int words;
	int status = arguments_parse(argc, argv, &table, &words);

	if (status != ARGUMENTS_GO_ON)
		return status;
	/* An archive is verified whole unless one run is named. */
	if (import && words == 0)
		all = true;
	const char *contest = weekly ? weekly : daily;
	if (contest && !is_contest(daily, weekly)) {
		command_complain("verify takes one of --daily with a date, as 2026-11-24, and "
				 "--weekly with a week, as 2026-W48");
		return 2;
	}
	if (words != (all || set_aside || contest ? 0 : 1)) {
		command_complain("verify needs the number of one run, --all, --daily, --weekly or "
				 "--set-aside");
		return 2;
	}
	if (set_aside)
		return list_set_aside(config, state, json);
	if (!all && !contest && !run_number(argv[1], &run))
		return 2;
	crash_catch();
	if (contest)
		return verify_contest(config, state, contest, &verifying);
	return import ? verify_archive(import, run, &verifying)
		      : verify_store(config, state, run, &verifying);
}
