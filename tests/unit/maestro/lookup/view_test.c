// view_test.c: which nodes Maestro sees, and with which attributes
#include <dirent.h>

#include "base/limits_lookup.h"
#include "tests/unit/maestro/lookup/rig.h"

#define GONE " visible-to-user=\"false\""
#define WEB "android.webkit.WebView"
#define LONG "[0,0][1080,100]"

static const struct {
    const char *name;
    const char *screen;
    const char *nodes; // in order, without the two around the tree
} rows[] = {
    {"invisible nodes go with everything in them",
     ROOT(N(BOX, ID("gone") GONE AT(LONG), N(TXT, ID("in") AT(LONG), ))
              N(TXT, ID("stays") AT(LONG), )),
     "FrameLayout stays"},
    {"inside of a WebView they stay",
     ROOT(N(WEB, ID("web") AT(LONG),
            N(VIEW, ID("a") GONE AT(LONG), N(VIEW, ID("b") GONE AT(LONG), )))),
     "FrameLayout web a b"},
    {"an invisible WebView goes",
     ROOT(N(WEB, ID("web") GONE AT(LONG), N(VIEW, ID("a") AT(LONG), ))),
     "FrameLayout"},
    {"an invisible window stays, its children go",
     HIERARCHY(N("android.widget.FrameLayout", GONE AT(LONG),
                 N(TXT, ID("gone") GONE AT(LONG), )
                     N(TXT, ID("stays") AT(LONG), ))),
     "FrameLayout stays"},
    {"outside of the display",
     ROOT(N(TXT, ID("below") AT("[0,1920][1080,2000]"), )
              N(TXT, ID("sliver") AT("[0,1919][1080,2919]"), )
                  N(TXT, ID("left") AT("[-100,0][0,100]"), )),
     "FrameLayout sliver"},
    {"one empty side is not empty",
     ROOT(N(TXT, ID("flat") AT("[0,50][1080,50]"), )
              N(TXT, ID("none") AT("[50,50][50,50]"), )
                  N(TXT, ID("edge") AT("[0,0][0,50]"), )),
     "FrameLayout flat"},
    {"an empty node stays for the one in it",
     ROOT(N(BOX, ID("empty") AT("[50,50][50,50]"), N(TXT, ID("in") AT(LONG), ))
              N(BOX, ID("all") AT("[5,5][5,5]"),
                N(TXT, ID("none") AT("[5,5][5,5]"), ))),
     "FrameLayout empty in"},
    {"the keyboard and the system's windows are read",
     "{'rotation':0,'width':1080,'height':1920,'windows':["
     "{'package':'a','type':'application','nodes':[{'depth':0,'class':'A',"
     "'flags':1,'bounds':[0,0,1080,1920]}]},"
     "{'package':'k','type':'input_method','nodes':[{'depth':0,'class':'K',"
     "'flags':1,'bounds':[0,1200,1080,1920]}]},"
     "{'package':'com.android.systemui','type':'system','nodes':[{'depth':0,"
     "'class':'S','flags':1,'bounds':[0,0,1080,60]}]}]}",
     "A K S"},
};

static char *
names_of(const struct at_maestro_view *view)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    for (uint32_t i = 2; i < view->count; i++) {
        const struct at_maestro_node *node = &view->nodes[i];
        at_buf_add_text(&out, i > 2 ? " " : "");
        if (at_str_is(node->class_name, "android.widget.FrameLayout"))
            at_buf_add_text(&out, "FrameLayout");
        else
            add_name(&out, node);
    }
    return at_buf_take(&out);
}

T_TEST(view_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_tree *tree = screen(rows[i].screen);
        struct at_maestro_view view;
        T_ROW(rows[i].name);
        at_maestro_view_init(&view, tree, NULL);
        char *names = names_of(&view);
        T_EQ_TEXT(names, rows[i].nodes);
        free(names);
        at_maestro_view_deinit(&view);
        at_tree_free(tree);
    }
}

