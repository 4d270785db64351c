/*
 * Functions that the files of engine/rules share.
 *
 * act_VERB (act_*.c) carries out a command. If it took time, turn_run lets the world act until the
 * hero's next turn. Creatures act by their instincts. Combat and effects apply what creatures and
 * the hero do to each other. message.c alone reports what the hero perceives, as messages and
 * events.
 */
#ifndef TRAPDOOR_ENGINE_RULES_H
#define TRAPDOOR_ENGINE_RULES_H

#include "engine/map/level_gas.h"
#include "engine/map/sight.h"
#include "engine/save/save.h"
#include "engine/state/birth.h"
#include "engine/state/creature.h"
#include "engine/state/memory.h"
#include "engine/rules/populate.h"
#include "engine/rules/things.h"

/* ---- draw.c: random draws of play by purpose and depth; the state stores the counters ---- */

int draw_below(struct game *game, enum purpose purpose, int bound);
int draw_between(struct game *game, enum purpose purpose, int low, int high);

bool draw_percent(struct game *game, enum purpose purpose, int percent);
int draw_roll(struct game *game, enum purpose purpose, struct dice dice);

/* Many draws of one purpose in a row. Valid while the hero stays on this depth. */
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

/* Sets the noise of the action, which grows with noisy and too heavy gear. Always returns
 * VERDICT_SPENT. */
enum verdict act_spend(struct game *game, int noise);
/* Sets the text of the refusal and changes nothing else. item is named in it, or NULL. Always
 * returns VERDICT_REFUSED. */
enum verdict act_refuse(struct game *game, enum text_id word, const struct item *item);

/* ---- work.c ---- */

/* Pulls, shoves or digs terrain that the hero walks into. False if none is possible; then nothing
 * changed. */
bool work_at(struct game *game, int x, int y, enum direction direction);
/* True if working the terrain would be useless to the hero now and he can tell. It is then
 * refused. */
bool work_is_vain(const struct game *game, int x, int y);

/* ---- conduct.c; message_conduct and combat_ambush report what they record ---- */

/* Records that the hero broke a conduct.  Returns true if it was shown as kept until now. */
bool conduct_end(struct game *game, enum conduct conduct);
/* Returns the conducts that a successful command of this verb breaks, as bits. */
unsigned conducts_of_verb(unsigned verb);
/* Records and reports that the hero broke a conduct. */
void message_conduct(struct game *game, enum conduct conduct);
/* Records that the hero attacks a creature, which breaks a conduct if it is unaware and no ally. */
void combat_ambush(struct game *game, int slot);
/* Returns the kept conducts as bits: from depth CONDUCTS_FROM on, or for a hero who came home from
 * below depth 1; 0 before. */
unsigned conducts_shown(const struct game *game);
/* Returns the shown conducts that a blow may break, as bits. */
unsigned conducts_at_risk(const struct game *game, bool unaware);

/* ---- handicap.c: handicaps of the birth ---- */

/* Reports the handicaps of a new run. */
void handicap_report(struct game *game);

/* ---- turn.c ---- */

/* Runs the world after the hero's action of so many ticks at normal speed, until he may act again
 * or the run ends. */
void turn_run(struct game *game, int ticks);

/* ---- place.c: leaving and entering levels ---- */

/* Moves the hero to a depth and generates the level if it is new. by_up_stairs: he arrives at the
 * up stairs. */
void place_enter(struct game *game, int depth, bool by_up_stairs);
/* Drops the hero to a random cell of the next depth, which must exist. */
void place_fall(struct game *game);
/* Recomputes the data derived from a level that was opened or generated. */
void place_work_out(struct game *game);
void place_set_terrain(struct game *game, int x, int y, uint16_t terrain);
/* Finds the nearest free cell within 6 cells of (x, y), itself included; safe cells are preferred.
 * False if there is none. */
bool place_free_near(const struct game *game, int *x, int *y);

/* ---- terrain.c: changes of cells, and their effects on bodies ---- */

/* True if the actor meets the need of the transition. by is a slot, or -1 for nobody. */
bool terrain_may(const struct game *game, const struct transition *change, int by);
/* Applies a trigger to a cell: the first transition whose need is met and whose chance succeeds.
 * True if the terrain changed. */
bool terrain_trigger(struct game *game, int x, int y, enum trigger cause, int by);
/* Makes a creature that entered its cell tread on it and suffer its hazards. Callers need a handle:
 * it may die. */
