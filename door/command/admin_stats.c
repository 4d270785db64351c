/* `trapdoor admin stats`: the metrics of the server as a page or as JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/command/admin.h"
#include "door/command/operator.h"
#include "door/os/json_out.h"
#include "door/os/printable.h"
#include "door/text/times.h"

#define MICRO 1000000
#define BUCKETS_MAX 32
#define MEBIBYTE (1024.0 * 1024.0)

struct page {
	bool json;
	struct json_out out;
	char family[64]; /* of the last title */
	/* Of a histogram: upper bounds as they are written, and how many are at or below. */
	size_t buckets;
	char bounds[BUCKETS_MAX][24];
	uint64_t counts[BUCKETS_MAX];
	uint64_t count;
};

/* ---- Values ---- */

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), wanted = strlen(end);

	return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

static void value_text(const struct keeper_statistic *one, char text[TIME_TEXT_MAX])
{
	if (ends_with(one->family, "_bytes"))
		snprintf(text, TIME_TEXT_MAX, "%.1f MiB", (double)one->value / MEBIBYTE);
	else if (ends_with(one->family, "_time_seconds") && one->value)
		time_text((int64_t)one->value, text);
	else if (one->micro)
		snprintf(text, TIME_TEXT_MAX, "%.3f ms", (double)one->value * 1000 / MICRO);
	else
		snprintf(text, TIME_TEXT_MAX, "%llu", (unsigned long long)one->value);
}

/* Copies the next label of {key="word",...}. Returns its end; NULL: there is none. */
static const char *next_label(const char *at, char key[32], char word[32])
{
	int used = 0;

	if (*at == '{' || *at == ',')
		at++;
	if (sscanf(at, "%31[a-z]=\"%31[^\"]\"%n", key, word, &used) != 2 || used == 0)
		return NULL;
	return at + used;
}

/* ---- The page ---- */

/* The title is the help without its full stop. */
static void title_print(struct page *page, const struct keeper_statistic *one, const char *value)
{
	if (strcmp(page->family, one->family) == 0)
		return;
	print_line("%.*s:%s%s", (int)strcspn(one->help, "."), one->help, *value ? " " : "", value);
	snprintf(page->family, sizeof page->family, "%s", one->family);
}

static void row_print(const char *name, const char *value)
{
	print_line("  %-22s %14s", name, value);
}

/* The words of the labels alone; the title says what they are. */
static void labels_text(const char *labels, char text[96])
{
	char key[32], word[32];
	size_t used = 0;

	text[0] = '\0';
	for (const char *at = labels; (at = next_label(at, key, word)) != NULL;)
		used += (size_t)snprintf(text + used, 96 - used, "%s%s", used ? " " : "", word);
}

/* The bound below which a share of the values are. */
static const char *quantile(const struct page *page, unsigned percent)
{
	for (size_t i = 0; i < page->buckets; i++)
		if (page->counts[i] * 100 >= page->count * percent)
			return page->bounds[i];
	return "+Inf";
}

static void histogram_print(struct page *page, const struct keeper_statistic *sum)
{
	static const unsigned percents[] = {50, 95, 99};
	bool seconds = ends_with(sum->family, "_seconds");
	char text[64], name[32];

	snprintf(text, sizeof text, "%llu", (unsigned long long)page->count);
	title_print(page, sum, text);
	for (size_t i = 0; page->count && i < sizeof percents / sizeof *percents; i++) {
		double bound = strtod(quantile(page, percents[i]), NULL);

		snprintf(name, sizeof name, "%u %% at most", percents[i]);
		snprintf(text, sizeof text, seconds ? "%.1f ms" : "%.0f",
			seconds ? bound * 1000 : bound);
		row_print(name, text);
	}
	page->buckets = 0;
}

static void sample_print(struct page *page, const struct keeper_statistic *one)
{
	char name[96], value[TIME_TEXT_MAX];

	if (strcmp(one->suffix, "_bucket") == 0 && page->buckets < BUCKETS_MAX) {
		sscanf(one->labels, "{le=\"%23[^\"]\"", page->bounds[page->buckets]);
		page->counts[page->buckets++] = one->value;
	} else if (strcmp(one->suffix, "_count") == 0) {
		page->count = one->value;
	} else if (strcmp(one->suffix, "_sum") == 0) {
		histogram_print(page, one);
	} else if (!one->labels[0]) {
		value_text(one, value);
		title_print(page, one, value);
	} else if (one->value) {
		/* Words that never occurred would fill the page. */
		labels_text(one->labels, name);
		value_text(one, value);
		title_print(page, one, "");
		row_print(name, value);
	}
}

/* ---- JSON ---- */

static void sample_json(struct page *page, const struct keeper_statistic *one)
{
	char name[80], value[40], key[32], word[32];

	snprintf(name, sizeof name, "%s%s", one->family, one->suffix);
	if (one->micro)
		snprintf(value, sizeof value, "%llu.%06llu",
			(unsigned long long)(one->value / MICRO),
			(unsigned long long)(one->value % MICRO));
	else
		snprintf(value, sizeof value, "%llu", (unsigned long long)one->value);
	json_out_open(&page->out, '{');
	json_out_key(&page->out, "name");
	json_out_string(&page->out, name);
	json_out_key(&page->out, "labels");
	json_out_open(&page->out, '{');
	for (const char *at = one->labels; (at = next_label(at, key, word)) != NULL;) {
		json_out_key(&page->out, key);
		json_out_string(&page->out, word);
	}
	json_out_close(&page->out, '}');
	json_out_key(&page->out, "value");
	json_out_value(&page->out, value);
	json_out_close(&page->out, '}');
}

static void sample_show(void *context, const struct keeper_statistic *one)
{
	struct page *page = context;

	if (page->json)
		sample_json(page, one);
	else
		sample_print(page, one);
}

int admin_stats(const struct admin_call *call)
{
	struct page page = {.json = call->json};
	enum keeper_verdict verdict;

	if (page.json)
		json_out_open(&page.out, '[');
	verdict = keeper_admin_stats(call->line, sample_show, &page);
	if (page.json && verdict == KEEPER_OK) {
		json_out_close(&page.out, ']');
		json_out_end(&page.out);
		puts(page.out.bytes);
	}
	free(page.out.bytes);
	return operator_status(call->line, "read the statistics", verdict);
}
