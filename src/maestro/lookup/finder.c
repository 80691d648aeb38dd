// finder.c: compiles selectors
#include "maestro/lookup/finder.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits_lookup.h"
#include "maestro/number.h"

struct compiler {
    size_t count;
    size_t depth;
    struct at_err *err;
};

static const struct {
    const char *name;
    enum at_maestro_trait trait;
} trait_rows[] = {
    {"text", AT_MAESTRO_TRAIT_TEXT},
    {"long-text", AT_MAESTRO_TRAIT_LONG_TEXT},
    {"square", AT_MAESTRO_TRAIT_SQUARE},
};

static uint32_t
traits_of(struct at_str words)
{
    uint32_t traits = 0;
    struct at_str word;
    while (at_str_next(&words, ' ', &word)) {
        for (size_t i = 0; i < AT_LEN(trait_rows); i++) {
            if (at_str_is(word, trait_rows[i].name))
                traits |= trait_rows[i].trait;
        }
    }
    return traits;
}

static bool
set_index(struct compiler *c, struct at_maestro_finder *f, struct at_str text)
{
    double number;
    if (!text.ptr)
        return true;
    if (!at_maestro_real(text, &number))
        return at_fail(c->err, AT_EUSAGE, "index '%.*s' is not a number",
                       AT_STR_ARG(at_utf8_head(text, 60)));
    f->has_index = true;
    if (number >= INT32_MAX)
        f->index = INT32_MAX;
    else if (number <= INT32_MIN)
        f->index = INT32_MIN;
    else
        f->index = (int32_t)number; // towards zero, as in Java
    return true;
}

static bool
is_basic(const struct at_maestro_selector *s)
{
    return s->text.ptr || s->id.ptr || s->css.ptr || s->traits.ptr ||
           s->width_px >= 0 || s->height_px >= 0 ||
           s->enabled != AT_MAESTRO_UNSET || s->selected != AT_MAESTRO_UNSET ||
           s->checked != AT_MAESTRO_UNSET || s->focused != AT_MAESTRO_UNSET;
}

static bool compile(struct compiler *c, const struct at_maestro_selector *s,
                    struct at_maestro_finder **out);

static bool
compile_own(struct compiler *c, struct at_maestro_finder *f)
{
    const struct at_maestro_selector *s = f->selector;
    f->traits = traits_of(s->traits);
    f->is_basic = is_basic(s);
    f->is_plain = !s->below && !s->above && !s->left_of && !s->right_of &&
                  !s->contains_child && s->contains_descendants_count == 0 &&
                  !s->index.ptr;
    return set_index(c, f, s->index) &&
           (!s->text.ptr ||
            at_maestro_pattern_new(s->text, &f->text, c->err)) &&
           (!s->id.ptr || at_maestro_pattern_new(s->id, &f->id, c->err));
}

static bool
compile_relations(struct compiler *c, struct at_maestro_finder *f)
{
    const struct at_maestro_selector *s = f->selector;
    const struct at_maestro_selector *anchors[AT_MAESTRO_RELATIONS] = {
        [AT_MAESTRO_BELOW] = s->below,
        [AT_MAESTRO_ABOVE] = s->above,
        [AT_MAESTRO_LEFT_OF] = s->left_of,
        [AT_MAESTRO_RIGHT_OF] = s->right_of,
        [AT_MAESTRO_CONTAINS_CHILD] = s->contains_child,
    };
    size_t count = s->contains_descendants_count;
    for (size_t i = 0; i < AT_MAESTRO_RELATIONS; i++) {
        if (anchors[i] && !compile(c, anchors[i], &f->anchors[i]))
            return false;
    }
    if (s->child_of && !compile(c, s->child_of, &f->parent))
        return false;
    f->descendants = at_alloc((count + 1) * sizeof(*f->descendants));
    f->descendant_count = count;
    for (size_t i = 0; i < count; i++) {
        if (!compile(c, &s->contains_descendants[i], &f->descendants[i]))
            return false;
    }
    return true;
}

// Compile into *out, which the caller releases also after a failure.
static bool
compile(struct compiler *c, const struct at_maestro_selector *s,
        struct at_maestro_finder **out)
{
    struct at_maestro_finder *f = at_alloc(sizeof(*f));
    f->selector = s;
    f->number = c->count++;
    *out = f;
    if (++c->depth > AT_MAESTRO_SELECTOR_MAX_DEPTH)
        return at_fail(c->err, AT_ELIMIT,
                       "the selector has more than %d anchors in each other",
                       AT_MAESTRO_SELECTOR_MAX_DEPTH);
    bool ok = compile_own(c, f) && compile_relations(c, f);
    c->depth--;
    return ok;
}

bool
at_maestro_finder_new(const struct at_maestro_selector *selector,
                      struct at_maestro_finder **out, struct at_err *err)
{
    struct compiler c = {.err = err};
    bool ok = compile(&c, selector, out);
    (*out)->total = c.count;
    if (!ok) {
        at_maestro_finder_free(*out);
        *out = NULL;
    }
    return ok;
}

void
at_maestro_finder_free(struct at_maestro_finder *finder)
{
    if (!finder)
        return;
    at_maestro_pattern_free(finder->text);
    at_maestro_pattern_free(finder->id);
    for (size_t i = 0; i < AT_MAESTRO_RELATIONS; i++)
        at_maestro_finder_free(finder->anchors[i]);
    at_maestro_finder_free(finder->parent);
    for (size_t i = 0; i < finder->descendant_count; i++)
        at_maestro_finder_free(finder->descendants[i]);
    free(finder->descendants);
    free(finder);
}
