// selector_test.c: what a selector finds, and what it says otherwise
#include "base/limits.h"
#include "screen/selector.h"
#include "screen/selector_report.h"
#include "tests/unit/screen/fixture.h"

static const char login[] = ROOT(
    N(TXT, ID("title") T("Sign in") AT("[0,0][9,9]"), )
        N(EDIT, ID("email") HINT("Email") T("Email") AT("[0,10][9,19]"), )
            N(BTN, ID("go") T("Sign in") TAP AT("[0,20][9,29]"), )
                N(BTN, ID("row_1") T("Delete") TAP AT("[0,30][9,39]"), ) N(
                    BTN, ID("row_2") T("Keep") TAP AT("[0,40][9,49]"), )
                    N(IMG, DESC("Profile picture") AT("[0,50][9,59]"), ) N(
                        BTN, ID("far") T("Far") TAP AT("[0,1990][9,1999]"), )
                        N(BTN, ID("empty") T("Delete") TAP AT("[5,5][5,5]"), ));

#define ANY .index = -1

static const struct {
    const char *name;
    struct at_selector selector;
    const char *found; // the id's end or the description; NULL: an error
    size_t count;
    const char *message;
} rows[] = {
    {"id, a part of it", {.id = AT_STR_ROW("ema"), ANY}, "email", 1, NULL},
    {"id, a part of the package's name",
     {.id = AT_STR_ROW("example"), ANY},
     NULL,
     0,
     "no visible element has id \"example\""},
    {"id, a part with its slash",
     {.id = AT_STR_ROW("app:id/ema"), ANY},
     "email",
     1,
     NULL},
    {"exact id, behind its slash",
     {.id = AT_STR_ROW("email"), .exact = true, ANY},
     "email",
     1,
     NULL},
    {"exact id, whole",
     {.id = AT_STR_ROW("com.example.app:id/go"), .exact = true, ANY},
     "go",
     1,
     NULL},
    {"exact id, a part of it",
     {.id = AT_STR_ROW("ema"), .exact = true, ANY},
     NULL,
     0,
     "no visible element has id \"ema\"; nearest: input hint=\"Email\""},
    {"exact description",
     {.description = AT_STR_ROW("Profile picture"), .exact = true, ANY},
     "Profile picture",
     1,
     NULL},
    {"exact description, a part of it",
     {.description = AT_STR_ROW("picture"), .exact = true, ANY},
     NULL,
     0,
     "nearest: image \"Profile picture\""},
    {"only one takes input",
     {.text = AT_STR_ROW("Sign in"), .only = true, ANY},
     "go",
     2,
     NULL},
    {"only, and both take input",
     {.id = AT_STR_ROW("row_"), .only = true, ANY},
     NULL,
     2,
     "2 elements match {\"id\":\"row_\"}: btn \"Delete\" at 4,34, btn "
     "\"Keep\" at 4,44; say which by its ref"},
    {"nothing has the focus",
     {.focused = true, ANY},
     NULL,
     0,
     "no text field is focused, nothing was typed: tap one first (text "
     "fields here: input hint=\"Email\")"},
    {"text", {.text = AT_STR_ROW("Delete"), ANY}, "row_1", 1, NULL},
    {"text, the first in reading order",
     {.text = AT_STR_ROW("Sign in"), ANY},
     "title",
     2,
     NULL},
    {"index 0", {.text = AT_STR_ROW("Sign in"), .index = 0}, "title", 2, NULL},
    {"index 1", {.text = AT_STR_ROW("Sign in"), .index = 1}, "go", 2, NULL},
    {"index 2",
     {.text = AT_STR_ROW("Sign in"), .index = 2},
     NULL,
     2,
     "2 elements match the rest, so index is 0 to 1"},
    {"text and class",
     {.text = AT_STR_ROW("Sign in"), .class_name = AT_STR_ROW(BTN), ANY},
     "go",
     1,
     NULL},
    {"short class",
     {.text = AT_STR_ROW("Sign in"), .class_name = AT_STR_ROW("Button"), ANY},
     "go",
     1,
     NULL},
    {"a part of a class is none",
     {.class_name = AT_STR_ROW("utton"), ANY},
     NULL,
     0,
     "no visible element has className \"utton\"; nearest: "},
    {"textContains",
     {.text_contains = AT_STR_ROW("elet"), ANY},
     "row_1",
     1,
     NULL},
    {"description",
     {.description = AT_STR_ROW("picture"), ANY},
     "Profile picture",
     1,
     NULL},
    {"text that stands in a description",
     {.text = AT_STR_ROW("Profile picture"), ANY},
     "Profile picture",
     1,
     NULL},
    {"textContains in a description",
     {.text_contains = AT_STR_ROW("Profile"), ANY},
     "Profile picture",
     1,
     NULL},
    {"the hint that shows",
     {.text = AT_STR_ROW("Email"), ANY},
     "email",
     1,
     NULL},
    {"text is exact",
     {.text = AT_STR_ROW("sign in"), ANY},
     NULL,
     0,
     "Element not found matching: {\"text\":\"sign in\"}; no visible element "
     "has text \"sign in\"; nearest: \"Sign in\", btn \"Sign in\""},
    {"which part failed",
     {.id = AT_STR_ROW("row_"), .text = AT_STR_ROW("Save"), ANY},
     NULL,
     0,
     "Element not found matching: {\"id\":\"row_\",\"text\":\"Save\"}; 2 "
     "elements have id \"row_\", none of them text \"Save\"; nearest: btn "
     "\"Delete\", btn \"Keep\""},
    {"which part failed, of one",
     {.id = AT_STR_ROW("row_1"), .text = AT_STR_ROW("Save"), ANY},
     NULL,
     0,
     "1 element has id \"row_1\", but not text \"Save\""},
    {"the first part failed",
     {.id = AT_STR_ROW("nope"), .text = AT_STR_ROW("Delete"), ANY},
     NULL,
     0,
     "no visible element has id \"nope\""},
    {"the third part failed",
     {.id = AT_STR_ROW("row_"),
      .class_name = AT_STR_ROW(BTN),
      .text_contains = AT_STR_ROW("Save"),
      ANY},
     NULL,
     0,
     "2 elements have id \"row_\" and className \"" BTN
     "\", none of them textContains \"Save\""},
    {"near by id",
     {.id = AT_STR_ROW("EMAIL"), ANY},
     NULL,
     0,
     "nearest: input hint=\"Email\" (id \"com.example.app:id/email\")"},
    {"near by spelling",
     {.id = AT_STR_ROW("emial"), ANY},
     NULL,
     0,
     "nearest: input hint=\"Email\" (id \"com.example.app:id/email\")"},
    {"a text misspelt",
     {.text = AT_STR_ROW("Sing in"), ANY},
     NULL,
     0,
     "nearest: \"Sign in\", btn \"Sign in\""},
    {"outside the screen",
     {.id = AT_STR_ROW("far"), ANY},
     NULL,
     0,
     "1 matches, but outside the visible screen"},
    {"without size",
     {.id = AT_STR_ROW("empty"), ANY},
     NULL,
     0,
     "without size: scroll to it"},
    {"a text with quotes",
     {.text = AT_STR_ROW("a\"b\n"), ANY},
     NULL,
     0,
     "{\"text\":\"a\\\"b\\n\"}"},
    {"a ref without a tree",
     {.ref = AT_STR_ROW("@b1"), ANY},
     NULL,
     0,
     "gave out 0 refs"},
};

