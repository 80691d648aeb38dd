#include "virtual-android/helper/routes.h"

#include <signal.h>
#include <string.h>

#include "sys/cancel.h"
#include "virtual-android/access/automation.h"
#include "virtual-android/access/instrument.h"
#include "virtual-android/helper/idle.h"
#include "virtual-android/helper/inputs.h"
#include "virtual-android/helper/news.h"
#include "virtual-android/helper/shot.h"
#include "virtual-android/helper/tree.h"
#include "virtual-android/model/notes.h"
#include "virtual-android/model/properties.h"
#include "virtual-android/model/spawned.h"

static void
put_property(struct vd_exchange *exchange, const char *member, const char *name)
{
    char *value = vd_device_get(exchange->api->device, "prop", name);
    vd_put_text(exchange->w, member, at_str(value));
    free(value);
}

static bool
status(struct vd_exchange *exchange)
{
    if (!vd_fields_done(&exchange->fields))
        return false;
    vd_put_text(exchange->w, "name", AT_STR("com.agentest.helper"));
    vd_put_text(exchange->w, "version", at_str(exchange->api->version));
    vd_put_int(exchange->w, "versionCode", exchange->api->version_code);
    vd_put_int(exchange->w, "protocolVersion", VD_PROTOCOL_VERSION);
    vd_put_int(exchange->w, "lingerMs", exchange->api->life->linger_ms);
    vd_put_int(exchange->w, "sdkInt",
               vd_device_api_level(exchange->api->device));
    put_property(exchange, "device", "ro.product.model");
    put_property(exchange, "manufacturer", "ro.product.manufacturer");
    return true;
}

static bool
keep_alive(struct vd_exchange *exchange)
{
    return vd_fields_done(&exchange->fields);
}

static bool
shut_down(struct vd_exchange *exchange)
{
    if (!vd_fields_done(&exchange->fields))
        return false;
    vd_lifecycle_finish(exchange->api->life, "shutdown");
    return true;
}

static bool
tree(struct vd_exchange *exchange)
{
    struct vd_tree_options options;
    if (!vd_tree_read(&exchange->fields, &options))
        return false;
    vd_name(exchange->w, "tree");
    return vd_put_tree(exchange->api, &options, exchange->w, exchange->refusal);
}

static bool
wait_idle(struct vd_exchange *exchange)
{
    struct vd_idle idle;
    return vd_idle_read(&exchange->fields, &idle) &&
           vd_idle_wait(exchange->api, &idle, vd_next_seq(exchange->api),
                        exchange->w);
}

static bool
events(struct vd_exchange *exchange)
{
    int32_t since = vd_take_int(&exchange->fields, "since",
                                (struct vd_range){0, INT32_MAX}, 0);
    if (!vd_fields_done(&exchange->fields))
        return false;
    vd_put_news(exchange->api, (uint64_t)since, exchange->w);
    return true;
}

// A UiAutomation that was given back is not lost: it can be taken again.
static bool
give_back(struct vd_exchange *exchange)
{
    struct vd_api *api = exchange->api;
    if (!vd_fields_done(&exchange->fields))
        return false;
    pthread_mutex_lock(&api->inputs);
    vd_automation_release(api->device, *api->ticket);
    *api->ticket = 0;
    pthread_mutex_unlock(&api->inputs);
    return true;
}

static bool
take_again(struct vd_exchange *exchange)
{
    struct vd_api *api = exchange->api;
    struct at_err err = AT_ERR_INIT;
    if (!vd_fields_done(&exchange->fields))
        return false;
    pthread_mutex_lock(&api->inputs);
    bool held = *api->ticket != 0;
    bool ok = held || (vd_api_simulate_latency(api, "helper-connect") &&
                       vd_automation_take(api->device, api->pid, api->args,
                                          api->ticket, &err));
    if (ok && !held)
        vd_automation_listen(api->device, *api->ticket);
    pthread_mutex_unlock(&api->inputs);
    if (!ok && err.code == AT_EBUSY)
        vd_refuse(exchange->refusal, VD_UIAUTOMATION_HELD, "%s", err.msg);
    return ok;
}

static bool
has_automation(struct vd_api *api)
{
    pthread_mutex_lock(&api->inputs);
    bool has = *api->ticket != 0;
    pthread_mutex_unlock(&api->inputs);
    return has;
}

static const struct {
    const char *path;
    const char *method;
    const char *input; // the input that it performs; NULL: run is called
    bool (*run)(struct vd_exchange *exchange);
    bool needs_automation;
} rows[] = {
    {"/status", "GET", NULL, status, false},
    {"/keep-alive", "POST", NULL, keep_alive, false},
    {"/shutdown", "POST", NULL, shut_down, false},
    {"/release", "POST", NULL, give_back, false},
    {"/acquire", "POST", NULL, take_again, false},
    {"/tree", "POST", NULL, tree, true},
    {"/screenshot", "POST", NULL, vd_endpoint_screenshot, true},
    {"/frame", "POST", NULL, vd_endpoint_frame, true},
    {"/wait-idle", "POST", NULL, wait_idle, true},
    {"/framework", "POST", NULL, vd_endpoint_framework, true},
    {"/idling", "POST", NULL, vd_endpoint_idling, false},
    {"/events", "POST", NULL, events, false},
    {"/step", "POST", NULL, vd_endpoint_step, true},
    {"/tap", "POST", "tap", NULL, true},
    {"/long-press", "POST", "long_press", NULL, true},
    {"/swipe", "POST", "swipe", NULL, true},
    {"/gesture", "POST", "gesture", NULL, true},
    {"/key", "POST", "key", NULL, true},
    {"/text", "POST", "text", NULL, true},
    {"/progress", "POST", "progress", NULL, true},
};

