#include "cli/target.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "session/element_numbers.h"

enum { SHOWN_MAX_BYTES = 80, COORDINATE_MAX = 32767 };

static const struct {
    const char *prefix;
    enum at_target_form form;
} prefixes[] = {
    {"coords:", AT_TARGET_COORDS},
    {"text:", AT_TARGET_TEXT},
    {"id:", AT_TARGET_ID},
};

static bool
fail_ref(const char *word, struct at_err *err)
{
    struct at_str shown = at_utf8_head(at_str(word), SHOWN_MAX_BYTES);
    return at_fail(err, AT_EUSAGE,
                   "'%.*s' is not a ref: refs are @e1, @e2 … of the last `ui "
                   "snapshot` and of what actions print since",
                   AT_STR_ARG(shown));
}

// Refuse leading zeros: "@e07" never was a ref.
static bool
read_ref(const char *word, struct at_target *out, struct at_err *err)
{
    struct at_str rest = at_str_skip(at_str(word), word[0] == '@');
    int64_t number = 0;
    bool ok = at_str_starts(rest, AT_STR("e"));
    rest = at_str_skip(rest, ok ? 1 : 0);
    for (size_t i = 0; i < rest.len; i++)
        ok = ok && rest.ptr[i] >= '0' && rest.ptr[i] <= '9';
    if (!ok || at_str_starts(rest, AT_STR("0")) ||
        !at_str_to_i64(rest, 1, AT_ELEMENT_NUMBER_MAX, &number))
        return fail_ref(word, err);
    out->form = AT_TARGET_REF;
    out->number = (size_t)number;
    snprintf(out->ref, sizeof(out->ref), "@e%zu", out->number);
    return true;
}

bool
at_target_read_point(const char *word, struct at_point *out, struct at_err *err)
{
    struct at_str rest = at_str(word);
    struct at_str x_part;
    int64_t x = 0;
    int64_t y = 0;
    if (!at_str_next(&rest, ',', &x_part) ||
        !at_str_to_i64(x_part, 0, COORDINATE_MAX, &x) ||
        !at_str_to_i64(rest, 0, COORDINATE_MAX, &y))
        return at_fail(
            err, AT_EUSAGE,
            "'%.*s' is not a point: use two whole numbers like 540,960",
            AT_STR_ARG(at_utf8_head(at_str(word), SHOWN_MAX_BYTES)));
    *out = (struct at_point){(int32_t)x, (int32_t)y};
    return true;
}

static struct at_str
without_quotes(struct at_str text)
{
    bool quoted = text.len >= 2 && at_str_starts(text, AT_STR("\"")) &&
                  at_str_ends(text, AT_STR("\""));
    return quoted ? at_str_head(at_str_skip(text, 1), text.len - 2) : text;
}

static bool
read_text(struct at_str text, struct at_target *out, struct at_err *err)
{
    const char *name = out->form == AT_TARGET_ID ? "id:" : "text:";
    out->text = without_quotes(text);
    if (out->text.len == 0)
        return at_fail(err, AT_EUSAGE, "there is nothing after %s", name);
    if (out->text.len > AT_SELECTOR_MAX_BYTES)
        return at_fail(err, AT_EUSAGE,
                       "%s has %zu bytes after it, at most %zu are allowed",
                       name, out->text.len, AT_SELECTOR_MAX_BYTES);
    if (!at_utf8_valid(out->text))
        return at_fail(err, AT_EUSAGE, "the text after %s is not UTF-8", name);
    return true;
}

// Explain a word that is close to one of the forms.
static bool
fail_form(const char *word, struct at_err *err)
{
    struct at_target ref;
    struct at_str shown = at_utf8_head(at_str(word), SHOWN_MAX_BYTES);
    at_fail(err, AT_EUSAGE, "'%.*s' is not a target (valid: %s)",
            AT_STR_ARG(shown), AT_TARGET_FORMS);
    if (read_ref(word, &ref, NULL))
        at_err_add(err, "did you mean %s?", ref.ref);
    else if (!strchr(word, ':'))
        at_err_add(err, "did you mean text:\"%.*s\"?", AT_STR_ARG(shown));
    return false;
}

