/* The state of the hero as JSON, for MUD clients that draw bars and lists of their own. */
#include "door/play/play_private.h"

#include "door/os/json_out.h"

#include <stdio.h>
#include <string.h>

static void add_number(struct json_out *out, const char *key, long number)
{
	json_out_key(out, key);
	json_out_number(out, number);
}

static void add_text(struct json_out *out, const char *key, const char *text)
{
	json_out_key(out, key);
	json_out_string(out, text);
}

/* Adds words that blanks separate as an array. */
static void add_words(struct json_out *out, const char *key, const char *words)
{
	char word[64];
	json_out_key(out, key);
	json_out_open(out, '[');
	for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
		size_t length = strcspn(words, " ");
		snprintf(word, sizeof word, "%.*s", (int)length, words);
		json_out_string(out, word);
		words += length;
	}
	json_out_close(out, ']');
}

void play_data_vitals(const struct play *play, struct json_out *out)
{
	const struct view_status *status = &play_view(play)->status;
	json_out_open(out, '{');
	add_number(out, "hp", status->health);
	add_number(out, "maxhp", status->health_max);
	add_number(out, "mp", status->mana);
	add_number(out, "maxmp", status->mana_max);
	/* Exact turns are not on the screen either. */
	add_number(out, "food", play_food_shown(status));
	add_text(out, "hunger", status->hunger);
	add_words(out, "conditions", status->conditions);
	add_words(out, "boons", status->boons);
	json_out_close(out, '}');
	json_out_end(out);
}

/* Returns the path that most of the hero's talents belong to, the first of equals; "" without a
 * talent. */
static const char *path_most(const struct view *view)
{
	const char *most = "";
	int most_count = 0;
	for (size_t i = 0; i < view->talent_count; i++) {
		int count = 0;
		for (size_t k = 0; k < view->talent_count; k++)
			count += strcmp(view->talents[i].path, view->talents[k].path) == 0;
		if (count > most_count) {
			most = view->talents[i].path;
			most_count = count;
		}
	}
	return most;
}

void play_data_status(const struct play *play, const char *name, struct json_out *out)
{
	const struct view *view = play_view(play);
	const struct view_status *status = &view->status;
	const char *path = path_most(view);
	json_out_open(out, '{');
	add_text(out, "name", name);
	add_number(out, "level", status->level);
	add_number(out, "xp", status->experience);
	add_number(out, "nextxp", status->experience_next);
	add_text(out, "path", *path ? play_path(play, path) : "");
	add_number(out, "might", status->might);
	add_number(out, "guard", status->guard);
	add_number(out, "depth", status->depth);
	add_number(out, "deepest", status->deepest);
	add_text(out, "place", status->place);
	add_number(out, "gold", status->gold);
	add_number(out, "score", status->score);
	add_number(out, "turn", (long)status->turn);
	add_text(out, "light", status->lit ? "lit" : "dark");
	add_number(out, "noise", status->noise);
	json_out_close(out, '}');
	json_out_end(out);
}
