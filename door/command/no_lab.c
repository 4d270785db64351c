/* `trapdoor lab` of a program that was built by `make LAB=0`, in place of door/lab/lab.c. */
#include "door/command/commands.h"
#include "door/os/complain.h"
#include "door/verify/replay_job.h"

#include <string.h>

int lab_main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "trial") == 0)
		return lab_trial_main(argc - 1, argv + 1);
	command_complain("cannot run the lab: this program was built without it; build it again "
			 "without LAB=0");
	return 2;
}
