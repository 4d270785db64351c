/* The open screens of a session that moves to another process (door/session/move.h). */
#include "door/session/session_private.h"

#include <stdio.h>
#include <string.h>

#define COUNT(fields) (sizeof(fields) / sizeof *(fields))

/* An open screen: the arguments of all screens that need any, without those that the keeper
 * knows. */
struct place_packed {
	uint8_t screen, at;
	bool flag;
	uint64_t position;
	int64_t run;
	char player[STORE_NAME_MAX + 1]; /* or a date */
	uint8_t seed[sizeof(struct seed)];
};

/* clang-format off */
#define NUMBER(member, least, most) PACKED_NUMBER(struct place_packed, member, least, most)
static const struct packed_field place_fields[] = {
	NUMBER(screen, 0, SCREEN_COUNT - 1), NUMBER(at, 0, UINT8_MAX), NUMBER(flag, 0, 1),
	NUMBER(position, 0, 0), NUMBER(run, INT64_MIN, INT64_MAX),
	PACKED_TEXT(struct place_packed, player), PACKED_ARRAY(struct place_packed, seed, 0, UINT8_MAX),
};
#undef NUMBER
/* clang-format on */

/* ---- The session that moves ---- */

static void place_read(const struct screen_place *place, struct place_packed *packed)
{
	const union screen_arguments *arguments = &place->arguments;
	*packed = (struct place_packed){
		.screen = (uint8_t)place->screen, .position = place->position};
	switch (place->screen) {
	case SCREEN_news:
		packed->flag = arguments->news.unread;
		break;
	case SCREEN_play:
	case SCREEN_takeover:
		memcpy(packed->player, arguments->play.date, STORE_DATE_SIZE);
		break;
	case SCREEN_day:
		memcpy(packed->player, arguments->day.date, STORE_DATE_SIZE);
		break;
	case SCREEN_season:
		memcpy(packed->player, arguments->season.name, STORE_DATE_SIZE);
		break;
	case SCREEN_options:
		memcpy(packed->player, arguments->options.date, STORE_DATE_SIZE);
		packed->at = arguments->options.at;
		packed->flag = arguments->options.from_play;
		break;
	case SCREEN_score:
		packed->run = arguments->score.score.run;
		break;
	case SCREEN_tombstone:
		memcpy(packed->player, arguments->tombstone.date, STORE_DATE_SIZE);
		packed->run = arguments->tombstone.score.run;
		packed->flag = arguments->tombstone.left;
		memcpy(packed->seed, &arguments->tombstone.seed, sizeof packed->seed);
		break;
	case SCREEN_dump:
		packed->run = arguments->dump.run;
		break;
	case SCREEN_replay:
		packed->run = arguments->replay.run;
		break;
	case SCREEN_spectate:
		packed->run = arguments->spectate.run;
		memcpy(packed->player, arguments->spectate.player, sizeof packed->player);
		break;
	default:
		break;
	}
}

void session_pack_places(const struct session *session, struct packing *out)
{
	struct place_packed packed;
	packed_put_number(out, (uint64_t)session->route.count, 1);
	for (int i = 0; i < session->route.count; i++) {
		place_read(&session->route.places[i], &packed);
		packed_put(out, &packed, place_fields, COUNT(place_fields));
	}
}

/* ---- The session that goes on ---- */

static void date_write(const struct place_packed *packed, char date[STORE_DATE_SIZE])
{
	snprintf(date, STORE_DATE_SIZE, "%.*s", STORE_DATE_SIZE - 1, packed->player);
}

/* False if the keeper does not show the run that the screen is about. */
static bool place_write(
	struct session *session, const struct place_packed *packed, struct screen_place *place)
{
	union screen_arguments *arguments = &place->arguments;
	*place = (struct screen_place){
		.screen = (enum screen_id)packed->screen, .position = packed->position};
	switch (place->screen) {
	case SCREEN_news:
		arguments->news.unread = packed->flag;
		break;
	case SCREEN_play:
	case SCREEN_takeover:
		date_write(packed, arguments->play.date);
		break;
	case SCREEN_day:
		date_write(packed, arguments->day.date);
		break;
	case SCREEN_season:
		date_write(packed, arguments->season.name);
		break;
	case SCREEN_options:
		date_write(packed, arguments->options.date);
		arguments->options.at = packed->at;
		arguments->options.from_play = packed->flag;
		break;
	case SCREEN_score:
		return keeper_score_get(session->line, packed->run, &arguments->score.score) ==
		       KEEPER_OK;
	case SCREEN_tombstone:
		date_write(packed, arguments->tombstone.date);
		arguments->tombstone.left = packed->flag;
		memcpy(&arguments->tombstone.seed, packed->seed, sizeof packed->seed);
		return keeper_score_get(session->line, packed->run, &arguments->tombstone.score) ==
		       KEEPER_OK;
	case SCREEN_dump:
		arguments->dump.run = packed->run;
		break;
	case SCREEN_replay:
		arguments->replay.run = packed->run;
		break;
	case SCREEN_spectate:
		arguments->spectate.run = packed->run;
		arguments->spectate.views = -1;
		memcpy(arguments->spectate.player, packed->player, sizeof packed->player);
		break;
	default:
		break;
	}
	return true;
}

bool session_unpack_places(struct session *session, struct unpacking *in)
{
	struct session_route *route = &session->route;
	struct place_packed packed;
	int count = (int)packed_get_number(in, 1);
	if (in->broken || count < 1 || count > SESSION_PLACES_MAX)
		return false;
	for (int i = 0; i < count; i++) {
		packed_get(in, &packed, place_fields, COUNT(place_fields));
		if (in->broken || !place_write(session, &packed, &route->places[i]))
			return false;
	}
	route->count = count;
	const struct screen *top = session_screen(session);
	return top->renews || top->unpack;
}
