/* clang-format off */
/*
 * The corpus's player: the engine and nothing else, so that it is quickly built by any compiler.
 *
 *     runner replay CONTENT EVERY FILE...     a line a run: its commands, all its digests in one,
 *                                             its end
 *     runner marks CONTENT FILE [SEED]        a line a run: marks of its states, to find where two
 *                                             builds part
 *     runner parts                            a line: how often parts are marked, and their names
 *                                             in order
 *     runner digests CONTENT FILE [SEED]      the digest after every 64 commands
 *     runner pack MOST FILE...                runs as seed and play lines, cut after MOST commands
 *     runner level CONTENT SEED DEPTH [KIND]  a level
 *     runner bundle DIRECTORY                 content as a store keeps it
 *     runner save CONTENT DIRECTORY FILE...   writes a save of each moment of the table below
 *     runner load CONTENT SAVE...             a line a save: what it loads to, and how that goes on
 *     runner format CONTENT                   the number of the save's format
 *
 * CONTENT is a bundle, FILE as runs.h says.  A replay saves and loads the game every EVERY commands
 * (0: never) and goes on with the loaded one: equal lines from different EVERY prove the saves too.
 * A command that is refused changes nothing, and is counted: rules that change turn no run to
 * waste.
 */
/* clang-format on */
#include "engine/lab/lab.h"
#include "tests/golden/runs.h"

#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#define DIGEST_EVERY 64
#define LOADED_GOES_ON 64 /* commands */
#define SAVE_LINE_BYTES 48

/* ---- Content ---- */

static int text_files(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);
	return length > 4 && strcmp(entry->d_name + length - 4, ".txt") == 0;
}

static void bundle(const char *directory)
{
	struct dirent **entries;
	int count = scandir(directory, &entries, text_files, alphasort);
	if (count <= 0)
		fail(directory, "holds no content");
	struct content *content = content_new();
	for (int i = 0; i < count; i++) {
		char path[1024];
		size_t size;
		snprintf(path, sizeof path, "%s/%s", directory, entries[i]->d_name);
		char *text = file_read(path, &size);
		content_add(content, entries[i]->d_name, text, size);
		free(text);
		free(entries[i]);
	}
	free(entries);
	if (!content_seal(content)) {
		const struct complaint *list;
		content_complaints(content, &list);
		fail(list[0].origin, list[0].sentence);
	}
	size_t size;
	const uint8_t *bytes = content_bundle(content, &size);
	fwrite(bytes, 1, size, stdout);
	content_free(content);
}

static struct content *content_read(const char *path)
{
	size_t size;
	struct complaint complaint;
	char *bytes = file_read(path, &size);
	struct content *content = content_from_bundle((const uint8_t *)bytes, size, &complaint);
	free(bytes);
	if (!content)
		fail(path, complaint.sentence);
	return content;
}

/* ---- Playing a run again ---- */

struct playing {
	const struct content *content;
	unsigned every;
	bool each;               /* print each digest */
	const struct seed *only; /* NULL: all runs of the file */
	const char *directory;   /* where saves go */
	unsigned kept;           /* bit 1 << moment: has its save */
};

/* Many digests in one, in the way of FNV. */
static uint64_t chain(uint64_t links, uint64_t digest)
{
	return (links ^ digest) * 0x100000001b3u;
}

static uint64_t hash_bytes(const uint8_t *bytes, size_t size)
{
	uint64_t links = 0xcbf29ce484222325u;
	for (size_t i = 0; i < size; i++)
		links = chain(links, bytes[i]);
	return links;
}

static struct game *reload(const struct content *content, struct game *game, const char *name)
{
	size_t size;
	struct complaint complaint;
	uint8_t *bytes = game_save(game, &size);
	struct game *loaded = game_load(content, bytes, size, &complaint);
	free(bytes);
	if (!loaded)
		fail(name, complaint.sentence);
	if (game_digest(loaded) != game_digest(game))
		fail(name, "a save loads to another digest");
	game_free(game);
	return loaded;
}

/* The next command of the run, at *at, which moves on; false at its end. */
static bool next_command(const struct run *run, size_t *at, struct command *command)
{
	if (*at == run->size)
		return false;
	size_t used = command_decode(run->bytes + *at, run->size - *at, command);
	if (used == 0)
		fail(run->name, "holds bytes that are no command");
	*at += used;
	return true;
}

