// screen_fixture.h: small screens for the tests of src/screen
//
//     struct at_tree *tree = screen(ROOT(N(BTN, T("Go") TAP
//     AT("[0,0][9,9]"),)))
#ifndef TESTS_SCREEN_FIXTURE_H
#define TESTS_SCREEN_FIXTURE_H

#include "screen/compact.h"
#include "screen/uiautomator.h"
#include "tests/t.h"

#define N(class_name, attrs, kids)                                             \
    "<node class=\"" class_name "\" package=\"com.example.app\" " attrs        \
    ">" kids "</node>"
#define T(text) " text=\"" text "\""
#define DESC(text) " content-desc=\"" text "\""
#define ID(id) " resource-id=\"com.example.app:id/" id "\""
#define HINT(text) " hint=\"" text "\""
#define STATE(text) " state-description=\"" text "\""
#define AT(bounds) " enabled=\"true\" bounds=\"" bounds "\""
#define OFF(bounds) " enabled=\"false\" bounds=\"" bounds "\""
#define TAP " clickable=\"true\""
#define SCROLLS " scrollable=\"true\""
#define CHECK(on) " checkable=\"true\" checked=\"" on "\""
#define FOCUS " focused=\"true\""
#define SECRET " password=\"true\""
#define SELECTED " selected=\"true\""

#define VIEW "android.view.View"
#define BOX "android.widget.LinearLayout"
#define TXT "android.widget.TextView"
#define BTN "android.widget.Button"
#define EDIT "android.widget.EditText"
#define LIST "androidx.recyclerview.widget.RecyclerView"
#define IMG "android.widget.ImageView"

#define HIERARCHY(windows)                                                     \
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"                 \
    "<hierarchy rotation=\"0\">" windows "</hierarchy>"
#define ROOT(kids)                                                             \
    HIERARCHY(N("android.widget.FrameLayout", AT("[0,0][1080,1920]"), kids))

// The tree of a dump that must be readable. at_tree_free() it.
static inline struct at_tree *
screen(const char *xml)
{
    struct at_tree *tree = NULL;
    struct at_err err = AT_ERR_INIT;
    if (!at_uiautomator_parse(at_str(xml), &tree, &err))
        print_error("%s\n", err.msg);
    T_OK(tree != NULL);
    return tree;
}

static inline const struct at_node *
node_with(const struct at_tree *tree, const char *text_or_id)
{
    struct at_str want = at_str(text_or_id);
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        if (at_str_eq(it->text, want) || at_str_eq(it->description, want) ||
            (it->resource_id.len > 0 && at_str_ends(it->resource_id, want)))
            return it;
    }
    print_error("no node '%s'\n", text_or_id);
    T_OK(false);
    return NULL;
}

#endif
