// kinds.h: what each kind of command does, as one table
#ifndef AT_MAESTRO_RUN_KINDS_H
#define AT_MAESTRO_RUN_KINDS_H

#include "maestro/run/runner.h"

struct at_maestro_kind_row {
    at_maestro_handler *run;
    // It is an interaction: later look-ups count their time from its end.
    bool acts;
    // It runs other commands, whose failures it passes on.
    bool nests;
};

extern const struct at_maestro_kind_row at_maestro_kinds[AT_MAESTRO_KINDS];

#endif
