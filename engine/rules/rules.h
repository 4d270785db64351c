/*
 * The rules' rooms, as far as they ask each other; each part is one file.
 *
 * A command is acted by act_WORD (act_*.c); when it spent time, turn_run lets the world act until
 * the hero may again. Creatures act by their instincts; what they and the hero do to each other is
 * combat and effects; what the hero perceives of it is told by message.c, in words and events.
 * Nobody else speaks.
 */
#ifndef TRAPDOOR_ENGINE_RULES_H
#define TRAPDOOR_ENGINE_RULES_H

#include "engine/map/level_gas.h"
#include "engine/map/sight.h"
#include "engine/save/save.h"
#include "engine/state/birth.h"
#include "engine/state/creature.h"
#include "engine/state/memory.h"
#include "engine/rules/things.h"

/* ---- draw.c: draws of play, by purpose and depth, their counters in the state ---- */

int draw_below(struct game *game, enum purpose purpose, int bound);
int draw_between(struct game *game, enum purpose purpose, int low, int high);

bool draw_percent(struct game *game, enum purpose purpose, int percent);
int draw_roll(struct game *game, enum purpose purpose, struct dice dice);

/* Many draws of one purpose in a row, as long as the hero stays on this depth. */
struct draws {
	uint32_t *counter;
	struct stream_head head;
};
void draws_begin(struct game *game, struct draws *draws, enum purpose purpose);
int draws_between(const struct draws *draws, int low, int high);

/* ---- act_*.c: one function for each verb ---- */

#define ROW(id, number, word, ...)                                                                 \
	enum verdict act_##word(struct game *game, const struct command *command);
ENGINE_VERBS(ROW)
#undef ROW

/* The action made so much noise, and what the hero is too weak to carry in silence; always
 * VERDICT_SPENT. */
enum verdict act_spend(struct game *game, int noise);
/* Says why not, and changes nothing; always VERDICT_REFUSED. item names a thing, or NULL. */
enum verdict act_refuse(struct game *game, enum text_id word, const struct item *item);

/* ---- work.c ---- */

/* The hero walks into what does not give way: it is pulled, shoved or dug.  False: nothing can be
 * done with it, and nothing was. */
bool work_at(struct game *game, int x, int y, enum direction direction);
/* Whether what it does is worth nothing to him as he is, and he can tell: it is refused. */
bool work_is_vain(const struct game *game, int x, int y);

/* ---- turn.c ---- */

/* The hero has acted, for ticks at normal speed: the world goes on until he may act again, or the
 * run ends. */
void turn_run(struct game *game, int ticks);

/* ---- place.c: levels left and entered ---- */

/* Puts the hero on a depth, making it when it is new; up: he comes by its up stairs. */
void place_enter(struct game *game, int depth, bool by_up_stairs);
/* The hero drops to the next depth, where he comes down somewhere; there is one. */
void place_fall(struct game *game);
/* What a level whose terrain was changed or that was just opened needs worked out. */
void place_work_out(struct game *game);
void place_set_terrain(struct game *game, int x, int y, uint16_t terrain);
/* The nearest free cell to put a creature on, the given one included, a safe one if there is any;
 * false when there is none within 6. */
bool place_free_near(const struct game *game, int *x, int *y);

/* ---- terrain.c: what happens to cells, and what they do to who stands there ---- */

/* Whether a change may happen at all: its need is met by whoever does it, slot or -1 for nobody. */
bool terrain_may(const struct game *game, const struct transition *change, int by);
/* A cause reaches a cell: the first of its changes that may and by chance does happens.  True when
 * the cell is another now. */
bool terrain_trigger(struct game *game, int x, int y, enum trigger cause, int by);
/* Someone has come to stand where it stands: it treads, and meets what is dangerous there.  By a
 * handle afterwards: it may not have lived. */
void terrain_enter(struct game *game, int slot);
/* A whole turn on what is dangerous. */
void terrain_stay(struct game *game, int slot);
/* A whole turn of the level: what changes by itself, and what spreads. */
void terrain_turn(struct game *game);
/* Whether a terrain does something by itself each turn. */
bool terrain_is_active(const struct terrain_kind *kind);
/* Whether standing on a terrain does that body harm, as far as it weighs it. */
bool terrain_harms(const struct game *game, int slot, const struct terrain_kind *kind);
/* The change that a cause would make of a cell if slot (-1: nobody) brought it; NULL: none. */
const struct transition *terrain_transition(
	const struct game *game, int x, int y, enum trigger cause, int by);

