/* Recorded runs that are replayed from a source that is forged or does not answer: each verdict and
 * sentence of the verification, the replay cursor and the dump, compared with a film. */
#define FILM_SAME_DAY
#define RECORDED_MAX 200
#include "tests/test.h"

#include <sys/un.h>

#include "tests/door/film.h"
#include "tests/door/golden_content.h"
#include "tests/door/keeper_proxy.h"
#include "tests/door/recorded.h"

#include "door/verify/archive.h"
#include "door/verify/verification.h"
#include "door/verify/resume.h"
#include "door/replay/dump_run.h"
#include "door/replay/replay_cursor.h"

static struct {
	struct fixture fixture;
	struct store_client *player, *office;
	struct recorded recorded;
} scene;

/* The queries of a run source. */
enum asked { ASKED_RUN, ASKED_SEGMENT, ASKED_COMMANDS, ASKED_BUNDLE, ASKED_DIGESTS, ASKED_SCORE };
static const char *const asked_words[] = {
	"run", "segment", "commands", "bundle", "digests", "score"};

/* A source in front of the true one: it fails once, or changes what it gives. */
struct forger {
	struct run_source truth;
	enum asked fails;
	int after; /* so many answers are true first; -1: it does not fail */
	enum keeper_verdict verdict;
	void (*forge)(enum asked asked, void *record);
	const struct content *content; /* lent to the one that asks, which spares it the bundle */
};

static enum keeper_verdict forger_answer(
	struct forger *forger, enum asked asked, enum keeper_verdict verdict, void *record)
{
	if (verdict == KEEPER_OK && forger->forge)
		forger->forge(asked, record);
	return verdict;
}

static bool forger_fails(struct forger *forger, enum asked asked)
{
	return forger->after >= 0 && forger->fails == asked && forger->after-- == 0;
}

static enum keeper_verdict forger_run(void *context, int64_t id, struct keeper_run *run)
{
	struct forger *forger = context;

	if (forger_fails(forger, ASKED_RUN))
		return forger->verdict;
	return forger_answer(
		forger, ASKED_RUN, forger->truth.run(forger->truth.context, id, run), run);
}

static enum keeper_verdict forger_segment(
	void *context, int64_t run, uint32_t index, struct store_segment *segment)
{
	struct forger *forger = context;

	memset(segment, 0, sizeof *segment);
	if (forger_fails(forger, ASKED_SEGMENT))
		return forger->verdict;
	return forger_answer(forger, ASKED_SEGMENT,
		forger->truth.segment(forger->truth.context, run, index, segment), segment);
}

struct blob {
	uint8_t *bytes;
	size_t size;
};

static enum keeper_verdict forger_commands(
	void *context, int64_t run, uint32_t from, uint8_t **bytes, size_t *size)
{
	struct forger *forger = context;
	struct blob blob = {0};
	enum keeper_verdict verdict = forger->verdict;

	if (!forger_fails(forger, ASKED_COMMANDS))
		verdict = forger_answer(forger, ASKED_COMMANDS,
			forger->truth.commands(
				forger->truth.context, run, from, &blob.bytes, &blob.size),
			&blob);
	*bytes = blob.bytes;
	*size = blob.size;
	return verdict;
}

static enum keeper_verdict forger_bundle(
	void *context, const uint8_t digest[CONTENT_DIGEST_SIZE], uint8_t **bytes, size_t *size)
{
	struct forger *forger = context;
	struct blob blob = {0};
	enum keeper_verdict verdict = forger->verdict;

	if (!forger_fails(forger, ASKED_BUNDLE))
		verdict = forger_answer(forger, ASKED_BUNDLE,
			forger->truth.bundle(
				forger->truth.context, digest, &blob.bytes, &blob.size),
			&blob);
	*bytes = blob.bytes;
	*size = blob.size;
	return verdict;
}

struct digests {
	struct store_digest *digests;
	size_t count;
};

