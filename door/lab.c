#include "commands.h"
#include "options.h"

int lab_main(int argc, char **argv)
{
	(void)argc, (void)argv;
	return 2;
}
