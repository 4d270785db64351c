#include "generate.h"

struct level *level_generate(const struct content *content, const struct seed *seed, int depth, uint16_t kind,
	int width, int height, level_stage *stage, void *context)
{
	(void)content, (void)seed, (void)depth, (void)kind, (void)width, (void)height, (void)stage, (void)context;
	return NULL;
}

bool level_place(const struct content *content, const struct level *level, struct stream *stream,
	level_refuse *refuse, void *context, int *x, int *y)
{
	(void)content, (void)level, (void)stream, (void)refuse, (void)context, (void)x, (void)y;
	return false;
}
