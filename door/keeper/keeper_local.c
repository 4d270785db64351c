#include "door/keeper/keeper_local.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "door/keeper/keeper_private.h"
#include "door/store/store_client.h"

#define LOCAL_PATIENCE_MS 5000
#define END_PATIENCE_MS 1000

static struct keeper_policy local_policy;

void keeper_local_policy(const struct keeper_policy *policy)
{
	local_policy = *policy;
}

static void write_content(struct wire_writer *request, const void *context)
{
	uint8_t digest[CONTENT_DIGEST_SIZE];

	content_digest(context, digest);
	wire_put_bytes(request, digest, sizeof digest);
	wire_put_text(request, content_game(context));
}

static bool bring_content(struct store_client *line)
{
	const uint8_t *bytes;
	size_t size;

	if (!line->content)
		return true;
	bytes = content_bundle(line->content, &size);
	return line_ask_with_blob(line, REQUEST_BUNDLE_PUT, write_content, line->content, bytes,
		       size) == KEEPER_OK;
}

/* ---- The end of a keeper that this command started ---- */

static char started_in[4096];

/* The keeper ends with its last session.  An operator may replace its files right after this
 * command. */
static void await_end(void)
{
	int64_t until = keeper_now_ms() + END_PATIENCE_MS;

	while (keeper_locked(started_in) && keeper_now_ms() < until)
		nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

static void note_start(const char *state)
{
	if (!*started_in && atexit(await_end) == 0)
		snprintf(started_in, sizeof started_in, "%s", state);
}

/* ---- Connecting ---- */

static int connect_or_start(
	const char *state, const struct content *content, char *sentence, size_t size)
{
	int64_t until = keeper_now_ms() + LOCAL_PATIENCE_MS;
	int descriptor;

	while ((descriptor = state_connect(state)) < 0) {
		if (keeper_now_ms() > until) {
			snprintf(sentence, size,
				"cannot open state directory %.150s: its keeper does not answer; "
				"restart the server",
				state);
			return -1;
		}
		if (errno == EACCES) {
			snprintf(sentence, size,
				"cannot open state directory %.150s: permission denied; run this "
				"command as the user of the server",
				state);
			return -1;
		}
		if (!keeper_locked(state)) {
			if (keeper_start_local(state, content, &local_policy, sentence, size))
				note_start(state);
			else if (!keeper_locked(state))
				return -1;
		}
		nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
	}
	return descriptor;
}

/* Connects to the keeper of a state directory and waits for its greeting. Starts a keeper if there
 * is none. On failure writes a sentence and returns NULL. */
static struct store_client *open_local(
	const char *state, const struct content *content, char *sentence, size_t size)
{
	int64_t until = keeper_now_ms() + LOCAL_PATIENCE_MS;

	/* The keeper of a command that has just ended may end before it greets. */
	do {
		int descriptor = connect_or_start(state, content, sentence, size);
		struct store_client *line;

		if (descriptor < 0)
			return NULL;
		line = store_client_new(descriptor, NULL, NULL);
		snprintf(line->transport, sizeof line->transport, "local");
		line->content = content;
		if (line_wait_greeting(line))
			return line;
		store_client_free(line);
	} while (keeper_now_ms() < until);
	snprintf(sentence, size,
		"cannot open state directory %.150s: its keeper does not answer; restart the "
		"server",
		state);
	return NULL;
}

static struct store_client *reopen_local(const char *state, const struct content *content)
{
	char sentence[256];

	return open_local(state, content, sentence, sizeof sentence);
}

struct store_client *store_client_local(
	const char *state, const struct content *content, char *sentence, size_t size)
{
	struct store_client *line = open_local(state, content, sentence, size);

	if (line && !bring_content(line)) {
		snprintf(sentence, size,
			"cannot open state directory %.150s: its keeper does not answer; restart "
			"the server",
			state);
		store_client_free(line);
		return NULL;
	}
	if (line)
		line_reopens(line, reopen_local, state);
	return line;
}
