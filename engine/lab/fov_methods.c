/* The sight radius, common to all methods. */
#include "engine/lab/fov_methods.h"

#include <stdlib.h>

bool fov_within(struct fov_limit limit, int dx, int dy)
{
	int across = abs(dx), down = abs(dy), radius = limit.radius;
	int larger = across > down ? across : down, smaller = across > down ? down : across;
	if (radius == 0)
		return true;
	switch (limit.shape) {
	case LAB_SQUARE:
		return larger <= radius;
	case LAB_CIRCLE:
		return dx * dx + dy * dy < radius * radius;
	case LAB_OCTAGON:
		return larger + smaller / 2 <= radius;
	}
	return false;
}

void fov_cut(struct fov_limit limit, int eye_x, int eye_y, struct bitmap *reach)
{
	for (int y = 0; y < reach->height && limit.radius; y++)
		for (int x = 0; x < reach->width; x++)
			if (!fov_within(limit, x - eye_x, y - eye_y))
				reach->words[y * reach->stride + (x >> 6)] &=
					~(UINT64_C(1) << (x & 63));
}
