#include "door/os/complain.h"

#include "door/os/log.h"
#include "door/os/printable.h"

#include <stdarg.h>
#include <stdio.h>

void command_complain(const char *format, ...)
{
	char sentence[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(sentence, sizeof sentence, format, arguments);
	va_end(arguments);
	text_clean(sentence);
	if (log_is_socket()) {
		log_line(LOG_ERROR, "complaint", "why=%s", log_quote(sentence));
		return;
	}
	fprintf(stderr, "trapdoor: %s\n", sentence);
}
