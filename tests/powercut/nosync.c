/*
 * The control: a program that believes it syncs, and does not.  Preloaded, it is to SQLite what
 * synchronous = OFF is: nothing is ever asked of the disk.
 */
#include <unistd.h>

int fsync(int descriptor)
{
	(void)descriptor;
	return 0;
}

int fdatasync(int descriptor)
{
	(void)descriptor;
	return 0;
}
