#include "maestro/lookup/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits_lookup.h"
#include "maestro/lookup/java.h"

struct at_maestro_pattern {
    struct at_str source;
    bool quoted;
    pcre2_code *code;
    pcre2_match_data *data;
    pcre2_match_context *context;
    enum at_maestro_match of_empty; // verdict on the empty value
};

static bool
compile(struct at_maestro_pattern *p, struct at_str translated,
        uint32_t more_options, int *out_error)
{
    PCRE2_SIZE offset;
    uint32_t options = PCRE2_UTF | PCRE2_CASELESS | PCRE2_DOTALL |
                       PCRE2_MULTILINE | PCRE2_ANCHORED | PCRE2_ENDANCHORED |
                       PCRE2_NEVER_BACKSLASH_C | more_options;
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    at_assert(context);
    // Java's line breaks; those that are not Java's cannot be in a value
    pcre2_set_newline(context, PCRE2_NEWLINE_ANY);
    pcre2_set_bsr(context, PCRE2_BSR_UNICODE);
    pcre2_set_parens_nest_limit(context, AT_MAESTRO_PATTERN_MAX_DEPTH);
    PCRE2_SPTR text = (PCRE2_SPTR)(translated.len > 0 ? translated.ptr : "");
    p->code = pcre2_compile(text, translated.len, options, out_error, &offset,
                            context);
    pcre2_compile_context_free(context);
    return p->code != NULL;
}

static void
prepare_matching(struct at_maestro_pattern *p)
{
    // Without the just-in-time compiler PCRE2 interprets; verdicts are equal.
    (void)pcre2_jit_compile(p->code, PCRE2_JIT_COMPLETE);
    p->data = pcre2_match_data_create_from_pattern(p->code, NULL);
    p->context = pcre2_match_context_create(NULL);
    at_assert(p->data && p->context);
    pcre2_set_match_limit(p->context, AT_MAESTRO_PATTERN_MAX_STEPS);
    pcre2_set_depth_limit(p->context, AT_MAESTRO_PATTERN_MAX_STEPS);
    pcre2_set_heap_limit(p->context, AT_MAESTRO_PATTERN_MAX_HEAP_KIB);
}

static bool
fail_compile(struct at_str source, int error, struct at_err *err)
{
    PCRE2_UCHAR words[160];
    if (pcre2_get_error_message(error, words, sizeof(words)) < 0)
        words[0] = '\0';
    return at_fail(err, AT_EUNSUPPORTED,
                   "the pattern '%.*s' is valid in Maestro, but not here: %s",
                   AT_STR_ARG(at_utf8_head(source, 100)), (char *)words);
}

static bool
quote_and_compile(struct at_maestro_pattern *p, struct at_buf *text,
                  struct at_err *err)
{
    int error = 0;
    p->quoted = true;
    at_buf_clear(text);
    return at_maestro_java_quote(p->source, text, err) &&
           (compile(p, at_buf_str(text), 0, &error) ||
            fail_compile(p->source, error, err));
}

static bool
translate_and_compile(struct at_maestro_pattern *p, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_MAESTRO_PATTERN_MAX_BYTES * 16);
    struct at_maestro_java java = {0};
    int error = 0;
    bool ok = at_maestro_java_translate(p->source, &text, &java, err);
    uint32_t options = java.unicode_classes ? PCRE2_UCP : 0;
    if (ok && !java.invalid &&
        !compile(p, at_buf_str(&text), options, &error)) {
        // only PCRE2 knows the scripts
        java.invalid = error == PCRE2_ERROR_UNKNOWN_UNICODE_PROPERTY ||
                       error == PCRE2_ERROR_MALFORMED_UNICODE_PROPERTY;
        ok = java.invalid || fail_compile(p->source, error, err);
    }
    if (ok && java.invalid)
        ok = quote_and_compile(p, &text, err);
    at_buf_deinit(&text);
    return ok;
}

static enum at_maestro_match
match(const struct at_maestro_pattern *p, struct at_str value)
{
    PCRE2_SPTR subject = (PCRE2_SPTR)(value.len > 0 ? value.ptr : "");
    int rc =
        pcre2_match(p->code, subject, value.len, 0, 0, p->data, p->context);
    // compiled code has a small stack, the interpreter has the heap
    if (rc == PCRE2_ERROR_JIT_STACKLIMIT)
        rc = pcre2_match(p->code, subject, value.len, 0, PCRE2_NO_JIT, p->data,
                         p->context);
    // the codes of invalid UTF-8 are a range
    if (rc == PCRE2_ERROR_NOMATCH ||
        (rc <= PCRE2_ERROR_UTF8_ERR1 && rc >= PCRE2_ERROR_UTF8_ERR21))
        return AT_MAESTRO_DIFFERS;
    return rc >= 0 ? AT_MAESTRO_MATCHES : AT_MAESTRO_TOO_HARD;
}

