// yaml.c: builds values from libyaml's events with a stack of open containers
#include "wire/yaml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "wire/json.h"

// An unfinished mapping or list.
struct open {
    json_t *value; // borrowed from its parent or the reader
    char *key;     // key of the mapping's next value; owned; NULL: none read
};

struct reader {
    yaml_parser_t parser;
    struct open stack[AT_JSON_MAX_DEPTH];
    size_t depth;
    size_t values;
    json_t *root; // owned; NULL before the first value
    struct at_err *err;
};

static bool
refuse(struct reader *reader, const yaml_mark_t *mark, const char *what)
{
    return at_fail(reader->err, AT_EUSAGE, "line %zu, column %zu: %s",
                   mark->line + 1, mark->column + 1, what);
}

static bool
is_null(struct at_str text)
{
    return text.len == 0 || at_str_is(text, "~") || at_str_is(text, "null") ||
           at_str_is(text, "Null") || at_str_is(text, "NULL");
}

static bool
is_true(struct at_str text)
{
    return at_str_is(text, "true") || at_str_is(text, "True") ||
           at_str_is(text, "TRUE");
}

static bool
is_false(struct at_str text)
{
    return at_str_is(text, "false") || at_str_is(text, "False") ||
           at_str_is(text, "FALSE");
}

static size_t
skip_digits(struct at_str text, size_t at)
{
    while (at < text.len && at_ascii_is_digit(text.ptr[at]))
        at++;
    return at;
}

static bool
is_at(struct at_str text, size_t at, const char *chars)
{
    return at < text.len && strchr(chars, text.ptr[at]) != NULL;
}

// Match [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
static bool
looks_real(struct at_str text)
{
    size_t at = is_at(text, 0, "+-") ? 1 : 0;
    size_t whole = skip_digits(text, at);
    size_t digits = whole - at;
    at = whole;
    if (is_at(text, at, ".")) {
        size_t fraction = skip_digits(text, at + 1);
        digits += fraction - at - 1;
        at = fraction;
    }
    if (digits == 0)
        return false;
    if (is_at(text, at, "eE")) {
        size_t sign = is_at(text, at + 1, "+-") ? at + 2 : at + 1;
        at = skip_digits(text, sign);
        if (at == sign)
            return false;
    }
    return at == text.len;
}

static json_t *
number_of(struct at_str text)
{
    struct at_str unsigned_text =
        is_at(text, 0, "+") ? at_str_skip(text, 1) : text;
    int64_t whole;
    if (at_str_to_i64(unsigned_text, INT64_MIN, INT64_MAX, &whole))
        return json_integer(whole);
    if (!looks_real(text) || text.len > 64)
        return NULL;
    char *copy = at_strndup(text.ptr, text.len);
    double real = strtod(copy, NULL);
    free(copy);
    return isfinite(real) ? json_real(real) : NULL;
}

static json_t *
plain_value(struct at_str text)
{
    if (is_null(text))
        return json_null();
    if (is_true(text) || is_false(text))
        return json_boolean(is_true(text));
    json_t *number = number_of(text);
    return number ? number : at_json_text(text);
}

static bool
is_text_tag(const yaml_char_t *tag)
{
    return strcmp((const char *)tag, YAML_STR_TAG) == 0 ||
           strcmp((const char *)tag, "!") == 0;
}

// Add value to the innermost container, which takes ownership.
static bool
put(struct reader *reader, json_t *value, const yaml_event_t *event)
{
    if (++reader->values > AT_JSON_MAX_VALUES) {
        json_decref(value);
        return at_fail(reader->err, AT_ELIMIT, "more than %d values",
                       AT_JSON_MAX_VALUES);
    }
    if (reader->depth == 0) {
        reader->root = value;
        return true;
    }
    struct open *top = &reader->stack[reader->depth - 1];
    if (json_is_array(top->value)) {
        json_array_append_new(top->value, value);
        return true;
    }
    if (!top->key) {
        json_decref(value);
        return refuse(reader, &event->start_mark,
                      "a name must be a text, not a list or mapping");
    }
    at_json_set(top->value, top->key, value);
    free(top->key);
    top->key = NULL;
    return true;
}

// Return true if a mapping expects a name.
static bool
wants_key(const struct reader *reader)
{
    if (reader->depth == 0)
        return false;
    const struct open *top = &reader->stack[reader->depth - 1];
    return json_is_object(top->value) && !top->key;
}

static bool
take_key(struct reader *reader, const yaml_event_t *event, struct at_str text)
{
    struct open *top = &reader->stack[reader->depth - 1];
    if (!at_utf8_valid(text) || memchr(text.ptr, '\0', text.len))
        return refuse(reader, &event->start_mark, "the name is not a text");
    top->key = at_strndup(text.ptr, text.len);
    if (json_object_get(top->value, top->key))
        return refuse(reader, &event->start_mark, "the name is used twice");
    return true;
}

