#include "door/metrics/metrics.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define CELLS_MAX 32 /* of a family: series, or buckets with their sum */
#define MICRO 1000000

/* ---- The tables ---- */

#define ROW(id, word) word,
#define LIST(id, key, words) static const char *const words_##id[] = {words(ROW)};
METRIC_LABELS(LIST)
#undef LIST
#undef ROW

static const struct label_row {
	const char *key;
	const char *const *words;
	unsigned count;
} labels[] = {
#define LIST(id, key, words) {key, words_##id, sizeof words_##id / sizeof *words_##id},
	METRIC_LABELS(LIST)
#undef LIST
};

static const struct family_row {
	const char *name, *help;
	enum metric_side side;
	enum metric_type type;
	enum metric_label first, second;
} families[] = {
#define ROW(id, side, type, name, first, second, help)                                             \
	{name, help, METRIC_##side, METRIC_##type, METRIC_LABEL_##first, METRIC_LABEL_##second},
	METRIC_FAMILIES(ROW)
#undef ROW
};

/* Upper bounds of the buckets: microseconds, and requests. 0: no more. */
static const uint64_t bounds[METRIC_COUNT][16] = {
	[METRIC_COMMITS] = {100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000,
		500000, 1000000, 2500000},
	[METRIC_BATCHES] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512},
};

/* ---- Memory ---- */

struct cells {
	_Atomic uint64_t each[METRIC_COUNT][CELLS_MAX];
	/* Processes by their own account. The keeper side's half has the kinds of that side. */
	struct {
		_Atomic uint64_t count, bytes;
	} accounts[PROCESS_KINDS];
};

static struct cells own;
static struct cells *sides[METRIC_SIDES] = {&own, &own};
static int door_file = -1;

static bool map(enum metric_side side, int file)
{
	void *shared = mmap(NULL, sizeof(struct cells), PROT_READ | PROT_WRITE,
		file < 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED, file, 0);

	if (shared == MAP_FAILED)
		return false;
	sides[side] = shared;
	return true;
}

bool metrics_share(void)
{
	door_file = memfd_create("metrics", MFD_CLOEXEC);
	return door_file >= 0 && ftruncate(door_file, sizeof(struct cells)) == 0 &&
	       map(METRIC_DOOR, door_file) && map(METRIC_KEEPER, -1);
}

int metrics_file(void)
{
	return door_file;
}

bool metrics_join(int door)
{
	return map(METRIC_DOOR, door);
}

void metrics_leave(enum metric_side side)
{
	if (sides[side] != &own)
		munmap(sides[side], sizeof(struct cells));
	sides[side] = &own;
}

static _Atomic uint64_t *cell(enum metric metric, unsigned index)
{
	assert(metric < METRIC_COUNT && index < CELLS_MAX);
	return &sides[families[metric].side]->each[metric][index];
}

static unsigned series_of(enum metric metric, unsigned first, unsigned second)
{
	const struct family_row *family = &families[metric];

	assert(first < labels[family->first].count && second < labels[family->second].count);
	return first * labels[family->second].count + second;
}

/* ---- Counting ---- */

void metric_add(enum metric metric, unsigned first, unsigned second, uint64_t amount)
{
	atomic_fetch_add_explicit(
		cell(metric, series_of(metric, first, second)), amount, memory_order_relaxed);
}

void metric_set(enum metric metric, unsigned first, unsigned second, uint64_t value)
{
	atomic_store_explicit(
		cell(metric, series_of(metric, first, second)), value, memory_order_relaxed);
}

uint64_t metric_value(enum metric metric, unsigned first, unsigned second)
{
	return atomic_load_explicit(
		cell(metric, series_of(metric, first, second)), memory_order_relaxed);
}

void metric_raise(enum metric metric, unsigned first, unsigned second, uint64_t value)
{
	if (value > metric_value(metric, first, second))
		metric_set(metric, first, second, value);
}

static unsigned bucket_count(enum metric metric)
{
	unsigned count = 0;

	while (bounds[metric][count])
		count++;
	return count;
}

/* The cells of a histogram: its buckets, those above all bounds, and the sum. */
void metric_observe(enum metric metric, uint64_t value)
{
	unsigned count = bucket_count(metric), bucket = 0;

	assert(families[metric].type == METRIC_HISTOGRAM && count + 2 <= CELLS_MAX);
	while (bucket < count && value > bounds[metric][bucket])
		bucket++;
	atomic_fetch_add_explicit(cell(metric, bucket), 1, memory_order_relaxed);
	atomic_fetch_add_explicit(cell(metric, count + 1), value, memory_order_relaxed);
}

/* ---- Accounts of processes ---- */

static enum metric_side side_of(enum metric_process kind)
{
	bool keeper =
		kind == PROCESS_SUPERVISOR || kind == PROCESS_KEEPER || kind == PROCESS_HASHER;

	return keeper ? METRIC_KEEPER : METRIC_DOOR;
}

void metric_account_set(enum metric_process kind, uint64_t count, uint64_t bytes)
{
	struct cells *cells = sides[side_of(kind)];

	assert(kind < PROCESS_KINDS);
	atomic_store_explicit(&cells->accounts[kind].count, count, memory_order_relaxed);
	atomic_store_explicit(&cells->accounts[kind].bytes, bytes, memory_order_relaxed);
}

