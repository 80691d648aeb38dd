#include "wire/axml.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/axml_pool.h"

enum {
    CHUNK_STRING_POOL = 0x0001,
    CHUNK_XML = 0x0003,
    CHUNK_START_ELEMENT = 0x0102,
    CHUNK_END_ELEMENT = 0x0103,
    CHUNK_RESOURCE_MAP = 0x0180,

    CHUNK_HEADER_LEN = 8,
    ATTR_LEN = 20,
    NO_STRING = -1,
};

struct chunk {
    unsigned type;
    struct at_str head; // after the eight bytes common to all chunks
    struct at_str body;
};

static bool
next_chunk(struct at_rd *rd, struct chunk *out, struct at_err *err)
{
    out->type = at_rd_u16le(rd);
    size_t head_len = at_rd_u16le(rd);
    size_t len = at_rd_u32le(rd);
    if (!rd->ok || head_len < CHUNK_HEADER_LEN || len < head_len)
        return at_fail(err, AT_EUSAGE,
                       "broken binary XML: a chunk header is not whole");
    out->head = at_rd_bytes(rd, head_len - CHUNK_HEADER_LEN);
    out->body = at_rd_bytes(rd, len - head_len);
    return rd->ok || at_fail(err, AT_EUSAGE,
                             "broken binary XML: a chunk of %zu bytes passes "
                             "the end",
                             len);
}

bool
at_axml_open(struct at_str bytes, struct at_axml *doc, struct at_err *err)
{
    struct at_rd rd = at_rd(bytes.ptr, bytes.len);
    struct chunk chunk;
    if (bytes.len > AT_MANIFEST_MAX_BYTES)
        return at_fail(err, AT_ELIMIT, "binary XML of %zu bytes, at most %zu",
                       bytes.len, AT_MANIFEST_MAX_BYTES);
    if (!next_chunk(&rd, &chunk, err))
        return false;
    if (chunk.type != CHUNK_XML)
        return at_fail(err, AT_EUSAGE,
                       "not binary XML: it starts with chunk type 0x%04x, not "
                       "0x0003",
                       chunk.type);
    doc->rest = at_rd(chunk.body.ptr, chunk.body.len);
    if (!next_chunk(&doc->rest, &chunk, err))
        return false;
    if (chunk.type != CHUNK_STRING_POOL)
        return at_fail(err, AT_EUSAGE, "broken binary XML: no string pool");
    return at_axml_pool_open(&doc->pool, chunk.head, chunk.body, err);
}

void
at_axml_deinit(struct at_axml *doc)
{
    free(doc->pool.decoded);
    at_arena_deinit(&doc->arena);
    *doc = (struct at_axml)AT_AXML_INIT;
}

static bool
start_element(struct at_axml *doc, struct at_str body, struct at_err *err)
{
    struct at_rd rd = at_rd(body.ptr, body.len);
    at_rd_u32le(&rd); // namespace
    uint32_t name = at_rd_u32le(&rd);
    size_t attrs_at = at_rd_u16le(&rd);
    doc->attr_size = at_rd_u16le(&rd);
    doc->attr_count = at_rd_u16le(&rd);
    size_t len = doc->attr_count * doc->attr_size;

    if (!rd.ok || attrs_at > body.len || len > body.len - attrs_at ||
        (doc->attr_count > 0 && doc->attr_size < ATTR_LEN))
        return at_fail(err, AT_EUSAGE,
                       "broken binary XML: an element is not whole");
    if (doc->depth == AT_AXML_MAX_DEPTH)
        return at_fail(err, AT_ELIMIT,
                       "binary XML is nested deeper than %zu elements",
                       AT_AXML_MAX_DEPTH);
    doc->attrs = at_str_head(at_str_skip(body, attrs_at), len);
    doc->depth++;
    return at_axml_pool_text(doc, name, &doc->name, err);
}

static bool
end_element(struct at_axml *doc, struct at_err *err)
{
    if (doc->depth == 0)
        return at_fail(err, AT_EUSAGE,
                       "broken binary XML: an element ends twice");
    doc->ended = true;
    doc->attr_count = 0;
    return true;
}

enum at_axml_event
at_axml_next(struct at_axml *doc, struct at_err *err)
{
    doc->depth -= doc->ended;
    doc->ended = false;
    while (doc->rest.len > 0) {
        struct chunk chunk;
        if (!next_chunk(&doc->rest, &chunk, err))
            return AT_AXML_BAD;
        if (chunk.type == CHUNK_START_ELEMENT)
            return start_element(doc, chunk.body, err) ? AT_AXML_START
                                                       : AT_AXML_BAD;
        if (chunk.type == CHUNK_END_ELEMENT)
            return end_element(doc, err) ? AT_AXML_END : AT_AXML_BAD;
        if (chunk.type == CHUNK_RESOURCE_MAP)
            doc->ids = chunk.body;
        // Skip namespaces, text and chunks of later versions.
    }
    if (doc->depth == 0)
        return AT_AXML_DONE;
    at_fail(err, AT_EUSAGE, "broken binary XML: %zu elements are not closed",
            doc->depth);
    return AT_AXML_BAD;
}

static uint32_t
resource_id(const struct at_axml *doc, uint32_t name)
{
    struct at_str field = at_str_skip(doc->ids, (size_t)name * 4);
    struct at_rd rd = at_rd(field.ptr, field.len);
    return at_rd_u32le(&rd);
}

bool
at_axml_attr_at(struct at_axml *doc, size_t i, struct at_axml_attr *out,
                struct at_err *err)
{
    at_assert(i < doc->attr_count);
    struct at_str bytes = at_str_skip(doc->attrs, i * doc->attr_size);
    struct at_rd rd = at_rd(bytes.ptr, bytes.len);
    at_rd_u32le(&rd); // namespace
    uint32_t name = at_rd_u32le(&rd);
    uint32_t raw = at_rd_u32le(&rd);
    at_rd_bytes(&rd, 3); // Res_value's size and a zero
    uint8_t type = at_rd_u8(&rd);
    uint32_t data = at_rd_u32le(&rd);

    *out = (struct at_axml_attr){
        .id = resource_id(doc, name), .type = type, .data = data};
    if (type == AT_AXML_STRING)
        raw = data;
    if (raw != (uint32_t)NO_STRING &&
        !at_axml_pool_text(doc, raw, &out->text, err))
        return false;
    return at_axml_pool_text(doc, name, &out->name, err);
}

bool
at_axml_find(struct at_axml *doc, uint32_t id, struct at_str name,
             struct at_axml_attr *out, bool *found, struct at_err *err)
{
    *found = false;
    for (size_t i = 0; i < doc->attr_count && !*found; i++) {
        if (!at_axml_attr_at(doc, i, out, err))
            return false;
        *found = out->id == id && (id != 0 || at_str_eq(out->name, name));
    }
    return true;
}

bool
at_axml_int(const struct at_axml_attr *attr, int64_t *out)
{
    switch (attr->type) {
    case AT_AXML_INT_DEC:
    case AT_AXML_INT_HEX:
        *out = (int32_t)attr->data;
        return true;
    case AT_AXML_BOOLEAN:
        *out = attr->data != 0;
        return true;
    case AT_AXML_STRING:
        return at_str_to_i64(attr->text, INT64_MIN, INT64_MAX, out);
    default:
        return false;
    }
}
