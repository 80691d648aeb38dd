// helper_json_test.c: trees of the helper, as it wrote them and broken
#include "screen/helper_json.h"

#include "base/buf.h"
#include "base/limits.h"
#include "screen/gaps.h"
#include "screen/uiautomator.h"
#include "tests/unit/device/android/helper/recorded.h"

// JSON with ' for ".
#define NODE(depth, more)                                                      \
    "{'depth':" #depth ",'index':0,'class':'android.view.View'," more          \
    "'flags':1,'bounds':[0,0,100,50]}"
#define WINDOW(nodes)                                                          \
    "{'package':'com.example.a','type':'application','nodes':[" nodes "]}"
#define TREE(windows)                                                          \
    "{'rotation':0,'width':100,'height':200,'windows':[" windows "]}"

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
read_row(const char *row, struct at_err *err)
{
    char *text = quoted(row);
    struct at_tree *tree;
    bool ok = at_helper_json_parse(at_str(text), &tree, err);
    T_EQ_INT(ok, tree != NULL);
    free(text);
    return tree;
}

static struct at_tree *
read_recording(const char *name)
{
    struct helper_recorded r = helper_recorded_read(name);
    struct at_err err = AT_ERR_INIT;
    struct at_tree *tree;
    if (!at_helper_json_parse(r.said, &tree, &err))
        print_error("%s\n", err.msg);
    free(r.text);
    T_OK(tree != NULL);
    return tree;
}

static const struct at_node *
child_at(const struct at_node *node, int index)
{
    node = node->first_child;
    while (node && index-- > 0)
        node = node->next;
    T_OK(node != NULL);
    return node;
}

T_TEST(a_recorded_tree)
{
    struct at_tree *tree = read_recording("tree");
    const struct at_node *root = child_at(tree->root, 0);
    T_EQ_SIZE(tree->node_count, 8);
    T_EQ_INT(tree->width_px, 1080);
    T_EQ_INT(tree->height_px, 2400);
    T_EQ_INT(tree->rotation, 0);
    T_EQ_STR(tree->front_package, "com.example.paper");
    T_EQ_STR(root->class_name, "android.widget.FrameLayout");
    T_EQ_STR(root->package, "com.example.paper");
    const struct at_node *user = child_at(root, 1);
    T_EQ_STR(user->resource_id, "com.example.paper:id/user");
    T_EQ_STR(user->hint, "User name");
    T_EQ_STR(user->text, "");
    T_EQ_INT(user->role, AT_ROLE_TEXT_FIELD);
    T_OK(user->actions & AT_ACTION_TYPE);
    T_OK(at_node_has(user, AT_NODE_CLICKABLE));
    T_EQ_INT(user->bounds.top, 400);
    T_EQ_INT(user->bounds.bottom, 550);
    T_OK(at_node_has(child_at(root, 2), AT_NODE_PASSWORD));
    T_EQ_STR(child_at(root, 3)->text, "Sign in");
    T_EQ_INT(child_at(root, 3)->index, 3);
    at_tree_free(tree);
}

T_TEST(typed_text_is_in_the_tree)
{
    struct at_tree *tree = read_recording("tree_filled");
    const struct at_node *root = child_at(tree->root, 0);
    T_EQ_STR(child_at(root, 1)->text,
             "Zo\xc3\xab \xf0\x9f\x98\x80 \xe6\xbc\xa2\xe5\xad\x97");
    T_EQ_STR(child_at(root, 2)->text,
             "\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2"
             "\xe2\x80\xa2\xe2\x80\xa2");
    T_OK(at_node_has(child_at(root, 2), AT_NODE_FOCUSED));
    at_tree_free(tree);
}

T_TEST(a_recorded_step_has_one_too)
{
    struct at_tree *tree = read_recording("step");
    T_EQ_STR(child_at(child_at(tree->root, 0), 0)->text, "Welcome, Zo\xc3\xab");
    at_tree_free(tree);
}

