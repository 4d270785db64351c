#include "session.h"

const struct screen screen_options = {.name = "options"};
