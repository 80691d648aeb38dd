// limits_flow.h: limits of scenarios that are flow files
#ifndef AT_BASE_LIMITS_FLOW_H
#define AT_BASE_LIMITS_FLOW_H

#include "base/limits.h"

// All files of a flow, media as base64. The document of a run has the flow
// twice while it ends, and a document has AT_STORE_DOC_MAX_BYTES.
#define AT_SCENARIO_FLOW_MAX_BYTES (1 * AT_MIB)
#define AT_SCENARIO_FLOW_FILES_MAX ((size_t)200)

#endif
