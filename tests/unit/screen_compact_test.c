// screen_compact_test.c: golden compact trees, limits, and text that lies
#include "base/limits.h"
#include "screen/ref.h"
#include "screen_fixture.h"

static const struct at_compact_opts all = {0};

static struct at_compact_result
write_tree(const struct at_tree *tree, const struct at_compact_opts *opts,
           struct at_buf *out)
{
    struct at_ref_table *refs = at_ref_table_new();
    struct at_compact_result result;
    size_t lines = 0;

    at_compact_write(tree, opts, out, refs, &result);
    T_NOT(out->overflow);
    for (size_t i = 0; i < out->len; i++)
        lines += out->data[i] == '\n';
    T_EQ_SIZE(result.line_count, lines);
    T_EQ_SIZE(result.ref_count, at_ref_table_count(refs));
    at_ref_table_free(refs);
    return result;
}

// The lines below the header, which must be a well-formed one.
static const char *
body_of(const struct at_buf *out)
{
    const char *end = strchr(out->data, '\n');
    T_OK(end != NULL && end - out->data > 8);
    T_EQ_MEM(out->data, 7, "screen ", 7);
    T_OK(end[-7] == '#');
    return end + 1;
}

static const struct {
    const char *name;
    const char *xml;
    const char *body;
} goldens[] = {
    {"the contract's login screen",
     ROOT(N(
         BOX, AT("[0,0][1080,1920]"),
         N(TXT, T("Login") AT("[0,0][1080,99]"), ) N(
             EDIT, HINT("Email") T("Email") FOCUS TAP AT("[0,100][1080,199]"), )
             N(EDIT, SECRET TAP AT("[0,200][1080,299]"), )
                 N("android.widget.CheckBox",
                   T("Remember me") CHECK("true") TAP AT("[0,300][1080,399]"), )
                     N(BTN, T("Sign in") TAP AT("[0,400][1080,499]"), ) N(
                         TXT,
                         T("Forgot Password?") TAP AT("[0,500][1080,599]"), ))),
     "\"Login\"\n"
     "@f1 input hint=\"Email\" focused\n"
     "@f2 input password\n"
     "@c1 check \"Remember me\" checked\n"
     "@b1 btn \"Sign in\"\n"
     "@l1 link \"Forgot Password?\"\n"},
    {"values, hints and passwords",
     ROOT(N(EDIT, T("a@b") HINT("Email") AT("[0,0][9,9]"), )
              N(EDIT, T("&#8226;&#8226;&#8226;") SECRET AT("[0,0][9,9]"), )
                  N(EDIT, DESC("Name") T("Jo ") AT("[0,0][9,9]"), )
                      N(EDIT, ID("nick") AT("[0,0][9,9]"), )),
     "@f1 input value=\"a@b\" hint=\"Email\"\n"
     "@f2 input value=3 chars password\n"
     "@f3 input \"Name\" value=\"Jo \"\n"
     "@f4 input id=\"nick\"\n"},
    {"states",
     ROOT(N("android.widget.Switch",
            T("Wi-Fi") CHECK("false") TAP AT("[0,0][9,9]"), )
              N(BTN, T("Save") TAP OFF("[0,0][9,9]"), )
                  N(VIEW, DESC("Home") TAP SELECTED AT("[0,0][9,9]"), )
                      N("android.widget.RadioButton",
                        T("A") CHECK("true") OFF("[0,0][9,9]"), )),
     "@c1 switch \"Wi-Fi\" unchecked\n"
     "@b1 btn \"Save\" disabled\n"
     "@b2 btn \"Home\" selected\n"
     "@c2 radio \"A\" checked disabled\n"},
    {"states in words, where they say more than the flag",
     ROOT(N("android.widget.Switch",
            T("Wi-Fi") CHECK("false") STATE("Off") TAP AT("[0,0][9,9]"), )
              N("android.widget.CheckBox",
                T("All") CHECK("false") STATE("partly") AT("[0,0][9,9]"), )
                  N(BTN, T("Mic") STATE("On") TAP AT("[0,0][9,9]"), )),
     "@c1 switch \"Wi-Fi\" unchecked\n"
     "@c2 check \"All\" state=\"partly\" unchecked\n"
     "@b1 btn \"Mic\" state=\"On\"\n"},
    {"hoisted once, the rest below",
     ROOT(N(LIST, SCROLLS AT("[0,0][1080,900]"),
            N(BOX, TAP AT("[0,0][1080,99]"),
              N(TXT, T("Milk") AT("[0,0][99,99]"), )
                  N(TXT, T("3 left") AT("[0,0][99,99]"), )
                      N(BTN, DESC("Delete") TAP AT("[0,0][99,99]"), )))),
     "@s1 scroll\n"
     "  @b1 btn \"Milk\"\n"
     "    \"3 left\"\n"
     "    @b2 btn \"Delete\"\n"},
    {"a label is not said twice",
     ROOT(N(VIEW, DESC("Sign in") TAP AT("[0,0][9,9]"),
            N(TXT, T("Sign in") AT("[0,0][9,9]"), ))),
     "@b1 btn \"Sign in\"\n"},
    {"images, spinners, sliders",
     ROOT(N(IMG, DESC("Logo") AT("[0,0][9,9]"), ) N(IMG, AT("[0,0][9,9]"), )
              N("android.widget.ProgressBar", AT("[0,0][9,9]"), ) N(
                  "android.widget.ProgressBar", T("Sending") AT("[0,0][9,9]"), )
                  N("android.widget.SeekBar",
                    T("Volume") DESC("38%") AT("[0,0][9,9]"), )),
     "image \"Logo\"\nprogress\nprogress \"Sending\"\n"
     "@g1 slider \"Volume\" value=\"38%\"\n"},
    {"exact text",
     ROOT(N(TXT, T(" a&#10;b&#9;c&#13; \\ &quot;q&quot; ") AT("[0,0][9,9]"), )
              N(TXT, T("&#133;&#8232;&#8238;x") AT("[0,0][9,9]"), )
                  N(TXT, T("&#1603;&#128512;") AT("[0,0][9,9]"), )),
     "\" a\\nb\\tc\\r \\\\ \\\"q\\\" \"\n"
     "\"\\u0085\\u2028\\u202ex\"\n"
     "\"\xd9\x83\xf0\x9f\x98\x80\"\n"},
    {"unlabelled elements show their id",
     ROOT(N(IMG, ID("menu") TAP AT("[0,0][9,9]"), )
              N(BTN, TAP AT("[0,0][9,9]"), )),
     "@g1 tap id=\"menu\"\n@b1 btn\n"},
    {"what is not drawn is left out, what it holds is not",
     ROOT(N(BOX, AT("[0,0][0,0]"), N(TXT, T("a") AT("[0,0][9,9]"), )) N(
         TXT, T("b") AT("[9,9][9,9]"), ) N(TXT, T("c") AT("[0,2000][9,2009]"), )
              N(TXT, T("  ") AT("[0,0][9,9]"), )),
     "\"a\"\n"},
    {"an aggregate is told by its parts, or itself",
     ROOT(N(VIEW,
            DESC("a description that is much longer than what fits into "
                 "eighty characters, one two three") AT("[0,0][9,9]"),
            N(TXT, T("part") AT("[0,0][9,9]"), ))
              N(VIEW,
                DESC("b description that is much longer than what fits into "
                     "eighty characters, one two three") AT("[0,0][9,9]"), )),
     "\"part\"\n\"b description that is much longer than what fits into eighty "
     "characters, one two three\"\n"},
    {"nothing", ROOT(), ""},
    {"what is wrong with a field's content",
     HELPER(
         "",
         HN(EDIT, 4129, "'hint':'E-mail','error':'No such address',") "," HN(EDIT, 135427, "'text':'\u2022\u2022','error':'Password is too short',") "," HN(
             EDIT, 135201, "'text':'x',") "," HN(TXT, 1,
                                                 "'text':'Name','error':'"
                                                 "missing',") "," HN(BOX, 1,
                                                                     "'error':'"
                                                                     "choose "
                                                                     "one',")),
     "@f1 input hint=\"E-mail\" error=\"No such address\"\n"
     "@f2 input value=2 chars focused password error=\"Password is too "
     "short\"\n"
     "@f3 input value=\"x\" invalid\n"
     "\"Name\" error=\"missing\"\n"
     "\"\" error=\"choose one\"\n"},
    {"where a slider or a bar stands",
     HELPER(
         "",
         HN("android.widget.SeekBar", 33, "'desc':'Volume','range':['0.0','100.0','40.0'],") "," HN("android.widget.SeekBar", 33, "'state':'40%','range':['0.0','100.0','40.0'],") "," HN(
             "android.widget.ProgressBar", 1,
             "'range':['0.0','1.0','0.25'],") "," HN("android.widget."
                                                     "ProgressBar",
                                                     1,
                                                     "'state':'a "
                                                     "quarter','range':['"
                                                     "0.0','1.0','0.25']"
                                                     ",") "," HN("android"
                                                                 ".widget"
                                                                 ".Progre"
                                                                 "ssBar",
                                                                 1,
                                                                 "") "," HN(VIEW,
                                                                            33,
                                                                            "'t"
                                                                            "ex"
                                                                            "t'"
                                                                            ":'"
                                                                            "Zo"
                                                                            "om"
                                                                            "',"
                                                                            "'r"
                                                                            "an"
                                                                            "ge"
                                                                            "':"
                                                                            "['"
                                                                            "-1"
                                                                            ".0"
                                                                            "',"
                                                                            "'1"
                                                                            ".0"
                                                                            "E1"
                                                                            "0'"
                                                                            ",'"
                                                                            "0."
                                                                            "0'"
                                                                            "]"
                                                                            ",") "," HN(TXT,
                                                                                        1,
                                                                                        "'text':'Steps','range':['0.0','9.0','5.0'],")),
     "@g1 slider \"Volume\" value=\"40 of 0..100\"\n"
     "@g2 slider value=\"40%\"\n"
     "progress value=\"0.25 of 0..1\"\n"
     "progress value=\"a quarter\"\n"
     "progress\n"
     "@b1 btn \"Zoom\" value=\"0 of -1..1.0E10\"\n"
     "\"Steps\" value=\"5 of 0..9\"\n"},
    {"what the app calls it, where the class does not say",
     HELPER(
         "",
         HN(VIEW, 37, "'text':'Home','role':'Tab',") "," HN(
             TXT, 33,
             "'text':'Help','role':'Link',") "," HN(BTN, 33,
                                                    "'text':'Mute','role':'"
                                                    "toggle',") "," HN(TXT,
                                                                       8193,
                                                                       "'text':"
                                                                       "'News',"
                                                                       "'role':"
                                                                       "'headin"
                                                                       "g "
                                                                       "1',")),
     "@b1 btn \"Home\" selected role=\"Tab\"\n"
     "@l1 link \"Help\" role=\"Link\"\n"
     "@b2 btn \"Mute\"\n"
     "\"News\"\n"},
    {"what opens, closes and goes away",
     HELPER("",
            HN("android.widget.Spinner", 32801, "'text':'Country',") "," HN(
                BTN, 65569,
                "'text':'Less',") "," HN(VIEW, 114721,
                                         "'text':'Sheet',") "," HN(BTN, 32800,
                                                                   "'text':'"
                                                                   "More',")),
     "@g1 spinner \"Country\" collapsed\n"
     "@b1 btn \"Less\" expanded\n"
     "@b2 btn \"Sheet\" half-expanded dismissable\n"
     "@b3 btn \"More\" disabled collapsed\n"},
    {"a text that the device has cut",
     HELPER("", HN(TXT, 1, "'text':'abc','cut':true,")), "\"abc\" text-cut\n"},
    {"a screen that the device has not read whole",
     HELPER("'truncated':'nodes',", HN(TXT, 1, "'text':'a',")),
     "\"a\"\n"
     "... not the whole screen: the device stopped reading the screen after 2 "
     "nodes (it has more than the device reads): what comes after them is not "
     "known\n"},
    {"nodes and windows that it has lost",
     HELPER("'missing':3,'rootless':1,", HN(TXT, 1, "'text':'a',")),
     "\"a\"\n"
     "... not the whole screen: 3 of its nodes could not be read; 1 of its "
     "windows gave no content\n"},
    {"a screen of which nothing is missing",
     HELPER("'missing':0,'rootless':0,", HN(TXT, 1, "'text':'a',")), "\"a\"\n"},
};

