/* The names of pages, what may be shown, and the files that are kept. */
#include "door/site/site_private.h"

#include "door/text/contest.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEDGER_NAME ".ledger"

/* ---- Names and days ---- */

void site_name(const char *name, char file[SITE_NAME_MAX])
{
	size_t used = 0;

	for (size_t i = 0; name[i] && used + 5 < SITE_NAME_MAX; i++) {
		unsigned char byte = (unsigned char)name[i];
		bool single = byte == '-' && i > 0 && isalnum((unsigned char)name[i - 1]) &&
			      isalnum((unsigned char)name[i + 1]);

		if ((byte < 128 && isalnum(byte)) || single)
			file[used++] = (char)tolower(byte);
		else
			used += (size_t)snprintf(file + used, SITE_NAME_MAX - used, "--%02x", byte);
	}
	file[used] = '\0';
}

bool site_day_of(const char *game, char base[STORE_GAME_MAX + 1], char date[STORE_DATE_SIZE])
{
	const char *slash = strchr(game, '/');
	int64_t begin;

	if (!slash || !contest_begin(slash + 1, &begin))
		return false;
	snprintf(base, STORE_GAME_MAX + 1, "%.*s", (int)(slash - game), game);
	snprintf(date, STORE_DATE_SIZE, "%s", slash + 1);
	return true;
}

bool site_may_show(const char *game, int64_t now)
{
	char base[STORE_GAME_MAX + 1], date[STORE_DATE_SIZE];
	int64_t begin;

	if (!strchr(game, '/'))
		return true;
	return site_day_of(game, base, date) && contest_begin(date, &begin) &&
	       now >= contest_revealed(date, begin);
}

/* ---- Files ---- */

/* Three times for each run of a site, so that it is worth more lines than those of snprintf. */
void site_run_path(int64_t run, const char *ending, char path[SITE_PAGE_PATH_MAX])
{
	static const char folder[] = "runs/";
	char digits[24];
	size_t at = sizeof digits;

	do {
		digits[--at] = (char)('0' + run % 10);
		run /= 10;
	} while (run > 0);
	memcpy(path, folder, sizeof folder - 1);
	memcpy(path + sizeof folder - 1, digits + at, sizeof digits - at);
	strcpy(path + sizeof folder - 1 + sizeof digits - at, ending);
}

bool site_is_current(struct site *site, const char *path, uint64_t signature)
{
	struct ledger_row *row = ledger_find(site->ledger, path);

	if (!row || row->signature != signature)
		return false;
	row->kept = true;
	return true;
}

void site_put(struct site *site, const char *path, uint64_t signature, int64_t number)
{
	if (!site->failed && folder_put(&site->folder, path, site->page.bytes, site->page.size)) {
		ledger_put(site->ledger, path, signature, number);
		site->counts->written++;
	} else {
		site->failed = true;
	}
	markup_clear(&site->page);
}

void site_put_changed(struct site *site, const char *path)
{
	uint64_t signature = signature_of(site->form, site->page.bytes, site->page.size);

	if (site_is_current(site, path, signature))
		markup_clear(&site->page);
	else
		site_put(site, path, signature, 0);
}

bool site_has(struct site *site, const char *path)
{
	const struct ledger_row *row = ledger_find(site->ledger, path);

	return row && row->kept && row->number >= 0;
}

bool site_has_run(struct site *site, int64_t run)
{
	char path[SITE_PAGE_PATH_MAX];

	site_run_path(run, ".html", path);
	return site_has(site, path);
}

void site_add_ranked(struct site *site, int64_t run)
{
	if (site->ranked_count == site->ranked_room) {
		site->ranked_room = site->ranked_room ? 2 * site->ranked_room : 1024;
		site->ranked = realloc(site->ranked, site->ranked_room * sizeof *site->ranked);
		if (!site->ranked)
			abort();
	}
	site->ranked[site->ranked_count++] = run;
}

/* ---- The ledger ---- */

void site_read_ledger(struct site *site)
{
	size_t size;
	char *text = folder_read(&site->folder, LEDGER_NAME, &size);

	if (text)
		ledger_read(site->ledger, text);
	free(text);
}

/* The ledger is on the disk after all that it names. */
bool site_write_ledger(struct site *site)
{
	size_t size;
	char *text = ledger_text(site->ledger, &size);
	bool written =
		folder_sync(&site->folder) && folder_put(&site->folder, LEDGER_NAME, text, size);

	free(text);
	return written;
}
