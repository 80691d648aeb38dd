// screen_diff_test.c: what appeared, changed and went between two readings
#include "screen/diff.h"

#include <dirent.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "screen_fixture.h"

#define WIFI(state) CHECK(state) TAP AT("[0,300][500,400]")
#define OK_BUTTON N(BTN, T("OK") TAP AT("[0,500][500,600]"), )
#define DELETE(place) N(IMG, ID("del") TAP AT(place), )
#define ROW(text, place, del)                                                  \
    N(BOX, AT(place), N(TXT, T(text) AT(place), ) DELETE(del))
#define ROWS(kids) ROOT(N(LIST, SCROLLS AT("[0,0][1080,1900]"), kids))
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
    {"nothing", ROOT(OK_BUTTON), ROOT(OK_BUTTON),
     ": nothing appeared, changed or went; all refs stand", ""},
    {"a state",
     ROOT(N("android.widget.Switch", T("Wi-Fi") WIFI("false"), ) OK_BUTTON),
     ROOT(N("android.widget.Switch", T("Wi-Fi") WIFI("true"), ) OK_BUTTON),
     ": 0 appeared, 1 changed, 0 went; the other lines and their refs stand",
     "~ @c1 switch \"Wi-Fi\" unchecked -> switch \"Wi-Fi\" checked\n"},
    {"selected, disabled", ROOT(OK_BUTTON),
     ROOT(N(BTN, T("OK") TAP SELECTED OFF("[0,500][500,600]"), )),
     ": 0 appeared, 1 changed",
     "~ @b1 btn \"OK\" -> btn \"OK\" selected disabled\n"},
    {"a value and the focus",
     ROOT(N(EDIT, HINT("Name") TAP AT("[0,0][500,100]"), )),
     ROOT(N(EDIT, T("a\tb") HINT("Name") TAP FOCUS AT("[0,0][500,100]"), )),
     ": 0 appeared, 1 changed",
     "~ @f1 input hint=\"Name\" -> input value=\"a b\" hint=\"Name\" "
     "focused\n"},
    {"a password", ROOT(N(EDIT, HINT("Key") SECRET TAP AT("[0,0][500,100]"), )),
     ROOT(N(EDIT, T("abc") HINT("Key") SECRET TAP AT("[0,0][500,100]"), )),
     ": 0 appeared, 1 changed",
     "~ @f1 input hint=\"Key\" password -> input value=3 chars hint=\"Key\" "
     "password\n"},
    {"a hint", ROOT(N(EDIT, ID("f") HINT("Name") TAP AT("[0,0][500,100]"), )),
     ROOT(N(EDIT, ID("f") HINT("E-mail") TAP AT("[0,0][500,100]"), )),
     ": 0 appeared, 1 changed",
     "~ @f1 input hint=\"Name\" -> input hint=\"E-mail\"\n"},
    {"a slider",
     ROOT(N("android.widget.SeekBar",
            ID("vol") " state-description=\"10%\" focusable=\"true\"" AT(
                "[0,0][500,50]"), )),
     ROOT(N("android.widget.SeekBar",
            ID("vol") " state-description=\"60%\" focusable=\"true\"" AT(
                "[0,0][500,50]"), )),
     ": 0 appeared, 1 changed",
     "~ @g1 slider value=\"10%\" -> slider value=\"60%\"\n"},
    {"a plain text at its place",
     ROOT(N(TXT, T("3 items") AT("[0,0][100,50]"), ) OK_BUTTON),
     ROOT(N(TXT, T("12 items") AT("[0,0][140,50]"), ) OK_BUTTON),
     ": 0 appeared, 1 changed", "~ \"3 items\" -> \"12 items\"\n"},
    {"one of two texts that only their place tells apart",
     ROOT(N(TXT, T("1") AT("[0,0][50,50]"), )
              N(TXT, T("2") AT("[0,60][50,110]"), )
                  N(TXT, T("3") AT("[0,120][50,170]"), )),
     ROOT(N(TXT, T("4") AT("[0,0][50,50]"), )
              N(TXT, T("2") AT("[0,60][50,110]"), )
                  N(TXT, T("5") AT("[0,120][60,170]"), )),
     ": 0 appeared, 2 changed, 0 went", "~ \"1\" -> \"4\"\n~ \"3\" -> \"5\"\n"},
    {"equal texts that got another parent",
     ROOT(N(TXT, T("x") AT("[0,0][50,50]"), )
              N(TXT, T("x") AT("[0,60][50,110]"), )),
     ROOT(N(BOX, AT("[0,0][500,500]"),
            N(TXT, T("x") AT("[9,9][50,50]"), )
                N(TXT, T("x") AT("[9,60][50,99]"), ))),
     ": nothing appeared, changed or went", ""},
    {"appeared, in the middle",
     ROOT(N(TXT, T("Top") AT("[0,0][100,50]"), ) OK_BUTTON),
     ROOT(N(TXT, T("Top") AT("[0,0][100,50]"), )
              N(BTN, T("New") TAP AT("[0,60][500,90]"), ) OK_BUTTON),
     ": 1 appeared, 0 changed, 0 went", "+ @b2 btn \"New\"\n"},
    {"moved",
     ROOT(N(TXT, T("Top") AT("[0,0][100,50]"), )
              N(BTN, T("OK") TAP AT("[0,60][500,90]"), )),
     ROOT(N(TXT, T("Top") AT("[0,800][100,850]"), )
              N(BTN, T("OK") TAP AT("[0,860][500,890]"), )),
     ": nothing appeared, changed or went; all refs stand", ""},
    {"another place in the order",
     ROOT(N(TXT, T("A") AT("[0,0][100,50]"), ) OK_BUTTON),
     ROOT(OK_BUTTON N(TXT, T("A") AT("[0,600][100,650]"), )),
     ": nothing appeared, changed or went; all refs stand", ""},
    {"a row of two went: the other keeps its name", ROWS(MILK EGGS),
     ROWS(EGGS_FIRST), ": 0 appeared, 0 changed, 2 went",
     "-   \"Milk\"\n-   @g1 tap id=\"del\"\n"},
    {"went, where it stood",
     ROOT(N(TXT, T("A") AT("[0,0][100,50]"), )
              N(BTN, T("Skip") TAP AT("[0,60][500,90]"), ) OK_BUTTON),
     ROOT(N(TXT, T("A") AT("[0,0][100,50]"), )
              OK_BUTTON N(TXT, T("B") AT("[0,600][100,650]"), )),
     ": 1 appeared, 0 changed, 1 went", "- @b1 btn \"Skip\"\n+ \"B\"\n"},
    {"a button with another label",
     ROOT(N(BTN, ID("go") T("Follow") TAP AT("[0,0][500,90]"), )),
     ROOT(N(BTN, ID("go") T("Following") TAP AT("[0,0][500,90]"), )),
     ": 0 appeared, 1 changed",
     "~ @b1 btn \"Follow\" -> @b2 btn \"Following\"\n"},
    {"twins: which one went is not known",
     ROOT(DELETE("[0,0][100,100]") DELETE("[0,100][100,200]")
              DELETE("[0,200][100,300]")),
     ROOT(DELETE("[0,50][100,150]") DELETE("[0,150][100,250]")),
     ": 0 appeared, 2 changed, 1 went",
     "~ @g1 -> @g4 tap id=\"del\"\n~ @g2 -> @g5 tap id=\"del\"\n"
     "- @g3 tap id=\"del\"\n"},
    {"twins that stay",
     ROOT(DELETE("[0,0][100,100]") DELETE("[0,100][100,200]")),
     ROOT(DELETE("[0,0][100,100]") DELETE("[0,100][100,200]")),
     ": nothing appeared", ""},
    {"what is wrong with a field", HELPER("", HN(EDIT, 4129, "'hint':'Mail',")),
     HELPER("", HN(EDIT, 4129, "'hint':'Mail','error':'empty',")),
     ": 0 appeared, 1 changed",
     "~ @f1 input hint=\"Mail\" -> input hint=\"Mail\" error=\"empty\"\n"},
    {"a screen that was not read whole",
     HELPER("", HN(BTN, 33, "'text':'OK',")),
     HELPER("'missing':2,", HN(BTN, 33, "'text':'OK',")),
     ": nothing appeared, changed or went; all refs stand",
     "... not the whole screen: 2 of its nodes could not be read\n"},
    {"another screen", ROOT(OK_BUTTON N(TXT, T("A") AT("[0,0][100,50]"), )),
     ROOT(N(LIST, ID("l") SCROLLS AT("[0,0][1080,1000]"),
            N(TXT, T("B") AT("[0,0][100,50]"), ))),
     ": 2 appeared, 0 changed, 2 went\n",
     "- all 2 lines\n+ @s1 scroll id=\"l\"\n+   \"B\"\n"},
};

