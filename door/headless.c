#include "headless.h"

#include <stdlib.h>

struct headless {
	int width, height;
};

struct headless *headless_new(const struct content *content, const struct seed *seed,
	const struct birth *birth, int width, int height)
{
	(void)content, (void)seed, (void)birth;
	struct headless *headless = calloc(1, sizeof *headless);
	headless->width = width;
	headless->height = height;
	return headless;
}

void headless_free(struct headless *headless)
{
	free(headless);
}

void headless_key(struct headless *headless, int key)
{
	(void)headless, (void)key;
}

bool headless_act(struct headless *headless, const struct command *command)
{
	(void)headless, (void)command;
	return false;
}

void headless_settle(struct headless *headless)
{
	(void)headless;
}

void headless_paint(struct headless *headless, struct vt_frame *frame)
{
	vt_frame_resize(frame, headless->width, headless->height);
}

const uint8_t *headless_journal(const struct headless *headless, size_t *size)
{
	(void)headless;
	*size = 0;
	return NULL;
}
