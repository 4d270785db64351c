#include "session.h"

const struct screen screen_bye = {.name = "bye"};
