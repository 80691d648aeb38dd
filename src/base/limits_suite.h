// limits_suite.h: limits of suites and their data tables
#ifndef AT_BASE_LIMITS_SUITE_H
#define AT_BASE_LIMITS_SUITE_H

#include "base/limits.h"

#define AT_SUITE_CASES_MAX ((size_t)10000)  // per suite run
#define AT_SUITE_SOURCES_MAX ((size_t)2000) // scenarios
#define AT_SUITE_REPEAT_MAX 1000
#define AT_SUITE_SHARDS_MAX 1000
#define AT_SUITE_RETRIES_MAX 10
#define AT_TABLE_ROWS_MAX ((size_t)10000)
#define AT_TABLE_COLUMNS_MAX ((size_t)100)
#define AT_TABLE_MAX_BYTES (4 * AT_MIB)
#define AT_SUITE_PICTURES_MAX_BYTES (12 * AT_MIB) // 16 MiB in base64

#endif
