#include "session/snapshot.h"

#include "base/limits.h"
#include "screen/axe.h"
#include "screen/fingerprint.h"
#include "screen/overlay_json.h"
#include "session/element.h"
#include "session/element_numbers.h"
#include "tests/unit/screen/fixture.h"
#include "tests/unit/session/fixture.h"
#include "wire/json.h"

#define LOGIN                                                                  \
    ROOT(N(BOX, ID("form") AT("[0,100][1080,900]"),                            \
           N(TXT, T("Welcome") ID("title") AT("[0,100][1080,200]"), )          \
               N(EDIT,                                                         \
                 T("a@b.c") HINT("Email") ID("email")                          \
                     TAP FOCUS AT("[0,200][1080,300]"), )                      \
                   N(EDIT,                                                     \
                     T("s3cret") HINT("Password") ID("pass")                   \
                         TAP SECRET AT("[0,300][1080,400]"), )                 \
                       N(BTN,                                                  \
                         T("Sign in") DESC("Sign in now") ID("go")             \
                             TAP OFF("[0,400][1080,500]"), )                   \
                           N("android.widget.CheckBox",                        \
                             T("Stay") TAP CHECK("true")                       \
                                 AT("[0,500][1080,600]"), )))

static const char *const axe_login =
    "[{\"type\":\"Application\",\"AXLabel\":\"App\",\"frame\":{\"x\":0,\"y\":0,"
    "\"width\":390,\"height\":844},\"enabled\":true,\"children\":["
    "{\"type\":\"Button\",\"role\":\"AXButton\",\"AXLabel\":\"Sign in\","
    "\"AXUniqueId\":\"go\",\"AXValue\":null,\"frame\":{\"x\":10,\"y\":100,"
    "\"width\":100,\"height\":40},\"enabled\":true,\"children\":[]},"
    "{\"type\":\"SecureTextField\",\"AXLabel\":\"Password\","
    "\"AXUniqueId\":null,\"AXValue\":\"s3cret\",\"frame\":{\"x\":10,\"y\":200,"
    "\"width\":100,\"height\":40},\"enabled\":true,\"children\":[]}]}]";

struct rig {
    struct at_tree *tree;
    struct at_snapshot_info info;
    json_t *snapshot;
};

static void
rig_init(struct rig *rig, const char *platform, const char *source)
{
    bool is_ios = strcmp(platform, "ios") == 0;
    *rig = (struct rig){0};
    if (is_ios)
        T_OK(at_axe_parse(at_str(source), &rig->tree, NULL));
    else
        rig->tree = screen(source);
    rig->info = (struct at_snapshot_info){
        .platform = platform,
        .device_id = "device-1",
        .app_id = "com.example.app",
        .tree = rig->tree,
        .source_format = is_ios ? "axe" : "uiautomator",
        .source = at_str(source),
    };
    rig->snapshot = at_snapshot_json(&rig->info);
}

static void
rig_deinit(struct rig *rig)
{
    json_decref(rig->snapshot);
    at_tree_free(rig->tree);
}

// Find the element of that name; NULL.
static const json_t *
element_named(const json_t *snapshot, const char *name)
{
    size_t i;
    json_t *element;
    json_array_foreach(json_object_get(snapshot, "elements"), i, element)
    {
        if (at_str_is(at_json_get_str(element, "name"), name))
            return element;
    }
    return NULL;
}