static bool
do_input(struct vd_exchange *exchange, const char *name)
{
    struct vd_input input;
    if (!vd_action_read(&exchange->fields, name, &input))
        return false;
    pthread_mutex_lock(&exchange->api->inputs);
    bool ok =
        vd_action_do(exchange->api, &input, exchange->w, exchange->refusal);
    pthread_mutex_unlock(&exchange->api->inputs);
    return ok;
}

// Return false without an answer if the process has died.
static bool
answer_row(struct vd_api *api, size_t i, const struct vd_request *request,
           struct vd_answer *answer, struct vd_refusal *refusal)
{
    struct vd_writer w = {.out = &answer->body};
    struct vd_exchange exchange = {
        .api = api, .answer = answer, .w = &w, .refusal = refusal};
    json_t *body = vd_body_parse(request->body, refusal);
    if (body && rows[i].needs_automation && !has_automation(api))
        vd_refuse(refusal, VD_RELEASED,
                  "UiAutomation was given back, POST /acquire takes it again");
    else if (body) {
        exchange.fields = vd_fields_of(body, "the body", refusal);
        vd_open(&w, '{');
        // A step writes it last.
        if (rows[i].run != vd_endpoint_step)
            vd_put_bool(&w, "ok", true);
        bool ok = rows[i].input ? do_input(&exchange, rows[i].input)
                                : rows[i].run(&exchange);
        if (!ok && refusal->code == VD_NOT_REFUSED)
            vd_refuse(refusal, VD_INTERNAL, "the helper ends");
        if (strcmp(answer->type, "application/json") == 0)
            vd_close(&w, '}');
    }
    json_decref(body);
    return !at_cancel_fired(api->life->killed);
}

// Only a step's actions have a type.
static bool
has_input(size_t i, const struct vd_request *request)
{
    return rows[i].input || (rows[i].run == vd_endpoint_step &&
                             at_str_has(request->body, AT_STR("\"type\"")));
}

// Apply the faults set by a test. Return false for no answer.
static bool
misbehave(struct vd_api *api, size_t i, const struct vd_request *request,
          struct vd_refusal *refusal)
{
    if (vd_device_take_fault(api->device, "helper-hang") ||
        (has_input(i, request) &&
         vd_device_take_fault(api->device, "helper-hang-input"))) {
        struct at_op op = {AT_NEVER_NS, api->life->killed};
        return at_op_wait_until(&op, AT_NEVER_NS, NULL);
    }
    if (rows[i].needs_automation &&
        vd_device_take_fault(api->device, "helper-lost"))
        vd_lose_automation(api, refusal);
    if (vd_device_take_fault(api->device, "helper-broken"))
        vd_refuse(refusal, VD_INTERNAL,
                  "java.lang.IllegalStateException: told to be broken");
    return true;
}

// Returns false if the process has stalled, and has now ended.
static bool
is_alive(struct vd_api *api, size_t i)
{
    struct at_op op = {AT_NEVER_NS, api->life->killed};
    if (api->is_resident && rows[i].run == vd_endpoint_step &&
        vd_device_take_fault(api->device, "resident-stall"))
        at_cancel_fire(api->stalled);
    if (!at_cancel_fired(api->stalled))
        return true;
    return at_op_wait_until(&op, AT_NEVER_NS, NULL);
}

static bool
serve_row(struct vd_api *api, size_t i, const struct vd_request *request,
          struct vd_answer *answer, struct vd_refusal *refusal)
{
    bool ok = misbehave(api, i, request, refusal);
    if (ok && refusal->code == VD_NOT_REFUSED)
        ok = answer_row(api, i, request, answer, refusal);
    ok = ok && is_alive(api, i);
    if (ok && (vd_device_take_fault(api->device, "helper-crash") ||
               (has_input(i, request) &&
                vd_device_take_fault(api->device, "helper-crash-input")))) {
        if (!vd_device_kill(api->device, api->pid, SIGKILL))
            vd_instrument_kill(api->device, api->pid);
        return false;
    }
    return ok;
}

bool
vd_api_handle(void *arg, const struct vd_request *request,
              struct vd_answer *answer, struct vd_refusal *refusal)
{
    struct vd_api *api = arg;
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (!at_str_is(request->path, rows[i].path))
            continue;
        if (!at_str_is(request->method, rows[i].method)) {
            vd_refuse(refusal, VD_METHOD_NOT_ALLOWED, "%s takes %s",
                      rows[i].path, rows[i].method);
            return true;
        }
        vd_lifecycle_begin(api->life);
        vd_device_note(api->device, "%s %s", rows[i].method, rows[i].path);
        bool ok = serve_row(api, i, request, answer, refusal);
        vd_lifecycle_end(api->life);
        return ok;
    }
    vd_refuse(refusal, VD_NOT_FOUND, "there is no '%.*s'",
              AT_STR_ARG(request->path));
    return true;
}
