// args.h: described arguments as JSON: schema and readers by the rows
//
// wire/args.h reshapes and checks them.
#ifndef AT_MCP_ARGS_H
#define AT_MCP_ARGS_H

#include <jansson.h>
#include <stdbool.h>

#include "base/arg.h"
#include "wire/args.h"

// Make the JSON Schema (draft-07 and 2020-12 alike) of an object with these
// rows. The caller owns the result. steps_schema is borrowed for AT_ARG_STEPS;
// it may be NULL if no row has that type. Clients are known to refuse boolean
// schemas, empty objects and $ref, so it has none: unknown fields are refused
// by at_args_check() alone.
json_t *at_args_schema(const struct at_arg *rows, json_t *steps_schema);

// Return the schema of a result with these rows, requiring only the names that
// are always present.
json_t *at_args_result_schema(const struct at_arg *rows);

// Readers for checked objects.
struct at_str at_args_str(const json_t *object, const char *name); // "" absent
int64_t at_args_int(const json_t *object, const char *name, int64_t absent);
bool at_args_bool(const json_t *object, const char *name, bool absent);
// Set the fields of the struct at out that object has, by the rows' offsets.
// Texts are borrowed from object.
void at_args_read(const struct at_arg *rows, const json_t *object, void *out);
#endif
