// single.h: the mains of the programs in one executable (single.c)
//
// The build includes it before the file of each main, and renames that.
#ifndef AT_PROGRAMS_SINGLE_H
#define AT_PROGRAMS_SINGLE_H

int at_main_agentest(int argc, char **argv);
int at_main_agentest_fetch(int argc, char **argv);
int at_main_mobile_dev_agent(int argc, char **argv);
int at_main_mobile_tester_agent(int argc, char **argv);
int at_main_virtual_android(int argc, char **argv);

#endif
