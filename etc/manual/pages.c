#include "etc/manual/pages.h"

#include "door/command/commands.h"
#include "door/config/config.h"
#include "door/os/version.h"
#include "door/play/keymap.h"
#include "engine/engine.h"
#include "etc/manual/mdoc.h"
#include "etc/manual/tables.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct page {
	FILE *file;
	FILE *prose; /* NULL: no file */
	int section;
};

static _Noreturn void fail(const char *path)
{
	perror(path);
	exit(1);
}

static struct page page_open(
	const char *out, const char *prose, const char *name, int section, const char *about)
{
	struct page page = {.section = section};
	char path[512], title[64];
	snprintf(path, sizeof path, "%s/man%d/%s.%d", out, section, name, section);
	page.file = fopen(path, "w");
	if (!page.file)
		fail(path);
	snprintf(path, sizeof path, "%s/%s.mdoc", prose, name);
	page.prose = fopen(path, "r");
	snprintf(title, sizeof title, "%s", name);
	for (char *c = title; *c; c++)
		*c = (char)toupper((unsigned char)*c);
	fprintf(page.file,
		".\\\" Made by etc/manual from the tables of the program.\n"
		".Dd " TRAPDOOR_DATE "\n.Dt %s %d\n.Os\n"
		".Sh NAME\n.Nm %s\n.Nd %s\n",
		title, section, name, about);
	return page;
}

/* Copies the prose up to the next section, or to section `stop`, whose first line is kept. */
static void prose_copy(struct page *page, const char *stop)
{
	char line[512];
	long before;
	while (page->prose && (before = ftell(page->prose)) >= 0 &&
		fgets(line, sizeof line, page->prose)) {
		if (strncmp(line, stop, strlen(stop)) == 0) {
			fseek(page->prose, before, SEEK_SET);
			return;
		}
		fputs(line, page->file);
	}
}

static void put_exit_status(FILE *out)
{
	fputs(".Sh EXIT STATUS\n.Bl -tag -width Ds\n"
	      ".It 0\nThe command succeeded.\n"
	      ".It 1\nThe command failed, or found an error.\n"
	      ".It 2\nThe command line was wrong.\n.El\n",
		out);
}

/* All other pages, in order: .Xr NAME SECTION with commas. */
static void put_see_also(struct page *page, const char *self)
{
	char names[24][32], sections[24];
	size_t count = 0;
	for (const struct table_row *row = table_commands; row->name && count < 20; row++) {
		snprintf(names[count], sizeof names[0], "trapdoor-%s", row->name);
		sections[count++] = '1';
	}
	snprintf(names[count], sizeof names[0], "trapdoor");
	sections[count++] = '1';
	snprintf(names[count], sizeof names[0], "trapdoor-content");
	sections[count++] = '5';
	snprintf(names[count], sizeof names[0], "trapdoor-keys");
	sections[count++] = '5';
	snprintf(names[count], sizeof names[0], "trapdoor.conf");
	sections[count++] = '5';
	const char *before = "";
	fputs(".Sh SEE ALSO\n", page->file);
	for (char section = '1'; section <= '5'; section++) {
		for (;;) { /* the smallest name that is left */
			size_t least = count;
			for (size_t i = 0; i < count; i++)
				if (sections[i] == section && strcmp(names[i], self) != 0 &&
					(least == count || strcmp(names[i], names[least]) < 0))
					least = i;
			if (least == count)
				break;
			fprintf(page->file, "%s.Xr %s %c", before, names[least], section);
			before = " ,\n";
			sections[least] = 0;
		}
	}
	fputc('\n', page->file);
}

static void page_close(struct page *page, const char *name)
{
	prose_copy(page, ".Sh EXAMPLES");
	if (page->section == 1)
		put_exit_status(page->file);
	prose_copy(page, ".Sh NONE");
	put_see_also(page, name);
	if (page->prose)
		fclose(page->prose);
	if (ferror(page->file) || fclose(page->file) != 0)
		fail(name);
}

/* ---- Commands ---- */

static void put_usage(FILE *out, const struct table_row *row, const struct argument_table *table)
{
	(void)row;
	mdoc_synopsis(out, table->synopsis);
}

static void put_about(FILE *out, const struct table_row *row, const struct argument_table *table)
{
	(void)row;
	mdoc_text(out, table->about);
}

