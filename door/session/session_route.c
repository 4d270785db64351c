/* The stack of open screens, and the steps between them. */
#include "door/session/session_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void session_step(struct session *session, enum route_step step, enum screen_id screen,
	const union screen_arguments *arguments)
{
	struct session_route *route = &session->route;
	route->step = step;
	route->next = (struct screen_place){.screen = screen};
	if (arguments)
		route->next.arguments = *arguments;
}

void session_go(
	struct session *session, enum screen_id screen, const union screen_arguments *arguments)
{
	session_step(session, ROUTE_GO, screen, arguments);
}

void session_open(
	struct session *session, enum screen_id screen, const union screen_arguments *arguments)
{
	session_step(session, ROUTE_OPEN, screen, arguments);
}

void session_back(struct session *session)
{
	session->route.step = ROUTE_BACK;
}

static struct screen_place *session_place(struct session *session)
{
	assert(session->route.count > 0);
	return &session->route.places[session->route.count - 1];
}

const struct screen *session_screen(struct session *session)
{
	return session->route.count ? session->screens[session_place(session)->screen] : NULL;
}

union screen_arguments *session_arguments(struct session *session, enum screen_id screen)
{
	assert(session_place(session)->screen == screen);
	return &session_place(session)->arguments;
}

uint64_t *session_position(struct session *session)
{
	return &session_place(session)->position;
}

void session_leave_screen(struct session *session)
{
	const struct screen *screen = session_screen(session);
	if (session->state && screen->leave)
		screen->leave(session);
	free(session->state);
	session->state = NULL;
	session->ahead.waits = false;
	session->ahead.asked = session->ahead.dropped = 0;
}

static void session_take_step(struct session_route *route)
{
	enum route_step step = route->step;
	route->step = ROUTE_STAY;
	/* ROUTE_GO replaces the current screen, if there is one. */
	if (step == ROUTE_BACK || (step == ROUTE_GO && route->count))
		route->count--;
	if (step == ROUTE_GO || step == ROUTE_OPEN) {
		assert(route->count < SESSION_PLACES_MAX);
		route->places[route->count++] = route->next;
	}
	assert(route->count > 0);
}

/* A new screen is reported whole in line mode. */
static void report_whole(struct session_lines *lines)
{
	lines->due = lines->all = true;
	lines->page.count = 0;
	lines->page.field = false;
	memset(lines->heard, 0, sizeof lines->heard);
}

void session_switch(struct session *session)
{
	const struct screen *screen;

	while (session->route.step != ROUTE_STAY && !session->ending.decided) {
		session_leave_screen(session);
		session_take_step(&session->route);
		session->tick_ms = 0;
		session->wakes = -1;
		session->clock.tick_at_ms = 0;
		session->dirty = true;
		if (session->lines)
			report_whole(session->lines);
		screen = session_screen(session);
		assert(screen);
		if (screen->enter)
			screen->enter(session);
	}
}
