#include "bugreport/known.h"

#include <string.h>

#include "base/ascii.h"
#include "base/limits.h"
#include "base/limits_report.h"
#include "base/wipe.h"

static const char *const kind_names[AT_BUGREPORT_KINDS] = {
    [AT_BUGREPORT_SECRET] = "secret",
    [AT_BUGREPORT_TYPED] = "typed",
    [AT_BUGREPORT_DEVICE] = "device",
};

void
at_bugreport_known_deinit(struct at_bugreport_known *known)
{
    at_argv_deinit(&known->names);
    at_wipe_argv(&known->values);
}

// "(24 characters)", as the programs themselves write it.
static bool
is_length(struct at_str value)
{
    return at_str_starts(value, AT_STR("(")) &&
           at_str_ends(value, AT_STR(" characters)"));
}

static bool
says_something(struct at_str value)
{
    bool is_placeholder = at_str_starts(value, AT_STR("{{")) &&
                          at_str_ends(value, AT_STR("}}")) &&
                          at_str_find(at_str_skip(value, 2), AT_STR("{{")) < 0;
    if (is_placeholder || is_length(value))
        return false;
    for (size_t i = 0; i < value.len; i++) {
        char c = value.ptr[i];
        struct at_str rest = at_str_skip(value, i);
        // Fields of passwords show bullets.
        if (at_str_starts(rest, AT_STR("\xe2\x80\xa2"))) {
            i += 2;
            continue;
        }
        if (at_ascii_is_alnum(c) || (unsigned char)c > 0x7f)
            return true;
    }
    return false;
}

// A word of one or two letters is in every sentence; digits may be a code that
// is typed box by box.
static bool
is_common(enum at_bugreport_kind kind, struct at_str value)
{
    enum { COMMON_MAX = 2 };
    return kind == AT_BUGREPORT_TYPED && value.len <= COMMON_MAX &&
           at_ascii_is_letter(value.ptr[0]) &&
           at_ascii_is_letter(value.ptr[value.len - 1]);
}

static void
add_one(struct at_bugreport_known *known, enum at_bugreport_kind kind,
        struct at_str value)
{
    if (!says_something(value) || is_common(kind, value) ||
        memchr(value.ptr, '\0', value.len))
        return;
    for (size_t i = 0; i < known->values.count; i++) {
        if (at_str_is(value, known->values.words[i]))
            return;
    }
    if (known->values.count >= AT_BUGREPORT_KNOWN_MAX) {
        known->is_full = true;
        return;
    }
    at_argv_add_fmt(&known->names, "%s-%zu", kind_names[kind],
                    ++known->counts[kind]);
    at_argv_add_str(&known->values, value);
}

// A value that is longer than at_secrets may have becomes several.
void
at_bugreport_known_add(struct at_bugreport_known *known,
                       enum at_bugreport_kind kind, struct at_str value)
{
    struct at_str lines = value, line;
    bool is_one_line = !memchr(value.ptr ? value.ptr : "", '\n', value.len);
    while (value.len > 0) {
        struct at_str part = at_utf8_head(value, AT_SECRET_MAX_BYTES);
        if (part.len == 0) // not UTF-8
            part = at_str_head(value, AT_SECRET_MAX_BYTES);
        add_one(known, kind, part);
        value = at_str_skip(value, part.len);
    }
    while (!is_one_line && at_str_next_line(&lines, &line))
        add_one(known, kind, at_str_head(line, AT_SECRET_MAX_BYTES));
}

// "SECRET_TYPED_3" is "typed-3".
static const char *
value_of(void *user, const char *name)
{
    const struct at_bugreport_known *known = user;
    struct at_str wanted = at_str_skip(at_str(name), strlen("SECRET_"));
    for (size_t i = 0; i < known->names.count; i++) {
        struct at_str own = at_str(known->names.words[i]);
        bool same = own.len == wanted.len;
        for (size_t k = 0; same && k < own.len; k++)
            same = at_ascii_lower(wanted.ptr[k]) == own.ptr[k] ||
                   (own.ptr[k] == '-' && wanted.ptr[k] == '_');
        if (same)
            return known->values.words[i];
    }
    return NULL;
}

static bool
is_secret(const char *name)
{
    return at_str_starts(at_str(name), AT_STR("secret-"));
}

// The beginnings of a secret count too, where a text was cut. Those of what was
// typed are words of any sentence; what a field shows of it is learnt.
struct at_secrets *
at_bugreport_known_secrets(const struct at_bugreport_known *known,
                           bool only_secrets)
{
    struct at_argv names = AT_ARGV_INIT;
    struct at_secrets *secrets = NULL;
    for (size_t i = 0; i < known->names.count; i++) {
        if (!only_secrets || is_secret(known->names.words[i]))
            at_argv_add(&names, known->names.words[i]);
    }
    if (names.count > 0 &&
        at_secrets_new(&names, value_of, (void *)(uintptr_t)known, &secrets,
                       NULL)) {
        for (size_t i = 0; i < names.count; i++) {
            if (is_secret(names.words[i]))
                at_secrets_typed(secrets, i);
        }
    }
    at_argv_deinit(&names);
    return secrets;
}
