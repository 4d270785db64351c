/* Addresses and lists of networks. */
#include "tests/test.h"

#include "door/text/addresses.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

static struct address address(const char *text)
{
	struct networks networks;
	char sentence[160];
	assert_true(networks_parse(text, &networks, sentence, sizeof sentence));
	assert_int_equal(networks.count, 1);
	return networks.each[0].address;
}

static void sockets_give_their_address_and_ipv4_is_one_however_it_comes(void **state)
{
	struct sockaddr_storage storage = {.ss_family = AF_INET};
	char text[ADDRESS_TEXT_MAX];
	(void)state;
	assert_int_equal(
		inet_pton(AF_INET, "192.0.2.1", &((struct sockaddr_in *)&storage)->sin_addr), 1);
	struct address four = address_of_socket(&storage);
	storage.ss_family = AF_INET6;
	assert_int_equal(inet_pton(AF_INET6, "::ffff:192.0.2.1",
				 &((struct sockaddr_in6 *)&storage)->sin6_addr),
		1);
	struct address mapped = address_of_socket(&storage);
	assert_memory_equal(&four, &mapped, sizeof four);
	assert_true(address_is_four(&four));
	address_text(&four, text);
	assert_string_equal(text, "192.0.2.1");
	storage.ss_family = AF_UNIX;
	four = address_of_socket(&storage);
	address_text(&four, text);
	assert_string_equal(text, "unknown");
	four = address("2001:db8::1");
	assert_false(address_is_four(&four));
	address_text(&four, text);
	assert_string_equal(text, "2001:db8::1");
}

static void a_list_has_its_networks_and_no_other(void **state)
{
	static const struct {
		const char *list, *address;
		bool in;
	} rows[] = {
		{"127.0.0.0/8, ::1", "127.1.2.3", true},
		{"127.0.0.0/8, ::1", "128.0.0.0", false},
		{"127.0.0.0/8, ::1", "::1", true},
		{"127.0.0.0/8, ::1", "::2", false},
		{"192.0.2.1", "192.0.2.1", true},
		{"192.0.2.1", "192.0.2.0", false},
		{"192.0.2.129/25", "192.0.2.255", true},
		{"192.0.2.129/25", "192.0.2.127", false},
		{"2001:db8:4000::/34", "2001:db8:7fff::1", true},
		{"2001:db8:4000::/34", "2001:db8:8000::1", false},
		{" 10.0.0.0/8\t192.168.0.0/16 ", "192.168.255.1", true},
		{"0.0.0.0/0", "255.255.255.255", true},
		{"0.0.0.0/0", "2001:db8::1", false},
		{"::/0", "192.0.2.1", true},
		{"", "127.0.0.1", false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct networks networks;
		struct address one = address(rows[i].address);
		char sentence[160];
		assert_true(networks_parse(rows[i].list, &networks, sentence, sizeof sentence));
		assert_int_equal(networks_have(&networks, &one), rows[i].in);
	}
}

static void a_bad_list_is_a_sentence(void **state)
{
	static const char *const bad[] = {"nobody", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8x",
		"10.0.0.0/-1", "10.0.0", "::1/129", "/8", "10.0.0.1;10.0.0.2",
		"1111111111111111111111111111111111111111111111111111111111111111111111111"};
	struct networks networks;
	char sentence[160], many[400] = "";
	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		*sentence = '\0';
		assert_false(networks_parse(bad[i], &networks, sentence, sizeof sentence));
		assert_non_null(strstr(sentence, "192.0.2.0/24"));
	}
	for (int i = 0; i < NETWORKS_MAX; i++)
		strcat(many, "10.0.0.1 ");
	assert_true(networks_parse(many, &networks, sentence, sizeof sentence));
	strcat(many, "10.0.0.1");
	assert_false(networks_parse(many, &networks, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "32"));
}

static void networks_of_all_addresses_have_a_text(void **state)
{
	static const char *const texts[] = {"::/0", "0.0.0.0/0"};
	char text[NETWORK_TEXT_MAX];
	struct network network;
	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		assert_true(network_parse(texts[i], &network));
		network_text(&network, text);
		assert_string_equal(text, texts[i]);
	}
}

static void a_network_has_only_the_bits_of_its_prefix(void **state)
{
	struct address one = address("2001:db8:1234:5678:9abc::1");
	char text[ADDRESS_TEXT_MAX];
	static const struct {
		unsigned bits;
		const char *text;
	} rows[] = {{64, "2001:db8:1234:5678::"}, {56, "2001:db8:1234:5600::"},
		{48, "2001:db8:1234::"}, {3, "2000::"}, {128, "2001:db8:1234:5678:9abc::1"}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct network network = address_network(&one, rows[i].bits);
		address_text(&network.address, text);
		assert_string_equal(text, rows[i].text);
		assert_int_equal(network.bits, rows[i].bits);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sockets_give_their_address_and_ipv4_is_one_however_it_comes),
		cmocka_unit_test(a_list_has_its_networks_and_no_other),
		cmocka_unit_test(a_bad_list_is_a_sentence),
		cmocka_unit_test(networks_of_all_addresses_have_a_text),
		cmocka_unit_test(a_network_has_only_the_bits_of_its_prefix),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
