/*
 * Content: what is accepted, what is refused and with which words, and that nothing whatever breaks
 * the parser.
 *
 * A case is the stock content with something added as "zz.txt", or with words of one of its files
 * replaced, and the complaints that must come of it: all of them, in order.  In place of a line's
 * number, @ is the line where the replaced words begin, and * any line, because the stock content
 * is there to be changed.
 */
#include "tests/test.h"

#include "door/config/builtin.h"
#include "engine/content/content_private.h"
#include "engine/content/words.h"
#include "vt100/vt100.h"

#define EXPECTED_MAX 4

struct content_case {
	const char *title;
	const char *file, *find, *replace; /* in the stock file of that name */
	const char *add;                   /* the text of zz.txt */
	const char *expected[EXPECTED_MAX];
	bool and_more;   /* other complaints may follow */
	bool everywhere; /* all the words that are found are replaced, not the first alone */
};

/* clang-format off */
/* The suggestion in the complaint about two monsters. */
#define FREE "free: 0 1; or write a UTF-8 glyph and a letter, as in: U+00E9 e wood"
#define MONSTER(glyph, depth, hits, blow, instincts) \
	"monster draught\n  name draught\n  glyph " glyph "\n  look Cold air.\n  first-sight The air moves.\n" \
	"  death blown out by a draught\n  depth " depth "\n  hits " hits "\n  blow " blow "\n  experience 1\n" \
	"  instincts " instincts "\n"
#define TONIC(effect) \
	"item brew\n  name brew\n  glyph ! text\n  look Wet.\n  class potion\n  effect " effect "\n"
#define SPELL(id, field) "spell " id "\n  name Wish\n  glyph * dim\n  look A wish.\n  mana 1\n  " field "\n"
#define BOOK(spell) \
	"item hymnal\n  name hymnal\n  glyph + dim\n  look Sung.\n  class book\n  teaches " spell "\n"
#define TALENT(fields) "talent knack\n  name Knack\n  glyph * dim\n  look A knack.\n" fields
#define LEVEL(fields) \
	"level attic\n  name attic\n  arrival Dust.\n  depth 26\n  generator rogue-rooms\n" fields

