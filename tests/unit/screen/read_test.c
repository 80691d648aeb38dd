// read_test.c: the reader of uiautomator dumps: what is read, refused,
// bounded, and every recorded dump
#include "base/limits.h"
#include "tests/unit/screen/fixture.h"

static bool
parse(const char *data, size_t len, struct at_tree **tree, struct at_err *err)
{
    *err = (struct at_err)AT_ERR_INIT;
    bool ok = at_uiautomator_parse(at_str_n(data, len), tree, err);
    T_EQ_INT(ok, *tree != NULL);
    return ok;
}

static const struct {
    const char *name;
    const char *xml;
    size_t nodes;
    bool repaired;
} good[] = {
    {"plain", ROOT(), 1, false},
    {"no declaration", "<hierarchy rotation='3'><node/></hierarchy>", 1, false},
    {"several windows",
     HIERARCHY(N(BOX, AT("[0,0][9,9]"), ) N(BOX, , N(TXT, T("x"), ))), 3,
     false},
    {"BOM", "\xef\xbb\xbf" ROOT(), 1, false},
    {"status line before",
     "UI hierchary dumped to: /dev/tty\n" ROOT(N(TXT, T("x"), )), 2, true},
    {"status line after", ROOT() "\r\nUI hierchary dumped to: /dev/tty\r\n", 1,
     true},
    {"blank after", ROOT() "\n\n", 1, false},
    {"unknown attributes", "<hierarchy><node new='1' zzz='&#10;'/></hierarchy>",
     1, false},
    {"other text that is no error", "WARNING: linker: x\n" ROOT(), 1, true},
};

T_TEST(good_rows)
{
    for (size_t i = 0; i < T_LEN(good); i++) {
        struct at_tree *tree;
        struct at_err err;
        T_ROW(good[i].name);
        T_OK(parse(good[i].xml, strlen(good[i].xml), &tree, &err));
        T_EQ_SIZE(tree->node_count, good[i].nodes);
        T_EQ_INT(tree->repaired, good[i].repaired);
        at_tree_free(tree);
    }
}

T_TEST(each_row_cut_at_each_byte)
{
    for (size_t i = 0; i < T_LEN(good); i++) {
        const char *end = strstr(good[i].xml, "</hierarchy>");
        size_t whole = (size_t)(end - good[i].xml) + strlen("</hierarchy>");
        T_ROW(good[i].name);
        for (size_t cut = 0; cut < whole; cut++) {
            char *copy = malloc(cut + 1); // a read past the end is seen
            struct at_tree *tree;
            struct at_err err;
            memcpy(copy, good[i].xml, cut);
            T_NOT(parse(copy, cut, &tree, &err));
            T_EQ_INT(err.code, AT_ETREE);
            T_OK(err.msg[0] != '\0');
            free(copy);
        }
    }
}

