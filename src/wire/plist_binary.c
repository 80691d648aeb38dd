// plist_binary.c: "bplist00": objects, a table of their offsets, a trailer
//
// Objects refer to each other by number. An object may be shared, which copies
// it against the budget, or contain itself, which is refused.
#include <string.h>

#include "base/base64.h"
#include "base/civil.h"
#include "base/limits.h"
#include "base/utf16.h"
#include "wire/json.h"
#include "wire/plist_parts.h"

enum {
    HEAD_BYTES = 8,
    TRAILER_BYTES = 32,
    MS_PER_S = 1000,
    // seconds from 1970 to 2001, the epoch of these dates
    EPOCH_S = 978307200,
};

struct reader {
    struct at_str objects; // the file up to the table; offsets refer to it
    struct at_str table;
    size_t offset_size;
    size_t ref_size;
    size_t count;
    struct at_plist_budget *budget;
    size_t path[AT_PLIST_MAX_DEPTH]; // numbers of the containers being read
    size_t depth;
    struct at_err *err;
};

// An object's bytes after its marker.
struct object {
    size_t number;
    unsigned low; // low half of the marker
    struct at_str rest;
};

static json_t *
fail(const struct reader *r, size_t number, const char *what)
{
    at_fail(r->err, AT_EUSAGE, "object %zu %s", number, what);
    return NULL;
}

// Decode an unsigned number of 1 to 8 bytes.
static uint64_t
big_endian(struct at_str bytes)
{
    uint64_t value = 0;
    for (size_t i = 0; i < bytes.len; i++)
        value = value << 8 | (unsigned char)bytes.ptr[i];
    return value;
}

// Return the index-th of the numbers, each size bytes long.
static uint64_t
entry_at(struct at_str numbers, size_t size, size_t index)
{
    return big_endian(at_str_head(at_str_skip(numbers, index * size), size));
}

static bool
take(struct at_str *rest, size_t len, struct at_str *out)
{
    if (len > rest->len)
        return false;
    *out = at_str_head(*rest, len);
    *rest = at_str_skip(*rest, len);
    return true;
}

static bool
take_number(struct at_str *rest, size_t len, uint64_t *out)
{
    struct at_str bytes;
    if (!take(rest, len, &bytes))
        return false;
    *out = big_endian(bytes);
    return true;
}

// Read the count: the marker's low half or, if that is 15, the integer that
// follows. A count cannot exceed the number of bytes left in the file.
static bool
take_count(struct object *object, size_t *out)
{
    uint64_t marker;
    uint64_t count = object->low;
    if (count == 15) {
        if (!take_number(&object->rest, 1, &marker) || marker >> 4 != 1 ||
            (marker & 15) > 3 ||
            !take_number(&object->rest, (size_t)1 << (marker & 15), &count))
            return false;
    }
    *out = (size_t)count;
    return count <= object->rest.len;
}

static json_t *read_object(struct reader *r, uint64_t number);

static json_t *
read_simple(struct reader *r, struct object *object)
{
    switch (object->low) {
    case 0:
        return json_null();
    case 8:
        return json_false();
    case 9:
        return json_true();
    default:
        return fail(r, object->number, "is of an unknown type");
    }
}

// Integers of 8 bytes are signed, shorter ones unsigned. In those of 16 bytes
// the upper half is only the sign.
static json_t *
read_integer(struct reader *r, struct object *object)
{
    uint64_t high = 0;
    uint64_t low;
    size_t len = (size_t)1 << (object->low & 7);
    if (object->low > 4 || (len == 16 && !take_number(&object->rest, 8, &high)))
        return fail(r, object->number, "is not an integer");
    if (!take_number(&object->rest, len == 16 ? 8 : len, &low))
        return fail(r, object->number, "passes the end");
    if (len == 8 && low >> 63)
        high = UINT64_MAX;
    bool negative = high != 0;
    if (negative && (high != UINT64_MAX || low == 0))
        return fail(r, object->number, "is an integer beyond 64 bits");
    return at_plist_integer(negative, negative ? 0 - low : low);
}

static bool
take_real(struct object *object, double *out)
{
    uint64_t bits;
    size_t len = (size_t)1 << (object->low & 7);
    if (object->low > 3 || len < 4 || !take_number(&object->rest, len, &bits))
        return false;
    if (len == 8) {
        memcpy(out, &bits, sizeof(*out));
    } else {
        uint32_t half = (uint32_t)bits;
        float value;
        memcpy(&value, &half, sizeof(value));
        *out = (double)value;
    }
    return true;
}

