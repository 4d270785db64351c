/* A store and the folder of its site, and how tests look at both. */
#ifndef TRAPDOOR_TESTS_SITE_SCENE_H
#define TRAPDOOR_TESTS_SITE_SCENE_H

#include "tests/sql/place.h"

#include "door/site/site.h"

#include <ftw.h>

#define SITE_NOON INT64_C(1795521600) /* 2026-11-24 12:00 UTC */
#define SITE_DAY (24 * 60 * 60)

struct site_scene {
	struct test_store *place;
	char folder[80];
	struct site_settings settings;
	struct site_counts counts;
	char sentence[512];
};

static inline void site_scene_begin(struct site_scene *scene, const char *state)
{
	snprintf(scene->folder, sizeof scene->folder, "%s/site", state);
	scene->settings = (struct site_settings){.folder = scene->folder,
		.title = "Cellar",
		.host = "cellar.example",
		.address = "https://cellar.example/",
		.xterm = "",
		.now = SITE_NOON,
		.bytes = 100000000};
}

static inline bool site_again(struct site_scene *scene, struct store *store)
{
	return site_write(
		store, &scene->settings, &scene->counts, scene->sentence, sizeof scene->sentence);
}

/* Returns a file of the site, which the caller frees; NULL if there is none. */
static inline char *site_file(const struct site_scene *scene, const char *name)
{
	char path[256];
	FILE *file;
	char *text = calloc(1, 4 << 20);

	snprintf(path, sizeof path, "%s/%s", scene->folder, name);
	file = fopen(path, "r");
	if (!file) {
		free(text);
		return NULL;
	}
	(void)!fread(text, 1, (4 << 20) - 1, file);
	fclose(file);
	return text;
}

static inline bool site_file_has(
	const struct site_scene *scene, const char *name, const char *words)
{
	char *text = site_file(scene, name);
	bool has = text && strstr(text, words);

	free(text);
	return has;
}

/* ---- All files ---- */

static const char *site_sought;
static unsigned site_found;
static bool site_pages_only; /* HTML and XML; not JSON, which has another escape */

static inline int seek_in(const char *path, const struct stat *facts, int kind, struct FTW *walk)
{
	char *text;
	FILE *file;

	(void)walk;
	if (strstr(path, site_sought))
		site_found++;
	if (kind != FTW_F || facts->st_size == 0 || (site_pages_only && !strstr(path, "ml")))
		return 0;
	text = calloc(1, (size_t)facts->st_size + 1);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_int_equal(fread(text, 1, (size_t)facts->st_size, file), facts->st_size);
	fclose(file);
	if (strstr(text, site_sought))
		site_found++;
	free(text);
	return 0;
}

/* Counts the files of the site that have the words in their path or text. */
static inline unsigned site_has_anywhere(const struct site_scene *scene, const char *words)
{
	site_sought = words;
	site_found = 0;
	assert_int_equal(nftw(scene->folder, seek_in, 16, FTW_PHYS), 0);
	return site_found;
}

#endif
