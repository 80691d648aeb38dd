// supervisor.h: open a backend, restart it when it is lost, give it up
//
// The only place that decides whether a backend is restarted or given up.
//
//   state  event                                                   next
//   COLD   a request needs it: open() succeeds                     UP
//          the same, open() fails                                  OFF
//   UP     stuck, nothing of the request ran: closed and opened    UP
//          lost, nothing of the request ran, not restarted within
//          the last minute: closed and opened                      UP
//          lost, but the request may have run or its time is over:
//          the next request finds it lost                          UP
//          lost within a minute of a restart, the restart failed,
//          or unusable: the first time                             COLD
//          the same, the second time                               OFF
//   OFF    ten minutes have passed: all of it is forgotten         COLD
//   any    the client chooses its backends                         COLD
//
// A restart happens within the request that needs it, which is then repeated.
// One thread at a time.
#ifndef AT_DEVICE_ANDROID_BACKENDS_SUPERVISOR_H
#define AT_DEVICE_ANDROID_BACKENDS_SUPERVISOR_H

#include "device/android/backends/backend.h"

enum at_supervisor_state {
    AT_SUPERVISOR_COLD,
    AT_SUPERVISOR_UP,
    AT_SUPERVISOR_OFF,
};

struct at_supervisor {
    const struct at_backend_kind *kind;
    struct at_android *android; // borrowed
    void *self;                 // owned, while UP
    void *begun;                // owned, while it is being opened; NULL
    int64_t begun_ns;           // since then
    enum at_supervisor_state state;
    bool disabled; // the client chose another backend
    bool joined;   // a program's own; it is not started when that has ended
    enum at_code off_code; // why it is OFF
    unsigned losses;
    int64_t off_ns;       // since when it is OFF
    int64_t restarted_ns; // 0: not since it was opened from COLD
    char reason[320];     // why it is not UP
};

// Begin to open it if it is COLD, and do not wait for it: the next request
// does. False: it takes no time, or cannot be used.
bool at_supervisor_begin(struct at_supervisor *supervisor);

// Open it if it is COLD. False: it is not UP.
bool at_supervisor_start(const struct at_op *op,
                         struct at_supervisor *supervisor);

// Open it if it is COLD and another program has started it. False: it is not
// UP.
bool at_supervisor_join(const struct at_op *op,
                        struct at_supervisor *supervisor);

// Send the request to a backend that is UP. The backend may be COLD or OFF
// after a failure.
AT_CHECKED bool at_supervisor_run(const struct at_op *op,
                                  struct at_supervisor *supervisor,
                                  const struct at_request *request,
                                  struct at_err *err);

// Forget the losses; close the backend if it is disabled from now on.
void at_supervisor_reset(struct at_supervisor *supervisor, bool disabled);

// Close the backend for good.
void at_supervisor_deinit(struct at_supervisor *supervisor);

// Return why the backend cannot be used; "" if it can.
const char *at_supervisor_reason(const struct at_supervisor *supervisor);

#endif
