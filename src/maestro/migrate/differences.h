// differences.h: where a flow runs otherwise here than in Maestro, and why
//
// The table is the one of docs/flows.md. Rows with a name can be found in a
// flow before it runs (remarks.h); the others depend on the device.
#ifndef AT_MAESTRO_MIGRATE_DIFFERENCES_H
#define AT_MAESTRO_MIGRATE_DIFFERENCES_H

#include "base/buf.h"

enum at_maestro_effect {
    AT_MAESTRO_EFFECT_SAME,    // the verdict is the same
    AT_MAESTRO_EFFECT_DIFFERS, // it may be another one
    AT_MAESTRO_EFFECT_FAILS,   // it can't run here
};

enum at_maestro_difference_id {
    AT_MAESTRO_DIFF_WEB,
    AT_MAESTRO_DIFF_PATTERN,
    AT_MAESTRO_DIFF_FAKER,
    AT_MAESTRO_DIFF_LOCAL,
    AT_MAESTRO_DIFF_MODEL,
    AT_MAESTRO_DIFF_TIMER,
    AT_MAESTRO_DIFF_OURS,
    AT_MAESTRO_DIFF_FOUND, // so many can be found in a flow
};

struct at_maestro_difference {
    const char *name; // "timer"; NULL: not to be found in a flow
    enum at_maestro_effect effect;
    const char *subject;
    const char *maestro; // what Maestro does
    const char *here;
    const char *why;
    const char *hint; // what to do about it; NULL
};

// Up to a row without a subject; the first ones by their id.
extern const struct at_maestro_difference at_maestro_differences[];

// "same", "differs", "fails".
extern const char *const at_maestro_effect_names[];

// Append the table as Markdown.
void at_maestro_differences_write(struct at_buf *out);

#endif
