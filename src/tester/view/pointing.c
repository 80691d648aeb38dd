#include "tester/view/pointing.h"

#include "agent/guards/guard.h"
#include "agent/guards/mask.h"
#include "agent/guards/secrets.h"
#include "agent/guards/tree_mask.h"
#include "base/limits.h"
#include "flow/app/app.h"
#include "screen/detect.h"
#include "screen/noticed.h"
#include "sys/clock.h"
#include "tester/access/known_secrets.h"
#include "tester/advice.h"
#include "tester/tools/runner.h"
#include "tester/tools/image_mask.h"
#include "tester/runs/runs_priv.h"
#include "tester/view/screen_json.h"
#include "wire/json.h"

// A device in a person's hands.
struct held {
    struct at_runs *runs;
    struct at_runs_lane *lane;
    struct at_device *device; // NULL: it was taken over
};

static void
give_back(struct held *held)
{
    at_device_free(held->device);
    if (held->lane)
        at_runs_let_go(held->lane);
}

static bool
take(const struct at_op *op, struct at_runs *runs, struct at_str id,
     struct held *out, struct at_err *err)
{
    const struct at_platform_call call = {op, NULL};
    char device[AT_DEVICE_ID_MAX];
    struct at_runs_device place = {NULL, device, NULL};
    *out = (struct held){.runs = runs};
    at_str_cut(device, sizeof(device), id);
    if (at_devices_find(op, runs->opts.platforms, id, &place.platform, err) &&
        at_runs_hold(op, runs, &place, &out->lane, err) &&
        place.platform->open(&call, device, &out->device, err))
        return true;
    give_back(out);
    return false;
}

// Show the current picture, with its secrets covered, to the viewers. 0:
// there are none, or it cannot be taken; the next one will do.
static int64_t
show(const struct at_op *op, struct held *held, struct at_app *app,
     const struct at_secrets *secrets)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    int64_t number = 0;
    if (held->runs->opts.views &&
        at_device_screenshot(op, at_app_device(app), &png, NULL) &&
        at_image_mask(&png, at_app_tree(app), secrets, NULL))
        number = at_views_publish(held->runs->opts.views, held->lane->device,
                                  at_buf_str(&png), false);
    at_buf_deinit(&png);
    return number;
}

// A secret that a step has typed may remain on the screen long after it: all
// known secrets count as typed.
static bool
all_secrets(struct at_runs *runs, struct at_secrets **out, struct at_err *err)
{
    bool ok = at_secrets_all(runs->opts.env, out, err);
    for (size_t i = 0; ok && i < at_secrets_count(*out); i++)
        at_secrets_typed(*out, i);
    return ok;
}

static void
tree_mask(void *user, struct at_tree *tree)
{
    static const struct at_tree_mask nothing_typed = {.count = 0};
    at_tree_mask_apply(&nothing_typed, user, tree);
}

// Simulators' trees have no packages: there a person's app is in front.
static bool
is_inside(const struct at_scenario *scenario, const struct at_tree *tree)
{
    return !scenario->package[0] || tree->front_package.len == 0 ||
           at_guard_front(scenario, tree, tree->front_package, NULL);
}

static json_t *
elements(const struct at_secrets *secrets, const struct at_scenario *scenario,
         const struct at_tree *tree)
{
    json_t *json = at_screen_json(tree);
    json_t *masked = at_mask_json(secrets, json);
    at_json_set(masked, "inside", json_boolean(is_inside(scenario, tree)));
    at_json_set(masked, "home",
                json_boolean(at_package_is_launcher(tree->front_package)));
    json_decref(json);
    return masked;
}

static bool
read_screen(const struct at_op *op, struct held *held,
            struct at_secrets *secrets, const struct at_scenario *scenario,
            json_t **out, struct at_err *err)
{
    struct at_app *app = at_app_new(held->device, NULL, &at_tester_advice);
    const struct at_op read = at_op_sub(op, at_now_ns(), AT_APP_READ_MS);
    held->device = NULL;
    at_app_set_tree_mask(app, tree_mask, secrets);
    bool ok = at_app_read_settled(&read, app, err);
    if (ok) {
        *out = elements(secrets, scenario, at_app_tree(app));
        at_json_set(*out, "frame", json_integer(show(op, held, app, secrets)));
    }
    at_app_free(app);
    return ok;
}

