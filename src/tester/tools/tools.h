// tools.h: the handlers of the agent's tools, a file for each small family
#ifndef AT_TESTER_TOOLS_TOOLS_H
#define AT_TESTER_TOOLS_TOOLS_H

#include "tester/tools/runner_priv.h"

// app.c
at_tool_runner_tool at_tool_start_scenario;
at_tool_runner_tool at_tool_launch_app;
at_tool_runner_tool at_tool_close_app;
at_tool_runner_tool at_tool_restart_app;
// look.c
at_tool_runner_tool at_tool_find_by_text;
at_tool_runner_tool at_tool_screen_dump;
at_tool_runner_tool at_tool_perceive_screen;
at_tool_runner_tool at_tool_screen_size;
// wait.c
at_tool_runner_tool at_tool_wait;
at_tool_runner_tool at_tool_wait_for;
// tap.c
at_tool_runner_tool at_tool_tap;
at_tool_runner_tool at_tool_tap_coordinates;
// input_text.c
at_tool_runner_tool at_tool_input_text;
// keys.c
at_tool_runner_tool at_tool_go_back;
at_tool_runner_tool at_tool_hide_keyboard;
// swipe.c
at_tool_runner_tool at_tool_swipe_up;
at_tool_runner_tool at_tool_swipe_down;
at_tool_runner_tool at_tool_scroll_vertically;
at_tool_runner_tool at_tool_scroll_horizontally;
// scroll_to.c
at_tool_runner_tool at_tool_scroll_to;
// verify.c
at_tool_runner_tool at_tool_verify_visible;
at_tool_runner_tool at_tool_verify_not_visible;
// verify_claim.c
at_tool_runner_tool at_tool_verify_state;
at_tool_runner_tool at_tool_verify_near;
at_tool_runner_tool at_tool_verify_count;
at_tool_runner_tool at_tool_verify_sum;
at_tool_runner_tool at_tool_bind_expectation;
// picture.c
at_tool_runner_tool at_tool_screenshot;
// recording.c
at_tool_runner_tool at_tool_start_recording;
at_tool_runner_tool at_tool_stop_recording;
// report.c
at_tool_runner_tool at_tool_step_done;
// looking.c
at_tool_runner_tool at_tool_assert_by_looking;

// Press back once, where the device has such a key.
AT_CHECKED bool at_tool_press_back(struct at_tool_runner_call *call,
                                   struct at_flow_trace *out_trace,
                                   struct at_err *err);
bool at_tool_has_back(const struct at_tool_runner_call *call);

#endif
