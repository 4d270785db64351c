/* The screens of recorded runs (score, dump, replay, watch) and of what is picked up (takes). */
#include "tests/test.h"

#include "tests/door/recorded.h"
#include "tests/door/session_script.h"

#include "door/replay/dump_run.h"

/* The keeper of the scripts, as the functions of keeper_house.h know it. */
static struct fixture fixture;
static struct recorded recorded; /* Mina's run, which has ended */

#define BACK "type \\e\npause\n"
#define TURNS_LEAST 400
/* From the greeting to the only run of the board. */
#define SCORE "type guest\\r\ntype b\ntype \\r\n"

static uint32_t last_turn(void)
{
	return recorded.turns[recorded.count];
}

/* The first turn of the run that is not before this one. */
static uint32_t turn_from(uint32_t turn)
{
	uint32_t index = 0;

	while (index < recorded.count && recorded.turns[index] < turn)
		index++;
	return recorded.turns[index];
}

static int set_up(void **state)
{
	log_level_set(LOG_ERROR);
	if (script_setup(state) != 0)
		return -1;
	fixture = (struct fixture){
		.keeper = server.keeper, .control = server.control, .content = server.content};
	memcpy(fixture.state, server.directory, sizeof fixture.state);
	struct store_client *line = fixture_caller(&fixture, "Mina");
	/* Seeds are the keeper's: a run that ends before there is much to show is put away. */
	for (recorded_play(&fixture, line, &recorded, 40); last_turn() < TURNS_LEAST;
		recorded_play(&fixture, line, &recorded, 40))
		assert_int_equal(keeper_quarantine(line, recorded.run.id, "too short"), KEEPER_OK);
	recorded_end(line, &recorded);
	assert_int_equal(keeper_epitaph(line, recorded.run.id, "It was dark."), KEEPER_OK);
	store_client_free(line);
	return 0;
}

static int tear_down(void **state)
{
	for (size_t i = 0; i < fixture.count; i++)
		close(fixture.ends[i]);
	return script_teardown(state);
}

static void a_score_tells_how_the_run_ended(void **state)
{
	const struct result *result = &recorded.result;
	char text[1024];

	(void)state;
	snprintf(text, sizeof text,
		SCORE "see Mina\n"
		      "see End         %.30s\n"
		      "see Epitaph     \"It was dark.\"\n"
		      "see Score       %d\n"
		      "see %d, deepest %d\n"
		      "see Turns       %u\n"
		      "see Run         %lld, \n"
		      "see w watch this run  d how it went  Esc back\n"
		      "size 59 24\n"
		      "see w watch  d how it went  Esc back\n",
		result->cause, (int)result->score, (int)result->depth, (int)result->deepest,
		(unsigned)result->turns, (long long)recorded.run.id);
	script_run(text);
	script_run(SCORE "type q\nsee Enter more\n"
			 "type \\r\nsee Epitaph\ntype  \nsee Enter more\n"
			 "type \\r\ntype \\r\nsee Enter more\n"
			 "type \\r\ntype x\nsee Epitaph\n" BACK "see Enter more\n");
}

/* ---- Dump ---- */

static char *dump_shown(int width)
{
	struct store_client *line = fixture_line(&fixture);
	const struct run_source source = run_source_of_line(line);
	char why[300];
	char *text = dump_of_run(&source, server.content, recorded.run.id,
		(struct dump_form){.width = width, .drawn = true}, why, sizeof why);

	assert_non_null(text);
	store_client_free(line);
	return text;
}

static int rows_of(const char *text)
{
	int rows = 0;

	for (; *text; text++)
		rows += *text == '\n';
	return rows;
}

/* A page has 20 rows at a height of 24. The title says which share of the rows below the first page
 * has been passed. */
