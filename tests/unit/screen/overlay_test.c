// overlay_test.c: what another source adds to a tree
#include <dirent.h>

#include "screen/fingerprint.h"
#include "screen/label.h"
#include "screen/overlay.h"
#include "screen/pinpoint.h"
#include "screen/selector.h"
#include "tests/unit/screen/fixture.h"

#define WEB "android.webkit.WebView"
#define FULL "[0,0][1080,1920]"

static struct at_overlay_item *
add(struct at_overlay *overlay, struct at_rect bounds, const char *label,
    const char *id)
{
    struct at_overlay_item *item = at_overlay_add(overlay);
    item->bounds = bounds;
    item->label = at_str(label);
    item->id = at_str(id);
    item->flags = AT_NODE_ENABLED;
    return item;
}

static char *
compact_of(const struct at_tree *tree)
{
    const struct at_compact_opts opts = {.bare = true};
    struct at_compact_result result;
    struct at_buf out = AT_BUF_INIT(1 << 20);
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    at_compact_write(tree, &opts, &out, refs, &result);
    at_ref_table_free(refs);
    char *text = strdup(strchr(at_buf_text(&out), '\n') + 1);
    at_buf_deinit(&out);
    return text;
}

static void
expect_compact(const struct at_tree *tree, const char *expected)
{
    char *text = compact_of(tree);
    assert_string_equal(text, expected);
    free(text);
}

static void
merge(struct at_tree *tree, struct at_overlay *overlay, size_t labelled,
      size_t added)
{
    struct at_overlay_merged merged;
    at_overlay_merge(tree, overlay, &merged);
    assert_int_equal(merged.labelled, labelled);
    assert_int_equal(merged.added, added);
    at_overlay_free(overlay);
}

static const struct {
    const char *name;
    const char *xml;
    bool labels;
    bool flutter;
    size_t web;
} wishes[] = {
    {"all is named", ROOT(N(BTN, T("Go") TAP AT("[0,0][99,99]"), )), false,
     false, 0},
    {"a hint names a field", ROOT(N(EDIT, HINT("Mail") AT("[0,0][99,99]"), )),
     false, false, 0},
    {"a row without a label", ROOT(N(VIEW, TAP AT("[0,0][99,99]"), )), true,
     false, 0},
    {"a text below names a row",
     ROOT(N(VIEW, TAP AT("[0,0][99,99]"), N(TXT, T("x") AT("[0,0][9,9]"), ))),
     false, false, 0},
    {"a list needs no label", ROOT(N(LIST, SCROLLS AT("[0,0][99,99]"), )),
     false, false, 0},
    {"an empty window", ROOT(N(VIEW, AT(FULL), )), false, true, 0},
    {"a page, in a view of its own kind",
     ROOT(N(WEB, AT(FULL), N(WEB, AT(FULL), ))
              N(TXT, T("x") AT("[0,0][9,9]"), )),
     false, false, 1},
};

static void
test_wish(void **state)
{
    (void)state;
    for (size_t i = 0; i < AT_LEN(wishes); i++) {
        struct at_overlay_query query;
        struct at_tree *tree = screen(wishes[i].xml);
        bool any = at_overlay_query_of(tree, &query);
        if (query.labels != wishes[i].labels ||
            query.flutter != wishes[i].flutter ||
            query.web_count != wishes[i].web ||
            any != (query.labels || query.flutter || query.web_count > 0))
            fail_msg("%s", wishes[i].name);
        at_tree_free(tree);
    }
}

// Between the bars of the system, which are small.
static void
test_drawing_view(void **state)
{
    (void)state;
    const struct at_rect drawn = {0, 60, 1080, 1800};
    struct at_overlay_query query;
    struct at_tree *tree = screen(ROOT(
        N(VIEW, AT(FULL),
          N(VIEW, AT("[0,60][1080,1800]"), N(VIEW, AT("[0,60][1080,1800]"), )))
            N(VIEW, AT("[0,0][1080,60]"), )));
    assert_true(at_overlay_query_of(tree, &query) && query.flutter);
    assert_true(at_rect_eq(query.canvas, drawn));
    at_tree_free(tree);
}

static const char rows_xml[] = ROOT(
    N(VIEW, TAP AT("[0,0][1000,100]"), ) N(VIEW, TAP AT("[0,100][1000,200]"), )
        N(BTN, T("Named") TAP AT("[0,200][1000,300]"), )
            N(VIEW, ID("go") TAP AT("[0,300][1000,400]"), ));

