#include "session.h"

const struct screen screen_record = {.name = "record"};
