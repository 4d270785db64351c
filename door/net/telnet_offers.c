/* The options of telnet: which ones there are, and when the server offers them. */
#include "door/net/telnet_private.h"

/* clang-format off */
const struct telnet_offer telnet_offers[TELNET_OFFERS] = {
	{TELNET_WILL, TELNET_TELOPT_ECHO, OFFER_FIRST, true, true},
	{TELNET_WILL, TELNET_TELOPT_SGA, OFFER_FIRST, true, true},
	{TELNET_DO, TELNET_TELOPT_SGA, OFFER_FIRST, true, true},
	{TELNET_DO, TELNET_TELOPT_TTYPE, OFFER_FIRST, false, true},
	{TELNET_DO, TELNET_TELOPT_NAWS, OFFER_FIRST, true, true},
	{TELNET_WILL, TELNET_TELOPT_BINARY, OFFER_FIRST, true, true},
	{TELNET_DO, TELNET_TELOPT_BINARY, OFFER_FIRST, true, true},
	{TELNET_WILL, OPTION_CHARSET, OFFER_FIRST, false, true},
	{TELNET_WILL, TELNET_TELOPT_MSSP, OFFER_FIRST, false, false},
	{TELNET_DO, TELNET_TELOPT_TSPEED, OFFER_LATE, false, true},
	{TELNET_DO, TELNET_TELOPT_NEW_ENVIRON, OFFER_LATE, false, true},
	{TELNET_WILL, TELNET_TELOPT_COMPRESS2, OFFER_MUD, false, false},
	{TELNET_WILL, OPTION_GMCP, OFFER_MUD, false, false},
	{TELNET_WILL, TELNET_TELOPT_EOR, OFFER_LINES, false, false},
};
/* clang-format on */

const telnet_telopt_t telnet_options[] = {
	{TELNET_TELOPT_ECHO, TELNET_WILL, TELNET_DONT},
	{TELNET_TELOPT_SGA, TELNET_WILL, TELNET_DO},
	{TELNET_TELOPT_TTYPE, TELNET_WONT, TELNET_DO},
	{TELNET_TELOPT_NAWS, TELNET_WONT, TELNET_DO},
	{TELNET_TELOPT_TSPEED, TELNET_WONT, TELNET_DO},
	{TELNET_TELOPT_NEW_ENVIRON, TELNET_WONT, TELNET_DO},
	{TELNET_TELOPT_BINARY, TELNET_WILL, TELNET_DO},
	{OPTION_CHARSET, TELNET_WILL, TELNET_DONT},
	{TELNET_TELOPT_MSSP, TELNET_WILL, TELNET_DONT},
	{TELNET_TELOPT_COMPRESS2, TELNET_WILL, TELNET_DONT},
	{OPTION_GMCP, TELNET_WILL, TELNET_DONT},
	{TELNET_TELOPT_EOR, TELNET_WILL, TELNET_DONT},
	{-1, 0, 0},
};

void telnet_offers_make(struct telnet_transport *t, enum telnet_offer_when when)
{
	for (size_t i = 0; i < TELNET_OFFERS; i++)
		if (telnet_offers[i].when == when && (!t->plain || telnet_offers[i].plain))
			telnet_negotiate(
				t->telnet, telnet_offers[i].command, telnet_offers[i].option);
}

bool telnet_offers_answered(const struct telnet_transport *t)
{
	for (size_t i = 0; i < TELNET_OFFERS && !t->plain; i++) {
		const struct telnet_offer *offer = &telnet_offers[i];
		unsigned answers =
			offer->command == TELNET_WILL ? SAID_DO | SAID_DONT : SAID_WILL | SAID_WONT;
		bool made = offer->when == OFFER_FIRST || t->types_over;
		if (offer->waits && made && !(t->guard.said[offer->option] & answers))
			return false;
	}
	return true;
}

bool telnet_offers_heard(const struct telnet_transport *t)
{
	for (size_t i = 0; i < TELNET_OFFERS; i++)
		if (t->guard.said[telnet_offers[i].option])
			return true;
	return false;
}
