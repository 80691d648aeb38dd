// arg.h: described arguments: one row a field; pure data
//
// A front end reads its own form of the arguments by these rows and checks it
// by the functions below, so that every front end refuses with the same words.
#ifndef AT_BASE_ARG_H
#define AT_BASE_ARG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

// The type of a field; in brackets, its C type in a struct.
enum at_arg_type {
    AT_ARG_STRING,    // struct at_str
    AT_ARG_INTEGER,   // int64_t
    AT_ARG_NUMBER,    // double
    AT_ARG_BOOLEAN,   // bool
    AT_ARG_SELECTOR,  // struct at_selector
    AT_ARG_ACTION,    // enum at_flow_action
    AT_ARG_DIRECTION, // enum at_direction
    AT_ARG_STEPS,     // a list of steps that is not empty
    AT_ARG_OBJECT,    // any object; in results
    AT_ARG_LIST,      // any array; in results
};

struct at_arg;

// The items of AT_ARG_STEPS: one of their members decides which rows they have.
struct at_arg_items {
    const char *kind;                                 // that member's name
    const struct at_arg *(*rows)(struct at_str kind); // NULL: no such kind
    bool (*has)(struct at_str name); // Does any kind have this field?
};

struct at_arg {
    const char *name; // NULL ends the list
    enum at_arg_type type;
    bool required;
    const char *help;
    const char *const *choices; // strings: up to NULL; NULL: any
    bool verbatim; // strings: "" and "null" are texts, not an absent one
    bool blank;    // strings: "" means something, "null" doesn't
    const struct at_arg *members;     // AT_ARG_SELECTOR
    const struct at_arg_items *items; // AT_ARG_STEPS; NULL: none are reshaped
    double min; // numbers: both 0 means unbounded; AT_ARG_LIST: its length
    double max;
    size_t max_len;     // strings, in bytes; 0: AT_SELECTOR_MAX_BYTES
    const char *preset; // the value of one that is absent, as text; NULL: none
    bool common;        // of every action: not in the lists of their arguments
    size_t given;       // offset of a bool that says that it is there; 0: none
    size_t offset; // of the field in its struct; 0 where there is no struct
};

// Check one value against its row. False with the reason appended to why.
AT_CHECKED bool at_arg_check_number(const struct at_arg *row, double number,
                                    struct at_buf *why);
AT_CHECKED bool at_arg_check_text(const struct at_arg *row, struct at_str text,
                                  struct at_buf *why);
// Append that row, one of rows, is missing, and which fields there are.
void at_arg_write_missing(const struct at_arg *rows, const struct at_arg *row,
                          struct at_buf *out);
void at_arg_write_names(const struct at_arg *rows, struct at_buf *out);
bool at_arg_is_whole(double number); // a double that stands for an integer

#endif
