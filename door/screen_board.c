#include "session.h"

const struct screen screen_board = {.name = "board"};
