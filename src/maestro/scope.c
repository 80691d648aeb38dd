#include "maestro/scope.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits_script.h"
#include "base/quote.h"
#include "base/wipe.h"
#include "maestro/expand.h"

// A shorter secret would blank out half of what is printed.
enum { SECRET_MIN_BYTES = 3 };

struct variable {
    char *name; // owned, like the value
    struct at_str value;
};

struct secret {
    struct at_str value; // owned
    bool is_said;        // false: only its variable's name looks secret
};

struct at_maestro_scope {
    struct variable *rows; // the last one of a name counts
    size_t count;
    size_t *marks; // where each body's variables begin
    size_t depth;
    struct secret *secrets; // owned, longest first
    size_t secret_count;
    bool names_secrets;   // the flow says that something is secret
    bool guesses_secrets; // a variable with a value has a secret's name
    char **said_names;    // owned, like the names
    size_t said_count;
    const char *const *secret_names; // borrowed
    const struct at_maestro_engine *engine;
    size_t bytes; // total length of the values
    struct at_buf copied;
    bool has_copied;
    uint64_t generation;
};

static const struct at_str secret_words[] = {
    AT_STR_ROW("PASSWORD"), AT_STR_ROW("PASSWD"),     AT_STR_ROW("PASS"),
    AT_STR_ROW("PASSCODE"), AT_STR_ROW("PASSPHRASE"), AT_STR_ROW("PWD"),
    AT_STR_ROW("SECRET"),   AT_STR_ROW("SECRETS"),    AT_STR_ROW("TOKEN"),
    AT_STR_ROW("PIN"),      AT_STR_ROW("OTP"),        AT_STR_ROW("TOTP"),
    AT_STR_ROW("APIKEY"),   AT_STR_ROW("CREDENTIAL"), AT_STR_ROW("CREDENTIALS"),
    AT_STR_ROW("AUTH"),     AT_STR_ROW("BEARER"),     AT_STR_ROW("CVV"),
    AT_STR_ROW("CVC"),
};
// Words that make the word KEY a secret's: API_KEY, privateKey.
static const struct at_str key_words[] = {
    AT_STR_ROW("API"),     AT_STR_ROW("PRIVATE"),    AT_STR_ROW("ACCESS"),
    AT_STR_ROW("SIGNING"), AT_STR_ROW("ENCRYPTION"), AT_STR_ROW("LICENSE"),
};

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

static bool
word_in(struct at_str word, const struct at_str *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (at_str_eq_nocase(word, rows[i]))
            return true;
    }
    return false;
}

static bool
is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool
is_lower_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

// "API_KEY", "api-key" and "apiKey" are API and KEY.
static struct at_str
next_word(struct at_str *rest)
{
    size_t len = 0;
    while (rest->len > 0 && !is_upper(rest->ptr[0]) &&
           !is_lower_or_digit(rest->ptr[0]))
        *rest = at_str_skip(*rest, 1);
    while (len < rest->len &&
           (is_upper(rest->ptr[len]) || is_lower_or_digit(rest->ptr[len])) &&
           !(len > 0 && is_upper(rest->ptr[len]) &&
             is_lower_or_digit(rest->ptr[len - 1])))
        len++;
    struct at_str word = at_str_head(*rest, len);
    *rest = at_str_skip(*rest, len);
    return word;
}

bool
at_maestro_name_is_secret(struct at_str name)
{
    struct at_str rest = name, before = {0}, word;
    while ((word = next_word(&rest)).len > 0) {
        if (word_in(word, secret_words, COUNT(secret_words)) ||
            (at_str_eq_nocase(word, AT_STR("KEY")) &&
             word_in(before, key_words, COUNT(key_words))))
            return true;
        before = word;
    }
    return false;
}

static bool
is_named(const char *const *names, struct at_str name)
{
    for (; names && *names; names++) {
        if (at_str_is(name, *names))
            return true;
    }
    return false;
}

