#include "tester/view/pointing.h"

#include "agent/guards/mask.h"
#include "agent/guards/secrets.h"
#include "agent/guards/tree_mask.h"
#include "base/limits.h"
#include "flow/app/app.h"
#include "sys/clock.h"
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
    struct at_runs_device place = {NULL, device};
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
    struct at_argv names = AT_ARGV_INIT;
    at_env_secrets(runs->opts.env, &names);
    bool ok = at_secrets_new(&names, at_env_variable, runs->opts.env, out, err);
    for (size_t i = 0; ok && i < at_secrets_count(*out); i++)
        at_secrets_typed(*out, i);
    at_argv_deinit(&names);
    return ok;
}

static void
tree_mask(void *user, struct at_tree *tree)
{
    static const struct at_tree_mask nothing_typed = {.count = 0};
    at_tree_mask_apply(&nothing_typed, user, tree);
}

static json_t *
elements(const struct at_secrets *secrets, const struct at_tree *tree)
{
    json_t *json = at_screen_json(tree);
    json_t *masked = at_mask_json(secrets, json);
    json_decref(json);
    return masked;
}

static bool
read_screen(const struct at_op *op, struct held *held,
            struct at_secrets *secrets, json_t **out, struct at_err *err)
{
    struct at_app *app = at_app_new(held->device, NULL, &at_tester_advice);
    const struct at_op read = at_op_sub(op, at_now_ns(), AT_APP_READ_MS);
    held->device = NULL;
    at_app_set_tree_mask(app, tree_mask, secrets);
    bool ok = at_app_read_settled(&read, app, err);
    if (ok) {
        *out = elements(secrets, at_app_tree(app));
        at_json_set(*out, "frame", json_integer(show(op, held, app, secrets)));
    }
    at_app_free(app);
    return ok;
}

bool
at_point_screen(const struct at_op *op, struct at_runs *runs,
                struct at_str device, json_t **out, struct at_err *err)
{
    struct at_secrets *secrets = NULL;
    struct held held;
    if (!all_secrets(runs, &secrets, err))
        return false;
    bool ok = take(op, runs, device, &held, err);
    if (ok) {
        ok = read_screen(op, &held, secrets, out, err);
        give_back(&held);
    }
    at_secrets_free(secrets);
    return ok;
}

// A step on its way; its parts are owned.
struct pointed {
    struct at_scenario scenario; // scenario with this one step
    struct at_tester_config config;
    struct at_secrets *secrets;
    enum at_agent_tool tool;
    json_t *args;
};

static void
pointed_deinit(struct pointed *pointed)
{
    json_decref(pointed->args);
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
read_tool(const json_t *body, struct pointed *out, struct at_err *err)
{
    struct at_str name = at_json_get_str(body, "tool");
    const json_t *args = json_object_get(body, "args");
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

// The scenario has one step, whose text names the same secrets.
static bool
read_scenario(const json_t *body, struct pointed *out, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
    (void)!at_json_write(out->args, &text);
    json_t *json =
        json_pack("{s:s, s:O, s:[o]}", "goal", "one step", "packageName",
                  json_object_get(body, "packageName"), "steps",
                  at_json_text(at_buf_str(&text)));
    at_buf_deinit(&text);
    if (!json)
        return at_fail(err, AT_EUSAGE, "Missing packageName");
    bool ok = at_scenario_read(json, &out->scenario, err);
    json_decref(json);
    return ok;
}

static bool
read_secrets(struct at_runs *runs, struct pointed *out, struct at_err *err)
{
    struct at_argv names = AT_ARGV_INIT;
    at_scenario_secrets(&out->scenario, &names);
    bool ok = at_secrets_new(&names, at_env_variable, runs->opts.env,
                             &out->secrets, err);
    at_argv_deinit(&names);
    return ok;
}

static json_t *
result_json(const struct at_agent_tool_result *result, int64_t frame)
{
    return json_pack(
        "{s:s, s:o, s:I, s:I}", "resultPrefix", at_prefix_names[result->prefix],
        "result", at_json_text(at_buf_str(&result->text)), "durationMs",
        (json_int_t)result->duration_ms, "frame", (json_int_t)frame);
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
    };
    const struct at_tool_runner_use use = {.tool = pointed->tool,
                                           .args = pointed->args};
    struct at_tool_runner *runner = at_tool_runner_new(&opts);
    struct at_agent_tool_result result;
    held->device = NULL;
    if (held->runs->opts.views && at_secrets_count(pointed->secrets) > 0)
        at_views_note_secret(held->runs->opts.views, held->lane->device);
    at_agent_tool_result_init(&result);
    bool ok = at_tool_runner_join(op, runner, err) &&
              at_tool_runner_call(op, runner, &use, &result, err);
    if (ok)
        *out = result_json(&result, show(op, held, at_tool_runner_app(runner),
                                         pointed->secrets));
    at_agent_tool_result_deinit(&result);
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
    bool ok =
        read_tool(body, &pointed, err) && read_scenario(body, &pointed, err) &&
        read_secrets(runs, &pointed, err) && take(op, runs, device, &held, err);
    if (ok) {
        ok = run(op, &held, &pointed, out, err);
        give_back(&held);
    }
    pointed_deinit(&pointed);
    return ok;
}