static const struct content_case cases[] = {
	{.title = "nothing added is accepted", .add = ""},
	{.title = "comments, blank lines and carriage returns are passed over", .add = "# one\r\n\r\n   # two\r\n"},
	{.title = "a text may end without a newline", .add = "terrain mud\n  name mud\n  glyph ~ wood"},
	{.title = "a comment may follow a value", .add = "terrain mud # soft\n  name mud\n  glyph ~ wood # brown\n  flags light # only\n"},
	{.title = "the sign of comments may be a glyph", .add = "terrain mesh\n  name a mesh\n  glyph # metal # grey\n"},
	{.title = "a new monster is one record", .add =
		MONSTER("0 dim", "1-3", "1d4", "chills 1d2, slow for 2", "flee-below 50, keep-distance 3, random") "  traits unique, asleep\n"},

	/* Lines and records */
	{.title = "an unknown kind of record is refused, once, with all its fields", .add = "\nmonstre rat\n  name rat\n  nonsense\n",
		.expected = {"zz.txt:2: there is no record monstre; did you mean monster?"}},
	{.title = "a field before any record belongs to none", .add = "  name rat\n  glyph r wood\n",
		.expected = {"zz.txt:1: this indented line belongs to no record; a record begins at the line's first column"}},
	{.title = "an id is needed", .add = "terrain\n  name mud\n",
		.expected = {"zz.txt:1: the record terrain needs an id of a-z, 0-9 and -, a letter first, at most 32"}},
	{.title = "an id has no capitals", .add = "terrain Mud\n",
		.expected = {"zz.txt:1: the record terrain needs an id of a-z, 0-9 and -, a letter first, at most 32"}},
	{.title = "an id has an end", .add = "terrain a123456789012345678901234567890123\n",
		.expected = {"zz.txt:1: the record terrain needs an id of a-z, 0-9 and -, a letter first, at most 32"}},
	{.title = "an id comes once", .add = "terrain floor\n  name x\n",
		.expected = {"zz.txt:1: the record terrain floor is there already, at terrain.txt:10"}},
	{.title = "nothing stands after an id", .add = "terrain mud brown\n  name mud\n  glyph ~ wood\n",
		.expected = {"zz.txt:1: after its id the record terrain has nothing more on its first line"}},
	{.title = "an unknown field is refused", .add = "terrain mud\n  name mud\n  glyph ~ wood\n  depht 3\n",
		.expected = {"zz.txt:4: the record terrain has no field depht; the manual lists what it has"}},
	{.title = "a field comes once", .add = "terrain mud\n  name mud\n  glyph ~ wood\n  name mud\n",
		.expected = {"zz.txt:4: name is there twice; one of them must go"}},
	{.title = "needed fields are missed where the record begins", .add = "terrain mud\n\nterrain moss\n  name moss\n  glyph ~ plant\n",
		.expected = {"zz.txt:1: terrain mud has no name", "zz.txt:1: terrain mud has no glyph"}},
	{.title = "rows belong to words alone", .add = "terrain mud\n  name mud\n  glyph ~ wood\n  |...\n",
		.expected = {"zz.txt:4: the record terrain has no field |; the manual lists what it has"}},
	{.title = "only printable ASCII is content", .add = "# caf\xc3\xa9\nterrain mud\n  name m\xc3\xbc" "d\n  glyph ~ wood\n  look \x1b[2J\n",
		.expected = {"zz.txt:3: name: this holds something that is not printable ASCII",
			"zz.txt:5: the line holds a control character"}},
	{.title = "parsing goes on at the next record", .add = "terrain mud\n  name mud\n  glyph x\nbogus one\n  name x\nterrain moss\n  glyph ~ plant\n",
		.expected = {"zz.txt:3: glyph: a colour role is wanted after the symbol, as in: r wood",
			"zz.txt:4: there is no record bogus; fields of a record are indented, and the manual lists the records",
			"zz.txt:6: terrain moss has no name"}},

	/* Values */
	{.title = "a number has bounds", .file = "game.txt", .find = "last-depth              26", .replace = "last-depth 27",
		.expected = {"game.txt:@: last-depth: 27 is not from 1 to 26"}},
	{.title = "a number does not wrap round", .file = "game.txt", .find = "food                    1200", .replace = "food 4294967297",
		.expected = {"game.txt:@: food: 4294967297 is not from 1 to 2400"}},
	{.title = "a number is digits", .file = "game.txt", .find = "might                   10", .replace = "might ten",
		.expected = {"game.txt:@: might: a number is wanted here"}},
	{.title = "what is left of a line is said", .file = "game.txt", .find = "might                   10", .replace = "might 10 or so",
		.expected = {"game.txt:@: might: \"or so\" is left over at the end of the line"}},
	{.title = "dice have sides", .add = MONSTER("0 dim", "1", "1d", "chills 1", "random"),
		.expected = {"zz.txt:8: hits: a number is wanted here"}},
	{.title = "dice do not come out below nothing", .add = MONSTER("0 dim", "1", "1d6-2", "chills 1", "random"),
		.expected = {"zz.txt:8: hits: 1d6-2 may come out below 0"}},
	{.title = "dice do not overflow", .add = MONSTER("0 dim", "1", "99d999", "chills 1", "random"),
		.expected = {"zz.txt:8: hits: 99d999+0 may come out above 10000"}},
	{.title = "a range goes upwards", .add = MONSTER("0 dim", "4-1", "1", "chills 1", "random"),
		.expected = {"zz.txt:7: depth: 1 is not from 4 to 26"}},
	{.title = "a size has two sides", .add = LEVEL("  grid 3\n"),
		.expected = {"zz.txt:6: grid: a size is written like 80x21"}},
	{.title = "a colour is one of the roles", .add = MONSTER("0 brown", "1", "1", "chills 1", "random"),
		.expected = {"zz.txt:3: glyph: brown is no colour role; the manual lists them with the record word"}},
	{.title = "a flag is one of the list", .add = "terrain mud\n  name mud\n  glyph ~ wood\n  flags light, wet\n",
		.expected = {"zz.txt:4: flags: there is no wet; the manual lists what there is"}},
	{.title = "a name is plain", .add = "terrain mud\n  name [good]mud[/]\n  glyph ~ wood\n",
		.expected = {"zz.txt:2: name: a name holds no brackets, braces or tabs"}},
	{.title = "a name has no tabs", .add = "terrain mud\n  name soft\tmud\n  glyph ~ wood\n",
		.expected = {"zz.txt:2: name: a name holds no brackets, braces or tabs"}},
	{.title = "a tab in a sentence is a blank", .add = "terrain mud\n  name mud\n  glyph ~ wood\n  look soft\tmud\n"},
	{.title = "a text has an end", .add = "terrain mud\n  name mud of a length that no status line could ever hold\n  glyph ~ wood\n",
		.expected = {"zz.txt:2: name: it is 51 characters long; 40 is the most"}},
	{.title = "a text is not empty", .add = "terrain mud\n  name\n  glyph ~ wood\n",
		.expected = {"zz.txt:2: name: words are wanted here"}},
	{.title = "markup names a role", .add = "terrain mud\n  name mud\n  glyph ~ wood\n  look [purple]mud[/]\n",
		.expected = {"zz.txt:4: look: [purple] is no colour role; the manual lists them with the record word"}},
	{.title = "markup ends", .add = "terrain mud\n  name mud\n  glyph ~ wood\n  look [bad]mud\n",
		.expected = {"zz.txt:4: look: a colour has no end; write [/]"}},
	{.title = "markup does not nest", .add = "terrain mud\n  name mud\n  glyph ~ wood\n  look [bad]m[good]u[/]d[/]\n",
		.expected = {"zz.txt:4: look: colours do not nest: each [role] ends with [/]"}},
	{.title = "a bracket is written twice", .add = "terrain mud\n  name mud\n  glyph ~ wood\n  look [[mud] and [bad][[[/]\n"},
	{.title = "a bracket alone is no bracket", .add = "terrain mud\n  name mud\n  glyph ~ wood\n  look mud [\n",
		.expected = {"zz.txt:4: look: a [ has no ]; write [[ for the bracket itself"}},

	/* Clauses */
	{.title = "an instinct is one of the list", .add = MONSTER("0 dim", "1", "1", "chills 1", "sight, telepathy"),
		.expected = {"zz.txt:11: instincts: there is no instinct telepathy; the manual lists what there is"}},
	{.title = "an instinct wants its number", .add = MONSTER("0 dim", "1", "1", "chills 1", "flee-below, sight"),
		.expected = {"zz.txt:11: instincts: a number is wanted here"}},
	{.title = "an instinct's number has bounds", .add = MONSTER("0 dim", "1", "1", "chills 1", "flee-below 250, sight"),
		.expected = {"zz.txt:11: instincts: 250 is not from 1 to 99"}},
	{.title = "an instinct without a number takes none", .add = MONSTER("0 dim", "1", "1", "chills 1", "sight 9, smell"),
		.expected = {"zz.txt:11: instincts: \"9, smell\" is left over at the end of the line"}},
	{.title = "a blow has a verb and damage", .add = MONSTER("0 dim", "1", "1", "1d3", "random"),
		.expected = {"zz.txt:9: blow: a verb and its damage are wanted, as in: bites 1d3"}},
	{.title = "a blow's effect is one of the list", .add = MONSTER("0 dim", "1", "1", "chills 1, yodel for 3", "random"),
		.expected = {"zz.txt:9: blow: there is no effect yodel; the manual lists what there is"}},
	{.title = "an effect that lasts says how long", .add = TONIC("haste"),
		.expected = {"zz.txt:6: effect: haste lasts; write for how many turns, as in: for 20"}},
	{.title = "an effect takes what its row says", .add = TONIC("haste radius 2 for 20"),
		.expected = {"zz.txt:6: effect: haste takes no radius"}},
	{.title = "an effect may spare its middle", .add = TONIC("sleep for 3 around 6")},
	{.title = "an effect has one radius", .add = TONIC("sleep around 6 radius 2 for 3"),
		.expected = {"zz.txt:6: effect: sleep takes no radius"}},
	{.title = "an effect's argument comes once", .add = TONIC("haste for 20 for 30"),
		.expected = {"zz.txt:6: effect: haste does not last"}},

	{.title = "what hurts may do so by an element", .add = TONIC("hurt 1d6 fire radius 1")},
	{.title = "an element is for what hurts", .add = TONIC("heal 1d6 fire"),
		.expected = {"zz.txt:6: effect: \"fire\" is left over at the end of the line"}},

	/* Spells and talents */
	{.title = "a spell is in a book", .add = SPELL("wish", "effect heal 1") BOOK("wish")},
	{.title = "a spell is for somebody to say", .add = SPELL("wish", "effect heal 1"),
		.expected = {"zz.txt:1: spell wish is in no book, comes with no talent, and nobody casts it"}},
	{.title = "a spell does something", .add = SPELL("wish", "aim bolt") BOOK("wish"),
		.expected = {"zz.txt:1: spell wish has no effect"}},
	{.title = "nobody is walled in for ever", .add = SPELL("wish", "effect wall statue") BOOK("wish"),
		.expected = {"zz.txt:1: wish makes statue, which stops bodies and has no change by time"}},
	{.title = "there is one Receiver", .add = SPELL("wish", "effect create receiver 1") BOOK("wish"),
		.expected = {"zz.txt:1: wish creates the goal of the game, which is unique"}},
	{.title = "a book teaches what there is", .add = BOOK("wish"),
		.expected = {"zz.txt:6: teaches: there is no spell wish"}},
	{.title = "what teaches is a book", .add = SPELL("wish", "effect heal 1") "item nib\n  name nib\n  glyph ) dim\n"
		"  look A nib.\n  class weapon\n  damage 1\n  teaches wish\n",
		.expected = {"zz.txt:7: item nib teaches and is neither a book nor an heirloom"}},
	{.title = "a talent gives something", .add = TALENT("  path word\n"),
		.expected = {"zz.txt:1: talent knack gives nothing"}},
	{.title = "a talent's bonus is one of the list", .add = TALENT("  path word\n  bonus luck 3\n"),
		.expected = {"zz.txt:6: bonus: there is no luck; the manual lists what there is"}},
	{.title = "who has spells casts", .add = MONSTER("0 dim", "1", "1", "chills 1", "random") "  casts haul\n",
		.expected = {"zz.txt:1: monster draught has spells and not the instinct to cast"}},
	{.title = "no word takes more than a third of the expected health", .add = MONSTER("0 dim", "1-12", "1", "chills 1", "cast 5, random")
		"  casts hot-line\n",
		.expected = {"zz.txt:1: monster draught casts hot-line for up to 18; at depth 1 a third of the expected health is 13"}},

	/* References */
	{.title = "a reference leads somewhere", .file = "game.txt", .find = "start                   screwdriver", .replace = "start sword",
		.expected = {"game.txt:@: start: there is no item sword"}},
	{.title = "a reference is to the right kind", .file = "terrain.txt", .find = "open into door-open", .replace = "open into screwdriver",
		.expected = {"terrain.txt:@: change: there is no terrain screwdriver"}},

	/* Parts that a game needs */
	{.title = "there is one game", .add = "game other\n",
		.expected = {"zz.txt:1: game other has no name"}, .and_more = true},
	{.title = "floor lets light by", .file = "terrain.txt", .find = "flags  objects, projectiles, light, shows-walls\n    change  fill into boulder",
		.replace = "flags  objects, projectiles, shows-walls\n    change  fill into boulder",
		.expected = {"terrain.txt:*: terrain floor serves as floor and lacks the flags: light"}},
	{.title = "a corridor shows no walls", .file = "terrain.txt", .find = "flags  objects, projectiles, light\n    change  break 30 into rubble",
		.replace = "flags  objects, projectiles, light, shows-walls\n    change  break 30 into rubble",
		.expected = {"terrain.txt:*: terrain corridor serves as corridor and must not have the flags: shows-walls"}},
	{.title = "what bodies pass, missiles do", .add = "terrain mud\n  name mud\n  glyph , wood\n  flags objects, light\n",
		.expected = {"zz.txt:1: terrain mud lets objects pass and stops missiles; what a body passes, they do too"}},
	{.title = "a known hazard looks like none that is harmless", .add =
		"terrain bog\n  name a bog\n  glyph , plant\n  flags objects, projectiles, light\n  hazard drown 1d3 unless flies\n",
		.expected = {"zz.txt:1: terrain bog looks like terrain rubble, and one of the two does harm, in ASCII: both are ,"}},
	{.title = "a sprung plate is a hazard too", .add =
		"terrain plate\n  name a plate\n  glyph . wood\n  flags objects, projectiles, light\n  change tread into floor, hurt 1d3\n",
		.expected = {"zz.txt:1: terrain plate looks like terrain floor, and one of the two does harm, in ASCII: both are ."}},
	{.title = "a hidden one looks like something harmless", .add =
		"terrain plate\n  name a plate\n  glyph ^ hero\n  flags objects, projectiles, light\n  change tread into floor, hurt 1d3\n  change search into trap-dart\n",
		.expected = {"zz.txt:1: terrain plate is there to be found and has the look of nothing harmless"}},
	{.title = "a hidden one with the floor's look is accepted", .add =
		"terrain plate\n  name a plate\n  glyph . stone floor\n  flags objects, projectiles, light\n  change tread into floor, hurt 1d3\n  change search into trap-dart\n"},
	{.title = "the receiver is a receiver", .file = "game.txt", .find = "receiver                receiver", .replace = "receiver apple",
		.expected = {"items.txt:*: item apple serves as the receiver and is of another class"}},
	{.title = "no two monsters look alike", .add = MONSTER("r dim", "1", "1", "chills 1", "random"),
		.expected = {"zz.txt:1: monster draught looks like monster cable-rat in ASCII: both are r; " FREE}},
	{.title = "no two monsters have one name", .file = "monsters.txt", .find = "name         lamp moth", .replace = "name cable rat",
		.expected = {"monsters.txt:*: monster lamp-moth has the name of cable-rat"}},
	{.title = "a monster does not look like a thing", .add = MONSTER("! dim", "1", "1", "chills 1", "random"),
		.expected = {"zz.txt:1: monster draught looks like item mending in ASCII: both are !; " FREE}},
	{.title = "a monster does not look like a wall", .add = MONSTER("| dim", "1", "1", "chills 1", "random"),
		.expected = {"zz.txt:1: monster draught looks like terrain wall-vertical in ASCII: both are |; " FREE}},
	{.title = "a monster does not look like the hero", .add = MONSTER("@ dim", "1", "1", "chills 1", "random"),
		.expected = {"zz.txt:1: monster draught looks like the hero"}},
	{.title = "classes of things look unlike", .add = "item sack\n  name sack\n  glyph ) wood\n  look Rough.\n  class armour\n",
		.expected = {"zz.txt:1: item sack looks like item sabre, of another class, in ASCII: both are )"}},
	{.title = "no blow takes more than a third of the expected health", .add = MONSTER("0 dim", "1-12", "1", "chills 2d7", "random"),
		.expected = {"zz.txt:1: monster draught chills for up to 14; at depth 1 a third of the expected health is 13"}},
	{.title = "a monster is born alive", .add = MONSTER("0 dim", "1", "1d6-1", "chills 1", "random"),
		.expected = {"zz.txt:1: monster draught may begin with no health"}},
	{.title = "a shooter has something to shoot", .add =
		"monster draught\n  name draught\n  glyph 0 dim\n  look Cold air.\n  first-sight The air moves.\n"
		"  death blown out by a draught\n  depth 1\n  hits 1\n  experience 1\n  instincts shoot 4\n",
		.expected = {"zz.txt:1: monster draught shoots and has no blow"}},
	{.title = "the first depth has a monster", .file = "monsters.txt", .find = "depth        1-", .replace = "depth        2-", .everywhere = true,
		.expected = {"game.txt:*: no monster lives at depth 1"}},
	{.title = "a question has two answers", .add = MONSTER("0 dim", "1", "1", "chills 1", "random") "  answers door, dark\n"},
	{.title = "one answer is a lock", .add = MONSTER("0 dim", "1", "1", "chills 1", "random") "  answers door\n",
		.expected = {"zz.txt:1: monster draught has one answer; a question has two or more, a body none"}},
	{.title = "an answer is one of the list", .add = MONSTER("0 dim", "1", "1", "chills 1", "random") "  answers door, prayer\n",
		.expected = {"zz.txt:12: answers: there is no prayer; the manual lists what there is"}},
	{.title = "every depth is somewhere", .file = "levels.txt", .find = "depth      4-6", .replace = "depth 4-5", .everywhere = true,
		.expected = {"game.txt:*: no level is at depth 6"}},
	{.title = "rooms need room", .add = LEVEL("  grid 4x4\n"),
		.expected = {"zz.txt:1: level attic has cells under 7x7, too small for a room, its walls and a way by"}},
	{.title = "a level has an upper bound", .add = LEVEL("  size 120x120\n"),
		.expected = {"zz.txt:1: level attic is 120 high; 100 is the most"}},
	{.title = "a weapon harms", .add = "item feather\n  name feather\n  glyph ) text\n  look Soft.\n  class weapon\n",
		.expected = {"zz.txt:1: item feather is a weapon and has no damage"}},
	{.title = "what stacks has a plural", .add = "item pear\n  name pear\n  glyph % text\n  look Soft.\n  class food\n  food 9\n  traits stacks\n",
		.expected = {"zz.txt:1: item pear stacks and has no plural"}},
	{.title = "a tonic does something", .add = "item water\n  name water\n  glyph ! text\n  look Wet.\n  class potion\n",
		.expected = {"zz.txt:1: item water is used up and has no effect"}},
	{.title = "unknown things need faces enough", .add =
		"item a\n  name a\n  glyph ! text\n  look A.\n  class potion\n  effect light\n"
		"item b\n  name b\n  glyph ! text\n  look B.\n  class potion\n  effect light\n"
		"item c\n  name c\n  glyph ! text\n  look C.\n  class potion\n  effect light\n"
		"item d\n  name d\n  glyph ! text\n  look D.\n  class potion\n  effect light\n",
		.expected = {"zz.txt:19: there are 32 kinds of potion and only 31 flavours for them"}},

	/* Words */
	{.title = "a word that is missing is a neutral one", .file = "words.txt", .find = "word you-miss           You miss {target}.\n    role dim\n", .replace = ""},
	{.title = "no word is there that nobody says", .add = "word you-mis  You mis.\n",
		.expected = {"zz.txt:1: nothing ever says the word you-mis; did you mean you-miss?"}},
	{.title = "a sentence asks for facts that it gets", .file = "words.txt", .find = "You miss {target}.", .replace = "{Actor} misses {target}.",
		.expected = {"words.txt:@: word you-miss gets no {Actor}; its facts are: target"}},
	{.title = "a brace ends", .file = "words.txt", .find = "You miss {target}.", .replace = "You miss {target.",
		.expected = {"words.txt:@: word you-miss has a { without its }"}},
	{.title = "a sentence of the rules has one row", .file = "words.txt", .find = "word you-miss           You miss {target}.\n",
		.replace = "word you-miss\n    |You miss {target}.\n    |Again.\n",
		.expected = {"words.txt:@: word you-miss is a sentence of the rules and cannot have rows"}},
	{.title = "a sentence of the rules has a length", .file = "words.txt", .find = "You miss {target}.",
		.replace = "You miss {target}.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
		.expected = {"words.txt:@: word you-miss is 118 characters long; 110 is the most of a message"}},
	{.title = "a series has no gap", .add = "word lobby-20 One.\n",
		.expected = {"zz.txt:1: word lobby-20 comes after a gap: there is no lobby-19"}},
	{.title = "a series goes on", .add = "word lobby-17 One.\n"},
	{.title = "a vignette has three words", .add = "word vignette-2\n  |##\nword vignette-line-2 Two.\n",
		.expected = {"zz.txt:1: a vignette has three words, and vignette-small-2 is missing",
			"zz.txt:3: a vignette has three words, and vignette-small-2 is missing"}},
	{.title = "a vignette is no larger than its screen", .add =
		"word vignette-2\n  |##\nword vignette-line-2 Two.\n"
		"word vignette-small-2\n  |########################################x\n",
		.expected = {"zz.txt:4: word vignette-small-2 is drawn in 41x1 cells; 40x16 are the most"}},
	{.title = "a vignette has a sentence", .add = "word vignette-2\n  |##\nword vignette-small-2\n  |#\nword vignette-line-2\n  |One.\n  |Two.\n",
		.expected = {"zz.txt:5: word vignette-line-2 is a sentence of at most 110 characters"}},
	{.title = "a vignette is of a depth or of an end", .add = "word vignette-lift One.\n",
		.expected = {"zz.txt:1: nothing ever says the word vignette-lift; did you mean vignette-left?"}},
	{.title = "a vignette may be added", .add = "word vignette-2\n  |##\nword vignette-small-2\n  |#\nword vignette-line-2 Two.\n"},
	{.title = "a screen's word has a text", .add = "word lobby-17\n  role dim\n",
		.expected = {"zz.txt:1: word lobby-17 has no text"}},
	{.title = "rows may use every role", .add = "word lobby-17\n  |[wood]desk[/]\n  |[hero]caller[/]\n"},
};
/* clang-format on */

