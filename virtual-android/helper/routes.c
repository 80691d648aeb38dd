// routes.c: the helper's endpoints, a row each
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "virtual-android/automation.h"
#include "virtual-android/helper/api.h"

enum { PROTOCOL_VERSION = 1 };

bool
va_api_wait(struct va_api *api, int64_t ms)
{
    struct at_op op = {AT_NEVER_NS, api->life->interrupted};
    if (ms <= 0)
        return !at_cancel_fired(api->life->interrupted);
    return at_op_wait_until(&op, at_now_ns() + ms * AT_NS_PER_MS, NULL);
}

bool
va_api_spend(struct va_api *api, const char *what)
{
    return va_api_wait(api, va_device_latency_ms(api->device, what));
}

static void
put_property(struct va_ask *ask, const char *member, const char *name)
{
    char *value = va_device_get(ask->api->device, "prop", name);
    va_put_text(ask->w, member, at_str(value));
    free(value);
}

static bool
status(struct va_ask *ask)
{
    if (!va_fields_done(&ask->fields))
        return false;
    va_put_text(ask->w, "name", AT_STR("com.agentest.helper"));
    va_put_text(ask->w, "version", at_str(ask->api->version));
    va_put_int(ask->w, "versionCode", ask->api->version_code);
    va_put_int(ask->w, "protocolVersion", PROTOCOL_VERSION);
    va_put_int(ask->w, "lingerMs", ask->api->life->linger_ms);
    va_put_int(ask->w, "sdkInt", va_device_api_level(ask->api->device));
    put_property(ask, "device", "ro.product.model");
    put_property(ask, "manufacturer", "ro.product.manufacturer");
    return true;
}

static bool
keep_alive(struct va_ask *ask)
{
    return va_fields_done(&ask->fields);
}

static bool
shut_down(struct va_ask *ask)
{
    if (!va_fields_done(&ask->fields))
        return false;
    va_life_finish(ask->api->life, "shutdown");
    return true;
}

static bool
tree(struct va_ask *ask)
{
    struct va_tree_options options;
    if (!va_tree_read(&ask->fields, &options))
        return false;
    va_name(ask->w, "tree");
    return va_put_tree(ask->api, &options, ask->w, ask->refusal);
}

static bool
wait_idle(struct va_ask *ask)
{
    struct va_idle idle;
    return va_idle_read(&ask->fields, &idle) &&
           va_idle_wait(ask->api, &idle, va_next_seq(ask->api), ask->w);
}

static bool
events(struct va_ask *ask)
{
    int32_t since =
        va_take_int(&ask->fields, "since", (struct va_range){0, INT32_MAX}, 0);
    if (!va_fields_done(&ask->fields))
        return false;
    va_put_news(ask->api, (uint64_t)since, ask->w);
    return true;
}

static const struct {
    const char *path;
    const char *method;
    const char *input; // the input that it does; NULL: run does
    bool (*run)(struct va_ask *ask);
    bool needs_automation;
} rows[] = {
    {"/status", "GET", NULL, status, false},
    {"/keep-alive", "POST", NULL, keep_alive, false},
    {"/shutdown", "POST", NULL, shut_down, false},
    {"/tree", "POST", NULL, tree, true},
    {"/screenshot", "POST", NULL, va_ask_screenshot, true},
    {"/wait-idle", "POST", NULL, wait_idle, false},
    {"/framework", "POST", NULL, va_ask_framework, true},
    {"/events", "POST", NULL, events, false},
    {"/step", "POST", NULL, va_ask_step, true},
    {"/tap", "POST", "tap", NULL, true},
    {"/long-press", "POST", "long_press", NULL, true},
    {"/swipe", "POST", "swipe", NULL, true},
    {"/gesture", "POST", "gesture", NULL, true},
    {"/key", "POST", "key", NULL, true},
    {"/text", "POST", "text", NULL, true},
};

