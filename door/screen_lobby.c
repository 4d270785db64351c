#include "session.h"

const struct screen screen_lobby = {.name = "lobby"};