static const struct {
    const char *platform;
    const char *name;
    const char *json; // without its ref
} rows[] = {
    {"android", "Welcome",
     "{\"role\":\"unknown\",\"name\":\"Welcome\",\"value\":null,"
     "\"bounds\":{\"x\":0,\"y\":100,\"w\":1080,\"h\":100},"
     "\"states\":{\"enabled\":true,\"visible\":true,\"focused\":false,"
     "\"checked\":false},\"selectors\":{\"ios\":{\"id\":null,\"label\":null},"
     "\"android\":{\"resource_id\":\"com.example.app:id/title\","
     "\"content_desc\":null,\"class\":\"android.widget.TextView\"}},"
     "\"meta\":{\"platform\":{\"role\":\"text_view\"}}}"},
    {"android", "Email",
     "{\"role\":\"textbox\",\"name\":\"Email\",\"value\":\"a@b.c\","
     "\"bounds\":{\"x\":0,\"y\":200,\"w\":1080,\"h\":100},"
     "\"states\":{\"enabled\":true,\"visible\":true,\"focused\":true,"
     "\"checked\":false},\"selectors\":{\"ios\":{\"id\":null,\"label\":null},"
     "\"android\":{\"resource_id\":\"com.example.app:id/email\","
     "\"content_desc\":null,\"class\":\"android.widget.EditText\"}},"
     "\"meta\":{\"platform\":{\"role\":\"text_field\",\"hint\":\"Email\","
     "\"clickable\":true}}}"},
    {"android", "Password",
     "{\"role\":\"textbox\",\"name\":\"Password\",\"value\":null,"
     "\"bounds\":{\"x\":0,\"y\":300,\"w\":1080,\"h\":100},"
     "\"states\":{\"enabled\":true,\"visible\":true,\"focused\":false,"
     "\"checked\":false},\"selectors\":{\"ios\":{\"id\":null,\"label\":null},"
     "\"android\":{\"resource_id\":\"com.example.app:id/pass\","
     "\"content_desc\":null,\"class\":\"android.widget.EditText\"}},"
     "\"meta\":{\"platform\":{\"role\":\"text_field\",\"hint\":\"Password\","
     "\"clickable\":true,\"password\":true,\"length\":6}}}"},
    {"android", "Sign in",
     "{\"role\":\"button\",\"name\":\"Sign in\",\"value\":null,"
     "\"bounds\":{\"x\":0,\"y\":400,\"w\":1080,\"h\":100},"
     "\"states\":{\"enabled\":false,\"visible\":true,\"focused\":false,"
     "\"checked\":false},\"selectors\":{\"ios\":{\"id\":null,\"label\":null},"
     "\"android\":{\"resource_id\":\"com.example.app:id/go\","
     "\"content_desc\":\"Sign in now\",\"class\":\"android.widget.Button\"}},"
     "\"meta\":{\"platform\":{\"role\":\"button\",\"clickable\":true}}}"},
    {"android", "Stay",
     "{\"role\":\"checkbox\",\"name\":\"Stay\",\"value\":null,"
     "\"bounds\":{\"x\":0,\"y\":500,\"w\":1080,\"h\":100},"
     "\"states\":{\"enabled\":true,\"visible\":true,\"focused\":false,"
     "\"checked\":true},\"selectors\":{\"ios\":{\"id\":null,\"label\":null},"
     "\"android\":{\"resource_id\":null,\"content_desc\":null,"
     "\"class\":\"android.widget.CheckBox\"}},"
     "\"meta\":{\"platform\":{\"role\":\"check_box\",\"clickable\":true,"
     "\"checkable\":true}}}"},
    {"ios", "Sign in",
     "{\"role\":\"button\",\"name\":\"Sign in\",\"value\":null,"
     "\"bounds\":{\"x\":10,\"y\":100,\"w\":100,\"h\":40},"
     "\"states\":{\"enabled\":true,\"visible\":true,\"focused\":false,"
     "\"checked\":false},\"selectors\":{\"ios\":{\"id\":\"go\","
     "\"label\":\"Sign in\"},\"android\":{\"resource_id\":null,"
     "\"content_desc\":null,\"class\":null}},"
     "\"meta\":{\"platform\":{\"role\":\"button\",\"class\":\"Button\","
     "\"clickable\":true}}}"},
    {"ios", "Password",
     "{\"role\":\"textbox\",\"name\":\"Password\",\"value\":null,"
     "\"bounds\":{\"x\":10,\"y\":200,\"w\":100,\"h\":40},"
     "\"states\":{\"enabled\":true,\"visible\":true,\"focused\":false,"
     "\"checked\":false},\"selectors\":{\"ios\":{\"id\":null,"
     "\"label\":\"Password\"},\"android\":{\"resource_id\":null,"
     "\"content_desc\":null,\"class\":null}},"
     "\"meta\":{\"platform\":{\"role\":\"text_field\","
     "\"class\":\"SecureTextField\",\"clickable\":true,\"password\":true,"
     "\"maybe_hint\":true,"
     "\"length\":6}}}"},
};

