// expanded.c: a command with the ${} of its texts filled in
#include <string.h>

#include "maestro/run/runner.h"
#include "maestro/texts.h"

bool
at_maestro_expand_text(struct at_maestro_runner *run, struct at_arena *arena,
                       struct at_str text, struct at_str *out,
                       struct at_err *err)
{
    struct at_buf buf = AT_BUF_INIT(AT_MAESTRO_TEXT_MAX_BYTES);
    *out = text;
    if (!text.ptr || !memchr(text.ptr, '$', text.len))
        return true;
    bool ok = at_maestro_expand(run->op, run->opts->scope, text, &buf, err);
    if (ok)
        *out = at_arena_dup(arena, at_buf_str(&buf));
    else
        run->hard = true;
    at_buf_deinit(&buf);
    return ok;
}

struct expansion {
    struct at_maestro_runner *run;
    struct at_arena *arena;
    struct at_err *err;
};

static bool
expand(void *user, struct at_str *text)
{
    const struct expansion *at = user;
    return at_maestro_expand_text(at->run, at->arena, *text, text, at->err);
}

static bool
expand_rows(void *user, struct at_maestro_texts *texts)
{
    const struct expansion *at = user;
    size_t size = texts->count * sizeof(*texts->rows);
    if (texts->count == 0)
        return true;
    struct at_str *rows = at_arena_alloc(at->arena, size);
    memcpy(rows, texts->rows, size);
    texts->rows = rows;
    for (size_t i = 0; i < texts->count; i++) {
        if (!expand(user, &rows[i]))
            return false;
    }
    return true;
}

static bool
expand_pairs(void *user, struct at_maestro_pairs *pairs, bool names)
{
    const struct expansion *at = user;
    size_t size = pairs->count * sizeof(*pairs->rows);
    if (pairs->count == 0)
        return true;
    struct at_maestro_pair *rows = at_arena_alloc(at->arena, size);
    memcpy(rows, pairs->rows, size);
    pairs->rows = rows;
    for (size_t i = 0; i < pairs->count; i++) {
        if (!expand(user, &rows[i].value) ||
            (names && !expand(user, &rows[i].name)))
            return false;
    }
    return true;
}

static struct at_maestro_texts_visitor visitor_of(struct expansion *at);

static bool
expand_selectors(void *user, const struct at_maestro_selector **all,
                 size_t count)
{
    struct expansion *at = user;
    const struct at_maestro_texts_visitor by = visitor_of(at);
    if (count == 0)
        return true;
    struct at_maestro_selector *rows =
        at_arena_alloc(at->arena, count * sizeof(*rows));
    memcpy(rows, *all, count * sizeof(*rows));
    *all = rows;
    for (size_t i = 0; i < count; i++) {
        if (!at_maestro_texts_of_selector(&rows[i], &by))
            return false;
    }
    return true;
}

static struct at_maestro_texts_visitor
visitor_of(struct expansion *at)
{
    return (struct at_maestro_texts_visitor){
        expand, expand, expand_pairs, expand_rows, expand_selectors, at};
}

bool
at_maestro_expand_condition(struct at_maestro_runner *run,
                            const struct at_maestro_condition *condition,
                            struct at_arena *arena,
                            struct at_maestro_condition *out,
                            struct at_err *err)
{
    struct expansion at = {run, arena, err};
    const struct at_maestro_texts_visitor by = visitor_of(&at);
    *out = *condition;
    return at_maestro_texts_of_condition(out, &by);
}

bool
at_maestro_expand_command(struct at_maestro_runner *run,
                          const struct at_maestro_command *command,
                          struct at_arena *arena,
                          struct at_maestro_command *out, struct at_err *err)
{
    struct expansion at = {run, arena, err};
    const struct at_maestro_texts_visitor by = visitor_of(&at);
    *out = *command;
    return at_maestro_texts_first(out, &by);
}

bool
at_maestro_whole(struct at_maestro_call *call, struct at_str text,
                 const char *what, int64_t *out, struct at_err *err)
{
    if (at_str_to_i64(at_str_trim(text), INT32_MIN, INT32_MAX, out))
        return true;
    call->run->hard = true;
    return at_fail(err, AT_EUSAGE, "%s is '%.*s', which is not a whole number",
                   what, AT_STR_ARG(text));
}