static const struct {
    const char *dump;
    const char *message;
} bad[] = {
    {"", "empty tree dump"},
    {" \n", "empty tree dump"},
    {"ERROR: could not get idle state.\n", "never stood still"},
    {"ERROR: could not get idle state.\n" ROOT(), "never stood still"},
    {"ERROR: null root node returned by UiTestAutomationBridge.\n",
     "no window could be read"},
    {"ERROR: null root node returned by UiTestAutomationBridge.\n" ROOT(),
     "no window could be read"},
    {"Killed \n", "out of memory"},
    {"java.lang.IllegalStateException: UiAutomationService "
     "android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy"
     "@1 already registered!",
     "another program"},
    {"Exception in thread \"main\" java.lang.NullPointerException\n\tat a.b.c",
     "crashed on the device"},
    {"/system/bin/sh: uiautomator: inaccessible or not found\n",
     "no uiautomator"},
    {"cat: /sdcard/window_dump.xml: No such file or directory\n",
     "wrote no file"},
    {"UI hierchary dumped to: /sdcard/window_dump.xml\n", "status line"},
    {"\x89PNG\r\n\x1a\n\xff", "no <hierarchy>"},
    {"<html><body/></html>", "no <hierarchy>"},
    {"<?xml version='1.0'?><html/>", "<html> as its root"},
    {"<hierarchy rotation=\"0\"/>", "no nodes"},
    {"<hierarchy rotation=\"0\"></hierarchy>", "no nodes"},
    {"<hierarchy><node/><list/></hierarchy>", "<list> inside <hierarchy>"},
    {"<hierarchy><node text='a'/><node text='b", "in the middle"},
    {"<hierarchy><node></hierarchy>", "line 1, column"},
    {"<hierarchy><node text='\x01'/></hierarchy>", "line 1, column"},
    {"<hierarchy>\n<node text='\xff\xfe'/></hierarchy>", "line 2, column"},
    {"<hierarchy><node text='a' text='b'/></hierarchy>", "duplicate attribute"},
    {"<hierarchy><node bounds='[0,0][1,]'/></hierarchy>", "bounds '[0,0][1,]'"},
    {"<hierarchy><node bounds='0,0,1,1'/></hierarchy>", "bounds '0,0,1,1'"},
    {"<hierarchy><node bounds=''/></hierarchy>", "bounds ''"},
    {"<hierarchy><node text='&other;'/></hierarchy>", "undefined entity"},
    {"<?xml version='1.0'?><!DOCTYPE h [<!ENTITY a 'ha'><!ENTITY b "
     "'&a;&a;'>]><hierarchy><node text='&b;'/></hierarchy>",
     "document type declaration"},
};

T_TEST(bad_rows)
{
    for (size_t i = 0; i < T_LEN(bad); i++) {
        struct at_tree *tree;
        struct at_err err;
        T_ROW(bad[i].dump);
        T_NOT(parse(bad[i].dump, strlen(bad[i].dump), &tree, &err));
        T_EQ_INT(err.code, AT_ETREE);
        T_HAS(err.msg, bad[i].message);
        T_OK(at_utf8_valid(at_str(err.msg)));
    }
}

T_TEST(fields_of_a_node)
{
    struct at_tree *tree = screen(
        "<hierarchy rotation=\"1\"><node NAF=\"true\" index=\"7\" text=\"a&#10;"
        "&#128512; &lt;\" resource-id=\"p:id/x\" "
        "class=\"android.widget.Button\" "
        "package=\"p\" content-desc=\"d\" checkable=\"true\" checked=\"true\" "
        "clickable=\"true\" enabled=\"true\" focusable=\"true\" "
        "focused=\"true\" scrollable=\"true\" long-clickable=\"true\" "
        "password=\"true\" selected=\"true\" visible-to-user=\"false\" "
        "bounds=\"[-3,4][5,99999999999]\" drawing-order=\"3\" hint=\"h\" "
        "display-id=\"0\"/></hierarchy>");
    const struct at_node *node = tree->root->first_child;
    T_EQ_INT(tree->rotation, 1);
    T_EQ_STR(node->text, "a\n\xf0\x9f\x98\x80 <");
    T_EQ_STR(node->resource_id, "p:id/x");
    T_EQ_STR(node->class_name, "android.widget.Button");
    T_EQ_STR(node->package, "p");
    T_EQ_STR(node->description, "d");
    T_EQ_STR(node->hint, "h");
    T_EQ_INT(node->index, 7);
    T_EQ_INT(node->bounds.left, -3);
    T_EQ_INT(node->bounds.top, 4);
    T_EQ_INT(node->bounds.right, 5);
    T_EQ_INT(node->bounds.bottom, 1000000);
    T_EQ_INT(node->role, AT_ROLE_BUTTON);
    T_EQ_INT(node->flags & 0xfff, 0x7ff);
    T_EQ_INT(node->actions, AT_ACTION_TAP | AT_ACTION_LONG_PRESS |
                                AT_ACTION_SCROLL | AT_ACTION_CHECK);
    at_tree_free(tree);
}

T_TEST(absent_attributes_are_false)
{
    struct at_tree *tree = screen("<hierarchy><node/></hierarchy>");
    const struct at_node *node = tree->root->first_child;
    T_EQ_INT(node->flags & 0xfff, 0);
    T_EQ_SIZE(node->text.len, 0);
    T_EQ_SIZE(node->package.len, 0);
    at_tree_free(tree);
}

