/*
 * Words: the sentences of the rules, supplied by the content.
 *
 * The rules report facts; the sentences are records "word" of the content, so that another game
 * has other sentences.  The list of ids is closed: a content that lacks one, has an unknown one,
 * or names a fact that its row does not have is rejected.  A sentence names facts in braces:
 * {target}, {Actor} (capital first), {number}.  Facts are copied unchanged and not parsed again,
 * with control bytes replaced, so a stranger's name can carry neither braces nor colours.
 *
 *   {actor} {target}   "the cave rat", "you", a caller's name; "something" when unseen
 *   {verb target}      "bites you"; "takes you down" of the verb "takes _ down"
 *   {item} {text} {verb} {name}  as given
 *   {number}           in digits
 *   {s}                "s" unless the number is 1
 *   {A text} {a text}  an article for the text
 */
#ifndef TRAPDOOR_ENGINE_WORDS_H
#define TRAPDOOR_ENGINE_WORDS_H

#include "engine/content/content.h"

/* clang-format off */
/* id, word, facts that its sentence may name */
#define ENGINE_WORDS(ROW) \
	/* beginning and end of a run */ \
	ROW(GREETING, "greeting", "name") \
	ROW(GREETING_KEYS, "greeting-keys", "") \
	ROW(HANDICAPS, "handicaps", "text") \
	ROW(CAUSE_LEFT, "cause-left", "") \
	ROW(CAUSE_WON, "cause-won", "") \
	ROW(CAUSE_WON_FAR, "cause-won-far", "") \
	ROW(CAUSE_QUIT, "cause-quit", "number") \
	ROW(CAUSE_KILLED, "cause-killed", "text number") \
	ROW(CAUSE_KILLER, "cause-killer", "text name number") \
	ROW(CAUSE_HUNGER, "cause-hunger", "number") \
	ROW(CAUSE_POISON, "cause-poison", "number") \
	ROW(CAUSE_ITEM, "cause-item", "item number") \
	ROW(YOU_DIE, "you-die", "") \
	ROW(YOU_LEAVE, "you-leave", "number") \
	ROW(YOU_WIN, "you-win", "") \
	ROW(YOU_WIN_FAR, "you-win-far", "") \
	ROW(YOU_QUIT, "you-quit", "") \
	/* blows */ \
	ROW(YOU_HIT, "you-hit", "target") \
	ROW(YOU_HIT_UNAWARE, "you-hit-unaware", "target") \
	ROW(YOU_MISS, "you-miss", "target") \
	ROW(YOU_BLOCK, "you-block", "actor") \
	ROW(YOU_RIPOSTE, "you-riposte", "target") \
	ROW(YOU_SLAY, "you-slay", "target") \
	ROW(YOU_SLAY_FIRST, "you-slay-first", "target") \
	ROW(YOU_SLAY_UNSEEN, "you-slay-unseen", "") \
	ROW(IT_HITS_YOU, "it-hits-you", "actor verb target") \
	ROW(IT_MISSES_YOU, "it-misses-you", "actor") \
	ROW(MISS_BLOW, "miss-blow", "actor text item") \
	ROW(MISS_BLOCK, "miss-block", "actor text item") \
	ROW(MISS_AGAIN, "miss-again", "actor number") \
	ROW(MISS_BLOCK_AGAIN, "miss-block-again", "actor number") \
	ROW(IT_SHOOTS_YOU, "it-shoots-you", "actor verb target text") \
	ROW(IT_SHOOTS_PAST, "it-shoots-past", "actor text") \
	ROW(IT_SHOOTS_NEAR, "it-shoots-near", "actor text item") \
	ROW(IT_HITS_IT, "it-hits-it", "actor verb target") \
	ROW(IT_DIES, "it-dies", "target") \
	ROW(LOW_HEALTH, "low-health", "") \
	ROW(LOW_SOON, "low-soon", "") \
	ROW(AVENGED, "avenged", "name target") \
	ROW(KILLER_NAME, "killer-name", "text name") \
	/* creatures as perceived */ \
	ROW(SOMETHING, "something", "") \
	ROW(SOMEONE_YOU, "you", "") \
	ROW(FIRST_ASLEEP, "first-asleep", "text") \
	ROW(IT_NOTICES, "it-notices", "actor") \
	ROW(TWO_NOTICE, "two-notice", "actor target") \
	ROW(MANY_NOTICE, "many-notice", "actor target number") \
	ROW(PACK_NOTICES, "pack-notices", "actor number") \
	ROW(IT_WAKES, "it-wakes", "actor") \
	ROW(IT_FLEES, "it-flees", "actor") \
	ROW(IT_FOLLOWS, "it-follows", "actor") \
	ROW(IT_DIGS, "it-digs", "actor text") \
	ROW(IT_POSED, "it-posed", "actor text") \
	ROW(IT_CALLS, "it-calls", "actor") \
	ROW(IT_CASTS, "it-casts", "actor") \
	ROW(IT_CASTS_AGAIN, "it-casts-again", "actor") \
	ROW(CAST_IN_VAIN, "cast-in-vain", "") \
	ROW(IT_SAYS, "it-says", "actor text") \
	ROW(IT_BREATHES, "it-breathes", "actor") \
	ROW(IT_SPLITS, "it-splits", "actor") \
	ROW(IT_DOUSES, "it-douses", "actor text") \
	ROW(IT_STEALS, "it-steals", "actor item") \
	ROW(IT_STEALS_GOLD, "it-steals-gold", "actor number") \
	ROW(IT_PICKS_UP, "it-picks-up", "actor item") \
	ROW(IT_DRINKS, "it-drinks", "actor item") \
	ROW(IT_THROWS, "it-throws", "actor item") \
	ROW(IT_ZAPS, "it-zaps", "actor item") \
	ROW(CAPTIVE_SEEN, "captive-seen", "target") \
	ROW(CAPTIVE_FREED, "captive-freed", "target") \
	ROW(ALLY_FOLLOWS, "ally-follows", "actor") \
	ROW(ALLY_LEAVES, "ally-leaves", "actor") \
	ROW(ALLY_FADES, "ally-fades", "actor") \
	ROW(ALLY_LOST, "ally-lost", "actor") \
	ROW(ALLY_DIES, "ally-dies", "target") \
	ROW(IT_IS_GONE, "it-is-gone", "target") \
	ROW(ALLY_LEFT, "ally-left", "actor") \
	ROW(COMPANY_COMES, "company-comes", "") \
	ROW(LOOK_ALLY, "look-ally", "") \
	ROW(LOOK_CAPTIVE, "look-captive", "") \
	ROW(LOOK_WANDERER, "look-wanderer", "") \
	ROW(LOOK_WORTHLESS, "look-worthless", "") \
	ROW(HEARD_STAIRS, "heard-stairs", "") \
	ROW(HEARD_STAIRS_AGAIN, "heard-stairs-again", "") \
	/* eight directions, for what is heard */ \
	ROW(NORTH, "north", "") ROW(NORTH_EAST, "north-east", "") ROW(EAST, "east", "") ROW(SOUTH_EAST, "south-east", "") \
	ROW(SOUTH, "south", "") ROW(SOUTH_WEST, "south-west", "") ROW(WEST, "west", "") ROW(NORTH_WEST, "north-west", "") \
	/* doors, searching, stairs */ \
	ROW(DOOR_OPENS, "door-opens", "") \
	ROW(DOOR_CLOSES, "door-closes", "") \
	ROW(IT_OPENS_DOOR, "it-opens-door", "actor") \
	ROW(DOOR_FOUND, "door-found", "") \
	ROW(FOUND, "found", "text") \
	ROW(TRAP_YOU, "trap-you", "text") \
	ROW(TRAP_IT, "trap-it", "actor text") \
	ROW(GROUND_TURNS, "ground-turns", "text") \
	ROW(THING_BURNS, "thing-burns", "item") \
	ROW(THING_SINKS, "thing-sinks", "item") \
	ROW(THING_FALLS, "thing-falls", "item") \
	ROW(RISK_HARM, "risk-harm", "text") \
	ROW(RISK_HOLDS, "risk-holds", "text") \
	ROW(RISK_AIR, "risk-air", "text") \
	ROW(RISK_DEADLY, "risk-deadly", "text") \
	ROW(ASK_PRICE, "ask-price", "text number") \
	ROW(ASK_PRICE_FOR, "ask-price-for", "text item number") \
	ROW(ASK_LIFT, "ask-lift", "item text") \
	ROW(ASK_LIFT_COSTS, "ask-lift-costs", "item text number") \
	ROW(ASK_LIFT_DEADLY, "ask-lift-deadly", "item text number") \
	ROW(YOU_PULL, "you-pull", "text") \
	ROW(YOU_SHOVE, "you-shove", "text") \
	ROW(YOU_DIG, "you-dig", "text") \
	ROW(YOU_DIG_ON, "you-dig-on", "text") \
	ROW(SEARCH_NOTHING, "search-nothing", "") \
	ROW(YOU_CLIMB, "you-climb", "number") \
	ROW(YOU_DESCEND, "you-descend", "number") \
	ROW(DEEPER, "deeper", "number") \
	ROW(ARRIVE_DARK, "arrive-dark", "") \
	ROW(ARRIVE_SILENT, "arrive-silent", "") \
	ROW(FEELING_DEEPER, "feeling-deeper", "") \
	ROW(FEELING_DEADLY, "feeling-deadly", "") \
	ROW(FEELING_DANGER, "feeling-danger", "") \
	ROW(FEELING_QUIET, "feeling-quiet", "") \
	ROW(FEELING_NAMED, "feeling-named", "") \
	ROW(FEELING_TREASURE, "feeling-treasure", "") \
	ROW(GRAVE_HERE, "grave-here", "name") \
	ROW(GRAVE_SAYS, "grave-says", "name text") \
	ROW(GRAVE_KILLER, "grave-killer", "name target") \
	/* things */ \
	ROW(SEE_ITEM, "see-item", "item") \
	ROW(SEE_FOR_SALE, "see-for-sale", "item number") \
	ROW(SEE_OFFERED, "see-offered", "item") \
	ROW(SEE_ITEMS, "see-items", "number") \
	ROW(PICKED_UP, "picked-up", "item") \
	ROW(PAID, "paid", "number") \
	ROW(REWARD, "reward", "item") \
	ROW(OFFERS_WITHDRAWN, "offers-withdrawn", "") \
	ROW(PICKED_UP_MORE, "picked-up-more", "item number") \
	ROW(GOLD_FOUND, "gold-found", "number") \
	ROW(DROPPED, "dropped", "item") \
	ROW(WIELDED, "wielded", "item") \
	ROW(UNWIELDED, "unwielded", "item") \
	ROW(WORN, "worn", "item") \
	ROW(TAKEN_OFF, "taken-off", "item") \
	ROW(LAMP_LIT, "lamp-lit", "item") \
	ROW(LAMP_PUT_OUT, "lamp-put-out", "item") \
	ROW(LAMP_FILLED, "lamp-filled", "item") \
	ROW(LAMP_LOW, "lamp-low", "item") \
	ROW(LAMP_DIES, "lamp-dies", "item") \
	ROW(LAMP_DOUSED, "lamp-doused", "item") \
	ROW(USED, "used", "item") \
	ROW(ZAPPED, "zapped", "item") \
	ROW(RESTED, "rested", "item") \
	ROW(TOOL_SPENT, "tool-spent", "item") \
	ROW(YOU_WORK, "you-work", "item text") \
	ROW(KEY_TURNS, "key-turns", "item") \
	ROW(ROPE_CROSSES, "rope-crosses", "item") \
	ROW(ROPE_CATCHES, "rope-catches", "item") \
	ROW(SHOVE_CATCHES, "shove-catches", "text") \
	ROW(ROPE_DOWN, "rope-down", "item") \
	ROW(BOOK_READ, "book-read", "item") \
	ROW(LETTER_READ, "letter-read", "item") \
	ROW(MEMO_KEPT, "memo-kept", "item") \
	ROW(FLASK_KEPT, "flask-kept", "item") \
	ROW(SHOT_AGAIN, "shot-again", "item") \
	ROW(TASTED, "tasted", "") \
	ROW(DEDUCED, "deduced", "text item") \
	ROW(DRUNK, "drunk", "item") \
	ROW(READ, "read", "item") \
	ROW(EATEN, "eaten", "item") \
	ROW(THROWN, "thrown", "item") \
	ROW(FIRED, "fired", "item") \
	ROW(THROWN_HITS, "thrown-hits", "item target") \
	ROW(THROWN_MISSES, "thrown-misses", "item target") \
	ROW(THROWN_MISSES_YOU, "thrown-misses-you", "item") \
	ROW(THROWN_MISSES_BREAKS, "thrown-misses-breaks", "item target") \
	ROW(THROWN_PAST, "thrown-past", "item target") \
	ROW(FALLS, "falls", "item text") \
	ROW(FALLS_HERE, "falls-here", "item") \
	ROW(FALLS_BROKEN, "falls-broken", "item text") \
	ROW(FALLS_UNSEEN, "falls-unseen", "item text") \
	ROW(HIT_TO_PIECES, "hit-to-pieces", "text") \
	ROW(BURSTS, "bursts", "item") \
	ROW(LEARNED, "learned", "item") \
	ROW(GEAR_KNOWN, "gear-known", "item") \
	ROW(GEAR_BETTERED, "gear-bettered", "item text") \
	ROW(GIFT_STIRS, "gift-stirs", "item text") \
	ROW(TOO_HEAVY, "too-heavy", "item") \
	ROW(NOTHING_HAPPENS, "nothing-happens", "") \
	ROW(TAKES_NO_NOTICE, "takes-no-notice", "target") \
	ROW(RECEIVER_LIFTED, "receiver-lifted", "") \
	ROW(RECEIVER_DARK, "receiver-dark", "") \
	ROW(RECEIVER_HUNTED, "receiver-hunted", "") \
	ROW(RECEIVER_HUNTED_AGAIN, "receiver-hunted-again", "") \
	/* spells, heirlooms and talents */ \
	ROW(SPELL_LEARNED, "spell-learned", "text") \
	ROW(SPELL_SAID, "spell-said", "text") \
	ROW(SPELL_ASTRAY, "spell-astray", "") \
	ROW(HEIRLOOM_WAITS, "heirloom-waits", "") \
	ROW(HEIRLOOM_TAKEN, "heirloom-taken", "item") \
	ROW(TALENT_WAITS, "talent-waits", "") \
	ROW(TALENT_TAKEN, "talent-taken", "text") \
	/* the body */ \
	ROW(HUNGRY, "hungry", "") \
	ROW(WEAK, "weak", "") \
	ROW(STARVING, "starving", "") \
	ROW(STARVING_HURTS, "starving-hurts", "") \
	ROW(FED, "fed", "") \
	ROW(STATE_HUNGRY, "state-hungry", "") \
	ROW(STATE_WEAK, "state-weak", "") \
	ROW(STATE_STARVING, "state-starving", "") \
	ROW(STATE_SWIMS, "state-swims", "") \
	ROW(LEVEL_GAINED, "level-gained", "number") \
	ROW(MIGHT_GAINED, "might-gained", "number") \
	ROW(CONFUSED_STEP, "confused-step", "") \
	ROW(ASLEEP_TURN, "asleep-turn", "") \
	ROW(POISON_HURTS, "poison-hurts", "") \
	ROW(BURNING_HURTS, "burning-hurts", "") \
	ROW(BLEEDING_HURTS, "bleeding-hurts", "") \
	ROW(STUCK_STEP, "stuck-step", "") \
	ROW(LET_GO, "let-go", "") \
	ROW(HELPLESS_TURN, "helpless-turn", "") \
	ROW(YOU_FALL, "you-fall", "") \
	ROW(GAS_EXPLODES, "gas-explodes", "text") \
	ROW(WATER_TAKES, "water-takes", "item") \
	ROW(ACID_EATS, "acid-eats", "item") \
	/* items, in lists */ \
	ROW(NAME_CHARGES, "name-charges", "number") \
	ROW(NAME_RESTS, "name-rests", "number") \
	ROW(NAME_OIL, "name-oil", "number") \
	ROW(COMPARED_GUARD_MORE, "compared-guard-more", "number") \
	ROW(COMPARED_GUARD_LESS, "compared-guard-less", "number") \
	ROW(COMPARED_DAMAGE_MORE, "compared-damage-more", "number") \
	ROW(COMPARED_DAMAGE_LESS, "compared-damage-less", "number") \
	ROW(COMPARED_ACCURACY_MORE, "compared-accuracy-more", "number") \
	ROW(COMPARED_ACCURACY_LESS, "compared-accuracy-less", "number") \
	ROW(FIGURE_DAMAGE, "figure-damage", "text") ROW(FIGURE_THROWN, "figure-thrown", "text") \
	ROW(FIGURE_GUARD, "figure-guard", "text") ROW(FIGURE_ACCURACY, "figure-accuracy", "text") \
	ROW(FIGURE_MIGHT, "figure-might", "number") ROW(FIGURE_NOISE, "figure-noise", "text") \
	ROW(FIGURE_HANDS, "figure-hands", "") \
	ROW(COMPARED_WORN, "compared-worn", "text") \
	/* looking */ \
	ROW(LOOK_YOU, "look-you", "") \
	ROW(LOOK_UNDER, "look-under", "text") \
	ROW(LOOK_LIES_ON, "look-lies-on", "text") \
	ROW(LOOK_FOR_SALE, "look-for-sale", "number") \
	ROW(LOOK_OFFERED, "look-offered", "") \
	ROW(LOOK_SEE, "look-see", "text") \
	ROW(LOOK_REMEMBER, "look-remember", "text") \
	ROW(LOOK_FLIGHT, "look-flight", "text") \
	ROW(LOOK_GAS, "look-gas", "text") \
	ROW(LOOK_PRICE, "look-price", "number") \
	ROW(LOOK_VERY_SLOW, "look-very-slow", "number") ROW(LOOK_SLOW, "look-slow", "number") \
	ROW(LOOK_FAST, "look-fast", "number") ROW(LOOK_VERY_FAST, "look-very-fast", "number") \
	/* refusals */ \
	ROW(NO_WAY, "no-way", "") \
	ROW(NO_TALK_NOBODY, "no-talk-nobody", "") \
	ROW(NO_TALK, "no-talk", "target") \
	ROW(TALK_NOTHING, "talk-nothing", "target") \
	ROW(NO_GAIN, "no-gain", "text") \
	ROW(NO_GOLD_FOR, "no-gold-for", "text number") \
	ROW(NO_MIGHT_FOR, "no-might-for", "text number") \
	ROW(NO_DIAGONAL, "no-diagonal", "") \
	ROW(NO_DOOR, "no-door", "") \
	ROW(NO_DOOR_OPEN_ALREADY, "no-door-open-already", "") \
	ROW(NO_DOOR_CLOSED_ALREADY, "no-door-closed-already", "") \
	ROW(NO_DOOR_BLOCKED, "no-door-blocked", "") \
	ROW(NO_DOOR_STAYS, "no-door-stays", "") \
	ROW(DOOR_LOCKED, "door-locked", "") \
	ROW(NO_STAIRS_UP, "no-stairs-up", "") \
	ROW(NO_STAIRS_DOWN, "no-stairs-down", "") \
	ROW(NO_DEEPER, "no-deeper", "") \
	ROW(NO_ITEM_HERE, "no-item-here", "") \
	ROW(NO_SUCH_ITEM, "no-such-item", "") \
	ROW(NO_ROOM_IN_PACK, "no-room-in-pack", "") \
	ROW(NOT_ALIKE, "not-alike", "item") \
	ROW(NO_ROOM_HERE, "no-room-here", "") \
	ROW(NOT_A_WEAPON, "not-a-weapon", "item") \
	ROW(NOT_ARMOUR, "not-armour", "item") \
	ROW(NOT_A_DRINK, "not-a-drink", "item") \
	ROW(NOT_READABLE, "not-readable", "item") \
	ROW(NOT_FOOD, "not-food", "item") \
	ROW(TOO_DEAR, "too-dear", "item") \
	ROW(NOT_USABLE, "not-usable", "item") \
	ROW(NOT_A_WAND, "not-a-wand", "item") \
	ROW(NO_OIL, "no-oil", "item") \
	ROW(NO_LAMP, "no-lamp", "") \
	ROW(NO_CHARGE, "no-charge", "item") \
	ROW(STILL_RESTS, "still-rests", "item") \
	ROW(TOO_FAR_TO_REACH, "too-far-to-reach", "") \
	ROW(NOT_ADJACENT, "not-beside", "item") \
	ROW(NO_WORK_THERE, "no-work-there", "item") \
	ROW(ROPE_SHORT, "rope-short", "item") \
	ROW(NO_ROPE_THERE, "no-rope-there", "item") \
	ROW(BOOK_KNOWN, "book-known", "item") \
	ROW(NOTHING_TO_FILL, "nothing-to-fill", "item") \
	ROW(NO_SUCH_SPELL, "no-such-spell", "") \
	ROW(SPELL_TOO_HARD, "spell-too-hard", "number") \
	ROW(SPELL_TOO_DEAR, "spell-too-dear", "number") \
	ROW(TOO_FAR_TO_CAST, "too-far-to-cast", "") \
	ROW(NOTHING_TO_CHOOSE, "nothing-to-choose", "") \
	ROW(NOT_WHILE_BLIND, "not-while-blind", "") \
	ROW(NOT_WHILE_AFRAID, "not-while-afraid", "target") \
	ROW(NOT_WHILE_WORN, "not-while-worn", "item") \
	ROW(NOT_THE_RECEIVER, "not-the-receiver", "") \
	ROW(NOT_THERE, "not-there", "") \
	ROW(TOO_FAR, "too-far", "") \
	ROW(TOO_FAR_TO_FIRE, "too-far-to-fire", "") \
	ROW(NOT_AMMUNITION, "not-ammunition", "item") \
	ROW(NO_LAUNCHER, "no-launcher", "item") \
	ROW(TOO_FULL, "too-full", "") \
	ROW(RUN_ENDED, "run-ended", "") \
	ROW(NO_COMMAND, "no-command", "") \
	ROW(NO_DEBUG, "no-debug", "") \
	ROW(DEBUG_ON, "debug-on", "text") \
	ROW(DEBUG_OFF, "debug-off", "text") \
	/* reasons why auto-explore, travel, run, rest and attack stop */ \
	ROW(AUTO_NEW, "steer-new", "text") \
	ROW(AUTO_NEW_MORE, "steer-new-more", "text number") \
	ROW(AUTO_NEARER, "steer-nearer", "target") \
	ROW(AUTO_AWAKE, "steer-awake", "target") \
	ROW(AUTO_HUNTED, "steer-hunted", "target") \
	ROW(AUTO_HUNTED_FAR, "steer-hunted-far", "target") \
	ROW(AUTO_COMPANY, "steer-company", "target") \
	ROW(AUTO_IN_WAY, "steer-in-way", "target") \
	ROW(AUTO_FRO, "steer-fro", "target") \
	ROW(AUTO_BEHIND, "steer-behind", "target") \
	ROW(AUTO_PAST, "steer-past", "target") \
	ROW(AUTO_WAITS, "steer-waits", "item target") \
	ROW(AUTO_ALLY_BEHIND, "steer-ally-behind", "target text") \
	ROW(AUTO_FULL, "steer-full", "item") \
	ROW(AUTO_LOW, "steer-low", "") \
	ROW(AUTO_HUNGRY, "steer-hungry", "") \
	ROW(AUTO_LEFT, "steer-left", "text") \
	ROW(LEFT_KEY, "left-key", "text") \
	ROW(LEFT_PRICE, "left-price", "text number") \
	ROW(LEFT_BARRED, "left-barred", "text") \
	ROW(LEFT_ON, "left-on", "item text") \
	ROW(LEFT_AFAR, "left-afar", "item") \
	ROW(LEFT_NO_ROOM, "left-no-room", "item") \
	ROW(LEFT_CAPTIVE, "left-captive", "") \
	ROW(LEFT_GOODS, "left-goods", "text") \
	ROW(LEFT_OFFERED, "left-offered", "text") \
	ROW(AUTO_FLIGHT, "steer-flight", "item text") \
	ROW(AUTO_FLIGHT_HERE, "steer-flight-here", "item") \
	ROW(FLIES_AT_YOU, "flies-at-you", "") \
	ROW(FLIES_THERE, "flies-there", "number text") \
	ROW(AUTO_CONDUCT, "attack-conduct", "text") \
	ROW(CONDUCT_BROKEN, "conduct-broken", "text") \
	ROW(AUTO_NOBODY, "attack-nobody", "") \
	ROW(AUTO_WEAK, "attack-weak", "") \
	ROW(AUTO_WEAK_FAR, "attack-weak-far", "") \
	ROW(AUTO_CONFUSED, "attack-confused", "") \
	ROW(AUTO_FLEES, "attack-flees", "target") \
	ROW(AUTO_NO_PATH, "attack-no-path", "target")
