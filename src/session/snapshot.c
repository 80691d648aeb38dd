#include "session/snapshot.h"

#include <stdio.h>
#include <string.h>

#include "base/base64.h"
#include "base/limits.h"
#include "screen/axe.h"
#include "screen/helper_json.h"
#include "screen/overlay_json.h"
#include "screen/fingerprint.h"
#include "screen/uiautomator.h"
#include "session/element.h"
#include "session/element_numbers.h"
#include "session/root_folder.h"
#include "sys/clock.h"
#include "sys/random.h"
#include "wire/json.h"

// The formats that a screen can be restored from.
static const struct {
    const char *format;
    bool (*parse)(struct at_str source, struct at_tree **out_tree,
                  struct at_err *err);
} readers[] = {
    {"uiautomator", at_uiautomator_parse},
    {"axe", at_axe_parse},
    {"helper", at_helper_json_parse},
};

enum { UUID_DIGITS = 32 };

// Create a UUID, version 4 of RFC 9562.
static json_t *
new_uuid(void)
{
    static const char variants[] = "89ab";
    char hex[UUID_DIGITS + 1];
    char text[UUID_DIGITS + 5];
    at_random_hex(hex, UUID_DIGITS);
    hex[12] = '4';
    hex[16] = variants[(unsigned char)hex[16] % 4];
    snprintf(text, sizeof(text), "%.8s-%.4s-%.4s-%.4s-%.12s", hex, hex + 8,
             hex + 12, hex + 16, hex + 20);
    return at_json_text(at_str(text));
}

static json_t *
text_or_null(const char *text)
{
    return text ? at_json_text(at_str(text)) : json_null();
}

// Cut an overlong text after a line, and add a note.
static json_t *
tree_text(const struct at_elements *elements, const struct at_tree *tree)
{
    static const char more[] = "… the rest is only in elements\n";
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    at_elements_write_tree(elements, tree, &text);
    if (text.overflow) {
        size_t len = text.max - sizeof(more);
        if (len > text.len)
            len = text.len;
        while (len > 0 && text.data[len - 1] != '\n')
            len--;
        at_buf_cut(&text, len);
        at_buf_add_text(&text, more);
    }
    json_t *string = at_json_text(at_buf_str(&text));
    at_buf_deinit(&text);
    return string;
}

static json_t *
screen_size(const struct at_tree *tree)
{
    json_t *size = json_object();
    at_json_set(size, "width", json_integer(tree->width_px));
    at_json_set(size, "height", json_integer(tree->height_px));
    return size;
}

// Add each element to the array and the map.
static void
set_elements(json_t *snapshot, const struct at_elements *elements,
             const struct at_snapshot_info *info)
{
    struct at_element_context context = {
        .is_ios = strcmp(info->platform, "ios") == 0,
        .package = info->tree->front_package,
    };
    json_t *array = json_array();
    json_t *refs = json_object();
    for (size_t i = 0; i < elements->count; i++) {
        json_t *element = at_element_json(&elements->rows[i], &context);
        const json_t *ref = json_object_get(element, "ref");
        json_array_append(array, element);
        at_json_set(refs, json_string_value(ref), element);
    }
    at_json_set(snapshot, "elements", array);
    at_json_set(snapshot, "refs", refs);
    at_element_context_deinit(&context);
}

static void
init_elements(struct at_elements *elements, const struct at_snapshot_info *info)
{
    at_elements_init(elements, info->tree, info->only_interactive);
    if (info->refs)
        at_elements_take_numbers(elements, info->refs);
}

json_t *
at_snapshot_json(const struct at_snapshot_info *info)
{
    struct at_fingerprint print = at_tree_screen_fingerprint(info->tree);
    struct at_elements elements;
    json_t *snapshot = json_object();
    char ts[AT_RFC3339_MAX];
    init_elements(&elements, info);
    at_wall_write(at_wall_now_ms(), ts);
    at_json_set(snapshot, "snapshot_id", new_uuid());
    at_json_set_text(snapshot, "taken_at", ts);
    at_json_set_text(snapshot, "platform", info->platform);
    at_json_set_text(snapshot, "device_id", info->device_id);
    at_json_set(snapshot, "app_id", text_or_null(info->app_id));
    at_json_set_text(snapshot, "fingerprint", print.text);
    at_json_set(snapshot, "screen", screen_size(info->tree));
    at_json_set(snapshot, "tree", tree_text(&elements, info->tree));
    set_elements(snapshot, &elements, info);
    at_elements_deinit(&elements);
    return snapshot;
}

