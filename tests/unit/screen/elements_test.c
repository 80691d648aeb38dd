// elements_test.c: the numbered list, its text and its refs
#include "screen/elements.h"

#include "base/limits.h"
#include "screen/label.h"
#include "screen/listed.h"
#include "tests/unit/screen/fixture.h"

#define FOCUSABLE " focusable=\"true\""
#define WELCOME N(TXT, ID("hi") T("Welcome") AT("[0,0][99,99]"), )
#define SIGN_IN N(BTN, T("Sign in") TAP AT("[0,100][99,199]"), )
#define ROW(kids) N(BOX, ID("row") TAP AT("[0,200][1080,299]"), kids)

// Each row's text without the header line.
static const struct {
    const char *name;
    const char *xml;
    bool only_interactive;
    const char *lines;
} rows[] = {
    {"texts and buttons are numbered in reading order", ROOT(WELCOME SIGN_IN),
     false, "\"Welcome\" @e1\nbtn \"Sign in\" @e2\n"},
    {"of only the interactive ones the numbers have no gaps",
     ROOT(WELCOME SIGN_IN), true, "btn \"Sign in\" @e1\n"},
    {"a hoisted label is listed but not printed again",
     ROOT(ROW(WELCOME) SIGN_IN), false,
     "btn \"Welcome\" @e1\nbtn \"Sign in\" @e3\n"},
    {"what stands in an element is indented",
     ROOT(ROW(WELCOME N(TXT, T("Mail") AT("[0,0][9,9]"), ))), false,
     "btn \"Welcome\" @e1\n  \"Mail\" @e3\n"},
    {"a wrapper around elements is one too, named by its id",
     ROOT(ROW(SIGN_IN)), false, "tap id=\"row\" @e1\n  btn \"Sign in\" @e2\n"},
    {"a wrapper takes no loose text for its name",
     ROOT(ROW(N(TXT, T("3 new") AT("[0,0][9,9]"), ) SIGN_IN)), true,
     "btn \"3 new\" @e1\n  btn \"Sign in\" @e2\n"},
    {"what can only be focused is interactive",
     ROOT(N(BOX, ID("card") FOCUSABLE AT("[0,0][9,9]"), )
              N(TXT, T("Note") FOCUSABLE AT("[0,0][9,9]"), )),
     true, "tap id=\"card\" @e1\n\"Note\" @e2\n"},
    {"without a name it has its word", ROOT(N(BOX, TAP AT("[0,0][9,9]"), )),
     true, "tap @e1\n"},
    {"a focusable wrapper has the name that it wraps",
     ROOT(N(BOX, FOCUSABLE AT("[0,0][9,9]"), WELCOME)), true,
     "tap \"Welcome\" @e1\n"},
    {"a role is enough", ROOT(N(BTN, T("Off") OFF("[0,0][9,9]"), )), true,
     "btn \"Off\" disabled @e1\n"},
    {"progress, and a password's length alone",
     ROOT(N("android.widget.ProgressBar", AT("[0,0][9,9]"), )
              N(EDIT, ID("pw") T("hunter2") SECRET AT("[0,0][9,9]"), )),
     false, "progress @e1\ninput value=7 chars password maybe-hint @e2\n"},
    {"a password of a class of its own",
     ROOT(N("com.example.PinView", T("1234") SECRET AT("[0,0][9,9]"), )), false,
     "input value=4 chars password maybe-hint @e1\n"},
    {"bars, and what is not on the screen, are no elements",
     HIERARCHY(N(
         BOX, AT("[0,0][1080,1920]"),
         SIGN_IN N(BTN, T("Far") TAP AT("[0,2000][9,2009]"), ) N(
             BTN,
             T("Flat") TAP AT(
                 "[0,9][9,9]"), )) "<node "
                                   "class='android.widget.FrameLayout' "
                                   "clickable='true' "
                                   "package='com.android.systemui' text='9:41' "
                                   "bounds='[0,0][1080,60]'/>"),
     false, "btn \"Sign in\" @e1\n"},
    {"nothing", ROOT(N(BOX, AT("[0,0][9,9]"), )), false, ""},
};

T_TEST(lists)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_tree *tree = screen(rows[i].xml);
        struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
        struct at_elements list;
        T_ROW(rows[i].name);

        at_elements_init(&list, tree, rows[i].only_interactive);
        at_elements_write_tree(&list, tree, &out);
        const char *body = strchr(at_buf_text(&out), '\n');
        T_HAS(at_buf_text(&out), "screen 1080x1920 com.example.app #");
        T_OK(body != NULL);
        T_EQ_TEXT(body + 1, rows[i].lines);
        at_elements_deinit(&list);
        at_elements_deinit(&list);
        at_buf_deinit(&out);
        at_tree_free(tree);
    }
}

