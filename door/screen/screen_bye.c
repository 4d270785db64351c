/* The goodbye of a player who leaves. */
#include "door/screen/screens.h"

#include "door/ui/ui.h"

static void bye_enter(struct session *session)
{
	session_end(session, 0, ui_word(session->content, "goodbye", "Goodbye."));
}

const struct screen screen_bye = {.name = "bye", .enter = bye_enter};