static void a_dump_is_turned_by_rows_and_pages(void **state)
{
	static const struct {
		const char *key;
		int rows;
	} moves[] = {{" ", 20}, {"j", 1}, {"k", -1}, {"\\e[B", 1}, {"\\e[A", -1}, {"-", -20},
		{"j", 1}, {"\\e[6~", 20}, {"\\e[5~", -20}, {"k", -1}, {"-", -20}, {"\\e[F", 1000},
		{"j", 1}, {"k", -1}, {"\\e[6~", 20}, {"\\e[6~", 20}, {"\\e[H", -1000}};
	char *dump = dump_shown(79);
	int last = rows_of(dump) - 20, top = 0;
	char text[2048];
	int used = snprintf(text, sizeof text,
		SCORE "type d\nsee How it went\nsee 0%%\n"
		      "see Space on  - back  Esc close\n");

	(void)state;
	assert_true(last > 0);
	for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
		top += moves[i].rows;
		top = top < 0 ? 0 : top > last ? last : top;
		used += snprintf(text + used, sizeof text - (size_t)used, "type %s\nsee  %d%%\n",
			moves[i].key, top * 100 / last);
	}
	snprintf(text + used, sizeof text - (size_t)used,
		"type \\e[F\ntype  \nsee watch this run\ntype d\nsee  0%%\ntype q\n"
		"see watch this run\n");
	script_run(text);
	free(dump);
}

/* In a smaller window the dump is made again, and none of its rows is cut. */
static void a_dump_fits_its_window(void **state)
{
	static const int widths[] = {79, 60, 40};

	(void)state;
	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
		char *dump = dump_shown(widths[i] - 1);
		char text[4096];
		int used = snprintf(text, sizeof text, SCORE "type d\nsize %d 24\n", widths[i]);
		char *row = dump;

		for (int y = 0; y < 20; y++) {
			size_t length = strcspn(row, "\n");
			while (length > 0 && row[length - 1] == ' ')
				length--;
			if (length > 0)
				used += snprintf(text + used, sizeof text - (size_t)used,
					"see %.*s\n", (int)length, row);
			row += strcspn(row, "\n") + 1;
		}
		script_run(text);
		free(dump);
	}
}

/* ---- Replay ---- */

static void a_replay_stops_steps_and_leaps(void **state)
{
	uint32_t first = turn_from(1), second = turn_from(first + 1), fifty = turn_from(50);
	uint32_t on = turn_from(fifty + 100), back = turn_from(on - 100);
	char text[2048];

	(void)state;
	snprintf(text, sizeof text,
		SCORE "size 110 30\ntype w\ntype  \nsee Mina  turn \nsee stopped\n"
		      "type 0\nsee Mina  turn 0  0%%\n"
		      "type .\nsee Mina  turn %u  \n"
		      "type l\nsee Mina  turn %u  \n"
		      "type ,\nsee Mina  turn %u  \n"
		      "type g50\nsee Go to turn: 50_\ntype \\r\nsee Mina  turn %u  \n"
		      "type +\nsee stopped 16/s\n"
		      "type -\nsee stopped 8/s\n"
		      "type \\e[6~\nsee Mina  turn %u  \n"
		      "type \\e[5~\nsee Mina  turn %u  \n"
		      "type ?\nsee a hundred turns on, or back\ntype \\e\npause\n"
		      "type $\nsee Mina  turn %u  100%%  the end\nsee score %d\n"
		      "type q\nsee watch this run\n",
		first, second, first, fifty, on, back, last_turn(), (int)recorded.result.score);
	script_run(text);
	script_run(SCORE "type w\nsee This is Mina's\nsee ? keys\ntype  \nwait 300\n"
			 "see stopped\n" BACK "see watch this run\n");
}

/* The board's list leads to the replay of the row, and back to that row. */
static void a_replay_opens_from_the_list(void **state)
{
	(void)state;
	script_run("type guest\\r\ntype b\nsee w watch\ntype w\nsee This is Mina's\n" BACK
		   "see The board\nhang up\n");
}

/* A replay moves on by itself. */
static void a_replay_plays(void **state)
{
	(void)state;
	script_run(SCORE "size 110 30\ntype w\ntype ++++\nsee 128/s\nwait 1500\nsee Mina  turn \n"
			 "miss Mina  turn 0 \nmiss Mina  turn 1 \n");
}

