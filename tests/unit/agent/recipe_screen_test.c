// recipe_screen_test.c: another screen is noticed, the same one with other data
// is not taken for another
#include "agent/recipe/recipe_screen.h"

#include "base/alloc.h"
#include "screen/uiautomator.h"
#include "tests/t.h"
#include "tests/unit/device/fake_device.h"
#include "wire/json.h"

// clang-format off
#define LIST(row) FAKE_APP( \
    FAKE_TEXT("Notes", "[0,0][1080,100]") \
    FAKE_BUTTON("add", "New note", "[100,200][300,300]") \
    FAKE_BUTTON("find", "Search", "[400,200][600,300]") \
    FAKE_TEXT(row, "[0,400][1080,500]"))
#define LOGIN FAKE_APP( \
    FAKE_TEXT("Sign in", "[0,0][1080,100]") \
    FAKE_BUTTON("login", "Log in", "[100,200][300,300]") \
    FAKE_BUTTON("forgot", "Forgot it?", "[400,200][600,300]"))
// clang-format on

static struct at_tree *
tree_of(const char *xml)
{
    struct at_tree *tree = NULL;
    T_OK(at_uiautomator_parse(at_str(xml), &tree, NULL));
    return tree;
}

static void
take(const char *xml, struct at_recipe_screen *out)
{
    struct at_tree *tree = tree_of(xml);
    at_recipe_screen_take(tree, NULL, out);
    at_tree_free(tree);
}

static const struct {
    const char *recorded;
    const char *now;
    bool fits;
    bool there;
} rows[] = {
    {LIST("Milk"), LIST("Milk"), true, true},
    {LIST("Milk"), LIST("Bread and butter"), true, false},
    {LIST("Note 1"), LIST("Note 2"), true, true}, // digits do not count
    {LIST("Milk"), LOGIN, false, false},
    {LOGIN, LIST("Milk"), false, false},
};

T_TEST(another_screen_is_noticed)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_recipe_screen recorded, now;
        struct at_err why = AT_ERR_INIT;
        T_ROW(rows[i].now);
        take(rows[i].recorded, &recorded);
        take(rows[i].now, &now);
        T_EQ_INT(at_recipe_screen_fits(&recorded, &now, &why), rows[i].fits);
        T_EQ_INT(why.code == AT_OK, rows[i].fits);
        if (!rows[i].fits)
            T_HAS(why.msg, "another screen is in front");
        T_EQ_INT(at_recipe_screen_is_there(&recorded, &now), rows[i].there);
        at_recipe_screen_deinit(&recorded);
        at_recipe_screen_deinit(&now);
    }
}

T_TEST(nothing_known_fits_anything)
{
    struct at_recipe_screen nothing = {0}, now;
    take(LOGIN, &now);
    T_OK(at_recipe_screen_fits(&nothing, &now, NULL));
    T_OK(at_recipe_screen_is_there(&nothing, &now));
    T_OK(at_recipe_screen_json(&nothing) == NULL);
    at_recipe_screen_deinit(&now);
}

T_TEST(it_is_written_and_read)
{
    struct at_recipe_screen screen, again;
    take(LIST("Milk"), &screen);
    json_t *json = at_recipe_screen_json(&screen);
    T_OK(at_recipe_screen_read(json, &again, NULL));
    json_t *second = at_recipe_screen_json(&again);
    T_OK(json_equal(json, second));
    T_EQ_SIZE(again.words.count, screen.words.count);
    T_OK(screen.words.count >= 5);
    json_decref(json);
    json_decref(second);
    at_recipe_screen_deinit(&screen);
    at_recipe_screen_deinit(&again);
}

T_TEST(a_dialog_leaves_a_part_of_the_screen_free)
{
    char title[AT_RECIPE_TITLE_BYTES + 1];
    struct at_tree *page = tree_of(LIST("Milk"));
    T_NOT(at_recipe_dialog(page, NULL, title));
    page->root->first_child->bounds = (struct at_rect){100, 800, 980, 1400};
    T_OK(at_recipe_dialog(page, NULL, title));
    T_EQ_TEXT(title, "Notes");
    at_tree_free(page);
}

T_MAIN()
