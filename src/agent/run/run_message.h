// run_message.h: what a server and the worker that does its runs tell each
// other; pure
//
// A worker has one device and does one run at a time. Messages go over one
// stream (wire/frames); their payloads are JSON, except for pictures:
//
//     server                        worker
//     ORDER  the run, its model,
//            its secrets  ────────> opens the device
//              <──────────────────  PLACE  app version, screen
//     RECIPE the recording ───────> runs
//              <──────────────────  EVENT …, PICTURE if wished for, BEAT
//              <──────────────────  ASK    for approval
//     ANSWER yes or no  ──────────>
//     STOP, WISH        ──────────>
//              <──────────────────  END    the record, a new recording
//
// A worker writes pictures, videos and calls of the model into the run's
// folder; everything else is the server's. Texts of events and of the end are
// masked by the worker, which alone knows what its fields showed.
#ifndef AT_AGENT_RUN_RUN_MESSAGE_H
#define AT_AGENT_RUN_RUN_MESSAGE_H

#include "agent/run/event.h"
#include "agent/models/profile.h"
#include "agent/run/run_record.h"
#include "base/argv.h"

enum at_run_message {
    AT_RUN_MESSAGE_ORDER = 1,
    AT_RUN_MESSAGE_RECIPE,
    AT_RUN_MESSAGE_ANSWER, // payload: "1" or "0"
    AT_RUN_MESSAGE_STOP,
    AT_RUN_MESSAGE_WISH, // for pictures; payload: "1" or "0"
    AT_RUN_MESSAGE_PLACE,
    AT_RUN_MESSAGE_EVENT,
    AT_RUN_MESSAGE_ASK,     // payload: what is to be approved
    AT_RUN_MESSAGE_PICTURE, // payload: a PNG
    AT_RUN_MESSAGE_BEAT,    // once a second
    AT_RUN_MESSAGE_END,
    AT_RUN_MESSAGE_COUNT,
};

// A run to be done.
struct at_run_order {
    struct at_run_record record; // with platform and device
    bool has_profile;            // false: only a recording can be played
    struct at_profile profile;
    bool has_second; // a second model is asked about each step that passed
    struct at_profile second;
    struct at_argv secrets; // "NAME=value" of the variables of its secrets
    char *folder;           // for files; owned
    char *hints;            // about the app; owned; NULL: none
    bool wants_pictures;
};

void at_run_order_init(struct at_run_order *order);
void at_run_order_deinit(struct at_run_order *order); // wipes the secrets
// Owned by the caller.
json_t *at_run_order_json(const struct at_run_order *order);
// AT_EPROTO. *out is initialised either way.
AT_CHECKED bool at_run_order_read(const json_t *json, struct at_run_order *out,
                                  struct at_err *err);
// An at_variable_fn over order->secrets; user is the order.
const char *at_run_order_variable(void *user, const char *name);

// Owned by the caller.
json_t *at_run_message_event(const struct at_run_event *event);
// Borrowed from json. False: it is not an event.
bool at_run_message_read_event(const json_t *json, struct at_run_event *out);

json_t *at_run_message_place(const struct at_recipe_place *place);
void at_run_message_read_place(const json_t *json, struct at_recipe_place *out);

#endif