void terrain_enter(struct game *game, int slot);
/* Applies a turn of the hazards of its cell to a creature. */
void terrain_stay(struct game *game, int slot);
/* Runs a turn of the level's terrain: changes by time, and spreading. */
void terrain_turn(struct game *game);
/* True if the terrain changes or spreads by itself each turn. */
bool terrain_is_active(const struct terrain_kind *kind);
/* True if a hazard of the terrain harms the creature. */
bool terrain_harms(const struct game *game, int slot, const struct terrain_kind *kind);
/* Returns the transition that a trigger by slot (-1: nobody) would cause in a cell, or NULL. */
const struct transition *terrain_transition(
	const struct game *game, int x, int y, enum trigger cause, int by);

/* ---- ground.c: items and the ground under them ---- */

/* Applies the ground to the items in a cell, after either changed. */
void ground_meets(struct game *game, int x, int y);
/* Burns the items in a cell that has a fire. */
void ground_burn(struct game *game, int x, int y);
/* Lays the items that fell from above at random cells of the level. */
void ground_lay_fallen(struct game *game);

/* ---- risk.c: dangers as far as the hero knows ---- */

/* True if terrain that the hero recognises harms him, or the air of a cell does. */
bool risk_of_terrain(const struct game *game, const struct terrain_kind *kind);
bool risk_of_air(const struct game *game, size_t at);
/* Returns the most health that one blow of a creature can cost the hero, as far as he knows, with
 * the damage of its effect. */
int risk_worst_blow(const struct game *game, int slot);

/* ---- gas.c ---- */

#define GAS_FELT 2 /* least amount that is seen and felt */

/* Adds an amount of a cloud to a cell; it acts at once on a creature there. False if the cell has
 * no room for gas. */
bool gas_release(struct game *game, uint16_t cloud, int x, int y, int amount);
void gas_turn(struct game *game); /* spreading, decay, breathing and explosions */
/* gas_at returns the amount of a cloud at a cell. gas_thickest returns the cloud with the most
 * there, or KIND_NONE. */
int gas_at(const struct game *game, uint16_t cloud, int x, int y);
uint16_t gas_thickest(const struct game *game, int x, int y);
/* Explodes the flammable gases at a cell. Creatures may die, so callers need handles. */
void gas_kindle(struct game *game, int x, int y);
/* gas_harms: true if gas at a cell would harm the creature. gas_threat returns the thickest such
 * gas that is at least as thick as at the creature's own cell, or KIND_NONE. */
bool gas_harms(const struct game *game, int slot, int x, int y);
uint16_t gas_threat(const struct game *game, int slot, int x, int y);
/* Returns those of a creature's steps (bits 1 << direction) that lead into harmful gas. None if it
 * is in such gas. */
uint8_t gas_bars(const struct game *game, int slot, uint8_t steps);
/* Sets the flags of all cells that gas darkens or hides. None may be set yet. */
void gas_work_out(struct game *game);
void gas_check(const struct game *game); /* aborts if amounts, boxes and totals do not agree */

/* ---- flight.c ---- */

#define THROW_REACH 10   /* cells */
#define BLOWS_TO_KNOW 20 /* after so many blows gear becomes known */
#define FOOD_WEAK 100    /* turns of food; the hero is weak from here down */
#define WEAK_MIGHT 2     /* might lost by hunger */
#define WEAKENED_MIGHT 3 /* might lost by STATUS_WEAK */
#define STARVING_EVERY 5 /* turns for each health lost by starving */
#define RANGE_UNKNOWN 7  /* cells, assumed for unknown items */

/* The cells from one through another and beyond: the line of every flight. */
struct flight_line {
	int16_t from_x, from_y, to_x, to_y;
	int16_t x, y; /* current cell; at first the origin */
	int16_t error;
};
struct flight_line flight_line(int from_x, int from_y, int to_x, int to_y);
void flight_line_step(struct flight_line *line);

struct launch {
	uint16_t kind;    /* index of a flight_kind */
	struct item item; /* the missile; count 0: nothing remains afterwards */
	int source;       /* slot of the thrower or shooter, or -1 */
	int accuracy;     /* percent, before the target's guard */
	struct dice damage;
	int from_x, from_y, to_x, to_y; /* flies through this cell to its full range */
	uint8_t blow;     /* 1 + index of a blow of kind blow_of; 0: not a creature's shot */
	uint16_t blow_of; /* the shooter's kind */
	uint8_t farther;  /* cells added to the kind's range */
};

