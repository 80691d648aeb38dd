#include "maestro/lookup/report.h"

#include "base/near.h"
#include "maestro/lookup/finder.h"
#include "screen/package.h"
#include "screen/px.h"
#include "screen/reach.h"
#include "screen/reach_report.h"

static const struct at_maestro_view_opts everything = {.keeps_all = true};

static bool
ignores_child_of(const struct at_maestro_finder *finder, bool is_anchor)
{
    if (is_anchor && finder->parent)
        return true;
    for (size_t i = 0; i < AT_MAESTRO_RELATIONS; i++) {
        if (finder->anchors[i] && ignores_child_of(finder->anchors[i], true))
            return true;
    }
    for (size_t i = 0; i < finder->descendant_count; i++) {
        if (ignores_child_of(finder->descendants[i], true))
            return true;
    }
    return finder->parent && ignores_child_of(finder->parent, false);
}

// Return what the pattern made of the node's texts, and which of them.
static enum at_maestro_match
match_of(const struct at_maestro_pattern *pattern,
         const struct at_maestro_node *node, struct at_str *out_value)
{
    const struct at_str values[] = {node->text, node->hint, node->description};
    for (size_t i = 0; i < AT_LEN(values); i++) {
        enum at_maestro_match match =
            at_maestro_pattern_text(pattern, values[i]);
        *out_value = values[i];
        if (match == AT_MAESTRO_MATCHES || match == AT_MAESTRO_EQUALS)
            return match;
    }
    *out_value = AT_STR("");
    return AT_MAESTRO_DIFFERS;
}

static uint32_t
doubts_of_text(const struct at_maestro_finder *finder,
               const struct at_maestro_node *chosen)
{
    const struct at_maestro_pattern *pattern = finder->text;
    struct at_str source = finder->selector->text;
    struct at_str value;
    if (!pattern)
        return 0;
    if (at_maestro_pattern_is_quoted(pattern))
        return AT_MAESTRO_DOUBT_QUOTED;
    if (!chosen)
        return at_maestro_pattern_rejects_itself(pattern)
                   ? AT_MAESTRO_DOUBT_PATTERN
                   : 0;
    if (match_of(pattern, chosen, &value) == AT_MAESTRO_EQUALS)
        return AT_MAESTRO_DOUBT_LITERAL;
    if (at_str_eq_nocase(source, value) && !at_str_eq(source, value))
        return AT_MAESTRO_DOUBT_CASE;
    return 0;
}

static uint32_t
doubts_of_selector(const struct at_maestro_finder *finder)
{
    return (ignores_child_of(finder, false) ? AT_MAESTRO_DOUBT_CHILD_OF : 0u) |
           (finder->selector->css.ptr ? AT_MAESTRO_DOUBT_CSS : 0u);
}

// Return the keyboard's window if it covers the point of a node behind it.
static const struct at_node *
keyboard_at(const struct at_node *node, struct at_point point)
{
    for (const struct at_node *it = at_node_window(node)->next; it;
         it = it->next) {
        if (at_node_has(it, AT_NODE_CHROME) &&
            !at_package_is_system_ui(it->package) &&
            at_rect_contains(it->bounds, point))
            return it;
    }
    return NULL;
}

// A tap on the centre goes to hit. Return the doubt about that.
static uint32_t
doubt_of_hit(const struct at_node *node, const struct at_node *hit)
{
    const struct at_node *receiver = at_reach_receiver(node);
    if (!hit || hit == receiver || at_node_is_within(node, hit))
        return 0;
    if (at_node_is_within(hit, node))
        return AT_MAESTRO_DOUBT_INNER;
    return AT_MAESTRO_DOUBT_COVERED;
}