// A scenario of that app alone; "": of none.
static bool
scenario_of(struct at_str package_name, struct at_scenario *out,
            struct at_err *err)
{
    if (package_name.len == 0) {
        at_scenario_init(out);
        return true;
    }
    json_t *json = json_pack("{s:s, s:o, s:[s]}", "goal", "look", "packageName",
                             at_json_text(package_name), "steps", "look");
    bool ok = at_scenario_read(json, out, err);
    json_decref(json);
    return ok;
}

bool
at_point_screen(const struct at_op *op, struct at_runs *runs,
                struct at_str device, struct at_str package_name, json_t **out,
                struct at_err *err)
{
    struct at_secrets *secrets = NULL;
    struct at_scenario scenario;
    struct held held;
    if (!all_secrets(runs, &secrets, err))
        return false;
    bool ok = scenario_of(package_name, &scenario, err) &&
              take(op, runs, device, &held, err);
    if (ok) {
        ok = read_screen(op, &held, secrets, &scenario, out, err);
        give_back(&held);
    }
    at_scenario_deinit(&scenario);
    at_secrets_free(secrets);
    return ok;
}

// A step on its way; its parts are owned.
struct pointed {
    struct at_scenario scenario; // scenario with this one step
    struct at_tester_config config;
    struct at_secrets *secrets;
    struct at_secrets *all; // those that may be on the screen
    enum at_agent_tool tool;
    bool is_gesture; // instead of the tool
    struct at_tool_runner_gesture gesture;
    bool approved;
    json_t *args;
};

static void
pointed_deinit(struct pointed *pointed)
{
    json_decref(pointed->args);
    at_secrets_free(pointed->all);
    at_secrets_free(pointed->secrets);
    at_scenario_deinit(&pointed->scenario);
}

// All but what looks, reports or asks a model.
static bool
may_be_tried(enum at_agent_tool tool)
{
    const struct at_agent_tool_row *row = &at_agent_tool_rows[tool];
    return tool != AT_AGENT_ASSERT_BY_LOOKING &&
           tool != AT_AGENT_START_SCENARIO &&
           (row->class == AT_AGENT_TOOL_ACTS ||
            row->class == AT_AGENT_TOOL_ASSERTS);
}

static bool
read_place(const json_t *args, const char *name, int32_t *out,
           struct at_err *err)
{
    enum { PLACE_MAX_PX = 20000 };
    const json_t *json = json_object_get(args, name);
    json_int_t value = json_integer_value(json);
    if (!json_is_integer(json) || value < 0 || value > PLACE_MAX_PX)
        return at_fail(err, AT_EUSAGE, "'%s' must be a number from 0 to %d",
                       name, PLACE_MAX_PX);
    *out = (int32_t)value;
    return true;
}

static bool
read_drag(const json_t *args, struct at_tool_runner_gesture *out,
          struct at_err *err)
{
    enum { DRAG_MS = 300, DRAG_MIN_MS = 50, DRAG_MAX_MS = 5000 };
    const json_t *ms = json_object_get(args, "durationMs");
    out->duration_ms = ms ? json_integer_value(ms) : DRAG_MS;
    if (out->duration_ms < DRAG_MIN_MS || out->duration_ms > DRAG_MAX_MS)
        return at_fail(err, AT_EUSAGE,
                       "'durationMs' must be a number from %d to %d",
                       DRAG_MIN_MS, DRAG_MAX_MS);
    return read_place(args, "x", &out->from.x_px, err) &&
           read_place(args, "y", &out->from.y_px, err) &&
           read_place(args, "toX", &out->to.x_px, err) &&
           read_place(args, "toY", &out->to.y_px, err);
}

static bool
read_tool(const json_t *body, struct pointed *out, struct at_err *err)
{
    struct at_str name = at_json_get_str(body, "tool");
    const json_t *args = json_object_get(body, "args");
    out->approved = json_is_true(json_object_get(body, "approved"));
    out->gesture.is_home = at_str_is(name, "pressHome");
    out->is_gesture = out->gesture.is_home || at_str_is(name, "drag");
    if (out->is_gesture) {
        out->args = json_object();
        return out->gesture.is_home || read_drag(args, &out->gesture, err);
    }
    if (!at_agent_tool_find(name, &out->tool, err))
        return false;
    if (!may_be_tried(out->tool))
        return at_fail(err, AT_EUSAGE,
                       "'%.*s' cannot be tried: it neither acts nor asserts",
                       AT_STR_ARG(name));
    if (args && !json_is_object(args))
        return at_fail(err, AT_EUSAGE, "'args' must be an object");
    out->args = args ? json_deep_copy(args) : json_object();
    return at_agent_tool_check(out->tool, out->args, err);
}

