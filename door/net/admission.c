#include "door/net/admission.h"

#include "door/metrics/metrics.h"
#include "door/net/sources.h"
#include "door/os/unforked.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

#define TOO_MANY "too many connections are logging in; try again in a minute"

enum place_state { PLACE_FREE, PLACE_WAITING, PLACE_PASSED, PLACE_LEAVING };

struct place {
	struct address address;
	uint8_t state, door;
	bool trusted, offended;
	int older,
		newer; /* of the waiting places of its door; newer: of the free ones too; -1: none */
	int64_t since_ms;
};

/* The share of a transport. */
struct door {
	int places, waiting; /* places: without those that leave */
	int oldest, newest;  /* waiting places by age */
};

struct admissions {
	struct admission_rules rules;
	struct sources *sources;
	struct penalties *penalties;
	size_t size;
	uint64_t draws;
	int capacity, taken, leaving, free_place;
	struct door doors[ADMISSION_DOORS_MAX];
	struct place places[];
};

struct admissions *admissions_new(const struct admission_rules *rules)
{
	assert(rules->connections > 0 && rules->doors >= 1 && rules->doors <= ADMISSION_DOORS_MAX);
	int capacity = rules->connections + ADMISSION_LEAVING_MAX;
	size_t size = sizeof(struct admissions) + (size_t)capacity * sizeof(struct place);
	struct admissions *admissions = unforked_new(size);
	admissions->rules = *rules;
	admissions->size = size;
	admissions->capacity = capacity;
	admissions->sources = sources_new(rules->key, (size_t)capacity);
	admissions->penalties = penalties_new(
		rules->key, rules->penalty_start_seconds, rules->penalty_most_seconds);
	for (int i = 0; i < capacity; i++)
		admissions->places[i].newer = i + 1 < capacity ? i + 1 : -1;
	for (int i = 0; i < ADMISSION_DOORS_MAX; i++)
		admissions->doors[i].oldest = admissions->doors[i].newest = -1;
	return admissions;
}

void admissions_set(struct admissions *admissions, const struct admission_rules *rules)
{
	struct admission_rules kept = admissions->rules;
	admissions->rules = *rules;
	admissions->rules.connections = kept.connections;
	admissions->rules.doors = kept.doors;
	memcpy(admissions->rules.key, kept.key, sizeof kept.key);
	penalties_set(
		admissions->penalties, rules->penalty_start_seconds, rules->penalty_most_seconds);
}

void admissions_free(struct admissions *admissions)
{
	if (!admissions)
		return;
	sources_free(admissions->sources);
	penalties_free(admissions->penalties);
	unforked_free(admissions, admissions->size);
}

int admissions_count(const struct admissions *admissions)
{
	return admissions->taken;
}

int admissions_waiting(const struct admissions *admissions, int door)
{
	return admissions->doors[door].waiting;
}

int admissions_capacity(const struct admissions *admissions)
{
	return admissions->capacity;
}

const struct address *admissions_address(const struct admissions *admissions, int place)
{
	return &admissions->places[place].address;
}

/* ---- Waiting places ---- */

static void place_count(const struct place *place, enum place_state state, int change)
{
	static const enum metric_state states[] = {[PLACE_WAITING] = STATE_WAITING,
		[PLACE_PASSED] = STATE_LOGGED_IN,
		[PLACE_LEAVING] = STATE_LEAVING};
	if (state != PLACE_FREE)
		metric_add(METRIC_CONNECTIONS, place->door, states[state], (uint64_t)change);
}

static void place_wait(struct admissions *admissions, int number)
{
	struct place *place = &admissions->places[number];
	struct door *door = &admissions->doors[place->door];
	place->state = PLACE_WAITING;
	place->older = door->newest;
	place->newer = -1;
	if (door->newest >= 0)
		admissions->places[door->newest].newer = number;
	else
		door->oldest = number;
	door->newest = number;
	door->waiting++;
	sources_add(admissions->sources, &place->address, SOURCE_WAITING, 1);
	place_count(place, PLACE_WAITING, 1);
}

