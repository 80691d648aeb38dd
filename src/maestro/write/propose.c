#include "maestro/write/propose.h"

#include "base/ascii.h"
#include "maestro/read/commands.h"
#include "maestro/write/choose.h"
#include "screen/fingerprint.h"
#include "screen/label.h"

// Longer texts are prose, which is rewritten more often than labels.
enum { LABEL_MAX_BYTES = 120, TRIES_MAX = 16 };

struct proposal {
    struct at_arena *arena;
    const struct at_maestro_view *before;
    const struct at_maestro_view *after;
};

static bool
is_shown(const struct at_maestro_view *view, const struct at_maestro_node *it)
{
    return it->node && it->node->class_name.len > 0 &&
           !at_node_has(it->node, AT_NODE_CHROME) && !it->node->covered &&
           !at_node_has(it->node, AT_NODE_PASSWORD) &&
           at_node_visible(view->tree, it->node);
}

static bool
is_field(const struct at_maestro_node *it)
{
    return (it->node->actions & AT_ACTION_TYPE) != 0;
}

// Return true for words that are the same in the next run.
static bool
is_lasting(struct at_str words)
{
    size_t letters = 0;
    for (size_t i = 0; i < words.len; i++)
        letters += at_ascii_is_letter(words.ptr[i]) ||
                   (unsigned char)words.ptr[i] >= 0xc3;
    return words.len <= LABEL_MAX_BYTES && letters >= 2 &&
           !at_text_is_clock(words) && !at_label_is_figure(words);
}

static bool
has_words(const struct at_maestro_view *view, struct at_str words)
{
    for (uint32_t i = 0; i < view->count; i++) {
        if (at_str_eq(at_maestro_node_words(&view->nodes[i]), words))
            return true;
    }
    return false;
}

// Return the only node with the id, or NULL.
static const struct at_maestro_node *
only_with_id(const struct at_maestro_view *view, struct at_str id)
{
    const struct at_maestro_node *only = NULL;
    for (uint32_t i = 0; id.len > 0 && i < view->count; i++) {
        if (!at_str_eq(view->nodes[i].resource_id, id))
            continue;
        if (only)
            return NULL;
        only = &view->nodes[i];
    }
    return only;
}

// Return the element of before that it was, or NULL.
static const struct at_maestro_node *
former(const struct proposal *proposal, const struct at_maestro_node *it)
{
    if (only_with_id(proposal->after, it->resource_id) != it)
        return NULL;
    return only_with_id(proposal->before, it->resource_id);
}

static struct at_maestro_selector *
copy_choice(const struct proposal *proposal, const struct at_maestro_node *it)
{
    const struct at_maestro_selector *chosen =
        at_maestro_choose_itself(proposal->arena, proposal->after, it->node);
    if (!chosen || chosen->index.ptr)
        return NULL;
    struct at_maestro_selector *copy =
        at_arena_alloc(proposal->arena, sizeof(*copy));
    *copy = *chosen;
    return copy;
}

// A check box or a tab that has another state than before.
static const struct at_maestro_selector *
changed_state(const struct proposal *proposal, const struct at_maestro_node *it)
{
    const struct at_maestro_node *was = former(proposal, it);
    if (!was || !((was->flags ^ it->flags) & AT_NODE_CHECKED))
        return NULL;
    struct at_maestro_selector *selector = copy_choice(proposal, it);
    if (selector)
        selector->checked =
            it->flags & AT_NODE_CHECKED ? AT_MAESTRO_TRUE : AT_MAESTRO_FALSE;
    return selector;
}

// The chosen one among two radio buttons says more than the other.
static const struct at_maestro_selector *
checked_now(const struct proposal *proposal, const struct at_maestro_node *it)
{
    return it->flags & AT_NODE_CHECKED ? changed_state(proposal, it) : NULL;
}

