#include "etc/manual/completion.h"

#include "etc/manual/tables.h"

#include <ctype.h>
#include <string.h>

/* ---- What can be completed ---- */

/* How the value of an option, or the words after a command, are completed. */
enum source { SOURCE_NOTHING, SOURCE_FILES, SOURCE_FOLDERS, SOURCE_WORDS, SOURCE_COMMANDS };

static enum source source_of(const char *value)
{
	return strchr(value, '|')              ? SOURCE_WORDS
	       : strcmp(value, "DIR") == 0     ? SOURCE_FOLDERS
	       : strcmp(value, "FILE") == 0    ? SOURCE_FILES
	       : strcmp(value, "PROGRAM") == 0 ? SOURCE_FILES
	       : strcmp(value, "COMMAND") == 0 ? SOURCE_COMMANDS
					       : SOURCE_NOTHING;
}

/* "text json" of "text|json". */
static const char *words_of(const char *value)
{
	static char words[256];
	snprintf(words, sizeof words, "%s", value);
	for (char *c = words; *c; c++)
		if (*c == '|')
			*c = ' ';
	return words;
}

/* Writes the first words of the indented lines of a description: the commands of a command. */
static void words_listed(const char *about, char words[256])
{
	words[0] = '\0';
	while ((about = strstr(about, "\n  ")) != NULL) {
		about += 3;
		if (islower((unsigned char)*about))
			snprintf(words + strlen(words), 256 - strlen(words), "%s%.*s",
				*words ? " " : "", (int)strcspn(about, " "), about);
	}
}

/* Which words follow a command: small ones of its synopsis outside of brackets, those that its
 * description lists for "COMMAND", or files. */
static enum source source_after(const struct argument_table *table, bool is_sub, char words[256])
{
	const char *synopsis = table->synopsis;
	char word[32];
	int depth = 0, skip = is_sub ? 2 : 1;
	bool is_value = false; /* of an option, which is no word of the command */
	enum source source = SOURCE_NOTHING;
	for (words[0] = '\0'; synopsis_word(&synopsis, word);) {
		depth += (*word == '[') - (*word == ']');
		if (skip-- > 0)
			continue;
		if (depth == 0 && islower((unsigned char)*word))
			snprintf(words + strlen(words), 256 - strlen(words), "%s%s",
				*words ? " " : "", word);
		else if (isupper((unsigned char)*word) && !is_value && source == SOURCE_NOTHING)
			source = source_of(word);
		is_value = *word == '-';
	}
	if (!*words && strstr(table->synopsis, " COMMAND"))
		words_listed(table->about, words);
	return *words ? SOURCE_WORDS : source;
}

static const char *full_name(const struct table_row *row)
{
	static char name[48];
	snprintf(name, sizeof name, "%s%s", row->is_sub ? "lab " : "", row->name);
	return name;
}

static void put_names(FILE *out, const struct table_row *row)
{
	for (const char *space = ""; row->name; row++, space = " ")
		fprintf(out, "%s%s", space, row->name);
}

/* A text within the single quotes of a shell, with a backslash before some characters. */
static void put_escaped(FILE *out, const char *text, const char *escaped)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\'", out);
		else if (strchr(escaped, *text))
			fputc('\\', out);
		fputc(*text, out);
	}
}

/* ---- bash ---- */

static void bash_source(FILE *out, enum source source, const char *words)
{
	static const char *const how[] = {[SOURCE_NOTHING] = "return 1",
		[SOURCE_FILES] = "_trapdoor_paths -f; return 1",
		[SOURCE_FOLDERS] = "_trapdoor_paths -d; return 1",
		[SOURCE_COMMANDS] = "words=$commands"};
	if (source == SOURCE_WORDS)
		fprintf(out, "words='%s' ;;\n", words);
	else
		fprintf(out, "%s ;;\n", how[source]);
}

static void bash_values(FILE *out, const struct table_row *row, const struct argument_table *table)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct argument_row *option = &table->rows[i];
		if (!option->value)
			continue;
		fprintf(out, "\t'%s --%s') ", full_name(row), option->name);
		bash_source(out, source_of(option->value), words_of(option->value));
	}
}

