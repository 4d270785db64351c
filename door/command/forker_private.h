/* The forker's descriptors and settings, for the files that start it and are it. */
#ifndef TRAPDOOR_FORKER_PRIVATE_H
#define TRAPDOOR_FORKER_PRIVATE_H

#include "door/config/config.h"
#include "door/os/execute.h"
#include "door/play/keymap.h"

/* A forker begins with these descriptors. */
enum {
	FORKER_LISTENER = EXECUTE_FIRST,
	FORKER_ORDERS,
	FORKER_SETTINGS,
	FORKER_CONTENT,
	FORKER_BULLETINS,
	FORKER_TERMINALS, /* empty without a terminfo database */
	FORKER_HOST_KEY,  /* of ssh alone */
	FORKER_DESCRIPTORS
};

struct forker_settings {
	struct config config;
	struct key_presets keys;
	int capacity; /* places of sessions */
};

#endif
