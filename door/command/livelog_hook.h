/*
 * The hook of the livelog: a program of the operator that a process of its own starts for each
 * line.
 *
 * The program gets the line on its standard input, no argument, and no environment but PATH. No
 * shell is involved. Its output goes to /dev/null. One runs at a time. After some seconds it is
 * killed with the processes of its group. The process has no sandbox of system calls and files,
 * because nobody knows what the hook needs: it has the rights of the door side's user, who cannot
 * open the state directory, and cannot get others.
 */
#ifndef TRAPDOOR_LIVELOG_HOOK_H
#define TRAPDOOR_LIVELOG_HOOK_H

/* Runs the hook for each line that comes over a socket that keeps messages apart, until the socket
 * is closed. The caller is a fresh process. */
_Noreturn void livelog_hook_run(int lines, const char *path, int seconds);

#endif
