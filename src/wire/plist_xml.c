// plist_xml.c: reader of Apple's PropertyList-1.0, based on expat
#include <expat.h>
#include <string.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/civil.h"
#include "base/hex.h"
#include "base/limits.h"
#include "wire/json.h"
#include "wire/plist_parts.h"

struct frame {
    json_t *container; // owned; NULL for <plist>
    char *key;         // owned; NULL if a <key> is expected
};

enum kind { PLIST, DICT, ARRAY, KEY, LEAF };

struct element {
    const char *name;
    enum kind kind;
    // KEY and LEAF: convert the text; NULL if it is invalid.
    json_t *(*read)(struct at_str text);
};

struct reader {
    XML_Parser xml;
    struct frame frames[AT_PLIST_MAX_DEPTH + 1];
    size_t depth;               // number of frames; the first is <plist>
    const struct element *leaf; // the open leaf, or NULL
    struct at_buf text;         // text of leaf
    json_t *root;               // owned
    struct at_plist_budget *budget;
    bool failed;
    bool done; // </plist>
    struct at_err *err;
};

// Stop the parser, which then calls no more handlers.
static void
stop(struct reader *r)
{
    r->failed = true;
    XML_StopParser(r->xml, XML_FALSE);
}

static void
fail(struct reader *r, const char *what)
{
    at_fail(r->err, AT_EUSAGE, "line %lu: %s",
            (unsigned long)XML_GetCurrentLineNumber(r->xml), what);
    stop(r);
}

static json_t *
read_true(struct at_str text)
{
    return text.len == 0 ? json_true() : NULL;
}

static json_t *
read_false(struct at_str text)
{
    return text.len == 0 ? json_false() : NULL;
}

static bool
read_digits(struct at_str text, uint64_t base, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < text.len; i++) {
        uint64_t digit = (uint64_t)at_hex_digit(text.ptr[i]);
        if (digit >= base || *out > (UINT64_MAX - digit) / base)
            return false;
        *out = *out * base + digit;
    }
    return text.len > 0;
}

// Read a decimal number, or a hexadecimal one after 0x.
static json_t *
read_integer(struct at_str text)
{
    text = at_str_trim(text);
    bool negative = at_str_starts(text, AT_STR("-"));
    bool is_signed = negative || at_str_starts(text, AT_STR("+"));
    text = at_str_skip(text, is_signed);
    bool is_hex =
        at_str_starts(text, AT_STR("0x")) || at_str_starts(text, AT_STR("0X"));
    text = at_str_skip(text, is_hex ? 2 : 0);
    uint64_t value;
    return read_digits(text, is_hex ? 16 : 10, &value)
               ? at_plist_integer(negative, value)
               : NULL;
}

// Parse with JSON's syntax, independently of the locale.
static json_t *
read_real(struct at_str text)
{
    static const char *const none[] = {"nan", "inf", "infinity"};
    text = at_str_trim(text);
    bool is_plus = at_str_starts(text, AT_STR("+"));
    bool is_signed = is_plus || at_str_starts(text, AT_STR("-"));
    struct at_str bare = at_str_skip(text, is_signed);
    for (size_t i = 0; i < AT_LEN(none); i++) {
        if (at_str_eq_nocase(bare, at_str(none[i])))
            return json_null();
    }
    json_t *number = at_json_parse(is_plus ? bare : text, NULL);
    json_t *value =
        json_is_number(number) ? json_real(json_number_value(number)) : NULL;
    json_decref(number);
    return value;
}

// Parse "YYYY-MM-DDThh:mm:ssZ".
static bool
scan_date(struct at_str text, int fields[6])
{
    static const char pattern[] = "0000-11-22T33:44:55Z";
    if (text.len != sizeof(pattern) - 1)
        return false;
    for (int i = 0; i < 6; i++)
        fields[i] = 0;
    for (size_t i = 0; i < text.len; i++) {
        int field = at_hex_digit(pattern[i]);
        int digit = at_hex_digit(text.ptr[i]);
        if (field < 0 ? text.ptr[i] != pattern[i] : digit < 0 || digit > 9)
            return false;
        if (field >= 0)
            fields[field] = fields[field] * 10 + digit;
    }
    return true;
}

