/* The end of a run: the tombstone, or the text of another outcome; the score, and an epitaph. */
#include "door/screen/screens.h"

#include "door/text/board_words.h"
#include "door/text/contest.h"
#include "door/text/day_words.h"
#include "door/ui/ui.h"
#include "door/ui/vignette.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define EPITAPH_MAX 60 /* fits two rows of the stone, however its words wrap */
#define STONE_WIDTH 38
#define BEST_RUNS 10 /* of the player, among which the rank of this one is looked for */

struct tombstone {
	struct store_score *score; /* this and the seed are in the screen's arguments */
	const struct seed *seed;
	const char *date; /* of a daily run, or "" */
	struct ui_input epitaph;
	bool shown;   /* painted at least once; keys typed before were meant for the game and are
			 dropped */
	bool offered; /* an epitaph is offered and begins only with its key, so that keys of the
			 fight write none */
	bool asking, kept;
	enum vignette vignette; /* shown before the screen itself, until a key */
	bool unlisted, waiting; /* the keeper's answer: on no board; not ranked yet */
	unsigned rank;          /* on the board; 0: none, or not among the player's best runs */
};

static struct tombstone *tombstone_of(const struct session *session)
{
	return session->state;
}

static const struct store_score *score_of(const struct session *session)
{
	return tombstone_of(session)->score;
}

static bool died(const struct session *session)
{
	return score_of(session)->outcome == OUTCOME_DIED;
}

/* True if the run was won by the second of two ways to win, at the far end. */
static bool won_far(const struct session *session)
{
	return !strcmp(score_of(session)->cause, ui_word(session->content, "cause-won-far", "-"));
}

/* Returns the vignette of this end if it is due, and saves it as seen. */
static enum vignette tombstone_vignette(struct session *session)
{
	enum vignette vignette = VIGNETTE_DIED;
	if (score_of(session)->outcome == OUTCOME_LEFT)
		vignette = VIGNETTE_LEFT;
	else if (score_of(session)->outcome == OUTCOME_WON)
		vignette = won_far(session) ? VIGNETTE_FAR : VIGNETTE_WON;
	else if (score_of(session)->outcome == OUTCOME_QUIT)
		vignette = VIGNETTE_QUIT;
	vignette = vignette_of_end(session->content, vignette);
	if (vignette == VIGNETTE_NONE || !session_shows_vignettes(session) ||
		session->options.vignettes_seen & 1U << vignette)
		return VIGNETTE_NONE;
	session->options.vignettes_seen |= 1U << vignette;
	options_keep(session);
	return vignette;
}

static void tombstone_go_on(struct session *session)
{
	session_go(session, SCREEN_lobby, &(union screen_arguments){.lobby.after_run = true});
}

static unsigned tombstone_rank(struct session *session, int64_t run)
{
	struct store_query query = {.order = STORE_BEST_RUNS, .count = BEST_RUNS};
	struct store_score *best = calloc(BEST_RUNS, sizeof *best);
	unsigned ranks[BEST_RUNS], rank = 0;
	size_t count = 0;
	snprintf(query.name, sizeof query.name, "%s", session->account.name);
	if (best &&
		keeper_scores(session->line, &query, best, ranks, BEST_RUNS, &count) == KEEPER_OK)
		for (size_t i = 0; i < count; i++)
			rank = best[i].run == run ? ranks[i] : rank;
	free(best);
	return rank;
}

