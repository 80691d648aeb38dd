// limits_report.h: limits of bug reports
#ifndef AT_BASE_LIMITS_REPORT_H
#define AT_BASE_LIMITS_REPORT_H

#include "base/limits.h"

// An issue takes attachments of up to 25 MB.
#define AT_BUGREPORT_MAX_BYTES (24 * AT_MIB)      // archive
#define AT_BUGREPORT_TEXT_MAX_BYTES (24 * AT_MIB) // all texts, unpacked
#define AT_BUGREPORT_FILE_MAX_BYTES (4 * AT_MIB)
#define AT_BUGREPORT_FILES_MAX ((size_t)2000)
#define AT_BUGREPORT_DEPTH_MAX 8 // folders below a run's

#endif
