/*
 * Makes the first inputs of the corpora from real data:  seeds FOLDER [TARGET]
 *
 * Saves of small drawn levels, journals of auto commands, records of the stock content, and what
 * a line really says to a keeper.
 */
#include "tests/fuzz/fuzz.h"

#include "door/keeper/keeper_start.h"
#include "door/store/keeper.h"
#include "door/watch/live_view.h"
#include "engine/save/save_private.h"
#include "tests/engine/arena.h"
#include "tests/engine/noise.h"
#include "tests/fuzz/archive_seeds.h"
#include "tests/fuzz/move_seeds.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define CALLERS_KEY "SHA256:0000000000000000000000000000000000000000000"
#define VICTIMS_KEY "SHA256:2222222222222222222222222222222222222222222"
#define ITEMS_A_LEVEL 6

static const char *folder;

static void put_file(const char *target, const char *name, const uint8_t *bytes, size_t size)
{
	char path[512];
	snprintf(path, sizeof path, "%s/%s", folder, target);
	mkdir(path, 0755);
	snprintf(path, sizeof path, "%s/%s/%s", folder, target, name);
	FILE *file = fopen(path, "wb");
	assert(file != NULL);
	size_t written = fwrite(bytes, 1, size, file);
	assert(written == size);
	fclose(file);
}

static void put_writer(const char *target, const char *name, struct writer *writer)
{
	put_file(target, name, writer->bytes, writer->size);
	free(writer->bytes);
	*writer = (struct writer){0};
}

/* ---- Saves ---- */

static void put_block(struct writer *writer, const uint8_t *bytes, size_t size)
{
	bytes_write_byte(writer, size & 0xff);
	bytes_write_byte(writer, (unsigned)(size >> 8));
	if (size > 0)
		bytes_write(writer, bytes, size);
}

static void put_plain(struct writer *writer, struct writer *plain)
{
	put_block(writer, plain->bytes, plain->size);
	free(plain->bytes);
	*plain = (struct writer){0};
}

static void put_level(struct writer *writer, const struct game *game, uint8_t depth)
{
	struct writer plain = {0};
	put_block(writer, &depth, 1);
	save_level_flat(game, &plain);
	put_plain(writer, &plain);
}

/* Most need no ids of their own: those of the content are taken. */
static void put_save(const struct game *game, const char *name, bool ids)
{
	struct writer writer = {0}, plain = {0};
	bytes_write_byte(&writer, 0x81);
	bytes_write_byte(&writer, 1);
	if (ids)
		content_ids_write(&plain, game->content);
	put_plain(&writer, &plain);
	save_main(&plain, game);
	put_plain(&writer, &plain);
	for (uint8_t depth = 1; depth <= DEPTH_MAX; depth++) {
		const struct stored_level *place = &game->places[depth];
		struct reader reader = {.bytes = place->bytes, .size = place->size};
		struct game *adjacent = place_adjacent(game);
		if (depth == game->depth)
			put_level(&writer, game, depth);
		else if (place->bytes != NULL && save_level_unpack(adjacent, &reader, depth))
			put_level(&writer, adjacent, depth);
		game_free(adjacent);
	}
	put_writer("save", name, &writer);
}

static void put_raw_save(const struct game *game, const char *name)
{
	struct writer writer = {0};
	size_t size;
	uint8_t *bytes = game_save(game, &size);
	bytes_write_byte(&writer, 0x80);
	bytes_write(&writer, bytes + 16, size - 16);
	put_writer("save", name, &writer);
	free(bytes);
}

static const char *const halls[] = {
	"#############",
	"#...+,,'...>#",
	"#.@.#..#....#",
	"#..<#..+....#",
	"######S######",
};

