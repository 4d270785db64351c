/*
 * Sounds: the bell, and the short tones of terminals that have DECPS.
 *
 * Tones are short, because a terminal shows nothing while it plays one.
 */
#include "vt100/internal.h"

#include <string.h>

/* Volume of 7, duration in 1/32 s, and notes from C5 (1) to C7 (25). */
static const struct {
	enum vt_tone tone;
	const char *bytes;
} tones[] = {
	{VT_TONE_HARM, "\033[4;4;1,~"},
	{VT_TONE_ENEMY, "\033[3;2;8;13,~"},
	{VT_TONE_FOUND, "\033[3;2;20,~"},
};

void vt_sound(const struct vt_kind *kind, bool bell, unsigned heard, struct vt_bytes *out)
{
	const struct vt_dialect *dialect = vt_dialect(kind->grants);
	const uint8_t ascii_bell = 7;
	bool has_tones = (kind->grants & GRANT_TONES) != 0;

	if (bell || (heard != 0 && !has_tones))
		vt_bytes_add(out, dialect != NULL ? &dialect->bell : &ascii_bell, 1);
	for (size_t i = 0; has_tones && i < sizeof(tones) / sizeof(tones[0]); i++)
		if (heard & tones[i].tone)
			vt_bytes_add(out, tones[i].bytes, strlen(tones[i].bytes));
}