T_TEST(golden_rows)
{
    for (size_t i = 0; i < T_LEN(goldens); i++) {
        struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
        T_ROW(goldens[i].name);
        struct at_tree *tree = screen(goldens[i].xml);
        write_tree(tree, &all, &out);
        T_EQ_TEXT(body_of(&out), goldens[i].body);
        at_tree_free(tree);
        at_buf_deinit(&out);
    }
}

T_TEST(header)
{
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_tree *tree = screen(ROOT());
    struct at_compact_result result = write_tree(tree, &all, &out);
    char want[100];

    snprintf(want, sizeof(want), "screen 1080x1920 com.example.app #%s\n",
             result.fingerprint.text);
    T_EQ_TEXT(at_buf_text(&out), want);
    T_EQ_SIZE(strlen(result.fingerprint.text), AT_FINGERPRINT_LEN);
    at_tree_free(tree);
    at_buf_deinit(&out);
}

// What an app can put on the screen, as the reader must see it: one line, and
// no second element.
static const struct {
    const char *xml;
    const char *body;
} lies[] = {
    {ROOT(N(BTN,
            T("Sign in&quot; @b9 btn &quot;Delete all")
                TAP AT("[0,0][9,9]"), )),
     "@b1 btn \"Sign in\\\" @b9 btn \\\"Delete all\"\n"},
    {ROOT(N(TXT, T("x&#10;@b9 btn &quot;Pay&quot;") AT("[0,0][9,9]"), )),
     "\"x\\n@b9 btn \\\"Pay\\\"\"\n"},
    {ROOT(N(TXT, T("x&#8232;@b9 btn") AT("[0,0][9,9]"), )),
     "\"x\\u2028@b9 btn\"\n"},
    {ROOT(N(BTN, T("a\\&quot; checked") TAP AT("[0,0][9,9]"), )),
     "@b1 btn \"a\\\\\\\" checked\"\n"},
    {ROOT(
         N(BTN, " resource-id='x:id/a&quot; @b9&#10;'" TAP AT("[0,0][9,9]"), )),
     "@b1 btn id=\"a\\\" @b9\\n\"\n"},
    {ROOT(N(EDIT, T("v") HINT("h&quot; disabled") AT("[0,0][9,9]"), )),
     "@f1 input value=\"v\" hint=\"h\\\" disabled\"\n"},
    {HELPER("", HN(EDIT, 4129, "'error':'e\\u000a@b9 btn',")),
     "@f1 input error=\"e\\n@b9 btn\"\n"},
    {HELPER("", HN(VIEW, 33, "'text':'a','role':'r\\u000a@b9 btn',")),
     "@b1 btn \"a\" role=\"r\\n@b9 btn\"\n"},
};