static void tombstone_enter(struct session *session)
{
	union screen_arguments *arguments = session_arguments(session, SCREEN_tombstone);
	if (arguments->tombstone.left) {
		tombstone_go_on(session);
		return;
	}
	struct tombstone *tombstone = session->state = calloc(1, sizeof *tombstone);
	if (!tombstone) {
		session_go(session, SCREEN_lobby, NULL);
		return;
	}
	tombstone->score = &arguments->tombstone.score;
	tombstone->seed = &arguments->tombstone.seed;
	tombstone->date = arguments->tombstone.date;
	tombstone->vignette = tombstone_vignette(session);
	struct store_score stored;
	if (session->line && !session->account.guest &&
		keeper_score_get(session->line, tombstone->score->run, &stored) == KEEPER_OK) {
		tombstone->unlisted = !stored.scored;
		tombstone->waiting = stored.waiting;
		if (stored.scored && !stored.waiting && stored.mode == STORE_RANKED)
			tombstone->rank = tombstone_rank(session, stored.run);
	}
	/* It has one already if the session moved here after that. */
	tombstone->offered =
		died(session) && !session->account.guest && !tombstone->score->epitaph[0];
	if (tombstone->offered)
		ui_input_begin(&tombstone->epitaph, EPITAPH_MAX, false);
}

static void tombstone_leave(struct session *session)
{
	ui_input_free(&tombstone_of(session)->epitaph);
}

static void tombstone_write(struct session *session)
{
	struct tombstone *tombstone = tombstone_of(session);
	char clean[EPITAPH_MAX + 1];
	tombstone->asking = false;
	vt_clean(clean, sizeof clean, tombstone->epitaph.text, tombstone->epitaph.length);
	ui_trim(clean);
	if (!clean[0])
		return;
	enum keeper_verdict verdict = keeper_epitaph(session->line, tombstone->score->run, clean);
	tombstone->kept = verdict == KEEPER_OK;
	if (tombstone->kept)
		snprintf(tombstone->score->epitaph, sizeof tombstone->score->epitaph, "%s", clean);
	else
		session_banner(session, session_verdict(session, verdict));
}

/* A run that is stored is replayed for its dump. */
static bool has_dump(const struct session *session)
{
	return session->memory.dump || !session->account.guest;
}

static void tombstone_open_dump(struct session *session)
{
	session_open(session, SCREEN_dump,
		&(union screen_arguments){.dump.run = score_of(session)->run});
}

/* Handles e, d and Enter while an epitaph is offered. Other keys were meant for the game and are
 * ignored. */
static void tombstone_offered_key(struct session *session, int key)
{
	struct tombstone *tombstone = tombstone_of(session);
	if (key == 'e' || key == '\r') {
		tombstone->offered = false;
		tombstone->asking = key == 'e';
	} else if (key == 'd' && has_dump(session)) {
		tombstone_open_dump(session);
	}
}

static void tombstone_key(struct session *session, int key)
{
	struct tombstone *tombstone = tombstone_of(session);
	if (!tombstone->shown)
		return;
	if (tombstone->vignette != VIGNETTE_NONE) {
		tombstone->vignette = VIGNETTE_NONE;
		tombstone->shown = false;
		return;
	}
	if (tombstone->offered) {
		tombstone_offered_key(session, key);
		return;
	}
	if (!tombstone->asking) {
		session_arguments(session, SCREEN_tombstone)->tombstone.left = true;
		if (key == 'd' && has_dump(session))
			tombstone_open_dump(session);
		else
			tombstone_go_on(session);
		return;
	}
	switch (ui_input_key(&tombstone->epitaph, key)) {
	case UI_DONE:
		tombstone_write(session);
		break;
	case UI_CANCELLED:
		tombstone->asking = false;
		break;
	case UI_GOING:
		break;
	}
}

/* ---- Painting ---- */

static const char *end_prefix(const struct session *session)
{
	switch (score_of(session)->outcome) {
	case OUTCOME_LEFT:
		return "left";
	case OUTCOME_WON:
		return won_far(session) ? "far" : "won";
	case OUTCOME_QUIT:
		return "quit";
	default:
		return "tombstone";
	}
}

static void stone_line(
	struct vt_frame *frame, int x, int y, const char *text, enum vt_colour_role role)
{
	int at = x + (STONE_WIDTH - ui_width(text)) / 2;
	vt_text(frame, at > x ? at : x + 1, y, text, role, 0, ui_roles);
}

/* Lines of the inscription that are wrapped. */
struct stone_text {
	struct vt_frame *frame;
	int x, y, bottom;
	enum vt_colour_role role;
};

