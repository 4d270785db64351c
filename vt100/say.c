/*
 * Texts without a frame, and sounds: the bell, and the short tones of terminals that have DECPS.
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

/* Returns the bytes of a character; none if it must not be sent. */
static const char *said(const struct vt_dialect *dialect, char character, char bytes[2])
{
	bytes[1] = '\0';
	if (character == '\n')
		bytes[0] = (char)(dialect == NULL ? '\r' : dialect->next_row);
	else if (character == '\a' || character == '\b')
		bytes[0] = dialect == NULL     ? character
			   : character == '\a' ? (char)dialect->bell
					       : (char)dialect->left;
	else if (character < ' ' || character > '~')
		bytes[0] = '\0';
	else if (dialect == NULL)
		bytes[0] = character;
	else
		bytes[0] = (char)vt_dialect_symbol(dialect->charset, ' ', character).bytes[0];
	return dialect == NULL && character == '\n' ? "\r\n" : bytes;
}

static bool is_tone(char byte)
{
	return byte == VT_TONE_HARM || byte == VT_TONE_ENEMY || byte == VT_TONE_FOUND;
}

void vt_say(const struct vt_kind *kind, const char *text, struct vt_bytes *out)
{
	const struct vt_dialect *dialect = vt_dialect(kind->grants);
	char bytes[2];

	if (dialect != NULL)
		vt_bytes_add(out, dialect->begin, strlen(dialect->begin));
	for (; *text != '\0'; text++) {
		unsigned heard = 0;

		for (; is_tone(*text); text++)
			heard |= (unsigned)*text;
		vt_sound(kind, false, heard, out);
		const char *shown = said(dialect, *text, bytes);
		vt_bytes_add(out, shown, strlen(shown));
		if (*text == '\0')
			break;
	}
}
