#include "door/session/flow.h"

#include <string.h>

#define AGAIN_MS 20            /* between two looks at the bytes that the network has not taken */
#define OVERDUE_MS 4000        /* beyond twice the time that the line takes */
#define MARK_LEAST 24          /* bytes between two marks */
#define LOST_MAX 3             /* overdue answers in a row after which a mark is no longer sent */
#define UNKNOWN_SPEED 4096     /* bytes a second until an answer was measured */
#define SPEED_MIN 8            /* bytes a second */
#define PARTING_MS 300         /* time for the first answer of all when the session ends */
#define PARTING_PROVEN_MS 1000 /* likewise for a later one */
#define ROUND_TRIP_MAX 60000
#define SPEED_MAX 8192 /* bytes a second; more would gain a player nothing */

static unsigned flow_speed(const struct flow *flow)
{
	if (flow->baud)
		return flow->baud / 10 > SPEED_MIN ? flow->baud / 10 : SPEED_MIN;
	return flow->speed ? flow->speed : UNKNOWN_SPEED;
}

/* Returns the bytes that may be unanswered when a frame is sent. */
static uint64_t flow_budget(const struct flow *flow)
{
	return (uint64_t)flow_speed(flow) * FLOW_AHEAD_MS / 1000;
}

void flow_sent(struct flow *flow, size_t size, int64_t now_ms)
{
	int64_t from_ms = flow->idle_at_ms > now_ms ? flow->idle_at_ms : now_ms;

	if (flow->sent == flow->answered)
		flow->since_ms = now_ms;
	flow->sent += size;
	flow->idle_at_ms = from_ms + (int64_t)size * 1000 / flow_speed(flow);
}

/* ---- Marks ---- */

bool flow_wants(const struct flow *flow, enum flow_mark mark, bool possible)
{
	bool best = flow->kinds[mark].proven &&
		    (mark == FLOW_STATUS || !flow->kinds[FLOW_STATUS].proven);

	if (!possible || flow->mark_count == FLOW_MARKS_MAX)
		return false;
	/* A quarter of the budget: a fast line has few marks, and a slow one enough of them. On a
	 * line of 300 baud the marks themselves are part of the load. */
	return !flow->kinds[mark].asked ||
	       (best && (flow->due ||
				(flow->sent - flow->marked >= MARK_LEAST &&
					(flow->sent - flow->marked) * 4 >= flow_budget(flow))));
}

void flow_marked(struct flow *flow, enum flow_mark mark, int64_t now_ms)
{
	flow->kinds[mark].asked = true;
	flow->due = false;
	flow->marked = flow->sent;
	flow->marks[flow->mark_count].at = flow->sent;
	flow->marks[flow->mark_count].unanswered = (uint32_t)(flow->sent - flow->answered);
	flow->marks[flow->mark_count].sent_ms = now_ms;
	flow->marks[flow->mark_count].since_ms = flow->since_ms;
	flow->marks[flow->mark_count++].mark = (uint8_t)mark;
}

/* Measures the speed by an answer: bytes since an earlier answer, by the time since then. That is
 * never more than the line carries. It is less if the player pressed few keys, so that a sample of
 * few bytes may raise the estimate only. */
static void flow_measure(struct flow *flow, uint32_t bytes, int64_t took_ms)
{
	uint64_t seen = (uint64_t)bytes * 1000 / (uint64_t)(took_ms > 0 ? took_ms : 1);
	unsigned speed = seen < SPEED_MIN   ? SPEED_MIN
			 : seen > SPEED_MAX ? SPEED_MAX
					    : (unsigned)seen;

	if (!flow->speed)
		flow->speed = speed;
	else if (speed > flow->speed || bytes * 2 >= flow_budget(flow))
		flow->speed = (flow->speed + speed) / 2;
}

/* The shortest round trip counts at once, since the line was empty then; longer ones slowly. */
static void flow_time(struct flow *flow, int64_t took_ms)
{
	int took = took_ms < 1 ? 1 : took_ms > ROUND_TRIP_MAX ? ROUND_TRIP_MAX : (int)took_ms;

	if (!flow->round_trip_ms || took < flow->round_trip_ms)
		flow->round_trip_ms = took;
	else
		flow->round_trip_ms += (took - flow->round_trip_ms + 7) / 8;
}

