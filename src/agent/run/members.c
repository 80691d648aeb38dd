#include "agent/run/members.h"

#include <stdlib.h>

#include "agent/loop/cost.h"
#include "base/alloc.h"
#include "base/civil.h"
#include "base/limits.h"
#include "wire/json.h"

void
at_member_set(char **text, struct at_str by)
{
    char *copy = at_strndup(by.ptr, by.len);
    free(*text);
    *text = copy;
}

void
at_member_mask(char **text, const struct at_secrets *secrets)
{
    struct at_buf masked = AT_BUF_INIT(AT_STORE_DOC_MAX_BYTES);
    if (*text) {
        at_secrets_mask(secrets, at_str(*text), &masked);
        at_member_set(text, at_buf_str(&masked));
    }
    at_buf_deinit(&masked);
}

int
at_member_word(struct at_str word, const char *const *words, int count,
               int otherwise)
{
    for (int i = 0; i < count; i++) {
        if (word.len > 0 && at_str_is(word, words[i]))
            return i;
    }
    return otherwise;
}

static void
read_cost(const json_t *value, struct at_model_usage *usage)
{
    usage->cost_usd = json_number_value(value);
    usage->unpriced = json_is_null(value);
}

static void
read_member(const struct at_member *row, const json_t *value, void *object)
{
    void *field = (char *)object + row->offset;
    int64_t ms;
    switch (row->kind) {
    case AT_MEMBER_TEXT:
        if (json_is_string(value))
            at_member_set(field, at_json_str(value));
        break;
    case AT_MEMBER_VIEW:
        *(struct at_str *)field = at_json_str(value);
        break;
    case AT_MEMBER_FLAG:
        *(bool *)field = json_is_true(value);
        break;
    case AT_MEMBER_NUMBER:
        if (json_is_integer(value))
            *(int64_t *)field = json_integer_value(value);
        break;
    case AT_MEMBER_TIME:
        if (at_civil_read(at_json_str(value), &ms))
            *(int64_t *)field = ms;
        break;
    case AT_MEMBER_COST:
        read_cost(value, field);
        break;
    case AT_MEMBER_WORD:
        *(int *)field = at_member_word(at_json_str(value), row->words,
                                       row->word_count, *(int *)field);
        break;
    }
}

void
at_members_read(const struct at_member *rows, const json_t *json, void *object)
{
    for (; rows->name; rows++) {
        const json_t *value = json_object_get(json, rows->name);
        if (value)
            read_member(rows, value, object);
    }
}

static json_t *
text_json(struct at_str text, bool is_there)
{
    return is_there ? at_json_text(text) : NULL;
}

static json_t *
time_json(int64_t ms)
{
    char time[32];
    at_civil_write(ms, AT_CIVIL_RFC3339, time);
    return ms ? json_string(time) : NULL;
}

// Return NULL for an absent member.
static json_t *
member_json(const struct at_member *row, const void *object)
{
    const void *field = (const char *)object + row->offset;
    switch (row->kind) {
    case AT_MEMBER_TEXT: {
        const char *text = *(char *const *)field;
        return text_json(at_str(text), text != NULL);
    }
    case AT_MEMBER_VIEW: {
        const struct at_str *text = field;
        return text_json(*text, text->len > 0);
    }
    case AT_MEMBER_FLAG:
        return *(const bool *)field ? json_true() : NULL;
    case AT_MEMBER_NUMBER: {
        int64_t number = *(const int64_t *)field;
        return number >= 0 ? json_integer(number) : NULL;
    }
    case AT_MEMBER_TIME:
        return time_json(*(const int64_t *)field);
    case AT_MEMBER_COST:
        return at_model_cost_json(field);
    case AT_MEMBER_WORD:
        break;
    }
    const char *word = row->words[*(const int *)field];
    return word[0] ? json_string(word) : NULL;
}

void
at_members_write(const struct at_member *rows, const void *object, json_t *out)
{
    for (; rows->name; rows++) {
        json_t *value = member_json(rows, object);
        if (value)
            at_json_set(out, rows->name, value);
    }
}

static char **
text_of(const struct at_member *row, void *object)
{
    return (char **)(void *)((char *)object + row->offset);
}

void
at_members_mask(const struct at_member *rows, const struct at_secrets *secrets,
                void *object)
{
    for (; rows->name; rows++) {
        if (rows->is_foreign)
            at_member_mask(text_of(rows, object), secrets);
    }
}

void
at_members_free(const struct at_member *rows, void *object)
{
    for (; rows->name; rows++) {
        if (rows->kind == AT_MEMBER_TEXT)
            free(*text_of(rows, object));
    }
}

void
at_members_dup(const struct at_member *rows, void *copy)
{
    for (; rows->name; rows++) {
        char **text = text_of(rows, copy);
        if (rows->kind == AT_MEMBER_TEXT && *text)
            *text = at_strdup(*text);
    }
}
