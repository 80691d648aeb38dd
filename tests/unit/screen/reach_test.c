// reach_test.c: what is seen and touched of an element, and where
#include "screen/reach.h"

#include <stdio.h>

#include "base/limits.h"
#include "screen/reach_report.h"
#include "screen/selector.h"
#include "tests/unit/screen/fixture.h"

// clang-format off
#define CARD(kids) \
    ROOT(N(BOX, ID("card") DESC("Card") TAP AT("[0,100][1000,300]"), kids))
#define PAGE(kids) \
    ROOT(N("android.webkit.WebView", AT("[0,0][1080,1000]"), kids))
#define PANE(kids) ROOT(N(BOX, " pane-title=\"Menu\"" AT("[0,0][1080,1000]"), kids))
#define SCROLL(kids) \
    ROOT(N("android.widget.ScrollView", SCROLLS AT("[0,0][1080,1000]"), kids))
#define GO(bounds) N(BTN, ID("go") T("Go") TAP AT(bounds), )
#define OVER(bounds) N(BTN, ID("over") T("Over") TAP AT(bounds), )
#define LAYER N(VIEW, ID("layer") TAP AT("[0,0][1080,1920]"), )
#define DRAWN(order, node) N(BOX, " drawing-order=\"" order "\"" AT("[0,0][1080,1920]"), node)
#define WINDOW(package, bounds, kids) \
    "<node class=\"android.widget.FrameLayout\" package=\"" package "\"" AT(bounds) ">" kids "</node>"

