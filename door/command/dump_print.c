#include "door/command/dump_print.h"

#include "door/os/complain.h"
#include "door/os/printable.h"
#include "door/play/dump.h"
#include "door/replay/dump_run.h"
#include "door/replay/replay_old_rules.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define FIRST_WITH_DUMPS 4 /* first rules version whose program prints dumps */

/* Returns the rules version of the run's last segment, or 0 if there is no such run. */
static uint32_t rules_of_end(const struct run_source *source, int64_t run)
{
	struct store_segment last = {0};
	struct keeper_run header;
	if (source->run(source->context, run, &header) != KEEPER_OK ||
		source->segment(source->context, run, header.next_index, &last) != KEEPER_OK)
		return 0;
	free(last.save);
	return last.rules;
}

int dump_print(
	const struct run_source *source, struct store_client *line, const char *import, int64_t run)
{
	static const char *const options[] = {"--dump", NULL};
	char sentence[300] = "";
	uint32_t rules = rules_of_end(source, run);
	if (rules && rules != ENGINE_RULES_VERSION && rules >= FIRST_WITH_DUMPS)
		return replay_old_rules(line, &(struct old_rules_replay){.run = run,
						      .rules = rules,
						      .import = import,
						      .options = options,
						      .prints = true});
	char *text = dump_of_run(source, NULL, run, (struct dump_form){.width = DUMP_WIDTH},
		sentence, sizeof sentence);
	if (text)
		print_lines(text);
	else
		command_complain("run %" PRId64 ": %s", run, sentence);
	free(text);
	return text ? 0 : 1;
}
