/* Settings: rows, files, the environment, and what is said when they are wrong. */
#include "tests/test.h"

#include "door/config/config.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[] = "/tmp/trapdoor-config-test-XXXXXX";

static bool read_text(const char *text, struct config *config, struct complaint *complaint)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	config_defaults(config);
	return config_read(config, path, complaint);
}

static void defaults_are_the_rows(void **state)
{
	struct config config;
	(void)state;
	config_defaults(&config);
#define TEXT(section, key, when, value, help) assert_string_equal(config.section##_##key, value);
#define NETWORKS(section, key, when, help) assert_string_equal(config.section##_##key, "");
#define NUMBER(section, key, when, value, least, most, help)                                       \
	assert_int_equal(config.section##_##key, value);                                           \
	assert_in_range(value, least, most);
	SETTINGS(TEXT, NETWORKS, NUMBER)
#undef TEXT
#undef NETWORKS
#undef NUMBER
	assert_false(config.debug);
}

static void a_file_changes_what_it_names(void **state)
{
	struct config config;
	struct complaint complaint;
	(void)state;
	assert_true(read_text("; a comment\n\n[limits]\nconnections = 12\n# another\n[listen]\nssh "
			      "= 127.0.0.1:22\n"
			      "telnet =\n[lobby]\nbanner = Ring twice; then wait\n",
		&config, &complaint));
	assert_int_equal(config.limits_connections, 12);
	assert_int_equal(config.limits_per_address, 10);
	assert_string_equal(config.listen_ssh, "127.0.0.1:22");
	assert_string_equal(config.listen_telnet, "");
	assert_string_equal(config.lobby_banner, "Ring twice; then wait");
}

static void what_is_wrong_is_said_with_its_line(void **state)
{
	/* clang-format off */
	static const struct { const char *text; unsigned line; const char *says; } rows[] = {
		{"[limits]\nconections = 5\n", 2, "limits.conections"},
		{"[limits]\n\n; x\nconnections = 0\n", 4, "from 1 to 100000"},
		{"[limits]\nconnections = 5x\n", 2, "whole number"},
		{"[limits]\nconnections = 99999999999999999999\n", 2, "whole number"},
		{"[limits]\nconnections =\n", 2, "whole number"},
		{"connections = 5\n", 1, "setting \"connections\" is in no [section]"},
		{"[limits\nconnections = 5\n", 1, ""},
		{"[limits]\nconnections = 5\nnonsense\n", 3, "key = value"},
		{"[limits]\ntrusted = 10.0.0.0/8, nobody\n", 2, "\"nobody\" is no address"},
		{"[nowhere]\nssh = 1\n", 2, "nowhere.ssh"},
		{"[lobby]\nhost = a\n b ;c\n", 3, "no \";\" that begins a comment"},
		{"[lobby]\nhost = a\x1b[2J\n", 2, "no control character"},
	};
	/* clang-format on */
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct config config;
		struct complaint complaint;
		assert_false(read_text(rows[i].text, &config, &complaint));
		assert_string_equal(complaint.origin, path);
		assert_int_equal(complaint.line, rows[i].line);
		assert_non_null(strstr(complaint.sentence, rows[i].says));
	}
}

static void a_long_line_is_a_complaint_and_not_half_a_setting(void **state)
{
	struct config config;
	struct complaint complaint;
	char text[1200] = "[lobby]\nbanner = ";
	(void)state;
	memset(text + strlen(text), 'x', 1000);
	strcat(text, "\n");
	assert_false(read_text(text, &config, &complaint));
	assert_int_equal(complaint.line, 2);
	assert_string_equal(config.lobby_banner, "");
}

static void a_missing_file_is_a_sentence(void **state)
{
	struct config config;
	struct complaint complaint;
	(void)state;
	config_defaults(&config);
	assert_false(config_read(&config, "/nowhere/trapdoor.conf", &complaint));
	assert_string_equal(complaint.origin, "/nowhere/trapdoor.conf");
	assert_non_null(strstr(complaint.sentence, "No such file"));
	assert_false(config_read(&config, "/tmp", &complaint));
}

