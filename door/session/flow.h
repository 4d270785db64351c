/*
 * Flow control to the far end of a line: how much of what was sent a terminal has not shown yet.
 *
 * TCP accepts far more bytes than a slow terminal shows, so the keys of a player would be answered
 * minutes later. The session therefore sends marks after its frames, and sends no further frame
 * while more than FLOW_AHEAD_MS at the speed of the line is unanswered. The frame that is sent next
 * is the newest one. There are two marks. The terminal itself answers a status request, and a
 * telnet client answers a timing mark (RFC 860). Each is tried with the first frame, and counts
 * from its first answer on; the status request is the better one. Without marks the session counts
 * the bytes that the network has not taken and, if the speed is known, those that the line cannot
 * have carried yet.
 *
 * Invariants:
 *   1. At most one frame beyond FLOW_AHEAD_MS is unanswered.
 *   2. A lost answer delays frames, and never ends them: it counts as come after a time.
 *   3. The caller supplies the time, in milliseconds of one clock.
 */
#ifndef TRAPDOOR_FLOW_H
#define TRAPDOOR_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FLOW_AHEAD_MS 500
#define FLOW_MARKS_MAX 8

enum flow_mark { FLOW_TIMING, FLOW_STATUS, FLOW_MARK_COUNT };

struct flow {
	unsigned baud;     /* known speed of the line; 0: unknown, or too fast to matter */
	uint64_t sent;     /* bytes so far */
	uint64_t answered; /* bytes that the terminal has shown for sure */
	struct {
		uint64_t at;         /* bytes sent up to the mark */
		uint32_t unanswered; /* of them, when it was sent */
		int64_t sent_ms;
		int64_t since_ms; /* when the line began to carry the unanswered bytes */
		uint8_t mark;
	} marks[FLOW_MARKS_MAX]; /* unanswered, in the order of sending */
	uint8_t mark_count;
	uint64_t marked;  /* bytes sent up to the last mark */
	bool due;         /* a mark is to be sent, set by the owner */
	int64_t since_ms; /* when the first unanswered byte was sent, or the last answer came */
	struct {
		bool asked, proven;
	} kinds[FLOW_MARK_COUNT];
	uint8_t lost;      /* answers in a row that did not come in time */
	int round_trip_ms; /* measured; 0: not yet. With the time that the line takes for a frame */
	unsigned speed;    /* measured, in bytes a second; 0: not yet */
	int64_t idle_at_ms; /* when a line of the known speed has carried everything */
};

/* Counts bytes that were sent. */
void flow_sent(struct flow *flow, size_t size, int64_t now_ms);
/* True if a mark of this kind is to be sent now. possible: the client may know it. */
bool flow_wants(const struct flow *flow, enum flow_mark mark, bool possible);
/* Notes that a mark was sent. Its bytes are counted by flow_sent before. */
void flow_marked(struct flow *flow, enum flow_mark mark, int64_t now_ms);
/* Notes an answer. Answers that nobody asked for are ignored. */
void flow_answered(struct flow *flow, enum flow_mark mark, int64_t now_ms);
/* True if a frame may be sent. unsent: bytes that the network has not taken. */
bool flow_open(const struct flow *flow, size_t unsent, int64_t now_ms);
/* True if the terminal has shown the bytes up to a mark, as far as is known. */
bool flow_shown(const struct flow *flow, uint64_t until, size_t unsent, int64_t now_ms);
/* Gives up on answers that are overdue. */
void flow_forgive(struct flow *flow, int64_t now_ms);
/* Returns when to look again while flow_open is false. */
int64_t flow_next(const struct flow *flow, int64_t now_ms);
/* True if answers of proven marks are still to come. */
bool flow_waits(const struct flow *flow);
/* Returns until when the end of a session waits for answers of the terminal; 0: not at all. */
int64_t flow_parting(const struct flow *flow);

#endif