/* ---- Contents from stock ---- */

static char *replaced(const char *text, const char *find, const char *replace)
{
	const char *at = strstr(text, find);
	if (!at)
		fail_msg("the stock content has no \"%s\"", find);
	size_t before = (size_t)(at - text);
	size_t size = strlen(text) - strlen(find) + strlen(replace) + 1;
	char *result = malloc(size);
	snprintf(result, size, "%.*s%s%s", (int)before, text, replace, at + strlen(find));
	return result;
}

static struct content *content_of_case(const struct content_case *one)
{
	struct content *content = content_new();
	bool used = !one->file;
	for (size_t i = 0; i < builtin_file_count; i++) {
		const struct builtin_file *file = &builtin_files[i];
		if (one->file && !strcmp(one->file, file->name)) {
			char *text = replaced(file->text, one->find, one->replace);
			while (one->everywhere && strstr(text, one->find)) {
				char *next = replaced(text, one->find, one->replace);
				free(text);
				text = next;
			}
			content_add(content, file->name, text, strlen(text));
			free(text);
			used = true;
		} else {
			content_add(content, file->name, file->text, file->size);
		}
	}
	assert_true(used);
	if (one->add)
		content_add(content, "zz.txt", one->add, strlen(one->add));
	return content;
}

static struct content *stock(void)
{
	struct content *content = content_of_case(&(struct content_case){.title = "stock"});
	assert_true(content_seal(content));
	return content;
}