static const struct {
    const char *name;
    const char *screen;
    const char *id;
    enum at_reach_kind kind;
    struct at_point at; // a point of FREE
    const char *over;   // id of what lies there, or its package; NULL: nothing
} rows[] = {
    {"the centre", ROOT(GO("[100,100][200,200]")), "go", AT_REACH_FREE, {150, 150}, NULL},
    {"the part on the screen", ROOT(GO("[100,1800][200,2000]")), "go", AT_REACH_FREE, {150, 1860}, NULL},
    {"below the screen", ROOT(GO("[100,1950][200,2000]")), "go", AT_REACH_OFF_SCREEN, {0, 0}, NULL},
    {"without size", ROOT(GO("[100,100][100,200]")), "go", AT_REACH_OFF_SCREEN, {0, 0}, NULL},

    {"a touchable child at the centre of a card",
     CARD(OVER("[450,100][550,300]")), "card", AT_REACH_FREE, {225, 200}, NULL},
    {"the child itself", CARD(OVER("[450,100][550,300]")), "over", AT_REACH_FREE, {500, 200}, NULL},
    {"a child that fills it", CARD(OVER("[0,100][1000,300]")), "card", AT_REACH_ELEMENTS, {0, 0}, "over"},
    {"children that fill it",
     CARD(N(BTN, TAP AT("[0,100][500,300]"), ) OVER("[500,100][1000,300]")), "card", AT_REACH_ELEMENTS, {0, 0}, "over"},
    {"a rim too narrow for a finger", CARD(OVER("[5,105][995,295]")), "card", AT_REACH_ELEMENTS, {0, 0}, "over"},
    {"a rim that is wide enough", CARD(OVER("[0,100][1000,280]")), "card", AT_REACH_FREE, {500, 290}, NULL},
    {"a child that takes no touches",
     CARD(N(BOX, CHECK("true") AT("[0,100][1000,300]"), )), "card", AT_REACH_FREE, {500, 200}, NULL},
    {"a scrollable child takes them",
     CARD(N("android.widget.HorizontalScrollView", SCROLLS AT("[300,100][1000,300]"), )), "card", AT_REACH_FREE, {150, 200}, NULL},
    {"so does a list with nothing to scroll",
     CARD(N("android.widget.ListView", AT("[300,100][1000,300]"), )), "card", AT_REACH_FREE, {150, 200}, NULL},
    {"and may take all of them",
     CARD(N("android.widget.HorizontalScrollView", ID("over") SCROLLS AT("[0,105][1000,295]"), )), "card", AT_REACH_UNCERTAIN, {500, 200}, "over"},
    {"a disabled child takes them",
     CARD(N(BTN, ID("over") TAP OFF("[0,105][1000,295]"), )), "card", AT_REACH_ELEMENTS, {0, 0}, "over"},

    {"a sibling drawn later lies over a part",
     ROOT(GO("[0,0][100,100]") OVER("[30,0][100,100]")), "go", AT_REACH_FREE, {15, 50}, NULL},
    {"and maybe over all", ROOT(GO("[10,10][90,90]") OVER("[0,0][100,100]")), "go", AT_REACH_UNCERTAIN, {50, 50}, "over"},
    {"over all by its drawing order",
     ROOT(DRAWN("1", GO("[10,10][90,90]")) DRAWN("2", OVER("[0,0][100,100]"))), "go", AT_REACH_ELEMENTS, {0, 0}, "over"},
    {"earlier in the tree and drawn later",
     ROOT(DRAWN("2", OVER("[0,0][100,100]")) DRAWN("1", GO("[10,10][90,90]"))), "go", AT_REACH_ELEMENTS, {0, 0}, "over"},
    {"later in the tree and drawn earlier",
     ROOT(DRAWN("2", GO("[10,10][90,90]")) DRAWN("1", OVER("[0,0][100,100]"))), "go", AT_REACH_FREE, {50, 50}, NULL},
    {"a clear layer of gestures, whatever its drawing order",
     ROOT(DRAWN("1", GO("[10,10][90,90]")) DRAWN("2", LAYER)), "go", AT_REACH_UNCERTAIN, {50, 50}, "layer"},
    {"a scrim with its dialog",
     ROOT(DRAWN("1", GO("[10,10][90,90]")) DRAWN("2", N(BOX, AT("[0,0][1080,1920]"), LAYER OVER("[200,900][800,1000]")))),
     "go", AT_REACH_ELEMENTS, {0, 0}, "layer"},
    {"a floating button before the pager",
     ROOT(N(BTN, ID("go") DESC("New") TAP AT("[560,1236][688,1364]"), )
          N("androidx.viewpager.widget.ViewPager", SCROLLS AT("[0,100][1080,1900]"), OVER("[0,100][1080,1800]"))),
     "go", AT_REACH_UNCERTAIN, {624, 1300}, "over"},
    {"certain on the right, maybe all over",
     HIERARCHY(WINDOW("a.b", "[0,0][1080,1920]", GO("[0,0][200,100]") OVER("[0,0][300,100]"))
               WINDOW("a.c", "[80,0][1080,1920]", "")), "go", AT_REACH_UNCERTAIN, {40, 50}, NULL},
    {"one drawn earlier does not", ROOT(OVER("[0,0][100,100]") GO("[10,10][90,90]")), "go", AT_REACH_FREE, {50, 50}, NULL},
    {"one earlier in the tree may be drawn over it, so beside that",
     ROOT(OVER("[0,0][60,100]") GO("[0,0][100,100]")), "go", AT_REACH_FREE, {80, 50}, NULL},
    {"nothing beside one earlier in the tree",
     ROOT(OVER("[0,0][98,100]") GO("[0,0][100,100]")), "go", AT_REACH_FREE, {50, 50}, NULL},
    {"drawn earlier for certain",
     ROOT(DRAWN("1", OVER("[0,0][60,100]")) DRAWN("2", GO("[0,0][100,100]"))), "go", AT_REACH_FREE, {50, 50}, NULL},
    {"a scrollable drawn over it",
     ROOT(DRAWN("1", GO("[10,10][90,90]")) DRAWN("2", N(LIST, ID("over") AT("[0,0][1080,900]"), ))),
     "go", AT_REACH_ELEMENTS, {0, 0}, "over"},
    {"a scrollable drawn over a part",
     ROOT(DRAWN("2", N("android.widget.ScrollView", SCROLLS AT("[0,50][1080,900]"), )) DRAWN("1", GO("[10,10][90,90]"))),
     "go", AT_REACH_FREE, {50, 30}, NULL},
    {"another element at the same place says nothing of the order",
     ROOT(GO("[0,0][100,100]") OVER("[0,0][100,100]")), "go", AT_REACH_FREE, {50, 50}, NULL},

    {"beyond its scrollable", SCROLL(GO("[0,1200][100,1300]")), "go", AT_REACH_CLIPPED, {0, 0}, NULL},
    {"beyond its web page", PAGE(GO("[0,1200][100,1300]")), "go", AT_REACH_CLIPPED, {0, 0}, NULL},
    {"beyond its pane", PANE(GO("[0,1200][100,1300]")), "go", AT_REACH_CLIPPED, {0, 0}, NULL},
    {"half in its scrollable", SCROLL(GO("[0,900][100,1100]")), "go", AT_REACH_FREE, {50, 950}, NULL},
    {"what is clipped away covers nothing",
     ROOT(N("android.widget.ScrollView", SCROLLS AT("[0,0][1080,1000]"), OVER("[0,900][1080,1500]"))
          N(BTN, ID("go") TAP AT("[0,1000][1080,1200]"), )), "go", AT_REACH_FREE, {540, 1100}, NULL},

    {"under the keyboard",
     HIERARCHY(WINDOW("a.b", "[0,0][1080,1920]", GO("[0,1500][100,1600]"))
               WINDOW("com.google.android.inputmethod.latin", "[0,1300][1080,1920]", "")),
     "go", AT_REACH_WINDOW, {0, 0}, NULL},
    {"half under the keyboard",
     HIERARCHY(WINDOW("a.b", "[0,0][1080,1920]", GO("[0,1200][100,1500]"))
               WINDOW("com.google.android.inputmethod.latin", "[0,1300][1080,1920]", "")),
     "go", AT_REACH_FREE, {50, 1250}, NULL},
    {"under the status bar",
     HIERARCHY(WINDOW("a.b", "[0,0][1080,1920]", GO("[0,0][100,60]"))
               WINDOW("com.android.systemui", "[0,0][1080,63]", "")),
     "go", AT_REACH_FREE, {50, 30}, NULL},
    {"half under the status bar",
     HIERARCHY(WINDOW("a.b", "[0,0][1080,1920]", GO("[0,0][100,103]"))
               WINDOW("com.android.systemui", "[0,0][1080,63]", "")),
     "go", AT_REACH_FREE, {50, 83}, NULL},
};
// clang-format on

