// remarks.h: the places of a flow that run otherwise here than in Maestro; pure
#ifndef AT_MAESTRO_MIGRATE_REMARKS_H
#define AT_MAESTRO_MIGRATE_REMARKS_H

#include "base/arena.h"
#include "maestro/flow.h"
#include "maestro/migrate/differences.h"

struct at_maestro_remark {
    struct at_maestro_place place;
    const struct at_maestro_difference *difference;
    struct at_str subject; // "setTimeout", a pattern, an address
    struct at_str detail;  // what exactly can't be done; may be empty
};

struct at_maestro_seen;

// Initialise with zeros.
struct at_maestro_remarks {
    struct at_maestro_remark *rows; // owned
    size_t count;
    bool needs_engine;            // one of the flows has scripts
    struct at_maestro_seen *seen; // owned: the flows so far, by pointer
    size_t seen_count;
    size_t seen_cap;
    struct at_arena arena;
};

enum { AT_MAESTRO_REMARKS_MAX = 10000 };

// Append what is remarkable about a flow that was read, and about all files
// that it runs. Returns the worst effect among them, whether or not another
// flow has named them before.
enum at_maestro_effect at_maestro_remarks_add(
    struct at_maestro_remarks *remarks, const struct at_maestro_flow *flow);
// Sort by file, line and column, each place once.
void at_maestro_remarks_finish(struct at_maestro_remarks *remarks);
void at_maestro_remarks_deinit(struct at_maestro_remarks *remarks);

// Return true if the flow, or one that it runs, has a script, so that it needs
// the engine unless it skips that.
bool at_maestro_needs_engine(const struct at_maestro_flow *flow);

#endif
