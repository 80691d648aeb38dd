// plan.h: the cases of a suite: scenarios × rows × devices × profiles × repeats
//
// Pure: what exists is handed in, so the same input always gives the same
// cases, with the same names, in the same order.
#ifndef AT_TESTER_SUITE_PLAN_H
#define AT_TESTER_SUITE_PLAN_H

#include <jansson.h>

#include "agent/scenario.h"
#include "base/argv.h"
#include "base/err.h"

// One scenario of the suite; all is borrowed.
struct at_suite_source {
    const struct at_scenario *scenario;
    const char *origin; // its file, or its id in the store
    int64_t revision;   // the stored scenario's; 0: it is not stored
};

// Which part of the cases to keep: those whose name falls into part number
// (from 1) of count parts. A case stays in its part, whatever else the suite
// has. count 0: all.
struct at_suite_shard {
    int64_t number;
    int64_t count;
};
// Read "2/5".
AT_CHECKED bool at_suite_shard_read(struct at_str text,
                                    struct at_suite_shard *out,
                                    struct at_err *err);

// All is borrowed; what is empty or NULL does not restrict or multiply.
struct at_suite_selection {
    const struct at_suite_source *sources;
    size_t source_count;
    const struct at_argv *tags;      // each of these expressions must match
    const json_t *rows;              // at_table_read()
    const struct at_argv *devices;   // "": any
    const struct at_argv *platforms; // the devices'; "": not known
    const struct at_argv *profiles;  // "": the scenario's or the settings'
    int64_t repeat;                  // 0: once
    struct at_suite_shard shard;
    const json_t
        *only; // object whose members are the names of cases; NULL: all
    // The duration that is expected of a case with that name, or of the
    // scenario; -1: not known. May be NULL.
    int64_t (*expected)(void *user, const char *group,
                        const struct at_suite_source *source);
    void *user;
};

struct at_suite_case {
    char *name;  // unique in the plan; owned
    char *group; // name without the number of the repeat; owned
    size_t source;
    const json_t *row;   // borrowed from the rows; NULL: none
    const char *device;  // borrowed; "": any
    const char *profile; // borrowed; "": none named
    int64_t repeat;      // from 1
    int64_t expected_ms; // -1: not known
};

struct at_suite_plan {
    struct at_suite_case *cases; // owned; the longest first
    size_t count;
    size_t left_out; // cases that shard and only exclude
};

// Plan the cases. AT_EUSAGE: an expression of tags, or no scenario has the
// tags; AT_ELIMIT: more than AT_SUITE_CASES_MAX. *out can be deinited either
// way.
AT_CHECKED bool at_suite_plan(const struct at_suite_selection *order,
                              struct at_suite_plan *out, struct at_err *err);
void at_suite_plan_deinit(struct at_suite_plan *plan);

#endif