static void
keep_text(struct at_maestro_scope *scope, struct at_str value, bool is_said)
{
    size_t at = 0;
    if (value.len < SECRET_MIN_BYTES)
        return;
    for (;
         at < scope->secret_count && scope->secrets[at].value.len >= value.len;
         at++) {
        if (at_str_eq(scope->secrets[at].value, value)) {
            scope->secrets[at].is_said = scope->secrets[at].is_said || is_said;
            return;
        }
    }
    scope->secrets = at_realloc_array(scope->secrets, scope->secret_count + 1,
                                      sizeof(*scope->secrets));
    memmove(scope->secrets + at + 1, scope->secrets + at,
            (scope->secret_count - at) * sizeof(*scope->secrets));
    scope->secrets[at] = (struct secret){
        at_str_n(at_strndup(value.ptr, value.len), value.len), is_said};
    scope->secret_count++;
}

// A value is found as it is, and as it stands within quotes.
static void
keep_secret(struct at_maestro_scope *scope, struct at_str value, bool is_said)
{
    struct at_buf quoted = AT_BUF_INIT(2 * value.len + 1);
    for (size_t i = 0; i < value.len; i++) {
        char c = value.ptr[i];
        if (c == '"' || c == '\\' || c == '\n' || c == '\t')
            at_buf_add_char(&quoted, '\\');
        at_buf_add_char(&quoted, c == '\n' ? 'n' : c == '\t' ? 't' : c);
    }
    keep_text(scope, value, is_said);
    keep_text(scope, at_buf_str(&quoted), is_said);
    at_wipe_buf(&quoted);
}

static bool
is_said_name(const struct at_maestro_scope *scope, struct at_str name)
{
    for (size_t i = 0; i < scope->said_count; i++) {
        if (at_str_is(name, scope->said_names[i]))
            return true;
    }
    return is_named(scope->secret_names, name);
}

void
at_maestro_scope_hide(struct at_maestro_scope *scope, struct at_str value)
{
    scope->names_secrets = true;
    keep_secret(scope, value, true);
}

void
at_maestro_scope_hide_name(struct at_maestro_scope *scope, struct at_str name)
{
    scope->names_secrets = true;
    if (is_said_name(scope, name))
        return;
    scope->said_names = at_realloc_array(
        scope->said_names, scope->said_count + 1, sizeof(*scope->said_names));
    scope->said_names[scope->said_count++] = at_strndup(name.ptr, name.len);
    for (size_t i = 0; i < scope->count; i++) {
        if (at_str_is(name, scope->rows[i].name))
            keep_secret(scope, scope->rows[i].value, true);
    }
}

bool
at_maestro_scope_has_secrets(const struct at_maestro_scope *scope,
                             bool said_only)
{
    return scope->names_secrets || (scope->guesses_secrets && !said_only);
}

bool
at_maestro_scope_set(struct at_maestro_scope *scope, struct at_str name,
                     struct at_str value, bool secret, struct at_err *err)
{
    if (name.len > AT_MAESTRO_NAME_MAX_BYTES)
        return at_fail(err, AT_ELIMIT,
                       "a variable's name has %zu bytes, more than %zu",
                       name.len, AT_MAESTRO_NAME_MAX_BYTES);
    if (scope->count >= AT_MAESTRO_VARIABLES_MAX ||
        value.len > AT_MAESTRO_VARIABLES_MAX_BYTES - scope->bytes)
        return at_fail(err, AT_ELIMIT,
                       "variable %s is one too many: a flow may have %zu, of "
                       "%zu bytes in all",
                       AT_NAME(name), AT_MAESTRO_VARIABLES_MAX,
                       AT_MAESTRO_VARIABLES_MAX_BYTES);
    scope->rows =
        at_realloc_array(scope->rows, scope->count + 1, sizeof(*scope->rows));
    scope->rows[scope->count++] = (struct variable){
        .name = at_strndup(name.ptr, name.len),
        .value = {at_strndup(value.ptr, value.len), value.len},
    };
    scope->bytes += value.len;
    scope->generation++;
    bool is_said = secret || is_said_name(scope, name);
    bool is_secret = is_said || at_maestro_name_is_secret(name);
    scope->names_secrets = scope->names_secrets || is_said;
    scope->guesses_secrets =
        scope->guesses_secrets || (is_secret && value.len > 0);
    if (is_secret)
        keep_secret(scope, value, is_said);
    return true;
}

static const struct variable *
find(const struct at_maestro_scope *scope, struct at_str name)
{
    for (size_t i = scope->count; i > 0; i--) {
        if (at_str_is(name, scope->rows[i - 1].name))
            return &scope->rows[i - 1];
    }
    return NULL;
}