static void put_options(FILE *out, const struct table_row *row, const struct argument_table *table)
{
	(void)row;
	mdoc_options(out, table);
}

static void put_commands(FILE *out, const struct table_row *row)
{
	fputs(".Pp\nThe commands are:\n.Bl -tag -width scenario\n", out);
	for (; row->name; row++) {
		fprintf(out, ".It Cm %s\n", row->name);
		mdoc_sentences(out, row->about);
	}
	fputs(".El\n", out);
}

static void put_sub(FILE *out, const struct table_row *row, const struct argument_table *table)
{
	fprintf(out, ".Ss lab %s\n.Nm trapdoor\n", row->name);
	mdoc_synopsis(out, table->synopsis);
	fputs(".Pp\n", out);
	mdoc_text(out, table->about);
	mdoc_options(out, table);
}

static void lab_write(struct page *page)
{
	fputs(".Sh SYNOPSIS\n.Nm trapdoor\n", page->file);
	mdoc_synopsis(page->file, "lab COMMAND [OPTION]...");
	fputs(".Sh DESCRIPTION\nDebugs and measures the game.\n", page->file);
	prose_copy(page, ".Sh");
	if (table_subs()->name)
		put_commands(page->file, table_subs());
	for (const struct table_row *row = table_subs(); row->name; row++)
		table_see(row, put_sub, page->file);
}

static void command_write(const char *out, const char *prose, const struct table_row *row)
{
	char name[32];
	snprintf(name, sizeof name, "trapdoor-%s", row->name);
	struct page page = page_open(out, prose, name, 1, row->about);
	if (strcmp(row->name, "lab") == 0) {
		lab_write(&page);
	} else {
		fputs(".Sh SYNOPSIS\n.Nm trapdoor\n", page.file);
		table_see(row, put_usage, page.file);
		fputs(".Sh DESCRIPTION\n", page.file);
		table_see(row, put_about, page.file);
		prose_copy(&page, ".Sh");
		table_see(row, put_options, page.file);
	}
	page_close(&page, name);
}

static void program_write(const char *out, const char *prose)
{
	struct page page =
		page_open(out, prose, "trapdoor", 1, "roguelike game served over ssh and telnet");
	fputs(".Sh SYNOPSIS\n.Nm\n", page.file);
	mdoc_synopsis(page.file, "COMMAND [OPTION]...");
	fputs(".Nm\n.Cm help\n.Op Ar COMMAND\n.Nm\n.Fl -version\n.Sh DESCRIPTION\n", page.file);
	prose_copy(&page, ".Sh");
	put_commands(page.file, table_commands);
	page_close(&page, "trapdoor");
}

/* ---- Settings ---- */

static const char *section_begin(FILE *out, const char *before, const char *section)
{
	if (strcmp(before, section) != 0)
		fprintf(out, "%s.Ss [%s]\\&\n.Bl -tag -width Ds\n", *before ? ".El\n" : "",
			section);
	return section;
}

static void put_text_setting(FILE *out, const char *key, const char *value, const char *help)
{
	char text[512];
	fprintf(out, ".It Ic %s No = Ar text\n", key);
	snprintf(text, sizeof text, "%s (default %s)", help, *value ? value : "empty");
	mdoc_sentences(out, text);
}

static void put_number_setting(
	FILE *out, const char *key, int value, int least, int most, const char *help)
{
	char text[512];
	fprintf(out, ".It Ic %s No = Ar number\n", key);
	snprintf(text, sizeof text, "%s (%d to %d, default %d)", help, least, most, value);
	mdoc_sentences(out, text);
}

#define AT_RELOAD ""
#define AT_RESTART "; a change takes effect at the next start"

