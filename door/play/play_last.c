/* Notes the player's last action for the key that repeats it. */
#include "door/play/play_private.h"

bool play_of_pack(enum verb verb)
{
	enum verb_wants wants = verb_row(verb)->wants;
	return wants == WANTS_PACK || wants == WANTS_PACK_AND_CELL;
}

uint16_t play_appearance_of(struct play *play, int item)
{
	const struct view *view = play_view(play);
	const struct view_item *carried = play_carried(view, item);
	return carried ? carried->appearance : 0;
}

void play_note_item(struct play *play, const struct command *command)
{
	if (!play->acting.automatic)
		play->acting.used_appearance = play_of_pack((enum verb)command->verb)
						       ? play_appearance_of(play, command->item)
						       : 0;
}

void play_note_command(struct play *play, const struct command *command)
{
	enum verb verb = (enum verb)command->verb;
	if (verb_row(verb)->flags & VERB_IS_NOT_REPEATED)
		return;
	play->acting.last = (struct done){.any = true, .command = *command};
	play->acting.last.appearance = play->acting.used_appearance;
}

void play_note_auto(struct play *play, enum auto_kind kind, int direction, int x, int y)
{
	play->acting.last = (struct done){.any = true,
		.automatic_move = true,
		.kind = (uint8_t)kind,
		.direction = (uint8_t)direction,
		.x = (int16_t)x,
		.y = (int16_t)y};
}
