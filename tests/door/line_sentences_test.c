/* Line mode: every sentence of reports, lists, health, look and map, on views made by hand. */
#include "tests/test.h"

#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

#include "door/line/line.h"

#define HERE_X 10
#define HERE_Y 5
#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct view view;
static struct line_heard heard;
static struct message messages[4];

static void expect_text(struct ui_text *text, const char *wanted)
{
	assert_string_equal(text->text ? text->text : "", wanted);
	free(text->text);
	*text = (struct ui_text){0};
}

static void begin(void)
{
	memset(&view, 0, sizeof view);
	memset(&heard, 0, sizeof heard);
	memset(messages, 0, sizeof messages);
	view.width = 20;
	view.height = 10;
	view.hero_x = HERE_X;
	view.hero_y = HERE_Y;
	view.messages = messages;
	view.status = (struct view_status){
		.depth = 2, .place = "a cellar", .health = 30, .health_max = 40, .lit = true};
}

static void say(uint32_t serial, uint8_t role, int repeats, const char *text)
{
	struct message *message = &messages[view.message_count++];
	*message = (struct message){.serial = serial, .role = role, .repeats = (uint16_t)repeats};
	snprintf(message->text, sizeof message->text, "%s", text);
}

static struct view_creature *place(uint32_t id, const char *name, int dx, int dy)
{
	struct view_creature *creature = &view.creatures[view.creature_count++];
	*creature = (struct view_creature){.id = id,
		.x = (int16_t)(view.hero_x + dx),
		.y = (int16_t)(view.hero_y + dy),
		.health_percent = 100};
	snprintf(creature->name, sizeof creature->name, "%s", name);
	return creature;
}

static void know(int dx, int dy, unsigned flags)
{
	view.cells[(view.hero_y + dy) * view.width + view.hero_x + dx].flags =
		(uint8_t)(CELL_KNOWN | flags);
}

static void report(enum line_detail detail, const char *wanted)
{
	struct ui_text text = {0};
	line_report(&text, NULL, &view, &heard, detail);
	expect_text(&text, wanted);
}

/* ---- Reports ---- */

/* Danger comes first, then harm and magic. A brief report has two messages. */
static void messages_come_by_their_weight(void **state)
{
	static const char *const wanted[] = {[LINE_NORMAL] = "Depth 2, a cellar.\n",
		[LINE_BRIEF] = "Depth 2, a cellar.\n",
		[LINE_FULL] = "Health 30 of 40. Depth 2, a cellar.\n"};
	static const char *const told[] = {
		[LINE_NORMAL] = "Bang. 2 times: It glows. It bites. You cough.\n",
		[LINE_BRIEF] = "Bang. 2 times: It glows. 2 more messages.\n",
		[LINE_FULL] = "Bang. 2 times: It glows. It bites. You cough.\n"};
	(void)state;
	for (int detail = 0; detail < LINE_DETAIL_COUNT; detail++) {
		begin();
		report((enum line_detail)detail, wanted[detail]);
		say(1, COLOUR_ROLE_TEXT, 1, "You cough.");
		say(2, COLOUR_ROLE_MAGIC, 2, "It glows.");
		say(3, COLOUR_ROLE_DANGER, 1, "Bang.");
		say(4, COLOUR_ROLE_BAD, 1, "It bites.");
		report((enum line_detail)detail, told[detail]);
		report((enum line_detail)detail, "");
	}
}

static void a_message_that_comes_again_is_counted_from_the_last_report(void **state)
{
	(void)state;
	begin();
	say(7, COLOUR_ROLE_TEXT, 2, "You cough.");
	heard.depth = 2;
	report(LINE_BRIEF, "2 times: You cough.\n");
	messages[0].repeats = 3;
	report(LINE_BRIEF, "You cough.\n");
	messages[0].repeats = 6;
	report(LINE_BRIEF, "3 times: You cough.\n");
	say(8, COLOUR_ROLE_TEXT, 1, "You sneeze.");
	say(9, COLOUR_ROLE_TEXT, 1, "You yawn.");
	say(10, COLOUR_ROLE_TEXT, 1, "You sigh.");
	report(LINE_BRIEF, "You sneeze. You yawn. 1 more message.\n");
	heard.skip = "You sigh.";
	messages[3].serial = 11;
	report(LINE_BRIEF, "");
}

