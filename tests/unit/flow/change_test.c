// change_test.c: what changed between two readings
#include "flow/change.h"

#include "tests/unit/screen/fixture.h"

static void
count_change(void *user, const char *text)
{
    (void)text;
    (void)text;
    ++*(size_t *)user;
}

// The helper sees hints and positions that a dump has not.
T_TEST(another_reader_of_the_same_screen_is_no_change)
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

T_MAIN()