/* clang-format on */

/* Clauses of blows that miss the hero, six each ("miss-beast-1" to "miss-beast-6"): how an attacker
 * of that shape strikes, then what its blow meets, from the slots of armour to a parry without a
 * shield; last how a missile comes, and what stops it. */
/* clang-format off */
#define ENGINE_MISSES(ROW) \
	ROW(BEAST, "beast", "") ROW(FLIER, "flier", "") ROW(THING, "thing", "") ROW(PERSON, "person", "") ROW(BIG, "big", "") \
	ROW(BODY, "body", "item") ROW(HEAD, "head", "item") ROW(HANDS, "hands", "item") ROW(FEET, "feet", "item") \
	ROW(NONE, "none", "") ROW(SHIELD, "shield", "item") ROW(PARRY, "parry", "") \
	ROW(SHOT, "shot", "") ROW(SHOT_SHIELD, "shot-shield", "item") ROW(SHOT_PARRY, "shot-parry", "")
/* clang-format on */
#define MISS_VARIANTS 6

/* Each effect has two words: "heal-you" and "heal-it" (of the target).  Each status has two:
 * "status-blind" for the status line, and "status-blind-ends".  Each sound has two: "sound-door"
 * with its direction, and "sound-door-far".  Each element has two for its victim: "hurt-fire-you"
 * and "hurt-fire-it".  Each conduct has one: "conduct-kill". */
