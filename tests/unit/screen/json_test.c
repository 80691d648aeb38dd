// json_test.c: the full tree, field by field, and how it is pruned
#include "base/limits.h"
#include "screen/fulljson.h"
#include "tests/unit/screen/fixture.h"

#define ROOT_IS(kids)                                                          \
    "{\"role\":\"container\",\"bounds\":\"[0,0][1080,1920]\",\"cls\":"         \
    "\"FrameLayout\",\"children\":[" kids "]}"

static const struct {
    const char *name;
    const char *xml;
    size_t depth;
    bool only_interactive;
    const char *json;
} rows[] = {
    {"each field",
     HIERARCHY(N(BTN,
                 ID("go") T("Go") DESC("Start") HINT(
                     "h") " state-description='on' pane-title='p' "
                          "tooltip='t' long-clickable='true'" TAP SCROLLS CHECK(
                              "true") FOCUS SELECTED OFF("[-1,2][3,4]"), )),
     0, false,
     "{\"role\":\"button\",\"bounds\":\"[-1,2][3,4]\",\"id\":"
     "\"com.example.app:id/go\",\"text\":\"Go\",\"desc\":\"Start\",\"hint\":"
     "\"h\",\"state\":\"on\",\"pane\":\"p\",\"tooltip\":\"t\",\"enabled\":"
     "false,\"checked\":true,\"focused\":true,\"selected\":true,"
     "\"scrollable\":true,\"actions\":[\"tap\",\"long_press\",\"scroll\","
     "\"check\"]}"},
    {"defaults are left out", HIERARCHY(N(TXT, T("a") AT("[0,0][9,9]"), )), 0,
     false,
     "{\"role\":\"text_view\",\"bounds\":\"[0,0][9,9]\",\"text\":\"a\"}"},
    {"unlabelled and tappable", HIERARCHY(N(IMG, TAP AT("[0,0][9,9]"), )), 0,
     false,
     "{\"role\":\"image\",\"bounds\":\"[0,0][9,9]\",\"cls\":\"ImageView\","
     "\"clickable\":true,\"actions\":[\"tap\"]}"},
    {"a wrapper's only child takes its place",
     ROOT(N(BOX, AT("[0,0][9,9]"),
            N(BOX, AT("[0,0][9,9]"), N(TXT, T("a") AT("[0,0][9,9]"), )))),
     0, false,
     "{\"role\":\"text_view\",\"bounds\":\"[0,0][9,9]\",\"text\":\"a\"}"},
    {"a wrapper with a state or an id of its app stays",
     ROOT(N(BOX, ID("x") AT("[0,0][9,9]"),
            N(BOX, STATE("busy") AT("[0,0][9,9]"),
              N(TXT, T("a") AT("[0,0][9,9]"), )))),
     0, false,
     "{\"role\":\"container\",\"bounds\":\"[0,0][9,9]\",\"id\":"
     "\"com.example.app:id/x\",\"cls\":\"LinearLayout\",\"children\":[{"
     "\"role\":\"container\",\"bounds\":\"[0,0][9,9]\",\"cls\":"
     "\"LinearLayout\",\"state\":\"busy\",\"children\":[{\"role\":"
     "\"text_view\",\"bounds\":\"[0,0][9,9]\",\"text\":\"a\"}]}]}"},
    {"a wrapper of two stays",
     ROOT(N(TXT, T("a") AT("[0,0][9,9]"), ) N(TXT, T("b") AT("[0,0][9,9]"), )),
     0, false,
     ROOT_IS("{\"role\":\"text_view\",\"bounds\":\"[0,0][9,9]\",\"text\":\"a\"}"
             ",{\"role\":\"text_view\",\"bounds\":\"[0,0][9,9]\",\"text\":\"b\""
             "}")},
    {"not drawn",
     ROOT(N(TXT, T("a") AT("[0,0][0,9]"), ) N(TXT, T("b") AT("[0,0][9,9]"), )
              N(TXT, T("c") AT("[0,1920][9,1929]"), )),
     0, false,
     "{\"role\":\"text_view\",\"bounds\":\"[0,0][9,9]\",\"text\":\"b\"}"},
    {"what is not drawn may hold what is",
     ROOT(N(BOX, AT("[0,0][0,0]"), N(TXT, T("b") AT("[0,0][9,9]"), ))), 0,
     false,
     "{\"role\":\"text_view\",\"bounds\":\"[0,0][9,9]\",\"text\":\"b\"}"},
    {"system bars",
     "<hierarchy><node package='com.android.systemui' text='x' "
     "bounds='[0,0][99,9]'/><node package='z' text='a' enabled='true' "
     "bounds='[0,0][99,99]'/></hierarchy>",
     0, false,
     "{\"role\":\"unknown\",\"bounds\":\"[0,0][99,99]\",\"text\":\"a\"}"},
    {"several windows",
     HIERARCHY(N(TXT, T("a") AT("[0,0][9,9]"), )
                   N(TXT, T("b") AT("[0,5][9,9]"), )),
     0, false,
     "{\"role\":\"container\",\"bounds\":\"[0,0][9,9]\",\"children\":[{"
     "\"role\":\"text_view\",\"bounds\":\"[0,0][9,9]\",\"text\":\"a\"},{"
     "\"role\":\"text_view\",\"bounds\":\"[0,5][9,9]\",\"text\":\"b\"}]}"},
    {"text that must be escaped",
     HIERARCHY(N(TXT, T("a&quot;\\&#10;&#128512;") AT("[0,0][9,9]"), )), 0,
     false,
     "{\"role\":\"text_view\",\"bounds\":\"[0,0][9,9]\",\"text\":\"a\\\"\\\\"
     "\\n\xf0\x9f\x98\x80\"}"},
    {"a password stays a secret",
     HIERARCHY(N(EDIT, T("secret") SECRET AT("[0,0][9,9]"), )), 0, false,
     "{\"role\":\"text_field\",\"bounds\":\"[0,0][9,9]\",\"text\":"
     "\"\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2"
     "\xe2\x80\xa2\",\"password\":true,\"maybeHint\":true,\"actions\":["
     "\"type\"]}"},
    {"what only the helper tells",
     HELPER("", HN(EDIT, 254209,
                   "'error':'too short','role':'R','cut':true,"
                   "'range':['0.0','9.0','5.0'],")),
     0, false,
     "{\"role\":\"text_field\",\"bounds\":\"[0,0][9,9]\",\"cls\":\"EditText\","
     "\"error\":\"too short\",\"range\":\"5 of 0..9\",\"roleDescription\":"
     "\"R\",\"expansion\":\"half-expanded\",\"password\":true,\"invalid\":true,"
     "\"heading\":true,\"dismissable\":true,\"textCut\":true,\"actions\":["
     "\"type\"]}"},
    {"a wrapper that says what is wrong stays",
     HELPER("", HN(BOX, 1, "'error':'choose one',") ","
                                                    "{'depth':2,'class':'" TXT
                                                    "','flags':1,'text':'a',"
                                                    "'bounds':[0,0,9,9]}"),
     0, false,
     "{\"role\":\"container\",\"bounds\":\"[0,0][9,9]\",\"cls\":"
     "\"LinearLayout\",\"error\":\"choose "
     "one\",\"children\":[{\"role\":\"text_view\",\"bounds\":\"[0,0][9,9]\","
     "\"text\":\"a\"}]}"},
    {"depth",
     ROOT(N(BOX, ID("x") DESC("d") AT("[0,0][9,9]"),
            N(BTN, T("a") TAP AT("[0,0][9,9]"), ))
              N(TXT, T("b") AT("[0,0][9,9]"), )),
     2, false,
     ROOT_IS("{\"role\":\"container\",\"bounds\":\"[0,0][9,9]\",\"id\":"
             "\"com.example.app:id/x\",\"desc\":\"d\",\"more\":\"+1 more "
             "interactive elements\"},{\"role\":\"text_view\",\"bounds\":"
             "\"[0,0][9,9]\",\"text\":\"b\"}")},
    {"only what can be acted on, with its label",
     ROOT(N(TXT, T("x") AT("[0,0][9,9]"), ) N(
         BOX, DESC("card") AT("[0,0][9,9]"),
         N(VIEW, TAP AT("[0,0][9,9]"), N(TXT, T("Go") AT("[0,0][9,9]"), )))),
     0, true,
     "{\"role\":\"unknown\",\"bounds\":\"[0,0][9,9]\",\"text\":\"Go\",\"cls\":"
     "\"View\",\"clickable\":true,\"actions\":[\"tap\"]}"},
};