bool
at_maestro_pattern_check(struct at_str source, bool *out_invalid,
                         struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_MAESTRO_PATTERN_MAX_BYTES * 16);
    struct at_maestro_java java = {0};
    bool ok = at_maestro_java_translate(source, &text, &java, err);
    *out_invalid = java.invalid;
    at_buf_deinit(&text);
    return ok;
}

bool
at_maestro_pattern_new(struct at_str source, struct at_maestro_pattern **out,
                       struct at_err *err)
{
    struct at_maestro_pattern *p = at_alloc(sizeof(*p));
    p->source = source;
    *out = NULL;
    if (!translate_and_compile(p, err)) {
        at_maestro_pattern_free(p);
        return false;
    }
    prepare_matching(p);
    p->of_empty = match(p, AT_STR(""));
    *out = p;
    return true;
}

void
at_maestro_pattern_free(struct at_maestro_pattern *pattern)
{
    if (!pattern)
        return;
    pcre2_match_context_free(pattern->context);
    pcre2_match_data_free(pattern->data);
    pcre2_code_free(pattern->code);
    free(pattern);
}

struct at_str
at_maestro_pattern_source(const struct at_maestro_pattern *p)
{
    return p->source;
}

bool
at_maestro_pattern_is_quoted(const struct at_maestro_pattern *pattern)
{
    return pattern->quoted;
}

// Match a value; most attributes of a screen are empty.
static enum at_maestro_match
match_value(const struct at_maestro_pattern *p, struct at_str value)
{
    return value.len > 0 ? match(p, value) : p->of_empty;
}

static bool
is_equal(const struct at_maestro_pattern *p, struct at_str value)
{
    return !p->quoted && at_str_eq(p->source, value);
}

// Match value with blanks for line breaks; long values are copied once.
static enum at_maestro_match
match_in_one_line(const struct at_maestro_pattern *p, struct at_str value)
{
    char small[512];
    char *copy = value.len <= sizeof(small) ? small : at_alloc(value.len);
    memcpy(copy, value.ptr, value.len);
    for (size_t i = 0; i < value.len; i++) {
        if (copy[i] == '\n')
            copy[i] = ' ';
    }
    struct at_str line = at_str_n(copy, value.len);
    enum at_maestro_match verdict = match(p, line);
    if (verdict == AT_MAESTRO_DIFFERS && is_equal(p, line))
        verdict = AT_MAESTRO_EQUALS;
    if (copy != small)
        free(copy);
    return verdict;
}

enum at_maestro_match
at_maestro_pattern_text(const struct at_maestro_pattern *pattern,
                        struct at_str value)
{
    enum at_maestro_match verdict = match_value(pattern, value);
    if (verdict != AT_MAESTRO_DIFFERS)
        return verdict;
    if (is_equal(pattern, value))
        return AT_MAESTRO_EQUALS;
    if (value.len > 0 && memchr(value.ptr, '\n', value.len))
        return match_in_one_line(pattern, value);
    return AT_MAESTRO_DIFFERS;
}

enum at_maestro_match
at_maestro_pattern_id(const struct at_maestro_pattern *pattern,
                      struct at_str value)
{
    enum at_maestro_match verdict = match_value(pattern, value);
    struct at_str name = at_str_after_last(value, '/');
    if (verdict != AT_MAESTRO_DIFFERS || name.len == value.len)
        return verdict;
    return match_value(pattern, name);
}

bool
at_maestro_pattern_rejects_itself(const struct at_maestro_pattern *p)
{
    return !p->quoted && match(p, p->source) != AT_MAESTRO_MATCHES;
}

bool
at_maestro_pattern_fail(const struct at_maestro_pattern *pattern,
                        struct at_err *err)
{
    return at_fail(err, AT_ELIMIT,
                   "the pattern '%.*s' takes too long to match: it repeats a "
                   "repetition, as in \"(a+)+\"; write it without that, or as "
                   "plain text",
                   AT_STR_ARG(at_utf8_head(pattern->source, 100)));
}
