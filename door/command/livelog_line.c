#include "door/command/livelog_line.h"

#include "door/os/json_out.h"
#include "door/os/printable.h"
#include "door/text/livelog_words.h"

#include <stdlib.h>
#include <string.h>

static void put_text(struct json_out *out, const char *key, const char *text)
{
	json_out_key(out, key);
	json_out_string(out, text);
}

static void put_number(struct json_out *out, const char *key, int64_t number)
{
	json_out_key(out, key);
	json_out_number(out, (long)number);
}

size_t livelog_line(const struct store_milestone *milestone, char line[LIVELOG_LINE_MAX])
{
	char sentence[LIVELOG_SENTENCE_MAX];
	struct json_out out = {0};
	size_t size = 0;

	if (!livelog_word(milestone->kind))
		return 0;
	livelog_sentence(milestone, sentence, sizeof sentence);
	text_clean(sentence);
	json_out_open(&out, '{');
	put_number(&out, "v", 1);
	put_number(&out, "at", milestone->at);
	put_text(&out, "name", milestone->name);
	put_text(&out, "game", milestone->game);
	put_number(&out, "run", milestone->run);
	put_text(&out, "kind", livelog_word(milestone->kind));
	put_number(&out, "depth", milestone->depth);
	put_number(&out, "turns", milestone->turns);
	put_number(&out, "score", milestone->score);
	put_text(&out, "text", sentence);
	json_out_close(&out, '}');
	if (out.size + 1 < LIVELOG_LINE_MAX) {
		memcpy(line, out.bytes, out.size);
		line[out.size] = '\n';
		size = out.size + 1;
	}
	free(out.bytes);
	return size;
}
