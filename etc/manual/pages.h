/* Man pages in mdoc(7): what the tables say, with the prose of etc/manual/NAME.mdoc. */
#ifndef TRAPDOOR_MANUAL_PAGES_H
#define TRAPDOOR_MANUAL_PAGES_H

/* Writes all pages to OUT/man1 and OUT/man5, which exist.  Ends the program if that fails. */
void pages_write(const char *out, const char *prose);

#endif