T_TEST(every_text_and_flag)
{
    struct at_err err = AT_ERR_INIT;
    struct at_tree *tree = read_row(
        "{'rotation':1,'width':200,'height':100,'windows':[{'package':'a.b',"
        "'nodes':[{'depth':0,'index':4,'class':'C','package':'c.d','id':'I',"
        "'text':'T','desc':'D','hint':'H','state':'S','pane':'P',"
        "'tooltip':'O','error':'E','role':'R','cut':true,'flags':262143,"
        "'bounds':[-1,2,99999999999,4],'range':['0','1','0.5']}]}]}",
        &err);
    T_OK(tree != NULL);
    const struct at_node *node = child_at(tree->root, 0);
    T_EQ_STR(node->class_name, "C");
    T_EQ_STR(node->package, "c.d");
    T_EQ_STR(node->resource_id, "I");
    T_EQ_STR(node->description, "D");
    T_EQ_STR(node->hint, "H");
    T_EQ_STR(node->state, "S");
    T_EQ_STR(node->pane, "P");
    T_EQ_STR(node->tooltip, "O");
    T_EQ_INT(node->index, 4);
    T_EQ_STR(node->error, "E");
    T_EQ_STR(node->role_words, "R");
    T_EQ_STR(node->range, "0.5 of 0..1");
    T_EQ_INT(node->flags & 0xfff, 0xfff);
    T_EQ_INT(node->flags & ~(0xffffU | AT_NODE_FINISHED),
             AT_NODE_INVALID | AT_NODE_EXPANDABLE | AT_NODE_COLLAPSIBLE |
                 AT_NODE_HEADING | AT_NODE_DISMISSABLE | AT_NODE_TEXT_CUT);
    T_OK(tree->gaps.cut == NULL && tree->gaps.nodes == 0);
    T_OK(node->actions & AT_ACTION_TYPE);
    T_EQ_INT(node->bounds.left, -1);
    T_EQ_INT(node->bounds.right, 1000000);
    T_EQ_INT(tree->rotation, 1);
    at_tree_free(tree);
}

// The meaning of each bit: uiautomator's attribute of the same meaning.
T_TEST(a_bit_is_an_attribute)
{
    static const char *const attributes[] = {
        "enabled=\"true\"",          "focused=\"true\"",
        "selected=\"true\"",         "checked=\"true\"",
        "checkable=\"true\"",        "clickable=\"true\"",
        "scrollable=\"true\"",       "long-clickable=\"true\"",
        "password=\"true\"",         "focusable=\"true\"",
        "visible-to-user=\"false\"",
    };
    for (size_t i = 0; i < T_LEN(attributes); i++) {
        struct at_tree *xml;
        char text[512];
        T_ROW(attributes[i]);
        snprintf(text, sizeof(text),
                 "<hierarchy rotation=\"0\"><node class=\"C\" package=\"p\" "
                 "%s bounds=\"[0,0][9,9]\"/></hierarchy>",
                 attributes[i]);
        T_OK(at_uiautomator_parse(at_str(text), &xml, NULL));
        snprintf(text, sizeof(text),
                 "{\"rotation\":0,\"width\":9,\"height\":9,\"windows\":[{"
                 "\"package\":\"p\",\"nodes\":[{\"depth\":0,\"class\":\"C\","
                 "\"flags\":%d,\"bounds\":[0,0,9,9]}]}]}",
                 1 << i);
        struct at_tree *json;
        T_OK(at_helper_json_parse(at_str(text), &json, NULL));
        T_EQ_INT(child_at(json->root, 0)->flags, child_at(xml->root, 0)->flags);
        at_tree_free(json);
        at_tree_free(xml);
    }
}

T_TEST(a_drawing_order)
{
    struct at_tree *tree =
        read_row(TREE(WINDOW(NODE(0, "") "," NODE(1, "'drawn':2,") "," NODE(
                     1, "'drawn':1,"))),
                 NULL);
    const struct at_node *root = tree->root->first_child;
    T_OK(tree->reports_drawing);
    T_EQ_INT(root->drawing_order, 0);
    T_EQ_INT(root->first_child->drawing_order, 2);
    T_EQ_INT(root->last_child->drawing_order, 1);
    at_tree_free(tree);
    tree = read_row(TREE(WINDOW(NODE(0, "") "," NODE(1, "'drawn':0,") "," NODE(
                        1, "'drawn':'3',"))),
                    NULL);
    T_NOT(tree->reports_drawing);
    at_tree_free(tree);
}

