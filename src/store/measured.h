// measured.h: the durations and failures of writes, for /metrics
#ifndef AT_STORE_MEASURED_H
#define AT_STORE_MEASURED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum at_store_write { AT_STORE_PUT, AT_STORE_REMOVE, AT_STORE_EVENT };

// Count a write that began at began_ns. why: its failure, or AT_OK. Returns
// whether it succeeded, and passes the failure to err.
bool at_store_measured(enum at_store_write write, int64_t began_ns,
                       const struct at_err *why, struct at_err *err);

#endif
