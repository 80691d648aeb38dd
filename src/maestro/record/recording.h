// recording.h: the flow that a recording becomes; pure
#ifndef AT_MAESTRO_RECORD_RECORDING_H
#define AT_MAESTRO_RECORD_RECORDING_H

#include "base/buf.h"
#include "base/err.h"
#include "maestro/flow.h"
#include "maestro/workspace.h"

enum {
    AT_MAESTRO_RECORDED_MAX = 2000, // commands
    AT_MAESTRO_SECRETS_MAX = 32,
};

// A secret text that was typed: ${NAME} in the flow. Owned by its recording.
struct at_maestro_secret {
    struct at_str name;
    struct at_str value;
    struct at_str literal; // as typed texts have it
    struct at_str pattern; // as selectors have it
    bool is_given;         // named before it was typed
};

struct at_maestro_recording {
    struct at_maestro_workspace ws; // owned; holds all texts
    struct at_str app_id;           // empty: that of the first step
    struct at_maestro_command rows[AT_MAESTRO_RECORDED_MAX];
    bool is_proposed[AT_MAESTRO_RECORDED_MAX]; // assertions of ours
    size_t count;
    size_t steps; // what programs did; a step may be several commands
    struct at_maestro_secret secrets[AT_MAESTRO_SECRETS_MAX];
    size_t secret_count;
};

// The commands of one line, without a secret that is known by now.
struct at_maestro_heard {
    struct at_str program;
    struct at_str commands; // as they stand in the flow
    struct at_str missing;  // why something is not in it; empty: all is
};

// app_id may be NULL. The caller frees it.
struct at_maestro_recording *at_maestro_recording_new(const char *app_id);
void at_maestro_recording_free(struct at_maestro_recording *recording);

// Name a secret before it is typed: "NAME=value". AT_EUSAGE if that is not a
// variable.
AT_CHECKED bool at_maestro_recording_give(
    struct at_maestro_recording *recording, const char *word,
    struct at_err *err);

// Return true if the flow needs the secret as a variable.
bool at_maestro_recording_needs(const struct at_maestro_recording *recording,
                                const struct at_maestro_secret *secret);

// Begin with launchApp, as the recorder has done itself.
void at_maestro_recording_launch(struct at_maestro_recording *recording,
                                 bool clear_state);

// Take a line of a program (maestro/record/line.h). *out is valid as long as
// the recording.
AT_CHECKED bool at_maestro_recording_hear(
    struct at_maestro_recording *recording, struct at_str line,
    struct at_maestro_heard *out, struct at_err *err);

// Take out the proposed assertion in that line of the file; false if there is
// none.
bool at_maestro_recording_drop(struct at_maestro_recording *recording,
                               const struct at_maestro_flow *file,
                               uint32_t line);

// Append the flow file. No secret stands in it: where an element's text has
// one, its pattern has .* instead, and an assertion about it is left out.
AT_CHECKED bool at_maestro_recording_write(
    struct at_maestro_recording *recording, struct at_buf *out,
    struct at_err *err);

#endif
