/* Messages on the play screen: in pages, and in windows that change. */
#include "tests/test.h"

#include "door/play/play.h"
#include "engine/rules/rules.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

struct table {
	struct play *play;
	struct vt_frame frame;
};

static void resize(struct table *table, int width, int height)
{
	vt_frame_resize(&table->frame, width, height);
	play_paint(table->play, &table->frame);
}

static void table_begin(struct table *table, int width, int height)
{
	struct seed seed = {{7}};
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "anna"});
	*table = (struct table){.play = play_new(game, stock, NULL, 0, &(struct play_link){0})};
	resize(table, width, height);
	for (int key = 0; key < 3; key++) {
		play_key(table->play, VT_KEY_ESCAPE);
		resize(table, width, height);
	}
}

static void table_end(struct table *table)
{
	play_free(table->play);
	vt_frame_free(&table->frame);
}

static bool shows(const struct table *table, const char *text)
{
	char row[VT_WIDTH_MAX + 1];
	const struct vt_frame *frame = &table->frame;
	for (int y = 0; y < frame->height; y++) {
		for (int x = 0; x < frame->width; x++) {
			uint16_t glyph = frame->cells[y * frame->width + x].glyph;
			row[x] = (char)(glyph < 127 ? glyph : '?');
		}
		row[frame->width] = '\0';
		if (strstr(row, text))
			return true;
	}
	return false;
}

/* True if a row begins with the text. */
static bool starts(const struct table *table, const char *text)
{
	const struct vt_frame *frame = &table->frame;
	for (int y = 0; y < frame->height; y++) {
		size_t x = 0;
		while (text[x] && frame->cells[(size_t)(y * frame->width) + x].glyph == text[x])
			x++;
		if (!text[x])
			return true;
	}
	return false;
}

static void say_many(struct table *table, int count)
{
	struct game *game = play_game(table->play);
	char text[60];
	for (int i = 0; i < count; i++) {
		snprintf(text, sizeof text, "Sentence-%d is about as long as many of them are.", i);
		message_say_text(game, text, COLOUR_ROLE_TEXT);
	}
}

/* Which of them stand on the screen. */
static void mark(struct table *table, bool seen[16])
{
	for (int i = 0; i < 16; i++) {
		char start[16];
		snprintf(start, sizeof start, "Sentence-%d ", i);
		seen[i] = seen[i] || shows(table, start);
	}
}

/* Messages shown whole in a tall window are not paged again in a smaller one. Turned pages stay
 * turned at any width. */
static void what_was_read_does_not_come_back_in_a_smaller_window(void **state)
{
	struct table table;
	bool seen[16] = {false};
	(void)state;
	table_begin(&table, 100, 60);
	say_many(&table, 8);
	resize(&table, 100, 60);
	assert_true(shows(&table, "Sentence-0"));
	assert_false(shows(&table, "--more--"));
	resize(&table, 80, 24);
	assert_false(shows(&table, "--more--"));
	assert_false(shows(&table, "Sentence-0"));
	assert_true(shows(&table, "Sentence-7"));

	play_key(table.play, VT_KEY_ESCAPE);
	say_many(&table, 16);
	resize(&table, 80, 24);
	assert_true(shows(&table, "--more--"));
	assert_true(shows(&table, "Sentence-0"));
	mark(&table, seen);
	play_key(table.play, ' ');
	resize(&table, 80, 24);
	assert_false(shows(&table, "Sentence-0"));
	resize(&table, 50, 24);
	assert_false(shows(&table, "Sentence-0"));
	for (int page = 0; shows(&table, "--more--"); page++) {
		assert_true(page < 30);
		mark(&table, seen);
		play_key(table.play, ' ');
		resize(&table, page % 2 ? 50 : 64, 24);
	}
	mark(&table, seen);
	for (int i = 0; i < 16; i++)
		assert_true(seen[i]);
	play_key(table.play, VT_KEY_ESCAPE);
	resize(&table, 80, 24);
	assert_false(shows(&table, "Sentence"));
	table_end(&table);
}

/* A page ends where a sentence does. */
static void pages_end_between_sentences(void **state)
{
	(void)state;
	for (int width = 60; width < 100; width++) {
		struct table table;
		int pages = 0;
		table_begin(&table, width, 24);
		say_many(&table, 12);
		resize(&table, width, 24);
		for (; shows(&table, "--more--"); pages++) {
			assert_true(pages < 30);
			/* Behind the sentence, or below it where there is no room. */
			assert_true(shows(&table, ". --more--") || starts(&table, "--more--"));
			play_key(table.play, ' ');
			resize(&table, width, 24);
		}
		assert_true(pages > 0);
		assert_true(shows(&table, "Sentence-11 "));
		table_end(&table);
	}
}

/* Returns the column after the last character of a row. */
static int row_end(const struct table *table, int y)
{
	int end = table->frame.width;
	while (end > 0 && table->frame.cells[y * table->frame.width + end - 1].glyph == ' ')
		end--;
	return end;
}

/* Of a page that is all one sentence only the last row leaves room for the prompt. */
static void the_last_row_alone_leaves_room(void **state)
{
	(void)state;
	for (int width = 40; width < 100; width++) {
		struct table table;
		table_begin(&table, width, 24);
		for (int i = 10; i < 22; i++) {
			char text[80];
			snprintf(text, sizeof text, "%d and on and on and on and on and on and on",
				i);
			message_say_text(play_game(table.play), text, COLOUR_ROLE_TEXT);
		}
		resize(&table, width, 24);
		assert_true(shows(&table, "--more--"));
		int rows = table.frame.cursor_y;
		assert_true(rows >= 1);
		for (int y = 0; y < rows; y++)
			assert_in_range(row_end(&table, y), width - 5, width - 1);
		assert_in_range(row_end(&table, rows), width - 5, width);
		table_end(&table);
	}
}

