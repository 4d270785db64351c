#include "door/replay/spectating.h"

#include "door/play/play.h"
#include "door/replay/position.h"
#include "door/ui/ui.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define ASK_MS 300
#define ASK_SELDOM_MS 1000
#define HINT_STAYS_MS 4000
#define SILENCE_SHOWN_AFTER 3 /* refused requests; a restarted keeper needs fewer */
#define READS_AT_ONCE 64
#define CONTENTS_MOST 4 /* fetched while watching */
#define UNREADABLE "This server sent a view of the game that cannot be read. Watching has ended."

struct spectating {
	const struct content *shown; /* of the newest view */
	const struct content *lent;
	struct content *own;                 /* fetched, if the run's is not the lent one */
	uint8_t digest[CONTENT_DIGEST_SIZE]; /* of the shown one */
	unsigned fetched;                    /* contents */
	struct store_client *line;
	char player[STORE_NAME_MAX + 1];
	int64_t run;
	int views; /* -1: closed */
	struct play *play;
	bool any;   /* a view was read */
	bool fresh; /* the next view is the first of its socket */
	bool paused;
	unsigned silent; /* refused requests in a row */
	int hint_ms;     /* time left of the introduction */
	struct play_newest read;
	struct ui_pager help;
	char why[256]; /* why nothing more is shown, or "" */
	struct live_view live;
	uint8_t bytes[LIVE_VIEW_BYTES_MAX];
};

struct spectating *spectating_new(const struct content *content, struct store_client *line,
	const char *player, int64_t run, int views)
{
	struct spectating *spectating = calloc(1, sizeof *spectating);

	assert(spectating);
	spectating->lent = content;
	spectating->line = line;
	spectating->run = run;
	spectating->views = views;
	spectating->fresh = true;
	spectating->play = play_watch_new();
	snprintf(spectating->player, sizeof spectating->player, "%s", player);
	return spectating;
}

static void close_views(struct spectating *spectating)
{
	if (spectating->views >= 0)
		close(spectating->views);
	spectating->views = -1;
}

void spectating_free(struct spectating *spectating)
{
	if (!spectating)
		return;
	close_views(spectating);
	ui_pager_close(&spectating->help);
	play_watch_free(spectating->play);
	content_free(spectating->own);
	free(spectating);
}

int64_t spectating_ended(const struct spectating *spectating)
{
	return spectating->any && spectating->live.over ? spectating->run : 0;
}

/* ---- Views ---- */

static void stop(struct spectating *spectating, const char *why)
{
	close_views(spectating);
	snprintf(spectating->why, sizeof spectating->why, "%s", why);
}

static bool has_digest(const struct content *content, const uint8_t digest[CONTENT_DIGEST_SIZE])
{
	uint8_t its[CONTENT_DIGEST_SIZE];

	if (!content)
		return false;
	content_digest(content, its);
	return memcmp(its, digest, sizeof its) == 0;
}

/* Replaces the fetched content, and the painter, which has glyphs of it. */
static bool fetch_content(struct spectating *spectating, const uint8_t *digest)
{
	struct complaint complaint;
	uint8_t *bytes = NULL;
	size_t size = 0;

	/* A replayer that names ever new contents is no honest one. */
	if (++spectating->fetched > CONTENTS_MOST ||
		keeper_bundle_get(spectating->line, digest, &bytes, &size) != KEEPER_OK)
		return false;
	play_watch_free(spectating->play);
	spectating->play = play_watch_new();
	content_free(spectating->own);
	spectating->own = content_from_bundle(bytes, size, &complaint);
	free(bytes);
	return has_digest(spectating->own, digest);
}

/* Finds the content of the newest view. False if it cannot be had. Digests are costly, so they are
 * made only for the first view of a content. */
static bool find_content(struct spectating *spectating)
{
	const uint8_t *digest = spectating->live.content;

	if (spectating->shown && memcmp(spectating->digest, digest, CONTENT_DIGEST_SIZE) == 0)
		return true;
	spectating->shown = NULL;
	if (has_digest(spectating->lent, digest))
		spectating->shown = spectating->lent;
	else if (has_digest(spectating->own, digest) || fetch_content(spectating, digest))
		spectating->shown = spectating->own;
	memcpy(spectating->digest, digest, CONTENT_DIGEST_SIZE);
	return spectating->shown != NULL;
}

