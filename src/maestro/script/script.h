// script.h: the JavaScript of one flow, in a process of its own
//
// agentest-script is started by the first script and ends with the flow. It has
// no file, network or program; it is killed when it doesn't answer in time, and
// its http requests are made here (script/fetch.h). Used by one thread.
#ifndef AT_MAESTRO_SCRIPT_SCRIPT_H
#define AT_MAESTRO_SCRIPT_SCRIPT_H

#include "maestro/scope.h"
#include "maestro/script/fetch.h"

struct at_maestro_script;

struct at_maestro_script_opts {
    const char *program;   // path of agentest-script; NULL: it is not installed
    const char *platform;  // maestro.platform; NULL: "android"
    const char *workspace; // folder of the flows
    const struct at_maestro_fetcher *fetcher; // NULL: http is refused
    uint32_t seed;  // faker's; 0: another one for each flow
    int64_t max_ms; // computing time of one script; 0: 60 s
    // A line of console or print: level is "log", "info", "debug", "warn" or
    // "error". Not masked (at_maestro_scope_mask()). NULL: not wanted.
    void (*line)(void *user, struct at_str level, struct at_str text);
    void *user;
};

// Find agentest-script (at_installed_program()). Owned by the caller; NULL if
// it isn't there.
char *at_maestro_script_find(void);

// Starts nothing yet. Texts of opts are borrowed.
struct at_maestro_script *at_maestro_script_new(
    const struct at_maestro_script_opts *opts);
void at_maestro_script_free(struct at_maestro_script *script); // NULL too

// Start the process, whose beginning takes some time, without waiting for it.
// A failure is told to the first script.
void at_maestro_script_start(const struct at_op *op,
                             struct at_maestro_script *script);

// For at_maestro_scope_set_engine(); borrowed. Files of forms are looked for in
// a script's folder first. Fails with AT_EASSERT if the
// script throws, AT_ETIMEOUT or AT_ELIMIT if it goes over its limits,
// AT_ENOTOOL without the program, AT_EIO if its process ends, AT_ECANCELED.
const struct at_maestro_engine *at_maestro_script_engine(
    const struct at_maestro_script *script);

// The process of the engine; -1 if there is none. For tests and figures.
long at_maestro_script_pid(const struct at_maestro_script *script);

#endif
