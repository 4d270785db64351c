/* Vaults, for vault.c and vault_map.c: turning a map, and placing it. */
#ifndef TRAPDOOR_ENGINE_VAULT_PRIVATE_H
#define TRAPDOOR_ENGINE_VAULT_PRIVATE_H

#include "engine/generate/generate.h"

/* A map turned in one of eight ways, and the positions of its cells. */
struct turned {
	const struct vault_kind *vault;
	/* Turned by a quarter it may be as tall as wide. */
	char cells[VAULT_HEIGHT_MAX * 2][VAULT_WIDTH_MAX];
	int width, height;
	bool whole;       /* has no blank, which would leave the level unchanged */
	int way_x, way_y; /* its entrance, -1 for none */
	int way_side;     /* the direction that leads out of the entrance */
};

_Static_assert(VAULT_HEIGHT_MAX * 2 >= VAULT_WIDTH_MAX, "a quarter turn fits");

/* Reads the map as written, with rows filled up with blanks. */
void vault_read(struct turned *turned, const struct vault_kind *vault);
/* way: bit 0 mirrors, bit 1 turns upside down, bit 2 swaps rows and columns. */
void vault_turn(struct turned *turned, const struct turned *map, int way);
/* Places the map with its upper left cell there; adds it to the level's vaults, and its spots. */
void vault_put(struct making *making, const struct turned *turned, int left, int top);

#endif
