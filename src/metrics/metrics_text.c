// metrics_text.c: metrics in Prometheus' text format
#include <inttypes.h>
#include <stdio.h>

#include "metrics/metrics.h"

#define NANO UINT64_C(1000000000)

static const char *const kinds[] = {[AT_COUNTER] = "counter",
                                    [AT_GAUGE] = "gauge",
                                    [AT_HISTOGRAM] = "histogram"};

// A help has no quotes to escape; a label's value has.
static void
write_escaped(const char *text, bool quotes, struct at_buf *out)
{
    for (; *text; text++) {
        if (*text == '\n')
            at_buf_add_text(out, "\\n");
        else if (*text == '\\' || (quotes && *text == '"'))
            at_buf_add_fmt(out, "\\%c", *text);
        else
            at_buf_add_char(out, *text);
    }
}

// In decimal, whatever the locale says.
static void
write_value(const struct at_metric_row *row, uint64_t value, struct at_buf *out)
{
    if (row->nano)
        at_buf_add_fmt(out, " %" PRIu64 ".%09" PRIu64 "\n", value / NANO,
                       value % NANO);
    else
        at_buf_add_fmt(out, " %" PRIu64 "\n", value);
}

static void
write_label(const char *name, const char *value, bool *any, struct at_buf *out)
{
    at_buf_add_fmt(out, "%s%s=\"", *any ? "," : "{", name);
    write_escaped(value, true, out);
    at_buf_add_char(out, '"');
    *any = true;
}

// Write the name and the labels of a sample. le NULL: it is not a bucket.
static void
write_name(const struct at_metric_row *row, const char *suffix,
           struct at_metric_at at, const char *le, struct at_buf *out)
{
    bool any = false;
    at_buf_add_fmt(out, "%s%s", row->name, suffix);
    for (size_t k = 0; k < AT_LEN(at.value); k++) {
        enum at_metric_label label = row->labels[k];
        if (label != AT_METRIC_LABEL_NONE)
            write_label(at_metric_label_name(label),
                        at_metric_label_value(label, at.value[k]), &any, out);
    }
    if (le)
        write_label("le", le, &any, out);
    if (any)
        at_buf_add_char(out, '}');
}

// Bounds are multiples of 0.1 ms.
static void
bound_text(double bound, char out[24])
{
    uint64_t units = (uint64_t)(bound * 1e4 + 0.5);
    int len = snprintf(out, 24, "%" PRIu64 ".%04" PRIu64, units / 10000,
                       units % 10000);
    while (len > 0 && out[len - 1] == '0' && out[len - 2] != '.')
        out[--len] = '\0';
}

static void
write_histogram(enum at_metric metric, struct at_metric_at at,
                struct at_buf *out)
{
    const struct at_metric_row *row = at_metric_row(metric);
    uint64_t count = 0;
    for (size_t i = 0; i <= row->bound_count; i++) {
        char le[24] = "+Inf";
        if (i < row->bound_count)
            bound_text(row->bounds[i], le);
        count += at_metric_bucket(metric, at, i);
        write_name(row, "_bucket", at, le, out);
        at_buf_add_fmt(out, " %" PRIu64 "\n", count);
    }
    write_name(row, "_sum", at, NULL, out);
    write_value(row, at_metric_bucket(metric, at, row->bound_count + 1), out);
    write_name(row, "_count", at, NULL, out);
    at_buf_add_fmt(out, " %" PRIu64 "\n", count);
}

// A sample that has never counted is written if the labels are few, so that a
// rate is known from the first one on.
static bool
is_left_out(enum at_metric metric, struct at_metric_at at)
{
    const struct at_metric_row *row = at_metric_row(metric);
    bool many = row->labels[1] != AT_METRIC_LABEL_NONE ||
                at_metric_label_is_open(row->labels[0]);
    for (size_t k = 0; k < AT_LEN(at.value); k++) {
        if (row->labels[k] != AT_METRIC_LABEL_NONE &&
            !at_metric_label_value(row->labels[k], at.value[k]))
            return true;
    }
    return many && at_metric_get(metric, at) == 0;
}

static void
write_sample(enum at_metric metric, struct at_metric_at at, struct at_buf *out)
{
    const struct at_metric_row *row = at_metric_row(metric);
    if (is_left_out(metric, at))
        return;
    if (row->kind == AT_HISTOGRAM) {
        write_histogram(metric, at, out);
        return;
    }
    write_name(row, "", at, NULL, out);
    write_value(row, at_metric_get(metric, at), out);
}

// Go to the next combination of labels; false after the last one.
static bool
next(const struct at_metric_row *row, struct at_metric_at *at)
{
    for (size_t k = AT_LEN(at->value); k-- > 0;) {
        if (++at->value[k] < at_metric_label_limit(row->labels[k]))
            return true;
        at->value[k] = 0;
    }
    return false;
}

void
at_metrics_write(struct at_buf *out)
{
    for (int i = 0; i < AT_METRIC_COUNT; i++) {
        enum at_metric metric = (enum at_metric)i;
        const struct at_metric_row *row = at_metric_row(metric);
        struct at_metric_at at = {{0}};
        at_buf_add_fmt(out, "# HELP %s ", row->name);
        write_escaped(row->help, false, out);
        at_buf_add_fmt(out, "\n# TYPE %s %s\n", row->name, kinds[row->kind]);
        do
            write_sample(metric, at, out);
        while (next(row, &at));
    }
}