static struct at_ref_table *
refs_of(const char *xml, bool only_interactive)
{
    struct at_tree *tree = screen(xml);
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_elements list;
    at_elements_init(&list, tree, only_interactive);
    at_elements_fill_refs(&list, tree, refs);
    T_EQ_SIZE(at_ref_table_count(refs), list.count);
    at_elements_deinit(&list);
    at_tree_free(tree);
    return refs;
}

#define TEXT(text, top) N(TXT, T(text) AT("[0," #top "][99," #top "9]"), )
#define LINE(text, more, top)                                                  \
    N(BOX, AT("[0," #top "][1080," #top "9]"), TEXT(text, top) TEXT(more, top))
#define LINES(lines) ROOT(N(LIST, AT("[0,0][1080,1800]"), lines))
#define TOGGLE(text, on)                                                       \
    N("android.widget.ToggleButton",                                           \
      ID("t") T(text) CHECK(on) TAP AT("[0,0][99,99]"), )

// The node that ref must mean in after, by its path; NULL: none.
static const struct {
    const char *name;
    const char *before;
    const char *after;
    const char *ref;
    const char *path;
    const char *message;
} ref_rows[] = {
    {"a text moved", ROOT(TEXT("A", 1) TEXT("B", 2)),
     ROOT(TEXT("B", 7) TEXT("A", 8)), "@e2", "0.0", NULL},
    {"a text changed", ROOT(TEXT("A", 1)), ROOT(TEXT("B", 1)), "@e1", NULL,
     "stale ref '@e1': the text \"A\" is no longer on the screen"},
    {"a text is gone, the nearest is named", ROOT(TEXT("A", 1) TEXT("B", 2)),
     ROOT(TEXT("B", 2)), "@e1", NULL, "nearest: \"B\" @e2"},
    {"twins of texts are distinguished by what is beside them",
     LINES(LINE("Price", "1", 1) LINE("Price", "2", 2)),
     LINES(LINE("Price", "2", 1) LINE("Price", "1", 2)), "@e3", "0.0.0.0",
     NULL},
    {"a text became a button", ROOT(TEXT("A", 1)),
     ROOT(N(TXT, T("A") TAP AT("[0,1][99,19]"), )), "@e1", "0.0", NULL},
    {"a button whose twin is a text", ROOT(TEXT("A", 1)),
     ROOT(TEXT("A", 1) N(TXT, T("A") TAP AT("[0,9][99,99]"), )), "@e1", NULL,
     "stale ref '@e1'"},
    {"a button", ROOT(WELCOME SIGN_IN), ROOT(SIGN_IN), "@e2", "0.0", NULL},
    {"a toggle that shows its state", ROOT(WELCOME TOGGLE("Off", "false")),
     ROOT(WELCOME TOGGLE("On", "true")), "@e2", "0.1", NULL},
    {"a wrapper whose loose text changed",
     ROOT(N(BOX, ID("w") FOCUSABLE AT("[0,0][1080,1900]"),
            TEXT("3 new", 1) SIGN_IN)),
     ROOT(N(BOX, ID("w") FOCUSABLE AT("[0,0][1080,1900]"),
            TEXT("4 new", 1) SIGN_IN)),
     "@e1", "0.0", NULL},
    {"unknown", ROOT(WELCOME), ROOT(WELCOME), "@e2", NULL,
     "unknown ref \"@e2\": the last tree gave out 1 refs"},
};

T_TEST(resolves)
{
    for (size_t i = 0; i < T_LEN(ref_rows); i++) {
        struct at_ref_table *refs = refs_of(ref_rows[i].before, false);
        struct at_tree *tree = screen(ref_rows[i].after);
        struct at_str ref = at_str(ref_rows[i].ref);
        struct at_err err = AT_ERR_INIT;
        char path[32] = "";
        T_ROW(ref_rows[i].name);

        const struct at_node *node = at_ref_resolve(refs, ref, tree, &err);
        if (node) {
            at_node_path(node, path, sizeof(path));
            T_EQ_TEXT(at_ref_name_of(refs, tree, node), ref_rows[i].ref);
        }
        T_EQ_TEXT(path, ref_rows[i].path ? ref_rows[i].path : "");
        T_OK(node || err.code == AT_ENOTFOUND);
        if (ref_rows[i].message)
            T_HAS(err.msg, ref_rows[i].message);
        at_tree_free(tree);
        at_ref_table_free(refs);
    }
}

T_TEST(a_table_that_was_a_list_serves_the_compact_tree)
{
    struct at_ref_table *refs = refs_of(ROOT(WELCOME SIGN_IN), false);
    struct at_tree *tree = screen(ROOT(WELCOME SIGN_IN));
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_compact_opts opts = {0};
    struct at_compact_result result;
    at_compact_write(tree, &opts, &out, refs, &result);
    T_EQ_SIZE(at_ref_table_count(refs), 1);
    T_NULL(at_ref_name_of(refs, tree, node_with(tree, "Welcome")));
    T_EQ_TEXT(at_ref_name_of(refs, tree, node_with(tree, "Sign in")), "@b1");
    at_buf_deinit(&out);
    at_tree_free(tree);
    at_ref_table_free(refs);
}

#define CHOICES                                                                \
    ROOT(N(BTN, ID("go") T("Sign in") DESC("enter") TAP AT("[0,0][9,9]"), )    \
             N(EDIT, ID("mail") T("a@b") HINT("E-mail") AT("[0,0][9,9]"), )    \
                 N(EDIT, ID("pw") T("hunter2") SECRET AT("[0,0][9,9]"), )      \
                     N("android.widget.ImageButton",                           \
                       ID("menu") TAP AT("[0,0][9,9]"), )                      \
                         N(TXT, ID("forgot") T("Help") TAP AT("[0,0][9,9]"), ) \
                             N("android.widget.CheckBox",                      \
                               ID("stay") T("Stay") TAP AT("[0,0][9,9]"), ))

static const struct {
    struct at_element_query query;
    const char *first; // id of the first match, "" for none
} query_rows[] = {
    {{.role = AT_STR_ROW("button")}, "go"},
    {{.role = AT_STR_ROW("textbox")}, "mail"},
    {{.role = AT_STR_ROW("text_field")}, "mail"},
    {{.role = AT_STR_ROW("btn")}, "go"},
    {{.role = AT_STR_ROW("input")}, "mail"},
    {{.role = AT_STR_ROW("link")}, "forgot"},
    {{.role = AT_STR_ROW("check")}, "stay"},
    {{.role = AT_STR_ROW("image_button")}, "menu"},
    {{.role = AT_STR_ROW("unknown")}, "menu"},
    {{.name = AT_STR_ROW("Sign in")}, "go"},
    {{.name = AT_STR_ROW("Sign")}, ""},
    {{.name = AT_STR_ROW("E-mail")}, "mail"},
    {{.name = AT_STR_ROW("menu")}, "menu"},
    {{.contains = AT_STR_ROW("Sign")}, "go"},
    {{.contains = AT_STR_ROW("nter")}, "go"},
    {{.contains = AT_STR_ROW("a@")}, "mail"},
    {{.contains = AT_STR_ROW("hunt")}, ""},
    {{.id = AT_STR_ROW("pw")}, "pw"},
    {{.id = AT_STR_ROW("com.example.app:id/pw")}, "pw"},
    {{.id = AT_STR_ROW("p")}, ""},
    {{.id = AT_STR_ROW("pw"), .role = AT_STR_ROW("button")}, ""},
};

static bool
is_role(const char *word)
{
    for (size_t i = 0; at_element_roles[i]; i++) {
        if (strcmp(at_element_roles[i], word) == 0)
            return true;
    }
    return false;
}

T_TEST(queries)
{
    struct at_tree *tree = screen(CHOICES);
    struct at_elements list;
    at_elements_init(&list, tree, true);
    T_EQ_SIZE(list.count, 6);
    for (size_t i = 0; i < T_LEN(query_rows); i++) {
        struct at_str id = AT_STR("");
        for (size_t j = list.count; j-- > 0;) {
            const struct at_node *node = list.rows[j].node;
            if (at_element_matches(node, &query_rows[i].query))
                id = at_node_id_name(node);
        }
        T_ROW(query_rows[i].first);
        T_EQ_STR(id, query_rows[i].first);
    }
    at_elements_deinit(&list);
    at_tree_free(tree);
}

T_TEST(every_word_of_the_tree_and_of_the_engine_is_a_role)
{
    struct at_tree *tree = screen(CHOICES);
    for (size_t i = 0; i < AT_ROLE_COUNT; i++)
        T_OK(is_role(at_role_name((enum at_role)i)));
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        const char *word = at_listed_word(node);
        T_ROW(word);
        T_OK(!*word || is_role(word));
        T_OK(is_role(at_element_role(node)));
    }
    at_tree_free(tree);
}

// The error of a password field is reported too.
T_TEST(wrong_content_is_part_of_an_element)
{
    const struct at_element_query query = {.contains = AT_STR("short")};
    const struct at_element_query secret = {.contains = AT_STR("hunt")};
    struct at_tree *tree = screen(
        HELPER("", HN(EDIT, 4385, "'text':'hunter2','error':'too short',")));
    const struct at_node *node = node_with(tree, "hunter2");
    T_OK(at_element_matches(node, &query));
    T_NOT(at_element_matches(node, &secret));
    at_tree_free(tree);
}

T_MAIN()
