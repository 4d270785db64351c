/* Messages and events, limited to what the hero perceives. */
#include "engine/rules/rules.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *const event_words[EVENT_KIND_COUNT] = {
#define ROW(id, word) [EVENT_##id] = word,
	ENGINE_EVENTS(ROW)
#undef ROW
};

const char *event_word(enum event_kind kind)
{
	assert((unsigned)kind < EVENT_KIND_COUNT);
	return event_words[kind];
}

static uint32_t next_serial(struct game *game)
{
	game->messages.newest += game->messages.newest < SERIAL_MOST;
	return game->messages.newest;
}

/* Returns the index of the newest message with this text, or -1. It must be the last message and at
 * most a turn old, or belong to the present command. */
static int same_of_late(const struct game *game, const char *text)
{
	for (int i = game->messages.count - 1; i >= 0; i--) {
		const struct message *message = &game->messages.list[i];
		bool last = i == game->messages.count - 1 && message->turn + 1 >= game_turn(game);
		if (!last && message->serial <= game->report.newest_before)
			return -1;
		if (strcmp(message->text, text) == 0)
			return message->repeats < UINT16_MAX ? i : -1;
	}
	return -1;
}

/* Counts a sentence again instead of repeating it, if it is from this turn, the last turn or the
 * present command. The message moves to the end, so that serials stay in order. */
static bool joins(struct game *game, const char *text)
{
	int at = same_of_late(game, text), end = game->messages.count - 1;
	if (at < 0)
		return false;
	struct message message = game->messages.list[at];
	memmove(&game->messages.list[at], &game->messages.list[at + 1],
		(size_t)(end - at) * sizeof message);
	message.repeats++;
	message.turn = game_turn(game);
	message.serial = next_serial(game);
	game->messages.list[end] = message;
	return true;
}

bool message_ended(const struct game *game, const char *tail, uint32_t turns)
{
	size_t length = strlen(tail);
	for (int i = game->messages.count - 1; i >= 0; i--) {
		const struct message *message = &game->messages.list[i];
		if (message->turn + turns < game_turn(game))
			return false;
		size_t size = strlen(message->text);
		if (length > 0 && size >= length && message->text[size - length] == tail[0] &&
			!strcmp(message->text + size - length, tail))
			return true;
	}
	return false;
}

/* Searches for the end of the message's template, which does not depend on the actor. */
bool message_said(const struct game *game, enum text_id word, uint32_t turns)
{
	return message_ended(game, words_tail(game->content, word), turns);
}

void message_say_rarely(
	struct game *game, enum text_id word, const struct word_facts *facts, uint32_t turns)
{
	if (!message_said(game, word, turns))
		message_say(game, word, facts);
}

/* ---- One sentence ---- */

/* Drops the oldest message. The list moves down only when no spare room is left behind it. */
static void forget_oldest(struct game *game)
{
	game->messages.list++;
	game->messages.count--;
	if (game->messages.list <= game->messages.room + MESSAGES_SPARE)
		return;
	memmove(game->messages.room, game->messages.list,
		game->messages.count * sizeof game->messages.list[0]);
	game->messages.list = game->messages.room;
}

void message_say_text(struct game *game, const char *text, enum colour_role role)
{
	if (text == NULL || text[0] == '\0' || joins(game, text))
		return;
	if (game->messages.count == MESSAGES_KEPT)
		forget_oldest(game);
	struct message *message = &game->messages.list[game->messages.count++];
	*message = (struct message){
		.serial = next_serial(game), .turn = game_turn(game), .repeats = 1};
	message->role = (uint8_t)role;
	snprintf(message->text, sizeof message->text, "%s", text);
}

static bool ends_sentence(const char *text, size_t at)
{
	while (at > 0 && (text[at - 1] == '"' || text[at - 1] == ')'))
		at--;
	return at > 0 && strchr(".!?", text[at - 1]) != NULL;
}

/* Returns where to cut a text that does not fit: after the last whole sentence, else at the last
 * space. */
static size_t cut_at(const char *text, size_t room)
{
	size_t length = strlen(text), space = 0, sentence = 0;
	if (length <= room)
		return length;
	for (size_t at = 1; at <= room; at++) {
		if (text[at] != ' ')
			continue;
		space = at;
		sentence = ends_sentence(text, at) ? at : sentence;
	}
	return sentence > 0 ? sentence : space > 0 ? space : room;
}

void message_say_long(struct game *game, const char *text, enum colour_role role)
{
	char part[sizeof game->messages.list[0].text];
	while (*text != '\0') {
		size_t length = cut_at(text, sizeof part - 1);
		snprintf(part, sizeof part, "%.*s", (int)length, text);
		message_say_text(game, part, role);
		text += length;
		text += strspn(text, " ");
	}
}

