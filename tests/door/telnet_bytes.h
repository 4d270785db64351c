/* Bytes of telnet, as strings that can be joined. */
#ifndef TRAPDOOR_TESTS_TELNET_BYTES_H
#define TRAPDOOR_TESTS_TELNET_BYTES_H

#define IAC "\377"
#define SB "\372"
#define SE "\360"
#define WILL "\373"
#define WONT "\374"
#define DO "\375"
#define DONT "\376"
#define TTYPE "\030"
#define NAWS "\037"

#endif
