// claim_json.c: reads and writes claims for people, models and the store
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/proof/claim.h"
#include "base/alloc.h"
#include "base/ascii.h"
#include "base/compiler.h"
#include "base/limits.h"
#include "wire/json.h"

enum main_type {
    IS_TEXT,
    IS_VALUE, // a text that may be empty
    IS_STATE,
    IS_NUMBER,
    IS_LIST,
};

// The members of each kind. of is the name for the other element's words; NULL:
// the kind has only one element.
static const struct {
    const char *name;
    const char *alias; // NULL: none
    enum main_type type;
    const char *of;
    bool needs_of;
    bool takes_where;
} kinds[] = {
    [AT_CLAIM_TEXT] = {"text", "visible", IS_TEXT, "near", false, true},
    [AT_CLAIM_ABSENT] = {"absent", "notVisible", IS_TEXT, NULL, false, false},
    [AT_CLAIM_COUNT] = {"count", NULL, IS_NUMBER, "of", true, false},
    [AT_CLAIM_AT_LEAST] = {"atLeast", NULL, IS_NUMBER, "of", true, false},
    [AT_CLAIM_STATE] = {"state", NULL, IS_STATE, "of", true, false},
    [AT_CLAIM_VALUE] = {"value", NULL, IS_VALUE, "of", true, false},
    [AT_CLAIM_AMOUNT] = {"amount", NULL, IS_TEXT, "near", true, true},
    [AT_CLAIM_SUM] = {"sum", NULL, IS_LIST, "near", true, true},
    [AT_CLAIM_TOAST] = {"toast", NULL, IS_TEXT, NULL, false, false},
    [AT_CLAIM_APP] = {"app", "package", IS_TEXT, NULL, false, false},
    [AT_CLAIM_SHOWN] = {"shown", NULL, IS_TEXT, NULL, false, false},
};
static_assert(AT_LEN(kinds) == AT_CLAIM_KINDS, "a row for every kind");

enum other {
    OF,
    NEAR,
    WHERE,
    PINNED,
    BOUND,
    TYPE,
    KIND,  // read as "type"
    WORDS, // added by the API for readers
    OTHERS,
};
static const char *const others[OTHERS] = {
    [OF] = "of",       [NEAR] = "near", [WHERE] = "where", [PINNED] = "pinned",
    [BOUND] = "bound", [TYPE] = "type", [KIND] = "kind",   [WORDS] = "words",
};

// The members of an object by name. Borrowed from it.
struct members {
    const json_t *main[AT_CLAIM_KINDS];
    const json_t *other[OTHERS];
};

static const struct {
    const char *alias;
    const char *state;
} state_aliases[] = {
    {"on", "checked"},
    {"off", "unchecked"},
    {"not checked", "unchecked"},
    {"unselected", "not selected"},
    {"not enabled", "disabled"},
    {"unfocused", "not focused"},
};

// Return true if both are the same name, ignoring separators and case:
// "at_least", "at-least" and "AtLeast" are "atLeast".
static bool
is_name(const char *text, const char *name)
{
    for (; *name != '\0'; text++) {
        if (*text == '_' || *text == '-' || *text == ' ')
            continue;
        if (at_ascii_lower(*text) != at_ascii_lower(*name))
            return false;
        name++;
    }
    return *text == '\0';
}

void
at_claim_write_kinds(struct at_buf *out)
{
    for (size_t i = 0; i < AT_CLAIM_KINDS; i++)
        at_buf_add_fmt(out, "%s%s", i > 0 ? ", " : "", kinds[i].name);
}

static bool
fail_kinds(struct at_err *err, const char *what, const char *name)
{
    struct at_buf valid = AT_BUF_INIT(AT_KIB);
    at_claim_write_kinds(&valid);
    at_fail(err, AT_EUSAGE, "%s%.60s; valid are %s", what, name,
            at_buf_text(&valid));
    at_buf_deinit(&valid);
    return false;
}

static bool
find_kind(const char *name, enum at_claim_kind *out)
{
    for (size_t i = 0; i < AT_CLAIM_KINDS; i++)
        if (is_name(name, kinds[i].name) ||
            (kinds[i].alias && is_name(name, kinds[i].alias))) {
            *out = (enum at_claim_kind)i;
            return true;
        }
    return false;
}

