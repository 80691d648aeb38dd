// learn.c: members of JSON that have what was typed
#include "bugreport/learn.h"

#include "base/ascii.h"
#include "base/buf.h"
#include "base/limits.h"
#include "bugreport/patterns.h"
#include "wire/json.h"

// Letters and digits of "input_text" and "ui.fill", in small.
enum { WORD_MAX = 40 };

static struct at_str
plain_word(struct at_str text, char room[WORD_MAX])
{
    size_t len = 0;
    for (size_t i = 0; i < text.len && len < WORD_MAX; i++) {
        if (at_ascii_is_alnum(text.ptr[i]))
            room[len++] = at_ascii_lower(text.ptr[i]);
    }
    return at_str_n(room, len);
}

static bool
is_in(struct at_str text, const struct at_str *rows, size_t count)
{
    char room[WORD_MAX];
    return at_str_in(plain_word(text, room), rows, count);
}

static bool
names_typing(struct at_str text)
{
    static const struct at_str verbs[] = {
        AT_STR_ROW("type"),      AT_STR_ROW("fill"),
        AT_STR_ROW("inputtext"), AT_STR_ROW("settext"),
        AT_STR_ROW("typetext"),  AT_STR_ROW("entertext"),
        AT_STR_ROW("uitype"),    AT_STR_ROW("uifill"),
        AT_STR_ROW("pastetext"), AT_STR_ROW("setclipboard"),
    };
    return is_in(text, verbs, AT_LEN(verbs));
}

// {"action":"type"}, {"toolName":"inputText"}, {"target":"input hint=…"}.
static bool
is_typing(const json_t *object)
{
    static const char *const members[] = {"action",  "tool", "toolName",
                                          "command", "name", "kind"};
    for (size_t i = 0; i < AT_LEN(members); i++) {
        if (names_typing(at_json_get_str(object, members[i])))
            return true;
    }
    return at_str_starts(at_json_get_str(object, "target"), AT_STR("input "));
}

static bool
has_word(struct at_str text, const char *word)
{
    return at_str_find_nocase(text, at_str(word)) >= 0;
}

// An element or node, in any of the forms in which one is written.
static bool
is_field(const json_t *object)
{
    static const char *const members[] = {"class", "cls", "className", "role",
                                          "type"};
    static const char *const words[] = {"edittext", "textfield", "textarea",
                                        "textbox", "securetext"};
    for (size_t i = 0; i < AT_LEN(members); i++) {
        struct at_str text = at_json_get_str(object, members[i]);
        for (size_t k = 0; k < AT_LEN(words); k++) {
            if (has_word(text, words[k]))
                return true;
        }
        if (at_str_eq_nocase(text, AT_STR("input")))
            return true;
    }
    return json_is_true(json_object_get(object, "password")) ||
           json_is_true(json_object_get(object, "editable"));
}

static struct at_str
hint_of(const json_t *object)
{
    struct at_str hint = at_json_get_str(object, "hint");
    return hint.len > 0 ? hint : at_json_get_str(object, "hintText");
}

static void
learn_field(const json_t *object, struct at_bugreport_known *known)
{
    static const char *const members[] = {"text", "value", "AXValue"};
    struct at_str hint = hint_of(object);
    for (size_t i = 0; i < AT_LEN(members); i++) {
        struct at_str text = at_json_get_str(object, members[i]);
        if (!at_str_eq(text, hint))
            at_bugreport_known_add(known, AT_BUGREPORT_TYPED, text);
    }
}

// Add all strings of a value.
static void
learn_all(const json_t *json, enum at_bugreport_kind kind,
          struct at_bugreport_known *known)
{
    const char *name;
    json_t *value;
    size_t i;
    json_array_foreach((json_t *)(uintptr_t)json, i, value)
        learn_all(value, kind, known);
    json_object_foreach((json_t *)(uintptr_t)json, name, value)
        learn_all(value, kind, known);
    at_bugreport_known_add(known, kind, at_json_str(json));
}

// The members of {"text":"…","value":"…"}, which may be JSON as a text.
static void
learn_typing(const json_t *object, struct at_bugreport_known *known)
{
    static const char *const members[] = {"text", "value", "values"};
    static const char *const inner[] = {"args", "arguments", "input"};
    for (size_t i = 0; i < AT_LEN(members); i++)
        learn_all(json_object_get(object, members[i]), AT_BUGREPORT_TYPED,
                  known);
    for (size_t i = 0; i < AT_LEN(inner); i++) {
        json_t *value = json_object_get(object, inner[i]);
        json_t *read = json_is_string(value)
                           ? at_json_parse(at_json_str(value), NULL)
                           : json_incref(value);
        if (json_is_object(read))
            learn_typing(read, known);
        json_decref(read);
    }
}

// {"name":"ui.fill","argv":["ui","fill","id:email","text",…]}
static void
learn_command(const json_t *object, struct at_bugreport_known *known)
{
    const json_t *argv = json_object_get(object, "argv");
    struct at_str name = at_json_get_str(object, "name");
    bool fills = at_str_is(name, "ui.fill");
    size_t i, place = 0;
    json_t *word;
    if (!fills && !at_str_is(name, "ui.type"))
        return;
    json_array_foreach((json_t *)(uintptr_t)argv, i, word)
    {
        struct at_str text = at_json_str(word);
        if (at_str_starts(text, AT_STR("--")))
            continue;
        if (place >= 2 && (!fills || place % 2 == 1))
            at_bugreport_known_add(known, AT_BUGREPORT_TYPED, text);
        place++;
    }
}

static void
learn_device(const char *name, const json_t *value,
             struct at_bugreport_known *known)
{
    static const struct at_str members[] = {
        AT_STR_ROW("serial"), AT_STR_ROW("device"), AT_STR_ROW("deviceid"),
        AT_STR_ROW("udid")};
    if (is_in(at_str(name), members, AT_LEN(members)))
        at_bugreport_learn_device(json_is_object(value)
                                      ? at_json_get_str(value, "id")
                                      : at_json_str(value),
                                  known);
}

static void
learn_member(const char *name, const json_t *value,
             struct at_bugreport_known *known)
{
    struct at_str word = at_str(name);
    if (at_str_is(word, "env"))
        learn_all(value, AT_BUGREPORT_SECRET, known);
    else if (at_str_is(word, "inputTextCommand"))
        learn_typing(value, known);
    else if (json_is_string(value) && at_bugreport_name_is_secret(word))
        at_bugreport_known_add(known, AT_BUGREPORT_SECRET, at_json_str(value));
    learn_device(name, value, known);
    at_bugreport_learn_json(value, known);
}

void
at_bugreport_learn_json(const json_t *json, struct at_bugreport_known *known)
{
    const char *name;
    json_t *value;
    size_t i;
    if (json_is_string(json))
        at_bugreport_learn_text(at_json_str(json), known);
    json_array_foreach((json_t *)(uintptr_t)json, i, value)
        at_bugreport_learn_json(value, known);
    if (!json_is_object(json))
        return;
    if (is_typing(json))
        learn_typing(json, known);
    if (is_field(json))
        learn_field(json, known);
    learn_command(json, known);
    json_object_foreach((json_t *)(uintptr_t)json, name, value)
        learn_member(name, value, known);
}
