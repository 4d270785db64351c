/*
 * The play screen: a game linked to the keeper.
 *
 * Each turn is appended before it is drawn. A failed append is retried every second, with a
 * sentence over the last frame. A run that another session took over ends this session.
 */
#include "door/screen/playing.h"
#include "door/screen/screens.h"

#include "door/os/crash.h"
#include "door/os/log.h"
#include "door/play/play.h"
#include "door/verify/resume.h"
#include "door/ui/ui.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RETRY_MS 1000

static struct playing *playing_of(struct session *session)
{
	return session->state;
}

static struct play *play_of(struct session *session)
{
	return playing_of(session)->play;
}

/* ---- The link ---- */

static void playing_lost(struct session *session, enum keeper_verdict verdict)
{
	if (verdict == KEEPER_STALE)
		session_end(session, 0,
			ui_word(session->content, "taken-over", "Your game goes on elsewhere."));
	else if (verdict == KEEPER_GONE)
		session_end(session, 1,
			"The server does not answer. Every turn that you saw is saved; please "
			"reconnect.");
}

/* A refused turn is refused again, however often it is sent: the database lost what it follows. */
static void playing_refused(struct session *session, enum keeper_verdict verdict)
{
	char sentence[200];
	if (verdict != KEEPER_NO)
		return;
	snprintf(sentence, sizeof sentence, "This turn cannot be saved. %.120s Please reconnect.",
		keeper_sentence(session->line));
	session_end(session, 1, sentence);
}

static bool playing_append(void *context, struct store_append *append)
{
	struct session *session = context;
	struct playing *playing = playing_of(session);
	append->run = playing->run.id;
	append->epoch = playing->run.epoch;
	enum keeper_verdict verdict = keeper_append(session->line, append);
	playing_lost(session, verdict);
	playing_refused(session, verdict);
	return verdict == KEEPER_OK;
}

static void playing_snapshot(void *context, uint32_t index, const uint8_t *bytes, size_t size)
{
	struct session *session = context;
	struct playing *playing = playing_of(session);
	/* A failed snapshot only slows the next resume: the journal holds every command. */
	enum keeper_verdict verdict = keeper_snapshot_put(
		session->line, playing->run.id, playing->run.epoch, index, bytes, size);
	playing_lost(session, verdict);
}

/* ---- Beginning ---- */

/* The date of a daily run, or "". */
static const char *playing_date(struct session *session)
{
	return session_arguments(session, SCREEN_play)->play.date;
}

/* Shows the result of the player's last run. */
static void playing_report_last(struct session *session)
{
	struct store_query query = {.order = STORE_LATEST, .count = 1};
	struct store_score last;
	unsigned rank;
	size_t count = 0;
	char sentence[STORE_CAUSE_MAX + 32];
	snprintf(query.name, sizeof query.name, "%s", session->account.name);
	if (session->account.guest ||
		keeper_scores(session->line, &query, &last, &rank, 1, &count) != KEEPER_OK ||
		!count)
		return;
	snprintf(sentence, sizeof sentence, "Last time: %s.", last.cause);
	play_say(play_of(session), sentence);
}

/* The feats of the account's earlier runs. */
static const struct feat *playing_past(void *context, size_t *count)
{
	static struct keeper_ledger ledger;
	struct session *session = context;
	bool has_one =
		!session->account.guest && keeper_ledger(session->line, &ledger) == KEEPER_OK;
	*count = has_one ? ledger.count : 0;
	return ledger.feats;
}

static void playing_begin_new(struct session *session)
{
	struct playing *playing = playing_of(session);
	const struct play_link link = {session, playing_append, playing_snapshot, playing_between};
	const union screen_arguments *arguments = session_arguments(session, SCREEN_play);
	const struct seed *seed = arguments->play.seeded ? &arguments->play.seed : NULL;
	enum keeper_verdict verdict =
		keeper_run_begin_seeded(session->line, session->config->debug, seed, &playing->run);
	if (verdict != KEEPER_OK) {
		session_banner(session, session_verdict(session, verdict));
		session_go(session, SCREEN_lobby, NULL);
		return;
	}
	struct game *game = game_new(session->content, &playing->run.seed, &playing->run.birth);
	crash_run(playing->run.id);
	playing->play = play_new(game, session->content, NULL, 0, &link);
	playing_report_last(session);
}