void metric_account_read(enum metric_process kind, uint64_t *count, uint64_t *bytes)
{
	struct cells *cells = sides[side_of(kind)];

	assert(kind < PROCESS_KINDS);
	*count = atomic_load_explicit(&cells->accounts[kind].count, memory_order_relaxed);
	*bytes = atomic_load_explicit(&cells->accounts[kind].bytes, memory_order_relaxed);
}

/* ---- Reading ---- */

const char *metric_name(enum metric metric)
{
	return families[metric].name;
}

const char *metric_help(enum metric metric)
{
	return families[metric].help;
}

const char *metric_type_word(enum metric metric)
{
	static const char *const words[] = {"counter", "gauge", "histogram"};

	return words[families[metric].type];
}

/* True if the family is counted in microseconds. A time of the clock is counted in seconds. */
static bool is_micro(enum metric metric)
{
	return strstr(families[metric].name, "_seconds") != NULL &&
	       strstr(families[metric].name, "_time_seconds") == NULL;
}

void metric_value_text(const struct metric_sample *sample, char text[METRIC_VALUE_MAX])
{
	if (sample->micro)
		snprintf(text, METRIC_VALUE_MAX, "%llu.%06llu",
			(unsigned long long)(sample->value / MICRO),
			(unsigned long long)(sample->value % MICRO));
	else
		snprintf(text, METRIC_VALUE_MAX, "%llu", (unsigned long long)sample->value);
}

struct reading {
	void (*each)(void *context, const struct metric_sample *sample);
	void *context;
};

static void read_histogram(const struct reading *reading, enum metric metric)
{
	struct metric_sample sample = {
		.metric = metric, .family = families[metric].name, .suffix = "_bucket"};
	struct metric_sample bound = {.micro = is_micro(metric)};
	char text[METRIC_VALUE_MAX] = "+Inf";
	unsigned count = bucket_count(metric);

	for (unsigned i = 0; i <= count; i++) {
		bound.value = bounds[metric][i];
		if (i < count)
			metric_value_text(&bound, text);
		snprintf(sample.labels, sizeof sample.labels, "{le=\"%s\"}",
			i < count ? text : "+Inf");
		sample.value += atomic_load_explicit(cell(metric, i), memory_order_relaxed);
		reading->each(reading->context, &sample);
	}
	sample.labels[0] = '\0';
	sample.suffix = "_count";
	reading->each(reading->context, &sample);
	sample.suffix = "_sum";
	sample.micro = is_micro(metric);
	sample.value = atomic_load_explicit(cell(metric, count + 1), memory_order_relaxed);
	reading->each(reading->context, &sample);
}

static void read_series(
	const struct reading *reading, enum metric metric, unsigned first, unsigned second)
{
	const struct label_row *one = &labels[families[metric].first];
	const struct label_row *two = &labels[families[metric].second];
	struct metric_sample sample = {.metric = metric,
		.family = families[metric].name,
		.suffix = "",
		.value = metric_value(metric, first, second),
		.micro = is_micro(metric)};

	if (*two->key)
		snprintf(sample.labels, sizeof sample.labels, "{%s=\"%s\",%s=\"%s\"}", one->key,
			one->words[first], two->key, two->words[second]);
	else if (*one->key)
		snprintf(sample.labels, sizeof sample.labels, "{%s=\"%s\"}", one->key,
			one->words[first]);
	reading->each(reading->context, &sample);
}

void metrics_each(void (*each)(void *context, const struct metric_sample *sample), void *context)
{
	const struct reading reading = {each, context};

	for (int metric = 0; metric < METRIC_COUNT; metric++) {
		const struct family_row *family = &families[metric];

		if (family->type == METRIC_HISTOGRAM) {
			read_histogram(&reading, (enum metric)metric);
			continue;
		}
		for (unsigned first = 0; first < labels[family->first].count; first++)
			for (unsigned second = 0; second < labels[family->second].count; second++)
				read_series(&reading, (enum metric)metric, first, second);
	}
}

/* ---- The text format ---- */

struct writing {
	FILE *out;
	int family;
};

static void write_sample(void *context, const struct metric_sample *sample)
{
	struct writing *writing = context;
	char value[METRIC_VALUE_MAX];

	if ((int)sample->metric != writing->family)
		fprintf(writing->out, "# HELP %s %s\n# TYPE %s %s\n", sample->family,
			metric_help(sample->metric), sample->family,
			metric_type_word(sample->metric));
	writing->family = (int)sample->metric;
	metric_value_text(sample, value);
	fprintf(writing->out, "%s%s%s %s\n", sample->family, sample->suffix, sample->labels, value);
}

char *metrics_text(const char *version, size_t *size)
{
	struct writing writing = {.family = -1};
	char *text = NULL;

	writing.out = open_memstream(&text, size);
	assert(writing.out);
	fprintf(writing.out,
		"# HELP trapdoor_build_info Version of the program.\n"
		"# TYPE trapdoor_build_info gauge\ntrapdoor_build_info{version=\"%s\"} 1\n",
		version);
	metrics_each(write_sample, &writing);
	fclose(writing.out);
	assert(text);
	return text;
}