// The scenario has one step, whose text names the same secrets until these are
// known.
static bool
read_scenario(const json_t *body, struct pointed *out, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
    (void)!at_json_write(out->args, &text);
    json_t *json =
        json_pack("{s:s, s:O, s:[o]}", "goal", "one step", "packageName",
                  json_object_get(body, "packageName"), "steps",
                  at_json_text(at_buf_str(&text)));
    json_t *packages = json_object_get(body, "packages");
    at_buf_deinit(&text);
    if (!json)
        return at_fail(err, AT_EUSAGE, "Missing packageName");
    if (packages)
        json_object_set(json, "packages", packages);
    bool ok = at_scenario_read(json, &out->scenario, err);
    json_decref(json);
    return ok;
}

static bool
read_secrets(struct at_runs *runs, struct pointed *out, struct at_err *err)
{
    struct at_argv names = AT_ARGV_INIT;
    at_scenario_secrets(&out->scenario, &names);
    bool ok = at_secrets_open(runs->opts.env, &names, NULL, &out->secrets, err);
    at_argv_deinit(&names);
    return ok;
}

// A person's action is not asked for by a scenario: a guarded one needs a
// confirmation, although its arguments contain its own words.
static void
forget_text(struct pointed *pointed)
{
    at_argv_deinit(&pointed->scenario.steps);
    at_argv_add(&pointed->scenario.steps, "one step");
}

static const char *
trouble_of(const struct at_agent_tool_result *result, bool inside)
{
    if (result->refused)
        return inside ? "guarded" : "outside";
    if (result->evidence == AT_EVIDENCE_CRASHED)
        return "crashed";
    switch (result->prefix) {
    case AT_PREFIX_NOT_FOUND:
        return "notFound";
    case AT_PREFIX_AMBIGUOUS:
        return "ambiguous";
    case AT_PREFIX_TIMEOUT:
        return "timeout";
    case AT_PREFIX_ERROR:
        return "failed";
    default:
        return "";
    }
}

// A short message is no element, and is gone soon: it comes last.
static void
add_toasts(struct at_app *app, json_t *list)
{
    struct at_argv toasts = AT_ARGV_INIT;
    at_journal_list_toasts(at_app_journal(app), AT_TOAST_KEPT, at_now_ns(),
                           &toasts);
    for (size_t i = 0; i < toasts.count; i++)
        json_array_append_new(
            list, json_pack("{s:s, s:o, s:s, s:s}", "kind", "toast", "text",
                            at_json_text(at_str(toasts.words[i])), "was", "",
                            "of", ""));
    at_argv_deinit(&toasts);
}

static json_t *
changes_json(const struct at_secrets *secrets, const struct at_noticed *noticed,
             struct at_app *app)
{
    json_t *list = json_array();
    for (size_t i = 0; i < noticed->count; i++) {
        const struct at_noticed_row *row = &noticed->rows[i];
        json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:o}", "kind",
                                              at_noticed_kinds[row->kind],
                                              "text", at_json_text(row->text),
                                              "was", at_json_text(row->was),
                                              "of", at_json_text(row->of)));
    }
    if (app)
        add_toasts(app, list);
    json_t *masked = at_mask_json(secrets, list);
    json_decref(list);
    return masked;
}

// Where the finger went down: the element, or a spot.
static struct at_rect
touched_of(const struct at_agent_touch *touch)
{
    enum { SPOT_PX = 24 };
    struct at_point at = touch->point;
    if (touch->is_swipe || (!touch->has_box && !touch->has_point))
        return (struct at_rect){0};
    if (touch->has_box)
        return touch->box;
    return (struct at_rect){at.x_px - SPOT_PX, at.y_px - SPOT_PX,
                            at.x_px + SPOT_PX, at.y_px + SPOT_PX};
}

// Look once more, since what changes by itself proves nothing.
static void
notice(const struct at_op *op, struct at_app *app, const struct at_tree *before,
       const struct at_agent_touch *touch, struct at_noticed *out)
{
    struct at_noticed_action action = {.touched = touched_of(touch)};
    struct at_tree_snapshot *after = at_app_tree_snapshot(app);
    const struct at_op read = at_op_sub(op, at_now_ns(), AT_APP_READ_MS);
    const struct at_tree *tree = at_tree_snapshot_tree(after);
    at_noticed_find(before, tree, &action, out);
    if (out->count > 0 && at_app_read_now(&read, app, NULL)) {
        action.again = at_app_tree(app);
        at_noticed_find(before, tree, &action, out);
    }
    at_tree_snapshot_release(after);
}

