#include "wire/preferences_pb.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum wire_type { VARINT = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5 };

enum { VARINT_MAX_BYTES = 10, FIXED32_BYTES = 4, FIXED64_BYTES = 8 };

struct field {
    uint64_t number;
    enum wire_type type;
    uint64_t value;      // VARINT, FIXED64, FIXED32
    struct at_str bytes; // BYTES
};

static bool
take_varint(struct at_str *in, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < VARINT_MAX_BYTES && i < in->len; i++) {
        uint8_t byte = (uint8_t)in->ptr[i];
        *out |= (uint64_t)(byte & 0x7f) << (7 * i);
        if (byte < 0x80) {
            *in = at_str_skip(*in, i + 1);
            return true;
        }
    }
    return false;
}

static bool
take_bytes(struct at_str *in, uint64_t len, struct at_str *out)
{
    if (len > in->len)
        return false;
    *out = at_str_head(*in, (size_t)len);
    *in = at_str_skip(*in, (size_t)len);
    return true;
}

static bool
take_fixed(struct at_str *in, size_t len, uint64_t *out)
{
    struct at_str bytes;
    if (!take_bytes(in, len, &bytes))
        return false;
    *out = 0;
    for (size_t i = 0; i < len; i++)
        *out |= (uint64_t)(uint8_t)bytes.ptr[i] << (8 * i);
    return true;
}

// Take the next field. Groups are refused, since these files have none.
static bool
take_field(struct at_str *in, struct field *out)
{
    uint64_t key;
    *out = (struct field){.number = 0};
    if (!take_varint(in, &key))
        return false;
    out->number = key >> 3;
    out->type = (enum wire_type)(key & 7);
    switch (out->type) {
    case VARINT:
        return take_varint(in, &out->value);
    case FIXED64:
        return take_fixed(in, FIXED64_BYTES, &out->value);
    case FIXED32:
        return take_fixed(in, FIXED32_BYTES, &out->value);
    case BYTES:
        return take_varint(in, &out->value) &&
               take_bytes(in, out->value, &out->bytes);
    }
    return false;
}

static void
add_escaped(struct at_buf *out, struct at_str text)
{
    static const struct {
        char c;
        const char *entity;
    } escapes[] = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
    for (size_t i = 0; i < text.len; i++) {
        const char *entity = NULL;
        for (size_t e = 0; e < AT_LEN(escapes); e++) {
            if (text.ptr[i] == escapes[e].c)
                entity = escapes[e].entity;
        }
        if (entity)
            at_buf_add_text(out, entity);
        else
            at_buf_add_char(out, text.ptr[i]);
    }
}

// Write '    <int name="NAME" value="VALUE" />'.
static void
add_number(struct at_buf *out, const char *element, struct at_str name,
           const char *value)
{
    at_buf_add_fmt(out, "    <%s name=\"", element);
    add_escaped(out, name);
    at_buf_add_fmt(out, "\" value=\"%s\" />\n", value);
}

static void
add_opening(struct at_buf *out, const char *element, struct at_str name)
{
    at_buf_add_fmt(out, "    <%s name=\"", element);
    add_escaped(out, name);
    at_buf_add_text(out, "\">");
}

static bool
add_set(struct at_buf *out, struct at_str name, struct at_str set)
{
    struct field string;
    add_opening(out, "set", name);
    at_buf_add_char(out, '\n');
    while (set.len > 0) {
        if (!take_field(&set, &string))
            return false;
        if (string.number != 1 || string.type != BYTES)
            continue;
        if (!at_utf8_valid(string.bytes))
            return false;
        at_buf_add_text(out, "        <string>");
        add_escaped(out, string.bytes);
        at_buf_add_text(out, "</string>\n");
    }
    at_buf_add_text(out, "    </set>\n");
    return true;
}

static void
add_float(struct at_buf *out, const char *element, struct at_str name,
          double value, int digits)
{
    char text[40];
    snprintf(text, sizeof(text), "%.*g", digits, value);
    add_number(out, element, name, text);
}

static void
add_integer(struct at_buf *out, const char *element, struct at_str name,
            int64_t value)
{
    char text[24];
    snprintf(text, sizeof(text), "%" PRId64, value);
    add_number(out, element, name, text);
}

static void
add_text(struct at_buf *out, struct at_str name, struct at_str text)
{
    add_opening(out, "string", name);
    add_escaped(out, text);
    at_buf_add_text(out, "</string>\n");
}

