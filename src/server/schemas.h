// schemas.h: the shapes of bodies, as JSON Schema (2020-12)
#ifndef AT_SERVER_SCHEMAS_H
#define AT_SERVER_SCHEMAS_H

#include <stddef.h>

struct at_schema {
    const char *name;
    const char *text; // JSON
};

extern const struct at_schema at_schemas[];
extern const size_t at_schema_count;

#endif