static uint32_t
doubts_of_place(const struct at_tree *tree,
                const struct at_maestro_node *chosen,
                const struct at_node **out_over)
{
    const struct at_node *node = chosen->node;
    struct at_reach reach = at_reach_of(tree, node);
    uint32_t doubts = 0;
    *out_over = NULL;
    if (at_rect_empty(chosen->bounds))
        return AT_MAESTRO_DOUBT_EMPTY;
    if (reach.kind == AT_REACH_OFF_SCREEN || reach.kind == AT_REACH_CLIPPED ||
        reach.kind == AT_REACH_BEHIND || reach.kind == AT_REACH_WINDOW) {
        *out_over = reach.over;
        return AT_MAESTRO_DOUBT_UNSEEN |
               (at_reach_is_keyboard(&reach) ? AT_MAESTRO_DOUBT_KEYBOARD : 0u);
    }
    if (!at_rect_eq(node->seen, node->bounds))
        doubts |= AT_MAESTRO_DOUBT_PARTLY;
    struct at_point center = at_maestro_node_center(chosen);
    *out_over = keyboard_at(node, center);
    if (*out_over)
        return doubts | AT_MAESTRO_DOUBT_COVERED | AT_MAESTRO_DOUBT_KEYBOARD;
    const struct at_node *hit = at_reach_hit(tree, center);
    uint32_t of_hit = doubt_of_hit(node, hit);
    if (of_hit)
        *out_over = hit;
    return doubts | of_hit;
}

static void
report_chosen(const struct at_maestro_finder *finder,
              const struct at_maestro_view *view,
              const struct at_maestro_found *found,
              struct at_maestro_report *out)
{
    const struct at_maestro_node *chosen = found->chosen;
    if (finder->has_index)
        out->why = AT_MAESTRO_WHY_INDEX;
    else if (found->count == 1)
        out->why = AT_MAESTRO_WHY_ONLY;
    else
        out->why = chosen->flags & AT_NODE_CLICKABLE ? AT_MAESTRO_WHY_CLICKABLE
                                                     : AT_MAESTRO_WHY_FIRST;
    out->doubts |= doubts_of_text(finder, chosen);
    if (!chosen->node)
        return; // a toast
    out->doubts |= doubts_of_place(view->tree, chosen, &out->over);
    if (!at_reach_enabled(chosen->node))
        out->doubts |= AT_MAESTRO_DOUBT_DISABLED;
}

static void
add_candidate(struct at_maestro_report *out, const struct at_node *node,
              enum at_maestro_but but, bool by_id)
{
    for (size_t i = 0; i < out->candidate_count; i++) {
        if (out->candidates[i].node == node)
            return;
    }
    if (node && out->candidate_count < AT_MAESTRO_CANDIDATES_MAX)
        out->candidates[out->candidate_count++] =
            (struct at_maestro_candidate){node, but, by_id};
}

static bool
differs(enum at_maestro_flag wanted, const struct at_maestro_node *node,
        uint32_t flag)
{
    return wanted != AT_MAESTRO_UNSET &&
           ((node->flags & flag) != 0) != (wanted == AT_MAESTRO_TRUE);
}

// Tell why a node with the text and id was not taken.
static enum at_maestro_but
but_of(const struct at_maestro_finder *finder,
       const struct at_maestro_found *found, const struct at_maestro_node *node,
       const struct at_maestro_view *view)
{
    const struct at_maestro_selector *s = finder->selector;
    if (differs(s->enabled, node, AT_NODE_ENABLED))
        return AT_MAESTRO_BUT_DISABLED;
    if (differs(s->selected, node, AT_NODE_SELECTED) ||
        differs(s->checked, node, AT_NODE_CHECKED) ||
        differs(s->focused, node, AT_NODE_FOCUSED))
        return AT_MAESTRO_BUT_STATE;
    const struct at_maestro_node *parent = found->parent;
    if (finder->parent &&
        (!parent || node < parent || node >= &view->nodes[parent->end]))
        return AT_MAESTRO_BUT_ELSEWHERE;
    return finder->is_plain ? AT_MAESTRO_BUT_STATE : AT_MAESTRO_BUT_RELATION;
}

// Find the nodes that have the text and id, whatever else is asked for.
static bool
find_same_words(const struct at_maestro_finder *finder,
                const struct at_maestro_view *view,
                struct at_maestro_found *out)
{
    struct at_maestro_finder words = {.selector = finder->selector,
                                      .text = finder->text,
                                      .id = finder->id,
                                      .is_basic = true,
                                      .is_plain = true,
                                      .only_words = true,
                                      .total = 1};
    return at_maestro_find(&words, view, out, NULL);
}

static void
add_others(const struct at_maestro_finder *finder,
           const struct at_maestro_view *view,
           const struct at_maestro_found *found, struct at_maestro_report *out)
{
    struct at_maestro_found same;
    if (!find_same_words(finder, view, &same))
        return;
    for (size_t i = 0; i < same.count; i++)
        add_candidate(out, same.matches[i]->node,
                      but_of(finder, found, same.matches[i], view), false);
    at_maestro_found_deinit(&same);
}

