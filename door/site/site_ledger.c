/*
 * Ledgers of players: what their verified ranked runs prove, and the achievements.
 *
 * A ledger counts only what runs with a page prove, so that it tells nothing of an open day. It is
 * left out where a player hides from spectators.
 */
#include "door/site/site_private.h"

#include "door/os/printable.h"
#include "door/text/feat_words.h"
#include "door/text/word_list.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gathering {
	struct site *site;
	struct site_feats *feats;
};

static bool gather(void *context, const struct store_feat *found)
{
	struct gathering *gathering = context;
	struct site_feats *feats = gathering->feats;
	struct feat *feat = &feats->feats[feats->count];

	if (!site_has_run(gathering->site, found->run))
		return true;
	*feat = (struct feat){.kind = found->kind};
	memcpy(feat->id, found->id, sizeof feat->id);
	feats->runs[feats->count] = found->run;
	return ++feats->count < FEATS_MAX;
}

bool site_feats_read(struct site *site, const char *name, struct site_feats *feats)
{
	const struct content *content = site->settings->content;
	struct gathering gathering = {site, feats};
	struct store_account account;

	feats->count = 0;
	return content && store_account_by_name(site->store, name, &account) == STORE_OK &&
	       !word_list_has(account.options, STORE_OPTION_HIDDEN) &&
	       store_feats_each(site->store, account.id, content_game(content), gather,
		       &gathering) == STORE_OK;
}

uint64_t site_feats_signature(const struct site *site, uint64_t before)
{
	const struct content *content = site->settings->content;
	uint64_t signature = before;

	if (!content)
		return signature;
	for (size_t i = 0; i < content_achievement_count(content); i++) {
		struct achievement one = content_achievement(content, i);

		signature = signature_of(signature, one.id, strlen(one.id));
		signature = signature_of(signature, one.name, strlen(one.name));
		signature = signature_of(signature, one.text, strlen(one.text));
	}
	for (size_t i = 0; i < feat_row_count; i++) {
		unsigned all = content_feat_count(content, feat_rows[i].kind, NULL, 0).all;

		signature = signature_of(signature, &all, sizeof all);
	}
	return signature;
}

/* ---- As a part of a page ---- */

static void add_achievements(struct site *site, const struct site_feats *feats)
{
	const struct content *content = site->settings->content;
	struct markup *page = &site->page;
	unsigned earned = 0;
	struct achievement one;

	for (size_t i = 0; i < feats->count; i++)
		earned += feat_achievement(content, &feats->feats[i], &one);
	markup_add(page, "<h2>Achievements</h2>\n<p>%u of %u earned.</p>\n", earned,
		(unsigned)content_achievement_count(content));
	if (earned == 0)
		return;
	markup_add(page, "<dl>\n");
	for (size_t i = 0; i < feats->count; i++)
		if (feat_achievement(content, &feats->feats[i], &one))
			markup_add(page,
				"<dt><a href=\"../runs/%lld.html\">%s</a></dt><dd>%s</dd>\n",
				(long long)feats->runs[i], one.name, one.text);
	markup_add(page, "</dl>\n");
}

void site_feats_add(struct site *site, const struct site_feats *feats)
{
	const struct content *content = site->settings->content;

	markup_add(&site->page,
		"<h2>Ledger of %s</h2>\n<p>Of all ranked runs whose replay was verified.</p>\n"
		"<dl>\n",
		content_game(content));
	for (size_t i = 0; i < feat_row_count; i++) {
		struct feat_count counted =
			content_feat_count(content, feat_rows[i].kind, feats->feats, feats->count);

		if (counted.all)
			markup_add(&site->page, "<dt>%s</dt><dd>%u of %u</dd>\n",
				feat_rows[i].label, counted.known, counted.all);
	}
	markup_add(&site->page, "</dl>\n");
	add_achievements(site, feats);
}

/* ---- As JSON ---- */

static json_t *ledger_json(const struct content *content, const struct site_feats *feats)
{
	json_t *ledger = json_object();

	for (size_t i = 0; i < feat_row_count; i++) {
		struct feat_count counted =
			content_feat_count(content, feat_rows[i].kind, feats->feats, feats->count);

		if (counted.all)
			json_object_set_new(ledger, feat_word(feat_rows[i].kind),
				json_pack("{si si}", "known", (int)counted.known, "all",
					(int)counted.all));
	}
	return ledger;
}

static json_t *achievements_json(const struct content *content, const struct site_feats *feats)
{
	json_t *earned = json_array();
	struct achievement one;

	for (size_t i = 0; i < feats->count; i++)
		if (feat_achievement(content, &feats->feats[i], &one))
			json_array_append_new(earned,
				json_pack("{ss ss ss sI}", "id", one.id, "name", one.name, "text",
					one.text, "run", (json_int_t)feats->runs[i]));
	return json_pack("{sI sI so}", "known", (json_int_t)json_array_size(earned), "all",
		(json_int_t)content_achievement_count(content), "earned", earned);
}

char *site_feats_json(struct site *site, const char *name, const struct site_feats *feats)
{
	const struct content *content = site->settings->content;
	char clean[STORE_NAME_MAX + 1];
	json_t *player;
	char *text;

	snprintf(clean, sizeof clean, "%s", name);
	text_clean(clean);
	player = json_pack("{ss}", "name", clean);
	if (feats) {
		json_object_set_new(player, "game", json_string(content_game(content)));
		json_object_set_new(player, "ledger", ledger_json(content, feats));
		json_object_set_new(player, "achievements", achievements_json(content, feats));
	}
	text = json_dumps(player, JSON_INDENT(2) | JSON_ENSURE_ASCII);
	json_decref(player);
	if (!text)
		abort();
	return text;
}
