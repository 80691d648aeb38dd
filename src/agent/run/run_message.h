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

#include "agent/models/profile.h"
#include "agent/recipe/recipe.h"
#include "agent/run/run_record.h"
#include "base/argv.h"

enum at_run_message {
    AT_RUN_MESSAGE_ORDER = 1,
    AT_RUN_MESSAGE_RECIPE,
    AT_RUN_MESSAGE_ANSWER, // payload: "1" or "0"
    AT_RUN_MESSAGE_STOP,
    AT_RUN_MESSAGE_WISH, // ask for pictures or stop them; payload: "1" or "0"
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
    struct at_run_record record; // has platform and device
    bool has_profile;            // false: only a recording can be played
    struct at_profile profile;
    bool has_second; // each step that passed is also put to a second model
    struct at_profile second;
    struct at_argv secrets; // "NAME=value" for each variable of a secret
    char *folder;           // base folder of files; owned
    char *hints;            // hints about the app; owned; NULL: none
    bool wants_pictures;
};

void at_run_order_init(struct at_run_order *order);
void at_run_order_deinit(struct at_run_order *order); // wipes the secrets
void at_run_order_write(const struct at_run_order *order, struct at_buf *out);
// Fails with AT_EPROTO. *out is initialised either way.
AT_CHECKED bool at_run_order_read(struct at_str text, struct at_run_order *out,
                                  struct at_err *err);
// An at_variable_fn over order->secrets; user is the order.
const char *at_run_order_variable(void *user, const char *name);

void at_run_place_write(const struct at_recipe_place *place,
                        struct at_buf *out);
void at_run_place_read(struct at_str text, struct at_recipe_place *out);

// recipe may be NULL: there is nothing to replay.
void at_run_recipe_write(const struct at_recipe *recipe, struct at_buf *out);
// Read a recipe, which may be empty. *out is initialised either way.
AT_CHECKED bool at_run_recipe_read(struct at_str text, struct at_recipe *out,
                                   struct at_err *err);

// The end of a run, as the worker reports it.
struct at_run_result {
    const json_t *record;       // input of at_run_record_take_end()
    const json_t *expectations; // the scenario's own; NULL: none
    const json_t *recipe;       // the new recording; NULL: none
    json_t *json;               // the object that they are borrowed from; owned
};

// outcome NULL: the run did not begin.
void at_run_result_write(const struct at_run_record *record,
                         const struct at_run_outcome *outcome,
                         struct at_buf *out);
// Fails with AT_EPROTO without a record that has ended. Call
// at_run_result_deinit() either way.
AT_CHECKED bool at_run_result_read(struct at_str text,
                                   struct at_run_result *out,
                                   struct at_err *err);
void at_run_result_deinit(struct at_run_result *result);

#endif