/* The line of the stock file where the replaced words begin. */
static unsigned line_of_find(const struct content_case *one)
{
	unsigned line = 1;
	for (size_t i = 0; one->file && i < builtin_file_count; i++) {
		if (strcmp(builtin_files[i].name, one->file) != 0)
			continue;
		const char *found = strstr(builtin_files[i].text, one->find);
		for (const char *at = builtin_files[i].text; at < found; at++)
			line += *at == '\n';
	}
	return line;
}

/* Writes a complaint as it is printed, its line as the expectation has it where that is "*" or "@"
 * and right. */
static void print_complaint(const struct content_case *one, const struct complaint *complaint,
	const char *expected, char *text, size_t size)
{
	char line[12];
	snprintf(line, sizeof line, "%u", complaint->line);
	const char *colon = strchr(expected, ':');
	if (colon && colon[1] == '*')
		snprintf(line, sizeof line, "*");
	if (colon && colon[1] == '@' && complaint->line == line_of_find(one))
		snprintf(line, sizeof line, "@");
	snprintf(text, size, "%s:%s: %s", complaint->origin, line, complaint->sentence);
}

/* Whether the complaints are those that were expected; says so if not. */
static bool complaints_agree(
	const struct content_case *one, const struct complaint *list, size_t count)
{
	size_t expected = 0;
	while (expected < EXPECTED_MAX && one->expected[expected])
		expected++;
	for (size_t i = 0; i < count && i < expected; i++) {
		char line[400];
		print_complaint(one, &list[i], one->expected[i], line, sizeof line);
		if (!strcmp(line, one->expected[i]))
			continue;
		print_error(
			"%s:\n  said     %s\n  expected %s\n", one->title, line, one->expected[i]);
		return false;
	}
	if (count < expected)
		print_error("%s: nobody said: %s\n", one->title, one->expected[count]);
	else if (count > expected && !one->and_more)
		print_error("%s: also said: %s:%u: %s\n", one->title, list[expected].origin,
			list[expected].line, list[expected].sentence);
	return count == expected || (count > expected && one->and_more);
}