static json_t *
read_date(struct at_str text)
{
    int fields[6];
    int64_t ms;
    text = at_str_trim(text);
    if (!scan_date(text, fields))
        return NULL;
    struct at_civil civil = {fields[0], fields[1], fields[2], fields[3],
                             fields[4], fields[5], 0};
    return at_civil_to_ms(&civil, &ms) ? at_json_text(text) : NULL;
}

// Decode base64, ignoring white space.
static json_t *
read_data(struct at_str text)
{
    struct at_buf packed = AT_BUF_INIT(AT_PLIST_MAX_BYTES);
    struct at_buf bytes = AT_BUF_INIT(AT_PLIST_MAX_BYTES);
    for (size_t i = 0; i < text.len; i++) {
        if (!memchr(" \t\r\n", text.ptr[i], 4))
            at_buf_add_char(&packed, text.ptr[i]);
    }
    json_t *value = NULL;
    if (!packed.overflow && at_base64_read(at_buf_str(&packed), &bytes))
        value = at_json_text(at_buf_str(&packed));
    at_buf_deinit(&packed);
    at_buf_deinit(&bytes);
    return value;
}

static const struct element elements[] = {
    {"plist", PLIST, NULL},         {"dict", DICT, NULL},
    {"array", ARRAY, NULL},         {"key", KEY, at_json_text},
    {"string", LEAF, at_json_text}, {"integer", LEAF, read_integer},
    {"real", LEAF, read_real},      {"true", LEAF, read_true},
    {"false", LEAF, read_false},    {"date", LEAF, read_date},
    {"data", LEAF, read_data},
};

static const struct element *
find_element(const char *name)
{
    for (size_t i = 0; i < AT_LEN(elements); i++) {
        if (strcmp(elements[i].name, name) == 0)
            return &elements[i];
    }
    return NULL;
}

static struct frame *
top(struct reader *r)
{
    return &r->frames[r->depth - 1];
}

static const char *
why_not_in(const struct frame *frame, bool is_key)
{
    if (json_is_array(frame->container))
        return is_key ? "<key> outside of <dict>" : NULL;
    if (is_key != (frame->key != NULL))
        return NULL;
    return is_key ? "a <key> without a value" : "a value without its <key>";
}

// Return why element is not allowed here, NULL if it is.
static const char *
why_not_here(struct reader *r, const struct element *element)
{
    bool is_key = element->kind == KEY;
    if (r->depth == 0)
        return element->kind == PLIST ? NULL
                                      : "the first element is not <plist>";
    if (element->kind == PLIST || r->leaf)
        return "an element that may not be there";
    if (r->depth > 1)
        return why_not_in(top(r), is_key);
    if (is_key)
        return "<key> outside of <dict>";
    return r->root ? "more than one value in <plist>" : NULL;
}

static void
push(struct reader *r, json_t *container)
{
    r->frames[r->depth++] = (struct frame){.container = container};
}

static void XMLCALL
on_start(void *data, const XML_Char *name, const XML_Char **attrs)
{
    struct reader *r = data;
    const struct element *element = find_element(name);
    (void)attrs;
    if (r->failed)
        return;
    const char *why = element ? why_not_here(r, element)
                              : "an element that property lists do not have";
    if (why) {
        fail(r, why);
        return;
    }
    if (!at_plist_check_depth(r->depth, r->err) ||
        !at_plist_spend(r->budget, 0, r->err)) {
        stop(r);
        return;
    }
    if (element->kind == KEY || element->kind == LEAF)
        r->leaf = element;
    else
        push(r, element->kind == DICT    ? json_object()
                : element->kind == ARRAY ? json_array()
                                         : NULL);
}

// Add a complete value to its container, which takes ownership.
static void
deliver(struct reader *r, json_t *value)
{
    struct frame *frame = top(r);
    if (!frame->container) {
        r->root = value;
        return;
    }
    at_plist_put(frame->container, frame->key, value);
    free(frame->key);
    frame->key = NULL;
}

