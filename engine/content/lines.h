/*
 * Lines: plain texts on the effects of an item, a talent, a spell or a status.
 *
 * The view makes one line of an item's data: a part for each effect, bonus, trait and figure.  Each
 * part is a sentence like those of words.h, and has a neutral text here, so that a content needs
 * none of them and may replace any by a record "word ID".  An effect or a trait without a text here
 * is described by the help of its row.
 */
#ifndef TRAPDOOR_ENGINE_LINES_H
#define TRAPDOOR_ENGINE_LINES_H

#include "engine/content/words.h"

/* clang-format off */
/* id, word, facts that its text may name, text */
#define ENGINE_LINES(ROW) \
	/* parts of other parts */ \
	ROW(BETWEEN, "line-between", "", "; ") \
	ROW(RADIUS, "line-radius", "text number", "{text} (all within {number} cell{s})") \
	ROW(AROUND, "line-around", "text number", "{text} (all others within {number} cell{s})") \
	ROW(CHANCE, "line-chance", "text number", "{text} ({number}%)") \
	ROW(DOES, "line-does", "name text", "{name}: {text}") \
	ROW(AIMED, "line-aimed", "name text", "{text} ({name})") \
	ROW(OTHER_BONUS, "line-other-bonus", "name text", "{name} {text}") \
	ROW(IN_CLOUD, "line-in-cloud", "text", " (each turn in it: {text})") \
	/* items */ \
	ROW(FEEDS, "line-feeds", "number", "food for {number} turns") \
	ROW(LIGHTS, "line-lights", "number", "lights {number} cell{s} around you") \
	ROW(OIL, "line-oil", "", "fills a lamp with oil") \
	ROW(TEACHES, "line-teaches", "name text number", "teaches {name} for {number} mana: {text}") \
	ROW(LETTER, "line-letter", "", "to be read; you keep what it says among your discoveries") \
	ROW(MONEY, "line-money", "", "money, for shops and for the score") \
	ROW(GOAL, "line-goal", "", "the goal of the game: take it home") \
	ROW(DIGS, "line-digs", "", "digs") \
	ROW(OPENS, "line-opens", "", "opens one lock, and is used up") \
	ROW(CROSSES, "line-crosses", "", "takes you across a gap, or down it") \
	ROW(WORKS, "line-works", "text", "used beside {text}") \
	ROW(BURSTS, "line-bursts", "", "bursts when thrown, with the same effect") \
	ROW(SHOOTS, "line-shoots", "text", "shoots {text}") \
	ROW(SHOT_DAMAGE, "line-shot-damage", "text", "{text} damage when shot") \
	ROW(RESTS, "line-rests", "number", "can be used once in {number} turns") \
	ROW(RECHARGES, "line-recharges", "number", "regains a charge in {number} turns") \
	ROW(NOTHING, "line-nothing", "", "no effect of its own") \
	/* unknown items */ \
	ROW(UNKNOWN, "line-unknown", "text name", "Unknown. Possible: {text}. {name}") \
	ROW(LEARN_DRINK, "line-learn-drink", "", "You learn it by drinking it, or by seeing it burst.") \
	ROW(LEARN_READ, "line-learn-read", "", "You learn it by reading it.") \
	ROW(LEARN_USE, "line-learn-use", "", "You learn it by using it.") \
	ROW(UNKNOWN_GEAR, "line-unknown-gear", "number", "may have a bonus or a drawback, which {number} blows will show") \
	ROW(MAY_HEAL, "line-may-heal", "", "healing") \
	ROW(MAY_ESCAPE, "line-may-escape", "", "escape") \
	ROW(MAY_REPEL, "line-may-repel", "", "driving enemies off") \
	ROW(MAY_BOOST, "line-may-boost", "", "help in a fight") \
	ROW(MAY_LAST, "line-may-last", "", "a lasting gain") \
	ROW(MAY_SHOW, "line-may-show", "", "knowledge of the level") \
	ROW(MAY_STRIKE, "line-may-strike", "", "an attack") \
	ROW(MAY_HARM, "line-may-harm", "", "harm to you") \
	ROW(MAY_OTHER, "line-may-other", "", "other uses") \
	/* talents offered to a hero who lacks what they need */ \
	ROW(NEEDS_LAUNCHER, "line-needs-launcher", "", "of no use until you carry a launcher") \
	ROW(NEEDS_MISSILE, "line-needs-missile", "", "of no use until you carry missiles") \
	ROW(NEEDS_SPELL, "line-needs-spell", "", "of no use until you know a spell") \
	ROW(NEEDS_MAGIC, "line-needs-magic", "", "of no use until you know a spell or carry a device") \
	ROW(NEEDS_SCROLL, "line-needs-scroll", "", "of no use until you carry a scroll") \
	ROW(NEEDS_POTION, "line-needs-potion", "", "of no use until you carry a potion") \
	/* hunger and water, which are no statuses */ \
	ROW(HUNGRY, "line-hungry", "number", "eat soon: with {number} turns of food left you grow weak") \
	ROW(HUNGER_WEAK, "line-hunger-weak", "number", "nothing heals, and might is {number} less; eat") \
	ROW(STARVING, "line-starving", "number", "1 damage every {number} turns; eat now") \
	ROW(SWIMS, "line-swims", "", "this water takes health; leave it") \
	ROW(BRIEF_HUNGRY, "line-brief-hungry", "", "eat") ROW(BRIEF_HUNGER_WEAK, "line-brief-hunger-weak", "", "eat") \
	ROW(BRIEF_STARVING, "line-brief-starving", "", "starve") ROW(BRIEF_SWIMS, "line-brief-swims", "", "swim")

