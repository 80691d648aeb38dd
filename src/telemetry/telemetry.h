// telemetry.h: takes the events of this host's runs, for metrics and traces
#ifndef AT_TELEMETRY_TELEMETRY_H
#define AT_TELEMETRY_TELEMETRY_H

#include "base/err.h"
#include "base/str.h"

struct at_telemetry;

// get: the variables, of which OTEL_* say where traces go. NULL with AT_EUSAGE
// if one is wrong. The caller owns the result.
struct at_telemetry *at_telemetry_new(const char *(*get)(void *user,
                                                         const char *name),
                                      void *user, struct at_err *err);
void at_telemetry_free(struct at_telemetry *telemetry); // NULL is allowed

// Take a stored event, its JSON. Any thread may call; does not wait for the
// collector.
void at_telemetry_event(struct at_telemetry *telemetry, const char *run,
                        int64_t index, struct at_str json);

#endif
