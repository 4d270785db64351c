/* Vignettes of depths: one for the first arrival in each band, after its messages were read. */
#include "door/play/play_private.h"

#include "door/ui/vignette.h"

void play_vignettes(struct play *play, bool on, uint32_t seen)
{
	/* A resumed run stands on a depth that its player has seen. */
	int depth = play->turns > 0 ? play->depth : 0;
	play->vignette = (struct play_vignette){.on = on, .seen = seen, .depth = (uint8_t)depth};
}

uint32_t play_vignettes_seen(const struct play *play)
{
	return play->vignette.seen;
}

static bool is_threatened(const struct view *view)
{
	for (size_t i = 0; i < view->creature_count; i++)
		if (!view->creatures[i].ally && !view->creatures[i].captive)
			return true;
	return false;
}

bool play_vignette_look(struct play *play)
{
	struct play_vignette *vignette = &play->vignette;
	if (!vignette->on || play->state != PLAY_GOING || play->prompt.mode != MODE_MAP ||
		vignette->depth == play->depth)
		return false;
	vignette->depth = play->depth;
	enum vignette of_depth = vignette_of_depth(play->content, play->depth);
	if (of_depth == VIGNETTE_NONE || vignette->seen & 1U << of_depth ||
		is_threatened(play_view(play)))
		return false;
	vignette->seen |= 1U << of_depth;
	vignette->shown = (int8_t)of_depth;
	vignette->stage = VIGNETTE_DUE;
	return true;
}

bool play_vignette_key(struct play *play)
{
	struct play_vignette *vignette = &play->vignette;
	if (vignette->stage == VIGNETTE_NOT_DUE)
		return false;
	vignette->stage = vignette->stage == VIGNETTE_DUE ? VIGNETTE_SHOWN : VIGNETTE_NOT_DUE;
	return true;
}

bool play_vignette_paint(const struct play *play, struct vt_frame *frame)
{
	if (play->vignette.stage != VIGNETTE_SHOWN)
		return false;
	vignette_paint(frame, play->content, (enum vignette)play->vignette.shown);
	return true;
}
