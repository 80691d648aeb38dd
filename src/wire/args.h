// args.h: arguments as JSON from clients and models, by their rows; pure
//
// Clients and models get the shape of an argument wrong and its meaning right:
// a list that is a string with JSON in it, "5" for 5, "" for an optional
// argument that isn't given. at_args_shape() brings such values into the shape
// that the rows want. at_args_check() is strict about what is left.
#ifndef AT_WIRE_ARGS_H
#define AT_WIRE_ARGS_H

#include <jansson.h>
#include <stdbool.h>

#include "base/arg.h"
#include "base/err.h"

// Return a copy of arguments, which the caller owns: an object for one that is
// absent (NULL), null, "" or a string that holds an object; else as it is.
json_t *at_args_copy(const json_t *given);

// Reshape the members of object, at every depth, where the meaning is plain:
// - a string that holds a value of the type that the row wants is that value;
// - a number stands for its digits where a text of the screen (verbatim) is
//   wanted, one text for a list of texts, one step for a list of steps;
// - a choice in another case is that choice;
// - null is absent, and so is an optional argument that is empty in any form:
//   "", "null", {}, [], an object whose members are all empty. A text that
//   stands for itself (verbatim) is empty only as null, {} or [].
// What has no plain meaning stays for at_args_check(). A value that isn't an
// object is left alone.
void at_args_shape(const struct at_arg *rows, json_t *object);

// Check an object against rows: required fields, types, ranges, and that no
// field is unknown (one is refused by name, with the nearest and the valid
// names). where ("steps[2]") begins the message; it may be NULL. The items of
// AT_ARG_STEPS are not checked.
AT_CHECKED bool at_args_check(const struct at_arg *rows, const json_t *object,
                              const char *where, struct at_err *err);

// Return the row of that name, NULL if there is none.
const struct at_arg *at_arg_find(const struct at_arg *rows, struct at_str name);

// Return the JSON type of a row's value: "integer".
const char *at_arg_type_name(const struct at_arg *row);

#endif
