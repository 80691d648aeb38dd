// trace.h: the result of a flow, as values
//
// Texts that name elements exist twice, with the client's refs and without:
// only at the end is it known whether the final tree has given out new refs.
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
    AT_STEP_OUTPUT_MAX_BYTES = 8000, // read by one step
    AT_TRACE_NOTES_MAX_BYTES = 8192, // per step
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
    bool secret;       // step's value must not be shown: a password, or typed
                       // into something that is not known
    struct at_err err; // why it failed
    int64_t duration_ns;
    struct at_idle_result idle;      // the wait after it
    struct at_trace_text target;     // the element's line
    enum at_step_effect effect;      // UNKNOWN unless it was asked for
    struct at_blocker blocker;       // with AT_STEP_EFFECT_BLOCKED
    enum at_keyboard_move keyboard;  // with an effect
    struct at_trace_changes changes; // values and states of the same elements
    bool has_value;
    struct at_buf value; // of a text step: what the field holds now
    struct at_buf hint;
    struct at_argv events; // what it made the screen say for a while
    struct at_buf note;    // prose for people, about the target
    bool no_effect;    // it acted, and nothing observable changed; known also
                       // where effect was not asked for
    bool was_selected; // the target, before it acted
    bool has_output;
    struct at_buf output;     // what a step read of data or logs
    struct at_buf picture;    // a PNG, or ""
    struct at_argv fallbacks; // from one backend to another
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
    AT_TRACE_SCREEN_DIFF, // from the tree that the client saw last
};

struct at_flow_trace {
    bool ok;
    struct at_err err;              // why it ended early
    struct at_step_result *results; // owned; of the steps that ran
    size_t count;
    size_t completed;                  // steps that passed
    size_t total;                      // steps that were given
    struct at_fingerprint fingerprint; // "": the screen could not be read
    bool screen_changed;               // false where it is not known
    struct at_argv changes; // of all steps, where elements stayed the same
    struct at_argv
        events; // since the client was told last (flow/changes/journal.h)
    enum at_trace_screen screen_kind;
    struct at_buf screen; // the text of that kind
    struct at_buf note;   // about the screen
    bool refs_renewed;    // by the tree: refs of the results are old
    struct at_trace_dialog dialogs[AT_TRACE_MAX_DIALOGS];
    size_t dialog_count;
    bool crashed;
    struct at_crash crash;
    bool toasts_hidden; // a step's effect may have been a toast nobody saw
    struct at_backends backends;
    int64_t device_ns;   // spent in calls of the device
    int64_t wait_ns;     // spent waiting by rule
    int64_t app_wait_ns; // of that, for what the app itself did
    int64_t own_ns;      // the rest
};

void at_flow_trace_deinit(struct at_flow_trace *trace);
void at_flow_trace_keep(struct at_flow_trace *trace, size_t count);

// The form of a result's text, or list, that the client can use.
struct at_str at_trace_text(const struct at_flow_trace *trace,
                            const struct at_trace_text *text);
const struct at_argv *at_trace_changes(const struct at_flow_trace *trace,
                                       const struct at_trace_changes *changes);

// Return how the step's wait ended if that matters to the client; or NULL.
const char *at_step_result_idle(const struct at_step_result *result);

#endif
