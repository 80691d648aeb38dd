#include "maestro/run/kinds.h"

#include "maestro/run/apps.h"
#include "maestro/run/checks.h"
#include "maestro/run/drag.h"
#include "maestro/run/fact.h"
#include "maestro/run/install.h"
#include "maestro/run/links.h"
#include "maestro/run/nested.h"
#include "maestro/run/network.h"
#include "maestro/run/pictures.h"
#include "maestro/run/settings.h"
#include "maestro/run/shots.h"
#include "maestro/run/state.h"
#include "maestro/run/swipes.h"
#include "maestro/run/taps.h"
#include "maestro/run/typing.h"

static bool
nothing_to_do(struct at_maestro_call *call, struct at_err *err)
{
    (void)err;
    at_maestro_note(call, "there is nothing to do on this platform");
    return true;
}

static bool
needs_model(struct at_maestro_call *call, struct at_err *err)
{
    return at_fail(err, AT_EASSERT,
                   "%s needs a model, and none is set up for flows",
                   call->command->name);
}

const struct at_maestro_kind_row at_maestro_kinds[AT_MAESTRO_KINDS] = {
    [AT_MAESTRO_ADD_MEDIA] = {at_maestro_add_media, true, false},
    [AT_MAESTRO_ASSERT_CONDITION] = {at_maestro_assert, false, false},
    [AT_MAESTRO_ASSERT_DARK_MODE] = {at_maestro_assert_dark, false, false},
    [AT_MAESTRO_ASSERT_LIGHT_MODE] = {at_maestro_assert_light, false, false},
    [AT_MAESTRO_ASSERT_NO_DEFECTS_WITH_AI] = {needs_model, false, false},
    [AT_MAESTRO_ASSERT_SCREENSHOT] = {at_maestro_assert_screenshot, false,
                                      false},
    [AT_MAESTRO_ASSERT_WITH_AI] = {needs_model, false, false},
    [AT_MAESTRO_BACK] = {at_maestro_back, true, false},
    [AT_MAESTRO_CLEAR_KEYCHAIN] = {nothing_to_do, true, false},
    [AT_MAESTRO_CLEAR_STATE] = {at_maestro_clear, true, false},
    [AT_MAESTRO_COPY_TEXT_FROM] = {at_maestro_copy_text, false, false},
    [AT_MAESTRO_DOUBLE_TAP_ON] = {at_maestro_double_tap, true, false},
    [AT_MAESTRO_DRAG] = {at_maestro_drag, true, false},
    [AT_MAESTRO_ERASE_TEXT] = {at_maestro_erase_text, true, false},
    [AT_MAESTRO_EVAL_SCRIPT] = {at_maestro_eval_script, true, false},
    [AT_MAESTRO_EXTRACT_TEXT_WITH_AI] = {needs_model, false, false},
    [AT_MAESTRO_HIDE_KEYBOARD] = {at_maestro_hide_keyboard, true, false},
    [AT_MAESTRO_INPUT_RANDOM] = {at_maestro_input_random, true, false},
    [AT_MAESTRO_INPUT_TEXT] = {at_maestro_input_text, true, false},
    [AT_MAESTRO_KILL_APP] = {at_maestro_kill, true, false},
    [AT_MAESTRO_LAUNCH_APP] = {at_maestro_launch, true, false},
    [AT_MAESTRO_LONG_PRESS_ON] = {at_maestro_long_press, true, false},
    [AT_MAESTRO_OPEN_LINK] = {at_maestro_open_link, true, false},
    [AT_MAESTRO_PASTE_TEXT] = {at_maestro_paste_text, true, false},
    [AT_MAESTRO_PRESS_KEY] = {at_maestro_press_key, true, false},
    [AT_MAESTRO_REPEAT] = {at_maestro_repeat, false, true},
    [AT_MAESTRO_RETRY] = {at_maestro_retry, false, true},
    [AT_MAESTRO_RUN_FLOW] = {at_maestro_subflow, false, true},
    [AT_MAESTRO_RUN_SCRIPT] = {at_maestro_run_script, true, false},
    [AT_MAESTRO_SCROLL] = {at_maestro_scroll, true, false},
    [AT_MAESTRO_SCROLL_UNTIL_VISIBLE] = {at_maestro_scroll_until, true, false},
    [AT_MAESTRO_SET_AIRPLANE_MODE] = {at_maestro_set_airplane, true, false},
    [AT_MAESTRO_SET_CLIPBOARD] = {at_maestro_set_clipboard, false, false},
    [AT_MAESTRO_SET_DARK_MODE] = {at_maestro_set_dark, true, false},
    [AT_MAESTRO_SET_LOCATION] = {at_maestro_set_location, true, false},
    [AT_MAESTRO_SET_ORIENTATION] = {at_maestro_set_orientation, true, false},
    [AT_MAESTRO_SET_PERMISSIONS] = {at_maestro_set_permissions, false, false},
    [AT_MAESTRO_START_RECORDING] = {at_maestro_start_recording, false, false},
    [AT_MAESTRO_STOP_APP] = {at_maestro_stop, true, false},
    [AT_MAESTRO_STOP_RECORDING] = {at_maestro_stop_recording, false, false},
    [AT_MAESTRO_SWIPE] = {at_maestro_swipe, true, false},
    [AT_MAESTRO_TAKE_SCREENSHOT] = {at_maestro_screenshot, false, false},
    [AT_MAESTRO_TAP_ON] = {at_maestro_tap, true, false},
    [AT_MAESTRO_TOGGLE_AIRPLANE_MODE] = {at_maestro_toggle_airplane, true,
                                         false},
    [AT_MAESTRO_TOGGLE_DARK_MODE] = {at_maestro_toggle_dark, true, false},
    [AT_MAESTRO_TRAVEL] = {at_maestro_travel, true, false},
    [AT_MAESTRO_WAIT_FOR_ANIMATION_TO_END] = {at_maestro_wait_animation, true,
                                              false},
    [AT_MAESTRO_ASSERT_DATABASE] = {at_maestro_assert_database, false, false},
    [AT_MAESTRO_ASSERT_LOG] = {at_maestro_assert_log, false, false},
    [AT_MAESTRO_ASSERT_NO_CRASH] = {at_maestro_assert_no_crash, false, false},
    [AT_MAESTRO_ASSERT_PREFS] = {at_maestro_assert_prefs, false, false},
    [AT_MAESTRO_ASSERT_REQUEST] = {at_maestro_assert_request, false, false},
    [AT_MAESTRO_INSTALL_APP] = {at_maestro_install, true, false},
    [AT_MAESTRO_NETWORK] = {at_maestro_set_network, true, false},
    [AT_MAESTRO_RESTORE_STATE] = {at_maestro_restore_state, true, false},
    [AT_MAESTRO_SNAPSHOT_STATE] = {at_maestro_snapshot_state, true, false},
    [AT_MAESTRO_WAIT_FOR_IDLE] = {at_maestro_wait_idle, true, false},
};