bool
at_maestro_scope_get(const struct at_maestro_scope *scope, struct at_str name,
                     struct at_str *out_value)
{
    const struct variable *row = find(scope, name);
    if (row)
        *out_value = row->value;
    return row != NULL;
}

void
at_maestro_scope_each(const struct at_maestro_scope *scope,
                      void (*each)(void *user, struct at_str name,
                                   struct at_str value),
                      void *user)
{
    for (size_t i = 0; i < scope->count; i++) {
        struct at_str name = at_str(scope->rows[i].name);
        if (find(scope, name) == &scope->rows[i] && !at_maestro_is_global(name))
            each(user, name, scope->rows[i].value);
    }
}

void
at_maestro_scope_set_copied(struct at_maestro_scope *scope, struct at_str text)
{
    at_buf_clear(&scope->copied);
    at_buf_add_str(&scope->copied, at_utf8_head(text, scope->copied.max));
    scope->has_copied = true;
    scope->generation++;
}

bool
at_maestro_scope_copied(const struct at_maestro_scope *scope,
                        struct at_str *out_text)
{
    if (scope->has_copied)
        *out_text = at_buf_str(&scope->copied);
    return scope->has_copied;
}

uint64_t
at_maestro_scope_generation(const struct at_maestro_scope *scope)
{
    return scope->generation;
}

static bool
set_row(struct at_maestro_scope *scope, const char *row, struct at_err *err)
{
    struct at_str value = at_str(row), name = {0};
    const char *equals = strchr(row, '=');
    if (!equals || equals == row)
        return at_fail(err, AT_EUSAGE, "%s is not NAME=value",
                       AT_QUOTED(equals ? value : at_str_head(value, 64)));
    name = at_str_n(row, (size_t)(equals - row));
    return at_maestro_scope_set(scope, name, at_str_skip(value, name.len + 1),
                                false, err);
}

static bool
take_environment(struct at_maestro_scope *scope, const char *const *rows,
                 struct at_err *err)
{
    struct at_str known;
    for (; rows && *rows; rows++) {
        const char *equals = strchr(*rows, '=');
        if (!equals || equals[1] == '\0' ||
            !at_str_starts(at_str(*rows), AT_STR("MAESTRO_")))
            continue;
        struct at_str name = at_str_n(*rows, (size_t)(equals - *rows));
        if (!at_maestro_scope_get(scope, name, &known) &&
            !set_row(scope, *rows, err))
            return false;
    }
    return true;
}

// "flows/login.v2.yaml" is login.v2.
static struct at_str
stem(struct at_str path)
{
    struct at_str name = at_str_after_last(path, '/');
    size_t end = name.len;
    for (size_t i = 1; i < name.len; i++) {
        if (name.ptr[i] == '.')
            end = i;
    }
    return at_str_head(name, end);
}

static bool
set_unless_given(struct at_maestro_scope *scope, const char *name,
                 struct at_str value, struct at_err *err)
{
    struct at_str known;
    return value.len == 0 ||
           at_maestro_scope_get(scope, at_str(name), &known) ||
           at_maestro_scope_set(scope, at_str(name), value, false, err);
}

static bool
set_shard(struct at_maestro_scope *scope, int shard, struct at_err *err)
{
    struct at_buf id = AT_BUF_INIT(16);
    struct at_buf index = AT_BUF_INIT(16);
    at_buf_add_fmt(&id, "%d", shard);
    at_buf_add_fmt(&index, "%d", shard - 1);
    bool ok = at_maestro_scope_set(scope, AT_STR("MAESTRO_SHARD_ID"),
                                   at_buf_str(&id), false, err) &&
              at_maestro_scope_set(scope, AT_STR("MAESTRO_SHARD_INDEX"),
                                   at_buf_str(&index), false, err);
    at_buf_deinit(&id);
    at_buf_deinit(&index);
    return ok;
}

static bool
define_first(struct at_maestro_scope *scope,
             const struct at_maestro_scope_opts *opts, struct at_err *err)
{
    for (const char *const *row = opts->given; row && *row; row++) {
        if (!set_row(scope, *row, err))
            return false;
    }
    return take_environment(scope, opts->environment, err) &&
           set_unless_given(scope, "MAESTRO_FILENAME", stem(opts->file), err) &&
           set_unless_given(scope, "MAESTRO_DEVICE_UDID", opts->device, err) &&
           (opts->shard == 0 || set_shard(scope, opts->shard, err));
}