/* ---- ground.c: things and what they lie on ---- */

/* The cell is as it is now, or something has come to lie there. */
void ground_meets(struct game *game, int x, int y);
/* Fire is there, whether the ground burns or not. */
void ground_burn(struct game *game, int x, int y);
/* On arriving: what fell from above is laid somewhere. */
void ground_lay_fallen(struct game *game);

/* ---- risk.c: what the hero knows of dangers ---- */

/* Whether a terrain harms him that he knows for what it is; whether the air of a cell does. */
bool risk_of_terrain(const struct game *game, const struct terrain_kind *kind);
bool risk_of_air(const struct game *game, size_t at);
/* The most health that one blow of a creature takes of him, with the harm that comes with it. */
int risk_worst_blow(const struct game *game, int slot);

/* ---- gas.c ---- */

#define GAS_FELT 2 /* from here on it is seen, and felt by whoever stands in it */

/* So much of a cloud is let go at a cell, and acts at once on whoever stands there; false when it
 * has nowhere to go. */
bool gas_release(struct game *game, uint16_t cloud, int x, int y, int amount);
/* A whole turn of all gases: they even out, decay, are breathed and set off. */
void gas_turn(struct game *game);
/* How thick a cloud is at a cell; and the thickest there, KIND_NONE in clear air. */
int gas_at(const struct game *game, uint16_t cloud, int x, int y);
uint16_t gas_thickest(const struct game *game, int x, int y);
/* Fire is at a cell: what burns there goes up.  By a handle afterwards, as after any effect. */
void gas_kindle(struct game *game, int x, int y);
/* Whether there is gas at a cell that would do that body harm, as far as it can see it. */
bool gas_harms(const struct game *game, int slot, int x, int y);
/* Of a body's next steps, bits 1 << direction to cells of the level, those into such gas; none when
 * it stands in some. */
uint8_t gas_bars(const struct game *game, int slot, uint8_t steps);
/* The flags of all cells that gas darkens or hides, on a level where none is set yet. */
void gas_work_out(struct game *game);
/* Aborts when an amount is where none can be, or the sums do not agree. */
void gas_check(const struct game *game);

/* ---- flight.c ---- */

#define THROW_REACH 10   /* cells, of an arm */
#define BLOWS_TO_KNOW 20 /* that make a piece of gear known */
#define FOOD_WEAK 100    /* turns of food from which on hunger weakens */
#define WEAK_MIGHT 2     /* might that hunger takes, */
#define WEAKENED_MIGHT 3 /* and the status */
#define STARVING_EVERY 5 /* turns for each health that starving takes */
#define RANGE_UNKNOWN 7  /* cells, that a thing is taken to reach as long as it is not known */

/* The cells on the way from one through another and on, as all goes that flies. */
struct flight_line {
	int16_t from_x, from_y, to_x, to_y;
	int16_t x, y; /* where it is: at first where it comes from */
	int16_t error;
};
struct flight_line flight_line(int from_x, int from_y, int to_x, int to_y);
void flight_line_step(struct flight_line *line);

struct launch {
	uint16_t kind;    /* of flight_kind */
	struct item item; /* what flies; count 0: nothing that is left afterwards */
	int source;       /* slot of who threw or shot it; -1: nobody did */
	int accuracy;     /* percent before the guard of whom it meets */
	struct dice damage;
	int from_x, from_y, to_x, to_y; /* through the target, as far as its range */
	uint8_t blow;     /* 1 + index of the blow of a creature's kind; 0: a thing, or no body's */
	uint16_t blow_of; /* that kind */
	uint8_t farther;  /* cells more than its kind's range */
};

/* Lets something fly.  It moves with the world's turns; false when too much is in the air, and
 * what was thrown then lies at its feet. */
bool flight_launch(struct game *game, const struct launch *launch);
/* Tick at which something flying moves next; UINT32_MAX when nothing flies. */
uint32_t flight_next(struct game *game);
/* Whatever is due first moves on by a cell; true when it only flew, and nothing came of it. */
bool flight_move_due(struct game *game);
/* What is in the air at a cell, as the hero sees it: the index of a missile, -1 for none. */
int flight_seen_at(const struct game *game, int x, int y);
/* Events for what has moved since the last time. */
void flight_report(struct game *game);
uint16_t flight_appearance(const struct game *game, int index);
/* Aborts when what is in the air could not be. */
void flight_check(const struct game *game);

/* ---- populate.c, populate_items.c, deck.c: what a new level holds ---- */

