/*
 * Where bots go, and what they are asked for: they turn back where they are told to, lay on an
 * altar what is to be laid there, and drop nothing that is to be carried out.
 */
#include "tests/test.h"

#include "door/bot/bot.h"
#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char *const hall[] = {"#########", "#<.....>#", "#...@...#", "#.......#", "#########"};

/* A lit hall of some depth, all of it seen and nothing to be done there. */
static struct game *hall_of(int depth)
{
	struct game *game = arena_new(stock, ROWS(hall), 3);
	game->hero.choices_made = 1;
	game->depth = (uint8_t)depth;
	game->level->depth = (uint8_t)depth;
	game->hero.deepest = (uint8_t)depth;
	game->level->up_x = game->level->up_y = 1;
	game->level->down_x = 7;
	game->level->down_y = 1;
	return game;
}

static void open_quest(struct game *game, const char *id)
{
	uint16_t quest = 0;
	while (strcmp(stock->quests[quest].id, id) != 0)
		quest++;
	game->knowledge.quests[quest] = 1 + QUEST_OPEN;
}

static void carry(struct game *game, const char *id)
{
	item_into_pack(game, (struct item){.kind = content_find_item(stock, id), .count = 1});
}

/* Lets a cautious bot play until it takes stairs; the verb that it took them with. */
static enum verb stairs_taken(struct game *game, int home)
{
	struct bot *bot = bot_new("cautious", stock, 1);
	struct command command = {.verb = VERB_WAIT};
	bot_set_home(bot, home);
	for (int i = 0; i < 2000 && command.verb != VERB_UP && command.verb != VERB_DOWN; i++) {
		struct bot_senses senses;
		bot_sense(game, false, &senses);
		command = bot_choose(bot, &senses);
		if (command.verb != VERB_UP && command.verb != VERB_DOWN)
			game_act(game, &command);
	}
	bot_free(bot);
	game_free(game);
	return (enum verb)command.verb;
}

static struct game *with_the_receiver(int depth)
{
	struct game *game = hall_of(depth);
	carry(game, "receiver");
	return game;
}

static void it_turns_back_where_it_is_told_to(void **state)
{
	(void)state;
	assert_int_equal(stairs_taken(hall_of(4), 0), VERB_DOWN);
	assert_int_equal(stairs_taken(hall_of(4), 5), VERB_DOWN);
	assert_int_equal(stairs_taken(hall_of(4), 4), VERB_UP);
	assert_int_equal(stairs_taken(hall_of(4), 3), VERB_UP);
	assert_int_equal(stairs_taken(with_the_receiver(12), 0), VERB_UP);
	assert_int_equal(stairs_taken(with_the_receiver(12), 12), VERB_UP);
	assert_int_equal(stairs_taken(with_the_receiver(12), 13), VERB_DOWN);
	assert_int_equal(stairs_taken(with_the_receiver(13), 13), VERB_UP);
}

static void it_lays_on_an_altar_what_is_asked_for(void **state)
{
	(void)state;
	struct game *game = hall_of(4);
	struct view view;
	game->level->terrain[level_at(game->level, 6, 3)] = content_find_terrain(stock, "altar");
	place_work_out(game);
	senses_look(game);
	open_quest(game, "lost-doll");
	carry(game, "wooden-doll");
	struct bot *bot = bot_new("cautious", stock, 1);
	for (int i = 0; i < 20; i++) {
		struct bot_senses senses;
		bot_sense(game, false, &senses);
		struct command command = bot_choose(bot, &senses);
		game_act(game, &command);
	}
	game_view(game, &view);
	assert_int_equal(view.quests[0].state, QUEST_DONE);
	bot_free(bot);
	game_free(game);
}

/* With its hands full it lets go of something, but not of that. */
static void it_keeps_what_is_to_be_carried_out(void **state)
{
	(void)state;
	for (int asked = 0; asked < 2; asked++) {
		struct game *game = hall_of(4);
		if (asked)
			open_quest(game, "wedding-ring");
		for (int i = 0; i < PACK_MAX; i++)
			game->pack.items[i] = (struct item){
				.kind = content_find_item(stock, "wedding-ring"), .count = 1};
		struct bot *bot = bot_new("cautious", stock, 1);
		struct bot_senses senses;
		bot_sense(game, false, &senses);
		bool drops = bot_choose(bot, &senses).verb == VERB_DROP;
		assert_true(drops == !asked);
		bot_free(bot);
		game_free(game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_turns_back_where_it_is_told_to),
		cmocka_unit_test(it_lays_on_an_altar_what_is_asked_for),
		cmocka_unit_test(it_keeps_what_is_to_be_carried_out),
	};
	return stock_run(stock_content(), tests);
}