static void the_environment_overrides_the_file(void **state)
{
	struct config config;
	struct complaint complaint;
	(void)state;
	assert_true(read_text("[limits]\nper_address = 4\nconnections = 9\n", &config, &complaint));
	setenv("TRAPDOOR_LIMITS_PER_ADDRESS", "7", 1);
	assert_true(config_open(&config, path, &complaint));
	assert_int_equal(config.limits_per_address, 7);
	assert_int_equal(config.limits_connections, 9);
	setenv("TRAPDOOR_LIMITS_PER_ADDRESS", "none", 1);
	assert_false(config_open(&config, path, &complaint));
	assert_string_equal(complaint.origin, "TRAPDOOR_LIMITS_PER_ADDRESS");
	assert_int_equal(complaint.line, 0);
	unsetenv("TRAPDOOR_LIMITS_PER_ADDRESS");
}

static void an_unknown_variable_is_a_complaint(void **state)
{
	struct config config;
	struct complaint complaint;
	(void)state;
	setenv("TRAPDOOR_LIMIT_PER_ADDRESS", "7", 1);
	assert_false(config_open(&config, "", &complaint));
	assert_string_equal(complaint.origin, "TRAPDOOR_LIMIT_PER_ADDRESS");
	assert_non_null(strstr(complaint.sentence, "unknown setting"));
	unsetenv("TRAPDOOR_LIMIT_PER_ADDRESS");
	setenv("TRAPDOOR_ELDERS", "/opt/older", 1);
	assert_true(config_open(&config, "", &complaint));
	unsetenv("TRAPDOOR_ELDERS");
}

static void an_installed_program_has_its_settings_beside_it(void **state)
{
	static const struct {
		const char *directory, *file;
	} rows[] = {
		{"/usr/bin", "/etc/trapdoor/trapdoor.conf"},
		{"/bin", "/etc/trapdoor/trapdoor.conf"},
		{"/usr/local/bin", "/usr/local/etc/trapdoor/trapdoor.conf"},
		{"/u/bin", "/u/etc/trapdoor/trapdoor.conf"},
		{"/home/ada/trapdoor/build", NULL},
		{"/usr/libexec/trapdoor/7", NULL},
		{"", NULL},
	};
	char file[64];
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_int_equal(config_file_beside(rows[i].directory, file, sizeof file),
			rows[i].file != NULL);
		if (rows[i].file)
			assert_string_equal(file, rows[i].file);
	}
}

static void texts_have_a_limit_and_no_blank_at_their_ends(void **state)
{
	static char text[300];
	static const struct {
		const char *value;
		bool good;
	} rows[] = {{"a b", true}, {" a", false}, {"a ", false}, {"\ta", false}, {"a\tb", false},
		{"a;b", true}, {"a; b", true}, {"a ;b", false}, {";a", false}, {"a\177", false},
		{"a~", true}, {"a\303\251", true}, {"", true}};
	struct config config;
	struct complaint complaint;
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		config_defaults(&config);
		snprintf(config.lobby_banner, sizeof config.lobby_banner, "before");
		assert_int_equal(config_set(&config, "lobby", "banner", rows[i].value, &complaint),
			rows[i].good);
		assert_string_equal(config.lobby_banner, rows[i].good ? rows[i].value : "before");
	}
	memset(text, 'x', 255);
	assert_true(config_set(&config, "lobby", "banner", text, &complaint));
	assert_string_equal(config.lobby_banner, text);
	text[255] = 'x';
	assert_false(config_set(&config, "lobby", "banner", text, &complaint));
	assert_string_equal(complaint.sentence, "lobby.banner must be at most 255 bytes long");
	assert_int_equal(strlen(config.lobby_banner), 255);
}

