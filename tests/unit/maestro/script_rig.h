// script_rig.h: a scope with the real engine of this build
#ifndef TESTS_UNIT_MAESTRO_SCRIPT_RIG_H
#define TESTS_UNIT_MAESTRO_SCRIPT_RIG_H

#include "maestro/script/script.h"

struct script_rig {
    char *program;
    struct at_maestro_scope *scope;
    struct at_maestro_script *script;
    struct at_buf lines; // the console's: "level: text\n"
    char shown[65536];   // the last value, or the error's words
    struct at_err err;
};

// more's program and line are filled in; NULL: nothing more is wanted.
void script_rig_init(struct script_rig *rig,
                     const struct at_maestro_script_opts *more);
void script_rig_deinit(struct script_rig *rig);

// Expand "${script}", which must hold no $. Return shown.
const char *script_rig_eval(struct script_rig *rig, const char *script);
// Evaluate any text by the engine itself.
const char *script_rig_engine(struct script_rig *rig, const char *script);
// Run a file: "" or the error's words.
const char *script_rig_file(struct script_rig *rig, const char *path,
                            const char *source);
void script_rig_define(struct script_rig *rig, const char *name,
                       const char *value);

#endif
