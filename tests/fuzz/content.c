/*
 * Content from anybody: every fault is a complaint, and what is sealed without one makes a game.
 *
 *     0      a text alone
 *     1      a text beside the stock content
 *     2 + n  a text instead of the stock content's nth file
 *     255    a bundle
 */
#include "tests/fuzz/played.h"

#define ALONE 0
#define BUNDLE 255
#define TURNS 24

static void check_complaints(const struct content *content, bool sealed)
{
	const struct complaint *list;
	size_t count = content_complaints(content, &list);
	assert(sealed == (count == 0));
	for (size_t i = 0; i < count; i++) {
		assert(list[i].sentence[0] != '\0');
		for (const char *at = list[i].sentence; *at != '\0'; at++)
			assert(*at >= ' ' && *at <= '~');
	}
}

/* Its bundle is the same content. */
static void check_bundle(const struct content *content)
{
	struct complaint complaint;
	uint8_t digest[CONTENT_DIGEST_SIZE], again[CONTENT_DIGEST_SIZE];
	size_t size;
	const uint8_t *bytes = content_bundle(content, &size);
	struct content *copy = content_from_bundle(bytes, size, &complaint);
	assert(copy != NULL);
	content_digest(content, digest);
	content_digest(copy, again);
	assert(memcmp(digest, again, sizeof digest) == 0);
	content_free(copy);
}

static void play(const struct content *content, unsigned number)
{
	struct seed seed = {{(uint8_t)number}};
	struct birth birth = {.name = "Fuzzer"};
	struct noise noise = {number};
	struct game *game = game_new(content, &seed, &birth);
	game_check(game);
	for (int i = 0; i < TURNS && game_going(game); i++) {
		struct command command = noise_command(&noise, game);
		played_act(game, &command, false);
		if (i % 8 == 0)
			played_look(game, command.x, command.y);
		if (i % 16 == 0 && game->depth < content->last_depth)
			place_enter(game, game->depth + 1, true);
	}
	game_free(played_again(game));
}

static struct content *put_together(unsigned how, const struct fuzz_input *input)
{
	struct content *content = content_new();
	content_add(content, "fuzz.txt", (const char *)input->at, input->left);
	for (size_t i = 0; i < builtin_file_count && how != ALONE; i++) {
		const struct builtin_file *file = &builtin_files[i];
		if (i + 2 != how)
			content_add(content, file->name, file->text, file->size);
	}
	return content;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct fuzz_input input = {bytes, size};
	unsigned how = fuzz_byte(&input);
	struct complaint complaint = {0};
	struct content *content;
	bool sealed;
	if (how == BUNDLE) {
		content = content_from_bundle(input.at, input.left, &complaint);
		assert(content != NULL || complaint.sentence[0] != '\0');
		sealed = content != NULL;
	} else {
		content = put_together(how, &input);
		sealed = content_seal(content);
		check_complaints(content, sealed);
	}
	if (sealed) {
		check_bundle(content);
		play(content, (unsigned)size);
		check_complaints(content, content_reaches(content));
	}
	content_free(content);
	return 0;
}
