#include "screen/overlay_json.h"

#include "tests/t.h"

static struct at_overlay *
sample(void)
{
    struct at_overlay *names = at_overlay_new(AT_OVERLAY_NAMES, "hermes");
    struct at_overlay *page = at_overlay_new(AT_OVERLAY_ELEMENTS, "webview");
    struct at_overlay_item *item = at_overlay_add(names);
    item->bounds = (struct at_rect){-5, 0, 40, 50};
    item->component = AT_STR("ArrowLeft");
    item->id = AT_STR("back");
    names->floats = true;
    page->under = (struct at_rect){0, 100, 1080, 1920};
    item = at_overlay_add(page);
    item->bounds = (struct at_rect){10, 120, 300, 180};
    item->class_name = AT_STR("android.widget.EditText");
    item->label = AT_STR("Straße \"5\"\n");
    item->text = AT_STR("a\0b");
    item->hint = AT_STR("Street");
    item->state = AT_STR("required");
    item->flags = AT_NODE_ENABLED | AT_NODE_FOCUSED;
    item->depth = 3;
    names->next = page;
    return names;
}

T_TEST(a_written_overlay_is_read_back)
{
    struct at_overlay *overlay = sample();
    struct at_overlay *again;
    json_t *json = at_overlay_json(overlay);
    T_OK(at_overlay_json_read(json, &again, NULL));
    json_t *twice = at_overlay_json(again);
    T_OK(json_equal(json, twice));
    T_EQ_TEXT(again->source, "hermes");
    T_EQ_INT(again->kind, AT_OVERLAY_NAMES);
    T_EQ_INT(again->first->bounds.left, -5);
    T_OK(again->floats);
    T_NOT(again->next->floats);
    T_EQ_SIZE(again->next->first->text.len, 3);
    T_EQ_INT(again->next->under.top, 100);
    T_EQ_INT(again->next->first->depth, 3);
    T_EQ_INT(again->next->first->flags, AT_NODE_ENABLED | AT_NODE_FOCUSED);
    json_decref(json);
    json_decref(twice);
    at_overlay_free(overlay);
    at_overlay_free(again);
}

#define ONE(members)                                                           \
    "[{\"source\":\"hermes\",\"kind\":\"names\",\"under\":[0,0,0,0],"          \
    "\"items\":[{" members "}]}]"

static const struct {
    const char *text;
    bool ok;
} rows[] = {
    {"[]", true},
    {ONE("\"bounds\":[0,0,1,1],\"depth\":0,\"flags\":0"), true},
    {ONE("\"bounds\":[0,0,1,1],\"depth\":0,\"flags\":0,\"label\":5"), true},
    {"{}", false},
    {"[5]", false},
    {"[{}]", false},
    {ONE(""), false},
    {ONE("\"bounds\":[0,0,1],\"depth\":0,\"flags\":0"), false},
    {ONE("\"bounds\":[0,0,1,1,1],\"depth\":0,\"flags\":0"), false},
    {ONE("\"bounds\":[0,0,1,2147483648],\"depth\":0,\"flags\":0"), false},
    {ONE("\"bounds\":[0,0,1,1],\"depth\":-1,\"flags\":0"), false},
    {ONE("\"bounds\":[0,0,1,1],\"depth\":0,\"flags\":4294967296"), false},
    {ONE("\"bounds\":[0,0,1,1],\"depth\":0,\"flags\":1.5"), false},
    {"[{\"source\":\"other\",\"kind\":\"names\",\"under\":[0,0,0,0],"
     "\"items\":[]}]",
     false},
    {"[{\"source\":\"hermes\",\"kind\":\"all\",\"under\":[0,0,0,0],"
     "\"items\":[]}]",
     false},
    {"[{\"source\":\"hermes\",\"kind\":\"names\",\"under\":[0,0,0,0]}]", false},
    {"[{\"source\":\"hermes\",\"kind\":\"names\",\"items\":[]}]", false},
};

T_TEST(rows_are_read_or_refused)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_overlay *overlay;
        json_t *json = json_loads(rows[i].text, 0, NULL);
        T_OK(json != NULL);
        T_EQ_INT(at_overlay_json_read(json, &overlay, NULL), rows[i].ok);
        T_OK(rows[i].ok || !overlay);
        at_overlay_free(overlay);
        json_decref(json);
    }
}

T_TEST(too_many_elements_are_refused)
{
    struct at_overlay *overlay = at_overlay_new(AT_OVERLAY_NAMES, "hermes");
    struct at_overlay *again;
    struct at_err err = AT_ERR_INIT;
    while (at_overlay_add(overlay))
        continue;
    json_t *json = at_overlay_json(overlay);
    T_OK(at_overlay_json_read(json, &again, NULL));
    at_overlay_free(again);
    json_t *items = json_object_get(json_array_get(json, 0), "items");
    json_array_append(items, json_array_get(items, 0));
    T_NOT(at_overlay_json_read(json, &again, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    json_decref(json);
    at_overlay_free(overlay);
}

T_MAIN()
