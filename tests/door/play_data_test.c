/* The hero's state as JSON: numbers and words of the status rows. */
#include "tests/test.h"

#include "door/os/json_out.h"
#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

#include <jansson.h>

static json_t *parsed(struct json_out *out)
{
	json_t *json = json_loads(out->bytes, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(json);
	free(out->bytes);
	return json;
}

static void assert_number(const json_t *json, const char *key, json_int_t wanted)
{
	const json_t *value = json_object_get(json, key);
	if (!json_is_integer(value) || json_integer_value(value) != wanted)
		fail_msg("%s is %lld, not %lld", key, (long long)json_integer_value(value),
			(long long)wanted);
}

static void assert_text(const json_t *json, const char *key, const char *wanted)
{
	assert_string_equal(json_string_value(json_object_get(json, key)), wanted);
}

static void vitals_are_those_of_the_status_rows(void **state)
{
	struct stage stage;
	struct json_out out = {.bytes = NULL};
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	struct creature *hero = game_hero(stage.game);
	hero->health = 7;
	hero->health_max = 31;
	stage.game->hero.mana = 3;
	stage.game->hero.mana_max = 12;
	hero->status[STATUS_POISONED] = 3;
	hero->status[STATUS_BLIND] = 9;
	play_data_vitals(stage.play, &out);
	json_t *json = parsed(&out);
	assert_number(json, "hp", 7);
	assert_number(json, "maxhp", 31);
	assert_number(json, "mp", 3);
	assert_number(json, "maxmp", 12);
	/* Rounded as on the screen. */
	assert_int_equal(json_integer_value(json_object_get(json, "food")) % 50, 0);
	assert_text(json, "hunger", "");
	assert_int_equal(json_array_size(json_object_get(json, "conditions")), 2);
	assert_int_equal(json_array_size(json_object_get(json, "boons")), 0);
	json_decref(json);
	stage_end(&stage);
}

static void status_has_name_place_light_and_turn(void **state)
{
	struct stage stage;
	struct json_out out = {.bytes = NULL};
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage.game->hero.gold = 12;
	stage.game->hero.noise = 5;
	play_data_status(stage.play, "A \"B\"", &out);
	json_t *json = parsed(&out);
	assert_text(json, "name", "A \"B\"");
	assert_number(json, "depth", play_depth(stage.play));
	assert_number(json, "turn", play_turns(stage.play));
	assert_number(json, "gold", 12);
	assert_number(json, "noise", 5);
	assert_number(json, "level", 1);
	assert_text(json, "path", "");
	const char *light = json_string_value(json_object_get(json, "light"));
	assert_true(strcmp(light, "lit") == 0 || strcmp(light, "dark") == 0);
	assert_true(strlen(json_string_value(json_object_get(json, "place"))) > 0);
	json_decref(json);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vitals_are_those_of_the_status_rows),
		cmocka_unit_test(status_has_name_place_light_and_turn),
	};
	return stock_run(stock_content(), tests);
}