static bool
do_input(struct va_ask *ask, const char *name)
{
    struct va_input input;
    if (!va_action_read(&ask->fields, name, &input))
        return false;
    pthread_mutex_lock(&ask->api->inputs);
    bool ok = va_action_do(ask->api, &input, ask->w, ask->refusal);
    pthread_mutex_unlock(&ask->api->inputs);
    return ok;
}

// false: there is no answer, for the process has died.
static bool
answer_row(struct va_api *api, size_t i, const struct va_request *request,
           struct va_answer *answer, struct va_refusal *refusal)
{
    struct va_writer w = {.out = &answer->body};
    struct va_ask ask = {
        .api = api, .answer = answer, .w = &w, .refusal = refusal};
    json_t *body = va_body_parse(request->body, refusal);
    if (body) {
        ask.fields = va_fields_of(body, "the body", refusal);
        va_open(&w, '{');
        // A step says it at its end.
        if (rows[i].run != va_ask_step)
            va_put_bool(&w, "ok", true);
        bool ok =
            rows[i].input ? do_input(&ask, rows[i].input) : rows[i].run(&ask);
        if (!ok && refusal->code == VA_FINE)
            va_refuse(refusal, VA_INTERNAL, "the helper ends");
        if (rows[i].run != va_ask_screenshot)
            va_close(&w, '}');
    }
    json_decref(body);
    return !at_cancel_fired(api->life->killed);
}

bool
va_lose_automation(struct va_api *api, struct va_refusal *refusal)
{
    va_life_finish(api->life, "uiautomation lost");
    return va_refuse(refusal, VA_UIAUTOMATION_LOST,
                     "the system has ended this UiAutomation, start the helper "
                     "anew (UiAutomation not connected)");
}

// Each of a step's actions has a type, nothing else has one.
static bool
has_input(size_t i, const struct va_request *request)
{
    return rows[i].input || (rows[i].run == va_ask_step &&
                             at_str_has(request->body, AT_STR("\"type\"")));
}

// What a test told the device to do wrong. false: there will be no answer.
static bool
misbehave(struct va_api *api, size_t i, const struct va_request *request,
          struct va_refusal *refusal)
{
    if (va_device_take_fault(api->device, "helper-hang") ||
        (has_input(i, request) &&
         va_device_take_fault(api->device, "helper-hang-input"))) {
        struct at_op op = {AT_NEVER_NS, api->life->killed};
        return at_op_wait_until(&op, AT_NEVER_NS, NULL);
    }
    if (rows[i].needs_automation &&
        va_device_take_fault(api->device, "helper-lost"))
        va_lose_automation(api, refusal);
    if (va_device_take_fault(api->device, "helper-broken"))
        va_refuse(refusal, VA_INTERNAL,
                  "java.lang.IllegalStateException: told to be broken");
    return true;
}

static bool
serve_row(struct va_api *api, size_t i, const struct va_request *request,
          struct va_answer *answer, struct va_refusal *refusal)
{
    bool ok = misbehave(api, i, request, refusal);
    if (ok && refusal->code == VA_FINE)
        ok = answer_row(api, i, request, answer, refusal);
    if (ok && (va_device_take_fault(api->device, "helper-crash") ||
               (has_input(i, request) &&
                va_device_take_fault(api->device, "helper-crash-input")))) {
        va_instrument_kill(api->device, api->pid);
        return false;
    }
    return ok;
}

bool
va_api_handle(void *arg, const struct va_request *request,
              struct va_answer *answer, struct va_refusal *refusal)
{
    struct va_api *api = arg;
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (!at_str_is(request->path, rows[i].path))
            continue;
        if (!at_str_is(request->method, rows[i].method)) {
            va_refuse(refusal, VA_METHOD_NOT_ALLOWED, "%s takes %s",
                      rows[i].path, rows[i].method);
            return true;
        }
        va_life_begin(api->life);
        bool ok = serve_row(api, i, request, answer, refusal);
        va_life_end(api->life);
        return ok;
    }
    va_refuse(refusal, VA_NOT_FOUND, "there is no '%.*s'",
              AT_STR_ARG(request->path));
    return true;
}
