#include "cli/commands.h"

const struct at_command *const at_commands[] = {
    &at_command_doctor,
    &at_command_session_show,
    &at_command_session_set,
    &at_command_session_unset,
    &at_command_session_reset,
    &at_command_device_list,
    &at_command_device_boot,
    &at_command_device_shutdown,
    &at_command_device_erase,
    &at_command_device_screenshot,
    &at_command_device_info,
    &at_command_device_network,
    &at_command_app_build_ios,
    &at_command_app_install,
    &at_command_app_uninstall,
    &at_command_app_launch,
    &at_command_app_terminate,
    &at_command_app_id,
    &at_command_app_db,
    &at_command_app_prefs,
    &at_command_app_logs,
    &at_command_ui_snapshot,
    &at_command_ui_tap,
    &at_command_ui_long_press,
    &at_command_ui_double_tap,
    &at_command_ui_fill,
    &at_command_ui_type,
    &at_command_ui_clear,
    &at_command_ui_press,
    &at_command_ui_swipe,
    &at_command_ui_drag,
    &at_command_ui_pinch,
    &at_command_ui_set,
    &at_command_ui_scroll,
    &at_command_ui_scroll_to,
    &at_command_ui_wait,
    &at_command_ui_assert_visible,
    &at_command_ui_assert_not_visible,
    &at_command_ui_find,
    &at_command_flow_run,
    &at_command_test,
    &at_command_gc,
    &at_command_logs_tail,
    &at_command_repl,
    &at_command_live_start,
    &at_command_live_status,
    &at_command_live_stop,
    &at_command_completion,
    &at_command_help,
    NULL,
};

const struct at_command *
at_command_find(struct at_str name)
{
    for (const struct at_command *const *row = at_commands; *row; row++) {
        if (at_str_is(name, (*row)->name))
            return *row;
    }
    return NULL;
}

bool
at_command_is_group(struct at_str word)
{
    for (const struct at_command *const *row = at_commands; *row; row++) {
        struct at_str name = at_str((*row)->name);
        if (name.len > word.len && at_str_starts(name, word) &&
            name.ptr[word.len] == ' ')
            return true;
    }
    return false;
}
