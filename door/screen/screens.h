/*
 * The table of screens that session_run receives.
 *
 * A screen is a row of functions in its own file, screen_NAME.c. A new screen needs such a file and
 * its name in SCREENS (door/session/session.h).
 */
#ifndef TRAPDOOR_SCREENS_H
#define TRAPDOOR_SCREENS_H

#include "door/session/session.h"

#define ROW(name) extern const struct screen screen_##name;
SCREENS(ROW)
#undef ROW

/* True if there are bulletins that the player has not read (screen_news.c). */
bool news_unread(const struct session *session);

/* Opens the page of what happened while the player was out, the first time (screen_out.c). */
void out_show_once(struct session *session);

/* Every screen, indexed by enum screen_id. */
extern const struct screen *const screens[SCREEN_COUNT];

#endif
