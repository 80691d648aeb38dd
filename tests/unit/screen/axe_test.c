// axe_test.c: an iOS simulator's screen, read and told like Android's
#include "screen/axe.h"

#include <jansson.h>

#include "base/limits.h"
#include "screen/elements.h"
#include "screen/fingerprint.h"
#include "screen/label.h"
#include "screen/ref.h"
#include "screen/selector.h"
#include "tests/t.h"
#include "tests/unit/screen/advice.h"

// JSON with ' for ".
#define FRAME(x, y, w, h)                                                      \
    "'frame':{'x':" #x ",'y':" #y ",'width':" #w ",'height':" #h "}"
#define EL(type, more, at) "{'type':'" type "'," more "," at "}"
#define LABEL(text) "'AXLabel':'" text "'"
#define VALUE(json) "'AXValue':" json
#define HERE FRAME(10, 100, 90, 44)
#define APP(kids)                                                              \
    "[{'type':'Application','AXLabel':'Shop'," FRAME(                          \
        0, 0, 402, 874) ",'children':[" kids "]}]"

static char *
quoted(const char *text)
{
    char *copy = strdup(text);
    for (char *c = copy; *c; c++) {
        if (*c == '\'')
            *c = '"';
    }
    return copy;
}

static struct at_tree *
read_text(const char *text)
{
    struct at_tree *tree = NULL;
    struct at_err err = AT_ERR_INIT;
    if (!at_axe_parse(at_str(text), &tree, &err))
        print_error("%s\n", err.msg);
    T_OK(tree != NULL);
    return tree;
}

static struct at_tree *
read_row(const char *row)
{
    char *text = quoted(row);
    struct at_tree *tree = read_text(text);
    free(text);
    return tree;
}