T_TEST(elements_are_the_contracts)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct rig rig;
        T_ROW(rows[i].name);
        rig_init(&rig, rows[i].platform,
                 strcmp(rows[i].platform, "ios") == 0 ? axe_login : LOGIN);
        const json_t *found = element_named(rig.snapshot, rows[i].name);
        T_OK(found != NULL);
        json_t *got = json_deep_copy(found);
        json_t *want = json_loads(rows[i].json, 0, NULL);
        json_t *platform =
            json_object_get(json_object_get(got, "meta"), "platform");
        json_object_del(got, "ref");
        json_object_del(platform, "index");
        json_object_del(platform, "focusable");
        if (!json_equal(got, want)) {
            char *text = json_dumps(got, 0);
            print_error("%s\n", text);
            free(text);
        }
        T_OK(json_equal(got, want));
        json_decref(got);
        json_decref(want);
        rig_deinit(&rig);
    }
}

T_TEST(the_snapshot_is_the_contracts)
{
    struct rig rig;
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    int64_t ms;
    size_t i;
    json_t *element;
    rig_init(&rig, "android", LOGIN);
    const json_t *snapshot = rig.snapshot;
    struct at_str id = at_json_get_str(snapshot, "snapshot_id");
    T_EQ_SIZE(id.len, 36);
    T_EQ_INT(id.ptr[8] == '-' && id.ptr[13] == '-' && id.ptr[18] == '-' &&
                 id.ptr[23] == '-' && id.ptr[14] == '4',
             1);
    T_OK(strchr("89ab", id.ptr[19]) != NULL);
    T_OK(at_wall_read(at_json_get_str(snapshot, "taken_at"), &ms));
    T_OK(at_wall_now_ms() - ms < 60000);
    T_EQ_STR(at_json_get_str(snapshot, "platform"), "android");
    T_EQ_STR(at_json_get_str(snapshot, "device_id"), "device-1");
    T_EQ_STR(at_json_get_str(snapshot, "app_id"), "com.example.app");
    T_HAS(at_json_get_str(snapshot, "tree").ptr,
          "\"Sign in\" desc=\"Sign in now\" disabled @e4\n");
    const json_t *refs = json_object_get(snapshot, "refs");
    json_array_foreach(json_object_get(snapshot, "elements"), i, element)
    {
        char ref[24];
        snprintf(ref, sizeof(ref), "e%zu", i + 1);
        T_EQ_STR(at_json_get_str(element, "ref"), ref);
        T_OK(json_equal(json_object_get(refs, ref), element));
    }
    T_EQ_SIZE(json_object_size(refs), i);
    T_OK(at_json_write(snapshot, &text));
    T_NULL(strstr(at_buf_text(&text), "s3cret"));
    at_buf_deinit(&text);
    rig_deinit(&rig);
}

T_TEST(only_what_can_be_used)
{
    struct rig rig;
    rig_init(&rig, "android", LOGIN);
    json_decref(rig.snapshot);
    rig.info.only_interactive = true;
    rig.info.app_id = NULL;
    rig.snapshot = at_snapshot_json(&rig.info);
    T_NULL(element_named(rig.snapshot, "Welcome"));
    T_OK(element_named(rig.snapshot, "Sign in") != NULL);
    T_OK(json_is_null(json_object_get(rig.snapshot, "app_id")));
    rig_deinit(&rig);
}

T_TEST(an_element_of_no_known_package_has_its_own)
{
    struct at_element_context context = {0};
    struct rig rig;
    struct at_elements elements;
    rig_init(&rig, "android", LOGIN);
    at_elements_init(&elements, rig.tree, true);
    json_t *element = at_element_json(&elements.rows[0], &context);
    const json_t *platform =
        json_object_get(json_object_get(element, "meta"), "platform");
    T_EQ_STR(at_json_get_str(platform, "package"), "com.example.app");
    json_decref(element);
    at_element_context_deinit(&context);
    at_elements_deinit(&elements);
    rig_deinit(&rig);
}

static void
check_same(const struct rig *rig, const struct at_last_snapshot *last,
           bool only_interactive)
{
    struct at_elements elements;
    at_elements_init(&elements, rig->tree, only_interactive);
    T_EQ_SIZE(last->elements.count, elements.count);
    for (size_t i = 0; i < elements.count; i++) {
        T_EQ_INT(last->elements.rows[i].node->order,
                 elements.rows[i].node->order);
        T_OK(at_str_eq(at_element_name(last->elements.rows[i].node),
                       at_element_name(elements.rows[i].node)));
    }
    at_elements_deinit(&elements);
}

