#include "agent/guards/secrets.h"

#include <string.h>

#include "agent/guards/loose.h"
#include "agent/scenario.h"
#include "agent/guards/secret_forms.h"
#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/wipe.h"

// One way in which a value is written; its memory is that of a word in forms.
struct form {
    struct at_str text;
    size_t secret;
};

// A text shown by a field that a secret was typed into, or a value, in its
// loose form.
struct loose {
    struct at_loose value;
    size_t secret;
};

// The values as the app shows them; rows are added while a run types.
struct shown {
    struct loose *rows;
    size_t count;
    bool *typed;      // one per secret: its beginnings count too
    bool begins[256]; // true for the first bytes of all forms and placeholders
};

struct at_secrets {
    struct at_argv names;
    struct at_argv values;
    struct at_argv texts; // the values in all forms
    struct form *forms;   // longest first
    size_t form_count;
    bool begins[256]; // a form begins with this byte
    struct shown *shown;
};

enum { LEARNT_MAX = 64 };

static char *
variable_name(const char *name)
{
    char *variable = at_strfmt("SECRET_%s", name);
    for (char *c = variable; *c; c++) {
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
        else if (!at_ascii_is_alnum(*c))
            *c = '_';
    }
    return variable;
}

static bool
check_value(const char *name, const char *value, struct at_err *err)
{
    if (strlen(value) <= AT_SECRET_MAX_BYTES)
        return true;
    return at_fail(err, AT_ELIMIT,
                   "the value of {{%s}} has more than %zu bytes", name,
                   AT_SECRET_MAX_BYTES);
}

static bool
read_values(struct at_secrets *secrets, const struct at_argv *names,
            at_variable_fn *variable, void *user, struct at_err *err)
{
    struct at_buf missing = AT_BUF_INIT(AT_ERR_MSG_MAX);
    bool ok = true;
    for (size_t i = 0; i < names->count && ok; i++) {
        const char *name = names->words[i];
        char *from = variable_name(name);
        const char *value = variable(user, from);
        if (!value || !value[0]) {
            at_buf_add_fmt(&missing, "%s%s", missing.len > 0 ? ", " : "", from);
        } else if ((ok = check_value(name, value, err))) {
            at_argv_add(&secrets->names, name);
            at_argv_add(&secrets->values, value);
        }
        free(from);
    }
    if (ok && missing.len > 0)
        ok = at_fail(err, AT_EUSAGE,
                     "the scenario needs secrets that are not set: put %s into "
                     ".env or the environment, or run mobile-tester-agent "
                     "secrets set",
                     at_buf_text(&missing));
    at_buf_deinit(&missing);
    return ok;
}

static int
by_length(const void *a, const void *b)
{
    size_t left = ((const struct form *)a)->text.len;
    size_t right = ((const struct form *)b)->text.len;
    return left < right ? 1 : left > right ? -1 : 0;
}

static void
prepare_forms(struct at_secrets *secrets)
{
    size_t *ends =
        at_realloc_array(NULL, secrets->values.count + 1, sizeof(*ends));
    for (size_t i = 0; i < secrets->values.count; i++) {
        struct at_argv forms = AT_ARGV_INIT;
        at_secret_forms(at_str(secrets->values.words[i]), &forms);
        for (size_t k = 0; k < forms.count; k++)
            at_argv_add(&secrets->texts, forms.words[k]);
        at_wipe_argv(&forms);
        ends[i] = secrets->texts.count;
    }
    secrets->form_count = secrets->texts.count;
    secrets->forms = at_realloc_array(NULL, secrets->form_count + 1,
                                      sizeof(*secrets->forms));
    size_t secret = 0;
    for (size_t i = 0; i < secrets->form_count; i++) {
        while (i >= ends[secret])
            secret++;
        const char *text = secrets->texts.words[i];
        secrets->forms[i] = (struct form){at_str(text), secret};
        secrets->begins[(unsigned char)text[0]] = true;
    }
    free(ends);
    qsort(secrets->forms, secrets->form_count, sizeof(*secrets->forms),
          by_length);
}

static void
add_loose(struct shown *shown, struct at_str value, size_t secret)
{
    struct loose row = {.secret = secret};
    at_loose_init(value, &row.value);
    if (row.value.count == 0)
        return;
    shown->rows =
        at_realloc_array(shown->rows, shown->count + 1, sizeof(*shown->rows));
    shown->rows[shown->count++] = row;
    for (size_t i = 0; i < AT_LEN(shown->begins); i++)
        shown->begins[i] = shown->begins[i] ||
                           at_loose_may_begin(&row.value, (unsigned char)i);
}

static void
prepare_shown(struct at_secrets *secrets)
{
    size_t count = secrets->values.count;
    secrets->shown = at_alloc(sizeof(*secrets->shown));
    secrets->shown->typed =
        at_realloc_array(NULL, count + 1, sizeof(*secrets->shown->typed));
    memcpy(secrets->shown->begins, secrets->begins, sizeof(secrets->begins));
    secrets->shown->begins['{'] = true;
    for (size_t i = 0; i < count; i++) {
        secrets->shown->typed[i] = false;
        add_loose(secrets->shown, at_str(secrets->values.words[i]), i);
    }
}

