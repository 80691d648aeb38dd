// choose_test.c: the selector that is chosen for each element of a screen
#include "maestro/write/choose.h"

#include "maestro/read/commands.h"
#include "maestro/write/flow_text.h"
#include "tests/unit/maestro/lookup/rig.h"

static const char shop[] = ROOT(
    N(TXT, ID("head") T("Shop") AT("[0,0][1080,100]"), )
        N(TXT, T("Total (3): $5") AT("[0,100][1080,200]"), ) N(
            BOX, ID("settings") TAP AT("[0,200][1080,300]"),
            N(TXT, ID("line") T("Settings") AT("[0,200][500,300]"), ))
            N(BOX, TAP AT("[0,300][1080,400]"),
              N(TXT, ID("line") T("Help") AT("[0,300][500,400]"), ))
                N(LIST, ID("rows") SCROLLS AT("[0,400][1080,1200]"),
                  N(BOX, ID("row") AT("[0,400][1080,600]"),
                    N(TXT, ID("title") T("Milk") AT("[0,400][500,600]"), ) N(
                        BTN,
                        ID("delete") T("Delete") TAP AT("[500,400][700,600]"), )
                        N(IMG, DESC("More") TAP AT("[700,400][900,600]"), ))
                      N(BOX, ID("row") AT("[0,600][1080,800]"),
                        N(TXT, ID("title") T("Bread") AT("[0,600][500,800]"), )
                            N(BTN,
                              ID("delete") T("Delete")
                                  TAP AT("[500,600][700,800]"), )
                                N(IMG,
                                  DESC("More") TAP AT("[700,600][900,800]"), )))
                    N(BTN, ID("ok") T("Yes") TAP AT("[0,1200][200,1300]"), ) N(
                        BTN, ID("ok") T("No") TAP AT("[200,1200][400,1300]"), )
                        N(BTN, T("Same") TAP AT("[0,1300][200,1400]"), )
                            N(BTN, T("Same") TAP AT("[200,1300][400,1400]"), )
                                N(BTN,
                                  ID("view_1048576") T("Go")
                                      TAP AT("[400,1300][600,1400]"), ));

static const char form[] = ROOT(
    N(EDIT, HINT("Name") T("Ann") TAP AT("[0,1400][400,1500]"), ) N(
        EDIT,
        SECRET T("hunter2") TAP AT(
            "[0,1500][400,1600]"), ) N(IMG, TAP AT("[0,1600][100,1700]"), )
        N(TXT,
          T("a very long text that goes on and on and on until no one reads it "
            "it any more") AT("[0,1700][1080,1800]"), )
            N(BTN, ID("item[0]") TAP AT("[0,1800][200,1900]"), ));

static const struct {
    const char *screen;
    struct at_point at;
    const char *want; // a command; "-": none
} rows[] = {
    {shop, {500, 50}, "- tapOn:\n    id: head\n"},
    {shop, {500, 150}, "- tapOn: \"Total \\\\(3\\\\): \\\\$5\"\n"},
    {shop, {900, 250}, "- tapOn:\n    id: settings\n"},
    {shop, {900, 350}, "- tapOn: Help\n"},
    {shop, {100, 500}, "- tapOn: Milk\n"},
    {shop,
     {600, 500},
     "- tapOn:\n    id: delete\n    childOf:\n      id: row\n"
     "      containsDescendants:\n        - Milk\n"},
    {shop,
     {600, 700},
     "- tapOn:\n    id: delete\n    childOf:\n      id: row\n"
     "      containsDescendants:\n        - Bread\n"},
    {shop,
     {800, 700},
     "- tapOn:\n    text: More\n    childOf:\n      id: row\n"
     "      containsDescendants:\n        - Bread\n"},
    {shop, {100, 1250}, "- tapOn: \"Yes\"\n"},
    {shop, {300, 1250}, "- tapOn: \"No\"\n"},
    {shop, {100, 1350}, "- tapOn:\n    text: Same\n    index: 0\n"},
    {shop, {300, 1350}, "- tapOn:\n    text: Same\n    index: 1\n"},
    {shop, {500, 1350}, "- tapOn: Go\n"},
    {form, {100, 1550}, "-"},
    {form, {50, 1650}, "-"},
    {form,
     {50, 1750},
     "- tapOn: \"a very long text that goes on and on and on until no one rea"
     ".*\"\n"},
    {form, {100, 1850}, "- tapOn:\n    id: \"item\\\\[0\\\\]\"\n"},
};

static void
write_choice(const char *text, struct at_point at, struct at_buf *out)
{
    struct at_tree *tree = screen(text);
    struct at_maestro_view view;
    at_maestro_view_init(&view, tree, NULL);
    struct at_arena arena = AT_ARENA_INIT;
    struct at_err err = AT_ERR_INIT;
    const struct at_maestro_node *node = at_maestro_view_at(&view, at);
    struct at_maestro_command command;
    at_maestro_command_init("tapOn", &command);
    command.selector = at_maestro_choose(&arena, &view, node->node);
    if (command.selector) {
        const struct at_maestro_commands all = {&command, 1};
        T_OK(at_maestro_commands_write(&all, AT_STR(""), out, &err));
    } else {
        at_buf_add_char(out, '-');
    }
    at_arena_deinit(&arena);
    at_maestro_view_deinit(&view);
    at_tree_free(tree);
}

T_TEST(each_element_gets_its_most_stable_selector)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
        T_ROW(rows[i].want);
        write_choice(rows[i].screen, rows[i].at, &got);
        T_EQ_TEXT(at_buf_text(&got), rows[i].want);
        at_buf_deinit(&got);
    }
}

// 60 equal rows: the last ones count from the bottom.
T_TEST(an_element_near_the_end_of_a_list_counts_from_there)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    struct at_buf got = AT_BUF_INIT(AT_KIB);
    at_buf_add_text(&text, "<hierarchy rotation=\"0\">");
    for (int i = 0; i < 60; i++)
        at_buf_add_fmt(&text,
                       "<node class=\"" BTN "\" package=\"com.example.app\" "
                       "text=\"Add\" clickable=\"true\" enabled=\"true\" "
                       "bounds=\"[0,%d][1080,%d]\"/>",
                       i * 30, i * 30 + 30);
    at_buf_add_text(&text, "</hierarchy>");
    write_choice(at_buf_text(&text), (struct at_point){500, 58 * 30 + 5}, &got);
    T_EQ_TEXT(at_buf_text(&got), "- tapOn:\n    text: Add\n    index: -2\n");
    at_buf_deinit(&got);
    at_buf_deinit(&text);
}

// Whatever is chosen means the element or a label in it, and nothing else.
T_TEST(no_selector_means_another_element)
{
    struct at_tree *tree = screen(shop);
    struct at_maestro_view view;
    at_maestro_view_init(&view, tree, NULL);
    for (uint32_t i = 0; i < view.count; i++) {
        struct at_arena arena = AT_ARENA_INIT;
        const struct at_node *node = view.nodes[i].node;
        const struct at_maestro_selector *selector =
            node ? at_maestro_choose_itself(&arena, &view, node) : NULL;
        if (selector)
            T_OK(at_maestro_selector_means(selector, &view, node));
        at_arena_deinit(&arena);
    }
    at_maestro_view_deinit(&view);
    at_tree_free(tree);
}

T_MAIN()