T_TEST(the_last_one_comes_back)
{
    static const char *const platforms[] = {"android", "ios"};
    for (size_t i = 0; i < 4; i++) {
        struct rig rig;
        struct at_last_snapshot last;
        struct at_err err = AT_ERR_INIT;
        const char *platform = platforms[i % 2];
        T_ROW(platform);
        set_home();
        struct at_store *store = store_open("default");
        rig_init(&rig, platform, i % 2 ? axe_login : LOGIN);
        rig.info.only_interactive = i >= 2;
        rig.tree->width_px += 7; // the device's own value
        json_decref(rig.snapshot);
        rig.snapshot = at_snapshot_json(&rig.info);
        T_OK(at_snapshot_keep(store, rig.snapshot, &rig.info, NULL));
        if (!at_last_snapshot_read(store, &last, &err))
            print_error("%s\n", err.msg);
        T_OK(last.tree != NULL);
        T_EQ_TEXT(last.platform, platform);
        T_EQ_TEXT(last.device_id, "device-1");
        T_EQ_STR(at_json_get_str(rig.snapshot, "snapshot_id"), last.id);
        T_OK(at_wall_now_ms() - last.taken_ms < 60000);
        T_EQ_INT(last.tree->width_px, rig.tree->width_px);
        T_OK(json_equal(json_object_get(last.json, "elements"),
                        json_object_get(rig.snapshot, "elements")));
        check_same(&rig, &last, rig.info.only_interactive);
        at_last_snapshot_deinit(&last);
        at_last_snapshot_deinit(&last);
        at_store_free(store);
        rig_deinit(&rig);
        clear_home();
    }
}

// A dump in UTF-16, as a file may be, comes back as it was.
// What another source than the device knew is as good as the rest.
T_TEST(an_overlay_comes_back)
{
    struct rig rig;
    struct at_overlay *overlay = at_overlay_new(AT_OVERLAY_ELEMENTS, "webview");
    struct at_overlay_item *item = at_overlay_add(overlay);
    struct at_overlay_merged merged;
    struct at_last_snapshot last;
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    rig_init(&rig, "android",
             ROOT(N("android.webkit.WebView", AT("[0,0][1080,1920]"), )));
    overlay->under = (struct at_rect){0, 0, 1080, 1920};
    item->bounds = (struct at_rect){10, 20, 300, 90};
    item->class_name = AT_STR("android.widget.Button");
    item->label = AT_STR("Pay");
    item->flags = AT_NODE_ENABLED | AT_NODE_CLICKABLE;
    json_t *json = at_overlay_json(overlay);
    T_OK(at_json_write(json, &text));
    json_decref(json);
    at_overlay_merge(rig.tree, overlay, &merged);
    T_EQ_SIZE(merged.added, 1);
    at_overlay_free(overlay);
    json_decref(rig.snapshot);
    rig.info.overlays = at_buf_str(&text);
    rig.snapshot = at_snapshot_json(&rig.info);
    T_OK(element_named(rig.snapshot, "Pay") != NULL);
    set_home();
    struct at_store *store = store_open("default");
    T_OK(at_snapshot_keep(store, rig.snapshot, &rig.info, NULL));
    T_OK(at_last_snapshot_read(store, &last, NULL));
    size_t count = json_array_size(json_object_get(rig.snapshot, "elements"));
    T_EQ_SIZE(last.elements.count, count);
    T_EQ_TEXT(at_tree_screen_fingerprint(last.tree).text,
              at_tree_screen_fingerprint(rig.tree).text);
    at_last_snapshot_deinit(&last);
    at_store_free(store);
    at_buf_deinit(&text);
    rig_deinit(&rig);
    clear_home();
}