static void
shown_free(struct shown *shown)
{
    for (size_t i = 0; shown && i < shown->count; i++)
        at_loose_deinit(&shown->rows[i].value);
    if (shown) {
        free(shown->rows);
        free(shown->typed);
    }
    free(shown);
}

bool
at_secrets_new(const struct at_argv *names, at_variable_fn *variable,
               void *user, struct at_secrets **out, struct at_err *err)
{
    struct at_secrets *secrets = at_alloc(sizeof(*secrets));
    *out = NULL;
    if (!read_values(secrets, names, variable, user, err)) {
        at_secrets_free(secrets);
        return false;
    }
    prepare_forms(secrets);
    prepare_shown(secrets);
    *out = secrets;
    return true;
}

size_t
at_secrets_count(const struct at_secrets *secrets)
{
    return secrets ? secrets->names.count : 0;
}

void
at_secrets_free(struct at_secrets *secrets)
{
    if (!secrets)
        return;
    at_argv_deinit(&secrets->names);
    at_wipe_argv(&secrets->values);
    at_wipe_argv(&secrets->texts);
    shown_free(secrets->shown);
    free(secrets->forms);
    free(secrets);
}

size_t
at_secrets_find(const struct at_secrets *secrets, struct at_str name)
{
    size_t count = at_secrets_count(secrets);
    for (size_t i = 0; i < count; i++) {
        if (at_str_is(name, secrets->names.words[i]))
            return i;
    }
    return count;
}

void
at_secrets_typed(const struct at_secrets *secrets, size_t index)
{
    if (index < at_secrets_count(secrets))
        secrets->shown->typed[index] = true;
}

void
at_secrets_learn(const struct at_secrets *secrets, size_t index,
                 struct at_str shown)
{
    if (index >= at_secrets_count(secrets) || shown.len > AT_SECRET_MAX_BYTES ||
        secrets->shown->count >= secrets->names.count + LEARNT_MAX)
        return;
    for (size_t i = 0; i < secrets->shown->count; i++) {
        const struct loose *row = &secrets->shown->rows[i];
        if (row->secret == index &&
            at_loose_match(&row->value, shown, 0, false) == shown.len)
            return;
    }
    add_loose(secrets->shown, shown, index);
}

const struct at_loose *
at_secrets_value(const struct at_secrets *secrets, size_t row,
                 size_t *out_index)
{
    if (!secrets || row >= secrets->shown->count)
        return NULL;
    *out_index = secrets->shown->rows[row].secret;
    return &secrets->shown->rows[row].value;
}

static const char *
find_value(const struct at_secrets *secrets, struct at_str name)
{
    for (size_t i = 0; secrets && i < secrets->names.count; i++) {
        if (at_str_is(name, secrets->names.words[i]))
            return secrets->values.words[i];
    }
    return NULL;
}

static bool
unknown_name(const struct at_secrets *secrets, struct at_str name,
             struct at_err *err)
{
    struct at_buf known = AT_BUF_INIT(AT_ERR_MSG_MAX);
    for (size_t i = 0; secrets && i < secrets->names.count; i++)
        at_buf_add_fmt(&known, "%s{{%s}}", i > 0 ? ", " : "",
                       secrets->names.words[i]);
    at_fail(err, AT_EUSAGE, "this scenario has no secret {{%.*s}}; it has %s",
            AT_STR_ARG(name), known.len > 0 ? at_buf_text(&known) : "none");
    at_buf_deinit(&known);
    return false;
}

// Compute the length of the filled text; fail on an unknown name.
static bool
measure(const struct at_secrets *secrets, struct at_str text, size_t *out_len,
        struct at_err *err)
{
    struct at_str name;
    size_t at;
    size_t len;
    *out_len = text.len;
    while (at_scenario_secret(text, &at, &len, &name)) {
        const char *value = find_value(secrets, name);
        if (!value)
            return unknown_name(secrets, name, err);
        *out_len += strlen(value);
        text = at_str_skip(text, at + len);
    }
    return true;
}

bool
at_secrets_fill(const struct at_secrets *secrets, struct at_str text,
                struct at_buf *out, bool *out_used, struct at_err *err)
{
    struct at_str name;
    size_t all;
    size_t at;
    size_t len;
    *out_used = false;
    if (!measure(secrets, text, &all, err))
        return false;
    if (!at_buf_reserve(out, all)) // growing later would leave copies behind
        return at_fail(err, AT_ELIMIT, "the text is longer than %zu bytes",
                       out->max);
    while (at_scenario_secret(text, &at, &len, &name)) {
        at_buf_add(out, text.ptr, at);
        at_buf_add_text(out, find_value(secrets, name));
        text = at_str_skip(text, at + len);
        *out_used = true;
    }
    return at_buf_add_str(out, text);
}

static bool
is_word_byte(char c)
{
    return at_ascii_is_alnum(c) || (unsigned char)c > 0x7f;
}

