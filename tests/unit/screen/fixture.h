// fixture.h: small screens for the tests of src/screen
//
//     struct at_tree *tree = screen(ROOT(N(BTN, T("Go") TAP
//     AT("[0,0][9,9]"),)))
#ifndef AT_TESTS_UNIT_SCREEN_FIXTURE_H
#define AT_TESTS_UNIT_SCREEN_FIXTURE_H

#include "screen/compact.h"
#include "screen/helper_json.h"
#include "screen/uiautomator.h"
#include "tests/t.h"
#include "tests/unit/screen/advice.h"

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

// The same as the helper writes it, with ' for ". more: members of the tree, or
// of a node, each with a comma behind it. Nodes are joined by commas.
#define HELPER(more, nodes)                                                    \
    "{'rotation':0,'width':1080,'height':1920," more                           \
    "'windows':[{'package':'com.example.app','type':'application','nodes':["   \
    "{'depth':0,'class':'android.widget.FrameLayout','flags':1,"               \
    "'bounds':[0,0,1080,1920]}," nodes "]}]}"
#define HN(class_name, flags, more)                                            \
    "{'depth':1,'class':'" class_name "','flags':" #flags "," more             \
    "'bounds':[0,0,9,9]}"

static inline bool
parse_helper(const char *json, struct at_tree **tree, struct at_err *err)
{
    char *text = strdup(json);
    for (char *c = text; *c; c++) {
        if (*c == '\'')
            *c = '"';
    }
    bool ok = at_helper_json_parse(at_str(text), tree, err);
    free(text);
    return ok;
}

// The tree of a dump, or of the helper's JSON, that must be readable.
// at_tree_free() it.
static inline struct at_tree *
screen(const char *text)
{
    struct at_tree *tree = NULL;
    struct at_err err = AT_ERR_INIT;
    bool ok = text[0] == '{' ? parse_helper(text, &tree, &err)
                             : at_uiautomator_parse(at_str(text), &tree, &err);
    if (!ok)
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
