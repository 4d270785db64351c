#include "session.h"

const struct screen screen_score = {.name = "score"};