// Elements that Maestro does not see.
static void
add_unseen(const struct at_maestro_finder *finder,
           const struct at_maestro_view *view, struct at_maestro_report *out)
{
    struct at_maestro_found same;
    struct at_maestro_view all;
    at_maestro_view_init(&all, view->tree, &everything);
    if (find_same_words(finder, &all, &same)) {
        for (size_t i = 0; i < same.count; i++) {
            const struct at_node *node = same.matches[i]->node;
            if (!node || view->places[node->order] != AT_MAESTRO_NO_NODE)
                continue;
            bool off_screen = at_rect_empty(same.matches[i]->bounds);
            add_candidate(out, node,
                          off_screen ? AT_MAESTRO_BUT_OFF_SCREEN
                                     : AT_MAESTRO_BUT_HIDDEN,
                          false);
        }
        at_maestro_found_deinit(&same);
    }
    at_maestro_view_deinit(&all);
}

// Return the words of a pattern without ".*" around them.
static struct at_str
words_of(struct at_str pattern)
{
    for (;;) {
        if (at_str_starts(pattern, AT_STR(".*")))
            pattern = at_str_skip(pattern, 2);
        else if (at_str_starts(pattern, AT_STR("^")))
            pattern = at_str_skip(pattern, 1);
        else if (at_str_ends(pattern, AT_STR(".*")))
            pattern.len -= 2;
        else if (at_str_ends(pattern, AT_STR("$")))
            pattern.len--;
        else
            return pattern;
    }
}

// Offer a node's words. Return true if near took one of them.
static void
offer(struct at_near *near, const struct at_maestro_node *node, bool by_id)
{
    if (by_id) {
        at_near_offer(near, at_str_after_last(node->resource_id, '/'));
        return;
    }
    at_near_offer(near, node->text);
    at_near_offer(near, node->hint);
    at_near_offer(near, node->description);
}

static bool
has_name(const struct at_maestro_node *node, struct at_str name, bool by_id)
{
    if (by_id)
        return at_str_eq(at_str_after_last(node->resource_id, '/'), name);
    return at_str_eq(node->text, name) || at_str_eq(node->hint, name) ||
           at_str_eq(node->description, name);
}

static void
add_similar(const struct at_maestro_view *view, struct at_str wanted,
            bool by_id, struct at_maestro_report *out)
{
    struct at_near near = {.wanted = wanted};
    for (uint32_t i = 0; i < view->count; i++)
        offer(&near, &view->nodes[i], by_id);
    for (size_t n = 0; n < near.count; n++) {
        const struct at_maestro_node *found = NULL;
        for (uint32_t i = 0; i < view->count && !found; i++) {
            if (has_name(&view->nodes[i], near.names[n], by_id))
                found = &view->nodes[i];
        }
        if (found)
            add_candidate(out, found->node, AT_MAESTRO_BUT_SIMILAR, by_id);
    }
}

static void
report_missing(const struct at_maestro_finder *finder,
               const struct at_maestro_view *view,
               const struct at_maestro_found *found,
               struct at_maestro_report *out)
{
    const struct at_maestro_selector *s = finder->selector;
    if (finder->parent && !found->parent)
        out->why = AT_MAESTRO_WHY_NO_PARENT;
    else if (finder->has_index && found->count > 0)
        out->why = AT_MAESTRO_WHY_NO_INDEX;
    else
        out->why = AT_MAESTRO_WHY_NOTHING;
    out->doubts |= doubts_of_text(finder, NULL);
    if ((!s->text.ptr && !s->id.ptr) || out->why == AT_MAESTRO_WHY_NO_INDEX)
        return;
    add_others(finder, view, found, out);
    add_unseen(finder, view, out);
    if (s->text.ptr)
        add_similar(view, words_of(s->text), false, out);
    if (s->id.ptr)
        add_similar(view, words_of(at_str_after_last(s->id, '/')), true, out);
}

void
at_maestro_report_make(const struct at_maestro_finder *finder,
                       const struct at_maestro_view *view,
                       const struct at_maestro_found *found,
                       struct at_maestro_report *out)
{
    *out = (struct at_maestro_report){.matches = found->count};
    out->doubts = doubts_of_selector(finder);
    if (found->chosen)
        report_chosen(finder, view, found, out);
    else
        report_missing(finder, view, found, out);
}