static void bash_options(FILE *out, const struct table_row *row, const struct argument_table *table)
{
	fprintf(out, "\t'%s') words='--help", full_name(row));
	for (size_t i = 0; i < table->count; i++)
		fprintf(out, " --%s", table->rows[i].name);
	fputs("' ;;\n", out);
}

static void bash_words(FILE *out, const struct table_row *row, const struct argument_table *table)
{
	char words[256];
	enum source source = source_after(table, row->is_sub, words);
	if (source == SOURCE_NOTHING)
		return;
	fprintf(out, "\t'%s') ", full_name(row));
	bash_source(out, source, words);
}

void completion_bash(FILE *out)
{
	fputs("# Completion of trapdoor for bash; made by etc/manual.\n"
	      "_trapdoor_paths()\n{\n"
	      "\tcompopt -o filenames 2>/dev/null\n"
	      "\tmapfile -t COMPREPLY < <(compgen \"$1\" -- \"$current\")\n}\n\n"
	      "_trapdoor()\n{\n"
	      "\tlocal current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
	      "\tlocal command=${COMP_WORDS[1]} words= commands='",
		out);
	put_names(out, table_commands);
	fputs("' subs='", out);
	put_names(out, table_subs());
	fputs("'\n\tCOMPREPLY=()\n"
	      "\t# bash splits --option=value at the sign.\n"
	      "\tif [[ $current == = ]]; then\n\t\tcurrent=\n"
	      "\telif [[ $before == = ]]; then\n\t\tbefore=${COMP_WORDS[COMP_CWORD - 2]}\n\tfi\n"
	      "\tif ((COMP_CWORD == 1)); then\n\t\twords=\"$commands --help --version\"\n"
	      "\telif [[ $command == lab ]] && ((COMP_CWORD == 2)); then\n\t\twords=\"$subs "
	      "--help\"\n"
	      "\telse\n\t\t[[ $command != lab ]] || command=\"lab ${COMP_WORDS[2]}\"\n"
	      "\t\t_trapdoor_words || return\n\tfi\n"
	      "\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n}\n\n"
	      "# Sets the words for the command; false if the answer is complete.\n"
	      "_trapdoor_words()\n{\n\tcase \"$command $before\" in\n",
		out);
	table_see_all(bash_values, out);
	fputs("\tesac\n\t[[ -z $words ]] || return 0\n"
	      "\tif [[ $current == -* ]]; then\n\tcase $command in\n",
		out);
	table_see_all(bash_options, out);
	fputs("\tesac\n\telse\n\tcase $command in\n", out);
	table_see_all(bash_words, out);
	fputs("\tesac\n\tfi\n}\n\ncomplete -F _trapdoor trapdoor\n", out);
}

/* ---- zsh ---- */

static void zsh_action(FILE *out, const char *value, enum source source, const char *words)
{
	static const char *const how[] = {
		[SOURCE_NOTHING] = " ", [SOURCE_FILES] = "_files", [SOURCE_FOLDERS] = "_files -/"};
	fputc(':', out);
	put_escaped(out, source == SOURCE_WORDS ? "word" : value, ":");
	fputc(':', out);
	if (source == SOURCE_COMMANDS || source == SOURCE_WORDS)
		fputc('(', out);
	if (source == SOURCE_COMMANDS)
		put_names(out, table_commands);
	else
		fputs(source == SOURCE_WORDS ? words : how[source], out);
	if (source == SOURCE_COMMANDS || source == SOURCE_WORDS)
		fputc(')', out);
}

static void zsh_options(FILE *out, const struct table_row *row, const struct argument_table *table)
{
	char words[256];
	enum source source = source_after(table, row->is_sub, words);
	fprintf(out, "\t'%s') _arguments '--help[show the options]'", full_name(row));
	for (size_t i = 0; i < table->count; i++) {
		const struct argument_row *option = &table->rows[i];
		fprintf(out, " \\\n\t\t'--%s%s[", option->name, option->value ? "=" : "");
		put_escaped(out, option->help, "[]:\\");
		fputc(']', out);
		if (option->value)
			zsh_action(out, option->value, source_of(option->value),
				words_of(option->value));
		fputc('\'', out);
	}
	if (source != SOURCE_NOTHING) {
		fprintf(out, " \\\n\t\t'%c", source == SOURCE_FILES ? '*' : '1');
		zsh_action(out, "word", source, words);
		fputc('\'', out);
	}
	fputs(" ;;\n", out);
}

