#include "session.h"

const struct screen screen_takeover = {.name = "takeover"};
