// args.h: described arguments: one row a field, for checking and for schemas
#ifndef AT_FLOW_ARGS_H
#define AT_FLOW_ARGS_H

#include <jansson.h>
#include <stdbool.h>

#include "base/err.h"
#include "screen/selector.h"

enum at_arg_type {
    AT_ARG_STRING,
    AT_ARG_INTEGER,
    AT_ARG_NUMBER,
    AT_ARG_BOOLEAN,
    AT_ARG_SELECTOR, // an ElementSelector object
    AT_ARG_STEPS,    // a non-empty array of action steps
    AT_ARG_OBJECT,   // any object; in results
    AT_ARG_LIST,     // any array; in results
};

struct at_arg {
    const char *name; // NULL ends the list
    enum at_arg_type type;
    bool required;
    const char *help;
    const char *const *choices; // strings: up to NULL; NULL: any
    double min;                 // numbers: both 0 means unbounded
    double max;
    size_t max_len; // strings, in bytes; 0: AT_SELECTOR_MAX_BYTES
};

// Check a JSON object against rows: required fields there, types and ranges
// right, no unknown field (refused by name, with the valid names). where is
// put in front of the message ("steps[2]"), NULL for nothing.
AT_CHECKED bool at_args_check(const struct at_arg *rows, const json_t *object,
                              const char *where, struct at_err *err);

// The JSON Schema (draft-07 and 2020-12 alike) of an object with these rows.
// The caller owns the result. steps_schema stands for AT_ARG_STEPS, borrowed;
// NULL where no row has that type.
json_t *at_args_schema(const struct at_arg *rows, json_t *steps_schema);

// The same of a result with these rows: types alone, and more fields may be
// there.
json_t *at_args_result_schema(const struct at_arg *rows);

// Readers for checked objects.
struct at_str at_args_str(const json_t *object, const char *name); // "" absent
int64_t at_args_int(const json_t *object, const char *name, int64_t absent);
bool at_args_bool(const json_t *object, const char *name, bool absent);
// The ElementSelector under name; its texts are borrowed from object. False,
// with *out empty, where there is none.
bool at_args_selector(const json_t *object, const char *name,
                      struct at_selector *out);

#endif