static const struct at_maestro_selector *
changed_text(const struct proposal *proposal, const struct at_maestro_node *it)
{
    const struct at_maestro_node *was = former(proposal, it);
    if (!was || it->text.len == 0 || at_str_eq(was->text, it->text) ||
        it->text.len > LABEL_MAX_BYTES || at_text_is_clock(it->text) ||
        at_node_has(it->node, AT_NODE_SHOWS_HINT))
        return NULL;
    struct at_maestro_selector *selector = copy_choice(proposal, it);
    if (selector)
        selector->text = at_maestro_pattern_of(proposal->arena, it->text);
    if (selector &&
        !at_maestro_selector_means(selector, proposal->after, it->node))
        return NULL;
    return selector;
}

// How well a new text says where the app is now; 0: not at all.
static int
worth(const struct proposal *proposal, const struct at_maestro_node *it)
{
    struct at_str words = at_maestro_node_words(it);
    bool has_digit = false;
    if (is_field(it) || !is_lasting(words) ||
        has_words(proposal->before, words))
        return 0;
    for (size_t i = 0; i < words.len; i++)
        has_digit = has_digit || at_ascii_is_digit(words.ptr[i]);
    return 1 + (at_node_has(it->node, AT_NODE_HEADING) ? 8 : 0) +
           (it->text.len > 0 ? 4 : 0) + (has_digit ? 0 : 2);
}

// A new text is asserted by its words; with its id if others have them too.
static const struct at_maestro_selector *
by_words(const struct proposal *proposal, const struct at_maestro_node *it)
{
    struct at_maestro_selector *selector = copy_choice(proposal, it);
    struct at_str words = at_maestro_node_words(it);
    if (!selector)
        return NULL;
    const struct at_maestro_selector chosen = *selector;
    at_maestro_selector_init(selector);
    selector->text = at_maestro_pattern_of(proposal->arena, words);
    if (at_maestro_selector_means(selector, proposal->after, it->node))
        return selector;
    *selector = chosen;
    selector->text = at_maestro_pattern_of(proposal->arena, words);
    return at_maestro_selector_means(selector, proposal->after, it->node)
               ? selector
               : NULL;
}

// The worth of each node's text, in the arena.
static int *
appraise(const struct proposal *proposal)
{
    const struct at_maestro_view *after = proposal->after;
    int *worths =
        at_arena_alloc(proposal->arena, (after->count + 1) * sizeof(worths[0]));
    for (uint32_t i = 0; i < after->count; i++)
        worths[i] = is_shown(after, &after->nodes[i])
                        ? worth(proposal, &after->nodes[i])
                        : 0;
    return worths;
}

// The best new text that a selector means alone; the first of equal ones.
static const struct at_maestro_selector *
new_text(const struct proposal *proposal)
{
    const struct at_maestro_view *after = proposal->after;
    int *worths = appraise(proposal);
    for (size_t tried = 0; tried < TRIES_MAX; tried++) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < after->count; i++)
            best = worths[i] > worths[best] ? i : best;
        const struct at_maestro_selector *selector =
            after->count > 0 && worths[best] > 0
                ? by_words(proposal, &after->nodes[best])
                : NULL;
        if (selector || after->count == 0 || worths[best] == 0)
            return selector;
        worths[best] = 0;
    }
    return NULL;
}

typedef const struct at_maestro_selector *change_of(
    const struct proposal *proposal, const struct at_maestro_node *it);

static const struct at_maestro_selector *
first_change(const struct proposal *proposal, change_of *change)
{
    const struct at_maestro_view *after = proposal->after;
    for (uint32_t i = 0; i < after->count; i++) {
        const struct at_maestro_selector *selector =
            is_shown(after, &after->nodes[i])
                ? change(proposal, &after->nodes[i])
                : NULL;
        if (selector)
            return selector;
    }
    return NULL;
}

bool
at_maestro_propose(struct at_arena *arena, const struct at_maestro_view *before,
                   const struct at_maestro_view *after, bool scrolled,
                   struct at_maestro_command *out)
{
    const struct proposal proposal = {arena, before, after};
    const struct at_maestro_selector *selector =
        first_change(&proposal, checked_now);
    if (!selector)
        selector = first_change(&proposal, changed_state);
    if (!selector)
        selector = first_change(&proposal, changed_text);
    if (!selector && !scrolled)
        selector = new_text(&proposal);
    at_maestro_command_init("assertVisible", out);
    out->condition.visible = selector;
    return selector != NULL;
}
