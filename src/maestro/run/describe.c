#include "maestro/run/describe.h"

#include <inttypes.h>

#include "maestro/lookup/find.h"
#include "maestro/run/fact_words.h"
static const char *const directions[] = {
    [AT_MAESTRO_NO_DIRECTION] = "", [AT_MAESTRO_UP] = "UP",
    [AT_MAESTRO_DOWN] = "DOWN",     [AT_MAESTRO_LEFT] = "LEFT",
    [AT_MAESTRO_RIGHT] = "RIGHT",
};

static void
conjunction(struct at_buf *out, size_t start)
{
    if (out->len > start)
        at_buf_add_text(out, " and ");
}

void
at_maestro_describe_condition(const struct at_maestro_condition *condition,
                              struct at_buf *out)
{
    size_t start = out->len;
    if (condition->platform.ptr) {
        at_buf_add_text(out, "Platform is ");
        for (size_t i = 0; i < condition->platform.len; i++) {
            char c = condition->platform.ptr[i];
            at_buf_add_char(out, c >= 'a' && c <= 'z' ? (char)(c - 32) : c);
        }
    }
    if (condition->visible) {
        conjunction(out, start);
        at_maestro_selector_write(condition->visible, out);
        at_buf_add_text(out, " is visible");
    }
    if (condition->not_visible) {
        conjunction(out, start);
        at_maestro_selector_write(condition->not_visible, out);
        at_buf_add_text(out, " is not visible");
    }
    if (condition->is_true.ptr) {
        conjunction(out, start);
        at_buf_add_fmt(out, "%.*s is true", AT_STR_ARG(condition->is_true));
    }
    if (out->len == start)
        at_buf_add_text(out, "true");
}

static bool
has_condition(const struct at_maestro_condition *condition)
{
    return condition->platform.ptr || condition->is_true.ptr ||
           condition->visible || condition->not_visible;
}

static int64_t
whole_number(struct at_str text, int64_t absent)
{
    int64_t number;
    return at_str_to_i64(text, INT32_MIN, INT32_MAX, &number) ? number : absent;
}

// "Tap", "Double tap", "Long press", "Tap x3"
static void
add_touch(const struct at_maestro_command *command, struct at_buf *out)
{
    int64_t times = command->taps;
    if (command->kind == AT_MAESTRO_LONG_PRESS_ON)
        at_buf_add_text(out, "Long press");
    else if (command->kind == AT_MAESTRO_DOUBLE_TAP_ON || times == 2)
        at_buf_add_text(out, "Double tap");
    else if (times > 2)
        at_buf_add_fmt(out, "Tap x%" PRId64, times);
    else
        at_buf_add_text(out, "Tap");
    at_buf_add_text(out, " on ");
    if (!command->selector) {
        at_buf_add_fmt(out, "point (%.*s)", AT_STR_ARG(command->point));
        return;
    }
    at_buf_add_text(out, command->optional ? "(Optional) " : "");
    at_maestro_selector_write(command->selector, out);
    if (command->point.ptr)
        at_buf_add_fmt(out, " at %.*s", AT_STR_ARG(command->point));
}

static void
add_assertion(const struct at_maestro_command *command, struct at_buf *out)
{
    at_buf_add_fmt(out, "Assert that %s",
                   command->optional ? "(Optional) " : "");
    at_maestro_describe_condition(&command->condition, out);
}

static void
add_swipe(const struct at_maestro_command *command, struct at_buf *out)
{
    const char *direction = directions[command->direction];
    if (command->selector) {
        at_buf_add_fmt(out, "Swiping in %s direction on ", direction);
        at_maestro_selector_write(command->selector, out);
    } else if (command->direction != AT_MAESTRO_NO_DIRECTION) {
        at_buf_add_fmt(out, "Swiping in %s direction in %" PRId64 " ms",
                       direction, command->duration_ms);
    } else {
        at_buf_add_fmt(out, "Swipe from (%.*s) to (%.*s) in %" PRId64 " ms",
                       AT_STR_ARG(command->start), AT_STR_ARG(command->end),
                       command->duration_ms);
    }
}

