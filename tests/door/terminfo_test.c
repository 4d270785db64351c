/*
 * The terminfo database as a source of kinds: every entry of the one that is installed, bad
 * entries, and which kind a name gets.
 */
#include "tests/test.h"

#include "door/config/terminfo.h"
#include "vt100/internal.h"
#include "tests/door/described_screen.h"
#include "tests/door/terminfo_entries.h"
#include "tests/vt100/random_frames.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- All entries ---- */

/* Calls a function with every kind of the table that has cursor addressing of its own, and with
 * the entry that it came from. */
static int each_addressed(void (*check)(const struct vt_kind *kind, const unibi_term *entry))
{
	int count = 0;

	for (size_t at = 2 * sizeof(uint32_t); at < entries.size; at += sizeof(struct vt_kind)) {
		const struct vt_kind *kind = (const void *)(entries.data + at);
		unibi_term *entry = kind->grants & GRANT_DESCRIBED ? entry_of(kind->name) : NULL;

		if (entry == NULL)
			continue;
		check(kind, entry);
		unibi_destroy(entry);
		count++;
	}
	return count;
}

static void check_motions(const struct vt_kind *kind, const unibi_term *entry)
{
	const struct vt_state unknown = {.x = -1};
	struct vt_motion motion;
	char wanted[64];

	for (int at = 0; at < kind->address.rows * kind->address.columns; at += 7) {
		int x = at % kind->address.columns, y = at / kind->address.columns;

		described_place(wanted, sizeof wanted, entry, x, y);
		vt_motion(kind, &unknown, x, y, &motion);
		if (motion.size != strlen(wanted) || memcmp(motion.bytes, wanted, motion.size) != 0)
			fail_msg("%s: the motion to %d,%d differs", kind->name, x, y);
	}
}

/* The database of ncurses-term, which tests have, describes more than 1,000 such terminals. */
static void motions_are_those_of_the_database(void **state)
{
	(void)state;
	int count = each_addressed(check_motions);
	if (access("/usr/share/terminfo/w/wy30", R_OK) != 0)
		skip();
	assert_in_range(count, 1000, 3000);
}

static void check_screen(const struct described_screen *screen, const struct vt_terminal *terminal,
	const struct vt_frame *frame)
{
	static const struct {
		unsigned bit, attribute;
	} bits[] = {{PEN_REVERSE, VT_REVERSE}, {PEN_UNDERLINE, VT_UNDERLINE}, {PEN_BOLD, VT_BOLD}};
	const char *name = vt_kind_name(terminal->kind);

	if (screen->failure[0] != '\0')
		fail_msg("%s: %s", name, screen->failure);
	for (int at = 0; at < frame->width * frame->height - 1; at++) {
		struct vt_ink ink = vt_resolve(terminal, frame->cells[at]);
		char want = (char)vt_symbol(VT_ASCII, ink.glyph).bytes[0];
		unsigned pen = 0;

		for (size_t i = 0; i < 3; i++)
			pen |= ink.pen & bits[i].bit ? bits[i].attribute : 0;
		/* Bold is not seen on a blank. */
		unsigned seen = want == ' ' ? VT_REVERSE | VT_UNDERLINE : ~0U;
		if (screen->cells[at] != want || (screen->pens[at] & seen) != (pen & seen))
			fail_msg("%s: at %d,%d want %c %x have %c %x", name, at % frame->width,
				at / frame->width, want, pen, screen->cells[at], screen->pens[at]);
	}
	if (frame->cursor_x >= 0) {
		assert_int_equal(screen->x, frame->cursor_x);
		assert_int_equal(screen->y, frame->cursor_y);
	}
}

