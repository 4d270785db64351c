#include "level.h"

void lab_fov(const char *map, int width, int height, int eye_x, int eye_y, uint8_t *seen)
{
	(void)map, (void)width, (void)height, (void)eye_x, (void)eye_y, (void)seen;
}

char *lab_level(const struct content *content, const struct seed *seed, int depth, const char *kind,
	int width, int height, unsigned flags, struct complaint *complaint)
{
	(void)content, (void)seed, (void)depth, (void)kind, (void)width, (void)height, (void)flags, (void)complaint;
	return NULL;
}
