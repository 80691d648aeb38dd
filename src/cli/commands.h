// commands.h: mobile-dev-agent as a program of rows
#ifndef AT_CLI_COMMANDS_H
#define AT_CLI_COMMANDS_H

#include "commandline/arguments.h"
#include "session/store.h"

enum { AT_CLI_WORDS_MAX = 64, AT_CLI_LOOK_MS = 15000 };

// The flags of its rows, behind those of every program.
enum {
    AT_CLI_RUN = 1 << 4,      // its run has a folder
    AT_CLI_LIVE = 1 << 5,     // runs in the live process if there is one
    AT_CLI_PLATFORM = 1 << 6, // takes --platform and --device
    AT_CLI_APP = 1 << 7,      // takes --app-id
    AT_CLI_TIMEOUT = 1 << 8,  // takes --timeout-ms
    // The same, for the time to look for an element: a reading of the screen
    // and the action have their own.
    AT_CLI_LOOKS = 1 << 9,
    AT_CLI_WAITS = 1 << 10, // or until something happens
    AT_CLI_SHOWS = 1 << 11, // acts, and takes --show
    // No other command acts on the device while it runs; implied by the one
    // above.
    AT_CLI_ALONE = 1 << 12,
    AT_CLI_NO_SESSION = 1 << 13,  // session.json is not read
    AT_CLI_OWN_OUTPUT = 1 << 14,  // prints by itself: repl
    AT_CLI_OWN_SIGNALS = 1 << 15, // handles Ctrl-C: repl

    // The screen of an app: to read it, and to act on it.
    AT_CLI_SCREEN = AT_CLI_RUN | AT_CLI_LIVE | AT_CLI_PLATFORM | AT_CLI_APP,
    AT_CLI_ACTION = AT_CLI_SCREEN | AT_CLI_LOOKS | AT_CLI_SHOWS,
};

extern const struct at_program at_mobile_dev_agent;

enum at_output_mode { AT_OUTPUT_TEXT, AT_OUTPUT_JSON, AT_OUTPUT_JSONL };

// Return the mode that --json or --jsonl chooses.
enum at_output_mode at_cli_mode(const struct at_arguments *args);
// Return the name of --session, or "default".
const char *at_cli_session(const struct at_arguments *args);

// For the session commands: change the stored session and show it; print the
// session in data.
AT_CHECKED bool at_session_change(struct at_invocation *invocation,
                                  at_store_change *change, void *user,
                                  struct at_err *err);
void at_session_print(const json_t *data, struct at_buf *out);

extern const struct at_command at_cli_app_build_ios;
extern const struct at_command at_cli_app_db;
extern const struct at_command at_cli_app_id;
extern const struct at_command at_cli_app_install;
extern const struct at_command at_cli_app_launch;
extern const struct at_command at_cli_app_logs;
extern const struct at_command at_cli_app_prefs;
extern const struct at_command at_cli_app_terminate;
extern const struct at_command at_cli_app_uninstall;
extern const struct at_command at_cli_completion;
extern const struct at_command at_cli_device_boot;
extern const struct at_command at_cli_device_erase;
extern const struct at_command at_cli_device_info;
extern const struct at_command at_cli_device_list;
extern const struct at_command at_cli_device_network;
extern const struct at_command at_cli_device_screenshot;
extern const struct at_command at_cli_device_shutdown;
extern const struct at_command at_cli_doctor;
extern const struct at_command at_cli_flow_check;
extern const struct at_command at_cli_flow_run;
extern const struct at_command at_cli_record;
extern const struct at_command at_cli_flow_schema;
extern const struct at_command at_cli_gc;
extern const struct at_command at_cli_help;
extern const struct at_command at_cli_live_start;
extern const struct at_command at_cli_live_status;
extern const struct at_command at_cli_live_stop;
extern const struct at_command at_cli_logs_tail;
extern const struct at_command at_cli_repl;
extern const struct at_command at_cli_report;
extern const struct at_command at_cli_session_reset;
extern const struct at_command at_cli_session_set;
extern const struct at_command at_cli_session_show;
extern const struct at_command at_cli_session_unset;
extern const struct at_command at_cli_setup;
extern const struct at_command at_cli_test;
extern const struct at_command at_cli_ui_assert_not_visible;
extern const struct at_command at_cli_ui_assert_visible;
extern const struct at_command at_cli_ui_clear;
extern const struct at_command at_cli_ui_double_tap;
extern const struct at_command at_cli_ui_drag;
extern const struct at_command at_cli_ui_fill;
extern const struct at_command at_cli_ui_find;
extern const struct at_command at_cli_ui_long_press;
extern const struct at_command at_cli_ui_pinch;
extern const struct at_command at_cli_ui_press;
extern const struct at_command at_cli_ui_scroll;
extern const struct at_command at_cli_ui_scroll_to;
extern const struct at_command at_cli_ui_set;
extern const struct at_command at_cli_ui_snapshot;
extern const struct at_command at_cli_ui_swipe;
extern const struct at_command at_cli_ui_tap;
extern const struct at_command at_cli_ui_type;
extern const struct at_command at_cli_ui_wait;

#endif