static enum keeper_verdict forger_digests(
	void *context, int64_t run, struct store_digest **digests, size_t *count)
{
	struct forger *forger = context;
	struct digests given = {0};
	enum keeper_verdict verdict = forger->verdict;

	if (!forger_fails(forger, ASKED_DIGESTS))
		verdict = forger_answer(forger, ASKED_DIGESTS,
			forger->truth.digests(
				forger->truth.context, run, &given.digests, &given.count),
			&given);
	*digests = given.digests;
	*count = given.count;
	return verdict;
}

static enum keeper_verdict forger_score(void *context, int64_t run, struct store_score *score)
{
	struct forger *forger = context;

	if (forger_fails(forger, ASKED_SCORE))
		return forger->verdict;
	return forger_answer(
		forger, ASKED_SCORE, forger->truth.score(forger->truth.context, run, score), score);
}

static const char *forger_sentence(void *context)
{
	(void)context;
	return "The source is out of order.";
}

static struct run_source run_source_of_liar(struct forger *forger)
{
	return (struct run_source){.context = forger,
		.run = forger_run,
		.segment = forger_segment,
		.commands = forger_commands,
		.bundle = forger_bundle,
		.digests = forger_digests,
		.score = forger_score,
		.sentence = forger_sentence};
}

/* ---- The asking side ---- */

static void say(struct film *film, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The state directory has another name each time. */
static void say(struct film *film, const char *format, ...)
{
	char text[FILM_LINE_MAX];
	va_list arguments;
	char *at;

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	while ((at = strstr(text, scene.fixture.state)) != NULL) {
		at[0] = '~';
		memmove(at + 1, at + strlen(scene.fixture.state),
			strlen(at + strlen(scene.fixture.state)) + 1);
	}
	film_line(film, text);
}

static void film_verification(struct film *film, struct forger forger)
{
	struct run_source source = run_source_of_liar(&forger);
	char sentence[400] = "-";
	enum verification_verdict verdict =
		verify_from_source(&source, NULL, scene.recorded.run.id, sentence, sizeof sentence);

	say(film, "    verified: %d %s", (int)verdict, sentence);
}

static void film_cursor(struct film *film, struct forger forger)
{
	static const uint32_t distances[] = {1000, 41, 39};
	struct run_source source = run_source_of_liar(&forger);
	struct replay_cursor *cursor =
		replay_cursor_new(&source, NULL, scene.recorded.run.id, REPLAY_CURSOR_BOTH_WAYS);

	say(film, "    cursor: %d %s, %u to %u", (int)replay_cursor_answer(cursor),
		replay_cursor_sentence(cursor), (unsigned)replay_cursor_first(cursor),
		(unsigned)replay_cursor_length(cursor));
	for (size_t i = 0; replay_cursor_game(cursor) && i < sizeof distances / sizeof *distances;
		i++) {
		enum replay_cursor_answer answer = replay_cursor_go(cursor, distances[i]);

		say(film, "    to %u: %d %s, at %u, turn %u, digest %016llx",
			(unsigned)distances[i], (int)answer, replay_cursor_sentence(cursor),
			(unsigned)replay_cursor_index(cursor), (unsigned)replay_cursor_turn(cursor),
			(unsigned long long)(replay_cursor_game(cursor)
						     ? game_digest(replay_cursor_game(cursor))
						     : 0));
	}
	replay_cursor_free(cursor);
}

static void film_dump(struct film *film, struct forger forger)
{
	struct run_source source = run_source_of_liar(&forger);
	char sentence[400] = "-";
	char *text = dump_of_run(&source, NULL, scene.recorded.run.id,
		(struct dump_form){.width = 79}, sentence, sizeof sentence);

	say(film, "    dump: %s, %zu bytes", sentence, text ? strlen(text) : 0);
	free(text);
}

static void film_all(struct film *film, const struct forger *forger)
{
	film_verification(film, *forger);
	film_cursor(film, *forger);
	film_dump(film, *forger);
}

/* ---- Tests ---- */

static void a_source_that_does_not_answer(void **state)
{
	static const enum keeper_verdict verdicts[] = {KEEPER_NO, KEEPER_FAILED};
	struct film film;
	struct forger forger = {.truth = run_source_of_line(scene.office), .after = -1};

	(void)state;
	film_open(&film, "run-source-silent");
	say(&film, "the truth");
	film_all(&film, &forger);
	for (forger.fails = ASKED_RUN; forger.fails <= ASKED_SCORE; forger.fails++)
		for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++)
			for (int after = 0; after <= (verdicts[i] == KEEPER_NO); after++) {
				forger.after = after;
				forger.content =
					forger.fails == ASKED_BUNDLE ? NULL : scene.fixture.content;
				forger.verdict = verdicts[i];
				say(&film, "%s answers %d after %d", asked_words[forger.fails],
					(int)verdicts[i], after);
				film_all(&film, &forger);
			}
	film_close(&film);
}

