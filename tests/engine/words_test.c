/*
 * Words: sentences with their facts, cut where they must be, and never led astray by what a
 * stranger chose.
 */
#include "tests/test.h"

#include "engine/content/words.h"
#include "stock.h"

static void check_words(const struct content *content, enum text_id word,
	const struct word_facts *facts, const char *expected)
{
	char text[120];
	size_t length = words_expand(content, word, facts, text, sizeof text);
	assert_int_equal(length, strlen(text));
	assert_string_equal(text, expected);
}

static void sentences_take_their_facts(void **state)
{
	(void)state;
	struct content *content = stock_content();
	struct word_actor rat = {.name = "cable rat"}, you = {.you = true}, unseen = {.name = NULL};
	struct word_actor caller = {.name = "Mabel", .proper = true};
	check_words(content, TEXT_YOU_HIT, &(struct word_facts){.target = rat},
		"You hit the cable rat.");
	check_words(content, TEXT_YOU_HIT, &(struct word_facts){.target = unseen},
		"You hit something.");
	check_words(
		content, TEXT_YOU_HIT, &(struct word_facts){.target = caller}, "You hit Mabel.");
	check_words(content, TEXT_IT_HITS_YOU,
		&(struct word_facts){.actor = rat, .verb = "bites", .target = you},
		"The cable rat bites you.");
	check_words(content, TEXT_IT_HITS_YOU,
		&(struct word_facts){.actor = unseen, .verb = "bites", .target = you},
		"Something bites you.");
	check_words(content, TEXT_IT_HITS_IT,
		&(struct word_facts){.actor = rat, .verb = "takes _ down", .target = caller},
		"The cable rat takes Mabel down.");
	check_words(content, TEXT_IT_HITS_IT,
		&(struct word_facts){.actor = rat, .verb = "bites", .target = you},
		"The cable rat bites you.");
	check_words(content, TEXT_LEARNED, &(struct word_facts){.item = "an apple"},
		"So that is an apple.");
	check_words(content, TEXT_GOLD_FOUND, &(struct word_facts){.number = -30},
		"You pocket -30 gold.");
	check_words(content, TEXT_SEARCH_NOTHING, NULL,
		"You searched five turns and found nothing. Nothing is hidden within 2 steps of "
		"you.");
	assert_int_equal(words_role(content, TEXT_YOU_DIE), COLOUR_ROLE_DANGER);
	content_free(content);
}

/* "Swings at you" would be said of one that missed. */
static void blows_are_told_as_hits(void **state)
{
	(void)state;
	struct content *content = stock_content();
	for (size_t i = 0; i < content->counts.creatures; i++)
		for (int j = 0; j < content->creatures[i].blow_count; j++) {
			const char *verb = content->creatures[i].blows[j].verb;
			size_t length = strlen(verb);
			if (length >= 3 && !strcmp(verb + length - 3, " at"))
				fail_msg("%s %s you", content->creatures[i].name, verb);
			if (strstr(verb, " with ") && !strchr(verb, '_'))
				fail_msg("%s %s you", content->creatures[i].name, verb);
		}
	content_free(content);
}

/* Text chosen by players is never read as markup, braces or control bytes. */
static void strangers_words_stay_words(void **state)
{
	(void)state;
	struct content *content = stock_content();
	check_words(content, TEXT_GRAVE_SAYS,
		&(struct word_facts){
			.name = "[bad]{text}", .text = "\006red\037 {name} \x1b[2J\xff"},
		"[bad]{text} dropped the line here. On the stone: \"?red? {name} ?[2J?\"");
	content_free(content);
}

static void sentences_are_cut_to_size(void **state)
{
	(void)state;
	struct content *content = stock_content();
	struct word_facts facts = {.target = {.name = "cable rat"}};
	for (size_t size = 1; size < 30; size++) {
		char *text = malloc(size);
		size_t length = words_expand(content, TEXT_YOU_HIT, &facts, text, size);
		assert_int_equal(length, size - 1 < 22 ? size - 1 : 22);
		assert_memory_equal(text, "You hit the cable rat.", length);
		assert_int_equal(text[length], 0);
		free(text);
	}
	content_free(content);
}

static void names_have_articles_and_plurals(void **state)
{
	(void)state;
	static const struct {
		enum article article;
		int count;
		const char *singular, *plural, *expected;
	} names[] = {
		{ARTICLE_A, 1, "cable rat", "", "a cable rat"},
		{ARTICLE_A, 1, "amber tonic", "amber tonics", "an amber tonic"},
		{ARTICLE_A, 1, "Receiver", "", "the Receiver"},
		{ARTICLE_THE, 1, "dart", "darts", "the dart"},
		{ARTICLE_A, 3, "dart", "darts", "3 darts"},
		{ARTICLE_THE, 3, "dart", "darts", "the 3 darts"},
		{ARTICLE_NONE, 1, "dart", "darts", "dart"},
		{ARTICLE_NONE, 2, "fish", "", "2 fish"},
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char text[64];
		words_name(text, sizeof text, names[i].article, names[i].count, names[i].singular,
			names[i].plural);
		assert_string_equal(text, names[i].expected);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sentences_take_their_facts),
		cmocka_unit_test(blows_are_told_as_hits),
		cmocka_unit_test(strangers_words_stay_words),
		cmocka_unit_test(sentences_are_cut_to_size),
		cmocka_unit_test(names_have_articles_and_plurals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
