/* The keeper's orders that bring bans of networks to the listener. */
#ifndef TRAPDOOR_BAN_ORDERS_H
#define TRAPDOOR_BAN_ORDERS_H

#include "door/net/bans.h"
#include "door/store/keeper_wire.h"

/* Adds the bans of the order. The last order of several replaces all earlier bans. */
void ban_orders_take(struct bans *bans, const struct wire_order *order);

#endif
