/*
 * Story: quests and switchboard calls.
 *
 * A run has some of the quests, each with its vault on one depth (story_plan.c). A quest opens when
 * the hero enters that level and is done when the wanted event happens. A switchboard shows the
 * next call of its depth; each is heard once in a run.
 */
#include "engine/rules/rules.h"
#include "engine/rules/talk.h"

#include <string.h>

/* ---- The plot's texts ---- */

/* Returns the retelling of the run's plot about a letter, a quest or an ending, or NULL. */
static const struct retelling_kind *retelling_of(
	const struct game *game, uint16_t letter, uint16_t quest, unsigned ending)
{
	const struct content *content = game->content;
	for (uint16_t i = 0; i < content->counts.retellings; i++) {
		const struct retelling_kind *kind = &content->stories.retellings[i];
		if (kind->plot == game->derived.plot && kind->letter == letter &&
			kind->quest == quest && kind->ending == ending)
			return kind;
	}
	return NULL;
}

const char *story_letter(const struct game *game, uint16_t kind)
{
	const struct retelling_kind *other = retelling_of(game, kind, KIND_NONE, ENDING_COUNT);
	return other != NULL ? other->text : game->content->items[kind].text;
}

struct quest_texts story_quest(const struct game *game, uint16_t quest)
{
	const struct quest_kind *kind = &game->content->quests[quest];
	const struct retelling_kind *other = retelling_of(game, KIND_NONE, quest, ENDING_COUNT);
	struct quest_texts texts = {kind->text, kind->call, kind->done};
	if (other != NULL && other->text[0] != '\0')
		texts.text = other->text;
	if (other != NULL && other->call[0] != '\0')
		texts.call = other->call;
	if (other != NULL && other->done[0] != '\0')
		texts.done = other->done;
	return texts;
}

void story_ending(struct game *game, enum talk_ending ending)
{
	static const enum text_id texts[] = {
#define ROW(id, word, text) [ENDING_##id] = TEXT_##text,
		CONTENT_ENDINGS(ROW)
#undef ROW
	};
	const struct retelling_kind *other = retelling_of(game, KIND_NONE, KIND_NONE, ending);
	if (other != NULL)
		message_say_text(game, other->text, words_role(game->content, texts[ending]));
	else
		message_say(game, texts[ending], NULL);
}

/* ---- Quests ---- */

static bool is_room_of(const struct quest_kind *quest, uint16_t vault)
{
	for (int i = 0; i < quest->vault_count; i++)
		if (quest->vaults[i] == vault)
			return true;
	return false;
}

static bool open(struct game *game, uint16_t quest)
{
	const struct quest_kind *kind = &game->content->quests[quest];
	if (game->knowledge.quests[quest] != 0)
		return false;
	game->knowledge.quests[quest] = 1 + QUEST_OPEN;
	event_add(
		game, EVENT_QUEST, 0, game_hero(game)->x, game_hero(game)->y, QUEST_OPEN, kind->id);
	message_say_text(game, story_quest(game, quest).call, COLOUR_ROLE_GOLD);
	return true;
}

const char *story_feeling(const struct game *game, int nth, const struct laid_vault **vault)
{
	const struct level *level = game->level;
	for (int i = 0, shown = 0; i < level->vault_count && shown < FEELINGS_SHOWN; i++) {
		const char *feeling = game->content->vaults[level->vaults[i].kind].feeling;
		*vault = &level->vaults[i];
		if (feeling[0] != '\0' && shown++ == nth)
			return feeling;
	}
	return NULL;
}

int story_arrive(struct game *game)
{
	const struct level *level = game->level;
	int shown = 0;
	for (int i = 0; i < level->vault_count; i++)
		for (uint16_t quest = 0; quest < game->content->counts.quests; quest++)
			if (is_room_of(&game->content->quests[quest], level->vaults[i].kind))
				shown += open(game, quest);
	return shown;
}

int story_report(struct game *game, int room)
{
	int shown = 0;
	for (int i = 0; i < FEELINGS_SHOWN && shown < room; i++) {
		const struct laid_vault *vault;
		const char *feeling = story_feeling(game, i, &vault);
		if (feeling == NULL)
			break;
		message_say_text(game, feeling, COLOUR_ROLE_TEXT);
		shown++;
	}
	return shown;
}

static void give(struct game *game, uint16_t kind, int count)
{
	struct stream stream;
	const struct creature *hero = game_hero(game);
	stream_begin(&stream, &game->seed, PURPOSE_STORY, game->depth, kind + 1u);
	struct item item = populate_item(game->content, &stream, kind, game->depth);
	if (game->content->items[kind].stacks)
		item.count = (uint16_t)(item.count * count);
	message_item(game, TEXT_REWARD, &item);
	if (item_fits(game, &item))
		item_into_pack(game, item);
	else
		item_to_floor_near(game, item, hero->x, hero->y);
}

void story_happens(struct game *game, enum quest_wants wants, uint16_t kind)
{
	for (uint16_t i = 0; i < game->content->counts.quests && game_going(game); i++) {
		const struct quest_kind *quest = &game->content->quests[i];
		bool of_body = wants == WANTS_SLAY || wants == WANTS_FREE;
		if (quest->wants != wants || (of_body ? quest->body : quest->thing) != kind ||
			game->knowledge.quests[i] != 1 + QUEST_OPEN)
			continue;
		game->knowledge.quests[i] = 1 + QUEST_DONE;
		event_add(game, EVENT_QUEST, 0, game_hero(game)->x, game_hero(game)->y, QUEST_DONE,
			quest->id);
		message_say_text(game, story_quest(game, i).done, COLOUR_ROLE_GOLD);
		if (quest->reward != KIND_NONE)
			give(game, quest->reward, quest->rewards);
	}
}

void story_cradle(struct game *game)
{
	char cause[sizeof game->ending.cause];
	if (!game_going(game) || !item_is_carried(game, game->content->receiver))
		return;
	story_leave(game);
	story_ending(game, ENDING_FAR);
	words_expand(game->content, TEXT_CAUSE_WON_FAR, NULL, cause, sizeof cause);
	result_end(game, OUTCOME_WON, "", cause);
}

void story_leave(struct game *game)
{
	for (uint16_t i = 0; i < game->content->counts.quests; i++) {
		const struct quest_kind *quest = &game->content->quests[i];
		if (quest->wants == WANTS_CARRY && item_is_carried(game, quest->thing))
			story_happens(game, WANTS_CARRY, quest->thing);
	}
}

int story_done(const struct game *game)
{
	int done = 0;
	for (uint16_t i = 0; i < game->content->counts.quests; i++)
		done += game->knowledge.quests[i] == 1 + QUEST_DONE;
	return done;
}

void story_call(struct game *game)
{
	uint16_t first = 0;
	const struct content *content = game->content;
	if (content->counts.calls > 0) {
		struct stream stream;
		stream_begin(&stream, &game->seed, PURPOSE_STORY, game->depth, 0);
		first = (uint16_t)stream_below(&stream, content->counts.calls);
	}
	for (uint16_t i = 0; i < content->counts.calls; i++) {
		uint16_t call = (uint16_t)((first + i) % content->counts.calls);
		const struct call_kind *kind = &content->stories.calls[call];
		if (game->knowledge.calls[call] || game->depth < kind->depth_low ||
			game->depth > kind->depth_high)
			continue;
		game->knowledge.calls[call] = 1;
		message_say_long(game, kind->text, COLOUR_ROLE_PAPER);
		return;
	}
}