void populate_level(struct game *game);

/* What is felt of a level that is new: words, or TEXT_COUNT for nothing.  Worked out before the
 * hero comes there with whoever follows him, and told then (feeling.c). */
struct feeling {
	enum text_id natives, things;
};
void feeling_work_out(const struct game *game, struct feeling *feeling);
/* Says as much as there is room for, and keeps all; returns how many sentences were said. */
int feeling_report(struct game *game, const struct feeling *feeling, int room);
/* The nth of what was felt of the level as a whole, below FEELINGS_SHOWN; 0: nothing. */
size_t feeling_shown(const struct game *game, int nth, char *text, size_t size);
void populate_items(struct game *game);
void populate_graves(struct game *game);
/* A kind that lives at this depth, by weight, and is not the only one; KIND_NONE: none does. */
uint16_t populate_kind(const struct game *game, struct stream *stream);
/* The same of so many depths further down; and one that would join who frees it. */
uint16_t populate_kind_below(const struct game *game, struct stream *stream, int below);
uint16_t populate_captive_kind(const struct game *game, struct stream *stream);
/* One of a kind at or near a cell; its slot, or -1 when there is no room. */
int populate_body(struct game *game, struct stream *stream, uint16_t kind, int x, int y);
/* Who and what are in the vaults of a new level (populate_vaults.c). */
void populate_vaults(struct game *game);
/* A wanderer comes by the stairs, out of sight. */
void populate_wanderer(struct game *game);
/* How much gold lies in a heap of that depth. */
uint16_t populate_gold_amount(const struct game *game, struct stream *stream, int depth);
/* A thing of a kind as it is found: count, charges, plus and what is special about it drawn. */
struct item populate_item(
	const struct content *content, struct stream *stream, uint16_t kind, int depth);
/* A kind as one is found by chance at a depth: of a class, or of any (ITEM_CLASS_COUNT); KIND_NONE
 * when there is none. */
uint16_t populate_choose(
	const struct content *content, struct stream *stream, enum item_class class, int depth);
/* The depth where this run has an artefact: an affix of one kind.  0: nowhere. */
int populate_artefact_depth(const struct content *content, const struct seed *seed, uint16_t affix);
/* The deck's things for a depth, at most max; returns how many. */
size_t deck_deal(const struct content *content, const struct seed *seed, int depth,
	struct item *items, size_t max);
/* Whether a kind has an effect. */
bool item_kind_does(const struct item_kind *kind, enum effect effect);

/* ---- creature.c; creature.h has what is only asked ---- */

int creature_add(
	struct game *game, uint16_t kind, int x, int y, int health); /* slot, or -1: no room */
void creature_remove(struct game *game, int slot);
void creature_move(struct game *game, int slot, int x, int y);
/* Two change places; false when the ground does not take either. */
bool creature_swap(struct game *game, int slot, int other);
/* In percent of the normal; and ticks until it acts again after an action of `ticks` at that. */
int creature_speed(const struct game *game, int slot);
int creature_delay(const struct game *game, int slot, int ticks);
void creature_notice(struct game *game, int slot);
/* He who falls in the action in which he noticed the hero is told of by his end alone. */
void creature_forget_noticed(struct game *game, int slot);
void creature_wake(struct game *game, int slot);
/* Whether it has a use for what it carries. */
bool creature_uses_items(const struct game *game, int slot);
/* What it is called: its kind's name, or a killer's own. */
void creature_name(const struct game *game, int slot, char *name, size_t size);

/* ---- status.c ---- */

bool creature_resists(const struct game *game, int slot, enum status status);
/* False when it resists, or has it and cannot have more. */
bool creature_afflict(struct game *game, int slot, enum status status, int turns);
/* And says that it ended; which may be the end of who was only called. */
void creature_cure(struct game *game, int slot, enum status status);
bool status_is_ill(enum status status); /* nobody wants it */
/* How much it does: guard, accuracy, might, damage or turns an effort; 0 where nothing counts. */
struct dice status_figure(enum status status);
bool creature_is_helpless(const struct game *game, int slot); /* does nothing, whoever asks */
/* Tears at what it is stuck in instead of stepping; false when it is not stuck. */
bool creature_struggles(struct game *game, int slot);
/* What it is stuck in is there no longer; and it holds nobody any more. */
void creature_comes_free(struct game *game, int slot);
void creature_lets_go(struct game *game, int slot);
bool creature_reaches(const struct game *game, int slot, int other); /* is beside it */
/* A whole turn of all its statuses, which may be its last. */
void creature_pass_turn(struct game *game, int slot);

