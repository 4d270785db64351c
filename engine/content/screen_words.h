/*
 * Words of the screens: texts that the door shows about a game, supplied by the content.
 *
 * A content must have the required ones.  For the others the door has plain words, so a small game
 * need not supply them, and another game can rename health, gold, food or depth, the verbs and the
 * questions.  A word that ends in '#' is a series, numbered from 1: "lobby-#" allows lobby-1,
 * lobby-2, ... and requires the first.  A word that ends in '@' ends in a depth: "vignette-@"
 * allows vignette-1, vignette-4, ...
 */
#ifndef TRAPDOOR_ENGINE_SCREEN_WORDS_H
#define TRAPDOOR_ENGINE_SCREEN_WORDS_H

/* clang-format off */
/* word, whether it is required */
#define SCREEN_WORDS(ROW) \
	/* the door and the lobby */ \
	ROW("title", true) ROW("tagline", true) ROW("title-art", true) ROW("title-art-small", false) \
	ROW("welcome", true) ROW("welcome-telnet", true) ROW("newcomer", true) ROW("newcomer-guest", true) \
	ROW("returning", true) ROW("guest-note", true) ROW("lobby-#", true) ROW("lamps-title", true) \
	ROW("nobody-on", true) ROW("graveyard-title", true) ROW("nobody-dead", true) \
	ROW("board-title", true) ROW("board-empty", true) ROW("menu-new", true) ROW("menu-continue", true) \
	ROW("help-#", true) ROW("ask-name", false) ROW("where-lobby", false) ROW("where-watching", false) \
	ROW("board-players", false) ROW("board-latest", false) ROW("mssp-genre", false) ROW("mssp-gameplay", false) \
	/* the ends */ \
	ROW("tombstone-title", true) ROW("tombstone-#", true) ROW("left-title", true) ROW("left-#", true) \
	ROW("won-title", true) ROW("won-#", true) ROW("far-title", false) ROW("far-#", false) \
	ROW("quit-title", true) ROW("quit-#", true) ROW("epitaph-ask", true) ROW("epitaph-kept", false) \
	/* the pictures of depths and of ends: of up to 80x20, of up to 40x16, and a sentence */ \
	ROW("vignette-@", false) ROW("vignette-small-@", false) ROW("vignette-line-@", false) \
	ROW("vignette-died", false) ROW("vignette-small-died", false) ROW("vignette-line-died", false) \
	ROW("vignette-left", false) ROW("vignette-small-left", false) ROW("vignette-line-left", false) \
	ROW("vignette-won", false) ROW("vignette-small-won", false) ROW("vignette-line-won", false) \
	ROW("vignette-far", false) ROW("vignette-small-far", false) ROW("vignette-line-far", false) \
	ROW("vignette-quit", false) ROW("vignette-small-quit", false) ROW("vignette-line-quit", false) \
	ROW("end-any-key", false) ROW("confirm-leave", true) ROW("confirm-quit", true) \
	ROW("confirm-quit-guest", false) ROW("confirm-leave-guest", false) ROW("confirm-deeper", false) \
	/* connection and account */ \
	ROW("saved", true) ROW("goodbye", true) ROW("shutdown", true) ROW("shutdown-guest", false) \
	ROW("kicked", true) ROW("kicked-guest", false) ROW("taken-over", true) ROW("takeover-ask", true) \
	ROW("idle", true) ROW("idle-guest", false) ROW("too-small", true) ROW("line-slow", true) \
	ROW("line-lost", false) ROW("save-broken", true) ROW("label-operator", false) \
	/* names */ \
	ROW("label-player", false) ROW("label-run", false) ROW("label-runs", false) ROW("label-health", false) \
	ROW("label-health-short", false) ROW("label-mana", false) ROW("label-mana-short", false) \
	ROW("label-might", false) ROW("label-guard", false) ROW("guard-note", false) \
	ROW("label-conducts", false) ROW("label-conducts-kept", false) ROW("label-accuracy", false) ROW("accuracy-note", false) ROW("label-level", false) \
	ROW("label-level-short", false) ROW("label-next-level", false) ROW("label-gold", false) ROW("label-gold-short", false) \
	ROW("label-food", false) ROW("label-noise", false) ROW("label-depth", false) ROW("label-goal", false) \
	ROW("label-stairs", false) ROW("label-avenged", false) ROW("label-captive", false) ROW("goal-note", false) \
	ROW("slot-hand", false) ROW("slot-body", false) ROW("slot-shield", false) ROW("slot-head", false) \
	ROW("slot-hands", false) ROW("slot-feet", false) ROW("slot-ring", false) ROW("slot-amulet", false) \
	ROW("slot-lamp", false) ROW("path-blade", false) ROW("path-shield", false) ROW("path-bow", false) \
	ROW("path-shadow", false) ROW("path-word", false) ROW("path-flask", false) \
	ROW("lore-creature", false) ROW("lore-potion", false) ROW("lore-scroll", false) ROW("lore-wand", false) \
	ROW("lore-staff", false) ROW("lore-charm", false) ROW("lore-letter", false) ROW("lore-nothing", false) \
	ROW("class-weapon", false) ROW("class-armour", false) ROW("class-ring", false) ROW("class-potion", false) \
	ROW("class-scroll", false) ROW("class-food", false) ROW("class-gold", false) ROW("class-wand", false) \
	ROW("class-staff", false) ROW("class-charm", false) ROW("class-book", false) ROW("class-tool", false) \
	ROW("class-lamp", false) ROW("class-letter", false) ROW("pouch", false) ROW("pouch-letter", false) \
	ROW("pouch-letters", false) \
	ROW("gold-halved", false) ROW("gold-halved-quit", false) \
	/* hints for newcomers, each shown when it is needed */ \
	ROW("hint-walk", false) ROW("hint-hurt", false) ROW("hint-fight", false) ROW("hint-sleeper", false) \
	ROW("hint-captive", false) ROW("hint-choose", false) ROW("hint-harm", false) ROW("hint-shop", false) \
	ROW("hint-item", false) ROW("hint-door", false) ROW("hint-stairs", false) ROW("hint-untried", false) \
	ROW("hint-gear", false) ROW("hint-rest", false) ROW("hint-hunger", false) ROW("hint-dark", false) \
	ROW("hint-noise", false) ROW("hint-explore", false) ROW("hint-cast", false) ROW("hint-lamp", false) \
	ROW("lamps-note", false) \
	ROW("aim-self", false) ROW("aim-cell", false) ROW("aim-bolt", false) ROW("aim-beam", false) \
	ROW("aim-cone", false) ROW("aim-whole", false) \
	ROW("hint-throw", false) ROW("hint-fire", false) ROW("hint-zap", false) ROW("hint-ills", false) \
	/* choices; spells; verbs, in "What will you ...?" and in the help of keys */ \
	ROW("choice-heirloom-title", false) ROW("choice-heirloom", false) ROW("choice-talent-title", false) \
	ROW("choice-talent", false) ROW("no-spells", false) \
	ROW("no-closed-door", false) ROW("no-open-door", false) ROW("gate-shuts", false) \
	ROW("no-stairs-seen", false) \
	ROW("do-wield", false) ROW("do-wear", false) ROW("do-quaff", false) ROW("do-read", false) \
	ROW("do-eat", false) ROW("do-throw", false) ROW("do-fire", false) ROW("do-drop", false) \
	ROW("do-zap", false) ROW("do-use", false) ROW("do-cast", false) \
	ROW("key-open", false) ROW("key-close", false) ROW("key-up", false) ROW("key-down", false) ROW("key-use", false) ROW("key-wield", false) \
	ROW("key-wear", false) ROW("key-quaff", false) ROW("key-read", false) ROW("key-eat", false) \
	ROW("key-fire", false) ROW("key-zap", false) ROW("key-cast", false) ROW("key-choose", false) \
	ROW("key-travel", false)
/* clang-format on */

#endif
