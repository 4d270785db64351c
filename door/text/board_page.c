#include "door/text/board_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/os/printable.h"
#include "door/text/board_words.h"

/* A form: its frame and its colours. They are those of the frame, the title, a heading, the first
 * place and the others. */
static const struct look {
	const char *corners[3][2]; /* above, between and below: left and right */
	const char *across, *down;
	const char *frame, *title, *heading, *first, *row, *plain;
} looks[] = {
	[BOARD_PAGE_ASCII] = {{{"+", "+"}, {"+", "+"}, {"+", "+"}}, "-", "|", "", "", "", "", "",
		""},
	[BOARD_PAGE_ANSI] = {{{"\xc9", "\xbb"}, {"\xcc", "\xb9"}, {"\xc8", "\xbc"}}, "\xcd", "\xba",
		"\033[0;33m", "\033[1;33m", "\033[0;36m", "\033[1;37m", "\033[0;37m", "\033[0m"},
};

enum place { ABOVE, BETWEEN, BELOW };

struct page {
	const struct look *look;
	int inside; /* columns between the sides */
	bool wide, conducts;
	FILE *out;
};

static void rule(const struct page *page, enum place place)
{
	fprintf(page->out, "%s%s", page->look->frame, page->look->corners[place][0]);
	for (int i = 0; i < page->inside; i++)
		fputs(page->look->across, page->out);
	fprintf(page->out, "%s%s\r\n", page->look->corners[place][1], page->look->plain);
}

static void row(const struct page *page, const char *colour, const char *text)
{
	fprintf(page->out, "%s%s%s%-*.*s%s%s%s\r\n", page->look->frame, page->look->down, colour,
		page->inside, page->inside, text, page->look->frame, page->look->down,
		page->look->plain);
}

/* Writes a text in the middle of a row. */
static void middle(const struct page *page, const char *colour, const char *text)
{
	char line[BOARD_PAGE_WIDE];
	int length = (int)strnlen(text, (size_t)page->inside);

	snprintf(line, sizeof line, "%*s%.*s", (page->inside - length) / 2, "", length, text);
	row(page, colour, line);
}

static void run_row(const struct page *page, const struct store_score *score, unsigned rank)
{
	char line[2 * BOARD_PAGE_WIDE], place[16] = "-", cause[STORE_CAUSE_MAX];
	char whole[STORE_CAUSE_MAX + BOARD_CONDUCTS_TEXT];

	if (rank)
		snprintf(place, sizeof place, "%u", rank);
	if (page->conducts)
		board_conducts(score, whole);
	else
		board_cause_short(score->cause, whole, sizeof whole);
	board_cause_fit(whole, page->inside - 37, cause, sizeof cause);
	if (page->wide)
		snprintf(line, sizeof line, "%4s  %-16s%8d%5d  %.40s", place, score->name,
			(int)score->score, (int)score->deepest, cause);
	else
		snprintf(line, sizeof line, "%4s %-16s%8d%5d", place, score->name,
			(int)score->score,
			page->conducts ? (int)board_conducts_count(score) : (int)score->deepest);
	row(page, rank == 1 ? page->look->first : page->look->row, line);
}

static void write_page(const struct page *page, const struct board_page *wanted,
	struct store_score *scores, const unsigned *ranks, size_t count)
{
	rule(page, ABOVE);
	middle(page, page->look->title, wanted->title);
	rule(page, BETWEEN);
	row(page, page->look->heading,
		page->wide       ? page->conducts ? "   #  name               score deep  kept"
						  : "   #  name               score deep  end"
		: page->conducts ? "   # name               score kept"
				 : "   # name               score deep");
	for (size_t i = 0; i < count; i++) {
		text_clean(scores[i].name);
		text_clean(scores[i].cause);
		run_row(page, &scores[i], ranks[i]);
	}
	if (count == 0)
		middle(page, page->look->row,
			page->conducts ? BOARD_NONE_KEPT : "Nobody has played yet.");
	if (*wanted->below) {
		rule(page, BETWEEN);
		middle(page, page->look->heading, wanted->below);
	}
	rule(page, BELOW);
}

bool board_page_by_word(const char *word, enum board_page_form *form)
{
	static const char *const words[] = {
		[BOARD_PAGE_ASCII] = "ascii", [BOARD_PAGE_ANSI] = "ansi"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(words[i], word) == 0) {
			*form = (enum board_page_form)i;
			return true;
		}
	return false;
}

char *board_page_text(const struct board_page *wanted, struct store_score *scores,
	const unsigned *ranks, size_t count)
{
	char *text = NULL;
	size_t size;
	struct page page = {.look = &looks[wanted->form],
		.inside = wanted->width - 3,
		.wide = wanted->width >= BOARD_PAGE_WIDE,
		.conducts = wanted->order == STORE_CONDUCTS,
		.out = open_memstream(&text, &size)};

	if (!page.out)
		return NULL;
	write_page(&page, wanted, scores, ranks, count);
	if (fclose(page.out) == 0)
		return text;
	free(text);
	return NULL;
}
