/* Begins and ends prompts and pages of text. */
#include "door/play/play_private.h"

void play_prompt_begin(
	struct play *play, enum play_mode mode, enum action action, const char *sentence)
{
	play->prompt.mode = (uint8_t)mode;
	play->prompt.action = (uint8_t)action;
	play->prompt.list_page = 0;
	play->prompt.replacing = 0;
	play->prompt.pouch = false;
	play_say(play, sentence);
	if (mode == MODE_CONFIRM)
		play_ahead_asks(play);
}

void play_prompt_end(struct play *play)
{
	play->prompt.mode = MODE_MAP;
	play->messages.sentence[0] = 0;
}

void play_confirm(struct play *play, enum action action, const char *word, const char *fallback)
{
	play_prompt_begin(play, MODE_CONFIRM, action, ui_word(play->content, word, fallback));
}

void play_page_open(struct play *play, const char *title, struct ui_text *text)
{
	while (text->size && text->text[text->size - 1] == '\n')
		text->text[--text->size] = 0;
	ui_pager_open(&play->page.pager, title, text->text);
	play_prompt_begin(play, MODE_PAGE, ACTION_NONE, "");
	play->page.runs_keys = false;
	play->page.raw = false;
}
