// trace.h: the result of a flow, as values
//
// Texts that name elements exist twice, with the client's refs and without,
// because only the end of the flow decides whether the final tree has new refs.
// at_trace_text() and at_trace_changes() choose.
#ifndef AT_FLOW_TRACE_H
#define AT_FLOW_TRACE_H

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "device/device.h"
#include "flow/app/backend_report.h"
#include "flow/changes/effect.h"
#include "flow/wait/idle.h"
#include "flow/steps/step.h"
#include "screen/fingerprint.h"

enum {
    AT_TRACE_MAX_DIALOGS = 8,
    AT_STEP_OUTPUT_MAX_BYTES = 8000, // data read by one step
    AT_TRACE_NOTES_MAX_BYTES = 8192, // notes of one step
};

struct at_trace_text {
    struct at_buf with_ref;
    struct at_buf plain;
};

struct at_trace_changes {
    struct at_argv with_ref;
    struct at_argv plain;
};

// The result of one step. All texts are owned except those of step.
struct at_step_result {
    const struct at_flow_step *step; // borrowed from the flow's steps
    bool ok;
    bool secret; // do not show step's value: it is a password, or was typed
                 // into an unknown field
    struct at_err err; // reason of the failure
    int64_t duration_ns;
    struct at_idle_result idle;      // the wait after it
    struct at_trace_text target;     // line of the element
    enum at_step_effect effect;      // UNKNOWN unless requested
    struct at_blocker blocker;       // set with AT_STEP_EFFECT_BLOCKED
    enum at_keyboard_move keyboard;  // set with an effect
    struct at_trace_changes changes; // values and states of the same elements
    bool has_value;
    struct at_buf value; // current content of the field of a text step
    struct at_buf hint;
    struct at_argv events; // temporary messages on the screen that it caused
    struct at_buf note;    // prose for people, about the target
    bool no_effect; // it acted without a visible change; also set if effect was
                    // not requested
    bool was_selected; // the target was selected before the action
    bool has_output;
    struct at_buf output;     // data or logs that the step has read
    struct at_buf picture;    // a PNG, or ""
    struct at_argv fallbacks; // switches from one backend to another
};

struct at_trace_dialog {
    enum at_dialog_kind kind;
    char package[128];
    char title[200];
    bool gone; // no longer in front at the end
};

enum at_trace_screen {
    AT_TRACE_SCREEN_NONE,
    AT_TRACE_SCREEN_TREE,
    AT_TRACE_SCREEN_DIFF, // based on the client's last tree
};

struct at_flow_trace {
    bool ok;
    struct at_err err;              // reason, if it ended early
    struct at_step_result *results; // results of the steps that ran; owned
    size_t count;
    size_t completed;                  // steps that passed
    size_t total;                      // steps in the flow
    struct at_fingerprint fingerprint; // "": the screen could not be read
    bool screen_changed;               // false: unchanged or unknown
    struct at_argv changes; // changes by all steps on the same elements
    struct at_argv events;  // unreported (flow/changes/journal.h)
    enum at_trace_screen screen_kind;
    struct at_buf screen; // text of that kind
    struct at_buf note;   // about the screen
    bool refs_renewed;    // the tree has new refs, the results old ones
    struct at_trace_dialog dialogs[AT_TRACE_MAX_DIALOGS];
    size_t dialog_count;
    bool crashed;
    struct at_crash crash;
    bool toasts_hidden; // a step's effect may have been an invisible toast
    struct at_backends backends;
    int64_t device_ns;   // time in calls of the device
    int64_t wait_ns;     // time in regular waits
    int64_t app_wait_ns; // part of wait_ns, for the app's own work
    int64_t own_ns;      // remaining time
};

void at_flow_trace_deinit(struct at_flow_trace *trace);
void at_flow_trace_keep(struct at_flow_trace *trace, size_t count);

// Return the variant of a result's text, or list, that the client can use.
struct at_str at_trace_text(const struct at_flow_trace *trace,
                            const struct at_trace_text *text);
const struct at_argv *at_trace_changes(const struct at_flow_trace *trace,
                                       const struct at_trace_changes *changes);

// Return the outcome of the step's wait if it matters to the client; or NULL.
const char *at_step_result_idle(const struct at_step_result *result);

#endif
