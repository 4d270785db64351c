/*
 * Words of players: the wall, mail, block lists, and reports to the operator.
 *
 * All words are printable ASCII. An account writes when it is `words_hours` old, has a run on a
 * board and is not muted, and then at most `words_day` mails and as many lines a day. Guests read
 * the wall. A blocked sender is not informed.
 */
#include "door/keeper/keeper_words.h"

#include <stdio.h>
#include <string.h>

#include "door/os/log.h"
#include "door/os/printable.h"
#include "door/text/board_words.h"

#define OFF "This server has no mail and no wall."
#define ENOUGH "That is enough for a day. Write again later."
#define WALL_FULL "The wall has enough lines of yours. Write when others have."
#define MAILBOX_FULL "That player has too much mail to read."
#define HOUR_SECONDS 3600

/* ---- The right to write ---- */

bool words_muted(struct asking *asking)
{
	struct store_mute mute;
	enum store_answer answer = store_mute_of(asking->keeper->store, asking->peer->binding.id,
		keeper_expiry_seconds(asking->keeper), &mute);

	if (answer == STORE_NONE)
		return false;
	if (answer != STORE_OK) {
		asking_store(asking, answer, "");
		return true;
	}
	say_refusal(asking->sentence, sizeof asking->sentence, "You are muted", mute.until,
		mute.reason);
	return true;
}

bool words_may_write(struct asking *asking)
{
	const struct keeper_policy *policy = &asking->keeper->policy;
	struct store *store = asking->keeper->store;
	struct store_account account;

	if (!policy->words) {
		asking_refuse(asking, OFF);
		return false;
	}
	if (words_muted(asking))
		return false;
	if (store_account_by_id(store, asking->peer->binding.id, &account) != STORE_OK) {
		asking_store(asking, STORE_FAILED, "");
		return false;
	}
	if (keeper_expiry_seconds(asking->keeper) <
		account.created + (int64_t)policy->words_hours * HOUR_SECONDS)
		asking_refuse(asking, "You can write %d hours after your registration.",
			policy->words_hours);
	else if (store_has_listed(store, account.id) != STORE_OK)
		asking_refuse(asking, "You can write when a run of yours is on the board.");
	else
		return true;
	return false;
}

static uint64_t words_bucket(const struct asking *asking, const char *kind)
{
	char key[64];
	int length =
		snprintf(key, sizeof key, "%s %lld", kind, (long long)asking->peer->binding.id);

	return rate_key(key, (size_t)length);
}

bool words_take_token(struct asking *asking, const char *kind, unsigned per_day)
{
	const struct rate rate = {.burst = per_day, .per_day = per_day};

	/* A session says by itself that a request is sent again. So that costs a token, too. */
	if (per_day == 0 || rates_take(&asking->keeper->limits.words, &rate,
				    words_bucket(asking, kind), keeper_now_ms()))
		return true;
	asking_refuse(asking, ENOUGH);
	return false;
}

static bool words_has_token(struct asking *asking, const char *kind)
{
	unsigned per_day = (unsigned)asking->keeper->policy.words_day;
	const struct rate rate = {.burst = per_day, .per_day = per_day};

	if (per_day == 0 || rates_has(&asking->keeper->limits.words, &rate,
				    words_bucket(asking, kind), keeper_now_ms()))
		return true;
	asking_refuse(asking, ENOUGH);
	return false;
}

bool words_get(struct asking *asking, char *text, size_t size)
{
	size_t blanks, length;

	wire_get_text(asking->in, text, size);
	if (asking->in->broken)
		return false;
	text_clean(text);
	blanks = strspn(text, " ");
	length = strlen(text + blanks);
	memmove(text, text + blanks, length + 1);
	while (length > 0 && text[length - 1] == ' ')
		text[--length] = '\0';
	if (length == 0)
		asking_refuse(asking, "There is no text.");
	return length > 0;
}

/* ---- Writing words into answers ---- */

static bool put_words(void *context, const struct store_words *words)
{
	struct wire_writer *out = context;

	if (out->capacity - out->size < sizeof *words + 32)
		return false;
	wire_put_words(out, words);
	return true;
}

/* ---- News ---- */

struct news {
	uint32_t unread;
	struct store_words newest;
};

static bool count_unread(void *context, const struct store_words *words)
{
	((struct news *)context)->unread += !words->seen;
	return true;
}

static bool keep_first(void *context, const struct store_words *words)
{
	((struct news *)context)->newest = *words;
	return false;
}

