// scalar.h: what Maestro makes of a scalar that has no quotes; pure
//
// Maestro reads flows by YAML 1.1's rules with octal numbers, and shows numbers
// and booleans as Java does: No becomes "false", 00501 becomes "321". Where a
// field is declared as a text, the scalar is kept as written instead; which
// fields are is in the table of commands.
#ifndef AT_MAESTRO_READ_SCALAR_H
#define AT_MAESTRO_READ_SCALAR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

enum at_maestro_scalar_kind {
    AT_MAESTRO_SCALAR_TEXT,
    AT_MAESTRO_SCALAR_NULL,
    AT_MAESTRO_SCALAR_BOOL,
    AT_MAESTRO_SCALAR_WHOLE,
    AT_MAESTRO_SCALAR_REAL,
    AT_MAESTRO_SCALAR_MALFORMED, // .inf, .nan: refused everywhere
};

struct at_maestro_scalar {
    enum at_maestro_scalar_kind kind;
    struct at_str shown; // what Maestro makes of it: as written, or in arena
    double number;       // value if WHOLE or REAL
    bool truth;          // value if BOOL
};

// Read a scalar; is_plain: it has neither quotes nor a text's tag.
struct at_maestro_scalar at_maestro_scalar(struct at_arena *arena,
                                           struct at_str text, bool is_plain);

// Append a number as Java's Double.toString() writes it: "1.1", "100000.0",
// "1.0E10".
void at_maestro_write_real(double number, struct at_buf *out);

#endif
