/*
 * Sounds for the player: the bell in danger, or a short tone for damage, a new enemy and a
 * discovery.
 */
#include "door/play/play_private.h"

void play_sound_tone(struct play *play, enum vt_tone tone, bool danger)
{
	if (play->settings.sound == PLAY_TONES)
		play->tones |= (uint8_t)tone;
	play->ring |= danger && play->settings.sound == PLAY_BELL;
}

void play_sound_event(struct play *play, const struct event *event)
{
	switch ((enum event_kind)event->kind) {
	case EVENT_DANGER:
		/* A subject is a creature, which play_sound_look reports. */
		if (!*event->subject)
			play_sound_tone(play, VT_TONE_HARM, true);
		break;
	case EVENT_HURT:
		play_sound_tone(play, VT_TONE_HARM, false);
		break;
	case EVENT_FOUND:
	case EVENT_LEARNED:
		play_sound_tone(play, VT_TONE_FOUND, false);
		break;
	default:
		break;
	}
}

void play_sound_look(struct play *play, const struct view *view)
{
	if (!play->watched && watch_look(&play->watch, view, NULL) >= 0)
		play_sound_tone(play, VT_TONE_ENEMY, true);
}

void play_sound_say(struct play *play, struct ui_text *text)
{
	static const enum vt_tone tones[] = {VT_TONE_HARM, VT_TONE_ENEMY, VT_TONE_FOUND};
	if (play->ring)
		ui_add(text, "\a");
	for (size_t i = 0; i < sizeof tones / sizeof *tones; i++)
		if (play->tones & tones[i])
			ui_add(text, "%c", tones[i]);
	play->ring = false;
	play->tones = 0;
}