// A source that is not UTF-8 (it may be UTF-16) is stored as base64.
static json_t *
source_json(const struct at_snapshot_info *info)
{
    json_t *source = json_object();
    at_json_set_text(source, "format", info->source_format);
    // stored as a single value, like the source, because the limit on values is
    // for the elements
    if (info->overlays.len > 0)
        at_json_set(source, "overlays", at_json_text(info->overlays));
    if (at_utf8_valid(info->source)) {
        at_json_set(source, "text", at_json_text(info->source));
        return source;
    }
    struct at_buf base64 = AT_BUF_INIT(2 * AT_DUMP_MAX_BYTES);
    at_base64_write(info->source, &base64);
    at_json_set(source, "base64", at_json_text(at_buf_str(&base64)));
    at_buf_deinit(&base64);
    return source;
}

// Do not write more values than at_json_parse() accepts: the elements can be
// restored from the source.
static void
omit_elements(json_t *kept)
{
    size_t count = json_array_size(json_object_get(kept, "elements"));
    if (count <= AT_SNAPSHOT_KEPT_MAX)
        return;
    json_object_del(kept, "elements");
    json_object_del(kept, "refs");
    at_json_set(kept, "elements_omitted", json_integer((json_int_t)count));
}

static void
set_numbers(json_t *kept, const struct at_snapshot_info *info)
{
    struct at_elements elements;
    struct at_buf numbers = AT_BUF_INIT(AT_SNAPSHOT_NUMBERS_MAX_BYTES);
    init_elements(&elements, info);
    at_element_numbers_write(&elements, &numbers);
    at_json_set_text(kept, "numbers", at_buf_text(&numbers));
    at_json_set(kept, "last_number",
                json_integer((json_int_t)elements.last_number));
    at_buf_deinit(&numbers);
    at_elements_deinit(&elements);
}

// Copy the parts of the previous snapshot that its refs are derived from.
static void
set_before(json_t *kept, const json_t *before)
{
    static const char *const members[] = {"screen", "only_interactive",
                                          "numbers", "last_number", "source"};
    json_t *copy = json_object();
    for (size_t i = 0; i < AT_LEN(members); i++) {
        json_t *value = json_object_get(before, members[i]);
        if (value)
            at_json_set(copy, members[i], json_incref(value));
    }
    at_json_set(kept, "before", copy);
}

static json_t *
typed_json(const struct at_typed *typed)
{
    json_t *list = json_array();
    size_t first =
        typed->count > AT_TYPED_MAX ? typed->count - AT_TYPED_MAX : 0;
    for (size_t i = first; i < typed->count; i++)
        json_array_append_new(
            list, json_integer((json_int_t)typed->fields[i % AT_TYPED_MAX]));
    return list;
}

void
at_snapshot_read_typed(const struct at_store *store, const char *device_id,
                       struct at_typed *out)
{
    json_t *json = NULL;
    size_t i;
    json_t *hash;
    if (!at_store_read(store, AT_STORE_SNAPSHOT, &json, NULL) || !json)
        return;
    if (at_str_is(at_json_get_str(json, "device_id"), device_id)) {
        *out = (struct at_typed){.count = 0};
        json_array_foreach(json_object_get(json, "typed"), i, hash)
            out->fields[out->count++ % AT_TYPED_MAX] =
            (uint64_t)json_integer_value(hash);
    }
    json_decref(json);
}

bool
at_snapshot_keep(const struct at_store *store, const json_t *snapshot,
                 const struct at_snapshot_info *info, struct at_err *err)
{
    json_t *kept = json_object();
    // jansson changes only the reference count, despite the const
    json_object_update(kept, (json_t *)(uintptr_t)snapshot);
    omit_elements(kept);
    at_json_set(kept, "only_interactive", json_boolean(info->only_interactive));
    set_numbers(kept, info);
    at_json_set(kept, "source", source_json(info));
    if (info->typed && info->typed->count > 0)
        at_json_set(kept, "typed", typed_json(info->typed));
    if (info->before)
        set_before(kept, info->before);
    bool ok = at_store_write(store, AT_STORE_SNAPSHOT, kept, err);
    json_decref(kept);
    return ok;
}

static bool
parse_source(const char *format, struct at_str source,
             struct at_tree **out_tree, struct at_err *err)
{
    for (size_t i = 0; format && i < AT_LEN(readers); i++) {
        if (strcmp(format, readers[i].format) == 0)
            return readers[i].parse(source, out_tree, err);
    }
    return at_fail(err, AT_EIO, "its source is of an unknown format");
}

