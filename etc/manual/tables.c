#include "etc/manual/tables.h"

#include "door/command/commands.h"
#include "door/lab/lab.h"

#include <stdlib.h>
#include <string.h>

const struct table_row table_commands[] = {
#define ROW(name, about) {#name, about, false, name##_main},
	COMMANDS(ROW)
#undef ROW
		{.name = NULL},
};

/* A program without the lab has no such functions. */
/* clang-format off */
#define ROW(name, about) extern __typeof__(lab_##name##_main) lab_##name##_main __attribute__((weak));
/* clang-format on */
LAB_COMMANDS(ROW)
#undef ROW

const struct table_row *table_subs(void)
{
	static const struct table_row subs[] = {
#define ROW(name, about) {#name, about, true, lab_##name##_main},
		LAB_COMMANDS(ROW)
#undef ROW
			{.name = NULL},
	};
	static const struct table_row none = {.name = NULL};
	return subs[0].run ? subs : &none;
}

static struct {
	table_seer *see;
	FILE *out;
	const struct table_row *row;
} seeing;

/* In place of the one of door/os/arguments.c. */
int arguments_parse(int argc, char **argv, const struct argument_table *table, int *words)
{
	(void)argc, (void)argv, (void)words;
	seeing.see(seeing.out, seeing.row, table);
	return 0;
}

void table_see(const struct table_row *row, table_seer *see, FILE *out)
{
	char ask[] = "--help", name[32];
	char *question[] = {name, ask, NULL};
	if (!row->is_sub && strcmp(row->name, "lab") == 0)
		return;
	snprintf(name, sizeof name, "%s%s", row->is_sub ? "lab " : "", row->name);
	seeing.see = see;
	seeing.out = out;
	seeing.row = row;
	if (row->run(2, question) != 0)
		abort();
}

void table_see_all(table_seer *see, FILE *out)
{
	for (const struct table_row *row = table_commands; row->name; row++)
		table_see(row, see, out);
	for (const struct table_row *row = table_subs(); row->name; row++)
		table_see(row, see, out);
}

bool synopsis_word(const char **at, char word[32])
{
	static const char single[] = "[]|<";
	*at += strspn(*at, " ");
	size_t length = strchr(single, **at) ? 1 : **at == '.' ? 3 : strcspn(*at, " []|<.");
	if (!**at || length >= 32)
		return false;
	memcpy(word, *at, length);
	word[length] = '\0';
	*at += length;
	return true;
}