static const struct at_node *
node_of(const struct at_tree *tree, const char *id)
{
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        if (at_str_ends(it->resource_id, at_str(id)) && it->resource_id.len > 0)
            return it;
    }
    return NULL;
}

T_TEST(points_where_an_element_can_be_touched)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        struct at_tree *tree = screen(rows[i].screen);
        const struct at_node *node = node_of(tree, rows[i].id);
        const struct at_reach reach = at_reach_of(tree, node);
        T_EQ_INT(reach.kind, rows[i].kind);
        bool tapped =
            reach.kind == AT_REACH_FREE || reach.kind == AT_REACH_UNCERTAIN;
        if (tapped) {
            T_EQ_INT(reach.at.x_px, rows[i].at.x_px);
            T_EQ_INT(reach.at.y_px, rows[i].at.y_px);
        }
        if (rows[i].over)
            T_OK(reach.over == node_of(tree, rows[i].over));
        // what cannot be touched has no ref
        T_EQ_INT(at_node_has(node, AT_NODE_INTERACTIVE), tapped);
        T_EQ_INT(node->may_be_covered, reach.kind == AT_REACH_UNCERTAIN);
        T_EQ_INT(at_node_visible(tree, node),
                 tapped || reach.kind == AT_REACH_ELEMENTS);
        at_tree_free(tree);
    }
}