static void print_seed(const char *name, const struct seed *seed)
{
	printf("%s ", name);
	hex_print(stdout, seed->bytes, sizeof seed->bytes);
}

static void print_end(const struct run *run, unsigned count, unsigned refused, uint64_t links,
	const struct game *game)
{
	struct result result;
	game_result(game, &result);
	print_seed(run->name, &run->seed);
	printf(" %u %016llx", count, (unsigned long long)chain(links, game_digest(game)));
	if (refused > 0)
		printf(" %u refused", refused);
	printf(" score %d, depth %d, turn %u%s%s\n", result.score, result.depth,
		(unsigned)result.turns, result.cause[0] ? ", " : "", result.cause);
}

static void play(void *context, const struct run *run)
{
	const struct playing *playing = context;
	if (playing->only &&
		memcmp(playing->only->bytes, run->seed.bytes, sizeof run->seed.bytes) != 0)
		return;
	struct game *game = game_new(playing->content, &run->seed, &run->birth);
	struct command command;
	unsigned count = 0, refused = 0;
	uint64_t links = 0;
	for (size_t at = 0; next_command(run, &at, &command);) {
		refused += game_act(game, &command) == VERDICT_REFUSED;
		if (++count % DIGEST_EVERY == 0) {
			uint64_t digest = game_digest(game);
			links = chain(links, digest);
			if (playing->each)
				printf("%u %016llx\n", count, (unsigned long long)digest);
		}
		if (playing->every > 0 && count % playing->every == 0)
			game = reload(playing->content, game, run->name);
	}
	print_end(run, count, refused, links, game);
	game_free(game);
}

/* ---- Marks ---- */

/*
 * Marks are small digests of the states of a run, so that of a run that goes otherwise it can be
 * said when that began, and with which parts of the state.  A digit holds six bits.  A line is
 *
 *     SEED STATES PARTS
 *
 * STATES has two bits for the whole state after each command, three commands to a digit.  PARTS has
 * two bits for each part after every MARK_PARTS_EVERY commands and after the last one, three parts
 * to a digit.  Two unequal states thus look equal once in four times, but hardly twice running:
 * equal states have unequal marks after unequal numbers of commands.
 */
#define MARK_PARTS_EVERY 8
#define MARK_BITS 2
#define MARKS_A_DIGIT 3

