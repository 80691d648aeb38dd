// agentest_report.h: `agentest report`: one archive for a bug report
#ifndef AT_PROGRAMS_AGENTEST_REPORT_H
#define AT_PROGRAMS_AGENTEST_REPORT_H

#include "commandline/command.h"

extern const struct at_command at_agentest_report;

#endif