static void
test_names(void **state)
{
    (void)state;
    struct at_tree *tree = screen(rows_xml);
    struct at_fingerprint before = at_tree_screen_fingerprint(tree);
    struct at_overlay *names = at_overlay_new(AT_OVERLAY_NAMES, "hermes");
    add(names, (struct at_rect){0, 0, 1000, 1900}, "Whole screen", "");
    add(names, (struct at_rect){0, 0, 1000, 101}, "", "")->component =
        AT_STR("CartRow");
    add(names, (struct at_rect){10, 110, 90, 190}, "Picture", "row-2");
    add(names, (struct at_rect){0, 200, 1000, 300}, "Other", "");
    add(names, (struct at_rect){0, 305, 1000, 400}, "Checkout", "go");
    merge(tree, names, 3, 0);
    expect_compact(tree, "@b1 btn \"CartRow\"\n@b2 btn \"Picture\"\n"
                         "@b3 btn \"Named\"\n@b4 btn \"Checkout\"\n");
    struct at_fingerprint after = at_tree_screen_fingerprint(tree);
    assert_string_equal(before.text, after.text);

    struct at_err err = AT_ERR_INIT;
    const struct at_selector by_text = {.text = AT_STR("CartRow"), .index = -1};
    const struct at_selector by_id = {.id = AT_STR("row-2"), .index = -1};
    const struct at_node *row = at_selector_find(&by_text, tree, NULL, &err);
    assert_non_null(row);
    assert_int_equal(row->bounds.top, 0);
    const struct at_node *second = at_selector_find(&by_id, tree, NULL, &err);
    assert_non_null(second);
    assert_int_equal(second->bounds.top, 100);
    struct at_pinpoint point;
    at_pinpoint_of(tree, row, &point);
    assert_int_equal(point.label.len, 0);
    assert_int_equal(point.text.len, 0);
    at_tree_free(tree);
}

// Refs live on when the source is left out, and follow a name that moved.
static void
test_refs(void **state)
{
    (void)state;
    struct at_err err = AT_ERR_INIT;
    struct at_compact_result result;
    struct at_buf out = AT_BUF_INIT(1 << 20);
    const struct at_compact_opts opts = {.bare = true};
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_tree *tree = screen(rows_xml);
    struct at_overlay *names = at_overlay_new(AT_OVERLAY_NAMES, "hermes");
    add(names, (struct at_rect){0, 0, 1000, 100}, "A", "");
    add(names, (struct at_rect){0, 100, 1000, 200}, "B", "");
    merge(tree, names, 2, 0);
    at_compact_write(tree, &opts, &out, refs, &result);
    at_tree_free(tree);

    tree = screen(rows_xml);
    const struct at_node *node =
        at_ref_resolve(refs, AT_STR("@b1"), tree, &err);
    assert_non_null(node);
    assert_int_equal(node->bounds.top, 0);
    names = at_overlay_new(AT_OVERLAY_NAMES, "hermes");
    add(names, (struct at_rect){0, 0, 1000, 100}, "B", "");
    add(names, (struct at_rect){0, 100, 1000, 200}, "A", "");
    merge(tree, names, 2, 0);
    at_tree_free(tree);

    tree = screen(rows_xml);
    names = at_overlay_new(AT_OVERLAY_NAMES, "hermes");
    add(names, (struct at_rect){0, 0, 1000, 100}, "B", "");
    add(names, (struct at_rect){0, 100, 1000, 200}, "A", "");
    merge(tree, names, 2, 0);
    node = at_ref_resolve(refs, AT_STR("@b1"), tree, &err);
    assert_non_null(node);
    assert_int_equal(node->bounds.top, 100);
    at_tree_free(tree);
    at_ref_table_free(refs);
    at_buf_deinit(&out);
}