static const struct {
    const char *class_name;
    const char *text;
    const char *hint;
    const char *want_text;
    bool shows_hint;
} hints[] = {
    {EDIT, "Email", "Email", "", true},
    {EDIT, "a@b", "Email", "a@b", false},
    {EDIT, "", "Email", "", false},
    {EDIT, "Email", "", "Email", false},
    {TXT, "Email", "Email", "Email", false}, // not editable: it is its text
};

T_TEST(a_hint_is_not_text)
{
    for (size_t i = 0; i < T_LEN(hints); i++) {
        char xml[200];
        snprintf(xml, sizeof(xml),
                 "<hierarchy><node class='%s' text='%s' hint='%s'/>"
                 "</hierarchy>",
                 hints[i].class_name, hints[i].text, hints[i].hint);
        T_ROW(xml);
        struct at_tree *tree = screen(xml);
        const struct at_node *node = tree->root->first_child;
        T_EQ_STR(node->text, hints[i].want_text);
        T_EQ_STR(node->hint, hints[i].hint);
        T_EQ_INT(at_node_has(node, AT_NODE_SHOWS_HINT), hints[i].shows_hint);
        at_tree_free(tree);
    }
}

// ASCII and one surrogate pair as a Windows shell's redirect writes them.
static size_t
to_utf16(const char *text, bool little, bool bom, char *out)
{
    size_t n = 0;
    for (size_t i = bom ? 0 : 1; i <= strlen(text); i++) {
        unsigned unit = i == 0 ? 0xfeff : (unsigned char)text[i - 1];
        unit = unit == '$' ? 0xd83d : unit == '%' ? 0xde00 : unit;
        out[n++] = (char)(little ? unit & 0xff : unit >> 8);
        out[n++] = (char)(little ? unit >> 8 : unit & 0xff);
    }
    return n;
}

T_TEST(utf16)
{
    static const char xml[] = HIERARCHY(N(TXT, T("hi $%"), ));
    char bytes[sizeof(xml) * 2 + 2];
    for (int kind = 0; kind < 4; kind++) {
        size_t len = to_utf16(xml, kind & 1, kind & 2, bytes);
        struct at_tree *tree;
        struct at_err err;
        T_OK(parse(bytes, len, &tree, &err));
        T_EQ_STR(tree->root->first_child->text, "hi \xf0\x9f\x98\x80");
        T_NOT(tree->repaired);
        at_tree_free(tree);
        for (size_t cut = 0; cut < len; cut++) {
            T_NOT(parse(bytes, cut, &tree, &err));
            T_EQ_INT(err.code, AT_ETREE);
        }
    }
    size_t len = to_utf16(HIERARCHY(N(TXT, T("$"), )), true, true, bytes);
    struct at_tree *tree;
    struct at_err err;
    T_OK(parse(bytes, len, &tree, &err)); // half a pair is replaced, and said
    T_EQ_STR(tree->root->first_child->text, "\xef\xbf\xbd");
    T_OK(tree->repaired);
    at_tree_free(tree);
}

// head, part as often as wanted, tail
static char *
repeat(const char *head, const char *part, size_t times, const char *tail,
       size_t *out_len)
{
    size_t part_len = strlen(part);
    char *text = malloc(strlen(head) + part_len * times + strlen(tail) + 1);
    char *at = text + strlen(head);
    memcpy(text, head, strlen(head));
    for (size_t i = 0; i < times; i++, at += part_len)
        memcpy(at, part, part_len);
    memcpy(at, tail, strlen(tail) + 1);
    *out_len = (size_t)(at - text) + strlen(tail);
    return text;
}