// A table that has given out no refs.
static struct at_ref_table *
no_refs(void)
{
    static struct at_ref_table *table;
    if (!table)
        table = at_ref_table_new(&test_advice);
    return table;
}

T_TEST(find_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].name);
        struct at_tree *tree = screen(login);
        const struct at_node *node =
            at_selector_find(&rows[i].selector, tree, no_refs(), &err);
        T_EQ_SIZE(at_selector_count(&rows[i].selector, tree), rows[i].count);
        T_EQ_INT(err.code, rows[i].found ? AT_OK : AT_ENOTFOUND);
        if (rows[i].found)
            T_OK(node == node_with(tree, rows[i].found));
        else
            T_HAS(err.msg, rows[i].message);
        at_tree_free(tree);
    }
}

// Only where nothing else has the text.
T_TEST(the_error_of_a_field_finds_it)
{
    static const char *const forms[] = {
        HELPER("", HN(EDIT, 4129, "'id':'a:id/pw','error':'too short',")),
        HELPER("", HN(EDIT, 4129, "'id':'a:id/f','error':'too short',") "," HN(
                       TXT, 1, "'id':'a:id/pw','text':'too short',")),
    };
    const struct at_selector whole = {.text = AT_STR("too short"), ANY};
    const struct at_selector part = {.text_contains = AT_STR("short"), ANY};
    for (size_t i = 0; i < T_LEN(forms); i++) {
        struct at_tree *tree = screen(forms[i]);
        const struct at_node *pw = node_with(tree, "id/pw");
        T_OK(at_selector_find(&whole, tree, no_refs(), NULL) == pw);
        T_OK(at_selector_find(&part, tree, no_refs(), NULL) == pw);
        T_EQ_SIZE(at_selector_count(&whole, tree), 1);
        at_tree_free(tree);
    }
}