static void place_wait_no_more(struct admissions *admissions, int number, enum place_state state)
{
	struct place *place = &admissions->places[number];
	struct door *door = &admissions->doors[place->door];
	if (place->older >= 0)
		admissions->places[place->older].newer = place->newer;
	else
		door->oldest = place->newer;
	if (place->newer >= 0)
		admissions->places[place->newer].older = place->older;
	else
		door->newest = place->older;
	door->waiting--;
	place->state = (uint8_t)state;
	sources_add(admissions->sources, &place->address, SOURCE_WAITING, -1);
	place_count(place, PLACE_WAITING, -1);
	place_count(place, state, 1);
}

/* ---- Refusals ---- */

static int admissions_waiting_around(
	const struct admissions *admissions, const struct address *address)
{
	return sources_around(admissions->sources, address, SOURCE_WAITING);
}

/* Returns why the address may have no more connections: it has too many itself, or a network around
 * it has. Returns NULL if it may. */
static const char *admissions_crowded(
	const struct admissions *admissions, const struct address *address)
{
	const struct admission_rules *rules = &admissions->rules;
	struct network networks[SOURCE_LEVELS_MAX];
	size_t levels = source_networks(address, networks);
	for (size_t i = 0; i < levels; i++) {
		int most = i == 0            ? rules->per_address
			   : i + 1 == levels ? rules->per_network
					     : (rules->per_address + rules->per_network) / 2;
		if (sources_of(admissions->sources, &networks[i], SOURCE_CONNECTIONS) >= most)
			return i == 0 ? "too many connections from your address; close one and try "
					"again"
				      : "too many connections from your network; try again later";
	}
	return NULL;
}

/* Draws a number below 100, which clients cannot foresee. */
static int admissions_draw(struct admissions *admissions)
{
	uint8_t hash[crypto_shorthash_BYTES];
	uint64_t value, draw = admissions->draws++;
	crypto_shorthash(hash, (const uint8_t *)&draw, sizeof draw, admissions->rules.key);
	memcpy(&value, hash, sizeof value);
	return (int)(value % 100);
}

/* Early drop: from drop_percent at drop_from waiting places to 100 percent at before_login. */
static bool admissions_drop(
	struct admissions *admissions, const struct address *address, const struct door *door)
{
	const struct admission_rules *rules = &admissions->rules;
	if (door->waiting < rules->drop_from || door->waiting >= rules->before_login ||
		admissions_waiting_around(admissions, address) == 0)
		return false;
	int percent = rules->drop_percent + (100 - rules->drop_percent) *
						    (door->waiting - rules->drop_from) /
						    (rules->before_login - rules->drop_from);
	return admissions_draw(admissions) < percent;
}

static bool admissions_is_full(const struct admissions *admissions, const struct door *door)
{
	const struct admission_rules *rules = &admissions->rules;
	int reserve = rules->doors > 1 ? rules->connections / 4 : 0;
	return door->waiting >= rules->before_login ||
	       admissions->taken - admissions->leaving >= rules->connections ||
	       door->places >= rules->connections - reserve;
}

/* Returns the place that leaves for a newcomer, or -1. */
static int admissions_leaver(const struct admissions *admissions, const struct address *address,
	const struct door *door, int64_t now_ms)
{
	int found = -1, crowd = 0;
	if (admissions->leaving == ADMISSION_LEAVING_MAX)
		return -1;
	for (int i = door->oldest; i >= 0; i = admissions->places[i].newer) {
		const struct place *place = &admissions->places[i];
		int around = admissions_waiting_around(admissions, &place->address);
		if (!place->trusted && around > crowd) {
			found = i;
			crowd = around;
		}
	}
	if (found < 0 || crowd > admissions_waiting_around(admissions, address) + 1 ||
		now_ms - admissions->places[found].since_ms >= ADMISSION_GRACE_MS)
		return found;
	return -1;
}

static struct admission_answer refusal(enum metric_refusal reason, const char *why)
{
	metric_add(METRIC_REFUSED, reason, 0, 1);
	return (struct admission_answer){.place = -1, .leaver = -1, .why = why};
}

