// change_test.c: what changed between two readings
#include "flow/changes/change.h"

#include "base/limits.h"
#include "tests/unit/screen/fixture.h"

static void
count_change(void *user, const char *text)
{
    (void)text;
    (void)text;
    ++*(size_t *)user;
}

// The helper sees hints and positions that a dump has not.
T_TEST(another_reader_of_the_same_screen_changes_nothing)
{
    static const char dump[] =
        ROOT(N("android.widget.SeekBar", AT("[0,0][9,9]"), )
                 N(EDIT, T("a") AT("[0,0][9,9]"), ));
    static const char helper[] =
        HELPER("", HN("android.widget.SeekBar", 1,
                      "'state':'40%',") "," HN(EDIT, 1,
                                               "'text':'a','hint':'"
                                               "Name','error':'"
                                               "short',"));
    struct at_tree *before = screen(helper);
    struct at_tree *after = screen(dump);
    size_t count = 0;
    const struct at_change_sink sink = {count_change, &count};
    bool same_shape;
    at_change_list(before, after, NULL, &sink, &same_shape);
    T_OK(same_shape);
    T_EQ_SIZE(count, 0);
    at_tree_free(before);
    at_tree_free(after);
}

struct heard {
    struct at_buf text;
};

static void
hear(void *user, const char *text)
{
    struct heard *heard = user;
    at_buf_add_fmt(&heard->text, "%s\n", text);
}

// Elements have the names that people use, not their types.
T_TEST(changes_are_described_without_types)
{
    static const char was[] =
        ROOT(N(TXT, T("09:40") AT("[0,0][9,9]"), )
                 N("android.view.Foo", T("1") AT("[0,9][9,19]"), )
                     N(EDIT, T("a") AT("[0,19][9,29]"), ));
    static const char is[] =
        ROOT(N(TXT, T("09:41") AT("[0,0][9,9]"), )
                 N("android.view.Foo", T("2") AT("[0,9][9,19]"), )
                     N(EDIT, T("b") AT("[0,19][9,29]"), ));
    struct at_tree *before = screen(was);
    struct at_tree *after = screen(is);
    struct heard heard = {AT_BUF_INIT(AT_KIB)};
    const struct at_change_sink sink = {hear, &heard};
    bool same_shape;
    at_change_list(before, after, NULL, &sink, &same_shape);
    T_EQ_TEXT(at_buf_text(&heard.text), "text \"09:40\" -> \"09:41\"\n"
                                        "element text \"1\" -> \"2\"\n"
                                        "field value \"a\" -> \"b\"\n");
    at_buf_deinit(&heard.text);
    at_tree_free(before);
    at_tree_free(after);
}

T_MAIN()