static json_t *
read_real(struct reader *r, struct object *object)
{
    double value;
    return take_real(object, &value)
               ? at_plist_real(value)
               : fail(r, object->number, "is not a real number");
}

static json_t *
read_date(struct reader *r, struct object *object)
{
    double seconds;
    int64_t ms;
    if (object->low != 3 || !take_real(object, &seconds))
        return fail(r, object->number, "is not a date");
    if (!(seconds > -1e12 && seconds < 1e12))
        return fail(r, object->number, "is a date that no calendar has");
    int64_t whole = (int64_t)seconds;
    whole -= (double)whole > seconds; // round towards the past
    struct at_civil day = at_civil_from_ms((whole + EPOCH_S) * MS_PER_S);
    if (!at_civil_to_ms(&day, &ms))
        return fail(r, object->number, "is a date that no calendar has");
    return json_sprintf("%04d-%02d-%02dT%02d:%02d:%02dZ", (int)day.year,
                        day.month, day.day, day.hour, day.minute, day.second);
}

static json_t *
read_data(struct reader *r, struct object *object)
{
    struct at_buf text = AT_BUF_INIT(2 * AT_PLIST_MAX_BYTES);
    size_t len;
    if (!take_count(object, &len))
        return fail(r, object->number, "passes the end");
    struct at_str bytes = at_str_head(object->rest, len);
    json_t *value = NULL;
    if (at_plist_spend(r->budget, len / 3 * 4 + 4, r->err) &&
        at_base64_write(bytes, &text))
        value = at_json_text(at_buf_str(&text));
    at_buf_deinit(&text);
    return value;
}

static json_t *
read_ascii(struct reader *r, struct object *object)
{
    size_t len;
    if (!take_count(object, &len))
        return fail(r, object->number, "passes the end");
    return at_plist_spend(r->budget, len, r->err)
               ? at_json_text(at_str_head(object->rest, len))
               : NULL;
}

static json_t *
read_utf16(struct reader *r, struct object *object)
{
    struct at_buf text = AT_BUF_INIT(2 * AT_PLIST_MAX_BYTES);
    bool repaired = false;
    size_t units;
    if (!take_count(object, &units) || units > object->rest.len / 2)
        return fail(r, object->number, "passes the end");
    json_t *value = NULL;
    if (at_plist_spend(r->budget, 3 * units, r->err) &&
        at_utf16_read(at_str_head(object->rest, 2 * units), false, &text,
                      &repaired))
        value = at_json_text(at_buf_str(&text));
    at_buf_deinit(&text);
    return value;
}

static json_t *
read_uid(struct reader *r, struct object *object)
{
    uint64_t value;
    if (object->low > 7 || !take_number(&object->rest, object->low + 1, &value))
        return fail(r, object->number, "is not a UID");
    return at_plist_integer(false, value);
}

// Enter a container. Fail if it is being read already, or is too deep.
static bool
enter(struct reader *r, size_t number)
{
    for (size_t i = 0; i < r->depth; i++) {
        if (r->path[i] == number)
            return fail(r, number, "contains itself");
    }
    if (!at_plist_check_depth(r->depth + 1, r->err))
        return false;
    r->path[r->depth++] = number;
    return true;
}

// Take the count references of a container, each ref_size long.
static bool
take_refs(struct reader *r, struct object *object, size_t count,
          struct at_str *out)
{
    if (count <= object->rest.len / r->ref_size &&
        take(&object->rest, count * r->ref_size, out))
        return true;
    return fail(r, object->number, "passes the end");
}

static uint64_t
ref_at(const struct reader *r, struct at_str refs, size_t index)
{
    return entry_at(refs, r->ref_size, index);
}

static json_t *
read_array(struct reader *r, struct object *object)
{
    size_t count;
    struct at_str refs;
    if (!take_count(object, &count))
        return fail(r, object->number, "passes the end");
    if (!take_refs(r, object, count, &refs) || !enter(r, object->number))
        return NULL;
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *value = read_object(r, ref_at(r, refs, i));
        if (!value) {
            json_decref(array);
            return NULL;
        }
        at_plist_put(array, NULL, value);
    }
    r->depth--;
    return array;
}

