/* Asks for the seed of a new run. The run has that seed's levels and is on no board. */
#include "door/screen/entry.h"

#include "door/text/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED_DIGITS (2 * sizeof(struct seed))

struct choosing {
	struct ui_input seed;
	const char *answer; /* why the typed seed is refused, or "" */
};

static void seed_enter(struct session *session)
{
	struct choosing *choosing = session->state = calloc(1, sizeof *choosing);
	if (!choosing) {
		session_go(session, SCREEN_lobby, NULL);
		return;
	}
	choosing->answer = "";
	ui_input_begin(&choosing->seed, SEED_DIGITS, false);
}

static void seed_leave(struct session *session)
{
	struct choosing *choosing = session->state;
	ui_input_free(&choosing->seed);
}

static void seed_begin(struct session *session)
{
	struct choosing *choosing = session->state;
	union screen_arguments arguments = {.play.seeded = true};
	const char *text = choosing->seed.text;
	if (!*text || text[strspn(text, "0123456789abcdefABCDEF")]) {
		choosing->answer = "A seed is 1 to 32 hexadecimal digits: 0 to 9 and a to f.";
		return;
	}
	if (parse_seed(text, &arguments.play.seed))
		session_go(session, SCREEN_play, &arguments);
}

static void seed_key(struct session *session, int key)
{
	struct choosing *choosing = session->state;
	choosing->answer = "";
	switch (ui_input_key(&choosing->seed, key)) {
	case UI_DONE:
		seed_begin(session);
		break;
	case UI_CANCELLED:
		session_go(session, SCREEN_lobby, NULL);
		break;
	case UI_GOING:
		break;
	}
}

static void seed_paint(struct session *session, struct vt_frame *frame)
{
	const struct choosing *choosing = session->state;
	int y = entry_paint_title(session, frame) + 1, x = entry_left(frame);
	y += ui_wrapped(frame, (struct vt_area){x, y, frame->width - 2 * x, 6}, 0,
		     "A run on a seed that you choose has the levels of that seed. It is on no "
		     "board. A seed is 1 to 32 hexadecimal digits. The page at the end of a run "
		     "shows its seed.",
		     VT_TEXT) +
	     1;
	entry_paint_field(frame, y, "Seed", &choosing->seed);
	entry_paint_answer(frame, y + 2, choosing->answer);
	ui_hint(frame, UI_BRIGHT "Enter" UI_END " begins  " UI_BRIGHT "Esc" UI_END " back");
}

static void seed_lines(struct session *session, struct lines_page *page)
{
	const struct choosing *choosing = session->state;
	(void)session;
	ui_add(&page->text, "%s\nA run on a seed that you choose is on no board.\n",
		choosing->answer);
	lines_field(
		page, "The seed, 1 to 32 hexadecimal digits, or an empty line to go back?", false);
}

const struct screen screen_seed = {.name = "seed",
	.pastes = true,
	.enter = seed_enter,
	.key = seed_key,
	.paint = seed_paint,
	.lines = seed_lines,
	.leave = seed_leave};