// Each element is one line below the header.
static const struct {
    const char *name;
    const char *json;
    const char *lines;
} rows[] = {
    {"a text, a button",
     APP(EL("StaticText", LABEL("Hi"), HERE) "," EL("Button", LABEL("Buy"),
                                                    HERE)),
     "\"Hi\" @e1\nbtn \"Buy\" @e2\n"},
    {"text around the JSON",
     "[INFO] asking\n{not json}\n  " APP(
         EL("Button", LABEL("Buy"), HERE)) "\n```\n[ done ]",
     "btn \"Buy\" @e1\n"},
    {"one element alone", EL("Button", LABEL("Buy"), HERE),
     "btn \"Buy\" @e1\n"},
    {"elements behind their application",
     "[{'type':'Application'," FRAME(0, 0, 402, 874) "}," EL(
         "Button", LABEL("Buy"), HERE) "," EL("Button", LABEL("Far"),
                                              FRAME(0, 900, 9, 9)) "]",
     "btn \"Buy\" @e1\n"},
    {"without size, or beside the screen",
     APP(EL("Button", LABEL("A"), FRAME(10, 10, 0, 44)) "," EL(
         "Button", LABEL("B"),
         FRAME(500, 10, 9,
               44)) "," EL("Button", LABEL("C"),
                           "'frame':null") "," EL("Button", LABEL("D"),
                                                  FRAME(-5, 10, 9, 44))),
     "btn \"D\" @e1\n"},
    {"disabled", APP(EL("Button", LABEL("Buy") ",'enabled':false", HERE)),
     "btn \"Buy\" disabled @e1\n"},
    {"a role where there is no type",
     APP("{'role':'AXButton'," LABEL("Buy") "," HERE "}"), "btn \"Buy\" @e1\n"},
    {"a title where there is no label",
     APP(EL("Button", "'AXLabel':null,'title':'Buy'", HERE)),
     "btn \"Buy\" @e1\n"},
    {"an id where there is nothing else",
     APP(EL("Button", "'AXUniqueId':'buy'", HERE) "," EL(
         "Button", "'AXIdentifier':'sell'", FRAME(10, 150, 90, 44))),
     "btn id=\"buy\" @e1\nbtn id=\"sell\" @e2\n"},
    {"switches by value: text, number, boolean",
     APP(EL("Switch", LABEL("A") "," VALUE("'1'"), HERE) "," EL(
         "Toggle", LABEL("B") "," VALUE("1"),
         HERE) "," EL("CheckBox", LABEL("C") "," VALUE("true"),
                      HERE) "," EL("CheckBox",
                                   LABEL("D") ",'subrole':'AXSwitch'," VALUE(
                                       "'0'"),
                                   HERE)),
     "switch \"A\" checked @e1\nswitch \"B\" checked @e2\n"
     "check \"C\" checked @e3\nswitch \"D\" unchecked @e4\n"},
    {"a field: value and label",
     APP(EL("TextField", LABEL("E-mail") "," VALUE("'a@b'"), HERE) "," EL(
         "TextField", VALUE("'Search'"),
         HERE) "," EL("GenericElement",
                      LABEL("Find") ",'subrole':'AXSearchField'", HERE)),
     "input \"E-mail\" value=\"a@b\" maybe-hint @e1\ninput value=\"Search\" "
     "maybe-hint @e2\n"
     "input \"Find\" @e3\n"},
    {"a placeholder that is the label too",
     APP(EL("TextField", LABEL("Name") "," VALUE("'Name'"), HERE)),
     "input \"Name\" hint=\"Name\" @e1\n"},
    {"of a password only the length",
     APP(EL("SecureTextField", LABEL("Password") "," VALUE("'abc'"), HERE)),
     "input \"Password\" value=3 chars password maybe-hint @e1\n"},
    {"a slider's value",
     APP(EL("Slider", LABEL("Volume") "," VALUE("0.25"), HERE)),
     "slider \"Volume\" 0.25 @e1\n"},
    {"a value is a text without a label, a state beside one",
     APP(EL("StaticText", VALUE("'Total'"), HERE) "," EL(
         "StaticText", LABEL("Sum") "," VALUE("'Sum'"),
         HERE) "," EL("PopUpButton", LABEL("Size") "," VALUE("'XL'"), HERE)),
     "\"Total\" @e1\n\"Sum\" @e2\nspinner \"Size\" state=\"XL\" @e3\n"},
    {"selected by trait, or a tab's value",
     APP(EL("Button", LABEL("A") ",'traits':['Button','Selected']",
            HERE) "," EL("RadioButton",
                         LABEL("B") ",'subrole':'AXTabButton'," VALUE("1"),
                         HERE)),
     "btn \"A\" selected @e1\nbtn \"B\" selected @e2\n"},
    {"what tells of taps can be tapped",
     APP(EL("GenericElement",
            LABEL("Wi-Fi, on") ",'help':'Double tap to toggle'",
            HERE) "," EL("GenericElement", LABEL("Note"), HERE)),
     "btn \"Wi-Fi, on\" @e1\n\"Note\" @e2\n"},
    {"a link, a cell around a text, a picture, a heading",
     APP(EL("Link", LABEL("Terms"), HERE) "," EL(
         "Cell", "'children':[" EL("StaticText", LABEL("Row"), HERE) "]",
         HERE) "," EL("Image", LABEL("Logo"), HERE) "," EL("Heading",
                                                           LABEL("Top"), HERE)),
     "link \"Terms\" @e1\nbtn \"Row\" @e2\nimage \"Logo\" @e4\n\"Top\" @e5\n"},
    {"the status bar is none of the app",
     APP(EL("StaticText", LABEL("9:41"), FRAME(50, 22, 45, 20)) "," EL(
         "GenericElement", LABEL("Battery") ",'synthesized':true",
         FRAME(339, 26, 27,
               13)) "," EL("Button", LABEL("Back") ",'synthesized':true",
                           FRAME(8, 20, 60, 30)) "," EL("StaticText",
                                                        LABEL("9:41"), HERE)),
     "btn \"Back\" @e1\n\"9:41\" @e2\n"},
    {"keys of a keyboard are none of the app",
     APP(EL("Button", LABEL("Buy"), HERE) "," EL(
         "Keyboard", "'children':[" EL("Key", LABEL("q"), HERE) "]", HERE)),
     "btn \"Buy\" @e1\n"},
    {"escapes", APP(EL("Button", LABEL("a\\nb\\u0000\\ud83d\\ude00"), HERE)),
     "btn \"a\\nb\\u0000\xf0\x9f\x98\x80\" @e1\n"},
};

