#include "session.h"

const struct screen screen_help = {.name = "help"};