static const struct {
    const char *json;
    const char *says; // NULL: the whole screen
} gaps[] = {
    {"", NULL},
    {"'missing':0,'rootless':0,", NULL},
    {"'truncated':'nodes',",
     "after 1 nodes (it has more than the device reads)"},
    {"'truncated':'size',", "(its texts are longer than the device reads)"},
    {"'truncated':'time',", "(reading it took too long)"},
    {"'truncated':'battery',", "(the device says so): what comes after"},
    {"'truncated':true,", "(the device says so): what comes after"},
    {"'missing':1,", "1 of its nodes could not be read"},
    {"'rootless':2,", "2 of its windows gave no content"},
    {"'truncated':'time','missing':1,'rootless':2,",
     "is not known; 1 of its nodes could not be read; 2 of its windows"},
};

T_TEST(omissions_of_the_device_are_reported)
{
    for (size_t i = 0; i < T_LEN(gaps); i++) {
        struct at_buf row = AT_BUF_INIT(AT_KIB);
        struct at_buf said = AT_BUF_INIT(AT_KIB);
        struct at_err err = AT_ERR_INIT;
        T_ROW(gaps[i].json);
        at_buf_add_fmt(&row, "{%s%s", gaps[i].json,
                       &TREE(WINDOW(NODE(0, "")))[1]);
        struct at_tree *tree = read_row(at_buf_text(&row), &err);
        T_OK(tree != NULL);
        T_EQ_INT(at_gaps_write(tree, &said), gaps[i].says != NULL);
        T_HAS(at_buf_text(&said), gaps[i].says ? gaps[i].says : "");
        T_EQ_INT(said.len > 0, gaps[i].says != NULL);
        T_EQ_INT(at_tree_is_cut(tree), strstr(gaps[i].json, "trunc") != NULL);
        at_tree_free(tree);
        at_buf_deinit(&said);
        at_buf_deinit(&row);
    }
}

T_TEST(depth_makes_the_shape)
{
    struct at_err err = AT_ERR_INIT;
    struct at_tree *tree = read_row(
        TREE(WINDOW(NODE(0, "'text':'a',") "," NODE(1, "'text':'b',") "," NODE(
            2,
            "'tex"
            "t':'"
            "c',") "," NODE(2,
                            "'text':'d',") "," NODE(1,
                                                    "'text':'e'"
                                                    ",")) "," WINDOW("") "," WINDOW(NODE(0,
                                                                                         "'"
                                                                                         "t"
                                                                                         "e"
                                                                                         "x"
                                                                                         "t"
                                                                                         "'"
                                                                                         ":"
                                                                                         "'"
                                                                                         "f"
                                                                                         "'"
                                                                                         ","))),
        &err);
    T_OK(tree != NULL);
    const struct at_node *first = child_at(tree->root, 0);
    T_EQ_STR(first->text, "a");
    T_EQ_STR(child_at(child_at(first, 0), 1)->text, "d");
    T_EQ_STR(child_at(first, 1)->text, "e");
    T_EQ_STR(child_at(tree->root, 1)->text, "f");
    T_EQ_SIZE(tree->node_count, 6);
    at_tree_free(tree);
}

T_TEST(an_unknown_keyboard_is_never_in_front)
{
    struct at_err err = AT_ERR_INIT;
    struct at_tree *tree = read_row(
        TREE(WINDOW(NODE(0, "'text':'a',")) ",{'package':'com.example.keys',"
                                            "'type':'input_method','nodes':"
                                            "[" NODE(0, "'text':'q',") "]}"),
        &err);
    T_OK(tree != NULL);
    T_EQ_STR(tree->front_package, "com.example.a");
    T_OK(at_node_has(child_at(tree->root, 1), AT_NODE_CHROME));
    T_NOT(at_node_has(child_at(tree->root, 0), AT_NODE_CHROME));
    at_tree_free(tree);
}

