/* `trapdoor results`: signed results of closed days between hosts. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "door/command/commands.h"
#include "door/command/list_print.h"
#include "door/command/operator.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/os/printable.h"
#include "door/os/write_whole.h"
#include "door/text/day_ranking.h"
#include "door/text/host_names.h"
#include "door/verify/exchange.h"

#define KEY_FILE "results.key"
#define KNOWN_FILE "results.hosts"
#define KNOWN_FILE_MAX (256u << 10)
#define NAME_WIDTH (STORE_NAME_MAX + 1 + STORE_HOST_MAX)

struct words {
	const char *config, *state, *key, *known, *host, *out, *player;
	bool json;
};

/* The state of a call. */
struct call {
	const struct words *words;
	const char *operand; /* the day, the file or the host */
	struct config config;
	char key[4200], known[4200];
	struct store_client *line; /* NULL for the word `key` */
};

/* Returns all of a file, with a 0 after it, or NULL after a complaint. */
static char *read_bounded(const char *path, size_t most, size_t *size)
{
	FILE *file = fopen(path, "re");
	char *bytes = file ? malloc(most + 2) : NULL;
	bool whole;

	if (!file || !bytes) {
		command_complain("cannot read %s: %s", path, strerror(errno));
		if (file)
			fclose(file);
		return NULL;
	}
	*size = fread(bytes, 1, most + 1, file);
	whole = !ferror(file) && *size <= most;
	if (!whole)
		command_complain("cannot read %s: %s", path,
			*size > most ? "it is too long" : strerror(errno));
	fclose(file);
	bytes[*size] = '\0';
	if (whole)
		return bytes;
	free(bytes);
	return NULL;
}

/* ---- key ---- */

static bool open_key(const struct call *call, struct exchange_key *key)
{
	char sentence[EXCHANGE_SENTENCE_MAX];

	if (exchange_key_open(call->key, key, sentence))
		return true;
	command_complain("%s", sentence);
	return false;
}

static bool has_host(const struct call *call)
{
	if (host_name_allowed(call->words->host))
		return true;
	command_complain(
		"--host takes the name of this host: 2 to %d of a-z, 0-9, . and -", STORE_HOST_MAX);
	return false;
}

static int show_key(struct call *call)
{
	char text[2 * EXCHANGE_PUBLIC_SIZE + 1];
	struct exchange_key key;

	if (!has_host(call))
		return 2;
	if (!open_key(call, &key))
		return 1;
	exchange_key_text(key.public, text);
	print_line("%s %s", call->words->host, text);
	return 0;
}

/* ---- export ---- */

/* Writes a file under another name first, so that it is never there in part. */
static bool write_file(const char *path, const char *bytes, size_t size)
{
	char part[4200];
	int file;
	bool written;

	snprintf(part, sizeof part, "%.4000s.part", path);
	file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	written = file >= 0 && write_whole(file, bytes, size) && fsync(file) == 0;
	if (file >= 0)
		written = close(file) == 0 && written;
	if (written && rename(part, path) == 0)
		return true;
	command_complain("cannot write %s: %s", path, strerror(errno));
	unlink(part);
	return false;
}

static int export_day(struct call *call)
{
	char sentence[EXCHANGE_SENTENCE_MAX];
	struct exchange_key key;
	unsigned rows;
	size_t size;
	char *bytes;
	bool written;

	if (!has_host(call))
		return 2;
	if (!*call->words->out) {
		command_complain("export needs a file; name one with --out");
		return 2;
	}
	if (!open_key(call, &key))
		return 1;
	bytes = exchange_export(
		call->line, call->operand, call->words->host, &key, &size, &rows, sentence);
	if (!bytes) {
		command_complain("%s", sentence);
		return 1;
	}
	written = write_file(call->words->out, bytes, size);
	free(bytes);
	if (written)
		print_line("%u results of %s written to %s", rows, call->operand, call->words->out);
	return written ? 0 : 1;
}

/* ---- import ---- */