static void a_run_of_other_rules_cannot_be_shown(void **state)
{
	struct store_client *line = fixture_caller(&fixture, "Ada");
	struct keeper_run run;
	struct store_score score;

	(void)state;
	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	assert_int_equal(
		keeper_segment_add(line, run.id, run.epoch, 0, 1, run.content, "s", 1), KEEPER_OK);
	assert_int_equal(fixture_append(line, &run, 0, "\1"), KEEPER_OK);
	score = fixture_score(&run, 30000, OUTCOME_DIED);
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	fixture_verify(&fixture, run.id);
	store_client_free(line);
	script_run(SCORE "see Ada\nsee Score       30000\nsee , proven\ntype w\n"
			 "see A run that cannot be shown\nsee rules version 1\nsee Esc back\n" BACK
			 "see watch this run\ntype d\nsee How it went\nsee under older rules\nsee "
			 "Esc close\nmiss Space on\n" BACK "see watch this run\n");
}

/* ---- Watch ---- */

static void nobody_plays(void **state)
{
	(void)state;
	script_run("type guest\\r\ntype w\nsee Players online\nsee Nobody who can be watched\n"
		   "type \\r\nsee Nobody who can be watched\ntype q\nsee Watch\n");
}

static struct store_client *player_at(const char *name, int depth, struct keeper_run *run)
{
	struct store_client *line = fixture_caller(&fixture, name);

	const struct command wait = {.verb = VERB_WAIT};
	uint8_t bytes[COMMAND_BYTES_MAX];

	assert_int_equal(keeper_run_begin(line, false, run), KEEPER_OK);
	const struct store_append append = {.run = run->id,
		.epoch = run->epoch,
		.count = 1,
		.bytes = bytes,
		.size = command_encode(&wait, bytes)};
	assert_int_equal(keeper_append(line, &append), KEEPER_OK);
	assert_int_equal(keeper_report_position(line, WHERE_PLAYING, depth, 7), KEEPER_OK);
	return line;
}

/* The first wait lets the view come, the second lets the session paint it. */
#define VIEW "wait 500\nwait 1\n"

static void players_are_listed_and_watched(void **state)
{
	struct keeper_run runs[2];
	struct store_client *otto = player_at("Otto", 3, &runs[0]);
	struct store_client *emil = player_at("Emil", 12, &runs[1]);
	struct store_client *lobby = fixture_caller(&fixture, "Hugo");

	(void)state;
	assert_int_equal(keeper_report_position(lobby, WHERE_LOBBY, 0, 0), KEEPER_OK);
	script_run("type guest\\r\ntype w\nsee Otto\nsee Emil\nmiss Hugo\nmiss guest-\n"
		   "see  3\nsee  12\nsee Enter watch  Esc back\n"
		   "type \\r\n" VIEW "see This is Emil's\n"
		   "type q\nsee Players online\n"
		   "type j\ntype w\n" VIEW "see This is Otto's\nsize 110 30\nsee live\n"
		   "type q\ntype jj\ntype \\r\n" VIEW "see This is Otto's\ntype q\n"
		   "type kk\ntype \\r\n" VIEW "see This is Emil's\ntype q\n" BACK "see Watch\n");
	store_client_free(emil);
	store_client_free(lobby);
	store_client_free(otto);
}

/* When the chosen player is gone, the cursor is on one that is left. */
static void the_list_of_players_becomes_shorter(void **state)
{
	struct keeper_run runs[2];
	struct store_client *rosa = player_at("Rosa", 3, &runs[0]);
	struct store_client *klaus = player_at("Klaus", 12, &runs[1]);

	(void)state;
	script_run("type guest\\r\ntype w\nsee Rosa\nsee Klaus\ntype j\n"
		   "answer watchable 1 0 1 Not now.\nwait 2500\nwait 1\nsee Nobody who can be "
		   "watched\n"
		   "miss Rosa\nwait 2500\nwait 1\nsee Rosa\ntype \\r\n" VIEW
		   "see This is Klaus's\nhang up\n");
	store_client_free(klaus);
	store_client_free(rosa);
}