static const struct {
    const char *name;
    const char *head;
    const char *part;
    size_t times;
    const char *tail;
    enum at_code code; // AT_OK: is read
    const char *message;
} hostile[] = {
    {"as deep as allowed", "<hierarchy>", "<node>", AT_TREE_MAX_DEPTH, "",
     AT_ETREE, "in the middle"},
    {"deeper", "<hierarchy>", "<node>", AT_TREE_MAX_DEPTH + 1, "", AT_ETREE,
     "more than 512 levels"},
    {"100,000 deep", "<hierarchy>", "<node>", 100000, "", AT_ETREE, "levels"},
    {"as many nodes as allowed", "<hierarchy>", "<node/>", AT_TREE_MAX_NODES,
     "</hierarchy>", AT_OK, ""},
    {"one more", "<hierarchy>", "<node/>", AT_TREE_MAX_NODES + 1,
     "</hierarchy>", AT_ETREE, "more than 50000 nodes"},
    {"a text as long as allowed", "<hierarchy><node text='", "x",
     AT_NODE_TEXT_MAX_BYTES, "'/></hierarchy>", AT_OK, ""},
    {"one byte more", "<hierarchy><node text='", "x",
     AT_NODE_TEXT_MAX_BYTES + 1, "'/></hierarchy>", AT_ETREE, "in one text"},
    {"a 10 MB id", "<hierarchy><node resource-id='", "0123456789", 1024 * 1024,
     "'/></hierarchy>", AT_ETREE, "in one text"},
    {"a 10 MB unknown attribute", "<hierarchy><node x='", "0123456789",
     1024 * 1024, "'/></hierarchy>", AT_OK, ""},
    {"10 MB of something else", "", "all work ", 1024 * 1024, "", AT_ETREE,
     "no <hierarchy>"},
    {"too large", "", "0123456789abcdef", 2 * 1024 * 1024 + 1, "", AT_ELIMIT,
     "more than 33554432"},
};

T_TEST(hostile_rows)
{
    for (size_t i = 0; i < T_LEN(hostile); i++) {
        size_t len;
        char *dump = repeat(hostile[i].head, hostile[i].part, hostile[i].times,
                            hostile[i].tail, &len);
        struct at_tree *tree;
        struct at_err err;
        T_ROW(hostile[i].name);
        T_EQ_INT(parse(dump, len, &tree, &err), hostile[i].code == AT_OK);
        T_EQ_INT(err.code, hostile[i].code);
        T_HAS(err.msg, hostile[i].message);
        at_tree_free(tree);
        free(dump);
    }
}

T_TEST(zero_bytes)
{
    static const char in_text[] = "<hierarchy><node text='a\0b'/></hierarchy>";
    static const char all[64];
    struct at_tree *tree;
    struct at_err err;
    T_NOT(parse(in_text, sizeof(in_text) - 1, &tree, &err));
    T_EQ_INT(err.code, AT_ETREE);
    T_NOT(parse(all, sizeof(all), &tree, &err));
    T_EQ_INT(err.code, AT_ETREE);
    T_NOT(parse(NULL, 0, &tree, &err));
    T_EQ_INT(err.code, AT_ETREE);
}

static const struct {
    const char *windows;
    const char *package;
} fronts[] = {
    {"<node package='a.b' bounds='[0,0][1080,1920]'/>", "a.b"},
    {"<node package='com.android.systemui' bounds='[0,0][1080,66]'/>"
     "<node package='a.b' bounds='[0,0][1080,1920]'/>",
     "a.b"},
    {"<node package='a.b' bounds='[0,0][1080,1920]'/>"
     "<node package='com.android.systemui' bounds='[0,0][1080,66]'/>",
     "a.b"},
    {"<node package='a.b' bounds='[0,0][1080,1920]'/>"
     "<node package='com.google.android.inputmethod.latin' "
     "bounds='[0,900][1080,1920]'/>",
     "a.b"},
    {"<node package='a.b' bounds='[0,0][1080,1920]'/>"
     "<node package='android' bounds='[90,500][990,1300]'/>",
     "android"},
    {"<node package='a.b' bounds='[0,0][1080,1920]'/>" // the shade is open
     "<node package='com.android.systemui' bounds='[0,0][1080,1920]'/>",
     "com.android.systemui"},
    {"<node package='com.android.systemui' bounds='[0,0][1080,66]'/>",
     "com.android.systemui"},
    {"<node bounds='[0,0][1080,1920]'><node package='a.b'/></node>", "a.b"},
    {"<node bounds='[0,0][9,9]'><node resource-id='android:id/content'>"
     "<node resource-id='a.b:id/x'/></node></node>",
     "a.b"},
    {"<node bounds='[0,0][1080,1920]'/>", ""},
};

