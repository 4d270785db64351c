/* The bans that the listener holds: prefixes, ends, and the change from one list to the next. */
#include "tests/test.h"

#include "door/net/bans.h"

#include <arpa/inet.h>
#include <netinet/in.h>

static struct address address(const char *text)
{
	struct network network;

	assert_true(network_parse(text, &network));
	return network.address;
}

static void add(struct bans *bans, const char *network, int64_t until, const char *reason)
{
	struct ban ban = {.until = until};

	assert_true(network_parse(network, &ban.network));
	snprintf(ban.reason, sizeof ban.reason, "%s", reason);
	bans_add(bans, &ban);
}

static const char *reason(const struct bans *bans, const char *client, int64_t now)
{
	struct address from = address(client);
	const struct ban *ban = bans_find(bans, &from, now);

	return ban ? ban->reason : "";
}

static void prefixes_of_both_kinds_are_banned(void **state)
{
	static const struct {
		const char *client, *reason;
	} cases[] = {
		{"192.0.2.1", "net"},
		{"192.0.2.255", "net"},
		{"192.0.3.0", ""},
		{"::ffff:192.0.2.7", "net"},
		{"198.51.100.7", "one"},
		{"198.51.100.6", ""},
		{"2001:db8:1::1", "six"},
		{"2001:db8:1:ffff::", "six"},
		{"2001:db8:2::", ""},
		{"2001:db8::5", "host"},
		{"2001:db8::6", ""},
	};
	struct bans *bans = bans_new();

	(void)state;
	bans_begin(bans);
	add(bans, "192.0.2.0/24", 0, "net");
	add(bans, "198.51.100.7", 0, "one");
	add(bans, "2001:db8:1::/48", 0, "six");
	add(bans, "2001:db8::5", 0, "host");
	assert_string_equal(reason(bans, "192.0.2.1", 5), "");
	bans_commit(bans);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_string_equal(reason(bans, cases[i].client, 5), cases[i].reason);
	bans_free(bans);
}

static void a_ban_ends_and_a_new_list_replaces_the_old(void **state)
{
	struct bans *bans = bans_new();

	(void)state;
	bans_begin(bans);
	add(bans, "192.0.2.0/24", 100, "short");
	add(bans, "192.0.0.0/16", 0, "long");
	bans_commit(bans);
	assert_string_equal(reason(bans, "192.0.2.1", 99), "short");
	assert_string_equal(reason(bans, "192.0.2.1", 100), "long");
	bans_begin(bans);
	add(bans, "198.51.100.0/24", 0, "new");
	assert_string_equal(reason(bans, "192.0.2.1", 100), "long");
	bans_commit(bans);
	assert_string_equal(reason(bans, "192.0.2.1", 100), "");
	assert_string_equal(reason(bans, "198.51.100.1", 100), "new");
	bans_free(bans);
}

static void more_bans_than_there_is_room_for_are_dropped(void **state)
{
	struct bans *bans = bans_new();
	char text[32];

	(void)state;
	bans_begin(bans);
	for (int i = 0; i < BANS_MAX + 5; i++) {
		snprintf(text, sizeof text, "10.0.%d.%d", i / 256, i % 256);
		add(bans, text, 0, "one");
	}
	bans_commit(bans);
	assert_string_equal(reason(bans, "10.0.0.0", 1), "one");
	snprintf(text, sizeof text, "10.0.%d.%d", BANS_MAX / 256, BANS_MAX % 256);
	assert_string_equal(reason(bans, text, 1), "");
	bans_free(bans);
}

static void networks_are_written_as_they_are_read(void **state)
{
	static const struct {
		const char *given, *text;
	} cases[] = {
		{"192.0.2.77/24", "192.0.2.0/24"},
		{"192.0.2.77", "192.0.2.77"},
		{"192.0.2.77/32", "192.0.2.77"},
		{"2001:DB8::1/32", "2001:db8::/32"},
		{"2001:db8::1", "2001:db8::1"},
	};
	struct network network;
	char text[NETWORK_TEXT_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_true(network_parse(cases[i].given, &network));
		network_text(&network, text);
		assert_string_equal(text, cases[i].text);
	}
	assert_false(network_parse("Mina", &network));
	assert_false(network_parse("192.0.2.0/33", &network));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prefixes_of_both_kinds_are_banned),
		cmocka_unit_test(a_ban_ends_and_a_new_list_replaces_the_old),
		cmocka_unit_test(more_bans_than_there_is_room_for_are_dropped),
		cmocka_unit_test(networks_are_written_as_they_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