static void stone_wrapped_line(void *context, const char *text, size_t length)
{
	struct stone_text *stone = context;
	(void)length;
	if (stone->y < stone->bottom)
		stone_line(stone->frame, stone->x, stone->y++, text, stone->role);
}

/* Paints a text in the middle of the stone, in so many rows at most. */
static void stone_text(
	struct vt_frame *frame, struct vt_area area, const char *text, enum vt_colour_role role)
{
	struct stone_text stone = {frame, area.x, area.y, area.y + area.height, role};
	vt_wrap(text, area.width, stone_wrapped_line, &stone);
}

/* Paints a stone with a round top and its inscription. Returns the row below. */
static int paint_stone(const struct session *session, struct vt_frame *frame, int y)
{
	const struct store_score *score = score_of(session);
	const char *gold = ui_word(session->content, "label-gold", "gold");
	int x = (frame->width - STONE_WIDTH) / 2, top = y;
	char line[120];
	vt_text(frame, x + 3, y++, "________________________________", VT_STONE, 0, NULL);
	vt_text(frame, x + 1, y++, ".'                                '.", VT_STONE, 0, NULL);
	for (int row = 0; row < 8; row++) {
		vt_put(frame, x, y + row, VT_WALL_V, VT_STONE, 0);
		vt_put(frame, x + STONE_WIDTH - 1, y + row, VT_WALL_V, VT_STONE, 0);
	}
	vt_fill(frame, (struct vt_area){x - 3, y + 8, STONE_WIDTH + 6, 1}, VT_WALL_H, VT_PLANT, 0);
	stone_line(frame, x, top + 2, score->name, VT_BRIGHT);
	/* The cause may be wider than the stone. */
	stone_text(frame, (struct vt_area){x, top + 4, STONE_WIDTH - 4, 3}, score->cause, VT_TEXT);
	snprintf(line, sizeof line, "%u turns, %d " UI_INSIDE, (unsigned)score->turns, score->gold,
		ui_inside(gold));
	stone_line(frame, x, top + 7, line, VT_DIM);
	stone_text(
		frame, (struct vt_area){x, top + 8, STONE_WIDTH - 4, 2}, score->epitaph, VT_PAPER);
	return y + 9;
}

/* Paints the nonzero parts of the score. Returns the number of rows. */
static int paint_parts(const struct session *session, struct vt_frame *frame, int x, int y)
{
	const struct store_score *score = score_of(session);
	const char *gold = ui_word(session->content, "label-gold", "gold");
	struct score_parts parts;
	char text[160];
	game_score_parts(
		score->score, score->deepest, score->gold, score->outcome == OUTCOME_WON, &parts);
	int length = snprintf(text, sizeof text, "%d for " UI_INSIDE " %d", parts.depths,
		ui_inside(ui_word(session->content, "label-depth", "depth")), score->deepest);
	if (parts.gold > 0)
		length += snprintf(text + length, sizeof text - (size_t)length,
			", %d for " UI_INSIDE, parts.gold, ui_inside(gold));
	if (parts.feats > 0)
		length += snprintf(text + length, sizeof text - (size_t)length,
			", %d for kinds first beaten and quests", parts.feats);
	if (parts.goal > 0)
		snprintf(text + length, sizeof text - (size_t)length, ", %d for bringing it home",
			parts.goal);
	int rows =
		ui_wrapped(frame, (struct vt_area){x, y, frame->width - x - 1, 2}, 0, text, VT_DIM);
	return rows < 2 ? rows : 2;
}

/* Writes the line to pass on of a daily run; false if the run is none. */
static bool share_line(const struct session *session, char text[DAY_SHARE_MAX])
{
	const struct store_score *score = score_of(session);
	if (score->mode != STORE_DAILY || !tombstone_of(session)->date[0])
		return false;
	day_share(ui_word(session->content, "title", "Trapdoor"), tombstone_of(session)->date,
		score, session->config->lobby_host, text);
	return true;
}

