/* Each unit test includes this first: cmocka, the headers that cmocka needs, and the usual ones of
 * libc. */
#ifndef TRAPDOOR_TESTS_TEST_H
#define TRAPDOOR_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#endif