static void refuses_with_file_and_line(void **state)
{
	(void)state;
	int failures = 0;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct complaint *list;
		struct content *content = content_of_case(&cases[i]);
		bool sealed = content_seal(content);
		size_t count = content_complaints(content, &list);
		failures += !complaints_agree(&cases[i], list, count) || sealed != (count == 0);
		content_free(content);
	}
	assert_int_equal(failures, 0);
}

/* ---- The stock content ---- */

/* As many records as there may be, and one more. */
static void takes_no_more_than(size_t there, size_t most, const char *record, const char *sentence)
{
	static char text[1 << 17];
	const struct complaint *list;
	for (size_t over = 0; over < 2; over++) {
		size_t used = 0;
		for (size_t i = there; i < most + over; i++)
			used += (size_t)snprintf(
				text + used, sizeof text - used, record, (unsigned)i, (unsigned)i);
		const struct content_case one = {.add = text};
		struct content *content = content_of_case(&one);
		assert_int_equal(content_seal(content), !over);
		assert_int_equal(content_complaints(content, &list), over);
		if (over)
			assert_string_equal(list[0].sentence, sentence);
		content_free(content);
	}
}

/* A complaint is printed on terminals: each byte of it that does not print becomes a '?'. */
static void complaints_are_printable(void **state)
{
	struct content *content = stock();
	const struct complaint *list;
	(void)state;
	content_complain(content, (struct record_origin){"zz.txt", 7}, "%s",
		"a\x1f"
		"b c~d\x7f"
		"e\tf\xc3\xa4");
	assert_int_equal(content_complaints(content, &list), 1);
	assert_string_equal(list[0].origin, "zz.txt");
	assert_int_equal(list[0].line, 7);
	assert_string_equal(list[0].sentence, "a?b c~d?e?f??");
	content_free(content);
}

