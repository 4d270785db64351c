#include "door/play/play_private.h"

#include "door/os/crash.h"
#include "door/store/journal_digest.h"
#include "door/store/keeper.h"
#include "door/ui/appearances.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- New and free ---- */

static void play_look_round(struct play *play)
{
	struct result result;
	game_result(play->game, &result);
	play->depth = (uint8_t)result.depth;
	play->turns = result.turns;
	if (result.outcome != OUTCOME_GOING)
		play->state = PLAY_ENDED;
}

/* Leaves the messages of the newest turn unread, so that a returning player sees them again. */
static void play_report_last_turn(struct play *play)
{
	const struct view *view = play_view(play);
	if (!view->message_count)
		return;
	uint32_t turn = view->messages[view->message_count - 1].turn;
	for (size_t i = 0; i < view->message_count; i++)
		if (view->messages[i].turn != turn)
			play->messages.read_serial = view->messages[i].serial;
}

struct play *play_new(struct game *game, const struct content *content, struct content *own_content,
	uint32_t index, const struct play_link *link)
{
	struct play *play = calloc(1, sizeof *play);
	assert(play);
	play->view = malloc(sizeof *play->view);
	assert(play->view);
	play->game = game;
	play->content = own_content ? own_content : content;
	play->own_content = own_content;
	play->glyphs = appearances_glyphs(play->content);
	play->clashes = appearances_clashes(play->content);
	play->link = *link;
	play->settings.keys = keymap_preset(0);
	play->journal.index = play->journal.snapshot_index = index;
	play_report_last_turn(play);
	play->messages.returned = index > 0;
	play->messages.greeting = index == 0;
	/* A run may have ended without a score if the program died in between. */
	play_look_round(play);
	play->journal.snapshot_depth = play->depth;
	return play;
}

void play_free(struct play *play)
{
	if (!play)
		return;
	ui_pager_close(&play->page.pager);
	if (play->lines)
		free(play->lines->answer.text);
	free(play->lines);
	game_free(play->game);
	content_free(play->own_content);
	free(play->view);
	free(play);
}

void play_kept(struct play *play, uint32_t index)
{
	play->journal.snapshot_index = index;
}

void play_prefer(struct play *play, const struct keymap *keys, enum play_sound sound, bool debug)
{
	play->settings.keys = keys ? keys : keymap_preset(0);
	play->settings.sound = sound;
	play->settings.debug = debug;
}

void play_remembers(struct play *play, play_past *past)
{
	play->settings.past = past;
}

void play_autopickup(struct play *play, uint32_t left_classes, bool walking)
{
	play->settings.left_classes = left_classes;
	play->settings.autopickup = walking;
}

void play_passes(struct play *play)
{
	play->passing = true;
}

enum play_state play_state(const struct play *play)
{
	return (enum play_state)play->state;
}

bool play_wants_options(const struct play *play)
{
	return play->wants_options;
}

bool play_more(const struct play *play)
{
	return play->messages.more;
}

struct game *play_game(struct play *play)
{
	return play->game;
}

const struct content *play_content(const struct play *play)
{
	return play->content;
}

uint32_t play_index(const struct play *play)
{
	return play->journal.index;
}

int play_depth(const struct play *play)
{
	return play->depth;
}

uint32_t play_turns(const struct play *play)
{
	return play->turns;
}

void play_say(struct play *play, const char *sentence)
{
	snprintf(play->messages.sentence, sizeof play->messages.sentence, "%s", sentence);
}

/* ---- Appending and snapshots ---- */

/* Appends the batch to the store. False if the append failed. */
static bool play_flush(struct play *play)
{
	struct store_append append = {.index = play->journal.index - play->journal.batch_count,
		.count = play->journal.batch_count,
		.bytes = play->journal.batch,
		.size = play->journal.batch_size,
		.digest_count = play->journal.digest_count};
	if (!play->journal.batch_count)
		return true;
	memcpy(append.digests, play->journal.digests, sizeof append.digests);
	play->journal.held = play->link.append && !play->link.append(play->link.context, &append);
	if (play->journal.held)
		return false;
	play->journal.batch_count = 0;
	play->journal.batch_size = 0;
	play->journal.digest_count = 0;
	return true;
}

void play_snapshot(struct play *play)
{
	size_t size;
	if (!play->link.snapshot || play->journal.index == play->journal.snapshot_index ||
		play->journal.batch_count)
		return;
	uint8_t *bytes = game_snapshot(play->game, &size);
	if (bytes)
		play->link.snapshot(play->link.context, play->journal.index, bytes, size);
	free(bytes);
	play->journal.snapshot_index = play->journal.index;
}

static void play_snapshot_when_due(struct play *play)
{
	uint32_t since = play->journal.index - play->journal.snapshot_index;
	if (play->state == PLAY_ENDED || !since)
		return;
	if (play->depth == play->journal.snapshot_depth && since < SNAPSHOT_EVERY)
		return;
	play->journal.snapshot_depth = play->depth;
	play_snapshot(play);
}

/* ---- Applying commands ---- */