static bool
read_word(const char *word, struct at_target *out, struct at_err *err)
{
    struct at_str text = at_str(word);
    if (word[0] == '@')
        return read_ref(word, out, err);
    for (size_t i = 0; i < AT_LEN(prefixes); i++) {
        if (!at_str_starts(text, at_str(prefixes[i].prefix)))
            continue;
        size_t skip = strlen(prefixes[i].prefix);
        out->form = prefixes[i].form;
        return out->form == AT_TARGET_COORDS
                   ? at_target_read_point(word + skip, &out->at, err)
                   : read_text(at_str_skip(text, skip), out, err);
    }
    return fail_form(word, err);
}

bool
at_target_read(const char *word, const char *ref, struct at_target *out,
               struct at_err *err)
{
    *out = (struct at_target){.form = AT_TARGET_REF};
    if (word && ref)
        return at_fail(err, AT_EUSAGE,
                       "two targets, '%.80s' and --ref %.80s: use one of them",
                       word, ref);
    if (!word && !ref)
        return at_fail(err, AT_EUSAGE, "no target is given (valid: %s)",
                       AT_TARGET_FORMS);
    return word ? read_word(word, out, err) : read_ref(ref, out, err);
}

// Return true if it is '@', one or more letters, then digits.
static bool
looks_like_ref(struct at_str word)
{
    size_t i = 1;
    if (!at_str_starts(word, AT_STR("@")))
        return false;
    while (i < word.len && word.ptr[i] >= 'a' && word.ptr[i] <= 'z')
        i++;
    bool digits = i > 1 && i < word.len;
    for (; i < word.len; i++)
        digits = digits && word.ptr[i] >= '0' && word.ptr[i] <= '9';
    return digits;
}

bool
at_target_is_form(const char *word)
{
    for (size_t i = 0; i < AT_LEN(prefixes); i++) {
        if (at_str_starts(at_str(word), at_str(prefixes[i].prefix)))
            return true;
    }
    return looks_like_ref(at_str(word));
}

struct at_selector
at_target_selector(const struct at_target *target)
{
    struct at_selector selector = AT_SELECTOR_INIT;
    at_assert(target->form != AT_TARGET_COORDS);
    if (target->form == AT_TARGET_REF)
        selector.ref = at_str(target->ref);
    else if (target->form == AT_TARGET_TEXT)
        selector.text = target->text;
    else
        selector.id = target->text;
    selector.exact = true;
    selector.only = true;
    selector.labels = true;
    return selector;
}

bool
at_target_read_element(const char *word, struct at_target *out_target,
                       struct at_selector *out_selector, struct at_err *err)
{
    *out_target = (struct at_target){.form = AT_TARGET_TEXT};
    *out_selector = (struct at_selector)AT_SELECTOR_INIT;
    if (!at_target_is_form(word)) {
        if (!read_text(at_str(word), out_target, err))
            return false;
        out_selector->text_contains = out_target->text;
        return true;
    }
    if (!at_target_read(word, NULL, out_target, err))
        return false;
    if (out_target->form == AT_TARGET_COORDS)
        return at_fail(err, AT_EUSAGE,
                       "a point is always there: name an element (a text, "
                       "@e12, text:\"Sign in\" or id:\"login\")");
    *out_selector = at_target_selector(out_target);
    out_selector->only = false;
    return true;
}

bool
at_target_read_name(const char *word, struct at_target *out_target,
                    struct at_selector *out_selector, struct at_err *err)
{
    if (!at_target_read_element(word, out_target, out_selector, err))
        return false;
    *out_selector = at_target_selector(out_target);
    return true;
}
