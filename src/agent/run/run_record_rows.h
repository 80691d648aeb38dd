// run_record_rows.h: the members of a run's JSON, for its reader and writer
#ifndef AT_AGENT_RUN_RUN_RECORD_ROWS_H
#define AT_AGENT_RUN_RUN_RECORD_ROWS_H

#include <stddef.h>

#include "agent/run/run_record.h"

enum at_run_member_kind {
    AT_RUN_MEMBER_TEXT,   // char *, NULL: absent
    AT_RUN_MEMBER_FLAG,   // bool, false: absent
    AT_RUN_MEMBER_NUMBER, // int64_t, -1: absent
    AT_RUN_MEMBER_TIME,   // int64_t, ms since 1970, 0: absent
    AT_RUN_MEMBER_COST,   // struct at_model_usage: dollars, null if unknown
    AT_RUN_MEMBER_WORD,   // an enum, by its names
};

struct at_run_member {
    const char *name;
    enum at_run_member_kind kind;
    size_t offset;
    const char *const *words; // of a WORD; "": absent
    int word_count;
    bool is_foreign; // a text in which a screen's or model's words may be
};

// Rows end with one without a name.
extern const struct at_run_member at_run_members[];
extern const struct at_run_member at_run_end_members[]; // of what came of it
extern const struct at_run_member at_run_step_members[];
extern const struct at_run_member at_run_usage_members[]; // of totals

#endif