static void furnish(struct game *game, int number)
{
	const struct content *content = game->content;
	static const int places[][2] = {{2, 1}, {9, 1}, {10, 2}, {9, 3}, {5, 2}};
	for (int i = 0; i < 5; i++) {
		int kind = (number * 5 + i) % content->counts.creatures;
		int slot = creature_add(game, (uint16_t)kind, places[i][0], places[i][1], 9);
		game->creatures[slot].ready = game->clock.now + 50;
		game->creatures[slot].status[(number + i) % STATUS_COUNT] = 9;
	}
	for (int i = 0; i < ITEMS_A_LEVEL; i++) {
		struct item item = {
			.kind = (uint16_t)((number * ITEMS_A_LEVEL + i) % content->counts.items),
			.count = 1};
		item_into_pack(game, item);
		item_to_floor(game, item, 9 + i % 3, 2);
	}
}

/* Writes seeds from the saves of format 2 in tests/golden, which are lines of hex. */
static void put_golden(const char *name)
{
	struct writer writer = {0};
	char path[256], target[64];
	unsigned byte;
	snprintf(path, sizeof path, "tests/golden/saves/2/%s.save", name);
	FILE *file = fopen(path, "r");
	assert(file != NULL);
	bytes_write_byte(&writer, 0x04);
	for (int i = 0; fscanf(file, "%2x", &byte) == 1; i++)
		if (i >= 16)
			bytes_write_byte(&writer, byte);
	fclose(file);
	snprintf(target, sizeof target, "format-2-%s", name);
	put_writer("save", target, &writer);
}

static void make_saves(const struct content *content)
{
	static const uint8_t said[] =
		"\2You hit the cable rat. The cable rat bites you. You hit it.";
	put_file("save", "squeeze", said, sizeof said);
	put_golden("fresh");
	put_golden("middle");

	char name[32];
	for (int number = 0; number < 8; number++) {
		struct game *game = arena_new(content, halls, 5, number);
		struct noise noise = {(uint64_t)number};
		furnish(game, number);
		for (int i = 0; i < number * 8 && game_going(game); i++) {
			struct command command = noise_command(&noise, game);
			game_hero(game)->health = game_hero(game)->health_max;
			game_act(game, &command);
		}
		snprintf(name, sizeof name, "arena-%d", number);
		put_save(game, name, number == 0);
		snprintf(name, sizeof name, "raw-%d", number);
		if (number % 4 == 1)
			put_raw_save(game, name);
		if (number < 2) {
			place_enter(game, 2 + number, true);
			for (int slot = HERO + 1; slot < game->creature_top; slot++)
				game->creatures[slot] = (struct creature){0};
			game->creature_top = HERO + 1;
			game->floor.count = 0;
			game->recalled.count = 0;
			arena_draw(game, halls, 5);
			place_work_out(game);
			senses_look(game);
			snprintf(name, sizeof name, "places-%d", number);
			put_save(game, name, false);
		}
		game_free(game);
	}
}

/* ---- Journals ---- */

/* Makes the sum of all bytes a multiple of 5 by bits of `how` that mean nothing, so that the game
 * is saved and played twice if `how` says so (tests/fuzz/commands.c). */
static void insist(struct writer *writer)
{
	unsigned sum = 0;
	for (size_t i = 0; i < writer->size; i++)
		sum += writer->bytes[i];
	if (writer->bytes[2] & 12)
		writer->bytes[2] += (uint8_t)((5 - sum % 5) % 5 * 16);
}

static void make_commands(const struct content *content)
{
	char name[32];
	for (int number = 0; number < 16; number++) {
		struct seed seed = {{(uint8_t)number, 1}};
		struct birth birth = {.name = "Fuzzer"};
		struct game *game = game_new(content, &seed, &birth);
		struct noise noise = {(uint64_t)number};
		struct writer writer = {0};
		bytes_write(&writer, seed.bytes, 2);
		bytes_write_byte(&writer, (unsigned)number);
		for (int i = 0; i < 40; i++) {
			uint8_t bytes[COMMAND_BYTES_MAX];
			struct command command = noise_command(&noise, game);
			bytes_write(&writer, bytes, command_encode(&command, bytes));
			if (i % 5 == 0) {
				bytes_write_byte(&writer, 0x90 + noise_below(&noise, 4));
				bytes_write_byte(&writer, noise_below(&noise, 256));
			}
			if (i % 11 == 0)
				bytes_write_byte(&writer, i % 2 ? 0x80 : 0xa0);
		}
		snprintf(name, sizeof name, "noise-%02d", number);
		insist(&writer);
		put_writer("commands", name, &writer);
		game_free(game);
	}
}

