// corpus_test.c: what is said of thousands of screens, compared with what their
// views do with touches
//
// Made-up screens (layout.h) have known answers. For recorded ones, in
// AT_SHARED, the texts and refs are compared with the tree itself.
//
// AT_CORPUS_SEED=N makes one screen and prints it with its compact tree.
#include <dirent.h>
#include <stdio.h>

#include "base/limits.h"
#include "base/quote.h"
#include "screen/reach.h"
#include "screen/ref.h"
#include "tests/unit/screen/fixture.h"
#include "tests/unit/screen/layout.h"

enum {
    TREES = 10000,
    TOLD_MAX = 12,
    FINGER_PX = 8,
    RESOLVE_EACH = 16,
    READ_AGAIN_EACH = 4
};

// Known misses are of screens that don't report the drawing order, at elements
// that another one lies over in some order.
static const char *const form_names[LAYOUT_FORMS] = {
    [LAYOUT_XML] = "dump",
    [LAYOUT_XML_ORDERED] = "dump, drawing order",
    [LAYOUT_HELPER] = "helper",
    [LAYOUT_HELPER_ORDERED] = "helper, drawing order",
};

struct tally {
    size_t trees;
    size_t texts;
    size_t refs;
    size_t refused; // touches of disabled elements
    size_t marks;   // "covered?"
    size_t missed;  // marked ones that were missed
    size_t unknown; // missed where only the drawing order could tell
    size_t wrong;   // violations
};

struct case_ {
    uint64_t seed;
    struct layout *layout;
    struct tally *tally;
    struct at_tree *tree;
    const char *text; // the compact tree
};

static size_t told;

static void
complain(struct case_ *c, const char *what, int view, int other)
{
    c->tally->wrong++;
    if (told++ >= TOLD_MAX)
        return;
    print_error("seed %ju (%s): %s, view %d", (uintmax_t)c->seed,
                form_names[c->layout->form], what, view);
    if (view >= 0)
        print_error(" (node %u)", c->layout->views[view].order);
    print_error(", %d", other);
    if (other >= 0)
        print_error(" (node %u)", c->layout->views[other].order);
    print_error("\n");
}

static bool
is_bar(const struct layout *layout, const struct view *view)
{
    enum window_kind kind = layout->window_kinds[view->window];
    return kind == WINDOW_KEYBOARD || kind == WINDOW_STATUS_BAR;
}

// Return true if the compact tree has the beginning of text, as it writes it.
static bool
is_written(const char *tree, const char *text)
{
    enum { HEAD_BYTES = 200 };
    struct at_buf quoted = AT_BUF_INIT(8 * HEAD_BYTES);
    at_quote_write(at_utf8_head(at_str(text), HEAD_BYTES), &quoted);
    at_buf_cut(&quoted, quoted.len - 1);
    bool found = strstr(tree, at_buf_text(&quoted) + 1) != NULL;
    at_buf_deinit(&quoted);
    return found;
}

// Return true if the text may be the name of a visible element.
static bool
may_name(const struct layout *layout, int view)
{
    for (; view != LAYOUT_NONE; view = layout->views[view].parent) {
        if (layout_takes_touch(&layout->views[view]))
            return true;
    }
    return false;
}

static void
check_texts(struct case_ *c)
{
    const struct layout *layout = c->layout;
    for (int i = 0; i < layout->count; i++) {
        const struct view *view = &layout->views[i];
        const char *text = view->text[0] ? view->text : view->hint;
        if (!text[0] || is_bar(layout, view))
            continue;
        bool shows = layout_shows(layout, i);
        c->tally->texts += shows;
        if (shows && !is_written(c->text, text))
            complain(c, "a text is not in the tree", i, LAYOUT_NONE);
        if (!shows && strncmp(text, "Twin", 4) != 0 && !may_name(layout, i) &&
            is_written(c->text, text))
            complain(c, "a hidden text is in the tree", i, LAYOUT_NONE);
    }
}

static const struct at_node *
node_at(const struct at_tree *tree, uint32_t order)
{
    const struct at_node *node = tree->root;
    while (node && node->order < order)
        node = at_node_next(node, tree->root);
    return node;
}

// Return true if taker has the place of view, and is inside of it, around it or
// its twin.
static bool
is_same_place(const struct layout *layout, int taker, int view)
{
    const struct view *a = &layout->views[taker];
    const struct view *b = &layout->views[view];
    return at_rect_eq(a->shown, b->shown) &&
           (layout_is_inside(layout, taker, view) ||
            layout_is_inside(layout, view, taker) ||
            (a->serial == b->serial && a->kind == b->kind));
}

