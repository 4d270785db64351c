/* The text of a player's options: each word is read, and written as it was. */
#include "tests/test.h"

#include "door/session/session.h"

/* Reads a text and writes it. */
static const char *again(const char *read)
{
	static char text[STORE_OPTIONS_MAX];
	struct options options;

	options_read(&options, read);
	assert_true(options_write(&options, text, sizeof text));
	return text;
}

static void each_word_is_written_as_it_was_read(void **state)
{
	static const char *const rows[] = {"keys=vi bell=off", "keys=numpad bell=on",
		"keys=laptop bell=tones", "charset=cp437 keys=vi bell=off",
		"charset=ascii,linux:cp437,xterm:utf8 keys=vi bell=off",
		"colours=16 keys=vi bell=off", "colours=256,linux:8,xterm:mono keys=vi bell=off",
		"ground=light keys=vi bell=off", "palette=contrast keys=vi bell=off",
		"light=rich keys=vi bell=off", "light=plain keys=vi bell=off",
		"baud=1200 keys=vi bell=off", "size=80x25 keys=vi bell=off",
		"keys=vi bell=off cursor=on", "keys=vi bell=off watch=counted",
		"keys=vi bell=off watch=hidden", "keys=vi bell=off livelog=off",
		"keys=vi bell=off still=on", "keys=vi bell=off typed=keep",
		"keys=vi bell=off narrator=on", "keys=vi bell=off hints=off",
		"keys=vi bell=off given=5", "keys=vi bell=off read=6561a2b0",
		"keys=vi bell=off take=walking", "keys=vi bell=off leave=weapon",
		"keys=vi bell=off mouse=xterm", "keys=vi bell=off mouse=xterm,tmux,syncterm",
		"keys=vi bell=off pictures=off", "keys=vi bell=off pictures=off seen=a1",
		"keys=vi bell=off seen=1", "keys=vi bell=off lines=normal",
		"keys=vi bell=off lines=brief", "keys=vi bell=off lines=full",
		"keys=vi bell=off bind=F1:rest", "keys=vi bell=off bind=F2:wait bind=F1:rest",
		"charset=ascii colours=mono ground=light palette=contrast light=plain baud=300 "
		"size=40x20 keys=numpad bell=tones cursor=on watch=hidden livelog=off still=on "
		"typed=keep narrator=on hints=off given=ff read=1 take=walking leave=weapon "
		"mouse=putty pictures=off seen=2 lines=brief bind=F1:rest"};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_string_equal(again(rows[i]), rows[i]);
}

static void other_words_are_the_usual_values(void **state)
{
	static const char *const rows[] = {"", "bell", "bell=loud", "keys=dvorak", "charset=latin9",
		"charset=xterm:latin9", "colours=17", "ground=dark", "ground=any", "palette=none",
		"light=auto", "light=bright", "baud=0", "baud=x", "baud=999999", "size=80",
		"size=39x25", "size=80x19", "mouse=paper", "bind=F1", "bind=F1:dance",
		"bind=nokey:rest", "cursor=off", "still=off", "typed=drop", "narrator=off",
		"watch=uncounted", "livelog=on", "hints=on", "pictures=on", "seen=0", "given=0",
		"read=0", "take=never", "leave=nothing", "leave=", "colour=16", "=", " = = "};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(again(rows[i]), "keys=vi bell=off") != 0)
			fail_msg("%s: %s", rows[i], again(rows[i]));
	assert_string_equal(again("lines=loud"), "keys=vi bell=off lines=normal");
}

/* A later word replaces an earlier one, and classes and kinds are each read once. */
static void words_that_come_twice_are_joined_or_replaced(void **state)
{
	(void)state;
	assert_string_equal(again("bell=on bell=tones"), "keys=vi bell=tones");
	assert_string_equal(again("mouse=xterm mouse=tmux"), "keys=vi bell=off mouse=xterm,tmux");
	assert_string_equal(
		again("leave=armour,weapon leave=weapon"), again("leave=weapon,armour"));
	assert_string_equal(again("bind=F1:rest bind=F1:wait"), "keys=vi bell=off bind=F1:wait");
	assert_string_equal(
		again("charset=xterm:ascii,xterm:cp437"), "charset=xterm:cp437 keys=vi bell=off");
	assert_string_equal(again("ground=light ground=dark"), "keys=vi bell=off");
}

/* Sizes at the edges of what can be played. */
static void sizes_are_bounded(void **state)
{
	char text[32], wanted[64];
	const int edges[][3] = {{VT_WIDTH_PLAYABLE, VT_HEIGHT_PLAYABLE, true},
		{VT_WIDTH_PLAYABLE - 1, VT_HEIGHT_PLAYABLE, false},
		{VT_WIDTH_PLAYABLE, VT_HEIGHT_PLAYABLE - 1, false},
		{VT_WIDTH_MAX, VT_HEIGHT_MAX, true}, {VT_WIDTH_MAX + 1, VT_HEIGHT_MAX, false},
		{VT_WIDTH_MAX, VT_HEIGHT_MAX + 1, false}};

	(void)state;
	for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
		snprintf(text, sizeof text, "size=%dx%d", edges[i][0], edges[i][1]);
		snprintf(wanted, sizeof wanted, "%s%skeys=vi bell=off", edges[i][2] ? text : "",
			edges[i][2] ? " " : "");
		assert_string_equal(again(text), wanted);
	}
}

/* Keys that do not fit are left out, and the caller is told. */
static void bindings_that_do_not_fit_are_left_out(void **state)
{
	static const char usual[] = "keys=vi bell=off";
	struct options options;
	char text[STORE_OPTIONS_MAX];

	(void)state;
	options_read(&options, "bind=F2:wait bind=F1:rest");
	const size_t lengths[] = {sizeof usual, sizeof usual + strlen(" bind=F2:wait") - 1,
		sizeof usual + strlen(" bind=F2:wait"),
		sizeof usual + strlen(" bind=F2:wait bind=F1:rest")};
	const char *const wanted[] = {usual, usual, "keys=vi bell=off bind=F2:wait",
		"keys=vi bell=off bind=F2:wait bind=F1:rest"};
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		assert_int_equal(options_write(&options, text, lengths[i]), i == 3);
		assert_string_equal(text, wanted[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_word_is_written_as_it_was_read),
		cmocka_unit_test(other_words_are_the_usual_values),
		cmocka_unit_test(words_that_come_twice_are_joined_or_replaced),
		cmocka_unit_test(sizes_are_bounded),
		cmocka_unit_test(bindings_that_do_not_fit_are_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
