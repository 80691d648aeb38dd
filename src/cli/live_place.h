// live_place.h: a session's live process on disk, and what it must agree on
#ifndef AT_CLI_LIVE_PLACE_H
#define AT_CLI_LIVE_PLACE_H

#include <jansson.h>

#include "base/err.h"

// <STATE>/run/<SESSION>/…; every path is owned.
struct at_live_place {
    char *session;
    char *folder;
    char *socket; // live.sock
    char *pid;    // live.pid: locked as long as the process lives
    char *log;    // live.log
    char *start;  // live.lock: of who starts or clears away; stays
};

AT_CHECKED bool at_live_place_init(struct at_live_place *place,
                                   const char *session, struct at_err *err);
void at_live_place_deinit(struct at_live_place *place);

// The folder, made where it was not, for this user alone.
AT_CHECKED bool at_live_place_make(const struct at_live_place *place,
                                   struct at_err *err);

// Does a live process hold the place? Cheap.
bool at_live_place_is_held(const struct at_live_place *place);
// Remove what a killed process left behind: nothing where one lives or starts.
void at_live_place_clear(const struct at_live_place *place);
// For err of a socket's name: what to do about one that is too long.
void at_live_place_explain(struct at_err *err);

// live.log that has grown becomes live.log.1.
void at_live_place_rotate(const struct at_live_place *place);

// What decides which device, which tools and which folders a command means,
// as this process has it: variables, programs, the cache. Owned by the caller.
json_t *at_live_facts(void);

#endif