// Return true if a touch acts on the view, or would if the view took touches. A
// box that takes none is set by the view around or beneath it.
static bool
acts_on(const struct layout *layout, struct at_point at, int view, int *taker)
{
    *taker = layout_touch_as(layout, view, at);
    return *taker == view ||
           (*taker != LAYOUT_NONE && is_same_place(layout, *taker, view));
}

// Return true if a finger fits where the touch acts on view whatever the
// drawing order is.
static bool
has_certain_place(const struct layout *layout, int view)
{
    struct at_rect rect = layout->views[view].shown;
    for (int32_t y = rect.top; y + FINGER_PX <= rect.bottom; y += FINGER_PX) {
        for (int32_t x = rect.left; x + FINGER_PX <= rect.right;
             x += FINGER_PX) {
            bool all = true;
            int taker;
            for (int i = 0; i < 4 && all; i++) {
                struct at_point at = {x + (i & 1) * (FINGER_PX - 1),
                                      y + (i >> 1) * (FINGER_PX - 1)};
                all = acts_on(layout, at, view, &taker) &&
                      layout_is_alone(layout, view, at);
            }
            if (all)
                return true;
        }
    }
    return false;
}

// The bar may be drawn over the app, and takes the touches then.
static bool
is_under_bar(const struct layout *layout, struct at_point at)
{
    int last = layout->window_count - 1;
    return layout->window_kinds[last] == WINDOW_STATUS_BAR &&
           at.y_px < layout->views[layout->windows[last]].rect.bottom;
}

static void
check_touch(struct case_ *c, const struct at_node *node, int view)
{
    const struct layout *layout = c->layout;
    struct at_reach reach = at_reach_of(c->tree, node);
    int taker;
    bool hit = acts_on(layout, reach.at, view, &taker);
    if (reach.kind == AT_REACH_UNCERTAIN) {
        c->tally->marks++;
        c->tally->missed += !hit;
    } else if (reach.kind != AT_REACH_FREE) {
        complain(c, "a ref can't be touched", view, LAYOUT_NONE);
    } else if (!hit &&
               ((c->tree->reports_drawing && !is_under_bar(layout, reach.at)) ||
                has_certain_place(layout, view))) {
        complain(c, "a ref's touch goes to another", view, taker);
    } else if (!hit) {
        c->tally->unknown++;
    }
}

// Refs are resolved in the tree that they are of, or a second reading of it.
static void
check_refs(struct case_ *c, const struct at_ref_table *refs,
           const struct at_tree *again)
{
    size_t count = at_ref_table_count(refs);
    struct at_ref_match matches[LAYOUT_VIEWS_MAX];
    at_ref_match_all(refs, again, matches);
    c->tally->refs += count;
    for (size_t i = 0; i < count; i++) {
        uint32_t order = matches[i].order;
        int view = c->layout->at_order[order];
        struct at_str name = at_str(matches[i].name);
        const struct at_node *node = node_at(c->tree, order);
        if (!matches[i].node || matches[i].node->order != order)
            complain(c, "a ref means another element", view, LAYOUT_NONE);
        if ((c->seed + i) % RESOLVE_EACH == 0 &&
            at_ref_resolve(refs, name, again, NULL) != matches[i].node)
            complain(c, "a ref means two elements", view, LAYOUT_NONE);
        if (c->layout->views[view].disabled)
            c->tally->refused++;
        else if (node->actions != AT_ACTION_SCROLL)
            check_touch(c, node, view);
    }
}

static bool
has_ref(const struct case_ *c, int view)
{
    const struct at_node *node = node_at(c->tree, c->layout->views[view].order);
    return at_node_has(node, AT_NODE_INTERACTIVE);
}

// Return true if something at the place of view, such as a twin, has a ref in
// its place.
static bool
has_stand_in(const struct case_ *c, int view)
{
    for (int i = 0; i < c->layout->count; i++) {
        if (c->layout->views[i].order && i != view &&
            is_same_place(c->layout, i, view) && has_ref(c, i))
            return true;
    }
    return false;
}

// Elements that a finger can touch for certain have a ref.
static void
check_lost(struct case_ *c)
{
    const struct layout *layout = c->layout;
    for (int i = 0; i < layout->count; i++) {
        const struct view *it = &layout->views[i];
        if (it->order && (it->clickable || it->long_clickable) &&
            it->kind != VIEW_LIST && !is_bar(layout, it) && !has_ref(c, i) &&
            layout_shows(layout, i) && has_certain_place(layout, i) &&
            !has_stand_in(c, i))
            complain(c, "an element has no ref", i, LAYOUT_NONE);
    }
}

