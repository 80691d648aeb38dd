// modules.h: import and export of scripts, as what one text can say; pure
//
// The engine evaluates a script as the body of a function, where import and
// export are syntax errors. So a module becomes a function of the same text,
// and its imports and exports become calls, on the same lines.
#ifndef AT_MAESTRO_READ_MODULES_H
#define AT_MAESTRO_READ_MODULES_H

#include "base/buf.h"
#include "base/str.h"

// Find the module that a text imports. Return its number; -1: there is none,
// and that was reported.
typedef ptrdiff_t at_maestro_import(void *user, struct at_str name,
                                    size_t offset);

// Append source with its import and export statements rewritten, and what
// defines the exports at its end. *out_any: there was one. A statement that is
// not well-formed stays, for the engine to report. Return false if an import
// was not found.
bool at_maestro_module_rewrite(struct at_str source, at_maestro_import *import,
                               void *user, struct at_buf *out, bool *out_any);

// Text around rewritten modules: of the script, then of each module, then the
// function that imports them.
extern const char at_maestro_modules_head[];
extern const char at_maestro_modules_tail[];
void at_maestro_module_begin(size_t number, struct at_buf *out);
void at_maestro_modules_end(size_t count, struct at_buf *out);

#endif
