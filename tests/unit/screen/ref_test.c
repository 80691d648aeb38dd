// ref_test.c: a ref means its element wherever it is now, or nothing
#include "base/limits.h"
#include "screen/ref.h"
#include "tests/unit/screen/fixture.h"

// The table of refs that before's compact tree hands out.
static struct at_ref_table *
refs_of(const char *before)
{
    struct at_tree *tree = screen(before);
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_compact_opts opts = {0};
    struct at_compact_result result;
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    at_compact_write(tree, &opts, &out, refs, &result);
    at_buf_deinit(&out);
    at_tree_free(tree); // the table must not need it any more
    return refs;
}

#define BUTTON(text, top)                                                      \
    N(BTN, T(text) TAP AT("[0," #top "0][99," #top "9]"), )
#define ICON(top) N(IMG, TAP AT("[0," #top "0][99," #top "9]"), )
#define LABEL(text) N(TXT, T(text) AT("[0,0][99,99]"), )
#define ITEM(text, top)                                                        \
    N(BOX, AT("[0," #top "0][1080," #top "9]"),                                \
      LABEL(text) BUTTON("Delete", top))
#define ITEMS(rows) ROOT(N(LIST, AT("[0,0][1080,1800]"), rows))
#define TURNED(text, top)                                                      \
    N(BOX, AT("[0," #top "0][1080," #top "9]"),                                \
      N(BOX, AT("[0," #top "0][99," #top "9]"), BUTTON("Delete", top))         \
          LABEL(text))
// Two unnamed boxes at one place, with another content each.
#define SHELL(left)                                                            \
    N(BOX, TAP AT("[0,0][900,900]"), N(IMG, AT("[" #left ",0][900,900]"), ))
#define SHELLS ROOT(SHELL(1) SHELL(2))
#define NATIVE(rows)                                                           \
    ROOT(N("android.widget.ScrollView", SCROLLS AT("[0,0][1080,1800]"),        \
           N("android.view.ViewGroup", AT("[0,0][1080,1800]"), rows)))
#define FIELD(id, text, top)                                                   \
    N(EDIT, ID(id) T(text) AT("[0," #top "0][99," #top "9]"), )
#define SWITCH(text, on)                                                       \
    N("android.widget.Switch",                                                 \
      ID("sw") T(text) CHECK(on) TAP AT("[0,0][99,99]"), )
#define STEPPER(n, top)                                                        \
    N(BOX, AT("[0," #top "0][1080," #top "9]"),                                \
      ICON(top) LABEL(n) N(IMG, TAP AT("[200," #top "0][299," #top "9]"), ))

#define IDENTIFIED(id, text) N(BTN, ID(id) T(text) TAP AT("[0,0][99,99]"), )
#define MORE LABEL("one") LABEL("two") LABEL("three")
#define PLAIN_FIELD(text, hint, top)                                           \
    N(EDIT, T(text) HINT(hint) AT("[0," #top "][99," #top "9]"), )
#define STAR_AT(to)                                                            \
    N(BTN, DESC("Star") TAP AT("[900," #to "1][999," #to "9]"), )
#define STAR_LEFT N(BOX, AT("[0,0][1080,39]"), STAR_AT(3))
#define STAR(title, from, to)                                                  \
    N(BOX, AT("[0," #from "0][1080," #to "9]"),                                \
      N(TXT, T(title) AT("[0," #from "0][500," #from "9]"), ) STAR_AT(to))
#define STARS(rows) ROOT(N(LIST, SCROLLS AT("[0,0][1080,1800]"), rows))

// The path of the node that ref must mean in after; NULL: no node.
static const struct {
    const char *name;
    const char *before;
    const char *after;
    const char *ref;
    const char *path;
    const char *message;
} rows[] = {
    {"the same screen", ROOT(BUTTON("A", 1) BUTTON("B", 2)),
     ROOT(BUTTON("A", 1) BUTTON("B", 2)), "@b2", "0.1", NULL},
    {"moved", ROOT(BUTTON("A", 1) BUTTON("B", 2)),
     ROOT(BUTTON("B", 7) BUTTON("A", 8)), "@b2", "0.0", NULL},
    {"another took its number", ROOT(BUTTON("A", 1)),
     ROOT(BUTTON("X", 1) BUTTON("A", 2)), "@b1", "0.1", NULL},
    {"gone", ROOT(BUTTON("A", 1) BUTTON("B", 2)), ROOT(BUTTON("B", 1)), "@b1",
     NULL, "\"A\" is no longer on the screen; nearest: btn \"B\" @b2"},
    {"equal ones at one place: the first", SHELLS, SHELLS, "@g1", "0.0", NULL},
    {"equal ones at one place: the second", SHELLS, SHELLS, "@g2", "0.1", NULL},
    {"of equal ones at one place one went", SHELLS, ROOT(SHELL(2)), "@g2", NULL,
     "take fresh refs"},
    {"another screen", ROOT(BUTTON("A", 1)), ROOT(LABEL("Done")), "@b1", NULL,
     "no longer on the screen; take fresh refs"},
    {"unknown", ROOT(BUTTON("A", 1)), ROOT(BUTTON("A", 1)), "@b2", NULL,
     "unknown ref \"@b2\": the last tree gave out 1 refs"},
    {"no ref at all", ROOT(BUTTON("A", 1)), ROOT(BUTTON("A", 1)), "b1\n", NULL,
     "unknown ref \"b1\\n\": a ref begins with @"},
    {"another label is another element", ROOT(BUTTON("Save", 1)),
     ROOT(BUTTON("Saved", 1)), "@b1", NULL, "no longer on the screen"},
    {"another parent is another element",
     ROOT(N(BOX, ID("a") AT("[0,0][9,9]"), BUTTON("Save", 1))),
     ROOT(N(BOX, ID("b") AT("[0,0][9,9]"), BUTTON("Save", 1))), "@b1", NULL,
     "no longer on the screen"},
    {"another pane is another element",
     ROOT(N(BOX, " pane-title='x'" AT("[0,0][99,99]"), BUTTON("Save", 1))),
     ROOT(N(BOX, " pane-title='y'" AT("[0,0][99,99]"), BUTTON("Save", 1))),
     "@b1", NULL, "no longer on the screen"},

    {"a field's value is not its identity", ROOT(FIELD("e", "", 1)),
     ROOT(FIELD("e", "a@b", 1)), "@f1", "0.0", NULL},
    {"nor its neighbour's", ROOT(FIELD("", "", 1) FIELD("", "", 2)),
     ROOT(FIELD("", "x", 1) FIELD("", "y", 2)), "@f2", "0.1", NULL},
    {"a password field is not the field beside it",
     ROOT(N(EDIT, AT("[0,0][9,9]"), ) N(EDIT, SECRET AT("[0,10][9,19]"), )),
     ROOT(N(EDIT, SECRET AT("[0,0][9,9]"), ) N(EDIT, AT("[0,10][9,19]"), )),
     "@f2", "0.0", NULL},
    {"a switch turned", ROOT(SWITCH("Wi-Fi", "false")),
     ROOT(SWITCH("Wi-Fi", "true")), "@c1", "0.0", NULL},
    {"a switch whose text is its state", ROOT(SWITCH("OFF", "false")),
     ROOT(SWITCH("ON", "true")), "@c1", "0.0", NULL},
    {"a switch of another name", ROOT(SWITCH("Wi-Fi", "false")),
     ROOT(SWITCH("Bluetooth", "false")), "@c1", NULL,
     "no longer on the screen"},
    {"a spinner's choice is not its identity",
     ROOT(N("android.widget.Spinner", T("One") TAP AT("[0,0][9,9]"), )),
     ROOT(N("android.widget.Spinner", T("Two") TAP AT("[0,0][9,9]"), )), "@g1",
     "0.0", NULL},

    {"a row's button moves with its row", ITEMS(ITEM("Milk", 1) ITEM("Tea", 2)),
     ITEMS(ITEM("New", 1) ITEM("Milk", 2) ITEM("Tea", 3)), "@b1", "0.0.1.1",
     NULL},
    {"the row below moved up: same place, other element",
     ITEMS(ITEM("Milk", 1) ITEM("Tea", 2)), ITEMS(ITEM("Tea", 1)), "@b1", NULL,
     "beside \"Milk\" is no longer on the screen; nearest: btn \"Delete\" "
     "@b2"},
    {"and that one is still itself", ITEMS(ITEM("Milk", 1) ITEM("Tea", 2)),
     ITEMS(ITEM("Tea", 1)), "@b2", "0.0.0.1", NULL},
    {"scrolled by exactly one row", ITEMS(ITEM("Milk", 1) ITEM("Tea", 2)),
     ITEMS(ITEM("Tea", 1) ITEM("Jam", 2)), "@b1", NULL,
     "no longer on the screen"},
    {"the only row replaced", ITEMS(ITEM("Milk", 1)), ITEMS(ITEM("Tea", 1)),
     "@b1", NULL, "no longer on the screen"},
    {"equal rows that stand still", ITEMS(ITEM("Milk", 1) ITEM("Milk", 2)),
     ITEMS(ITEM("Milk", 1) ITEM("Milk", 2)), "@b2", "0.0.1.1", NULL},
    {"equal rows that moved", ITEMS(ITEM("Milk", 1) ITEM("Milk", 2)),
     ITEMS(ITEM("Milk", 3) ITEM("Milk", 4)), "@b2", NULL,
     "cannot be distinguished from others"},
    {"one of two equal rows is gone", ITEMS(ITEM("Milk", 1) ITEM("Milk", 2)),
     ITEMS(ITEM("Milk", 1)), "@b1", NULL, "stale ref"},
    {"an equal row came", ITEMS(ITEM("Milk", 1)),
     ITEMS(ITEM("Milk", 1) ITEM("Milk", 2)), "@b1", NULL,
     "cannot be distinguished from others"},
    {"an unequal row came", ITEMS(ITEM("Milk", 1)),
     ITEMS(ITEM("Tea", 1) ITEM("Milk", 2)), "@b1", "0.0.1.1", NULL},

    {"React Native's rows, scrolled by exactly one",
     NATIVE(ITEM("Milk", 1) ITEM("Tea", 2)),
     NATIVE(ITEM("Tea", 1) ITEM("Jam", 2)), "@b1", NULL,
     "no longer on the screen"},
    {"the only one of its kind in a row, and the row replaced",
     NATIVE(ITEM("Milk", 1) LABEL("end")), NATIVE(ITEM("Tea", 1) LABEL("end")),
     "@b1", NULL, "no longer on the screen"},
    {"rows outside any list, all replaced",
     ROOT(ITEM("Milk", 1) ITEM("Tea", 2)),
     ROOT(ITEM("Beer", 1) ITEM("Wine", 2)), "@b1", NULL, "stale ref"},
    {"a button before its row's text",
     ITEMS(TURNED("Milk", 1) TURNED("Tea", 2)), ITEMS(TURNED("Tea", 1)), "@b1",
     NULL, "beside \"Milk\" is no longer on the screen"},
    {"and the one that moved up", ITEMS(TURNED("Milk", 1) TURNED("Tea", 2)),
     ITEMS(TURNED("Tea", 1)), "@b2", "0.0.0.0.0", NULL},

    {"equal icons that stand still", ROOT(ICON(1) ICON(2)),
     ROOT(ICON(1) ICON(2)), "@g2", "0.1", NULL},
    {"equal icons, one more", ROOT(ICON(1) ICON(2)),
     ROOT(ICON(1) ICON(2) ICON(3)), "@g2", NULL, "cannot be distinguished"},
    {"equal icons that moved", ROOT(ICON(1) ICON(2)), ROOT(ICON(2) ICON(3)),
     "@g1", NULL, "stale ref"},
    {"a counter between two icons", ROOT(STEPPER("1", 1)),
     ROOT(STEPPER("2", 1)), "@g2", "0.0.2", NULL},
    {"and the icon before it", ROOT(STEPPER("1", 1)), ROOT(STEPPER("2", 1)),
     "@g1", "0.0.0", NULL},
    {"a text beside a lone button changed", ROOT(LABEL("a") BUTTON("Go", 1)),
     ROOT(LABEL("b") BUTTON("Go", 1)), "@b1", "0.1", NULL},

    {"the only one of its id, at its place in the same window",
     ROOT(IDENTIFIED("cart", "Cart (0)") MORE),
     ROOT(IDENTIFIED("cart", "Cart (1)") MORE), "@b1", "0.0", NULL},
    {"a count that the step changed, with most of its window",
     ROOT(LABEL("Apple") LABEL("Add") LABEL("Pay")
              IDENTIFIED("cart", "Cart (1)")),
     ROOT(LABEL("Apple") LABEL("In cart") LABEL("More")
              IDENTIFIED("cart", "Cart (2)")),
     "@b1", "0.3", NULL},
    {"an amount of money among other texts is another order's",
     ROOT(LABEL("Apple") LABEL("Add") LABEL("Pay")
              IDENTIFIED("pay", "Pay $12")),
     ROOT(LABEL("Pear") LABEL("Added") LABEL("Pay")
              IDENTIFIED("pay", "Pay $15")),
     "@b1", NULL, "no longer on the screen"},
    {"a count without an id, in the same window",
     ROOT(BUTTON("Basket (9)", 1) BUTTON("Home", 2) MORE),
     ROOT(BUTTON("Basket (10)", 1) BUTTON("Home", 2) MORE), "@b1", "0.0", NULL},
    {"a sum in the same window",
     ROOT(BUTTON("Pay 1,299.00", 1) BUTTON("Home", 2) MORE),
     ROOT(BUTTON("Pay 999.50", 1) BUTTON("Home", 2) MORE), "@b1", "0.0", NULL},
    {"a lone count", ROOT(IDENTIFIED("count", "Count: 1")),
     ROOT(IDENTIFIED("count", "Count: 2")), "@b1", "0.0", NULL},
    {"a number is no count where there are others like it",
     ROOT(BUTTON("Room 1", 1) BUTTON("Room 2", 2) MORE),
     ROOT(BUTTON("Room 2", 1) BUTTON("Room 3", 2) MORE), "@b1", NULL,
     "no longer on the screen"},
    {"nor where others came", ROOT(BUTTON("Room 1", 1) BUTTON("Home", 2) MORE),
     ROOT(BUTTON("Room 2", 1) BUTTON("Room 3", 2) MORE), "@b1", NULL,
     "no longer on the screen"},
    {"nor in another window",
     ROOT(BUTTON("Room 1", 1) LABEL("Hotel") LABEL("Sea")),
     ROOT(BUTTON("Room 2", 1) LABEL("Motel") LABEL("Hill")), "@b1", NULL,
     "no longer on the screen"},
    {"nor with an id, where the window has nothing left",
     ROOT(IDENTIFIED("buy", "Buy for 10") LABEL("Tea") LABEL("Green")),
     ROOT(IDENTIFIED("buy", "Buy for 12") LABEL("Jam") LABEL("Red")), "@b1",
     NULL, "no longer on the screen"},
    {"nor in a row that another one replaced",
     NATIVE(ITEM("Milk", 1) LABEL("end") N(BOX, AT("[0,20][1080,29]"),
                                           LABEL("Tea") BUTTON("Order 1", 2))),
     NATIVE(ITEM("Milk", 1) LABEL("end") N(BOX, AT("[0,20][1080,29]"),
                                           LABEL("Jam") BUTTON("Order 2", 2))),
     "@b2", NULL, "no longer on the screen"},
    {"a dialog's button is not that of the next dialog",
     ROOT(LABEL("Delete note?") IDENTIFIED("button1", "Delete")
              BUTTON("Cancel", 3)),
     ROOT(LABEL("Log out?") IDENTIFIED("button1", "Log out")
              BUTTON("Cancel", 3)),
     "@b1", NULL, "no longer on the screen"},
    {"a star in a row that lost its title keeps its place among the rows",
     STARS(STAR("Milk", 3, 7) STAR("Tea", 7, 11) STAR("Jam", 11, 15)),
     STARS(STAR_LEFT STAR("Tea", 3, 7) STAR("Jam", 7, 11)), "@b1", "0.0.0.0",
     NULL},
    {"but the star of a stranger is not it",
     STARS(STAR("Milk", 3, 7) STAR("Tea", 7, 11) STAR("Jam", 11, 15)),
     STARS(STAR("Oil", 0, 3) STAR("Tea", 3, 7) STAR("Jam", 7, 11)), "@b1", NULL,
     "no longer on the screen"},
    {"a field that shows its hint once it is empty",
     ROOT(PLAIN_FIELD("abc", "", 1) PLAIN_FIELD("def", "", 2) MORE),
     ROOT(PLAIN_FIELD("", "Name", 1) PLAIN_FIELD("def", "", 2) MORE), "@f1",
     "0.0", NULL},
    {"a field of the next page of a form",
     ROOT(PLAIN_FIELD("", "Name", 1) PLAIN_FIELD("", "Mail", 2) MORE),
     ROOT(PLAIN_FIELD("", "Street", 1) PLAIN_FIELD("", "City", 2) MORE), "@f1",
     NULL, "stale ref"},

    {"covered by nothing, but invisible now", ROOT(BUTTON("A", 1)),
     ROOT(N(BTN, T("A") TAP AT("[0,0][0,0]"), )), "@b1", NULL,
     "no longer on the screen"},
};

T_TEST(resolve_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_err err = AT_ERR_INIT;
        char path[64];
        T_ROW(rows[i].name);
        struct at_ref_table *refs = refs_of(rows[i].before);
        struct at_tree *tree = screen(rows[i].after);
        const struct at_node *node =
            at_ref_resolve(refs, at_str(rows[i].ref), tree, &err);
        T_EQ_INT(node != NULL, rows[i].path != NULL);
        T_EQ_INT(err.code, node ? AT_OK : AT_ENOTFOUND);
        if (node) {
            at_node_path(node, path, sizeof(path));
            T_EQ_TEXT(path, rows[i].path);
            T_EQ_TEXT(at_ref_name_of(refs, tree, node), rows[i].ref);
        } else {
            T_HAS(err.msg, rows[i].message);
            T_HAS(err.msg, "take fresh refs");
        }
        at_tree_free(tree);
        at_ref_table_free(refs);
    }
}

T_TEST(kinds_count_apart)
{
    struct at_ref_table *refs =
        refs_of(ROOT(BUTTON("A", 1) FIELD("e", "", 2) BUTTON("B", 3) ICON(4)));
    struct at_tree *tree =
        screen(ROOT(BUTTON("A", 1) FIELD("e", "", 2) BUTTON("B", 3) ICON(4)));
    const char *const names[] = {"@b1", "@f1", "@b2", "@g1"};
    const struct at_node *node = tree->root->first_child->first_child;
    T_EQ_SIZE(at_ref_table_count(refs), 4);
    for (size_t i = 0; i < T_LEN(names); i++, node = node->next)
        T_EQ_TEXT(at_ref_name_of(refs, tree, node), names[i]);
    T_NULL(at_ref_name_of(refs, tree, tree->root->first_child));
    at_tree_free(tree);
    at_ref_table_free(refs);
}

T_TEST(a_new_text_makes_the_old_refs_stale)
{
    struct at_ref_table *refs = refs_of(ROOT(BUTTON("A", 1) BUTTON("B", 2)));
    struct at_tree *tree = screen(ROOT(BUTTON("C", 1)));
    struct at_compact_opts opts = {0};
    struct at_compact_result result;
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    T_EQ_INT(at_ref_table_generation(refs), 1);
    at_compact_write(tree, &opts, &out, refs, &result);
    T_EQ_INT(at_ref_table_generation(refs), 2);
    T_EQ_SIZE(at_ref_table_count(refs), 1);
    T_NULL(at_ref_resolve(refs, AT_STR("@b2"), tree, &err));
    T_OK(at_ref_resolve(refs, AT_STR("@b1"), tree, &err) != NULL);
    at_ref_table_clear(refs);
    T_EQ_SIZE(at_ref_table_count(refs), 0);
    T_NULL(at_ref_resolve(refs, AT_STR("@b1"), tree, NULL));
    at_buf_deinit(&out);
    at_tree_free(tree);
    at_ref_table_free(refs);
    at_ref_table_free(NULL);
}

// Every ref of every recorded dump means its own node there, or is refused
// because an exact twin has the same place; never another.
static void
check_recorded(const char *name)
{
    char path[640];
    size_t len;
    struct at_tree *tree;
    snprintf(path, sizeof(path), "%s/fixtures/android/uiautomator/%s",
             t_shared(), name);
    T_ROW(name);
    char *dump = t_read_file(path, &len);
    T_OK(dump != NULL);
    T_OK(at_uiautomator_parse(at_str_n(dump, len), &tree, NULL));
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_compact_opts opts = {.max_lines = 10000};
    struct at_compact_result result;
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    at_compact_write(tree, &opts, &out, refs, &result);
    size_t count = 0;
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        if (!at_node_has(it, AT_NODE_INTERACTIVE))
            continue;
        const char *ref = at_ref_name_of(refs, tree, it);
        T_OK(ref && at_ref_resolve(refs, at_str(ref), tree, NULL) == it);
        count++;
    }
    T_EQ_SIZE(count, result.ref_count);
    at_buf_deinit(&out);
    at_ref_table_free(refs);
    at_tree_free(tree);
    free(dump);
}

T_TEST(recorded_dumps)
{
    static const char *const names[] = {
        "native-login-demo-accounts.xml",
        "resolver-open-with-sheet.xml",
        "compose-form-password-zh.xml",
        "systemui-quick-settings.xml",
        "flutter-controls-naf.xml",
        "documentsui-list-185-nodes-zh.xml",
        "launcher-samsung-drawer.xml",
        "webview-carrier-app-311-nodes-zh.xml",
    };
    for (size_t i = 0; i < T_LEN(names); i++)
        check_recorded(names[i]);
}

enum { SHUFFLED = 12 };

static uint32_t
next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

// A column of buttons in this order; -1 is a button that went.
static struct at_tree *
column_of(const int *labels)
{
    struct at_buf xml = AT_BUF_INIT(AT_MIB);
    at_buf_add_text(&xml, "<hierarchy rotation=\"0\"><node class=\"" BOX
                          "\" bounds=\"[0,0][1080,1920]\">");
    for (int i = 0; i < SHUFFLED; i++) {
        if (labels[i] >= 0)
            at_buf_add_fmt(&xml,
                           "<node class=\"" BTN "\" text=\"Label %d\" "
                           "clickable=\"true\" enabled=\"true\" "
                           "bounds=\"[0,%d][1080,%d]\"/>",
                           labels[i], 100 * i, 100 * i + 90);
    }
    at_buf_add_text(&xml, "</node></hierarchy>");
    struct at_tree *tree = screen(at_buf_text(&xml));
    at_buf_deinit(&xml);
    return tree;
}

T_TEST(a_ref_means_its_own_label_or_nothing_however_a_screen_is_shuffled)
{
    uint32_t seed = 1;
    for (int round = 0; round < 500; round++) {
        int labels[SHUFFLED];
        struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
        struct at_ref_table *refs = at_ref_table_new(&test_advice);
        const struct at_compact_opts all = {0};
        struct at_compact_result result;
        for (int i = 0; i < SHUFFLED; i++)
            labels[i] = (int)(next_random(&seed) % 9); // some are twins
        struct at_tree *before = column_of(labels);
        at_compact_write(before, &all, &out, refs, &result);
        struct at_ref_match was[SHUFFLED];
        struct at_ref_match is[SHUFFLED];
        at_ref_match_all(refs, before, was);
        for (int i = 0; i < SHUFFLED; i++) {
            int other = (int)(next_random(&seed) % SHUFFLED);
            int label = labels[i];
            labels[i] = labels[other];
            labels[other] = next_random(&seed) % 4 == 0 ? -1 : label;
        }
        struct at_tree *after = column_of(labels);
        at_ref_match_all(refs, after, is);
        for (size_t i = 0; i < at_ref_table_count(refs); i++) {
            if (is[i].node && was[i].node)
                T_OK(at_str_eq(is[i].node->text, was[i].node->text));
        }
        at_tree_free(before);
        at_tree_free(after);
        at_ref_table_free(refs);
        at_buf_deinit(&out);
    }
}

T_MAIN()
