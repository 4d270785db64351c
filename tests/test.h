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

/* True if a sanitizer that keeps freed memory or wants files is in this build. */
#if defined(__SANITIZE_ADDRESS__) || defined(SANDBOX_RELAXED)
#define SANITIZED_BUILD true
#elif defined(__has_feature)
#define SANITIZED_BUILD __has_feature(address_sanitizer)
#else
#define SANITIZED_BUILD false
#endif

#endif