static void some_records_are_few(void **state)
{
	(void)state;
	struct content *whole = stock();
	takes_no_more_than(whole->counts.terrains, TERRAINS_MAX,
		"terrain mud-%u\n  name mud %u\n  glyph ~ wood\n",
		"there are more than 256 records terrain");
	takes_no_more_than(whole->counts.flavours, FLAVOURS_MAX,
		"flavour mud-%u\n  name muddy brew %u\n  plural muddy brews\n  glyph ! wood\n  "
		"class potion\n",
		"there are more than 1024 records flavour");
	content_free(whole);
}

static void stock_is_a_whole_game(void **state)
{
	(void)state;
	struct content *content = stock();
	assert_true(content->counts.creatures >= 15);
	assert_int_equal(content->goal_depth, 12);
	assert_int_equal(content->last_depth, 26);
	assert_string_equal(content->items[content->receiver].id, "receiver");
	assert_int_equal(content->birth.start_count, 4);
	assert_int_equal(content_find_creature(content, "dragon"), KIND_NONE);
	assert_string_equal(
		content->creatures[content_find_creature(content, "cable-rat")].name, "cable rat");
	assert_string_equal(content->terrains[content->terrain.door_closed].id, "door-closed");
	assert_int_equal(
		content_transition(&content->terrains[content->terrain.door_closed], TRIGGER_OPEN)
			->into,
		content->terrain.door_open);
	content_free(content);
}

