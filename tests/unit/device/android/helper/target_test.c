// target_test.c: tests/data/target for the host: what it tells the helper of an
// element, and that both agree on what covers it
//
// The helper on the device and that of virtual-android are held to the same
// cases.
#include "device/android/helper/target.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "screen/helper_json.h"
#include "screen/reach.h"
#include "tests/t.h"

#define CASES "tests/data/target/cases.json"

static json_t *
load(void)
{
    json_error_t why;
    json_t *all = json_load_file(CASES, 0, &why);
    T_OK(all != NULL);
    return all;
}

static struct at_tree *
screen(const json_t *all, const json_t *row, const char *when)
{
    struct at_tree *tree;
    const char *name = json_string_value(json_object_get(row, when));
    const json_t *screens = json_object_get(all, "screens");
    T_OK(at_helper_json_read(json_object_get(screens, name), &tree, NULL));
    return tree;
}

// The nodes are counted as the windows list them.
static const struct at_node *
node_at(const struct at_tree *tree, json_int_t number)
{
    const struct at_node *node = at_node_next(tree->root, tree->root);
    while (node && number-- > 0)
        node = at_node_next(node, tree->root);
    T_OK(node != NULL);
    return node;
}

static bool
flag(const json_t *row, const char *name)
{
    return json_is_true(json_object_get(row, name));
}

static const char *
word(const json_t *row, const char *name)
{
    const char *value = json_string_value(json_object_get(row, name));
    return value ? value : "";
}

static void
check_words(const json_t *all, const json_t *row)
{
    struct at_tree *tree = screen(all, row, "before");
    const struct at_helper_action action = {
        .tree = tree,
        .node = node_at(tree, json_integer_value(json_object_get(row, "node"))),
        .force = flag(row, "force"),
    };
    json_t *object = json_object();
    at_helper_set_target(object, &action);
    const json_t *told = json_object_get(object, "target");
    if (!json_equal(told, json_object_get(row, "target"))) {
        char *text = json_dumps(told, JSON_ENSURE_ASCII);
        printf("%s: told is %s\n", word(row, "name"), text);
        free(text);
        T_OK(false);
    }
    json_decref(object);
    at_tree_free(tree);
}

static enum at_reach_kind
covered_kind(const struct at_reach *reach)
{
    bool window =
        reach->kind == AT_REACH_WINDOW || reach->kind == AT_REACH_BEHIND;
    return window ? AT_REACH_WINDOW : reach->kind;
}

// Our model and the helper's say the same of the element where it is now.
static void
check_reach(const json_t *all, const json_t *row)
{
    const json_t *found = json_object_get(row, "found");
    const json_t *at = json_object_get(row, "at");
    bool force = flag(row, "force");
    if (!found || strcmp(word(row, "action"), "tap") != 0)
        return;
    struct at_tree *tree = screen(all, row, "now");
    const struct at_node *node = node_at(tree, json_integer_value(found));
    const struct at_reach reach = at_reach_of(tree, node);
    if (at) {
        T_OK(reach.kind == AT_REACH_FREE ||
             (force && (reach.kind == AT_REACH_ELEMENTS ||
                        reach.kind == AT_REACH_UNCERTAIN)));
        T_EQ_INT(reach.at.x_px, json_integer_value(json_array_get(at, 0)));
        T_EQ_INT(reach.at.y_px, json_integer_value(json_array_get(at, 1)));
    } else {
        enum at_reach_kind kind = covered_kind(&reach);
        // the helper takes the tree's order for the order of drawing
        T_OK(kind == AT_REACH_ELEMENTS || kind == AT_REACH_UNCERTAIN ||
             kind == AT_REACH_WINDOW);
        T_EQ_STR(reach.over->class_name,
                 word(json_object_get(row, "there"), "class"));
        T_EQ_STR(reach.over->package,
                 word(json_object_get(row, "there"), "package"));
    }
    at_tree_free(tree);
}

T_TEST(elements_are_described_and_reached_as_the_cases_say)
{
    json_t *all = load();
    const json_t *row;
    size_t i;
    json_array_foreach(json_object_get(all, "cases"), i, row)
    {
        T_ROW(word(row, "name"));
        check_words(all, row);
        check_reach(all, row);
    }
    T_OK(i >= 40);
    json_decref(all);
}

T_TEST(each_code_of_a_refusal_is_known)
{
    T_EQ_INT(at_helper_refusal(AT_STR("TARGET_GONE")), AT_REFUSAL_GONE);
    T_EQ_INT(at_helper_refusal(AT_STR("TARGET_AMBIGUOUS")),
             AT_REFUSAL_AMBIGUOUS);
    T_EQ_INT(at_helper_refusal(AT_STR("TARGET_COVERED")), AT_REFUSAL_COVERED);
    T_EQ_INT(at_helper_refusal(AT_STR("TARGET_MOVING")), AT_REFUSAL_MOVING);
    T_EQ_INT(at_helper_refusal(AT_STR("TEXT_OTHER")), AT_REFUSAL_TEXT);
    T_EQ_INT(at_helper_refusal(AT_STR("NO_FIELD")), AT_REFUSAL_NONE);
}

T_MAIN()
