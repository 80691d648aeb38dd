#include "cli/invocation.h"

#include <stdarg.h>
#include <string.h>

#include "base/alloc.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "flow/app/front.h"
#include "session/defaults.h"
#include "session/snapshot.h"
#include "report/trace_json.h"
#include "wire/json.h"

const char *
at_invocation_default(const struct at_invocation *invocation, const char *key)
{
    return at_defaults_get(invocation->session, key);
}

static const struct at_platform *
find_platform(const struct at_invocation *invocation, const char *name,
              struct at_err *err)
{
    const struct at_platform *platform =
        at_device_pool_platform(invocation->pool, name);
    if (!platform)
        at_fail(err, AT_EUSAGE, "no platform '%.40s' (valid: ios, android)",
                name);
    return platform;
}

// Return the only platform whose tools are here. If none has any, return
// Android, whose errors then say what is missing.
static const struct at_platform *
guess_platform(struct at_invocation *invocation, struct at_err *err)
{
    const struct at_platform *const *all =
        at_device_pool_platforms(invocation->pool);
    const struct at_platform *found = NULL;
    for (size_t i = 0; all[i]; i++) {
        if (!all[i]->present())
            continue;
        if (found) {
            at_fail(err, AT_EUSAGE,
                    "which platform? both toolchains are here: add --platform "
                    "ios or --platform android, or store it with `session set "
                    "--platform`");
            for (i = 0; all[i]; i++)
                at_invocation_next(invocation, "use it from now on", "session",
                                   "set", "--platform", all[i]->name, NULL);
            return NULL;
        }
        found = all[i];
    }
    return found ? found : find_platform(invocation, "android", err);
}

bool
at_invocation_platform(struct at_invocation *invocation, struct at_err *err)
{
    const char *name = at_arguments_option(invocation->args, "--platform");
    if (!name)
        name = at_invocation_default(invocation, "platform");
    if (!invocation->platform)
        invocation->platform = name ? find_platform(invocation, name, err)
                                    : guess_platform(invocation, err);
    return invocation->platform != NULL;
}

// A selector of one platform means nothing to the other.
const char *
at_invocation_selector(const struct at_invocation *invocation)
{
    const char *device = at_arguments_option(invocation->args, "--device");
    const char *platform = at_invocation_default(invocation, "platform");
    if (device)
        return device;
    if (invocation->ref_device)
        return invocation->ref_device;
    if (platform && invocation->platform &&
        strcmp(platform, invocation->platform->name) != 0)
        return NULL;
    return at_invocation_default(invocation, "device");
}

const char *
at_invocation_app_id(const struct at_invocation *invocation)
{
    const char *id = at_arguments_option(invocation->args, "--app-id");
    return id ? id : at_invocation_default(invocation, "app-id");
}

bool
at_invocation_need_app_id(const struct at_invocation *invocation,
                          const char **out, struct at_err *err)
{
    *out = at_invocation_app_id(invocation);
    return *out || at_fail(err, AT_EUSAGE,
                           "which app? add --app-id, or store it with `session "
                           "set --app-id ID`");
}

struct at_platform_call
at_invocation_tools(const struct at_invocation *invocation)
{
    return (struct at_platform_call){invocation->op,
                                     at_command_run_tools(invocation->run)};
}

void
at_invocation_set_device(struct at_invocation *invocation, const char *id,
                         const char *name)
{
    json_t *device = json_object();
    at_json_set_text(device, "platform", invocation->platform->name);
    at_json_set_text(device, "id", id);
    at_json_set(device, "name",
                name && *name ? at_json_text(at_str(name)) : json_null());
    at_json_set(invocation->target, "device", device);
}

void
at_invocation_set_app(struct at_invocation *invocation, const char *app_id,
                      const char *app_path)
{
    json_t *app = json_object();
    at_json_set(app, "app_id",
                app_id ? at_json_text(at_str(app_id)) : json_null());
    at_json_set(app, "app_path",
                app_path ? at_json_text(at_str(app_path)) : json_null());
    at_json_set(invocation->target, "app", app);
}

// Return the device of the last snapshot, owned by the caller; NULL if there is
// none of this platform.
static char *
snapshot_device(const struct at_invocation *invocation)
{
    json_t *snapshot = NULL;
    char *device = NULL;
    if (invocation->store &&
        at_store_read(invocation->store, AT_STORE_SNAPSHOT, &snapshot, NULL) &&
        at_str_is(at_json_get_str(snapshot, "platform"),
                  invocation->platform->name)) {
        struct at_str id = at_json_get_str(snapshot, "device_id");
        device = id.len > 0 ? at_strndup(id.ptr, id.len) : NULL;
    }
    json_decref(snapshot);
    return device;
}

void
at_invocation_advise_naming(struct at_err *err)
{
    if (err && err->code == AT_EMANYDEV)
        at_err_add(err, "add --device, or store one with `session set "
                        "--device`");
}

bool
at_invocation_try(struct at_invocation *invocation,
                  at_invocation_attempt *attempt, void *arg, struct at_err *err)
{
    const char *selector = at_invocation_selector(invocation);
    struct at_err why = AT_ERR_INIT;
    struct at_err then = AT_ERR_INIT;
    if (attempt(invocation, selector, arg, &why))
        return true;
    char *last = why.code == AT_EMANYDEV ? snapshot_device(invocation) : NULL;
    bool ok = last && attempt(invocation, last, arg, &then);
    free(last);
    if (ok)
        return true;
    at_invocation_advise_naming(&why);
    bool lost = then.code == AT_OK || then.code == AT_ENODEV;
    return at_err_pass(err, lost ? &why : &then);
}

