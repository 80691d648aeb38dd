// diff_test.c: what appeared, changed and went between two readings
#include "screen/diff.h"

#include <dirent.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "tests/unit/screen/fixture.h"

// A screen with enough that stays for a diff to be shorter than the tree.
#define FOOT(n) N(TXT, T("footer line number " n) AT("[0,19" n "][900,1919]"), )
#define FEET FOOT("01") FOOT("02") FOOT("03") FOOT("04") FOOT("05") FOOT("06")
#define FEET_ROOT(kids) ROOT(kids FEET)

#define HELPER_FEET                                                               \
    "," HN(TXT, 1, "'text':'footer line number 1',") "," HN(                      \
        TXT, 1,                                                                   \
        "'text':'footer line number 2',") "," HN(TXT, 1,                          \
                                                 "'text':'footer line "           \
                                                 "number "                        \
                                                 "3',") "," HN(TXT, 1,            \
                                                               "'text':'"         \
                                                               "footer "          \
                                                               "line "            \
                                                               "number "          \
                                                               "4',") "," HN(TXT, \
                                                                             1,   \
                                                                             "'text':'footer line number 5',")
#define WIFI(state) CHECK(state) TAP AT("[0,300][500,400]")
#define OK_BUTTON N(BTN, T("OK") TAP AT("[0,500][500,600]"), )
#define TWIN(more) N(BOX, T("AD") TAP more AT("[0,500][500,600]"), )
#define DELETE(place) N(IMG, ID("del") TAP AT(place), )
#define ROW(text, place, del)                                                  \
    N(BOX, AT(place), N(TXT, T(text) AT(place), ) DELETE(del))
