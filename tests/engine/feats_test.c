/* Feats of ended runs, and the records of achievements that need them. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char *const room[] = {
	"##########",
	"#<..@...>#",
	"##########",
};

static struct feat feats[FEATS_MAX];
static size_t count;

static bool has(unsigned kind, const char *id)
{
	for (size_t i = 0; i < count; i++)
		if (feats[i].kind == kind && strcmp(feats[i].id, id) == 0)
			return true;
	return false;
}

static unsigned number_of(unsigned kind)
{
	unsigned number = 0;
	for (size_t i = 0; i < count; i++)
		number += feats[i].kind == kind;
	return number;
}

static void gather(const struct game *game)
{
	count = game_feats(game, feats, FEATS_MAX);
}

static struct game *begin(void)
{
	return arena_new(stock, ROWS(room), 1);
}

/* ---- Feats ---- */

static void a_run_that_goes_on_proves_nothing(void **state)
{
	(void)state;
	struct game *game = begin();
	game->knowledge.met[0] = game->knowledge.beaten[0] = 1;
	gather(game);
	assert_int_equal(count, 0);
	game->ending.outcome = OUTCOME_DIED;
	gather(game);
	assert_true(count > 0);
	game->marked = true;
	gather(game);
	assert_int_equal(count, 0);
	game_free(game);
}

static void creatures_are_met_beaten_and_bosses(void **state)
{
	(void)state;
	struct game *game = begin();
	uint16_t rat = content_find_creature(stock, "cable-rat");
	uint16_t boss = content_find_creature(stock, "foreman");
	game->ending.outcome = OUTCOME_QUIT;
	game->knowledge.met[rat] = game->knowledge.met[boss] = 1;
	game->knowledge.beaten[boss] = 1;
	gather(game);
	assert_int_equal(number_of(FEAT_MET), 2);
	assert_true(has(FEAT_MET, "cable-rat") && has(FEAT_MET, "foreman"));
	assert_int_equal(number_of(FEAT_BEATEN), 1);
	assert_true(has(FEAT_BEATEN, "foreman") && has(FEAT_BOSS, "foreman"));
	game->knowledge.beaten[rat] = 1;
	gather(game);
	assert_true(has(FEAT_BEATEN, "cable-rat") && !has(FEAT_BOSS, "cable-rat"));
	game_free(game);
}

static void items_letters_quests_and_depths_are_those_of_the_state(void **state)
{
	(void)state;
	struct game *game = begin();
	uint16_t tonic = content_find_item(stock, "mending");
	uint16_t letter = content_find_item(stock, "letter-rota");
	game->ending.outcome = OUTCOME_LEFT;
	memset(game->knowledge.items, 0, stock->counts.items);
	game->knowledge.items[tonic] = game->knowledge.items[letter] = 1;
	/* Gear is known from the start, and is learned in no run. */
	game->knowledge.items[content_find_item(stock, "letter-sorry")] = 0;
	game->knowledge.quests[1] = 1 + QUEST_DONE;
	game->knowledge.quests[2] = 1;
	gather(game);
	assert_int_equal(number_of(FEAT_IDENTIFIED), 1);
	assert_true(has(FEAT_IDENTIFIED, "mending"));
	assert_int_equal(number_of(FEAT_LETTER), 1);
	assert_true(has(FEAT_LETTER, "letter-rota"));
	assert_int_equal(number_of(FEAT_QUEST), 1);
	assert_true(has(FEAT_QUEST, stock->quests[1].id));
	assert_int_equal(number_of(FEAT_DEPTH), 1);
	assert_true(has(FEAT_DEPTH, "1"));
	game_free(game);
}

