#include "door/os/complain.h"

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
	fprintf(stderr, "trapdoor: %s\n", sentence);
}
