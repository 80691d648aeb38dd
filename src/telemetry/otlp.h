// otlp.h: OTLP's JSON encoding of spans; pure
//
// An ExportTraceServiceRequest: ids are hexadecimal, times are texts in
// nanoseconds, enums are numbers.
#ifndef AT_TELEMETRY_OTLP_H
#define AT_TELEMETRY_OTLP_H

#include "base/buf.h"
#include "telemetry/spans.h"

// Append a span as JSON. Return false, with *out as it was, if it does not fit.
AT_CHECKED bool at_otlp_write_span(const struct at_span *span,
                                   struct at_buf *out);
// Append a request up to its first span; spans follow, separated by commas.
// resource: [{"key","value"}…].
void at_otlp_write_head(const json_t *resource, struct at_buf *out);
void at_otlp_write_tail(struct at_buf *out);
// Return the number of spans that an answer says the collector has refused.
int64_t at_otlp_read_refused(struct at_str answer);

#endif
