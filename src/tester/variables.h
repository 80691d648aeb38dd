// variables.h: the variables of mobile-tester-agent, as one table
//
// All of them are read from the process's environment and, behind it, from
// .env. What belongs to models is read by at_env_variable(); the device's code
// and the programs that it starts read the process's environment, into which
// the rows with is_published are copied at the start.
#ifndef AT_TESTER_VARIABLES_H
#define AT_TESTER_VARIABLES_H

#include "tester/env.h"

struct at_tester_variable {
    const char *names; // separated by blanks; a name with "*" is a pattern
    const char *help;
    bool is_published;
};

extern const struct at_tester_variable at_tester_variables[];
extern const size_t at_tester_variable_count;

void at_tester_variables_publish(const struct at_env *env);

#endif