/* ---- Branches ---- */

#define AS_MINA "type b\ntype \\r\ntype w\nsee This is Mina's\ntype  \n"

static void enter_as_mina(void)
{
	script_facts.admission = ADMIT_ACCOUNT;
	snprintf(script_facts.user, sizeof script_facts.user, "Mina");
	snprintf(script_facts.fingerprint, sizeof script_facts.fingerprint,
		"SHA256:Min0123456789012345678901234567890123456789");
	snprintf(script_facts.term, sizeof script_facts.term, "xterm-256color");
}

/* The replay is where it was when the branch is left, and nothing of the branch is stored. */
static void an_own_run_is_played_on_from_its_replay(void **state)
{
	struct store_client *line = fixture_caller(&fixture, "Mina");
	struct keeper_run run;
	char text[800];

	(void)state;
	enter_as_mina();
	snprintf(text, sizeof text,
		"size 110 30\n" AS_MINA "type ?\nsee plays your run on\n" BACK
		"type g50\\r\nsee Mina  turn %u  \ntype b\nsee which one\ntype a\nsee Health\n"
		"miss stopped\ntype s\nwait 100\ntype S\n"
		"see Mina  turn %u  \nsee stopped\nsee The branch has ended. Nothing of it is "
		"kept.\n"
		"type b\ntype a\nsee Health\ntype Q\ntype y\nsee Mina  turn %u  \n"
		"see The branch has ended. Nothing of it is kept.\n"
		"type $\nsee the end\ntype b\nsee The run has ended at this turn\nhang up\n",
		turn_from(50), turn_from(50), turn_from(50));
	script_run(text);
	assert_int_equal(keeper_run_look(line, &run), KEEPER_NO);
	store_client_free(line);
	enter_as_mina();
	script_run("size 40 24\n" AS_MINA "type g50\\r\ntype b\nsee which one\nhang up\n");
	script_run("type guest\\r\n" AS_MINA "type g50\\r\ntype b\nmiss which one\nsee turn\n"
		   "type ?\nmiss plays your run on\nhang up\n");
}

/* ---- Takes ---- */

#define TAKES "type ojjjjjj\ntype l\nsee Auto-pickup\n"

static void a_guest_chooses_what_is_taken(void **state)
{
	(void)state;
	script_run("type guest\\r\n" TAKES "see for this session\n"
		   "see no, only when auto-exploring\nmiss not picked up\n"
		   "type l\nsee yes\n"
		   "type h\nsee no, only when auto-exploring\n"
		   "type j\ntype  \nsee Weapons           not picked up\nsee Armour          "
		   "  picked up\n"
		   "type \\r\nmiss not picked up\n"
		   "type k\ntype l\nsee yes\n"
		   "type k\ntype l\nsee not picked up\n"
		   "type q\nsee kinds, walking\n"
		   "type l\nsee Auto-pickup\n"
		   "type k\ntype l\ntype q\nsee everything, walking\n");
}

static void what_is_taken_is_kept_with_the_name(void **state)
{
	(void)state;
	script_run("type new\\r\ntype carla\\rlong-enough\\rlong-enough\\r\n" TAKES
		   "see saved in your account\ntype j\ntype l\nsee not picked up\n"
		   "type q\nsee kinds, exploring\ntype q\nhang up\n");
	script_run("type carla\\rlong-enough\\r\n" TAKES "see not picked up\nsize 59 20\n"
		   "see Arrows choose and change  Esc done\n");
}

/* ---- Keys, characters and empty lists ---- */

/* More may follow the end of a pasted text, and does not hide what has become of it. */
static void a_pasted_configuration_says_what_it_did(void **state)
{
	(void)state;
	script_run(
		"type guest\\r\ntype ojjj\\r\nsee 1-16 of \n"
		"type pbind h wait\\rbind j fly\\rend\\r\\r\\r\n"
		"see Line 2: no command is called \"fly\nsee Nothing is changed.\ntype "
		"\\e\npause\n"
		"see 1-16 of \nmiss Line 2\n"
		"type plike vi\\rbind h wait\\rbind j wait\\rend\\r \\r\nsee 2 keys changed. The "
		"preset is vi, with 2\n"
		"type q\ntype \\e[4~\npause\nmiss 1-16 of \n"
		"type pbind\\r\\e\npause\nsee No line \"end\" came. Nothing is changed.\n"
		"hang up\n");
}