/* The livelog hears of bosses and quests while the run goes on. */
static void deeds_are_bosses_and_quests_so_far(void **state)
{
	(void)state;
	struct game *game = begin();
	struct feat deeds[8];
	assert_int_equal(game_deeds(game, deeds, 8), 0);
	game->knowledge.beaten[content_find_creature(stock, "cable-rat")] = 1;
	game->knowledge.beaten[content_find_creature(stock, "foreman")] = 1;
	game->knowledge.quests[1] = 1 + QUEST_DONE;
	game->knowledge.quests[2] = 1;
	assert_int_equal(game_deeds(game, deeds, 8), 2);
	assert_int_equal(deeds[0].kind, FEAT_BOSS);
	assert_string_equal(deeds[0].id, "foreman");
	assert_int_equal(deeds[1].kind, FEAT_QUEST);
	assert_string_equal(deeds[1].id, stock->quests[1].id);
	assert_int_equal(game_deeds(game, deeds, 1), 1);
	game->marked = true;
	assert_int_equal(game_deeds(game, deeds, 8), 0);
	game_free(game);
}

static void an_ending_has_its_word(void **state)
{
	static const struct {
		uint8_t outcome, depth;
		const char *word;
	} rows[] = {{OUTCOME_DIED, 1, "died"}, {OUTCOME_LEFT, 1, "left"}, {OUTCOME_QUIT, 1, "quit"},
		{OUTCOME_WON, 1, "won"}, {OUTCOME_WON, 26, "far-end"}};
	(void)state;
	struct game *game = begin();
	strcpy(game->ending.killer, "desk-dog");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		game->ending.outcome = rows[i].outcome;
		game->depth = rows[i].depth;
		gather(game);
		assert_int_equal(number_of(FEAT_ENDING), 1);
		assert_true(has(FEAT_ENDING, rows[i].word));
		assert_int_equal(has(FEAT_KILLED_BY, "desk-dog"), rows[i].outcome == OUTCOME_DIED);
	}
	game->depth = 1;
	game_free(game);
}

static void conducts_count_where_they_are_shown(void **state)
{
	(void)state;
	struct game *game = begin();
	game->ending.outcome = OUTCOME_DIED;
	game->hero.deepest = CONDUCTS_FROM - 1;
	gather(game);
	assert_int_equal(number_of(FEAT_CONDUCT), 0);
	game->hero.deepest = CONDUCTS_FROM;
	game->hero.broken = 1u << CONDUCT_KILL;
	gather(game);
	assert_int_equal(number_of(FEAT_CONDUCT), CONDUCT_COUNT - 1);
	assert_true(has(FEAT_CONDUCT, "eat") && !has(FEAT_CONDUCT, "kill"));
	game_free(game);
}

static void a_loaded_save_has_the_same_feats(void **state)
{
	static struct feat again[FEATS_MAX];
	struct complaint complaint;
	size_t size;
	(void)state;
	struct game *game = begin();
	game->ending.outcome = OUTCOME_DIED;
	game->knowledge.met[3] = game->knowledge.beaten[3] = 1;
	gather(game);
	uint8_t *bytes = game_save(game, &size);
	struct game *loaded = game_load(stock, bytes, size, &complaint);
	assert_non_null(loaded);
	assert_int_equal(game_feats(loaded, again, FEATS_MAX), count);
	assert_memory_equal(again, feats, count * sizeof *feats);
	/* A short list is cut. */
	assert_int_equal(game_feats(loaded, again, 2), 2);
	free(bytes);
	game_free(loaded);
	game_free(game);
}

