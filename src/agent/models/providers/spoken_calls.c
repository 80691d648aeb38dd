// spoken_calls.c: finds calls in a text, by their marks
#include "agent/models/providers/spoken_calls.h"

#include <string.h>

#include "agent/models/providers/reading.h"
#include "agent/models/providers/tool_name.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "wire/json.h"

enum {
    TEXT_MAX_BYTES = 256 * 1024, // limit of the searched text
    TRIES_MAX = 64,              // brackets at which JSON may begin
};

// A text that occurs only in calls.
static const char *const marks[] = {
    "<tool_call",
    "<function_call",
    "<function=",
    "<invoke name=",
    "[TOOL_CALLS]",
    "<|python_tag|>",
    "<|tool_call",
    "<|toolcall",
    ("<\xef\xbd\x9ctool\xe2\x96\x81"
     "call"), // DeepSeek's full-width bars
    "functools[",
    "\"tool_calls\"",
};

struct finder {
    struct at_turn calls;
    size_t first; // offset of the first call
    size_t tries;
    char seed[AT_READING_SEED_MAX];
};

static void
add(struct finder *finder, size_t at, struct at_str name, const json_t *args)
{
    if (finder->calls.count == 0)
        finder->first = at;
    at_reading_add_call(&finder->calls, finder->seed, (struct at_str){0}, name,
                        args);
}

static const json_t *
first_member(const json_t *object, const char *const *names)
{
    for (; *names; names++) {
        const json_t *value = json_object_get(object, *names);
        if (value && !json_is_null(value))
            return value;
    }
    return NULL;
}

static bool
is_tool(struct at_str name)
{
    char *clean = at_tool_name_clean(name);
    bool known = at_tool_name_is_known(at_str(clean)) ||
                 at_tool_name_is_parallel(at_str(clean));
    free(clean);
    return known;
}

// Take {"name": "tap", "arguments": {…}}, under its usual names, or {"tap":
// {…}}.
static void
take_object(struct finder *finder, size_t at, const json_t *object)
{
    static const char *const names[] = {
        "name",          "tool",           "tool_name", "function",
        "function_name", "recipient_name", "action",    NULL};
    static const char *const arguments[] = {
        "arguments", "parameters", "args",         "input",
        "params",    "tool_input", "action_input", NULL};
    const json_t *name = first_member(object, names);
    if (json_is_object(name)) { // {"type": "function", "function": {…}}
        object = name;
        name = first_member(object, names);
    }
    const json_t *args = first_member(object, arguments);
    if (is_tool(at_json_str(name))) {
        add(finder, at, at_json_str(name), args);
        return;
    }
    void *only = json_object_iter((json_t *)(uintptr_t)object);
    if (json_object_size(object) == 1 &&
        json_is_object(json_object_iter_value(only)) &&
        is_tool(at_str(json_object_iter_key(only))))
        add(finder, at, at_str(json_object_iter_key(only)),
            json_object_iter_value(only));
}

static void
take_json(struct finder *finder, size_t at, const json_t *json)
{
    const json_t *list = json_object_get(json, "tool_calls");
    size_t i;
    json_t *one;
    if (!json_is_array(list))
        list = json;
    if (json_is_object(list))
        take_object(finder, at, list);
    json_array_foreach(list, i, one) take_object(finder, at, one);
}

// Return true if a call may begin here: at the beginning of a line or after a
// mark, not within a sentence.
static bool
is_place(struct at_str text, size_t at)
{
    while (at > 0 && (text.ptr[at - 1] == ' ' || text.ptr[at - 1] == '\t'))
        at--;
    return at == 0 || strchr("\n\r>]`:", text.ptr[at - 1]) ||
           at_str_ends(at_str_head(text, at), AT_STR("functools"));
}

// Take the JSON at this place and return its length; 0 if there isn't any.
static size_t
take_brackets(struct finder *finder, struct at_str text, size_t at)
{
    if (!is_place(text, at) || ++finder->tries > TRIES_MAX)
        return 0;
    size_t len = at_json_extent(at_str_skip(text, at));
    json_t *json = at_json_parse(at_str_n(text.ptr + at, len), NULL);
    take_json(finder, at, json);
    bool is_json = json != NULL;
    json_decref(json);
    return is_json ? len : 0;
}

// Take the text up to end, and skip end; all of the text if end is missing.
static struct at_str
up_to(struct at_str *text, const char *end)
{
    ptrdiff_t at = at_str_find(*text, at_str(end));
    size_t len = at < 0 ? text->len : (size_t)at;
    struct at_str part = at_str_head(*text, len);
    *text = at_str_skip(*text, at < 0 ? len : len + strlen(end));
    return part;
}

static struct at_str
unquoted(struct at_str text)
{
    text = at_str_trim(text);
    if (text.len >= 2 && (text.ptr[0] == '"' || text.ptr[0] == '\'') &&
        text.ptr[text.len - 1] == text.ptr[0])
        return at_str_n(text.ptr + 1, text.len - 2);
    return text;
}

// <parameter=text>Login</parameter> or <parameter name="text">Login</…>
static json_t *
parameters(struct at_str body)
{
    json_t *args = json_object();
    for (;;) {
        ptrdiff_t at = at_str_find(body, AT_STR("<parameter"));
        if (at < 0)
            return args;
        body = at_str_skip(body, (size_t)at + strlen("<parameter"));
        struct at_str head = at_str_trim(up_to(&body, ">"));
        ptrdiff_t equals = at_str_find(head, AT_STR("="));
        struct at_str name = unquoted(at_str_skip(head, (size_t)(equals + 1)));
        struct at_str value = at_str_trim(up_to(&body, "</parameter>"));
        char *key = at_strndup(name.len ? name.ptr : "", name.len);
        if (at_utf8_valid(name))
            at_json_set(args, key, at_json_text(value));
        free(key);
    }
}