/* The seed of a daily run stays hidden until its day is past. */
static bool seed_is_known(const struct session *session)
{
	static const struct seed none;
	return score_of(session)->mode != STORE_DAILY &&
	       memcmp(tombstone_of(session)->seed, &none, sizeof none) != 0;
}

/* Paints the seed of the run. The run is over, so the seed gives nothing away. */
static void paint_seed(const struct session *session, struct vt_frame *frame, int x, int y)
{
	const struct seed *seed = tombstone_of(session)->seed;
	char text[2 * sizeof seed->bytes + 1];
	for (size_t i = 0; i < sizeof seed->bytes; i++)
		snprintf(text + 2 * i, 3, "%02x", seed->bytes[i]);
	vt_textf(frame, x, y, VT_DIM, 0, "Seed %s", text);
}

/* Paints the conducts that the hero kept, if they were recorded. Returns the number of rows. */
static int paint_conducts(const struct session *session, struct vt_frame *frame, int x, int y)
{
	const struct store_score *score = score_of(session);
	char kept[CONDUCTS_TEXT], text[CONDUCTS_TEXT + 40];
	int most = frame->height < 26 ? 1 : 2;
	if (score->conducts <= 0 || frame->height < 24)
		return 0;
	game_conducts_text(session->content, (unsigned)score->conducts, kept, sizeof kept);
	snprintf(text, sizeof text, "%s: %s",
		ui_word(session->content, "label-conducts-kept", "Conducts"), kept);
	int rows = ui_wrapped(
		frame, (struct vt_area){x, y, frame->width - x - 1, most}, 0, text, VT_GOOD);
	return rows < most ? rows : most;
}

/* Paints a note about the score, in two rows if it is long. Returns the number of rows. */
static int paint_note(struct vt_frame *frame, int x, int y, const char *text)
{
	int rows = ui_wrapped(frame, (struct vt_area){x, y, frame->width - x, 2}, 0, text, VT_DIM);
	return rows < 2 ? rows : 2;
}

/* Paints the rank, or why the score has none. Returns the number of rows. */
static int paint_rank(const struct session *session, struct vt_frame *frame, int x, int y)
{
	const struct store_score *score = score_of(session);
	char text[120];
	if (session->account.guest) {
		snprintf(text, sizeof text, "A guest's %s is not written on the board.",
			ui_word(session->content, "label-run", "run"));
		return paint_note(frame, x, y, text);
	}
	if (!score->scored)
		return paint_note(
			frame, x, y, "A debug command was used: this run is not on the board.");
	if (score->mode == STORE_CHOSEN)
		return paint_note(frame, x, y, "A chosen seed: not on the board.");
	if (tombstone_of(session)->unlisted)
		return paint_note(frame, x, y,
			score->mode == STORE_DAILY ? contest_of(tombstone_of(session)->date)->late
						   : "Too few turns: it is not on the board.");
	if (tombstone_of(session)->waiting)
		return paint_note(frame, x, y, "Being verified, and ranked after that.");
	if (!tombstone_of(session)->rank)
		return 0;
	snprintf(text, sizeof text, "Rank %u on the board.", tombstone_of(session)->rank);
	return paint_note(frame, x, y, text);
}

/* Returns why half of the gold is gone. */
static const char *gold_halved(const struct session *session)
{
	const char *by_death =
		ui_word(session->content, "gold-halved", "Dying costs half of your gold.");
	return died(session) ? by_death : ui_word(session->content, "gold-halved-quit", by_death);
}