/* Down to the Receiver each depth brings one kind at least that tests health, and one that asks
 * what to do about it. */
static void each_depth_brings_a_body_and_a_question(void **state)
{
	(void)state;
	struct content *content = stock();
	int natives = 0;
	for (int depth = 1; depth <= content->goal_depth; depth++) {
		int bodies = 0, questions = 0;
		for (uint16_t i = 0; i < content->counts.creatures; i++) {
			const struct creature_kind *kind = &content->creatures[i];
			if (kind->depth_low == depth)
				(*(kind->answers ? &questions : &bodies))++;
		}
		if (!bodies || !questions)
			fail_msg("depth %d brings %d bodies and %d questions", depth, bodies,
				questions);
		assert_in_range(bodies + questions, 3, 4);
		natives += bodies + questions;
	}
	assert_int_equal(natives, 42);
	assert_true(content->counts.creatures >= 60);
	content_free(content);
}

/* No row of the tables without a creature that shows it. */
static void every_instinct_and_trait_has_somebody(void **state)
{
	static const char *const instincts[] = {
#define ROW(id, function, word, number, least, most, whose, help) word,
		ENGINE_INSTINCTS(ROW)
#undef ROW
	};
	static const char *const traits[] = {
#define ROW(id, word, help) word,
		ENGINE_TRAITS(ROW)
#undef ROW
	};
	(void)state;
	struct content *content = stock();
	bool acts[INSTINCT_COUNT] = {false};
	uint32_t bodies = 0;
	for (uint16_t i = 0; i < content->counts.creatures; i++) {
		const struct creature_kind *kind = &content->creatures[i];
		bodies |= kind->traits;
		for (int at = 0; at < kind->instinct_count; at++)
			acts[kind->instincts[at].row] = true;
	}
	for (int row = 0; row < INSTINCT_COUNT; row++)
		if (!acts[row])
			fail_msg("nobody has the instinct %s", instincts[row]);
	for (int bit = 0; bit < TRAIT_COUNT; bit++)
		if (!(bodies >> bit & 1))
			fail_msg("nobody has the trait %s", traits[bit]);
	content_free(content);
}