/* ---- foe.c: whom it fights, whether it sees him, what it is taken for ---- */

/* The slot of whom it fights: the hero, or who of his side stands next to it; of an ally and of one
 * in discord the nearest enemy that it sees.  -1: nobody. */
int foe_of(const struct game *game, int slot);
/* Whether two are of different sides, or a rule sets them at each other. */
bool foe_opposes(const struct game *game, int slot, int other);
bool creature_has_instinct(const struct game *game, int slot, enum instinct instinct);
/* It lies still and is taken for a thing or a terrain; what that looks like; and the end of it. */
bool creature_poses(const struct game *game, int slot);
uint16_t creature_pose_appearance(const struct game *game, int slot);
/* The thing that somebody is taken for who poses as one; its kind is KIND_NONE otherwise. */
struct item creature_posed_item(const struct game *game, int slot);
void creature_reveal(struct game *game, int slot);
/* Whether one sees another, either of them the hero or not. */
bool senses_sees(const struct game *game, int slot, int other);
/* Whether light passes between two cells, for pairs without the hero. */
bool senses_line(const struct game *game, int x, int y, int to_x, int to_y);

/* ---- ally.c ---- */

/* The hero walks into one in shackles: he works at them until they give. */
void ally_free(struct game *game, int slot);
/* It is of the hero's side from now on; and no longer; and is no longer there. */
void ally_joins(struct game *game, int slot);
void ally_leaves(struct game *game, int slot);
void ally_fades(struct game *game, int slot);
/* The hero and an ally change places; false when it cannot. */
bool ally_swap(struct game *game, int slot);

/* ---- senses.c ---- */

void senses_look(struct game *game); /* the hero's sight and memory */
/* True if the hero is shown a creature: he sees it, or knows by other means where it is. */
bool senses_shows(const struct game *game, int slot);
void senses_meet(struct game *game); /* who has come into sight, when nothing else has changed */
bool senses_hero_sees(const struct game *game, int slot); /* sees the creature */
bool senses_sees_hero(const struct game *game, int slot); /* the creature sees him */
/* Whether the hero sees a cell; whether he and it are in one line: as of his last look. */
static inline bool senses_hero_sees_cell(const struct game *game, int x, int y)
{
	return level_inside(game->level, x, y) &&
	       (game->level->flags[level_at(game->level, x, y)] & LEVEL_SEEN);
}
static inline bool senses_in_line(const struct game *game, int x, int y)
{
	return sight_line(game->level, x, y);
}
void senses_lay_smell(struct game *game);
void senses_refresh(struct game *game); /* sight alone, nothing remembered */
uint32_t senses_smell_at(
	const struct game *game, int x, int y); /* turn + 1 of the visit, 0: none left */
void senses_make_noise(struct game *game);      /* the hero's, of this action */
void senses_noise_at(struct game *game, int x, int y, int radius);

/* ---- memory_see.c ---- */

void memory_see(struct game *game); /* all that is in sight */
/* One cell is known as it is, in sight or not. */
void memory_see_cell(struct game *game, int x, int y);

/* ---- light.c ---- */

/* Whether a cell is lit, by itself or by something near it, and no dark gas is there. */
static inline bool light_at(const struct game *game, int x, int y)
{
	uint8_t flags = game->level->flags[level_at(game->level, x, y)];
	return (flags & (LEVEL_LIT | LEVEL_GLOW)) && !(flags & LEVEL_GLOOM);
}
/* How far a body lights the cells about it; 0 when it does not shine. */
int light_of(const struct game *game, int slot);
/* Works LEVEL_GLOW out anew where something has changed since the last time. */
void light_update(struct game *game);
/* What shines on dark ground in sight, into its cells of a view. */
void light_view(const struct game *game, struct view_cell *cells);
/* What has changed: another level; a cell, as far as light passes it; which terrains shine. */
void light_forget(struct game *game);
void light_ground_changed(struct game *game, int x, int y);
void light_standing_changed(struct game *game);
/* A body came, went or moved: when it shines, light is to be worked out anew before anyone acts. */
void light_moved(struct game *game, int slot);

/* ---- hearing.c: what the hero hears ---- */

/* A whole turn: steps, and terrain that has a sound. */
void hearing_turn(struct game *game);
/* A sound at a place: it disturbs creatures as far as its row says, and the hero is told of it when
 * it carries to him and he does not see the place. */
