// words.c: selectors in Maestro's words
#include "maestro/lookup/find.h"

#include <inttypes.h>

// Parts of a list, joined by commas.
struct list {
    struct at_buf *out;
    bool any;
};

static void
next(struct list *list)
{
    if (list->any)
        at_buf_add_text(list->out, ", ");
    list->any = true;
}

static void
add_named(struct list *list, const char *name, struct at_str value)
{
    if (!value.ptr)
        return;
    next(list);
    at_buf_add_text(list->out, name);
    at_buf_add_str(list->out, value);
}

static void
add_flag(struct list *list, enum at_maestro_flag flag, const char *yes,
         const char *no)
{
    if (flag == AT_MAESTRO_UNSET)
        return;
    next(list);
    at_buf_add_text(list->out, flag == AT_MAESTRO_TRUE ? yes : no);
}

static void
add_anchor(struct list *list, const char *name,
           const struct at_maestro_selector *anchor)
{
    if (!anchor)
        return;
    next(list);
    at_buf_add_text(list->out, name);
    at_maestro_selector_write(anchor, list->out);
}

static void
add_anchors(struct list *list, const struct at_maestro_selector *s,
            const char *colon)
{
    const struct {
        const char *name;
        const struct at_maestro_selector *anchor;
    } rows[] = {
        {"Below", s->below},
        {"Above", s->above},
        {"Left of", s->left_of},
        {"Right of", s->right_of},
    };
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (!rows[i].anchor)
            continue;
        next(list);
        at_buf_add_text(list->out, rows[i].name);
        at_buf_add_text(list->out, colon);
        at_maestro_selector_write(rows[i].anchor, list->out);
    }
    add_anchor(list, "Contains child: ", s->contains_child);
}

static void
add_descendants(struct list *list, const struct at_maestro_selector *s,
                const char *open, const char *between, const char *close)
{
    if (s->contains_descendants_count == 0)
        return;
    next(list);
    at_buf_add_text(list->out, "Contains descendants: ");
    at_buf_add_text(list->out, open);
    for (size_t i = 0; i < s->contains_descendants_count; i++) {
        if (i > 0)
            at_buf_add_text(list->out, between);
        at_maestro_selector_write(&s->contains_descendants[i], list->out);
    }
    at_buf_add_text(list->out, close);
}

static void
add_size(struct list *list, const struct at_maestro_selector *s)
{
    const int64_t sides[] = {s->width_px, s->height_px};
    if (s->width_px < 0 && s->height_px < 0)
        return;
    next(list);
    at_buf_add_text(list->out, "Size: ");
    for (size_t i = 0; i < AT_LEN(sides); i++) {
        at_buf_add_text(list->out, i > 0 ? "x" : "");
        if (sides[i] < 0)
            at_buf_add_text(list->out, "any");
        else
            at_buf_add_fmt(list->out, "%" PRId64, sides[i]);
    }
    if (s->tolerance_px > 0)
        at_buf_add_fmt(list->out, " (tolerance: %" PRId64 ")", s->tolerance_px);
}

static const struct {
    const char *name;
    const char *words;
} trait_rows[] = {
    {"text", "Has text"},
    {"long-text", "Has long text"},
    {"square", "Is square"},
};

static void
add_traits(struct list *list, struct at_str names)
{
    struct at_str name;
    while (at_str_next(&names, ' ', &name)) {
        for (size_t i = 0; i < AT_LEN(trait_rows); i++) {
            if (at_str_is(name, trait_rows[i].name))
                add_named(list, "", at_str(trait_rows[i].words));
        }
    }
}

// Maestro prints "1.0" as 1.
static void
add_index(struct list *list, struct at_str index)
{
    ptrdiff_t dot = at_str_find(index, AT_STR("."));
    int64_t whole;
    if (dot > 0 && at_str_to_i64(at_str_head(index, (size_t)dot), INT32_MIN,
                                 INT32_MAX, &whole))
        index = at_str_head(index, (size_t)dot);
    add_named(list, "Index: ", index);
}

void
at_maestro_selector_write(const struct at_maestro_selector *s,
                          struct at_buf *out)
{
    struct list list = {out, false};
    if (s->text.ptr) {
        add_named(&list, "\"", s->text);
        at_buf_add_char(out, '"');
    }
    add_named(&list, "id: ", s->id);
    add_flag(&list, s->enabled, "enabled", "disabled");
    add_anchors(&list, s, " ");
    add_descendants(&list, s, "[", ", ", "]");
    add_size(&list, s);
    add_traits(&list, s->traits);
    add_index(&list, s->index);
    add_flag(&list, s->selected, "selected", "not selected");
    add_flag(&list, s->focused, "focused", "not focused");
    add_anchor(&list, "Child of: ", s->child_of);
    add_named(&list, "CSS: ", s->css);
}

void
at_maestro_selector_explain(const struct at_maestro_selector *s,
                            struct at_buf *out)
{
    struct list list = {out, false};
    add_named(&list, "Text matching regex: ", s->text);
    add_named(&list, "Id matching regex: ", s->id);
    add_size(&list, s);
    add_anchors(&list, s, ": ");
    add_descendants(&list, s, "", "; ", "");
    add_anchor(&list, "Child of: ", s->child_of);
    add_traits(&list, s->traits);
    add_index(&list, s->index);
    add_flag(&list, s->enabled, "Enabled", "Disabled");
    add_flag(&list, s->selected, "Selected", "Not selected");
    add_flag(&list, s->checked, "Checked", "Not checked");
    add_flag(&list, s->focused, "Focused", "Not focused");
    add_named(&list, "CSS: ", s->css);
}