static void stock_shapes_are_drawn_shapes(void **state)
{
	(void)state;
	struct content *content = stock();
	for (size_t i = 1; i < content_appearance_count(content); i++) {
		const struct appearance *appearance = content_appearance(content, (uint16_t)i);
		if (*appearance->shape && !vt_glyph_by_word(appearance->shape))
			fail_msg("look %c has the shape %s, which no terminal draws",
				appearance->symbol, appearance->shape);
	}
	content_free(content);
}

/* A secret door has the wall's own look, so that no map can tell them apart. */
static void secret_doors_look_like_walls(void **state)
{
	(void)state;
	struct content *content = stock();
	const struct content_terrains *terrain = &content->terrain;
	assert_int_equal(content->terrains[terrain->door_secret_horizontal].appearance,
		content->terrains[terrain->wall_horizontal].appearance);
	assert_int_equal(content->terrains[terrain->door_secret_vertical].appearance,
		content->terrains[terrain->wall_vertical].appearance);
	content_free(content);
}

static void kinds_fade_within_five_depths(void **state)
{
	(void)state;
	static const int expected[] = {0, 10, 10, 10, 8, 6, 4, 2, 0, 0};
	for (int depth = 1; depth <= 10; depth++)
		assert_int_equal(content_fading_weight(10, 2, 4, depth), expected[depth - 1]);
}

static void manual_names_every_field_and_clause(void **state)
{
	(void)state;
	static const char *const wanted[] = {"monster ID", "first-sight", "word ID [TEXT]",
		"shun-light", "enchant-armour", "you-slay", "status-hushed-ends", "lobby-#",
		"poses-as-wall", "rogue-rooms", "(default 80x21)"};
	char *manual = content_manual();
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		if (!strstr(manual, wanted[i]))
			fail_msg("the manual does not tell of %s", wanted[i]);
	free(manual);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refuses_with_file_and_line),
		cmocka_unit_test(complaints_are_printable),
		cmocka_unit_test(some_records_are_few),
		cmocka_unit_test(stock_is_a_whole_game),
		cmocka_unit_test(each_depth_brings_a_body_and_a_question),
		cmocka_unit_test(every_instinct_and_trait_has_somebody),
		cmocka_unit_test(stock_shapes_are_drawn_shapes),
		cmocka_unit_test(secret_doors_look_like_walls),
		cmocka_unit_test(kinds_fade_within_five_depths),
		cmocka_unit_test(manual_names_every_field_and_clause),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