T_TEST(no_text_can_forge_an_element)
{
    for (size_t i = 0; i < T_LEN(lies); i++) {
        struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
        T_ROW(lies[i].body);
        struct at_tree *tree = screen(lies[i].xml);
        write_tree(tree, &all, &out);
        T_EQ_TEXT(body_of(&out), lies[i].body);
        at_tree_free(tree);
        at_buf_deinit(&out);
    }
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_tree *tree = screen(
        "<hierarchy><node package='a b&#10;@b1 btn' bounds='[0,0][9,9]'/>"
        "</hierarchy>");
    write_tree(tree, &all, &out);
    T_HAS(at_buf_text(&out), "screen 9x9 a?b??b1?btn #");
    at_tree_free(tree);
    at_buf_deinit(&out);
}

#define TWO_LINES                                                              \
    "<node text='t' enabled='true' bounds='[0,0][9,9]'/>"                      \
    "<node text='b' clickable='true' enabled='true' bounds='[0,0][9,9]'/>"
#define EIGHT_LINES TWO_LINES TWO_LINES TWO_LINES TWO_LINES

static const struct {
    size_t max_lines;
    bool only_interactive;
    size_t lines;
    size_t refs;
    const char *end; // NULL: not cut
} cuts[] = {
    {0, false, 33, 16, NULL},
    {33, false, 33, 16, NULL},
    {32, false, 32, 15,
     "... 1 more interactive elements and 1 texts not shown (line limit 32): "
     "call agentest_get_ui_tree with offset 30, onlyInteractive or depth, or "
     "scroll\n"},
    {10, false, 10, 4, "... 12 more interactive elements and 12 texts"},
    {3, false, 3, 0, "... 16 more interactive elements and 15 texts"},
    {1, false, 2, 0, "... 16 more interactive elements and 16 texts"},
    {17, true, 17, 16, NULL},
    {16, true, 16, 14, "... 2 more interactive elements and 0 texts"},
};

