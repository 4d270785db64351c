/* The player of a site: which files of xterm.js its script and its style are made of. */
#include "tests/test.h"

#include "door/site/player.h"
#include "tests/door/directory.h"

#include <sys/stat.h>

#define BEGIN                                                                                      \
	"/* xterm.js, unchanged, as modules. Its licence is in xterm.css. */\nvar xtermModules = " \
	"{\n"
#define MODULE(name, text) "\"" name "\": function (module, exports, require) {\n" text "\n},\n"
#define END "};\n"

static void run(const char *words)
{
	char command[400];

	snprintf(command, sizeof command, "cd %s && %s", directory, words);
	assert_int_equal(system(command), 0);
}

/* Compares the script and the style of a folder with those that are wanted. */
static void expect(
	const char *name, bool whole, const char *script_wanted, const char *style_wanted)
{
	struct markup script = {0}, style = {0};
	char path[80];

	snprintf(path, sizeof path, "%s%s%s", *name ? directory : "", *name ? "/" : "", name);
	assert_int_equal(player_bundle(path, &script, &style), whole);
	markup_bytes(&script, "", 1);
	markup_bytes(&style, "", 1);
	assert_string_equal(script.bytes, script_wanted);
	assert_string_equal(style.bytes, style_wanted);
	markup_free(&script);
	markup_free(&style);
}

static void modules_are_in_the_order_of_their_names(void **state)
{
	(void)state;
	run("mkdir -p one/common/deep/er/est one/addons one/.git");
	run("printf 'b;' > one/b.js; printf 'a;' > one/a.js; printf 'c;' > one/common/c.js");
	run("printf 'd;' > one/common/deep/er/d.js; printf 'e;' > one/common/deep/er/est/e.js");
	run("printf 'x;' | tee one/a.test.js one/addons/x.js one/.x.js one/.git/x.js one/x.ts");
	run("printf 'x;' > one/.js; printf 'style' > one/xterm.css");
	expect("one", true,
		BEGIN MODULE("a", "a;") MODULE("b", "b;") MODULE("common/c", "c;")
			MODULE("common/deep/er/d", "d;") END,
		"style");
}

/* Debian's addons are a link into the folder that has the style. */
static void a_style_beside_the_addons_comes_first(void **state)
{
	(void)state;
	run("mkdir -p two elsewhere/addons && ln -s ../elsewhere/addons two/addons");
	run("printf 'm;' > two/m.js; printf 'second' > two/xterm.css");
	expect("two", true, BEGIN MODULE("m", "m;") END, "second");
	run("printf 'first' > elsewhere/xterm.css");
	expect("two", true, BEGIN MODULE("m", "m;") END, "first");
}

static void a_folder_without_modules_or_style_has_no_player(void **state)
{
	(void)state;
	run("mkdir -p three four && printf 'style' > three/xterm.css && printf 'm;' > four/m.js");
	expect("three", false, BEGIN END, "");
	expect("four", false, BEGIN MODULE("m", "m;") END, "");
	expect("nowhere", false, BEGIN END, "");
	expect("", false, BEGIN END, "");
}

/* A file has at most a megabyte. */
static void a_large_module_is_refused(void **state)
{
	struct markup script = {0}, style = {0};
	char path[80];

	(void)state;
	snprintf(path, sizeof path, "%s/five", directory);
	run("mkdir -p five && printf 'style' > five/xterm.css");
	run("head -c 1048576 /dev/zero | tr '\\0' 'x' > five/m.js");
	assert_true(player_bundle(path, &script, &style));
	assert_int_equal(script.size, strlen(BEGIN MODULE("m", "") END) + 1048576);
	run("printf 'x' >> five/m.js");
	markup_clear(&script);
	assert_false(player_bundle(path, &script, &style));
	assert_int_equal(script.size, strlen(BEGIN MODULE("m", "") END));
	markup_free(&script);
	markup_free(&style);
}

/* A folder is no module, and the names of those that come after 200 are left out. */
static void the_number_of_modules_is_bounded(void **state)
{
	struct markup script = {0}, style = {0};
	char path[80];
	int count = 0;

	(void)state;
	snprintf(path, sizeof path, "%s/six", directory);
	run("mkdir -p six/folder.js && printf 'style' > six/xterm.css");
	run("for i in $(seq 210); do printf 'm;' > six/m$i.js; done");
	assert_true(player_bundle(path, &script, &style));
	markup_bytes(&script, "", 1);
	for (const char *at = script.bytes; (at = strstr(at, "function (module")); at++)
		count++;
	assert_int_equal(count, 200);
	assert_null(strstr(script.bytes, "\"folder\""));
	markup_free(&script);
	markup_free(&style);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(modules_are_in_the_order_of_their_names),
		cmocka_unit_test(a_style_beside_the_addons_comes_first),
		cmocka_unit_test(a_folder_without_modules_or_style_has_no_player),
		cmocka_unit_test(a_large_module_is_refused),
		cmocka_unit_test(the_number_of_modules_is_bounded),
	};

	return cmocka_run_group_tests(tests, directory_set_up, directory_tear_down);
}
