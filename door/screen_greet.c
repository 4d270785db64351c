#include "session.h"

const struct screen screen_greet = {.name = "greet"};
