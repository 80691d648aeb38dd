// report_test.c: what people read about a look
#include "maestro/lookup/report.h"

#include "base/alloc.h"
#include "tests/unit/maestro/lookup/rig.h"

#define GONE " visible-to-user=\"false\""

// A list behind a button that floats above it, a disabled one, fields.
static const char shop[] = ROOT(
    N(TXT, ID("title") T("Your basket") AT("[0,0][1080,100]"), ) N(
        BTN, ID("buy1") T("Buy") TAP AT("[0,100][1080,200]"), )
        N(BTN, ID("buy2") T("Buy") TAP AT("[0,200][1080,300]"), ) N(
            TXT, ID("total") T("Total (3)") AT("[0,300][1080,400]"), )
            N(TXT, ID("total2") T("Total (3)") AT("[0,400][1080,500]"), ) N(
                BTN, ID("pay") T("Pay now") TAP OFF("[0,500][1080,600]"), )
                N(BTN, ID("under") T("Under") TAP AT("[0,600][1080,700]"), ) N(
                    BTN, ID("float") T("Chat") TAP AT("[400,560][700,760]"), )
                    N(TXT,
                      ID("hidden") T("Secret offer")
                          GONE AT("[0,800][1080,900]"), )
                        N(TXT,
                          ID("far") T("Imprint") AT("[0,2000][1080,2100]"), )
                            N(TXT,
                              ID("cut") T("Terms") AT("[0,1900][1080,2000]"), )
                                N(BOX, ID("row") TAP AT("[0,1000][1080,1200]"),
                                  N(TXT,
                                    ID("name") T("Apples")
                                        AT("[0,1000][300,1200]"), )
                                      N(BTN,
                                        ID("more") DESC("More")
                                            TAP AT("[400,1000][700,"
                                                   "1200]"), )));

static const struct {
    const char *name;
    struct at_maestro_selector selector;
    const char *headline; // "": found
    const char *words;
} rows[] = {
    {"one", {TEXT("Your basket")}, "", ""},
    {"clickable ones, the first",
     {TEXT("Buy")},
     "",
     "2 matches, took btn \"Buy\" because it is the first that can be "
     "clicked\n"},
    {"index",
     {TEXT("Buy"), INDEX("1")},
     "",
     "2 matches, took the 2nd because index is 1 (by top, then left)\n"},
    {"exact text, the first in the tree",
     {TEXT("Total (3)")},
     "",
     "2 matches, took \"Total (3)\" because it is the first in the tree\n"
     "\"Total (3)\" was found only as exact text, in this case: as a pattern "
     "it means something else\n"},
    {"another case",
     {TEXT("YOUR basket")},
     "",
     "\"YOUR basket\" was found in another case\n"},
    {"disabled", {TEXT("Pay now")}, "", "it is disabled\n"},
    {"covered",
     {TEXT("Under")},
     "",
     "btn \"Chat\" covers its centre and takes the tap\n"},
    {"a button in a row",
     {BY_ID("row")},
     "",
     "btn \"More\", in it, takes a tap on its centre\n"},
    {"cut off", {TEXT("Terms")}, "", "only a part of it is visible\n"},
    {"too few",
     {TEXT("Buy"), INDEX("2")},
     "Element not found: Text matching regex: Buy, Index: 2",
     "2 matches, index is 2: the first is 0\n"},
    {"similar",
     {TEXT("Your baskt")},
     "Element not found: Text matching regex: Your baskt",
     "similar: \"Your basket\"\n"},
    {"a part",
     {TEXT("basket")},
     "Element not found: Text matching regex: basket",
     "similar: \"Your basket\"\n"},
    {"a part, as a pattern",
     {TEXT(".*Your baskett.*")},
     "Element not found: Text matching regex: .*Your baskett.*",
     "similar: \"Your basket\"\n"},
    {"a literal in another case",
     {TEXT("total (3)"), .enabled = AT_MAESTRO_TRUE},
     "Element not found: Text matching regex: total (3), Enabled",
     "similar: \"Total (3)\"\n"
     "\"total (3)\" is a pattern that does not match itself: put a backslash "
     "before ( ) [ ] { } ? * + . | $ ^ where you mean them\n"},
    {"invisible",
     {TEXT("Secret offer")},
     "Element not found: Text matching regex: Secret offer",
     "invisible: \"Secret offer\"\n"},
    {"off the screen",
     {TEXT("Imprint")},
     "Element not found: Text matching regex: Imprint",
     "off the screen, scroll to it: \"Imprint\"\n"},
    {"disabled, and asked for enabled",
     {TEXT("Pay now"), .enabled = AT_MAESTRO_TRUE},
     "Element not found: Text matching regex: Pay now, Enabled",
     "enabled differs: btn \"Pay now\" disabled\n"},
    {"not selected",
     {TEXT("Apples"), .selected = AT_MAESTRO_TRUE},
     "Element not found: Text matching regex: Apples, Selected",
     "state or size differs: \"Apples\"\n"},
    {"elsewhere",
     {TEXT("Chat"), .child_of = SEL(BY_ID("row"))},
     "Element not found: Text matching regex: Chat, Child of: id: row",
     "not inside of childOf: btn \"Chat\"\n"},
    {"no parent",
     {TEXT("Chat"), .child_of = SEL(BY_ID("rows"))},
     "Parent element not found: Id matching regex: rows (looking for Text "
     "matching regex: Chat inside it)",
     "the element of childOf was not found: id: rows\n"
     "not inside of childOf: btn \"Chat\"\n"},
    {"not below",
     {TEXT("Buy"), .below = SEL(TEXT("Apples"))},
     "Element not found: Text matching regex: Buy, Below: \"Apples\"",
     "not where the relation says: btn \"Buy\"\n"
     "not where the relation says: btn \"Buy\"\n"},
    {"similar id",
     {BY_ID("totals")},
     "Element not found: Id matching regex: totals",
     "similar id: \"com.example.app:id/total\" of \"Total (3)\"\n"
     "similar id: \"com.example.app:id/total2\" of \"Total (3)\"\n"
     "similar id: \"com.example.app:id/title\" of \"Your basket\"\n"},
    {"nothing like it",
     {TEXT("Zzz")},
     "Element not found: Text matching regex: Zzz",
     ""},
    {"an invalid pattern",
     {TEXT("[Buy")},
     "Element not found: Text matching regex: [Buy",
     "similar: btn \"Buy\"\n"
     "\"[Buy\" is not a valid pattern, so it was taken as plain text\n"},
    {"childOf of an anchor",
     {TEXT("Buy"), INDEX("0"),
      .below = SEL(TEXT("Your basket"), .child_of = SEL(BY_ID("x")))},
     "",
     "2 matches, took the 1st because index is 0 (by top, then left)\n"
     "childOf inside of another relation is ignored, as Maestro does\n"},
};