static void
add_from(const struct at_maestro_command *command, struct at_buf *out)
{
    if (!command->from)
        return;
    at_buf_add_text(out, " in ");
    at_maestro_selector_write(command->from, out);
}

static void
add_scroll(const struct at_maestro_command *command, struct at_buf *out)
{
    at_buf_add_text(out, "Scroll vertically");
    add_from(command, out);
}

static void
add_end(const struct at_maestro_selector *selector, struct at_str point,
        struct at_buf *out)
{
    if (!selector) {
        at_buf_add_fmt(out, "point (%.*s)", AT_STR_ARG(point));
        return;
    }
    at_maestro_selector_write(selector, out);
    if (point.ptr)
        at_buf_add_fmt(out, " at %.*s", AT_STR_ARG(point));
}

static void
add_drag(const struct at_maestro_command *command, struct at_buf *out)
{
    at_buf_add_text(out, "Drag ");
    add_end(command->from, command->point, out);
    at_buf_add_text(out, " to ");
    add_end(command->to, command->to_point, out);
}

static void
add_scroll_until(const struct at_maestro_command *command, struct at_buf *out)
{
    at_buf_add_fmt(out, "Scrolling %s", directions[command->direction]);
    add_from(command, out);
    at_buf_add_text(out, " until ");
    at_maestro_selector_write(command->selector, out);
    at_buf_add_fmt(out,
                   " is visible with speed %.*s, visibility percentage "
                   "%.*s%%, timeout %.*s ms, ",
                   AT_STR_ARG(command->speed),
                   AT_STR_ARG(command->visibility_percentage),
                   AT_STR_ARG(command->timeout_ms));
    if (command->settle_ms >= 0)
        at_buf_add_fmt(out, "wait to settle %" PRId64 " ms, ",
                       command->settle_ms);
    at_buf_add_fmt(out, "with centering %s",
                   command->center_element ? "enabled" : "disabled");
}

static void
add_launch(const struct at_maestro_command *command, struct at_buf *out)
{
    at_buf_add_fmt(out, "Launch app \"%.*s\"%s%s%s",
                   AT_STR_ARG(command->app_id),
                   command->clear_state ? " with clear state" : "",
                   command->clear_keychain ? " and clear keychain" : "",
                   command->stop_app ? "" : " without stopping app");
    if (command->arguments.count == 0)
        return;
    at_buf_add_text(out, " (launch arguments: {");
    for (size_t i = 0; i < command->arguments.count; i++)
        at_buf_add_fmt(out, "%s%.*s=%.*s", i > 0 ? ", " : "",
                       AT_STR_ARG(command->arguments.rows[i].name),
                       AT_STR_ARG(command->arguments.rows[i].value));
    at_buf_add_text(out, "})");
}

static void
add_when(const struct at_maestro_command *command, struct at_buf *out)
{
    if (!has_condition(&command->condition))
        return;
    at_buf_add_text(out, " when ");
    at_maestro_describe_condition(&command->condition, out);
}

static void
add_repeat(const struct at_maestro_command *command, struct at_buf *out)
{
    int64_t times = whole_number(command->times, 1);
    if (has_condition(&command->condition)) {
        at_buf_add_text(out, "Repeat while ");
        at_maestro_describe_condition(&command->condition, out);
        if (times > 1)
            at_buf_add_fmt(out, " (up to %" PRId64 " times)", times);
    } else if (times > 1) {
        at_buf_add_fmt(out, "Repeat %" PRId64 " times", times);
    } else {
        at_buf_add_text(out, "Repeat indefinitely");
    }
}