static bool
read_source(const json_t *json, struct at_tree **out_tree, struct at_err *err)
{
    const json_t *source = json_object_get(json, "source");
    const char *format = json_string_value(json_object_get(source, "format"));
    struct at_str base64 = at_json_get_str(source, "base64");
    struct at_buf bytes = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    if (base64.len == 0)
        return parse_source(format, at_json_get_str(source, "text"), out_tree,
                            err);
    bool ok = at_base64_read(base64, &bytes)
                  ? parse_source(format, at_buf_str(&bytes), out_tree, err)
                  : at_fail(err, AT_EIO, "its source is not base64");
    at_buf_deinit(&bytes);
    return ok;
}

static int32_t
side(const json_t *size, const char *name, int32_t otherwise)
{
    json_int_t px = json_integer_value(json_object_get(size, name));
    return px > 0 && px <= INT32_MAX ? (int32_t)px : otherwise;
}

// The device may have reported another size than the source.
static void
set_screen_size(struct at_tree *tree, const json_t *size)
{
    tree->width_px = side(size, "width", tree->width_px);
    tree->height_px = side(size, "height", tree->height_px);
}

static bool
read_fields(struct at_last_snapshot *last, struct at_err *err)
{
    const json_t *json = last->json;
    last->id = json_string_value(json_object_get(json, "snapshot_id"));
    last->platform = json_string_value(json_object_get(json, "platform"));
    last->device_id = json_string_value(json_object_get(json, "device_id"));
    if (!last->id || !last->platform || !last->device_id)
        return at_fail(err, AT_EIO,
                       "no snapshot_id, platform or device_id in it");
    return at_wall_read(at_json_get_str(json, "taken_at"), &last->taken_ms) ||
           at_fail(err, AT_EIO, "taken_at is not a time");
}

// Files of older versions have no numbers.
static bool
read_numbers(const json_t *json, struct at_elements *elements,
             struct at_err *err)
{
    const json_t *numbers = json_object_get(json, "numbers");
    json_int_t last = json_integer_value(json_object_get(json, "last_number"));
    return !numbers ||
           at_element_numbers_read(at_json_str(numbers), last, elements) ||
           at_fail(err, AT_EIO, "its numbers are not those of its elements");
}

// Add the elements that the tree had in addition to its source.
static bool
read_overlays(const json_t *json, struct at_tree *tree, struct at_err *err)
{
    struct at_str text =
        at_json_get_str(json_object_get(json, "source"), "overlays");
    struct at_overlay *overlays;
    struct at_overlay_merged merged;
    if (text.len == 0)
        return true;
    json_t *list = at_json_parse(text, err);
    bool ok = list && at_overlay_json_read(list, &overlays, err);
    json_decref(list);
    if (!ok)
        return false;
    at_overlay_merge(tree, overlays, &merged);
    at_overlay_free(overlays);
    return true;
}

static bool
read_elements(const json_t *json, struct at_tree **out_tree,
              struct at_elements *out, struct at_err *err)
{
    if (!read_source(json, out_tree, err))
        return false;
    set_screen_size(*out_tree, json_object_get(json, "screen"));
    if (!read_overlays(json, *out_tree, err))
        return false;
    at_elements_init(out, *out_tree,
                     json_is_true(json_object_get(json, "only_interactive")));
    return read_numbers(json, out, err);
}

bool
at_last_snapshot_parse(json_t *json, struct at_last_snapshot *out,
                       struct at_err *err)
{
    const json_t *before = json_object_get(json, "before");
    *out = (struct at_last_snapshot){.json = json};
    bool ok = read_fields(out, err) &&
              read_elements(json, &out->tree, &out->elements, err) &&
              (!before ||
               read_elements(before, &out->before, &out->elements_before, err));
    if (!ok)
        at_last_snapshot_deinit(out);
    return ok;
}

bool
at_last_snapshot_read(const struct at_store *store,
                      struct at_last_snapshot *out, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    json_t *json = NULL;
    *out = (struct at_last_snapshot){0};
    if (!at_store_read(store, AT_STORE_SNAPSHOT, &json, err))
        return false;
    if (!json)
        return at_fail(err, AT_ENOTFOUND,
                       "no snapshot was taken in session '%s'; take one with "
                       "`" AT_SESSION_PROGRAM " ui snapshot`",
                       at_store_name(store));
    return at_last_snapshot_parse(json, out, &why) ||
           at_store_damaged(store, AT_STORE_SNAPSHOT, why.msg, err);
}

void
at_last_snapshot_deinit(struct at_last_snapshot *last)
{
    at_elements_deinit(&last->elements);
    at_elements_deinit(&last->elements_before);
    at_tree_free(last->tree);
    at_tree_free(last->before);
    json_decref(last->json);
    *last = (struct at_last_snapshot){0};
}
