/* Vignettes: the pictures of the built-in game in every charset and size, their light, and when
 * they are shown. */
#include "tests/test.h"

#include "door/net/transport.h"
#include "door/play/play_private.h"
#include "door/screen/screens.h"
#include "door/ui/vignette.h"
#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

static const char records[] =
	"monster test-still\n  name still\n  glyph 0 dim\n  look It stands.\n"
	"  first-sight It stands there.\n  death stood upon\n  depth 1\n  weight 0\n  hits 90d8\n"
	"  experience 0\n  blow leans 2d4\n  instincts ambush 1\n";

/* Writes a row of a frame as a terminal without other characters shows it. */
static void read_row(const struct vt_frame *frame, int y, char row[VT_WIDTH_MAX + 1])
{
	for (int x = 0; x < frame->width; x++)
		row[x] = vt_glyph_ascii(frame->cells[y * frame->width + x].glyph);
	row[frame->width] = 0;
}

static bool frame_has(const struct vt_frame *frame, const char *text)
{
	char row[VT_WIDTH_MAX + 1];
	for (int y = 0; y < frame->height; y++) {
		read_row(frame, y, row);
		if (strstr(row, text))
			return true;
	}
	return false;
}

/* ---- The pictures ---- */

static bool is_shown(enum vignette vignette)
{
	return vignette < VIGNETTE_DEPTHS ? vignette_of_depth(stock, (int)vignette + 1) == vignette
					  : vignette_of_end(stock, vignette) == vignette;
}

static void each_band_and_each_end_has_one(void **state)
{
	static const int8_t first[VIGNETTE_DEPTHS] = {1, 1, 1, 4, 4, 4, 7, 7, 7, 10, 10, 10, 13, 13,
		13, 13, 17, 17, 17, 17, 21, 21, 21, 24, 24, 24};
	(void)state;
	for (int depth = 1; depth <= VIGNETTE_DEPTHS; depth++)
		assert_int_equal(vignette_of_depth(stock, depth), first[depth - 1] - 1);
	for (int end = VIGNETTE_DIED; end < VIGNETTE_COUNT; end++)
		assert_int_equal(vignette_of_end(stock, (enum vignette)end), end);
}

static void a_content_may_leave_all_out(void **state)
{
	struct content *content = content_new();
	(void)state;
	assert_int_equal(vignette_of_depth(content, 5), VIGNETTE_NONE);
	assert_int_equal(vignette_of_end(content, VIGNETTE_LEFT), VIGNETTE_NONE);
	content_free(content);
}

/* Every character has a form in every charset, and the caption is whole. */
static void each_picture_fits_and_has_characters_for_all(void **state)
{
	static const int sizes[][3] = {{80, 24, 300}, {40, 20, 150}};
	(void)state;
	for (int vignette = 0; vignette < VIGNETTE_COUNT; vignette++) {
		for (size_t i = 0; i < 2 && is_shown((enum vignette)vignette); i++) {
			struct vt_frame frame = {0};
			int drawn = 0;
			vt_frame_resize(&frame, sizes[i][0], sizes[i][1]);
			vignette_paint(&frame, stock, (enum vignette)vignette);
			for (int at = 0; at < frame.width * frame.height; at++) {
				uint16_t glyph = frame.cells[at].glyph;
				assert_true(glyph < VT_GLYPH_END && glyph != '?');
				assert_in_range(vt_glyph_ascii(glyph), ' ', '~');
				drawn += glyph != ' ';
			}
			if (drawn < sizes[i][2])
				fail_msg("vignette %d of %d columns has %d cells", vignette,
					sizes[i][0], drawn);
			assert_true(frame_has(&frame, "any key go on"));
			vt_frame_free(&frame);
		}
	}
}

