// arg.h: descriptions of arguments, one row per field
//
// Pure data. Front ends parse their own form of the arguments by these rows and
// check it with the functions below, so all of them report the same errors.
#ifndef AT_BASE_ARG_H
#define AT_BASE_ARG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

// The type of a field, and its C type in a struct.
enum at_arg_type {
    AT_ARG_STRING,    // struct at_str
    AT_ARG_INTEGER,   // int64_t
    AT_ARG_NUMBER,    // double
    AT_ARG_BOOLEAN,   // bool
    AT_ARG_SELECTOR,  // struct at_selector
    AT_ARG_ACTION,    // enum at_flow_action
    AT_ARG_DIRECTION, // enum at_direction
    AT_ARG_STEPS,     // a non-empty list of steps
    AT_ARG_OBJECT,    // any object; in results
    AT_ARG_LIST,      // any array; in results
};

struct at_arg;

// The items of AT_ARG_STEPS: one member of an item selects its rows.
struct at_arg_items {
    const char *kind;                                 // name of that member
    const struct at_arg *(*rows)(struct at_str kind); // NULL: unknown kind
    bool (*has)(struct at_str name); // true if any kind has this field
};

struct at_arg {
    const char *name; // NULL ends the list
    enum at_arg_type type;
    bool required;
    const char *help;
    const char *const *choices; // strings: NULL-terminated; NULL: any value
    bool verbatim; // strings: "" and "null" are texts rather than absent
    bool blank;    // strings: "" has a meaning, "null" does not
    const struct at_arg *members;     // AT_ARG_SELECTOR
    const struct at_arg_items *items; // AT_ARG_STEPS; NULL: do not reshape
    double min; // numbers: unbounded if both are 0; AT_ARG_LIST: its length
    double max;
    size_t max_len;     // strings, in bytes; 0: AT_SELECTOR_MAX_BYTES
    const char *preset; // default value as text; NULL: none
    bool common;        // common to all actions: not listed for each
    size_t given;       // offset of a bool that marks it as present; 0: none
    size_t offset;      // offset of the field in its struct; 0 without a struct
};

// Check one value against its row. Return false and append the reason to why.
AT_CHECKED bool at_arg_check_number(const struct at_arg *row, double number,
                                    struct at_buf *why);
AT_CHECKED bool at_arg_check_text(const struct at_arg *row, struct at_str text,
                                  struct at_buf *why);
// Append that row, one of rows, is missing, and list the fields.
void at_arg_write_missing(const struct at_arg *rows, const struct at_arg *row,
                          struct at_buf *out);
void at_arg_write_names(const struct at_arg *rows, struct at_buf *out);
bool at_arg_is_whole(double number); // a double with an integer value

#endif