T_TEST(ref_wins_over_all_others)
{
    struct at_tree *tree = screen(login);
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_compact_opts opts = {0};
    struct at_compact_result result;
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_selector selector = {
        .ref = AT_STR("@b2"), .text = AT_STR("Nothing"), .index = 9};
    at_compact_write(tree, &opts, &out, refs, &result);
    T_OK(at_selector_find(&selector, tree, refs, NULL) ==
         node_with(tree, "row_1"));
    at_buf_deinit(&out);
    at_ref_table_free(refs);
    at_tree_free(tree);
}

T_TEST(empty_selector)
{
    struct at_selector selector = AT_SELECTOR_INIT;
    struct at_err err = AT_ERR_INIT;
    struct at_tree *tree = screen(login);
    T_OK(at_selector_empty(&selector));
    selector.index = 0;
    T_OK(at_selector_empty(&selector));
    T_NULL(at_selector_find(&selector, tree, no_refs(), &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_EQ_SIZE(at_selector_count(&selector, tree), 0);
    selector.id = AT_STR("x");
    T_NOT(at_selector_empty(&selector));
    at_tree_free(tree);
}

T_TEST(as_json)
{
    struct at_buf out = AT_BUF_INIT(AT_SELECTOR_MAX_BYTES);
    struct at_selector full = {.ref = AT_STR_ROW("@b1"),
                               .id = AT_STR_ROW("i"),
                               .text = AT_STR_ROW("t"),
                               .text_contains = AT_STR_ROW("tc"),
                               .class_name = AT_STR_ROW("c"),
                               .description = AT_STR_ROW("d"),
                               .index = 3};
    struct at_selector none = AT_SELECTOR_INIT;
    at_selector_write(&full, &out);
    T_EQ_TEXT(at_buf_text(&out),
              "{\"ref\":\"@b1\",\"id\":\"i\",\"text\":\"t\",\"textContains\":"
              "\"tc\",\"className\":\"c\",\"description\":\"d\",\"index\":3}");
    at_buf_clear(&out);
    at_selector_write(&none, &out);
    T_EQ_TEXT(at_buf_text(&out), "{}");
    at_buf_deinit(&out);
}

// The clock of the status bar is found, but the app's own text comes first.
T_TEST(the_app_before_the_system)
{
    struct at_tree *tree =
        screen("<hierarchy><node package='com.android.systemui' "
               "bounds='[0,0][1080,66]'><node resource-id='bar' text='6:44' "
               "package='com.android.systemui' bounds='[0,0][99,66]'/><node "
               "resource-id='wifi' text='Wi-Fi' package='com.android.systemui' "
               "bounds='[0,0][99,66]'/></node><node package='a.b' "
               "bounds='[0,0][1080,1920]'><node resource-id='app' text='6:44' "
               "package='a.b' bounds='[0,100][99,166]'/></node></hierarchy>");
    struct at_selector clock = {.text = AT_STR("6:44"), ANY};
    struct at_selector wifi = {.text = AT_STR("Wi-Fi"), ANY};
    T_OK(at_selector_find(&clock, tree, no_refs(), NULL) ==
         node_with(tree, "app"));
    T_EQ_SIZE(at_selector_count(&clock, tree), 1);
    T_OK(at_selector_find(&wifi, tree, no_refs(), NULL) ==
         node_with(tree, "wifi"));
    at_tree_free(tree);
}

// A focused button is not a field.
T_TEST(the_field_that_has_the_focus)
{
    struct at_tree *tree =
        screen(ROOT(N(BTN, ID("go") FOCUS TAP AT("[0,0][9,9]"), )
                        N(EDIT, ID("one") AT("[0,10][9,19]"), )
                            N(EDIT, ID("two") FOCUS AT("[0,20][9,29]"), )));
    struct at_selector focused = {.focused = true, ANY};
    T_OK(at_selector_find(&focused, tree, no_refs(), NULL) ==
         node_with(tree, "two"));
    T_NOT(at_selector_empty(&focused));
    at_tree_free(tree);
}

T_MAIN()