static int admissions_place(struct admissions *admissions, const struct address *address, int door,
	bool trusted, int64_t now_ms)
{
	int number = admissions->free_place;
	assert(number >= 0);
	struct place *place = &admissions->places[number];
	admissions->free_place = place->newer;
	*place = (struct place){
		.address = *address, .door = (uint8_t)door, .trusted = trusted, .since_ms = now_ms};
	admissions->taken++;
	admissions->doors[door].places++;
	sources_add(admissions->sources, address, SOURCE_CONNECTIONS, 1);
	place_wait(admissions, number);
	return number;
}

struct admission_answer admissions_take(
	struct admissions *admissions, const struct address *address, int door, int64_t now_ms)
{
	bool trusted = networks_have(&admissions->rules.trusted, address);
	struct door *share = &admissions->doors[door];
	struct admission_answer answer = {.leaver = -1};
	if (!trusted && penalties_left(admissions->penalties, address, now_ms)) {
		answer = refusal(REFUSAL_PENALTY,
			"too many failures from your address or its network; try again later");
		answer.penalised = true;
		return answer;
	}
	const char *crowded = trusted ? NULL : admissions_crowded(admissions, address);
	if (crowded)
		return refusal(REFUSAL_CROWDED, crowded);
	if (!trusted && admissions_drop(admissions, address, share))
		return refusal(REFUSAL_DROPPED, TOO_MANY);
	if (admissions_is_full(admissions, share)) {
		answer.leaver = admissions_leaver(admissions, address, share, now_ms);
		if (answer.leaver < 0)
			return refusal(
				REFUSAL_FULL, share->waiting >= admissions->rules.before_login
						      ? TOO_MANY
						      : "the server is full; try again later");
		place_wait_no_more(admissions, answer.leaver, PLACE_LEAVING);
		admissions->leaving++;
		share->places--;
	}
	answer.place = admissions_place(admissions, address, door, trusted, now_ms);
	return answer;
}

void admissions_passed(struct admissions *admissions, int place)
{
	if (admissions->places[place].state == PLACE_WAITING)
		place_wait_no_more(admissions, place, PLACE_PASSED);
}

int admissions_offence(
	struct admissions *admissions, int number, enum offence offence, int64_t now_ms)
{
	struct place *place = &admissions->places[number];
	assert(place->state != PLACE_FREE);
	if (place->trusted)
		return 0;
	place->offended = true;
	return penalties_add(admissions->penalties, &place->address, offence, now_ms);
}

/* A client that was penalised while it was here is not penalised for leaving too. */
static enum offence place_offence(const struct admissions *admissions, const struct place *place,
	bool crashed, int64_t now_ms)
{
	if (crashed)
		return OFFENCE_crash;
	if (place->state == PLACE_PASSED || place->offended)
		return OFFENCE_COUNT;
	bool late = place->state == PLACE_LEAVING ||
		    now_ms - place->since_ms >= admissions->rules.login_seconds * 1000LL;
	return late ? OFFENCE_late : OFFENCE_no_login;
}

int admissions_give_back(struct admissions *admissions, int number, bool crashed, int64_t now_ms,
	enum offence *offence)
{
	struct place *place = &admissions->places[number];
	assert(number >= 0 && number < admissions->capacity && place->state != PLACE_FREE);
	int seconds = 0;
	*offence =
		place->trusted ? OFFENCE_COUNT : place_offence(admissions, place, crashed, now_ms);
	if (*offence != OFFENCE_COUNT)
		seconds = penalties_add(admissions->penalties, &place->address, *offence, now_ms);
	if (place->state == PLACE_WAITING)
		place_wait_no_more(admissions, number, PLACE_FREE);
	place_count(place, place->state, -1);
	if (place->state == PLACE_LEAVING)
		admissions->leaving--;
	else
		admissions->doors[place->door].places--;
	sources_add(admissions->sources, &place->address, SOURCE_CONNECTIONS, -1);
	*place = (struct place){.newer = admissions->free_place};
	admissions->free_place = number;
	admissions->taken--;
	return seconds;
}