void hearing_sound(struct game *game, enum sound sound, int x, int y);
/* What is heard of a change of terrain from what it was that somebody, or nobody (-1), caused; of
 * the hero's own the noise of his action tells.  A gate that he hears near by is known to him as it
 * is now. */
void hearing_change(struct game *game, enum trigger cause, const struct terrain_kind *was, int x,
	int y, int by);
/* Whether nobody is up and about as far as he hears. */
bool hearing_silence(struct game *game);

/* ---- instinct.c ---- */

void instinct_act(struct game *game, int slot);

/* ---- combat.c ---- */

struct blow_chance {
	int percent;
	struct dice dice;
};
struct blow_chance combat_hero_chance(const struct game *game, int target);
int combat_hit_percent(const struct game *game, int attacker, int defender);
int combat_guard(const struct game *game, int slot);
int combat_accuracy(const struct game *game); /* the hero's, with what he wields */
/* The same with what the hero does not know of his gear left out: what the player is shown. */
int combat_shown_percent(const struct game *game, int attacker, int defender);
int combat_shown_guard(const struct game *game);
int combat_shown_shot(const struct game *game, const struct item *item, bool fired, int target);
/* Cells that what the hero lets fly goes beyond its kind's range. */
int combat_farther(const struct game *game);
int combat_missing_might(const struct game *game);
/* The hero's strike, with all that his weapon makes of it (blow.c). */
void combat_hero_strikes(struct game *game, int target);
/* Whom he would strike across empty cells in a direction: a slot, or -1. */
int combat_reached(const struct game *game, enum direction direction);
/* A blow that missed him may be answered at once. */
void combat_riposte(struct game *game, int target);
void combat_creature_strikes(struct game *game, int slot, int target);
void combat_creature_shoots(struct game *game, int slot, int target);
/* After a hit: a thief whose hands are free takes a thing or gold, and runs with it. */
void combat_steal(struct game *game, int slot, int target);
void combat_creature_throws(struct game *game, int slot, struct item item, int target);
void combat_throw(struct game *game, struct item item, int x, int y);
/* Ammunition, from the launcher that is in hand. */
void combat_fire(struct game *game, struct item item, int x, int y);
/* Something in flight has come to a body: it hits or misses. */
bool combat_missile_meets(struct game *game, const struct missile *missile, int target);
/* Takes health; by is the slot that did it, or -1; cause says what it was when nobody. True when it
 * died of it. */
enum harm { HARM_BLOW, HARM_HUNGER, HARM_POISON, HARM_ITEM };
bool combat_harm(struct game *game, int slot, int amount, int by, enum harm harm, const char *item);
void combat_gain(struct game *game, int experience);
int combat_next_level(int level); /* experience at which the next level comes */
int combat_health_at(const struct content *content, int level);

/* ---- effect.c ---- */

/* The status that is all that an effect gives, or STATUS_COUNT. */
enum status effect_status(enum effect effect);
/* The hint of the first effect that has one: what it is good for. */
enum view_hint hint_of_effects(const struct clause *effects, int count);
/* Whether one does it to himself or his own, rather than to his foe. */
bool effect_helps(enum effect effect);
/* The same so many percent stronger: what it gives or takes, and how long it lasts. */
struct clause effect_more(const struct clause *clause, int percent);
/* Whether it does something to a cell where nobody stands. */
bool effect_is_of_ground(const struct clause *clause);
/* Whether it did anything that the hero could tell. */
bool effect_apply(
	struct game *game, const struct clause *clause, int x, int y, int source, const char *item);
bool effect_all(struct game *game, const struct clause *clauses, int count, int x, int y,
	int source, const char *item);

/* ---- message.c: all that is said ---- */

void message_say(struct game *game, enum text_id word, const struct word_facts *facts);
void message_say_text(struct game *game, const char *text, enum colour_role role);
/* Takes a sentence of this or the last turn back: what follows says it better, or it holds no
 * longer. */
/* Whether the newest says just that. */
bool message_is_newest(const struct game *game, enum text_id word);
void message_unsay(struct game *game, enum text_id word, const struct word_facts *facts);
/* Puts another sentence in the place of that message, of the present command. */
void message_change(
	struct game *game, uint32_t serial, enum text_id word, const struct word_facts *facts);
/* Whether something ended in these words within so many turns, as far as messages are kept. */
bool message_ended(const struct game *game, const char *tail, uint32_t turns);
/* Whether the word's sentence was said, of whomever. */
bool message_said(const struct game *game, enum text_id word, uint32_t turns);
/* Says what goes on, and only unless it was said within so many turns. */
void message_say_rarely(
	struct game *game, enum text_id word, const struct word_facts *facts, uint32_t turns);