/* Continues a run of older rules as a new segment. The segment starts from the exact snapshot bytes
 * at the end of the last one. */
static enum keeper_verdict playing_segment(struct session *session, struct resumed *resumed)
{
	struct playing *playing = playing_of(session);
	enum keeper_verdict verdict = KEEPER_OK;
	if (resumed->carried)
		verdict = keeper_segment_add(session->line, playing->run.id, playing->run.epoch,
			playing->run.next_index, ENGINE_RULES_VERSION, playing->run.content,
			resumed->carried, resumed->carried_size);
	if (resumed->carried && verdict == KEEPER_OK)
		log_line(LOG_INFO, "run.carried", "name=%s run=%lld index=%u from=%u to=%d",
			log_quote(session->account.name), (long long)playing->run.id,
			(unsigned)playing->run.next_index, (unsigned)playing->run.rules,
			ENGINE_RULES_VERSION);
	free(resumed->carried);
	return verdict;
}

/* Returns to the lobby: the run is intact but cannot be resumed now. The log alone has the path of
 * the missing program. */
static void playing_waits(struct session *session)
{
	struct playing *playing = playing_of(session);
	char sentence[120];
	log_line(LOG_ERROR, "run.waits", "name=%s run=%lld why=%s",
		log_quote(session->account.name), (long long)playing->run.id,
		log_quote(playing->why));
	snprintf(sentence, sizeof sentence,
		"Your run needs rules version %u and waits until that program is installed again.",
		(unsigned)playing->run.rules);
	session_banner(session, sentence);
	session_go(session, SCREEN_lobby, NULL);
}

static void playing_resume(struct session *session)
{
	struct playing *playing = playing_of(session);
	const struct play_link link = {session, playing_append, playing_snapshot, playing_between};
	struct resumed resumed;
	enum keeper_verdict verdict;
	playing->broken = !resume_run(session->line, session->content, &playing->run, &resumed,
		&verdict, playing->why, sizeof playing->why);
	/* A keeper that cannot add a segment now does not make the run unreadable: the player
	 * returns to the lobby. */
	if (!playing->broken)
		verdict = playing_segment(session, &resumed);
	if (!playing->broken && verdict != KEEPER_OK) {
		snprintf(
			playing->why, sizeof playing->why, "%s", session_verdict(session, verdict));
		game_free(resumed.game);
		content_free(resumed.own_content);
		playing->broken = true;
	}
	if (!playing->broken) {
		crash_run(playing->run.id);
		playing->play = play_new(resumed.game, session->content, resumed.own_content,
			playing->run.next_index, &link);
		play_kept(play_of(session), resumed.kept);
		play_say(play_of(session), resumed.remark);
		log_line(LOG_INFO, "run.resume", "name=%s run=%lld index=%u",
			log_quote(session->account.name), (long long)playing->run.id,
			(unsigned)playing->run.next_index);
		return;
	}
	if (resumed.waits) {
		playing_waits(session);
		return;
	}
	log_line(LOG_ERROR, "run.broken", "name=%s run=%lld why=%s",
		log_quote(session->account.name), (long long)playing->run.id,
		log_quote(playing->why));
	if (verdict == KEEPER_OK)
		return;
	session_banner(session, session_verdict(session, verdict));
	session_go(session, SCREEN_lobby, NULL);
}

static void playing_prefer(struct session *session)
{
	play_prefer(play_of(session), &session->options.keys, session->options.sound,
		session->config->debug);
	play_remembers(play_of(session), playing_past);
	play_autopickup(
		play_of(session), session->options.left_classes, session->options.autopickup);
	if (session->lines)
		play_lines_on(play_of(session), session->options.detail);
	play_vignettes(play_of(session), session_shows_vignettes(session),
		session->options.vignettes_seen);
	play_hints(play_of(session), session->config->lobby_hints && !session->options.no_hints,
		session->options.hints_given);
}