static void
add_nested(const struct at_maestro_command *command, struct at_buf *out)
{
    struct at_str file = command->body.file;
    if (command->kind == AT_MAESTRO_RUN_FLOW) {
        at_buf_add_fmt(out, "Run %.*s",
                       AT_STR_ARG(file.ptr ? file : AT_STR("flow")));
        if (command->device.ptr)
            at_buf_add_fmt(out, " on %.*s", AT_STR_ARG(command->device));
        add_when(command, out);
        return;
    }
    at_buf_add_fmt(out, "Retry%s%.*s %" PRId64 " times", file.ptr ? " " : "",
                   AT_STR_ARG(file), whole_number(command->max_retries, 1));
}

static void
add_link(const struct at_maestro_command *command, struct at_buf *out)
{
    at_buf_add_fmt(out, "Open %.*s%s%s", AT_STR_ARG(command->text),
                   command->auto_verify ? " with auto verification" : "",
                   command->browser ? " in browser" : "");
}

enum { ERASE = 50 }; // characters, by default

static void
add_erase(const struct at_maestro_command *command, struct at_buf *out)
{
    if (command->count == AT_MAESTRO_ALL)
        at_buf_add_text(out, "Erase all text");
    else if (command->count == ERASE)
        at_buf_add_text(out, "Erase text");
    else
        at_buf_add_fmt(out, "Erase %" PRId64 " characters", command->count);
}

static void
add_copy(const struct at_maestro_command *command, struct at_buf *out)
{
    at_buf_add_text(out, "Copy text from element with ");
    at_maestro_selector_write(command->selector, out);
}

static void
add_script(const struct at_maestro_command *command, struct at_buf *out)
{
    at_buf_add_fmt(out, "Run %.*s", AT_STR_ARG(command->body.file));
    add_when(command, out);
}

static void
add_location(const struct at_maestro_command *command, struct at_buf *out)
{
    at_buf_add_fmt(out, "Set location (%.*s, %.*s)",
                   AT_STR_ARG(command->latitude),
                   AT_STR_ARG(command->longitude));
}

static void
add_travel(const struct at_maestro_command *command, struct at_buf *out)
{
    at_buf_add_text(out, "Travel path ");
    for (size_t i = 0; i < command->points.count; i++)
        at_buf_add_fmt(out, "%s(%.*s)", i > 0 ? ", " : "",
                       AT_STR_ARG(command->points.rows[i]));
}

static void
add_random(const struct at_maestro_command *command, struct at_buf *out)
{
    static const char *const names[] = {
        [AT_MAESTRO_RANDOM_TEXT] = "TEXT",
        [AT_MAESTRO_RANDOM_NUMBER] = "NUMBER",
        [AT_MAESTRO_RANDOM_EMAIL] = "TEXT_EMAIL_ADDRESS",
        [AT_MAESTRO_RANDOM_PERSON_NAME] = "TEXT_PERSON_NAME",
        [AT_MAESTRO_RANDOM_CITY_NAME] = "TEXT_CITY_NAME",
        [AT_MAESTRO_RANDOM_COUNTRY_NAME] = "TEXT_COUNTRY_NAME",
        [AT_MAESTRO_RANDOM_COLOR_NAME] = "TEXT_COLOR",
    };
    at_buf_add_fmt(out, "Input text random %s", names[command->random]);
}

static void
add_media(const struct at_maestro_command *command, struct at_buf *out)
{
    at_buf_add_fmt(out, "Adding media files(%zu) to the device",
                   command->files.count);
}

static void
add_switch(const struct at_maestro_command *command, struct at_buf *out)
{
    at_buf_add_fmt(out, "%s %s", command->enable ? "Enable" : "Disable",
                   command->kind == AT_MAESTRO_SET_DARK_MODE ? "dark mode"
                                                             : "airplane mode");
}

static void
add_fact(const struct at_maestro_command *command, struct at_buf *out)
{
    at_buf_add_fmt(out, "Assert that %s",
                   command->optional ? "(Optional) " : "");
    at_maestro_fact_write(command, out);
}

