#include "device/android/framework/runtime/probe.h"

#include <string.h>

#include "wire/json.h"

enum { ID, TEXT, DUE, ENDLESS, FIELDS };

static void
copy_clean(char *out, size_t cap, struct at_str text)
{
    at_str_cut(out, cap, text);
    for (char *at = out; *at; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = ' ';
    }
}

// Append a text; if there is no room, the oldest one goes.
static void
add_request(struct at_requests *out, struct at_str text)
{
    if (out->count == AT_SYNC_REQUESTS_MAX) {
        out->count--;
        memmove(out->texts[0], out->texts[1],
                out->count * sizeof(out->texts[0]));
    }
    copy_clean(out->texts[out->count], sizeof(out->texts[0]), text);
    out->count++;
}

static bool
add_item(const json_t *row, const char *source, struct at_pending_list *out)
{
    const json_t *id = json_array_get(row, ID);
    const json_t *text = json_array_get(row, TEXT);
    const json_t *due = json_array_get(row, DUE);
    if (json_array_size(row) != FIELDS || !json_is_string(id) ||
        !json_is_string(text) || !json_is_number(due))
        return false;
    if (out->count == AT_SYNC_PENDING_MAX) {
        out->omitted++;
        return true;
    }
    struct at_pending *item = &out->items[out->count++];
    double due_ms = json_number_value(due);
    *item = (struct at_pending){
        .source = source,
        .due_ms = due_ms >= 0 && due_ms < 1e9 ? (int64_t)due_ms : -1,
        .endless = json_is_true(json_array_get(row, ENDLESS)),
    };
    copy_clean(item->id, sizeof(item->id), at_json_str(id));
    copy_clean(item->text, sizeof(item->text), at_json_str(text));
    return true;
}

// Return false for a member that is not a list of texts. The probe of an older
// program has none.
static bool
add_requests(const json_t *rows, struct at_requests *out)
{
    size_t size = json_array_size(rows);
    if (!rows)
        return true;
    if (!json_is_array(rows))
        return false;
    out->told = true;
    size_t first =
        size > AT_SYNC_REQUESTS_MAX ? size - AT_SYNC_REQUESTS_MAX : 0;
    for (size_t i = first; i < size; i++) {
        const json_t *text = json_array_get(rows, i);
        if (!json_is_string(text))
            return false;
        add_request(out, at_json_str(text));
    }
    return true;
}

bool
at_probe_read(struct at_str answer, const char *source,
              struct at_pending_list *out, struct at_err *err)
{
    json_t *json = at_json_parse(answer, err);
    if (!json)
        return false;
    const json_t *rows = json_object_get(json, "pending");
    json_int_t count = json_integer_value(json_object_get(json, "count"));
    size_t size = json_array_size(rows);
    bool ok = json_is_array(rows);
    for (size_t i = 0; ok && i < size; i++)
        ok = add_item(json_array_get(rows, i), source, out);
    ok = ok && add_requests(json_object_get(json, "made"), &out->requests);
    if (ok && count > (json_int_t)size && count < 1000000)
        out->omitted += (size_t)count - size;
    json_decref(json);
    return ok || at_fail(err, AT_EPROTO, "the probe's answer is not its own");
}
