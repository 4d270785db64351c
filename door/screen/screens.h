/*
 * The screens of a session, as the table that session_run receives.
 *
 * A screen is a row of functions in a file of its own, screen_NAME.c.  A new screen is such a file
 * and its name in SCREENS (door/session/session.h).
 */
#ifndef TRAPDOOR_SCREENS_H
#define TRAPDOOR_SCREENS_H

#include "door/session/session.h"

#define ROW(name) extern const struct screen screen_##name;
SCREENS(ROW)
#undef ROW

/* Every screen, by enum screen_id. */
extern const struct screen *const screens[SCREEN_COUNT];

#endif