static const struct {
    const char *name;
    const char *json;
    const char *says;
} broken[] = {
    {"nothing", "", "not JSON"},
    {"no JSON", "<html>", "not JSON"},
    {"another value", "[]", "size"},
    {"a refusal", "{'ok':false,'error':{'code':'NO_WINDOW'}}", "size"},
    {"no size", "{'rotation':0,'windows':[]}", "size"},
    {"turned too far",
     "{'rotation':4,'width':1,'height':1,'windows':[" WINDOW(NODE(0, "")) "]}",
     "size"},
    {"no window", TREE(""), "no nodes"},
    {"windows as text", "{'rotation':0,'width':1,'height':1,'windows':'x'}",
     "no nodes"},
    {"a window without nodes", TREE("{}"), "without nodes"},
    {"empty windows", TREE(WINDOW("") "," WINDOW("")), "no nodes"},
    {"begins below", TREE(WINDOW(NODE(1, ""))), "without its parent"},
    {"a second root", TREE(WINDOW(NODE(0, "") "," NODE(0, ""))),
     "without its parent"},
    {"a level left out", TREE(WINDOW(NODE(0, "") "," NODE(2, ""))),
     "without its parent"},
    {"a depth below 0", TREE(WINDOW(NODE(-1, ""))), "depth"},
    {"a huge depth", TREE(WINDOW(NODE(99999999999, ""))), "depth"},
    {"a node as number", TREE(WINDOW("7")), "depth"},
    {"a text as number", TREE(WINDOW(NODE(0, "'text':7,"))), "a text"},
    {"three edges",
     TREE(WINDOW("{'depth':0,'class':'C','flags':1,'bounds':[0,0,1]}")),
     "bounds"},
    {"an edge as text",
     TREE(WINDOW("{'depth':0,'class':'C','flags':1,'bounds':[0,0,'1',1]}")),
     "bounds"},
    {"no bounds", TREE(WINDOW("{'depth':0,'class':'C','flags':1}")), "bounds"},
    {"flags below 0",
     TREE(WINDOW("{'depth':0,'class':'C','flags':-1,'bounds':[0,0,1,1]}")),
     "flags"},
    {"no flags", TREE(WINDOW("{'depth':0,'bounds':[0,0,1,1]}")), "flags"},
    {"a range of two", TREE(WINDOW(NODE(0, "'range':['0','1'],"))), "range"},
    {"a range of numbers", TREE(WINDOW(NODE(0, "'range':[0,1,0],"))), "range"},
    {"a range of words", TREE(WINDOW(NODE(0, "'range':['0','1','@b9'],"))),
     "range"},
    {"a range of nothing", TREE(WINDOW(NODE(0, "'range':['0','1',''],"))),
     "range"},
    {"a range as text", TREE(WINDOW(NODE(0, "'range':'0',"))), "range"},
    {"a range without end",
     TREE(
         WINDOW(NODE(0, "'range':['0','1','00000000000000000000000000000000000"
                        "000000000000000000000000000000000000000000000000000000"
                        "0000000000000000000000000000000000000000000'],"))),
     "range"},
    {"fewer than no nodes missing",
     "{'rotation':0,'width':1,'height':1,'missing':-1,'windows':[]}",
     "missing"},
    {"windows that are no number",
     "{'rotation':0,'width':1,'height':1,'rootless':'1','windows':[]}",
     "missing"},
};

T_TEST(broken_answers_are_reported)
{
    for (size_t i = 0; i < T_LEN(broken); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(broken[i].name);
        T_NULL(read_row(broken[i].json, &err));
        T_EQ_INT(err.code, AT_ETREE);
        T_HAS(err.msg, broken[i].says);
    }
}

T_TEST(a_cut_tree_is_refused)
{
    char *text = quoted(TREE(WINDOW(NODE(0, "'text':'a',") "," NODE(1, ""))));
    struct at_tree *tree;
    for (size_t cut = 0; cut < strlen(text); cut++) {
        struct at_err err = AT_ERR_INIT;
        T_NOT(at_helper_json_parse(at_str_n(text, cut), &tree, &err));
        T_NULL(tree);
        T_EQ_INT(err.code, AT_ETREE);
    }
    free(text);
}

T_TEST(levels_have_their_limit)
{
    for (size_t levels = AT_TREE_MAX_DEPTH; levels <= AT_TREE_MAX_DEPTH + 1;
         levels++) {
        struct at_buf text = AT_BUF_INIT(1 * AT_MIB);
        struct at_err err = AT_ERR_INIT;
        struct at_tree *tree;
        at_buf_add_text(&text, "{\"rotation\":0,\"width\":1,\"height\":1,"
                               "\"windows\":[{\"nodes\":[");
        for (size_t i = 0; i < levels; i++)
            at_buf_add_fmt(&text,
                           "%s{\"depth\":%zu,\"flags\":1,"
                           "\"bounds\":[0,0,1,1]}",
                           i > 0 ? "," : "", i);
        at_buf_add_text(&text, "]}]}");
        bool ok = at_helper_json_parse(at_buf_str(&text), &tree, &err);
        T_EQ_INT(ok, levels <= AT_TREE_MAX_DEPTH);
        if (!ok)
            T_HAS(err.msg, "levels");
        at_tree_free(tree);
        at_buf_deinit(&text);
    }
}

T_MAIN()