static struct play_newest newest_of(const struct live_view *live)
{
	size_t count = live->view.message_count;

	if (count == 0)
		return (struct play_newest){0, 0};
	return (struct play_newest){
		live->messages[count - 1].serial, live->messages[count - 1].repeats};
}

static void report_end(struct spectating *spectating)
{
	char sentence[200] = UI_DIM "The run ends here." UI_END;

	if (spectating->live.outcome != OUTCOME_GOING)
		snprintf(sentence, sizeof sentence,
			UI_DIM "The run ends here: %s, score %d." UI_END, spectating->live.cause,
			spectating->live.score);
	play_say(spectating->play, sentence);
	spectating->paused = false;
	close_views(spectating);
}

static void introduce(struct spectating *spectating)
{
	char sentence[120];

	snprintf(sentence, sizeof sentence, UI_DIM "This is %s's %.20s.  ? tells the keys." UI_END,
		spectating->live.player, ui_word(spectating->shown, "label-run", "run"));
	play_say(spectating->play, sentence);
	spectating->hint_ms = HINT_STAYS_MS;
}

/* Shows a view: the messages that are new in it, unless it is the first of its socket. */
static void show_view(struct spectating *spectating, size_t size)
{
	struct play_newest before = newest_of(&spectating->live), after;

	if (!live_view_decode(&spectating->live, spectating->bytes, size)) {
		stop(spectating, UNREADABLE);
		return;
	}
	if (!find_content(spectating) || !live_view_fits(&spectating->live, spectating->shown)) {
		stop(spectating, "The content of this game cannot be read. Watching has ended.");
		return;
	}
	after = newest_of(&spectating->live);
	if (spectating->fresh || (after.serial == before.serial && after.repeats == before.repeats))
		before = after;
	spectating->read = before;
	if (spectating->silent)
		play_say(spectating->play, "");
	if (!spectating->any)
		introduce(spectating);
	spectating->any = true;
	spectating->fresh = false;
	spectating->silent = 0;
	play_watch_live(spectating->play, &spectating->live, spectating->shown, &spectating->read);
	if (spectating->live.over)
		report_end(spectating);
}

/* Reads all views that wait and shows the newest. */
static void read_views(struct spectating *spectating)
{
	ssize_t got = -1, last = 0;

	for (int i = 0; i < READS_AT_ONCE; i++) {
		got = recv(spectating->views, spectating->bytes, sizeof spectating->bytes,
			MSG_DONTWAIT | MSG_TRUNC);
		if (got <= 0)
			break;
		last = got;
	}
	if (last > (ssize_t)sizeof spectating->bytes)
		stop(spectating, UNREADABLE);
	else if (last > 0)
		show_view(spectating, (size_t)last);
	if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
		close_views(spectating);
}

/* ---- Time ---- */

static void ask_again(struct spectating *spectating)
{
	char sentence[300];
	enum keeper_verdict verdict = keeper_watch(
		spectating->line, spectating->player, &spectating->run, &spectating->views);

	if (verdict == KEEPER_OK) {
		spectating->fresh = true;
		/* The views count: a replayer that always ends at once is no answer. */
		spectating->silent += spectating->silent < SILENCE_SHOWN_AFTER - 1;
		return;
	}
	spectating->silent++;
	if (spectating->silent < SILENCE_SHOWN_AFTER)
		return;
	if (!spectating->any) {
		stop(spectating, keeper_sentence(spectating->line));
		return;
	}
	if (verdict == KEEPER_NO)
		snprintf(sentence, sizeof sentence,
			UI_DIM "%s has left. This goes on when the player does." UI_END,
			spectating->player);
	else
		snprintf(sentence, sizeof sentence, UI_DIM "%s" UI_END,
			keeper_sentence(spectating->line));
	play_say(spectating->play, sentence);
}

int spectating_descriptor(const struct spectating *spectating)
{
	return spectating->paused ? -1 : spectating->views;
}