struct at_maestro_scope *
at_maestro_scope_new(const struct at_maestro_scope_opts *opts,
                     struct at_err *err)
{
    struct at_maestro_scope *scope = at_alloc(sizeof(*scope));
    scope->secret_names = opts->secret_names;
    scope->copied.max = AT_MAESTRO_TEXT_MAX_BYTES;
    if (define_first(scope, opts, err))
        return scope;
    at_maestro_scope_free(scope);
    return NULL;
}

static void
drop_to(struct at_maestro_scope *scope, size_t count)
{
    while (scope->count > count) {
        struct variable *row = &scope->rows[--scope->count];
        scope->bytes -= row->value.len;
        at_wipe((char *)row->value.ptr, row->value.len);
        free((char *)row->value.ptr);
        free(row->name);
    }
    scope->generation++;
}

void
at_maestro_scope_free(struct at_maestro_scope *scope)
{
    if (!scope)
        return;
    drop_to(scope, 0);
    for (size_t i = 0; i < scope->secret_count; i++) {
        struct at_str value = scope->secrets[i].value;
        at_wipe((char *)value.ptr, value.len);
        free((char *)value.ptr);
    }
    for (size_t i = 0; i < scope->said_count; i++)
        free(scope->said_names[i]);
    free(scope->said_names);
    at_wipe_buf(&scope->copied);
    free(scope->secrets);
    free(scope->marks);
    free(scope->rows);
    free(scope);
}

void
at_maestro_scope_set_engine(struct at_maestro_scope *scope,
                            const struct at_maestro_engine *engine)
{
    scope->engine = engine;
}

void
at_maestro_scope_push(struct at_maestro_scope *scope)
{
    scope->marks =
        at_realloc_array(scope->marks, scope->depth + 1, sizeof(*scope->marks));
    scope->marks[scope->depth++] = scope->count;
}

void
at_maestro_scope_pop(struct at_maestro_scope *scope)
{
    at_assert(scope->depth > 0);
    drop_to(scope, scope->marks[--scope->depth]);
}

static bool
is_of_shard(struct at_str name)
{
    return at_str_is(name, "MAESTRO_SHARD_ID") ||
           at_str_is(name, "MAESTRO_SHARD_INDEX");
}

// The values of the whole map are expanded before any of it is defined.
static bool
expand_values(const struct at_op *op, struct at_maestro_scope *scope,
              const struct at_maestro_pairs *env, struct at_buf *values,
              struct at_err *err)
{
    for (size_t i = 0; i < env->count; i++) {
        values[i].max = AT_MAESTRO_TEXT_MAX_BYTES;
        if (!at_maestro_expand(op, scope, env->rows[i].value, &values[i],
                               err)) {
            at_err_context(err, "env %s", AT_NAME(env->rows[i].name));
            return false;
        }
    }
    return true;
}

bool
at_maestro_scope_env(const struct at_op *op, struct at_maestro_scope *scope,
                     const struct at_maestro_pairs *env, struct at_err *err)
{
    size_t count = scope->count;
    struct at_buf *values = at_alloc(env->count * sizeof(*values));
    bool ok = expand_values(op, scope, env, values, err);
    for (size_t i = 0; ok && i < env->count; i++) {
        struct at_str known, name = env->rows[i].name;
        if (!is_of_shard(name) || !at_maestro_scope_get(scope, name, &known))
            ok = at_maestro_scope_set(scope, name, at_buf_str(&values[i]),
                                      false, err);
    }
    if (!ok)
        drop_to(scope, count);
    for (size_t i = 0; i < env->count; i++)
        at_buf_deinit(&values[i]);
    free(values);
    return ok;
}

static bool
no_engine(struct at_err *err)
{
    return at_fail(err, AT_ENOTOOL,
                   "this needs the script engine, which is not part of this "
                   "build");
}

// maestro.copiedText is so common that it needs no engine until a script has
// run, which may have changed it.
static bool
is_copied_alone(const struct at_maestro_scope *scope, struct at_str script,
                struct at_str *out)
{
    const struct at_maestro_engine *engine = scope->engine;
    return at_str_is(at_str_trim(script), "maestro.copiedText") &&
           !(engine && engine->has_run && engine->has_run(engine->user)) &&
           at_maestro_scope_copied(scope, out);
}

