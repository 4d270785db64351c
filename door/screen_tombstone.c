#include "session.h"

const struct screen screen_tombstone = {.name = "tombstone"};