static void
check(const struct at_maestro_view *view,
      const struct at_maestro_selector *selector, const char *want_headline,
      const char *want)
{
    struct at_buf words = AT_BUF_INIT(AT_MIB);
    struct at_buf headline = AT_BUF_INIT(AT_MIB);
    struct at_maestro_report report;
    struct at_maestro_found found;
    struct at_maestro_finder *finder = NULL;
    T_OK(at_maestro_finder_new(selector, &finder, NULL));
    T_OK(at_maestro_find(finder, view, &found, NULL));
    at_maestro_report_make(finder, view, &found, &report);
    at_maestro_report_write(finder, &found, &report, &words);
    if (!found.chosen)
        at_maestro_report_headline(finder, &report, &headline);
    T_EQ_TEXT(at_buf_text(&headline), want_headline);
    T_EQ_TEXT(at_buf_text(&words), want);
    at_maestro_found_deinit(&found);
    at_maestro_finder_free(finder);
    at_buf_deinit(&headline);
    at_buf_deinit(&words);
}

T_TEST(report_rows)
{
    struct at_tree *tree = screen(shop);
    struct at_maestro_view view;
    at_maestro_view_init(&view, tree, NULL);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        check(&view, &rows[i].selector, rows[i].headline, rows[i].words);
    }
    at_maestro_view_deinit(&view);
    at_tree_free(tree);
}

// A window: its type, and its nodes behind the first of the same bounds.
#define WINDOW(package, type, more, bounds, nodes)                             \
    "{'package':'" package "','type':'" type "'," more "'nodes':[{'depth':0,"  \
    "'class':'android.widget.FrameLayout','flags':1,'bounds':" bounds          \
    "}" nodes "]}"
#define BUTTON(text, bounds)                                                   \
    ",{'depth':1,'class':'android.widget.Button','flags':33,'text':'" text     \
    "','bounds':" bounds "}"

static const struct {
    const char *name;
    const char *windows;
    const char *words;
} covers[] = {
    {"behind the keyboard",
     WINDOW(
         "a", "application", "", "[0,0,1080,1920]",
         BUTTON("Send",
                "[0,1300,1080,1400]")) "," WINDOW("k", "input_method", "",
                                                  "[0,1200,1080,1920]",
                                                  BUTTON("q",
                                                         "[0,1300,1080,1400]")),
     "it is behind the keyboard\n"},
    {"half behind the keyboard",
     WINDOW(
         "a", "application", "", "[0,0,1080,1920]",
         BUTTON("Send",
                "[0,1000,1080,1500]")) "," WINDOW("k", "input_method", "",
                                                  "[0,1200,1080,1920]",
                                                  BUTTON("q",
                                                         "[0,1200,1080,1400]")),
     "the keyboard covers its centre\n"},
    {"behind a dialog",
     WINDOW(
         "a", "application", "", "[0,0,1080,1920]",
         BUTTON("Send",
                "[0,1000,1080,1500]")) "," WINDOW("a", "application",
                                                  "'focused':true,",
                                                  "[100,900,980,1600]",
                                                  BUTTON("OK",
                                                         "[100,900,980,1600]")),
     "it cannot be seen: it is behind a window of \"a\"\n"},
};

T_TEST(elements_under_other_windows)
{
    for (size_t i = 0; i < T_LEN(covers); i++) {
        char *text = at_strfmt("{'rotation':0,'width':1080,'height':1920,"
                               "'windows':[%s]}",
                               covers[i].windows);
        struct at_tree *tree = screen(text);
        struct at_maestro_view view;
        at_maestro_view_init(&view, tree, NULL);
        T_ROW(covers[i].name);
        check(&view, SEL(TEXT("Send")), "", covers[i].words);
        at_maestro_view_deinit(&view);
        at_tree_free(tree);
        free(text);
    }
}

T_MAIN()
