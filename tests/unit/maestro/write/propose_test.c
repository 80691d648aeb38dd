// propose_test.c: the assertion that is proposed from what an action changed
#include "maestro/write/propose.h"

#include "maestro/write/flow_text.h"
#include "tests/unit/maestro/lookup/rig.h"

#define PAGE(kids)                                                             \
    ROOT(N(TXT, ID("head") T("Shop") AT("[0,0][1080,100]"), ) kids)

static const struct {
    const char *name;
    const char *before;
    const char *after;
    bool scrolled;
    const char *want; // behind the dash; "": none
} rows[] = {
    {"nothing new", PAGE(""), PAGE(""), false, ""},
    {"a state",
     PAGE(N(VIEW, ID("agree") CHECK("false") AT("[0,100][500,200]"), )),
     PAGE(N(VIEW, ID("agree") CHECK("true") AT("[0,100][500,200]"), )
              N(TXT, T("Thanks") AT("[0,200][500,300]"), )),
     false, "assertVisible:\n    id: agree\n    checked: true\n"},
    {"the chosen one of two radio buttons",
     PAGE(N(VIEW, ID("a") CHECK("true") AT("[0,100][500,200]"), )
              N(VIEW, ID("b") CHECK("false") AT("[0,200][500,300]"), )),
     PAGE(N(VIEW, ID("a") CHECK("false") AT("[0,100][500,200]"), )
              N(VIEW, ID("b") CHECK("true") AT("[0,200][500,300]"), )),
     false, "assertVisible:\n    id: \"b\"\n    checked: true\n"},
    {"a text of the same element",
     PAGE(N(TXT, ID("sum") T("Items: 1") AT("[0,100][500,200]"), )),
     PAGE(N(TXT, ID("sum") T("Items: 2") AT("[0,100][500,200]"), )), false,
     "assertVisible:\n    text: \"Items: 2\"\n    id: sum\n"},
    {"a time ticks",
     PAGE(N(TXT, ID("sum") T("10:31") AT("[0,100][500,200]"), )),
     PAGE(N(TXT, ID("sum") T("10:32") AT("[0,100][500,200]"), )), false, ""},
    {"a new text, rather without figures", PAGE(""),
     PAGE(N(TXT, T("$4.10") AT("[0,100][500,200]"), )
              N(TXT, T("3 items") AT("[0,200][500,300]"), )
                  N(TXT, T("Your cart") AT("[0,300][500,400]"), )),
     false, "assertVisible: Your cart\n"},
    {"figures if there is nothing else", PAGE(""),
     PAGE(N(TXT, T("3 items") AT("[0,200][500,300]"), )), false,
     "assertVisible: \"3 items\"\n"},
    {"one of two equal texts says nothing", PAGE(""),
     PAGE(N(TXT, T("Milk") AT("[0,200][500,300]"), )
              N(TXT, T("Milk") AT("[0,300][500,400]"), )),
     false, ""},
    {"the next one does", PAGE(""),
     PAGE(N(TXT, T("Milk") AT("[0,200][500,300]"), )
              N(TXT, T("Milk") AT("[0,300][500,400]"), )
                  N(TXT, T("Bread") AT("[0,400][500,500]"), )),
     false, "assertVisible: Bread\n"},
    {"a scroll brings other rows", PAGE(""),
     PAGE(N(TXT, T("Milk") AT("[0,200][500,300]"), )), true, ""},
    {"a password is not asserted",
     PAGE(N(EDIT, ID("pin") SECRET T("") AT("[0,100][500,200]"), )),
     PAGE(N(EDIT, ID("pin") SECRET T("1234") AT("[0,100][500,200]"), )), false,
     ""},
    {"what the user has typed",
     PAGE(N(EDIT, ID("name") T("A") AT("[0,100][500,200]"), )),
     PAGE(N(EDIT, ID("name") T("Ann") AT("[0,100][500,200]"), )), false,
     "assertVisible:\n    text: Ann\n    id: name\n"},
};

T_TEST(each_change_has_its_assertion)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_arena arena = AT_ARENA_INIT;
        struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
        struct at_buf want = AT_BUF_INIT(64 * AT_KIB);
        struct at_tree *trees[] = {screen(rows[i].before),
                                   screen(rows[i].after)};
        struct at_maestro_view views[2];
        struct at_maestro_command command;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].name);
        at_maestro_view_init(&views[0], trees[0], NULL);
        at_maestro_view_init(&views[1], trees[1], NULL);
        if (at_maestro_propose(&arena, &views[0], &views[1], rows[i].scrolled,
                               &command)) {
            const struct at_maestro_commands all = {&command, 1};
            T_OK(at_maestro_commands_write(&all, AT_STR(""), &got, &err));
        }
        if (rows[i].want[0])
            at_buf_add_fmt(&want, "- %s", rows[i].want);
        T_EQ_TEXT(at_buf_text(&got), at_buf_text(&want));
        for (size_t k = 0; k < 2; k++) {
            at_maestro_view_deinit(&views[k]);
            at_tree_free(trees[k]);
        }
        at_buf_deinit(&want);
        at_buf_deinit(&got);
        at_arena_deinit(&arena);
    }
}

T_MAIN()
