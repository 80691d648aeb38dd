// commands.h: all commands, in the order of the help
#ifndef AT_CLI_COMMANDS_H
#define AT_CLI_COMMANDS_H

#include <stddef.h>

#include "base/str.h"
#include "commandline/command.h"

extern const struct at_command *const at_commands[]; // up to NULL

// Find a command by its whole name, "ui tap"; NULL.
const struct at_command *at_command_find(struct at_str name);
// Is this the first word of a name with two ("ui")?
bool at_command_is_group(struct at_str word);

// Print the session in data; for the session commands.
void at_session_print(const json_t *data, struct at_buf *out);

extern const struct at_command at_command_app_build_ios;
extern const struct at_command at_command_app_db;
extern const struct at_command at_command_app_id;
extern const struct at_command at_command_app_install;
extern const struct at_command at_command_app_launch;
extern const struct at_command at_command_app_logs;
extern const struct at_command at_command_app_prefs;
extern const struct at_command at_command_app_terminate;
extern const struct at_command at_command_app_uninstall;
extern const struct at_command at_command_completion;
extern const struct at_command at_command_device_boot;
extern const struct at_command at_command_device_erase;
extern const struct at_command at_command_device_info;
extern const struct at_command at_command_device_list;
extern const struct at_command at_command_device_network;
extern const struct at_command at_command_device_screenshot;
extern const struct at_command at_command_device_shutdown;
extern const struct at_command at_command_doctor;
extern const struct at_command at_command_flow_run;
extern const struct at_command at_command_gc;
extern const struct at_command at_command_help;
extern const struct at_command at_command_live_start;
extern const struct at_command at_command_live_status;
extern const struct at_command at_command_live_stop;
extern const struct at_command at_command_logs_tail;
extern const struct at_command at_command_repl;
extern const struct at_command at_command_session_reset;
extern const struct at_command at_command_session_set;
extern const struct at_command at_command_session_show;
extern const struct at_command at_command_session_unset;
extern const struct at_command at_command_test;
extern const struct at_command at_command_ui_assert_not_visible;
extern const struct at_command at_command_ui_assert_visible;
extern const struct at_command at_command_ui_clear;
extern const struct at_command at_command_ui_double_tap;
extern const struct at_command at_command_ui_drag;
extern const struct at_command at_command_ui_fill;
extern const struct at_command at_command_ui_find;
extern const struct at_command at_command_ui_long_press;
extern const struct at_command at_command_ui_pinch;
extern const struct at_command at_command_ui_press;
extern const struct at_command at_command_ui_scroll;
extern const struct at_command at_command_ui_scroll_to;
extern const struct at_command at_command_ui_set;
extern const struct at_command at_command_ui_snapshot;
extern const struct at_command at_command_ui_swipe;
extern const struct at_command at_command_ui_tap;
extern const struct at_command at_command_ui_type;
extern const struct at_command at_command_ui_wait;

#endif