/* clang-format off */
enum text_id {
#define ROW(id, word, facts) TEXT_##id,
	ENGINE_WORDS(ROW)
#undef ROW
#define ROW(id, function, word, ...) TEXT_EFFECT_##id##_YOU, TEXT_EFFECT_##id##_IT,
	ENGINE_EFFECTS(ROW)
#undef ROW
#define ROW(id, name, word, stack, most, resist, gives) TEXT_STATUS_##id, TEXT_STATUS_##id##_ENDS,
	ENGINE_STATUSES(ROW)
#undef ROW
#define ROW(id, word, hero, others, every, help) TEXT_SOUND_##id, TEXT_SOUND_##id##_FAR,
	ENGINE_SOUNDS(ROW)
#undef ROW
#define ROW(id, word, spares, cause, help) TEXT_ELEMENT_##id##_YOU, TEXT_ELEMENT_##id##_IT,
	ENGINE_ELEMENTS(ROW)
#undef ROW
#define ROW(id, word, verbs) TEXT_CONDUCT_##id,
	ENGINE_CONDUCTS(ROW)
#undef ROW
#define ROW(id, word, facts) TEXT_MISS_##id, TEXT_MISS_##id##_LAST = TEXT_MISS_##id + MISS_VARIANTS - 1,
	ENGINE_MISSES(ROW)
#undef ROW
	TEXT_COUNT
};
/* clang-format on */

