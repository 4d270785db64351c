/* Two hosts with one secret: a tower that exports the results of a day, and a bell that imports
 * them. */
#ifndef TRAPDOOR_TESTS_EXCHANGE_HOSTS_H
#define TRAPDOOR_TESTS_EXCHANGE_HOSTS_H

#include "tests/test.h"

#include "tests/door/day_scene.h"

#include <jansson.h>

#include "door/verify/exchange.h"

#define HEAD 213 /* bytes before the signed text */

static struct {
	struct fixture *tower, *bell;
	struct store_client *to_tower, *to_bell;
	struct exchange_key key;
	char known[200];
	int64_t run; /* of Ada, on the tower */
} hosts;

static inline struct fixture *host_start(uint8_t secret, struct content *content)
{
	struct fixture *fixture = fixture_new();

	if (content) {
		content_free(fixture->content);
		fixture->content = content;
	}
	fixture->policy.daily = fixture->policy.weekly = 1;
	fixture->policy.expiry_ms = 1;
	fixture->policy.day_shared = true;
	fixture->policy.day_secret[0] = secret;
	fixture_start(fixture);
	return fixture;
}

static inline void make_key(const char *name, struct exchange_key *key)
{
	char path[128], sentence[EXCHANGE_SENTENCE_MAX] = "";

	snprintf(path, sizeof path, "%s/%s", hosts.tower->state, name);
	if (!exchange_key_open(path, key, sentence))
		fail_msg("%s", sentence);
}

static inline int hosts_set_up(void **state)
{
	char text[2 * EXCHANGE_PUBLIC_SIZE + 1];
	struct store_client *ada;
	struct keeper_run run;

	(void)state;
	clock_now = mmap(
		NULL, sizeof *clock_now, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(clock_now != MAP_FAILED);
	*clock_now = AT_SIX;
	hosts.tower = host_start(7, NULL);
	hosts.bell = host_start(7, NULL);
	hosts.to_tower = fixture_operator(hosts.tower);
	hosts.to_bell = fixture_operator(hosts.bell);
	ada = player(hosts.tower, "Ada");
	begin_try(ada, &run);
	quit_try(hosts.tower, ada, &run);
	hosts.run = run.id;
	store_client_free(ada);
	make_key("key", &hosts.key);
	exchange_key_text(hosts.key.public, text);
	snprintf(hosts.known, sizeof hosts.known, "# hosts\n\ntower.example %s # Otto's\n", text);
	return 0;
}

static inline int hosts_tear_down(void **state)
{
	void *each[] = {hosts.tower, hosts.bell};

	(void)state;
	store_client_free(hosts.to_tower);
	store_client_free(hosts.to_bell);
	fixture_tear_down(&each[0]);
	fixture_tear_down(&each[1]);
	munmap(clock_now, sizeof *clock_now);
	return 0;
}

/* Until the seed of the day is shown on both hosts. */
static inline void go_on(void)
{
	go_to(hosts.to_tower, AT_SIX + 3 * DAY);
	go_to(hosts.to_bell, AT_SIX + 3 * DAY);
}

/* ---- Files ---- */

struct file {
	char *bytes;
	size_t size;
	unsigned rows;
};

static inline struct file export_today(void)
{
	char sentence[EXCHANGE_SENTENCE_MAX] = "";
	struct file file;

	file.bytes = exchange_export(hosts.to_tower, TODAY, "tower.example", &hosts.key, &file.size,
		&file.rows, sentence);
	assert_string_equal(sentence, "");
	assert_non_null(file.bytes);
	return file;
}

/* Signs the file again, after a change of its text. */
static inline void change(struct file *file, void (*lie)(json_t *json, json_t *run))
{
	json_t *json = json_loadb(file->bytes + HEAD, file->size - HEAD, 0, NULL);
	char *body;

	assert_non_null(json);
	lie(json, json_array_get(json_object_get(json, "rows"), 0));
	body = json_dumps(json, 0);
	free(file->bytes);
	file->bytes = exchange_sign(&hosts.key, body, strlen(body), &file->size);
	free(body);
	json_decref(json);
}

static struct {
	unsigned count[EXCHANGE_REFUSED + 1];
	char sentence[EXCHANGE_SENTENCE_MAX]; /* of the last row or of the file */
} seen;

static inline void see(void *context, enum exchange_fate fate, const char *sentence)
{
	(void)context;
	seen.count[fate]++;
	snprintf(seen.sentence, sizeof seen.sentence, "%s", sentence);
}

static inline bool import_to(struct store_client *line, const struct file *file)
{
	struct exchange exchange;
	bool good;

	memset(&seen, 0, sizeof seen);
	good = exchange_open(&exchange, file->bytes, file->size, hosts.known, seen.sentence) &&
	       exchange_import(line, &exchange, see, NULL, seen.sentence);
	exchange_free(&exchange);
	return good;
}

static inline void expect_sentence(const char *sentence)
{
	if (!strstr(seen.sentence, sentence))
		fail_msg("\"%s\", not \"%s\"", seen.sentence, sentence);
}

/* The number of rows that were imported on the bell, the first of which is written. */
static inline size_t imported(struct store_imported *first)
{
	static struct store_imported results[STORE_IMPORTED_MOST];
	size_t count;

	assert_int_equal(
		keeper_imported(hosts.to_bell, TODAY, results, STORE_IMPORTED_MOST, &count),
		KEEPER_OK);
	*first = results[0];
	return count;
}

#endif