static void
end_leaf(struct reader *r)
{
    const struct element *leaf = r->leaf;
    struct at_str text = at_buf_str(&r->text);
    json_t *value = leaf->read(text);
    r->leaf = NULL;
    if (!value) {
        fail(r, "a value that is not of its element's kind");
    } else if (leaf->kind == KEY) {
        top(r)->key = at_strndup(text.ptr ? text.ptr : "", text.len);
        json_decref(value);
    } else {
        deliver(r, value);
    }
    at_buf_clear(&r->text);
}

static void XMLCALL
on_end(void *data, const XML_Char *name)
{
    struct reader *r = data;
    (void)name; // expat ensures that it matches the start
    if (r->failed)
        return;
    if (r->leaf) {
        end_leaf(r);
        return;
    }
    if (r->depth == 1) {
        r->depth = 0;
        r->done = true;
        return;
    }
    if (top(r)->key) {
        fail(r, "a <key> without a value");
        return;
    }
    json_t *container = top(r)->container;
    r->depth--;
    deliver(r, container);
}

static void XMLCALL
on_text(void *data, const XML_Char *text, int len)
{
    struct reader *r = data;
    struct at_str piece = at_str_n(text, (size_t)len);
    if (r->failed)
        return;
    if (!r->leaf) {
        if (at_str_trim(piece).len > 0)
            fail(r, "text between elements");
        return;
    }
    if (piece.len <= r->budget->text_bytes && at_buf_add_str(&r->text, piece)) {
        r->budget->text_bytes -= piece.len;
        return;
    }
    at_fail(r->err, AT_ELIMIT, "its texts are too long");
    stop(r);
}

// Allow Apple's own declaration, which names a file and has no internal subset.
static void XMLCALL
on_doctype(void *data, const XML_Char *name, const XML_Char *system_id,
           const XML_Char *public_id, int has_internal)
{
    struct reader *r = data;
    (void)name;
    (void)system_id;
    (void)public_id;
    if (has_internal && !r->failed)
        fail(r, "a document type with an internal subset");
}

static void XMLCALL
on_skipped_entity(void *data, const XML_Char *name, int is_parameter)
{
    struct reader *r = data;
    (void)name;
    if (!is_parameter && !r->failed)
        fail(r, "an entity that is not XML's own");
}

static bool
run(struct reader *r, struct at_str bytes)
{
    XML_SetUserData(r->xml, r);
    XML_SetElementHandler(r->xml, on_start, on_end);
    XML_SetCharacterDataHandler(r->xml, on_text);
    XML_SetStartDoctypeDeclHandler(r->xml, on_doctype);
    XML_SetSkippedEntityHandler(r->xml, on_skipped_entity);
    enum XML_Status status =
        XML_Parse(r->xml, bytes.len ? bytes.ptr : "", (int)bytes.len, XML_TRUE);
    if (r->failed)
        return false;
    if (status != XML_STATUS_OK)
        return at_fail(r->err, AT_EUSAGE,
                       "neither binary nor XML: line %lu: %s",
                       (unsigned long)XML_GetCurrentLineNumber(r->xml),
                       XML_ErrorString(XML_GetErrorCode(r->xml)));
    return (r->done && r->root) ||
           at_fail(r->err, AT_EUSAGE, "<plist> has no value");
}

static void
reader_deinit(struct reader *r)
{
    XML_ParserFree(r->xml);
    for (size_t i = 0; i < r->depth; i++) {
        json_decref(r->frames[i].container);
        free(r->frames[i].key);
    }
    at_buf_deinit(&r->text);
}

json_t *
at_plist_parse_xml(struct at_str bytes, struct at_plist_budget *budget,
                   struct at_err *err)
{
    struct reader r = {
        .text = AT_BUF_INIT(AT_PLIST_MAX_BYTES),
        .budget = budget,
        .err = err,
        .xml = XML_ParserCreate(NULL),
    };
    at_assert(r.xml);
    json_t *value = NULL;
    if (run(&r, bytes))
        value = r.root;
    else
        json_decref(r.root);
    reader_deinit(&r);
    return value;
}