T_TEST(package_in_front)
{
    for (size_t i = 0; i < T_LEN(fronts); i++) {
        char xml[600];
        snprintf(xml, sizeof(xml), "<hierarchy>%s</hierarchy>",
                 fronts[i].windows);
        T_ROW(fronts[i].windows);
        struct at_tree *tree = screen(xml);
        T_EQ_STR(tree->front_package, fronts[i].package);
        at_tree_free(tree);
    }
}

T_TEST(paths_and_walks)
{
    struct at_tree *tree = screen(HIERARCHY(
        N(BOX, , N(TXT, T("a"), ) N(BOX, , N(TXT, T("b"), ))) N(BOX, , )));
    char path[32];
    char tight[4];
    at_node_path(node_with(tree, "b"), path, sizeof(path));
    T_EQ_TEXT(path, "0.1.0");
    at_node_path(node_with(tree, "b"), tight, sizeof(tight));
    T_EQ_TEXT(tight, "0.1");
    at_node_path(tree->root, path, sizeof(path));
    T_EQ_TEXT(path, "");
    const struct at_node *box = tree->root->first_child;
    size_t count = 0;
    for (const struct at_node *it = box; it; it = at_node_next(it, box))
        count++;
    T_EQ_SIZE(count, 4);
    T_NULL(at_node_skip(box, box));
    T_OK(at_node_skip(box, tree->root) == box->next);
    at_tree_free(tree);
}

struct recorded {
    char name[128];
    long nodes;
    bool refused;
};

// "| `name.xml` | … | nodes | encoding | … |" of the recordings' own table; the
// nodes are in the eighth column.
static bool
read_table_row(struct at_str line, struct recorded *out)
{
    struct at_str part = {0};
    int64_t nodes;
    if (!at_str_starts(line, AT_STR("| `")) ||
        !at_str_has(line, AT_STR(".xml` |")))
        return false;
    at_str_next(&line, '`', &part);
    at_str_next(&line, '`', &part);
    at_str_cut(out->name, sizeof(out->name), part);
    for (int column = 0; column < 7; column++)
        at_str_next(&line, '|', &part);
    if (!at_str_to_i64(at_str_trim(part), 0, 100000, &nodes))
        return false;
    at_str_next(&line, '|', &part);
    at_str_next(&line, '|', &part);
    out->nodes = (long)nodes;
    out->refused = at_str_has(part, AT_STR("NOT well-formed: "));
    return true;
}

static void
check_recorded(const char *dir, const struct recorded *row)
{
    char path[640];
    size_t len;
    struct at_tree *tree;
    struct at_err err;
    snprintf(path, sizeof(path), "%s/%s", dir, row->name);
    T_ROW(row->name);
    char *dump = t_read_file(path, &len);
    T_OK(dump != NULL);
    T_EQ_INT(parse(dump, len, &tree, &err), !row->refused);
    T_EQ_INT(err.code, row->refused ? AT_ETREE : AT_OK);
    if (tree)
        T_EQ_SIZE(tree->node_count, row->nodes);
    else
        T_HAS(err.msg, "line 1, column");
    at_tree_free(tree);
    free(dump);
}

T_TEST(recorded_dumps)
{
    char dir[400];
    char path[512];
    size_t len;
    size_t count = 0;
    snprintf(dir, sizeof(dir), "%s/fixtures/android/uiautomator", t_shared());
    snprintf(path, sizeof(path), "%s/fixtures/README.md", t_shared());
    char *table = t_read_file(path, &len);
    T_OK(table != NULL);
    struct at_str rest = at_str_n(table, len);
    struct at_str line;
    while (at_str_next_line(&rest, &line)) {
        struct recorded row;
        if (!read_table_row(line, &row))
            continue;
        check_recorded(dir, &row);
        count++;
    }
    free(table);
    T_EQ_SIZE(count, 56);
}

T_MAIN()