static void
check_layout(struct layout *layout, uint64_t seed, struct tally *tallies)
{
    struct at_buf written = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_compact_opts opts = {.max_lines = 10000};
    struct at_compact_result result;
    layout_make(layout, seed);
    layout_write(layout, &written);
    struct case_ c = {seed, layout, &tallies[layout->form], NULL, NULL};
    if (getenv("AT_CORPUS_SEED"))
        puts(at_buf_text(&written));
    c.tree = screen(at_buf_text(&written));
    struct at_tree *again =
        seed % READ_AGAIN_EACH == 0 ? screen(at_buf_text(&written)) : NULL;
    at_compact_write(c.tree, &opts, &text, refs, &result);
    c.text = at_buf_text(&text);
    if (getenv("AT_CORPUS_SEED"))
        puts(c.text);
    c.tally->trees++;
    check_texts(&c);
    check_refs(&c, refs, again ? again : c.tree);
    check_lost(&c);
    at_ref_table_free(refs);
    at_tree_free(again);
    at_tree_free(c.tree);
    at_buf_deinit(&text);
    at_buf_deinit(&written);
}

static void
print_row(const char *name, const struct tally *t)
{
    print_message("%-22s %6zu %7zu %7zu %7zu %6zu %6zu %7zu %5zu\n", name,
                  t->trees, t->texts, t->refs, t->refused, t->marks, t->missed,
                  t->unknown, t->wrong);
}

T_TEST(screens_with_known_answers)
{
    struct tally tallies[LAYOUT_FORMS] = {{0}};
    struct layout *layout = calloc(1, sizeof(*layout));
    const char *only = getenv("AT_CORPUS_SEED");
    size_t wrong = 0;
    int64_t first = 0;
    if (only)
        T_OK(at_str_to_i64(at_str(only), 0, INT64_MAX / 2, &first));
    for (int64_t i = 0; i < (only ? 1 : TREES); i++)
        check_layout(layout, (uint64_t)(first + i), tallies);
    print_message("%-22s %6s %7s %7s %7s %6s %6s %7s %5s\n", "", "trees",
                  "texts", "refs", "refused", "marks", "missed", "unknown",
                  "wrong");
    for (int i = 0; i < LAYOUT_FORMS; i++) {
        print_row(form_names[i], &tallies[i]);
        wrong += tallies[i].wrong;
    }
    free(layout);
    T_EQ_SIZE(wrong, 0);
}

// The texts of a recorded screen, and its refs, in the tree that it is read as.
static void
check_recorded(const struct at_tree *tree, struct tally *t)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_compact_opts opts = {.max_lines = 10000};
    struct at_compact_result result;
    at_compact_write(tree, &opts, &text, refs, &result);
    size_t count = at_ref_table_count(refs);
    struct at_ref_match *matches = calloc(count + 1, sizeof(*matches));
    at_ref_match_all(refs, tree, matches);
    for (size_t i = 0; i < count; i++) {
        const struct at_node *node = node_at(tree, matches[i].order);
        enum at_reach_kind kind = at_reach_of(tree, node).kind;
        t->wrong += matches[i].node != node;
        t->marks += kind == AT_REACH_UNCERTAIN;
        t->wrong += kind != AT_REACH_FREE && kind != AT_REACH_UNCERTAIN &&
                    !(node->actions & AT_ACTION_SCROLL);
    }
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        char head[256];
        bool plain = it->role == AT_ROLE_TEXT_VIEW && it->text.len > 0 &&
                     !at_node_has(it, AT_NODE_CHROME) &&
                     at_node_visible(tree, it);
        t->texts += plain;
        at_str_cut(head, sizeof(head), it->text);
        t->wrong += plain && !is_written(at_buf_text(&text), head);
    }
    t->trees++;
    t->refs += count;
    free(matches);
    at_ref_table_free(refs);
    at_buf_deinit(&text);
}

static void
read_recorded(const char *folder, const char *name, struct tally *t)
{
    char path[1024];
    struct at_tree *tree;
    size_t len;
    size_t before = t->wrong;
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    char *dump = t_read_file(path, &len);
    T_OK(dump != NULL);
    if (at_uiautomator_parse(at_str_n(dump, len), &tree, NULL)) {
        check_recorded(tree, t);
        at_tree_free(tree);
    } else {
        t->refused++;
    }
    if (t->wrong > before)
        print_error("%s: %zu wrong\n", name, t->wrong - before);
    free(dump);
}

T_TEST(recorded_screens)
{
    struct tally tally = {0};
    char folder[512];
    snprintf(folder, sizeof(folder), "%s/fixtures/android/uiautomator",
             t_shared());
    DIR *dir = opendir(folder);
    T_OK(dir != NULL);
    for (const struct dirent *it = readdir(dir); it; it = readdir(dir)) {
        if (at_str_ends(at_str(it->d_name), AT_STR(".xml")))
            read_recorded(folder, it->d_name, &tally);
    }
    closedir(dir);
    print_row("recorded", &tally);
    T_EQ_SIZE(tally.wrong, 0);
}

T_MAIN()
