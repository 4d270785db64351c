/*
 * The recorded runs: the engine and nothing else, so that it is quickly built by any compiler.
 *
 *     runner record CONTENT SEED NAME COMMANDS > RUN    plays by itself and writes what it did
 *     runner replay CONTENT RUN...                      prints a digest every 64 commands, and the
 * end runner level CONTENT SEED DEPTH                   prints a level
 *
 * A run is text: "seed HEX", "birth HEX", then lines of commands in their journal form, in hex.  A
 * replay also saves and loads the game at each digest and goes on with the loaded one every other
 * time, so equal digests prove the save too.
 */
#include "engine/engine.h"

#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGEST_EVERY 64
#define LINE_BYTES 48

static void fail(const char *what, const char *detail)
{
	fprintf(stderr, "runner: %s: %s\n", what, detail);
	exit(1);
}

static char *read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	if (!file)
		fail(path, "cannot be read");
	char *text = NULL;
	size_t capacity = 0, got;
	*size = 0;
	do {
		capacity = capacity * 2 + 65536;
		text = realloc(text, capacity + 1);
		assert(text);
		got = fread(text + *size, 1, capacity - *size, file);
		*size += got;
	} while (got > 0);
	text[*size] = '\0';
	fclose(file);
	return text;
}

static int text_files(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);
	return length > 4 && strcmp(entry->d_name + length - 4, ".txt") == 0;
}

