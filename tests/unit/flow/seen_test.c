#include "flow/changes/seen.h"

#include <stdio.h>

#include "screen/uiautomator.h"
#include "tests/t.h"
#include "tests/unit/device/fake_device.h"

static void
show(struct at_seen *seen, const char *xml)
{
    struct at_tree *tree = NULL;
    T_OK(at_uiautomator_parse(at_str(xml), &tree, NULL));
    at_seen_add(seen, tree);
    at_tree_free(tree);
}

T_TEST(elements_of_a_screen_are_remembered_after_it)
{
    struct at_seen *seen = at_seen_new();
    bool forgot;
    show(seen, FAKE_APP(FAKE_BUTTON("go", "Go on", "[0,0][100,100]")));
    show(seen, FAKE_APP(FAKE_TEXT("Home", "[0,0][100,100]")));
    const struct {
        struct at_selector selector;
        bool seen;
    } rows[] = {
        {{.id = AT_STR_ROW("go"), .index = -1}, true},
        {{.text = AT_STR_ROW("Go on"), .index = 3}, true},
        {{.text_contains = AT_STR_ROW("o on"), .index = -1}, true},
        {{.text = AT_STR_ROW("Go"), .index = -1}, false},
        {{.id = AT_STR_ROW("go"), .text = AT_STR_ROW("Home"), .index = -1},
         false},
        {{.text = AT_STR_ROW("Home"),
          .class_name = AT_STR_ROW("TextView"),
          .index = -1},
         true},
        {{.description = AT_STR_ROW("Go on"), .index = -1}, false},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_EQ_INT(at_seen_has(seen, &rows[i].selector, &forgot), rows[i].seen);
        T_NOT(forgot);
    }
    at_seen_free(seen);
}

// A name that a source has given is known to be one, unless the screen has it
// too.
T_TEST(elements_found_by_a_components_name_only)
{
    struct at_seen *seen = at_seen_new();
    const struct {
        struct at_selector selector;
        bool seen;
        bool is_name;
    } rows[] = {
        {{.text = AT_STR_ROW("ArrowLeft"), .index = -1}, true, true},
        {{.id = AT_STR_ROW("back"), .index = -1}, true, true},
        {{.words = AT_STR_ROW("arrow"), .index = -1}, true, true},
        {{.text = AT_STR_ROW("Home"), .index = -1}, true, false},
        {{.text = AT_STR_ROW("Nowhere"), .index = -1}, false, false},
    };
    struct at_tree *tree = NULL;
    bool forgot;
    const char *xml = FAKE_APP(FAKE_NODE("android.widget.Button", "", "",
                                         "clickable=\"true\"", "[0,0][9,9]", "")
                                   FAKE_TEXT("Home", "[0,9][9,18]"));
    T_OK(at_uiautomator_parse(at_str(xml), &tree, NULL));
    for (struct at_node *node = tree->root; node;
         node = (struct at_node *)at_node_next(node, tree->root)) {
        if (node->role != AT_ROLE_BUTTON)
            continue;
        node->given_label = AT_STR("ArrowLeft");
        node->given_id = AT_STR("back");
    }
    at_seen_add(seen, tree);
    at_tree_free(tree);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_EQ_INT(at_seen_has(seen, &rows[i].selector, &forgot), rows[i].seen);
        T_EQ_INT(at_seen_is_name(seen, &rows[i].selector), rows[i].is_name);
    }
    at_seen_free(seen);
}

T_TEST(a_fields_content_is_not_remembered)
{
    struct at_seen *seen = at_seen_new();
    const struct at_selector held = {.text = AT_STR_ROW("hunter2"),
                                     .index = -1};
    bool forgot;
    show(seen,
         FAKE_APP(FAKE_FIELD("name", "hunter2", "", "", "[0,0][100,100]")));
    T_NOT(at_seen_has(seen, &held, &forgot));
    at_seen_free(seen);
}

T_TEST(forgotten_elements_are_reported)
{
    struct at_seen *seen = at_seen_new();
    const struct at_selector first = {.text = AT_STR_ROW("row 0"), .index = -1};
    const struct at_selector last = {.text = AT_STR_ROW("row 2048"),
                                     .index = -1};
    bool forgot;
    for (int i = 0; i <= AT_SEEN_MAX; i++) {
        char xml[2048];
        snprintf(xml, sizeof(xml),
                 "<?xml version='1.0' ?><hierarchy rotation=\"0\"><node "
                 "index=\"0\" text=\"row %d\" class=\"a.B\" package=\"com.ex\" "
                 "bounds=\"[0,0][100,100]\"/></hierarchy>",
                 i);
        show(seen, xml);
    }
    T_OK(at_seen_has(seen, &last, &forgot));
    T_NOT(at_seen_has(seen, &first, &forgot));
    T_OK(forgot);
    at_seen_free(seen);
}

T_MAIN()