// A screen of one node, and the node in its view.
struct single {
    struct at_tree *tree;
    struct at_maestro_view view;
    const struct at_maestro_node *node;
};

static struct single
single(const char *text)
{
    struct single s = {.tree = screen(text)};
    at_maestro_view_init(&s.view, s.tree, NULL);
    s.node = &s.view.nodes[s.view.count - 1];
    return s;
}

static void
single_deinit(struct single *s)
{
    at_maestro_view_deinit(&s->view);
    at_tree_free(s->tree);
}

T_TEST(a_shown_hint_is_the_text)
{
    struct single dump =
        single(ROOT(N(EDIT, HINT("Email") T("Email") AT(LONG), )));
    struct single helper =
        single("{'rotation':0,'width':1080,'height':1920,'windows':[{"
               "'package':'a','type':'application','nodes':[{'depth':0,"
               // enabled, and the hint is shown
               "'class':'android.widget.EditText','flags':2049,'text':'Email',"
               "'bounds':[0,0,9,9]}]}]}");
    struct single filled =
        single(ROOT(N(EDIT, HINT("Email") T("a@b.c") AT(LONG), )));
    T_EQ_STR(dump.node->text, "Email");
    T_EQ_STR(dump.node->hint, "Email");
    T_EQ_STR(helper.node->text, "Email");
    T_EQ_STR(filled.node->text, "a@b.c");
    T_EQ_STR(filled.node->hint, "Email");
    T_EQ_STR(at_maestro_node_words(filled.node), "a@b.c");
    single_deinit(&dump);
    single_deinit(&helper);
    single_deinit(&filled);
}

T_TEST(bounds_are_clipped_and_the_center_is_of_what_is_left)
{
    struct single s = single(ROOT(N(TXT, AT("[1000,1820][1180,2020]"), )));
    struct at_point center = at_maestro_node_center(s.node);
    T_EQ_INT(s.node->bounds.right, 1080);
    T_EQ_INT(s.node->bounds.bottom, 1920);
    T_EQ_INT(center.x_px, 1040);
    T_EQ_INT(center.y_px, 1870);
    single_deinit(&s);
}

T_TEST(control_characters_are_dots)
{
    struct single s = single("{'rotation':0,'width':9,'height':9,'windows':[{"
                             "'package':'a','type':'application','nodes':[{"
                             "'depth':0,'class':'a.B','flags':1,'text':"
                             "'a\\u0007\\t\\n\\u007f\\u0085\\u0090é\\ufdd0',"
                             "'bounds':[0,0,9,9]}]}]}");
    T_EQ_STR(s.node->text, "a.\t\n.\302\205.é.");
    single_deinit(&s);
}

T_TEST(a_toast_is_a_node_with_a_text_only)
{
    static const struct at_maestro_toast toast = {AT_STR_ROW("Saved"), {0}};
    const struct at_maestro_view_opts opts = {.toasts = &toast,
                                              .toast_count = 1};
    static const struct {
        struct at_maestro_selector selector;
        const char *found;
    } looks[] = {
        {{TEXT("saved")}, "[Saved]"},
        {{.text = AT_STR_ROW("Saved"), .id = AT_STR_ROW(".*"), ANY}, ""},
        {{.text = AT_STR_ROW("Saved"), .enabled = AT_MAESTRO_TRUE, ANY}, ""},
    };
    struct at_tree *tree = screen(ROOT(N(TXT, AT(LONG), )));
    struct at_maestro_view view;
    at_maestro_view_init(&view, tree, &opts);
    for (size_t i = 0; i < T_LEN(looks); i++) {
        char *found = find_names(&view, &looks[i].selector);
        T_EQ_TEXT(found, looks[i].found);
        free(found);
    }
    at_maestro_view_deinit(&view);
    at_tree_free(tree);
}

static const char two[] = ROOT(
    N(TXT, T("a") AT(LONG), ) N(BTN, T("b") AT(LONG), )
        N(TXT, T("a") AT("[0,200][1080,300]"), ) N(TXT, T("a") AT(LONG), ));