static void numbers_have_the_bounds_of_their_row(void **state)
{
	struct config config;
	struct complaint complaint;
	char text[24];
	(void)state;
	config_defaults(&config);
#define TEXT(section, key, when, value, help)
#define NETWORKS(section, key, when, help)
#define NUMBER(section, key, when, value, least, most, help)                                       \
	for (long long number = (least)-1; number <= (most) + 1LL;                                 \
		number = number < (least) + 1 ? number + 1                                         \
			 : number < (most)-1  ? (most)-1                                           \
					      : number + 1) {                                       \
		snprintf(text, sizeof text, "%lld", number);                                       \
		assert_int_equal(config_set(&config, #section, #key, text, &complaint),            \
			number >= (least) && number <= (most));                                    \
		if (number >= (least) && number <= (most))                                         \
			assert_int_equal(config.section##_##key, number);                          \
	}
	SETTINGS(TEXT, NETWORKS, NUMBER)
#undef TEXT
#undef NETWORKS
#undef NUMBER
}

/* The bulletins beside the settings file, unless the file names others. */
static void bulletins_beside_the_file_are_found(void **state)
{
	char directory[] = "/tmp/trapdoor-config-test-XXXXXX", home[200], file[80], found[80];
	struct config config;
	struct complaint complaint;
	(void)state;
	assert_non_null(mkdtemp(directory));
	assert_non_null(getcwd(home, sizeof home));
	snprintf(file, sizeof file, "%s/trapdoor.conf", directory);
	snprintf(found, sizeof found, "%s/bulletins", directory);
	close(open(file, O_CREAT | O_WRONLY, 0600));
	assert_true(config_open(&config, file, &complaint));
	assert_string_equal(config.files_bulletins, "");
	assert_int_equal(mkdir(found, 0700), 0);
	assert_true(config_open(&config, file, &complaint));
	assert_string_equal(config.files_bulletins, found);
	assert_int_equal(chdir(directory), 0);
	assert_true(config_open(&config, "trapdoor.conf", &complaint));
	assert_string_equal(config.files_bulletins, "bulletins");
	assert_true(config_open(&config, "", &complaint));
	assert_string_equal(config.files_bulletins, "");
	setenv("TRAPDOOR_FILES_BULLETINS", "/elsewhere", 1);
	assert_true(config_open(&config, "trapdoor.conf", &complaint));
	assert_string_equal(config.files_bulletins, "/elsewhere");
	unsetenv("TRAPDOOR_FILES_BULLETINS");
	assert_int_equal(chdir(home), 0);
	unlink(file);
	rmdir(found);
	rmdir(directory);
}

/* A path of 255 bytes is a setting, and one of 256 is too long. */
static void a_long_way_to_the_bulletins_is_not_used(void **state)
{
	char directory[] = "/tmp/trapdoor-config-test-XXXXXX", file[400], found[300];
	struct config config;
	struct complaint complaint;
	(void)state;
	assert_non_null(mkdtemp(directory));
	for (size_t length = 255; length <= 256; length++) {
		/* DIRECTORY/xxx/bulletins */
		int deep = snprintf(found, sizeof found, "%s/", directory);
		memset(found + deep, 'x', length - (size_t)deep - 10);
		found[length - 10] = '\0';
		assert_int_equal(mkdir(found, 0700), 0);
		snprintf(file, sizeof file, "%s/c", found);
		close(open(file, O_CREAT | O_WRONLY, 0600));
		strcat(found, "/bulletins");
		assert_int_equal(strlen(found), length);
		assert_int_equal(mkdir(found, 0700), 0);
		assert_true(config_open(&config, file, &complaint));
		assert_string_equal(config.files_bulletins, length == 255 ? found : "");
		unlink(file);
		rmdir(found);
		found[length - 10] = '\0';
		rmdir(found);
	}
	rmdir(directory);
}

static char *text_of(FILE *file)
{
	static char text[16384];
	size_t size = fread(text, 1, sizeof text - 1, file);
	text[size] = '\0';
	return text;
}

static void the_file_in_etc_is_what_the_rows_print(void **state)
{
	struct config config;
	struct complaint complaint;
	static char printed[16384];
	(void)state;
	FILE *file = tmpfile();
	assert_non_null(file);
	config_defaults(&config);
	config_print(&config, file);
	rewind(file);
	strcpy(printed, text_of(file));
	fclose(file);
	FILE *installed = fopen("etc/trapdoor.conf", "r");
	assert_non_null(installed);
	/* build/trapdoor serve --settings > etc/trapdoor.conf */
	assert_string_equal(text_of(installed), printed);
	fclose(installed);
	/* And it reads back as the defaults. */
	struct config again;
	config_defaults(&again);
	again.limits_connections = 1;
	assert_true(config_read(&again, "etc/trapdoor.conf", &complaint));
	assert_memory_equal(&again, &config, sizeof config);
}

static void a_reload_takes_over_what_can_change(void **state)
{
	struct config running, found;
	char waiting[512];
	(void)state;
	config_defaults(&running);
	config_defaults(&found);
	assert_int_equal(config_adopt(&running, &found, waiting, sizeof waiting), 0);
	assert_string_equal(waiting, "");
	found.limits_password_tries = 7;
	found.limits_connections = 70;
	snprintf(found.lobby_banner, sizeof found.lobby_banner, "At noon.");
	snprintf(found.files_state, sizeof found.files_state, "elsewhere");
	assert_int_equal(config_adopt(&running, &found, waiting, sizeof waiting), 2);
	assert_string_equal(waiting, "limits.connections files.state");
	assert_int_equal(running.limits_password_tries, 7);
	assert_string_equal(running.lobby_banner, "At noon.");
	assert_int_equal(running.limits_connections, 2000);
	assert_string_equal(running.files_state, "var");
	/* It stays true until the server is restarted, and a short buffer is no danger. */
	assert_int_equal(config_adopt(&running, &found, waiting, 8), 0);
	assert_string_equal(waiting, "limits.");
}

static void a_state_directory_is_made_with_those_above_it(void **state)
{
	char directory[] = "/tmp/trapdoor-state-test-XXXXXX", deep[80], sentence[512];
	(void)state;
	assert_non_null(mkdtemp(directory));
	snprintf(deep, sizeof deep, "%s/a/b", directory);
	assert_true(config_make_state(deep, sentence, sizeof sentence));
	assert_true(config_make_state(deep, sentence, sizeof sentence));
	assert_int_equal(access(deep, R_OK | W_OK | X_OK), 0);
	rmdir(deep);
	close(open(deep, O_CREAT | O_WRONLY, 0700));
	assert_false(config_make_state(deep, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "is a file"));
	unlink(deep);
	snprintf(deep, sizeof deep, "%s/a", directory);
	rmdir(deep);
	rmdir(directory);
	assert_false(config_make_state("/proc/nothing/here", sentence, sizeof sentence));
	assert_string_equal(sentence,
		"cannot create state directory /proc/nothing: No such file or directory; name "
		"another with --state");
	assert_true(config_make_state("/", sentence, sizeof sentence));
}

static int make_path(void **state)
{
	(void)state;
	int descriptor = mkstemp(path);
	return descriptor < 0 ? -1 : close(descriptor);
}

static int remove_path(void **state)
{
	(void)state;
	return unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_are_the_rows),
		cmocka_unit_test(a_file_changes_what_it_names),
		cmocka_unit_test(what_is_wrong_is_said_with_its_line),
		cmocka_unit_test(a_long_line_is_a_complaint_and_not_half_a_setting),
		cmocka_unit_test(a_missing_file_is_a_sentence),
		cmocka_unit_test(the_environment_overrides_the_file),
		cmocka_unit_test(an_unknown_variable_is_a_complaint),
		cmocka_unit_test(an_installed_program_has_its_settings_beside_it),
		cmocka_unit_test(texts_have_a_limit_and_no_blank_at_their_ends),
		cmocka_unit_test(numbers_have_the_bounds_of_their_row),
		cmocka_unit_test(bulletins_beside_the_file_are_found),
		cmocka_unit_test(a_long_way_to_the_bulletins_is_not_used),
		cmocka_unit_test(the_file_in_etc_is_what_the_rows_print),
		cmocka_unit_test(a_reload_takes_over_what_can_change),
		cmocka_unit_test(a_state_directory_is_made_with_those_above_it),
	};
	return cmocka_run_group_tests(tests, make_path, remove_path);
}