static void
write_tree(const struct at_tree *tree, struct at_ref_table *refs,
           struct at_buf *out)
{
    const struct at_compact_opts opts = {.max_lines = 50000};
    struct at_compact_result result;
    at_compact_write(tree, &opts, out, refs, &result);
}

// The first line and the rest, of which the caller owns the buffer.
static void
diff_of(const char *before_xml, const char *after_xml,
        const struct at_compact_opts *opts, struct at_ref_table *refs,
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
        const struct at_compact_opts opts = {0};
        struct at_ref_table *refs = at_ref_table_new();
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
    const struct at_compact_opts opts = {0};
    struct at_ref_table *refs = at_ref_table_new();
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    diff_of(ROOT(OK_BUTTON), ROOT(N(BTN, T("New") TAP AT("[0,0][9,9]"), )),
            &opts, refs, &out);
    struct at_tree *after =
        screen(ROOT(N(BTN, T("New") TAP AT("[0,0][9,9]"), )));
    T_NULL(at_ref_resolve(refs, AT_STR("@b1"), after, &err));
    T_HAS(err.msg, "unknown ref \"@b1\"");
    T_EQ_STR(at_ref_resolve(refs, AT_STR("@b2"), after, &err)->text, "New");
    at_tree_free(after);
    at_buf_deinit(&out);
    at_ref_table_free(refs);
}

