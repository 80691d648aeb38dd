// exporter.h: sends spans to a collector, from a bounded queue, on its own
// thread
//
// Adding never waits: a span beyond the queue is dropped and counted. What the
// collector cannot take now is sent again with growing pauses.
#ifndef AT_TELEMETRY_EXPORTER_H
#define AT_TELEMETRY_EXPORTER_H

#include "base/err.h"
#include "telemetry/otlp_env.h"
#include "telemetry/spans.h"

struct at_exporter;

enum {
    AT_EXPORTER_SPANS_MAX = 4096, // in the queue
    AT_EXPORTER_BATCH_MAX = 512,  // in a request
};

// env is borrowed. NULL with err. The caller owns the result.
struct at_exporter *at_exporter_new(const struct at_otlp_env *env,
                                    struct at_err *err);
void at_exporter_add(struct at_exporter *exporter, const struct at_span *span);
// Send the rest, for at most two seconds. NULL is allowed.
void at_exporter_free(struct at_exporter *exporter);

#endif