unsigned request_words_news(struct asking *asking)
{
	struct store *store = asking->keeper->store;
	int64_t account = asking->peer->binding.id;
	struct news news = {0};
	enum store_answer answer;

	if (!asking->keeper->policy.words)
		return asking_refuse(asking, OFF);
	answer = store_wall_each(store, account, keep_first, &news);
	if (answer == STORE_OK && account > 0)
		answer = store_mail_each(store, account, count_unread, &news);
	wire_put_u32(asking->out, news.unread);
	wire_put_words(asking->out, &news.newest);
	return asking_store(asking, answer, "");
}

/* ---- Before a text is typed ---- */

static unsigned may_mail(struct asking *asking)
{
	struct store_account to;

	if (!words_has_token(asking, "mail"))
		return KEEPER_NO;
	if (asking->in->at == asking->in->size)
		return KEEPER_OK;
	if (!asking_get_account(asking, &to))
		return KEEPER_NO;
	if (to.deleted)
		return asking_refuse(asking, NO_ACCOUNT);
	return asking_store(asking,
		store_mail_has_room(asking->keeper->store, asking->peer->binding.id, to.id),
		MAILBOX_FULL);
}

unsigned request_words_may(struct asking *asking)
{
	uint8_t kind = wire_get_u8(asking->in);

	if (asking->in->broken || !words_may_write(asking))
		return KEEPER_NO;
	if (kind == STORE_MAIL)
		return may_mail(asking);
	if (!words_has_token(asking, "wall"))
		return KEEPER_NO;
	return asking_store(asking,
		store_wall_has_room(asking->keeper->store, asking->peer->binding.id), WALL_FULL);
}

/* ---- The wall ---- */

unsigned request_wall(struct asking *asking)
{
	/* An operator reads the wall of a keeper that shows none. */
	if (!asking->keeper->policy.words && !asking->peer->trusted)
		return asking_refuse(asking, OFF);
	return asking_store(asking,
		store_wall_each(
			asking->keeper->store, asking->peer->binding.id, put_words, asking->out),
		"");
}

struct standing {
	int64_t author;
	const char *text;
	bool found, stands;
};

static bool compare_newest(void *context, const struct store_words *words)
{
	struct standing *standing = context;

	if (words->account != standing->author)
		return true;
	standing->stands = strcmp(words->text, standing->text) == 0;
	return false;
}

bool words_stand(struct asking *asking, int64_t author, int64_t to, const char *text)
{
	struct standing standing = {.author = author, .text = text};
	struct store *store = asking->keeper->store;

	if (!asking->resent)
		return false;
	if (to)
		store_mail_each(store, to, compare_newest, &standing);
	else
		store_wall_each(store, 0, compare_newest, &standing);
	return standing.stands;
}

unsigned request_wall_write(struct asking *asking)
{
	int64_t account = asking->peer->binding.id;
	char text[STORE_WALL_MAX];

	if (!words_get(asking, text, sizeof text) || !words_may_write(asking))
		return KEEPER_NO;
	if (words_stand(asking, account, 0, text))
		return KEEPER_OK;
	if (!words_take_token(asking, "wall", (unsigned)asking->keeper->policy.words_day))
		return KEEPER_NO;
	if (!asking_write(asking))
		return KEEPER_FAILED;
	return asking_store(asking,
		store_wall_add(asking->keeper->store, account, text, keeper_now_seconds()),
		WALL_FULL);
}

/* ---- Mail ---- */

unsigned request_mail_list(struct asking *asking)
{
	if (!asking->keeper->policy.words)
		return asking_refuse(asking, OFF);
	return asking_store(asking,
		store_mail_each(
			asking->keeper->store, asking->peer->binding.id, put_words, asking->out),
		"");
}

unsigned request_mail_send(struct asking *asking)
{
	int64_t account = asking->peer->binding.id;
	struct store_account to;
	char text[STORE_WORDS_MAX];

	if (!words_get(asking, text, sizeof text) || !words_may_write(asking) ||
		!asking_get_account(asking, &to))
		return KEEPER_NO;
	if (to.deleted)
		return asking_refuse(asking, NO_ACCOUNT);
	if (words_stand(asking, account, to.id, text))
		return KEEPER_OK;
	if (!words_take_token(asking, "mail", (unsigned)asking->keeper->policy.words_day))
		return KEEPER_NO;
	if (!asking_write(asking))
		return KEEPER_FAILED;
	return asking_store(asking,
		store_mail_send(asking->keeper->store, account, to.id, text, keeper_now_seconds()),
		MAILBOX_FULL);
}

unsigned request_mail_seen(struct asking *asking)
{
	int64_t id;
	unsigned verdict = asking_get_row(asking, &id);

	if (verdict != KEEPER_OK)
		return verdict;
	return asking_store(asking,
		store_mail_seen(asking->keeper->store, asking->peer->binding.id, id),
		"That mail is gone.");
}

