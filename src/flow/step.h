// step.h: the 20 action steps as one table
//
// Schema, defaults, idle class and handler of every action stand in its row;
// validation, `tools/list`, documentation and the executor read the rows.
#ifndef AT_FLOW_STEP_H
#define AT_FLOW_STEP_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "flow/args.h"
#include "screen/selector.h"

enum at_idle_class {
    AT_IDLE_CLASS_FULL,     // wait until settled and loaded
    AT_IDLE_CLASS_LIGHT,    // one reading
    AT_IDLE_CLASS_INTERNAL, // the handler waits itself
    AT_IDLE_CLASS_SNAPSHOT, // a reading, nothing was done
};

struct at_step_call; // flow/exec.h

struct at_step_row {
    const char *name;
    const char *summary;
    const struct at_arg *args; // up to the row without a name
    enum at_idle_class idle;
    bool (*run)(struct at_step_call *call, struct at_err *err);
};

enum { AT_STEP_COUNT = 20 };
extern const struct at_step_row at_step_rows[AT_STEP_COUNT]; // sorted by name

const struct at_step_row *at_step_find(struct at_str name); // NULL: unknown

// Check one step: known action, no unknown or missing field, types and
// ranges. The message names the step's index, the field and what is valid.
AT_CHECKED bool at_step_check(const json_t *step, size_t index,
                              struct at_err *err);

#endif