T_TEST(package_and_size_of_before_are_told)
{
    const struct at_compact_opts opts = {0};
    struct at_ref_table *refs = at_ref_table_new();
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    diff_of(ROOT(OK_BUTTON),
            HIERARCHY("<node class=\"a\" package=\"com.other\" text=\"Hi\" "
                      "bounds=\"[0,0][1920,1080]\"/>"),
            &opts, refs, &out);
    T_HAS(at_buf_text(&out), "screen 1920x1080 com.other #");
    T_HAS(at_buf_text(&out), " since screen 1080x1920 com.example.app #");
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
    at_buf_add_text(out, "<node class=\"c\" package=\"p\" text=\"End\" "
                         "bounds=\"[0,1800][9,1900]\"/></node></hierarchy>");
}

T_TEST(what_is_left_out_is_counted)
{
    const struct at_compact_opts opts = {.max_lines = 3};
    struct at_ref_table *refs = at_ref_table_new();
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_buf before = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_buf after = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    write_many("old", 30, false, &before);
    write_many("new", 10, true, &after);
    diff_of(at_buf_text(&before), at_buf_text(&after), &opts, refs, &out);
    T_HAS(at_buf_text(&out), ": 10 appeared, 0 changed, 30 went; ");
    T_HAS(at_buf_text(&out), "- \"old 19\"\n+ ");
    T_HAS(at_buf_text(&out),
          "\n- ... 10 more lines\n... 7 more lines appeared or changed (line "
          "limit 3): agentest_get_ui_tree has the whole tree\n");
    T_EQ_SIZE(at_ref_table_count(refs), 3);
    at_buf_deinit(&before);
    at_buf_deinit(&after);
    at_buf_deinit(&out);
    at_ref_table_free(refs);
}