static void
write_list(const struct at_tree *tree, struct at_buf *out)
{
    struct at_elements list;
    at_elements_init(&list, tree, false);
    at_elements_write_tree(&list, tree, out);
    at_elements_deinit(&list);
}

// If the text is cut before the JSON's end, nothing is read.
static void
check_cuts(struct at_str text)
{
    size_t end = text.len;
    while (end > 0 && text.ptr[end - 1] != ']' && text.ptr[end - 1] != '}')
        end--;
    for (size_t cut = 0; cut < text.len; cut++) {
        struct at_tree *tree = NULL;
        struct at_err err = AT_ERR_INIT;
        bool ok = at_axe_parse(at_str_head(text, cut), &tree, &err);
        T_OK(ok == (tree != NULL));
        T_OK(ok || (err.code == AT_ETREE && err.msg[0]));
        T_OK(cut >= end || !ok || strstr(text.ptr, "```"));
        at_tree_free(tree);
    }
}

T_TEST(reads)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
        char *text = quoted(rows[i].json);
        T_ROW(rows[i].name);

        struct at_tree *tree = read_text(text);
        write_list(tree, &out);
        const char *body = strchr(at_buf_text(&out), '\n');
        T_OK(body != NULL);
        T_EQ_TEXT(body + 1, rows[i].lines);
        check_cuts(at_str(text));
        at_tree_free(tree);
        at_buf_deinit(&out);
        free(text);
    }
}

static const struct {
    const char *text;
    const char *message;
} bad_rows[] = {
    {"", "no JSON"},
    {"Error: No simulator with UDID 'X'\n",
     "begins with \"Error: No simulator"},
    {"[INFO] x", "no JSON"},
    {"[]", "no elements"},
    {"[{'type':'Application'," FRAME(0, 0, 0, 0) "}]", "no elements"},
    {"[{'type':'Button'}", "ends in the middle"},
    {"[{'type':'Button',}]", "not well-formed JSON at line 1"},
    {"[{'type':'Button'},7]", "in place of element 2"},
    {"{'udid':'X'}", "in place of element 1"},
    {"{\n'type':'x', 'x':[[[", "ends in the middle"},
};

T_TEST(refuses)
{
    for (size_t i = 0; i < T_LEN(bad_rows); i++) {
        char *text = quoted(bad_rows[i].text);
        struct at_tree *tree = NULL;
        struct at_err err = AT_ERR_INIT;
        T_ROW(bad_rows[i].text);
        T_NOT(at_axe_parse(at_str(text), &tree, &err));
        T_NULL(tree);
        T_EQ_INT(err.code, AT_ETREE);
        T_HAS(err.msg, bad_rows[i].message);
        free(text);
    }
}