struct tally {
	unsigned count[EXCHANGE_REFUSED + 1];
};

static void report_row(void *context, enum exchange_fate fate, const char *sentence)
{
	struct tally *tally = context;

	tally->count[fate]++;
	print_line("%s", sentence);
}

static int import_bytes(struct call *call, const char *bytes, size_t size, const char *known)
{
	char sentence[EXCHANGE_SENTENCE_MAX];
	struct tally tally = {{0}};
	struct exchange exchange;
	bool good = exchange_open(&exchange, bytes, size, known, sentence) &&
		    exchange_import(call->line, &exchange, report_row, &tally, sentence);

	exchange_free(&exchange);
	if (!good) {
		command_complain("cannot import %s: %s", call->operand, sentence);
		return 1;
	}
	printf("%u imported, %u there already, %u refused\n", tally.count[EXCHANGE_IMPORTED],
		tally.count[EXCHANGE_THERE], tally.count[EXCHANGE_REFUSED]);
	return tally.count[EXCHANGE_REFUSED] ? 1 : 0;
}

static int import_file(struct call *call)
{
	size_t size = 0, known_size;
	char *bytes, *known;
	int status = 1;

	if (!operator_confine(&call->config))
		return 1;
	known = read_bounded(call->known, KNOWN_FILE_MAX, &known_size);
	bytes = known ? read_bounded(call->operand, EXCHANGE_FILE_MAX, &size) : NULL;
	if (bytes)
		status = import_bytes(call, bytes, size, known);
	free(bytes);
	free(known);
	return status;
}

/* ---- board ---- */

static const struct list_column board_columns[] = {
	{"rank", "rank", LIST_NUMBER},
	{"name", "name", LIST_TEXT},
	{"score", "score", LIST_NUMBER},
	{"depth", "deepest", LIST_NUMBER},
	{"end", "cause", LIST_TEXT},
};

static bool read_board(const struct call *call, struct store_score *scores, unsigned *ranks,
	size_t *count, struct store_imported *imported, size_t *imported_count)
{
	struct store_query query = {.order = STORE_BEST_RUNS, .count = EXCHANGE_ROWS_MAX};
	char game[STORE_GAME_MAX + 1];
	struct keeper_game games[1];

	if (keeper_games(call->line, game, games, 1, count) != KEEPER_OK)
		return false;
	store_day_game(game, call->operand, query.game);
	return keeper_scores(call->line, &query, scores, ranks, EXCHANGE_ROWS_MAX, count) ==
		       KEEPER_OK &&
	       keeper_imported(call->line, call->operand, imported, STORE_IMPORTED_MOST,
		       imported_count) == KEEPER_OK;
}

static void print_board(const struct words *words, const struct day_row *rows, size_t count)
{
	struct list *list =
		list_new(board_columns, sizeof board_columns / sizeof *board_columns, words->json);

	for (size_t i = 0; i < count; i++) {
		char name[NAME_WIDTH + 1];

		day_row_name(&rows[i], NAME_WIDTH, name, sizeof name);
		list_number(list, rows[i].rank);
		list_text(list, name);
		list_number(list, day_row_points(&rows[i]));
		list_number(list, day_row_deepest(&rows[i]));
		list_text(list, day_row_cause(&rows[i]));
	}
	list_print(list, "Nobody is on the board of that day.");
}

static int show_board(struct call *call)
{
	const size_t most = EXCHANGE_ROWS_MAX + STORE_IMPORTED_MOST;
	struct store_score *scores = calloc(EXCHANGE_ROWS_MAX, sizeof *scores);
	unsigned *ranks = calloc(EXCHANGE_ROWS_MAX, sizeof *ranks);
	struct store_imported *imported = calloc(STORE_IMPORTED_MOST, sizeof *imported);
	struct day_row *rows = calloc(most, sizeof *rows);
	size_t count, imported_count;
	bool read;

	if (!scores || !ranks || !imported || !rows)
		abort();
	read = read_board(call, scores, ranks, &count, imported, &imported_count);
	if (read)
		print_board(call->words, rows,
			day_ranking(scores, ranks, count, imported, imported_count, rows, most));
	else
		command_complain("cannot read the board: %s", keeper_sentence(call->line));
	free(scores);
	free(ranks);
	free(imported);
	free(rows);
	return read ? 0 : 1;
}