// Ten thousand equal buttons take no longer than they must.
T_TEST(many_twins)
{
    const struct at_compact_opts opts = {0};
    struct at_buf xml = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    at_buf_add_text(&xml, "<hierarchy rotation=\"0\">");
    for (int i = 0; i < 10000; i++)
        at_buf_add_fmt(&xml,
                       "<node class=\"b\" package=\"p\" clickable=\"true\" "
                       "text=\"x\" bounds=\"[0,0][%d,9]\"/>",
                       1 + i % 7);
    at_buf_add_text(&xml, "</hierarchy>");
    struct at_tree *tree = screen(at_buf_text(&xml));
    struct at_ref_table *refs = at_ref_table_new();
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_compact_result written;
    struct at_diff_result result;
    at_compact_write(tree, &opts, &out, refs, &written);
    at_diff_write(tree, tree, &opts, refs, &out, &result);
    T_EQ_SIZE(result.appeared + result.went, 0);
    at_tree_free(tree);
    at_buf_deinit(&xml);
    at_buf_deinit(&out);
    at_ref_table_free(refs);
}

// A line without sign, indentation and ref.
static struct at_str
bare_line(struct at_str line)
{
    line = at_str_trim(line);
    ptrdiff_t end = at_str_find(line, AT_STR(" "));
    if (line.len > 0 && line.ptr[0] == '@' && end > 0)
        line = at_str_skip(line, (size_t)end + 1);
    return line;
}

static bool
has_line(struct at_str text, struct at_str wanted)
{
    struct at_str line;
    while (at_str_next_line(&text, &line)) {
        if (at_str_eq(bare_line(line), wanted))
            return true;
    }
    return false;
}

// Is wanted what a line of the diff says is there now?
static bool
diff_tells(struct at_str diff, struct at_str wanted)
{
    struct at_str line;
    while (at_str_next_line(&diff, &line)) {
        if (at_str_starts(line, AT_STR("+ ")) &&
            at_str_eq(bare_line(at_str_skip(line, 2)), wanted))
            return true;
        if (at_str_starts(line, AT_STR("~ ")) && at_str_ends(line, wanted))
            return true;
    }
    return false;
}

static void
check_pair(const struct at_tree *before, const struct at_tree *after)
{
    const struct at_compact_opts opts = {.max_lines = 50000};
    struct at_ref_table *refs = at_ref_table_new();
    struct at_buf old = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_buf now = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_buf diff = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_diff_result result;
    struct at_str line;
    write_tree(before, refs, &old);
    at_diff_write(before, after, &opts, refs, &diff, &result);
    write_tree(after, NULL, &now);
    if (before == after)
        T_EQ_SIZE(result.appeared + result.changed + result.went, 0);
    struct at_str rest = at_buf_str(&now);
    at_str_next_line(&rest, &line);
    while (at_str_next_line(&rest, &line)) {
        struct at_str bare = bare_line(line);
        T_OK(diff_tells(at_buf_str(&diff), bare) ||
             has_line(at_buf_str(&old), bare));
    }
    at_buf_deinit(&old);
    at_buf_deinit(&now);
    at_buf_deinit(&diff);
    at_ref_table_free(refs);
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
    if (!folder) {
        print_message("skipped: 56 recorded dumps (AT_SHARED)\n");
        skip();
    }
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

T_MAIN(T_CASE(diff_rows), T_CASE(names_are_not_given_out_again),
       T_CASE(package_and_size_of_before_are_told),
       T_CASE(what_is_left_out_is_counted), T_CASE(many_twins),
       T_CASE(recorded_dumps))