static struct content *load_content(const char *directory)
{
	struct dirent **entries;
	int count = scandir(directory, &entries, text_files, alphasort);
	if (count <= 0)
		fail(directory, "holds no content");
	struct content *content = content_new();
	for (int i = 0; i < count; i++) {
		char path[1024];
		size_t size;
		snprintf(path, sizeof(path), "%s/%s", directory, entries[i]->d_name);
		char *text = read_file(path, &size);
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
	return content;
}

static int hex_digit(char c)
{
	const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;
	return at ? (int)(at - digits) : -1;
}

/* Decodes hex up to the first other character; returns the bytes. */
static size_t read_hex(const char *text, uint8_t *bytes, size_t capacity)
{
	size_t size = 0;
	while (size < capacity && hex_digit(text[0]) >= 0 && hex_digit(text[1]) >= 0) {
		bytes[size++] = (uint8_t)(hex_digit(text[0]) << 4 | hex_digit(text[1]));
		text += 2;
	}
	return size;
}

static void print_hex(const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		printf("%02x", bytes[i]);
	putchar('\n');
}

static struct seed parse_seed(const char *text)
{
	struct seed seed = {{0}};
	if (read_hex(text, seed.bytes, sizeof(seed.bytes)) != sizeof(seed.bytes))
		fail(text, "is no seed of 32 hex digits");
	return seed;
}

/* ---- Recording: a player of few thoughts, whose choices come from a generator of its own ---- */

struct player {
	const struct content *content;
	struct game *game;
	uint64_t state;
	struct steer steer;
	bool steering;
	int bored;
};

static unsigned chance(struct player *player, unsigned bound)
{
	player->state = player->state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(player->state >> 33) % bound;
}

static int direction_towards(int dx, int dy)
{
	int x = (dx > 0) - (dx < 0), y = (dy > 0) - (dy < 0);
	for (int d = 0; d < DIR_COUNT; d++)
		if (direction_dx[d] == x && direction_dy[d] == y)
			return d;
	return DIR_N;
}

static bool fight(struct player *player, const struct view *view, struct command *command)
{
	if (view->creature_count == 0 || chance(player, 8) == 0)
		return false;
	const struct view_creature *nearest = &view->creatures[0];
	int dx = nearest->x - view->hero_x, dy = nearest->y - view->hero_y;
	*command = (struct command){
		.verb = VERB_STEP, .direction = (uint8_t)direction_towards(dx, dy)};
	return abs(dx) <= 1 && abs(dy) <= 1;
}

/* Tries something with a thing of the pack: whichever verb it accepts. */
static bool use_pack(struct player *player, const struct view *view, struct command *command)
{
	if (view->pack_count == 0 || chance(player, 12) != 0)
		return false;
	unsigned item = chance(player, (unsigned)view->pack_count);
	unsigned verb = chance(player, VERB_COUNT);
	if (!(view->pack[item].verbs & 1u << verb) || verb == VERB_DROP)
		return false;
	*command = (struct command){
		.verb = (uint8_t)verb, .item = (uint8_t)(view->pack[item].letter - 'a')};
	if (verb == VERB_THROW) {
		bool target = view->creature_count > 0;
		command->x = target ? view->creatures[0].x : (int16_t)(view->hero_x + 2);
		command->y = target ? view->creatures[0].y : view->hero_y;
	}
	return true;
}

static bool go_down(struct player *player, const struct view *view, struct command *command)
{
	for (int y = 0; y < view->height; y++) {
		for (int x = 0; x < view->width; x++) {
			const struct view_cell *cell = &view->cells[y * view->width + x];
			if (!(cell->flags & CELL_KNOWN) ||
				content_symbol(player->content, cell->look) != '>')
				continue;
			steer_begin(&player->steer, STEER_TRAVEL, 0, x, y, player->game);
			player->steering = true;
			return steer_next(&player->steer, player->game, command);
		}
	}
	return false;
}

static void wander(struct player *player, struct command *command)
{
	static const uint8_t verbs[] = {
		VERB_STEP, VERB_STEP, VERB_STEP, VERB_SEARCH, VERB_WAIT, VERB_OPEN, VERB_CLOSE};
	*command = (struct command){.verb = verbs[chance(player, sizeof(verbs))]};
	if (verb_row(command->verb)->wants == WANTS_DIRECTION)
		command->direction = (uint8_t)chance(player, DIR_COUNT);
	player->steering = false;
}

static void choose(struct player *player, struct command *command)
{
	struct view view;
	game_view(player->game, &view);
	memset(command, 0, sizeof(*command));
	if (fight(player, &view, command) || use_pack(player, &view, command))
		return;
	if (view.ground_count > 0 && player->bored == 0) {
		*command = (struct command){.verb = VERB_PICK_UP};
		return;
	}
	if (game_legal(player->game, VERB_DOWN) && chance(player, 3) == 0) {
		*command = (struct command){.verb = VERB_DOWN};
		player->steering = false;
		return;
	}
	if (player->bored > 0 || chance(player, 30) == 0) {
		wander(player, command);
		return;
	}
	if (player->steering && steer_next(&player->steer, player->game, command))
		return;
	steer_begin(&player->steer, STEER_EXPLORE, 0, 0, 0, player->game);
	player->steering = steer_next(&player->steer, player->game, command);
	if (!player->steering && !go_down(player, &view, command))
		wander(player, command);
}

static void record(
	const struct content *content, const char *seed_text, const char *name, unsigned count)
{
	struct seed seed = parse_seed(seed_text);
	struct birth birth = {.past_count = 1};
	snprintf(birth.name, sizeof(birth.name), "%s", name);
	birth.past[0] = (struct past){.name = "Former", .depth = 1, .epitaph = "Hold the line"};
	uint8_t birth_bytes[BIRTH_BYTES_MAX], line[LINE_BYTES + COMMAND_BYTES_MAX];
	printf("seed %s\nbirth ", seed_text);
	print_hex(birth_bytes, birth_encode(&birth, birth_bytes));

	struct player player = {.content = content, .game = game_new(content, &seed, &birth)};
	player.state = seed.bytes[0] * 1000003u + seed.bytes[15];
	struct result result = {.outcome = OUTCOME_GOING};
	size_t size = 0;
	for (unsigned n = 0; n < count && result.outcome == OUTCOME_GOING;) {
		struct command command;
		choose(&player, &command);
		if (game_act(player.game, &command) == VERDICT_REFUSED) {
			player.bored = 3;
			player.steering = false;
			continue;
		}
		player.bored -= player.bored > 0;
		n++;
		size += command_encode(&command, line + size);
		if (size >= LINE_BYTES) {
			print_hex(line, size);
			size = 0;
		}
		game_result(player.game, &result);
	}
	if (size)
		print_hex(line, size);
	game_free(player.game);
}

/* ---- Replaying ---- */

static struct game *reload(const struct content *content, struct game *game, bool go_on)
{
	size_t size;
	struct complaint complaint;
	uint8_t *bytes = game_save(game, &size);
	struct game *loaded = game_load(content, bytes, size, &complaint);
	free(bytes);
	if (!loaded)
		fail("a save does not load", complaint.sentence);
	if (game_digest(loaded) != game_digest(game))
		fail("a save", "loads to another digest");
	game_free(go_on ? game : loaded);
	return go_on ? loaded : game;
}

static struct game *replay_bytes(const struct content *content, struct game *game,
	const uint8_t *bytes, size_t size, const char *name)
{
	unsigned count = 0;
	for (size_t at = 0; at < size;) {
		struct command command;
		size_t used = command_decode(bytes + at, size - at, &command);
		if (used == 0)
			fail(name, "holds bytes that are no command");
		at += used;
		if (game_act(game, &command) == VERDICT_REFUSED)
			fail(name, game_refusal(game));
		if (++count % DIGEST_EVERY == 0) {
			printf("%s %u %016llx\n", name, count,
				(unsigned long long)game_digest(game));
			game = reload(content, game, count / DIGEST_EVERY % 2);
		}
	}
	struct result result;
	game_result(game, &result);
	printf("%s %u %016llx end: score %d, depth %d, turn %u, %s\n", name, count,
		(unsigned long long)game_digest(game), result.score, result.depth,
		(unsigned)result.turns, result.cause);
	return game;
}

static void replay(const struct content *content, const char *path)
{
	size_t size, used = 0;
	char *text = read_file(path, &size);
	uint8_t *commands = malloc(size + 1), birth_bytes[BIRTH_BYTES_MAX];
	assert(commands);
	struct seed seed = {{0}};
	struct birth birth;
	memset(&birth, 0, sizeof(birth));
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		if (strncmp(line, "seed ", 5) == 0)
			seed = parse_seed(line + 5);
		else if (strncmp(line, "birth ", 6) == 0) {
			size_t birth_size = read_hex(line + 6, birth_bytes, sizeof(birth_bytes));
			if (!birth_decode(birth_bytes, birth_size, &birth))
				fail(path, "has a birth that does not decode");
		} else
			used += read_hex(line, commands + used, size - used);
	}
	const char *name = strrchr(path, '/');
	struct game *game = game_new(content, &seed, &birth);
	game_free(replay_bytes(content, game, commands, used, name ? name + 1 : path));
	free(commands);
	free(text);
}