static void playing_enter(struct session *session)
{
	struct playing *playing = session->state = calloc(1, sizeof *playing);
	if (!playing) {
		session_end(session, 1, "Out of memory for the game. Try again.");
		return;
	}
	const char *date = playing_date(session);
	enum keeper_verdict verdict = KEEPER_OK;
	if (playing_is_branch(session))
		playing_branch(session);
	else if ((verdict = date[0] ? keeper_day_play(session->line, date, &playing->run)
				    : keeper_run_claim(session->line, &playing->run)) == KEEPER_OK)
		playing_resume(session);
	else if (verdict == KEEPER_NO && !date[0])
		playing_begin_new(session);
	else {
		session_banner(session, session_verdict(session, verdict));
		session_go(session, SCREEN_lobby, NULL);
	}
	if (!play_of(session))
		return;
	playing_prefer(session);
	if (session->account.guest)
		play_passes(play_of(session));
	play_greet(play_of(session));
	playing_report_first(session);
	playing_count_spectators(session);
	malloc_trim(0); /* returns memory used to create the world */
}

static void playing_leave(struct session *session)
{
	session->frame.flicker = 0;
	play_free(playing_of(session)->play);
}

/* ---- The end of a run ---- */

static void playing_bury(struct session *session)
{
	if (playing_is_branch(session)) {
		session_back(session);
		return;
	}
	union screen_arguments arguments = {.tombstone = {.score = playing_of(session)->score,
						    .seed = playing_of(session)->run.seed}};
	memcpy(arguments.tombstone.date, playing_date(session), sizeof arguments.tombstone.date);
	session_go(session, SCREEN_tombstone, &arguments);
}

/* Puts the run on the board; its last turn is already durable. False if the keeper cannot do it
 * now: retry. */
static bool playing_end(struct session *session)
{
	struct playing *playing = playing_of(session);
	struct store_score score;
	if (playing_is_branch(session)) {
		playing_branch_ended(session);
		return true;
	}
	playing_score(session, &score);
	enum keeper_verdict verdict = keeper_run_end(
		session->line, playing->run.epoch, play_index(play_of(session)), &score);
	playing_lost(session, verdict);
	playing_refused(session, verdict);
	if (verdict != KEEPER_OK)
		return false;
	playing->score = score;
	playing->ended = true;
	playing_dump(session);
	/* A player who quit goes on at once. Others see the last frame until a key. */
	if (score.outcome == OUTCOME_QUIT)
		playing_bury(session);
	else
		play_say(play_of(session),
			session->lines ? "Press Enter to go on." : UI_DIM "Press a key." UI_END);
	return true;
}

static bool playing_wait(struct session *session)
{
	char sentence[160];
	const char *why = keeper_sentence(session->line);
	if (session->ending.decided)
		return false;
	snprintf(sentence, sizeof sentence, "Not written yet, still trying: %.100s",
		why && *why ? why : "the server does not answer");
	session_sentence(session, sentence);
	session->tick_ms = RETRY_MS;
	return false;
}

/* Saves a hint as given before it is shown. Hints are few, so each may cost a write. */
static void playing_hints(struct session *session)
{
	if (!play_hints_look(play_of(session)))
		return;
	session->options.hints_given = play_hints_given(play_of(session));
	options_keep(session);
}

/* Saves a vignette as seen before it is shown. */
static void playing_vignettes(struct session *session)
{
	if (!play_vignette_look(play_of(session)))
		return;
	session->options.vignettes_seen = play_vignettes_seen(play_of(session));
	options_keep(session);
}

/* Goes on to the lobby, or to the options, which lead back to the game. */
static void playing_left(struct session *session)
{
	if (playing_is_branch(session)) {
		playing_branch_left(session);
		return;
	}
	const char *saved = ui_word(session->content, "saved", "Your game is saved.");
	bool to_options = play_wants_options(play_of(session));
	session_banner(session, session->account.guest || to_options ? "" : saved);
	union screen_arguments arguments = {.options.from_play = to_options};
	memcpy(arguments.options.date, playing_date(session), sizeof arguments.options.date);
	session_go(session, to_options ? SCREEN_options : SCREEN_lobby, &arguments);
}

