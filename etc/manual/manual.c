/*
 * Writes the man pages and the completions of the program:  manual OUT PROSE
 *
 * Both are made from the tables that the program itself parses and prints by: commands
 * (door/command/commands.h, door/lab/lab.h), options (struct argument_row), settings
 * (door/config/config.h) and records of content (content_manual).  What no table has, such as
 * examples and files, is PROSE/PAGE.mdoc.  A new command or option needs nothing here.
 */
#include "etc/manual/completion.h"
#include "etc/manual/pages.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static void folder_make(const char *out, const char *name)
{
	char path[512];
	snprintf(path, sizeof path, "%s/%s", out, name);
	if (mkdir(path, 0777) != 0 && errno != EEXIST) {
		perror(path);
		exit(1);
	}
}

static void completion_write(const char *out, const char *name, void (*write)(FILE *out))
{
	char path[512];
	snprintf(path, sizeof path, "%s/completion/%s", out, name);
	FILE *file = fopen(path, "w");
	if (file)
		write(file);
	if (!file || ferror(file) || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

int main(int argc, char **argv)
{
	if (argc != 3) {
		fputs("usage: manual OUT PROSE\n", stderr);
		return 2;
	}
	folder_make(argv[1], "");
	folder_make(argv[1], "man1");
	folder_make(argv[1], "man5");
	folder_make(argv[1], "completion");
	pages_write(argv[1], argv[2]);
	completion_write(argv[1], "trapdoor.bash", completion_bash);
	completion_write(argv[1], "_trapdoor", completion_zsh);
	completion_write(argv[1], "trapdoor.fish", completion_fish);
	return 0;
}
