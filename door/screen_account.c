#include "session.h"

const struct screen screen_account = {.name = "account"};
