#include "door/os/complain.h"

#include "door/os/log.h"
#include "door/os/printable.h"

#include <stdarg.h>
#include <stdio.h>

static int also = -1;

void command_complain_also(int descriptor)
{
	also = descriptor;
}

void command_complain(const char *format, ...)
{
	char sentence[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(sentence, sizeof sentence, format, arguments);
	va_end(arguments);
	text_clean(sentence);
	/* The reader may be gone. */
	if (also >= 0 && dprintf(also, "%s\n", sentence) < 0)
		also = -1;
	if (log_is_socket()) {
		log_line(LOG_ERROR, "complaint", "why=%s", log_quote(sentence));
		return;
	}
	fprintf(stderr, "trapdoor: %s\n", sentence);
}
