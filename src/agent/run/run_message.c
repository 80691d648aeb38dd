#include "agent/run/run_message.h"

#include <stdlib.h>
#include <string.h>

#include "agent/models/profile_json.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/wipe.h"
#include "wire/json.h"

void
at_run_order_init(struct at_run_order *order)
{
    *order = (struct at_run_order){.has_profile = false};
    at_run_record_init(&order->record);
}

void
at_run_order_deinit(struct at_run_order *order)
{
    at_run_record_deinit(&order->record);
    if (order->has_profile)
        at_profile_deinit(&order->profile);
    if (order->has_second)
        at_profile_deinit(&order->second);
    at_wipe_argv(&order->secrets);
    free(order->folder);
    free(order->hints);
    *order = (struct at_run_order){.has_profile = false};
}

json_t *
at_run_order_json(const struct at_run_order *order)
{
    json_t *json = json_object();
    json_t *secrets = json_array();
    at_json_set(json, "record", at_run_record_json(&order->record));
    if (order->has_profile)
        at_json_set(json, "profile", at_profile_json(&order->profile));
    if (order->has_second)
        at_json_set(json, "second", at_profile_json(&order->second));
    for (size_t i = 0; i < order->secrets.count; i++)
        json_array_append_new(secrets,
                              at_json_text(at_str(order->secrets.words[i])));
    at_json_set(json, "secrets", secrets);
    at_json_set(json, "folder", at_json_text(at_str(order->folder)));
    if (order->hints)
        at_json_set(json, "hints", at_json_text(at_str(order->hints)));
    at_json_set(json, "pictures", json_boolean(order->wants_pictures));
    return json;
}

static char *
text_of(const json_t *json, const char *name)
{
    struct at_str text = at_json_get_str(json, name);
    return json_is_string(json_object_get(json, name))
               ? at_strndup(text.ptr, text.len)
               : NULL;
}

bool
at_run_order_read(const json_t *json, struct at_run_order *out,
                  struct at_err *err)
{
    const json_t *record = json_object_get(json, "record");
    const json_t *profile = json_object_get(json, "profile");
    const json_t *second = json_object_get(json, "second");
    const json_t *secret;
    size_t i;
    at_run_order_init(out);
    out->folder = text_of(json, "folder");
    out->hints = text_of(json, "hints");
    out->wants_pictures = json_is_true(json_object_get(json, "pictures"));
    json_array_foreach(json_object_get(json, "secrets"), i, secret)
        at_argv_add_str(&out->secrets, at_json_str(secret));
    if (!json_is_object(record) || !out->folder)
        return at_fail(err, AT_EPROTO, "an order without a run or a folder");
    at_run_record_update(&out->record, record);
    if (!out->record.platform || !out->record.device)
        return at_fail(err, AT_EPROTO, "an order without a device");
    out->has_profile = profile && at_profile_read(profile, &out->profile, err);
    if (profile && !out->has_profile)
        return false;
    out->has_second = second && at_profile_read(second, &out->second, err);
    return !second || out->has_second;
}

const char *
at_run_order_variable(void *user, const char *name)
{
    const struct at_run_order *order = user;
    size_t len = strlen(name);
    for (size_t i = 0; i < order->secrets.count; i++) {
        const char *row = order->secrets.words[i];
        if (strncmp(row, name, len) == 0 && row[len] == '=')
            return row + len + 1;
    }
    return NULL;
}

// The texts of an event.
static const struct {
    const char *name;
    size_t offset;
} texts[] = {
    {"tool", offsetof(struct at_run_event, tool)},
    {"args", offsetof(struct at_run_event, args)},
    {"result", offsetof(struct at_run_event, result)},
    {"prefix", offsetof(struct at_run_event, prefix)},
    {"path", offsetof(struct at_run_event, path)},
    {"message", offsetof(struct at_run_event, message)},
};

json_t *
at_run_message_event(const struct at_run_event *event)
{
    json_t *json = json_object();
    at_json_set_text(json, "kind", at_run_event_names[event->kind]);
    at_json_set(json, "time", json_integer(event->time_ms));
    at_json_set(json, "step", json_integer(event->step));
    at_json_set(json, "began", json_integer(event->began_ms));
    at_json_set(json, "duration", json_integer(event->duration_ms));
    at_json_set(json, "replayed", json_boolean(event->replayed));
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        const struct at_str *text =
            (const void *)((const char *)event + texts[i].offset);
        if (text->len > 0)
            at_json_set(json, texts[i].name, at_json_text(*text));
    }
    if (event->more)
        json_object_set(json, "more", (json_t *)event->more);
    return json;
}

static int64_t
integer(const json_t *json, const char *name)
{
    return json_integer_value(json_object_get(json, name));
}

bool
at_run_message_read_event(const json_t *json, struct at_run_event *out)
{
    struct at_str kind = at_json_get_str(json, "kind");
    const json_t *more = json_object_get(json, "more");
    int64_t step = integer(json, "step");
    *out = (struct at_run_event){
        .time_ms = integer(json, "time"),
        .step = step > 0 && step <= INT_MAX ? (int)step : 0,
        .began_ms = integer(json, "began"),
        .duration_ms = integer(json, "duration"),
        .replayed = json_is_true(json_object_get(json, "replayed")),
        .more = json_is_object(more) ? more : NULL,
    };
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        struct at_str *text = (void *)((char *)out + texts[i].offset);
        *text = at_json_get_str(json, texts[i].name);
    }
    for (int i = 0; i < AT_RUN_EVENT_KINDS; i++) {
        out->kind = (enum at_run_event_kind)i;
        if (at_str_is(kind, at_run_event_names[i]))
            return true;
    }
    return false;
}

json_t *
at_run_message_place(const struct at_recipe_place *place)
{
    json_t *json = json_object();
    at_json_set(json, "version", at_json_text(at_str(place->version)));
    at_json_set(json, "device", at_json_text(at_str(place->device)));
    at_json_set(json, "locale", at_json_text(at_str(place->locale)));
    return json;
}

void
at_run_message_read_place(const json_t *json, struct at_recipe_place *out)
{
    *out = (struct at_recipe_place){.device = ""};
    at_str_cut(out->version, sizeof(out->version),
               at_json_get_str(json, "version"));
    at_str_cut(out->device, sizeof(out->device),
               at_json_get_str(json, "device"));
    at_str_cut(out->locale, sizeof(out->locale),
               at_json_get_str(json, "locale"));
}
