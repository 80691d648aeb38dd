#include "bus/message.h"

#include <inttypes.h>

#include "base/limits_pool.h"
#include "base/op.h"
#include "wire/json.h"

// Numbers that a server counts; above it an int64_t would be negative.
#define NUMBER_MAX INT64_MAX

enum {
    ACK_PARTS = 9,         // without domain and account
    ACK_PARTS_DOMAIN = 11, // with both; more may follow
    ACK_PARTS_MAX = 16,
};

static bool
read_number(struct at_str text, int64_t min, int64_t *out)
{
    return at_str_to_i64(text, min, NUMBER_MAX, out);
}

static bool
read_place(const struct at_str parts[5], struct at_bus_place *out)
{
    int64_t delivered, sequence, number, time_ns, pending;
    if (!read_number(parts[0], 1, &delivered) ||
        !read_number(parts[1], 1, &sequence) ||
        !read_number(parts[2], 1, &number) ||
        !read_number(parts[3], 0, &time_ns) ||
        !read_number(parts[4], 0, &pending))
        return false;
    *out = (struct at_bus_place){
        .sequence = (uint64_t)sequence,
        .number = (uint64_t)number,
        .time_ms = time_ns / AT_NS_PER_MS,
        .pending = (uint64_t)pending,
    };
    return true;
}

bool
at_bus_place_read(struct at_str reply, struct at_bus_place *out)
{
    struct at_str parts[ACK_PARTS_MAX];
    size_t count = 0;
    struct at_str part;
    *out = (struct at_bus_place){0};
    while (count < ACK_PARTS_MAX && at_str_next(&reply, '.', &part))
        parts[count++] = part;
    if (count < ACK_PARTS || reply.len > 0 || !at_str_is(parts[0], "$JS") ||
        !at_str_is(parts[1], "ACK"))
        return false;
    if (count == ACK_PARTS)
        return read_place(&parts[4], out);
    return count >= ACK_PARTS_DOMAIN && read_place(&parts[6], out);
}

void
at_bus_key_write(struct at_str kind, struct at_str id, struct at_buf *out)
{
    at_buf_add_str(out, kind);
    at_buf_add_char(out, '.');
    for (size_t i = 0; i < id.len; i++)
        at_buf_add_char(out, id.ptr[i] == '.' ? '=' : id.ptr[i]);
}

bool
at_bus_key_read(struct at_str key, struct at_str *out_kind, char *out_id)
{
    struct at_str id = key;
    if (!at_str_next(&id, '.', out_kind) || out_kind->len == 0 || id.len == 0 ||
        id.len > AT_BUS_ID_MAX || at_str_has(id, AT_STR(".")))
        return false;
    for (size_t i = 0; i < id.len; i++)
        out_id[i] = id.ptr[i] == '=' ? '.' : id.ptr[i];
    out_id[id.len] = '\0';
    return true;
}

bool
at_bus_doc_write(const struct at_bus_doc *doc, struct at_buf *out)
{
    at_buf_add_fmt(
        out, "{\"revision\":%" PRId64 ",\"createdMs\":%" PRId64 ",\"json\":",
        doc->revision, doc->created_ms);
    return at_json_write(doc->json, out) && at_buf_add_char(out, '}');
}

static bool
read_member(const json_t *value, const char *name, int64_t min, int64_t *out)
{
    const json_t *member = json_object_get(value, name);
    *out = (int64_t)json_integer_value(member);
    return json_is_integer(member) && *out >= min;
}

bool
at_bus_doc_read(struct at_str value, struct at_bus_doc *out)
{
    *out = (struct at_bus_doc){0};
    if (value.len > AT_BUS_VALUE_MAX_BYTES)
        return false;
    json_t *all = at_json_parse(value, NULL);
    json_t *json = json_object_get(all, "json");
    bool ok = json_is_object(json) &&
              read_member(all, "revision", 1, &out->revision) &&
              read_member(all, "createdMs", 0, &out->created_ms);
    if (ok)
        out->json = json_incref(json);
    json_decref(all);
    return ok;
}

void
at_bus_doc_deinit(struct at_bus_doc *doc)
{
    json_decref(doc->json);
    doc->json = NULL;
}

bool
at_bus_event_id_read(struct at_str id, struct at_str run, int64_t *out_index)
{
    struct at_str index;
    if (run.len == 0 || !at_str_starts(id, run))
        return false;
    id = at_str_skip(id, run.len);
    if (!at_str_starts(id, AT_STR(".")))
        return false;
    id = at_str_skip(id, 1);
    return at_str_next(&id, '.', &index) && id.len > 0 &&
           read_number(index, 1, out_index);
}
