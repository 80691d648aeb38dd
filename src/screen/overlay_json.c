#include "screen/overlay_json.h"

#include <string.h>

static const char *const kinds[] = {
    [AT_OVERLAY_NAMES] = "names",
    [AT_OVERLAY_ELEMENTS] = "elements",
};

// Sources as literals, which at_overlay.source requires.
static const char *const sources[] = {"hermes", "dart_vm", "webview"};

static const struct {
    const char *name;
    size_t where; // offset in struct at_overlay_item
} texts[] = {
    {"label", offsetof(struct at_overlay_item, label)},
    {"id", offsetof(struct at_overlay_item, id)},
    {"component", offsetof(struct at_overlay_item, component)},
    {"class", offsetof(struct at_overlay_item, class_name)},
    {"text", offsetof(struct at_overlay_item, text)},
    {"hint", offsetof(struct at_overlay_item, hint)},
    {"state", offsetof(struct at_overlay_item, state)},
};

static struct at_str *
text_of(struct at_overlay_item *item, size_t row)
{
    return (struct at_str *)((char *)item + texts[row].where);
}

static json_t *
rect_json(struct at_rect rect)
{
    return json_pack("[i,i,i,i]", rect.left, rect.top, rect.right, rect.bottom);
}

static json_t *
item_json(struct at_overlay_item *item)
{
    json_t *json = json_object();
    json_object_set_new(json, "bounds", rect_json(item->bounds));
    json_object_set_new(json, "depth", json_integer(item->depth));
    json_object_set_new(json, "flags", json_integer(item->flags));
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        struct at_str text = *text_of(item, i);
        if (text.len > 0)
            json_object_set_new(json, texts[i].name,
                                json_stringn(text.ptr, text.len));
    }
    return json;
}

json_t *
at_overlay_json(const struct at_overlay *overlay)
{
    json_t *list = json_array();
    for (; overlay; overlay = overlay->next) {
        if (overlay->lacks && overlay->count == 0)
            continue;
        json_t *json = json_object();
        json_t *items = json_array();
        json_object_set_new(json, "source", json_string(overlay->source));
        json_object_set_new(json, "kind", json_string(kinds[overlay->kind]));
        json_object_set_new(json, "under", rect_json(overlay->under));
        if (overlay->floats)
            json_object_set_new(json, "floats", json_true());
        for (struct at_overlay_item *it = overlay->first; it; it = it->next)
            json_array_append_new(items, item_json(it));
        json_object_set_new(json, "items", items);
        json_array_append_new(list, json);
    }
    return list;
}

static bool
read_number(const json_t *json, int64_t min, int64_t max, int64_t *out)
{
    *out = json_integer_value(json);
    return json_is_integer(json) && *out >= min && *out <= max;
}

static bool
read_rect(const json_t *json, struct at_rect *out)
{
    int64_t sides[4];
    for (size_t i = 0; i < AT_LEN(sides); i++) {
        if (!read_number(json_array_get(json, i), INT32_MIN, INT32_MAX,
                         &sides[i]))
            return false;
    }
    *out = (struct at_rect){(int32_t)sides[0], (int32_t)sides[1],
                            (int32_t)sides[2], (int32_t)sides[3]};
    return json_array_size(json) == AT_LEN(sides);
}

static bool
read_item(const json_t *json, struct at_overlay *overlay, struct at_err *err)
{
    int64_t depth;
    int64_t flags;
    struct at_rect bounds;
    if (!read_rect(json_object_get(json, "bounds"), &bounds) ||
        !read_number(json_object_get(json, "depth"), 0, UINT32_MAX, &depth) ||
        !read_number(json_object_get(json, "flags"), 0, UINT32_MAX, &flags))
        return at_fail(err, AT_EPROTO, "an overlay has a malformed element");
    struct at_overlay_item *item = at_overlay_add(overlay);
    if (!item)
        return at_fail(err, AT_ELIMIT, "an overlay has too many elements");
    item->bounds = bounds;
    item->depth = (uint32_t)depth;
    item->flags = (uint32_t)flags;
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        const json_t *text = json_object_get(json, texts[i].name);
        if (json_is_string(text))
            *text_of(item, i) = at_arena_dup(
                &overlay->arena, (struct at_str){json_string_value(text),
                                                 json_string_length(text)});
    }
    return true;
}

static bool
find(const char *const *words, size_t count, const json_t *word,
     size_t *out_index)
{
    for (size_t i = 0; i < count; i++) {
        if (json_is_string(word) &&
            strcmp(json_string_value(word), words[i]) == 0) {
            *out_index = i;
            return true;
        }
    }
    return false;
}

static bool
read_one(const json_t *json, struct at_overlay **out, struct at_err *err)
{
    const json_t *items = json_object_get(json, "items");
    size_t kind;
    size_t source;
    struct at_rect under;
    if (!find(kinds, AT_LEN(kinds), json_object_get(json, "kind"), &kind) ||
        !find(sources, AT_LEN(sources), json_object_get(json, "source"),
              &source) ||
        !read_rect(json_object_get(json, "under"), &under) ||
        !json_is_array(items))
        return at_fail(err, AT_EPROTO, "an overlay is malformed");
    *out = at_overlay_new((enum at_overlay_kind)kind, sources[source]);
    (*out)->under = under;
    (*out)->floats = json_is_true(json_object_get(json, "floats"));
    bool ok = true;
    for (size_t i = 0; ok && i < json_array_size(items); i++)
        ok = read_item(json_array_get(items, i), *out, err);
    return ok;
}

bool
at_overlay_json_read(const json_t *json, struct at_overlay **out,
                     struct at_err *err)
{
    struct at_overlay **next = out;
    bool ok = json_is_array(json) ||
              at_fail(err, AT_EPROTO, "the overlays are not a list");
    *out = NULL;
    for (size_t i = 0; ok && i < json_array_size(json); i++) {
        ok = read_one(json_array_get(json, i), next, err);
        if (*next)
            next = &(*next)->next;
    }
    if (!ok) {
        at_overlay_free(*out);
        *out = NULL;
    }
    return ok;
}
