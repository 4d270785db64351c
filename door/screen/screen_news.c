/* The operator's bulletins: those that the player has not read, after the login, or all of them. */
#include "door/screen/screens.h"

#include "door/ui/ui.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct news {
	struct ui_pager pager;
	uint32_t newest; /* change of a text on the page, seconds of UTC */
};

/* A guest is shown the message of the day alone. */
static bool is_unread(const struct session *session, const struct bulletin *bulletin)
{
	return bulletin->changed > (int64_t)session->options.bulletins_read &&
	       (!session->account.guest || strcmp(bulletin->name, "motd") == 0);
}

bool news_unread(const struct session *session)
{
	const struct bulletins *bulletins = bulletins_now(session->bulletins);
	for (size_t i = 0; bulletins && i < bulletins->count; i++)
		if (is_unread(session, &bulletins->each[i]))
			return true;
	return false;
}

static void add_bulletin(struct ui_text *text, const struct bulletin *bulletin)
{
	char day[16];
	ui_day(day, sizeof day, bulletin->changed);
	if (strcmp(bulletin->name, "motd") == 0)
		ui_add(text, UI_GOLD "Message of the day" UI_END);
	else
		ui_add(text, UI_GOLD "%c%s" UI_END, toupper((unsigned char)bulletin->name[0]),
			bulletin->name + 1);
	ui_add(text, "  " UI_DIM "%s" UI_END "\n%s\n\n", day, bulletin->text);
}

static void news_enter(struct session *session)
{
	bool unread = session_arguments(session, SCREEN_news)->news.unread;
	const struct bulletins *bulletins = bulletins_now(session->bulletins);
	struct news *news = session->state = calloc(1, sizeof *news);
	struct ui_text text = {0};
	if (!news || !bulletins) {
		session_back(session);
		return;
	}
	for (size_t i = 0; i < bulletins->count; i++) {
		const struct bulletin *bulletin = &bulletins->each[i];
		if (unread && !is_unread(session, bulletin))
			continue;
		add_bulletin(&text, bulletin);
		if (bulletin->changed > (int64_t)news->newest)
			news->newest = (uint32_t)bulletin->changed;
	}
	ui_pager_open(&news->pager, "News", text.text);
	news->pager.top = (int)*session_position(session);
}

/* A player who closes the page has read it. */
static void news_read(struct session *session)
{
	const struct news *news = session->state;
	if (news->newest <= session->options.bulletins_read)
		return;
	session->options.bulletins_read = news->newest;
	options_keep(session);
}

static void news_key(struct session *session, int key)
{
	struct news *news = session->state;
	if (ui_pager_key(&news->pager, key))
		return;
	news_read(session);
	session_back(session);
}

static void news_paint(struct session *session, struct vt_frame *frame)
{
	struct news *news = session->state;
	ui_pager_paint(&news->pager, frame);
}

static void news_leave(struct session *session)
{
	struct news *news = session->state;
	ui_pager_close(&news->pager);
}

static bool news_rests(struct session *session)
{
	const struct news *news = session->state;
	*session_position(session) = (uint64_t)news->pager.top;
	return true;
}

const struct screen screen_news = {.name = "news",
	.renews = true,
	.rests = news_rests,
	.enter = news_enter,
	.key = news_key,
	.paint = news_paint,
	.leave = news_leave};