T_TEST(a_source_of_any_bytes_is_kept)
{
    struct rig rig;
    struct at_last_snapshot last;
    struct at_buf wide = AT_BUF_INIT(64 * AT_KIB);
    const char *dump = LOGIN;
    set_home();
    struct at_store *store = store_open("default");
    rig_init(&rig, "android", dump);
    at_buf_add_text(&wide, "\xff\xfe");
    for (size_t i = strlen("<?xml version='1.0' encoding='UTF-8' "
                           "standalone='yes' ?>");
         dump[i]; i++)
        at_buf_add(&wide, (char[]){dump[i], '\0'}, 2);
    rig.info.source = at_buf_str(&wide);
    T_OK(at_snapshot_keep(store, rig.snapshot, &rig.info, NULL));
    struct at_err err = AT_ERR_INIT;
    if (!at_last_snapshot_read(store, &last, &err))
        print_error("%s\n", err.msg);
    T_OK(at_json_get_str(json_object_get(last.json, "source"), "base64").len);
    check_same(&rig, &last, false);
    at_last_snapshot_deinit(&last);
    at_buf_deinit(&wide);
    at_store_free(store);
    rig_deinit(&rig);
    clear_home();
}

static const struct {
    const char *text; // NULL: no file
    enum at_code code;
    const char *says;
} broken[] = {
    {NULL, AT_ENOTFOUND, "`mobile-dev-agent ui snapshot`"},
    {"{\"schema_version\":1}", AT_EIO, "no snapshot_id"},
    {"{", AT_EIO, "ui snapshot` replaces it"},
    {"{\"schema_version\":1,\"snapshot_id\":\"1\",\"platform\":\"android\","
     "\"device_id\":\"d\"}",
     AT_EIO, "taken_at is not a time"},
    {"{\"schema_version\":1,\"snapshot_id\":\"1\",\"platform\":\"android\","
     "\"device_id\":\"d\",\"taken_at\":\"2026-02-04T10:11:12Z\"}",
     AT_EIO, "an unknown format"},
    {"{\"schema_version\":1,\"snapshot_id\":\"1\",\"platform\":\"android\","
     "\"device_id\":\"d\",\"taken_at\":\"2026-02-04T10:11:12Z\","
     "\"source\":{\"format\":\"uiautomator\",\"text\":\"<hier\"}}",
     AT_EIO, "is damaged"},
    {"{\"schema_version\":1,\"snapshot_id\":\"1\",\"platform\":\"android\","
     "\"device_id\":\"d\",\"taken_at\":\"2026-02-04T10:11:12Z\","
     "\"source\":{\"format\":\"uiautomator\",\"base64\":\"?\"}}",
     AT_EIO, "is damaged: its source is not base64"},
};

T_TEST(a_broken_snapshot_is_reported)
{
    for (size_t i = 0; i < T_LEN(broken); i++) {
        struct at_last_snapshot last;
        struct at_err err = AT_ERR_INIT;
        T_ROW(broken[i].says);
        set_home();
        struct at_store *store = store_open("default");
        T_OK(at_folder_make(at_home("state/sessions/default"), NULL));
        if (broken[i].text)
            write_text(at_store_path(store, AT_STORE_SNAPSHOT), broken[i].text);
        T_NOT(at_last_snapshot_read(store, &last, &err));
        T_EQ_INT(err.code, broken[i].code);
        T_HAS(err.msg, broken[i].says);
        T_NULL(last.json);
        T_NULL(last.tree);
        at_store_free(store);
        clear_home();
    }
}

// Keep the login screen with the numbers that a table of it has.
static void
keep_with_numbers(struct rig *rig, struct at_store *store,
                  struct at_ref_table *refs, const uint32_t *numbers)
{
    struct at_elements elements;
    at_elements_init(&elements, rig->tree, false);
    for (size_t i = 0; i < elements.count; i++)
        elements.rows[i].number = numbers[i];
    elements.last_number = 77;
    at_elements_fill_refs(&elements, rig->tree, refs);
    rig->info.refs = refs;
    json_decref(rig->snapshot);
    rig->snapshot = at_snapshot_json(&rig->info);
    T_OK(at_snapshot_keep(store, rig->snapshot, &rig->info, NULL));
    at_elements_deinit(&elements);
}