T_TEST(equal_nodes_are_one)
{
    struct single s = single(two);
    char *found = find_names(&s.view, SEL(TEXT("a")));
    T_EQ_TEXT(found, "[a] a");
    T_EQ_INT(s.view.nodes[6].same, 3);
    free(found);
    single_deinit(&s);
}

T_TEST(a_node_is_found_again_by_its_attributes)
{
    struct single before = single(two);
    struct single moved = single(
        ROOT(N(TXT, T("a") AT(LONG), ) N(BTN, T("b") AT("[0,9][1080,99]"), )));
    const struct at_maestro_node *a = &before.view.nodes[3];
    const struct at_maestro_node *b = &before.view.nodes[4];
    T_OK(at_maestro_view_refind(&moved.view, a) == &moved.view.nodes[3]);
    T_OK(at_maestro_view_refind(&moved.view, b) == &moved.view.nodes[4]);
    T_NULL(at_maestro_view_refind(&before.view, a)); // three of them
    T_OK(at_maestro_view_eq(&before.view, &before.view));
    T_NOT(at_maestro_view_eq(&before.view, &moved.view));
    single_deinit(&before);
    single_deinit(&moved);
}

T_TEST(the_last_drawn_is_topmost)
{
    struct single s = single(two);
    T_OK(at_maestro_view_is_topmost(&s.view, &s.view.nodes[5]));
    T_OK(at_maestro_view_is_topmost(&s.view, &s.view.nodes[3])); // as 6
    T_NOT(at_maestro_view_is_topmost(&s.view, &s.view.nodes[4]));
    single_deinit(&s);
}

// Every text of a recorded screen finds its element literally, as index does.
static void
check_screen(const struct at_tree *tree)
{
    struct at_maestro_view view;
    at_maestro_view_init(&view, tree, NULL);
    for (uint32_t i = 2; i < view.count; i++) {
        const struct at_maestro_node *node = &view.nodes[i];
        struct at_maestro_selector s = {.text = node->text, ANY};
        struct at_maestro_finder *finder = NULL;
        struct at_maestro_found found;
        bool seen = false;
        if (node->text.len == 0 ||
            node->text.len > AT_MAESTRO_PATTERN_MAX_BYTES)
            continue;
        struct at_err err = AT_ERR_INIT;
        if (!at_maestro_finder_new(&s, &finder, &err))
            print_error("%s\n", err.msg);
        T_OK(finder != NULL);
        T_OK(at_maestro_find(finder, &view, &found, NULL));
        T_OK(found.chosen != NULL);
        for (size_t k = 0; k < found.count; k++) {
            const struct at_maestro_node *match = found.matches[k];
            // an equal text deeper in it takes its place
            seen = seen || match->same == node->same ||
                   (match > node && match < &view.nodes[node->end]);
        }
        T_OK(seen);
        at_maestro_found_deinit(&found);
        at_maestro_finder_free(finder);
    }
    at_maestro_view_deinit(&view);
}

T_TEST(texts_of_recorded_screens_find_their_elements)
{
    char path[4096];
    size_t screens = 0;
    snprintf(path, sizeof(path), "%s/fixtures/android/uiautomator", t_shared());
    DIR *dir = opendir(path);
    T_OK(dir != NULL);
    for (struct dirent *it = readdir(dir); it; it = readdir(dir)) {
        struct at_tree *tree = NULL;
        size_t len = 0;
        snprintf(path, sizeof(path), "%s/fixtures/android/uiautomator/%s",
                 t_shared(), it->d_name);
        T_ROW(it->d_name);
        if (it->d_name[0] == '.')
            continue;
        char *text = t_read_file(path, &len);
        if (at_uiautomator_parse(at_str_n(text, len), &tree, NULL)) {
            check_screen(tree);
            at_tree_free(tree);
            screens++;
        }
        free(text);
    }
    closedir(dir);
    T_OK(screens > 40);
}

T_MAIN()
