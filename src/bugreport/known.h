// known.h: values that a report hides wherever they show; pure
#ifndef AT_BUGREPORT_KNOWN_H
#define AT_BUGREPORT_KNOWN_H

#include "agent/guards/secrets.h"
#include "base/argv.h"
#include "base/buf.h"

// More would take too long to look for.
enum { AT_BUGREPORT_KNOWN_MAX = 400 };

enum at_bugreport_kind {
    AT_BUGREPORT_SECRET, // a value of the environment, a store, a flow
    AT_BUGREPORT_TYPED,  // entered into a field, or shown by one
    AT_BUGREPORT_DEVICE, // serial of a device that belongs to a person
    AT_BUGREPORT_KINDS,
};

struct at_bugreport_known {
    struct at_argv names; // "typed-3"
    struct at_argv values;
    size_t counts[AT_BUGREPORT_KINDS];
    bool is_full; // a value was refused
};

void at_bugreport_known_deinit(struct at_bugreport_known *known); // wipes it

// Add a value and, if it has several lines, each line. Not added: what is known
// already, a placeholder ({{name}}, ***), the length of a hidden text, a text
// without letter or digit, and a typed one of one or two letters.
void at_bugreport_known_add(struct at_bugreport_known *known,
                            enum at_bugreport_kind kind, struct at_str value);
// Make what masks the values, owned by the caller. only_secrets: those of
// AT_BUGREPORT_SECRET. NULL: there are none.
struct at_secrets *at_bugreport_known_secrets(
    const struct at_bugreport_known *known, bool only_secrets);

#endif