static void
add_screens(const struct at_op *op, const struct pointed *pointed,
            struct at_app *app, const struct at_tree *before,
            const struct at_agent_tool_result *result, json_t *out)
{
    struct at_tree_snapshot *after = at_app_tree_snapshot(app);
    const struct at_tree *tree = at_tree_snapshot_tree(after);
    struct at_noticed noticed = {.count = 0};
    bool shows = tree && at_app_is_current(app);
    bool inside = !shows || is_inside(&pointed->scenario, tree);
    if (shows && before && result->acted)
        notice(op, app, before, &result->touch, &noticed);
    at_json_set_text(out, "trouble", trouble_of(result, inside));
    at_json_set(out, "changes",
                changes_json(pointed->all, &noticed,
                             shows && inside && result->acted ? app : NULL));
    at_json_set(out, "anotherScreen", json_boolean(noticed.is_another_screen));
    if (shows) {
        json_t *screen = elements(pointed->all, &pointed->scenario, tree);
        json_object_set(screen, "frame", json_object_get(out, "frame"));
        at_json_set(out, "screen", screen);
    }
    at_tree_snapshot_release(after);
}

static json_t *
result_json(const struct at_agent_tool_result *result, int64_t frame)
{
    return json_pack(
        "{s:s, s:o, s:I, s:I}", "resultPrefix", at_prefix_names[result->prefix],
        "result", at_json_text(at_buf_str(&result->text)), "durationMs",
        (json_int_t)result->duration_ms, "frame", (json_int_t)frame);
}

static bool
act(const struct at_op *op, struct at_tool_runner *runner,
    const struct pointed *pointed, struct at_agent_tool_result *result,
    struct at_err *err)
{
    const struct at_tool_runner_use use = {.tool = pointed->tool,
                                           .args = pointed->args};
    if (pointed->approved)
        at_tool_runner_approve(runner);
    return pointed->is_gesture
               ? at_tool_runner_gesture(op, runner, &pointed->gesture, result,
                                        err)
               : at_tool_runner_call(op, runner, &use, result, err);
}

// The screen before, the action, and the screen after it.
static bool
try_step(const struct at_op *op, struct held *held,
         struct at_tool_runner *runner, const struct pointed *pointed,
         json_t **out, struct at_err *err)
{
    struct at_app *app = at_tool_runner_app(runner);
    struct at_agent_tool_result result;
    if (!at_tool_runner_join(op, runner, err))
        return false;
    struct at_tree_snapshot *before = at_app_tree_snapshot(app);
    at_agent_tool_result_init(&result);
    bool ok = act(op, runner, pointed, &result, err);
    if (ok) {
        *out = result_json(&result, show(op, held, app, pointed->secrets));
        add_screens(op, pointed, app, at_tree_snapshot_tree(before), &result,
                    *out);
    }
    at_tree_snapshot_release(before);
    at_agent_tool_result_deinit(&result);
    return ok;
}

// Nothing is stored: pictures go to the viewers.
static bool
run(const struct at_op *op, struct held *held, struct pointed *pointed,
    json_t **out, struct at_err *err)
{
    const struct at_tool_runner_opts opts = {
        .run = {.device = held->device,
                .scenario = &pointed->scenario,
                .config = &pointed->config,
                .secrets = pointed->secrets,
                .folder = ""},
        .marker = "",
        .by_person = true,
    };
    struct at_tool_runner *runner = at_tool_runner_new(&opts);
    held->device = NULL;
    if (held->runs->opts.views && at_secrets_count(pointed->secrets) > 0)
        at_views_note_secret(held->runs->opts.views, held->lane->device);
    bool ok = try_step(op, held, runner, pointed, out, err);
    at_tool_runner_free(runner);
    return ok;
}

bool
at_point_step(const struct at_op *op, struct at_runs *runs,
              struct at_str device, const json_t *body, json_t **out,
              struct at_err *err)
{
    struct pointed pointed = {.secrets = NULL};
    struct held held;
    at_runs_config(runs, &pointed.config);
    pointed.config.screenshots = false;
    pointed.config.recording = false;
    bool ok = read_tool(body, &pointed, err) &&
              read_scenario(body, &pointed, err) &&
              read_secrets(runs, &pointed, err) &&
              all_secrets(runs, &pointed.all, err) &&
              take(op, runs, device, &held, err);
    if (ok) {
        forget_text(&pointed);
        ok = run(op, &held, &pointed, out, err);
        give_back(&held);
    }
    pointed_deinit(&pointed);
    return ok;
}