/* In a fight two sentences take turns. The one that comes again moves to the end and counts on. */
static void each_blow_of_a_fight_is_told_once(void **state)
{
	(void)state;
	begin();
	heard.depth = 2;
	say(1, COLOUR_ROLE_TEXT, 1, "You hit the rat.");
	say(2, COLOUR_ROLE_BAD, 1, "It bites.");
	report(LINE_BRIEF, "It bites. You hit the rat.\n");
	messages[0].serial = 3;
	messages[1].serial = 4;
	messages[0].repeats = messages[1].repeats = 2;
	report(LINE_BRIEF, "It bites. You hit the rat.\n");
	messages[0].serial = 6;
	messages[0].repeats = 4;
	report(LINE_BRIEF, "2 times: You hit the rat.\n");
}

static void health_is_told_when_it_falls(void **state)
{
	static const struct {
		int health;
		enum line_detail detail;
		const char *wanted;
	} steps[] = {{29, LINE_NORMAL, "Health 29 of 40.\n"}, {29, LINE_FULL, ""},
		{35, LINE_NORMAL, ""}, {14, LINE_BRIEF, "Health 14 of 40.\n"},
		{13, LINE_BRIEF, "Health 13 of 40, low.\n"}, {40, LINE_FULL, "Health 40 of 40.\n"}};
	(void)state;
	begin();
	report(LINE_NORMAL, "Depth 2, a cellar.\n");
	for (size_t i = 0; i < COUNT(steps); i++) {
		view.status.health = steps[i].health;
		report(steps[i].detail, steps[i].wanted);
	}
}

static void ills_hunger_and_light_are_told_when_they_change(void **state)
{
	static const struct {
		const char *conditions, *hunger;
		bool lit;
		enum line_detail detail;
		const char *wanted;
	} steps[] = {{"poisoned", "", true, LINE_NORMAL, "You are poisoned.\n"},
		{"poisoned slow", "hungry", true, LINE_BRIEF, "You are poisoned, slow.\n"},
		{"poisoned slow", "hungry", true, LINE_FULL, ""},
		{"", "", true, LINE_NORMAL, "Your ills are over.\n"},
		{"", "", false, LINE_NORMAL, "You are in the dark.\n"},
		{"", "", true, LINE_FULL, "You are in the light.\n"},
		{"", "", false, LINE_BRIEF, ""}, {"", "", false, LINE_NORMAL, ""}};
	(void)state;
	begin();
	report(LINE_NORMAL, "Depth 2, a cellar.\n");
	for (size_t i = 0; i < COUNT(steps); i++) {
		struct view_status *status = &view.status;
		snprintf(status->conditions, sizeof status->conditions, "%s", steps[i].conditions);
		snprintf(status->hunger, sizeof status->hunger, "%s", steps[i].hunger);
		status->lit = steps[i].lit;
		report(steps[i].detail, steps[i].wanted);
	}
}

static void steps_and_stairs_are_told(void **state)
{
	(void)state;
	begin();
	report(LINE_BRIEF, "Depth 2, a cellar.\n");
	view.hero_x += 2;
	view.hero_y--;
	report(LINE_NORMAL, "You go 1 north 2 east.\n");
	view.hero_x--;
	report(LINE_BRIEF, "");
	view.status.depth = 3;
	view.status.place = NULL;
	report(LINE_BRIEF, "Depth 3, .\n");
}

/* A full report that says anything ends with the free directions. */
static void a_full_report_has_the_exits(void **state)
{
	(void)state;
	begin();
	know(0, -1, 0);
	know(1, 0, CELL_STOPS);
	know(-1, 1, CELL_VISIBLE);
	report(LINE_FULL, "Health 30 of 40. Depth 2, a cellar. Exits: north, south-west.\n");
	report(LINE_FULL, "");
	view.hero_x = view.hero_y = 0;
	view.cells[1].flags = CELL_KNOWN;
	report(LINE_FULL, "You go 5 north 10 west. Exits: east.\n");
	view.hero_x = (int16_t)(view.width - 1);
	view.hero_y = (int16_t)(view.height - 1);
	report(LINE_FULL, "You go 9 south 19 east.\n");
}