/* Launches a missile, which moves with the world's turns. False if too many are in the air; the
 * item then drops at its origin. */
bool flight_launch(struct game *game, const struct launch *launch);
/* Returns the tick of the next missile's move, or UINT32_MAX without missiles. */
uint32_t flight_next(struct game *game);
/* Moves the missile that is due first by a cell. True if it only flew and nothing else happened. */
bool flight_move_due(struct game *game);
/* Returns the index of the missile that the hero sees in a cell, or -1. */
int flight_seen_at(const struct game *game, int x, int y);
/* Adds events for missiles that moved since the last report. */
void flight_report(struct game *game);
uint16_t flight_appearance(const struct game *game, int index);
/* Aborts if a missile's state is invalid. */
void flight_check(const struct game *game);

/* ---- creature.c; creature.h has the queries ---- */

int creature_add(
	struct game *game, uint16_t kind, int x, int y, int health); /* slot, or -1: no room */
void creature_remove(struct game *game, int slot);
void creature_move(struct game *game, int slot, int x, int y);
/* Swaps two creatures. False if the terrain of either cell does not allow it. */
bool creature_swap(struct game *game, int slot, int other);
/* creature_speed returns percent of normal speed. creature_delay returns the ticks until the next
 * action after an action of `ticks`. */
int creature_speed(const struct game *game, int slot);
int creature_delay(const struct game *game, int slot, int ticks);
void creature_notice(struct game *game, int slot);
/* Withdraws the message that a creature noticed the hero. Used when it dies in the same action, so
 * that only its death is reported. */
void creature_forget_noticed(struct game *game, int slot);
void creature_wake(struct game *game, int slot);
/* True if the creature can use the item that it carries. */
bool creature_uses_items(const struct game *game, int slot);
/* Writes the creature's name: its kind's, or the proper name of a past hero's killer. */
void creature_name(const struct game *game, int slot, char *name, size_t size);

/* ---- status.c ---- */

bool creature_resists(const struct game *game, int slot, enum status status);
/* Gives a status. False if the creature resists, or has it and it cannot get longer. */
bool creature_afflict(struct game *game, int slot, enum status status, int turns);
/* Ends a status and reports that. Ending STATUS_FLEETING removes the creature. */
void creature_cure(struct game *game, int slot, enum status status);
bool status_is_ill(enum status status); /* true if harmful */
/* Returns the status's amount: guard, accuracy, might, damage, or turns off being stuck; 0 for the
 * others. */
struct dice status_figure(enum status status);
bool creature_is_helpless(const struct game *game, int slot); /* true if it cannot act */
/* Struggles instead of stepping if the creature is stuck. False if it is not. */
bool creature_struggles(struct game *game, int slot);
/* creature_comes_free ends being stuck. creature_lets_go frees every creature that this one
 * holds. */
void creature_comes_free(struct game *game, int slot);
void creature_lets_go(struct game *game, int slot);
bool creature_reaches(const struct game *game, int slot, int other); /* alive and adjacent */
/* Runs a turn of all its statuses; the creature may die. */
void creature_pass_turn(struct game *game, int slot);
/* Runs the first turn of a status that has just begun at once; the creature may die. */
void creature_begins_status(struct game *game, int slot, enum status status);

/* ---- foe.c: foes, mimics and line of sight between creatures ---- */

/* Returns the slot of its foe, or -1. For a hostile creature this is the hero, or an ally of his
 * that is adjacent while the hero is not. For an ally, and under discord, it is the nearest enemy
 * in sight. */
int foe_of(const struct game *game, int slot);
/* True if the two are of different sides, or discord makes them fight. */
bool foe_opposes(const struct game *game, int slot, int other);
bool creature_has_instinct(const struct game *game, int slot, enum instinct instinct);
/* creature_poses: true if it imitates an item or terrain. creature_pose_appearance returns the
 * imitated appearance. creature_reveal ends the imitation. */
bool creature_poses(const struct game *game, int slot);
uint16_t creature_pose_appearance(const struct game *game, int slot);
/* Returns the item that the creature's kind imitates; its kind is KIND_NONE if there is none. */
struct item creature_posed_item(const struct game *game, int slot);
void creature_reveal(struct game *game, int slot);
/* True if the creature sees the other. Either may be the hero. */
bool senses_sees(const struct game *game, int slot, int other);
/* True if light passes between two cells. For pairs without the hero. */
bool senses_line(const struct game *game, int x, int y, int to_x, int to_y);

