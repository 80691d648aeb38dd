#include "maestro/record/hide.h"

#include "base/limits.h"
#include "maestro/write/choose.h"
#include "maestro/write/scalar_text.h"

// A shorter secret may stand in a text by chance.
enum { SECRET_PART_MIN = 4 };

struct hider {
    struct at_arena *arena;
    const struct at_maestro_secret *secrets;
    size_t count;
};

typedef void writer(struct at_str text, struct at_buf *out);

static struct at_str
written(struct at_arena *arena, writer *write, struct at_str text)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    write(text, &out);
    struct at_str kept = at_arena_dup(arena, at_buf_str(&out));
    at_buf_deinit(&out);
    return kept;
}

struct at_maestro_secret
at_maestro_secret_of(struct at_arena *arena, struct at_str name,
                     struct at_str value)
{
    return (struct at_maestro_secret){
        .name = name,
        .value = value,
        .literal = written(arena, at_maestro_literal_write, value),
        .pattern = written(arena, at_maestro_pattern_write, value),
    };
}

static void
write_variable(struct at_str name, struct at_buf *out)
{
    at_buf_add_fmt(out, "${%.*s}", AT_STR_ARG(name));
}

struct at_str
at_maestro_variable(struct at_arena *arena, struct at_str name)
{
    return written(arena, write_variable, name);
}

static struct at_str
form_of(const struct at_maestro_secret *secret, bool is_pattern)
{
    return is_pattern ? secret->pattern : secret->literal;
}

// A pattern that ends with .* may have been cut within the secret.
static bool
is_cut(struct at_str rest, struct at_str form)
{
    if (!at_str_ends(rest, AT_STR(".*")))
        return false;
    rest.len -= 2;
    return rest.len >= SECRET_PART_MIN && at_str_starts(form, rest);
}

// Return the longest secret that a text begins with; NULL. whole: the text has
// nothing before it. *out_len: its length there.
static const struct at_maestro_secret *
secret_at(const struct hider *hider, struct at_str text, bool whole,
          bool is_pattern, size_t *out_len)
{
    const struct at_maestro_secret *found = NULL;
    *out_len = 0;
    for (size_t i = 0; i < hider->count; i++) {
        const struct at_maestro_secret *secret = &hider->secrets[i];
        struct at_str form = form_of(secret, is_pattern);
        size_t len = 0;
        if (form.len == 0)
            continue;
        if (secret->value.len < SECRET_PART_MIN)
            len = whole && at_str_eq(text, form) ? form.len : 0;
        else if (at_str_starts(text, form))
            len = form.len;
        else if (is_pattern && is_cut(text, form))
            len = text.len;
        if (len > *out_len) {
            *out_len = len;
            found = secret;
        }
    }
    return found;
}

// Return how many bytes belong together: an escaped character, or a variable,
// whose name isn't a text.
static size_t
unit_at(struct at_str text, bool is_pattern)
{
    ptrdiff_t end = -1;
    struct at_str escape = is_pattern ? AT_STR("\\") : AT_STR("\\${");
    if (text.len > 1 && at_str_starts(text, escape))
        return 2;
    if (!is_pattern && at_str_starts(text, AT_STR("${")))
        end = at_str_find(text, AT_STR("}"));
    return end < 0 ? 1 : (size_t)end + 1;
}

// Return the text without secrets: itself if it has none.
static struct at_str
without(const struct hider *hider, struct at_str text, bool is_pattern)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    struct at_str rest = text;
    bool found = false;
    while (rest.len > 0) {
        bool whole = rest.len == text.len;
        size_t len;
        const struct at_maestro_secret *secret =
            secret_at(hider, rest, whole, is_pattern, &len);
        found = found || secret;
        if (!secret) {
            len = unit_at(rest, is_pattern);
            at_buf_add_str(&out, at_str_head(rest, len));
        } else if (is_pattern) {
            at_buf_add_text(&out, ".*");
        } else {
            write_variable(secret->name, &out);
        }
        rest = at_str_skip(rest, len);
    }
    struct at_str kept =
        found ? at_arena_dup(hider->arena, at_buf_str(&out)) : text;
    at_buf_deinit(&out);
    return kept;
}

static bool hide_in(const struct hider *hider,
                    struct at_maestro_selector *selector);

// Return true if *inout was replaced by a copy.
static bool
hide(const struct hider *hider, const struct at_maestro_selector **inout)
{
    if (!*inout)
        return false;
    struct at_maestro_selector *copy =
        at_arena_alloc(hider->arena, sizeof(*copy));
    *copy = **inout;
    if (!hide_in(hider, copy))
        return false;
    *inout = copy;
    return true;
}

static bool
hide_in_descendants(const struct hider *hider,
                    struct at_maestro_selector *selector)
{
    size_t count = selector->contains_descendants_count;
    bool changed = false;
    if (count == 0)
        return false;
    struct at_maestro_selector *copies =
        at_arena_alloc(hider->arena, count * sizeof(*copies));
    for (size_t i = 0; i < count; i++) {
        copies[i] = selector->contains_descendants[i];
        changed = hide_in(hider, &copies[i]) || changed;
    }
    if (changed)
        selector->contains_descendants = copies;
    return changed;
}

static bool
hide_in(const struct hider *hider, struct at_maestro_selector *selector)
{
    const struct at_maestro_selector **related[] = {
        &selector->below,    &selector->above,          &selector->left_of,
        &selector->right_of, &selector->contains_child, &selector->child_of,
    };
    struct at_str text = without(hider, selector->text, true);
    struct at_str id = without(hider, selector->id, true);
    bool changed = text.ptr != selector->text.ptr || id.ptr != selector->id.ptr;
    selector->text = text;
    selector->id = id;
    for (size_t i = 0; i < AT_LEN(related); i++)
        changed = hide(hider, related[i]) || changed;
    return hide_in_descendants(hider, selector) || changed;
}

bool
at_maestro_hide(struct at_maestro_recording *recording,
                struct at_maestro_command *command)
{
    const struct hider hider = {&recording->ws.arena, recording->secrets,
                                recording->secret_count};
    if (hider.count == 0)
        return true;
    (void)hide(&hider, &command->selector);
    (void)hide(&hider, &command->from);
    (void)hide(&hider, &command->to);
    command->text = without(&hider, command->text, false);
    return !hide(&hider, &command->condition.visible) &&
           !hide(&hider, &command->condition.not_visible);
}