/* A lie changes one record of one kind. */
#define LIE(name, asks, type, change)                                                              \
	static void lie_##name(enum asked asked, void *record)                                     \
	{                                                                                          \
		type *it = record;                                                                 \
		if (asked == (asks)) {                                                             \
			change;                                                                    \
		}                                                                                  \
	}
#define LIES(ROW)                                                                                  \
	ROW(other_rules, ASKED_RUN, struct keeper_run, it->rules = 99)                             \
	ROW(other_seed, ASKED_RUN, struct keeper_run, it->seed.bytes[3] ^= 1)                      \
	ROW(other_name, ASKED_RUN, struct keeper_run, it->birth.name[0] = 'N')                     \
	ROW(other_content, ASKED_RUN, struct keeper_run, it->content[0] ^= 1)                      \
	ROW(longer, ASKED_RUN, struct keeper_run, it->next_index++)                                \
	ROW(shorter, ASKED_RUN, struct keeper_run, it->next_index--)                               \
	ROW(empty, ASKED_RUN, struct keeper_run, it->next_index = 0)                               \
	ROW(debug, ASKED_RUN, struct keeper_run, it->mode = STORE_DEBUG)                           \
	ROW(other_segment_rules, ASKED_SEGMENT, struct store_segment, it->rules += 9)              \
	ROW(other_segment_content, ASKED_SEGMENT, struct store_segment, it->content[1] ^= 1)       \
	ROW(segment_ends_late, ASKED_SEGMENT, struct store_segment, it->end_index += 2)            \
	ROW(segment_ends_early, ASKED_SEGMENT, struct store_segment, it->end_index -= 2)           \
	ROW(segment_ends_at_once, ASKED_SEGMENT, struct store_segment,                             \
		it->end_index = it->first_index)                                                   \
	ROW(segment_begins_late, ASKED_SEGMENT, struct store_segment, it->first_index += 2)        \
	ROW(segment_from_nothing, ASKED_SEGMENT, struct store_segment, free(it->save);             \
		it->save = NULL; it->save_size = 0)                                                \
	ROW(segment_cut, ASKED_SEGMENT, struct store_segment, it->save_size -= it->save_size > 0)  \
	ROW(segment_changed, ASKED_SEGMENT, struct store_segment,                                  \
		if (it->save_size > 40) it->save[40] ^= 1)                                         \
	ROW(commands_cut, ASKED_COMMANDS, struct blob, it->size--)                                 \
	ROW(commands_none, ASKED_COMMANDS, struct blob, it->size = 0)                              \
	ROW(first_command_changed, ASKED_COMMANDS, struct blob, it->bytes[0] = 0xff)               \
	ROW(command_changed, ASKED_COMMANDS, struct blob, it->bytes[70] ^= 1)                      \
	ROW(late_command_changed, ASKED_COMMANDS, struct blob, it->bytes[it->size - 2] ^= 2)       \
	ROW(last_command_changed, ASKED_COMMANDS, struct blob, it->bytes[it->size - 1] = 0)        \
	ROW(bundle_cut, ASKED_BUNDLE, struct blob, it->size--)                                     \
	ROW(bundle_changed, ASKED_BUNDLE, struct blob, it->bytes[it->size / 2] ^= 1)               \
	ROW(digests_none, ASKED_DIGESTS, struct digests, it->count = 0)                            \
	ROW(digests_one_less, ASKED_DIGESTS, struct digests, it->count--)                          \
	ROW(digest_changed, ASKED_DIGESTS, struct digests, it->digests[1].digest++)                \
	ROW(digest_elsewhere, ASKED_DIGESTS, struct digests, it->digests[1].index++)               \
	ROW(digest_too_late, ASKED_DIGESTS, struct digests, it->digests[2].index = 999)            \
	ROW(digest_part_changed, ASKED_DIGESTS, struct digests, it->digests[0].parts[2]++;         \
		it->digests[0].digest++)                                                           \
	ROW(digest_without_parts, ASKED_DIGESTS, struct digests, it->digests[0].part_count = 0;    \
		it->digests[0].digest++)                                                           \
	ROW(score_more, ASKED_SCORE, struct store_score, it->score++)                              \
	ROW(score_gold, ASKED_SCORE, struct store_score, it->gold++)                               \
	ROW(score_turns, ASKED_SCORE, struct store_score, it->turns++)                             \
	ROW(score_depth, ASKED_SCORE, struct store_score, it->depth++)                             \
	ROW(score_deepest, ASKED_SCORE, struct store_score, it->deepest++)                         \
	ROW(score_level, ASKED_SCORE, struct store_score, it->level++)                             \
	ROW(score_outcome, ASKED_SCORE, struct store_score, it->outcome = OUTCOME_WON)             \
	ROW(score_cause, ASKED_SCORE, struct store_score, it->cause[0] ^= 1)                       \
	ROW(score_killer, ASKED_SCORE, struct store_score, strcpy(it->killer, "cave-rat"))         \
	ROW(score_item, ASKED_SCORE, struct store_score, strcpy(it->item, "dart"))                 \
	ROW(score_avenged, ASKED_SCORE, struct store_score, strcpy(it->avenged, "Ida Jon"))        \
	ROW(score_unscored, ASKED_SCORE, struct store_score, it->scored = !it->scored)             \
	ROW(score_alive, ASKED_SCORE, struct store_score, it->died = !it->died)                    \
	ROW(score_debug, ASKED_SCORE, struct store_score, it->mode = STORE_DEBUG)                  \
	ROW(score_name, ASKED_SCORE, struct store_score, it->name[0] = 'N')                        \
	ROW(score_epitaph, ASKED_SCORE, struct store_score, strcpy(it->epitaph, "Oh."))
