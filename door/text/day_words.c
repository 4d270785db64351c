#include "door/text/day_words.h"

#include "door/text/board_words.h"
#include "door/text/contest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void day_left(uint32_t seconds, char text[DAY_LEFT_MAX])
{
	unsigned minutes = seconds / 60 + (seconds % 60 != 0);
	if (minutes >= 2 * 24 * 60)
		snprintf(text, DAY_LEFT_MAX, "%u d %u h", minutes / (24 * 60),
			minutes % (24 * 60) / 60);
	else if (minutes >= 60)
		snprintf(text, DAY_LEFT_MAX, "%u h %u min", minutes / 60, minutes % 60);
	else
		snprintf(text, DAY_LEFT_MAX, "%u min", minutes);
}

void day_tried(
	uint32_t tried, uint32_t deepest, const char *name, int room, char *text, size_t size)
{
	snprintf(text, size, "%u tried, deepest %u, %s", tried, deepest, name);
	if (name[0] && (int)strlen(text) > room)
		snprintf(text, size, "%u tried, deepest %u", tried, deepest);
	if (!name[0] || (int)strlen(text) > room)
		snprintf(text, size, "%u tried", tried);
}

void day_handicaps(const struct content *content, const char *ids, char text[HANDICAPS_TEXT])
{
	struct birth birth;
	contest_birth(CONTEST_THIS_WEEK, ids, &birth);
	game_handicaps_text(content, &birth, text, HANDICAPS_TEXT);
}

/* Writes a number with commas between its thousands. */
static void grouped(int number, char *text, size_t size)
{
	char digits[16];
	int length = snprintf(digits, sizeof digits, "%d", abs(number));
	size_t used = 0;
	if (number < 0 && used + 1 < size)
		text[used++] = '-';
	for (int i = 0; i < length && used + 2 < size; i++) {
		if (i > 0 && (length - i) % 3 == 0)
			text[used++] = ',';
		text[used++] = digits[i];
	}
	text[used] = '\0';
}

void day_share(const char *title, const char *date, const struct store_score *score,
	const char *host, char text[DAY_SHARE_MAX])
{
	char cause[STORE_CAUSE_MAX], points[24];
	board_cause_short(score->cause, cause, sizeof cause);
	grouped(score->score, points, sizeof points);
	snprintf(text, DAY_SHARE_MAX, "%.40s %s: depth %d, %s, %s; board of %.60s", title, date,
		(int)score->deepest, points, cause, host);
}