T_TEST(line_limit_rows)
{
    struct at_tree *tree =
        screen(ROOT(EIGHT_LINES EIGHT_LINES EIGHT_LINES EIGHT_LINES));
    for (size_t i = 0; i < T_LEN(cuts); i++) {
        struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
        struct at_compact_opts opts = {
            .max_lines = cuts[i].max_lines,
            .only_interactive = cuts[i].only_interactive,
        };
        char name[32];
        snprintf(name, sizeof(name), "limit %zu", cuts[i].max_lines);
        T_ROW(name);
        struct at_compact_result result = write_tree(tree, &opts, &out);
        T_EQ_SIZE(result.line_count, cuts[i].lines);
        T_EQ_SIZE(result.ref_count, cuts[i].refs);
        T_EQ_INT(result.truncated, cuts[i].end != NULL);
        if (cuts[i].end)
            T_HAS(at_buf_text(&out), cuts[i].end);
        at_buf_deinit(&out);
    }
    at_tree_free(tree);
}

static const struct {
    size_t depth;
    const char *body;
} depths[] = {
    {1, "@s1 scroll ... +2 more interactive elements\n"
        "\"Card\" ... +1 more texts\n"},
    {2, "@s1 scroll\n"
        "  @b1 btn \"Milk\" ... +1 more interactive elements\n"
        "\"Card\"\n"
        "  \"in\"\n"},
    {3, "@s1 scroll\n"
        "  @b1 btn \"Milk\"\n"
        "    @b2 btn \"Delete\"\n"
        "\"Card\"\n"
        "  \"in\"\n"},
};

