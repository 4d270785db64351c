#include "session.h"

const struct screen screen_register = {.name = "register"};