static void every_feat_of_a_game_is_a_thing_of_its_content(void **state)
{
	(void)state;
	struct game *game = begin();
	game->ending.outcome = OUTCOME_DIED;
	game->hero.deepest = 9;
	memset(game->knowledge.met, 1, stock->counts.creatures);
	memset(game->knowledge.beaten, 1, stock->counts.creatures);
	memset(game->knowledge.items, 1, stock->counts.items);
	gather(game);
	for (size_t i = 0; i < count; i++)
		if (!content_has_feat(stock, feats[i].kind, feats[i].id))
			fail_msg("%s %s", feat_word(feats[i].kind), feats[i].id);
	for (enum feat_kind kind = FEAT_MET; kind <= FEAT_LETTER; kind++) {
		struct feat_count counted = content_feat_count(stock, kind, feats, count);
		assert_true(counted.all > 0);
		assert_int_equal(counted.known, number_of(kind));
		assert_int_equal(counted.known, counted.all);
	}
	assert_int_equal(content_feat_count(stock, FEAT_BOSS, feats, count).all, 6);
	assert_int_equal(content_feat_count(stock, FEAT_DEPTH, feats, count).known, 1);
	assert_false(content_has_feat(stock, FEAT_BOSS, "cable-rat"));
	assert_false(content_has_feat(stock, FEAT_MET, "nobody"));
	assert_false(content_has_feat(stock, 99, "nobody"));
	assert_null(feat_word(99));
	game_free(game);
}

static void all_calls_count_with_this_one(void **state)
{
	static const struct feat past[] = {{FEAT_MET, "cable-rat"}, {FEAT_MET, "lamp-moth"},
		{FEAT_BEATEN, "wire-worm"}, {FEAT_LETTER, "letter-rota"}, {FEAT_MET, "no-such"}};
	struct lore_group group;
	(void)state;
	struct game *game = begin();
	game->knowledge.met[content_find_creature(stock, "cable-rat")] = 1;
	game->knowledge.met[content_find_creature(stock, "desk-dog")] = 1;
	assert_true(game_lore(game, 0, &group));
	assert_int_equal(group.known, 2);
	assert_int_equal(game_lore_together(game, 0, past, 5), 3);
	assert_int_equal(game_lore_together(game, 0, past, 0), 2);
	assert_true(game_lore(game, 6, &group));
	assert_string_equal(group.word, "letter");
	assert_int_equal(game_lore_together(game, 6, past, 5), group.known + 1);
	game_free(game);
}

/* ---- Achievements ---- */

static bool earned(const char *id, const int32_t *numbers)
{
	size_t at = content_achievement_find(stock, id);
	assert_true(at < ACHIEVEMENTS_MAX);
	return content_achievement_earned(stock, at, feats, count, numbers);
}

static void add(unsigned kind, const char *id)
{
	feats[count] = (struct feat){.kind = (uint8_t)kind};
	strcpy(feats[count++].id, id);
}

static void needs_of_one_call_must_all_hold(void **state)
{
	int32_t numbers[MEASURE_COUNT] = {[MEASURE_TURNS] = 5000};
	(void)state;
	count = 0;
	assert_false(earned("brief-call", numbers));
	add(FEAT_ENDING, "far-end");
	assert_false(earned("brief-call", numbers));
	add(FEAT_ENDING, "won");
	assert_true(earned("brief-call", numbers));
	numbers[MEASURE_TURNS]++;
	assert_false(earned("brief-call", numbers));
	assert_true(earned("no-carrier", numbers));
	/* Of all calls together there are no numbers. */
	assert_false(earned("no-carrier", NULL));
}

static void needs_of_all_calls_count_feats(void **state)
{
	static const int32_t numbers[MEASURE_COUNT];
	(void)state;
	count = 0;
	for (int i = 0; i < 29; i++)
		add(FEAT_MET, stock->creatures[i].id);
	assert_false(earned("directory", NULL));
	add(FEAT_BEATEN, stock->creatures[29].id);
	assert_false(earned("directory", NULL));
	add(FEAT_MET, stock->creatures[29].id);
	assert_true(earned("directory", NULL));
	assert_false(earned("directory", numbers));
}