static void play_gather(struct play *play, const uint8_t *bytes, size_t size)
{
	memcpy(play->journal.batch + play->journal.batch_size, bytes, size);
	play->journal.batch_size += (uint16_t)size;
	play->journal.batch_count++;
	play->journal.index++;
	if (play->journal.index % DIGEST_EVERY == 0)
		play->journal.digests[play->journal.digest_count++] =
			journal_digest(play->game, play->journal.index);
}

/* Collects missile flights for in-between frames, and sounds. */
static void play_take_events(struct play *play)
{
	struct event event;
	while (game_next_event(play->game, &event)) {
		play_sound_event(play, &event);
		if (event.kind == EVENT_FLIGHT && play->flights.count < FLIGHTS_MAX)
			play->flights.each[play->flights.count++] = (struct flight){
				event.appearance, event.x, event.y, event.from_x, event.from_y};
	}
}

/* True if the batch lacks room for one more command and a digest that may be due with it. */
static bool play_batch_full(const struct play *play)
{
	return play->journal.batch_count >= BATCH_COMMANDS ||
	       play->journal.digest_count >= STORE_DIGESTS_MAX ||
	       play->journal.batch_size + COMMAND_BYTES_MAX > BATCH_BYTES;
}

/* Makes room in the batch for one more command. False if the batch cannot be appended. */
static bool play_make_room(struct play *play)
{
	if (!play_batch_full(play))
		return !play->journal.held;
	if (!play_flush(play))
		return false;
	play_snapshot_when_due(play);
	return true;
}

/* Shows which carried item has become another one, because the message does not name them. */
static void play_report_reshaped(struct play *play)
{
	char was[64], sentence[240];
	int number = game_reshaped(play->game, was, sizeof was);
	const struct view_item *item = number < 0 ? NULL : play_carried(play_view(play), number);
	if (!item)
		return;
	snprintf(sentence, sizeof sentence, "%c%s has become %s: " UI_BRIGHT "%c" UI_END ".",
		toupper((unsigned char)*was), was + 1, item->name, item->letter);
	play_say(play, sentence);
}

bool play_act(struct play *play, const struct command *command)
{
	uint8_t bytes[COMMAND_BYTES_MAX];
	if (play->state != PLAY_GOING)
		return false;
	if (!play_make_room(play))
		return false;
	size_t size = command_encode(command, bytes);
	play_note_item(play, command);
	crash_applying(play->journal.index, play->turns, bytes, size);
	enum verdict verdict = game_act(play->game, command);
	crash_applied();
	if (verdict == VERDICT_REFUSED) {
		play_say(play, game_refusal(play->game));
		return false;
	}
	if (!play->acting.automatic)
		play_note_command(play, command);
	/* The greeting lasts through the choice of the heirloom, which comes before the first
	 * screen. */
	play->messages.greeting = play->messages.greeting && command->verb == VERB_CHOOSE;
	play_gather(play, bytes, size);
	play_take_events(play);
	play_report_reshaped(play);
	play_look_round(play);
	return true;
}

bool play_verb(struct play *play, enum verb verb)
{
	struct command command = {.verb = (uint8_t)verb};
	return play_act(play, &command);
}

bool play_verb_item(struct play *play, enum verb verb, unsigned item)
{
	struct command command = {.verb = (uint8_t)verb, .item = (uint8_t)item};
	return play_act(play, &command);
}

const char *play_explored(const struct play *play)
{
	return game_gate_shuts(play->game, play_view(play))
		       ? ui_word(play->content, "gate-shuts",
				 "The obstacle here goes away by itself. Rest, and wait for it.")
		       : PLAY_EXPLORED;
}

/* The newest message and the health before an automatic move. */
struct stand {
	uint32_t message;
	int health;
};

static struct stand stand_of(const struct play *play)
{
	const struct view *view = play_view(play);
	return (struct stand){
		view->message_count ? view->messages[view->message_count - 1].serial : 0,
		view->status.health};
}

/* Shows a sentence for a stop that no message explains. */
static void report_stop(struct play *play, const struct stand *before)
{
	const struct stand now = stand_of(play);
	if (now.message == before->message)
		play_say(play, now.health < before->health
				       ? "You stop: you are being hurt."
				       : "You stop: a status has begun or ended.");
}

/* Writes ": NAME.", and in line mode, which has no map, where the harm begins. */
static void name_harm(struct play *play, const struct auto_move *automove, char *text, size_t size)
{
	const struct view *view = play_view(play);
	int x = automove->ahead.x, y = automove->ahead.y;
	bool item = view->cells[y * view->width + x].flags & CELL_ITEM; /* hides the name */
	bool explores = automove->kind == AUTO_EXPLORE;
	char name[80] = "", offset[48] = "";
	bool named = !item && (game_air(play->game, x, y, name, sizeof name) ||
				      game_name(play->game, x, y, name, sizeof name));

	x -= view->hero_x;
	y -= view->hero_y;
	if (play->lines && (explores || automove->kind == AUTO_TRAVEL))
		line_offset(x, y, offset, sizeof offset);
	snprintf(text, size, "%s%s%s%s.%s", named || *offset ? ": " : "", named ? name : "",
		named && *offset ? ", " : "", offset,
		*offset && explores && (abs(x) > 1 || abs(y) > 1) ? " \"go harm\" walks up to it."
								  : "");
}