static void creatures_are_told_once_and_the_nearest_enemy_followed(void **state)
{
	(void)state;
	begin();
	report(LINE_NORMAL, "Depth 2, a cellar.\n");
	place(5, "rat", 0, -3);
	place(6, "dog", 4, 0)->ally = true;
	report(LINE_NORMAL, "In view: a, rat, noticed you, 3 north. b, dog, with you, 4 east.\n");
	report(LINE_NORMAL, "");
	view.creatures[0].y++;
	report(LINE_NORMAL, "Rat 2 north.\n");
	report(LINE_BRIEF, "");
	/* Both have moved alike: it is where it was, as the hero sees it. */
	view.creatures[0].x++;
	view.hero_x++;
	report(LINE_NORMAL, "You go 1 east.\n");
	view.creatures[0].asleep = true;
	report(LINE_NORMAL, "");
	view.creatures[0].asleep = false;
	report(LINE_NORMAL, "Rat 2 north.\n");
	view.creatures[0].captive = true;
	report(LINE_NORMAL, "");
	/* It leaves and comes back. */
	view.creature_count = 0;
	report(LINE_NORMAL, "");
	place(5, "rat", 0, 1)->asleep = true;
	report(LINE_NORMAL, "In view: a, rat, asleep, 1 south.\n");
	view.creatures[0].asleep = false;
	report(LINE_NORMAL, "Rat 1 south.\n");
}

/* ---- Lists ---- */

static void each_thing_has_its_sentence(void **state)
{
	static const struct view_creature captive = {.captive = true, .health_percent = 100},
					  ally = {.ally = true, .health_percent = 99},
					  asleep = {.asleep = true, .health_percent = 40},
					  fleeing = {.fleeing = true, .health_percent = 100},
					  unaware = {.unaware = true, .health_percent = 100},
					  awake = {.health_percent = 1};
	static const struct {
		struct line_thing thing;
		const char *wanted;
	} rows[] = {{{.creature = &captive, .letter = 'a', .seen = true, .x = 13, .y = 2},
			    "a, it, captive, 3 north-east."},
		{{.creature = &ally, .letter = 'b', .seen = true, .x = 10, .y = 6},
			"b, it, with you, 99% health, 1 south."},
		{{.creature = &asleep, .seen = true, .x = 9, .y = 5},
			"it, asleep, 40% health, 1 west."},
		{{.creature = &fleeing, .letter = 'z', .seen = true, .x = 12, .y = 6},
			"z, it, fleeing, 1 south 2 east."},
		{{.creature = &unaware, .seen = true, .x = 9, .y = 4},
			"it, unaware of you, 1 north-west."},
		{{.creature = &awake, .seen = true, .x = 9, .y = 5},
			"it, noticed you, 1% health, 1 west."},
		{{.kind = LINE_ITEM, .price = 12, .seen = true, .x = 10, .y = 5},
			"it, for 12 gold, here."},
		{{.kind = LINE_HARM, .more = 3, .seen = true, .x = 10, .y = 4},
			"it, harmful, and 3 more, 1 north."},
		{{.kind = LINE_WAY, .letter = 'c', .x = 11, .y = 5}, "c, it, remembered, 1 east."}};
	(void)state;
	begin();
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct ui_text text = {0};
		struct line_thing thing = rows[i].thing;
		strcpy(thing.name, "it");
		line_thing_text(&text, &thing, &view);
		expect_text(&text, rows[i].wanted);
	}
}

static void a_list_says_how_many_are_left(void **state)
{
	static const char *const wanted[] = {"3 more: type list all.\n",
		"a, it, 1 east.\n2 more: type list all.\n",
		"a, it, 1 east.\nb, it, 2 east.\n1 more: type list all.\n",
		"a, it, 1 east.\nb, it, 2 east.\nc, it, 3 east.\n"};
	static struct line_things things, none;
	struct ui_text text = {0};
	(void)state;
	begin();
	for (things.count = 0; things.count < 3; things.count++) {
		struct line_thing *thing = &things.list[things.count];
		*thing = (struct line_thing){.kind = LINE_ITEM,
			.letter = (char)('a' + things.count),
			.seen = true,
			.name = "it",
			.x = (int16_t)(HERE_X + 1 + (int)things.count),
			.y = HERE_Y};
	}
	for (size_t most = 0; most < COUNT(wanted); most++) {
		line_list(&text, &things, &view, most);
		expect_text(&text, wanted[most]);
	}
	line_list(&text, &none, &view, 9);
	expect_text(&text, "Nothing notable is known here.\n");
}

