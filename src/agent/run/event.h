// event.h: the events of a run, one after the other; pure
//
// Everything that people see of a run comes from its events: the timeline, the
// manifest, the log, the reports. They are numbered from 1 without gaps.
#ifndef AT_AGENT_RUN_EVENT_H
#define AT_AGENT_RUN_EVENT_H

#include <jansson.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

enum at_run_event_kind {
    AT_RUN_TOOL,       // "tool": a tool was called
    AT_RUN_SCREENSHOT, // "screenshot"
    AT_RUN_LOG,        // "log": a line for people
    AT_RUN_STATE,      // "state": queued, running, ended
    AT_RUN_STEP,       // "step": begun, or ended with a verdict
    AT_RUN_MODEL,      // "model": one call of the model: tokens, cost, time
    AT_RUN_SAID,       // "said": words of the model
    AT_RUN_GUARD,      // "guard": something was refused, or looks suspicious
    AT_RUN_VIDEO,      // "video": a piece of the recording
    AT_RUN_EVENT_KINDS,
};

// Texts are borrowed; empty ones are left out of the JSON.
struct at_run_event {
    int64_t index;   // set when it is recorded
    int64_t time_ms; // since 1970
    enum at_run_event_kind kind;
    int step; // from 1; 0: none
    struct at_str tool;
    struct at_str args;   // JSON text, secrets as placeholders
    struct at_str result; // masked; the screen's text is not in it
    struct at_str prefix; // "OK", "TAPPED" …
    struct at_str path;   // of a screenshot or video, below the run's folder
    struct at_str message;
    int64_t began_ms;    // of a video, since 1970; 0: not known
    int64_t duration_ms; // -1: none
    bool replayed;       // done without a model
    const json_t *more;  // an object with further members; NULL: none
};

extern const char *const at_run_event_names[AT_RUN_EVENT_KINDS];

// {"index","timestamp","type","toolName","args","result","resultPrefix",
// "screenshotPath","message","step","durationMs","replayed",…}: the contract's
// names first; "videoPath" and "videoBeganAt" of a video. Owned by the caller.
json_t *at_run_event_json(const struct at_run_event *event);
// The line of log.txt: "[HH:mm:ss.SSS] Tool called: tool X, args {…} -> …".
void at_run_event_line(const struct at_run_event *event, struct at_buf *out);

#endif
