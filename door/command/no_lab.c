/* `trapdoor lab` of a program that was built by `make LAB=0`, in place of door/lab/lab.c. */
#include "door/command/commands.h"
#include "door/os/complain.h"
#include "door/proof/trial.h"

#include <string.h>

int lab_main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "trial") == 0)
		return lab_trial_main(argc - 1, argv + 1);
	command_complain("this program was built without the lab; \"make\" without LAB=0 builds "
			 "one that has it");
	return 2;
}