static const char mark_digits[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

struct marks {
	char *text;
	size_t size, capacity;
	unsigned held, digit; /* marks that do not fill a digit yet */
};

static void marks_end_digit(struct marks *marks)
{
	if (marks->held == 0)
		return;
	if (marks->size == marks->capacity) {
		marks->capacity = marks->capacity * 2 + 1024;
		marks->text = realloc(marks->text, marks->capacity);
		assert(marks->text);
	}
	marks->text[marks->size++] =
		mark_digits[marks->digit << MARK_BITS * (MARKS_A_DIGIT - marks->held)];
	marks->held = marks->digit = 0;
}

static void marks_add(struct marks *marks, uint64_t digest, unsigned count)
{
	uint64_t mixed = digest ^ count * 0x9e3779b97f4a7c15u;
	mixed = (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93u;
	marks->digit = marks->digit << MARK_BITS | (unsigned)(mixed >> (64 - MARK_BITS));
	if (++marks->held == MARKS_A_DIGIT)
		marks_end_digit(marks);
}

static void marks_print(struct marks *marks)
{
	marks_end_digit(marks);
	printf(" %.*s", (int)marks->size, marks->size > 0 ? marks->text : "");
	free(marks->text);
}

static void mark(void *context, const struct run *run)
{
	const struct playing *playing = context;
	if (playing->only &&
		memcmp(playing->only->bytes, run->seed.bytes, sizeof run->seed.bytes) != 0)
		return;
	struct game *game = game_new(playing->content, &run->seed, &run->birth);
	struct marks states = {0}, parts = {0};
	struct command command;
	unsigned count = 0;
	for (size_t at = 0; next_command(run, &at, &command);) {
		uint64_t digests[PART_COUNT];
		game_act(game, &command);
		marks_add(&states, game_digest_parts(game, digests), ++count);
		if (count % MARK_PARTS_EVERY != 0 && at < run->size)
			continue;
		for (int part = 0; part < PART_COUNT; part++)
			marks_add(&parts, digests[part], count);
		marks_end_digit(&parts);
	}
	hex_print(stdout, run->seed.bytes, sizeof run->seed.bytes);
	marks_print(&states);
	marks_print(&parts);
	putchar('\n');
	game_free(game);
}

/* How many commands lie between two marks of parts, and the names of the parts. */
static void print_parts(void)
{
	printf("%d", MARK_PARTS_EVERY);
	for (int part = 0; part < PART_COUNT; part++)
		printf("%s%s", part > 0 ? ", " : " ", part_word((enum part)part));
	putchar('\n');
}

/* ---- Saves ---- */

/* The moments of golden saves: each is the first turn of the first run at which its condition
 * holds. */
/* clang-format off */
#define MOMENTS(ROW) \
	ROW(fresh, status->turn == 0) \
	ROW(hurt, status->health * 4 < status->health_max && view->creature_count > 0) \
	ROW(conditions, status->conditions[0] != '\0') \
	ROW(hungry, status->hunger[0] != '\0') \
	ROW(crowded, view->creature_count >= 4) \
	ROW(laden, view->pack_count >= 14 && view->ground_count > 0) \
	ROW(middle, status->depth == 4 && status->turn > 500) \
	ROW(graves, status->depth == 3 && birth->bones_count > 0) \
	ROW(deep, status->depth >= 10) \
	ROW(receiver, status->carries_receiver && status->depth < 9) \
	ROW(ended, result->outcome != OUTCOME_GOING)
/* clang-format on */

enum moment {
#define ROW(name, when) MOMENT_##name,
	MOMENTS(ROW)
#undef ROW
		MOMENT_COUNT
};

static const char *const moment_names[MOMENT_COUNT] = {
#define ROW(name, when) #name,
	MOMENTS(ROW)
#undef ROW
};

static bool moment_holds(enum moment moment, const struct view *view, const struct result *result,
	const struct birth *birth)
{
	const struct view_status *status = &view->status;
	switch (moment) {
#define ROW(name, when)                                                                            \
	case MOMENT_##name:                                                                        \
		return when;
		MOMENTS(ROW)
#undef ROW
	case MOMENT_COUNT:
		break;
	}
	return false;
}

static void save_write(const char *directory, const char *name, const struct game *game)
{
	char path[1024];
	size_t size;
	snprintf(path, sizeof path, "%s/%s.save", directory, name);
	FILE *file = fopen(path, "w");
	if (!file)
		fail(path, "cannot be written");
	uint8_t *bytes = game_save(game, &size);
	for (size_t at = 0; at < size; at += SAVE_LINE_BYTES) {
		hex_print(file, bytes + at,
			size - at < SAVE_LINE_BYTES ? size - at : SAVE_LINE_BYTES);
		fputc('\n', file);
	}
	free(bytes);
	if (fclose(file) != 0)
		fail(path, "cannot be written");
}

static void look_for_moments(struct playing *playing, const struct run *run, struct game *game)
{
	struct view view;
	struct result result;
	game_view(game, &view);
	game_result(game, &result);
	for (int moment = 0; moment < MOMENT_COUNT; moment++) {
		if (playing->kept & 1u << moment ||
			!moment_holds((enum moment)moment, &view, &result, &run->birth))
			continue;
		playing->kept |= 1u << moment;
		save_write(playing->directory, moment_names[moment], game);
	}
}

static void save_moments(void *context, const struct run *run)
{
	struct playing *playing = context;
	struct game *game = game_new(playing->content, &run->seed, &run->birth);
	struct command command;
	look_for_moments(playing, run, game);
	for (size_t at = 0; next_command(run, &at, &command);) {
		game_act(game, &command);
		if (playing->kept + 1 != 1u << MOMENT_COUNT)
			look_for_moments(playing, run, game);
	}
	game_free(game);
}

static struct game *save_read(const struct content *content, const char *path)
{
	size_t length, size = 0;
	struct complaint complaint;
	char *text = file_read(path, &length);
	uint8_t *bytes = malloc(length + 1);
	assert(bytes);
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		size += hex_read(line, bytes + size, length - size);
	struct game *game = game_load(content, bytes, size, &complaint);
	if (!game)
		fail(path, complaint.sentence);
	free(bytes);
	free(text);
	return game;
}

/* The state, its bytes when it is saved again, and the state some searches later. */
static void load(const struct content *content, const char *path)
{
	size_t size;
	struct game *game = save_read(content, path);
	uint8_t *bytes = game_save(game, &size);
	const char *base = strrchr(path, '/');
	printf("%s %016llx saved again %016llx", base ? base + 1 : path,
		(unsigned long long)game_digest(game), (unsigned long long)hash_bytes(bytes, size));
	free(bytes);
	for (int i = 0; i < LOADED_GOES_ON; i++)
		game_act(game, &(struct command){.verb = VERB_SEARCH});
	printf(" later %016llx\n", (unsigned long long)game_digest(game));
	game_free(game);
}

static void format(const struct content *content)
{
	size_t size;
	struct birth birth;
	memset(&birth, 0, sizeof birth);
	snprintf(birth.name, sizeof birth.name, "Caller");
	struct game *game = game_new(content, &(struct seed){{0}}, &birth);
	uint8_t *bytes = game_save(game, &size);
	printf("%d\n", bytes[4]);
	free(bytes);
	game_free(game);
}

/* ---- Commands ---- */

static void level(
	const struct content *content, const char *seed_text, const char *depth, const char *kind)
{
	struct seed seed = seed_read(seed_text);
	struct complaint complaint;
	char *text = lab_level(content, &seed,
		&(struct lab_level){.depth = atoi(depth),
			.kind = kind,
			.flags = LEVEL_TEXT_CREATURES | LEVEL_TEXT_ITEMS},
		&complaint);
	if (!text)
		fail("level", complaint.sentence);
	fputs(text, stdout);
	free(text);
}

static void save(struct playing *playing, char **files)
{
	for (; *files; files++)
		runs_read(*files, save_moments, playing);
	for (int moment = 0; moment < MOMENT_COUNT; moment++)
		if (!(playing->kept & 1u << moment))
			fail(moment_names[moment], "no run has such a moment");
}

struct packing {
	unsigned most;
	uint8_t birth[BIRTH_BYTES_MAX];
	size_t birth_size;
};

static void pack(void *context, const struct run *run)
{
	struct packing *packing = context;
	uint8_t birth[BIRTH_BYTES_MAX];
	size_t size = birth_encode(&run->birth, birth);
	if (size != packing->birth_size || memcmp(birth, packing->birth, size) != 0) {
		memcpy(packing->birth, birth, size);
		packing->birth_size = size;
		printf("birth ");
		hex_print(stdout, birth, size);
		putchar('\n');
	}
	run_pack(run, packing->most);
}

static bool ask_of_content(int argc, char **argv)
{
	const char *word = argv[1];
	struct content *content = content_read(argv[2]);
	struct playing playing = {.content = content};
	bool known = true;
	if (strcmp(word, "replay") == 0 && argc > 4) {
		playing.every = (unsigned)atoi(argv[3]);
		for (int i = 4; i < argc; i++)
			runs_read(argv[i], play, &playing);
	} else if ((strcmp(word, "digests") == 0 || strcmp(word, "marks") == 0) &&
		   (argc == 4 || argc == 5)) {
		struct seed seed = argc == 5 ? seed_read(argv[4]) : (struct seed){{0}};
		playing.each = true;
		playing.only = argc == 5 ? &seed : NULL;
		runs_read(argv[3], word[0] == 'd' ? play : mark, &playing);
	} else if (strcmp(word, "level") == 0 && (argc == 5 || argc == 6)) {
		level(content, argv[3], argv[4], argc == 6 ? argv[5] : "");
	} else if (strcmp(word, "save") == 0 && argc > 4) {
		playing.directory = argv[3];
		save(&playing, argv + 4);
	} else if (strcmp(word, "load") == 0) {
		for (int i = 3; i < argc; i++)
			load(content, argv[i]);
	} else if (strcmp(word, "format") == 0) {
		format(content);
	} else {
		known = false;
	}
	content_free(content);
	return known;
}

int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOLBF, 0); /* so that output before a failed assertion is not lost */
	if (argc == 3 && strcmp(argv[1], "bundle") == 0) {
		bundle(argv[2]);
	} else if (argc > 3 && strcmp(argv[1], "pack") == 0) {
		struct packing packing = {.most = (unsigned)atoi(argv[2])};
		for (int i = 3; i < argc; i++)
			runs_read(argv[i], pack, &packing);
	} else if (argc == 2 && strcmp(argv[1], "parts") == 0) {
		print_parts();
	} else if (argc < 3 || !ask_of_content(argc, argv)) {
		fail("usage", "see the head of tests/golden/runner.c");
	}
	return 0;
}