T_TEST(depth_rows)
{
    struct at_tree *tree =
        screen(ROOT(N(LIST, SCROLLS AT("[0,0][1080,900]"),
                      N(BOX, TAP AT("[0,0][1080,99]"),
                        N(TXT, T("Milk") AT("[0,0][99,99]"), )
                            N(BTN, DESC("Delete") TAP AT("[0,0][99,99]"), )))
                        N(BOX, DESC("Card") AT("[0,0][9,9]"),
                          N(TXT, T("in") AT("[0,0][9,9]"), ))));
    for (size_t i = 0; i < T_LEN(depths); i++) {
        struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
        struct at_compact_opts opts = {.max_depth = depths[i].depth};
        T_ROW(depths[i].body);
        write_tree(tree, &opts, &out);
        T_EQ_TEXT(body_of(&out), depths[i].body);
        at_buf_deinit(&out);
    }
    at_tree_free(tree);
}

T_TEST(only_interactive)
{
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_compact_opts opts = {.only_interactive = true};
    struct at_tree *tree = screen(ROOT(N(TXT, T("a") AT("[0,0][9,9]"), ) N(
        VIEW, TAP AT("[0,0][9,9]"),
        N(TXT, T("hoisted") AT("[0,0][9,9]"), )
            N(TXT, T("more") AT("[0,0][9,9]"), ))));
    write_tree(tree, &opts, &out);
    T_EQ_TEXT(body_of(&out), "@b1 btn \"hoisted\"\n");
    at_tree_free(tree);
    at_buf_deinit(&out);
}

T_TEST(long_text_shows_its_length)
{
    char xml[4000];
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);

    snprintf(xml, sizeof(xml),
             "<hierarchy><node text='%01500d' bounds='[0,0][9,9]'/>"
             "</hierarchy>",
             7);
    struct at_tree *tree = screen(xml);
    write_tree(tree, &all, &out);
    T_HAS(at_buf_text(&out), "000\"... +500 more characters\n");
    at_tree_free(tree);
    at_buf_deinit(&out);
}

T_TEST(receipts)
{
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_tree *tree = screen(
        ROOT(N(EDIT, HINT("Email") T("a@b") AT("[0,0][9,9]"), )
                 N(BTN, T("Sign in") TAP AT("[0,0][9,9]"), )
                     N(EDIT, SECRET T("&#8226;&#8226;") AT("[0,0][9,9]"), )
                         N(TXT, T("plain") AT("[0,0][9,9]"), )));
    const struct at_node *node = tree->root->first_child->first_child;
    const char *const want[] = {
        "input value=\"a@b\" hint=\"Email\" @f1",
        "btn \"Sign in\" @f1",
        "input value=2 chars password @f1",
        "\"plain\" @f1",
    };
    for (size_t i = 0; i < T_LEN(want); i++, node = node->next) {
        at_buf_clear(&out);
        at_compact_write_element(node, "@f1", &out);
        T_EQ_TEXT(at_buf_text(&out), want[i]);
    }
    at_buf_clear(&out);
    at_compact_write_quoted(AT_STR("a\xff\0b"), &out);
    T_EQ_TEXT(at_buf_text(&out), "\"a\xef\xbf\xbd\\u0000b\"");
    at_tree_free(tree);
    at_buf_deinit(&out);
}

T_MAIN(T_CASE(golden_rows), T_CASE(header),
       T_CASE(no_text_can_forge_an_element), T_CASE(line_limit_rows),
       T_CASE(depth_rows), T_CASE(only_interactive),
       T_CASE(long_text_shows_its_length), T_CASE(receipts))
