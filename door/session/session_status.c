/*
 * Facts about the server, for lists of MUD servers: MSSP, over telnet or as a plain table.
 *
 * A fact that nobody has set, or that cannot be known, is left out.
 */
#include "door/session/session_private.h"

#include "door/os/version.h"
#include "door/ui/ui.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FACTS_MAX 32

struct status {
	struct server_fact facts[FACTS_MAX];
	size_t count;
};

/* Adds a fact, unless its value is empty. */
static void add(struct status *status, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
static void add(struct status *status, const char *name, const char *format, ...)
{
	struct server_fact *fact = &status->facts[status->count];
	va_list list;
	va_start(list, format);
	vsnprintf(fact->value, sizeof fact->value, format, list);
	va_end(list);
	fact->name = name;
	if (fact->value[0] && status->count + 1 < FACTS_MAX)
		status->count++;
}

/* Guests count. */
static void add_players(struct status *status, const struct session *session)
{
	size_t most = (size_t)session->config->limits_connections, count = 0;
	struct present *present = calloc(most, sizeof *present);
	if (present && keeper_who(session->line, present, most, &count) == KEEPER_OK)
		add(status, "PLAYERS", "%zu", count);
	free(present);
}

static void add_port(struct status *status, const char *name, int port)
{
	if (port)
		add(status, name, "%d", port);
}

/* The name of this host is not known before it is set. */
static void add_host(struct status *status, const struct config *config)
{
	if (strcmp(config->lobby_host, "localhost") != 0)
		add(status, "HOSTNAME", "%s", config->lobby_host);
	add_port(status, "PORT", config->mssp_port);
	add_port(status, "SSL", config->mssp_tls_port);
	add(status, "CONTACT", "%s", config->mssp_contact);
	add(status, "WEBSITE", "%s", config->mssp_website);
	add(status, "LOCATION", "%s", config->mssp_location);
}

static void add_protocols(struct status *status)
{
	static const char *const has[] = {
		"ANSI", "GMCP", "MCCP", "UTF-8", "VT100", "XTERM 256 COLORS", "XTERM TRUE COLORS"};
	static const char *const lacks[] = {"ATCP", "MCP", "MSDP", "MSP", "MXP", "PUEBLO"};
	for (size_t i = 0; i < sizeof has / sizeof *has; i++)
		add(status, has[i], "1");
	for (size_t i = 0; i < sizeof lacks / sizeof *lacks; i++)
		add(status, lacks[i], "0");
}

static void status_fill(struct status *status, const struct session *session)
{
	const struct config *config = session->config;
	const struct content *content = session->content;
	status->count = 0;
	add(status, "NAME", "%s",
		config->mssp_name[0] ? config->mssp_name : ui_word(content, "title", "Trapdoor"));
	add_players(status, session);
	if (config->began)
		add(status, "UPTIME", "%lld", (long long)config->began);
	add(status, "CODEBASE", "Trapdoor %s", TRAPDOOR_VERSION);
	add(status, "FAMILY", "Custom");
	add(status, "GENRE", "%s", ui_word(content, "mssp-genre", ""));
	add(status, "GAMEPLAY", "%s", ui_word(content, "mssp-gameplay", ""));
	add(status, "LANGUAGE", "English");
	add_host(status, config);
	add_protocols(status);
}

void session_on_status(void *context)
{
	struct session *session = context;
	struct status status;
	status_fill(&status, session);
	transport_status(session->transport, status.facts, status.count);
}

void session_status(struct session *session)
{
	struct status status;
	struct vt_bytes *out = &session->out;
	const struct vt_kind *kind = session_kind(session);
	status_fill(&status, session);
	out->size = 0;
	if (!session->lines)
		vt_leave(session->terminal, out);
	vt_say(kind, "\nMSSP-REPLY-START\n", out);
	for (size_t i = 0; i < status.count; i++) {
		vt_bytes_add(out, status.facts[i].name, strlen(status.facts[i].name));
		vt_bytes_add(out, "\t", 1);
		vt_say(kind, status.facts[i].value, out);
		vt_say(kind, "\n", out);
	}
	vt_say(kind, "MSSP-REPLY-END\n", out);
	transport_write(session->transport, out->data, out->size);
	session->quiet = true; /* the table is the last output */
	session_end(session, 0, "the facts about the server were asked for");
}
