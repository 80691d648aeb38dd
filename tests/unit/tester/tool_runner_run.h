// tool_runner_run.h: call tools of the agent on a fake device, by rows
#ifndef AT_TESTS_UNIT_TESTER_TOOL_RUNNER_RUN_H
#define AT_TESTS_UNIT_TESTER_TOOL_RUNNER_RUN_H

#include "tester/tools/runner.h"
#include "tests/unit/device/fake_device.h"

struct hands_run {
    struct fake_device fake;
    struct at_scenario scenario;
    struct at_tester_config config;
    struct at_secrets *secrets;
    struct at_tool_runner *runner;
    struct at_op op;
    struct at_agent_tool_result result; // result of the last call
    struct at_recipe recipe;            // recording of all calls
    struct at_buf guarded;              // replies, "; " between
    struct at_buf saved;                // the same of pictures and videos
    char folder[32];                    // the run's folder; removed at the end
    struct at_err err;
    bool ok;
};

// The app under test is "com.ex"; the scenario has the secret {{pin}}, which is
// "sesame", and allows nothing.
void hands_init(struct hands_run *run, const struct fake_frame *frames,
                size_t count);
// The same with a scenario that has no secrets.
void hands_init_open(struct hands_run *run, const struct fake_frame *frames,
                     size_t count);
void hands_deinit(struct hands_run *run);
// args is a JSON object with ' for ".
void hands_call(struct hands_run *run, enum at_agent_tool tool,
                const char *args);
const char *hands_text(const struct hands_run *run);
const char *hands_screen(const struct hands_run *run);

#endif