/* Facts: {text} its dice or the figure of the status that it gives, {number} turns, fixed dice, the
 * radius of a noise or the amount of a cloud, {item} the kind that it takes, {name} its element and
 * a blank, or "". */
#define EFFECT_LINES(ROW) \
	ROW(HEAL, "heals {text}, and ends poison, blindness and confusion") \
	ROW(HURT, "{text} {name}damage") \
	ROW(LIGHT, "lights the room, or the cells around, for good") \
	ROW(TELEPORT, "moves to another place on the level") \
	ROW(MAP, "shows the walls, doors and stairs of the level") \
	ROW(DETECT, "shows every creature of the level for {number} turn{s}") \
	ROW(CONFUSE, "confuses for {number} turn{s}") \
	ROW(BLIND, "blinds for {number} turn{s}") \
	ROW(POISON, "poisons for {number} turn{s}: 1 damage a turn, and nothing heals") \
	ROW(HASTE, "doubles speed for {number} turn{s}") \
	ROW(SLOW, "halves speed for {number} turn{s}") \
	ROW(SLEEP, "puts to sleep for {number} turn{s}, or until hurt") \
	ROW(FEAR, "frightens for {number} turn{s}") \
	ROW(HUSH, "no noise for {number} turn{s}") \
	ROW(ENCHANT_WEAPON, "+1 on the weapon in hand, for accuracy and damage") \
	ROW(ENCHANT_ARMOUR, "+1 on worn armour, for guard") \
	ROW(IDENTIFY, "makes everything carried known") \
	ROW(ALARM, "a noise that is heard {number} cell{s} away") \
	ROW(RAISE, "one level more") \
	ROW(BURN, "sets on fire for {number} turn{s}: {text} damage a turn") \
	ROW(FREEZE, "freezes for {number} turn{s}, and makes ice of water") \
	ROW(SOAK, "puts fires and carried flames out") \
	ROW(BLAST, "{text} {name}damage, breaks what can break, and is heard far") \
	ROW(DOUSE, "puts lights and flames out") \
	ROW(KINDLE, "lights lamps") \
	ROW(DIG, "digs through rock and rubble") \
	ROW(SIGNAL, "moves what waits for a lever") \
	ROW(FALL, "drops to the next depth: {text} damage") \
	ROW(DROWN, "{text} damage; flames go out, and an item may be lost") \
	ROW(CORRODE, "{text} damage, and a plus less on something worn") \
	ROW(CLOUD, "releases {item}, {number} parts") \
	ROW(SUMMON, "calls {item} ({text})") \
	ROW(PUSH, "throws back {text} cell{s}") \
	ROW(DEAFEN, "deafens for {number} turn{s}") \
	ROW(HOLD, "holds fast for {number} turn{s}") \
	ROW(LEVITATE, "floating for {number} turn{s}") \
	ROW(VANISH, "unseen but from adjacent cells for {number} turn{s}") \
	ROW(READ_MINDS, "shows every mind of the level for {number} turn{s}") \
	ROW(REGENERATE, "1 health back a turn for {number} turn{s}") \
	ROW(BLEED, "bleeding for {number} turn{s}: 1 damage a turn") \
	ROW(STICK, "sticks fast for {number} turn{s}, {text} less for each effort") \
	ROW(DISCORD, "attacks whoever is nearest for {number} turn{s}") \
	ROW(TICKLE, "helpless with laughter for {number} turn{s}") \
	ROW(WEAKEN, "weakens for {number} turn{s}") \
	ROW(GLOW, "lit for all to see for {number} turn{s}") \
	ROW(SHIELD, "{text} guard more for {number} turn{s}") \
	ROW(BLESS, "{text} accuracy more for {number} turn{s}, and ills last half as long") \
	ROW(CHARM, "an enemy fights for you for {number} turn{s}, or for good at a third of its health") \
	ROW(CURE, "ends everything harmful that lasts") \
	ROW(DISPEL, "ends everything that lasts, good and bad") \
	ROW(DRAIN, "{text} damage, which heals the attacker") \
	ROW(MANA, "{text} mana") \
	ROW(JAM, "no spells for {text} turns") \
	ROW(POLYMORPH, "changes a creature, or an item carried, into another kind") \
	ROW(BANISH, "removes one of at most {text} health from the level; moves others away") \
	ROW(BLINK, "moves to a cell in sight, up to {text} away") \
	ROW(PULL, "draws {text} cell{s} nearer") \
	ROW(SWAP, "changes places") \
	ROW(WALL, "makes {item}") \
	ROW(REVEAL, "finds what is hidden") \
	ROW(CREATE, "makes {item} ({text})") \
	ROW(RECHARGE, "{text} more charge{s} for devices that you carry") \
	ROW(ENCHANT, "+1 on something in use") \
	ROW(DETECT_ITEMS, "shows every item of the level")

