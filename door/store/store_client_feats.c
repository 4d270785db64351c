/* The calls of feats. */
#include <string.h>

#include "door/store/store_client.h"

/* Asks for the feats after the first ones that are there. *got: how many came. */
static enum keeper_verdict ask_ledger(
	struct store_client *line, struct keeper_ledger *ledger, size_t *got)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	*got = 0;
	line_begin(line, &request, REQUEST_LEDGER);
	wire_put_u32(&request, (uint32_t)ledger->count);
	verdict = line_ask(line, &request, &answer);
	while (verdict == KEEPER_OK && ledger->count < FEATS_MAX && !answer.broken &&
		answer.at < answer.size) {
		struct feat *feat = &ledger->feats[ledger->count];

		feat->kind = wire_get_u8(&answer);
		wire_get_text(&answer, feat->id, sizeof feat->id);
		ledger->runs[ledger->count] = (int64_t)wire_get_u64(&answer);
		ledger->count += !answer.broken;
		*got += !answer.broken;
	}
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_ledger(struct store_client *line, struct keeper_ledger *ledger)
{
	enum keeper_verdict verdict;
	size_t got;

	memset(ledger, 0, sizeof *ledger);
	if (line_is_guest(line))
		return line_refuse(line, KEEPER_NO, "A guest has no ledger.");
	do
		verdict = ask_ledger(line, ledger, &got);
	while (verdict == KEEPER_OK && got > 0 && ledger->count < FEATS_MAX);
	return verdict;
}

enum keeper_verdict keeper_lamps(
	struct store_client *line, struct keeper_lamp *lamps, size_t capacity, size_t *count)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	*count = 0;
	line_begin(line, &request, REQUEST_LAMPS);
	verdict = line_ask(line, &request, &answer);
	while (verdict == KEEPER_OK && *count < capacity && !answer.broken &&
		answer.at < answer.size) {
		struct keeper_lamp *lamp = &lamps[*count];

		wire_get_text(&answer, lamp->name, sizeof lamp->name);
		lamp->letter = (char)wire_get_u8(&answer);
		lamp->role = wire_get_u8(&answer);
		*count += !answer.broken;
	}
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_verified(
	struct store_client *line, int64_t run, const struct feat *feats, size_t count)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ADMIN_VERIFY);
	wire_put_u64(&request, (uint64_t)run);
	wire_put_u8(&request, STORE_VERIFIED);
	/* A keeper of the release before reads no further. */
	wire_put_u16(&request, (uint16_t)count);
	for (size_t i = 0; i < count; i++) {
		wire_put_u8(&request, feats[i].kind);
		wire_put_text(&request, feats[i].id);
	}
	return line_ask_plain(line, &request);
}
