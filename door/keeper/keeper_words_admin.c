/* Requests of operators about words: mail, the list of reports, removing words, and mutes. */
#include "door/keeper/keeper_words.h"

#include <stdio.h>
#include <string.h>

/* ---- Mail ---- */

static unsigned mail_one(struct asking *asking, const struct store_account *to, const char *text)
{
	enum store_answer answer;

	if (words_stand(asking, 0, to->id, text))
		return KEEPER_OK;
	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_mail_send(asking->keeper->store, 0, to->id, text, keeper_now_seconds());
	if (answer == STORE_OK)
		answer = audit_add(asking, "mail", to->name, "%s", text);
	return asking_store(asking, answer, "");
}

/* A repeated request may send a second mail: nobody's list tells whether the first was written. */
static unsigned mail_all(struct asking *asking, const char *text)
{
	enum store_answer answer;

	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_mail_to_all(asking->keeper->store, text, keeper_now_seconds());
	if (answer == STORE_OK)
		answer = audit_add(asking, "mail-all", "", "%s", text);
	return asking_store(asking, answer, "");
}

unsigned request_admin_mail(struct asking *asking)
{
	bool all = wire_get_u8(asking->in);
	struct store_account to;
	char text[STORE_WORDS_MAX];

	if (!words_get(asking, text, sizeof text))
		return KEEPER_NO;
	if (all)
		return mail_all(asking, text);
	if (!asking_get_account(asking, &to))
		return KEEPER_NO;
	return to.deleted ? asking_refuse(asking, NO_ACCOUNT) : mail_one(asking, &to, text);
}

/* ---- Reports ---- */

static bool put_report(void *context, const struct store_report *report)
{
	struct wire_writer *out = context;

	if (out->capacity - out->size < sizeof *report + 64)
		return false;
	wire_put_report(out, report);
	return true;
}

unsigned request_admin_reports(struct asking *asking)
{
	int64_t after = (int64_t)wire_get_u64(asking->in);

	if (asking->in->broken)
		return KEEPER_NO;
	return asking_store(asking,
		store_reports_after(asking->keeper->store, after, put_report, asking->out), "");
}

unsigned request_admin_dismiss(struct asking *asking)
{
	int64_t id;
	unsigned verdict = asking_get_row(asking, &id);
	enum store_answer answer;

	if (verdict != KEEPER_OK)
		return verdict;
	answer = store_report_close(asking->keeper->store, id);
	if (answer == STORE_OK)
		answer = audit_add(asking, "dismiss", "", "report %lld", (long long)id);
	else if (answer == STORE_NONE && asking->resent)
		answer = STORE_OK;
	return asking_store(asking, answer, "There is no open report with that number.");
}

unsigned request_admin_remove_words(struct asking *asking)
{
	struct store *store = asking->keeper->store;
	struct store_words words;
	enum store_answer answer;
	char name[WORDS_LABEL_MAX], why[STORE_REASON_MAX];
	uint8_t kind;
	int64_t id;

	if (!words_get_subject(asking, &kind, &id))
		return KEEPER_NO;
	asking_get_reason(asking, why);
	if (asking->in->broken)
		return KEEPER_NO;
	answer = store_words_of(store, 0, kind, id, &words);
	if (answer == STORE_NONE && asking->resent)
		return KEEPER_OK;
	if (answer == STORE_OK && !asking_write(asking))
		return KEEPER_FAILED;
	if (answer == STORE_OK)
		answer = store_words_remove(store, kind, id);
	words_label(kind, id, name);
	if (answer == STORE_OK)
		answer = audit_add(asking, "remove-words", words.name, "%s%s%s", name,
			why[0] ? ": " : "", why);
	return asking_store(asking, answer, "These words are gone.");
}

/* ---- Mutes ---- */

static unsigned mute(struct asking *asking, const struct store_account *account, const char *reason,
	int64_t until)
{
	char sentence[KEEPER_SENTENCE_MAX];
	enum store_answer answer;

	if (until != 0 && until <= keeper_now_seconds())
		return asking_refuse(asking, "The mute would end in the past.");
	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_mute(asking->keeper->store, account->id, reason, until);
	say_refusal(sentence, sizeof sentence, "muted", until, reason);
	if (answer == STORE_OK)
		answer = audit_add(asking, "mute", account->name, "%s", sentence);
	return asking_store(asking, answer, NO_ACCOUNT);
}

static unsigned unmute(struct asking *asking, const struct store_account *account)
{
	enum store_answer answer;

	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_unmute(asking->keeper->store, account->id);
	if (answer == STORE_OK)
		answer = audit_add(asking, "unmute", account->name, "%s", "");
	else if (answer == STORE_NONE && asking->resent)
		answer = STORE_OK;
	return asking_store(asking, answer, "That account is not muted.");
}

unsigned request_admin_mute(struct asking *asking)
{
	bool on = wire_get_u8(asking->in);
	int64_t until = (int64_t)wire_get_u64(asking->in);
	struct store_account account;
	char reason[STORE_REASON_MAX];

	asking_get_reason(asking, reason);
	if (!asking_get_account(asking, &account))
		return KEEPER_NO;
	if (account.deleted)
		return asking_refuse(asking, "That account is deleted.");
	return on ? mute(asking, &account, reason, until) : unmute(asking, &account);
}

static bool put_mute(void *context, const struct store_mute *one)
{
	struct wire_writer *out = context;

	if (out->capacity - out->size < sizeof *one + 32)
		return false;
	wire_put_mute(out, one);
	return true;
}

unsigned request_admin_mutes(struct asking *asking)
{
	int64_t after = (int64_t)wire_get_u64(asking->in);

	if (asking->in->broken)
		return KEEPER_NO;
	return asking_store(asking,
		store_mutes_after(asking->keeper->store, after,
			keeper_expiry_seconds(asking->keeper), put_mute, asking->out),
		"");
}
