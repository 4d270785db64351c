#include "tests/golden/runs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NAME_BYTES 64

/* The steps in the order of enum direction, then what follows them in the journal's numbers. */
static const char letters[] = "kulnjbhy.s";

_Noreturn void fail(const char *what, const char *detail)
{
	fflush(stdout);
	fprintf(stderr, "runner: %s: %s\n", what, detail);
	exit(1);
}

char *file_read(const char *path, size_t *size)
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

static int hex_digit(char c)
{
	const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;
	return at ? (int)(at - digits) : -1;
}

size_t hex_read(const char *text, uint8_t *bytes, size_t capacity)
{
	size_t size = 0;
	while (size < capacity && hex_digit(text[0]) >= 0 && hex_digit(text[1]) >= 0) {
		bytes[size++] = (uint8_t)(hex_digit(text[0]) << 4 | hex_digit(text[1]));
		text += 2;
	}
	return size;
}

void hex_print(FILE *file, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		fprintf(file, "%02x", bytes[i]);
}

struct seed seed_read(const char *text)
{
	struct seed seed = {{0}};
	if (hex_read(text, seed.bytes, sizeof seed.bytes) != sizeof seed.bytes)
		fail(text, "is no seed of 32 hex digits");
	return seed;
}

/* ---- Reading ---- */

struct reading {
	const char *path;
	char name[NAME_BYTES];
	struct run run;
	uint8_t *bytes;
	size_t size, capacity;
	bool begun;
};

static void add(struct reading *reading, const uint8_t *bytes, size_t size)
{
	if (reading->size + size > reading->capacity) {
		reading->capacity = reading->capacity * 2 + size;
		reading->bytes = realloc(reading->bytes, reading->capacity);
		assert(reading->bytes);
	}
	memcpy(reading->bytes + reading->size, bytes, size);
	reading->size += size;
}

static void add_hex(struct reading *reading, const char *line)
{
	size_t size = strlen(line) / 2;
	uint8_t *bytes = malloc(size + 1);
	assert(bytes);
	if (hex_read(line, bytes, size) != size || line[2 * size])
		fail(reading->path, "has a line of a kind that is not known");
	add(reading, bytes, size);
	free(bytes);
}

/* One command of a play line; returns the text after it. */
static const char *unpack_one(struct reading *reading, const char *text)
{
	unsigned long count = 1;
	uint8_t command[COMMAND_BYTES_MAX];
	size_t size = 1;
	if (*text >= '0' && *text <= '9')
		count = strtoul(text, NULL, 10);
	text += strspn(text, "0123456789");
	const char *letter = *text ? strchr(letters, *text) : NULL;
	if (letter) {
		command[0] = (uint8_t)(letter - letters);
		text++;
	} else {
		size = *text == '<' ? hex_read(text + 1, command, sizeof command) : 0;
		if (size == 0 || text[1 + 2 * size] != '>')
			fail(reading->path, "has a play line that holds no commands");
		text += 2 + 2 * size;
	}
	while (count-- > 0)
		add(reading, command, size);
	return text;
}

static void give(struct reading *reading, run_follows *each, void *context)
{
	if (!reading->begun)
		return;
	reading->run.name = reading->name;
	reading->run.bytes = reading->bytes;
	reading->run.size = reading->size;
	each(context, &reading->run);
	reading->size = 0;
}

static void read_birth(struct reading *reading, const char *hex)
{
	uint8_t bytes[BIRTH_BYTES_MAX];
	size_t size = hex_read(hex, bytes, sizeof bytes);
	if (!birth_decode(bytes, size, &reading->run.birth))
		fail(reading->path, "has a birth that does not decode");
}

void runs_read(const char *path, run_follows *each, void *context)
{
	size_t size;
	char *text = file_read(path, &size);
	const char *base = strrchr(path, '/');
	struct reading reading = {.path = path};
	snprintf(reading.name, sizeof reading.name, "%s", base ? base + 1 : path);
	reading.name[strcspn(reading.name, ".")] = '\0';
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		if (line[0] == '#')
			continue;
		if (strncmp(line, "birth ", 6) == 0) {
			read_birth(&reading, line + 6);
		} else if (strncmp(line, "seed ", 5) == 0) {
			give(&reading, each, context);
			reading.begun = true;
			reading.run.seed = seed_read(line + 5);
		} else if (strncmp(line, "play ", 5) == 0) {
			for (const char *at = line + 5; *at;)
				at = unpack_one(&reading, at);
		} else {
			add_hex(&reading, line);
		}
	}
	give(&reading, each, context);
	free(reading.bytes);
	free(text);
}

/* ---- Packing ---- */

static void print_command(const uint8_t *bytes, size_t size, unsigned count)
{
	if (count > 1)
		printf("%u", count);
	if (size == 1 && bytes[0] < sizeof letters - 1) {
		putchar(letters[bytes[0]]);
		return;
	}
	putchar('<');
	hex_print(stdout, bytes, size);
	putchar('>');
}

void run_pack(const struct run *run, unsigned most)
{
	const uint8_t *last = NULL;
	size_t last_size = 0;
	unsigned count = 0, done = 0;
	printf("seed ");
	hex_print(stdout, run->seed.bytes, sizeof run->seed.bytes);
	printf("\nplay ");
	for (size_t at = 0, size; at < run->size && (most == 0 || done < most);
		at += size, done++) {
		struct command command;
		size = command_decode(run->bytes + at, run->size - at, &command);
		if (size == 0)
			fail(run->name, "holds bytes that are no command");
		if (count > 0 && (size != last_size || memcmp(last, run->bytes + at, size) != 0)) {
			print_command(last, last_size, count);
			count = 0;
		}
		last = run->bytes + at;
		last_size = size;
		count++;
	}
	if (count > 0)
		print_command(last, last_size, count);
	putchar('\n');
}
