// metrics.h: figures of this process, which any thread counts without a lock
//
// Counters start at zero with the process and only grow; gauges are set. A cell
// is chosen by the numbers of its labels' values, as in metrics_rows.h.
#ifndef AT_METRICS_METRICS_H
#define AT_METRICS_METRICS_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"
#include "metrics/metrics_rows.h"

#define AT_METRIC_ROW_ID(id, ...) AT_METRIC_##id,
enum at_metric { AT_METRIC_ROWS(AT_METRIC_ROW_ID) AT_METRIC_COUNT };

#define AT_METRIC_LABEL_ID(id, ...) AT_METRIC_LABEL_##id,
enum at_metric_label {
    AT_METRIC_LABEL_NONE,
    AT_METRIC_LABELS(AT_METRIC_LABEL_ID) AT_METRIC_NAMES(AT_METRIC_LABEL_ID)
        AT_METRIC_LABEL_COUNT
};

// Values of the labels, in the order of the row.
struct at_metric_at {
    size_t value[3];
};

void at_metric_add(enum at_metric metric, struct at_metric_at at, uint64_t n);
void at_metric_set(enum at_metric metric, struct at_metric_at at, uint64_t n);
uint64_t at_metric_get(enum at_metric metric, struct at_metric_at at);
// Add a duration to a histogram; at chooses among its labels.
void at_metric_observe(enum at_metric metric, struct at_metric_at at,
                       int64_t ns);

// Return the number of a label's value; 0 if it has no such value.
size_t at_metric_value(enum at_metric_label label, struct at_str value);
// The same for a label whose values are interned: a new one gets its number
// while there is room, and 0, "other", beyond it.
size_t at_metric_intern(enum at_metric_label label, struct at_str value);

// Write all metrics in Prometheus' text format 0.0.4.
#define AT_METRICS_TYPE "text/plain; version=0.0.4; charset=utf-8"
void at_metrics_write(struct at_buf *out);

// For metrics_text.c.
enum at_metric_kind { AT_COUNTER, AT_GAUGE, AT_HISTOGRAM };
struct at_metric_row {
    const char *name;
    const char *help;
    enum at_metric_kind kind;
    bool nano;
    const double *bounds; // NULL: none
    size_t bound_count;
    enum at_metric_label labels[3];
};
const struct at_metric_row *at_metric_row(enum at_metric metric);
const char *at_metric_label_name(enum at_metric_label label);
size_t at_metric_label_limit(enum at_metric_label label); // numbers below it
bool at_metric_label_is_open(enum at_metric_label label); // interned
// Return the value with that number; NULL: there is none yet.
const char *at_metric_label_value(enum at_metric_label label, size_t number);
// Return cell i of a histogram: its buckets, the last one +Inf, then the sum.
uint64_t at_metric_bucket(enum at_metric metric, struct at_metric_at at,
                          size_t i);

#endif