/* Shows that harm is in the way, and what it is if a path through it is known. */
static void report_harm(struct play *play, const struct auto_move *automove)
{
	static const char *const harms[] = {[AUTO_RUN] = PLAY_HARM_STEP,
		[AUTO_TRAVEL] = PLAY_HARM_THERE,
		[AUTO_EXPLORE] = PLAY_HARM_LEFT,
		[AUTO_REST] = "",
		[AUTO_REPEAT] = PLAY_HARM_STEP,
		[AUTO_TAKE] = "",
		[AUTO_ATTACK] = PLAY_HARM_STEP};
	const char *harm = harms[automove->kind];
	char text[240];
	size_t length = (size_t)snprintf(text, sizeof text, "%s", harm);

	if (automove->ahead.x >= 0)
		name_harm(play, automove, text + length, sizeof text - length);
	else
		snprintf(text + length, sizeof text - length, ".");
	if (*harm)
		play_say(play, text);
}

/* Applies the commands of an automatic move until auto_next stops it, then shows the reason unless
 * a message did. False if no step was made and there is nothing to show. */
static bool play_auto_on(struct play *play, struct auto_move *automove)
{
	struct command command;
	unsigned steps = 0;
	const struct stand before = stand_of(play);
	bool was_full = play->watch.full;
	play->acting.automatic = true;
	while (steps < AUTO_STEPS_MAX && play->state == PLAY_GOING &&
		auto_next(automove, play->game, play->view, &command) && play_act(play, &command))
		steps++;
	play->acting.automatic = false;
	if (automove->alarmed)
		play_sound_tone(play, VT_TONE_ENEMY, true);
	play_ahead_note(play, automove);
	if (play->messages.sentence[0] || automove->kind == AUTO_TAKE ||
		(automove->kind == AUTO_RUN && !steps))
		return steps > 0;
	if (automove->says[0]) {
		play_say(play, automove->says);
		if (play->watch.full && !was_full)
			play_offer_room(play);
	} else if (automove->harm)
		report_harm(play, automove);
	else if (automove->finished && automove->kind == AUTO_EXPLORE)
		play_say(play, play_explored(play));
	else if (automove->finished && automove->kind == AUTO_REST && steps)
		play_say(play, "You are fully rested.");
	else if (steps && !automove->finished && automove->kind != AUTO_RUN &&
		 automove->kind != AUTO_ATTACK)
		report_stop(play, &before);
	play_onward(play, automove, steps > 0);
	return steps > 0 || play->messages.sentence[0];
}

bool play_auto(struct play *play, enum auto_kind kind, int direction, int x, int y)
{
	struct auto_move automove;
	play_note_auto(play, kind, direction, x, y);
	auto_begin(&automove, kind, direction, x, y, play->game, &play->watch);
	automove.left_classes = play->settings.left_classes;
	return play_auto_on(play, &automove);
}

bool play_repeat(struct play *play, const struct command *command, int times)
{
	struct auto_move automove;
	play_note_auto(play, AUTO_REPEAT, 0, 0, 0);
	play->acting.last.command = *command;
	play->acting.last.times = (uint16_t)times;
	auto_begin(&automove, AUTO_REPEAT, 0, 0, 0, play->game, &play->watch);
	automove.repeated = *command;
	automove.times = (uint16_t)times;
	return play_auto_on(play, &automove);
}

void play_take_underfoot(struct play *play)
{
	struct auto_move automove;
	if (!play->settings.autopickup || play->state != PLAY_GOING ||
		play->prompt.mode != MODE_MAP)
		return;
	auto_begin(&automove, AUTO_TAKE, 0, 0, 0, play->game, &play->watch);
	automove.left_classes = play->settings.left_classes;
	play_auto_on(play, &automove);
}

/* ---- After a key ---- */

static int play_flight_length(const struct flight *flight)
{
	int dx = abs(flight->x - flight->from_x), dy = abs(flight->y - flight->from_y);
	return dx > dy ? dx : dy;
}

/* Shows all missiles of the turn together, in at most FLIGHT_FRAMES_MAX frames, until the player
 * types a key. */
static void play_fly(struct play *play)
{
	int frames = 0;
	for (int i = 0; i < play->flights.count; i++) {
		int length = play_flight_length(&play->flights.each[i]);
		frames = length > frames ? length : frames;
	}
	frames = frames < FLIGHT_FRAMES_MAX ? frames : FLIGHT_FRAMES_MAX;
	play->flights.steps = (uint8_t)frames;
	bool going = play->link.between != NULL;
	for (int step = 1; step <= frames && going; step++) {
		play->flights.step = (uint8_t)step;
		going = play->link.between(play->link.context);
	}
	play->flights.step = 0;
	play->flights.count = 0;
}

bool play_settle(struct play *play)
{
	if (!play_flush(play))
		return false;
	play_fly(play);
	play_snapshot_when_due(play);
	return true;
}
