/* The end of a session, its sentences, and notices from the keeper. */
#include "door/session/session_private.h"

#include "door/ui/ui.h"

#include <stdio.h>

/* Timeout of an answer of the keeper. */
#define PATIENCE_MS 4000
#define PATIENCE_HASHING_MS 20000

void session_end(struct session *session, int exit_status, const char *sentence)
{
	if (session->ending.decided)
		return;
	session->ending.decided = true;
	session->ending.exit_status = exit_status;
	snprintf(session->ending.reason, sizeof session->ending.reason, "%s",
		sentence ? sentence : "");
}

void session_banner(struct session *session, const char *sentence)
{
	snprintf(session->banner, sizeof session->banner, "%s", sentence);
}

const char *session_verdict(const struct session *session, enum keeper_verdict verdict)
{
	const char *sentence = keeper_sentence(session->line);
	if (verdict == KEEPER_OK)
		return "";
	if (sentence && *sentence)
		return sentence;
	return verdict == KEEPER_STALE
		       ? "Another session has that run."
		       : ui_word(session->content, "line-lost", "The server does not answer.");
}

bool session_on_waiting(void *context, unsigned waited_ms)
{
	struct session *session = context;
	/* The other process waits for this one, and goes on without it. */
	if (session->moving.comes)
		return false;
	session_sentence(session, ui_word(session->content, "line-slow",
					  "The server is slow to write. Please wait ..."));
	session->dirty = true;
	/* Before login the hasher answers; on a slow host its queue takes longer. */
	return waited_ms < (session->account.name[0] ? PATIENCE_MS : PATIENCE_HASHING_MS);
}

const char *session_farewell(const struct session *session, const char *word, const char *fallback)
{
	char guests[32];
	snprintf(guests, sizeof guests, "%s-guest", word);
	return ui_word(session->content, session->account.guest ? guests : word, fallback);
}

static void session_take_notice(struct session *session, const struct notice *notice)
{
	/* NULL for an exec, and before an ssh client asks for a shell. */
	const struct screen *screen = session_screen(session);
	switch (notice->kind) {
	case NOTICE_KICKED:
		session_end(session, 1,
			notice->text[0]
				? notice->text
				: session_farewell(session, "kicked", "Your session was ended."));
		break;
	case NOTICE_TAKEN_OVER:
		session_end(session, 0,
			ui_word(session->content, "taken-over", "Your game goes on elsewhere."));
		break;
	case NOTICE_SHUTDOWN:
		session_end(session, 0,
			session_farewell(session, "shutdown", "The server is shutting down."));
		break;
	case NOTICE_UPGRADED:
		session_end(session, 0, notice->text);
		break;
	case NOTICE_SAY:
		snprintf(session->banner, sizeof session->banner, "%.17s: %.178s",
			ui_word(session->content, "label-operator", "Sysop"), notice->text);
		session->frame.bell = true;
		break;
	case NOTICE_KEEPER_BACK:
	case NOTICE_SPECTATORS:
	case NOTICE_CHAT:
		break;
	}
	session->dirty = true;
	if (!session->ending.decided && screen && screen->notice)
		screen->notice(session, notice);
}

void session_take_notices(struct session *session)
{
	struct notice notice;
	while (!session->ending.decided && keeper_notice(session->line, &notice))
		session_take_notice(session, &notice);
}
