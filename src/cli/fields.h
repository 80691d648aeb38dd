// fields.h: --fields, which keeps a few members of each row of a result
#ifndef AT_CLI_FIELDS_H
#define AT_CLI_FIELDS_H

#include <jansson.h>

#include "base/buf.h"
#include "cli/invocation.h"

#define AT_FIELDS_OPTION                                                       \
    {                                                                          \
        .name = "--fields", .value = "NAMES",                                  \
        .help = "only these members of each row, as ref,name"                  \
    }

extern const char *const at_fields_of_element[]; // up to NULL

// Check --fields. AT_EUSAGE says which names are valid.
AT_CHECKED bool at_fields_check(const struct at_arguments *args,
                                const char *const *valid, struct at_err *err);
// If --fields is given, keep only these members in the rows of holder's array
// name, and set data.fields to their names. Rows are copied, not changed.
// Returns whether it is given.
bool at_fields_keep(struct at_invocation *invocation, json_t *holder,
                    const char *name);
// Print the rows that were kept, their members between tabs.
void at_fields_print(const json_t *rows, struct at_buf *out);

#endif
