/*
 * Protocols of MUD clients: GMCP, which has messages beside the text, and MSSP, which has facts
 * about the server.
 *
 * A message of GMCP is the name of a package, a blank, and JSON. The client's messages are at most
 * TELNET_HELD_MAX bytes. Malformed ones, and those of other packages, are ignored.
 */
#include "door/net/telnet_private.h"

#include "vt100/vt100.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool telnet_mud_is_client(const char *type)
{
	/* Those that list no MTTS, or did not always. */
	static const char *const names[] = {"mudlet", "tintin++", "mushclient", "cmud", "zmud",
		"kildclient", "mudrammer", "beipmu", "blightmud"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncasecmp(type, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

/* ---- GMCP ---- */

/* Returns the messages that a module of the client's list asks for: a name, a blank and a
 * version. */
static unsigned data_of_module(const char *module)
{
	static const struct {
		const char *name;
		unsigned data;
	} rows[] = {{"Char", DATA_ALL}, {"Char.Vitals", DATA_VITALS}, {"Char.Status", DATA_STATUS}};
	size_t length = strcspn(module, " ");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strlen(rows[i].name) == length &&
			strncasecmp(rows[i].name, module, length) == 0)
			return rows[i].data;
	return 0;
}

static unsigned data_of_modules(const json_t *modules)
{
	unsigned data = 0;
	for (size_t i = 0; i < json_array_size(modules); i++) {
		const char *module = json_string_value(json_array_get(modules, i));
		data |= module ? data_of_module(module) : 0;
	}
	return data;
}

static void take_hello(struct client_facts *facts, const json_t *value)
{
	const char *name = json_string_value(json_object_get(value, "client"));
	if (name)
		vt_clean(facts->client, sizeof facts->client, name, strnlen(name, 256));
}

static void take_set(struct client_facts *facts, const json_t *value)
{
	facts->data = (uint8_t)data_of_modules(value);
}

static void take_add(struct client_facts *facts, const json_t *value)
{
	facts->data |= (uint8_t)data_of_modules(value);
}

static void take_remove(struct client_facts *facts, const json_t *value)
{
	facts->data &= (uint8_t)~data_of_modules(value);
}

bool telnet_mud_message(struct telnet_transport *t, const char *bytes, size_t size)
{
	static const struct {
		const char *package;
		void (*take)(struct client_facts *facts, const json_t *value);
	} rows[] = {{"Core.Hello", take_hello}, {"Core.Supports.Set", take_set},
		{"Core.Supports.Add", take_add}, {"Core.Supports.Remove", take_remove}};
	const char *blank = memchr(bytes, ' ', size);
	size_t length = blank ? (size_t)(blank - bytes) : 0;
	if (!t->gmcp)
		return false;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (strlen(rows[i].package) != length ||
			strncasecmp(rows[i].package, bytes, length) != 0)
			continue;
		json_t *value = json_loadb(blank, size - length, JSON_DECODE_ANY, NULL);
		if (value)
			rows[i].take(&t->base.facts, value);
		json_decref(value);
		return value != NULL;
	}
	return false;
}

size_t telnet_mud_send(struct telnet_transport *t, const char *package, const char *json)
{
	size_t size = strlen(package) + 1 + strlen(json);
	char *message = malloc(size + 1);
	if (!message)
		return 0;
	snprintf(message, size + 1, "%s %s", package, json);
	telnet_subnegotiation(t->telnet, OPTION_GMCP, message, size);
	free(message);
	return size;
}

/* ---- MSSP ---- */

void telnet_mud_status(struct telnet_transport *t, const struct server_fact *facts, size_t count)
{
	telnet_begin_sb(t->telnet, TELNET_TELOPT_MSSP);
	for (size_t i = 0; i < count; i++) {
		char pair[CONFIG_TEXT_MAX + 64];
		int size = snprintf(pair, sizeof pair, "%c%s%c%s", TELNET_MSSP_VAR, facts[i].name,
			TELNET_MSSP_VAL, facts[i].value);
		if (size < (int)sizeof pair)
			telnet_send(t->telnet, pair, (size_t)size);
	}
	telnet_finish_sb(t->telnet);
}