static bool
take_scalar(struct reader *reader, const yaml_event_t *event)
{
    const yaml_char_t *tag = event->data.scalar.tag;
    struct at_str text = at_str_n((const char *)event->data.scalar.value,
                                  event->data.scalar.length);
    if (tag && !is_text_tag(tag))
        return refuse(reader, &event->start_mark,
                      "tags are not understood, except !!str");
    if (wants_key(reader))
        return take_key(reader, event, text);
    bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !tag;
    return put(reader, plain ? plain_value(text) : at_json_text(text), event);
}

static bool
open_container(struct reader *reader, const yaml_event_t *event, json_t *value,
               const yaml_char_t *tag)
{
    if (tag) {
        json_decref(value);
        return refuse(reader, &event->start_mark,
                      "tags are not understood, except !!str");
    }
    if (reader->depth == AT_JSON_MAX_DEPTH) {
        json_decref(value);
        return at_fail(reader->err, AT_ELIMIT,
                       "lists and mappings deeper than %d levels",
                       AT_JSON_MAX_DEPTH);
    }
    if (!put(reader, value, event))
        return false;
    reader->stack[reader->depth++] = (struct open){.value = value};
    return true;
}

static bool
close_container(struct reader *reader)
{
    reader->depth--;
    free(reader->stack[reader->depth].key);
    return true;
}

static bool
take_event(struct reader *reader, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return take_scalar(reader, event);
    case YAML_MAPPING_START_EVENT:
        return open_container(reader, event, json_object(),
                              event->data.mapping_start.tag);
    case YAML_SEQUENCE_START_EVENT:
        return open_container(reader, event, json_array(),
                              event->data.sequence_start.tag);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        return close_container(reader);
    case YAML_ALIAS_EVENT:
        return refuse(reader, &event->start_mark,
                      "aliases are not allowed: write the value out");
    case YAML_DOCUMENT_START_EVENT:
        return !reader->root ||
               refuse(reader, &event->start_mark, "there is a second document");
    default:
        return true;
    }
}

static bool
refuse_syntax(struct reader *reader)
{
    const yaml_parser_t *parser = &reader->parser;
    const char *problem = parser->problem ? parser->problem : "no YAML";
    if (parser->error == YAML_MEMORY_ERROR)
        return at_fail(reader->err, AT_ELIMIT, "too deeply nested");
    if (parser->error == YAML_READER_ERROR)
        return at_fail(reader->err, AT_EUSAGE, "byte %zu: %s",
                       parser->problem_offset, problem);
    return refuse(reader, &parser->problem_mark, problem);
}

static bool
read_events(struct reader *reader)
{
    yaml_event_t event;
    bool ok = true;
    bool ended = false;
    while (ok && !ended) {
        if (!yaml_parser_parse(&reader->parser, &event))
            return refuse_syntax(reader);
        ended = event.type == YAML_STREAM_END_EVENT;
        ok = take_event(reader, &event);
        yaml_event_delete(&event);
    }
    return ok;
}

// libyaml compares each of these directives with all preceding ones, so a
// megabyte of them takes many seconds. As tags are refused, they are not
// needed. A line may also end with a lone CR or a non-ASCII separator.
static bool
check_directives(struct at_str text, struct at_err *err)
{
    static const struct at_str name = AT_STR_ROW("%TAG");
    char before = '\n';
    for (size_t at = 0; at + name.len <= text.len; at++) {
        bool begins = (unsigned char)before < ' ' || (before & 0x80);
        if (begins && at_str_starts(at_str_skip(text, at), name))
            return at_fail(err, AT_EUSAGE,
                           "byte %zu: tags are not understood, except !!str",
                           at);
        before = text.ptr[at];
    }
    return true;
}

json_t *
at_yaml_parse(struct at_str text, struct at_err *err)
{
    struct reader reader = {.err = err};
    if (text.len > AT_YAML_MAX_BYTES) {
        at_fail(err, AT_ELIMIT, "YAML of more than %zu bytes",
                AT_YAML_MAX_BYTES);
        return NULL;
    }
    if (!check_directives(text, err))
        return NULL;
    at_assert(yaml_parser_initialize(&reader.parser)); // else no memory
    yaml_parser_set_input_string(
        &reader.parser, (const unsigned char *)(text.len ? text.ptr : ""),
        text.len);
    bool ok = read_events(&reader);
    while (reader.depth > 0)
        close_container(&reader);
    yaml_parser_delete(&reader.parser);
    if (ok && !reader.root)
        ok = at_fail(err, AT_EUSAGE, "it is empty");
    if (ok)
        return reader.root;
    json_decref(reader.root);
    return NULL;
}
