// names_test.c: the names of all elements of recorded screens
//
// Reads every recorded dump; without them the tests are skipped.
#include <dirent.h>

#include "base/limits.h"
#include "screen/elements.h"
#include "screen/label.h"
#include "screen/uiautomator.h"
#include "sys/file.h"
#include "tests/t.h"

static void (*check)(const struct at_node *node);
static size_t checked;

static void
check_screen(const char *folder, const char *file)
{
    struct at_buf text = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    struct at_buf path = AT_BUF_INIT(AT_KIB);
    struct at_tree *tree = NULL;
    struct at_elements list;
    at_buf_add_fmt(&path, "%s/%s", folder, file);
    if (at_file_read(at_buf_text(&path), &text, NULL) &&
        at_uiautomator_parse(at_buf_str(&text), &tree, NULL)) {
        T_ROW(file);
        at_elements_init(&list, tree, false);
        for (size_t i = 0; i < list.count; i++)
            check(list.rows[i].node);
        checked += list.count;
        at_elements_deinit(&list);
        at_tree_free(tree);
    }
    at_buf_deinit(&path);
    at_buf_deinit(&text);
}

// Check every element of every screen, or skip the test.
static void
check_all(void (*with)(const struct at_node *node))
{
    char folder[1024];
    snprintf(folder, sizeof(folder), "%s/fixtures/android/uiautomator",
             t_shared());
    DIR *dir = opendir(folder);
    T_OK(dir != NULL);
    check = with;
    checked = 0;
    for (const struct dirent *entry; (entry = readdir(dir));) {
        if (at_str_ends(at_str(entry->d_name), AT_STR(".xml")))
            check_screen(folder, entry->d_name);
    }
    closedir(dir);
    T_OK(checked > 1000);
}

static bool
is_own(const struct at_node *node, struct at_str text)
{
    return at_str_trim(text).len > 0 &&
           at_str_eq(text, at_node_own_label(node));
}

// The contract's order, for a node's own texts, and texts that are not values.
static void
check_contract_order(const struct at_node *node)
{
    struct at_str name = at_element_name(node);
    if (is_own(node, node->text))
        T_OK(at_str_eq(name, node->text));
    else if (is_own(node, node->description))
        T_OK(at_str_eq(name, node->description));
}

T_TEST(the_name_is_the_text_then_the_description)
{
    check_all(check_contract_order);
}

static void
check_field(const struct at_node *node)
{
    struct at_str texts[] = {node->description, node->hint, node->resource_id,
                             node->text, at_node_label(node, NULL)};
    struct at_str name = at_element_name(node);
    bool secret = at_node_has(node, AT_NODE_PASSWORD);
    bool has = false;
    if (!at_node_takes_text(node))
        return;
    for (size_t i = 0; i < T_LEN(texts); i++)
        has = has || (texts[i].len > 0 && !(secret && i == 3));
    T_EQ_INT(name.len > 0, has);
    T_NOT(secret && name.len > 0 && at_str_eq(name, node->text) &&
          !at_str_eq(name, node->hint));
}

T_TEST(no_field_that_says_anything_is_without_a_name)
{
    check_all(check_field);
}

// A wrapper without a text takes its name from its content: its id is that of
// all rows.
static void
check_wrapper(const struct at_node *node)
{
    struct at_str label = at_node_label(node, NULL);
    if (at_node_has(node, AT_NODE_INTERACTIVE) && label.len > 0)
        T_OK(at_str_eq(at_element_name(node), label));
    else if (label.len == 0 && node->hint.len == 0 && node->resource_id.len > 0)
        T_OK(at_str_eq(at_element_name(node), at_node_id_name(node)));
}

T_TEST(a_wrapper_takes_its_contents_name_and_then_its_id)
{
    check_all(check_wrapper);
}

T_MAIN()