// Elements of several sources need one finishing; names need a finished tree.
static void
test_several_sources(void **state)
{
    (void)state;
    struct at_overlay_merged merged;
    bool open = false;
    struct at_tree *tree = screen(
        ROOT(N(WEB, AT("[0,0][1080,900]"), ) N(VIEW, AT("[0,900][1080,1920]"), )
                 N(VIEW, TAP AT("[900,0][1080,90]"), )));
    struct at_overlay *page = at_overlay_new(AT_OVERLAY_ELEMENTS, "webview");
    page->under = (struct at_rect){0, 0, 1080, 900};
    add(page, (struct at_rect){0, 0, 500, 90}, "Pay", "")->class_name =
        AT_STR(BTN);
    at_overlay_put(tree, page, &open, &merged);
    assert_true(open);
    struct at_overlay *canvas = at_overlay_new(AT_OVERLAY_ELEMENTS, "dart_vm");
    canvas->under = (struct at_rect){0, 900, 1080, 1920};
    add(canvas, (struct at_rect){0, 900, 500, 990}, "Help", "")->class_name =
        AT_STR(BTN);
    at_overlay_put(tree, canvas, &open, &merged);
    assert_true(open);
    assert_int_equal(merged.added, 1);
    struct at_overlay *names = at_overlay_new(AT_OVERLAY_NAMES, "hermes");
    add(names, (struct at_rect){900, 0, 1080, 90}, "Menu", "");
    at_overlay_put(tree, names, &open, &merged);
    assert_false(open);
    assert_int_equal(merged.labelled, 1);
    char *text = compact_of(tree);
    assert_non_null(strstr(text, "Pay"));
    assert_non_null(strstr(text, "Help"));
    assert_non_null(strstr(text, "Menu"));
    free(text);
    at_overlay_free(page);
    at_overlay_free(canvas);
    at_overlay_free(names);
    at_tree_free(tree);
}

static void
test_page(void **state)
{
    (void)state;
    const struct at_rect view = {0, 100, 1080, 1900};
    struct at_tree *tree =
        screen(ROOT(N(TXT, T("Shop") AT("[0,0][1080,90]"), )
                        N(WEB, AT("[0,100][1080,1900]"),
                          N(BTN, T("Send") TAP AT("[0,300][200,400]"), ))
                            N(TXT, T("Foot") AT("[0,1900][1080,1920]"), )));
    struct at_overlay *page = at_overlay_new(AT_OVERLAY_ELEMENTS, "webview");
    page->under = view;
    struct at_overlay_item *item =
        add(page, (struct at_rect){0, 100, 1080, 500}, "", "form");
    item->class_name = AT_STR("android.view.View");
    item = add(page, (struct at_rect){0, 200, 500, 280}, "Email", "mail");
    item->class_name = AT_STR(EDIT);
    item->text = AT_STR("a@b.c");
    item->flags |= AT_NODE_CLICKABLE | AT_NODE_FOCUSABLE;
    item->depth = 1;
    item = add(page, (struct at_rect){0, 280, 500, 298}, "Secret", "");
    item->class_name = AT_STR(EDIT);
    item->text = AT_STR("never shown");
    item->flags |= AT_NODE_PASSWORD;
    item->depth = 1;
    item = add(page, (struct at_rect){1, 301, 200, 399}, "Send", "send");
    item->class_name = AT_STR(BTN);
    item->depth = 1;
    item = add(page, (struct at_rect){0, 600, 500, 650}, "Hello", "");
    item->class_name = AT_STR(TXT);
    item->state = AT_STR("covered");
    merge(tree, page, 0, 4);
    expect_compact(tree, "\"Shop\"\nweb\n"
                         "  @b1 btn \"Send\"\n"
                         "  @f1 input \"Email\" value=\"a@b.c\"\n"
                         "  @f2 input \"Secret\" value=11 chars password\n"
                         "  \"Hello\" state=\"covered\"\n\"Foot\"\n");
    struct at_err err = AT_ERR_INIT;
    const struct at_selector by_id = {.id = AT_STR("send"), .index = -1};
    const struct at_node *send = at_selector_find(&by_id, tree, NULL, &err);
    assert_non_null(send);
    assert_true(at_str_is(send->text, "Send"));
    assert_false(at_node_has(send, AT_NODE_GRAFTED));
    const struct at_selector hello = {.text = AT_STR("Hello"), .index = -1};
    assert_true(at_node_has(at_selector_find(&hello, tree, NULL, &err),
                            AT_NODE_GRAFTED));
    at_tree_free(tree);
}

// The middle of a link over two lines, or of a button half below a bar, is
// something else. The page knows where they can be touched.
static void
test_free_part(void **state)
{
    (void)state;
    struct at_tree *tree =
        screen(ROOT(N(WEB, AT("[0,100][1080,1900]"),
                      N(BTN, T("Privacy Policy") TAP AT("[0,300][1000,400]"), )
                          N(BTN, T("Pay") TAP AT("[0,500][1000,600]"), ))));
    struct at_overlay *page = at_overlay_new(AT_OVERLAY_ELEMENTS, "webview");
    page->under = (struct at_rect){0, 100, 1080, 1900};
    const struct at_rect line = {0, 350, 120, 400};
    struct at_overlay_item *item = add(page, line, "Privacy Policy", "");
    item->class_name = AT_STR(BTN);
    item = add(page, (struct at_rect){0, 490, 1000, 610}, "Pay", "");
    item->class_name = AT_STR(BTN);
    merge(tree, page, 0, 0);
    struct at_err err = AT_ERR_INIT;
    const struct at_selector link = {.text = AT_STR("Privacy Policy"),
                                     .index = -1};
    const struct at_node *node = at_selector_find(&link, tree, NULL, &err);
    assert_non_null(node);
    assert_memory_equal(&node->bounds, &line, sizeof(line));
    // what is not a part of it says nothing of its place
    const struct at_selector pay = {.text = AT_STR("Pay"), .index = -1};
    node = at_selector_find(&pay, tree, NULL, &err);
    assert_non_null(node);
    assert_int_equal(node->bounds.top, 500);
    at_tree_free(tree);
}