static void each_caption_is_whole(void **state)
{
	(void)state;
	for (int vignette = 0; vignette < VIGNETTE_COUNT; vignette++) {
		char word[40];
		static const char *const ends[] = {"died", "left", "won", "far", "quit"};
		if (!is_shown((enum vignette)vignette))
			continue;
		if (vignette < VIGNETTE_DEPTHS)
			snprintf(word, sizeof word, "vignette-line-%d", vignette + 1);
		else
			snprintf(word, sizeof word, "vignette-line-%s",
				ends[vignette - VIGNETTE_DEPTHS]);
		const char *line = ui_word(stock, word, "");
		assert_in_range(strlen(line), 20, 76);
		assert_in_range(
			ui_wrapped(NULL, (struct vt_area){0, 0, 36, 2}, 0, line, VT_TEXT), 1, 2);
	}
}

static void lines_join(void **state)
{
	static const char drawing[] = "+-+-+\n| | |\n+-+-+\n| | |\n+-+-+";
	static const struct {
		int x, y;
		uint16_t glyph;
	} wanted[] = {{0, 0, VT_CORNER_TL}, {2, 0, VT_TEE_T}, {4, 0, VT_CORNER_TR},
		{0, 2, VT_TEE_L}, {2, 2, VT_CROSS}, {4, 2, VT_TEE_R}, {0, 4, VT_CORNER_BL},
		{2, 4, VT_TEE_B}, {4, 4, VT_CORNER_BR}, {1, 0, VT_WALL_H}, {0, 1, VT_WALL_V}};
	struct vt_frame frame = {0};
	(void)state;
	vt_frame_resize(&frame, 20, 10);
	vignette_draw(&frame, 3, 2, drawing);
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		assert_int_equal(frame.cells[(wanted[i].y + 2) * 20 + wanted[i].x + 3].glyph,
			wanted[i].glyph);
	vt_frame_free(&frame);
}

/* A lamp lights what is near it, the nearer the stronger; with plain light nothing is shaded. */
static void lamps_light_what_is_near(void **state)
{
	static const char drawing[] = "*......................o";
	(void)state;
	for (int plain = 0; plain < 2; plain++) {
		struct vt_frame frame = {0};
		vt_frame_resize(&frame, 24, 1);
		frame.plain_light = plain;
		vignette_draw(&frame, 0, 0, drawing);
		for (int x = 1; x < 24; x++) {
			assert_true(frame.cells[x].shade <= frame.cells[x - 1].shade);
			assert_true(!plain || frame.cells[x].shade == VT_SHADE_NONE);
		}
		assert_true(plain || frame.cells[0].shade != VT_SHADE_NONE);
		assert_int_equal(frame.cells[23].shade, VT_SHADE_NONE);
		vt_frame_free(&frame);
	}
}

/* The light of a lamp has the colour of what glows; fire lights without a lamp. */
static void the_colour_of_a_lamp_is_the_colour_of_its_light(void **state)
{
	static const struct {
		enum vt_colour_role role;
		const char *drawn;
		int light; /* -1: none */
	} cases[] = {
		{VT_FIRE, "^", VT_LIGHT_FIRE},
		{VT_FIRE, " ", -1},
		{VT_BAD, "*", VT_LIGHT_FIRE},
		{VT_DANGER, "*", VT_LIGHT_FIRE},
		{VT_BLOOD, "*", VT_LIGHT_FIRE},
		{VT_METAL, "*", VT_LIGHT_MACHINE},
		{VT_WATER, "*", VT_LIGHT_MACHINE},
		{VT_BRIGHT, "*", VT_LIGHT_MACHINE},
		{VT_PLANT, "*", VT_LIGHT_GLOW},
		{VT_GOOD, "*", VT_LIGHT_GLOW},
		{VT_MAGIC, "*", VT_LIGHT_MAGIC},
		{VT_LAMP, "*", VT_LIGHT_LAMP},
		{VT_STONE, "*", VT_LIGHT_LAMP},
		{VT_MAGIC, "^", -1},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char drawing[16] = {0};
		size_t role = 0;
		struct vt_frame frame = {0};
		while (ui_roles[role] != cases[i].role)
			role++;
		snprintf(drawing, sizeof drawing, "%c%s%c.", (char)(VT_COLOUR_ROLE_BYTE + role),
			cases[i].drawn, VT_COLOUR_ROLE_BYTE_END);
		vt_frame_resize(&frame, 20, 2);
		vignette_draw(&frame, 0, 0, drawing);
		unsigned full = cases[i].light < 0 ? VT_SHADE_NONE
						   : vt_shade_of((enum vt_light)cases[i].light, 7);
		if (frame.cells[0].shade != full)
			fail_msg("role %d: shade %d, not %u", cases[i].role, frame.cells[0].shade,
				full);
		assert_int_equal(frame.cells[0].role, cases[i].role);
		assert_int_equal(frame.cells[1].role, VT_STONE);
		vt_frame_free(&frame);
	}
}