/* ---- ally.c ---- */

/* Frees a captive that the hero walks into, which takes several turns. */
void ally_free(struct game *game, int slot);
/* ally_joins puts it on the hero's side. ally_leaves takes it off. ally_fades removes it from the
 * level. */
void ally_joins(struct game *game, int slot);
void ally_leaves(struct game *game, int slot);
void ally_fades(struct game *game, int slot);
/* Swaps the hero and an ally. False if impossible. */
bool ally_swap(struct game *game, int slot);

/* ---- senses.c ---- */

void senses_look(struct game *game); /* updates the hero's sight and memory */
/* True if the hero is shown a creature: he sees it, or knows by other means where it is. */
bool senses_shows(const struct game *game, int slot);
void senses_meet(struct game *game); /* reports creatures new in sight, if nothing else changed */
bool senses_hero_sees(const struct game *game, int slot); /* the hero sees the creature */
bool senses_sees_hero(const struct game *game, int slot); /* the creature sees the hero */
/* True if the hero sees a cell, or has a line of sight to it. As of his last look. */
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
void senses_refresh(struct game *game); /* updates sight without memory */
uint32_t senses_smell_at(
	const struct game *game, int x, int y); /* turn + 1 when scent was laid, 0: none left */
/* Lets creatures that are awake hear the noise of the hero's action. Sleepers hear it in
 * waking_turn. */
void senses_make_noise(struct game *game);
/* Makes a noise that is not of the hero's action. It may wake sleepers at once. */
void senses_noise_at(struct game *game, int x, int y, int radius);
/* Sends a creature that the hero's noise woke to its approximate cell. */
void senses_hear_hero(struct game *game, int slot);

/* ---- waking.c ---- */

/* A noise wakes a sleeper with a chance of 1 in so many. */
#define WAKE_UNSEEN 8
#define WAKE_IN_SIGHT 4
#define WAKE_SIGHT_WITHIN 7 /* cells within which the sight of a lit hero may wake a sleeper */

/* Lets each sleeper take its draw of the turn. */
void waking_turn(struct game *game);
/* Writes the chances by which the hero may wake a creature in sight in a turn, as far as he can
 * tell: 1 in so many, 0 for none. */
void waking_shown(const struct game *game, int slot, uint8_t one_in[WAKER_COUNT]);

/* ---- memory_see.c ---- */

void memory_see(struct game *game); /* memorises all cells in sight */
/* Memorises a cell as it is now, in sight or not. */
void memory_see_cell(struct game *game, int x, int y);

/* ---- light.c ---- */

/* True if a cell is lit, by itself or by a light source, and not in dark gas. */
static inline bool light_at(const struct game *game, int x, int y)
{
	uint8_t flags = game->level->flags[level_at(game->level, x, y)];
	return (flags & (LEVEL_LIT | LEVEL_GLOW)) && !(flags & LEVEL_GLOOM);
}
/* Returns the radius of a creature's light, or 0. */
int light_of(const struct game *game, int slot);
/* Updates LEVEL_GLOW if any light changed. */
void light_update(struct game *game);
/* Returns the lit cells in one row of the light's square as bits from its left edge, without those
 * outside the level. */
uint32_t light_row(const struct light *light, const struct level *level, int row);
/* Call after a change: light_forget for another level, light_ground_changed for a cell that blocks
 * light or no longer does, light_standing_changed for terrain that shines. */
void light_forget(struct game *game);
void light_ground_changed(struct game *game, int x, int y);
void light_standing_changed(struct game *game);
/* Call when a creature came, went or moved. If it shines, light is updated before anyone acts. */
void light_moved(struct game *game, int slot);

/* ---- hearing.c: sounds that the hero hears ---- */

/* Reports steps and sounds of terrain, once each turn. */
void hearing_turn(struct game *game);
/* Makes a sound at a cell. It disturbs creatures within the range of its row. It is reported if it
 * reaches the hero and he does not see the cell. */
void hearing_sound(struct game *game, enum sound sound, int x, int y);
/* Makes the sound of a terrain transition from `was` caused by slot `by` (-1: nobody). The hero's
 * own transitions are silent, because his action has its noise. The hero memorises a gate that he
 * hears nearby. */
