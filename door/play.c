#include "play.h"

void play_catch_aborts(void)
{
}
