/*
 * Scenarios from anybody: whatever the text, it is played or complained about, in plain words.
 */
#include "engine/lab/lab.h"
#include "tests/fuzz/fuzz.h"
#include "tests/engine/stock.h"

#include <stdlib.h>

#define TEXT_MOST 900 /* a longer one may well say to wait for an hour */

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct content *content;
	if (content == NULL)
		content = stock_content();
	if (size > TEXT_MOST)
		return 0;
	struct lab_script script = {"fuzz.txt", (const char *)bytes, size};
	struct lab_scenario_how how = {.coverage = false};
	struct lab_tally summary;
	char *shown = lab_scenarios(content, &script, 1, &how, &summary);
	assert(strstr(shown, " passed, ") != NULL);
	for (const char *at = shown; *at != '\0'; at++)
		assert(*at == '\n' || (*at >= ' ' && *at <= '~'));
	free(shown);
	return 0;
}