void hearing_change(struct game *game, enum trigger cause, const struct terrain_kind *was, int x,
	int y, int by);
/* True if no creature within earshot of the hero is active. */
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
int combat_accuracy(const struct game *game); /* the hero's, with the wielded weapon */
/* The same as shown to the player: without unknown properties of the hero's gear. */
int combat_shown_percent(const struct game *game, int attacker, int defender);
int combat_shown_guard(const struct game *game);
int combat_shown_shot(const struct game *game, const struct item *item, bool fired, int target);
/* Returns the cells that the hero's missiles fly beyond their kind's range. */
int combat_farther(const struct game *game);
int combat_missing_might(const struct game *game);
/* Strikes with all bonuses of the hero's weapon (blow.c). */
void combat_hero_strikes(struct game *game, int target);
/* Returns the slot that the hero's reach would hit across empty cells in a direction, or -1. */
int combat_reached(const struct game *game, enum direction direction);
/* May strike back at once after a blow that missed the hero. */
void combat_riposte(struct game *game, int target);
void combat_creature_strikes(struct game *game, int slot, int target);
void combat_creature_shoots(struct game *game, int slot, int target);
/* Lets a thief steal an item or gold after a hit, if it carries nothing. */
void combat_steal(struct game *game, int slot, int target);
void combat_creature_throws(struct game *game, int slot, struct item item, int target);
void combat_throw(struct game *game, struct item item, int x, int y);
/* Fires ammunition from the wielded launcher. */
void combat_fire(struct game *game, struct item item, int x, int y);
/* Resolves a missile that reached a creature. True if it hits or is blocked. */
bool combat_missile_meets(struct game *game, const struct missile *missile, int target);
/* Takes health. `by` is the attacker's slot, or -1; `harm` and `item` then give the cause of death.
 * True if the target died. */
enum harm { HARM_BLOW, HARM_HUNGER, HARM_POISON, HARM_ITEM };
bool combat_harm(struct game *game, int slot, int amount, int by, enum harm harm, const char *item);
void combat_gain(struct game *game, int experience);
int combat_next_level(int level); /* experience needed for the next level */
int combat_health_at(const struct content *content, int level);

/* ---- effect.c ---- */

/* Returns the status that the effect gives, or STATUS_COUNT. */
enum status effect_status(enum effect effect);
/* Returns the hint of the first effect that has one. */
enum view_hint hint_of_effects(const struct clause *effects, int count);
/* True if creatures use the effect on themselves or allies, not on foes. */
bool effect_helps(enum effect effect);
/* Returns the clause with amount, duration and cloud increased by `percent`. */
struct clause effect_more(const struct clause *clause, int percent);
/* True if it affects cells without creatures. */
bool effect_is_of_ground(const struct clause *clause);
/* Begins a discharge, or goes on with the outer one: effects up to effect_discharge_end are parts
 * of one. discharge is the caller's and is empty. */
void effect_discharge_begin(struct game *game, struct discharge *discharge);
void effect_discharge_end(struct game *game, const struct discharge *discharge);
/* Both return true if the hero could see a result. */
bool effect_apply(
	struct game *game, const struct clause *clause, int x, int y, int source, const char *item);
bool effect_all(struct game *game, const struct clause *clauses, int count, int x, int y,
	int source, const char *item);

/* ---- message.c: messages and events ---- */

void message_say(struct game *game, enum text_id word, const struct word_facts *facts);
void message_say_text(struct game *game, const char *text, enum colour_role role);
/* True if the newest message is this one. */
bool message_is_newest(const struct game *game, enum text_id word);
/* Withdraws a message of this or the last turn, which a later one replaces or contradicts. */
void message_unsay(struct game *game, enum text_id word, const struct word_facts *facts);
/* Replaces the text of the message with that serial, from the present command. */
void message_change(
	struct game *game, uint32_t serial, enum text_id word, const struct word_facts *facts);
/* True if a kept message of the last `turns` turns ends with these words. */
bool message_ended(const struct game *game, const char *tail, uint32_t turns);
/* True if this sentence was shown in the last `turns` turns, for any actor. */
bool message_said(const struct game *game, enum text_id word, uint32_t turns);
/* Shows the message unless it was shown in the last `turns` turns. */
void message_say_rarely(
	struct game *game, enum text_id word, const struct word_facts *facts, uint32_t turns);
