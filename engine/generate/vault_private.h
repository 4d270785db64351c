/* Vaults, for vault.c and vault_map.c: a map turned, and put down at a place. */
#ifndef TRAPDOOR_ENGINE_VAULT_PRIVATE_H
#define TRAPDOOR_ENGINE_VAULT_PRIVATE_H

#include "engine/generate/generate.h"

/* A map turned by one of the eight ways, and where each of its cells comes to lie. */
struct turned {
	const struct vault_kind *vault;
	/* Turned by a quarter it may be as tall as wide. */
	char cells[VAULT_HEIGHT_MAX * 2][VAULT_WIDTH_MAX];
	int width, height;
	bool whole;       /* no blank leaves what is there */
	int way_x, way_y; /* its way in, -1 for none */
	int way_side;     /* the direction that leads out of it */
};

_Static_assert(VAULT_HEIGHT_MAX * 2 >= VAULT_WIDTH_MAX, "a quarter turn fits");

/* The map as it is written, rows filled up with blanks. */
void vault_read(struct turned *turned, const struct vault_kind *vault);
/* way: bit 0 mirrors, bit 1 turns upside down, bit 2 swaps rows and columns. */
void vault_turn(struct turned *turned, const struct turned *map, int way);
/* Puts it down, its left upper cell there; it is listed, and its spots. */
void vault_put(struct making *making, const struct turned *turned, int left, int top);

#endif