/* Facts: {number} the amount, {text} the amount with its sign, or the figure of its rule. */
#define BONUS_LINES(ROW) \
	ROW(ACCURACY, "accuracy {text}") \
	ROW(DAMAGE, "damage {text}") \
	ROW(GUARD, "guard {text}") \
	ROW(MIGHT, "might {text}") \
	ROW(HEALTH, "health {text}") \
	ROW(MANA, "mana {text}") \
	ROW(NOISE, "noise {text}") \
	ROW(LIGHT, "lights {number} cell{s} around you") \
	ROW(HEALING, "speed of healing {text}%") \
	ROW(MANA_RETURN, "speed of mana recovery {text}%") \
	ROW(APPETITE, "use of food {text}%") \
	ROW(SWEEP, "a blow also hits {number} other{s} beside you") \
	ROW(PIERCE, "a blow also hits the one behind") \
	ROW(REACH, "strikes across {number} empty cell{s}") \
	ROW(QUICK, "blows take {number}% less time") \
	ROW(BLEED, "a hit bleeds for {number} turn{s}: 1 damage a turn") \
	ROW(FOLLOW, "{number}% chance of another blow after a kill") \
	ROW(LUNGE, "{number} more damage after a step straight at an enemy") \
	ROW(BLOCK, "stops {number}% of blows and missiles") \
	ROW(RIPOSTE, "{number}% chance to strike back when a blow misses you") \
	ROW(BASH, "{number}% chance that a hit pushes back 1 cell") \
	ROW(STEADFAST, "{number}% chance not to be pushed or held") \
	ROW(BRACE, "guard {text} after a turn without a step") \
	ROW(DOUBLE_SHOT, "{number}% chance of a second missile") \
	ROW(PIN, "a missile holds fast for {number} turn{s}, {text} less for each effort") \
	ROW(FAR, "missiles and thrown items fly {number} cell{s} farther") \
	ROW(CATCH, "{number}% more of your missiles are found again") \
	ROW(BACKSTAB, "the unaware take {text} times the damage") \
	ROW(SOFT_STEP, "your steps are heard {number} cell{s} less far") \
	ROW(DARK_GUARD, "guard {text} in the dark") \
	ROW(DARK_SIGHT, "sees {number} cell{s} far in the dark") \
	ROW(SLIP, "{number}% of your kills go unnoticed") \
	ROW(POWER, "spells and devices do {number}% more, for {number}% longer") \
	ROW(THRIFT, "spells cost {number}% less mana") \
	ROW(MANA_ON_KILL, "{number} mana for each kill") \
	ROW(RECALL, "{number}% chance that reading something does not use it up") \
	ROW(WARD, "{text} guard more for {number} turn{s} after each spell") \
	ROW(WIDE, "clouds of what you throw hold {number}% more") \
	ROW(DRAUGHT, "drinks heal {number}% more, for {number}% longer") \
	ROW(TASTE, "{number}% chance to know a drink when you pick it up") \
	ROW(SALVAGE, "{number}% chance that a thrown flask is not used up")

/* Facts: {text} the figure of its rule. */
#define STATUS_LINES(ROW) \
	ROW(CONFUSED, "steps and aim go astray") \
	ROW(BLIND, "sees nothing beyond adjacent cells, and cannot read") \
	ROW(POISONED, "1 damage a turn, and nothing heals") \
	ROW(HASTED, "acts twice as often") \
	ROW(SLOWED, "acts half as often") \
	ROW(ASLEEP, "cannot act; damage wakes") \
	ROW(AFRAID, "cannot strike") \
	ROW(HUSHED, "makes no noise") \
	ROW(DETECTING, "every creature of the level is shown") \
	ROW(BURNING, "{text} damage a turn; water puts it out") \
	ROW(FROZEN, "cannot act") \
	ROW(DEAF, "hears nothing") \
	ROW(PARALYSED, "cannot act") \
	ROW(LEVITATING, "floats over traps, water and holes") \
	ROW(INVISIBLE, "is seen from adjacent cells only") \
	ROW(TELEPATHIC, "every mind of the level is shown") \
	ROW(REGENERATING, "1 health back a turn") \
	ROW(BLEEDING, "1 damage a turn, and a trail that is easy to follow") \
	ROW(STUCK, "cannot step; each try takes {text} turns off") \
	ROW(DISCORDANT, "attacks whoever is nearest") \
	ROW(LAUGHING, "cannot act") \
	ROW(WEAK, "might {text} less") \
	ROW(GLOWING, "is lit for all to see") \
	ROW(SHIELDED, "{text} guard more") \
	ROW(BLESSED, "{text} accuracy more, and ills last half as long") \
	ROW(CHARMED, "cannot strike") \
	ROW(FLEETING, "is gone when it ends")