static bool playing_settle(struct session *session)
{
	if (!play_of(session))
		return true;
	if (!play_settle(play_of(session)))
		return playing_wait(session);
	if (session->closed || session->ending.decided)
		return false;
	playing_report(session);
	playing_hints(session);
	playing_vignettes(session);
	if (play_state(play_of(session)) == PLAY_SAVED) {
		play_snapshot(play_of(session));
		playing_left(session);
	}
	if (play_state(play_of(session)) == PLAY_ENDED && !playing_of(session)->ended &&
		!playing_end(session))
		return playing_wait(session);
	return true;
}

static void playing_tick(struct session *session)
{
	playing_flicker_on(session);
	session->dirty = true;
}

/* ---- Keys and frames ---- */

static void playing_key(struct session *session, int key)
{
	if (play_of(session) && playing_of(session)->ended && !play_more(play_of(session)))
		playing_bury(session);
	else if (play_of(session))
		play_key(play_of(session), key);
	else if (playing_of(session)->broken)
		playing_broken_key(session, key);
}

static void playing_paint(struct session *session, struct vt_frame *frame)
{
	if (!play_of(session)) {
		playing_broken_paint(session, frame);
		return;
	}
	playing_data(session);
	playing_paint_game(session, frame);
}

/* ---- Line mode ---- */

/* Begins line mode of the game, if the client turned it on during the game by another terminal.
 * False without a game. */
static bool playing_by_lines(struct session *session)
{
	return play_of(session) && play_lines_on(play_of(session), session->options.detail);
}

static void playing_lines(struct session *session, struct lines_page *page)
{
	page->whole = true;
	if (play_of(session))
		playing_data(session);
	if (playing_by_lines(session))
		play_lines_report(play_of(session), &page->text);
	else
		lines_painted(session, page);
}

static bool playing_typed(struct session *session, const char *line)
{
	if (!playing_by_lines(session))
		return false;
	if (playing_of(session)->ended) {
		playing_bury(session);
		return true;
	}
	play_typed(play_of(session), line);
	if (play_lines_detail(play_of(session)) != session->options.detail) {
		session->options.detail = play_lines_detail(play_of(session));
		options_keep(session);
	}
	return true;
}

/* ---- Moving to another process ---- */

static const struct packed_field playing_fields[] = {
	PACKED_NUMBER(struct playing, shown_depth, 0, UINT8_MAX),
	PACKED_NUMBER(struct playing, shown_turn, 0, UINT32_MAX),
	PACKED_NUMBER(struct playing, sent_vitals, 0, UINT32_MAX),
	PACKED_NUMBER(struct playing, sent_status, 0, UINT32_MAX),
};
#define PLAYING_FIELDS (sizeof playing_fields / sizeof *playing_fields)

/* Stores a snapshot, so that the other process resumes the run without replaying commands. */
static bool playing_rests(struct session *session)
{
	if (!play_of(session) || !play_may_move(play_of(session)) || playing_is_branch(session))
		return false;
	play_snapshot(play_of(session));
	return !session->ending.decided;
}

/* A guest's run is stored nowhere: the whole game moves. */
static void playing_pack_guest(struct session *session, struct packing *out)
{
	const struct playing *playing = playing_of(session);
	size_t size;
	uint8_t *save = game_save(play_game(play_of(session)), &size);
	if (!save) {
		out->full = true;
		return;
	}
	packed_put_number(out, playing->run.mode, 1);
	packed_put_number(out, play_index(play_of(session)), 4);
	packed_put_bytes(out, playing->run.seed.bytes, sizeof playing->run.seed.bytes);
	packed_put_number(out, size, 4);
	packed_put_bytes(out, save, size);
	free(save);
}

