/*
 * Archives of strangers: any files are verified or refused with a sentence, twice alike, and can be
 * replayed as far as they go.
 *
 *     the text of runs/1.json, and after a byte 0 that of board.json
 *
 * The text CONTENT stands for the digest of the stock content in hexadecimal, so that inputs
 * outlast changes of the content.
 */
#include "tests/fuzz/played.h"

#include "door/replay/replay_cursor.h"
#include "door/verify/archive_private.h"
#include "door/verify/verification.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define MARK "CONTENT"

static char directory[64];

static void remove_directory(void)
{
	static const char *const names[] = {"/runs/1.json", "/board.json"};
	char path[128];
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s%s", directory, names[i]);
		unlink(path);
	}
	snprintf(path, sizeof path, "%s/runs", directory);
	rmdir(path);
	rmdir(directory);
}

/* Made once, in memory if the system has such a place. */
static void make_directory(void)
{
	char path[128];
	snprintf(directory, sizeof directory, "%s/trapdoor-fuzz-XXXXXX",
		access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	assert(mkdtemp(directory) != NULL);
	snprintf(path, sizeof path, "%s/runs", directory);
	int made = mkdir(path, 0700);
	assert(made == 0);
	atexit(remove_directory);
	/* No program of other rules is run. */
	setenv("TRAPDOOR_ELDERS", "/nowhere", 1);
}

static void put(const char *name, const uint8_t *bytes, size_t size)
{
	uint8_t digest[CONTENT_DIGEST_SIZE];
	char path[128];
	snprintf(path, sizeof path, "%s/%s", directory, name);
	FILE *file = fopen(path, "w");
	assert(file != NULL);
	content_digest(played_stock(), digest);
	char *hex = archive_hex(digest, sizeof digest);
	for (size_t i = 0; i < size; i++) {
		if (size - i >= strlen(MARK) && memcmp(bytes + i, MARK, strlen(MARK)) == 0) {
			fputs(hex, file);
			i += strlen(MARK) - 1;
		} else {
			fputc(bytes[i], file);
		}
	}
	free(hex);
	fclose(file);
}

static enum verification_verdict verify(char *sentence, size_t size)
{
	struct archive *archive = archive_open(directory, sentence, size);
	assert(archive != NULL);
	const struct run_source source = archive_source(archive);
	sentence[0] = '\0';
	enum verification_verdict verdict =
		verify_from_source(&source, played_stock(), 1, sentence, size);
	assert(sentence[0] != '\0');
	archive_close(archive);
	return verdict;
}

static void replay(void)
{
	char sentence[512] = "";
	struct archive *archive = archive_open(directory, sentence, sizeof sentence);
	const struct run_source source = archive_source(archive);
	struct replay_cursor *cursor =
		replay_cursor_new(&source, played_stock(), 1, REPLAY_CURSOR_FORWARD);
	if (replay_cursor_answer(cursor) == REPLAY_CURSOR_OK)
		replay_cursor_go(cursor, replay_cursor_length(cursor));
	replay_cursor_free(cursor);
	if (!archive_board_holds(archive, sentence, sizeof sentence))
		assert(sentence[0] != '\0');
	archive_close(archive);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	char sentence[VERIFICATION_SENTENCE_MAX], again[VERIFICATION_SENTENCE_MAX];
	const uint8_t *end = size > 0 ? memchr(bytes, 0, size) : NULL;
	size_t run = end ? (size_t)(end - bytes) : size;
	if (!directory[0])
		make_directory();
	put("runs/1.json", bytes, run);
	put("board.json", end ? end + 1 : bytes, end ? size - run - 1 : 0);
	enum verification_verdict verdict = verify(sentence, sizeof sentence);
	assert(verify(again, sizeof again) == verdict && strcmp(sentence, again) == 0);
	replay();
	return 0;
}
