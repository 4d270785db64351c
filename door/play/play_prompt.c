/* The table of the functions that handle the keys of each prompt. */
#include "door/play/play_private.h"

#include <assert.h>

void play_prompt_key(struct play *play, int key)
{
	static void (*const handlers[])(struct play *, int) = {
		[MODE_DIRECTION] = play_direction_key,
		[MODE_ITEM] = play_item_key,
		[MODE_VERB] = play_verb_key,
		[MODE_GROUND] = play_ground_key,
		[MODE_CURSOR] = play_cursor_key,
		[MODE_CONFIRM] = play_confirm_key,
		[MODE_SPELL] = play_spells_key,
		[MODE_CHOICE] = play_choice_key,
		[MODE_PLACES] = play_places_key,
		[MODE_TIMES] = play_times_key,
		[MODE_PAGE] = play_page_key};
	assert(play->prompt.mode != MODE_MAP);
	handlers[play->prompt.mode](play, key);
}
