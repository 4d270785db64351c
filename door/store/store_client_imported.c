/* The calls of results of other hosts. */
#include "door/store/store_client.h"

enum keeper_verdict keeper_imported(struct store_client *line, const char *date,
	struct store_imported *results, size_t capacity, size_t *count)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;
	size_t before;

	*count = 0;
	do {
		before = *count;
		line_begin(line, &request, REQUEST_IMPORTED);
		wire_put_text(&request, date);
		wire_put_u32(&request, (uint32_t)before);
		verdict = line_ask(line, &request, &answer);
		while (verdict == KEEPER_OK && *count < capacity && !answer.broken &&
			answer.at < answer.size) {
			wire_get_imported(&answer, &results[*count]);
			*count += !answer.broken;
		}
	} while (verdict == KEEPER_OK && !answer.broken && *count > before && *count < capacity);
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_admin_import(
	struct store_client *line, const char *date, const struct store_imported *result)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ADMIN_IMPORT);
	wire_put_text(&request, date);
	wire_put_imported(&request, result);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_admin_import_remove(
	struct store_client *line, const char *host, const char *name)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ADMIN_IMPORT_REMOVE);
	wire_put_text(&request, host);
	wire_put_text(&request, name);
	return line_ask_plain(line, &request);
}
