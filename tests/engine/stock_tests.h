/*
 * The content that all tests of one program share.  main() ends with stock_run(content, tests),
 * which sets `stock`, runs the tests and frees the content.
 */
#ifndef TRAPDOOR_TESTS_STOCK_TESTS_H
#define TRAPDOOR_TESTS_STOCK_TESTS_H

#include "tests/test.h"

#include "tests/engine/stock.h"

static const struct content *stock;

/* Takes ownership of the content.  Returns the number of failed tests, the exit status of a test
 * program. */
#define stock_run(content, tests) stock_run_tests(content, tests, sizeof(tests) / sizeof(tests)[0])

static inline int stock_run_tests(
	struct content *content, const struct CMUnitTest *tests, size_t count)
{
	stock = content;
	int failures = _cmocka_run_group_tests("tests", tests, count, NULL, NULL);
	stock = NULL;
	content_free(content);
	return failures;
}

#endif