static void
test_canvas(void **state)
{
    (void)state;
    struct at_tree *tree = screen(ROOT(N(VIEW, AT(FULL), )));
    struct at_overlay *view = at_overlay_new(AT_OVERLAY_ELEMENTS, "dart_vm");
    view->under = (struct at_rect){0, 0, 1080, 1920};
    struct at_overlay_item *item =
        add(view, (struct at_rect){0, 0, 200, 100}, "Buy", "");
    item->class_name = AT_STR(BTN);
    item->flags |= AT_NODE_CLICKABLE;
    // nothing is at this place: it is left out
    view->next = at_overlay_new(AT_OVERLAY_ELEMENTS, "dart_vm");
    view->next->under = (struct at_rect){5, 5, 50, 50};
    add(view->next, (struct at_rect){0, 0, 9, 9}, "Lost", "");
    merge(tree, view, 0, 1);
    expect_compact(tree, "@b1 btn \"Buy\"\n");
    at_tree_free(tree);
}

static void
test_limit(void **state)
{
    (void)state;
    struct at_overlay *many = at_overlay_new(AT_OVERLAY_ELEMENTS, "webview");
    many->under = (struct at_rect){0, 0, 1080, 1920};
    for (int i = 0; i < AT_OVERLAY_MAX_ITEMS; i++)
        add(many, (struct at_rect){0, 0, 9, 9}, "x", "")->depth = (uint32_t)i;
    assert_null(at_overlay_add(many));
    struct at_tree *tree = screen(ROOT(N(WEB, AT(FULL), )));
    merge(tree, many, 0, AT_OVERLAY_MAX_ITEMS);
    at_tree_free(tree);
}

static void
expect_same_twice(const char *path, struct at_tree *tree)
{
    char *once = compact_of(tree);
    uint64_t hash = at_tree_idle_fingerprint(tree);
    at_tree_finish(tree);
    char *twice = compact_of(tree);
    if (strcmp(once, twice) != 0 || hash != at_tree_idle_fingerprint(tree))
        fail_msg("%s: finished twice it is\n%s\nnot\n%s", path, twice, once);
    free(once);
    free(twice);
    at_tree_free(tree);
}

static size_t
finish_folder_twice(const char *folder)
{
    size_t count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *it; dir && (it = readdir(dir));) {
        char path[4096];
        struct at_err err = AT_ERR_INIT;
        size_t len = 0;
        struct at_tree *tree = NULL;
        snprintf(path, sizeof(path), "%s/%s", folder, it->d_name);
        bool xml = at_str_ends(at_str(path), AT_STR(".xml"));
        if (!xml && !at_str_ends(at_str(path), AT_STR(".json")))
            continue;
        char *text = t_read_file(path, &len);
        bool ok = xml ? at_uiautomator_parse(at_str_n(text, len), &tree, &err)
                      : at_helper_json_parse(at_str_n(text, len), &tree, &err);
        free(text);
        if (!ok)
            continue;
        expect_same_twice(path, tree);
        count++;
    }
    if (dir)
        closedir(dir);
    return count;
}

static void
test_finish_twice(void **state)
{
    (void)state;
    expect_same_twice("rows", screen(rows_xml));
    expect_same_twice(
        "helper", screen(HELPER("", HN(EDIT, 1,
                                       "'text':'Mail',"
                                       "'hint':'Mail',") "," HN(BTN, 33, ""))));
}

static void
test_finish_recorded_twice(void **state)
{
    (void)state;
    char path[2048];
    snprintf(path, sizeof(path), "%s/fixtures/android/uiautomator", t_shared());
    T_OK(finish_folder_twice(path) > 20);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wish),
        cmocka_unit_test(test_drawing_view),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_refs),
        cmocka_unit_test(test_page),
        cmocka_unit_test(test_several_sources),
        cmocka_unit_test(test_free_part),
        cmocka_unit_test(test_canvas),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_finish_twice),
        cmocka_unit_test(test_finish_recorded_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