/* ---- Records ---- */

static void put_record(const struct builtin_file *file, const char *text, size_t size, int serial)
{
	struct writer writer = {0};
	char name[64];
	/* Under an id of its own it stands beside the stock content. */
	const char *id = memchr(text, ' ', size);
	if (id == NULL)
		return;
	bytes_write_byte(&writer, 1);
	bytes_write(&writer, (const uint8_t *)text, (size_t)(id + 1 - text));
	bytes_write(&writer, (const uint8_t *)"a-", 2);
	bytes_write(&writer, (const uint8_t *)id + 1, size - (size_t)(id + 1 - text));
	snprintf(name, sizeof name, "%.*s-%d", (int)strcspn(file->name, "."), file->name, serial);
	put_writer("content", name, &writer);
}

/* A bundle of one file, whatever is missing beside it. */
static void put_bundle(const struct builtin_file *file)
{
	struct content *content = content_new();
	struct writer writer = {0};
	char name[64];
	size_t size;
	content_add(content, file->name, file->text, file->size);
	content_seal(content);
	const uint8_t *bundle = content_bundle(content, &size);
	bytes_write_byte(&writer, 255);
	bytes_write(&writer, bundle, size);
	snprintf(name, sizeof name, "bundle-%s", file->name);
	put_writer("content", name, &writer);
	content_free(content);
}

static void make_content(void)
{
	struct writer writer = {0};
	for (size_t i = 0; i < builtin_file_count; i++) {
		const struct builtin_file *file = &builtin_files[i];
		const char *end = file->text + file->size;
		int serial = 0;
		for (const char *at = file->text, *next; at < end && serial < 40; at = next) {
			next = at;
			do {
				next = memchr(next, '\n', (size_t)(end - next));
				next = next != NULL ? next + 1 : end;
			} while (next < end && (*next == ' ' || *next == '\t' || *next == '\n'));
			if (*at != '#' && *at != '\n' && serial++ % 7 == 0)
				put_record(file, at, (size_t)(next - at), serial);
		}
		if (file->size > 3500)
			continue;
		bytes_write_byte(&writer, (unsigned)i + 2);
		bytes_write(&writer, (const uint8_t *)file->text, file->size);
		put_writer("content", file->name, &writer);
		if (file->size < 1500)
			put_bundle(file);
	}
}

/* ---- Requests of a line to the keeper ---- */

static bool wait_on(void *context, unsigned waited_ms)
{
	(void)context;
	return waited_ms < 20000;
}

static void say_login(struct store_client *line, int part)
{
	struct keeper_account account;
	keeper_hello(line, "192.0.2.1", "telnet");
	if (part == 0)
		keeper_name_free(line, "Newcomer");
	else if (part == 1)
		keeper_register(line, "Newcomer", "correct horse", "", &account);
	else if (part == 2)
		keeper_login_password(line, "Caller", "password", &account);
	else if (part == 3)
		keeper_login_guest(line, &account);
	else
		keeper_login_key(line, "Caller", CALLERS_KEY, &account);
}

static void say_account(struct store_client *line)
{
	struct store_key keys[4];
	struct present present[4];
	struct store_record record;
	size_t count;
	keeper_set_options(line, "charset=utf8 colours=256");
	keeper_key_add(line, "", "SHA256:1111111111111111111111111111111111111111111", "other");
	keeper_key_list(line, keys, 4, &count);
	keeper_key_remove(line, "SHA256:1111111111111111111111111111111111111111111");
	keeper_report_position(line, WHERE_PLAYING, 3, 77);
	keeper_who(line, present, 4, &count);
	keeper_record(line, &record);
	keeper_set_password(line, "password", "another horse");
}