void message_say(struct game *game, enum text_id word, const struct word_facts *facts)
{
	char text[sizeof game->messages.list[0].text];
	words_expand(game->content, word, facts, text, sizeof text);
	message_say_text(game, text, words_role(game->content, word));
}

void message_unsay(struct game *game, enum text_id word, const struct word_facts *facts)
{
	char text[sizeof game->messages.list[0].text];
	words_expand(game->content, word, facts, text, sizeof text);
	for (int i = game->messages.count - 1; i >= 0; i--) {
		struct message *message = &game->messages.list[i];
		if (message->turn + 1 < game_turn(game))
			return;
		if (message->repeats > 1 || strcmp(message->text, text) != 0)
			continue;
		game->messages.count--;
		memmove(message, message + 1, (size_t)(game->messages.count - i) * sizeof *message);
		return;
	}
}

bool message_is_newest(const struct game *game, enum text_id word)
{
	char text[sizeof game->messages.list[0].text];
	words_expand(game->content, word, NULL, text, sizeof text);
	return game->messages.count > 0 &&
	       strcmp(game->messages.list[game->messages.count - 1].text, text) == 0;
}

void message_change(
	struct game *game, uint32_t serial, enum text_id word, const struct word_facts *facts)
{
	for (int i = game->messages.count - 1; i >= 0; i--)
		if (game->messages.list[i].serial == serial)
			words_expand(game->content, word, facts, game->messages.list[i].text,
				sizeof game->messages.list[i].text);
}

void message_item(struct game *game, enum text_id word, const struct item *item)
{
	char name[64];
	item_name(game, item, ARTICLE_THE, name, sizeof name);
	message_say(game, word, &(struct word_facts){.item = name});
}

/* Returns the name of a past hero's killer. Two names are kept, for the actor and the target of a
 * sentence. */
static const char *proper_name(struct game *game, int slot)
{
	char *name = game->report.names[game->report.name_next];
	game->report.name_next ^= 1;
	creature_name(game, slot, name, sizeof game->report.names[0]);
	return name;
}

struct word_actor message_actor(struct game *game, int slot)
{
	if (slot == HERO)
		return (struct word_actor){.you = true};
	if (slot < 0 || !senses_hero_sees(game, slot))
		return (struct word_actor){0};
	if (game->creatures[slot].past > 0)
		return (struct word_actor){.name = proper_name(game, slot), .proper = true};
	return (struct word_actor){.name = creature_kind(game, slot)->name,
		.yours = game->creatures[slot].flags & CREATURE_ALLY};
}

static void event_put(struct game *game, struct event event)
{
	if (game->events.count < EVENTS_MAX)
		game->events.list[game->events.count++] = event;
}

void event_add(struct game *game, enum event_kind kind, uint16_t appearance, int x, int y,
	int amount, const char *subject)
{
	event_put(game, (struct event){.kind = (uint8_t)kind,
				.appearance = appearance,
				.x = (int16_t)x,
				.y = (int16_t)y,
				.from_x = (int16_t)x,
				.from_y = (int16_t)y,
				.amount = amount,
				.subject = subject});
}

/* Adds an event about a creature. An unseen one has no kind, and its cell only if it is adjacent;
 * otherwise the hero's cell stands for it. */
void event_creature(struct game *game, enum event_kind kind, int slot, int amount)
{
	bool seen = senses_hero_sees(game, slot);
	bool felt = seen || creature_reaches(game, HERO, slot);
	const struct creature *creature = &game->creatures[felt ? slot : HERO];
	uint16_t appearance =
		seen ? creature_kind(game, slot)->appearance : game->content->unseen_appearance;
	event_add(game, kind, appearance, creature->x, creature->y, amount,
		seen ? creature_kind(game, slot)->id : "");
}

void event_flight(struct game *game, uint16_t appearance, int from_x, int from_y, int x, int y,
	const char *subject)
{
	event_put(game, (struct event){.kind = EVENT_FLIGHT,
				.appearance = appearance,
				.x = (int16_t)x,
				.y = (int16_t)y,
				.from_x = (int16_t)from_x,
				.from_y = (int16_t)from_y,
				.subject = subject});
}

bool game_next_event(struct game *game, struct event *event)
{
	if (game->events.next >= game->events.count)
		return false;
	*event = game->events.list[game->events.next++];
	return true;
}

void message_conduct(struct game *game, enum conduct conduct)
{
	char text[80];
	if (!conduct_end(game, conduct))
		return;
	game_conducts_text(game->content, 1u << conduct, text, sizeof text);
	message_say(game, TEXT_CONDUCT_BROKEN, &(struct word_facts){.text = text});
}
