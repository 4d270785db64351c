/* The hero's state for MUD clients (GMCP): it is sent when it changes, at the end of a turn. */
#include "door/screen/playing.h"

#include "door/os/json_out.h"

#include <stdlib.h>

static void send_changed(
	struct session *session, const char *package, struct json_out *json, uint32_t *sent)
{
	uint32_t hash = lines_hash(json->bytes, json->size);
	if (hash != *sent)
		session_data(session, package, json->bytes);
	*sent = hash;
	json->size = 0;
}

void playing_data(struct session *session)
{
	struct playing *playing = session->state;
	unsigned wants = transport_wants_data(session->transport);
	struct json_out json = {.bytes = NULL};
	if (wants & DATA_VITALS) {
		play_data_vitals(playing->play, &json);
		send_changed(session, "Char.Vitals", &json, &playing->sent_vitals);
	} else {
		playing->sent_vitals = 0;
	}
	if (wants & DATA_STATUS) {
		play_data_status(playing->play, session->account.name, &json);
		send_changed(session, "Char.Status", &json, &playing->sent_status);
	} else {
		playing->sent_status = 0;
	}
	free(json.bytes);
}