/* More creatures than letters: the farther ones have none, and keep their order. */
static void letters_end_with_z(void **state)
{
	static struct line_things things;
	struct line_letters letters = {0};
	(void)state;
	begin();
	view.width = 100;
	for (int i = LINE_LETTERS + 2; i > 0; i--)
		place((uint32_t)i, "rat", i, 0);
	line_things(NULL, &view, &letters, &things);
	assert_int_equal(things.count, LINE_LETTERS + 2);
	for (int i = 0; i < LINE_LETTERS + 2; i++) {
		assert_int_equal(things.list[i].distance, i + 1);
		assert_int_equal(things.list[i].letter, i < LINE_LETTERS ? 'a' + i : 0);
	}
	assert_null(line_thing(&things, 0));
	/* On another level the letters begin anew. */
	view.creatures[0].x = view.hero_x;
	view.status.depth++;
	line_things(NULL, &view, &letters, &things);
	assert_int_equal(things.list[0].creature->id, LINE_LETTERS + 2);
	assert_int_equal(things.list[0].letter, 'a');
}

/* A letter belongs to its creature, whatever comes nearer, goes or is new. */
static void a_letter_stays_with_its_creature(void **state)
{
	static struct line_things things;
	struct line_letters letters = {0};
	(void)state;
	begin();
	for (int i = 1; i <= 3; i++)
		place((uint32_t)i, "rat", i, 0);
	line_things(NULL, &view, &letters, &things);
	/* The third comes first, the second is gone, and a fourth is there. */
	view.creatures[2].x = (int16_t)(view.hero_x - 1);
	view.creatures[2].y = (int16_t)(view.hero_y - 1);
	view.creatures[1].id = 4;
	for (int again = 0; again < 2; again++) {
		line_things(NULL, &view, &letters, &things);
		assert_int_equal(line_thing(&things, 'a')->creature->id, 1);
		assert_int_equal(line_thing(&things, 'b')->creature->id, 4);
		assert_int_equal(line_thing(&things, 'c')->creature->id, 3);
		assert_int_equal(things.list[0].creature->id, 3);
	}
	/* Letters that are free again are given in order. */
	view.creatures[0].id = 5;
	view.creatures[1].id = 6;
	line_things(NULL, &view, &letters, &things);
	assert_int_equal(line_thing(&things, 'a')->creature->id, 5);
	assert_int_equal(line_thing(&things, 'b')->creature->id, 6);
	assert_int_equal(line_thing(&things, 'c')->creature->id, 3);
}

/* ---- Answers ---- */

/* Expects that an answer has each of some texts, and not another. */
static void answers(struct ui_text *text, const char *const wanted[], const char *unwanted)
{
	for (; *wanted; wanted++)
		if (!strstr(text->text, *wanted))
			fail_msg("no \"%s\" in: %s", *wanted, text->text);
	if (unwanted && strstr(text->text, unwanted))
		fail_msg("\"%s\" in: %s", unwanted, text->text);
	free(text->text);
	*text = (struct ui_text){0};
}

static void lay(struct stage *stage, const char *id, int x, int y)
{
	item_to_floor(
		stage->game, (struct item){.kind = content_find_item(stock, id), .count = 1}, x, y);
}

/* Items underfoot, the ground itself, and stairs are part of the answer to look and where. */
static void the_place_is_told(void **state)
{
	static struct line_things things;
	struct ui_text text = {0};
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	game_view(stage.game, &view);
	line_things(stage.game, &view, NULL, &things);
	line_where(&text, stage.game, &view, &things);
	answers(&text,
		(const char *const[]){"Depth 1, ", "\nExits: all directions.\n",
			"\nNo stairs are known here.\nYou are in the light. Your noise is ", NULL},
		"Here lies");
	lay(&stage, "apple", HERO_X, HERO_Y);
	lay(&stage, "dart", HERO_X, HERO_Y);
	lay(&stage, "crowbar", HERO_X - 4, HERO_Y);
	stage_lay(&stage, "shelf", HERO_X, HERO_Y + 1);
	place_set_terrain(stage.game, HERO_X + 3, HERO_Y, stock->terrain.stairs_down);
	senses_look(stage.game);
	game_view(stage.game, &view);
	line_things(stage.game, &view, NULL, &things);
	line_where(&text, stage.game, &view, &things);
	answers(&text,
		(const char *const[]){
			"Here lies: a dart; an apple.\n", ", 3 east.\nYou are in the light.", NULL},
		"No stairs");
	line_look(&text, stage.game, &view, &things);
	answers(&text,
		(const char *const[]){"Items: a crowbar, 4 west.\nWays: ", ", 3 east.\nPlaces: ",
			", 1 south.\nExits: north, north-east, east, ",
			"Here lies: a dart; an apple.\n", NULL},
		"Nothing notable");
	/* Stairs underfoot are known, too. */
	place_set_terrain(stage.game, HERO_X + 3, HERO_Y, stock->terrain.floor);
	place_set_terrain(stage.game, HERO_X, HERO_Y, stock->terrain.stairs_down);
	senses_look(stage.game);
	game_view(stage.game, &view);
	line_things(stage.game, &view, NULL, &things);
	line_where(&text, stage.game, &view, &things);
	answers(&text, (const char *const[]){"Depth 1, ", NULL}, "No stairs");
	stage_end(&stage);
}

