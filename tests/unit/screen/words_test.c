// words_test.c: which elements some words mean, and in which order
#include "base/limits.h"
#include "screen/selector.h"
#include "screen/words.h"
#include "tests/unit/screen/fixture.h"

// clang-format off
static const char login[] = ROOT(
    N(TXT, ID("title") T("Log in") AT("[0,0][900,90]"),)
    N(EDIT, ID("email") HINT("Email address") AT("[0,100][900,190]"),)
    N(EDIT, ID("password") HINT("Password") T("hunter") SECRET
          AT("[0,200][900,290]"),)
    N(BTN, ID("login_now") T("LOG IN NOW") TAP AT("[0,300][900,390]"),)
    N(BTN, ID("login_button") T("Log in") TAP AT("[0,400][900,490]"),)
    N(BOX, ID("row") TAP AT("[0,500][900,590]"),
      N(TXT, T("Forgot password?") AT("[10,510][400,580]"),)
      N(IMG, DESC("Forgot password?") AT("[410,510][500,580]"),))
    N(BOX, ID("save") DESC("Save") TAP AT("[0,600][900,690]"),
      N(TXT, T("Save") AT("[10,610][400,680]"),))
    N(BOX, ID("error_container") AT("[0,700][900,790]"),)
    N(TXT, T("Hidden words") AT("[0,1990][900,1999]"),));

// A wrapper of the screen's size takes every touch.
static const char wrapped[] = HIERARCHY(
    N(BOX, TAP AT("[0,0][1080,1920]"),
      N(TXT, ID("title") T("Sign in") AT("[0,0][900,90]"),)
      N(BTN, ID("go") T("Sign in") TAP AT("[0,100][900,190]"),)));
// clang-format on

#define NONE .index = -1

static const struct {
    const char *name;
    const char *screen;
    struct at_selector selector;
    const char *found; // ids, or else texts, in their order
} rows[] = {
    {"a whole text that takes touches, then a part, then plain texts",
     login,
     {.words = AT_STR_ROW("log in"), NONE},
     "login_button login_now title"},
    {"by text alone",
     login,
     {.words = AT_STR_ROW("save"), .words_in = AT_WORDS_TEXT, NONE},
     "Save"},
    {"by description alone",
     login,
     {.words = AT_STR_ROW("SAVE"), .words_in = AT_WORDS_DESCRIPTION, NONE},
     "save"},
    {"what a child repeats is one",
     login,
     {.words = AT_STR_ROW("save"), NONE},
     "save"},
    {"two that are not within each other",
     login,
     {.words = AT_STR_ROW("forgot"), NONE},
     "Forgot password? Forgot password?"},
    {"by id, a part of its name",
     login,
     {.words = AT_STR_ROW("LOGIN_"), .words_in = AT_WORDS_ID, NONE},
     "login_now login_button"},
    {"the package is no part of an id's name",
     login,
     {.words = AT_STR_ROW("example"), .words_in = AT_WORDS_ID, NONE},
     ""},
    {"a whole id, with its package",
     login,
     {.words = AT_STR_ROW("com.example.app:id/LOGIN_button"),
      .words_in = AT_WORDS_ID,
      NONE},
     "login_button"},
    {"any: a whole id, with its package",
     login,
     {.words = AT_STR_ROW("com.example.app:id/row"), NONE},
     "row"},
    {"any: a whole id",
     login,
     {.words = AT_STR_ROW("Error_container"), NONE},
     "error_container"},
    {"any: a part of an id proves nothing",
     login,
     {.words = AT_STR_ROW("error"), NONE},
     ""},
    {"any: to be touched, a part will do",
     login,
     {.words = AT_STR_ROW("error"), .touch = true, NONE},
     "error_container"},
    {"a hint", login, {.words = AT_STR_ROW("email"), NONE}, "email"},
    {"a field comes first, if one is wanted",
     login,
     {.words = AT_STR_ROW("password"), .fields = true, NONE},
     "password Forgot password? Forgot password?"},
    {"what a password field shows is no text",
     login,
     {.words = AT_STR_ROW("hunter"), NONE},
     ""},
    {"not on the screen",
     login,
     {.words = AT_STR_ROW("hidden words"), NONE},
     ""},
    {"behind a wrapper of the screen",
     wrapped,
     {.words = AT_STR_ROW("sign in"), NONE},
     "go title"},
};

static struct at_str
name_of(const struct at_node *node)
{
    if (node->resource_id.len > 0)
        return at_str_skip(node->resource_id,
                           sizeof("com.example.app:id/") - 1);
    return node->text.len > 0 ? node->text : node->description;
}

T_TEST(words_find_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf found = AT_BUF_INIT(AT_KIB);
        struct at_words_list list;
        T_ROW(rows[i].name);
        struct at_tree *tree = screen(rows[i].screen);
        at_words_find(&rows[i].selector, tree, &list);
        for (size_t k = 0; k < list.count; k++)
            at_buf_add_fmt(&found, "%s%.*s", k ? " " : "",
                           AT_STR_ARG(name_of(list.rows[k].node)));
        T_EQ_TEXT(at_buf_text(&found), rows[i].found);
        T_EQ_SIZE(at_selector_count(&rows[i].selector, tree), list.count);
        at_words_list_deinit(&list);
        at_buf_deinit(&found);
        at_tree_free(tree);
    }
}

T_TEST(a_position_means_one_of_the_list)
{
    struct at_tree *tree = screen(login);
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_selector selector = {.words = AT_STR("log in")};
    struct at_err err = AT_ERR_INIT;
    static const char *const ids[] = {"login_button", "login_now", "title"};
    for (size_t i = 0; i < T_LEN(ids); i++) {
        selector.index = (int64_t)i;
        T_EQ_STR(name_of(at_selector_find(&selector, tree, refs, &err)),
                 ids[i]);
    }
    selector.index = 3;
    T_NULL(at_selector_find(&selector, tree, refs, &err));
    T_EQ_INT(err.code, AT_ENOTFOUND);
    T_HAS(err.msg, "index is 0 to 2");
    at_ref_table_free(refs);
    at_tree_free(tree);
}

static const struct {
    const char *words;
    enum at_words_in in;
    const char *message;
} misses[] = {
    {"Lgo in", AT_WORDS_ANY,
     "no visible element has text \"Lgo in\"; nearest: \"Log in\""},
    {"logn_button", AT_WORDS_ID, "no visible element has resource-id"},
    {"hidden words", AT_WORDS_ANY, "1 matches, but outside"},
    {"saved", AT_WORDS_DESCRIPTION, "nearest: btn \"Save\""},
};

T_TEST(missing_words_get_near_ones)
{
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    for (size_t i = 0; i < T_LEN(misses); i++) {
        struct at_selector selector = {.words = at_str(misses[i].words),
                                       .words_in = misses[i].in,
                                       .index = -1};
        struct at_err err = AT_ERR_INIT;
        T_ROW(misses[i].words);
        struct at_tree *tree = screen(login);
        T_NULL(at_selector_find(&selector, tree, refs, &err));
        T_EQ_INT(err.code, AT_ENOTFOUND);
        T_HAS(err.msg, misses[i].message);
        at_tree_free(tree);
    }
    at_ref_table_free(refs);
}

T_MAIN()
