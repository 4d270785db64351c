#include "session.h"

const struct screen screen_login = {.name = "login"};
