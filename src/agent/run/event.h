// event.h: the events of a run, one after the other; pure
//
// Everything that people see of a run comes from its events: the timeline, the
// manifest, the log, the reports. They are numbered from 1 without gaps.
#ifndef AT_AGENT_RUN_EVENT_H
#define AT_AGENT_RUN_EVENT_H

#include <jansson.h>
#include <stdint.h>

#include "agent/guards/secrets.h"
#include "agent/tool.h"
#include "base/buf.h"
#include "base/err.h"
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

enum at_run_event_state {
    AT_RUN_EVENT_NO_STATE,
    AT_RUN_EVENT_BEGAN, // a step
    AT_RUN_EVENT_ENDED, // a step, or the run
};

struct at_run_record;

// Texts are borrowed; empty ones are left out of the JSON.
struct at_run_event {
    int64_t index;   // set when it is recorded
    int64_t time_ms; // since 1970
    enum at_run_event_kind kind;
    int step; // counted from 1; 0: none
    struct at_str tool;
    struct at_str args;   // JSON text, secrets as placeholders
    struct at_str result; // masked; the screen's text is not in it
    struct at_str prefix; // "OK", "TAPPED" …
    struct at_str path;   // a screenshot, below the run's folder
    struct at_str video;  // a piece of video, likewise
    struct at_str message;
    int64_t began_ms;            // video, since 1970; 0: not known
    int64_t duration_ms;         // -1: none
    bool replayed;               // done without a model
    struct at_agent_touch touch; // except for its element
    struct at_str element;       // the touched one
    struct at_str before;        // the picture before the call
    struct at_str call_path;     // the file of a call of the model
    struct at_str screen;        // title
    struct at_str model;
    struct at_str proof; // set when a step has ended
    // The facts behind a result or a verdict, borrowed; NULL: none.
    const struct at_testimony *testimony;
    const struct at_verdict_step *judged;
    // The same of an event that was read or masked: agent/proof/finding.h.
    const json_t *finding;
    struct at_str outcome; // outcome word of a flow command: "WARNED", …
    struct at_str phase; // "setup", "teardown"; empty for the scenario's steps
    bool refused;        // a guard refused the call
    bool thought;        // the words are a thought of the model
    bool failed;         // the model's call failed
    int64_t http_status; // if failed
    bool has_usage;
    struct at_model_usage usage;
    enum at_run_event_state state;
    enum at_verdict verdict;            // a step that has ended
    const struct at_run_record *record; // AT_RUN_STATE; NULL: not known
    json_t *json; // owned: the texts and other members of a read event
};

extern const char *const at_run_event_names[AT_RUN_EVENT_KINDS];

// {"index","timestamp","type","toolName","args","result","resultPrefix",
// "screenshotPath","message","step","durationMs","replayed",…}: the contract's
// names first; "videoPath" and "videoBeganAt" of a video. Owned by the caller.
json_t *at_run_event_json(const struct at_run_event *event);
void at_run_event_write(const struct at_run_event *event, struct at_buf *out);
// Read what at_run_event_write() has written; members without a reader here
// are kept for the next writer. AT_EPROTO: it is not an event. Call
// at_run_event_deinit() either way.
AT_CHECKED bool at_run_event_read(struct at_str text, struct at_run_event *out,
                                  struct at_err *err);
void at_run_event_deinit(struct at_run_event *event);
// The attempt that a read state tells of; 0: none.
int64_t at_run_event_attempt(const struct at_run_event *event);

enum { AT_RUN_EVENT_TEXTS = 12 };

// An event without secrets in those texts that a screen or a model may have
// written, and the room for its texts.
struct at_run_event_masked {
    struct at_run_event event;
    struct at_buf texts[AT_RUN_EVENT_TEXTS];
    json_t *finding; // owned
};

// Mask an event and cut each text to max bytes.
void at_run_event_mask(const struct at_run_event *event,
                       const struct at_secrets *secrets, size_t max,
                       struct at_run_event_masked *out);
void at_run_event_masked_deinit(struct at_run_event_masked *masked);
// Cut the texts to max bytes, and leave out what only JSON shows.
void at_run_event_cut(struct at_run_event *event, size_t max);

// The line of log.txt: "[HH:mm:ss.SSS] Tool called: tool X, args {…} -> …".
void at_run_event_line(const struct at_run_event *event, struct at_buf *out);

#endif