#define TWO_WINDOWS(dialog)                                                    \
    "{'rotation':0,'width':1080,'height':1920,'windows':["                     \
    "{'package':'a.b','type':'application','focused':false,'nodes':["          \
    "{'depth':0,'class':'android.widget.FrameLayout','flags':1,"               \
    "'bounds':[0,0,1080,1920]},"                                               \
    "{'depth':1,'class':'android.widget.Button','id':'go','text':'Go',"        \
    "'flags':33,'bounds':[0,100,200,200]}]},"                                  \
    "{'package':'a.b','type':'application','focused':true,'nodes':["           \
    "{'depth':0,'class':'android.widget.FrameLayout','flags':1,"               \
    "'bounds':" dialog "},"                                                    \
    "{'depth':1,'class':'android.widget.Button','id':'ok','text':'OK',"        \
    "'flags':33,'bounds':[400,1000,600,1100]}]}]}"

T_TEST(elements_behind_a_modal_dialog_are_not_targets)
{
    struct at_tree *tree = screen(TWO_WINDOWS("[100,900,980,1200]"));
    const struct at_node *go = node_of(tree, "go");
    struct at_selector selector = {.id = AT_STR("go"), .index = -1};
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_err err = AT_ERR_INIT;
    const struct at_reach reach = at_reach_of(tree, go);
    T_EQ_INT(reach.kind, AT_REACH_BEHIND);
    T_OK(reach.over == tree->root->last_child);
    T_NOT(at_node_visible(tree, go));
    T_NOT(at_node_has(go, AT_NODE_INTERACTIVE));
    T_OK(at_node_has(node_of(tree, "ok"), AT_NODE_INTERACTIVE));
    T_NULL(at_selector_find(&selector, tree, refs, &err));
    T_HAS(err.msg, "1 matches, but behind a dialog of a.b: answer or close");
    at_ref_table_free(refs);
    at_tree_free(tree);
}

// In a split screen the app that has no focus takes touches all the same.
T_TEST(a_window_beside_the_focused_one_is_not_behind_it)
{
    struct at_tree *tree = screen(TWO_WINDOWS("[0,1000,1080,1920]"));
    struct at_node *below = tree->root->first_child;
    below->bounds.bottom = 1000;
    at_reach_prepare(tree);
    T_EQ_INT(at_reach_of(tree, node_of(tree, "go")).kind, AT_REACH_FREE);
    at_tree_free(tree);
}

// Write the tree's lines behind its header.
static void
write_lines(const struct at_tree *tree, struct at_ref_table *refs,
            struct at_buf *out)
{
    const struct at_compact_opts opts = {0};
    struct at_compact_result result;
    struct at_buf all = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    at_compact_write(tree, &opts, &all, refs, &result);
    ptrdiff_t end = at_str_find(at_buf_str(&all), AT_STR("\n"));
    at_buf_add_str(out, at_str_skip(at_buf_str(&all), (size_t)end + 1));
    at_buf_deinit(&all);
}

// The drawing order decides which of two overlapping elements takes a touch,
// not their order in the tree.
T_TEST(a_touch_hits_what_is_drawn_last)
{
    struct at_tree *tree = screen(ROOT(DRAWN("2", OVER("[0,0][100,100]"))
                                           DRAWN("1", GO("[10,10][200,90]"))));
    T_OK(at_reach_hit(tree, (struct at_point){50, 50}) ==
         node_of(tree, "over"));
    T_OK(at_reach_hit(tree, (struct at_point){150, 50}) == node_of(tree, "go"));
    at_tree_free(tree);
}