/* Shows a long text as several messages, cut after sentences or between words. */
void message_say_long(struct game *game, const char *text, enum colour_role role);
struct word_actor message_actor(
	struct game *game, int slot); /* names the creature, "something" if unseen */
void message_item(struct game *game, enum text_id word, const struct item *item);
void event_add(struct game *game, enum event_kind kind, uint16_t appearance, int x, int y,
	int amount, const char *subject);
/* Adds an event about a creature. An unseen one has no appearance and no name. */
void event_creature(struct game *game, enum event_kind kind, int slot, int amount);
void event_flight(struct game *game, uint16_t appearance, int from_x, int from_y, int x, int y,
	const char *subject);

/* ---- body.c: hunger and healing, once each turn ---- */

void body_turn(struct game *game);
enum hunger body_hunger(const struct game *game);
int body_might(const struct game *game);
int body_eat(struct game *game, int food);

/* ---- aim.c: cells of effects ---- */

struct aiming {
	enum aim aim;
	int range;
	int spread; /* cells of length for each cell that a cone widens to each side; 0: 1 */
	uint16_t appearance; /* of the flight; 0: invisible */
	const char *subject; /* id in the flight's event */
	const struct clause *effects;
	int count;
	int source;       /* slot */
	int x, y;         /* target cell; ignored by AIM_SELF and AIM_WHOLE */
	const char *item; /* for a tombstone; may be NULL */
};

#define AIM_CELLS_MAX 1000
struct aim_cells {
	size_t count;
	int16_t at[AIM_CELLS_MAX][2];
	int16_t from_x, from_y; /* cell of the source */
	int16_t end_x, end_y;   /* last cell of a line */
	bool stopped; /* terrain stopped the line at end_x, end_y, which is not in the list */
};
/* Lists the cells that the aim would reach in the true state, known to the hero or not. */
void aim_cells(const struct game *game, const struct aiming *aiming, struct aim_cells *cells);
/* Applies the effects there, strengthened by the hero's power. True if the hero could see a result.
 * Creatures may die, so callers need handles. */
bool aim_apply(struct game *game, const struct aiming *aiming);

/* ---- choice.c: heirlooms and talents ---- */

/* Returns the choice to make now and its options (kinds of item or talent), or CHOICE_NONE. */
enum choice_kind choice_now(
	const struct game *game, uint16_t options[VIEW_CHOICES_MAX], size_t *count);
/* Returns the heirloom of a kind as the hero gets it: identified, without plus or affix. */
struct item choice_heirloom(const struct game *game, uint16_t kind);
void choice_report(struct game *game);      /* reports an open choice, if there is one */
void choice_check(const struct game *game); /* aborts if more were made than possible */

/* ---- spell.c ---- */

/* Learns those spells that are still unknown, with one message for all. */
void spell_learn(struct game *game, const uint16_t *spells, int count);
int spell_mana(const struct game *game, uint16_t spell); /* mana cost for the hero */
/* Changes the hero's mana by amount. False if it stays the same. */
bool spell_gain_mana(struct game *game, int amount);
/* Returns why the hero cannot cast it now, or TEXT_COUNT if he can. */
enum text_id spell_forbidden(const struct game *game, uint16_t spell);

/* ---- story.c: quests and switchboard calls ---- */

/* story_arrive opens the quests of a new level and reports them. story_report reports up to `room`
 * feelings of its vaults. Both return the number of sentences. */
int story_arrive(struct game *game);
int story_report(struct game *game, int room);
/* Returns the nth vault feeling of the level (nth below FEELINGS_SHOWN), or NULL. */
const char *story_feeling(const struct game *game, int nth, const struct laid_vault **vault);
/* Completes open quests that want this event: about an item or a creature of that kind. */
void story_happens(struct game *game, enum quest_wants wants, uint16_t kind);
/* Shows the next call of this depth that was not heard yet. */
void story_call(struct game *game);
/* Wins the run if the hero at a cradle carries the Receiver. */
void story_cradle(struct game *game);
/* Completes quests that want a carried item, when the hero leaves alive. */
void story_leave(struct game *game);
/* Returns the number of completed quests. */
int story_done(const struct game *game);

/* ---- birth_hero.c, result.c ---- */

void birth_hero(struct game *game);
void result_end(struct game *game, enum outcome outcome, const char *killer, const char *cause);
int result_score(const struct game *game);

/* ---- game_check.c ---- */

/* Aborts when an invariant does not hold. */
void game_check(const struct game *game);

#endif
