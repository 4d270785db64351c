#include "session.h"

const struct screen screen_play = {.name = "play"};