T_TEST(elements_that_may_be_covered_are_listed_and_marked)
{
    struct at_tree *tree =
        screen(ROOT(N(BTN, ID("like") TAP AT("[900,900][1000,1000]"), )
                        N(VIEW, ID("layer") TAP AT("[0,0][1080,1920]"), )));
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    write_lines(tree, refs, &out);
    T_HAS(at_buf_text(&out), "btn id=\"like\" covered?\n");
    at_buf_deinit(&out);
    at_ref_table_free(refs);
    at_tree_free(tree);
}

T_TEST(among_twins_at_one_place_the_last_drawn_counts)
{
    struct at_tree *tree =
        screen(ROOT(N(BTN, ID("x") T("One") TAP AT("[0,0][100,100]"), )
                        N(BTN, ID("x") T("Two") TAP AT("[0,0][100,100]"), )));
    struct at_selector selector = {
        .id = AT_STR("x"), .index = -1, .touch = true};
    const struct at_node *found = at_selector_find(&selector, tree, NULL, NULL);
    T_OK(found != NULL);
    T_EQ_STR(found->text, "Two");
    T_NOT(
        at_node_has(tree->root->first_child->first_child, AT_NODE_INTERACTIVE));
    at_tree_free(tree);
}

T_TEST(hits_of_a_touch)
{
    struct at_tree *tree =
        screen(ROOT(N(BOX, ID("card") DESC("Card") TAP AT("[0,100][1000,300]"),
                      N(TXT, ID("title") T("T") AT("[0,100][400,200]"), )
                          OVER("[450,100][550,300]"))));
    const struct at_node *card = node_of(tree, "card");
    T_OK(at_reach_hit(tree, (struct at_point){500, 200}) ==
         node_of(tree, "over"));
    T_OK(at_reach_hit(tree, (struct at_point){10, 110}) == card);
    T_NULL(at_reach_hit(tree, (struct at_point){10, 1000}));
    T_OK(at_reach_receiver(node_of(tree, "title")) == card);
    T_OK(at_reach_receiver(card) == card);
    T_NULL(at_reach_receiver(tree->root->first_child));
    at_tree_free(tree);
}

// clang-format off
#define AD(more) N(BOX, TAP AT("[100,100][500,200]"), N(TXT, T("AD") more AT("[100,100][500,200]"), ))
#define ADS AD("") AD("") AD("")

static const struct {
    const char *name;
    const char *screen;
    const char *lines;
} shown[] = {
    {"equal elements at one place are one", ROOT(ADS), "@b1 btn \"AD\"\n"},
    {"each in a box of its own",
     ROOT(N(BOX, AT("[0,0][900,300]"), AD("")) N(BOX, AT("[0,0][900,300]"), AD(""))),
     "@b1 btn \"AD\"\n"},
    {"equal elements at two places are two",
     ROOT(AD("") N(BOX, TAP AT("[100,300][500,400]"), N(TXT, T("AD") AT("[100,300][500,400]"), ))),
     "@b1 btn \"AD\"\n@b2 btn \"AD\"\n"},
    {"what differs in a part is not equal",
     ROOT(AD("") AD(HINT("more"))), "@b1 btn \"AD\"\n@b2 btn \"AD\"\n"},
    {"the title of a tab without size",
     ROOT(N(BOX, ID("tab") TAP AT("[0,100][200,200]"), N(TXT, T("Home") AT("[0,0][0,0]"), ))),
     "@b1 btn \"Home\"\n"},
    {"a button without size in its container",
     ROOT(N(BOX, ID("settings_button_container") TAP AT("[0,100][200,200]"), N(BTN, DESC("Settings") TAP AT("[50,150][50,150]"), ))),
     "@b1 btn \"Settings\"\n"},
    {"a field that nobody can touch shows what it holds",
     ROOT(DRAWN("1", N(EDIT, T("Ann") HINT("Name") TAP AT("[0,100][200,200]"), ))
          DRAWN("2", OVER("[0,100][200,200]"))),
     "input value=\"Ann\" hint=\"Name\"\n@b1 btn \"Over\"\n"},
    {"a wrapper that nobody can touch leaves its ref to the field in it",
     ROOT(N(BOX, DESC("Form") TAP AT("[0,100][200,200]"),
            OVER("[0,100][200,200]") N(EDIT, T("Ann") TAP AT("[0,100][200,200]"), ))),
     "\"Form\"\n  @b1 btn \"Over\"\n  @f1 input value=\"Ann\" maybe-hint\n"},
    {"a title that is seen goes before one that is not",
     ROOT(N(BOX, TAP AT("[0,100][200,200]"), N(TXT, T("Old") AT("[0,0][0,0]"), ) N(TXT, T("New") AT("[0,100][90,200]"), ))),
     "@b1 btn \"New\"\n"},
};
// clang-format on

