/* Line mode in play: what typed lines answer, compared with films. */
#include "tests/test.h"

#include "tests/door/scene.h"

struct typed_scene {
	enum line_detail detail;
	bool hints;
	struct staged staged; /* keys: the typed lines, divided by "|" */
};

/* Films a text by its lines; the bell is a ^. */
static void film_text(struct film *film, const struct ui_text *text)
{
	char line[FILM_LINE_MAX];
	const char *at = text->text ? text->text : "";

	while (*at) {
		size_t length = strcspn(at, "\n"), used = 0;

		assert_true(length < sizeof line);
		for (; used < length; used++)
			line[used] = at[used] == '\a' ? '^' : at[used];
		line[used] = '\0';
		film_line(film, line);
		at += length + (at[length] == '\n');
	}
}

static void report(struct film *film, struct stage *stage)
{
	struct ui_text text = {0};

	play_lines_report(stage->play, &text);
	film_text(film, &text);
	free(text.text);
}

static void play_typed_scene(const struct typed_scene *scene)
{
	struct stage stage;
	struct film film;
	char lines[2048], asked[300];
	char *rest = lines, *line;

	staged_begin(&stage, &scene->staged);
	game_hero(stage.game)->health = game_hero(stage.game)->health_max = 500;
	play_lines_on(stage.play, scene->detail);
	play_hints(stage.play, scene->hints, 0);
	film_open(&film, scene->staged.name);
	report(&film, &stage);
	snprintf(lines, sizeof lines, "%s", scene->staged.keys);
	while ((line = strsep(&rest, "|")) != NULL) {
		snprintf(asked, sizeof asked, "> %s", line);
		film_line(&film, asked);
		play_typed(stage.play, line);
		assert_true(play_settle(stage.play));
		report(&film, &stage);
	}
	film_close(&film);
	stage_end(&stage);
}

#define BODIES "cable-rat@4,0 wire-worm@0,-3 desk-dog@-2,2 bell-beetle@5,-3"
#define PACK "sabre dart*9 salts*2 sandwich transfer rope brass-key fire-flask*2 crank-sparks"

static const struct typed_scene scenes[] = {
	{LINE_NORMAL, false,
		{"typed-look", 80, 24, PACK, BODIES, "fountain", "dart*2 sandwich", AMITY | RICH,
			"look|l|list|things|list all|where|health|hp|compass|map|map 2|map "
			"all|look a|"
			"look b|look c|look d|look e|look f|look z|look zz|detail|detail "
			"full|full|brief|"
			"look|normal|verbosity brief|detail loud|x|:|_|i|?|help|help all|messages|"
			"character|score|discoveries|levels|commands|version|inventory|items|item "
			"a|"
			"item salts|item nothing|item|a|item b||dance|dance now||k|j| "
			"look|\tlist"}},
	{LINE_NORMAL, false,
		{"typed-moves", 80, 24, "sabre", "", "floor door-closed", "", 0,
			"north|n|ne 3|east 2|go|go north until something|go north|go south 4|go "
			"west 1|go a|go z|go up|go "
			"down|up|"
			"down|explore|rest|sleep|wait|wait 5|wait 1|search|search 3|open|open "
			"north|"
			"cancel|open|east|open east|close|shut west|back|travel a|go "
			"nowhere|rest|again|"
			"attack|attack north|attack a|again|n 0|n 600|h|l|.|s|5s|explore"}},
	{LINE_NORMAL, false,
		{"typed-fights", 80, 24, PACK, BODIES, "", "", CASTING | WISE,
			"attack|hit b|attack a|attack c|attack z|fire|fire a|fire at "
			"b|throw|f|b|throw "
			"f|a|throw|f|z|cancel|throw f b|throw dart at c|throw dart north|a|throw "
			"nothing|"
			"throw k at z|throw k east|throw f south|shoot|zap|l|zap l|a|zap l at "
			"a|zap crank "
			"north|zap i|zap f|cast|a|cast a|cast a at b|cast b|cast b at a|cast "
			"z|cast noise "
			"at a|cast q at b|cast lamp||yes|no|t|f|z|esc|t|f|a|attack b|attack "
			"c|again|"
			"messages|wield sabre|fire z|cancel|throw b|back|look|wait "
			"9|f|x|character"}},
	{LINE_NORMAL, false,
		{"typed-items", 80, 24, PACK " greatcoat tin-hat", "", "altar",
			"dart*12 sandwich salts rope", RICH,
			"take|a|take|all|take|b|get sandwich|get|cancel|,|b||take all|drop|c|drop "
			"c|drop "
			"2 f|drop 99 f|drop 1 z|drop rope|take rope|wield e|wield "
			"sabre|wield|e|wear|wear "
			"hat|wear greatcoat|remove hat|drink d|quaff salts|drink|enter|read "
			"transfer|read "
			"h|read|esc|eat sandwich|eat|c|use|use c|use i at a|use rope north|use "
			"brass|open "
			"east|item e|item h|item j|item m|w|a|d|f|3|choose|inventory|drop "
			"sabre|item fire|"
			"item crank|again|use nothing|item|z|item|nothing|item|b"}},
	{LINE_NORMAL, false,
		{"typed-shop", 80, 24, "dart", "", "", "$sandwich $salts*2 %rope %sabre transfer",
			RICH,
			"look|take|a|yes|take|b|no|take|b|y|take all|no|take "
			"rope|yes|take|c|y|inventory|"
			"messages|where"}},
	{LINE_NORMAL, false,
		{"typed-choice", 80, 24, "", "", "", "", TALENTED | ERRANDS | RICH | CASTING | WISE,
			"choose|character|1|2|cast|a|cast b|north|cast light|cast "
			"q|levels|discoveries|"
			"commands|options|save|no|quit|no|quit|yes|look"}},
	{LINE_NORMAL, false,
		{"typed-ailing", 80, 24, "salts sandwich", "cable-rat@3,0",
			"shallow-water deep-water", "", AILING | STARVING | HURT,
			"health|look|where|east|east|wait|list|attack a|messages|compass|map 1|eat "
			"sandwich|drink salts|full|health|look a|rest|explore"}},
	{LINE_FULL, true,
		{"typed-full", 80, 24, PACK, BODIES, "door-open stairs-down fountain", "",
			AMITY | HURT,
			"look|wait|north|list|go e|go b|wait 3|attack "
			"b|down|look|up|down|yes|explore"}},
	{LINE_BRIEF, true,
		{"typed-brief", 80, 24, PACK, BODIES, "floor stairs-down", "dart", 0,
			"look|wait|north|list|go b|wait 3|attack a|throw b at a|throw b at "
			"a|take|go "
			"down|down|look|explore|explore|explore"}},
};

static void each_line_is_answered_as_filmed(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
		play_typed_scene(&scenes[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_line_is_answered_as_filmed),
	};

	return cmocka_run_group_tests(tests, scene_set_up, scene_tear_down);
}