static int paint_sum(const struct session *session, struct vt_frame *frame, int x, int y)
{
	const struct store_score *score = score_of(session);
	bool asking = tombstone_of(session)->asking;
	const char *gold = ui_word(session->content, "label-gold", "gold");
	const char *level = ui_word(session->content, "label-level", "level");
	int at = vt_text(frame, x, y, "Score ", VT_DIM, 0, NULL);
	at = vt_textf(frame, at, y, VT_GOLD, VT_BOLD, "%d", score->score);
	at = vt_textf(frame, at, y, VT_DIM, 0, "   " UI_INSIDE " %d, deepest %d", ui_inside(level),
		score->level, score->deepest);
	/* The stone already shows the rest. A narrow window puts it on the next row. */
	if (!died(session)) {
		char rest[80];
		snprintf(rest, sizeof rest, UI_INSIDE " %d, %u turns", ui_inside(gold), score->gold,
			(unsigned)score->turns);
		bool fits = at + 2 + ui_width(rest) < frame->width;
		at = fits ? vt_text(frame, at, y, ", ", VT_DIM, 0, NULL) : x;
		y += !fits;
		vt_text(frame, at, y, rest, VT_DIM, 0, NULL);
	}
	y++;
	/* The question for the epitaph uses these rows while it is asked. */
	if (frame->height >= 24 && !asking)
		y += paint_parts(session, frame, x, y);
	bool halved = score->outcome == OUTCOME_DIED || score->outcome == OUTCOME_QUIT;
	if (halved && score->gold > 0)
		y += paint_note(frame, x, y, gold_halved(session));
	y += paint_rank(session, frame, x, y);
	y += paint_conducts(session, frame, x, y);
	if (score->avenged[0])
		vt_textf(frame, x, y++, VT_GOOD, 0, "%s: %s",
			ui_word(session->content, "label-avenged", "Avenged"), score->avenged);
	char share[DAY_SHARE_MAX];
	if (!asking && share_line(session, share))
		y += ui_wrapped(
			frame, (struct vt_area){x, y, frame->width - x - 1, 3}, 0, share, VT_PAPER);
	if (!asking && seed_is_known(session))
		paint_seed(session, frame, x, y++);
	return y + (frame->height >= 26);
}

static void paint_ask(struct session *session, struct vt_frame *frame, int x, int y, int width)
{
	struct tombstone *tombstone = tombstone_of(session);
	if (tombstone->offered) {
		ui_hint(frame, frame->width < 60
				       ? UI_BRIGHT "e" UI_END " epitaph  " UI_BRIGHT "d" UI_END
						   " how it went  " UI_BRIGHT "Enter" UI_END " on"
				       : UI_BRIGHT "e" UI_END " leave an epitaph  " UI_BRIGHT
						   "d" UI_END " how it went  " UI_BRIGHT
						   "Enter" UI_END " go on");
		return;
	}
	if (!tombstone->asking) {
		const char *any = ui_word(session->content, "end-any-key", "Press any key.");
		char hint[200];
		snprintf(hint, sizeof hint, "%s  " UI_BRIGHT "d" UI_END " how it went%s%s", any,
			tombstone->kept ? "  " : "",
			tombstone->kept
				? ui_word(session->content, "epitaph-kept", "The epitaph is saved.")
				: "");
		ui_hint(frame, hint);
		return;
	}
	y += ui_wrapped(frame, (struct vt_area){x, y, width, 2}, 0,
		ui_word(session->content, "epitaph-ask", "An epitaph?"), VT_LAMP);
	ui_input_paint(&tombstone->epitaph, frame, x, y, width);
	char hint[160];
	snprintf(hint, sizeof hint,
		UI_BRIGHT "Enter" UI_END " write it  " UI_BRIGHT "Esc" UI_END
			  " leave it  %u of %u%s",
		tombstone->epitaph.length, tombstone->epitaph.most,
		frame->width < 60 ? "" : " characters");
	ui_hint(frame, hint);
}