T_TEST(shown_elements_of_a_screen)
{
    for (size_t i = 0; i < T_LEN(shown); i++) {
        T_ROW(shown[i].name);
        struct at_tree *tree = screen(shown[i].screen);
        struct at_ref_table *refs = at_ref_table_new(&test_advice);
        struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
        write_lines(tree, refs, &out);
        T_EQ_STR(at_buf_str(&out), shown[i].lines);
        at_buf_deinit(&out);
        at_ref_table_free(refs);
        at_tree_free(tree);
    }
}

T_TEST(the_ref_of_equal_elements_is_the_last_one)
{
    struct at_tree *tree = screen(ROOT(ADS));
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    write_lines(tree, refs, &out);
    T_OK(at_ref_resolve(refs, AT_STR("@b1"), tree, &err) ==
         tree->root->first_child->last_child);
    at_buf_deinit(&out);
    at_ref_table_free(refs);
    at_tree_free(tree);
}

struct sums {
    size_t refs;
    size_t aside; // touched beside the centre
    size_t without;
};

static bool
is_for_touch(const struct at_node *node)
{
    return at_node_has(node, AT_NODE_INTERACTIVE) &&
           node->actions != AT_ACTION_SCROLL;
}

static void
add_screen(const struct at_tree *tree, struct sums *sums)
{
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        if (!is_for_touch(node) || at_node_has(node, AT_NODE_SCROLLABLE))
            continue;
        const struct at_reach reach = at_reach_of(tree, node);
        struct at_point centre = at_rect_center(node->seen);
        sums->refs++;
        sums->without +=
            reach.kind != AT_REACH_FREE && !node->may_be_covered ? 1 : 0;
        sums->aside +=
            reach.at.x_px != centre.x_px || reach.at.y_px != centre.y_px;
    }
}

T_TEST(every_ref_of_the_recorded_screens_has_a_free_point)
{
    struct sums sums = {0};
    size_t screens = 0;
    char path[512];
    snprintf(path, sizeof(path), "%s/fixtures/README.md", t_shared());
    size_t len;
    char *table = t_read_file(path, &len);
    T_OK(table != NULL);
    struct at_str rest = at_str_n(table, len);
    struct at_str line;
    while (at_str_next_line(&rest, &line)) {
        ptrdiff_t end = at_str_find(line, AT_STR(".xml` |"));
        struct at_tree *tree = NULL;
        if (!at_str_starts(line, AT_STR("| `")) || end < 0)
            continue;
        snprintf(path, sizeof(path), "%s/fixtures/android/uiautomator/%.*s.xml",
                 t_shared(), (int)end - 3, line.ptr + 3);
        size_t size;
        char *dump = t_read_file(path, &size);
        if (dump && at_uiautomator_parse(at_str_n(dump, size), &tree, NULL)) {
            add_screen(tree, &sums);
            screens++;
        }
        at_tree_free(tree);
        free(dump);
    }
    free(table);
    print_message("%zu screens, %zu refs, %zu of them beside the centre\n",
                  screens, sums.refs, sums.aside);
    T_OK(screens > 50);
    T_EQ_SIZE(sums.without, 0);
}

T_MAIN()
