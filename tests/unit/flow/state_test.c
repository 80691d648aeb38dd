#include "flow/steps/state.h"

#include "base/limits.h"
#include "screen/uiautomator.h"
#include "tests/t.h"

#define NODE(id, class, text, more, inner)                                     \
    "<node index=\"0\" text=\"" text "\" resource-id=\"" id                    \
    "\" class=\"android.widget." class "\" package=\"com.ex\" "                \
                                       "enabled=\"true\" "                     \
                                       "bounds=\"[0,0][900,90]\" " more        \
                                       ">" inner "</node>"
#define TOUCHABLE "clickable=\"true\""
#define ON "checkable=\"true\" checked=\"true\""
#define OFF "checkable=\"true\" checked=\"false\""

// A list of rows, in pieces that compilers take as literals.
static const char *const screen[] = {
    "<hierarchy rotation=\"0\"><node class=\"android.widget.ListView\" "
    "scrollable=\"true\" enabled=\"true\" bounds=\"[0,0][900,90]\">",
    NODE("one", "LinearLayout", "", TOUCHABLE,
         NODE("one_text", "TextView", "Wifi", "", "")
             NODE("one_box", "Switch", "", ON, "")),
    NODE("two", "LinearLayout", "", TOUCHABLE,
         NODE("two_text", "TextView", "Both", "", "")
             NODE("two_a", "CheckBox", "", ON " " TOUCHABLE, "")
                 NODE("two_b", "CheckBox", "", OFF " " TOUCHABLE, "")),
    NODE("plain", "TextView", "Plain", "", "")
        NODE("tab", "Button", "Tab", "selected=\"true\"", ""),
    "</node></hierarchy>",
};

static const struct {
    const char *id;
    const char *state;
    const char *why; // NULL: it holds
} rows[] = {
    {"one_box", "checked", NULL},
    {"one_text", "checked", NULL},
    {"one", "checked", NULL},
    {"one_text", "unchecked", "expected unchecked, it is checked"},
    {"two_b", "unchecked", NULL},
    {"two_text", "checked", "expected checked, but it is not a box or switch"},
    {"plain", "unchecked", "expected unchecked, but it is not a box or switch"},
    {"tab", "selected", NULL},
    {"plain", "unselected", NULL},
    {"plain", "enabled", NULL},
    {"plain", "disabled", "expected disabled, it is enabled"},
    {"plain", "focused", "expected focused, it is unfocused"},
};

static const struct at_node *
find(const struct at_tree *tree, const char *id)
{
    const struct at_node *at = tree->root;
    while (at && !at_str_is(at->resource_id, id))
        at = at_node_next(at, tree->root);
    T_OK(at != NULL);
    return at;
}

T_TEST(a_text_in_a_row_has_the_state_of_its_only_box)
{
    struct at_buf xml = AT_BUF_INIT(16 * AT_KIB);
    struct at_tree *tree = NULL;
    for (size_t i = 0; i < T_LEN(screen); i++)
        at_buf_add_text(&xml, screen[i]);
    T_OK(at_uiautomator_parse(at_buf_str(&xml), &tree, NULL));
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf why = AT_BUF_INIT(300);
        T_ROW(rows[i].id);
        bool holds =
            at_state_holds(find(tree, rows[i].id), at_str(rows[i].state), &why);
        T_EQ_INT(holds, rows[i].why == NULL);
        T_HAS(at_buf_text(&why), rows[i].why ? rows[i].why : "");
        at_buf_deinit(&why);
    }
    at_tree_free(tree);
    at_buf_deinit(&xml);
}

static const struct {
    enum at_role role;
    struct at_str state;
    struct at_str range;
    struct at_str text;
    const char *value;
    bool holds;
} values[] = {
    {AT_ROLE_SLIDER, AT_STR_ROW("40%"), {0}, {0}, "40", true},
    {AT_ROLE_SLIDER, AT_STR_ROW("40%"), {0}, {0}, "40%", true},
    {AT_ROLE_SLIDER, AT_STR_ROW("40%"), {0}, {0}, "4", false},
    {AT_ROLE_SLIDER, {0}, AT_STR_ROW("40 of 0..100"), {0}, "40", true},
    {AT_ROLE_SLIDER, {0}, AT_STR_ROW("40 of 0..100"), {0}, "", false},
    {AT_ROLE_TEXT_FIELD, {0}, {0}, AT_STR_ROW("4 of 5"), "4", false},
    {AT_ROLE_TEXT_FIELD, {0}, {0}, {0}, "", true},
    {AT_ROLE_TEXT_VIEW, {0}, {0}, AT_STR_ROW("4 of 5"), "4", false},
    {AT_ROLE_TEXT_VIEW, {0}, {0}, AT_STR_ROW("4 of 5"), "4 of 5", true},
};

T_TEST(the_value_is_a_fields_text_or_a_sliders_number)
{
    for (size_t i = 0; i < T_LEN(values); i++) {
        const struct at_node node = {.role = values[i].role,
                                     .state = values[i].state,
                                     .range = values[i].range,
                                     .text = values[i].text};
        T_ROW(values[i].value);
        T_EQ_INT(at_state_has_value(&node, at_str(values[i].value)),
                 values[i].holds);
    }
}

T_MAIN()
