/* Shared by the files of exchanges. */
#ifndef TRAPDOOR_EXCHANGE_PRIVATE_H
#define TRAPDOOR_EXCHANGE_PRIVATE_H

#include "door/verify/exchange.h"

/* Writes the sentence, and returns false. */
bool exchange_refuse(char sentence[EXCHANGE_SENTENCE_MAX], const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