/* Every feat that there can be and the best numbers earn each of them. */
static void there_are_forty_and_each_can_be_earned(void **state)
{
	static const int32_t numbers[MEASURE_COUNT] = {[MEASURE_SCORE] = 90000,
		[MEASURE_DEEPEST] = 26,
		[MEASURE_LEVEL] = 9,
		[MEASURE_GOLD] = 9000,
		[MEASURE_LEVELS] = 26,
		[MEASURE_AVENGED] = 8};
	struct feat_thing thing;
	(void)state;
	assert_int_equal(content_achievement_count(stock), 40);
	count = 0;
	for (enum feat_kind kind = FEAT_MET; kind <= FEAT_HANDICAP; kind++)
		for (size_t nth = 0; content_feat(stock, kind, nth, &thing); nth++)
			add(kind, thing.id);
	for (size_t i = 0; i < content_achievement_count(stock); i++) {
		struct achievement one = content_achievement(stock, i);
		if (!content_achievement_earned(
			    stock, i, feats, count, one.together ? NULL : numbers))
			fail_msg("%s cannot be earned", one.id);
		assert_int_equal(content_achievement_find(stock, one.id), i);
		assert_true(one.rank > 0 || one.letter == ' ');
	}
	count = 0;
	for (size_t i = 0; i < content_achievement_count(stock); i++)
		assert_false(content_achievement_earned(stock, i, feats, 0,
			content_achievement(stock, i).together
				? NULL
				: (const int32_t[MEASURE_COUNT]){0}));
}

/* A lamp must be of one achievement. */
static void no_two_lamps_are_alike(void **state)
{
	(void)state;
	for (size_t i = 0; i < content_achievement_count(stock); i++)
		for (size_t k = 0; k < i; k++) {
			struct achievement a = content_achievement(stock, i),
					   b = content_achievement(stock, k);
			if (a.rank > 0 && (a.rank == b.rank || a.letter == b.letter))
				fail_msg("%s and %s", a.id, b.id);
		}
}

/* ---- Records ---- */

static struct content *with(const char *name, const char *text)
{
	struct content *content = content_new();
	for (size_t i = 0; i < builtin_file_count; i++)
		if (strcmp(builtin_files[i].name, name) != 0)
			stock_add(content, &builtin_files[i]);
	content_add(content, name, text, strlen(text));
	return content;
}

static void expect_complaint(const char *name, const char *text, const char *sentence)
{
	struct content *content = with(name, text);
	const struct complaint *list;
	assert_int_equal(content_seal(content), *sentence == '\0');
	if (*sentence && (content_complaints(content, &list) != 1 ||
				 strcmp(list[0].sentence, sentence) != 0))
		fail_msg("%s", list[0].sentence);
	content_free(content);
}

#define RECORD(fields) "achievement try\n  name Try\n  look You try.\n" fields

static void a_wrong_record_has_one_clear_complaint(void **state)
{
	(void)state;
	expect_complaint("achievements.txt", RECORD("  needs met cable-rat\n"), "");
	expect_complaint("achievements.txt", RECORD("  needs beeten cable-rat\n"),
		"needs: there is no fact beeten; did you mean beaten?");
	expect_complaint("achievements.txt", RECORD("  needs xyzzy 3\n"),
		"needs: there is no fact xyzzy; docs/content.md lists the facts of a run");
	expect_complaint("achievements.txt", RECORD("  needs met cable-rut\n"),
		"needs: there is no monster cable-rut; did you mean cable-rat?");
	expect_complaint("achievements.txt", RECORD("  needs gold 4\n"),
		"needs: at-least or at-most is wanted after gold");
	expect_complaint(
		"achievements.txt", RECORD("  needs depth 27\n"), "needs: 27 is not from 1 to 26");
	expect_complaint("achievements.txt", RECORD("  needs boss cable-rat\n"),
		"achievement try: monster cable-rat is not unique, so it is no boss");
	expect_complaint("achievements.txt", RECORD("  needs gold at-least 4\n  scope all-calls\n"),
		"achievement try: gold is a number of one call; scope all-calls has none");
	expect_complaint("achievements.txt", RECORD(""),
		"achievement try has no needs, so every call would earn it");
	expect_complaint("achievements.txt", RECORD("  needs achievement at-least 3\n"),
		"achievement try: only scope all-calls may need achievements");
	expect_complaint("more.txt", RECORD("  needs met cable-rat\n"),
		"achievement try belongs into achievements.txt");
	expect_complaint("achievements.txt",
		"handicap slow\n  name slow\n  look Slow.\n  feeds 80\n",
		"handicap slow does not belong into achievements.txt, which no run keeps; move it "
		"to "
		"another text");
}