static void zsh_list(FILE *out, const char *name, const struct table_row *row)
{
	fprintf(out, "\t%s=(", name);
	for (; row->name; row++) {
		fprintf(out, "\n\t\t'%s:", row->name);
		put_escaped(out, row->about, ":\\");
		fputc('\'', out);
	}
	fputs(")\n", out);
}

void completion_zsh(FILE *out)
{
	fputs("#compdef trapdoor\n# Completion of trapdoor for zsh; made by etc/manual.\n"
	      "_trapdoor() {\n\tlocal command\n\tlocal -a commands subs\n",
		out);
	zsh_list(out, "commands", table_commands);
	zsh_list(out, "subs", table_subs());
	fputs("\tif (( CURRENT == 2 )); then\n\t\t_describe command commands\n\t\treturn\n\tfi\n"
	      "\tcommand=$words[2]\n\tshift words\n\t(( CURRENT-- ))\n"
	      "\tif [[ $command == lab ]]; then\n"
	      "\t\tif (( CURRENT == 2 )); then\n\t\t\t_describe command "
	      "subs\n\t\t\treturn\n\t\tfi\n"
	      "\t\tcommand=\"lab $words[2]\"\n\t\tshift words\n\t\t(( CURRENT-- ))\n\tfi\n"
	      "\tcase $command in\n",
		out);
	table_see_all(zsh_options, out);
	fputs("\tesac\n}\n\n_trapdoor \"$@\"\n", out);
}

/* ---- fish ---- */

static void fish_condition(FILE *out, const struct table_row *row)
{
	fputs("complete -c trapdoor -n '", out);
	if (row->is_sub)
		fputs("__fish_seen_subcommand_from lab; and ", out);
	fprintf(out, "__fish_seen_subcommand_from %s'", row->name);
}

static void fish_source(FILE *out, enum source source, const char *words)
{
	static const char *const how[] = {[SOURCE_NOTHING] = " -x",
		[SOURCE_FILES] = " -r -F",
		[SOURCE_FOLDERS] = " -x -a '(__fish_complete_directories)'"};
	if (source == SOURCE_WORDS)
		fprintf(out, " -x -a '%s'", words);
	else
		fputs(how[source], out);
}

static void fish_about(FILE *out, const char *about)
{
	fputs(" -d '", out);
	put_escaped(out, about, "\\");
	fputs("'\n", out);
}

static void fish_options(FILE *out, const struct table_row *row, const struct argument_table *table)
{
	char words[256];
	enum source source = source_after(table, row->is_sub, words);
	for (size_t i = 0; i < table->count; i++) {
		const struct argument_row *option = &table->rows[i];
		fish_condition(out, row);
		fprintf(out, " -l %s", option->name);
		if (option->value)
			fish_source(out, source_of(option->value), words_of(option->value));
		fish_about(out, option->help);
	}
	if (source == SOURCE_NOTHING)
		return;
	fish_condition(out, row);
	if (source == SOURCE_FILES) {
		fputs(" -F\n", out);
		return;
	}
	fputs(" -a '", out);
	if (source == SOURCE_COMMANDS)
		put_names(out, table_commands);
	else
		fputs(words, out);
	fputs("'\n", out);
}

void completion_fish(FILE *out)
{
	fputs("# Completion of trapdoor for fish; made by etc/manual.\ncomplete -c trapdoor -f\n",
		out);
	for (const struct table_row *row = table_commands; row->name; row++) {
		fprintf(out, "complete -c trapdoor -n __fish_use_subcommand -a %s", row->name);
		fish_about(out, row->about);
	}
	for (const struct table_row *row = table_subs(); row->name; row++) {
		fputs("complete -c trapdoor -n '__fish_seen_subcommand_from lab; and not "
		      "__fish_seen_subcommand_from ",
			out);
		put_names(out, table_subs());
		fprintf(out, "' -a %s", row->name);
		fish_about(out, row->about);
	}
	table_see_all(fish_options, out);
}