static void show_frames(const struct vt_kind *kind, const unibi_term *entry, int steps)
{
	static struct described_screen screen;
	struct vt_terminal *terminal = vt_terminal_new(kind, VT_UTF8, VT_TRUECOLOUR);
	struct vt_frame frame = {0};
	struct vt_bytes out = {0};
	int width = DESCRIBED_WIDTH, height = DESCRIBED_HEIGHT;

	assert_int_equal(vt_terminal_charset(terminal), VT_ASCII);
	assert_int_equal(vt_terminal_colours(terminal), VT_MONO);
	vt_terminal_palette(terminal, (enum vt_palette)draw(VT_PALETTE_COUNT));
	vt_kind_fit(kind, &width, &height);
	described_begin(&screen, entry, width, height);
	assert_true(vt_frame_resize(&frame, width, height));
	for (int step = 0; step < steps; step++) {
		change_frame(&frame);
		out.size = 0;
		vt_render(terminal, &frame, &out);
		described_write(&screen, out.data, out.size);
		check_screen(&screen, terminal, &frame);
	}
	out.size = 0;
	vt_leave(terminal, &out);
	screen.y = 0; /* it may scroll now */
	described_write(&screen, out.data, out.size);
	assert_int_equal(screen.pen, 0);
	vt_bytes_free(&out);
	vt_frame_free(&frame);
	vt_terminal_free(terminal);
}

static void show_few_frames(const struct vt_kind *kind, const unibi_term *entry)
{
	show_frames(kind, entry, 2);
}

static void every_kind_shows_frames_as_wanted(void **state)
{
	(void)state;
	random_state = 19;
	each_addressed(show_few_frames);
}

static void some_kinds_show_many_frames_as_wanted(void **state)
{
	static const char *const names[] = {"wy30", "adm31", "tvi912", "tvi925", "tvi955", "hp2621",
		"h19", "z29", "viewpoint", "regent60", "aaa", "vi200", "ampex232", "hpterm", "d211",
		"mdl110", "pcix", "cad68", "concept-avt", "scoansi"};
	int count = 0;

	(void)state;
	random_state = 1984;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const struct vt_kind *kind = vt_kinds_find(table, names[i]);
		unibi_term *entry = entry_of(names[i]);

		if (kind != NULL && entry != NULL && kind->grants & GRANT_DESCRIBED) {
			show_frames(kind, entry, 150);
			count++;
		}
		if (entry != NULL)
			unibi_destroy(entry);
	}
	if (access("/usr/share/terminfo/w/wy30", R_OK) != 0)
		skip();
	assert_in_range(count, 12, 20);
}

/* ---- Names ---- */

static void names_give_rows_families_and_described_kinds(void **state)
{
	static const struct {
		const char *name, *kind;
	} rows[] = {{"xterm", "xterm"}, {"xterm-256color", "xterm"}, {"screen.xterm-new", "screen"},
		{"vt100-w", "vt100"}, {"VT52", "vt52"}, {"wy50-mc", "wy50"}, {"adm3a", "adm3a"},
		{"adm31", "adm31"}, {"TVI912", "tvi912"}, {"wy30", "wy30"},
		{"minitel1", "minitel1"}, {"minitel1b", "minitel1b"},
		{"minitel1b-80", "minitel1b-80"}, {"dumb", "dumb"}, {"hp2621", "hp2621"},
		{"xterm-nobody-knows", "xterm"}, {"nobody-knows", "unknown"},
		{"../../etc/passwd", "unknown"}, {"", "unknown"}, {"network", "unknown"}};

	(void)state;
	if (access("/usr/share/terminfo/w/wy30", R_OK) != 0)
		skip();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_string_equal(
			vt_kind_name(vt_kind_choose(table, rows[i].name)), rows[i].kind);
	assert_string_equal(vt_kind_name(vt_kind_choose(NULL, "adm31")), "adm3");
	assert_false(vt_kind_draws(vt_kind_choose(table, "tty33")));
	assert_false(vt_kind_draws(vt_kind_choose(table, "dumb")));
	assert_true(vt_kind_draws(vt_kind_choose(table, "nobody-knows")));
}

/* ---- Bad entries ---- */

static void put_file(const char *folder, const char *name, const void *data, size_t size)
{
	char path[200];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(data, 1, size, file), size);
	fclose(file);
}