// The notations of a call as an element.
static const struct element {
    const char *begin; // up to the name
    const char *end;
} elements[] = {
    {"<function=", "</function>"},
    {"<invoke name=", "</invoke>"},
};

// Take the element at this place and return its length; 0 if there isn't one.
static size_t
take_element(struct finder *finder, struct at_str text, size_t at)
{
    for (size_t i = 0; i < AT_LEN(elements); i++) {
        struct at_str begin = at_str(elements[i].begin);
        struct at_str rest = at_str_skip(text, at);
        if (!at_str_starts(rest, begin))
            continue;
        rest = at_str_skip(rest, begin.len);
        struct at_str name = unquoted(up_to(&rest, ">"));
        struct at_str body = at_str_trim(up_to(&rest, elements[i].end));
        json_t *args = at_str_starts(body, AT_STR("{"))
                           ? at_json_parse(body, NULL)
                           : parameters(body);
        if (is_tool(name) && json_is_object(args))
            add(finder, at, name, args);
        json_decref(args);
        return text.len - at - rest.len;
    }
    return 0;
}

// Take all calls of the text. Return true if it has any.
static bool
search(struct finder *finder, struct at_str text)
{
    size_t i = 0;
    while (i < text.len) {
        char c = text.ptr[i];
        size_t used = c == '{' || c == '[' ? take_brackets(finder, text, i)
                      : c == '<'           ? take_element(finder, text, i)
                                           : 0;
        i += used > 0 ? used : 1;
    }
    return finder->calls.count > 0;
}

static bool
has_mark(struct at_str text)
{
    for (size_t i = 0; i < AT_LEN(marks); i++) {
        if (at_str_find(text, at_str(marks[i])) >= 0)
            return true;
    }
    return false;
}

// Return the text after the model's reasoning, which may mention calls; ""
// while the model still reasons.
static struct at_str
behind_thoughts(struct at_str text)
{
    struct at_str rest = at_str_trim(text);
    if (!at_str_starts(rest, AT_STR("<think")) &&
        at_str_find(rest, AT_STR("</think")) < 0)
        return rest;
    ptrdiff_t at = at_str_find(rest, AT_STR("</think"));
    if (at < 0)
        return at_str("");
    rest = at_str_skip(rest, (size_t)at);
    (void)up_to(&rest, ">");
    return at_str_trim(rest);
}

// Return the text without final lines that open a call: "<tool_call>".
static struct at_str
without_marks(struct at_str text)
{
    for (;;) {
        text = at_str_trim(text);
        if (at_str_ends(text, AT_STR("functools")))
            text = at_str_head(text, text.len - strlen("functools"));
        size_t begin = text.len;
        while (begin > 0 && text.ptr[begin - 1] != '\n')
            begin--;
        if (begin == text.len || !strchr("<`[", text.ptr[begin]))
            return text;
        text = at_str_head(text, begin);
    }
}

static void
move_parts(struct at_turn *from, enum at_part_kind kind, struct at_turn *to)
{
    for (size_t i = 0; i < from->count; i++) {
        if (from->parts[i].kind != kind)
            continue;
        *at_turn_add(to, kind) = from->parts[i];
        from->parts[i] = (struct at_part){0};
    }
}

// Replace the texts of the turn by the text before the calls, and the calls.
// Drop the provider's form: it lacks the calls that results belong to.
static void
replace(struct at_turn *turn, struct at_str before, struct at_turn *calls)
{
    struct at_turn whole = {.role = turn->role};
    move_parts(turn, AT_PART_THOUGHT, &whole);
    at_reading_text(&whole, AT_PART_TEXT, without_marks(before));
    move_parts(calls, AT_PART_CALL, &whole);
    at_turn_deinit(turn);
    *turn = whole;
}

void
at_spoken_calls_take(struct at_model_reply *reply)
{
    struct at_turn *turn = &reply->turn;
    struct finder finder = {.calls.role = AT_TURN_ASSISTANT};
    struct at_buf text = AT_BUF_INIT(AT_MODEL_REPLY_MAX_BYTES);
    bool is_whole =
        reply->stop == AT_MODEL_STOP_DONE || reply->stop == AT_MODEL_STOP_CALLS;
    for (size_t i = 0; i < turn->count; i++)
        if (turn->parts[i].kind == AT_PART_TEXT)
            at_buf_add_text(&text, turn->parts[i].text);
    struct at_str said = at_str_head(at_buf_str(&text), TEXT_MAX_BYTES);
    said = behind_thoughts(said);
    if (is_whole && at_turn_call_count(turn) == 0 && said.len > 0) {
        at_reading_seed(turn->raw, finder.seed);
        if (search(&finder, said)) {
            replace(turn, at_str_head(said, finder.first), &finder.calls);
            reply->stop = AT_MODEL_STOP_CALLS;
            at_reading_finish(at_str(""), reply);
        } else if (has_mark(said)) {
            reply->stop = AT_MODEL_STOP_SPOKEN;
        }
    }
    at_turn_deinit(&finder.calls);
    at_buf_deinit(&text);
}
