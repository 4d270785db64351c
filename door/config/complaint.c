#include "door/config/complaint.h"

#include <stdarg.h>
#include <stdio.h>

bool complaint_say(struct complaint *complaint, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(complaint->sentence, sizeof complaint->sentence, format, arguments);
	va_end(arguments);
	return false;
}