static void tombstone_paint(struct session *session, struct vt_frame *frame)
{
	char word[32];
	int width = frame->width - 4 > 72 ? 72 : frame->width - 4, x = (frame->width - width) / 2;
	tombstone_of(session)->shown = true;
	if (tombstone_of(session)->vignette != VIGNETTE_NONE) {
		vignette_paint(frame, session->content, tombstone_of(session)->vignette);
		return;
	}
	vt_frame_clear(frame);
	frame->cursor_x = -1;
	snprintf(word, sizeof word, "%s-title", end_prefix(session));
	int y = frame->height >= 30 ? 3 : 1;
	ui_centre(frame, y, ui_word(session->content, word, "The end"), VT_TITLE, VT_BOLD);
	y += 2;
	if (died(session))
		y = paint_stone(session, frame, y - 1) + 1;
	else {
		char cause[STORE_CAUSE_MAX];
		board_cause_fit(score_of(session)->cause, frame->width - 1, cause, sizeof cause);
		ui_centre(frame, y, cause, VT_BRIGHT, 0);
		y += 2;
	}
	if (frame->height >= 24 || !died(session))
		y += ui_wrapped(frame, (struct vt_area){x, y, width, 3}, 0,
			     ui_series_pick(session->content, end_prefix(session),
				     (uint64_t)score_of(session)->run),
			     VT_TEXT) +
		     1;
	y = paint_sum(session, frame, x, y);
	paint_ask(session, frame, x, y, width);
}

/* A guest's run is stored nowhere, and so is not there for another process. */
static bool tombstone_rests(struct session *session)
{
	const struct tombstone *tombstone = tombstone_of(session);
	return !session->account.guest && !tombstone->asking &&
	       tombstone->vignette == VIGNETTE_NONE;
}

static void tombstone_lines(struct session *session, struct lines_page *page)
{
	struct tombstone *tombstone = tombstone_of(session);
	const struct store_score *score = score_of(session);
	tombstone->shown = true;
	if (tombstone->asking) {
		lines_field(page, "Your epitaph, one line; an empty line leaves none?", false);
		return;
	}
	if (tombstone->vignette != VIGNETTE_NONE) {
		line_plain(&page->text, vignette_sentence(session->content, tombstone->vignette));
		ui_add(&page->text, "\n");
		tombstone->vignette = VIGNETTE_NONE;
	}
	line_plain(&page->text,
		ui_series_pick(session->content, end_prefix(session), (uint64_t)score->run));
	ui_add(&page->text, "\n%s: ", score->name);
	line_plain(&page->text, score->cause);
	ui_add(&page->text, ". Score %d, depth %d, level %d, gold %d, %u turns.\n", score->score,
		score->deepest, score->level, score->gold, (unsigned)score->turns);
	if (session->account.guest)
		ui_add(&page->text, "A guest's run is not written on the board.\n");
	else if (!score->scored || score->mode == STORE_CHOSEN || tombstone->unlisted)
		ui_add(&page->text, "This run is not on the board.\n");
	else if (tombstone->waiting)
		ui_add(&page->text, "It is being verified; it is ranked after that.\n");
	else if (tombstone->rank)
		ui_add(&page->text, "Its rank on the board is %u.\n", tombstone->rank);
	char share[DAY_SHARE_MAX];
	if (share_line(session, share))
		ui_add(&page->text, "To pass on: %s.\n", share);
	if (score->epitaph[0])
		ui_add(&page->text, "Epitaph: %s\n", score->epitaph);
	if (tombstone->offered)
		lines_choice(page, 'e', "Leave an epitaph");
	if (session->memory.dump)
		lines_choice(page, 'd', "Read how it went");
	lines_choice(page, tombstone->offered ? '\r' : ' ', "Go on to the lobby");
}

/* Typed lines are deliberate: going on needs no second key. */
static bool tombstone_typed(struct session *session, const char *line)
{
	struct tombstone *tombstone = tombstone_of(session);
	if (tombstone->asking || (*line && strcasecmp(line, "enter") != 0))
		return false;
	session_arguments(session, SCREEN_tombstone)->tombstone.left = true;
	tombstone_go_on(session);
	return true;
}

const struct screen screen_tombstone = {.name = "tombstone",
	.pastes = true,
	.renews = true,
	.rests = tombstone_rests,
	.enter = tombstone_enter,
	.key = tombstone_key,
	.paint = tombstone_paint,
	.lines = tombstone_lines,
	.typed = tombstone_typed,
	.leave = tombstone_leave};