/* Light falls off with the way from the lamp: columns count half of rows, as they look. */
static void light_falls_off_in_all_directions(void **state)
{
	/* The lamp is in the corner. Digits are levels of light, a point is none. */
	static const char *const wanted[] = {
		"76543210.", "5543210..", "332210...", "1100.....", "........."};
	char drawing[128] = "*........";
	struct vt_frame frame = {0};
	(void)state;
	for (int y = 1; y < 5; y++)
		strcat(drawing, "\n.........");
	vt_frame_resize(&frame, 20, 10);
	vignette_draw(&frame, 4, 3, drawing);
	for (int y = 0; y < 5; y++) {
		char row[10] = "";
		for (int x = 0; x < 9; x++) {
			unsigned shade = frame.cells[(y + 3) * 20 + x + 4].shade;
			row[x] = shade == VT_SHADE_NONE
					 ? '.'
					 : (char)('0' + shade - vt_shade_of(VT_LIGHT_LAMP, 0));
		}
		assert_string_equal(row, wanted[y]);
	}
	vt_frame_free(&frame);
}

/* A drawing that fits nowhere leaves the sentence. */
static void a_tiny_window_shows_the_sentence(void **state)
{
	struct vt_frame frame = {0};
	(void)state;
	vt_frame_resize(&frame, 40, 12);
	vignette_paint(&frame, stock, VIGNETTE_LEFT);
	assert_true(frame_has(&frame, "The bolt goes home."));
	vt_frame_free(&frame);
}

/* ---- When they are shown ---- */

static void it_comes_after_the_messages_and_goes_with_a_key(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	uint64_t digest = game_digest(stage.game);
	play_vignettes(stage.play, true, 0);
	assert_true(play_vignette_look(stage.play));
	assert_int_equal(play_vignettes_seen(stage.play), 1);
	assert_false(play_may_move(stage.play));
	stage_paint(&stage);
	assert_true(frame_has(&stage.frame, "--more--"));
	assert_true(frame_has(&stage.frame, "Health"));
	stage_type(&stage, "l");
	assert_true(frame_has(&stage.frame, "The Exchange: lamps by the hundred"));
	assert_false(frame_has(&stage.frame, "Health"));
	stage_type(&stage, "l");
	assert_false(frame_has(&stage.frame, "--more--"));
	assert_true(frame_has(&stage.frame, "Health"));
	assert_true(game_digest(stage.game) == digest && play_index(stage.play) == 0);
	assert_false(play_vignette_look(stage.play));
	stage_type(&stage, "l");
	assert_int_equal(play_index(stage.play), 1);
	stage_end(&stage);
}

static void it_is_not_shown_again_nor_when_off_nor_on_a_resumed_depth(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	play_vignettes(stage.play, true, 1);
	assert_false(play_vignette_look(stage.play));
	play_vignettes(stage.play, false, 0);
	assert_false(play_vignette_look(stage.play));
	stage_type(&stage, "l");
	play_vignettes(stage.play, true, 0);
	assert_false(play_vignette_look(stage.play));
	stage_end(&stage);
}

static void it_is_not_shown_with_an_enemy_in_view(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	uint16_t kind = content_find_creature(stock, "test-still");
	assert_true(creature_add(stage.game, kind, HERO_X + 4, HERO_Y, 9) > 0);
	senses_look(stage.game);
	play_vignettes(stage.play, true, 0);
	assert_false(play_vignette_look(stage.play));
	assert_int_equal(play_vignettes_seen(stage.play), 0);
	stage_end(&stage);
}

/* ---- Ends, options and slow lines ---- */

