#include "door/command/check_report.h"

#include <stdarg.h>
#include <stdio.h>

#include "door/os/complain.h"

static const struct list_column columns[] = {
	{"area", "area", LIST_TEXT}, {"fine", "fine", LIST_FLAG}, {"text", "text", LIST_TEXT}};

void check_begin(struct check_report *report, bool json)
{
	*report = (struct check_report){.area = "settings"};
	if (json)
		report->list = list_new(columns, sizeof columns / sizeof *columns, true);
}

void check_area(struct check_report *report, const char *area)
{
	report->area = area;
}

static void add(struct check_report *report, bool fine, const char *text)
{
	report->findings += !fine;
	if (report->list) {
		list_text(report->list, report->area);
		list_flag(report->list, fine);
		list_text(report->list, text);
	} else if (fine) {
		printf("%s: %s\n", report->area, text);
	} else {
		command_complain("%s", text);
	}
}

void check_fine(struct check_report *report, const char *format, ...)
{
	char text[5000];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	add(report, true, text);
}

void check_finding(struct check_report *report, const char *format, ...)
{
	char text[1024];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	add(report, false, text);
}

int check_end(struct check_report *report)
{
	if (report->list)
		list_print(report->list, "");
	return report->findings ? 1 : 0;
}
