/* `trapdoor verify`: plays runs again and says of each whether the board tells the truth. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "operator.h"
#include "options.h"
#include "proof.h"

#define RUNS_AT_ONCE 256

struct tally {
	unsigned verified, failed, other, unanswered;
};

static void verify_one(struct keeper_line *line, int64_t run, struct tally *tally)
{
	char sentence[PROOF_SENTENCE_MAX];

	switch (proof_run(line, NULL, run, sentence, sizeof sentence)) {
	case PROOF_TRUE:
		tally->verified++;
		break;
	case PROOF_FALSE:
		tally->failed++;
		break;
	case PROOF_OTHER:
		tally->other++;
		break;
	case PROOF_FAILED:
		tally->unanswered++;
		break;
	}
	printf("run %" PRId64 ": %s\n", run, sentence);
}

static void verify_all(struct keeper_line *line, struct tally *tally)
{
	int64_t runs[RUNS_AT_ONCE];
	int64_t after = 0;
	size_t count;

	while (keeper_admin_runs(line, after, runs, RUNS_AT_ONCE, &count) == KEEPER_OK &&
		count > 0) {
		for (size_t i = 0; i < count; i++)
			verify_one(line, runs[i], tally);
		after = runs[count - 1];
	}
	printf("%u verified, %u failed, %u need another rules version\n", tally->verified,
		tally->failed, tally->other);
}

static bool run_number(const char *word, int64_t *run)
{
	char *end;

	errno = 0;
	*run = strtoll(word, &end, 10);
	if (errno == 0 && *end == '\0' && end != word && *run > 0)
		return true;
	options_complain("verify: \"%s\" is no run; a run is a number, as `trapdoor scores "
			 "--format json` tells",
		word);
	return false;
}

int verify_main(int argc, char **argv)
{
	const char *config = NULL;
	const char *state = NULL;
	bool all = false;
	const struct option_row rows[] = {
		{"all", NULL, "every run on the board", .flag = &all},
		{"config", "FILE", "settings to read", .text = &config},
		{"state", "DIR", "the state directory", .text = &state},
	};
	const struct option_table table = {"verify [RUN | --all]",
		"Plays runs again from their seeds and compares, turn by turn.", rows,
		sizeof rows / sizeof *rows};
	struct tally tally = {0};
	struct keeper_line *line;
	int64_t run = 0;
	int words;
	int status = options_parse(argc, argv, &table, &words);

	if (status != OPTIONS_GO_ON)
		return status;
	if (words != (all ? 0 : 1)) {
		options_complain("verify wants the number of one run, or --all");
		return 2;
	}
	if (!all && !run_number(argv[1], &run))
		return 2;
	line = operator_line(config, state);
	if (!line)
		return 1;
	if (all)
		verify_all(line, &tally);
	else
		verify_one(line, run, &tally);
	keeper_line_free(line);
	return tally.failed || tally.other || tally.unanswered ? 1 : 0;
}
