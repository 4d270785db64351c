/*
 * The table of kinds.h has each row that is drawn by ANSI's codes, so that render_test draws it.
 * Rows of other codes are in address_test and dialect_test.
 */
#include "tests/test.h"

#include "kinds.h"
#include "vt100/internal.h"

static void every_row_of_ansi_is_drawn_on_the_emulators(void **state)
{
	const struct vt_kind *kind;

	(void)state;
	for (unsigned number = 0; (kind = vt_kind_by_number(number)) != NULL; number++) {
		bool ansi = vt_address(kind) == NULL && vt_dialect(kind->grants) == NULL;
		size_t i = 0;

		while (i < KIND_CASES && vt_kind_by_name(kind_cases[i].name) != kind)
			i++;
		if (ansi && i == KIND_CASES)
			fail_msg("%s is drawn on no emulator", vt_kind_name(kind));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_of_ansi_is_drawn_on_the_emulators),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