int spectating_tick_ms(const struct spectating *spectating)
{
	if (spectating->why[0] || spectating->paused || spectating_ended(spectating))
		return 0;
	if (spectating->views < 0)
		return spectating->silent >= SILENCE_SHOWN_AFTER ? ASK_SELDOM_MS : ASK_MS;
	return spectating->hint_ms > 0 ? ASK_SELDOM_MS : 0;
}

void spectating_tick(struct spectating *spectating)
{
	int passed_ms = spectating_tick_ms(spectating);

	if (spectating->hint_ms > 0 && (spectating->hint_ms -= passed_ms) <= 0)
		play_say(spectating->play, "");
	if (spectating->why[0] || spectating->paused || spectating_ended(spectating))
		return;
	if (spectating->views < 0)
		ask_again(spectating);
	if (spectating->views >= 0)
		read_views(spectating);
}

/* ---- Keys ---- */

static void report_keys(struct spectating *spectating)
{
	struct ui_text text = {0};

	ui_add(&text, UI_BRIGHT "Space" UI_END "  stops, and goes on at the newest turn\n");
	ui_add(&text, UI_BRIGHT "0" UI_END "      replays the run when it has ended\n");
	ui_add(&text, UI_BRIGHT "c" UI_END "      talks to the other spectators\n");
	ui_add(&text, UI_BRIGHT "q" UI_END "      leaves\n");
	ui_add(&text,
		"\nThis run is being played. You see each turn soon after its player. When it "
		"has ended it can be replayed turn by turn, also from the board.\n");
	ui_pager_open(&spectating->help, "Watching a run", text.text);
}

bool spectating_key(struct spectating *spectating, int key)
{
	if (spectating->help.text) {
		if (!ui_pager_key(&spectating->help, key))
			ui_pager_close(&spectating->help);
		return true;
	}
	if (key == 'q' || key == VT_KEY_ESCAPE)
		return false;
	if (!spectating->any || spectating->why[0])
		return true;
	if (key == '?')
		report_keys(spectating);
	if (spectating_ended(spectating))
		return true;
	if (spectating->hint_ms > 0)
		play_say(spectating->play, "");
	spectating->hint_ms = 0;
	if (key == ' ' || key == 'p')
		spectating->paused = !spectating->paused;
	else if (key == '$' || key == VT_KEY_END)
		spectating->paused = false;
	return true;
}

/* ---- Painting ---- */

static void paint_play(void *context, struct vt_frame *frame)
{
	play_paint(context, frame);
}

static void paint_page(struct vt_frame *frame, const char *title, const char *text)
{
	vt_frame_clear(frame);
	ui_cursor(frame, 2, 3);
	ui_title(frame, title, "");
	ui_wrapped(frame, (struct vt_area){2, 3, frame->width - 4, frame->height - 5}, 0, text,
		VT_TEXT);
	ui_hint(frame, UI_BRIGHT "Esc" UI_END " back");
}

void spectating_paint(struct spectating *spectating, struct vt_frame *frame)
{
	const char *state = spectating->live.over   ? "the end"
			    : spectating->paused    ? "stopped"
			    : spectating->views < 0 ? "away"
						    : "live";

	if (spectating->help.text)
		ui_pager_paint(&spectating->help, frame);
	else if (spectating->why[0])
		paint_page(frame, "A run that cannot be shown", spectating->why);
	else if (!spectating->any)
		paint_page(frame, spectating->player, "One moment, please.");
	else
		position_paint(
			&(struct position){.player = spectating->live.player,
				.turn = spectating->live.view.status.turn,
				.percent = -1,
				.state = state,
				.keys = UI_BRIGHT "?" UI_END " keys  " UI_BRIGHT "Space" UI_END
						  " stop  " UI_BRIGHT "q" UI_END " leave"},
			frame, paint_play, spectating->play);
}

void spectating_lines(struct spectating *spectating, struct ui_text *text)
{
	if (spectating->help.text) {
		ui_add(text,
			"Space stops and goes on, c talks to the other spectators, 0 replays a run "
			"that has ended, back leaves.\n");
		ui_pager_close(&spectating->help);
	}
	if (spectating->why[0])
		ui_add(text, "%s Type back.\n", spectating->why);
	else if (!spectating->any)
		ui_add(text, "%s: one moment, please.\n", spectating->player);
	else if (!spectating->paused)
		play_watch_lines(spectating->play, text);
}
