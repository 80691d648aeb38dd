#include "cli/call.h"

#include <stdarg.h>
#include <string.h>

#include "base/alloc.h"
#include "cli/commands.h"
#include "session/defaults.h"
#include "wire/json.h"

const char *
at_call_default(const struct at_call *call, const char *key)
{
    return at_defaults_get(call->session, key);
}

static const struct at_platform *
find_platform(const struct at_call *call, const char *name, struct at_err *err)
{
    const struct at_platform *platform = at_host_platform(call->host, name);
    if (!platform)
        at_fail(err, AT_EUSAGE, "no platform '%.40s' (valid: ios, android)",
                name);
    return platform;
}

// The only one whose toolchain is here; Android where none is, whose errors
// then say what is missing.
static const struct at_platform *
guess_platform(const struct at_call *call, struct at_err *err)
{
    const struct at_platform *const *all = at_host_platforms(call->host);
    const struct at_platform *found = NULL;
    for (size_t i = 0; all[i]; i++) {
        if (!all[i]->present())
            continue;
        if (found) {
            at_fail(err, AT_EUSAGE,
                    "which platform? both toolchains are here: add --platform "
                    "ios or --platform android, or keep it with `session set "
                    "--platform`");
            return NULL;
        }
        found = all[i];
    }
    return found ? found : find_platform(call, "android", err);
}

bool
at_call_platform(struct at_call *call, struct at_err *err)
{
    const char *name = at_given_option(call->given, "--platform");
    if (!name)
        name = at_call_default(call, "platform");
    if (!call->platform)
        call->platform =
            name ? find_platform(call, name, err) : guess_platform(call, err);
    return call->platform != NULL;
}

// A serial of the one platform means nothing to the other.
const char *
at_call_selector(const struct at_call *call)
{
    const char *device = at_given_option(call->given, "--device");
    const char *platform = at_call_default(call, "platform");
    if (device)
        return device;
    if (platform && call->platform &&
        strcmp(platform, call->platform->name) != 0)
        return NULL;
    return at_call_default(call, "device");
}

const char *
at_call_app_id(const struct at_call *call)
{
    const char *id = at_given_option(call->given, "--app-id");
    return id ? id : at_call_default(call, "app-id");
}

bool
at_call_need_app_id(const struct at_call *call, const char **out,
                    struct at_err *err)
{
    *out = at_call_app_id(call);
    return *out || at_fail(err, AT_EUSAGE,
                           "which app? add --app-id, or keep it with `session "
                           "set --app-id ID`");
}

struct at_platform_call
at_call_tools(const struct at_call *call)
{
    return (struct at_platform_call){call->op, at_run_tools(call->run)};
}

void
at_call_set_device(struct at_call *call, const char *id, const char *name)
{
    json_t *device = json_object();
    at_json_set_text(device, "platform", call->platform->name);
    at_json_set_text(device, "id", id);
    at_json_set(device, "name",
                name && *name ? at_json_text(at_str(name)) : json_null());
    at_json_set(call->target, "device", device);
}

void
at_call_set_app(struct at_call *call, const char *app_id, const char *app_path)
{
    json_t *app = json_object();
    at_json_set(app, "app_id",
                app_id ? at_json_text(at_str(app_id)) : json_null());
    at_json_set(app, "app_path",
                app_path ? at_json_text(at_str(app_path)) : json_null());
    at_json_set(call->target, "app", app);
}

bool
at_call_open(struct at_call *call, struct at_app **out_app, struct at_err *err)
{
    const char *app_id = at_call_app_id(call);
    if (!at_call_platform(call, err))
        return false;
    const struct at_host_want want = {call->platform, at_call_selector(call),
                                      call->run};
    if (!at_host_open(call->host, call->op, &want, out_app, err))
        return false;
    const struct at_device *device = at_app_device(*out_app);
    at_app_set_package(*out_app, app_id);
    at_app_set_advice(*out_app, &at_advice_cli);
    at_call_set_device(call, device->serial, device->name);
    if (app_id)
        at_call_set_app(call, app_id, at_call_default(call, "app"));
    return true;
}

void
at_call_set(struct at_call *call, const char *name, json_t *value)
{
    at_json_set(call->data, name, value);
}

void
at_call_set_text(struct at_call *call, const char *name, const char *text)
{
    at_call_set(call, name, text ? at_json_text(at_str(text)) : json_null());
}

// "ui tap @e3" begins with this command's name; NULL.
static const struct at_command *
command_of(const json_t *argv)
{
    struct at_buf name = AT_BUF_INIT(200);
    const struct at_command *command = NULL;
    for (size_t i = 0; i < 2 && !command; i++) {
        struct at_str word = at_json_str(json_array_get(argv, i));
        at_buf_add_fmt(&name, "%s%.*s", i ? " " : "", AT_STR_ARG(word));
        command = at_command_find(at_buf_str(&name));
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

// Where this command was told to go, the next one has to be told too.
static void
carry_on(const struct at_call *call, json_t *argv)
{
    static const char *const carried[] = {"--session", "--platform", "--device",
                                          "--app-id"};
    struct at_option rows[AT_GIVEN_ROWS_MAX] = {{0}};
    const struct at_command *command = command_of(argv);
    if (command)
        at_command_rows(command, rows, AT_GIVEN_ROWS_MAX);
    for (size_t i = 0; i < AT_LEN(carried); i++) {
        const char *value = at_given_option(call->given, carried[i]);
        struct at_str name = at_str(carried[i]);
        bool takes = at_options_find(rows, name) ||
                     at_options_find(at_global_options, name);
        if (!value || !takes || has_word(argv, name))
            continue;
        json_array_append_new(argv, at_json_text(name));
        json_array_append_new(argv, at_json_text(at_str(value)));
    }
}

void
at_call_next(struct at_call *call, const char *label, ...)
{
    json_t *argv = json_array();
    va_list words;
    va_start(words, label);
    const char *word = va_arg(words, const char *);
    for (; word; word = va_arg(words, const char *))
        json_array_append_new(argv, at_json_text(at_str(word)));
    va_end(words);
    carry_on(call, argv);
    json_t *step = json_object();
    at_json_set_text(step, "label", label);
    at_json_set(step, "argv", argv);
    json_array_append_new(call->next_steps, step);
}