unsigned request_mail_remove(struct asking *asking)
{
	int64_t id;
	unsigned verdict = asking_get_row(asking, &id);
	enum store_answer answer;

	if (verdict != KEEPER_OK)
		return verdict;
	answer = store_mail_remove(asking->keeper->store, asking->peer->binding.id, id);
	if (answer == STORE_NONE && asking->resent)
		answer = STORE_OK;
	return asking_store(asking, answer, "Mail to everybody goes by itself when newer comes.");
}

/* ---- Block lists ---- */

static bool put_name(void *context, const char *name)
{
	struct wire_writer *out = context;

	if (out->capacity - out->size < STORE_NAME_MAX + 8)
		return false;
	wire_put_text(out, name);
	return true;
}

unsigned request_block_list(struct asking *asking)
{
	return asking_store(asking,
		store_blocks_each(
			asking->keeper->store, asking->peer->binding.id, put_name, asking->out),
		"");
}

unsigned request_block(struct asking *asking)
{
	int64_t account = asking->peer->binding.id;
	bool on = wire_get_u8(asking->in);
	struct store_account other;
	enum store_answer answer;

	if (!asking_get_account(asking, &other))
		return KEEPER_NO;
	if (other.id == account)
		return asking_refuse(asking, "That is you.");
	if (!asking_may_change(asking))
		return KEEPER_NO;
	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = on ? store_block(asking->keeper->store, account, other.id)
		    : store_unblock(asking->keeper->store, account, other.id);
	if (!on && answer == STORE_NONE && asking->resent)
		answer = STORE_OK;
	return asking_store(asking, answer,
		on ? "Your block list is full. Remove a name first." : "That name is not blocked.");
}

/* ---- Reports ---- */

void words_label(uint8_t kind, int64_t id, char name[WORDS_LABEL_MAX])
{
	snprintf(name, WORDS_LABEL_MAX, "%s %lld", board_kind_word(kind), (long long)id);
}

bool words_get_subject(struct asking *asking, uint8_t *kind, int64_t *id)
{
	*kind = wire_get_u8(asking->in);
	*id = (int64_t)wire_get_u64(asking->in);
	if (asking->in->broken)
		return false;
	if (*kind >= STORE_WALL && *kind <= STORE_EPITAPH)
		return true;
	asking_refuse(asking, "There are no such words.");
	return false;
}

/* Finds the words that the asker reports. False after a refusal. */
static bool find_reported(
	struct asking *asking, uint8_t kind, int64_t id, struct store_words *words)
{
	enum store_answer answer =
		store_words_of(asking->keeper->store, asking->peer->binding.id, kind, id, words);

	if (answer == STORE_OK && kind == STORE_EPITAPH && day_hides(asking, id))
		answer = STORE_NONE;
	if (answer != STORE_OK)
		asking_store(asking, answer, "These words are gone.");
	else if (words->account == 0)
		asking_refuse(asking, "The operator wrote this.");
	else if (words->account == asking->peer->binding.id)
		asking_refuse(asking, "You wrote this.");
	else
		return true;
	return false;
}

#define REPORTS_DAY 10

unsigned request_words_report(struct asking *asking)
{
	struct store_report report = {
		.at = keeper_now_seconds(), .reporter = asking->peer->binding.id};
	struct store_words words;
	enum store_answer answer;
	char name[WORDS_LABEL_MAX];

	if (!words_get_subject(asking, &report.kind, &report.subject) ||
		!find_reported(asking, report.kind, report.subject, &words) ||
		!words_take_token(asking, "report", REPORTS_DAY))
		return KEEPER_NO;
	if (!asking_write(asking))
		return KEEPER_FAILED;
	report.author = words.account;
	memcpy(report.text, words.text, sizeof report.text);
	answer = store_report_add(asking->keeper->store, &report);
	/* Reported words are not reported twice, whoever does it. */
	if (answer == STORE_TAKEN)
		return KEEPER_OK;
	if (answer == STORE_NONE) {
		asking_log(asking, LOG_WARN, "words.reports_full", "open=%d", STORE_REPORTS_MAX);
		return asking_refuse(asking, "The operator has too many reports to read. Report "
					     "it again another day.");
	}
	words_label(report.kind, report.subject, name);
	if (answer == STORE_OK)
		answer = audit_add(asking, "report", words.name, "%s", name);
	if (answer == STORE_OK)
		asking_log(asking, LOG_INFO, "words.report", "of=%s what=%s by=%s",
			log_quote(words.name), log_quote(name), asking->peer->binding.name);
	return asking_store(asking, answer, "");
}