/* A direction ends at the first creature, item, notable ground or obstacle. */
static void a_compass_tells_what_is_first(void **state)
{
	struct ui_text text = {0};
	struct stage stage;
	char wall[80], wanted[120];
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	place_set_terrain(stage.game, HERO_X + 3, HERO_Y, stock->terrain.wall_vertical);
	place_set_terrain(stage.game, HERO_X, HERO_Y - 1, stock->terrain.wall_vertical);
	stage_put(&stage, "cable-rat", HERO_X - 2, HERO_Y);
	lay(&stage, "apple", HERO_X, HERO_Y + 4);
	place_set_terrain(stage.game, HERO_X - 3, HERO_Y + 3, stock->terrain.stairs_down);
	senses_look(stage.game);
	game_view(stage.game, &view);
	assert_true(game_name(stage.game, HERO_X + 3, HERO_Y, wall, sizeof wall));
	line_compass(&text, stage.game, &view);
	snprintf(wanted, sizeof wanted, "east: %s at 3.\n", wall);
	assert_non_null(strstr(text.text, wanted));
	snprintf(wanted, sizeof wanted, "north: %s at 1.\n", wall);
	answers(&text,
		(const char *const[]){wanted, "west: the cable rat at 2.\n",
			"south: an apple at 4.\n", " at 3.\nwest: ", NULL},
		NULL);
	stage_end(&stage);
}

static void states_are_told_with_their_turns(void **state)
{
	struct ui_text text = {0};
	struct stage stage;
	struct state_line line;
	char wanted[400];
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage.game->creatures[HERO].status[STATUS_TELEPATHIC] = 30;
	assert_true(game_state_line(stage.game, 0, &line) && line.turns > 0);
	snprintf(wanted, sizeof wanted, "\n%s, %d turns: ", line.word, line.turns);
	game_view(stage.game, &view);
	line_health(&text, stage.game, &view);
	answers(&text, (const char *const[]){wanted, NULL}, NULL);
	stage_end(&stage);
}

static void health_is_answered(void **state)
{
	struct ui_text text = {0};
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	begin();
	view.choice = CHOICE_NONE;
	view.status.food = 70;
	view.status.level = 4;
	view.status.gold = 12;
	line_health(&text, stage.game, &view);
	expect_text(&text, "Health 30 of 40. Food for 70 turns. Level 4, gold 12.\n");
	view.status.mana = 2;
	view.status.mana_max = 5;
	view.status.carries_receiver = true;
	view.choice = (enum choice_kind)(CHOICE_NONE + 1);
	line_health(&text, stage.game, &view);
	expect_text(&text, "Health 30 of 40. Mana 2 of 5. Food for 70 turns. Level 4, gold 12.\n"
			   "You carry the goal of this game.\nA choice waits: type choose.\n");
	stage_end(&stage);
}

/* Only enemies that are awake and aware have noticed the hero. */
static void a_look_counts_who_noticed(void **state)
{
	static const char *const wanted[] = {"No enemy in view has noticed you.\n",
		"1 enemy has noticed you.\n", "2 enemies have noticed you.\n"};
	static struct line_things things;
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	for (int noticed = 0; noticed < 3; noticed++) {
		struct ui_text text = {0};
		char end[120];
		game_view(stage.game, &view);
		view.status.lit = noticed == 1;
		view.status.noise = 7;
		view.creature_count = 0;
		place(1, "rat", 1, 0)->ally = true;
		place(2, "rat", 2, 0)->captive = true;
		place(3, "rat", 3, 0)->asleep = true;
		place(4, "rat", 4, 0)->unaware = true;
		for (int i = 0; i < noticed; i++)
			place(5 + (uint32_t)i, "rat", 5 + i, 0);
		line_look(&text, stage.game, &view, &things);
		snprintf(end, sizeof end, "You are in the %s. Your noise is 7. %s",
			noticed == 1 ? "light" : "dark", wanted[noticed]);
		assert_non_null(strstr(text.text, "Nothing notable is in view.\nExits: all"));
		assert_string_equal(text.text + text.size - strlen(end), end);
		free(text.text);
	}
	stage_end(&stage);
}