LIES(LIE)

static void a_source_that_is_forged(void **state)
{
	static const struct {
		const char *name;
		void (*forge)(enum asked asked, void *record);
	} rows[] = {
#define ROW(name, asks, type, change) {#name, lie_##name},
		LIES(ROW)
#undef ROW
	};
	struct film film;
	struct forger forger = {.truth = run_source_of_line(scene.office), .after = -1};

	(void)state;
	film_open(&film, "run-source-forged");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		say(&film, "%s", rows[i].name);
		forger.forge = rows[i].forge;
		forger.content = strstr(rows[i].name, "bundle") ? NULL : scene.fixture.content;
		film_verification(&film, forger);
		if (!strncmp(rows[i].name, "score", 5) || !strncmp(rows[i].name, "digest", 6))
			continue;
		film_cursor(&film, forger);
		film_dump(&film, forger);
	}
	film_close(&film);
}

/* ---- Lines that fail ---- */

/* An operator's line whose requests a proxy answers by rules. */
static struct store_client *proxied_line(struct proxy_rules *rules, pid_t *proxy)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int between[2], keeper = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	struct store_client *line;

	snprintf(address.sun_path, sizeof address.sun_path, "%s/keeper.sock", scene.fixture.state);
	assert_int_equal(connect(keeper, (struct sockaddr *)&address, sizeof address), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, between), 0);
	*proxy = proxy_start(rules, between[1], keeper);
	line = store_client_new(between[0], fixture_wait, NULL);
	assert_int_equal(keeper_hello(line, "local", "local"), KEEPER_OK);
	return line;
}

