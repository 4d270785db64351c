/* The content version that a pack states, and the checks that apply to it. */
#include "engine/content/content_private.h"

bool content_check_version(struct content *content)
{
	struct content_private *private = content->private;
	const struct record_table *table = &private->tables[RECORD_PACK];
	if (table->count == 0)
		return true;
	const struct pack_kind *pack = content_row(content, RECORD_PACK, 0);
	private->version = pack->version;
	if (table->count > 1)
		content_complain(content, table->places[1],
			"there is a second record pack; one of them must go");
	if (pack->version <= CONTENT_VERSION)
		return true;
	/* Other complaints may be wrong for the version that it states. */
	content->complaints.count = 0;
	content_complain(content, table->places[0],
		"pack %s was written for content version %d, and this program has version %d; "
		"install a newer Trapdoor",
		pack->id, pack->version, CONTENT_VERSION);
	return false;
}

bool content_is_bound_by(const struct content *content, int version)
{
	return content->private->version >= version;
}

bool content_is_of_older_version(const struct content *content)
{
	return content->private->version > 0 && content->private->version < CONTENT_VERSION;
}
