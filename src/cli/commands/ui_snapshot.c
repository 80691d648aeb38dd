// ui snapshot: list the screen's elements with refs, with a picture
#include "cli/commands.h"

#include <stdlib.h>

#include "base/limits.h"
#include "cli/fields.h"
#include "cli/new_snapshot.h"
#include "cli/picture.h"
#include "cli/ui_step.h"
#include "screen/kind.h"
#include "screen/label.h"
#include "screen/selector.h"
#include "sys/file.h"
#include "wire/json.h"

static const char PICTURE[] = "screenshot.png";

static bool
check_options(const struct at_arguments *args, struct at_err *err)
{
    if (at_arguments_have(args, "--with-screenshot") &&
        at_arguments_have(args, "--no-screenshot"))
        return at_fail(err, AT_EUSAGE,
                       "--with-screenshot or --no-screenshot, not both");
    return at_fields_check(args, at_fields_of_element, err);
}

static void
leave_path(struct at_invocation *invocation)
{
    struct at_err err = AT_ERR_INIT;
    char *path = at_command_run_artifact_path(invocation->run, PICTURE, &err);
    at_invocation_set_text(invocation, "screenshot", path);
    free(path);
}

// A failed screenshot is only a warning.
static void
take_screenshot(struct at_invocation *invocation, struct at_app *app)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    if (!at_device_screenshot(invocation->op, at_app_device(app), &png, &err) ||
        !at_command_run_write_artifact(invocation->run, "screenshot", PICTURE,
                                       "image/png", at_buf_str(&png), &err))
        at_command_run_warning(invocation->run, "no screenshot: %s", err.msg);
    else
        leave_path(invocation);
    at_picture_warn(invocation, at_buf_str(&png));
    at_buf_deinit(&png);
}

static bool
write_files(struct at_invocation *invocation, const json_t *snapshot,
            struct at_err *err)
{
    const char *out = at_arguments_option(invocation->args, "--out");
    struct at_buf text = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    bool ok = (at_json_write(snapshot, &text) && at_buf_add_char(&text, '\n'))
                  ? at_command_run_write_artifact(
                        invocation->run, "ui_snapshot", "ui_snapshot.json",
                        "application/json", at_buf_str(&text), err)
                  : at_fail(err, AT_ELIMIT,
                            "the snapshot is longer than %zu bytes", text.max);
    ok = ok && (!out || at_file_write(out, at_buf_str(&text), err));
    at_buf_deinit(&text);
    return ok;
}

static json_t *
ref_of(const struct at_element *element)
{
    struct at_buf ref = AT_BUF_INIT(AT_REF_NAME_MAX);
    at_buf_add_fmt(&ref, "@e%zu", element->number);
    json_t *json = at_json_text(at_buf_str(&ref));
    at_buf_deinit(&ref);
    return json;
}

// Find an element to advise a tap on: a button, else anything that takes input.
static const struct at_element *
first_to_tap(const struct at_elements *elements)
{
    const struct at_element *other = NULL;
    for (size_t i = 0; i < elements->count; i++) {
        const struct at_element *row = &elements->rows[i];
        if (!row->interactive || !at_node_has(row->node, AT_NODE_ENABLED))
            continue;
        struct at_str label = at_node_label(row->node, NULL);
        if (label.len > 0 && at_node_kind(row->node, label).letter == 'b')
            return row;
        other = other ? other : row;
    }
    return other;
}

static void
advise(struct at_invocation *invocation, const struct at_new_snapshot *fresh)
{
    const struct at_element *element = first_to_tap(&fresh->elements);
    if (element) {
        json_t *ref = ref_of(element);
        at_invocation_next(invocation, "tap an element", "ui", "tap",
                           json_string_value(ref), NULL);
        json_decref(ref);
    }
}

// With --fields the elements alone are left; the files have everything.
static void
leave_snapshot(struct at_invocation *invocation, const json_t *snapshot)
{
    json_t *copy = json_copy((json_t *)(uintptr_t)snapshot);
    if (at_fields_keep(invocation, copy, "elements")) {
        json_object_del(copy, "tree");
        json_object_del(copy, "refs");
    }
    at_invocation_set(invocation, "snapshot", copy);
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_new_snapshot fresh;
    struct at_err why = AT_ERR_INIT;
    if (!check_options(invocation->args, err))
        return false;
    bool ok = at_new_snapshot_take(
        invocation, at_arguments_have(invocation->args, "--interactive-only"),
        &fresh, &why);
    // a screen that cannot be read still has a picture
    if (fresh.app && (ok || at_err_is_unread(&why)) &&
        !at_arguments_have(invocation->args, "--no-screenshot"))
        take_screenshot(invocation, fresh.app);
    if (fresh.snapshot)
        leave_snapshot(invocation, fresh.snapshot);
    if (ok) {
        advise(invocation, &fresh);
        ok = write_files(invocation, fresh.snapshot, &why);
    }
    at_new_snapshot_deinit(&fresh);
    return ok || at_err_pass(err, &why);
}

static void
print(const json_t *data, struct at_buf *out)
{
    const json_t *snapshot = json_object_get(data, "snapshot");
    struct at_str picture = at_json_get_str(data, "screenshot");
    at_buf_add_str(out, at_json_get_str(snapshot, "tree"));
    if (json_object_get(data, "fields"))
        at_fields_print(json_object_get(snapshot, "elements"), out);
    if (picture.len > 0)
        at_buf_add_fmt(out, "screenshot: %.*s\n", AT_STR_ARG(picture));
    at_ui_step_print_events(data, out);
}

const struct at_command at_cli_ui_snapshot = {
    .name = "ui snapshot",
    .summary = "show the screen as a list with refs",
    .about = "Elements are numbered @e1, @e2 … in reading order. The refs are "
             "valid until the next\nsnapshot of the session; what an action "
             "changes gets new ones, which it prints. An\nelement is located "
             "again on the live screen before it is touched; if it is gone, "
             "the\ncommand fails.",
    .options = AT_OPTIONS(
        {.name = "--interactive-only",
         .alias = "-i",
         .help = "only elements that take input"},
        {.name = "--with-screenshot",
         .help = "keep a picture too",
         .absent = "yes"},
        {.name = "--no-screenshot", .help = "no picture, which is faster"},
        {.name = "--out",
         .value = "PATH",
         .help = "write the snapshot there too, as JSON"},
        AT_FIELDS_OPTION),
    .examples = AT_EXAMPLES(
        {"ui snapshot -i --no-screenshot",
         "elements that take input, with refs"},
        {"ui snapshot --json --out screen.json",
         "everything, with a picture, also as a file"},
        {"ui snapshot -i --no-screenshot --json --fields ref,role,name",
         "what a choice needs, in a few bytes"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_SCREEN | AT_CLI_TIMEOUT,
    .timeout_ms = AT_CLI_LOOK_MS,
    .run = run,
    .print = print,
};
