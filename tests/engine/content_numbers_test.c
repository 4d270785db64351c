/* Numbers of effects in content: dice, radii and durations, up to their limits and beyond. */
#include "tests/test.h"

#include "tests/engine/stock.h"

/* The complaints of the stock content with a food of this effect; "" if there are none. */
static void complaint_of(const char *effect, char *text, size_t size)
{
	struct content *content = content_new();
	const struct complaint *list;
	char record[400];

	snprintf(record, sizeof record,
		"item test-food\n  name test food\n  glyph %% text\n  look Edible.\n  class food\n"
		"  food 9\n  effect %s\n",
		effect);
	for (size_t i = 0; i < builtin_file_count; i++)
		stock_add(content, &builtin_files[i]);
	content_add(content, "zz.txt", record, strlen(record));
	text[0] = '\0';
	if (!content_seal(content)) {
		content_complaints(content, &list);
		snprintf(text, size, "%s", list[0].sentence);
	}
	content_free(content);
}

static void each_effect_is_read_or_refused(void **state)
{
	static const struct {
		const char *effect, *complaint;
	} cases[] = {
		{"heal 0", ""},
		{"heal 10000", ""},
		{"heal 1d1", ""},
		{"heal 99d101", ""},
		{"heal 10d1000", ""},
		{"heal 1d4-1", ""},
		{"heal 9d9-9", ""},
		{"heal 2d4+10000", "effect: 2d4+10000 may come out above 10000"},
		{"heal 2d4+9992", ""},
		{"heal 2d4+9993", "effect: 2d4+9993 may come out above 10000"},
		{"heal 10d1000-1", ""},
		{"heal 99d102-98", ""},
		{"heal 99d102-97", "effect: 99d102-97 may come out above 10000"},
		{"heal 99d101-99", ""},
		{"heal 1d4-2", "effect: 1d4-2 may come out below 0"},
		{"heal 0d4", "effect: 0 dice are not from 1 to 99"},
		{"heal 100d2", "effect: 100 dice are not from 1 to 99"},
		{"heal 99d102", "effect: 99d102+0 may come out above 10000"},
		{"gas measured-gas 5", NULL},
		{"burn for 1", ""},
		{"burn for 1000", ""},
		{"burn", "effect: burn lasts; write for how many turns, as in: for 20"},
		{"burn for 0", NULL},
		{"burn for 1001", NULL},
		{"burn for 3 for 3", "effect: burn does not last"},
		{"burn radius 1 for 3", ""},
		{"burn for 3 radius 99", ""},
		{"burn for 3 radius 100", NULL},
		{"burn for 3 radius 0", NULL},
		{"burn for 3 radius 2 radius 2", "effect: burn takes no radius"},
		{"heal 4 for 3", "effect: heal does not last"},
		{"burn for 3 around 2", ""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[300];

		complaint_of(cases[i].effect, text, sizeof text);
		if (cases[i].complaint ? strcmp(text, cases[i].complaint) != 0 : !*text)
			fail_msg("%s: \"%s\"", cases[i].effect, text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_effect_is_read_or_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