static void film_exports(
	struct film *film, struct store_client *line, struct proxy_rules *rules, const char *rule)
{
	char directory[100], sentence[400] = "-";
	bool written;
	long count;

	snprintf(directory, sizeof directory, "%s/export", scene.fixture.state);
	memset(rules, 0, sizeof *rules);
	if (*rule)
		assert_true(proxy_rule_add(rules, rule));
	written = archive_write_run(
		line, directory, scene.recorded.run.id, sentence, sizeof sentence);
	say(film, "    run written: %d %s", written, sentence);
	memset(rules, 0, sizeof *rules);
	if (*rule)
		assert_true(proxy_rule_add(rules, rule));
	strcpy(sentence, "-");
	count = archive_write(line, directory, "", sentence, sizeof sentence);
	say(film, "    all written: %ld %s", count, sentence);
	memset(rules, 0, sizeof *rules);
	if (*rule)
		assert_true(proxy_rule_add(rules, rule));
	strcpy(sentence, "-");
	enum verification_verdict verdict =
		verify_run(line, NULL, scene.recorded.run.id, sentence, sizeof sentence);
	say(film, "    verified: %d %s", (int)verdict, sentence);
}

static void exports_over_a_line_that_fails(void **state)
{
	static const char *const requests[] = {"run_show", "segment_get", "commands_get",
		"digests_get", "bundle_get", "score_get", "scores", "games", "admin_runs",
		"admin_verify"};
	struct proxy_rules *rules = proxy_rules_new();
	struct film film;
	pid_t proxy;
	struct store_client *line = proxied_line(rules, &proxy);

	(void)state;
	film_open(&film, "run-source-exports");
	say(&film, "the truth");
	film_exports(&film, line, rules, "");
	for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
		for (int after = 0; after < 3; after++) {
			char rule[100];

			snprintf(rule, sizeof rule, "%s %d %d 1 Out of order.", requests[i],
				after % 2 ? KEEPER_NO : KEEPER_FAILED, after);
			say(&film, "%s", rule);
			film_exports(&film, line, rules, rule);
		}
	film_close(&film);
	store_client_free(line);
	kill(proxy, SIGKILL);
	assert_int_equal(waitpid(proxy, NULL, 0), proxy);
}

static int set_up(void **state)
{
	struct fixture *fixture = &scene.fixture;

	(void)state;
	log_level_set(LOG_ERROR);
	film_same_chance();
	strcpy(fixture->state, "/tmp/trapdoor-keeper-XXXXXX");
	if (!mkdtemp(fixture->state))
		return -1;
	fixture->content = golden_content();
	fixture_start(fixture);
	scene.player = fixture_caller(fixture, "Mina");
	recorded_play(fixture, scene.player, &scene.recorded, 40);
	recorded_end(scene.player, &scene.recorded);
	pid_t proxy;
	scene.office = proxied_line(proxy_rules_new(), &proxy);
	return 0;
}

static int tear_down(void **state)
{
	char command[128];

	(void)state;
	store_client_free(scene.player);
	store_client_free(scene.office);
	fixture_kill_keeper(&scene.fixture);
	for (size_t i = 0; i < scene.fixture.count; i++)
		close(scene.fixture.ends[i]);
	snprintf(command, sizeof command, "rm -rf %s", scene.fixture.state);
	content_free(scene.fixture.content);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_source_that_does_not_answer),
		cmocka_unit_test(a_source_that_is_forged),
		cmocka_unit_test(exports_over_a_line_that_fails),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
