/* Pages of text over the map: messages, character, commands, help and level data. */
#include "door/play/play_private.h"

#include "door/ui/appearances.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLD_WITHIN 12 /* most messages between two with the same text that are shown as one */

/* Returns the index of a later message with the same text within FOLD_WITHIN messages, or -1. */
static int next_same(const struct view *view, size_t index)
{
	for (size_t i = index + 1; i < view->message_count && i - index <= FOLD_WITHIN; i++)
		if (strcmp(view->messages[i].text, view->messages[index].text) == 0)
			return (int)i;
	return -1;
}

/* Returns how often the text of a message occurs, counting earlier messages folded into it. The
 * newest one keeps its place. */
static int count_repeats(const struct view *view, size_t index)
{
	int times = view->messages[index].repeats, at = (int)index;
	for (size_t i = index; i-- > 0;)
		if (next_same(view, i) == at) {
			times += view->messages[i].repeats;
			at = (int)i;
		}
	return times;
}

void play_page_messages(struct play *play)
{
	struct ui_text text = {0};
	uint32_t last = 0;
	const struct view *view = play_view(play);
	for (size_t i = 0; i < view->message_count; i++) {
		const struct message *message = &view->messages[i];
		if (next_same(view, i) >= 0)
			continue;
		int times = count_repeats(view, i);
		play_hints_between(play, &text, last, message->serial);
		last = message->serial;
		char own = (char)(COLOUR_ROLE_BYTE + message->role), line[160];
		size_t used = 0;
		line[used++] = own;
		for (const char *at = message->text; *at && used + 20 < sizeof line; at++)
			if (*at != '\n')
				line[used++] = *at == COLOUR_ROLE_BYTE_END ? own : *at;
		line[used++] = COLOUR_ROLE_BYTE_END;
		line[used] = 0;
		ui_add(&text, times > 1 ? "%s x%d\n" : "%s\n", line, times);
	}
	play_hints_between(play, &text, last, UINT32_MAX);
	play_page_open(play, "Messages", &text);
	ui_pager_end(&play->page.pager);
}

static void character_talents(
	struct ui_text *text, const struct play *play, const struct view *view)
{
	char line[EFFECT_LINE_SIZE];
	if (view->talent_count)
		ui_add(text, "\n" UI_LAMP "Talents" UI_END "\n");
	for (size_t i = 0; i < view->talent_count; i++) {
		game_effect_line(play->game, EFFECT_OF_TALENT, i, line, sizeof line);
		ui_add(text,
			"  \t" UI_BRIGHT "%s" UI_END UI_DIM "  %s" UI_END "\n  \t%s\n  \t" UI_LAMP
			"%s" UI_END "\n",
			view->talents[i].name, play_path(play, view->talents[i].path),
			view->talents[i].text, line);
	}
}

/* Lists the hero's states with their remaining turns and effects. */
static void character_states(struct ui_text *text, const struct play *play)
{
	struct state_line state;
	for (size_t nth = 0; game_state_line(play->game, nth, &state); nth++) {
		ui_add(text, "%-12s\t%s%s" UI_END, nth ? "" : "You are",
			state.ill ? UI_BAD : UI_GOOD, state.word);
		if (state.turns)
			ui_add(text, " for %d turn%s", state.turns, state.turns == 1 ? "" : "s");
		ui_add(text, ": %s\n", state.text);
	}
}

/* Lists the quests with their outcome. */
static void character_quests(struct ui_text *text, const struct view *view)
{
	static const char *const states[] = {[QUEST_OPEN] = "",
		[QUEST_DONE] = UI_GOOD "  done" UI_END,
		[QUEST_FAILED] = UI_BAD "  failed" UI_END};
	if (view->quest_count)
		ui_add(text, "\n" UI_LAMP "Quests" UI_END "\n");
	for (size_t i = 0; i < view->quest_count; i++)
		ui_add(text, "  \t" UI_BRIGHT "%s" UI_END "%s\n  \t%s\n", view->quests[i].name,
			states[view->quests[i].state], view->quests[i].text);
}

static const char *label(const struct play *play, const char *word, const char *otherwise)
{
	return ui_word(play->content, word, otherwise);
}

/* Lists the hero's figures with the content's labels. */
static void character_figures(
	struct ui_text *text, const struct play *play, const struct view_status *status)
{
	const char *depth = label(play, "label-depth", "depth");
	ui_add(text, "%-12s\t" UI_BRIGHT "%d" UI_END " of %d\n",
		label(play, "label-health", "Health"), status->health, status->health_max);
	if (status->mana_max)
		ui_add(text, "%-12s\t" UI_BRIGHT "%d" UI_END " of %d\n",
			label(play, "label-mana", "Mana"), status->mana, status->mana_max);
	ui_add(text, "%-12s\t" UI_BRIGHT "%d" UI_END "\n", label(play, "label-might", "Might"),
		status->might);
	ui_add(text, "%-12s\t" UI_BRIGHT "%d" UI_END " %%, %s\n",
		label(play, "label-accuracy", "Accuracy"), status->accuracy,
		label(play, "accuracy-note", "less 3 % a point of the target's cover"));
	ui_add(text, "%-12s\t" UI_BRIGHT "%d" UI_END ", %s\n", label(play, "label-guard", "Guard"),
		status->guard, label(play, "guard-note", "each takes 3 % from the aim of enemies"));
	ui_add(text, "%-12s\t" UI_BRIGHT "%d" UI_END ", experience %d of %d\n",
		label(play, "label-level", "Level"), status->level, status->experience,
		status->experience_next);
	ui_add(text, "Place       \t" UI_BRIGHT "%s" UI_END ", " UI_INSIDE " %d (deepest %d)\n",
		status->place, ui_inside(depth), status->depth, status->deepest);
	ui_add(text, "%-12s\t" UI_GOLD "%d" UI_END "\n", label(play, "label-gold", "Gold"),
		status->gold);
	ui_add(text, "%-12s\t" UI_BRIGHT "%d" UI_END " turns%s%s\n",
		label(play, "label-food", "Food"), play_food_shown(status),
		status->hunger[0] ? ", " : "", status->hunger);
	ui_add(text, "%-12s\theard " UI_BRIGHT "%d" UI_END " steps away\n",
		label(play, "label-noise", "Noise"), status->noise);
	ui_add(text, "Light       \t%s\n",
		status->lit ? "lit, so seen from afar" : "dark, so not seen from afar");
}

