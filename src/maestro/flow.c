#include "maestro/flow.h"

#include <string.h>

const char *const at_maestro_kind_names[AT_MAESTRO_KINDS] = {
    [AT_MAESTRO_ADD_MEDIA] = "addMedia",
    [AT_MAESTRO_ASSERT_CONDITION] = "assertCondition",
    [AT_MAESTRO_ASSERT_DARK_MODE] = "assertDarkMode",
    [AT_MAESTRO_ASSERT_LIGHT_MODE] = "assertLightMode",
    [AT_MAESTRO_ASSERT_NO_DEFECTS_WITH_AI] = "assertNoDefectsWithAI",
    [AT_MAESTRO_ASSERT_SCREENSHOT] = "assertScreenshot",
    [AT_MAESTRO_ASSERT_WITH_AI] = "assertWithAI",
    [AT_MAESTRO_BACK] = "back",
    [AT_MAESTRO_CLEAR_KEYCHAIN] = "clearKeychain",
    [AT_MAESTRO_CLEAR_STATE] = "clearState",
    [AT_MAESTRO_COPY_TEXT_FROM] = "copyTextFrom",
    [AT_MAESTRO_DOUBLE_TAP_ON] = "doubleTapOn",
    [AT_MAESTRO_DRAG] = "drag",
    [AT_MAESTRO_ERASE_TEXT] = "eraseText",
    [AT_MAESTRO_EVAL_SCRIPT] = "evalScript",
    [AT_MAESTRO_EXTRACT_TEXT_WITH_AI] = "extractTextWithAI",
    [AT_MAESTRO_HIDE_KEYBOARD] = "hideKeyboard",
    [AT_MAESTRO_INPUT_RANDOM] = "inputRandom",
    [AT_MAESTRO_INPUT_TEXT] = "inputText",
    [AT_MAESTRO_KILL_APP] = "killApp",
    [AT_MAESTRO_LAUNCH_APP] = "launchApp",
    [AT_MAESTRO_LONG_PRESS_ON] = "longPressOn",
    [AT_MAESTRO_OPEN_LINK] = "openLink",
    [AT_MAESTRO_PASTE_TEXT] = "pasteText",
    [AT_MAESTRO_PRESS_KEY] = "pressKey",
    [AT_MAESTRO_REPEAT] = "repeat",
    [AT_MAESTRO_RETRY] = "retry",
    [AT_MAESTRO_RUN_FLOW] = "runFlow",
    [AT_MAESTRO_RUN_SCRIPT] = "runScript",
    [AT_MAESTRO_SCROLL] = "scroll",
    [AT_MAESTRO_SCROLL_UNTIL_VISIBLE] = "scrollUntilVisible",
    [AT_MAESTRO_SET_AIRPLANE_MODE] = "setAirplaneMode",
    [AT_MAESTRO_SET_CLIPBOARD] = "setClipboard",
    [AT_MAESTRO_SET_DARK_MODE] = "setDarkMode",
    [AT_MAESTRO_SET_LOCATION] = "setLocation",
    [AT_MAESTRO_SET_ORIENTATION] = "setOrientation",
    [AT_MAESTRO_SET_PERMISSIONS] = "setPermissions",
    [AT_MAESTRO_START_RECORDING] = "startRecording",
    [AT_MAESTRO_STOP_APP] = "stopApp",
    [AT_MAESTRO_STOP_RECORDING] = "stopRecording",
    [AT_MAESTRO_SWIPE] = "swipe",
    [AT_MAESTRO_TAKE_SCREENSHOT] = "takeScreenshot",
    [AT_MAESTRO_TAP_ON] = "tapOn",
    [AT_MAESTRO_TOGGLE_AIRPLANE_MODE] = "toggleAirplaneMode",
    [AT_MAESTRO_TOGGLE_DARK_MODE] = "toggleDarkMode",
    [AT_MAESTRO_TRAVEL] = "travel",
    [AT_MAESTRO_WAIT_FOR_ANIMATION_TO_END] = "waitForAnimationToEnd",
    [AT_MAESTRO_ASSERT_DATABASE] = "assertDatabase",
    [AT_MAESTRO_ASSERT_LOG] = "assertLog",
    [AT_MAESTRO_ASSERT_NO_CRASH] = "assertNoCrash",
    [AT_MAESTRO_ASSERT_PREFS] = "assertPrefs",
    [AT_MAESTRO_ASSERT_REQUEST] = "assertRequest",
    [AT_MAESTRO_INSTALL_APP] = "installApp",
    [AT_MAESTRO_NETWORK] = "network",
    [AT_MAESTRO_RESTORE_STATE] = "restoreState",
    [AT_MAESTRO_SNAPSHOT_STATE] = "snapshotState",
    [AT_MAESTRO_WAIT_FOR_IDLE] = "waitForIdle",
};

bool
at_maestro_is_log_level(struct at_str text)
{
    return text.len == 1 && memchr("VDIWEF", text.ptr[0], 6);
}

struct at_str
at_maestro_part_find(const struct at_maestro_part *parts, size_t count,
                     int64_t *line, int64_t *column)
{
    for (size_t i = count; i > 0; i--) {
        const struct at_maestro_part *part = &parts[i - 1];
        if (*line < part->line)
            continue;
        if (*line == part->line && *column > part->indent)
            *column -= part->indent;
        *line -= part->line - 1;
        return part->path;
    }
    return (struct at_str){0};
}
