// zone_file.h: time zones by their names ("Europe/Paris"), from the system
#ifndef AT_TESTER_SCHEDULE_ZONE_FILE_H
#define AT_TESTER_SCHEDULE_ZONE_FILE_H

#include "tester/schedule/zone.h"

enum { AT_ZONE_NAME_MAX_BYTES = 64 };

// Open a zone: of the folder in TZDIR, or one of the usual ones. "" and "UTC"
// need no file. AT_EUSAGE: there is no such zone; AT_ENOTOOL: this machine has
// no zones. The caller owns *out.
AT_CHECKED bool at_zone_open(struct at_str name, struct at_zone **out,
                             struct at_err *err);

#endif
