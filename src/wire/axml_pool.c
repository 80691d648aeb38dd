#include "wire/axml_pool.h"

#include "base/alloc.h"
#include "base/limits.h"

enum {
    POOL_HEAD_LEN = 20, // after the eight bytes common to all chunks
    FLAG_UTF8 = 1 << 8,
    REPLACEMENT = 0xfffd,
};

bool
at_axml_pool_open(struct at_axml_pool *pool, struct at_str head,
                  struct at_str body, struct at_err *err)
{
    struct at_rd rd = at_rd(head.ptr, head.len);
    size_t count = at_rd_u32le(&rd);
    at_rd_u32le(&rd); // styles
    uint32_t flags = at_rd_u32le(&rd);
    size_t strings_at = at_rd_u32le(&rd); // relative to the start of the chunk
    size_t head_len = head.len + 8;

    if (!rd.ok || head.len < POOL_HEAD_LEN || count > body.len / 4 ||
        strings_at < head_len || strings_at - head_len > body.len)
        return at_fail(err, AT_EUSAGE,
                       "broken binary XML: its string pool is not whole");
    *pool = (struct at_axml_pool){
        .offsets = at_str_head(body, count * 4),
        .bytes = at_str_skip(body, strings_at - head_len),
        .count = count,
        .utf8 = (flags & FLAG_UTF8) != 0,
        .decoded = at_realloc_array(NULL, count, sizeof(struct at_str)),
    };
    for (size_t i = 0; i < count; i++)
        pool->decoded[i] = (struct at_str){NULL, 0};
    return true;
}

static bool
is_high(uint32_t unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

static bool
is_low(uint32_t unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

// Append a UTF-16 unit as UTF-8. A pair of surrogates is one character, a lone
// one is replaced. high is a pending high surrogate, or 0.
static void
add_unit(struct at_buf *out, uint32_t *high, uint32_t unit)
{
    if (*high != 0 && is_low(unit)) {
        at_buf_add_utf8(out,
                        0x10000 + ((*high - 0xd800) << 10) + (unit - 0xdc00));
        *high = 0;
        return;
    }
    if (*high != 0)
        at_buf_add_utf8(out, REPLACEMENT);
    *high = is_high(unit) ? unit : 0;
    if (*high == 0)
        at_buf_add_utf8(out, is_low(unit) ? REPLACEMENT : unit);
}

// Read a UTF-16 length: one unit, or two if the top bit is set.
static size_t
length16(struct at_rd *rd)
{
    size_t len = at_rd_u16le(rd);
    if (len & 0x8000)
        len = (len & 0x7fff) << 16 | at_rd_u16le(rd);
    return len;
}

// Read a UTF-8 length: one byte, or two if the top bit is set.
static size_t
length8(struct at_rd *rd)
{
    size_t len = at_rd_u8(rd);
    if (len & 0x80)
        len = (len & 0x7f) << 8 | at_rd_u8(rd);
    return len;
}

static bool
decode16(struct at_rd *rd, struct at_buf *out)
{
    size_t len = length16(rd);
    struct at_str bytes = at_rd_bytes(rd, len * 2);
    struct at_rd units = at_rd(bytes.ptr, bytes.len);
    uint32_t high = 0;
    while (units.len > 0)
        add_unit(out, &high, at_rd_u16le(&units));
    if (high != 0)
        at_buf_add_utf8(out, REPLACEMENT);
    return rd->ok;
}

// aapt2 writes Java's "modified" UTF-8: a character beyond U+FFFF is two
// surrogates of three bytes each. That is invalid UTF-8, so decode it here.
static size_t
surrogate(struct at_str s, uint32_t *out_unit)
{
    const unsigned char *p = (const unsigned char *)s.ptr;
    if (s.len < 3 || p[0] != 0xed || p[1] < 0xa0 || p[1] > 0xbf ||
        (p[2] & 0xc0) != 0x80)
        return 0;
    *out_unit = 0xd000u | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu);
    return 3;
}

static bool
decode8(struct at_rd *rd, struct at_buf *out)
{
    length8(rd); // in UTF-16 units
    struct at_str bytes = at_rd_bytes(rd, length8(rd));
    uint32_t high = 0;

    while (bytes.len > 0) {
        uint32_t unit = REPLACEMENT;
        size_t len = at_utf8_next(bytes, &unit);
        if (len == 0)
            len = surrogate(bytes, &unit);
        add_unit(out, &high, unit);
        bytes = at_str_skip(bytes, len ? len : 1);
    }
    if (high != 0)
        at_buf_add_utf8(out, REPLACEMENT);
    return rd->ok;
}

// Strings may overlap in the pool, so a small input can decode to a large
// output: limit the arena's total.
static bool
decode(struct at_axml *doc, uint32_t index, struct at_str *out,
       struct at_err *err)
{
    const struct at_axml_pool *pool = &doc->pool;
    struct at_buf text = AT_BUF_INIT(AT_AXML_TEXT_MAX_BYTES - doc->arena.used);
    struct at_str field = at_str_skip(pool->offsets, (size_t)index * 4);
    struct at_rd offset = at_rd(field.ptr, field.len);
    struct at_str bytes = at_str_skip(pool->bytes, at_rd_u32le(&offset));
    struct at_rd rd = at_rd(bytes.ptr, bytes.len);
    bool whole = pool->utf8 ? decode8(&rd, &text) : decode16(&rd, &text);
    bool fits = !text.overflow &&
                text.len + 1 + doc->arena.used <= AT_AXML_TEXT_MAX_BYTES - 16;
    if (!whole)
        at_fail(err, AT_EUSAGE, "broken binary XML: string %u is not whole",
                index);
    else if (!fits)
        at_fail(err, AT_ELIMIT, "binary XML with more than %zu bytes of text",
                AT_AXML_TEXT_MAX_BYTES);
    else
        *out = at_arena_dup(&doc->arena, at_buf_str(&text));
    at_buf_deinit(&text);
    return whole && fits;
}

bool
at_axml_pool_text(struct at_axml *doc, uint32_t index, struct at_str *out,
                  struct at_err *err)
{
    if (index >= doc->pool.count)
        return at_fail(err, AT_EUSAGE,
                       "broken binary XML: string %u of %zu is missing", index,
                       doc->pool.count);
    struct at_str *kept = &doc->pool.decoded[index];
    if (!kept->ptr && !decode(doc, index, kept, err))
        return false;
    *out = *kept;
    return true;
}