static void settings_write(const char *out, const char *prose)
{
	struct page page =
		page_open(out, prose, "trapdoor.conf", 5, "settings of the trapdoor game server");
	const char *section = "";
	fputs(".Sh DESCRIPTION\n", page.file);
	prose_copy(&page, ".Sh");
#define TEXT(group, key, when, value, help)                                                        \
	section = section_begin(page.file, section, #group);                                       \
	put_text_setting(page.file, #key, value, help AT_##when);
#define NETWORKS(group, key, when, help) TEXT(group, key, when, "", help)
#define NUMBER(group, key, when, value, least, most, help)                                         \
	section = section_begin(page.file, section, #group);                                       \
	put_number_setting(page.file, #key, value, least, most, help AT_##when);
	SETTINGS(TEXT, NETWORKS, NUMBER)
#undef TEXT
#undef NETWORKS
#undef NUMBER
	fputs(".El\n", page.file);
	page_close(&page, "trapdoor.conf");
}

/* ---- Content ---- */

/* Reads what `lab content --fields` prints.  A heading or paragraph begins at the margin.  An item
 * is indented by four columns, and the lines that continue it by more. */
struct records {
	FILE *out;
	bool in_list, after_heading;
};

static void records_list(struct records *records, bool open)
{
	if (records->in_list != open)
		fputs(open ? ".Bl -tag -width Ds\n" : ".El\n", records->out);
	records->in_list = open;
}

static void records_item(struct records *records, const char *line)
{
	size_t length = strcspn(line, " ");
	records_list(records, true);
	fprintf(records->out, ".It Ic %s%.*s\n", *line == '|' ? "\\&" : "", (int)length, line);
	mdoc_sentences(records->out, line + length);
}

/* A heading such as "terrain ID", or a sentence that introduces a list. */
static void records_heading(struct records *records, const char *line)
{
	bool sentence = strchr(line, '.') || line[strlen(line) - 1] == ':';
	records_list(records, false);
	records->after_heading = !sentence;
	if (!sentence) {
		fprintf(records->out, ".Ss %s\\&\n", line);
		return;
	}
	fputs(".Pp\n", records->out);
	mdoc_sentences(records->out, line);
}

static void records_line(struct records *records, const char *line)
{
	size_t indent = strspn(line, " ");
	if (!line[indent])
		return;
	if (indent == 0) {
		records_heading(records, line);
	} else if (records->after_heading) {
		records->after_heading = false;
		mdoc_sentences(records->out, line);
	} else if (indent == 4) {
		records_item(records, line + indent);
	} else {
		fputs(".br\n", records->out);
		mdoc_sentences(records->out, line + indent);
	}
}

static void content_write(const char *out, const char *prose)
{
	struct page page = page_open(
		out, prose, "trapdoor-content", 5, "records that define a game of trapdoor");
	struct records records = {.out = page.file};
	char *manual = content_manual(), *rest = manual, *line;
	fputs(".Sh DESCRIPTION\n", page.file);
	prose_copy(&page, ".Sh");
	while ((line = strsep(&rest, "\n")))
		records_line(&records, line);
	records_list(&records, false);
	free(manual);
	page_close(&page, "trapdoor-content");
}

/* ---- Keys ---- */

static void keys_write(const char *out, const char *prose)
{
	struct page page =
		page_open(out, prose, "trapdoor-keys", 5, "key configurations of trapdoor");
	char name[24], keys[60], text[200], help[120];
	fputs(".Sh DESCRIPTION\n", page.file);
	prose_copy(&page, ".Sh");
	fputs(".Sh PRESETS\n.Bl -tag -width Ds\n", page.file);
	for (unsigned i = 0; i < keymap_preset_count(); i++) {
		fprintf(page.file, ".It Cm %s\n", keymap_preset_word(i));
		mdoc_sentences(page.file, keymap_preset_help(i));
	}
	fputs(".El\n.Sh COMMANDS\nWith the keys of the preset vi:\n.Bl -tag -width Ds\n",
		page.file);
	for (int action = ACTION_WALK; action < ACTION_COUNT; action++) {
		action_name((enum action)action, name, sizeof name);
		action_help(NULL, (enum action)action, help, sizeof help);
		keymap_keys_text(keymap_preset(0), (enum action)action, 2, keys, sizeof keys);
		fprintf(page.file, ".It Cm %s\n", name);
		snprintf(text, sizeof text, "%s (%s)", help, keys);
		mdoc_sentences(page.file, text);
	}
	fputs(".El\n", page.file);
	page_close(&page, "trapdoor-keys");
}

void pages_write(const char *out, const char *prose)
{
	program_write(out, prose);
	for (const struct table_row *row = table_commands; row->name; row++)
		command_write(out, prose, row);
	settings_write(out, prose);
	content_write(out, prose);
	keys_write(out, prose);
}