static void say_board(struct store_client *line)
{
	struct store_query query = {.order = STORE_BEST_RUNS, .count = 5};
	struct store_score scores[5];
	unsigned ranks[5];
	size_t count;
	for (int order = STORE_BEST_RUNS; order <= STORE_DEATHS; order++) {
		query.order = (enum store_order)order;
		keeper_scores(line, &query, scores, ranks, 5, &count);
	}
	keeper_score_get(line, 1, scores);
}

static void say_run(struct store_client *line, bool end)
{
	struct keeper_run run = {0};
	uint8_t *bytes = NULL;
	uint32_t index;
	size_t size;
	struct store_append append = {
		.count = 4, .bytes = (const uint8_t *)"\002\002\010\004", .size = 4};
	keeper_run_look(line, &run);
	if (keeper_run_begin(line, false, &run) != KEEPER_OK)
		keeper_run_claim(line, &run);
	append.run = run.id;
	append.epoch = run.epoch;
	append.digest_count = 1;
	append.digests[0].index = 4;
	keeper_append(line, &append);
	keeper_snapshot_put(line, run.id, run.epoch, 4, "a snapshot", 10);
	keeper_segment_add(line, run.id, run.epoch, 4, 2, run.content, "a save", 6);
	if (keeper_snapshot_get(line, run.id, 0, &index, &bytes, &size) == KEEPER_OK)
		free(bytes);
	if (keeper_commands_get(line, run.id, 0, &bytes, &size) == KEEPER_OK)
		free(bytes);
	struct store_score score = {.run = run.id, .scored = true, .died = true, .score = 7};
	snprintf(score.cause, sizeof score.cause, "killed by a cable rat on depth 3");
	snprintf(score.avenged, sizeof score.avenged, "Victim Caller");
	if (end && keeper_run_end(line, run.epoch, 4, &score) == KEEPER_OK)
		keeper_epitaph(line, run.id, "It was dark.");
	else
		keeper_quarantine(line, run.id, "it does not load");
}

static void say(int descriptor, int part)
{
	struct store_client *line = store_client_new(descriptor, wait_on, NULL);
	say_login(line, part);
	if (part == 5)
		say_account(line);
	else if (part == 6)
		say_board(line);
	else if (part > 6)
		say_run(line, part == 7);
	_exit(0);
}

/* The keeper's number as the target has it, wherever a hello repeats this keeper's. */
static void record(struct writer *writer, const uint8_t *bytes, size_t size)
{
	static const uint8_t number[] = {0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x01};
	bytes_write_byte(writer, 0);
	put_block(writer, bytes, size);
	if (bytes[1] == 2 && size >= 16)
		memcpy(writer->bytes + writer->size - size + 8, number, sizeof number);
}

static void pass_messages(int line, int keeper, struct writer *writer)
{
	static uint8_t buffer[KEEPER_MESSAGE_MAX];
	struct pollfd both[2] = {{.fd = line, .events = POLLIN}, {.fd = keeper, .events = POLLIN}};
	while (poll(both, 2, -1) > 0) {
		ssize_t got;
		if (both[1].revents && (got = recv(keeper, buffer, sizeof buffer, 0)) > 0)
			send(line, buffer, (size_t)got, MSG_NOSIGNAL);
		if (!both[0].revents)
			continue;
		if ((got = recv(line, buffer, sizeof buffer, 0)) <= 0)
			return;
		record(writer, buffer, (size_t)got);
		send(keeper, buffer, (size_t)got, MSG_NOSIGNAL);
	}
}

static void make_keeper_part(int control, int part)
{
	struct writer writer = {0};
	char name[32];
	int line[2], keeper[2];
	bool made = keeper_pair(line) && keeper_pair(keeper) && keeper_give(control, keeper[1], "");
	assert(made);
	pid_t process = fork();
	if (process == 0) {
		close(line[0]);
		say(line[1], part);
	}
	close(line[1]);
	pass_messages(line[0], keeper[0], &writer);
	waitpid(process, NULL, 0);
	snprintf(name, sizeof name, "line-%d", part);
	put_writer("keeper", name, &writer);
}

