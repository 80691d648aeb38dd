// ui snapshot: the screen as a numbered list, with a picture of it
#include "cli/commands.h"

#include <stdlib.h>

#include "base/limits.h"
#include "cli/look.h"
#include "screen/kind.h"
#include "screen/label.h"
#include "screen/selector.h"
#include "sys/file.h"
#include "wire/json.h"

enum { TIMEOUT_MS = 15000 };

static const char PICTURE[] = "screenshot.png";

static const struct at_option options[] = {
    {.name = "--interactive-only",
     .alias = "-i",
     .help = "only what takes input"},
    {.name = "--with-screenshot",
     .help = "keep a picture too",
     .absent = "yes"},
    {.name = "--no-screenshot", .help = "no picture, which is faster"},
    {.name = "--out",
     .value = "PATH",
     .help = "write the snapshot there too, as JSON"},
    {0},
};

static bool
check_options(const struct at_given *given, struct at_err *err)
{
    if (at_given_has(given, "--with-screenshot") &&
        at_given_has(given, "--no-screenshot"))
        return at_fail(err, AT_EUSAGE,
                       "--with-screenshot or --no-screenshot, not both");
    return true;
}

static void
leave_path(struct at_call *call)
{
    struct at_err err = AT_ERR_INIT;
    char *path = at_run_artifact_path(call->run, PICTURE, &err);
    at_call_set_text(call, "screenshot", path);
    free(path);
}

// The snapshot is worth having without it.
static void
take_screenshot(struct at_call *call, struct at_app *app)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    if (!at_device_screenshot(call->op, at_app_device(app), &png, &err) ||
        !at_run_write_artifact(call->run, "screenshot", PICTURE, "image/png",
                               at_buf_str(&png), &err))
        at_run_warning(call->run, "no screenshot: %s", err.msg);
    else
        leave_path(call);
    at_buf_deinit(&png);
}

static bool
write_files(struct at_call *call, const json_t *snapshot, struct at_err *err)
{
    const char *out = at_given_option(call->given, "--out");
    struct at_buf text = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    bool ok = (at_json_write(snapshot, &text) && at_buf_add_char(&text, '\n'))
                  ? at_run_write_artifact(
                        call->run, "ui_snapshot", "ui_snapshot.json",
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

// The first that a tap may be for: a button, else anything that takes input.
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
advise(struct at_call *call, const struct at_look *look)
{
    const struct at_element *element = first_to_tap(&look->elements);
    if (at_tree_focused_field(at_app_tree(look->app)))
        at_call_next(call, "type into the field that has the focus", "ui",
                     "type", "text", NULL);
    if (element) {
        json_t *ref = ref_of(element);
        at_call_next(call, "tap an element", "ui", "tap",
                     json_string_value(ref), NULL);
        json_decref(ref);
    }
}

static bool
run(struct at_call *call, struct at_err *err)
{
    struct at_look look;
    struct at_err why = AT_ERR_INIT;
    if (!check_options(call->given, err))
        return false;
    bool ok = at_look(call, at_given_has(call->given, "--interactive-only"),
                      &look, &why);
    // of a screen that cannot be read the picture is all there is
    if (look.app && (ok || why.code == AT_ETREE) &&
        !at_given_has(call->given, "--no-screenshot"))
        take_screenshot(call, look.app);
    if (look.snapshot)
        at_call_set(call, "snapshot", json_incref(look.snapshot));
    if (ok) {
        advise(call, &look);
        ok = write_files(call, look.snapshot, &why);
    }
    at_look_deinit(&look);
    if (!ok && err)
        *err = why;
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    const json_t *snapshot = json_object_get(data, "snapshot");
    struct at_str picture = at_json_get_str(data, "screenshot");
    at_buf_add_str(out, at_json_get_str(snapshot, "tree"));
    if (picture.len > 0)
        at_buf_add_fmt(out, "screenshot: %.*s\n", AT_STR_ARG(picture));
}

static const struct at_example examples[] = {
    {"ui snapshot -i --no-screenshot", "what can be touched, with its refs"},
    {"ui snapshot --json --out screen.json",
     "everything, with a picture, and as a file"},
    {0},
};

const struct at_command at_command_ui_snapshot = {
    .name = "ui snapshot",
    .summary = "show the screen as a list with refs",
    .about = "Elements are numbered @e1, @e2 … in reading order. The refs are "
             "good until the next\nsnapshot of the session: an element is "
             "looked for again on the live screen before it\nis touched, and "
             "refused where it is gone.",
    .options = options,
    .examples = examples,
    .flags = AT_COMMAND_RUN | AT_COMMAND_LIVE | AT_COMMAND_PLATFORM |
             AT_COMMAND_APP | AT_COMMAND_TIMEOUT,
    .timeout_ms = TIMEOUT_MS,
    .run = run,
    .print = print,
};
