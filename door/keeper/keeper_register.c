/* Names that a player may register. */
#include "door/keeper/keeper_private.h"

#include "door/text/names.h"

bool name_acceptable(struct asking *asking, const char *name)
{
	return name_allowed(name, asking->sentence, sizeof asking->sentence) &&
	       !name_barred(asking, name);
}