static void
add_bytes(struct at_buf *out, struct at_str name, struct at_str bytes)
{
    add_opening(out, "bytes", name);
    for (size_t i = 0; i < bytes.len; i++)
        at_buf_add_fmt(out, "%02x", (unsigned)(uint8_t)bytes.ptr[i]);
    at_buf_add_text(out, "</bytes>\n");
}

enum value_field {
    VALUE_BOOLEAN = 1,
    VALUE_FLOAT,
    VALUE_INTEGER,
    VALUE_LONG,
    VALUE_STRING,
    VALUE_STRING_SET,
    VALUE_DOUBLE,
    VALUE_RAW,
};

// Expected wire type of each value; others are ignored.
static const enum wire_type value_types[] = {
    [VALUE_BOOLEAN] = VARINT, [VALUE_FLOAT] = FIXED32,
    [VALUE_INTEGER] = VARINT, [VALUE_LONG] = VARINT,
    [VALUE_STRING] = BYTES,   [VALUE_STRING_SET] = BYTES,
    [VALUE_DOUBLE] = FIXED64, [VALUE_RAW] = BYTES,
};

static bool
add_value(struct at_buf *out, struct at_str name, const struct field *value)
{
    uint32_t low = (uint32_t)value->value;
    float single;
    double real;
    memcpy(&single, &low, sizeof(single));
    memcpy(&real, &value->value, sizeof(real));
    switch (value->number) {
    case VALUE_BOOLEAN:
        add_number(out, "boolean", name, value->value ? "true" : "false");
        return true;
    case VALUE_FLOAT:
        add_float(out, "float", name, (double)single, 9);
        return true;
    case VALUE_INTEGER:
        add_integer(out, "int", name, (int32_t)low);
        return true;
    case VALUE_LONG:
        add_integer(out, "long", name, (int64_t)value->value);
        return true;
    case VALUE_STRING:
        add_text(out, name, value->bytes);
        return at_utf8_valid(value->bytes);
    case VALUE_STRING_SET:
        return add_set(out, name, value->bytes);
    case VALUE_DOUBLE:
        add_float(out, "double", name, real, 17);
        return true;
    default:
        add_bytes(out, name, value->bytes);
        return true;
    }
}

static bool
is_value(const struct field *field)
{
    return field->number >= VALUE_BOOLEAN && field->number <= VALUE_RAW &&
           field->type == value_types[field->number];
}

// Show that a value exists even if its type belongs to a later version.
static void
add_unknown(struct at_buf *out, struct at_str name)
{
    at_buf_add_text(out, "    <unknown name=\"");
    add_escaped(out, name);
    at_buf_add_text(out, "\" />\n");
}

// Add an entry of the map: key in field 1, Value in field 2. The last one of
// repeated fields counts.
static bool
add_entry(struct at_buf *out, struct at_str entry)
{
    struct at_str name = AT_STR("");
    struct at_str value = AT_STR("");
    struct field field;
    struct field found = {.number = 0};
    while (entry.len > 0) {
        if (!take_field(&entry, &field))
            return false;
        if (field.type == BYTES && field.number == 1)
            name = field.bytes;
        else if (field.type == BYTES && field.number == 2)
            value = field.bytes;
    }
    while (value.len > 0) {
        if (!take_field(&value, &field))
            return false;
        if (is_value(&field))
            found = field;
    }
    if (!at_utf8_valid(name))
        return false;
    if (found.number != 0)
        return add_value(out, name, &found);
    add_unknown(out, name);
    return true;
}

bool
at_preferences_pb_write(struct at_str message, struct at_buf *out,
                        struct at_err *err)
{
    struct at_str rest = message;
    struct field field;
    bool ok = true;
    at_buf_add_text(out, "<map>\n");
    while (ok && rest.len > 0) {
        ok = take_field(&rest, &field);
        if (ok && field.number == 1 && field.type == BYTES)
            ok = add_entry(out, field.bytes);
        else if (ok && field.number == 0)
            ok = false;
    }
    if (!ok)
        return at_fail(err, AT_EPROTO,
                       "it isn't a DataStore of preferences (an app may "
                       "encrypt it)");
    at_buf_add_text(out, "</map>\n");
    return !out->overflow ||
           at_fail(err, AT_ELIMIT, "its values have more than %zu bytes",
                   out->max);
}
