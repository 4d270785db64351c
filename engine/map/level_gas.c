/* The gases of a level: the planes of their amounts, and their boxes. */
#include "engine/map/level_gas.h"

#include <assert.h>
#include <stdlib.h>

int gas_index(const struct level *level, uint16_t cloud)
{
	for (int i = 0; i < level->gas_count; i++)
		if (level->gases[i].kind == cloud)
			return i;
	return -1;
}

struct gas *gas_begin(struct level *level, uint16_t cloud)
{
	int index = gas_index(level, cloud);
	if (index >= 0)
		return &level->gases[index];
	if (level->gas_count == GASES_MAX)
		return NULL;
	struct gas *gas = &level->gases[level->gas_count++];
	*gas = (struct gas){.kind = cloud};
	gas->amounts = calloc(level_cells(level), sizeof *gas->amounts);
	gas->spare = calloc(level_cells(level), sizeof *gas->spare);
	assert(gas->amounts != NULL && gas->spare != NULL);
	return gas;
}

int gas_add(struct level *level, struct gas *gas, int x, int y, int amount)
{
	int room = GAS_MOST - (int)gas->total;
	amount = amount < room ? amount : room;
	if (amount <= 0)
		return 0;
	uint16_t *here = &gas->amounts[level_at(level, x, y)];
	*here = (uint16_t)(*here + amount);
	gas->total += (uint32_t)amount;
	gas->box = box_with(gas->box, x, y);
	return amount;
}

void gas_forget_empty(struct level *level)
{
	int kept = 0;
	for (int i = 0; i < level->gas_count; i++) {
		if (level->gases[i].total > 0) {
			level->gases[kept++] = level->gases[i];
			continue;
		}
		free(level->gases[i].amounts);
		free(level->gases[i].spare);
	}
	for (int i = kept; i < level->gas_count; i++)
		level->gases[i] = (struct gas){0};
	level->gas_count = (uint8_t)kept;
}