static void level(const struct content *content, const char *seed_text, const char *depth)
{
	struct seed seed = parse_seed(seed_text);
	struct complaint complaint;
	char *text = lab_level(
		content, &seed, atoi(depth), "", 0, 0, LAB_MONSTERS | LAB_ITEMS, &complaint);
	if (!text)
		fail("level", complaint.sentence);
	fputs(text, stdout);
	free(text);
}

static struct content *load_bundle(const char *path)
{
	size_t size;
	struct complaint complaint;
	char *bytes = read_file(path, &size);
	struct content *content = content_from_bundle((const uint8_t *)bytes, size, &complaint);
	free(bytes);
	if (!content)
		fail(path, complaint.sentence);
	return content;
}

static void bundle(const char *directory)
{
	size_t size;
	struct content *content = load_content(directory);
	const uint8_t *bytes = content_bundle(content, &size);
	fwrite(bytes, 1, size, stdout);
	content_free(content);
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "bundle") == 0) {
		bundle(argv[2]);
		return 0;
	}
	if (argc < 4)
		fail("usage", "runner bundle|record|replay|level CONTENT ...");
	struct content *content = load_bundle(argv[2]);
	if (strcmp(argv[1], "record") == 0 && argc == 6)
		record(content, argv[3], argv[4], (unsigned)atoi(argv[5]));
	else if (strcmp(argv[1], "level") == 0 && argc == 5)
		level(content, argv[3], argv[4]);
	else if (strcmp(argv[1], "replay") == 0)
		for (int i = 3; i < argc; i++)
			replay(content, argv[i]);
	content_free(content);
	return 0;
}
