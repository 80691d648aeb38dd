// expanded.c: a command with the ${} of its texts filled in
//
// Which texts are expanded is Maestro's choice, kind by kind: a key's name, the
// number of characters to erase and a point inside an element are not.
#include <string.h>

#include "maestro/run/runner.h"

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
expand(struct expansion *at, struct at_str *text)
{
    return at_maestro_expand_text(at->run, at->arena, *text, text, at->err);
}

static bool expand_selector(struct expansion *at,
                            const struct at_maestro_selector **inner);

static bool expand_rows(struct expansion *at,
                        const struct at_maestro_selector **all, size_t count);

static bool
expand_parts(struct expansion *at, struct at_maestro_selector *selector)
{
    if (!expand(at, &selector->text) || !expand(at, &selector->id) ||
        !expand(at, &selector->index) || !expand(at, &selector->css) ||
        !expand_selector(at, &selector->below) ||
        !expand_selector(at, &selector->above) ||
        !expand_selector(at, &selector->left_of) ||
        !expand_selector(at, &selector->right_of) ||
        !expand_selector(at, &selector->child_of) ||
        !expand_selector(at, &selector->contains_child))
        return false;
    return expand_rows(at, &selector->contains_descendants,
                       selector->contains_descendants_count);
}

static bool
expand_rows(struct expansion *at, const struct at_maestro_selector **all,
            size_t count)
{
    struct at_maestro_selector *rows;
    if (count == 0)
        return true;
    rows = at_arena_alloc(at->arena, count * sizeof(*rows));
    memcpy(rows, *all, count * sizeof(*rows));
    *all = rows;
    for (size_t i = 0; i < count; i++) {
        if (!expand_parts(at, &rows[i]))
            return false;
    }
    return true;
}

static bool
expand_texts(struct expansion *at, struct at_maestro_texts *texts)
{
    size_t size = texts->count * sizeof(*texts->rows);
    if (texts->count == 0)
        return true;
    struct at_str *rows = at_arena_alloc(at->arena, size);
    memcpy(rows, texts->rows, size);
    texts->rows = rows;
    for (size_t i = 0; i < texts->count; i++) {
        if (!expand(at, &rows[i]))
            return false;
    }
    return true;
}

static bool
expand_selector(struct expansion *at, const struct at_maestro_selector **inner)
{
    if (!*inner)
        return true;
    struct at_maestro_selector *copy = at_arena_alloc(at->arena, sizeof(*copy));
    *copy = **inner;
    *inner = copy;
    return expand_parts(at, copy);
}

static bool
expand_pairs(struct expansion *at, struct at_maestro_pairs *pairs, bool names)
{
    size_t size = pairs->count * sizeof(*pairs->rows);
    if (pairs->count == 0)
        return true;
    struct at_maestro_pair *rows = at_arena_alloc(at->arena, size);
    memcpy(rows, pairs->rows, size);
    pairs->rows = rows;
    for (size_t i = 0; i < pairs->count; i++) {
        if (!expand(at, &rows[i].value) ||
            (names && !expand(at, &rows[i].name)))
            return false;
    }
    return true;
}

bool
at_maestro_expand_condition(struct at_maestro_runner *run,
                            const struct at_maestro_condition *condition,
                            struct at_arena *arena,
                            struct at_maestro_condition *out,
                            struct at_err *err)
{
    struct expansion at = {run, arena, err};
    *out = *condition;
    return expand_selector(&at, &out->visible) &&
           expand_selector(&at, &out->not_visible) &&
           expand(&at, &out->is_true);
}

static bool
has_literal_label(enum at_maestro_kind kind)
{
    return kind == AT_MAESTRO_INPUT_TEXT || kind == AT_MAESTRO_PRESS_KEY ||
           kind == AT_MAESTRO_TAKE_SCREENSHOT ||
           kind == AT_MAESTRO_ERASE_TEXT || kind == AT_MAESTRO_EVAL_SCRIPT;
}

static bool
has_literal_text(enum at_maestro_kind kind)
{
    // The text of evalScript is expanded when it runs, and only once.
    return kind == AT_MAESTRO_PRESS_KEY || kind == AT_MAESTRO_EVAL_SCRIPT ||
           kind == AT_MAESTRO_RUN_SCRIPT;
}

static bool
expand_fact(struct expansion *at, struct at_maestro_fact *fact)
{
    return expand(at, &fact->database) && expand(at, &fact->query) &&
           expand(at, &fact->file) && expand(at, &fact->key) &&
           expand(at, &fact->level) && expand(at, &fact->equals) &&
           expand(at, &fact->contains) && expand(at, &fact->matches) &&
           expand(at, &fact->rows) && expand(at, &fact->url) &&
           expand(at, &fact->method);
}

static bool
expand_network(struct expansion *at, struct at_maestro_network *network)
{
    return expand(at, &network->preset) && expand(at, &network->speed) &&
           expand(at, &network->delay);
}

static bool
expand_rest(struct expansion *at, struct at_maestro_command *command)
{
    bool within = command->selector && command->point.ptr;
    return (within || expand(at, &command->point)) &&
           expand(at, &command->device) &&
           expand_selector(at, &command->from) &&
           expand_selector(at, &command->to) &&
           expand(at, &command->to_point) && expand(at, &command->timeout_ms) &&
           expand(at, &command->app_id) && expand(at, &command->start) &&
           expand(at, &command->end) && expand(at, &command->speed) &&
           expand(at, &command->latitude) && expand(at, &command->longitude) &&
           expand(at, &command->threshold_percentage) &&
           expand(at, &command->times) && expand(at, &command->max_retries) &&
           expand_pairs(at, &command->permissions, false) &&
           expand_pairs(at, &command->arguments, true) &&
           expand_fact(at, &command->fact) &&
           expand_network(at, &command->network) &&
           expand_rows(at, &command->ignored.rows, command->ignored.count) &&
           expand_texts(at, &command->ignored_regions);
}

bool
at_maestro_expand_command(struct at_maestro_runner *run,
                          const struct at_maestro_command *command,
                          struct at_arena *arena,
                          struct at_maestro_command *out, struct at_err *err)
{
    struct expansion at = {run, arena, err};
    *out = *command;
    if (!has_literal_label(command->kind) && !expand(&at, &out->label))
        return false;
    if (!has_literal_text(command->kind) && !expand(&at, &out->text))
        return false;
    // The condition of a repeat is evaluated before each round.
    if (command->kind != AT_MAESTRO_REPEAT &&
        !at_maestro_expand_condition(run, &command->condition, arena,
                                     &out->condition, err))
        return false;
    // A script's file was read before the run.
    if (command->kind != AT_MAESTRO_RUN_SCRIPT && !expand(&at, &out->path))
        return false;
    return expand_selector(&at, &out->selector) && expand_rest(&at, out);
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