static void flow_drop(struct flow *flow, unsigned index)
{
	flow->mark_count--;
	memmove(flow->marks + index, flow->marks + index + 1,
		(flow->mark_count - index) * sizeof *flow->marks);
}

void flow_answered(struct flow *flow, enum flow_mark mark, int64_t now_ms)
{
	unsigned i = 0;

	while (i < flow->mark_count && flow->marks[i].mark != mark)
		i++;
	if (i == flow->mark_count)
		return;
	flow_time(flow, now_ms - flow->marks[i].sent_ms);
	if (flow->marks[i].at > flow->answered) {
		flow_measure(flow, flow->marks[i].unanswered, now_ms - flow->marks[i].since_ms);
		flow->answered = flow->marks[i].at;
		flow->since_ms = now_ms;
	}
	flow->kinds[mark].proven = true;
	flow->lost = 0;
	flow_drop(flow, i);
}

/* ---- Waiting ---- */

static int64_t flow_overdue_at(const struct flow *flow, unsigned index)
{
	return flow->marks[index].sent_ms + OVERDUE_MS +
	       (int64_t)flow->marks[index].unanswered * 2000 / flow_speed(flow);
}

/* Marks that were never answered do not count, however old they are. */
void flow_forgive(struct flow *flow, int64_t now_ms)
{
	for (unsigned i = 0; i < flow->mark_count; i++) {
		uint8_t mark = flow->marks[i].mark;

		if (!flow->kinds[mark].proven || now_ms < flow_overdue_at(flow, i))
			continue;
		flow->answered = flow->sent;
		flow->marked = flow->sent;
		flow->mark_count = 0;
		if (++flow->lost >= LOST_MAX)
			flow->kinds[mark].proven = false;
	}
}

/* Returns the bytes that a line of the known speed cannot have carried yet. */
static uint64_t flow_paced(const struct flow *flow, int64_t now_ms)
{
	if (!flow->baud || flow->idle_at_ms <= now_ms)
		return 0;
	return (uint64_t)(flow->idle_at_ms - now_ms) * flow_speed(flow) / 1000;
}

bool flow_open(const struct flow *flow, size_t unsent, int64_t now_ms)
{
	uint64_t paced = flow_paced(flow, now_ms), waiting = unsent > paced ? unsent : paced;

	/* Without a mark on its way a frame may be sent: the next mark is behind it. A telnet
	 * client answers for itself, though the known line may be behind it. */
	if (flow->kinds[FLOW_STATUS].proven || flow->kinds[FLOW_TIMING].proven)
		waiting = flow_waits(flow) ? flow->sent - flow->answered : 0;
	if (!flow->kinds[FLOW_STATUS].proven && paced > waiting)
		waiting = paced;
	return waiting <= flow_budget(flow);
}

bool flow_shown(const struct flow *flow, uint64_t until, size_t unsent, int64_t now_ms)
{
	if (flow->kinds[FLOW_STATUS].proven || flow->kinds[FLOW_TIMING].proven)
		return flow->answered >= until;
	return unsent == 0 && flow_paced(flow, now_ms) == 0;
}

int64_t flow_next(const struct flow *flow, int64_t now_ms)
{
	int64_t next_ms = now_ms + AGAIN_MS;

	if (!flow_waits(flow))
		return next_ms;
	next_ms = INT64_MAX;
	for (unsigned i = 0; i < flow->mark_count; i++)
		if (flow->kinds[flow->marks[i].mark].proven && flow_overdue_at(flow, i) < next_ms)
			next_ms = flow_overdue_at(flow, i);
	return next_ms;
}

bool flow_waits(const struct flow *flow)
{
	for (unsigned i = 0; i < flow->mark_count; i++)
		if (flow->kinds[flow->marks[i].mark].proven)
			return true;
	return false;
}

int64_t flow_parting(const struct flow *flow)
{
	int64_t until_ms = 0;

	for (unsigned i = 0; i < flow->mark_count; i++) {
		int64_t patience_ms =
			flow->kinds[FLOW_STATUS].proven ? PARTING_PROVEN_MS : PARTING_MS;

		if (flow->marks[i].mark == FLOW_STATUS &&
			flow->marks[i].sent_ms + patience_ms > until_ms)
			until_ms = flow->marks[i].sent_ms + patience_ms;
	}
	return until_ms;
}
