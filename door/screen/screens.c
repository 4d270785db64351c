#include "door/screen/screens.h"

const struct screen *const screens[SCREEN_COUNT] = {
#define ROW(name) [SCREEN_##name] = &screen_##name,
	SCREENS(ROW)
#undef ROW
};