/* ---- remove ---- */

static int remove_results(struct call *call)
{
	return operator_status(call->line, "remove the results",
		keeper_admin_import_remove(call->line, call->operand, call->words->player));
}

/* ---- The command ---- */

static const struct exchange_word {
	const char *word, *operand; /* operand: NULL if it takes none */
	int (*run)(struct call *call);
} exchange_words[] = {
	{"key", NULL, show_key},
	{"export", "a date or a week", export_day},
	{"import", "a file", import_file},
	{"board", "a date or a week", show_board},
	{"remove", "a host", remove_results},
};

static const struct exchange_word *find_word(int words, char **argv)
{
	for (size_t i = 0; words > 0 && i < sizeof exchange_words / sizeof *exchange_words; i++) {
		const struct exchange_word *found = &exchange_words[i];

		if (strcmp(found->word, argv[1]) != 0)
			continue;
		if (words == (found->operand ? 2 : 1))
			return found;
		command_complain("results %s takes %s", found->word,
			found->operand ? found->operand : "no further word");
		return NULL;
	}
	command_complain("results takes one of key, export, import, board and remove");
	return NULL;
}

static int run_word(
	const struct exchange_word *word, const struct words *words, const char *operand)
{
	static struct call call;
	const char *state;
	int status;

	call = (struct call){.words = words, .operand = operand};
	if (!operator_config(&call.config, words->config, words->state))
		return 1;
	state = call.config.files_state;
	snprintf(call.key, sizeof call.key, "%s%s", *words->key ? words->key : state,
		*words->key ? "" : "/" KEY_FILE);
	snprintf(call.known, sizeof call.known, "%s%s", *words->known ? words->known : state,
		*words->known ? "" : "/" KNOWN_FILE);
	if (word->operand) {
		call.line = operator_line(words->config, words->state);
		if (!call.line)
			return 1;
	}
	status = word->run(&call);
	store_client_free(call.line);
	return status;
}

int results_main(int argc, char **argv)
{
	struct words words = {.key = "", .known = "", .host = "", .out = "", .player = ""};
	const struct argument_row rows[] = {
		{"host", "NAME", "name of this host for others, for key and export",
			.text = &words.host},
		{"out", "FILE", "file that export writes", .text = &words.out},
		{"key", "FILE", "key of this host (default: results.key of the state directory)",
			.text = &words.key},
		{"known", "FILE", "known hosts (default: results.hosts of the state directory)",
			.text = &words.known},
		{"player", "NAME", "remove the results of this player alone",
			.text = &words.player},
		{"json", NULL, "print the board as JSON", .flag = &words.json},
		{"config", "FILE", "settings file; \"\": none (default: the installed one)",
			.text = &words.config},
		{"state", "DIR", "state directory of the server (default var)",
			.text = &words.state},
	};
	const struct argument_table table = {
		"results key | export DATE | import FILE | board DATE | remove HOST",
		"Exchanges results of closed days with other hosts, in signed files.  key\n"
		"makes the key of this host, and prints its line for the known hosts of\n"
		"others.  import replays each row before it is ranked as NAME@HOST.  That\n"
		"proves the run possible, not that it was its player's first try.  Exit\n"
		"status 1: the file or a row is refused.  2: wrong arguments.",
		rows, sizeof rows / sizeof *rows};
	const struct exchange_word *word;
	int count;
	int status = arguments_parse(argc, argv, &table, &count);

	if (status != ARGUMENTS_GO_ON)
		return status;
	word = find_word(count, argv);
	return word ? run_word(word, &words, word->operand ? argv[2] : "") : 2;
}
