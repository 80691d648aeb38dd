// advice_test.c: the same message for a client and for the command line
#include "base/limits.h"
#include "cli/advice.h"
#include "mcp/advice.h"
#include "screen/selector.h"
#include "tests/unit/screen/fixture.h"

#define GO(top) N(BTN, T("Go") TAP AT("[0," #top "][99," #top "9]"), )

static const struct {
    const char *name;
    struct at_selector selector;
    const char *mcp;
    const char *cli;
} rows[] = {
    {"unknown",
     {.ref = AT_STR_ROW("@b9")},
     "not this one; call agentest_get_ui_tree for fresh refs",
     "not this one; run 'ui snapshot' for fresh refs"},
    {"no ref at all",
     {.ref = AT_STR_ROW("b9")},
     "like @b1; call agentest_get_ui_tree for fresh refs",
     "like @b1; run 'ui snapshot' for fresh refs"},
    {"stale",
     {.ref = AT_STR_ROW("@b1")},
     "; call agentest_get_ui_tree for fresh refs",
     "; run 'ui snapshot' for fresh refs"},
    {"off the screen",
     {.text = AT_STR_ROW("Far"), .index = -1},
     "or without size: use scroll_to",
     "or without size: scroll to it with 'ui swipe up' or 'ui swipe down'"},
};

static const struct at_advice *const fronts[] = {
    &at_mcp_advice,
    &at_cli_advice,
};

static struct at_ref_table *
refs_of(const char *xml, const struct at_advice *advice)
{
    struct at_tree *tree = screen(xml);
    struct at_ref_table *refs = at_ref_table_new(advice);
    struct at_compact_opts opts = {0};
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_compact_result result;
    at_compact_write(tree, &opts, &out, refs, &result);
    at_buf_deinit(&out);
    at_tree_free(tree);
    return refs;
}

T_TEST(messages)
{
    struct at_tree *tree =
        screen(ROOT(N(BTN, T("Far") TAP AT("[0,1990][9,1999]"), )));
    for (size_t i = 0; i < T_LEN(rows) * T_LEN(fronts); i++) {
        size_t row = i / T_LEN(fronts);
        bool cli = i % T_LEN(fronts) == 1;
        struct at_ref_table *refs = refs_of(ROOT(GO(1)), fronts[cli]);
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[row].name);
        T_NULL(at_selector_find(&rows[row].selector, tree, refs, &err));
        T_HAS(err.msg, cli ? rows[row].cli : rows[row].mcp);
        at_ref_table_free(refs);
    }
    at_tree_free(tree);
}

static void
check_cut(const struct at_advice *advice, const char *want)
{
    struct at_tree *tree = screen(ROOT(GO(1) GO(2) GO(3) GO(4)));
    struct at_ref_table *refs = at_ref_table_new(advice);
    struct at_compact_opts opts = {.max_lines = 3};
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_compact_result result;
    at_compact_write(tree, &opts, &out, refs, &result);
    T_HAS(at_buf_text(&out), want);
    at_buf_deinit(&out);
    at_ref_table_free(refs);
    at_tree_free(tree);
}

T_TEST(a_tree_that_is_cut)
{
    check_cut(&at_mcp_advice,
              "(line limit 3): call agentest_get_ui_tree with offset 1, "
              "onlyInteractive or depth, or scroll\n");
    check_cut(&at_cli_advice, "(line limit 3): run 'ui snapshot', with -i for "
                              "fewer lines, or scroll\n");
}

T_MAIN()
