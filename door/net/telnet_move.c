/* The state of a telnet client as bytes, for another process (door/session/move.h). */
#include "door/net/telnet_private.h"

#include <string.h>

/* clang-format off */
#define NUMBER(member, least, most) PACKED_NUMBER(struct telnet_packed, member, least, most)
static const struct packed_field telnet_fields[] = {
	PACKED_TEXT(struct telnet_packed, facts.term), PACKED_TEXT(struct telnet_packed, facts.locale),
	NUMBER(facts.no_colour, 0, 1), NUMBER(facts.truecolour, 0, 1), NUMBER(facts.has_size, 0, 1),
	NUMBER(facts.utf8, 0, 1), NUMBER(facts.tls, 0, 1), NUMBER(facts.baud, 0, 38399), NUMBER(answered, 0, UINT32_MAX), NUMBER(locale_weight, 0, 3),
	NUMBER(facts.width, 1, UINT16_MAX), NUMBER(facts.height, 1, UINT16_MAX),
	PACKED_TEXT(struct telnet_packed, first_type), PACKED_TEXT(struct telnet_packed, last_type),
	NUMBER(types, 0, TELNET_TYPES_MAX), NUMBER(types_over, 0, 1),
	PACKED_ARRAY(struct telnet_packed, first, 0, UINT8_MAX), NUMBER(first_size, 0, 6),
	PACKED_ARRAY(struct telnet_packed, said, 0, SAID_WILL | SAID_WONT | SAID_DO | SAID_DONT), NUMBER(lines, 0, 1), NUMBER(mud, 0, 1),
	PACKED_TEXT(struct telnet_packed, facts.client), NUMBER(facts.data, 0, DATA_ALL),
	NUMBER(number, TRANSPORT_NUMBER_telnet, TRANSPORTS_SERVED - 1), NUMBER(plain, 0, 1),
};
#undef NUMBER
/* clang-format on */
#define TELNET_FIELDS (sizeof telnet_fields / sizeof *telnet_fields)

bool telnet_move_pack(const struct telnet_transport *t, struct packing *out)
{
	struct telnet_packed packed = {.facts = t->base.facts,
		.types = (uint8_t)t->types,
		.types_over = t->types_over,
		.answered = t->answered,
		.locale_weight = (uint8_t)t->locale_weight,
		.first_size = (uint8_t)t->first_size,
		.lines = t->lines,
		.mud = t->mud,
		.number = t->row->number,
		.plain = t->plain};
	if (!t->spoken || t->broken || queue_left(&t->out) || deflater_runs(&t->deflater) ||
		!telnet_guard_rests(&t->guard))
		return false;
	memcpy(packed.first_type, t->first_type, sizeof packed.first_type);
	memcpy(packed.last_type, t->last_type, sizeof packed.last_type);
	memcpy(packed.first, t->first, sizeof packed.first);
	for (size_t i = 0; i < TELNET_OFFERS; i++)
		packed.said[i] = t->guard.said[telnet_offers[i].option];
	packed_put(out, &packed, telnet_fields, TELNET_FIELDS);
	return true;
}

bool telnet_move_get(struct unpacking *in, struct telnet_packed *packed)
{
	packed_get(in, packed, telnet_fields, TELNET_FIELDS);
	return !in->broken;
}

void telnet_move_unpack(struct telnet_transport *t, const struct telnet_packed *packed)
{
	struct client_facts *facts = &t->base.facts;
	memcpy(facts->term, packed->facts.term, sizeof facts->term);
	memcpy(facts->locale, packed->facts.locale, sizeof facts->locale);
	memcpy(facts->client, packed->facts.client, sizeof facts->client);
	facts->data = packed->facts.data;
	facts->no_colour = packed->facts.no_colour;
	facts->truecolour = packed->facts.truecolour;
	facts->has_size = packed->facts.has_size;
	facts->width = packed->facts.width;
	facts->height = packed->facts.height;
	memcpy(t->first_type, packed->first_type, sizeof t->first_type);
	memcpy(t->last_type, packed->last_type, sizeof t->last_type);
	memcpy(t->first, packed->first, sizeof t->first);
	t->types = packed->types;
	t->types_over = packed->types_over;
	t->mud = packed->mud;
	t->answered = packed->answered;
	t->locale_weight = packed->locale_weight;
	facts->utf8 = packed->facts.utf8;
	facts->tls = packed->facts.tls;
	facts->baud = packed->facts.baud;
	t->first_size = packed->first_size;
	t->plain = t->guard.plain = packed->plain;
	for (size_t i = 0; i < TELNET_OFFERS; i++) {
		t->guard.said[telnet_offers[i].option] = packed->said[i];
		t->guard.spoke |= packed->said[i] != 0;
	}
}
