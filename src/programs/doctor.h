// doctor.h: `agentest doctor`: check this machine and its devices
#ifndef AT_PROGRAMS_DOCTOR_H
#define AT_PROGRAMS_DOCTOR_H

#include "commandline/command.h"

extern const struct at_command at_agentest_doctor;

#endif