static void characters_that_a_terminal_lacks_are_not_offered(void **state)
{
	(void)state;
	script_run("term ansi\ntype guest\\r\ntype o\ntype l\nsee plain ASCII, always\n"
		   "type l\nmiss plain ASCII\nsee CP437, always\ntype h\nsee plain ASCII, always\n"
		   "type h\nsee as your terminal says\nhang up\n");
}

/* ---- Edges ---- */

/* No sentence of the first screens is cut below in a narrow window. */
static void no_screen_before_the_lobby_cuts_a_sentence(void **state)
{
	(void)state;
	script_run("size 40 24\nsee nowhere else.\ntype new\\r\nsee nowhere else.\n"
		   "type martha\\r\nsee as you type.\nsee nowhere else.\nhang up\n");
}

/* In 40 columns the values of options and the help below them are whole. */
static void narrow_options_are_whole(void **state)
{
	(void)state;
	script_run("size 40 24\ntype guest\\r\ntype o\nsee hidden unless choosing\n"
		   "see set.\nhang up\n");
}

/* Compares the present screen in small windows with the same one in a large window. */
#define AT(size) "size " size "\nwait 20\nuncut\n"
#define UNCUT                                                                                      \
	"size 500 200\nwait 20\nwide\n" AT("40 20") AT("40 21") AT("61 25") AT("80 25") AT("80 "   \
											   "24")

static void no_screen_cuts_a_word_at_its_edge(void **state)
{
	(void)state;
	script_run(UNCUT "type new\\r\n" UNCUT "type erika\\rlong-enough\\rlong-enough\\r\n" UNCUT
			 "type o\n" UNCUT "type q\ntype ?\n" UNCUT "type q\ntype a\n" UNCUT
			 "type a\n" UNCUT BACK "type q\ntype r\n" UNCUT "type q\ntype w\n" UNCUT
			 "type q\ntype b\n" UNCUT "type l\n" UNCUT "type l\n" UNCUT
			 "type q\ntype p\n" UNCUT "type aa\n" UNCUT "type Q\n" UNCUT
			 "type y\n" UNCUT "see how it went\nhang up\n");
	script_run(SCORE UNCUT "type d\n" UNCUT "type  \n" UNCUT BACK "type w\ntype  \n" UNCUT
			       "type ?\n" UNCUT BACK "type g\n" UNCUT "hang up\n");
	script_run("type guest\\r\n" TAKES UNCUT "type q\n" UNCUT "hang up\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_score_tells_how_the_run_ended),
		cmocka_unit_test(an_own_run_is_played_on_from_its_replay),
		cmocka_unit_test(a_dump_is_turned_by_rows_and_pages),
		cmocka_unit_test(a_dump_fits_its_window),
		cmocka_unit_test(a_replay_opens_from_the_list),
		cmocka_unit_test(a_replay_stops_steps_and_leaps),
		cmocka_unit_test(a_replay_plays),
		cmocka_unit_test(a_run_of_other_rules_cannot_be_shown),
		cmocka_unit_test(nobody_plays),
		cmocka_unit_test(players_are_listed_and_watched),
		cmocka_unit_test(the_list_of_players_becomes_shorter),
		cmocka_unit_test(a_guest_chooses_what_is_taken),
		cmocka_unit_test(what_is_taken_is_kept_with_the_name),
		cmocka_unit_test(a_pasted_configuration_says_what_it_did),
		cmocka_unit_test(characters_that_a_terminal_lacks_are_not_offered),
		cmocka_unit_test(no_screen_before_the_lobby_cuts_a_sentence),
		cmocka_unit_test(narrow_options_are_whole),
		cmocka_unit_test(no_screen_cuts_a_word_at_its_edge),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
