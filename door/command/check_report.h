/* The report of `trapdoor check`: what is fine goes to standard output, each finding is a sentence
 * on standard error. Or both are rows of one JSON list. */
#ifndef TRAPDOOR_CHECK_REPORT_H
#define TRAPDOOR_CHECK_REPORT_H

#include "door/command/list_print.h"

struct check_report {
	struct list *list; /* NULL: text */
	const char *area;  /* of the next lines */
	unsigned findings;
};

void check_begin(struct check_report *report, bool json);
void check_area(struct check_report *report, const char *area);
void check_fine(struct check_report *report, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The sentence says what is wrong and what to do. */
void check_finding(struct check_report *report, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Prints the list, and returns the exit status: 0 without findings, else 1. */
int check_end(struct check_report *report);

#endif
