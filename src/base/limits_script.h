// limits_script.h: limits of a flow's variables, and of its scripts' process
#ifndef AT_BASE_LIMITS_SCRIPT_H
#define AT_BASE_LIMITS_SCRIPT_H

#include "base/limits.h"

#define AT_MAESTRO_VARIABLES_MAX ((size_t)4096)
#define AT_MAESTRO_VARIABLES_MAX_BYTES (4 * AT_MIB)
#define AT_MAESTRO_NAME_MAX_BYTES ((size_t)1024)
#define AT_MAESTRO_TEXT_MAX_BYTES (1 * AT_MIB) // one text, expanded

// A message between us and the process, in either direction.
#define AT_SCRIPT_MESSAGE_MAX_BYTES (8 * AT_MIB)
#define AT_SCRIPT_SOURCE_MAX_BYTES (4 * AT_MIB) // one script file
#define AT_SCRIPT_ERROR_MAX_BYTES (16 * AT_KIB) // with its stack
#define AT_SCRIPT_LOG_MAX_BYTES (1 * AT_MIB)    // console lines per evaluation
#define AT_SCRIPT_MAX_MS INT64_C(300000)        // one evaluation
#define AT_SCRIPT_WAIT_MAX_MS INT64_C(60000)    // timers of one evaluation
#define AT_SCRIPT_MEMORY_MAX_BYTES (256 * AT_MIB)
#define AT_SCRIPT_REQUESTS_MAX ((size_t)1000) // http, per flow
#define AT_SCRIPT_HTTP_MAX_BYTES (4 * AT_MIB) // body of a request or an answer
#define AT_SCRIPT_FIELDS_MAX ((size_t)64)     // headers, or parts of a form
#define AT_SCRIPT_REDIRECTS_MAX 20            // as OkHttp

#endif