T_TEST(limits)
{
    struct at_buf text = AT_BUF_INIT(2 * AT_DUMP_MAX_BYTES);
    struct at_tree *tree;
    struct at_err err = AT_ERR_INIT;
    for (size_t i = 0; i <= AT_JSON_MAX_DEPTH / 2; i++)
        at_buf_add_text(&text, "[{\"type\":\"Group\",\"children\":");
    T_NOT(at_axe_parse(at_buf_str(&text), &tree, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    at_buf_clear(&text);
    at_buf_add_text(&text, "[{\"type\":\"Button\",\"AXLabel\":\"");
    for (size_t i = 0; i <= AT_NODE_TEXT_MAX_BYTES; i++)
        at_buf_add_char(&text, 'a');
    at_buf_add_text(&text, "\"}]");
    T_NOT(at_axe_parse(at_buf_str(&text), &tree, &err));
    T_EQ_INT(err.code, AT_ETREE);
    T_HAS(err.msg, "bytes in one text");
    for (size_t i = 0; text.len <= AT_DUMP_MAX_BYTES; i++)
        at_buf_add_text(&text, "                                          ");
    T_NOT(at_axe_parse(at_buf_str(&text), &tree, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    at_buf_deinit(&text);
}

// Points are rounded, each edge for itself.
T_TEST(header_names_the_app)
{
    struct at_tree *tree = read_row(
        APP(EL("Button", LABEL("Buy"), FRAME(-10.4, 100.5, 90, 43.7))));
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    const struct at_node *node = tree->root->first_child->first_child;
    write_list(tree, &out);
    T_HAS(at_buf_text(&out), "screen 402x874 \"Shop\" #");
    T_EQ_STR(node->class_name, "Button");
    T_OK(at_rect_eq(node->bounds, (struct at_rect){-10, 101, 80, 144}));
    T_OK(!tree->repaired);
    at_buf_deinit(&out);
    at_tree_free(tree);
}

static void
check_same(const char *before, const char *after, bool idle, bool screen)
{
    struct at_tree *a = read_row(before);
    struct at_tree *b = read_row(after);
    T_EQ_INT(at_tree_idle_fingerprint(a) == at_tree_idle_fingerprint(b), idle);
    T_EQ_INT(strcmp(at_tree_screen_fingerprint(a).text,
                    at_tree_screen_fingerprint(b).text) == 0,
             screen);
    at_tree_free(a);
    at_tree_free(b);
}

#define CLOCK(text) EL("StaticText", LABEL(text), FRAME(50, 22, 45, 20))
#define MAIL(value) APP(EL("TextField", LABEL("E-mail") "," VALUE(value), HERE))

T_TEST(fingerprints)
{
    check_same(APP(CLOCK("9:41")), APP(CLOCK("9:42")), true, true);
    check_same(MAIL("'a'"), MAIL("'ab'"), false, true);
    check_same(APP(EL("Button", LABEL("A"), HERE)),
               APP(EL("Button", LABEL("B"), HERE)), false, false);
    check_same(APP(EL("Button", LABEL("A"), HERE)),
               APP(EL("Button", LABEL("A"), FRAME(10, 300, 90, 44))), false,
               true);
}

T_TEST(selectors_and_refs)
{
    struct at_tree *tree =
        read_row(APP(EL("Button", LABEL("Buy") ",'AXUniqueId':'buy'",
                        HERE) "," EL("Button", LABEL("Sell"), HERE)));
    struct at_tree *later =
        read_row(APP(EL("Button", LABEL("Sell"), HERE) "," EL(
            "Button", LABEL("Buy") ",'AXUniqueId':'buy'", HERE)));
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_selector by_id = AT_SELECTOR_INIT;
    struct at_elements list;
    by_id.id = AT_STR("buy");
    at_elements_init(&list, tree, true);
    at_elements_fill_refs(&list, tree, refs);
    at_elements_deinit(&list);
    const struct at_node *buy = at_selector_find(&by_id, later, refs, NULL);
    T_OK(buy && at_ref_resolve(refs, AT_STR("@e1"), later, NULL) == buy);
    at_ref_table_free(refs);
    at_tree_free(tree);
    at_tree_free(later);
}

// Wrappers that other tools put around the description: JSON within JSON, or
// text.
static char *
unwrap(char *text, const char *path)
{
    json_t *json = json_loads(text, 0, NULL);
    const json_t *at = json;
    char name[32];
    for (size_t len; *path; path += len + (path[len] == '.')) {
        len = strcspn(path, ".");
        at_str_cut(name, sizeof(name), at_str_n(path, len));
        at = json_object_get(at, name);
    }
    T_OK(at != NULL);
    free(text);
    text = json_dumps(at, JSON_INDENT(1));
    json_decref(json);
    return text;
}

static void
replace_all(char *text, const char *from, char to)
{
    for (char *at; (at = strstr(text, from)) != NULL;) {
        memset(at, ' ', strlen(from));
        *at = to;
    }
}

static const struct {
    const char *file;
    const char *path;    // path of the description inside, "" for all of it
    const char *first;   // the list begins so
    const char *has;     // … holds
    const char *has_not; // … and does not hold
} files[] = {
    {"idb/idb-describe-all-nested.json", "", "screen 402x874 \"MyApp\" #",
     "\n\"Hello World\" @e1\nbtn \"Submit\" @e2\n", "MyApp\" @"},
    {"idb/idb-describe-all-settings.json", "", "screen 402x874 \"Settings\" #",
     "\n\"Settings\" @e1\ninput value=\"Search\" maybe-hint @e2\nbtn "
     "\"Dictate\" @e3\n",
     "unknown"},
    {"idb/idb-describe-all-springboard.json", "",
     "screen 393x852 \"Springboard\" #",
     "slider \"Search\" value=\"Page 1 of 2\"", "10:30"},
    {"idb/idb-describe-point-general.json", "", "screen ",
     "\nbtn \"General\" @e1\n", "@e2"},
    {"axe/axe-account-settings-ja.json", "", "screen 402x874 \"LINE Dev\" #",
     "\nbtn \"ログイン許可, オン\" @e7\n", "Wi-Fi"},
    {"axe/axe-calculator-in-xcodebuildmcp.txt", "",
     "screen 402x874 \"Calculator\" #", "\n\"0\" @e1\nbtn \"C\" @e2\n",
     "xcodebuildmcp"},
    {"axe/axe-springboard-in-xcodebuildmcp.json", "data.capture.uiHierarchy",
     "screen 402x874 unknown #", "btn \"Utilities folder\" state=\"2 apps\"",
     "Application"},
    {"axe/sim-use-soft-keyboard-kana.json", "data.raw",
     "screen 402x874 \"LINE Dev\" #", "\nbtn \"自動保存をオフにする\" @",
     "btn \"あ\""},
    {"axe/sim-use-soft-keyboard-hangul.json", "data.raw",
     "screen 402x874 \"LINE Dev\" #", "\nbtn \"自動保存をオフにする\" @",
     "dictation"},
    {"axe/sim-use-soft-keyboard-emoji.json", "data.raw",
     "screen 402x874 \"LINE Dev\" #",
     "\ninput value=\"Search Emoji\" maybe-hint @", "😂"},
};

// The recorded suggestions have no words; give them those of a typing user.
T_TEST(suggestions_of_the_keyboard_are_none_of_the_app)
{
    static const char *const words[] = {"I", "The", "ABC"};
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    char path[512];
    size_t len;
    snprintf(path, sizeof(path),
             "%s/fixtures/ios/axe/sim-use-soft-keyboard-hangul.json",
             t_shared());
    char *text = t_read_file(path, &len);
    T_OK(text != NULL);
    text = unwrap(text, "data.raw");
    json_t *screen = json_loads(text, 0, NULL);
    json_t *it;
    size_t i;
    size_t given = 0;
    T_OK(screen != NULL);
    json_array_foreach(json_object_get(json_array_get(screen, 0), "children"),
                       i, it)
    {
        json_t *frame = json_object_get(it, "frame");
        if (json_number_value(json_object_get(frame, "y")) == 538 && given < 3)
            json_object_set_new(it, "AXLabel", json_string(words[given++]));
    }
    T_EQ_SIZE(given, 3);
    free(text);
    text = json_dumps(screen, 0);
    struct at_tree *tree = read_text(text);
    write_list(tree, &out);
    T_HAS(at_buf_text(&out), "\nbtn \"自動保存をオフにする\" @");
    for (i = 0; i < T_LEN(words); i++) {
        char quoted[16];
        snprintf(quoted, sizeof(quoted), "\"%s\"", words[i]);
        T_NULL(strstr(at_buf_text(&out), quoted));
    }
    at_tree_free(tree);
    at_buf_deinit(&out);
    json_decref(screen);
    free(text);
}

T_TEST(recorded_screens)
{
    for (size_t i = 0; i < T_LEN(files); i++) {
        struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
        char path[512];
        size_t len;
        T_ROW(files[i].file);
        snprintf(path, sizeof(path), "%s/fixtures/ios/%s", t_shared(),
                 files[i].file);
        char *text = t_read_file(path, &len);
        T_OK(text != NULL);
        if (*files[i].path)
            text = unwrap(text, files[i].path);
        replace_all(text, "<PID>", '1');
        struct at_tree *tree = read_text(text);
        write_list(tree, &out);
        T_HAS(at_buf_text(&out), files[i].first);
        T_HAS(at_buf_text(&out), files[i].has);
        T_NULL(strstr(at_buf_text(&out), files[i].has_not));
        at_tree_free(tree);
        at_buf_deinit(&out);
        free(text);
    }
}

T_MAIN()
