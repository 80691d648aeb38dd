// metrics.c: the cells of all metrics
#include "metrics/metrics.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { NAME_MAX_BYTES = 100 };

typedef atomic_uint_least64_t cell;

// The values of labels.
#define VALUES(id, name, ...)                                                  \
    static const char *const values_##id[] = {__VA_ARGS__};
AT_METRIC_LABELS(VALUES)
#define ROOM(id, name, limit) static _Atomic(char *) names_##id[limit];
AT_METRIC_NAMES(ROOM)

static const struct label {
    const char *name;
    size_t limit;
    const char *const *values;
    _Atomic(char *) *names;
} labels[AT_METRIC_LABEL_COUNT] = {
    [AT_METRIC_LABEL_NONE] = {NULL, 1, NULL, NULL},
#define LABEL(id, label_name, ...)                                             \
    [AT_METRIC_LABEL_##                                                        \
        id] = {label_name, AT_LEN(values_##id), values_##id, NULL},
    AT_METRIC_LABELS(LABEL)
#define NAMES(id, label_name, room)                                            \
    [AT_METRIC_LABEL_##id] = {label_name, room, NULL, names_##id},
        AT_METRIC_NAMES(NAMES)};

// Their sizes as constants, for the sizes of the arrays of cells.
#define LIMIT(id, name, ...) LIMIT_##id = AT_LEN(values_##id),
#define LIMIT_NAMED(id, name, limit) LIMIT_##id = limit,
enum { LIMIT_NONE = 1, AT_METRIC_LABELS(LIMIT) AT_METRIC_NAMES(LIMIT_NAMED) };

#define BOUNDS(id, ...) static const double bounds_##id[] = {__VA_ARGS__};
AT_METRIC_BOUNDS(BOUNDS)
#define bounds_ONCE NULL
// Buckets, +Inf, and the sum; otherwise one cell.
#define WIDTH(id, ...) WIDTH_##id = AT_LEN(bounds_##id) + 2,
enum { WIDTH_ONCE = 1, AT_METRIC_BOUNDS(WIDTH) };

#define CELLS(id, kind, unit, name, help, width, one, two, three)              \
    static cell cells_##id[(size_t)WIDTH_##width * LIMIT_##one * LIMIT_##two * \
                           LIMIT_##three];
AT_METRIC_ROWS(CELLS)

enum { UNIT_ONE = false, UNIT_NANO = true };
#define ROW(id, row_kind, unit, row_name, row_help, width, one, two, three)    \
    [AT_METRIC_##id] = {row_name,                                              \
                        row_help,                                              \
                        AT_##row_kind,                                         \
                        UNIT_##unit,                                           \
                        WIDTH_##width > 1 ? bounds_##width : NULL,             \
                        WIDTH_##width > 1 ? (size_t)WIDTH_##width - 2 : 0,     \
                        {AT_METRIC_LABEL_##one, AT_METRIC_LABEL_##two,         \
                         AT_METRIC_LABEL_##three}},
static const struct at_metric_row rows[] = {AT_METRIC_ROWS(ROW)};

#define FIRST(id, ...) [AT_METRIC_##id] = cells_##id,
static cell *const cells[] = {AT_METRIC_ROWS(FIRST)};

static cell *
cell_of(enum at_metric metric, struct at_metric_at at, size_t i)
{
    const struct at_metric_row *row = &rows[metric];
    size_t width = row->bounds ? row->bound_count + 2 : 1;
    size_t place = 0;
    for (size_t k = 0; k < AT_LEN(at.value); k++) {
        size_t limit = labels[row->labels[k]].limit;
        at_assert(at.value[k] < limit);
        place = place * limit + at.value[k];
    }
    return &cells[metric][place * width + i];
}

void
at_metric_add(enum at_metric metric, struct at_metric_at at, uint64_t n)
{
    atomic_fetch_add_explicit(cell_of(metric, at, 0), n, memory_order_relaxed);
}

void
at_metric_set(enum at_metric metric, struct at_metric_at at, uint64_t n)
{
    atomic_store_explicit(cell_of(metric, at, 0), n, memory_order_relaxed);
}

uint64_t
at_metric_get(enum at_metric metric, struct at_metric_at at)
{
    return at_metric_bucket(metric, at, 0);
}

uint64_t
at_metric_bucket(enum at_metric metric, struct at_metric_at at, size_t i)
{
    return atomic_load_explicit(cell_of(metric, at, i), memory_order_relaxed);
}

void
at_metric_observe(enum at_metric metric, struct at_metric_at at, int64_t ns)
{
    const struct at_metric_row *row = &rows[metric];
    size_t i = 0;
    uint64_t sum = ns > 0 ? (uint64_t)ns : 0;
    while (i < row->bound_count && (double)sum > row->bounds[i] * 1e9)
        i++;
    atomic_fetch_add_explicit(cell_of(metric, at, i), 1, memory_order_relaxed);
    atomic_fetch_add_explicit(cell_of(metric, at, row->bound_count + 1), sum,
                              memory_order_relaxed);
}

const struct at_metric_row *
at_metric_row(enum at_metric metric)
{
    return &rows[metric];
}

const char *
at_metric_label_name(enum at_metric_label label)
{
    return labels[label].name;
}

size_t
at_metric_label_limit(enum at_metric_label label)
{
    return labels[label].limit;
}

bool
at_metric_label_is_open(enum at_metric_label label)
{
    return labels[label].names != NULL;
}

const char *
at_metric_label_value(enum at_metric_label label, size_t number)
{
    const struct label *own = &labels[label];
    if (own->values)
        return own->values[number];
    if (number == 0)
        return "other";
    return own->names ? atomic_load(&own->names[number]) : NULL;
}

size_t
at_metric_value(enum at_metric_label label, struct at_str value)
{
    for (size_t i = 0; i < labels[label].limit; i++) {
        const char *known = at_metric_label_value(label, i);
        if (known && at_str_eq_nocase(value, at_str(known)))
            return i;
    }
    return 0;
}

// A name is never removed, so that others may read it at any time.
size_t
at_metric_intern(enum at_metric_label label, struct at_str value)
{
    const struct label *own = &labels[label];
    char name[NAME_MAX_BYTES + 1];
    at_str_cut(name, sizeof(name), value);
    for (size_t i = 1; i < own->limit && name[0]; i++) {
        char *known = atomic_load(&own->names[i]);
        char *copy = known ? NULL : at_strdup(name);
        if (copy &&
            atomic_compare_exchange_strong(&own->names[i], &known, copy))
            return i;
        free(copy); // another thread has taken the place, known is its name
        if (strcmp(known, name) == 0)
            return i;
    }
    return 0;
}
