/* trapdoor lab content: checks content, prints its manual and words, and begins a new game. */
#include "door/config/content_load.h"
#include "door/lab/lab.h"
#include "door/lab/new_game.h"
#include "door/os/arguments.h"
#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int manual_print(void)
{
	char *manual = content_manual();
	fputs(manual, stdout);
	free(manual);
	return 0;
}

static int words_print(void)
{
	size_t size;
	struct content *content = content_new();
	char *words = content_neutral_words(content, &size);
	fwrite(words, 1, size, stdout);
	free(words);
	content_free(content);
	return 0;
}

static int digest_print(const char *directory)
{
	uint8_t digest[CONTENT_DIGEST_SIZE];
	struct content *content = content_load(directory);
	if (!content)
		return 1;
	content_digest(content, digest);
	for (size_t i = 0; i < sizeof digest; i++)
		printf("%02x", digest[i]);
	printf("\n");
	content_free(content);
	return 0;
}

int lab_content_main(int argc, char **argv)
{
	const char *directory = NULL, *new_game = NULL;
	bool fields = false, words = false;
	const struct argument_row rows[] = {
		{"content", "DIR", "content directory that extends or replaces the built-in game",
			.text = &directory},
		{"new", "DIR", "write a minimal game into a new directory", .text = &new_game},
		{"fields", NULL, "print the manual of all record kinds and their fields",
			.flag = &fields},
		{"words", NULL,
			"print the neutral words, which replace those that a game leaves out",
			.flag = &words},
	};
	const struct argument_table table = {
		"lab content [--content DIR | --new DIR | --fields | --words]",
		"Reads content and lists all errors in it, or prints its digest if there are none.",
		rows, COUNT(rows)};
	int status = arguments_parse(argc, argv, &table, NULL);
	if (status != ARGUMENTS_GO_ON)
		return status;
	if (fields)
		return manual_print();
	if (words)
		return words_print();
	if (new_game)
		return new_game_write(new_game) ? digest_print(new_game) : 1;
	return digest_print(directory);
}
