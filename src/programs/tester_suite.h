// tester_suite.h: run, for more than one run of one file
#ifndef AT_PROGRAMS_TESTER_SUITE_H
#define AT_PROGRAMS_TESTER_SUITE_H

#include "commandline/arguments.h"

// Run all that the words mean, and return the exit status.
int at_tester_suite(const struct at_arguments *args);

#endif
