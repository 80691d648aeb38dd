// script_uses.h: what a script uses that is not the same here as in Maestro;
// pure
#ifndef AT_MAESTRO_MIGRATE_SCRIPT_USES_H
#define AT_MAESTRO_MIGRATE_SCRIPT_USES_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

enum at_maestro_use_kind {
    AT_MAESTRO_USE_TIMER, // setTimeout, setInterval
    AT_MAESTRO_USE_FAKER, // a name of faker that does not exist here
    AT_MAESTRO_USE_LOCAL, // an address of this machine, in a text
    AT_MAESTRO_USE_HTTP,  // http.
};

struct at_maestro_use {
    enum at_maestro_use_kind kind;
    struct at_str name; // "setTimeout", "faker.cat().name", "http://localhost"
    uint32_t line;      // from 1
    uint32_t column;
};

// Initialise with the script and zeros.
struct at_maestro_uses {
    struct at_str text;
    size_t at;
};

// Find the next use, outside of comments. Return false at the end.
bool at_maestro_uses_next(struct at_maestro_uses *uses,
                          struct at_maestro_use *out);

// Find an address of this machine in a text that is not a script.
bool at_maestro_local_address(struct at_str text, struct at_str *out);

// Return true if faker has the name, such as "name", "firstName". member is
// empty for what stands at faker itself, such as "numerify".
bool at_maestro_faker_has(struct at_str group, struct at_str member);

#endif