/* Writes an entry with cursor addressing. Returns its size. */
static size_t write_entry(char *entry, size_t size)
{
	static const char *const aliases[] = {NULL};
	unibi_term *made = unibi_dummy();

	unibi_set_name(made, "made here");
	unibi_set_aliases(made, (const char **)(uintptr_t)aliases);
	unibi_set_num(made, unibi_columns, 80);
	unibi_set_num(made, unibi_lines, 24);
	unibi_set_str(made, unibi_cursor_address, "\033=%p1%' '%+%c%p2%' '%+%c");
	unibi_set_str(made, unibi_clear_screen, "\032$<50/>");
	unibi_set_str(made, unibi_key_left, "\b");
	size = unibi_dump(made, entry, size);
	unibi_destroy(made);
	return size;
}

static void bad_entries_are_refused_once(void **state)
{
	char folder[] = "/tmp/trapdoor-terminfo-XXXXXX", letter[60], path[100], entry[4096];
	static char large[40000];
	struct terminfo_refusals refusals;
	struct vt_bytes own = {0};
	size_t size = write_entry(entry, sizeof entry);

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(letter, sizeof letter, "%s/b", folder);
	assert_int_equal(mkdir(letter, 0700), 0);
	put_file(letter, "bgood", entry, size);
	put_file(letter, "bempty", "", 0);
	put_file(letter, "bgarbage", "garbage that is no entry", 24);
	put_file(letter, "bcut", entry, size / 2);
	put_file(letter, "blarge", large, sizeof large);
	put_file(letter, "b name", entry, size);
	put_file(letter, "b-name-of-more-than-forty-letters-is-no-name", entry, size);
	snprintf(path, sizeof path, "%s/bpipe", letter);
	assert_int_equal(mkfifo(path, 0600), 0);
	snprintf(path, sizeof path, "%s/bfolder", letter);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "/nowhere %s %s", folder, folder);
	terminfo_read(&own, path, &refusals);
	assert_int_equal(refusals.count, 2 * 8);
	assert_non_null(strstr(refusals.first, letter));
	assert_non_null(refusals.reason);
	const struct vt_kinds *kinds = vt_kinds_of(own.data, own.size);
	const struct vt_kind *good = vt_kinds_find(kinds, "bgood");
	assert_non_null(good);
	assert_int_equal(good->grants, GRANT_DESCRIBED);
	assert_string_equal(good->address.clear, "\032");
	/* The same kind of the second directory is left out. */
	assert_int_equal(own.size, 2 * sizeof(uint32_t) + sizeof(struct vt_kind));
	vt_bytes_free(&own);
	snprintf(path, sizeof path, "rm -r %s", folder);
	assert_int_equal(system(path), 0);
}

/* Entries with wrong bytes are refused or give a kind that draws within its bounds. */
static void broken_entries_do_no_harm(void **state)
{
	char entry[4096], broken[4096];
	size_t size = write_entry(entry, sizeof entry);

	(void)state;
	random_state = 7;
	for (int turn = 0; turn < 20000; turn++) {
		struct vt_bytes own = {0};
		const char *reason = "";

		memcpy(broken, entry, size);
		for (unsigned i = 0; i <= draw(6); i++)
			broken[draw((unsigned)size)] = (char)draw(256);
		terminfo_add(
			&own, "broken", broken, draw(8) ? size : draw((unsigned)size), &reason);
		const struct vt_kind *kind =
			vt_kinds_find(vt_kinds_of(own.data, own.size), "broken");
		if (kind != NULL && turn % 100 == 0) {
			struct vt_terminal *terminal = vt_terminal_new(kind, VT_DEC, VT_MONO);
			struct vt_frame frame = {0};
			struct vt_bytes out = {0};

			assert_true(vt_frame_resize(&frame, 60, 22));
			draw_noise(&frame, 500);
			vt_render(terminal, &frame, &out);
			vt_leave(terminal, &out);
			vt_bytes_free(&out);
			vt_frame_free(&frame);
			vt_terminal_free(terminal);
		}
		vt_bytes_free(&own);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(motions_are_those_of_the_database),
		cmocka_unit_test(every_kind_shows_frames_as_wanted),
		cmocka_unit_test(some_kinds_show_many_frames_as_wanted),
		cmocka_unit_test(names_give_rows_families_and_described_kinds),
		cmocka_unit_test(bad_entries_are_refused_once),
		cmocka_unit_test(broken_entries_do_no_harm),
	};

	return cmocka_run_group_tests(tests, read_table, free_table);
}