static void a_map_is_as_wide_as_what_is_known(void **state)
{
	struct ui_text text = {0};
	uint16_t appearance = stock->creatures[0].appearance;
	char symbol = content_symbol(stock, appearance), wanted[120];
	(void)state;
	begin();
	for (int at = 0; at < view.width * view.height; at++)
		view.cells[at].appearance = appearance;
	know(-2, -1, 0);
	know(2, -1, 0);
	know(-1, 0, 0);
	know(0, 2, 0);
	know(-9, 3, 0); /* too far below */
	line_map(&text, stock, &view, 2);
	snprintf(wanted, sizeof wanted, "1 north: %c   %c\nhere:  %c   \n2 south:   %c  \n", symbol,
		symbol, symbol, symbol);
	expect_text(&text, wanted);
	/* At the edge of the level there is nothing beyond. */
	view.hero_y = 9;
	line_map(&text, stock, &view, 1);
	snprintf(wanted, sizeof wanted, "1 north: %c\n", symbol);
	expect_text(&text, wanted);
}

/* ---- Frames ---- */

static void a_frame_becomes_lines(void **state)
{
	struct vt_frame frame = {0};
	struct ui_text text = {0};
	(void)state;
	vt_frame_resize(&frame, 40, 8);
	vt_text(&frame, 2, 0, "Name     anna", VT_TEXT, 0, NULL);
	vt_text(&frame, 2, 1, "Level:   3   b. c", VT_TEXT, 0, NULL);
	vt_text(&frame, 4, 3, "quit", VT_TEXT, 0, NULL);
	vt_put(&frame, 2, 3, VT_ARROW_RIGHT, VT_TEXT, 0);
	vt_text(&frame, 0, 4, "a letter", VT_TEXT, VT_REVERSE, NULL);
	vt_put(&frame, 9, 5, ' ', VT_TEXT, VT_REVERSE);
	vt_text(&frame, 0, 5, "a gap", VT_TEXT, 0, NULL);
	vt_put(&frame, 2, 6, VT_ARROW_RIGHT, VT_TEXT, 0);
	line_frame(&text, &frame, true);
	expect_text(&text, "Name, anna\nLevel: 3, b. c\nChosen: quit\nChosen: a letter\na gap\n");
	line_frame(&text, &frame, false);
	expect_text(&text, "Name, anna\nLevel: 3, b. c\nquit\na letter\na gap\n");
	vt_frame_free(&frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages_come_by_their_weight),
		cmocka_unit_test(a_message_that_comes_again_is_counted_from_the_last_report),
		cmocka_unit_test(each_blow_of_a_fight_is_told_once),
		cmocka_unit_test(health_is_told_when_it_falls),
		cmocka_unit_test(ills_hunger_and_light_are_told_when_they_change),
		cmocka_unit_test(steps_and_stairs_are_told),
		cmocka_unit_test(a_full_report_has_the_exits),
		cmocka_unit_test(creatures_are_told_once_and_the_nearest_enemy_followed),
		cmocka_unit_test(each_thing_has_its_sentence),
		cmocka_unit_test(a_list_says_how_many_are_left),
		cmocka_unit_test(letters_end_with_z),
		cmocka_unit_test(a_letter_stays_with_its_creature),
		cmocka_unit_test(health_is_answered),
		cmocka_unit_test(the_place_is_told),
		cmocka_unit_test(a_compass_tells_what_is_first),
		cmocka_unit_test(states_are_told_with_their_turns),
		cmocka_unit_test(a_look_counts_who_noticed),
		cmocka_unit_test(a_map_is_as_wide_as_what_is_known),
		cmocka_unit_test(a_frame_becomes_lines),
	};
	return stock_run(stock_content(), tests);
}