/* Lists the conducts that the hero kept, from some depth on. */
static void character_conducts(
	struct ui_text *text, const struct play *play, const struct view_status *status)
{
	char kept[CONDUCTS_TEXT];
	if (status->conducts == 0)
		return;
	game_conducts_text(play->content, status->conducts, kept, sizeof kept);
	ui_add(text, "%-12s\t%s\n", label(play, "label-conducts", "So far you"), kept);
}

/* Lists the handicaps that the run was born with. */
static void character_handicaps(struct ui_text *text, const struct play *play)
{
	char names[HANDICAPS_TEXT];
	game_handicaps_text(play->content, game_birth(play->game), names, sizeof names);
	if (names[0])
		ui_add(text, "Handicaps   \t%s\n", names);
}

void play_page_character(struct play *play)
{
	struct ui_text text = {0};
	const struct view *view = play_view(play);
	const struct view_status *status = &view->status;
	character_figures(&text, play, status);
	ui_add(&text, "Turn        \t" UI_BRIGHT "%u" UI_END "\n", (unsigned)status->turn);
	ui_add(&text, "Score       \t" UI_BRIGHT "%d" UI_END " if you leave alive\n",
		status->score);
	character_states(&text, play);
	character_handicaps(&text, play);
	character_conducts(&text, play, status);
	if (status->carries_receiver)
		ui_add(&text, "\n" UI_LAMP "%s" UI_END "\n",
			label(play, "goal-note", "You carry the goal of the game. Take it home."));
	character_quests(&text, view);
	character_talents(&text, play, view);
	play_page_open(play, "Character", &text);
}

/* Adds the name of the lamp that the hero carries: it is used like other items, and players look
 * for it. */
static void add_light(struct ui_text *text, const struct play *play)
{
	const struct view *view = play_view(play);
	for (size_t i = 0; i < view->pack_count; i++) {
		const char *class = auto_class_word(view->pack[i].class);
		if (!class || strcmp(class, "lamp") != 0 || !(view->pack[i].verbs & 1U << VERB_USE))
			continue;
		ui_add(text, "       \t" UI_DIM "your light: %s" UI_END "\n", view->pack[i].name);
		return;
	}
}

void play_page_legal(struct play *play)
{
	struct ui_text text = {0};
	char keys[KEY_NAME_MAX], help[120];
	for (int action = ACTION_ROWS; action < ACTION_COUNT; action++) {
		const struct action_row *row = action_row(action);
		bool legal = row->verb == VERB_COUNT || game_legal(play->game, row->verb);
		if (!legal || (row->group == GROUP_DEBUG && !play->settings.debug) ||
			action == ACTION_LEGAL)
			continue;
		keymap_key_text(play->settings.keys, action, keys, sizeof keys);
		action_help(play->content, action, help, sizeof help);
		ui_add(&text, UI_BRIGHT "%5s" UI_END "  \t%s\n", keys, help);
		if (action == ACTION_USE)
			add_light(&text, play);
	}
	play_page_open(play, "Commands that work here", &text);
	play->page.runs_keys = true;
}

static void help_add_keys(struct ui_text *text, const struct play *play)
{
	char *keys = keymap_help(play->content, play->settings.keys, play->settings.debug);
	for (char *at = keys, *end; at && *at; at = end) {
		end = at + strcspn(at, "\n");
		end += *end == '\n';
		ui_add(text, "%.*s", (int)(end - at), at);
	}
	free(keys);
}

/* Opens the help. The keys come first: a player who asks during a game wants them. */
void play_page_help(struct play *play)
{
	struct ui_text text = {0}, pages = {0};
	const char *page;
	char key[16];
	play_action_text(play, ACTION_OPTIONS, key, sizeof key);
	if (!play->lines)
		ui_add(&text, "Garbled? " UI_BRIGHT "%s" UI_END " sets characters, colours.\n",
			key);
	help_add_keys(&text, play);
	for (unsigned i = 1; (page = ui_series(play->content, "help", i)) != NULL; i++) {
		ui_add(&pages, "\n");
		struct ui_text own = {0};
		ui_add_for(&own, page, play->passing);
		appearances_add_page(&pages, play->content, own.text ? own.text : "");
		ui_add(&pages, "\n");
		free(own.text);
	}
	if (pages.text)
		appearances_in_text(play->content, pages.text);
	if (pages.text)
		keymap_add_page(&text, play->settings.keys, pages.text);
	free(pages.text);
	play_hints_again(play, &text);
	play_page_open(play, "Help", &text);
}

void play_page_level(struct play *play, unsigned flags)
{
	struct ui_text text = {.text = game_level_text(play->game, flags)};
	play_page_open(
		play, flags & LEVEL_TEXT_STAGES ? "How this level was made" : "This level", &text);
	play->page.raw = true;
}