static bool
open_selected(struct at_invocation *invocation, const char *selector, void *arg,
              struct at_err *err)
{
    unsigned flags = invocation->args->command->flags;
    const struct at_device_choice choice = {
        .platform = invocation->platform,
        .selector = selector,
        .run = invocation->run,
        .alone = flags & (AT_CLI_SHOWS | AT_CLI_ALONE),
        .wait_ms = invocation->timeout_ms >= 0 ? invocation->timeout_ms
                                               : AT_COMMAND_TIMEOUT_MS,
    };
    return at_device_pool_open(invocation->pool, invocation->op, &choice, arg,
                               err);
}

bool
at_invocation_open(struct at_invocation *invocation, struct at_app **out_app,
                   struct at_err *err)
{
    const char *app_id = at_invocation_app_id(invocation);
    if (!at_invocation_platform(invocation, err) ||
        !at_invocation_try(invocation, open_selected, out_app, err))
        return false;
    const struct at_device *device = at_app_device(*out_app);
    at_app_set_package(*out_app, app_id);
    if (invocation->store && at_app_typed(*out_app)->count == 0)
        at_snapshot_read_typed(invocation->store, device->serial,
                               at_app_typed(*out_app));
    at_invocation_set_device(invocation, device->serial, device->name);
    if (app_id)
        at_invocation_set_app(invocation, app_id,
                              at_invocation_default(invocation, "app"));
    return true;
}

void
at_invocation_tell_front(struct at_invocation *invocation,
                         const struct at_app *app)
{
    const struct at_tree *tree =
        at_app_is_current(app) ? at_app_tree(app) : NULL;
    const char *named = at_invocation_app_id(invocation);
    char front[256];
    if (!tree || tree->front_package.len == 0)
        return;
    at_str_cut(front, sizeof(front), tree->front_package);
    if (!named)
        at_invocation_set_app(invocation, front, NULL);
    else if (!at_app_is_front(app, tree)) {
        at_front_copy(front, sizeof(front), tree);
        at_command_run_warning(invocation->run, "%s is in front, not %s", front,
                               named);
    }
}

void
at_invocation_set(struct at_invocation *invocation, const char *name,
                  json_t *value)
{
    at_json_set(invocation->data, name, value);
}

void
at_invocation_set_text(struct at_invocation *invocation, const char *name,
                       const char *text)
{
    at_invocation_set(invocation, name,
                      text ? at_json_text(at_str(text)) : json_null());
}

void
at_invocation_set_waited(struct at_invocation *invocation,
                         const struct at_idle_result *idle)
{
    at_trace_set_waited(invocation->data, "waited_for", idle);
}

// Find the command of a line such as "ui tap @e3"; NULL.
static const struct at_command *
command_of(const json_t *argv)
{
    struct at_buf name = AT_BUF_INIT(200);
    const struct at_command *command = NULL;
    for (size_t i = 0; i < 2 && !command; i++) {
        struct at_str word = at_json_str(json_array_get(argv, i));
        at_buf_add_fmt(&name, "%s%.*s", i ? " " : "", AT_STR_ARG(word));
        command = at_command_find(&at_mobile_dev_agent, at_buf_str(&name));
    }
    at_buf_deinit(&name);
    return command;
}

static bool
has_word(const json_t *argv, struct at_str word)
{
    size_t i;
    json_t *have;
    json_array_foreach((json_t *)argv, i, have)
    {
        if (at_str_eq(at_json_str(have), word))
            return true;
    }
    return false;
}

// Add the options that led this command to its device, for the next one.
static void
carry_on(const struct at_invocation *invocation, json_t *argv)
{
    static const char *const carried[] = {"--session", "--platform", "--device",
                                          "--app-id"};
    struct at_option rows[AT_OPTION_ROWS_MAX] = {{0}};
    const struct at_command *command = command_of(argv);
    if (command)
        at_command_rows(&at_mobile_dev_agent, command, rows);
    for (size_t i = 0; i < AT_LEN(carried); i++) {
        const char *value = at_arguments_option(invocation->args, carried[i]);
        struct at_str name = at_str(carried[i]);
        bool takes = at_options_find(rows, name) ||
                     at_options_find(at_mobile_dev_agent.options, name);
        if (!value || !takes || has_word(argv, name))
            continue;
        json_array_append_new(argv, at_json_text(name));
        json_array_append_new(argv, at_json_text(at_str(value)));
    }
}

void
at_invocation_next(struct at_invocation *invocation, const char *label, ...)
{
    json_t *argv = json_array();
    va_list words;
    va_start(words, label);
    const char *word = va_arg(words, const char *);
    for (; word; word = va_arg(words, const char *))
        json_array_append_new(argv, at_json_text(at_str(word)));
    va_end(words);
    carry_on(invocation, argv);
    json_t *step = json_object();
    at_json_set_text(step, "label", label);
    at_json_set(step, "argv", argv);
    json_array_append_new(invocation->next_steps, step);
}
