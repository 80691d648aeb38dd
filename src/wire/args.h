// args.h: shapes and checks JSON arguments of clients and models
//
// Pure. Clients and models often get the shape of an argument wrong but its
// meaning right: a list as a string of JSON, "5" for 5, "" for an omitted
// optional argument. at_args_shape() converts such values to the shape that the
// rows require. at_args_check() then checks strictly.
#ifndef AT_WIRE_ARGS_H
#define AT_WIRE_ARGS_H

#include <jansson.h>
#include <stdbool.h>

#include "base/arg.h"
#include "base/err.h"

// Return a copy of arguments, owned by the caller. NULL, null, "" and a string
// that contains an object become an object; other values are copied as they
// are.
json_t *at_args_copy(const json_t *given);

// Reshape the members of object, at every depth, if their meaning is clear:
//
// - A string that contains a value of the required type becomes that value.
// - A number becomes its digits where screen text is required (verbatim), a
//   text a list of texts, a step a list of steps.
// - A choice in another case becomes that choice.
// - null is removed, and so is an optional argument that is empty in any form:
//   "", "null", {}, [], an object of only empty members. Verbatim text is empty
//   only as null, {} or [].
//
// Unclear values are left for at_args_check(), and so is a value that is not an
// object.
void at_args_shape(const struct at_arg *rows, json_t *object);

// Check an object against rows: required fields, types, ranges and unknown
// fields (an error names the field, the nearest and the valid names). where
// ("steps[2]") starts the message and may be NULL. Items of AT_ARG_STEPS are
// not checked.
AT_CHECKED bool at_args_check(const struct at_arg *rows, const json_t *object,
                              const char *where, struct at_err *err);

const struct at_arg *at_arg_find(const struct at_arg *rows, struct at_str name);

// Return the JSON type of a row's value, such as "integer".
const char *at_arg_type_name(const struct at_arg *row);

#endif