static bool
sort_member(const char *name, const json_t *value, struct members *members,
            struct at_err *err)
{
    enum at_claim_kind kind;
    if (find_kind(name, &kind)) {
        members->main[kind] = value;
        return true;
    }
    for (size_t i = 0; i < OTHERS; i++)
        if (is_name(name, others[i])) {
            members->other[i] = value;
            return true;
        }
    return fail_kinds(err, "unknown member ", name);
}

static bool
sort_members(const json_t *json, struct members *out, struct at_err *err)
{
    const char *name;
    json_t *value;
    *out = (struct members){0};
    json_object_foreach(
        (json_t *)json, name,
        value) if (!json_is_null(value) &&
                   !sort_member(name, value, out, err)) return false;
    if (!out->other[TYPE])
        out->other[TYPE] = out->other[KIND];
    if (out->other[OF] && out->other[NEAR])
        return at_fail(err, AT_EUSAGE,
                       "'of' and 'near' are both given: "
                       "an expectation has one of them");
    if (!out->other[OF])
        out->other[OF] = out->other[NEAR];
    return true;
}

// In {"type": "absent", "text": "Error"} the text is the absent one.
static bool
typed_kind(struct members *members, enum at_claim_kind *out, struct at_err *err)
{
    const char *name = json_string_value(members->other[TYPE]);
    if (!name || !find_kind(name, out))
        return fail_kinds(err, "unknown kind of expectation ",
                          name ? name : "");
    if (!members->main[*out]) {
        members->main[*out] = members->main[AT_CLAIM_TEXT];
        members->main[AT_CLAIM_TEXT] = NULL;
    }
    return true;
}

// Return the kind that the members name; a text beside another kind names its
// element.
static bool
choose_kind(struct members *members, enum at_claim_kind *out,
            struct at_err *err)
{
    size_t count = 0;
    bool is_typed = members->other[TYPE] != NULL;
    if (is_typed && !typed_kind(members, out, err))
        return false;
    for (size_t i = AT_CLAIM_KINDS; i-- > AT_CLAIM_TEXT + 1;)
        if (members->main[i] && count++ == 0 && !is_typed)
            *out = (enum at_claim_kind)i;
    if (count > 1 || (count == 1 && !members->main[*out]) ||
        (count == 1 && *out == AT_CLAIM_TEXT))
        return at_fail(err, AT_EUSAGE,
                       "'%s' stands beside another kind: an expectation says "
                       "one thing",
                       kinds[*out].name);
    if (count == 0 && members->main[AT_CLAIM_TEXT])
        *out = AT_CLAIM_TEXT;
    else if (count == 0)
        return fail_kinds(err, "it does not say what is expected", "");
    else if (members->main[AT_CLAIM_TEXT] && kinds[*out].of &&
             !members->other[OF])
        members->other[OF] = members->main[AT_CLAIM_TEXT];
    else if (members->main[AT_CLAIM_TEXT])
        return at_fail(err, AT_EUSAGE,
                       "'text' stands beside '%s': an expectation says one "
                       "thing",
                       kinds[*out].name);
    return true;
}

