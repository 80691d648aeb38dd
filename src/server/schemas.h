// schemas.h: the shapes of bodies, as JSON Schema (2020-12)
#ifndef AT_SERVER_SCHEMAS_H
#define AT_SERVER_SCHEMAS_H

#include <jansson.h>
#include <stddef.h>

struct at_schema {
    const char *name;
    // Members of an object, each after a comma, or the whole schema as JSON.
    const char *members;
    const char *required; // required members, separated by spaces, or NULL
};

extern const struct at_schema at_schemas[];
extern const size_t at_schema_count;

// Owned by the caller.
json_t *at_schema_json(const struct at_schema *schema);

#endif