/* In the order in which the target's store has them, so that ids are the same. */
static struct store_client *make_caller(int control, const char *name, const char *key)
{
	struct keeper_account account;
	int pair[2];
	bool made = keeper_pair(pair) && keeper_give(control, pair[1], "");
	assert(made);
	struct store_client *line = store_client_new(pair[0], wait_on, NULL);
	keeper_hello(line, "192.0.2.1", "telnet");
	keeper_register(line, name, "password", key, &account);
	return line;
}

static void make_keeper(const struct content *content)
{
	char state[] = "/tmp/trapdoor-seeds-XXXXXX", sentence[256] = "";
	char command[64];
	int control;
	const char *made = mkdtemp(state);
	assert(made != NULL);
	pid_t keeper = keeper_start(state, content, 0, &control, sentence, sizeof sentence);
	assert(keeper > 0);
	struct store_client *victim = make_caller(control, "Victim", VICTIMS_KEY);
	struct store_client *line = make_caller(control, "Caller", CALLERS_KEY);
	struct keeper_run run;
	keeper_run_begin(victim, false, &run);
	for (int part = 0; part < 9; part++)
		make_keeper_part(control, part);
	store_client_free(victim);
	store_client_free(line);
	close(control);
	kill(keeper, SIGTERM);
	waitpid(keeper, NULL, 0);
	snprintf(command, sizeof command, "rm -rf %s", state);
	if (system(command) != 0)
		fprintf(stderr, "%s stays\n", state);
}

/* ---- Live views ---- */

/* A view at a run's beginning, two on its way, and one of its end. */
static void make_live_views(const struct content *content)
{
	static struct live_view live;
	static uint8_t bytes[LIVE_VIEW_BYTES_MAX];
	const struct seed seed = {{1, 2, 3}};
	const struct birth birth = {.name = "Nora"};
	const struct command quit = {.verb = VERB_QUIT};
	struct game *game = game_new(content, &seed, &birth);
	struct noise noise = {5};
	uint8_t digest[CONTENT_DIGEST_SIZE];
	char name[16];
	content_digest(content, digest);
	for (int i = 0; i < 4; i++) {
		for (int step = 0; step < 300 * i; step++) {
			struct command command = noise_command(&noise, game);
			game_act(game, &command);
		}
		if (i == 3)
			game_act(game, &quit);
		live_view_take(&live, game, birth.name, digest);
		live.over = i == 3;
		snprintf(name, sizeof name, "view-%d", i);
		put_file("live_view", name, bytes, live_view_encode(&live, bytes));
	}
	game_free(game);
}

static void make_archives(const struct content *content)
{
	for (int number = 0; number < 4; number++) {
		struct writer writer = archive_seed(content, number);
		char name[32];
		snprintf(name, sizeof name, "played-%d", number);
		put_writer("archive", name, &writer);
	}
}

static void make_moves(const struct content *content)
{
	static const char *const names[MOVE_SEEDS] = {"terminal", "line", "game"};
	for (int number = 0; number < MOVE_SEEDS; number++) {
		struct writer writer = move_seed(content, number);
		put_writer("move", names[number], &writer);
	}
}

int main(int argc, char **argv)
{
	const char *only = argc == 3 ? argv[2] : "";
	if (argc < 2 || argc > 3) {
		fprintf(stderr, "seeds FOLDER [TARGET]\n");
		return 2;
	}
	folder = argv[1];
	struct content *content = stock_content();
	if (!*only || strcmp(only, "save") == 0)
		make_saves(content);
	if (!*only || strcmp(only, "commands") == 0)
		make_commands(content);
	if (!*only || strcmp(only, "content") == 0)
		make_content();
	if (!*only || strcmp(only, "keeper") == 0)
		make_keeper(content);
	if (!*only || strcmp(only, "live_view") == 0)
		make_live_views(content);
	if (!*only || strcmp(only, "archive") == 0)
		make_archives(content);
	if (!*only || strcmp(only, "move") == 0)
		make_moves(content);
	content_free(content);
	return 0;
}
