// schema.h: the table of the language as a JSON Schema and as Markdown
#ifndef AT_MAESTRO_READ_SCHEMA_H
#define AT_MAESTRO_READ_SCHEMA_H

#include <jansson.h>

#include "base/buf.h"

// JSON Schema 2020-12 of either document of a flow file. Owned by the caller.
json_t *at_maestro_schema(void);
// Append it, or any value, with an indentation and a line break.
bool at_maestro_schema_write(const json_t *schema, struct at_buf *out);

// Append the reference of docs/flows.md: config keys, commands with their keys,
// keys of elements and conditions.
bool at_maestro_reference(struct at_buf *out);

#endif