static inline enum text_id word_effect_you(enum effect effect)
{
	return (enum text_id)(TEXT_EFFECT_HEAL_YOU + 2 * (int)effect);
}

static inline enum text_id word_effect_it(enum effect effect)
{
	return (enum text_id)(TEXT_EFFECT_HEAL_IT + 2 * (int)effect);
}

static inline enum text_id word_element_you(enum element element)
{
	return (enum text_id)(TEXT_ELEMENT_FIRE_YOU + 2 * ((int)element - 1));
}

static inline enum text_id word_element_it(enum element element)
{
	return (enum text_id)(TEXT_ELEMENT_FIRE_IT + 2 * ((int)element - 1));
}

static inline enum text_id word_status(enum status status)
{
	return (enum text_id)(TEXT_STATUS_CONFUSED + 2 * (int)status);
}

static inline enum text_id word_status_ends(enum status status)
{
	return (enum text_id)(TEXT_STATUS_CONFUSED_ENDS + 2 * (int)status);
}

static inline enum text_id word_sound(enum sound sound)
{
	return (enum text_id)(TEXT_SOUND_STEPS + 2 * (int)sound);
}

static inline enum text_id word_sound_far(enum sound sound)
{
	return (enum text_id)(TEXT_SOUND_STEPS_FAR + 2 * (int)sound);
}