T_TEST(json_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
        T_ROW(rows[i].name);
        struct at_tree *tree = screen(rows[i].xml);
        const struct at_fulljson_opts opts = {.max_depth = rows[i].depth,
                                              .only_interactive =
                                                  rows[i].only_interactive};
        at_fulljson_write(tree, &opts, &out);
        T_EQ_TEXT(at_buf_text(&out), rows[i].json);
        at_tree_free(tree);
        at_buf_deinit(&out);
    }
}

T_TEST(overflow_is_seen)
{
    struct at_buf out = AT_BUF_INIT(40);
    struct at_tree *tree = screen(ROOT());
    at_fulljson_write(tree, &(struct at_fulljson_opts){0}, &out);
    T_OK(out.overflow);
    at_tree_free(tree);
    at_buf_deinit(&out);
}

T_TEST(long_texts_are_cut_and_the_tree_is_whole)
{
    struct at_buf dump = AT_BUF_INIT(AT_MIB);
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    struct at_tree *tree;
    at_buf_add_text(&dump, "<hierarchy rotation=\"0\"><node bounds=\"[0,0]"
                           "[100,100]\" package=\"a\"><node text=\"");
    for (int i = 0; i < 100000; i++)
        at_buf_add_text(&dump, "ä€\xf0\x9f\x8e\x89");
    at_buf_add_text(&dump, "\" bounds=\"[0,0][100,50]\" package=\"a\" />"
                           "<node text=\"last\" bounds=\"[0,50][100,100]\" "
                           "package=\"a\" /></node></hierarchy>");
    T_OK(at_uiautomator_parse(at_buf_str(&dump), &tree, NULL));
    at_fulljson_write(tree, &(struct at_fulljson_opts){.text_max = 10}, &out);
    T_HAS(at_buf_text(&out), "\"ä€\xf0\x9f\x8e\x89…\"");
    T_HAS(at_buf_text(&out), "\"last\"");
    T_OK(out.len < 1000);
    at_tree_free(tree);
    at_buf_deinit(&out);
    at_buf_deinit(&dump);
}

T_MAIN()