// Free *out and set it to a text, or to a number as text.
static bool
read_text(const json_t *value, const char *name, char **out, struct at_err *err)
{
    char number[40] = "";
    struct at_str text = at_str_trim(at_json_str(value));
    if (json_is_integer(value))
        snprintf(number, sizeof(number), "%lld",
                 (long long)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(number, sizeof(number), "%.12g", json_real_value(value));
    else if (json_is_boolean(value))
        snprintf(number, sizeof(number), "%s",
                 json_is_true(value) ? "true" : "false");
    else if (!json_is_string(value))
        return at_fail(err, AT_EUSAGE, "'%s' must be a text", name);
    if (number[0] != '\0')
        text = at_str(number);
    if (text.len > AT_CLAIM_TEXT_MAX_BYTES)
        return at_fail(err, AT_EUSAGE,
                       "'%s' has %zu bytes; at most %zu are allowed", name,
                       text.len, AT_CLAIM_TEXT_MAX_BYTES);
    if (text.len > 0 && memchr(text.ptr, '\0', text.len))
        return at_fail(err, AT_EUSAGE, "'%s' has a NUL character", name);
    free(*out);
    *out = at_strndup(text.ptr, text.len);
    return true;
}

static bool
read_words(const json_t *value, const char *name, char **out,
           struct at_err *err)
{
    if (!read_text(value, name, out, err))
        return false;
    return (*out)[0] != '\0' ||
           at_fail(err, AT_EUSAGE, "'%s' is empty: say which text", name);
}

static bool
read_state(const json_t *value, struct at_claim *out, struct at_err *err)
{
    struct at_buf valid = AT_BUF_INIT(AT_KIB);
    if (!read_text(value, "state", &out->text, err))
        return false;
    struct at_str state = at_str(out->text);
    for (size_t i = 0; i < AT_LEN(state_aliases); i++)
        if (at_str_eq_nocase(state, at_str(state_aliases[i].alias)))
            state = at_str(state_aliases[i].state);
    for (size_t i = 0; at_claim_states[i]; i++) {
        if (at_str_eq_nocase(state, at_str(at_claim_states[i]))) {
            free(out->text);
            out->text = at_strdup(at_claim_states[i]);
            at_buf_deinit(&valid);
            return true;
        }
        at_buf_add_fmt(&valid, "%s%s", i > 0 ? ", " : "", at_claim_states[i]);
    }
    at_fail(err, AT_EUSAGE, "unknown state '%.60s'; valid are %s", out->text,
            at_buf_text(&valid));
    at_buf_deinit(&valid);
    return false;
}

static bool
read_number(const json_t *value, struct at_claim *out, struct at_err *err)
{
    int64_t least = out->kind == AT_CLAIM_AT_LEAST ? 1 : 0;
    double real = json_number_value(value);
    bool ok;
    if (json_is_string(value)) {
        ok = at_str_to_i64(at_str_trim(at_json_str(value)), least,
                           AT_CLAIM_COUNT_MAX, &out->count);
    } else {
        ok = json_is_number(value) && real >= (double)least &&
             real <= (double)AT_CLAIM_COUNT_MAX &&
             (double)(int64_t)real >= real;
        out->count = ok ? (int64_t)real : 0;
    }
    return ok || at_fail(err, AT_EUSAGE,
                         "'%s' must be a whole number from %lld to %lld",
                         kinds[out->kind].name, (long long)least,
                         (long long)AT_CLAIM_COUNT_MAX);
}

static bool
read_terms(const json_t *value, struct at_claim *out, struct at_err *err)
{
    size_t count = json_is_array(value) ? json_array_size(value) : 1;
    if (count == 0 || count > AT_CLAIM_TERMS_MAX)
        return at_fail(err, AT_EUSAGE, "'sum' must be a list of 1 to %d labels",
                       AT_CLAIM_TERMS_MAX);
    for (size_t i = 0; i < count; i++) {
        char *word = NULL;
        bool ok =
            read_words(json_is_array(value) ? json_array_get(value, i) : value,
                       "sum", &word, err);
        if (ok)
            at_argv_add(&out->terms, word);
        free(word);
        if (!ok)
            return false;
    }
    return true;
}

static bool
read_main(const json_t *value, struct at_claim *out, struct at_err *err)
{
    const char *name = kinds[out->kind].name;
    if (!value)
        return at_fail(err, AT_EUSAGE, "'%s' is missing", name);
    switch (kinds[out->kind].type) {
    case IS_TEXT:
        return read_words(value, name, &out->text, err);
    case IS_VALUE:
        return read_text(value, name, &out->text, err);
    case IS_STATE:
        return read_state(value, out, err);
    case IS_NUMBER:
        return read_number(value, out, err);
    case IS_LIST:
        break;
    }
    return read_terms(value, out, err);
}

static bool
read_of(const json_t *value, struct at_claim *out, struct at_err *err)
{
    const char *kind = kinds[out->kind].name;
    const char *of = kinds[out->kind].of;
    if (!value)
        return !kinds[out->kind].needs_of ||
               at_fail(err, AT_EUSAGE,
                       "'%s' needs '%s': the words of the element that it is "
                       "about",
                       kind, of);
    return of ? read_words(value, of, &out->of, err)
              : at_fail(err, AT_EUSAGE, "'%s' takes neither 'of' nor 'near'",
                        kind);
}

static bool
read_where(const json_t *value, struct at_claim *out, struct at_err *err)
{
    const char *name = json_string_value(value);
    if (!value)
        return true;
    if (!kinds[out->kind].takes_where || out->of[0] == '\0')
        return at_fail(err, AT_EUSAGE,
                       "'where' stands beside 'near' of a text, amount or sum "
                       "only");
    for (size_t i = 0; name && i < AT_CLAIM_WHERES; i++)
        if (is_name(name, at_claim_wheres[i])) {
            out->where = (enum at_claim_where)i;
            return true;
        }
    return at_fail(err, AT_EUSAGE,
                   "'where' must be near, beside, below, above or inside");
}

static bool
read_rest(const struct members *members, struct at_claim *out,
          struct at_err *err)
{
    const json_t *pinned = members->other[PINNED];
    const json_t *bound = members->other[BOUND];
    if (pinned && !json_is_boolean(pinned))
        return at_fail(err, AT_EUSAGE, "'pinned' must be true or false");
    out->is_pinned = !json_is_false(pinned);
    return read_of(members->other[OF], out, err) &&
           read_where(members->other[WHERE], out, err) &&
           (!bound || read_text(bound, "bound", &out->bound, err));
}

static bool
read_object(const json_t *json, struct at_claim *out, struct at_err *err)
{
    struct members members;
    enum at_claim_kind kind = AT_CLAIM_TEXT;
    if (!sort_members(json, &members, err) ||
        !choose_kind(&members, &kind, err))
        return false;
    out->kind = kind;
    return read_main(members.main[kind], out, err) &&
           read_rest(&members, out, err);
}

bool
at_claim_read(const json_t *json, struct at_claim *out, struct at_err *err)
{
    bool ok;
    at_claim_init(out, AT_CLAIM_TEXT);
    out->is_pinned = true;
    if (json_is_object(json))
        ok = read_object(json, out, err);
    else
        ok = read_words(json, "text", &out->text, err);
    if (!ok)
        at_claim_deinit(out);
    return ok;
}

bool
at_claims_read(const json_t *json, struct at_claims *out, struct at_err *err)
{
    bool is_list = json_is_array(json);
    size_t count = is_list ? json_array_size(json) : 1;
    *out = (struct at_claims){0};
    if (!json || json_is_null(json))
        return true;
    if (count > AT_CLAIMS_MAX)
        return at_fail(err, AT_EUSAGE,
                       "%zu expectations; at most %zu are allowed in a step",
                       count, AT_CLAIMS_MAX);
    for (size_t i = 0; i < count; i++) {
        struct at_claim claim;
        if (!at_claim_read(is_list ? json_array_get(json, i) : json, &claim,
                           err)) {
            at_claims_deinit(out);
            at_err_context(err, "expectation %zu", i + 1);
            return false;
        }
        if (!at_claims_have(out, &claim))
            at_claims_add(out, &claim);
        at_claim_deinit(&claim);
    }
    return true;
}

static json_t *
main_json(const struct at_claim *claim)
{
    if (kinds[claim->kind].type == IS_NUMBER)
        return json_integer(claim->count);
    return kinds[claim->kind].type == IS_LIST
               ? at_json_texts(&claim->terms)
               : at_json_text(at_str(claim->text));
}

json_t *
at_claim_json(const struct at_claim *claim)
{
    json_t *json = json_object();
    at_json_set(json, kinds[claim->kind].name, main_json(claim));
    if (kinds[claim->kind].of && claim->of[0] != '\0')
        at_json_set_text(json, kinds[claim->kind].of, claim->of);
    if (claim->where != AT_CLAIM_NEAR)
        at_json_set_text(json, "where", at_claim_wheres[claim->where]);
    if (!claim->is_pinned)
        at_json_set(json, "pinned", json_false());
    if (claim->bound[0] != '\0')
        at_json_set_text(json, "bound", claim->bound);
    return json;
}

json_t *
at_claims_json(const struct at_claims *claims)
{
    json_t *list = json_array();
    for (size_t i = 0; i < claims->count; i++)
        json_array_append_new(list, at_claim_json(&claims->items[i]));
    return list;
}
