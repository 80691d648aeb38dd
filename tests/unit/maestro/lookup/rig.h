// rig.h: short forms of selectors and of what they find
#ifndef AT_TESTS_UNIT_MAESTRO_LOOKUP_RIG_H
#define AT_TESTS_UNIT_MAESTRO_LOOKUP_RIG_H

#include "base/buf.h"
#include "base/limits.h"
#include "maestro/lookup/find.h"
#include "tests/unit/screen/fixture.h"

// A selector; further members may follow.
#define ANY .width_px = -1, .height_px = -1
#define TEXT(words) .text = AT_STR_ROW(words), ANY
#define BY_ID(name) .id = AT_STR_ROW(name), ANY
#define INDEX(number) .index = AT_STR_ROW(number)
#define SEL(...) (&(const struct at_maestro_selector){__VA_ARGS__})

// Append the end of the id, or the first words, or the class.
static inline void
add_name(struct at_buf *out, const struct at_maestro_node *node)
{
    struct at_str id = node->resource_id;
    ptrdiff_t slash = at_str_find(id, AT_STR(":id/"));
    if (!node->has_bounds)
        at_buf_add_text(out, node->is_element ? "(hierarchy)" : "(document)");
    else if (slash >= 0)
        at_buf_add_str(out, at_str_skip(id, (size_t)slash + 4));
    else if (at_maestro_node_words(node).len > 0)
        at_buf_add_str(out, at_maestro_node_words(node));
    else
        at_buf_add_str(out, node->class_name);
}

// Find and return "a [b] c": the matches in order, with the chosen one in
// brackets; or the failure. free() it.
static inline char *
find_names(const struct at_maestro_view *view,
           const struct at_maestro_selector *selector)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    struct at_maestro_finder *finder = NULL;
    struct at_maestro_found found = AT_MAESTRO_FOUND_INIT;
    struct at_err err = AT_ERR_INIT;
    bool ok = at_maestro_finder_new(selector, &finder, &err) &&
              at_maestro_find(finder, view, &found, &err);
    if (!ok)
        at_buf_add_text(&out, err.msg);
    for (size_t i = 0; i < found.count; i++) {
        bool chosen = found.matches[i] == found.chosen;
        at_buf_add_text(&out, i > 0 ? " " : "");
        at_buf_add_text(&out, chosen ? "[" : "");
        add_name(&out, found.matches[i]);
        at_buf_add_text(&out, chosen ? "]" : "");
    }
    at_maestro_found_deinit(&found);
    at_maestro_finder_free(finder);
    return at_buf_take(&out);
}

#endif