static bool
stands_alone(struct at_str text, size_t at, size_t len)
{
    return (at == 0 || !is_word_byte(text.ptr[at - 1])) &&
           (at + len == text.len || !is_word_byte(text.ptr[at + len]));
}

static bool
is_short(const struct at_secrets *secrets, const struct form *form)
{
    const char *value = secrets->values.words[form->secret];
    return at_utf8_count(at_str(value)) < AT_SECRET_SHORT_CHARS;
}

// A value found in a text; len 0: none.
struct found {
    size_t len;
    size_t secret;
};

// Find the longest form at this place.
static struct found
form_at(const struct at_secrets *secrets, struct at_str text, size_t at)
{
    struct at_str rest = at_str_skip(text, at);
    if (!secrets->begins[(unsigned char)rest.ptr[0]])
        return (struct found){0, 0};
    for (size_t i = 0; i < secrets->form_count; i++) {
        const struct form *form = &secrets->forms[i];
        if (at_str_starts(rest, form->text) &&
            (!is_short(secrets, form) ||
             stands_alone(text, at, form->text.len)))
            return (struct found){form->text.len, form->secret};
    }
    return (struct found){0, 0};
}

// Find the longest value at this place, in any form.
static struct found
value_at(const struct at_secrets *secrets, struct at_str text, size_t at)
{
    const struct shown *shown = secrets->shown;
    struct found best = form_at(secrets, text, at);
    for (size_t i = 0; i < shown->count; i++) {
        const struct loose *row = &shown->rows[i];
        if (!at_loose_may_begin(&row->value, (unsigned char)text.ptr[at]))
            continue;
        size_t len =
            at_loose_match(&row->value, text, at, shown->typed[row->secret]);
        if (len > best.len)
            best = (struct found){len, row->secret};
    }
    return best;
}

// Return the end of the run of overlapping values that starts here.
static size_t
end_of_overlap(const struct at_secrets *secrets, struct at_str text, size_t at,
               size_t end)
{
    while (++at < end) {
        const struct found found = value_at(secrets, text, at);
        if (at + found.len > end)
            end = at + found.len;
    }
    return end;
}

// Return the length of the placeholder at this place, 0 if there isn't one.
static size_t
placeholder_at(const struct at_secrets *secrets, struct at_str text, size_t at)
{
    struct at_str rest = at_str_skip(text, at);
    for (size_t i = 0; rest.ptr[0] == '{' && i < secrets->names.count; i++) {
        struct at_str name = at_str(secrets->names.words[i]);
        if (at_str_starts(rest, AT_STR("{{")) &&
            at_str_starts(at_str_skip(rest, 2), name) &&
            at_str_starts(at_str_skip(rest, 2 + name.len), AT_STR("}}")))
            return name.len + 4;
    }
    return 0;
}

// Find the next value from *at on, and move *at to its beginning.
static struct found
next_value(const struct at_secrets *secrets, struct at_str text, size_t *at)
{
    const bool *begins = secrets->shown->begins;
    while (*at < text.len) {
        if (!begins[(unsigned char)text.ptr[*at]]) {
            (*at)++;
            continue;
        }
        size_t skip = placeholder_at(secrets, text, *at);
        if (skip == 0) {
            const struct found found = value_at(secrets, text, *at);
            if (found.len > 0)
                return found;
        }
        *at += skip > 0 ? skip : 1;
    }
    return (struct found){0, 0};
}

static void
mask_once(const struct at_secrets *secrets, struct at_str text,
          struct at_buf *out)
{
    struct found found;
    size_t done = 0;
    size_t at = 0;
    while ((found = next_value(secrets, text, &at)).len > 0) {
        at_buf_add(out, text.ptr + done, at - done);
        at_buf_add_fmt(out, "{{%s}}", secrets->names.words[found.secret]);
        at = end_of_overlap(secrets, text, at, at + found.len);
        done = at;
    }
    at_buf_add_str(out, at_str_skip(text, done));
}

enum { PASSES_MAX = 8 };

// A short value next to a long one is a word once the long one is masked, so
// mask until nothing changes.
void
at_secrets_mask(const struct at_secrets *secrets, struct at_str text,
                struct at_buf *out)
{
    size_t begin = out->len;
    if (!secrets) {
        at_buf_add_str(out, text);
        return;
    }
    mask_once(secrets, text, out);
    for (int i = 0; i < PASSES_MAX && !out->overflow; i++) {
        if (!at_secrets_shown(secrets, at_str_skip(at_buf_str(out), begin)))
            return;
        struct at_buf again = AT_BUF_INIT(out->max);
        at_buf_add_str(&again, at_str_skip(at_buf_str(out), begin));
        at_buf_cut(out, begin);
        mask_once(secrets, at_buf_str(&again), out);
        at_wipe_buf(&again);
    }
}

bool
at_secrets_shown(const struct at_secrets *secrets, struct at_str text)
{
    size_t at = 0;
    return secrets && next_value(secrets, text, &at).len > 0;
}
