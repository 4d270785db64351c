#include "level.h"

void fov_compute(const struct bitmap *blocks, int eye_x, int eye_y, int radius, struct bitmap *reach)
{
	(void)blocks, (void)eye_x, (void)eye_y, (void)radius, (void)reach;
}
