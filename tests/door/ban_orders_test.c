/* Bans of networks that reach the listener in one order of the keeper, or in several. */
#include "tests/test.h"

#include "door/command/ban_orders.h"

static struct bans *bans;

static int set_up(void **state)
{
	(void)state;
	bans = bans_new();
	return bans ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	bans_free(bans);
	return 0;
}

/* Returns an order with bans of these networks, which end at 500. */
static struct wire_order *order_of(bool first, bool last, const char *const *networks)
{
	static struct wire_order order;
	struct wire_writer out = {.bytes = order.bans, .capacity = sizeof order.bans};

	order = (struct wire_order){.kind = ORDER_BANS, .bans_first = first, .bans_last = last};
	for (; *networks; networks++) {
		struct store_ban ban = {.network = true, .begun = 1, .until = 500};

		snprintf(ban.subject, sizeof ban.subject, "%s", *networks);
		snprintf(ban.reason, sizeof ban.reason, "about %s", *networks);
		wire_put_ban(&out, &ban);
	}
	assert_false(out.full);
	order.bans_size = out.size;
	return &order;
}

static const struct ban *found(const char *text)
{
	struct network network;

	assert_true(network_parse(text, &network));
	return bans_find(bans, &network.address, 100);
}

static void an_order_replaces_all_bans(void **state)
{
	(void)state;
	ban_orders_take(
		bans, order_of(true, true, (const char *[]){"198.51.100.0/24", "192.0.2.7", NULL}));
	assert_non_null(found("192.0.2.7"));
	assert_string_equal(found("192.0.2.7")->reason, "about 192.0.2.7");
	assert_int_equal(found("192.0.2.7")->until, 500);
	assert_string_equal(found("198.51.100.9")->reason, "about 198.51.100.0/24");
	assert_null(found("192.0.2.8"));
	ban_orders_take(bans, order_of(true, true, (const char *[]){"192.0.2.8", NULL}));
	assert_null(found("192.0.2.7"));
	assert_non_null(found("192.0.2.8"));
	ban_orders_take(bans, order_of(true, true, (const char *[]){NULL}));
	assert_null(found("192.0.2.8"));
}

/* Until the last order comes the earlier bans hold. */
static void several_orders_count_together(void **state)
{
	(void)state;
	ban_orders_take(bans, order_of(true, true, (const char *[]){"192.0.2.1", NULL}));
	ban_orders_take(bans, order_of(true, false, (const char *[]){"192.0.2.2", NULL}));
	assert_non_null(found("192.0.2.1"));
	assert_null(found("192.0.2.2"));
	ban_orders_take(bans, order_of(false, false, (const char *[]){"192.0.2.3", NULL}));
	ban_orders_take(bans, order_of(false, true, (const char *[]){"192.0.2.4", NULL}));
	assert_null(found("192.0.2.1"));
	assert_non_null(found("192.0.2.2"));
	assert_non_null(found("192.0.2.3"));
	assert_non_null(found("192.0.2.4"));
}

/* A subject that is no network bans nobody. Of an order that is cut, the bans before the cut
 * count. */
static void a_wrong_order_bans_nobody_else(void **state)
{
	(void)state;
	ban_orders_take(bans,
		order_of(true, true, (const char *[]){"192.0.2.1", "nowhere", "192.0.2.2", NULL}));
	assert_non_null(found("192.0.2.1"));
	assert_non_null(found("192.0.2.2"));
	struct wire_order *order =
		order_of(true, true, (const char *[]){"192.0.2.3", "192.0.2.4", NULL});
	order->bans_size -= 3;
	ban_orders_take(bans, order);
	assert_non_null(found("192.0.2.3"));
	assert_null(found("192.0.2.4"));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(an_order_replaces_all_bans),
		TEST(several_orders_count_together),
		TEST(a_wrong_order_bans_nobody_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
