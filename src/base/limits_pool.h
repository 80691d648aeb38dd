// limits_pool.h: limits of what the hosts of a pool tell each other
#ifndef AT_BASE_LIMITS_POOL_H
#define AT_BASE_LIMITS_POOL_H

#include "base/limits.h"

// A document in a message, with its revision.
#define AT_BUS_VALUE_MAX_BYTES (AT_STORE_DOC_MAX_BYTES + AT_KIB)

#endif