static bool
add_value(const struct at_op *op, struct at_maestro_scope *scope,
          struct at_str script, struct at_buf *out, struct at_err *err)
{
    struct at_str name, value = AT_STR("undefined");
    if (at_str_trim(script).len == 0)
        return true;
    if (at_maestro_plain_name(script, &name)) {
        at_maestro_scope_get(scope, name, &value);
        at_buf_add_str(out, value);
        return true;
    }
    if (is_copied_alone(scope, script, &value)) {
        at_buf_add_str(out, value);
        return true;
    }
    if (!scope->engine) {
        no_engine(err);
        at_err_context(err, "%s", AT_QUOTED(script));
        return false;
    }
    return scope->engine->evaluate(op, scope->engine->user, scope, script, out,
                                   err);
}

bool
at_maestro_expand(const struct at_op *op, struct at_maestro_scope *scope,
                  struct at_str text, struct at_buf *out, struct at_err *err)
{
    struct at_buf filled = AT_BUF_INIT(AT_MAESTRO_TEXT_MAX_BYTES);
    struct at_maestro_piece piece;
    size_t at = 0;
    bool ok = true;
    while (ok && at_maestro_expand_next(text, &at, &piece)) {
        if (piece.is_script)
            ok = add_value(op, scope, piece.text, &filled, err);
        else
            at_buf_add_str(&filled, piece.text);
    }
    if (ok)
        at_maestro_unescape(at_buf_str(&filled), out);
    if (ok && (filled.overflow || out->overflow))
        ok = at_fail(err, AT_ELIMIT, "an expanded text has more than %zu bytes",
                     filled.overflow ? filled.max : out->max);
    at_buf_deinit(&filled);
    return ok;
}

bool
at_maestro_scope_run(const struct at_op *op, struct at_maestro_scope *scope,
                     const struct at_maestro_source *source, struct at_err *err)
{
    if (!scope->engine || !scope->engine->run) {
        no_engine(err);
        at_err_context(err, "%.*s", AT_STR_ARG(source->path));
        return false;
    }
    return scope->engine->run(op, scope->engine->user, scope, source, err);
}

static size_t
secret_at(const struct at_maestro_scope *scope, struct at_str text)
{
    for (size_t i = 0; i < scope->secret_count; i++) {
        if (at_str_starts(text, scope->secrets[i].value))
            return scope->secrets[i].value.len;
    }
    return 0;
}

bool
at_maestro_scope_shows(const struct at_maestro_scope *scope, struct at_str text,
                       bool said_only)
{
    for (size_t i = 0; i < scope->secret_count; i++) {
        if ((scope->secrets[i].is_said || !said_only) &&
            at_str_has(text, scope->secrets[i].value))
            return true;
    }
    return false;
}

// Return true if text is the beginning of a secret.
static bool
begins_secret(const struct at_maestro_scope *scope, struct at_str text)
{
    for (size_t i = 0; i < scope->secret_count; i++) {
        if (at_str_starts(scope->secrets[i].value, text))
            return true;
    }
    return false;
}

static void
mask_text(const struct at_maestro_scope *scope, struct at_str text, bool is_cut,
          struct at_buf *out)
{
    while (text.len > 0 && !out->overflow) {
        size_t len = secret_at(scope, text);
        if (len == 0 && is_cut && begins_secret(scope, text))
            len = text.len;
        if (len > 0) {
            at_buf_add_text(out, "***");
        } else {
            len = at_utf8_next(text, NULL);
            len = len > 0 ? len : 1;
            at_buf_add(out, text.ptr, len);
        }
        text = at_str_skip(text, len);
    }
}

void
at_maestro_scope_mask(const struct at_maestro_scope *scope, struct at_str text,
                      struct at_buf *out)
{
    mask_text(scope, text, false, out);
}

void
at_maestro_scope_mask_cut(const struct at_maestro_scope *scope,
                          struct at_str text, struct at_buf *out)
{
    mask_text(scope, text, true, out);
}

static void
mask(const void *scope, struct at_str text, struct at_buf *out)
{
    at_maestro_scope_mask(scope, text, out);
}

struct at_maestro_masking
at_maestro_scope_masking(const struct at_maestro_scope *scope)
{
    return (struct at_maestro_masking){mask, scope};
}