static bool
read_member(struct reader *r, json_t *dict, uint64_t key_ref,
            uint64_t value_ref)
{
    json_t *key = read_object(r, key_ref);
    const char *text = json_string_value(key);
    bool ok = key && text && strlen(text) == json_string_length(key);
    json_t *value = ok ? read_object(r, value_ref) : NULL;
    if (key && !ok)
        fail(r, (size_t)key_ref, "is a key but not text");
    if (value)
        at_plist_put(dict, text, value);
    json_decref(key);
    return value;
}

static json_t *
read_dict(struct reader *r, struct object *object)
{
    size_t count;
    struct at_str keys;
    struct at_str values;
    if (!take_count(object, &count))
        return fail(r, object->number, "passes the end");
    if (!take_refs(r, object, count, &keys) ||
        !take_refs(r, object, count, &values) || !enter(r, object->number))
        return NULL;
    json_t *dict = json_object();
    for (size_t i = 0; i < count; i++) {
        if (!read_member(r, dict, ref_at(r, keys, i), ref_at(r, values, i))) {
            json_decref(dict);
            return NULL;
        }
    }
    r->depth--;
    return dict;
}

// Indexed by the upper half of the marker. Sets are read as arrays.
static json_t *(*const readers[16])(struct reader *r, struct object *object) = {
    [0x0] = read_simple, [0x1] = read_integer, [0x2] = read_real,
    [0x3] = read_date,   [0x4] = read_data,    [0x5] = read_ascii,
    [0x6] = read_utf16,  [0x8] = read_uid,     [0xa] = read_array,
    [0xc] = read_array,  [0xd] = read_dict,
};

static json_t *
read_object(struct reader *r, uint64_t number)
{
    if (number >= r->count) {
        at_fail(r->err, AT_EUSAGE, "no object %llu among %zu",
                (unsigned long long)number, r->count);
        return NULL;
    }
    struct object object = {.number = (size_t)number};
    uint64_t offset = entry_at(r->table, r->offset_size, object.number);
    if (offset < HEAD_BYTES || offset >= r->objects.len)
        return fail(r, object.number, "is outside of the file");
    if (!at_plist_spend(r->budget, 0, r->err))
        return NULL;
    unsigned marker = (unsigned char)r->objects.ptr[offset];
    object.low = marker & 15;
    object.rest = at_str_skip(r->objects, (size_t)offset + 1);
    if (!readers[marker >> 4])
        return fail(r, object.number, "is of an unknown type");
    return readers[marker >> 4](r, &object);
}

// Read the sizes and offsets in the trailer, and check them against the file.
static bool
read_trailer(struct reader *r, struct at_str bytes, uint64_t *out_top)
{
    struct at_str trailer = at_str_skip(bytes, bytes.len - TRAILER_BYTES);
    size_t max = bytes.len - TRAILER_BYTES;
    uint64_t count, table_at;
    trailer = at_str_skip(trailer, 6);
    r->offset_size = (unsigned char)trailer.ptr[0];
    r->ref_size = (unsigned char)trailer.ptr[1];
    count = big_endian(at_str_head(at_str_skip(trailer, 2), 8));
    *out_top = big_endian(at_str_head(at_str_skip(trailer, 10), 8));
    table_at = big_endian(at_str_head(at_str_skip(trailer, 18), 8));
    if (r->offset_size < 1 || r->offset_size > 8 || r->ref_size < 1 ||
        r->ref_size > 8 || table_at < HEAD_BYTES || table_at > max ||
        count > (max - table_at) / r->offset_size)
        return at_fail(r->err, AT_EUSAGE,
                       "the trailer of its binary form makes no sense: it is "
                       "damaged or was cut short");
    r->count = (size_t)count;
    r->objects = at_str_head(bytes, (size_t)table_at);
    r->table = at_str_skip(bytes, (size_t)table_at);
    return true;
}

json_t *
at_plist_parse_binary(struct at_str bytes, struct at_plist_budget *budget,
                      struct at_err *err)
{
    struct reader r = {.budget = budget, .err = err};
    uint64_t top;
    if (!at_str_starts(bytes, AT_STR("bplist0")) ||
        bytes.len < HEAD_BYTES + TRAILER_BYTES) {
        at_fail(err, AT_EUSAGE,
                "a binary form that is cut short or not of version 0");
        return NULL;
    }
    return read_trailer(&r, bytes, &top) ? read_object(&r, top) : NULL;
}