struct tried {
	struct session session;
	struct config config;
	struct transport transport;
};

static void try_end(struct tried *tried, enum outcome outcome, unsigned baud, bool off)
{
	struct session *session = &tried->session;
	*tried = (struct tried){
		.session = {.content = stock,
			.route = {.count = 1, .places = {{.screen = SCREEN_tombstone}}}}};
	session->config = &tried->config;
	session->transport = &tried->transport;
	session->account.guest = true;
	session->options.no_vignettes = off;
	tried->config.lobby_vignettes = 1;
	tried->transport.facts.baud = baud;
	struct store_score *score = &session_arguments(session, SCREEN_tombstone)->tombstone.score;
	score->outcome = (uint8_t)outcome;
	vt_frame_resize(&session->frame, 80, 24);
	screen_tombstone.enter(session);
	screen_tombstone.paint(session, &session->frame);
}

static void end_tried(struct tried *tried)
{
	screen_tombstone.leave(&tried->session);
	free(tried->session.state);
	vt_frame_free(&tried->session.frame);
}

static void an_end_shows_its_picture_first(void **state)
{
	static const struct {
		enum outcome outcome;
		const char *line;
	} cases[] = {{OUTCOME_DIED, "The receiver swings"}, {OUTCOME_LEFT, "The bolt goes home"},
		{OUTCOME_WON, "The Receiver lies"}, {OUTCOME_QUIT, "You pull the cord"}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tried tried;
		try_end(&tried, cases[i].outcome, 0, false);
		assert_true(frame_has(&tried.session.frame, cases[i].line));
		assert_true(tried.session.options.vignettes_seen != 0);
		screen_tombstone.key(&tried.session, ' ');
		screen_tombstone.paint(&tried.session, &tried.session.frame);
		assert_true(frame_has(&tried.session.frame, "Score"));
		end_tried(&tried);
	}
}

static void a_slow_line_and_the_option_show_none(void **state)
{
	static const struct {
		unsigned baud;
		bool off, shown;
	} cases[] = {{0, false, true}, {9600, false, true}, {2400, false, false}, {0, true, false}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tried tried;
		try_end(&tried, OUTCOME_LEFT, cases[i].baud, cases[i].off);
		assert_int_equal(
			frame_has(&tried.session.frame, "The bolt goes home"), cases[i].shown);
		assert_int_equal(tried.session.options.vignettes_seen != 0, cases[i].shown);
		end_tried(&tried);
	}
}

static void the_options_keep_them(void **state)
{
	struct options options, again;
	char text[STORE_OPTIONS_MAX];
	(void)state;
	options_read(&options, "keys=laptop");
	assert_false(options.no_vignettes || options.vignettes_seen);
	options.no_vignettes = true;
	options.vignettes_seen = 0x7c000009;
	assert_true(options_write(&options, text, sizeof text));
	options_read(&again, text);
	assert_true(again.no_vignettes);
	assert_int_equal(again.vignettes_seen, 0x7c000009);
}

static struct content *content_with_records(void)
{
	return stock_content_with(records);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_band_and_each_end_has_one),
		cmocka_unit_test(a_content_may_leave_all_out),
		cmocka_unit_test(each_picture_fits_and_has_characters_for_all),
		cmocka_unit_test(each_caption_is_whole),
		cmocka_unit_test(lines_join),
		cmocka_unit_test(lamps_light_what_is_near),
		cmocka_unit_test(the_colour_of_a_lamp_is_the_colour_of_its_light),
		cmocka_unit_test(light_falls_off_in_all_directions),
		cmocka_unit_test(a_tiny_window_shows_the_sentence),
		cmocka_unit_test(it_comes_after_the_messages_and_goes_with_a_key),
		cmocka_unit_test(it_is_not_shown_again_nor_when_off_nor_on_a_resumed_depth),
		cmocka_unit_test(it_is_not_shown_with_an_enemy_in_view),
		cmocka_unit_test(an_end_shows_its_picture_first),
		cmocka_unit_test(a_slow_line_and_the_option_show_none),
		cmocka_unit_test(the_options_keep_them),
	};
	return stock_run(content_with_records(), tests);
}