/* A shorter word for the status line of a narrow window.  Its text names no facts. */
#define BRIEF_LINES(ROW) \
	ROW(CONFUSED, "dizzy") ROW(BLIND, "blind") ROW(POISONED, "sick") ROW(HASTED, "fast") \
	ROW(SLOWED, "slow") ROW(ASLEEP, "asleep") ROW(AFRAID, "fear") ROW(HUSHED, "mute") \
	ROW(DETECTING, "hear") ROW(BURNING, "fire") ROW(FROZEN, "ice") ROW(DEAF, "deaf") \
	ROW(PARALYSED, "held") ROW(LEVITATING, "float") ROW(INVISIBLE, "hid") ROW(TELEPATHIC, "mind") \
	ROW(REGENERATING, "mend") ROW(BLEEDING, "cut") ROW(STUCK, "stuck") ROW(DISCORDANT, "mad") \
	ROW(LAUGHING, "laugh") ROW(WEAK, "weak") ROW(GLOWING, "lit") ROW(SHIELDED, "safe") \
	ROW(BLESSED, "luck") ROW(CHARMED, "charm") ROW(FLEETING, "brief")

#define MOMENT_LINES(ROW) \
	ROW(HIT, "when you hit") \
	ROW(SHOT, "when your missile hits") \
	ROW(BACKSTAB, "when you hit the unaware") \
	ROW(KILL, "when you kill") \
	ROW(STRUCK, "to each attacker that hits you") \
	ROW(HURT, "when down to a third of your health") \
	ROW(CAST, "after a spell") \
	ROW(DRINK, "after a drink") \
	ROW(ARRIVE, "on entering a new level")

#define TRAIT_LINES(ROW) \
	ROW(FLIES, "floats over what lies below") \
	ROW(SWIMS, "deep water does no harm") \
	ROW(UNSEEN, "seen from adjacent cells only") \
	ROW(RESISTS_FIRE, "no harm from fire") \
	ROW(RESISTS_COLD, "no harm from cold") \
	ROW(RESISTS_ACID, "no harm from acid") \
	ROW(RESISTS_POISON, "no harm from poison") \
	ROW(RESISTS_SLEEP, "cannot be put to sleep or held") \
	ROW(RESISTS_MIND, "cannot be confused or frightened") \
	ROW(RESISTS_SHOCK, "no harm from current")

/* Facts: {number} the range. */
#define AIM_LINES(ROW) \
	ROW(SELF, "") \
	ROW(CELL, "at a place within {number} cell{s}") \
	ROW(BOLT, "first in line within {number} cell{s}") \
	ROW(BEAM, "all in line within {number} cell{s}") \
	ROW(CONE, "a quarter circle of {number} cell{s}") \
	ROW(WHOLE, "everybody else on the level")

/* One line for each row of the engine's lists, in their order. */
enum line {
#define ROW(id, word, facts, text) LINE_##id,
	ENGINE_LINES(ROW)
#undef ROW
	LINE_EFFECT,
	LINE_STATUS = LINE_EFFECT + EFFECT_COUNT,
	LINE_BRIEF = LINE_STATUS + STATUS_COUNT,
	LINE_BONUS = LINE_BRIEF + STATUS_COUNT,
	LINE_MOMENT = LINE_BONUS + BONUS_COUNT,
	LINE_TRAIT = LINE_MOMENT + MOMENT_COUNT,
	LINE_AIM = LINE_TRAIT + TRAIT_COUNT,
	LINE_COUNT = LINE_AIM + AIM_COUNT
};
/* clang-format on */

/* Writes the text of a line with its facts, cut to size and terminated; returns its length. */
size_t lines_expand(const struct content *content, enum line line, const struct word_facts *facts,
	char *text, size_t size);

/* The word of a line in content (size: at most ID_MAX_LENGTH and the end), its facts and its
 * neutral text. */
void lines_id(enum line line, char *id, size_t size);
const char *lines_facts(enum line line);
const char *lines_text(enum line line);

#endif
