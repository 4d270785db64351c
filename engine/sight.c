#include "sight.h"

void sight_update(struct level *level, const struct content *content, const struct sight_eye *eye)
{
	(void)level, (void)content, (void)eye;
}

bool sight_line(const struct level *level, int x, int y)
{
	return level_inside(level, x, y) && level->flags[level_at(level, x, y)] & LEVEL_REACHABLE;
}

bool sight_adjacent(int ax, int ay, int bx, int by)
{
	return ax - bx <= 1 && bx - ax <= 1 && ay - by <= 1 && by - ay <= 1;
}