/* A longer text in several messages, cut between sentences, or else between words. */
void message_say_long(struct game *game, const char *text, enum colour_role role);
struct word_actor message_actor(struct game *game, int slot); /* "something" when unseen */
void message_item(struct game *game, enum text_id word, const struct item *item);
void event_add(struct game *game, enum event_kind kind, uint16_t appearance, int x, int y,
	int amount, const char *subject);
/* Of a creature; one that is unseen has no look and no name. */
void event_creature(struct game *game, enum event_kind kind, int slot, int amount);
void event_flight(struct game *game, uint16_t appearance, int from_x, int from_y, int x, int y,
	const char *subject);

/* ---- body.c: hunger, healing, what every whole turn brings ---- */

void body_turn(struct game *game);
enum hunger body_hunger(const struct game *game);
int body_might(const struct game *game);
int body_eat(struct game *game, int food);

/* ---- aim.c: where effects act ---- */

struct aiming {
	enum aim aim;
	int range;
	int spread; /* a cone is a cell wider to each side for so many that it is long; 0: 1 */
	uint16_t appearance; /* of what flies; 0: nothing is seen */
	const char *subject; /* of the event that tells of it: an id */
	const struct clause *effects;
	int count;
	int source;       /* slot of who does it */
	int x, y;         /* where to; aims at himself and at everybody do not ask */
	const char *item; /* what a tombstone names; may be NULL */
};

#define AIM_CELLS_MAX 1000
struct aim_cells {
	size_t count;
	int16_t at[AIM_CELLS_MAX][2];
	int16_t from_x, from_y; /* who aims */
	int16_t end_x, end_y;   /* the last cell of a line; */
	bool stopped;           /* it is what stopped it, and none of the cells */
};
/* The cells that it would reach as things are, whatever the hero knows of it. */
void aim_cells(const struct game *game, const struct aiming *aiming, struct aim_cells *cells);
/* Does the effects there, stronger by the hero's power; whether anything came of it that he could
 * tell.  By handles afterwards. */
bool aim_apply(struct game *game, const struct aiming *aiming);

/* ---- choice.c: heirlooms and talents ---- */

/* What is to be chosen now, and the kinds (of item or talent) among which; CHOICE_NONE: nothing. */
enum choice_kind choice_now(
	const struct game *game, uint16_t options[VIEW_CHOICES_MAX], size_t *count);
/* Says that there is something to choose, if there is. */
void choice_report(struct game *game);
/* Aborts when more was chosen than there was to choose. */
void choice_check(const struct game *game);

/* ---- spell.c ---- */

/* Those that he does not know yet; it is told at once of all. */
void spell_learn(struct game *game, const uint16_t *spells, int count);
int spell_mana(const struct game *game, uint16_t spell); /* that it costs him */
/* So much more of it, or less; false when it is as it was. */
bool spell_gain_mana(struct game *game, int amount);
/* Why he cannot cast it now; TEXT_COUNT: he can. */
enum text_id spell_forbidden(const struct game *game, uint16_t spell);

/* ---- story.c: quests, and what switchboards say ---- */

/* The hero has come to a level that nobody has seen: its quests open, and are told.  Then its
 * vaults are felt, as many as there is room to tell of.  Both return how many sentences were said.
 */
int story_arrive(struct game *game);
int story_report(struct game *game, int room);
/* The nth of what was told of the level on coming to it, below FEELINGS_SHOWN, or NULL. */
const char *story_feeling(const struct game *game, int nth, const struct laid_vault **vault);
/* What may complete a quest has happened: to a thing or to a body of that kind. */
void story_happens(struct game *game, enum quest_wants wants, uint16_t kind);
/* He plugs in: the next call that this depth has is told, each once. */
void story_call(struct game *game);
/* The hero stands at a cradle: with the Receiver in hand that is the end of the line. */
void story_cradle(struct game *game);
/* He leaves alive: what he carries may be what was wanted. */
void story_leave(struct game *game);
/* Quests that are done. */
int story_done(const struct game *game);

/* ---- birth_hero.c, result.c ---- */

void birth_hero(struct game *game);
void result_end(struct game *game, enum outcome outcome, const char *killer, const char *cause);
int result_score(const struct game *game);

/* ---- game_check.c ---- */

/* Aborts when an invariant does not hold. */
void game_check(const struct game *game);

#endif
