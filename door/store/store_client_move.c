/* A line that goes on in another process, with its socket. */
#include "door/store/store_client.h"

#include <string.h>

#define COUNT(fields) (sizeof(fields) / sizeof *(fields))

/* The requests of another process have serials of their own: an answer that nobody read is never
 * taken for that of a later request. */
#define MOVE_SERIALS 0x10000u

/* clang-format off */
#define NUMBER(member, least, most) PACKED_NUMBER(struct store_client, member, least, most)
static const struct packed_field line_fields[] = {
	NUMBER(greeted_by, 0, 0), NUMBER(protocol, KEEPER_PROTOCOL_OLDEST, KEEPER_PROTOCOL), NUMBER(serial, 0, UINT32_MAX), NUMBER(where, 0, WHERE_WATCHING),
	NUMBER(depth, 0, UINT8_MAX), NUMBER(turn, 0, UINT32_MAX), NUMBER(account, INT64_MIN, INT64_MAX),
	PACKED_TEXT(struct store_client, name), PACKED_ARRAY(struct store_client, token, 0, UINT8_MAX),
	NUMBER(run, 0, INT64_MAX), NUMBER(epoch, 0, UINT32_MAX),
};
#undef NUMBER
/* clang-format on */

bool store_client_pack(const struct store_client *line, struct packing *out)
{
	if (line->descriptor < 0 || !line->greeted || line->kicked || line->notice_count ||
		line->handed.count || line->reopen)
		return false;
	packed_put(out, line, line_fields, COUNT(line_fields));
	return true;
}

bool store_client_unpack(struct store_client *line, struct unpacking *in)
{
	packed_get(in, line, line_fields, COUNT(line_fields));
	line->greeted = true;
	line->serial += MOVE_SERIALS;
	return !in->broken;
}

void store_client_stayed(struct store_client *line)
{
	line->serial += 2 * MOVE_SERIALS;
	if (line->descriptor >= 0)
		line_say_hello(line);
}

bool store_client_holds(const struct store_client *line, const struct keeper_run *run)
{
	return line->run == run->id && line->epoch == run->epoch;
}