T_TEST(numbers_that_a_diff_has_continued_are_kept)
{
    static const uint32_t numbers[] = {12, 3, 4, 5, 9};
    struct rig rig;
    struct at_last_snapshot last;
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    set_home();
    struct at_store *store = store_open("default");
    rig_init(&rig, "android", LOGIN);
    keep_with_numbers(&rig, store, refs, numbers);
    T_OK(at_last_snapshot_read(store, &last, NULL));
    T_EQ_STR(at_json_get_str(last.json, "numbers"), "12,3-5,9");
    T_EQ_SIZE(last.elements.count, T_LEN(numbers));
    for (size_t i = 0; i < T_LEN(numbers); i++)
        T_EQ_SIZE(last.elements.rows[i].number, numbers[i]);
    T_EQ_SIZE(last.elements.last_number, 77);
    T_OK(element_named(last.json, "Email") != NULL);
    at_elements_fill_refs(&last.elements, last.tree, refs);
    T_EQ_INT(at_ref_table_last(refs, 'e'), 77);
    at_last_snapshot_deinit(&last);
    at_ref_table_free(refs);
    at_store_free(store);
    rig_deinit(&rig);
    clear_home();
}

T_TEST(numbers_that_are_not_those_of_the_elements_are_refused)
{
    static const struct {
        const char *text;
        int64_t last;
        bool ok;
    } texts[] = {
        {"1-5", 5, true},
        {"5,4,3,2,1", 9, true},
        {"1-4", 5, false},
        {"1-6", 6, false},
        {"1-5,", 5, true},
        {"", 5, false},
        {"2-6", 5, false},
        {"0-4", 5, false},
        {"5-1", 5, false},
        {"1-2-5", 5, false},
        {"1-999999999", 999999999, false},
        {"1-5", 1000000000, false},
        {"1-5", -1, false},
        {"a", 5, false},
        {"1,,3-5", 5, false},
    };
    struct at_tree *tree = screen(LOGIN);
    struct at_elements elements;
    at_elements_init(&elements, tree, false);
    T_EQ_SIZE(elements.count, 5);
    for (size_t i = 0; i < T_LEN(texts); i++) {
        T_ROW(texts[i].text);
        T_EQ_INT(at_element_numbers_read(at_str(texts[i].text), texts[i].last,
                                         &elements),
                 texts[i].ok);
    }
    at_elements_deinit(&elements);
    at_tree_free(tree);
}

static char *
screen_of_buttons(size_t count)
{
    struct at_buf xml = AT_BUF_INIT(64 * AT_MIB);
    at_buf_add_text(&xml, "<hierarchy rotation=\"0\">"
                          "<node class=\"android.widget.FrameLayout\" "
                          "package=\"com.example.app\" "
                          "bounds=\"[0,0][1080,1920]\">");
    for (size_t i = 0; i < count; i++)
        at_buf_add_fmt(&xml,
                       "<node class=\"" BTN "\" package=\"com.example.app\" "
                       "resource-id=\"com.example.app:id/b%zu\" index=\"%zu\" "
                       "text=\"Button %zu\" clickable=\"true\" enabled=\"true\""
                       " bounds=\"[%zu,%zu][%zu,%zu]\"/>",
                       i, i, i, i % 100, i % 1000, i % 100 + 80, i % 1000 + 40);
    at_buf_add_text(&xml, "</node></hierarchy>");
    return at_buf_take(&xml);
}

T_TEST(a_huge_screen_can_be_read_back)
{
    static const struct {
        size_t count;
        bool omitted;
    } sizes[] = {{AT_SNAPSHOT_KEPT_MAX, false},
                 {AT_SNAPSHOT_KEPT_MAX + 1, true},
                 {20000, true}};
    for (size_t i = 0; i < T_LEN(sizes); i++) {
        struct rig rig;
        struct at_last_snapshot last;
        struct at_err err = AT_ERR_INIT;
        char *xml = screen_of_buttons(sizes[i].count);
        set_home();
        struct at_store *store = store_open("default");
        rig_init(&rig, "android", xml);
        T_OK(at_snapshot_keep(store, rig.snapshot, &rig.info, &err));
        if (!at_last_snapshot_read(store, &last, &err))
            print_error("%s\n", err.msg);
        T_EQ_SIZE(last.elements.count, sizes[i].count);
        T_EQ_INT(json_object_get(last.json, "elements") == NULL,
                 sizes[i].omitted);
        at_last_snapshot_deinit(&last);
        at_store_free(store);
        rig_deinit(&rig);
        clear_home();
        free(xml);
    }
}

T_MAIN()
