// flow_run.h: run a flow's JSON on a fake device and look at its trace
#ifndef AT_TESTS_UNIT_FLOW_FLOW_RUN_H
#define AT_TESTS_UNIT_FLOW_FLOW_RUN_H

#include <jansson.h>

#include "flow/app/app.h"
#include "flow/flow.h"
#include "tests/unit/device/fake_device.h"

struct flow_run {
    struct fake_device fake;
    struct at_app *app;
    struct at_op op;
    json_t *trace; // owned trace of the last flow_go()
    char *dump;    // trace as text, owned
    bool ok;
    struct at_err err;
    int dumps;    // dumps of the last flow_go()
    bool focused; // each step's target is the focused field
};

// The app is "com.ex". The client has seen no tree, the app has none.
void flow_init(struct flow_run *run, const struct fake_frame *frames,
               size_t count);
void flow_deinit(struct flow_run *run);
// Give the client a tree of the present screen, and so refs; reads once.
void flow_see(struct flow_run *run);
// steps is a JSON array with ' for ".
void flow_go(struct flow_run *run, const char *steps);
void flow_go_with(struct flow_run *run, const char *steps,
                  const struct at_flow_opts *opts);

const json_t *flow_step(const struct flow_run *run, size_t index);
// A text of a step's result, "" where it has none.
const char *flow_text(const struct flow_run *run, size_t index,
                      const char *name);

#endif
