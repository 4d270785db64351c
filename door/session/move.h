/*
 * Moving: a telnet session goes on in another process, and its player does not notice it.
 *
 * After a reload or a crash the sessions of the older forker go over to the newest one, so that
 * settings, bulletins and fresh addresses reach them. A newer program gets them in the same way. A
 * session has a channel for this, a socket to its listener that keeps messages apart.
 *
 *     listener -> session   MOVE_ASK: please move. MOVE_URGE: and close what is in the way
 *     session -> listener   its state, with two descriptors: the client's, and its line's
 *     listener -> new one   the state, the first message of the new session's own channel
 *     new one -> session    MOVE_READY, over the baton: the listener's end of the channel
 *     new one -> listener   MOVE_READY, over its own channel
 *     listener -> session   MOVE_STAY: there will be no new one
 *
 * The line to the keeper goes along. So the keeper needs to be told nothing: it knows which account
 * and which run that socket has. A subverted session can give away its own account only.
 *
 * Invariants:
 *   1. At most one process reads from the client, writes to it and appends to the run. After it
 *      has sent its state the session touches neither client nor line until it hears the
 *      outcome. The new one touches the client only after MOVE_READY was sent, and then the
 *      session exits.
 *   2. Any process may die at any time. When all copies of the baton are closed without
 *      MOVE_READY, there is no new one, and the session goes on. A session that waited too long
 *      shuts the channel down first, so that a late new one cannot send MOVE_READY, and exits.
 *   3. Nothing of the state is trusted. Malformed bytes end the new process alone, before
 *      MOVE_READY, so that the session goes on.
 *   4. A session moves only at rest: on a screen that can be carried or entered anew, without a
 *      question on the map, and with nothing unsent, nothing half read and nothing that is not
 *      durable.
 *   5. An urged session closes a question or a page of the game, or returns to the lobby. No turn
 *      is lost, and no command is given.
 *
 * Sessions of ssh never move, because their keys exist in one process only.
 */
#ifndef TRAPDOOR_MOVE_H
#define TRAPDOOR_MOVE_H

#define MOVE_ASK 'm'
#define MOVE_URGE 'u'
#define MOVE_READY 'y'
#define MOVE_STAY 'n'

/* The first two bytes of a state, little-endian. A listener or a session of another version refuses
 * the state. */
#define MOVE_VERSION 6
/* The largest state, with the game of a guest. Where the screen does not fit, it is left out and
 * painted anew. */
#define MOVE_STATE_MAX 131072

#endif