#define ROWS(kids) ROOT(N(LIST, SCROLLS AT("[0,0][1080,1900]"), kids))
// A row whose title is its button's label.
#define NOTE(title, body, n)                                                   \
    N(BOX, ID("row") TAP AT("[0," #n "00][900," #n "99]"),                     \
      N(TXT, ID("title") T(title) AT("[0," #n "00][900," #n "50]"), )          \
          N(TXT, ID("body") T(body) AT("[0," #n "50][900," #n "99]"), ))
// An amount at the end of a line.
#define PRICE(what, amount, n)                                                 \
    N(TXT, T(what) AT("[0," #n "00][500," #n "60]"), )                         \
    N(TXT, T(amount) AT("[600," #n "00][900," #n "60]"), )
#define FEET_ROWS(kids) FEET_ROOT(N(LIST, SCROLLS AT("[0,0][1080,1900]"), kids))
#define MILK ROW("Milk", "[0,0][900,100]", "[900,0][1000,100]")
#define EGGS ROW("Eggs", "[0,100][900,200]", "[900,100][1000,200]")
#define EGGS_FIRST ROW("Eggs", "[0,0][900,100]", "[900,0][1000,100]")

static const struct {
    const char *name;
    const char *before;
    const char *after;
    const char *head; // after the fingerprints
    const char *body;
} rows[] = {
    {"nothing", FEET_ROOT(OK_BUTTON), FEET_ROOT(OK_BUTTON),
     ": nothing changed; other lines and refs stay", ""},
    {"twins that nothing but their order tells apart",
     FEET_ROOT(TWIN(" password=\"false\"") TWIN(HINT("x"))),
     FEET_ROOT(TWIN(HINT("x")) TWIN(" password=\"false\"")),
     ": nothing changed; other lines and refs stay", ""},
    {"a state",
     FEET_ROOT(N("android.widget.Switch", T("Wi-Fi") WIFI("false"), )
                   OK_BUTTON),
     FEET_ROOT(N("android.widget.Switch", T("Wi-Fi") WIFI("true"), ) OK_BUTTON),
     ": 1 changed; other lines and refs stay",
     "~ @c1 switch \"Wi-Fi\" unchecked -> switch \"Wi-Fi\" checked\n"},
    {"an amount, beside what it is of",
     FEET_ROOT(PRICE("Medicines", "20.95 €", 1) PRICE("Total", "24.45 €", 2)),
     FEET_ROOT(PRICE("Medicines", "27.70 €", 1) PRICE("Total", "27.70 €", 2)),
     ": 2 changed",
     "~ \"20.95 €\" -> \"27.70 €\" near \"Medicines\"\n"
     "~ \"24.45 €\" -> \"27.70 €\" near \"Total\"\n"},
    {"what appears is below its own parent only",
     FEET_ROOT(N(BOX, T("One") AT("[0,0][900,100]"), )
                   N(BOX, T("Two") AT("[0,100][900,200]"), )),
     FEET_ROOT(N(BOX, T("Uno") AT("[0,0][900,100]"), )
                   N(BOX, T("Two") AT("[0,100][900,200]"),
                     N(TXT, T("new in two") AT("[0,150][900,190]"), ))),
     ": 1 appeared, 1 changed", "~ \"One\" -> \"Uno\"\n+ \"new in two\"\n"},
    {"a field whose label was scrolled away",
     FEET_ROOT(N(TXT, T("Street") AT("[0,100][500,150]"), )
                   N(EDIT, ID("street") TAP AT("[0,150][500,250]"), )),
     FEET_ROOT(N(EDIT, ID("street") T("x") TAP AT("[0,0][500,90]"), )),
     ": 1 changed, 1 went",
     "- \"Street\"\n~ @f1 input id=\"street\" -> input value=\"x\" "
     "maybe-hint near \"Street\"\n"},
    {"selected, disabled", FEET_ROOT(OK_BUTTON),
     FEET_ROOT(N(BTN, T("OK") TAP SELECTED OFF("[0,500][500,600]"), )),
     ": 1 changed", "~ @b1 btn \"OK\" -> btn \"OK\" selected disabled\n"},
    {"a value and the focus",
     FEET_ROOT(N(EDIT, HINT("Name") TAP AT("[0,0][500,100]"), )),
     FEET_ROOT(
         N(EDIT, T("a\tb") HINT("Name") TAP FOCUS AT("[0,0][500,100]"), )),
     ": 1 changed",
     "~ @f1 input hint=\"Name\" -> input value=\"a b\" hint=\"Name\" "
     "focused\n"},
    {"a password",
     FEET_ROOT(N(EDIT, HINT("Key") SECRET TAP AT("[0,0][500,100]"), )),
     FEET_ROOT(N(EDIT, T("abc") HINT("Key") SECRET TAP AT("[0,0][500,100]"), )),
     ": 1 changed",
     "~ @f1 input hint=\"Key\" password -> input value=3 chars hint=\"Key\" "
     "password\n"},
    {"a hint",
     FEET_ROOT(N(EDIT, ID("f") HINT("Name") TAP AT("[0,0][500,100]"), )),
     FEET_ROOT(N(EDIT, ID("f") HINT("E-mail") TAP AT("[0,0][500,100]"), )),
     ": 1 changed", "~ @f1 input hint=\"Name\" -> input hint=\"E-mail\"\n"},
    {"a slider",
     FEET_ROOT(N("android.widget.SeekBar",
                 ID("vol") " state-description=\"10%\" focusable=\"true\"" AT(
                     "[0,0][500,50]"), )),
     FEET_ROOT(N("android.widget.SeekBar",
                 ID("vol") " state-description=\"60%\" focusable=\"true\"" AT(
                     "[0,0][500,50]"), )),
     ": 1 changed", "~ @g1 slider 10% -> slider 60%\n"},
    {"a plain text at its place",
     FEET_ROOT(N(TXT, T("3 items") AT("[0,0][100,50]"), ) OK_BUTTON),
     FEET_ROOT(N(TXT, T("12 items") AT("[0,0][140,50]"), ) OK_BUTTON),
     ": 1 changed", "~ \"3 items\" -> \"12 items\"\n"},
    {"one of two texts that only their place tells apart",
     FEET_ROOT(N(TXT, T("1") AT("[0,0][50,50]"), )
                   N(TXT, T("2") AT("[0,60][50,110]"), )
                       N(TXT, T("3") AT("[0,120][50,170]"), )),
     FEET_ROOT(N(TXT, T("4") AT("[0,0][50,50]"), )
                   N(TXT, T("2") AT("[0,60][50,110]"), )
                       N(TXT, T("5") AT("[0,120][60,170]"), )),
     ": 2 changed", "~ \"1\" -> \"4\"\n~ \"3\" -> \"5\"\n"},
    {"equal texts that got another parent",
     FEET_ROOT(N(TXT, T("x") AT("[0,0][50,50]"), )
                   N(TXT, T("x") AT("[0,60][50,110]"), )),
     FEET_ROOT(N(BOX, AT("[0,0][500,500]"),
                 N(TXT, T("x") AT("[9,9][50,50]"), )
                     N(TXT, T("x") AT("[9,60][50,99]"), ))),
     ": nothing changed", ""},
    {"appeared, in the middle",
     FEET_ROOT(N(TXT, T("Top") AT("[0,0][100,50]"), ) OK_BUTTON),
     FEET_ROOT(N(TXT, T("Top") AT("[0,0][100,50]"), )
                   N(BTN, T("New") TAP AT("[0,60][500,90]"), ) OK_BUTTON),
     ": 1 appeared", "+ @b2 btn \"New\"\n"},
    {"moved",
     FEET_ROOT(N(TXT, T("Top") AT("[0,0][100,50]"), )
                   N(BTN, T("OK") TAP AT("[0,60][500,90]"), )),
     FEET_ROOT(N(TXT, T("Top") AT("[0,800][100,850]"), )
                   N(BTN, T("OK") TAP AT("[0,860][500,890]"), )),
     ": nothing changed; other lines and refs stay", ""},
    {"another place in the order",
     FEET_ROOT(N(TXT, T("A") AT("[0,0][100,50]"), ) OK_BUTTON),
     FEET_ROOT(OK_BUTTON N(TXT, T("A") AT("[0,600][100,650]"), )),
     ": nothing changed; other lines and refs stay", ""},
    {"a row of two went: the other keeps its name", FEET_ROWS(MILK EGGS),
     FEET_ROWS(EGGS_FIRST), ": 2 went",
     "-   \"Milk\"\n-   @g1 tap id=\"del\"\n"},
    {"went, where it stood",
     FEET_ROOT(N(TXT, T("A") AT("[0,0][100,50]"), )
                   N(BTN, T("Skip") TAP AT("[0,60][500,90]"), ) OK_BUTTON),
     FEET_ROOT(N(TXT, T("A") AT("[0,0][100,50]"), )
                   OK_BUTTON N(TXT, T("B") AT("[0,600][100,650]"), )),
     ": 1 appeared, 1 went", "- @b1 btn \"Skip\"\n+ \"B\"\n"},
    {"a button with another label",
     FEET_ROOT(N(BTN, ID("go") T("Follow") TAP AT("[0,0][500,90]"), )),
     FEET_ROOT(N(BTN, ID("go") T("Following") TAP AT("[0,0][500,90]"), )),
     ": 1 changed", "~ @b1 btn \"Follow\" -> btn \"Following\"\n"},
    {"twins: which one went is not known",
     FEET_ROOT(DELETE("[0,0][100,100]") DELETE("[0,100][100,200]")
                   DELETE("[0,200][100,300]")),
     FEET_ROOT(DELETE("[0,50][100,150]") DELETE("[0,150][100,250]")),
     ": 2 changed, 1 went",
     "~ @g1 -> @g4 tap id=\"del\"\n~ @g2 -> @g5 tap id=\"del\"\n"
     "- @g3 tap id=\"del\"\n"},
    {"twins that stay",
     FEET_ROOT(DELETE("[0,0][100,100]") DELETE("[0,100][100,200]")),
     FEET_ROOT(DELETE("[0,0][100,100]") DELETE("[0,100][100,200]")),
     ": nothing changed", ""},
    {"what is wrong with a field",
     HELPER("", HN(EDIT, 4129, "'hint':'Mail',") HELPER_FEET),
     HELPER("", HN(EDIT, 4129, "'hint':'Mail','error':'empty',") HELPER_FEET),
     ": 1 changed",
     "~ @f1 input hint=\"Mail\" -> input hint=\"Mail\" invalid=\"empty\"\n"},
    {"a screen that was not read whole",
     HELPER("", HN(BTN, 33, "'text':'OK',") HELPER_FEET),
     HELPER("'missing':2,", HN(BTN, 33, "'text':'OK',") HELPER_FEET),
     ": nothing changed; other lines and refs stay",
     "... not the whole screen: 2 of its nodes could not be read\n"},
    {"another screen is the whole tree",
     ROOT(OK_BUTTON N(TXT, T("A") AT("[0,0][100,50]"), )),
     ROOT(N(LIST, ID("l") SCROLLS AT("[0,0][1080,1000]"),
            N(TXT, T("B") AT("[0,0][100,50]"), ))),
     "screen 1080x1920 com.example.app #", "@s1 scroll\n  \"B\"\n"},
    {"a body is told although a row had the same text",
     ROOT(N(LIST, SCROLLS AT("[0,0][1080,1900]"),
            NOTE("Groceries", "Milk", 0) NOTE("Errands", "Post", 1)
                NOTE("Ideas", "A boat", 2) NOTE("Trips", "Rome", 3))),
     ROOT(N(TXT, T("Groceries") AT("[0,0][900,90]"), )
              N(TXT, T("Milk") AT("[0,100][900,190]"), )),
     "screen 1080x1920 com.example.app #", "\"Groceries\"\n\"Milk\"\n"},
    {"a list that scrolled: whole rows, and no strangers",
     ROWS(NOTE("Groceries", "Milk", 0) NOTE("Errands", "Post", 1)
              NOTE("Ideas", "A boat", 2) NOTE("Trips", "Rome", 3)
                  NOTE("Books", "Emma", 4) NOTE("Films", "Alien", 5)),
     ROWS(NOTE("Errands", "Post", 0) NOTE("Ideas", "A boat", 1)
              NOTE("Trips", "Rome", 2) NOTE("Books", "Emma", 3)
                  NOTE("Films", "Alien", 4) NOTE("Cakes", "Milk", 5)),
     ": 2 appeared, 2 went",
     "-   @b1 btn \"Groceries\"\n-     \"Milk\"\n+   @b7 btn \"Cakes\"\n"
     "+     \"Milk\"\n"},
    {"a label that changed at its place keeps the ref",
     FEET_ROOT(N(BTN, ID("cart") T("Cart (0)") TAP AT("[0,0][500,90]"), )),
     FEET_ROOT(N(BTN, ID("cart") T("Cart (1)") TAP AT("[0,0][500,90]"), )),
     ": 1 changed", "~ @b1 btn \"Cart (0)\" -> btn \"Cart (1)\"\n"},
    {"a value in a row that stands still",
     FEET_ROWS(NOTE("Groceries", "Milk", 0) NOTE("Errands", "Post", 1)
                   NOTE("Ideas", "A boat", 2)),
     FEET_ROWS(NOTE("Groceries", "Milk", 0) NOTE("Errands", "Bank", 1)
                   NOTE("Ideas", "A boat", 2)),
     ": 1 changed", "~     \"Post\" -> \"Bank\"\n"},
};

static void
write_tree(const struct at_tree *tree, struct at_ref_table *refs,
           struct at_buf *out)
{
    const struct at_compact_opts opts = {.max_lines = 50000, .bare = true};
    struct at_compact_result result;
    at_compact_write(tree, &opts, out, refs, &result);
}

// The first line and the rest, of which the caller owns the buffer.
static void
diff_of(const char *before_xml, const char *after_xml,
        const struct at_diff_opts *opts, struct at_ref_table *refs,
        struct at_buf *out)
{
    struct at_tree *before = screen(before_xml);
    struct at_tree *after = screen(after_xml);
    struct at_diff_result result;
    write_tree(before, refs, out);
    at_buf_clear(out);
    at_diff_write(before, after, opts, refs, out, &result);
    at_tree_free(before);
    at_tree_free(after);
}

T_TEST(diff_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        const struct at_diff_opts opts = {0};
        struct at_ref_table *refs = at_ref_table_new(&test_advice);
        struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
        struct at_str head;
        T_ROW(rows[i].name);
        diff_of(rows[i].before, rows[i].after, &opts, refs, &out);
        struct at_str rest = at_buf_str(&out);
        T_OK(at_str_next_line(&rest, &head));
        T_HAS(at_buf_text(&out), rows[i].head);
        T_EQ_STR(rest, rows[i].body);
        at_buf_deinit(&out);
        at_ref_table_free(refs);
    }
}

// A name is never another element's, whatever comes and goes.
T_TEST(names_are_not_given_out_again)
{
    const struct at_diff_opts opts = {0};
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    diff_of(ROOT(OK_BUTTON), ROOT(N(BTN, T("New") TAP AT("[0,0][9,9]"), )),
            &opts, refs, &out);
    struct at_tree *after =
        screen(ROOT(N(BTN, T("New") TAP AT("[0,0][9,9]"), )));
    T_NULL(at_ref_resolve(refs, AT_STR("@b1"), after, &err));
    T_HAS(err.msg, "stale ref '@b1': the button \"OK\" is no longer on");
    T_EQ_STR(at_ref_resolve(refs, AT_STR("@b2"), after, &err)->text, "New");
    at_tree_free(after);
    at_buf_deinit(&out);
    at_ref_table_free(refs);
}

T_TEST(another_app_is_shown_as_a_whole_tree)
{
    const struct at_diff_opts opts = {0};
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    diff_of(ROOT(OK_BUTTON),
            HIERARCHY("<node class=\"a\" package=\"com.other\" text=\"Hi\" "
                      "bounds=\"[0,0][1080,1920]\"/>"),
            &opts, refs, &out);
    T_HAS(at_buf_text(&out), "screen 1080x1920 com.other #");
    T_HAS(at_buf_text(&out), "\n\"Hi\"\n");
    T_NULL(strstr(at_buf_text(&out), "since"));
    at_buf_deinit(&out);
    at_ref_table_free(refs);
}

static void
write_many(const char *word, int count, bool taps, struct at_buf *out)
{
    at_buf_add_text(out, "<hierarchy rotation=\"0\"><node class=\"a\" "
                         "package=\"p\" bounds=\"[0,0][1080,1920]\">");
    for (int i = 0; i < count; i++)
        at_buf_add_fmt(out,
                       "<node class=\"b%s\" package=\"p\" text=\"%s %d\" "
                       "enabled=\"true\" clickable=\"%s\" "
                       "bounds=\"[0,%d][100,%d]\"/>",
                       word, word, i, taps ? "true" : "false", i, i + 1);
    for (int i = 0; i < 40; i++)
        at_buf_add_fmt(out,
                       "<node class=\"c\" package=\"p\" text=\"End %d\" "
                       "bounds=\"[0,1800][9,19%02d]\"/>",
                       i, i);
    at_buf_add_text(out, "</node></hierarchy>");
}

T_TEST(omitted_lines_are_counted)
{
    const struct at_diff_opts opts = {.max_lines = 3};
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_buf before = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_buf after = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    write_many("old", 30, false, &before);
    write_many("new", 10, true, &after);
    diff_of(at_buf_text(&before), at_buf_text(&after), &opts, refs, &out);
    T_HAS(at_buf_text(&out), ": 10 appeared, 30 went; ");
    T_HAS(at_buf_text(&out), "- \"old 19\"\n+ ");
    T_HAS(at_buf_text(&out),
          "\n- ... 10 more lines\n... 7 more lines appeared or changed (line "
          "limit 3): read the whole tree\n");
    T_EQ_SIZE(at_ref_table_count(refs), 3);
    at_buf_deinit(&before);
    at_buf_deinit(&after);
    at_buf_deinit(&out);
    at_ref_table_free(refs);
}

// Ten thousand equal buttons take no longer than they must.
T_TEST(many_twins)
{
    const struct at_diff_opts opts = {0};
    struct at_buf xml = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    at_buf_add_text(&xml, "<hierarchy rotation=\"0\">");
    for (int i = 0; i < 10000; i++)
        at_buf_add_fmt(&xml,
                       "<node class=\"b\" package=\"p\" clickable=\"true\" "
                       "text=\"x\" bounds=\"[0,0][%d,9]\"/>",
                       1 + i % 7);
    at_buf_add_text(&xml, "</hierarchy>");
    struct at_tree *tree = screen(at_buf_text(&xml));
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_diff_result result;
    write_tree(tree, refs, &out);
    at_diff_write(tree, tree, &opts, refs, &out, &result);
    T_EQ_SIZE(result.appeared + result.went, 0);
    at_tree_free(tree);
    at_buf_deinit(&xml);
    at_buf_deinit(&out);
    at_ref_table_free(refs);
}

// Mark the nodes that the diff tells of, by their order.
static void
note_change(void *user, const struct at_diff_change *change)
{
    bool *nodes = user;
    if (change->fate != AT_DIFF_WENT)
        nodes[change->node->order] = true;
}

static struct at_compact_plan
bare_plan(const struct at_tree *tree)
{
    const struct at_compact_opts opts = {.bare = true};
    struct at_compact_plan plan;
    at_compact_plan_init(&plan, tree, &opts);
    return plan;
}

static bool
has_line(const struct at_compact_plan *plan, struct at_str wanted)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    bool found = false;
    for (size_t i = 0; i < plan->count && !found; i++) {
        at_buf_clear(&text);
        at_compact_write_line(&plan->lines[i], &text);
        found = at_str_eq(at_buf_str(&text), wanted);
    }
    at_buf_deinit(&text);
    return found;
}

// Each line of after is in the diff, or was a line of before.
static void
check_lines(const struct at_tree *before, const struct at_tree *after,
            const bool *told)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_compact_plan old = bare_plan(before);
    struct at_compact_plan now = bare_plan(after);
    for (size_t i = 0; i < now.count; i++) {
        at_buf_clear(&text);
        at_compact_write_line(&now.lines[i], &text);
        T_OK(told[now.lines[i].node->order] ||
             has_line(&old, at_buf_str(&text)));
    }
    at_compact_plan_deinit(&old);
    at_compact_plan_deinit(&now);
    at_buf_deinit(&text);
}

static void
check_pair(const struct at_tree *before, const struct at_tree *after)
{
    bool *told = at_alloc(after->node_count + 1);
    const struct at_diff_opts opts = {50000, false, false, note_change, told};
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_buf tree = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_buf diff = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_diff_result result;
    write_tree(before, refs, &tree);
    at_diff_write(before, after, &opts, refs, &diff, &result);
    if (before == after)
        T_EQ_SIZE(result.appeared + result.changed + result.went, 0);
    check_lines(before, after, told);
    at_buf_clear(&tree);
    write_tree(after, refs, &tree);
    // the names that go on may be longer than those that begin again
    T_OK(diff.len <= tree.len + AT_REF_NAME_MAX * at_ref_table_count(refs));
    at_buf_deinit(&tree);
    at_buf_deinit(&diff);
    at_ref_table_free(refs);
    free(told);
}

static struct at_tree *
read_dump(const char *dir, const char *name)
{
    char path[2048];
    size_t len;
    struct at_tree *tree = NULL;
    snprintf(path, sizeof(path), "%s/%s", dir, name);
    char *dump = t_read_file(path, &len);
    T_OK(dump != NULL);
    if (!at_uiautomator_parse(at_str_n(dump, len), &tree, NULL))
        tree = NULL;
    free(dump);
    return tree;
}

// Every dump against itself and against the one before it.
T_TEST(recorded_dumps)
{
    char dir[1024];
    struct at_tree *last = NULL;
    size_t count = 0;
    snprintf(dir, sizeof(dir), "%s/fixtures/android/uiautomator", t_shared());
    DIR *folder = opendir(dir);
    T_OK(folder != NULL);
    for (struct dirent *it; (it = readdir(folder));) {
        if (!at_str_ends(at_str(it->d_name), AT_STR(".xml")))
            continue;
        struct at_tree *tree = read_dump(dir, it->d_name);
        T_ROW(it->d_name);
        if (!tree)
            continue;
        check_pair(tree, tree);
        if (last) {
            check_pair(last, tree);
            check_pair(tree, last);
        }
        at_tree_free(last);
        last = tree;
        count++;
    }
    at_tree_free(last);
    closedir(folder);
    T_OK(count > 20);
}

T_MAIN()