/* A count is of what is new: what was read before is not counted again. */
static void what_was_read_is_not_counted_again(void **state)
{
	struct table table;
	(void)state;
	table_begin(&table, 80, 24);
	struct game *game = play_game(table.play);
	message_say_text(game, "The rat bites you.", COLOUR_ROLE_BAD);
	resize(&table, 80, 24);
	play_key(table.play, VT_KEY_ESCAPE);
	message_say_text(game, "The rat bites you.", COLOUR_ROLE_BAD);
	resize(&table, 80, 24);
	assert_true(shows(&table, "The rat bites you."));
	assert_false(shows(&table, "you. x2"));
	play_key(table.play, VT_KEY_ESCAPE);
	message_say_text(game, "The rat bites you.", COLOUR_ROLE_BAD);
	message_say_text(game, "The rat bites you.", COLOUR_ROLE_BAD);
	resize(&table, 80, 24);
	assert_true(shows(&table, "you. x2"));
	table_end(&table);
}

/* A sentence that is longer than a message may be is one on the screen: between its parts there is
 * one space, as there are two between sentences. */
static void a_sentence_of_two_messages_is_one(void **state)
{
	struct table table;
	(void)state;
	table_begin(&table, 200, 40);
	message_say_long(play_game(table.play),
		"It goes on, and on, and on, and on, and on, and on, and on, and on, and on, and "
		"on, and on, and on, and on, and ends here. Then comes another.",
		COLOUR_ROLE_PAPER);
	resize(&table, 200, 40);
	assert_true(shows(&table, "and on, and on, and ends here. Then comes another."));
	message_say_text(play_game(table.play), "One.", COLOUR_ROLE_TEXT);
	message_say_text(play_game(table.play), "Two.", COLOUR_ROLE_TEXT);
	resize(&table, 200, 40);
	assert_true(shows(&table, "another.  One.  Two."));
	table_end(&table);
}

/* Nobody turns a page before he has seen where he is, however long the greeting and narrow the
 * window; what had no room is among the messages. */
static void no_page_waits_on_the_first_screen(void **state)
{
	static const int sizes[][2] = {{80, 24}, {40, 20}, {132, 50}};
	(void)state;
	for (unsigned number = 0; number < 24; number++) {
		struct seed seed = {{(uint8_t)number}};
		const int *size = sizes[number % 3];
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "a-long-name"});
		struct table table = {
			.play = play_new(game, stock, NULL, 0, &(struct play_link){0})};
		message_say_text(
			game, "It smells of rain, and of a long while ago.", COLOUR_ROLE_TEXT);
		message_say_text(game, "? is the key.", COLOUR_ROLE_TEXT);
		play_say(table.play, "Last time: killed by the nightwatchman on depth 11.");
		resize(&table, size[0], size[1]);
		assert_false(shows(&table, "--more--"));
		assert_true(shows(&table, "11."));
		play_key(table.play, 'm');
		resize(&table, 132, 50);
		assert_true(shows(&table, "It smells"));
		play_key(table.play, VT_KEY_ESCAPE);
		/* Later ones do wait. */
		say_many(&table, 16);
		resize(&table, size[0], size[1]);
		assert_int_equal(shows(&table, "--more--"), size[1] < 50);
		table_end(&table);
	}
}

/* Of two messages without room on the first screen, the last one stays. */
static void the_last_message_stays_on_the_first_screen(void **state)
{
	struct seed seed = {{7}};
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "anna"});
	struct table table = {.play = play_new(game, stock, NULL, 0, &(struct play_link){0})};
	(void)state;
	game->messages.count = 0;
	message_say_text(game,
		"First it is long, and it is longer, and longer still, and then it goes on and on, "
		"until it ends.",
		COLOUR_ROLE_TEXT);
	message_say_text(game,
		"Then it is long, and it is longer, and longer still, and then it goes on and on, "
		"until it ends.",
		COLOUR_ROLE_TEXT);
	resize(&table, 40, 20);
	assert_true(shows(&table, "Then it"));
	assert_false(shows(&table, "First it"));
	table_end(&table);
}

/* The first times a newcomer is told which key goes on. */
static void which_key_goes_on_is_told(void **state)
{
	struct table table;
	(void)state;
	table_begin(&table, 80, 24);
	play_hints(table.play, true, 0);
	for (int page = 0; page < 5; page++) {
		say_many(&table, 8);
		resize(&table, 80, 24);
		assert_true(shows(&table, "--more--"));
		assert_int_equal(shows(&table, "--more-- (Space)"), page < 3);
		resize(&table, 50, 24);
		assert_true(shows(&table, "--more--"));
		assert_false(shows(&table, "(Space)"));
		play_key(table.play, VT_KEY_ESCAPE);
	}
	table_end(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sentence_of_two_messages_is_one),
		cmocka_unit_test(what_was_read_does_not_come_back_in_a_smaller_window),
		cmocka_unit_test(pages_end_between_sentences),
		cmocka_unit_test(the_last_row_alone_leaves_room),
		cmocka_unit_test(what_was_read_is_not_counted_again),
		cmocka_unit_test(no_page_waits_on_the_first_screen),
		cmocka_unit_test(the_last_message_stays_on_the_first_screen),
		cmocka_unit_test(which_key_goes_on_is_told),
	};
	return stock_run(stock_content(), tests);
}
