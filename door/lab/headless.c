#include "door/lab/headless.h"

#include "door/play/play.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct headless {
	struct play *play;
	int width, height;
	uint8_t *journal;
	size_t size, capacity;
};

/* Appends the commands to the journal in memory.  Nothing else is stored. */
static bool headless_append(void *context, struct store_append *append)
{
	struct headless *headless = context;
	if (headless->size + append->size > headless->capacity) {
		headless->capacity = (headless->size + append->size) * 2;
		headless->journal = realloc(headless->journal, headless->capacity);
		assert(headless->journal);
	}
	memcpy(headless->journal + headless->size, append->bytes, append->size);
	headless->size += append->size;
	return true;
}

struct headless *headless_new(const struct content *content, const struct seed *seed,
	const struct birth *birth, int width, int height)
{
	struct headless *headless = calloc(1, sizeof *headless);
	assert(headless);
	const struct play_link link = {.context = headless, .append = headless_append};
	headless->play = play_new(game_new(content, seed, birth), content, NULL, 0, &link);
	play_prefer(headless->play, NULL, PLAY_SILENT, birth->debug);
	headless->width = width;
	headless->height = height;
	return headless;
}

void headless_free(struct headless *headless)
{
	if (!headless)
		return;
	play_free(headless->play);
	free(headless->journal);
	free(headless);
}

struct game *headless_game(struct headless *headless)
{
	return play_game(headless->play);
}

void headless_key(struct headless *headless, int key)
{
	play_key(headless->play, key);
}

bool headless_act(struct headless *headless, const struct command *command)
{
	return play_act(headless->play, command);
}

void headless_settle(struct headless *headless)
{
	play_settle(headless->play);
}

void headless_paint(struct headless *headless, struct vt_frame *frame)
{
	vt_frame_resize(frame, headless->width, headless->height);
	play_paint(headless->play, frame);
}

const uint8_t *headless_journal(const struct headless *headless, size_t *size)
{
	*size = headless->size;
	return headless->journal;
}
