// windows_test.c: dumps of `uiautomator dump --windows`, as AOSP's dumper
// writes them: the topmost window first, a window's children before its content
#include <errno.h>

#include "tests/unit/screen/fixture.h"

#define WINDOW(attrs, rest) "<window " attrs ">" rest "</window>"
#define WITH(nodes) "<hierarchy rotation=\"0\">" nodes "</hierarchy>"
#define SCREEN(windows)                                                        \
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><displays>"       \
    "<display id=\"0\">" windows "</display></displays>"
#define IS(id, layer, active, type)                                            \
    "index=\"0\" title=\"\" bounds=\"[0,0][1080,1920]\" active=\"" active      \
    "\" focused=\"" active "\" accessibility-focused=\"false\" id=\"" id       \
    "\" layer=\"" layer "\" type=\"" type "\""
#define APP WITH(N(BOX, AT("[0,0][1080,1920]"), N(TXT, T("app"), )))
#define POPUP WITH(N(BOX, AT("[0,900][500,1400]"), N(TXT, T("popup"), )))
#define KEYS                                                                   \
    WITH("<node class=\"" BOX "\" package=\"org.keys\" "                       \
         "bounds=\"[0,1200][1080,1920]\"/>")

static void
texts(const struct at_tree *tree, struct at_buf *out)
{
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root))
        if (it->text.len > 0)
            at_buf_add_fmt(out, "%.*s ", AT_STR_ARG(it->text));
}

static const struct {
    const char *name;
    const char *xml;
    const char *texts; // in drawing order
    bool active;
    bool keyboard;
    uint32_t rootless;
} rows[] = {
    {"the topmost is drawn last",
     SCREEN(WINDOW(IS("7", "1", "true", "TYPE_APPLICATION"), POPUP)
                WINDOW(IS("3", "0", "false", "TYPE_APPLICATION"), APP)),
     "app popup ", true, false, 0},
    {"a child that is listed on its own is read once",
     SCREEN(WINDOW(IS("7", "1", "false", "TYPE_APPLICATION"), POPUP) WINDOW(
         IS("3", "0", "true", "TYPE_APPLICATION"),
         WINDOW(IS("7", "1", "false", "TYPE_APPLICATION"), POPUP) APP)),
     "app popup ", true, false, 0},
    {"a child that is not",
     SCREEN(WINDOW(IS("3", "0", "true", "TYPE_APPLICATION"),
                   WINDOW(IS("7", "1", "false", "TYPE_APPLICATION"), POPUP)
                       APP)),
     "app popup ", true, false, 0},
    {"the keyboard",
     SCREEN(WINDOW(IS("9", "1", "false", "TYPE_INPUT_METHOD"), KEYS)
                WINDOW(IS("3", "0", "true", "TYPE_APPLICATION"), APP)),
     "app ", true, true, 0},
    {"a window without content, which is the active one",
     SCREEN(WINDOW(IS("8", "1", "true", "TYPE_APPLICATION"), )
                WINDOW(IS("3", "0", "false", "TYPE_APPLICATION"), APP)),
     "app ", false, false, 1},
    {"another display",
     "<displays><display id=\"0\">" WINDOW(
         IS("3", "0", "true", "TYPE_APPLICATION"),
         APP) "</display><display id=\"2\">" WINDOW(IS("4", "0", "true",
                                                       "TYPE_APPLICATION"),
                                                    POPUP) "</display>"
                                                           "</displays>",
     "app ", true, false, 0},
};

T_TEST(window_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf found = AT_BUF_INIT(200);
        struct at_tree *tree;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].name);
        T_OK(at_uiautomator_parse(at_str(rows[i].xml), &tree, &err));
        texts(tree, &found);
        T_EQ_TEXT(at_buf_text(&found), rows[i].texts);
        T_OK(tree->lists_windows);
        T_EQ_INT(tree->has_active, rows[i].active);
        T_EQ_INT(tree->shows_keyboard, rows[i].keyboard);
        T_EQ_INT(tree->gaps.windows, rows[i].rootless);
        T_EQ_INT(tree->focused_window != NULL, rows[i].active);
        at_tree_free(tree);
        at_buf_deinit(&found);
    }
}

T_TEST(a_keyboard_of_any_package_does_not_belong_to_the_app)
{
    const char *xml =
        SCREEN(WINDOW(IS("9", "1", "false", "TYPE_INPUT_METHOD"), KEYS)
                   WINDOW(IS("3", "0", "true", "TYPE_APPLICATION"), APP));
    struct at_tree *tree;
    T_OK(at_uiautomator_parse(at_str(xml), &tree, NULL));
    T_OK(at_str_is(tree->front_package, "com.example.app"));
    T_OK(at_node_has(tree->root->last_child, AT_NODE_CHROME));
    at_tree_free(tree);
}

T_TEST(a_list_of_windows_without_content_has_no_nodes)
{
    const char *xml =
        SCREEN(WINDOW(IS("8", "1", "true", "TYPE_APPLICATION"), ));
    struct at_tree *tree;
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_uiautomator_parse(at_str(xml), &tree, &err));
    T_EQ_INT(err.code, AT_ETREE);
    T_EQ_INT(err.sys, ENODATA);
}

T_TEST(each_row_cut_at_each_byte_fails)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        size_t whole = strlen(rows[i].xml);
        T_ROW(rows[i].name);
        for (size_t cut = 0; cut < whole; cut++) {
            char *copy = malloc(cut + 1); // a read past the end is seen
            struct at_tree *tree;
            memcpy(copy, rows[i].xml, cut);
            T_NOT(at_uiautomator_parse(at_str_n(copy, cut), &tree, NULL));
            T_NULL(tree);
            free(copy);
        }
    }
}

T_MAIN()