static void
add_install(const struct at_maestro_command *command, struct at_buf *out)
{
    at_buf_add_fmt(out, "Install app %.*s%s", AT_STR_ARG(command->path),
                   command->keep_data ? "" : " without its data");
}

static void
add_network(const struct at_maestro_command *command, struct at_buf *out)
{
    const struct at_maestro_network *network = &command->network;
    at_buf_add_text(out, "Set network");
    if (network->preset.ptr)
        at_buf_add_fmt(out, " %.*s", AT_STR_ARG(network->preset));
    if (network->speed.ptr)
        at_buf_add_fmt(out, " speed %.*s", AT_STR_ARG(network->speed));
    if (network->delay.ptr)
        at_buf_add_fmt(out, " delay %.*s", AT_STR_ARG(network->delay));
    if (network->wifi != AT_MAESTRO_UNSET)
        at_buf_add_fmt(out, " WiFi %s",
                       network->wifi == AT_MAESTRO_TRUE ? "on" : "off");
}

// A kind's words: all of them, those before and after one of its texts, or a
// function.
enum text_of { NO_TEXT, ITS_TEXT, ITS_PATH, ITS_APP };

static const struct {
    const char *before;
    enum text_of text;
    const char *after;
    void (*write)(const struct at_maestro_command *command, struct at_buf *out);
} rows[AT_MAESTRO_KINDS] = {
    [AT_MAESTRO_ADD_MEDIA] = {.write = add_media},
    [AT_MAESTRO_ASSERT_CONDITION] = {.write = add_assertion},
    [AT_MAESTRO_ASSERT_DARK_MODE] = {.before = "Assert dark mode"},
    [AT_MAESTRO_ASSERT_LIGHT_MODE] = {.before = "Assert light mode"},
    [AT_MAESTRO_ASSERT_NO_DEFECTS_WITH_AI] = {.before =
                                                  "Assert no defects with AI"},
    [AT_MAESTRO_ASSERT_SCREENSHOT] = {"Assert screenshot matches ", ITS_PATH,
                                      "", NULL},
    [AT_MAESTRO_ASSERT_WITH_AI] = {"Assert with AI: ", ITS_TEXT, "", NULL},
    [AT_MAESTRO_BACK] = {.before = "Press back"},
    [AT_MAESTRO_CLEAR_KEYCHAIN] = {.before = "Clear keychain"},
    [AT_MAESTRO_CLEAR_STATE] = {"Clear state of ", ITS_APP, "", NULL},
    [AT_MAESTRO_COPY_TEXT_FROM] = {.write = add_copy},
    [AT_MAESTRO_DOUBLE_TAP_ON] = {.write = add_touch},
    [AT_MAESTRO_DRAG] = {.write = add_drag},
    [AT_MAESTRO_ERASE_TEXT] = {.write = add_erase},
    [AT_MAESTRO_EVAL_SCRIPT] = {"Run ", ITS_TEXT, "", NULL},
    [AT_MAESTRO_EXTRACT_TEXT_WITH_AI] = {"Extract text with AI: ", ITS_TEXT, "",
                                         NULL},
    [AT_MAESTRO_HIDE_KEYBOARD] = {.before = "Hide Keyboard"},
    [AT_MAESTRO_INPUT_RANDOM] = {.write = add_random},
    [AT_MAESTRO_INPUT_TEXT] = {"Input text ", ITS_TEXT, "", NULL},
    [AT_MAESTRO_KILL_APP] = {"Kill ", ITS_APP, "", NULL},
    [AT_MAESTRO_LAUNCH_APP] = {.write = add_launch},
    [AT_MAESTRO_LONG_PRESS_ON] = {.write = add_touch},
    [AT_MAESTRO_OPEN_LINK] = {.write = add_link},
    [AT_MAESTRO_PASTE_TEXT] = {.before = "Paste text"},
    [AT_MAESTRO_PRESS_KEY] = {"Press ", ITS_TEXT, " key", NULL},
    [AT_MAESTRO_REPEAT] = {.write = add_repeat},
    [AT_MAESTRO_RETRY] = {.write = add_nested},
    [AT_MAESTRO_RUN_FLOW] = {.write = add_nested},
    [AT_MAESTRO_RUN_SCRIPT] = {.write = add_script},
    [AT_MAESTRO_SCROLL] = {.write = add_scroll},
    [AT_MAESTRO_SCROLL_UNTIL_VISIBLE] = {.write = add_scroll_until},
    [AT_MAESTRO_SET_AIRPLANE_MODE] = {.write = add_switch},
    [AT_MAESTRO_SET_CLIPBOARD] = {"Set Maestro clipboard to ", ITS_TEXT, "",
                                  NULL},
    [AT_MAESTRO_SET_DARK_MODE] = {.write = add_switch},
    [AT_MAESTRO_SET_LOCATION] = {.write = add_location},
    [AT_MAESTRO_SET_ORIENTATION] = {"Set orientation ", ITS_TEXT, "", NULL},
    [AT_MAESTRO_SET_PERMISSIONS] = {.before = "Set permissions"},
    [AT_MAESTRO_START_RECORDING] = {"Start recording ", ITS_PATH, "", NULL},
    [AT_MAESTRO_STOP_APP] = {"Stop ", ITS_APP, "", NULL},
    [AT_MAESTRO_STOP_RECORDING] = {.before = "Stop recording"},
    [AT_MAESTRO_SWIPE] = {.write = add_swipe},
    [AT_MAESTRO_TAKE_SCREENSHOT] = {"Take screenshot ", ITS_PATH, "", NULL},
    [AT_MAESTRO_TAP_ON] = {.write = add_touch},
    [AT_MAESTRO_TOGGLE_AIRPLANE_MODE] = {.before = "Toggle airplane mode"},
    [AT_MAESTRO_TOGGLE_DARK_MODE] = {.before = "Toggle dark mode"},
    [AT_MAESTRO_TRAVEL] = {.write = add_travel},
    [AT_MAESTRO_WAIT_FOR_ANIMATION_TO_END] = {.before =
                                                  "Wait for animation to end"},
    [AT_MAESTRO_ASSERT_DATABASE] = {.write = add_fact},
    [AT_MAESTRO_ASSERT_LOG] = {.write = add_fact},
    [AT_MAESTRO_ASSERT_NO_CRASH] = {.write = add_fact},
    [AT_MAESTRO_ASSERT_PREFS] = {.write = add_fact},
    [AT_MAESTRO_ASSERT_REQUEST] = {.write = add_fact},
    [AT_MAESTRO_INSTALL_APP] = {.write = add_install},
    [AT_MAESTRO_NETWORK] = {.write = add_network},
    [AT_MAESTRO_RESTORE_STATE] = {"Restore state ", ITS_TEXT, "", NULL},
    [AT_MAESTRO_SNAPSHOT_STATE] = {"Keep state ", ITS_TEXT, "", NULL},
    [AT_MAESTRO_WAIT_FOR_IDLE] = {.before = "Wait for idle"},
};

void
at_maestro_describe(const struct at_maestro_command *command,
                    struct at_buf *out)
{
    struct at_str texts[] = {
        [NO_TEXT] = {NULL, 0},
        [ITS_TEXT] = command->text,
        [ITS_PATH] = command->path,
        [ITS_APP] = command->app_id,
    };
    if (command->secret)
        texts[ITS_TEXT] = AT_STR("***");
    if (rows[command->kind].write) {
        rows[command->kind].write(command, out);
        return;
    }
    at_buf_add_text(out, rows[command->kind].before);
    at_buf_add_str(out, texts[rows[command->kind].text]);
    if (rows[command->kind].after)
        at_buf_add_text(out, rows[command->kind].after);
}