/* Returns the word of a direction: "to the east" for a step of (3, 1). */
enum text_id word_towards(int dx, int dy);

/* The subject or object of a sentence, as the hero knows it.  All zero is "something". */
struct word_actor {
	const char *name; /* of a kind or a person; NULL: unseen */
	bool you, proper; /* proper: used without an article */
	bool yours;       /* a creature of a kind, on the hero's side: "your dog" */
};

/* The facts of a sentence; leave out those that its row does not name. */
struct word_facts {
	struct word_actor actor, target;
	const char *verb, *item, *text, *name;
	int number;
};

/* Writes the sentence of a word with its facts, cut to size and always terminated; returns its
 * length. facts may be NULL. */
size_t words_expand(const struct content *content, enum text_id word,
	const struct word_facts *facts, char *text, size_t size);

/* Writes the same for a sentence with braces that is no word. */
size_t words_fill(const struct content *content, const char *sentence,
	const struct word_facts *facts, char *text, size_t size);

/* Returns the end of a word's sentence after its last fact, which is the same for all facts. */
const char *words_tail(const struct content *content, enum text_id word);

/* Returns the colour role of the whole sentence. */
enum colour_role words_role(const struct content *content, enum text_id word);

enum article { ARTICLE_NONE, ARTICLE_A, ARTICLE_THE, ARTICLE_YOUR };

/* Writes a name as it appears in a sentence: "a cave rat", "the cave rat", "the Receiver" even with
 * ARTICLE_A (a capital marks the only one of its kind), "3 dry biscuits" (count above 1, with
 * plural). Returns its length, cut to size. */
size_t words_name(char *text, size_t size, enum article article, int count, const char *singular,
	const char *plural);

/* Return the names of the facts that a word's sentence may use, separated by spaces; the word as
 * content spells it. */
const char *words_facts(enum text_id word);
const char *words_id(enum text_id word);

#endif