/* A session is another process than the one that read the texts. */
static void packed_texts_hold_achievements(void **state)
{
	uint8_t one[CONTENT_DIGEST_SIZE], other[CONTENT_DIGEST_SIZE];
	struct complaint complaint;
	size_t size;
	(void)state;
	struct content *content =
		stock_seal(with("achievements.txt", RECORD("  needs met cable-rat\n")));
	uint8_t *bytes = content_pack(content, &size);
	struct content *again = content_from_bundle(bytes, size, &complaint);
	free(bytes);
	assert_non_null(again);
	assert_int_equal(content_achievement_count(again), 1);
	content_digest(content, one);
	content_digest(again, other);
	assert_memory_equal(one, other, sizeof one);
	content_free(again);
	content_free(content);
}

/* Days and recorded runs name a digest of their content. */
static void achievements_change_no_digest_and_no_bundle(void **state)
{
	uint8_t one[CONTENT_DIGEST_SIZE], other[CONTENT_DIGEST_SIZE];
	struct complaint complaint;
	size_t size;
	(void)state;
	struct content *content =
		stock_seal(with("achievements.txt", RECORD("  needs met cable-rat\n")));
	struct content *without = stock_seal(with("achievements.txt", ""));
	assert_int_equal(content_achievement_count(content), 1);
	assert_int_equal(content_achievement_count(without), 0);
	content_digest(without, one);
	content_digest(content, other);
	content_free(without);
	assert_memory_equal(one, other, sizeof one);
	const uint8_t *bytes = content_bundle(content, &size);
	struct content *again = content_from_bundle(bytes, size, &complaint);
	assert_non_null(again);
	assert_int_equal(content_achievement_count(again), 0);
	/* Nor a byte of a save. */
	struct game *game = arena_new(content, ROWS(room), 1),
		    *bare = arena_new(again, ROWS(room), 1);
	size_t sizes[2];
	uint8_t *saves[2] = {game_save(game, &sizes[0]), game_save(bare, &sizes[1])};
	assert_int_equal(sizes[0], sizes[1]);
	assert_memory_equal(saves[0], saves[1], sizes[0]);
	free(saves[0]);
	free(saves[1]);
	game_free(game);
	game_free(bare);
	content_free(again);
	content_free(content);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_that_goes_on_proves_nothing),
		cmocka_unit_test(creatures_are_met_beaten_and_bosses),
		cmocka_unit_test(items_letters_quests_and_depths_are_those_of_the_state),
		cmocka_unit_test(deeds_are_bosses_and_quests_so_far),
		cmocka_unit_test(an_ending_has_its_word),
		cmocka_unit_test(conducts_count_where_they_are_shown),
		cmocka_unit_test(a_loaded_save_has_the_same_feats),
		cmocka_unit_test(every_feat_of_a_game_is_a_thing_of_its_content),
		cmocka_unit_test(all_calls_count_with_this_one),
		cmocka_unit_test(needs_of_one_call_must_all_hold),
		cmocka_unit_test(needs_of_all_calls_count_feats),
		cmocka_unit_test(there_are_forty_and_each_can_be_earned),
		cmocka_unit_test(no_two_lamps_are_alike),
		cmocka_unit_test(a_wrong_record_has_one_clear_complaint),
		cmocka_unit_test(packed_texts_hold_achievements),
		cmocka_unit_test(achievements_change_no_digest_and_no_bundle),
	};
	return stock_run(stock_content(), tests);
}
