#include "generate.h"

bool generate_rogue_rooms(struct making *making)
{
	(void)making;
	return false;
}