static void playing_pack(struct session *session, struct packing *out)
{
	packed_put(out, playing_of(session), playing_fields, PLAYING_FIELDS);
	if (session->account.guest)
		playing_pack_guest(session, out);
	play_pack(play_of(session), out);
}

/* Resumes the run that the line holds, in its epoch. The segment of a run of older rules is added
 * when the client has arrived. */
static bool playing_resume_moved(struct session *session)
{
	struct playing *playing = playing_of(session);
	const struct play_link link = {session, playing_append, playing_snapshot, playing_between};
	struct resumed *resumed = &playing->resumed;
	enum keeper_verdict verdict;
	if ((playing_date(session)[0]
			    ? keeper_run_held(session->line, &playing->run)
			    : keeper_run_look(session->line, &playing->run)) != KEEPER_OK ||
		!store_client_holds(session->line, &playing->run) ||
		playing->run.rules > ENGINE_RULES_VERSION ||
		!resume_run(session->line, session->content, &playing->run, resumed, &verdict,
			playing->why, sizeof playing->why))
		return false;
	playing->play = play_new(resumed->game, session->content, resumed->own_content,
		playing->run.next_index, &link);
	play_kept(play_of(session), resumed->kept);
	return true;
}

static bool playing_unpack_guest(struct session *session, struct unpacking *in)
{
	struct playing *playing = playing_of(session);
	const struct play_link link = {session, playing_append, playing_snapshot, playing_between};
	struct complaint complaint = {0};
	uint8_t mode = (uint8_t)packed_get_number(in, 1);
	uint32_t index = (uint32_t)packed_get_number(in, 4);
	const uint8_t *seed = packed_get_bytes(in, sizeof playing->run.seed.bytes);
	size_t size = packed_get_number(in, 4);
	const uint8_t *save = packed_get_bytes(in, size);
	struct game *game = save ? game_load(session->content, save, size, &complaint) : NULL;
	if (!game)
		return false;
	memcpy(playing->run.seed.bytes, seed, sizeof playing->run.seed.bytes);
	playing->run.mode = mode;
	playing->run.epoch = 1;
	playing->play = play_new(game, session->content, NULL, index, &link);
	play_passes(play_of(session));
	return true;
}

static bool playing_unpack(struct session *session, struct unpacking *in)
{
	struct playing *playing = session->state = calloc(1, sizeof *playing);
	if (!playing)
		return false;
	packed_get(in, playing, playing_fields, PLAYING_FIELDS);
	if (in->broken || !(session->account.guest ? playing_unpack_guest(session, in)
						   : playing_resume_moved(session)))
		return false;
	crash_run(playing->run.id);
	playing_prefer(session);
	if (!play_unpack(play_of(session), in))
		return false;
	play_greet(play_of(session));
	malloc_trim(0);
	return true;
}

/* Begins the segment of today's rules before any command of it. */
static void playing_arrived(struct session *session)
{
	struct playing *playing = playing_of(session);
	enum keeper_verdict verdict = playing_segment(session, &playing->resumed);
	playing->resumed.carried = NULL;
	if (verdict == KEEPER_OK)
		return;
	session_banner(session, session_verdict(session, verdict));
	session_go(session, SCREEN_lobby, NULL);
}

static bool playing_yield(struct session *session)
{
	if (!play_of(session) || play_state(play_of(session)) != PLAY_GOING ||
		playing_is_branch(session))
		return false;
	play_yield(play_of(session));
	return true;
}

const struct screen screen_play = {
	.name = "play",
	.enter = playing_enter,
	.key = playing_key,
	.mouse = playing_mouse,
	.stops = playing_stops,
	.asks = playing_asks,
	.dropped = playing_dropped,
	.settle = playing_settle,
	.paint = playing_paint,
	.lines = playing_lines,
	.typed = playing_typed,
	.tick = playing_tick,
	.notice = playing_notice,
	.leave = playing_leave,
	.rests = playing_rests,
	.pack = playing_pack,
	.unpack = playing_unpack,
	.arrived = playing_arrived,
	.yield = playing_yield,
};
